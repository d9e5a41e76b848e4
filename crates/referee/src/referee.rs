//! The referee: what was seen so far, and what to say next.

use std::collections::VecDeque;

use board_core::{Board, Color, MoveGen, Occupancy};

use crate::event::{Event, Place};
use crate::explain::count;
use crate::finding::{Continuation, Finding, UPSET, corrections, find, place, unlike};
use crate::{MoveOf, Observed, Rulebook};

/// How forgiving a [`Referee`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many plies may have been played between two positions.
    pub plies: usize,
    /// How many positions in a row may show a move under way, a piece lifted, a captured man not yet taken off, a man
    /// not yet crowned: only the next one is an alarm.
    pub patience: usize,
    /// How many positions since the last good one have to show the same wrong thing before it is an alarm when it can
    /// be no move under way. They need not follow each other, as a hand may come between, and moves may be made
    /// elsewhere.
    pub repeats: usize,
    /// Whether, after an alarm, the last good position itself has to be seen before the game goes on. Otherwise a
    /// legal move from it puts the board right too: the player may have corrected the move between two looks.
    pub put_back_first: bool,
}

impl Default for Options {
    /// For positions that a [`MajorityFilter`](crate::MajorityFilter) accepted: moves under way have as long as a
    /// whole window of eight, anything else is said at once; up to two plies at a time; a corrected move is as good as
    /// one put back.
    fn default() -> Self {
        Self {
            plies: 2,
            patience: 8,
            repeats: 1,
            put_back_first: false,
        }
    }
}

/// A table with another number of points than the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given} points given, but the board has {expected}")]
pub struct WrongSize {
    /// Points of the board.
    pub expected: usize,
    /// Points given.
    pub given: usize,
}

/// The move is not legal now, or it is not known whose turn it is, or there is no game yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move cannot be made now")]
pub struct NotNow;

/// Watches positions, one after the other, and says what it has to say.
///
/// Positions are what is seen of the whole board, in the order of its points. They should be smoothed rather than raw
/// readings: a [`MajorityFilter`](crate::MajorityFilter) makes them so. The referee keeps the last good position until
/// the board is put back to it.
#[derive(Clone, Debug)]
pub struct Referee<G: Rulebook> {
    options: Options,
    /// Any position of this game, for its rules.
    rules: G,
    /// The games that may be going on, the likeliest first; none before one was joined. All have the last good
    /// position.
    games: Vec<G>,
    stage: Stage,
    /// Whether the side to move is known, and has been said.
    turn_known: bool,
    ply: usize,
    last: Option<Last<G>>,
    /// How many tables in a row were not good.
    odd: usize,
    /// Of the last of them that no move leads to, the points that differ from the good position, and what they hold.
    wrong: VecDeque<Vec<(usize, Observed<G::Kind>)>>,
    /// What was seen last that has been said; not said again.
    said: Option<Vec<Observed<G::Kind>>>,
    /// The jumps whose going on has been said.
    begun: bool,
    /// Points whose piece does not look like what it is, since how many tables, and whether that was said.
    unlike: Vec<(usize, usize)>,
}

/// The last table.
#[derive(Clone, Debug)]
struct Last<G: Rulebook> {
    table: Vec<Observed<G::Kind>>,
    /// How often in a row it was seen.
    times: usize,
    /// What it means after the last good position.
    finding: Option<Finding<G>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The start has not been seen yet.
    Before,
    /// The last good position stood last.
    Playing,
    /// The last good position must be restored.
    Alarm,
    Over,
}

impl<G: Rulebook> Referee<G> {
    /// Follows a game from its position on, with the usual [`Options`]. Until the position has been seen, what is
    /// wrong with the board is no illegal move.
    #[must_use]
    pub fn following(game: G) -> Self {
        let mut referee = Self::joining(game.clone());
        (referee.games, referee.turn_known) = (vec![game], true);
        referee
    }

    /// Follows a game by these rules from the first position that is seen. If it is the one a game starts from, so it
    /// has; if not, both sides may have the turn until the moves tell.
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
            unlike: Vec::new(),
        }
    }

    /// The same with other options.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// How forgiving it is.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The game at its last good position, by its likeliest reading; `None` before one was joined.
    pub fn game(&self) -> Option<&G> {
        self.games.first()
    }

    /// Whose turn it is, if that is known.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        let game = self.games.first().filter(|_| self.turn_known)?;
        Some(game.position().to_move())
    }

    /// Whether the board has to be put back to the last good position.
    #[must_use]
    pub fn is_alarmed(&self) -> bool {
        self.stage == Stage::Alarm
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// The next position, point by point. Returns what there is to say to it, mostly nothing.
    ///
    /// # Errors
    /// If the number of points is wrong; nothing has changed then.
    pub fn see(&mut self, table: &[Observed<G::Kind>]) -> Result<Vec<Event<G::Reason>>, WrongSize> {
        self.watch(table, self.options.patience, self.options.repeats)
    }

    /// What there is to say if the last position that was seen stays: no more patience.
    pub fn conclude(&mut self) -> Vec<Event<G::Reason>> {
        let Some(last) = self.last.take() else {
            return Vec::new();
        };
        self.watch(&last.table, 0, 1).unwrap_or_default()
    }

    /// Plays a move that no board shows: a pass. Also one that is told before it is seen.
    ///
    /// # Errors
    /// If the move is not legal, the turn not known, or the board not in order.
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
            // After a move the same table means something else.
            let stays = !matches!(finding, Finding::Legal(_) | Finding::Half(_));
            stays.then_some(finding)
        };
        self.last = Some(Last {
            table: table.to_vec(),
            times: same,
            finding,
        });
        Ok(events)
    }

    /// What to say to a table seen `same` times in a row.
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
            Finding::Half(way) if self.stage == Stage::Playing => {
                if self.lasting(table).0.max(same) < repeats {
                    return self.object(table, same > patience, None, events);
                }
                // It counts once more below, after the move.
                self.wrong.pop_back();
                (self.odd, self.said) = (0, None);
                self.go_on(vec![way.clone()], events);
                let rest = find(&self.games, table, self.options.plies);
                self.respond(table, same, (patience, repeats), &rest, events);
            }
            Finding::Half(_) => self.object(table, same > patience, None, events),
            Finding::Wrong(trouble) => {
                self.odd += 1;
                if self.stage != Stage::Playing {
                    // Before the start, and while the board is put back, much is done to it that is no move.
                    return self.object(table, same > patience, Some(trouble), events);
                }
                let (times, lasting) = self.lasting(table);
                // What was seen before may be half of what is wrong, a hand over the rest: then one more look tells.
                let late = same >= repeats || times >= repeats + usize::from(lasting.is_some());
                let trouble = lasting.as_ref().unwrap_or(trouble);
                self.object(table, late, Some(trouble), events);
            }
        }
    }

    /// In how many of the last tables that no move leads to, now included, something is wrong that is so in this one
    /// too; and what, if it is not all that is wrong in this one.
    fn lasting(&mut self, table: &[Observed<G::Kind>]) -> (usize, Option<Event<G::Reason>>) {
        /// Tables that are looked back on: as many as a usual [`MajorityFilter`](crate::MajorityFilter) sees.
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
            // What both tables show, and nothing else.
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

    /// Joins a game if it can be.
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

    /// The last good position stands, or stood before a legal move.
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

    /// Goes on with the games that explain what is seen.
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

    /// Says that the game is over if it is.
    fn end(&mut self, events: &mut Vec<Event<G::Reason>>) {
        if !self.turn_known || self.stage == Stage::Over {
            return;
        }
        if let Some(ending) = self.games[0].ending() {
            self.stage = Stage::Over;
            events.push(Event::Over(ending));
        }
    }

    /// Says what is wrong, once for every way in which the board is wrong.
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
            // They play on: that the board must be put back has been said.
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

    /// Says which pieces have not looked like what they are for too long.
    fn check_kinds(
        &mut self,
        table: &[Observed<G::Kind>],
        patience: usize,
        events: &mut Vec<Event<G::Reason>>,
    ) {
        // Of promotions that only the look of the piece tells apart, the look decides.
        self.games.sort_by_key(|game| unlike(game, table));
        let game = &self.games[0];
        let before = std::mem::take(&mut self.unlike);
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
            self.unlike.push((point, times));
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
