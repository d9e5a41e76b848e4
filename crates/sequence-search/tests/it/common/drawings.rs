//! Evidence from drawings, and games on a board of three by three read from them.

use board_core::Color;
use sequence_search::{Decoded, Proof, Settings, decode};

use crate::common::Series;
use crate::common::capture::Stones;

/// Evidence from drawings of a 3×3 board, one per frame: `X` black, `O` white, `.` empty,
/// `?` not visible; what is not drawn costs 4 nats more.
pub fn photos(frames: &[&str]) -> Series {
    let costs = frames.iter().map(|frame| {
        let points = frame.chars().filter(|c| !c.is_whitespace());
        let costs = points.flat_map(|c| match c {
            '.' => [0.0, 4.0, 4.0],
            'X' => [4.0, 0.0, 4.0],
            'O' => [4.0, 4.0, 0.0],
            _ => [f32::NAN; 3],
        });
        costs.collect::<Vec<f32>>()
    });
    let costs: Vec<_> = costs.collect();
    assert!(
        costs.iter().all(|c| c.len() == 27),
        "a drawing of nine points"
    );
    Series {
        points: 9,
        costs,
        unchanged: Vec::new(),
    }
}

/// Enough frames of one drawing that it is believed.
pub fn long(frame: &str) -> Vec<&str> {
    vec![frame; 6]
}

/// With room to prove that a game is the best even where it is none: the hardest of them takes more than the usual
/// 2,000 prefixes a frame, and alternatives would take more.
pub fn settings() -> Settings {
    Settings {
        nodes_per_frame: 4000,
        posteriors: false,
        ..Settings::default()
    }
}

pub fn read(frames: &[&str], settings: &Settings) -> Decoded<u16> {
    let decoded = decode(&Stones::new(3), &photos(frames), settings).unwrap();
    assert_eq!(decoded.proof, Proof::Optimal);
    assert_eq!(decoded.cost, decoded.lower_bound);
    decoded
}

pub fn moves(decoded: &Decoded<u16>) -> Vec<(u16, Color, usize)> {
    let plies = decoded.plies.iter();
    plies.map(|ply| (ply.mv, ply.side, ply.frame)).collect()
}
