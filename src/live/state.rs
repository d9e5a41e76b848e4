//! The state of a board for pages, as JSON. It is made from that of the recorder and the camera.

use board_core::{Color, Occupancy};
use sequence_search::Rival;
use serde::Serialize;

use super::clock::{ClockState, Timed};
use super::ruling::Ruling;
use super::setup::Setup;
use crate::recording::drawn::{Drawn, ReportBoard};
use crate::recording::{MoveTime, TimeControl, TimeLeft, move_times};

/// A board with its camera and its game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct State {
    /// The game and its details.
    pub setup: Setup,
    /// Whether photos are used, or skipped in a pause.
    pub running: bool,
    /// How much of a kept game has been read again, from 0 to 1, while it is resumed. Until then the records are those
    /// that were kept.
    pub resumed: Option<f32>,
    /// The camera.
    pub camera: Camera,
    /// Where the board is in the last photo that showed it; `None` before it is found.
    pub outline: Option<Outline>,
    /// The game; `None` before it has begun.
    pub game: Option<GameState>,
    /// The clock; `None` without a time control or before the game has begun.
    pub clock: Option<ClockState>,
    /// Whether the game is over and all its photos were decoded again.
    pub finished: bool,
    /// Number of games that have been recorded on this board, including this one.
    pub games: usize,
    /// Whether photos are kept and can be downloaded.
    pub kept: bool,
    /// The last notes, the newest first.
    pub notes: Vec<Note>,
}

/// A camera, and how many of its photos were used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Camera {
    /// Its name: `browser`, or the source.
    pub name: String,
    /// What is wrong with it, while it does not work.
    pub fault: Option<String>,
    /// Whether it is a film that has ended.
    pub over: bool,
    /// Number of photos that were used.
    pub photos: u64,
    /// Number of photos that were replaced by a newer one before they were used.
    pub dropped: u64,
    /// Number of photos of a folder that wait to be used.
    pub waiting: usize,
    /// Number of photos that repeated the one before.
    pub still: u64,
    /// Number of photos that could not be read.
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
    /// Its lines, each as points on it in pixels.
    pub lines: Vec<Vec<[f64; 2]>>,
    /// Whether pieces stand on the squares between the lines.
    pub squares: bool,
}

/// A game so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GameState {
    /// Number of earlier games on this board.
    pub games_before: usize,
    /// The kind of board.
    pub board: ReportBoard,
    /// The start position, one letter a point.
    pub start: String,
    /// The moves.
    pub moves: Vec<MoveState>,
    /// The side to move.
    pub to_move: &'static str,
    /// Number of pieces or stones of Black and White on the board.
    pub pieces: [usize; 2],
    /// Go: number of stones that Black and White have captured.
    pub taken: Option<[usize; 2]>,
    /// The result by the rules, if they have ended the game.
    pub result: Option<String>,
    /// Go: the score of a finished game.
    pub score: Option<Score>,
    /// The current position as a FEN; in Go the rows from the top.
    pub position: String,
    /// The points where the last photo differs from the position.
    pub differences: Vec<Difference>,
    /// The points that the last photo does not show, such as those under a hand.
    pub hidden: Vec<Place>,
    /// The last error of the players, if it is still of interest.
    pub ruling: Option<Ruling>,
    /// The clocks of Black and White after the last move.
    pub left: Option<[TimeLeft; 2]>,
    /// The time in seconds of the first photo with the last move.
    pub seen: Option<f64>,
}

/// The score of a game of Go.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// The result, as records have it: `B+7.5`.
    pub result: String,
    /// The komi it was counted with.
    pub komi: f32,
    /// The rules it was counted by, as records name them.
    pub rules: String,
    /// Lines of text: the result, the score of both sides, and the dead stones.
    pub lines: Vec<String>,
    /// The owner of each point: `X` Black, `O` White, `.` nobody.
    pub owners: String,
    /// The points of dead stones.
    pub dead: Vec<usize>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveState {
    /// The move number as written before it: `12.` or `12...`.
    pub number: String,
    /// The side that played it.
    pub side: &'static str,
    /// Its name, as players write it.
    pub name: String,
    /// Its probability, from 0 to 1.
    pub confidence: f32,
    /// Whether it is settled: only a decoding of all photos can still change it.
    pub settled: bool,
    /// The time it took, if the photos have times.
    pub seconds: Option<f64>,
    /// The clock of its side after it.
    pub left: Option<TimeLeft>,
    /// The points it changes, with their new letters.
    pub changes: Vec<(usize, char)>,
    /// Other moves that may have been played, the likeliest first.
    pub alternatives: Vec<AlternativeMove>,
}

/// A move that may have been played instead of another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AlternativeMove {
    /// Its name, as players write it.
    pub name: String,
    /// Its probability, from 0 to 1.
    pub share: f32,
    /// The points it changes, with their new letters.
    pub changes: Vec<(usize, char)>,
}

/// A point of the board and its place in the photo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The index of the point in the photo, row by row from the top of the board as it lies there.
    pub seen_at: usize,
    /// The pixel of the photo.
    pub pixel: [f64; 2],
}

/// A point where the photo differs from the position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The point of the position.
    pub point: usize,
    /// Its place in the photo.
    #[serde(flatten)]
    pub place: Place,
    /// How much better the photo fits another content than that of the position, in nats.
    pub nats: f32,
}

/// A message for the people at the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// Its number on this board. A repeated message has a new one.
    pub number: u64,
    /// Whether it is a warning.
    pub warning: bool,
    /// The sentence.
    pub text: String,
}

/// A move of the search.
pub(super) struct Found<M> {
    pub(super) side: Color,
    pub(super) mv: M,
    pub(super) name: String,
    pub(super) confidence: f32,
    /// The time in seconds of the first photo with it.
    pub(super) seen: Option<f64>,
    pub(super) rivals: Vec<Rival<M>>,
}

/// The part of the state that depends on the game.
pub(super) trait Shown: Drawn {
    /// The position as a FEN; in Go the rows from the top.
    fn text(&self) -> String;

    /// Number of stones that Black and White have captured, in Go.
    fn taken(&self) -> Option<[usize; 2]> {
        None
    }

    /// The score of a finished game with this record, in Go.
    fn score(&self, _: &Self::Record) -> Option<Score> {
        None
    }
}

impl GameState {
    /// The state after some moves from a start. The first `settled` moves are settled. The clock was pressed by the
    /// `earlier` moves of another game before.
    pub(super) fn of<P: Shown>(
        start: &P,
        moves: &[Found<P::Move>],
        settled: usize,
        control: Option<&TimeControl>,
        earlier: Timed,
    ) -> Self {
        let before = earlier.len();
        let mut seen = earlier;
        seen.extend(moves.iter().map(|found| (found.side, found.seen)));
        let times = move_times(&seen, control);
        let mut left = control.map(|control| [control.start(); 2]);
        for ((side, _), time) in seen.iter().zip(&times) {
            if let (Some(left), Some(now)) = (&mut left, time.left) {
                left[side.index()] = now;
            }
        }
        let mut position = start.clone();
        let mut shown = Vec::with_capacity(moves.len());
        for (ply, (found, time)) in moves.iter().zip(&times[before..]).enumerate() {
            position.set_to_move(found.side);
            let number = position.number(ply).to_string();
            let alternatives = alternatives(&position, &found.rivals);
            let changes = play(&mut position, found.mv);
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

    /// The time that each move took and what the clock showed after it.
    pub(super) fn move_times(&self) -> Vec<MoveTime> {
        let time = |mv: &MoveState| MoveTime {
            spent: mv.seconds,
            left: mv.left,
        };
        self.moves.iter().map(time).collect()
    }
}

/// Plays a move and returns the points it changes, with their new letters.
fn play<P: Shown>(position: &mut P, mv: P::Move) -> Vec<(usize, char)> {
    let before = position.letters();
    position.play(mv);
    let after = position.letters();
    let changes = before.chars().zip(after.chars()).enumerate();
    let changes = changes.filter(|(_, (before, after))| before != after);
    changes.map(|(point, (_, after))| (point, after)).collect()
}

/// The likeliest of some rivals of a move, if they are legal.
fn alternatives<P: Shown>(position: &P, rivals: &[Rival<P::Move>]) -> Vec<AlternativeMove> {
    /// Rivals with a lower probability are not shown.
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
