//! The texture of the bare board: squares, grain, seams, and a frame with letters and numbers.

use super::{Squares, Stickers};
use crate::noise::{smooth2, uniform};
use crate::texture::{Texels, linear};

/// Texture pixels a square.
const DENSITY: f32 = 40.0;

/// Paints the board; the centres of its squares have integer coordinates.
pub(crate) fn paint(style: &Squares, seed: u64) -> Texels {
    let near = -0.5 - style.frame;
    let far = style.size as f32 - 0.5 + style.frame;
    let (light, dark) = (linear(style.light), linear(style.dark));
    let frame = linear(style.frame_color);
    let ink = if frame[1] > 0.25 { 0.02 } else { 0.6 };
    let last = style.size as f32 - 0.5;
    let stuck = style.markers.as_ref();
    let stuck = stuck.map_or_else(Vec::new, |stickers| stick(stickers, style.size));
    Texels::paint(near, far, DENSITY, |c, r| {
        let sticker = stuck
            .iter()
            .find(|s| (c - s.at[0]).hypot(r - s.at[1]) < s.radius);
        if let Some(sticker) = sticker {
            return sticker.colour;
        }
        let inside = c.min(r) >= -0.5 && c.max(r) < last;
        let (col, row) = ((c + 0.5).floor(), (r + 0.5).floor());
        let colour = if !inside {
            frame
        } else if ((col as i64 + row as i64) % 2 == 0) != style.mirrored {
            light
        } else {
            dark
        };
        // Each square is cut from another part of the plank.
        let plank = if inside { col * 7.3 + row * 31.7 } else { 0.0 };
        let (gc, gr) = (c + plank, r + 3.0 * plank);
        let stripes = smooth2(
            seed ^ 1,
            gc * 9.0 + 0.5 * smooth2(seed ^ 4, gc, gr),
            gr * 0.5,
        ) + 0.6 * smooth2(seed ^ 2, gc * 23.0, gr * 0.8);
        let piece = 2.0 * uniform(seed, 51, plank.to_bits().into()) - 1.0;
        let mut tone = 1.0
            + style.grain * (0.11 * stripes + 0.12 * piece)
            + 0.03 * smooth2(seed ^ 3, 0.5 * c, 0.5 * r);
        let edge = |v: f32| ((v + 0.5) - (v + 0.5).round()).abs();
        let border = (c + 0.5).abs().min((r + 0.5).abs());
        let border = border.min((c - last).abs()).min((r - last).abs());
        let at_border = border < 0.025 && c.min(r) > -0.525 && c.max(r) < last + 0.025;
        if at_border || (inside && edge(c).min(edge(r)) < 0.02) {
            tone *= 1.0 - style.seam;
        }
        let written = style.coordinates && !inside && lettering(style, c, r);
        colour.map(|v| if written { ink } else { v * tone.max(0.2) })
    })
}

/// A disc of one colour on the frame.
struct Sticker {
    at: [f32; 2],
    radius: f32,
    colour: [f32; 3],
}

fn stick(stickers: &Stickers, size: usize) -> Vec<Sticker> {
    let size = size as f32;
    let (near, far) = (-0.5 - 24.0 / 69.0, size - 0.5 + 24.0 / 69.0);
    let thirds = [size / 3.0 - 0.5, 2.0 * size / 3.0 - 0.5];
    let sticker = |at, colour| Sticker {
        at,
        radius: stickers.radius,
        colour: linear(colour),
    };
    let mut stuck = Vec::new();
    for side in [near, far] {
        for other in [near, far] {
            stuck.push(sticker([side, other], stickers.corners));
        }
        for third in thirds {
            stuck.push(sticker([side, third], stickers.edges));
            stuck.push(sticker([third, side], stickers.edges));
        }
    }
    stuck
}

/// Whether a point of the frame is inked: files along both ends, ranks along both sides.
fn lettering(style: &Squares, c: f32, r: f32) -> bool {
    let size = style.size as f32;
    let middle = 0.5 * style.frame;
    let height = (0.55 * style.frame).min(0.3);
    // Across the frame from its centre, and along it from the centre of a square.
    let (col, row) = (c.round(), r.round());
    let on = |v: f32| (0.0..size).contains(&v);
    let offset = |v: f32| {
        if v < 0.0 {
            v + 0.5 + middle
        } else {
            v - size + 0.5 - middle
        }
    };
    let (x, y, glyph) = if on(col) && !(-0.5..size - 0.5).contains(&r) {
        (c - col, offset(r), FILES[col as usize % FILES.len()])
    } else if on(row) && !(-0.5..size - 0.5).contains(&c) {
        let rank = style.size - row as usize;
        // Only the last digit of two-digit ranks is drawn.
        (offset(c), r - row, FIGURES[rank % 10])
    } else {
        return false;
    };
    let (i, j) = (
        (x / height * 5.0 + 1.5).floor(),
        (y / height * 5.0 + 2.5).floor(),
    );
    (0.0..3.0).contains(&i)
        && (0.0..5.0).contains(&j)
        && glyph >> (14 - (j as u32 * 3 + i as u32)) & 1 == 1
}

/// Letters A to L, 3 × 5 dots, row by row from the top left.
const FILES: [u16; 12] = [
    0b010_101_111_101_101,
    0b110_101_110_101_110,
    0b011_100_100_100_011,
    0b110_101_101_101_110,
    0b111_100_110_100_111,
    0b111_100_110_100_100,
    0b011_100_101_101_011,
    0b101_101_111_101_101,
    0b111_010_010_010_111,
    0b001_001_001_101_010,
    0b101_101_110_101_101,
    0b100_100_100_100_111,
];

/// Digits 0 to 9.
const FIGURES: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_011_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_left_square_is_dark_unless_mirrored_and_neighbours_differ() {
        for (size, mirrored) in [(8, false), (10, false), (8, true)] {
            let style = Squares {
                size,
                mirrored,
                grain: 0.0,
                ..Squares::default()
            };
            let board = paint(&style, 1);
            let green = |c: usize, r: usize| board.at(c as f32, r as f32)[1];
            let middle = 0.5 * (linear(style.light)[1] + linear(style.dark)[1]);
            let last = size - 1;
            for (c, r, dark) in [
                (0, last, true),
                (1, last, false),
                (last, 0, true),
                (0, 0, false),
            ] {
                assert_eq!(green(c, r) < middle, dark != mirrored);
            }
        }
    }

    #[test]
    fn markers_are_stuck_on_the_frame() {
        let style = Squares {
            markers: Some(Stickers::default()),
            ..Squares::default()
        };
        let board = paint(&style, 1);
        let blue = |at: [f32; 3]| at[2] > 2.0 * at[0];
        // Wood has less green.
        let yellow = |at: [f32; 3]| at[0] > 4.0 * at[2] && at[1] > 0.6 * at[0];
        assert!(blue(board.at(-0.85, 7.85)) && blue(board.at(7.85, -0.85)));
        assert!(yellow(board.at(2.17, -0.85)) && yellow(board.at(7.85, 4.83)));
        assert!(!blue(board.at(3.5, -0.85)) && !yellow(board.at(3.5, -0.85)));
    }

    #[test]
    fn there_is_ink_on_the_frame_only_when_asked_for() {
        let mut style = Squares::default();
        let inked = |style: &Squares| {
            let board = paint(style, 1);
            let places = (0..400).map(|i| i as f32 / 50.0);
            places
                .filter(|c| board.at(*c, 7.5 + 0.275)[1] > 0.4)
                .count()
        };
        assert!(inked(&style) > 20, "{}", inked(&style));
        style.coordinates = false;
        assert_eq!(inked(&style), 0);
    }
}
