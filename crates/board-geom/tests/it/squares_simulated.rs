//! The finder of boards of squares on simulated photos, where the truth is exact. Run with
//! `--nocapture` for the figures.
#![allow(clippy::print_stdout)]

use board_core::zobrist::splitmix64;
use board_geom::{Grid, SquaresLocator};
use board_sim::HandPose;
use board_sim::pieces::{Figure, Frame, Photo, Renderer, Scene, placement};

/// Largest distance of a corner from the truth in squares, whichever corner comes first.
fn error(grid: &Grid, photo: &Photo) -> f64 {
    let off = |turn: usize| {
        let corners = grid.turned(turn).corners();
        (0..4)
            .map(|i| {
                let (a, b) = (corners[i], photo.corners_px[i]);
                (a[0] - b[0]).hypot(a[1] - b[1])
            })
            .fold(0.0, f64::max)
    };
    (0..4).map(off).fold(f64::INFINITY, f64::min) / grid.pitch().0
}

/// A table as it may be met: from the opening to the end, pieces beside the board, now and then a
/// hand over it.
fn table(seed: u64, draughts: bool) -> Frame {
    let diagrams = [
        "rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR",
        "r.bq.rk. pp..ppbp ..np.np. ........ ..PNP... ..N.BP.. PP.Q..PP R...KB.R",
        "........ ..k..p.. .p.....p p....... P..K.P.. .P...P.. ........ ........",
    ];
    let men = ".m.m.m.m.m m.m.m.m.m. .m.m.m...m m.....m.m. ...C.m.... \
               ....M...M. .M...M.M.M M.M.M.M.M. .M.M.M.M.M M.M...c.M.";
    let draw = |k: u64, n: u64| splitmix64(seed, k) % n;
    let diagram = if draughts {
        men
    } else {
        diagrams[draw(0, 3) as usize]
    };
    let mut frame = Frame::of(placement(diagram));
    frame.captured = "ppPPnb"
        .chars()
        .take(draw(1, 7) as usize)
        .filter_map(Figure::from_letter)
        .collect();
    frame.hand = (draw(2, 4) == 0).then(|| HandPose {
        tip: [1.0 + draw(3, 6) as f32, 1.0 + draw(4, 6) as f32],
        from: draw(5, 628) as f32 / 100.0,
        person: draw(6, 2),
    });
    frame
}

/// Right and wrong finds among scenes.
fn count(scenes: impl Iterator<Item = (Scene, u64)>, size: usize) -> (usize, usize, usize) {
    let (mut right, mut wrong, mut all) = (0, 0, 0);
    let mut errors = Vec::new();
    for (mut scene, seed) in scenes {
        scene.board.size = size;
        let photo = Renderer::new(&scene, seed)
            .unwrap()
            .render(0, &table(seed, size == 10));
        all += 1;
        let locator = SquaresLocator {
            size,
            ..SquaresLocator::default()
        };
        match locator.locate(&photo.image) {
            Ok(found) => {
                let off = error(&found.grid, &photo);
                errors.push(off);
                if off <= 0.2 {
                    right += 1;
                } else {
                    wrong += 1;
                    println!(
                        "seed {seed}: {off:.2} squares off, confidence {:.2}",
                        found.confidence
                    );
                }
            }
            Err(why) => println!("seed {seed}: {why}"),
        }
    }
    errors.sort_by(f64::total_cmp);
    let median = errors.get(errors.len() / 2).copied().unwrap_or(f64::NAN);
    println!("{right} of {all} right, {wrong} wrong, median error {median:.3} squares");
    (right, wrong, all)
}

#[test]
fn chessboards_are_found_in_hard_scenes() {
    let (right, wrong, all) = count(
        (0..test_data::how_many(15, 100)).map(|s| (Scene::hard(s), s)),
        8,
    );
    assert!(
        right * 100 >= all * 95 && wrong == 0,
        "{right} of {all}, {wrong} wrong"
    );
}

#[test]
fn chessboards_are_found_in_random_scenes() {
    let (right, wrong, all) = count(
        (0..test_data::how_many(10, 60)).map(|s| (Scene::random(s), s)),
        8,
    );
    assert!(
        right * 100 >= all * 95 && wrong == 0,
        "{right} of {all}, {wrong} wrong"
    );
}

#[test]
fn draughts_boards_of_ten_squares_are_found() {
    let (right, wrong, all) = count(
        (0..test_data::how_many(6, 30)).map(|s| (Scene::random(s), s)),
        10,
    );
    assert!(
        right * 100 >= all * 95 && wrong == 0,
        "{right} of {all}, {wrong} wrong"
    );
}
