//! What is wrong on a board now, while the game is played.

use board_core::Occupancy;
use referee::{Event, MajorityFilter, NoMajority, Observed, Referee, Rulebook};
use serde::Serialize;

use crate::recording::{Notation, SoFar};

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
/// The recorder follows legal games alone. What it cannot explain is left to the referee: a table that most of the last
/// photos agree on, and that is neither the position nor one move from it.
pub(super) struct Ruler<P: Ruled> {
    filter: MajorityFilter<Vec<Occupancy>>,
    /// Follows the game from the last position; its key says whether that is still the one.
    referee: Option<(u64, Referee<P::Rules>)>,
    ruling: Option<Ruling>,
}

/// The photos that vote on the table, and those that must agree.
const WINDOW: usize = 8;
const AGREE: usize = 6;
/// A point is taken to be otherwise than the position has it where a photo says so by this much, in nats.
const PLAIN: f32 = 4.0;

impl<P: Ruled> Ruler<P> {
    pub(super) fn new() -> Result<Self, NoMajority> {
        Ok(Self {
            filter: MajorityFilter::new(WINDOW, AGREE)?,
            referee: None,
            ruling: None,
        })
    }

    pub(super) fn ruling(&self) -> Option<&Ruling> {
        self.ruling.as_ref()
    }

    /// Looks at the last photo.
    pub(super) fn look(&mut self, game: &SoFar<P>) {
        let position: Vec<Occupancy> = game.position.cells().collect();
        let mut table = position.clone();
        for (point, content, nats) in game.differences() {
            if nats >= PLAIN {
                table[point] = content;
            }
        }
        let Some(accepted) = self.filter.push(Some(table)).cloned() else {
            return;
        };
        let key = game.position.key();
        if self.referee.as_ref().is_none_or(|(of, _)| *of != key) {
            let mut referee = Referee::following(game.position.rules());
            // It has to have seen the position before it says what is wrong. The number of points is right.
            let _ = referee.see(&observed(&position));
            self.referee = Some((key, referee));
        }
        let alarmed = self.ruling.as_ref().is_some_and(|ruling| ruling.alarm);
        if accepted == position {
            if alarmed {
                self.rule(false, vec!["The board has been restored.".to_owned()]);
                self.referee = None;
            }
            return;
        }
        let Some((_, referee)) = &mut self.referee else {
            return;
        };
        let events = referee.see(&observed(&accepted)).unwrap_or_default();
        let alarms = events.iter().filter(|event| event.is_alarm());
        let sentences: Vec<String> = alarms.map(Event::to_string).collect();
        if !sentences.is_empty() {
            self.rule(true, sentences);
        } else if alarmed && events.iter().any(|event| matches!(event, Event::Restored)) {
            self.rule(false, vec![Event::<String>::Restored.to_string()]);
        }
    }

    fn rule(&mut self, alarm: bool, sentences: Vec<String>) {
        self.ruling = Some(Ruling { alarm, sentences });
    }
}

fn observed<K>(table: &[Occupancy]) -> Vec<Observed<K>> {
    table.iter().map(|content| (*content).into()).collect()
}
