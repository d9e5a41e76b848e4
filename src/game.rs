//! The trait `Game`: what a recorder needs from a game.

use board_core::Evidence;
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

/// A game that a [`Recorder`](crate::Recorder) can follow: its board, start, move prior and decoder. It is implemented
/// by the options of each game: [`go::Options`](crate::games::go::Options),
/// [`chess::Options`](crate::games::chess::Options), [`checkers::Options`](crate::games::checkers::Options).
pub trait Game: Sized {
    /// A position: the rules, the notation and the diagram.
    type Position: Drawn;
    /// The sensor that observes its photos.
    type Sensor: Sensor;

    /// The kind of board it is played on.
    const BOARD: Board;

    /// Checks the board found in a photo, and returns a warning if something about it is unusual.
    ///
    /// # Errors
    /// [`Error::OtherBoard`] if it is the board of another game.
    fn check_board(&self, _: &Photo, _: &Grid) -> Result<Option<Warning>, Error> {
        Ok(None)
    }

    /// Finds the start of a game in the frames from `first` on, the last of which `repeats` so many more photos show;
    /// `None` while it is unclear. If these are the `last` photos, returns the likeliest start.
    ///
    /// # Errors
    /// Errors of the sensor.
    fn start(
        &self,
        sensor: &Self::Sensor,
        first: usize,
        repeats: usize,
        last: bool,
    ) -> Result<Option<Start<Self::Position>>, Error>;

    /// Finds the start of a game in evidence, with the share (0 to 1) of the pieces that stand on their start squares.
    fn start_of(&self, evidence: &Evidence) -> Option<(Start<Self::Position>, f32)>;

    /// Reads a position on a board of this many points: FEN, or for Go the end of a game in SGF.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is no such position.
    fn position(&self, text: &str, points: usize) -> Result<Self::Position, Error>;

    /// Settings of the search while photos arrive.
    fn live_search(&self) -> Settings;

    /// The move prior of a game from `start`.
    fn prior(&self, start: &Self::Position) -> Box<dyn MovePrior<Self::Position> + Send>;

    /// The moves that were certainly played, or certainly not.
    fn fixes(&mut self) -> &mut Vec<Fix>;

    /// The next game on the same board, with its start position and the orientation of the board if they are known.
    fn next_game(&self, start: Option<(Self::Position, Orientation)>) -> Self;

    /// The same game on a board of known orientation.
    #[must_use]
    fn oriented(&self, orientation: Orientation) -> Self;

    /// Finds the game that explains these `frames` best, and the games after it. `seen` are their numbers in the
    /// sensor, the first of which is 0.
    ///
    /// # Errors
    /// [`Error`] as [`Recorder::finish`](crate::Recorder::finish).
    fn decode(
        &self,
        sensor: &mut Self::Sensor,
        seen: &[usize],
        frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<Self::Position>, Error>;

    /// Does the same from final evidence, without a sensor that learns.
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

/// A game with a default sensor.
pub trait OwnSensor: Game {
    /// Makes the sensor of a new series.
    ///
    /// # Errors
    /// [`Error`] for invalid options.
    fn sensor(&self) -> Result<Self::Sensor, Error>;
}

/// Number of photos from which the start of a game is read.
pub(crate) const STARTING: usize = 3;
/// Number of frames that decide the orientation of a board of squares, where the first one leaves it open.
pub(crate) const ORIENTING: usize = 32;

/// The start of a game in a series of photos.
#[derive(Clone, Debug, PartialEq)]
pub struct Start<P> {
    /// The first frame that shows it.
    pub frame: usize,
    /// The position.
    pub position: P,
    /// The orientation of the board.
    pub orientation: Orientation,
    /// Whether the game was joined in mid-game: its start position and side to move are uncertain.
    pub mid_game: bool,
}

impl<P> Start<P> {
    /// The start in a series with this many frames before.
    pub(crate) fn later(mut self, frames: usize) -> Self {
        self.frame += frames;
        self
    }
}

#[cfg(all(test, feature = "go"))]
impl Start<go_rules::Position> {
    /// The empty board of 9 × 9 in the first frame.
    pub(crate) fn of_go() -> Self {
        Self {
            frame: 0,
            position: go_rules::Position::initial(go_rules::Size::square(9).unwrap()),
            orientation: Orientation::default(),
            mid_game: false,
        }
    }
}

/// How thoroughly a game is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// By a quick search, while photos arrive.
    Quick,
    /// Exactly, while photos arrive.
    Exact,
    /// Exactly, at the end.
    Full,
    /// Exactly, for the last time: the sensor may lose its frames.
    Last,
}

/// A game with a custom sensor instead of its own.
#[derive(Clone, Debug)]
pub struct WithSensor<G, S> {
    game: G,
    sensor: std::marker::PhantomData<fn() -> S>,
}

impl<G, S> WithSensor<G, S> {
    pub(crate) fn new(game: G) -> Self {
        let sensor = std::marker::PhantomData;
        Self { game, sensor }
    }
}

impl<G: Game, S: Sensor> Game for WithSensor<G, S> {
    type Position = G::Position;
    type Sensor = S;
    const BOARD: Board = G::BOARD;

    fn check_board(&self, photo: &Photo, grid: &Grid) -> Result<Option<Warning>, Error> {
        self.game.check_board(photo, grid)
    }

    fn start(
        &self,
        sensor: &S,
        first: usize,
        _: usize,
        last: bool,
    ) -> Result<Option<Start<G::Position>>, Error> {
        /// Number of frames in which players may still set up the pieces.
        const SET_UP: usize = 30;
        /// Share of pieces on their start squares from which the pieces count as set up.
        const PLAIN: f32 = 0.9;
        let frames: Vec<usize> = (first..sensor.frames()).collect();
        if frames.is_empty() {
            return Ok(None);
        }
        let found = self.game.start_of(&sensor.evidence(&frames, &[])?);
        let last = last || frames.len() >= SET_UP;
        let plain = found.filter(|(_, agreement)| *agreement >= PLAIN || last);
        Ok(plain.map(|(start, _)| start.later(first)))
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

    fn fixes(&mut self) -> &mut Vec<Fix> {
        self.game.fixes()
    }

    fn next_game(&self, start: Option<(G::Position, Orientation)>) -> Self {
        Self::new(self.game.next_game(start))
    }

    fn oriented(&self, orientation: Orientation) -> Self {
        Self::new(self.game.oriented(orientation))
    }

    fn decode(
        &self,
        sensor: &mut S,
        seen: &[usize],
        mut frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<G::Position>, Error> {
        let mut used = seen.to_vec();
        if let Some(usable) = sensor.usable() {
            used.retain(|frame| usable[*frame]);
            frames.keep(&seen.iter().map(|frame| usable[*frame]).collect::<Vec<_>>());
        }
        let evidence = sensor.evidence(&used, &[])?;
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
