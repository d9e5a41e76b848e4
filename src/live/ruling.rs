//! Errors of the players on the board, told while the game is played.

use std::collections::VecDeque;

use board_core::{Cell, Occupancy};
use referee::{Event, Observed, Referee, Rulebook};
use serde::Serialize;

use crate::recording::{CurrentGame, Notation};

/// An error of the players on the board and what to do about it, or that it has been corrected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ruling {
    /// Whether the error is still on the board; otherwise it has been corrected.
    pub alarm: bool,
    /// Sentences that say what is wrong and what to do.
    pub sentences: Vec<String>,
}

/// A game with a referee.
pub(super) trait Ruled: Notation {
    /// Its rules.
    type Rules: Rulebook<Position = Self, Reason: std::fmt::Display>;

    /// The rules, with a game that continues from this position.
    fn rules(&self) -> Self::Rules;
}

/// Compares photos with the position of the game, and asks a referee about differences that last.
///
/// The recorder only follows legal moves. A point that it cannot explain keeps differing from the position in nearly
/// all of the last photos; the referee says which rule was broken.
pub(super) struct Ruler<P: Ruled> {
    /// The last photos, the newest last.
    photos: VecDeque<Read>,
    /// The referee of a position, with the key of that position.
    referee: Option<(u64, Referee<P::Rules>)>,
    /// What the board shows, and in how many photos it has shown just that.
    table: (Vec<Occupancy>, usize),
    /// The points that differed when the alarm was raised.
    wrong: Vec<usize>,
    /// The key of the position that was restored last.
    restored: u64,
    ruling: Option<Ruling>,
}

/// What a photo shows.
struct Read {
    /// See [`CurrentGame::reading`].
    points: Vec<Option<[f32; 3]>>,
    /// Whether the photo repeats the one before, and so says nothing more.
    repeats: bool,
}

/// Number of last photos that are compared, and how many of them must show that a point differs.
const WINDOW: usize = 6;
const AGREE: usize = 5;
/// Least difference of a point in nats, of these photos together.
const SURE: f32 = 8.0;
/// Number of photos in which the board must stay the same before the referee is asked: moves may not be told yet.
const STEADY: usize = 3;
/// Number of photos that must show the position at the differing points before it counts as restored.
const RESTORED: usize = 3;

impl<P: Ruled> Ruler<P> {
    pub(super) fn new() -> Self {
        Self {
            photos: VecDeque::new(),
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

    /// Takes the reading of the last photo, which may repeat the one before.
    pub(super) fn look(&mut self, game: &CurrentGame<P>, repeats: bool) {
        if self.photos.len() == WINDOW {
            self.photos.pop_front();
        }
        let points = game.reading.clone();
        self.photos.push_back(Read { points, repeats });
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
            // The sentence that the board was corrected is shown until the next move.
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
            // The referee compares observations with its first one. It has the right number of points, so this cannot
            // fail.
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

    /// What the last photos show at a point: the content of the position unless they clearly show another one.
    fn shown(&self, point: usize, held: Occupancy) -> Occupancy {
        let mut sums = [0.0; 3];
        let mut votes = [0; 3];
        for (number, photo) in self.photos.iter().enumerate() {
            let Some(costs) = photo.points.get(point).copied().flatten() else {
                continue;
            };
            if number == 0 || !photo.repeats {
                for (sum, cost) in sums.iter_mut().zip(costs) {
                    *sum += cost;
                }
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

    /// Whether the last photos show the position at the points that differed.
    fn is_restored(&self, position: &[Occupancy]) -> bool {
        let agrees = |photo: &Read| {
            self.wrong.iter().all(|point| {
                let costs = photo.points.get(*point).copied().flatten();
                costs.is_some_and(|costs| likeliest(costs) == position[*point].index())
            })
        };
        self.photos.iter().rev().take(RESTORED).all(agrees)
    }

    fn rule(&mut self, alarm: bool, sentences: Vec<String>) {
        self.ruling = Some(Ruling { alarm, sentences });
    }
}

/// The index in [`Occupancy::ALL`] of the content with the least cost.
fn likeliest(costs: [f32; 3]) -> usize {
    let places = costs.iter().enumerate();
    let least = places.min_by(|a, b| a.1.total_cmp(b.1));
    least.map_or(0, |(place, _)| place)
}

fn observed<K>(table: &[Occupancy]) -> Vec<Observed<K>> {
    table.iter().map(|content| (*content).into()).collect()
}
