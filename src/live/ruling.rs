//! What is wrong on a board now, while the game is played.

use std::collections::VecDeque;

use board_core::{Cell, Occupancy};
use referee::{Event, Observed, Referee, Rulebook};
use serde::Serialize;

use crate::recording::{CurrentGame, Notation};

/// What is wrong on the board, with what to do about it; or that it has been put right.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ruling {
    /// Whether something is wrong now; if not, it was.
    pub alarm: bool,
    /// What is wrong, a sentence each, and what to do.
    pub sentences: Vec<String>,
}

/// A game that a referee knows.
pub(super) trait Ruled: Notation {
    /// Its rules.
    type Rules: Rulebook<Position = Self, Reason: std::fmt::Display>;

    /// A game that goes on from this position.
    fn rules(&self) -> Self::Rules;
}

/// Compares what photos show with the position, and asks a referee where they differ for long.
///
/// The recorder follows legal games alone. What it cannot explain is left to the referee: points that nearly all of the
/// last photos show otherwise than the position has them.
pub(super) struct Ruler<P: Ruled> {
    /// What the last photos say of each point, the newest last.
    readings: VecDeque<Vec<Option<[f32; 3]>>>,
    /// Follows the game from the last position; its key says whether that is still the one.
    referee: Option<(u64, Referee<P::Rules>)>,
    /// What the board has shown otherwise than the position, and for how many photos so.
    table: (Vec<Occupancy>, usize),
    /// The points that were wrong when the alarm was given.
    wrong: Vec<usize>,
    /// The key of the position that was put right.
    restored: u64,
    ruling: Option<Ruling>,
}

/// The photos that are looked at, and those of them that must show a point otherwise.
const WINDOW: usize = 6;
const AGREE: usize = 5;
/// By how much they must do so together, in nats. Each photo of a board that stands still counts less than the one
/// before.
const SURE: f32 = 8.0;
/// For so many photos the board must stay as it is before it is wrong: moves that are not told yet come one by one.
const STEADY: usize = 3;
/// So many photos must show the position where it was wrong before it has been put right.
const RESTORED: usize = 3;

impl<P: Ruled> Ruler<P> {
    pub(super) fn new() -> Self {
        Self {
            readings: VecDeque::new(),
            referee: None,
            table: (Vec::new(), 0),
            wrong: Vec::new(),
            restored: 0,
            ruling: None,
        }
    }

    pub(super) fn ruling(&self) -> Option<&Ruling> {
        self.ruling.as_ref()
    }

    /// Looks at the last photo.
    pub(super) fn look(&mut self, game: &CurrentGame<P>) {
        if self.readings.len() == WINDOW {
            self.readings.pop_front();
        }
        self.readings.push_back(game.reading.clone());
        let position: Vec<Occupancy> = game.position.cells().collect();
        let alarmed = self.ruling.as_ref().is_some_and(|ruling| ruling.alarm);
        if alarmed && self.is_restored(&position) {
            self.rule(false, vec![Event::<String>::Restored.to_string()]);
            self.referee = None;
            self.restored = game.position.key();
            return;
        }
        let table: Vec<Occupancy> = position
            .iter()
            .enumerate()
            .map(|(point, held)| self.shown(point, *held))
            .collect();
        let key = game.position.key();
        if !alarmed && self.restored != key {
            // That the board was put right is no news after the next move.
            self.ruling = None;
        }
        self.table = match table == self.table.0 {
            true => (table, self.table.1 + 1),
            false => (table, 1),
        };
        let (table, photos) = &self.table;
        if *table == position || *photos < STEADY {
            return;
        }
        if self.referee.as_ref().is_none_or(|(of, _)| *of != key) {
            let mut referee = Referee::following(game.position.rules());
            // It has to have seen the position before it says what is wrong. The number of points is right.
            let _ = referee.see(&observed(&position));
            self.referee = Some((key, referee));
        }
        let Some((_, referee)) = &mut self.referee else {
            return;
        };
        let events = referee.see(&observed(table)).unwrap_or_default();
        let alarms = events.iter().filter(|event| event.is_alarm());
        let sentences: Vec<String> = alarms.map(Event::to_string).collect();
        if !sentences.is_empty() {
            let differing = (0..table.len()).filter(|point| table[*point] != position[*point]);
            self.wrong = differing.collect();
            self.rule(true, sentences);
        }
    }

    /// What the last photos show in a point; what the position has there unless they surely show something else.
    fn shown(&self, point: usize, held: Occupancy) -> Occupancy {
        let seen = self
            .readings
            .iter()
            .filter_map(|reading| *reading.get(point)?);
        let mut sums = [0.0; 3];
        let mut votes = [0; 3];
        for costs in seen {
            for (sum, cost) in sums.iter_mut().zip(costs) {
                *sum += cost;
            }
            votes[likeliest(costs)] += 1;
        }
        let best = likeliest(sums);
        let against: f32 = sums[held.index()] - sums[best];
        match votes[best] >= AGREE && against >= SURE {
            true => Occupancy::ALL[best],
            false => held,
        }
    }

    /// Whether the last photos show the position in the points where it was wrong.
    fn is_restored(&self, position: &[Occupancy]) -> bool {
        let agrees = |reading: &Vec<Option<[f32; 3]>>| {
            self.wrong.iter().all(|point| {
                let costs = reading.get(*point).copied().flatten();
                costs.is_some_and(|costs| likeliest(costs) == position[*point].index())
            })
        };
        self.readings.iter().rev().take(RESTORED).all(agrees)
    }

    fn rule(&mut self, alarm: bool, sentences: Vec<String>) {
        self.ruling = Some(Ruling { alarm, sentences });
    }
}

/// The content of the least cost, by its place in [`Occupancy::ALL`].
fn likeliest(costs: [f32; 3]) -> usize {
    let places = costs.iter().enumerate();
    let least = places.min_by(|a, b| a.1.total_cmp(b.1));
    least.map_or(0, |(place, _)| place)
}

fn observed<K>(table: &[Occupancy]) -> Vec<Observed<K>> {
    table.iter().map(|content| (*content).into()).collect()
}
