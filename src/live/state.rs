//! What a page shows of a board, as JSON. No state of its own: made anew from the recorder and the camera.

use board_core::{Color, Occupancy};
use sequence_search::Rival;
use serde::Serialize;

use super::clock::ClockState;
use super::ruling::Ruling;
use super::setup::Setup;
use crate::recording::drawn::{Drawn, ReportBoard};
use crate::recording::{MoveTime, TimeControl, TimeLeft, move_times};

/// A board with its camera and its game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct State {
    /// Which game is followed.
    pub setup: Setup,
    /// Whether photos are taken, or passed over.
    pub running: bool,
    /// The camera.
    pub camera: Camera,
    /// Where the board is in the last photo that showed it; nothing while it is not found.
    pub outline: Option<Outline>,
    /// The game; nothing while none has begun.
    pub game: Option<GameState>,
    /// What the chess clock shows; nothing without one, or while no game has begun.
    pub clock: Option<ClockState>,
    /// Whether the game is over and was decoded as a whole.
    pub finished: bool,
    /// Whether photos are kept, and can be downloaded.
    pub kept: bool,
    /// What there is to say now, the last thing first.
    pub notes: Vec<Note>,
}

/// A camera, and what became of its photos.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Camera {
    /// What it is called: `browser`, or the source that was given.
    pub name: String,
    /// What is wrong with it, as long as that lasts.
    pub fault: Option<String>,
    /// Photos that were looked at.
    pub photos: u64,
    /// Photos that a newer one took the place of, before they were looked at.
    pub dropped: u64,
    /// Photos that showed nothing new.
    pub still: u64,
    /// Photos that could not be opened.
    pub refused: u64,
    /// Width and height of the last photo, in pixels.
    pub size: Option<(u32, u32)>,
}

/// Where a board is in a photo.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outline {
    /// Its corners in pixels: top-left, top-right, bottom-right, bottom-left.
    pub corners: [[f64; 2]; 4],
    /// Its lines, each by points on it.
    pub lines: Vec<Vec<[f64; 2]>>,
    /// Whether the points of the board are the squares between the lines.
    pub squares: bool,
}

/// A game so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GameState {
    /// How many games on this board are over.
    pub games_before: usize,
    /// The kind of board.
    pub board: ReportBoard,
    /// What is on it at the start, a letter a point.
    pub start: String,
    /// The moves.
    pub moves: Vec<MoveState>,
    /// Whose turn it is.
    pub to_move: &'static str,
    /// Pieces or stones on the board: Black's, White's.
    pub pieces: [usize; 2],
    /// Go: stones that Black and White have taken.
    pub taken: Option<[usize; 2]>,
    /// How the game ended by the rules, if it has.
    pub result: Option<String>,
    /// Go: the count of a game that is over.
    pub score: Option<Score>,
    /// The position now, as files write it; in Go rows from the top.
    pub position: String,
    /// The points that the last photo shows otherwise than the position has them.
    pub differences: Vec<Difference>,
    /// The points that the last photo does not show, as hands hide them.
    pub hidden: Vec<Place>,
    /// What is wrong on the board, or was.
    pub ruling: Option<Ruling>,
    /// What the clocks of Black and White showed after the last move.
    pub left: Option<[TimeLeft; 2]>,
    /// When the last move was first seen, in seconds.
    pub seen: Option<f64>,
}

/// The count of a game of Go.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// The result, both sides, the dead stones.
    pub lines: Vec<String>,
    /// Whose each point is, as letters are: `X` Black's, `O` White's, `.` nobody's.
    pub owners: String,
    /// The dead stones.
    pub dead: Vec<usize>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveState {
    /// As it stands before the move: `12.` or `12...`.
    pub number: String,
    /// Who played it.
    pub side: &'static str,
    /// As players write it.
    pub name: String,
    /// From 0 to 1.
    pub confidence: f32,
    /// Whether it will not change any more, unless all photos are decoded again.
    pub settled: bool,
    /// How long it took, where the photos have times.
    pub seconds: Option<f64>,
    /// What the clock of its side showed after it.
    pub left: Option<TimeLeft>,
    /// The points it changes, and what is there afterwards.
    pub changes: Vec<(usize, char)>,
    /// What may have been played instead, the likeliest first.
    pub alternatives: Vec<AlternativeMove>,
}

/// A move that may have been played instead of another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AlternativeMove {
    /// As players write it.
    pub name: String,
    /// Its share of the probability, from 0 to 1.
    pub share: f32,
    /// The points it changes, and what is there afterwards.
    pub changes: Vec<(usize, char)>,
}

/// A point of the board, and where it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The point of the board as it lies in the photo, row by row from the top.
    pub seen_at: usize,
    /// In pixels of the photo.
    pub pixel: [f64; 2],
}

/// A point where a photo and the position differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The point of the position.
    pub point: usize,
    /// Where it is seen.
    #[serde(flatten)]
    pub place: Place,
    /// By how much the photo is against the position there, in nats.
    pub nats: f32,
}

/// A sentence for the people at the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// How often a note was made before, so that the same one again is another one.
    pub number: u64,
    /// Whether it is about something that went wrong.
    pub warning: bool,
    /// The sentence.
    pub text: String,
}

/// A move as the search found it.
pub(super) struct Found<M> {
    pub(super) side: Color,
    pub(super) mv: M,
    pub(super) name: String,
    pub(super) confidence: f32,
    /// When it was first seen, in seconds.
    pub(super) seen: Option<f64>,
    pub(super) rivals: Vec<Rival<M>>,
}

/// What only some games have.
pub(super) trait Shown: Drawn {
    /// The position as files write it.
    fn text(&self) -> String;

    /// Stones that Black and White have taken, where they are counted.
    fn taken(&self) -> Option<[usize; 2]> {
        None
    }

    /// The count at the end of a game with this record, where games are counted.
    fn score(&self, _: &Self::Record) -> Option<Score> {
        None
    }
}

impl GameState {
    /// Of moves from a start; the first `settled` of them are settled.
    pub(super) fn of<P: Shown>(
        start: &P,
        moves: &[Found<P::Move>],
        settled: usize,
        control: Option<&TimeControl>,
    ) -> Self {
        let seen: Vec<_> = moves.iter().map(|found| (found.side, found.seen)).collect();
        let times = move_times(&seen, control);
        let mut left = control.map(|control| [control.start(); 2]);
        let mut position = start.clone();
        let mut shown = Vec::with_capacity(moves.len());
        for (ply, (found, time)) in moves.iter().zip(times).enumerate() {
            position.set_to_move(found.side);
            let number = position.number(ply).to_string();
            let alternatives = alternatives(&position, &found.rivals);
            let changes = play(&mut position, found.mv);
            if let (Some(left), Some(now)) = (&mut left, time.left) {
                left[found.side.index()] = now;
            }
            shown.push(MoveState {
                number,
                side: name(found.side),
                name: found.name.clone(),
                confidence: found.confidence,
                settled: ply < settled,
                seconds: time.spent,
                left: time.left,
                changes,
                alternatives,
            });
        }
        let count = |side| position.cells().filter(|content| *content == side).count();
        Self {
            games_before: 0,
            board: start.board(),
            start: start.letters(),
            moves: shown,
            to_move: name(position.to_move()),
            pieces: [count(Occupancy::Black), count(Occupancy::White)],
            taken: position.taken(),
            result: None,
            score: None,
            position: position.text(),
            differences: Vec::new(),
            hidden: Vec::new(),
            ruling: None,
            left,
            seen: seen.iter().rev().find_map(|(_, seen)| *seen),
        }
    }

    /// How long each move took, and what was left.
    pub(super) fn move_times(&self) -> Vec<MoveTime> {
        let time = |mv: &MoveState| MoveTime {
            spent: mv.seconds,
            left: mv.left,
        };
        self.moves.iter().map(time).collect()
    }
}

/// Plays a move; the points it changes, and what is there afterwards.
fn play<P: Shown>(position: &mut P, mv: P::Move) -> Vec<(usize, char)> {
    let before = position.letters();
    position.play(mv);
    let after = position.letters();
    let changes = before.chars().zip(after.chars()).enumerate();
    let changes = changes.filter(|(_, (before, after))| before != after);
    changes.map(|(point, (_, after))| (point, after)).collect()
}

/// The likeliest legal moves in the place of another.
fn alternatives<P: Shown>(position: &P, rivals: &[Rival<P::Move>]) -> Vec<AlternativeMove> {
    /// A share of less is not worth an arrow.
    const LEAST: f32 = 0.02;
    const MOST: usize = 3;
    let likely = rivals.iter().filter(|rival| rival.posterior > LEAST);
    let legal = likely.filter_map(|rival| {
        let mut position = position.clone();
        position.set_to_move(rival.side);
        position.is_legal(rival.mv).then(|| AlternativeMove {
            name: position.name(rival.mv),
            share: rival.posterior,
            changes: play(&mut position, rival.mv),
        })
    });
    legal.take(MOST).collect()
}

pub(super) fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}
