//! What a page shows of a board, as JSON. No state of its own: made anew from the recorder and the camera.

use board_core::{Color, Occupancy};
use serde::Serialize;

use super::ruling::Ruling;
use super::setup::Setup;
use crate::recording::drawn::{Drawn, ReportBoard};

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
    /// Whether the game is over and was decoded as a whole.
    pub finished: bool,
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
    /// The position now, as files write it; in Go rows from the top.
    pub position: String,
    /// The points that the last photo shows otherwise than the position has them.
    pub differences: Vec<Difference>,
    /// What is wrong on the board, or was.
    pub ruling: Option<Ruling>,
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
    /// The points it changes, and what is there afterwards.
    pub changes: Vec<(usize, char)>,
}

/// A point where a photo and the position differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The point of the position.
    pub point: usize,
    /// The point of the board as it lies in the photo, row by row from the top.
    pub seen_at: usize,
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
}

/// What only some games have.
pub(super) trait Shown: Drawn {
    /// The position as files write it.
    fn text(&self) -> String;

    /// Stones that Black and White have taken, where they are counted.
    fn taken(&self) -> Option<[usize; 2]> {
        None
    }
}

impl GameState {
    /// Of moves from a start; the first `settled` of them are settled.
    pub(super) fn of<P: Shown>(start: &P, moves: &[Found<P::Move>], settled: usize) -> Self {
        let mut position = start.clone();
        let mut shown = Vec::with_capacity(moves.len());
        let mut letters = start.letters();
        let mut before = None;
        for (ply, found) in moves.iter().enumerate() {
            position.set_to_move(found.side);
            let number = position.number(ply).to_string();
            position.play(found.mv);
            let now = position.letters();
            let changes = letters.chars().zip(now.chars()).enumerate();
            let changes = changes.filter(|(_, (old, new))| old != new);
            let since = before.zip(found.seen).map(|(before, seen)| seen - before);
            before = found.seen.or(before);
            shown.push(MoveState {
                number,
                side: name(found.side),
                name: found.name.clone(),
                confidence: found.confidence,
                settled: ply < settled,
                seconds: since,
                changes: changes.map(|(point, (_, new))| (point, new)).collect(),
            });
            letters = now;
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
            position: position.text(),
            differences: Vec::new(),
            ruling: None,
        }
    }

    /// How long each move took, in seconds.
    pub(super) fn move_times(&self) -> Vec<Option<f64>> {
        self.moves.iter().map(|mv| mv.seconds).collect()
    }
}

fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}
