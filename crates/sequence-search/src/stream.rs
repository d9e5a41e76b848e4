use core::ops::ControlFlow;

use board_core::{Cell, Color, FromFn, MoveGen, Observation};

use crate::costs::Costs;
use crate::effects::Effects;
use crate::prior::Later;
use crate::search::Root;
use crate::slots::contents;
use crate::solution::Solution;
use crate::{Decoded, Decoder, End, MovePrior, Ply, Rival, SearchError, Settings};

/// A decoder for a stream of frames, for a live camera.
///
/// It keeps a window of frames and decodes it again every few frames. Moves older than the lag are committed: they are
/// reported once and never change. Younger moves are [`pending`](Stream::pending), and later evidence may revoke them.
/// Memory does not grow with time. False moves ([`Decoded::touches`]) are not reported.
///
/// ```
/// # fn watch<P: board_core::MoveGen, O: board_core::Observation<Cell = P::Cell>>(start: P, frames: impl Iterator<Item = O>) -> Result<(), sequence_search::SearchError> {
/// use board_core::Cell;
/// use sequence_search::{Settings, Stream};
///
/// let mut stream = Stream::new(start, Settings::beam(32)).lag(60);
/// for frame in frames {
///     for committed in stream.push(&frame, 0)? {
///         println!("{:?} at frame {}", committed.mv, committed.frame);
///     }
/// }
/// // A sensor without an observation of its own says what each content of each point costs.
/// stream.push_frame(|_point, cell| if Some(&cell) == P::Cell::ALL.first() { 0.0 } else { 4.0 })?;
/// let rest = stream.finish()?;
/// println!("ended: {:?}, followed: {}", stream.end(), stream.followed());
/// # Ok(()) }
/// ```
pub struct Stream<P: MoveGen> {
    settings: Settings,
    lag: usize,
    every: usize,
    sure: f32,
    prior: Box<dyn MovePrior<P> + Send>,
    /// The possible start positions, each with its price.
    starts: Vec<(P, f32)>,
    /// Whether a window has been left, which decides the start position.
    begun: bool,
    /// What the window begins with.
    root: Root<P>,
    window: Costs,
    /// Number of frames that have left the window.
    before: usize,
    since: usize,
    committed: usize,
    latest: Option<Decoded<P::Move>>,
    end: Option<End>,
    finished: bool,
    /// The effects of the moves met.
    effects: Option<Effects>,
    /// See [`set_thorough`](Stream::set_thorough).
    thorough: bool,
    retries: Retries,
}

/// Decides when a lost game is searched again, which takes many times as long as following it: after every decoding
/// that loses it, but seldom where that has not helped. Otherwise every push would be slow where the frames are of
/// another game.
#[derive(Clone, Copy, Debug, Default)]
struct Retries {
    /// Number of searches that have not helped, without one that has.
    failed: u32,
    /// Number of decodings before the next one that may search again.
    wait: u32,
}

impl Retries {
    /// Most decodings between two that search again.
    const MOST: u32 = 8;

    fn is_due(self) -> bool {
        self.wait == 0
    }

    /// Notes whether a decoding has lost the game.
    fn note(&mut self, lost: bool) {
        *self = match lost {
            false => Retries::default(),
            true if self.is_due() => Retries {
                failed: self.failed + 1,
                wait: (1 << self.failed.min(31)).min(Self::MOST),
            },
            true => Retries {
                wait: self.wait - 1,
                ..*self
            },
        };
    }
}

/// A move that is final, or one of the pending moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Committed<M> {
    /// Its index, from 0.
    pub ply: usize,
    /// The move.
    pub mv: M,
    /// The side that played it.
    pub side: Color,
    /// The first frame that shows it, counted from the first frame of the stream.
    pub frame: usize,
    /// As [`Ply::confidence`](crate::Ply::confidence), from the frames of the window.
    pub confidence: f32,
    /// As [`Ply::posterior`](crate::Ply::posterior), from the frames of the window.
    pub posterior: f32,
    /// As [`Ply::rivals`](crate::Ply::rivals), with frames counted from the first frame of the stream.
    pub rivals: Vec<Rival<M>>,
    /// As [`Ply::handicap`](crate::Ply::handicap); false for the first stone if it was committed before the second.
    pub handicap: bool,
    /// As [`Ply::after_pass`](crate::Ply::after_pass).
    pub after_pass: bool,
    /// As [`Ply::followed`](crate::Ply::followed), from the frames of the window.
    pub followed: bool,
    /// The other side's pass before this move, if it passed and the rules have a move that changes nothing: to be
    /// played first. `None` after a pass means that the rules have no pass, so that a move was not seen.
    pub pass: Option<M>,
}

impl<M: Copy> Committed<M> {
    /// A ply of a window that begins `frames` frames and `number` plies after the start of the stream.
    fn of(ply: &Ply<M>, frames: usize, number: usize, pass: Option<M>) -> Self {
        let rivals = ply.rivals.iter().map(|rival| Rival {
            frame: frames + rival.frame,
            ..*rival
        });
        Committed {
            ply: number,
            mv: ply.mv,
            side: ply.side,
            frame: frames + ply.frame,
            confidence: ply.confidence,
            posterior: ply.posterior,
            rivals: rivals.collect(),
            handicap: ply.handicap,
            after_pass: ply.after_pass,
            followed: ply.followed,
            pass,
        }
    }
}

/// Gives the turn to the side of a ply; returns the pass of the other side, if it comes before.
fn position_before<P: MoveGen>(position: &mut P, ply: &Ply<P::Move>) -> Option<P::Move> {
    let pass = ply.after_pass.then(|| pass_of(position)).flatten();
    position.set_to_move(ply.side);
    pass
}

/// The move that changes nothing, if the side to move has one.
fn pass_of<P: MoveGen>(position: &P) -> Option<P::Move> {
    let flow = position.visit_legal(|mv| {
        let mut changes = false;
        position.visit_changes(mv, |_| changes = true);
        match changes {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(mv),
        }
    });
    flow.break_value()
}

impl<M: Copy> From<&[Committed<M>]> for Decoded<M> {
    /// A game of which only moves and their frames are known.
    fn from(moves: &[Committed<M>]) -> Self {
        let mut game = Self::unknown();
        game.plies.extend(moves.iter().map(|m| Ply {
            mv: m.mv,
            side: m.side,
            frame: m.frame,
            confidence: m.confidence,
            posterior: m.posterior,
            order: 1.0,
            when: Vec::new(),
            rivals: m.rivals.clone(),
            handicap: m.handicap,
            after_pass: m.after_pass,
            followed: m.followed,
            lags: Vec::new(),
        }));
        game
    }
}

impl<P: MoveGen> Stream<P> {
    /// A stream whose game starts from a known position, with a lag of 60 frames, decoded every 8 frames.
    /// [`Settings::beam`] is the usual choice.
    pub fn new(start: P, settings: Settings) -> Self {
        Stream {
            lag: 60,
            every: 8,
            sure: f32::INFINITY,
            prior: Box::new(()),
            window: Costs::empty(start.points(), P::Cell::ALL.len()),
            before: 0,
            since: 0,
            committed: 0,
            latest: None,
            end: None,
            finished: false,
            effects: None,
            thorough: true,
            retries: Retries::default(),
            begun: false,
            root: Root::of_game(start.clone(), 0.0, &settings.model),
            starts: vec![(start, 0.0)],
            settings,
        }
    }

    /// Adds another possible start position with its price in nats; that of the first one is 0. A price that is
    /// negative or not a number is an error of the first decoding. The choice is final when the first frames are: until
    /// then [`position`](Stream::position) is the first one.
    ///
    /// # Panics
    /// If the number of points differs from that of the first position.
    #[must_use]
    pub fn start(mut self, position: P, price: f32) -> Self {
        assert_eq!(
            position.points(),
            self.root.position.points(),
            "points of the board"
        );
        self.starts.push((position, price));
        self
    }

    /// Sets the lag: moves are committed this many frames after they first show; at least 1. It should be some frames
    /// longer than a wrong move stands before a player puts it back. If the lag is over before the frames contradict
    /// the wrong move, it is committed as a move, and so is its return.
    #[must_use]
    pub fn lag(mut self, frames: usize) -> Self {
        self.lag = frames.max(1);
        self
    }

    /// Decodes after every so many frames; at least 1. Moves are committed late by as much.
    #[must_use]
    pub fn every(mut self, frames: usize) -> Self {
        self.every = frames.max(1);
        self
    }

    /// Commits moves early if they and all moves before them have at least this posterior, and have shown for
    /// [`every`](Stream::every) frames. Above 1, no move is early.
    ///
    /// # Panics
    /// If it is negative or not a number.
    #[must_use]
    pub fn sure(mut self, posterior: f32) -> Self {
        assert!(posterior >= 0.0, "a posterior of {posterior}");
        self.sure = posterior;
        self.settings.posteriors = true;
        self
    }

    /// Sets the move prior. Plies and frames count from the start of the stream.
    #[must_use]
    pub fn prior(mut self, prior: Box<dyn MovePrior<P> + Send>) -> Self {
        self.prior = prior;
        self
    }

    /// Whether a game that the search has lost is searched again, with more reach and in parts, which takes many times
    /// as long; true at first.
    pub fn set_thorough(&mut self, thorough: bool) {
        self.thorough = thorough;
    }

    /// Restarts before the first frame: for [`update`](Stream::update) with better evidence of all frames than was
    /// known when their moves were committed.
    pub fn restart(&mut self) {
        let first = self.starts[0].0.clone();
        self.root = Root::of_game(first, 0.0, &self.settings.model);
        self.begun = false;
        self.window = Costs::empty(self.window.points, self.window.contents);
        (self.before, self.since, self.committed) = (0, 0, 0);
        (self.latest, self.end, self.finished) = (None, None, false);
        self.retries = Retries::default();
    }

    /// Restarts after a number of frames whose moves are known, from a better search for instance: they are committed,
    /// and the next frame is the first of the window. The start position is the first one.
    ///
    /// # Panics
    /// May panic if a move is illegal.
    pub fn restart_after(
        &mut self,
        frames: usize,
        moves: impl IntoIterator<Item = (Color, P::Move)>,
    ) {
        self.restart();
        self.begun = true;
        self.before = frames;
        for (side, mv) in moves {
            self.root.position.set_to_move(side);
            self.root.play(mv, &self.settings.model);
            self.committed += 1;
        }
    }

    /// Adds one frame of `evidence`, and returns the moves that it commits.
    ///
    /// # Errors
    /// As [`decode`](crate::decode). A rejected frame has no effect.
    ///
    /// # Panics
    /// May panic if `frame` is out of range.
    pub fn push<O>(
        &mut self,
        evidence: &O,
        frame: usize,
    ) -> Result<Vec<Committed<P::Move>>, SearchError>
    where
        O: Observation<Cell = P::Cell>,
    {
        if !self.takes(evidence)? {
            return Ok(Vec::new());
        }
        let cap = self.settings.model.evidence_cap;
        self.window.push(evidence, frame, cap)?;
        self.grown(1)
    }

    /// Adds one frame: for each point and content, the cost in nats, or `None` if the point is not visible. Otherwise
    /// like [`push`](Stream::push).
    ///
    /// # Errors
    /// As [`push`](Stream::push).
    pub fn push_frame<T: Into<Option<f32>>>(
        &mut self,
        cost: impl Fn(usize, P::Cell) -> T,
    ) -> Result<Vec<Committed<P::Move>>, SearchError> {
        let points = self.root.position.points();
        let frame = FromFn::new(1, points, |_, point, cell| cost(point, cell));
        self.push(&frame, 0)
    }

    /// Replaces the evidence of all frames that are [kept](Stream::frames_kept) and adds those that follow; returns the
    /// moves that this commits. Use it if more is known by now about earlier frames.
    ///
    /// # Errors
    /// As [`push`](Stream::push); [`SearchError::NoFrames`] if it has fewer frames than are kept.
    pub fn update<O>(&mut self, evidence: &O) -> Result<Vec<Committed<P::Move>>, SearchError>
    where
        O: Observation<Cell = P::Cell>,
    {
        if !self.takes(evidence)? {
            return Ok(Vec::new());
        }
        let Some(new) = evidence.frames().checked_sub(self.window.frames) else {
            return Err(SearchError::NoFrames);
        };
        let cap = self.settings.model.evidence_cap;
        let mut window = Costs::empty(self.window.points, self.window.contents);
        for frame in 0..evidence.frames() {
            window.push(evidence, frame, cap)?;
        }
        self.window = window;
        self.grown(new)
    }

    /// Whether a game is being followed, and the evidence is of this board.
    fn takes<O>(&self, evidence: &O) -> Result<bool, SearchError>
    where
        O: Observation<Cell = P::Cell>,
    {
        self.settings.check()?;
        let (board, points) = (self.root.position.points(), evidence.points());
        match points == board {
            true => Ok(self.end.is_none() && !self.finished),
            false => Err(SearchError::Shape {
                board,
                evidence: points,
            }),
        }
    }

    /// Decodes if enough frames have been added since the last time.
    fn grown(&mut self, frames: usize) -> Result<Vec<Committed<P::Move>>, SearchError> {
        self.since += frames;
        if self.since < self.every {
            return Ok(Vec::new());
        }
        self.since = 0;
        let end = self.window.frames.saturating_sub(self.lag);
        self.decode(end)
    }

    /// Moves that show in the window but may still be revoked, as of the last decoding.
    pub fn pending(&self) -> Vec<Committed<P::Move>> {
        let Some(game) = &self.latest else {
            return Vec::new();
        };
        let mut position = match self.begun {
            true => self.root.position.clone(),
            false => self.starts[game.start].0.clone(),
        };
        let pending = game.plies.iter().enumerate().map(|(i, ply)| {
            let pass = position_before(&mut position, ply);
            position.play(ply.mv);
            Committed::of(ply, self.before, self.committed + i, pass)
        });
        pending.collect()
    }

    /// The position after all committed moves.
    pub fn position(&self) -> &P {
        &self.root.position
    }

    /// The end of the game, counted from the first frame of the stream, if it has ended: the board was cleared, or no
    /// moves lead on ([`Model::lost`](crate::Model::lost)). Later frames are ignored; another game needs another
    /// stream.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The end of the game by the last decoding, counted from the first frame of the stream. Later frames may still
    /// show that the game goes on.
    pub fn likely_end(&self) -> Option<End> {
        let end = self.latest.as_ref()?.end?;
        Some(End {
            frame: self.before + end.frame,
            ..end
        })
    }

    /// Whether the frames of the window are those of a game that the search has found, as of the last decoding
    /// ([`Decoded::followed`]); true before the first one.
    pub fn followed(&self) -> bool {
        self.latest.as_ref().is_none_or(|game| game.followed)
    }

    /// Number of frames whose moves are committed; those from there on are kept.
    pub fn frames_settled(&self) -> usize {
        self.before
    }

    /// Number of frames kept.
    pub fn frames_kept(&self) -> usize {
        self.window.frames
    }

    /// Ends the stream, and commits the remaining moves. Later frames are ignored. How the game ended is told by
    /// [`end`](Stream::end), and whether it was followed up to there by [`followed`](Stream::followed).
    ///
    /// # Errors
    /// As [`decode`](crate::decode).
    pub fn finish(&mut self) -> Result<Vec<Committed<P::Move>>, SearchError> {
        if self.window.frames == 0 || self.end.is_some() || self.finished {
            return Ok(Vec::new());
        }
        self.retries = Retries::default();
        let rest = self.decode(self.window.frames)?;
        self.finished = true;
        Ok(rest)
    }

    /// Decodes the window, commits the moves that first show before frame `end` of it, and removes these frames.
    fn decode(&mut self, end: usize) -> Result<Vec<Committed<P::Move>>, SearchError> {
        let prior = Later {
            prior: &*self.prior,
            frames: self.before,
            plies: self.committed,
        };
        let decoder = Decoder::new(&self.settings).prior(&prior);
        let decoder = match self.begun {
            true => {
                let starts = self.starts.iter().map(|start| contents(&start.0));
                decoder.root(self.root.clone()).set_up(starts.collect())
            }
            false => {
                let starts = self.starts.iter().cloned();
                starts.fold(decoder, |decoder, (start, price)| {
                    decoder.start(start, price)
                })
            }
        };
        let decoder = decoder
            .effects(self.effects)
            .retries(self.thorough && self.retries.is_due());
        let Solution {
            game,
            way,
            effects,
            lost,
            ..
        } = decoder.follow(&self.window)?;
        self.effects = Some(effects);
        self.retries.note(lost);
        // The last frames may still show a hand.
        let over = game.end.filter(|over| over.frame <= end);
        let mut end = over.map_or(end, |over| over.frame);
        // A certain beginning may be committed early.
        let limit = self.window.frames.saturating_sub(self.every);
        for ply in &game.plies {
            if ply.posterior < self.sure || ply.frame >= limit || over.is_some() {
                break;
            }
            end = end.max(ply.frame + 1);
        }
        if !self.begun && end > 0 {
            self.begun = true;
            self.root.position = self.starts[game.start].0.clone();
        }
        let mut committed = Vec::new();
        let model = &self.settings.model;
        self.root
            .play_until(end, model, &game, &way, |position, ply| {
                let pass = ply.after_pass.then(|| pass_of(position)).flatten();
                let number = self.committed + committed.len();
                committed.push(Committed::of(ply, self.before, number, pass));
            });
        self.committed += committed.len();
        self.end = over.map(|over| End {
            frame: self.before + over.frame,
            ..over
        });
        self.window.drop_front(end);
        self.before += end;
        let mut rest = game;
        rest.plies.retain(|ply| ply.frame >= end);
        for ply in &mut rest.plies {
            ply.frame -= end;
        }
        if let Some(over) = &mut rest.end {
            over.frame -= end;
        }
        self.latest = Some(rest);
        Ok(committed)
    }
}

#[cfg(test)]
mod tests {
    use super::Retries;

    #[test]
    fn a_lost_game_is_searched_again_less_and_less() {
        let mut retries = Retries::default();
        let mut decoding = |lost| {
            let due = retries.is_due();
            retries.note(lost);
            due
        };
        let due: Vec<bool> = (0..40).map(|_| decoding(true)).collect();
        let due: Vec<usize> = (0..40).filter(|&i| due[i]).collect();
        assert_eq!(due, [0, 2, 5, 10, 19, 28, 37]);
        // At once where the game has been followed in between.
        decoding(false);
        assert!(decoding(true) && !decoding(true) && decoding(true));
    }
}
