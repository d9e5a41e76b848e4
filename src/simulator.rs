//! Games on squares replayed as photos, recorded from them, and compared: how well the whole way works.
//!
//! The measure for chess is that of G. Petkov, "Tracking and annotating a chess game" (Edinburgh, 2013), whose
//! simulator reached 99.01 % of 3,680 moves, 30 of 54 games without a fault.

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::Color;
use board_geom::{Grid, Motion};
use board_sim::pieces::{Frame, Placement, Renderer, Scene, script};

use crate::pieces::{self, Options, SquareGame, size};
use crate::recording::Recording;
use crate::squares::{Reader, visit_positions};
use crate::wording::counted;
use crate::{Error, compare, simulate};

/// What became of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The players.
    pub name: String,
    /// Who makes the first move.
    pub first: Color,
    /// Plies in the truth.
    pub plies: usize,
    /// Photos it was replayed as.
    pub photos: usize,
    /// How the record differs from the truth.
    pub comparison: compare::Comparison<String>,
    /// The same without what no photo can tell: moves between two photos count as in the truth's
    /// order wherever both photos' positions (what stands where, and whose turn it is) are right.
    pub but_for_order: compare::Comparison<String>,
    /// Photos without a hand, and those of them that show another position than the record has there.
    /// A record that agrees with all of them may have faults still: by which way a piece came, how often
    /// it went to and fro, and what happened behind a hand, they do not tell.
    pub clear_photos: usize,
    /// See `clear_photos`; indices into all photos.
    pub contradicted: Vec<usize>,
    /// Warnings that came with the record.
    pub warnings: Vec<String>,
}

impl Outcome {
    /// Plies before the first that is not as in the truth; all if there is none.
    #[must_use]
    pub fn first_fault(&self) -> usize {
        self.comparison.differences.first().map_or(self.plies, |d| {
            let number = match d {
                compare::Difference::Wrong { number, .. }
                | compare::Difference::Missing { number, .. }
                | compare::Difference::Extra { number, .. } => *number,
            };
            (number - 1).min(self.plies)
        })
    }
}

/// Compares the moves of a record with the truth, leaving aside the order of moves between two photos;
/// `shown` are the plies that the photos show, in order.
fn compare_but_for_order<P: SquareGame>(
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

/// Which of the `clear` photos show another position than the record has there: the truth's `positions`
/// with the ply that each photo shows, and the `recorded` ones with which of them each photo is said to
/// show. Photos that were left out contradict nothing; those after a game was lost do.
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

/// The names of moves, and what stands and whose turn it is before the first and after each.
fn replayed<P: SquareGame>(start: &P, moves: &[P::Move]) -> (Vec<String>, Vec<(Placement, Color)>) {
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

/// What stands on the table before the first move of a record's main line and after each.
#[must_use]
pub fn placements<P: SquareGame>(record: &P::Record) -> Vec<Placement> {
    let (start, moves) = P::played(record);
    let shown = replayed(&start, &moves).1.into_iter();
    shown.map(|(placement, _)| placement).collect()
}

/// Renders a record's main line to `photo_0001.jpg` … in a folder, which is made if need be. The
/// scene's board is that of the game.
///
/// # Errors
/// [`Error::Scene`] if the scene cannot be, [`Error::Io`], [`Error::Cancelled`].
pub fn render<P: SquareGame>(
    record: &P::Record,
    scene: &Scene,
    seed: u64,
    folder: &Path,
    progress: impl Fn(usize, usize) -> ControlFlow<()> + Sync,
) -> Result<Vec<PathBuf>, Error> {
    let scene = P::played(record).0.on_board(scene.clone());
    let renderer = Renderer::new(&scene, seed)?;
    let frames = script(&placements::<P>(record), &scene, seed)?;
    std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, e))?;
    simulate::write_photos(folder, frames.len(), progress, |i| {
        renderer.render(i, &frames[i]).to_jpeg()
    })
}

/// Replays a game as photos in a scene and records it from them.
///
/// Photos are compressed and opened again as files would be. Where the board is, is known for the
/// first photo, as in Petkov's simulator; which side White sits on is not.
///
/// # Errors
/// [`Error::Scene`] if the scene cannot be; whatever [`pieces::record`] says.
pub fn replay<P: SquareGame>(
    record: &P::Record,
    scene: &Scene,
    seed: u64,
) -> Result<Outcome, Error> {
    let (start, moves) = P::played(record);
    let scene = start.on_board(scene.clone());
    let frames = script(&placements::<P>(record), &scene, seed)?;
    let game = recorded(&Options::from(start.clone()), &frames, &scene, seed)?;
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
            &game.shown,
        ),
        warnings: game.warnings.iter().map(ToString::to_string).collect(),
    })
}

/// Photographs frames in a scene, whose board must be that of the game, and records what is seen, as
/// [`replay`] does; nobody asks whether the frames show a game.
///
/// # Errors
/// As [`replay`].
pub fn recorded<P: SquareGame>(
    options: &Options<P>,
    frames: &[Frame],
    scene: &Scene,
    seed: u64,
) -> Result<Recording<P>, Error> {
    let renderer = Renderer::new(scene, seed)?;
    let size = size(&options.start);
    let mut reader: Option<Reader> = None;
    let (mut photos, mut grids) = (Vec::new(), Vec::new());
    for (i, frame) in frames.iter().enumerate() {
        let photo = renderer.render(i, frame);
        let name = PathBuf::from(format!("photo_{:04}.jpg", i + 1));
        let image = image::load_from_memory(&photo.to_jpeg());
        let image = image.map_err(|e| Error::Photo {
            path: name.clone(),
            reason: e.to_string(),
        })?;
        let image = image.to_rgb8();
        let reader = match &mut reader {
            Some(reader) => reader,
            None => {
                let pixels = image.dimensions();
                let lines = Grid::from_corners(photo.corners_px, size + 1, size + 1, pixels)?;
                reader.insert(Reader::new(size, Some(lines.upright()), P::STATURE)?)
            }
        };
        let seen = reader.see(&image)?.map(|sighting| sighting.tracked);
        if let Some(tracked) = seen.filter(|t| t.motion != Motion::Hidden) {
            grids.push(tracked.grid);
            photos.push(name);
        }
    }
    let Some(reader) = reader else {
        return Err(Error::NoPhotos {
            inputs: Vec::new(),
            ignored: 0,
        });
    };
    let seen = reader.finish(photos, grids);
    let quiet = &mut |_, _, _| ControlFlow::Continue(());
    pieces::decode(seen, options, Vec::new(), quiet)
}

/// The outcomes of many games, in the form of the original's summary.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// One for each game.
    pub outcomes: Vec<Outcome>,
    /// How long all took, in seconds.
    pub seconds: f64,
}

impl Summary {
    /// Plies of all games.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.outcomes.iter().map(|o| o.plies).sum()
    }

    /// Plies that stand in the records as in the truth.
    #[must_use]
    pub fn right(&self) -> usize {
        self.outcomes.iter().map(|o| o.comparison.right).sum()
    }

    /// Games without a fault.
    #[must_use]
    pub fn faultless(&self) -> usize {
        let faultless = |o: &&Outcome| o.comparison.differences.is_empty();
        self.outcomes.iter().filter(faultless).count()
    }

    /// Plies that are right but for the order of moves between two photos.
    #[must_use]
    pub fn right_but_for_order(&self) -> usize {
        self.outcomes.iter().map(|o| o.but_for_order.right).sum()
    }

    /// Games that are right but for the order of moves between two photos: every photo's position is
    /// that of the record.
    #[must_use]
    pub fn faultless_but_for_order(&self) -> usize {
        let faultless = |o: &&Outcome| o.but_for_order.differences.is_empty();
        self.outcomes.iter().filter(faultless).count()
    }

    /// Photos without a hand, of all games.
    #[must_use]
    pub fn clear_photos(&self) -> usize {
        self.outcomes.iter().map(|o| o.clear_photos).sum()
    }

    /// Those of them whose position is that of the record.
    #[must_use]
    pub fn explained_photos(&self) -> usize {
        let contradicted = |o: &Outcome| o.contradicted.len();
        self.clear_photos() - self.outcomes.iter().map(contradicted).sum::<usize>()
    }

    /// Games whose record agrees with every photo without a hand.
    #[must_use]
    pub fn explained(&self) -> usize {
        let explained = |o: &&Outcome| o.contradicted.is_empty();
        self.outcomes.iter().filter(explained).count()
    }

    /// Mean number of plies before the first fault, all plies where there is none.
    #[must_use]
    pub fn first_fault(&self) -> f64 {
        let all: usize = self.outcomes.iter().map(Outcome::first_fault).sum();
        all as f64 / self.outcomes.len().max(1) as f64
    }

    /// Mean share of the game before the first fault, from 0 to 1.
    #[must_use]
    pub fn before_fault(&self) -> f64 {
        let share = |o: &Outcome| o.first_fault() as f64 / o.plies.max(1) as f64;
        let all: f64 = self.outcomes.iter().map(share).sum();
        all / self.outcomes.len().max(1) as f64
    }

    /// Differences of all games.
    #[must_use]
    pub fn faults(&self) -> usize {
        let faults = |o: &Outcome| o.comparison.differences.len();
        self.outcomes.iter().map(faults).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for outcome in self.outcomes.iter() {
            for difference in &outcome.comparison.differences {
                let (number, truth, record) = match difference {
                    compare::Difference::Wrong {
                        number,
                        truth,
                        record,
                    } => (number, truth.as_str(), record.as_str()),
                    compare::Difference::Missing { number, truth } => (number, truth.as_str(), ""),
                    compare::Difference::Extra { number, record } => (number, "", record.as_str()),
                };
                let side = match number % 2 {
                    1 => outcome.first,
                    _ => !outcome.first,
                };
                let name = &outcome.name;
                writeln!(f, "{name}, ply {number} ({side}): [{truth} - {record}]")?;
            }
        }
        let games = self.outcomes.len();
        let plies = self.plies();
        let share = |part: usize| 100.0 * part as f64 / plies.max(1) as f64;
        writeln!(
            f,
            "RESULTS SUMMARY: Completed for {:.0} seconds. {games} games have been analysed!",
            self.seconds
        )?;
        writeln!(f, "Overall accuracy: {:.2}%", share(self.right()))?;
        writeln!(f, "Overall First-fault position: {:.2}", self.first_fault())?;
        let before = 100.0 * self.before_fault();
        writeln!(f, "Overall First-fault accuracy: {before:.2}%")?;
        writeln!(
            f,
            "Number of games that scored 100% accuracy is: {}",
            self.faultless()
        )?;
        writeln!(
            f,
            "Total number of moves analysed is: {plies} Average moves per game: {:.2} {} errors \
             detected...",
            plies as f64 / games.max(1) as f64,
            self.faults()
        )?;
        writeln!(
            f,
            "Right but for the order of moves between two photos: {}, {:.2}% of moves",
            counted(self.faultless_but_for_order(), "games"),
            share(self.right_but_for_order())
        )?;
        writeln!(
            f,
            "In agreement with every photo without a hand: {}, {} of {}",
            counted(self.explained(), "games"),
            self.explained_photos(),
            counted(self.clear_photos(), "photos")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{self, FAMOUS};
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
        let warnings = |frames: &[Frame]| {
            let options = Options::from(Position::initial());
            let game = recorded(&options, frames, &scene, 1).unwrap();
            let texts = game.warnings.iter().map(ToString::to_string);
            texts.collect::<Vec<_>>().join("\n")
        };
        assert!(!warnings(&frames[..6]).contains("FEN"));
        let late = warnings(&frames[2..8]);
        assert!(late.contains("2 moves") && late.contains("FEN"), "{late}");
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

    /// An outcome of a game that was photographed after some of its plies, and recorded otherwise.
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
    fn orders_that_no_photo_tells_are_no_faults_in_the_second_count() {
        let truth = "1. e4 e5 2. Nf3 Nc6 3. Bc4 *";
        // Black's first two moves the other way round: no fault if no photo was taken between them.
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
        // A photo between them tells: both are faults.
        let told = outcome(truth, other, &[0, 1, 2, 4, 5]).but_for_order;
        assert_eq!((told.right, told.differences.len()), (3, 2));
        // Another move is a fault, whatever stands there later; so are moves too few or too many.
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
    fn photos_that_show_what_the_record_has_not_are_found() {
        let replayed = |text: &str| {
            let record = pgn::Reader::new(text.as_bytes()).next().unwrap().unwrap();
            placements::<Position>(&record)
        };
        let truth = replayed("1. e4 e5 2. Nf3 *");
        let record = replayed("1. e4 e6 2. Nf3 *");
        // A photo of every position, the one after 1… e5 hidden by a hand or not; the record has the same plies.
        let plies = [0, 1, 2, 3];
        let shown = [Some(0), Some(1), Some(2), Some(3)];
        let wrong = |clear: &[usize], shown| contradicted(clear, &truth, &plies, &record, shown);
        assert_eq!(wrong(&[0, 1, 2, 3], &shown), [2, 3]);
        assert_eq!(wrong(&[0, 1, 3], &shown), [3]);
        // Left out: nothing is said of it.
        let skipped = [Some(0), Some(1), None, Some(3)];
        assert!(wrong(&[0, 1, 2], &skipped).is_empty());
        // The game was lost before the last one.
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
