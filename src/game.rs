//! What a game says to a recorder that only it knows.

use board_core::Evidence;
use std::ops::Range;

use board_geom::Grid;
use sequence_search::{MovePrior, Settings};

use crate::decode::fix::Fix;
use crate::progress::Progress;
use crate::recording::Recording;
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::sensor::Sensor;
pub use crate::sensor::orientation::Orientation;
use crate::source::Photo;
use crate::{Board, Error, Warning};

/// A game as a [`Recorder`](crate::Recorder) needs to know it, with the options it is recorded with:
/// [`go::Options`](crate::games::go::Options), [`chess::Options`](crate::games::chess::Options),
/// [`checkers::Options`](crate::games::checkers::Options).
pub trait Game: Sized {
    /// Its positions, which know the rules and how records are written.
    type Position: Drawn;
    /// What reads its photos.
    type Sensor: Sensor;

    /// The kind of board that it is played on.
    const BOARD: Board;

    /// What there is to say about a board that was found in a photo.
    ///
    /// # Errors
    /// [`Error::OtherBoard`] if it is none of this game.
    fn check_board(&self, _: &Photo, _: &Grid) -> Result<Option<Warning>, Error> {
        Ok(None)
    }

    /// Where the first game begins, once that is plain; as far as can be told if these are the `last` photos.
    ///
    /// # Errors
    /// What the sensor says.
    fn start(
        &self,
        sensor: &Self::Sensor,
        last: bool,
    ) -> Result<Option<Start<Self::Position>>, Error>;

    /// Where evidence shows the start of a game, and which share of its pieces is in its place there.
    fn start_of(&self, evidence: &Evidence) -> Option<(Start<Self::Position>, f32)>;

    /// The position that a text describes, on a board of so many points: FEN, or for Go a game in SGF, at its end.
    ///
    /// # Errors
    /// [`Error::Position`].
    fn position(&self, text: &str, points: usize) -> Result<Self::Position, Error>;

    /// How moves are searched for while photos come in.
    fn live_search(&self) -> Settings;

    /// What is known of moves before any photo is looked at, in a game from `start`.
    fn prior(&self, start: &Self::Position) -> Box<dyn MovePrior<Self::Position> + Send>;

    /// Adds a move that was certainly played, or certainly not.
    fn add_fix(&mut self, fix: Fix);

    /// Forgets the last of them.
    fn drop_fix(&mut self);

    /// The next game on the same board, which starts from a position and with the board lying so, if that is known.
    fn next_game(&self, start: Option<(Self::Position, Orientation)>) -> Self;

    /// Finds the game that explains some frames best, and those that follow it.
    ///
    /// # Errors
    /// [`Error`] as [`Recorder::finish`](crate::Recorder::finish).
    fn decode(
        &self,
        sensor: &mut Self::Sensor,
        part: Range<usize>,
        frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<Self::Position>, Error>;

    /// The same by evidence that nothing will change.
    ///
    /// # Errors
    /// As [`decode`](Game::decode).
    fn decode_evidence(
        &self,
        evidence: Evidence,
        frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<Self::Position>, Error>;
}

/// A game that has a sensor of its own.
pub trait OwnSensor: Game {
    /// A sensor for a series that begins.
    ///
    /// # Errors
    /// For options without meaning.
    fn sensor(&self) -> Result<Self::Sensor, Error>;
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Start<P> {
    /// The first frame that shows it.
    pub frame: usize,
    /// The position.
    pub position: P,
    /// How the board lies.
    pub orientation: Orientation,
    /// Whether the game began before, so that its moves have to tell more of its start, and whose turn it is.
    pub mid_game: bool,
}

/// How much work a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// While photos come in: by a quick search.
    Quick,
    /// In the end. The frames of the sensor may be gone afterwards.
    Full,
}

/// A game whose photos are read by another sensor than its own.
#[derive(Clone, Debug)]
pub struct Plugged<G, S> {
    game: G,
    sensor: std::marker::PhantomData<fn() -> S>,
}

impl<G, S> Plugged<G, S> {
    pub(crate) fn new(game: G) -> Self {
        let sensor = std::marker::PhantomData;
        Self { game, sensor }
    }
}

impl<G: Game, S: Sensor> Game for Plugged<G, S> {
    type Position = G::Position;
    type Sensor = S;
    const BOARD: Board = G::BOARD;

    fn check_board(&self, photo: &Photo, grid: &Grid) -> Result<Option<Warning>, Error> {
        self.game.check_board(photo, grid)
    }

    fn start(&self, sensor: &S, last: bool) -> Result<Option<Start<G::Position>>, Error> {
        /// Frames in which pieces may still be set up.
        const SET_UP: usize = 30;
        /// Share of the pieces that are in their places where they are not any more.
        const PLAIN: f32 = 0.9;
        let frames = sensor.frames();
        if frames == 0 {
            return Ok(None);
        }
        let all: Vec<usize> = (0..frames).collect();
        let found = self.game.start_of(&sensor.evidence(&all, &[])?);
        let plain = found.filter(|(_, agreement)| *agreement >= PLAIN || frames >= SET_UP || last);
        Ok(plain.map(|(start, _)| start))
    }

    fn start_of(&self, evidence: &Evidence) -> Option<(Start<G::Position>, f32)> {
        self.game.start_of(evidence)
    }

    fn position(&self, text: &str, points: usize) -> Result<G::Position, Error> {
        self.game.position(text, points)
    }

    fn live_search(&self) -> Settings {
        self.game.live_search()
    }

    fn prior(&self, start: &G::Position) -> Box<dyn MovePrior<G::Position> + Send> {
        self.game.prior(start)
    }

    fn add_fix(&mut self, fix: Fix) {
        self.game.add_fix(fix);
    }

    fn drop_fix(&mut self) {
        self.game.drop_fix();
    }

    fn next_game(&self, start: Option<(G::Position, Orientation)>) -> Self {
        Self::new(self.game.next_game(start))
    }

    fn decode(
        &self,
        sensor: &mut S,
        part: Range<usize>,
        mut frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<G::Position>, Error> {
        let mut all: Vec<usize> = part.clone().collect();
        if let Some(usable) = sensor.usable() {
            all.retain(|frame| usable[*frame]);
            frames.keep(&usable[part]);
        }
        let evidence = sensor.evidence(&all, &[])?;
        self.game
            .decode_evidence(evidence, frames, warnings, effort, progress)
    }

    fn decode_evidence(
        &self,
        evidence: Evidence,
        frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<G::Position>, Error> {
        self.game
            .decode_evidence(evidence, frames, warnings, effort, progress)
    }
}
