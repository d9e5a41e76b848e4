use board_core::Occupancy::{Black, Empty, White};
use image::Rgb;

use super::*;

const DARK: [u8; 3] = [120, 75, 45];
const PALE: [u8; 3] = [215, 185, 140];

/// A disc at board coordinates, its colour, and that of its dot.
type Drawn = ([f32; 2], [u8; 3], Option<[u8; 3]>);

/// A board seen from straight above with discs on it.
fn view(discs: &[Drawn]) -> View {
    let layout = DiscReader::default().layout(8);
    let (width, height) = layout.dimensions();
    let image = RgbImage::from_fn(width, height, |x, y| {
        let (c, r) = layout.to_board(x as f32, y as f32);
        for &(at, color, dot) in discs {
            let far = (c - at[0]).hypot(r - at[1]);
            if far < 0.38 {
                return Rgb(dot.filter(|_| far < 0.28).unwrap_or(color));
            }
        }
        let dark = ((c + 0.5).floor() + (r + 0.5).floor()).rem_euclid(2.0) == 1.0;
        let inside = c.min(r) > -0.5 && c.max(r) < 7.5;
        Rgb(if inside && !dark { PALE } else { DARK })
    });
    View {
        image,
        layout,
        camera: None,
    }
}

const IVORY: [u8; 3] = [230, 225, 210];
const EBONY: [u8; 3] = [40, 35, 35];
const PINK: [u8; 3] = [230, 110, 160];
const GREEN: [u8; 3] = [20, 90, 50];

#[test]
fn men_and_kings_are_told_apart() {
    let view = view(&[
        ([1.0, 0.0], EBONY, None),
        ([3.0, 0.0], EBONY, Some(GREEN)),
        ([4.1, 7.05], IVORY, None),
        ([6.0, 7.0], IVORY, Some(PINK)),
    ]);
    let read = DiscReader::default().read(&view);
    let at = |c: usize, r: usize| read.squares[r * 8 + c];
    assert_eq!(at(1, 0), Some(Man::BlackMan));
    assert_eq!(at(3, 0), Some(Man::BlackKing));
    assert_eq!(at(4, 7), Some(Man::WhiteMan));
    assert_eq!(at(6, 7), Some(Man::WhiteKing));
    assert_eq!(read.squares.iter().flatten().count(), 4);
    assert_eq!(read.out_of_play().count(), 0);
    for (i, costs) in read.costs.iter().enumerate() {
        let cheapest = (0..3).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        let wanted = read.squares[i].map_or(Empty, Man::occupancy);
        let index = [Empty, Black, White].iter().position(|o| *o == wanted);
        assert_eq!(cheapest, index, "{i}: {costs:?}");
        assert!(costs.iter().all(|c| c.is_finite() && *c >= 0.0));
    }
}

#[test]
fn men_out_of_play_are_named() {
    // On a light square, and beside the board, where the margin of the view still shows a whole man.
    let view = view(&[([2.0, 2.0], IVORY, None), ([7.6, 3.0], EBONY, None)]);
    let read = DiscReader::default().read(&view);
    let out: Vec<_> = read.out_of_play().map(|d| d.square(8)).collect();
    assert_eq!(out.len(), 2);
    assert!(out.contains(&Some(2 * 8 + 2)) && out.contains(&None));
}

#[test]
fn a_turned_reading_is_that_of_the_turned_board() {
    let read = DiscReader::default().read(&view(&[([1.0, 0.0], EBONY, None)]));
    let grid = board_geom::Grid::whole(8, 8, (80, 80)).unwrap();
    for quarters in 0..4 {
        let turned = read.turned(quarters);
        let [x, y] = grid.to_photo(1.0, 0.0);
        let [c, r] = grid.turned(quarters).to_board(x, y).map(f64::round);
        let square = turned.squares.iter().position(Option::is_some);
        assert_eq!(square, Some(r as usize * 8 + c as usize));
        assert_eq!(turned.discs[0].square(8), square);
    }
    assert_eq!(read.turned(4).squares, read.squares);
}
