//! Orders that the frames do not tell from that of the game that was found.

use sequence_search::{Settings, decode, exchanges};

use crate::common::Series;
use crate::common::capture::Stones;

/// Evidence from drawings of a 3×3 board: `X` black, `O` white, `.` empty, `?` not visible.
fn photos(frames: &[&str]) -> Series {
    let costs = frames.iter().map(|frame| {
        let points = frame.chars().filter(|c| !c.is_whitespace());
        let costs = points.flat_map(|c| match c {
            '?' => [f32::NAN; 3],
            _ => ['.', 'X', 'O'].map(|content| if c == content { 0.0 } else { 6.0 }),
        });
        costs.collect::<Vec<f32>>()
    });
    Series {
        points: 9,
        costs: costs.collect(),
        unchanged: Vec::new(),
    }
}

/// The places of the game that a series shows, with the share of the move that was found for each.
fn shares(frames: &[&str]) -> Vec<(u16, f32)> {
    let (start, evidence, settings) = (Stones::new(3), photos(frames), Settings::default());
    let mut game = decode(&start, &evidence, &settings).unwrap();
    let others = exchanges(&start, &evidence, &settings, &game, 3.0).unwrap();
    game.weigh_orders(&others);
    let plies = game.plies.iter();
    plies
        .inspect(|ply| assert!(ply.confidence <= ply.order))
        .map(|ply| (ply.mv, (100.0 * ply.order).round() / 100.0))
        .collect()
}

fn only_shares(frames: &[&str]) -> Vec<f32> {
    shares(frames).into_iter().map(|(_, share)| share).collect()
}

const NOTHING: &str = "... ... ...";

#[test]
fn moves_that_show_one_by_one_have_their_order() {
    let frames = [
        NOTHING,
        "X.. ... ...",
        "X.. .O. ...",
        "X.X .O. ...",
        "X.X .O. ...",
    ];
    assert_eq!(only_shares(&frames), [1.0; 3]);
}

#[test]
fn moves_of_one_side_that_show_together_share_their_places() {
    let frames = [NOTHING, "X.X .O. ...", "X.X .O. ..."];
    assert_eq!(only_shares(&frames), [0.5, 1.0, 0.5]);
    // Three of one side, and two of the other.
    let frames = [NOTHING, "X.X .O. XO.", "X.X .O. XO."];
    assert_eq!(only_shares(&frames), [0.33, 0.5, 0.33, 0.5, 0.33]);
}

/// White's stone shows before the last of Black's: whichever of the two was hidden came first, or they came together.
#[test]
fn moves_that_were_hidden_are_as_open_as_those_in_one_frame() {
    let frames = [
        NOTHING,
        "?.? ... ...",
        "?.? .O. ...",
        "X.X .O. ...",
        "X.X .O. ...",
    ];
    assert_eq!(only_shares(&frames), [0.5, 1.0, 0.5]);
    // One of them is seen to come last.
    let frames = [
        NOTHING,
        "?.. ... ...",
        "?.. .O. ...",
        "X.X .O. ...",
        "X.X .O. ...",
    ];
    assert_eq!(only_shares(&frames), [1.0; 3]);
}

/// The frames say of a stone that it is there, then that it is not, and meanwhile another shows.
#[test]
fn frames_that_contradict_each_other_tell_no_order() {
    let with = "..X ... ...";
    let both = "X.X .O. ...";
    let told = [NOTHING, "X.. ... ...", "X.. .O. ...", both, both];
    assert_eq!(only_shares(&told), [1.0; 3]);
    let hidden = "X.. .?. ...";
    let frames = [
        NOTHING, with, with, with, hidden, hidden, hidden, both, both, both,
    ];
    let shares = shares(&frames);
    assert_eq!(shares.len(), 3);
    assert!(shares[0].1 < 0.9 && shares[2].1 < 0.9, "{shares:?}");
}
