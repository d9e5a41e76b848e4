//! What a person answers while a game is followed.

use board_core::MoveGen;
use board_geom::Grid;

use super::follow::{Events, Recorder};
use super::games::{OneGame, is_contradicted};
use crate::decode::fix::{Fix, FixFault};
use crate::decode::fixes;
use crate::decode::provisional::Provisional;
use crate::game::Game;
use crate::sensor::Sensor;
use crate::source::photos;
use crate::{Board, Error};

/// A person's answer about the current game. Plies are counted from 0, as in [events](crate::Event).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer<P: MoveGen> {
    /// A move with its written number was certainly played, or certainly not.
    Fix(Fix),
    /// The announced move is right.
    Confirm {
        /// How many plies come before it.
        ply: usize,
    },
    /// This move was played instead of the announced one.
    Correct {
        /// How many plies come before it.
        ply: usize,
        /// The move.
        mv: P::Move,
    },
    /// This move was not played at this ply.
    Forbid {
        /// How many plies come before it.
        ply: usize,
        /// The move.
        mv: P::Move,
    },
    /// The announced move was taken back. The board may still show it: until it shows the position before, or another
    /// move from there, photos say nothing of the game. If the game goes on from the move instead, the answer is
    /// dropped, with a warning.
    TakeBack {
        /// How many plies come before it.
        ply: usize,
    },
    /// The last [`TakeBack`](Answer::TakeBack) was a mistake: the moves that it took back stand.
    NotTakenBack,
    /// The next photos show a game that continues from this position. It is a separate game in the record.
    Position(P),
    /// The game is over. The next photos show another one.
    Over,
    /// The last [`Over`](Answer::Over) or [`Position`](Answer::Position) was a mistake, or the game that photos seemed
    /// to end is not over: it goes on. Where photos showed the end, it is looked for again with what they show by now.
    NotOver,
    /// The location of the board in the next photo, and in the photos kept because no board was found.
    Corners {
        /// The grid of its lines; for a board of squares, the lines around the squares.
        grid: Grid,
    },
}

impl<G: Game> Recorder<G> {
    /// Takes a person's answer about the game and returns the events it causes.
    ///
    /// # Errors
    /// An answer that fails has no effect. [`Error::NoMoves`] for a ply that has not been announced (see
    /// [`Options::lag`](super::Options::lag)), [`Error::Corner`] for corners outside the photos, [`Error::Fix`] if no
    /// game can have it, [`Error::NoGameEnded`] if no game has ended that could go on, [`Error::NotTakenBack`] if the
    /// photos show no moves that were taken back.
    pub fn answer(&mut self, answer: Answer<G::Position>) -> Result<Events<G>, Error> {
        match answer {
            Answer::Fix(fix) => self.add_fix(fix),
            Answer::Confirm { ply } => self.fix(ply, None, true),
            Answer::Correct { ply, mv } => self.fix(ply, Some(mv), true),
            Answer::Forbid { ply, mv } => self.fix(ply, Some(mv), false),
            Answer::TakeBack { ply } => self.take_back(ply),
            Answer::NotTakenBack => self.stand_again(),
            Answer::Position(position) => Ok(self.begin_next_game(Some(position))),
            Answer::Over => Ok(self.begin_next_game(None)),
            Answer::NotOver => self.continue_game(),
            Answer::Corners { grid } => {
                let waiting = self.waiting.photos().next();
                let size = self.size.or(waiting.map(|photo| photo.image.dimensions()));
                if let Some(size) = size {
                    photos::check_corners(&grid.corners(), size)?;
                }
                self.sensor.place(grid)?;
                let mut events = Vec::new();
                for photo in self.waiting.take() {
                    self.observe(&photo, &mut events)?;
                }
                Ok(events)
            }
        }
    }

    /// Takes back the announced moves from a ply on.
    fn take_back(&mut self, ply: usize) -> Result<Events<G>, Error> {
        let none = || Error::NoMoves { ply };
        let one = self.games.last_mut().ok_or_else(none)?;
        let provisional = self.provisional.as_mut().ok_or_else(none)?;
        let start = provisional.start().cloned().ok_or_else(none)?;
        let plies = ply..provisional.plies();
        provisional.take_back(ply, &self.sensor, &mut self.frames)?;
        // That these moves were played is no longer true.
        let is_undone = |fix: &Fix| {
            let known = fix.ply(&start);
            fix.played && known.is_some_and(|known| plies.contains(&known))
        };
        one.game.fixes().retain(|fix| !is_undone(fix));
        one.answers.retain(|fix| !is_undone(fix));
        provisional.decode_again(&one.game, &self.sensor, &self.frames)
    }

    /// The moves that were taken back, and that the last photo shows, stand.
    fn stand_again(&mut self) -> Result<Events<G>, Error> {
        let (Some(one), Some(provisional)) = (self.games.last(), &mut self.provisional) else {
            return Err(Error::NotTakenBack);
        };
        let stands = provisional.stand_again(&mut self.frames);
        stands.ok_or(Error::NotTakenBack)?;
        provisional.decode_again(&one.game, &self.sensor, &self.frames)
    }

    /// Fixes a move as played or not played; the announced move unless another is given.
    fn fix(
        &mut self,
        ply: usize,
        mv: Option<<G::Position as MoveGen>::Move>,
        played: bool,
    ) -> Result<Events<G>, Error> {
        let provisional = self.provisional.as_ref();
        let fix = provisional.and_then(|provisional| provisional.fix(ply, mv, played));
        self.add_fix(fix.ok_or(Error::NoMoves { ply })?)
    }

    fn add_fix(&mut self, fix: Fix) -> Result<Events<G>, Error> {
        let Some(one) = self.games.last_mut() else {
            return Ok(Vec::new());
        };
        let before = self.provisional.as_ref();
        let before = before.and_then(|provisional| provisional.position_before(&fix));
        let start = self.provisional.as_ref().and_then(Provisional::start);
        if let Some(start) = start
            && let Some((_, reason)) = fixes::impossible(std::slice::from_ref(&fix), start)
        {
            return Err(Error::Fix { fix, reason });
        }
        let undo = (one.game.fixes().clone(), one.answers.clone());
        let fixes = one.game.fixes();
        fixes::answer(fixes, fix.clone(), before.as_ref());
        one.answers
            .retain(|answer| *answer != fix && fixes.contains(answer));
        one.answers.push(fix.clone());
        let Some(provisional) = &mut self.provisional else {
            return Ok(Vec::new());
        };
        provisional.redo(&fix, &mut self.frames);
        let was_over = provisional.is_over();
        let had_move = fix.played && before.is_some();
        match provisional.decode_again(&one.game, &self.sensor, &self.frames) {
            Err(error) if is_contradicted(&error) => {}
            Ok(_) if provisional.is_over() && !was_over => {}
            Ok(_) if had_move && provisional.position_before(&fix).is_none() => {}
            events => return events,
        }
        // No game can have the fix: drop it, and decode again without it.
        (*one.game.fixes(), one.answers) = undo;
        provisional.decode_again(&one.game, &self.sensor, &self.frames)?;
        let reason = FixFault::NoGame;
        Err(Error::Fix { fix, reason })
    }

    /// Reads an answer that a person typed: a move with its number (`23. Qf3`, `23. not Qf3`, `7. 11x18`), `back`
    /// (the last announced move was taken back), `not back`, `over`, `not over`, or `position` with a position as in
    /// [`read_position`](Self::read_position).
    ///
    /// # Errors
    /// [`Error::NoAnswer`] for any other text, [`Error::NoMoves`] if there is no move to take back,
    /// [`Error::Position`].
    pub fn read_answer(&self, text: &str) -> Result<Answer<G::Position>, Error> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "over" => Ok(Answer::Over),
            "not over" => Ok(Answer::NotOver),
            "not back" => Ok(Answer::NotTakenBack),
            "back" => {
                let ply = self.plies().checked_sub(1);
                let ply = ply.ok_or(Error::NoMoves { ply: 0 })?;
                Ok(Answer::TakeBack { ply })
            }
            _ => match text.strip_prefix("position ") {
                Some(position) => Ok(Answer::Position(self.read_position(position.trim())?)),
                None => {
                    let fix = text.parse();
                    Ok(Answer::Fix(fix.map_err(|fault| Error::NoAnswer { fault })?))
                }
            },
        }
    }

    /// Reads a position on the board in the photos, for [`Answer::Position`]: FEN, or for Go the end of a game in SGF.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is no such position, or before a photo has shown the board.
    pub fn read_position(&self, text: &str) -> Result<G::Position, Error> {
        let none = || Error::Position {
            text: text.to_owned(),
            reason: "no photo has shown the board yet".to_owned(),
        };
        let grid = self.frames.grids.last().ok_or_else(none)?;
        let points = match G::BOARD {
            Board::Lines => grid.cols * grid.rows,
            _ => (grid.cols - 1) * (grid.rows - 1),
        };
        let current = self.games.last().ok_or_else(none)?;
        current.game.position(text, points)
    }

    /// Ends the current game: the next photo is the first of another one, from `position` if that is known.
    fn begin_next_game(&mut self, position: Option<G::Position>) -> Events<G> {
        let first = self.frames.photos.len();
        let orientation = self.provisional.as_ref().and_then(Provisional::orientation);
        let start = position.map(|position| (position, orientation.unwrap_or(0)));
        let is_given = start.is_some();
        let Some(last) = self.games.last() else {
            return Vec::new();
        };
        let next = last.game.next_game(start.clone());
        self.sensor.begin_game();
        let mut events = Vec::new();
        if let Some(provisional) = &mut self.provisional {
            provisional.begin_next_game(&next, first, start, &self.frames, &mut events);
        }
        let next = OneGame {
            is_given,
            ended: self.ended().len(),
            ..OneGame::new(first, next)
        };
        match self.games.last_mut() {
            // The game before has no frame: replace it.
            Some(last) if last.first == first => *last = next,
            _ => self.games.push(next),
        }
        events
    }

    /// Undoes the last end of a game, which photos showed or an answer said: that game goes on.
    fn continue_game(&mut self) -> Result<Events<G>, Error> {
        let provisional = self.provisional.as_mut();
        if !provisional.is_some_and(Provisional::continue_last) {
            let [.., before, _] = &self.games[..] else {
                return Err(Error::NoGameEnded);
            };
            if let Some(provisional) = &mut self.provisional {
                provisional.go_back(before.first, before.ended);
            }
            self.games.pop();
        }
        let mut events = Vec::new();
        self.advance(false, &mut events);
        Ok(events)
    }
}
