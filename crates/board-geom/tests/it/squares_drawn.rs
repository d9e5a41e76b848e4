//! The finder of boards of squares on drawn boards, and on pictures that show none.

use board_geom::{GeomError, Grid, LocatedSquares, SquaresLocator};
use image::{Rgb, RgbImage};
use proptest::prelude::*;

/// A board drawn where its corners are, with a frame of half a square, on a table.
struct Drawing {
    photo: (u32, u32),
    corners: [[f64; 2]; 4],
    size: usize,
    /// Grey levels of light squares, dark squares, frame and table.
    tones: [f64; 4],
}

impl Drawing {
    fn of(corners: [[f64; 2]; 4]) -> Self {
        Self {
            photo: (640, 480),
            corners,
            size: 8,
            tones: [210.0, 90.0, 150.0, 60.0],
        }
    }

    fn grid(&self) -> Grid {
        Grid::from_corners(self.corners, self.size + 1, self.size + 1, self.photo).unwrap()
    }

    fn draw(&self) -> RgbImage {
        let to_board = self.grid().photo_to_board().unwrap();
        let size = self.size as f64;
        let [light, dark, frame, table] = self.tones;
        let tone = |x: f64, y: f64| {
            let [c, r] = to_board([x, y]);
            let inside = |v: f64, rim: f64| v > -rim && v < size + rim;
            if inside(c, 0.0) && inside(r, 0.0) {
                let even = (c.floor() + r.floor()).rem_euclid(2.0) == 0.0;
                if even { light } else { dark }
            } else if inside(c, 0.5) && inside(r, 0.5) {
                frame
            } else {
                table
            }
        };
        RgbImage::from_fn(self.photo.0, self.photo.1, |x, y| {
            let sum: f64 = (0..9)
                .map(|k| {
                    let (dx, dy) = (f64::from(k % 3) / 3.0, f64::from(k / 3) / 3.0);
                    tone(f64::from(x) + dx - 1.0 / 3.0, f64::from(y) + dy - 1.0 / 3.0)
                })
                .sum();
            Rgb([(sum / 9.0).round() as u8; 3])
        })
    }

    /// Largest distance of a corner from where it was drawn, in squares.
    fn error(&self, found: &LocatedSquares) -> f64 {
        let truth = self.grid().upright();
        let corners = found.grid.corners().into_iter().zip(truth.corners());
        corners
            .map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]))
            .fold(0.0, f64::max)
            / truth.pitch().0
    }
}

fn locate(size: usize, photo: &RgbImage) -> Result<LocatedSquares, GeomError> {
    let locator = SquaresLocator {
        size,
        ..SquaresLocator::default()
    };
    locator.locate(photo)
}

const STRAIGHT: [[f64; 2]; 4] = [[140.0, 60.0], [500.0, 60.0], [500.0, 420.0], [140.0, 420.0]];
const ROTATED: [[f64; 2]; 4] = [
    [320.0, 20.0],
    [540.0, 240.0],
    [320.0, 460.0],
    [100.0, 240.0],
];
const TILTED: [[f64; 2]; 4] = [
    [210.0, 120.0],
    [440.0, 130.0],
    [570.0, 400.0],
    [70.0, 380.0],
];

#[test]
fn straight_rotated_and_tilted_boards_are_found_to_a_fiftieth_of_a_square() {
    for corners in [STRAIGHT, ROTATED, TILTED] {
        let drawing = Drawing::of(corners);
        let found = locate(8, &drawing.draw()).unwrap();
        let error = drawing.error(&found);
        assert!(error < 0.02, "{corners:?}: {error}");
        assert!(found.confidence > 0.9);
        assert!(found.light_first, "{corners:?}");
    }
}

#[test]
fn the_colour_of_the_first_square_is_told() {
    let mut drawing = Drawing::of(STRAIGHT);
    drawing.tones.swap(0, 1);
    assert!(!locate(8, &drawing.draw()).unwrap().light_first);
}

#[test]
fn frames_as_light_or_dark_as_the_squares_do_not_move_the_board() {
    for frame in [210.0, 90.0] {
        let mut drawing = Drawing::of(TILTED);
        (drawing.tones[2], drawing.tones[3]) = (frame, frame);
        let found = locate(8, &drawing.draw()).unwrap();
        assert!(drawing.error(&found) < 0.05);
    }
}

#[test]
fn a_board_of_low_contrast_is_found() {
    let mut drawing = Drawing::of(TILTED);
    drawing.tones = [112.0, 100.0, 106.0, 60.0];
    let found = locate(8, &drawing.draw()).unwrap();
    assert!(drawing.error(&found) < 0.1);
}

#[test]
fn red_and_green_squares_of_the_same_brightness_are_found() {
    let drawing = Drawing::of(TILTED);
    let mut photo = drawing.draw();
    for pixel in photo.pixels_mut() {
        let share = f64::from(pixel[0].clamp(90, 210) - 90) / 120.0;
        // Both have 94 grey levels (Rec. 601).
        let mix = |red: f64, green: f64| (red * share + green * (1.0 - share)).round() as u8;
        *pixel = Rgb([mix(196.0, 60.0), mix(52.0, 121.0), mix(46.0, 47.0)]);
    }
    let found = locate(8, &photo).unwrap();
    assert!(drawing.error(&found) < 0.05);
    assert!(found.light_first);
}

#[test]
fn a_board_of_which_a_third_is_covered_is_found() {
    let drawing = Drawing::of(STRAIGHT);
    let mut photo = drawing.draw();
    // An arm across the board, from the left edge into the middle.
    for (x, y, pixel) in photo.enumerate_pixels_mut() {
        if x < 380 && (150..330).contains(&y) {
            *pixel = Rgb([170, 130, 110]);
        }
    }
    let found = locate(8, &photo).unwrap();
    assert!(drawing.error(&found) < 0.05, "{}", drawing.error(&found));
}

#[test]
fn a_draughts_board_has_ten_squares_a_side_and_a_chessboard_eight() {
    let mut drawing = Drawing::of(TILTED);
    drawing.size = 10;
    let ten = drawing.draw();
    let found = locate(10, &ten).unwrap();
    assert!(drawing.error(&found) < 0.05);
    assert!(locate(8, &ten).is_err());
    let eight = Drawing::of(TILTED).draw();
    assert!(locate(10, &eight).is_err());
}

#[test]
fn a_floor_of_squares_is_no_board() {
    let floor = RgbImage::from_fn(640, 480, |x, y| {
        Rgb([if (x / 30 + y / 30) % 2 == 0 { 200 } else { 70 }; 3])
    });
    let refused = locate(8, &floor).err();
    assert!(matches!(refused, Some(GeomError::NotFound { .. })));
}

#[test]
fn blank_tiny_and_noisy_pictures_are_refused() {
    let mut state = 1u64;
    let mut noise = |_, _| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        Rgb([(state >> 56) as u8; 3])
    };
    let pictures = [
        RgbImage::new(0, 0),
        RgbImage::new(1, 1),
        RgbImage::new(8, 200),
        RgbImage::new(65, 65),
        RgbImage::from_pixel(640, 480, Rgb([128; 3])),
        RgbImage::from_fn(640, 480, |x, _| Rgb([(x / 20 % 2 * 200) as u8; 3])),
        RgbImage::from_fn(640, 480, &mut noise),
    ];
    let last = Drawing::of(STRAIGHT).grid();
    for picture in pictures {
        let size = picture.dimensions();
        assert!(locate(8, &picture).is_err(), "{size:?}");
        let near = SquaresLocator::default().locate_again(&picture, &last);
        assert!(near.is_err(), "{size:?}");
    }
}

#[test]
fn sizes_that_make_no_board_are_refused() {
    let photo = RgbImage::new(100, 100);
    assert!(matches!(locate(3, &photo), Err(GeomError::Size { .. })));
    let ten = Grid::from_corners(STRAIGHT, 11, 11, (640, 480)).unwrap();
    let near = SquaresLocator::default().locate_again(&photo, &ten);
    assert!(matches!(near, Err(GeomError::Size { cols: 11, rows: 11 })));
}

#[test]
fn the_next_photo_keeps_the_order_of_the_corners() {
    let drawing = Drawing::of(TILTED);
    let photo = drawing.draw();
    let locator = SquaresLocator::default();
    // Moved by little: slid; by most of a square: searched.
    for (dx, dy) in [(3.0, -4.0), (30.0, 10.0), (-28.0, -14.0)] {
        let moved = drawing.corners.map(|[x, y]| [x + dx, y + dy]);
        let last = Grid::from_corners(moved, 9, 9, drawing.photo).unwrap();
        for (way, last) in (0..8).map(|w| {
            let grid = if w < 4 { last } else { last.transposed() };
            (w, grid.turned(w % 4))
        }) {
            let found = locator.locate_again(&photo, &last).unwrap();
            for (a, b) in found.grid.corners().into_iter().zip(last.corners()) {
                let off = [a[0] - b[0] + dx, a[1] - b[1] + dy];
                assert!(off[0].hypot(off[1]) < 2.0, "{dx}, {dy}, way {way}: {off:?}");
            }
            assert_eq!(found.light_first, way % 2 == 0, "{dx}, {dy}, way {way}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_data::how_many(15, 40)))]
    #[test]
    fn boards_anywhere_are_found_or_refused_but_never_found_elsewhere(
        jitter in prop::array::uniform8(-90.0f64..90.0),
        turn in 0.0f64..std::f64::consts::TAU,
        size in 6usize..=10,
        frame in 40.0f64..240.0,
    ) {
        let (sin, cos) = turn.sin_cos();
        let base = [[-150.0, -150.0], [150.0, -150.0], [150.0, 150.0], [-150.0, 150.0]];
        let corners: [[f64; 2]; 4] = std::array::from_fn(|i| {
            let (x, y) = (base[i][0] + jitter[2 * i], base[i][1] + jitter[2 * i + 1]);
            [320.0 + x * cos - y * sin, 240.0 + x * sin + y * cos]
        });
        let tones = [210.0, 90.0, frame, 60.0];
        let drawing = Drawing { size, tones, ..Drawing::of(corners) };
        prop_assume!(Grid::from_corners(corners, size + 1, size + 1, (640, 480)).is_ok());
        if let Ok(found) = locate(size, &drawing.draw()) {
            prop_assert!(drawing.error(&found) < 0.2, "{}, confidence {}", drawing.error(&found), found.confidence);
        }
    }
}
