//! The referee: follows positions and reports events.

use std::collections::VecDeque;

use board_core::{Board, Color, MoveGen, Occupancy};

use crate::event::{Event, Place};
use crate::explain::count;
use crate::finding::{Continuation, Finding, UPSET, corrections, find, kind_mismatches, place};
use crate::{MoveOf, Observed, Rulebook};

/// The tolerance of a [`Referee`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Most plies that may have been played between two positions.
    pub plies: usize,
    /// Number of consecutive positions that may show a move in progress (a piece lifted, a captured man not yet
    /// removed, a man not yet crowned); the next one is an alarm.
    pub patience: usize,
    /// Number of positions since the last good one that must show the same fault before it is an alarm, if it cannot be
    /// a move in progress. They need not be consecutive, since a hand may come between or moves may be made elsewhere.
    pub repeats: usize,
    /// Whether, after an alarm, the last good position must be seen before the game continues. Otherwise a legal move
    /// from it also ends the alarm, since the player may have corrected the move between two observations.
    pub put_back_first: bool,
}

impl Default for Options {
    /// Suits positions accepted by a [`MajorityFilter`](crate::MajorityFilter): moves in progress may last for a window
    /// of eight, other faults are reported at once, up to two plies may be played between positions, and a corrected
    /// move ends an alarm.
    fn default() -> Self {
        Self {
            plies: 2,
            patience: 8,
            repeats: 1,
            put_back_first: false,
        }
    }
}

/// The number of points is not that of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given} points given, but the board has {expected}")]
pub struct WrongSize {
    /// Number of points of the board.
    pub expected: usize,
    /// Number of points given.
    pub given: usize,
}

/// The move is not legal now, the side to move is unknown, or no game was joined yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move cannot be made now")]
pub struct NotNow;

/// Follows a game through observed positions and reports events.
///
/// A position is the observed content of every point, in the order of the points. It should be smoothed, for example by
/// a [`MajorityFilter`](crate::MajorityFilter). After a fault, the referee keeps the last good position until the board
/// is restored.
#[derive(Clone, Debug)]
pub struct Referee<G: Rulebook> {
    options: Options,
    /// Any position of this game, for its rules.
    rules: G,
    /// The hypotheses of the game, most likely first; empty before a game was joined. All have the same last good
    /// position.
    games: Vec<G>,
    stage: Stage,
    /// Whether the side to move is known and was reported.
    turn_known: bool,
    ply: usize,
    last: Option<Last<G>>,
    /// Number of consecutive positions that were not good.
    odd: usize,
    /// For the last positions that no move leads to: the points that differ from the good position, and their contents.
    wrong: VecDeque<Vec<(usize, Observed<G::Kind>)>>,
    /// The last position that was reported; not reported again.
    said: Option<Vec<Observed<G::Kind>>>,
    /// Whether the jump that must continue was reported.
    begun: bool,
    /// Points whose piece does not look like its kind, with the number of positions since.
    wrong_kinds: Vec<(usize, usize)>,
}

/// The last observed position.
#[derive(Clone, Debug)]
struct Last<G: Rulebook> {
    table: Vec<Observed<G::Kind>>,
    /// Number of consecutive times it was seen.
    times: usize,
    /// Its meaning after the last good position.
    finding: Option<Finding<G>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The start position has not been seen yet.
    Before,
    /// The last position was good.
    Playing,
    /// The last good position must be restored.
    Alarm,
    Over,
}

impl<G: Rulebook> Referee<G> {
    /// Follows a game from its current position, with the default [`Options`]. Until that position is seen, faults of
    /// the board are not illegal moves.
    #[must_use]
    pub fn following(game: G) -> Self {
        let mut referee = Self::joining(game.clone());
        (referee.games, referee.turn_known) = (vec![game], true);
        referee
    }

    /// Follows a game by the rules of `rules` from the first position seen. If it is the start position, the game
    /// starts there. Otherwise either side may be to move, until the moves show which.
    #[must_use]
    pub fn joining(rules: G) -> Self {
        Self {
            options: Options::default(),
            rules,
            games: Vec::new(),
            stage: Stage::Before,
            turn_known: false,
            ply: 0,
            last: None,
            odd: 0,
            wrong: VecDeque::new(),
            said: None,
            begun: false,
            wrong_kinds: Vec::new(),
        }
    }

    /// Sets the options.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The most likely game, at its last good position; `None` before a game was joined.
    pub fn game(&self) -> Option<&G> {
        self.games.first()
    }

    /// The side to move, if known.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        let game = self.games.first().filter(|_| self.turn_known)?;
        Some(game.position().to_move())
    }

    /// Whether the last good position must be restored.
    #[must_use]
    pub fn is_alarmed(&self) -> bool {
        self.stage == Stage::Alarm
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Observes the next position, point by point, and returns the events it causes, usually none.
    ///
    /// # Errors
    /// If the number of points is wrong; nothing changes then.
    pub fn see(&mut self, table: &[Observed<G::Kind>]) -> Result<Vec<Event<G::Reason>>, WrongSize> {
        self.watch(table, self.options.patience, self.options.repeats)
    }

    /// The events if the last observed position is final: patience ends.
    pub fn conclude(&mut self) -> Vec<Event<G::Reason>> {
        let Some(last) = self.last.take() else {
            return Vec::new();
        };
        self.watch(&last.table, 0, 1).unwrap_or_default()
    }

    /// Plays a move that is not visible, such as a pass, or before it is seen.
    ///
    /// # Errors
    /// If the move is not legal, the side to move is unknown, or the board must be restored.
    pub fn announce(&mut self, mv: MoveOf<G>) -> Result<Vec<Event<G::Reason>>, NotNow> {
        let ready = self.stage == Stage::Playing && self.turn_known;
        let before = self.games.first().filter(|game| ready && game.allows(mv));
        let before = before.ok_or(NotNow)?.clone();
        let mut after = before.clone();
        after.play(mv);
        let mut events = Vec::new();
        let moves = vec![mv];
        self.go_on(
            vec![Continuation {
                before,
                moves,
                after,
            }],
            &mut events,
        );
        Ok(events)
    }

    fn watch(
        &mut self,
        table: &[Observed<G::Kind>],
        patience: usize,
        repeats: usize,
    ) -> Result<Vec<Event<G::Reason>>, WrongSize> {
        let points = self
            .games
            .first()
            .unwrap_or(&self.rules)
            .position()
            .points();
        if table.len() != points {
            return Err(WrongSize {
                expected: points,
                given: table.len(),
            });
        }
        let (same, finding) = match self.last.take() {
            Some(last) if last.table == table => (last.times + 1, last.finding),
            _ => (1, None),
        };
        let mut events = Vec::new();
        let finding = if self.games.is_empty() {
            self.join(table, same > patience, &mut events);
            None
        } else {
            let new = || find(&self.games, table, self.options.plies);
            let finding = finding.unwrap_or_else(new);
            self.respond(table, same, (patience, repeats), &finding, &mut events);
            // After a move the same position has another meaning.
            let stays = !matches!(finding, Finding::Legal(_) | Finding::LegalThenWrong(_));
            stays.then_some(finding)
        };
        self.last = Some(Last {
            table: table.to_vec(),
            times: same,
            finding,
        });
        Ok(events)
    }

    /// The events for a position seen `same` consecutive times.
    fn respond(
        &mut self,
        table: &[Observed<G::Kind>],
        same: usize,
        (patience, repeats): (usize, usize),
        finding: &Finding<G>,
        events: &mut Vec<Event<G::Reason>>,
    ) {
        match finding {
            Finding::Good => {
                self.set_right(events);
                self.check_kinds(table, patience, events);
            }
            Finding::Legal(ways) if !self.needs_putting_back() => {
                self.set_right(events);
                self.go_on(ways.clone(), events);
                self.check_kinds(table, patience, events);
            }
            Finding::Legal(_) => self.object(table, same > patience, None, events),
            Finding::UnderWay { begun, trouble } => {
                self.odd += 1;
                if !begun.is_empty() && !self.begun && self.stage == Stage::Playing {
                    self.begun = true;
                    events.push(Event::Unfinished {
                        possible: begun.clone(),
                    });
                }
                let late = match self.stage {
                    Stage::Playing => self.odd > patience,
                    _ => same > patience,
                };
                self.object(table, late, Some(trouble), events);
            }
            Finding::LegalThenWrong(way) if self.stage == Stage::Playing => {
                if self.lasting(table).0.max(same) < repeats {
                    return self.object(table, same > patience, None, events);
                }
                // It is counted again below, after the move.
                self.wrong.pop_back();
                (self.odd, self.said) = (0, None);
                self.go_on(vec![way.clone()], events);
                let rest = find(&self.games, table, self.options.plies);
                self.respond(table, same, (patience, repeats), &rest, events);
            }
            Finding::LegalThenWrong(_) => self.object(table, same > patience, None, events),
            Finding::Wrong(trouble) => {
                self.odd += 1;
                if self.stage != Stage::Playing {
                    // Before the start, and while the board is being restored, changes need not be moves.
                    return self.object(table, same > patience, Some(trouble), events);
                }
                let (times, lasting) = self.lasting(table);
                // An earlier position may show half of the fault, with a hand over the rest: then wait for one more.
                let late = same >= repeats || times >= repeats + usize::from(lasting.is_some());
                let trouble = lasting.as_ref().unwrap_or(trouble);
                self.object(table, late, Some(trouble), events);
            }
        }
    }

    /// The number of the last positions without an explanation, including this one, that share a fault with this one;
    /// and that fault, if it is not the whole fault of this position.
    fn lasting(&mut self, table: &[Observed<G::Kind>]) -> (usize, Option<Event<G::Reason>>) {
        /// Number of positions that are compared: as many as the default [`MajorityFilter`](crate::MajorityFilter)
        /// covers.
        const BACK: usize = 8;
        let position = self.games[0].position();
        let good: Vec<Occupancy> = position.cells().collect();
        let odd: Vec<(usize, Observed<G::Kind>)> = table.iter().copied().enumerate().collect();
        let odd = odd
            .into_iter()
            .filter(|(point, observed)| good[*point] != observed.occupancy());
        let odd: Vec<_> = odd.collect();
        let (mut times, mut lasting) = (1, None);
        let mut most = 0;
        for before in &self.wrong {
            let common = odd.iter().filter(|odd| before.contains(odd));
            let common: Vec<_> = common.copied().collect();
            if common.is_empty() {
                continue;
            }
            if common.len() == odd.len() {
                (times, most, lasting) = (times + 1, odd.len(), None);
                continue;
            }
            // The fault that both positions show.
            let mut shared: Vec<Observed<G::Kind>> = good.iter().map(|&cell| cell.into()).collect();
            for (point, observed) in &common {
                shared[*point] = *observed;
            }
            if let Finding::Wrong(trouble) = find(&self.games, &shared, self.options.plies) {
                times += 1;
                if common.len() > most {
                    (most, lasting) = (common.len(), Some(trouble));
                }
            }
        }
        self.wrong.push_back(odd);
        if self.wrong.len() > BACK {
            self.wrong.pop_front();
        }
        (times, lasting)
    }

    const fn needs_putting_back(&self) -> bool {
        self.options.put_back_first && matches!(self.stage, Stage::Alarm)
    }

    /// Joins a game, if possible.
    fn join(
        &mut self,
        table: &[Observed<G::Kind>],
        late: bool,
        events: &mut Vec<Event<G::Reason>>,
    ) {
        match self.rules.join(table) {
            Ok(games) => {
                self.turn_known = games.len() == 1;
                self.games = games;
                self.set_right(events);
                self.end(events);
            }
            Err(reasons) if late && self.said.as_deref() != Some(table) => {
                self.said = Some(table.to_vec());
                events.push(Event::NotReady {
                    reasons: reasons
                        .into_iter()
                        .map(|rule| crate::Reason::Rule { rule })
                        .collect(),
                    corrections: Vec::new(),
                });
            }
            Err(_) => {}
        }
    }

    /// The last good position was seen, or was left by a legal move.
    fn set_right(&mut self, events: &mut Vec<Event<G::Reason>>) {
        match self.stage {
            Stage::Before => {
                self.stage = Stage::Playing;
                let game = &self.games[0];
                let [black, white] = count(game.position());
                events.push(Event::Start {
                    to_move: self.to_move(),
                    black,
                    white,
                });
            }
            Stage::Alarm => {
                self.stage = Stage::Playing;
                events.push(Event::Restored);
            }
            Stage::Playing | Stage::Over => {}
        }
        (self.odd, self.said, self.begun) = (0, None, false);
        self.wrong.clear();
    }

    /// Continues with the games that explain the observed position.
    fn go_on(&mut self, ways: Vec<Continuation<G>>, events: &mut Vec<Event<G::Reason>>) {
        let Some(first) = ways.first() else { return };
        self.begun = false;
        let (mut game, mut taken) = (first.before.clone(), false);
        for &mv in &first.moves {
            self.ply += 1;
            let side = game.position().to_move();
            events.push(Event::Move {
                ply: self.ply,
                side,
                notation: game.notation(mv),
            });
            let others = |game: &G| count(game.position())[(!side).index()];
            let before = others(&game);
            game.play(mv);
            taken |= others(&game) < before;
        }
        if taken {
            let [black, white] = count(game.position());
            events.push(Event::Pieces { black, white });
        }
        self.games = ways.into_iter().map(|way| way.after).collect();
        let to_move = self.games[0].position().to_move();
        let agree = |game: &G| game.position().to_move() == to_move;
        if !self.turn_known && self.games.iter().all(agree) {
            self.turn_known = true;
            events.push(Event::Turn { to_move });
        }
        self.end(events);
    }

    /// Reports the end of the game.
    fn end(&mut self, events: &mut Vec<Event<G::Reason>>) {
        if !self.turn_known || self.stage == Stage::Over {
            return;
        }
        if let Some(ending) = self.games[0].ending() {
            self.stage = Stage::Over;
            events.push(Event::Over(ending));
        }
    }

    /// Reports a fault, once for each distinct wrong position.
    fn object(
        &mut self,
        table: &[Observed<G::Kind>],
        late: bool,
        trouble: Option<&Event<G::Reason>>,
        events: &mut Vec<Event<G::Reason>>,
    ) {
        if !late || self.said.as_deref() == Some(table) {
            return;
        }
        let corrections = corrections(&self.games[0], table);
        match (self.stage, trouble) {
            (Stage::Over, _) => return,
            // The players continue; that the board must be restored was reported before.
            (Stage::Alarm, _) if corrections.len() > UPSET => return,
            (Stage::Before, _) => events.push(Event::NotReady {
                reasons: Vec::new(),
                corrections,
            }),
            (Stage::Playing, Some(trouble)) => {
                self.stage = Stage::Alarm;
                events.push(trouble.clone());
                if !matches!(trouble, Event::Incomplete { .. }) {
                    events.push(Event::PutBack { corrections });
                }
            }
            (Stage::Playing | Stage::Alarm, _) => events.push(Event::PutBack { corrections }),
        }
        self.said = Some(table.to_vec());
    }

    /// Reports pieces that have not looked like their kind for too long.
    fn check_kinds(
        &mut self,
        table: &[Observed<G::Kind>],
        patience: usize,
        events: &mut Vec<Event<G::Reason>>,
    ) {
        // Among promotions that differ only in the look of the piece, the look decides.
        self.games.sort_by_key(|game| kind_mismatches(game, table));
        let game = &self.games[0];
        let before = std::mem::take(&mut self.wrong_kinds);
        for (point, observed) in table.iter().enumerate() {
            let Observed::Piece {
                color,
                kind: Some(seen),
            } = *observed
            else {
                continue;
            };
            let Some(wanted) = game.kind(point).filter(|kind| *kind != seen) else {
                continue;
            };
            let times = before.iter().find(|(at, _)| *at == point);
            let times = times.map_or(1, |(_, times)| times + 1);
            self.wrong_kinds.push((point, times));
            if times == patience + 1 {
                let place: Place = place(game, point);
                events.push(Event::WrongKind {
                    place,
                    color,
                    seen: game.noun(Some(seen)),
                    wanted: game.noun(Some(wanted)),
                });
            }
        }
    }
}
