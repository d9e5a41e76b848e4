//! Replays of games on squares: rendered as photos, recorded from them, and compared with the truth.
//!
//! The measure for chess is that of G. Petkov, "Tracking and annotating a chess game" (Edinburgh, 2013), whose
//! simulator reached 99.01 % of 3,680 moves, 30 of 54 games without a fault.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::Color;
use board_geom::Grid;
use board_sim::pieces::{Frame, Placement, Renderer, Scene, script};

use super::{Error, Outcome, Rendered, photos};
use crate::decode::positions::visit_positions;
use crate::games::pieces::{Options, Place, size};
use crate::recorder::{self, Photo, Recorder};
use crate::recording::Recording;
use crate::recording::compare;

/// Compares the moves of a record with the truth, ignoring the order of moves between two photos; `shown` are the plies
/// that the photos show, in order.
fn compare_but_for_order<P: Rendered>(
    start: &P,
    record: &[P::Move],
    truth: &[P::Move],
    shown: &[usize],
) -> compare::Comparison<String> {
    let (mut names, positions) = replayed(start, record);
    let (true_names, true_positions) = replayed(start, truth);
    let right = |ply: usize| {
        let ours = positions.get(ply);
        ours.is_some_and(|p| Some(p) == true_positions.get(ply))
    };
    for gap in shown.windows(2).map(|pair| pair[0]..pair[1]) {
        if right(gap.start) && right(gap.end) {
            names[gap.clone()].clone_from_slice(&true_names[gap]);
        }
    }
    compare::moves(&names, &true_names)
}

/// The `clear` photos whose position differs from the record. `positions` are those of the truth and `plies` the ply of
/// each photo; `recorded` are those of the record and `shown` the index of each photo into them. Photos that were left
/// out contradict nothing; photos after a lost game do.
fn contradicted(
    clear: &[usize],
    positions: &[Placement],
    plies: &[usize],
    recorded: &[Placement],
    shown: &[Option<usize>],
) -> Vec<usize> {
    let other = |&photo: &usize| {
        shown[photo].is_some_and(|i| recorded.get(i) != Some(&positions[plies[photo]]))
    };
    clear.iter().copied().filter(other).collect()
}

/// The names of moves, and the contents and the side to move before the first move and after each.
fn replayed<P: Rendered>(start: &P, moves: &[P::Move]) -> (Vec<String>, Vec<(Placement, Color)>) {
    let mut position = start.clone();
    let mut shown = vec![(position.placement(), position.to_move())];
    let names = moves.iter().map(|&mv| {
        let name = position.name(mv);
        position.play(mv);
        shown.push((position.placement(), position.to_move()));
        name
    });
    (names.collect(), shown)
}

/// The contents of the board before the first move of a record's main line and after each.
#[must_use]
pub fn placements<P: Rendered>(record: &P::Record) -> Vec<Placement> {
    let (start, moves) = P::played(record);
    let shown = replayed(&start, &moves).1.into_iter();
    shown.map(|(placement, _)| placement).collect()
}

/// Renders a record's main line to `photo_0001.jpg` … in a folder, which is created if necessary. The scene gets the
/// board of the game.
///
/// # Errors
/// [`Error::Scene`] for an invalid scene, [`Error::OtherPhotos`]; [`Error::Record`] if a file cannot be written, or the
/// rendering was cancelled.
pub fn render<P: Rendered>(
    record: &P::Record,
    scene: &Scene,
    seed: u64,
    folder: &Path,
    progress: impl Fn(usize, usize) -> ControlFlow<()> + Sync,
) -> Result<Vec<PathBuf>, Error> {
    let scene = P::played(record).0.on_board(scene.clone());
    let renderer = Renderer::new(&scene, seed)?;
    let frames = script(&placements::<P>(record), &scene, seed)?;
    photos::write(folder, frames.len(), progress, |i| {
        renderer.render(i, &frames[i]).to_jpeg()
    })
}

/// Renders a game as photos in a scene, records it from them, and compares it with the truth.
///
/// Photos are compressed and decompressed, as files would be. The location of the board in the first photo is given, as
/// in Petkov's simulator; White's side is not.
///
/// # Errors
/// [`Error::Scene`] for an invalid scene; [`Error::Record`] with any error of
/// [`pieces::record`](crate::games::pieces::record).
pub fn replay<P: Rendered>(record: &P::Record, scene: &Scene, seed: u64) -> Result<Outcome, Error> {
    let (start, moves) = P::played(record);
    let scene = start.on_board(scene.clone());
    let frames = script(&placements::<P>(record), &scene, seed)?;
    let (options, how) = (Options::from(start.clone()), recorder::Options::default());
    let game = recorded(&options, &how, &frames, &scene, seed)?;
    let found = P::played(&game.record).1;
    let shown: Vec<usize> = frames.iter().map(|frame| frame.ply).collect();
    let mut recorded = Vec::with_capacity(game.photos.len());
    visit_positions(&start, &game.decoded, |_, position, _| {
        recorded.push(position.placement());
    });
    let clear: Vec<usize> = (0..frames.len())
        .filter(|&i| frames[i].hand.is_none())
        .collect();
    Ok(Outcome {
        name: P::players(record),
        first: start.to_move(),
        plies: moves.len(),
        photos: frames.len(),
        comparison: compare::moves(&P::names(&game.record), &P::names(record)),
        but_for_order: compare_but_for_order(&start, &found, &moves, &shown),
        clear_photos: clear.len(),
        contradicted: contradicted(
            &clear,
            &placements::<P>(record),
            &shown,
            &recorded,
            &game.frame_of_photo,
        ),
        warnings: game.warnings.clone(),
    })
}

/// Renders frames in a scene, whose board must be that of the game, and records the photos as [`replay`] does. The
/// frames may show any tables, legal or not.
///
/// # Errors
/// As [`replay`].
pub fn recorded<P: Rendered>(
    options: &Options<P>,
    how: &recorder::Options,
    frames: &[Frame],
    scene: &Scene,
    seed: u64,
) -> Result<Recording<P>, Error> {
    let renderer = Renderer::new(scene, seed)?;
    let size = size(&options.start);
    let mut recorder: Option<Recorder<Options<P>>> = None;
    for (i, frame) in frames.iter().enumerate() {
        let photo = renderer.render(i, frame);
        let name = PathBuf::from(format!("photo_{:04}.jpg", i + 1));
        let image = image::load_from_memory(&photo.to_jpeg());
        let image = image.map_err(|e| crate::Error::Photo {
            path: name.clone(),
            reason: e.into(),
        })?;
        let image = image.to_rgb8();
        let recorder = match &mut recorder {
            Some(recorder) => recorder,
            None => {
                let pixels = image.dimensions();
                let lines = Grid::from_corners(photo.corners_px, size + 1, size + 1, pixels);
                let lines = lines.map_err(crate::Error::from)?;
                let options = Options {
                    place: Place::Lines(lines),
                    ..options.clone()
                };
                recorder.insert(Recorder::new(options, how.clone())?)
            }
        };
        recorder.push(Photo { name, image })?;
    }
    let quiet = &mut crate::quiet;
    match recorder {
        Some(recorder) => Ok(recorder.finish(quiet)?),
        None => Err(Error::Record(crate::Error::NoPhotos {
            inputs: Vec::new(),
            ignored: 0,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WarningKind;
    use crate::games::chess::{self, FAMOUS};
    use crate::replay::Summary;
    use chess_rules::Position;
    use chess_rules::pgn::{self, Record};

    #[test]
    fn the_opening_of_a_famous_game_comes_back_from_clean_photos() {
        let record = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 *";
        let record = pgn::Reader::new(record.as_bytes()).next().unwrap().unwrap();
        let outcome = replay::<Position>(&record, &Scene::clean(), 1).unwrap();
        assert_eq!((outcome.plies, outcome.photos), (10, 11));
        let summary = Summary {
            outcomes: vec![outcome],
            seconds: 2.0,
        };
        assert_eq!(summary.faults(), 0, "{summary}");
        assert_eq!((summary.faultless(), summary.right()), (1, 10));
        assert_eq!(summary.faultless_but_for_order(), 1);
        assert_eq!((summary.explained(), summary.explained_photos()), (1, 11));
        assert!((summary.before_fault() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn photos_that_begin_after_the_start_are_warned_of() {
        let record = pgn::Reader::new(FAMOUS.as_bytes()).next().unwrap().unwrap();
        let scene = Scene::clean();
        let frames = script(&placements::<Position>(&record), &scene, 1).unwrap();
        let made_before = |frames: &[Frame]| {
            let options = Options::from(Position::initial());
            let how = recorder::Options::default();
            let game = recorded(&options, &how, frames, &scene, 1).unwrap();
            game.warnings.iter().find_map(|warning| match warning.kind {
                WarningKind::MovesBeforeFirstPhoto { moves } => Some(moves),
                _ => None,
            })
        };
        assert_eq!(made_before(&frames[..6]), None);
        assert_eq!(made_before(&frames[2..8]), Some(2));
    }

    /// Moves at random on boards of both sizes, and on one with a light corner at the left.
    #[test]
    fn games_of_draughts_come_back_from_clean_photos() {
        use checkers_rules::{Game, Position, RuleSet, Variant, pdn};
        let variants = [Variant::International, Variant::Italian, Variant::English];
        for variant in variants.into_iter().take(test_data::how_many(2, 3)) {
            let mut game = Game::new(Position::initial(RuleSet::of(variant)));
            for ply in 0..test_data::how_many(8, 12) {
                let moves = game.position().legal_moves();
                let pick = board_core::zobrist::splitmix64(7, ply) as usize % moves.len();
                game.play(moves[pick]).unwrap();
            }
            let record = pdn::Record::from(&game);
            let outcome = replay::<Position>(&record, &Scene::clean(), 1).unwrap();
            let differences = outcome.comparison.differences;
            assert!(differences.is_empty(), "{variant:?}: {differences:?}");
        }
    }

    /// The outcome of a game with photos after some of its plies and a wrong record.
    fn outcome(truth: &str, record: &str, shown: &[usize]) -> Outcome {
        let game = |text: &str| pgn::Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let (truth, record) = (game(truth), game(record));
        let moves = |record: &Record| record.moves().collect::<Vec<_>>();
        let names = chess::named_moves;
        Outcome {
            name: "A – B".to_owned(),
            first: Color::White,
            plies: moves(&truth).len(),
            photos: shown.len(),
            comparison: compare::moves(&names(&record), &names(&truth)),
            but_for_order: compare_but_for_order(
                truth.tree.start(),
                &moves(&record),
                &moves(&truth),
                shown,
            ),
            clear_photos: shown.len(),
            contradicted: Vec::new(),
            warnings: Vec::new(),
        }
    }

    #[test]
    fn orders_between_photos_are_no_faults_in_the_second_count() {
        let truth = "1. e4 e5 2. Nf3 Nc6 3. Bc4 *";
        // Black's first two moves are exchanged: no fault if there is no photo between them.
        let other = "1. e4 Nc6 2. Nf3 e5 3. Bc4 *";
        let summary = Summary {
            outcomes: vec![outcome(truth, other, &[0, 1, 1, 4, 5])],
            seconds: 0.0,
        };
        assert_eq!((summary.faultless(), summary.right()), (0, 3));
        let but = (
            summary.faultless_but_for_order(),
            summary.right_but_for_order(),
        );
        assert_eq!(but, (1, 5));
        let text = summary.to_string();
        assert!(text.contains("two photos: 1 game, 100.00% of"), "{text}");
        // With a photo between them, both are faults.
        let shown = outcome(truth, other, &[0, 1, 2, 4, 5]).but_for_order;
        assert_eq!((shown.right, shown.differences.len()), (3, 2));
        // Another move is a fault, even if the later positions agree; so are missing and extra moves.
        let wrong = outcome(truth, "1. e4 Nc6 2. Nc3 e5 3. Bc4 *", &[0, 1, 4, 5]);
        assert_eq!(wrong.but_for_order.right, 2);
        let short = outcome(truth, "1. e4 Nc6 2. Nf3 e5 *", &[0, 1, 4, 5]).but_for_order;
        assert_eq!((short.right, short.counts()), (4, (1, 0, 0)));
        let long = outcome(truth, "1. e4 Nc6 2. Nf3 e5 3. Bc4 a6 *", &[0, 1, 4, 5]);
        assert_eq!(long.but_for_order.counts(), (0, 1, 0));
        // No photo shows these moves at all.
        let twice = "1. Nf3 Nc6 2. Ng1 Nb8 *";
        let pause = "1. Nc3 Nf6 2. Nb1 Ng8 *";
        let same = outcome(twice, pause, &[0, 4]).but_for_order;
        assert!(same.differences.is_empty());
    }

    #[test]
    fn photos_that_contradict_the_record_are_found() {
        let replayed = |text: &str| {
            let record = pgn::Reader::new(text.as_bytes()).next().unwrap().unwrap();
            placements::<Position>(&record)
        };
        let truth = replayed("1. e4 e5 2. Nf3 *");
        let record = replayed("1. e4 e6 2. Nf3 *");
        // A photo of every position, with or without a hand over the one after 1… e5; the record has the same plies.
        let plies = [0, 1, 2, 3];
        let shown = [Some(0), Some(1), Some(2), Some(3)];
        let wrong = |clear: &[usize], shown| contradicted(clear, &truth, &plies, &record, shown);
        assert_eq!(wrong(&[0, 1, 2, 3], &shown), [2, 3]);
        assert_eq!(wrong(&[0, 1, 3], &shown), [3]);
        // A photo that was left out contradicts nothing.
        let skipped = [Some(0), Some(1), None, Some(3)];
        assert!(wrong(&[0, 1, 2], &skipped).is_empty());
        // The game was lost before the last photo.
        let lost = |shown| contradicted(&[0, 3], &truth, &plies, &record[..3], shown);
        assert_eq!(lost(&shown), [3]);
    }

    #[test]
    fn the_first_fault_is_counted_from_the_start() {
        let outcome = outcome("1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nc3 Nc6 *", &[0, 4]);
        assert_eq!(outcome.first_fault(), 2);
        let summary = Summary {
            outcomes: vec![outcome],
            seconds: 0.0,
        };
        let text = summary.to_string();
        assert!(text.contains("ply 3 (white): [Nf3 - Nc3]"), "{text}");
        assert!(text.contains("Overall accuracy: 75.00%"), "{text}");
    }
}
