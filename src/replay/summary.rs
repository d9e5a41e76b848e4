//! Accuracy of replayed games.

use std::fmt;

use board_core::Color;

use crate::Warning;
use crate::recording::compare;
use crate::wording::counted;

/// The outcome of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The players.
    pub name: String,
    /// The side of the first move.
    pub first: Color,
    /// Number of plies in the truth.
    pub plies: usize,
    /// Number of photos.
    pub photos: usize,
    /// Comparison of the record with the truth.
    pub comparison: compare::Comparison<String>,
    /// Comparison ignoring the order of moves between two photos, which no photo shows: these moves count as right if
    /// the positions of both photos (contents and side to move) are right.
    pub but_for_order: compare::Comparison<String>,
    /// Number of photos without a hand.
    pub clear_photos: usize,
    /// Indices of the photos without a hand whose position differs from the record. A record without any may still be
    /// wrong: photos do not show the path of a piece, moves to and fro between them, and moves behind a hand.
    pub contradicted: Vec<usize>,
    /// Warnings of the recording.
    pub warnings: Vec<Warning>,
}

impl Outcome {
    /// Plies before the first one that differs from the truth; all if none does.
    #[must_use]
    pub fn first_fault(&self) -> usize {
        self.comparison.differences.first().map_or(self.plies, |d| {
            let number = match d {
                compare::Difference::Wrong { number, .. }
                | compare::Difference::Missing { number, .. }
                | compare::Difference::Extra { number, .. } => *number,
            };
            (number - 1).min(self.plies)
        })
    }
}

/// The outcomes of many games. `Display` writes them in the form of Petkov's summary.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The outcome of each game.
    pub outcomes: Vec<Outcome>,
    /// Time for all games in seconds.
    pub seconds: f64,
}

impl Summary {
    /// Number of plies of all games.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.outcomes.iter().map(|o| o.plies).sum()
    }

    /// Number of right plies.
    #[must_use]
    pub fn right(&self) -> usize {
        self.outcomes.iter().map(|o| o.comparison.right).sum()
    }

    /// Number of games without a fault.
    #[must_use]
    pub fn faultless(&self) -> usize {
        let faultless = |o: &&Outcome| o.comparison.differences.is_empty();
        self.outcomes.iter().filter(faultless).count()
    }

    /// Number of plies that are right except for the order of moves between two photos.
    #[must_use]
    pub fn right_but_for_order(&self) -> usize {
        self.outcomes.iter().map(|o| o.but_for_order.right).sum()
    }

    /// Number of games that are right except for the order of moves between two photos.
    #[must_use]
    pub fn faultless_but_for_order(&self) -> usize {
        let faultless = |o: &&Outcome| o.but_for_order.differences.is_empty();
        self.outcomes.iter().filter(faultless).count()
    }

    /// Number of photos without a hand, of all games.
    #[must_use]
    pub fn clear_photos(&self) -> usize {
        self.outcomes.iter().map(|o| o.clear_photos).sum()
    }

    /// Number of photos without a hand that agree with the record.
    #[must_use]
    pub fn explained_photos(&self) -> usize {
        let contradicted = |o: &Outcome| o.contradicted.len();
        self.clear_photos() - self.outcomes.iter().map(contradicted).sum::<usize>()
    }

    /// Number of games whose record agrees with every photo without a hand.
    #[must_use]
    pub fn explained(&self) -> usize {
        let explained = |o: &&Outcome| o.contradicted.is_empty();
        self.outcomes.iter().filter(explained).count()
    }

    /// Mean number of plies before the first fault; all plies of games without one.
    #[must_use]
    pub fn first_fault(&self) -> f64 {
        let all: usize = self.outcomes.iter().map(Outcome::first_fault).sum();
        all as f64 / self.outcomes.len().max(1) as f64
    }

    /// Mean share of the game before the first fault, from 0 to 1.
    #[must_use]
    pub fn before_fault(&self) -> f64 {
        let share = |o: &Outcome| o.first_fault() as f64 / o.plies.max(1) as f64;
        let all: f64 = self.outcomes.iter().map(share).sum();
        all / self.outcomes.len().max(1) as f64
    }

    /// Number of differences of all games.
    #[must_use]
    pub fn faults(&self) -> usize {
        let faults = |o: &Outcome| o.comparison.differences.len();
        self.outcomes.iter().map(faults).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for outcome in self.outcomes.iter() {
            for difference in &outcome.comparison.differences {
                let (number, truth, record) = match difference {
                    compare::Difference::Wrong {
                        number,
                        truth,
                        record,
                    } => (number, truth.as_str(), record.as_str()),
                    compare::Difference::Missing { number, truth } => (number, truth.as_str(), ""),
                    compare::Difference::Extra { number, record } => (number, "", record.as_str()),
                };
                let side = match number % 2 {
                    1 => outcome.first,
                    _ => !outcome.first,
                };
                let name = &outcome.name;
                writeln!(f, "{name}, ply {number} ({side}): [{truth} - {record}]")?;
            }
        }
        let games = self.outcomes.len();
        let plies = self.plies();
        let share = |part: usize| 100.0 * part as f64 / plies.max(1) as f64;
        writeln!(
            f,
            "RESULTS SUMMARY: Completed for {:.0} seconds. {games} games have been analysed!",
            self.seconds
        )?;
        writeln!(f, "Overall accuracy: {:.2}%", share(self.right()))?;
        writeln!(f, "Overall First-fault position: {:.2}", self.first_fault())?;
        let before = 100.0 * self.before_fault();
        writeln!(f, "Overall First-fault accuracy: {before:.2}%")?;
        writeln!(
            f,
            "Number of games that scored 100% accuracy is: {}",
            self.faultless()
        )?;
        writeln!(
            f,
            "Total number of moves analysed is: {plies} Average moves per game: {:.2} {} errors \
             detected...",
            plies as f64 / games.max(1) as f64,
            self.faults()
        )?;
        writeln!(
            f,
            "Right but for the order of moves between two photos: {}, {:.2}% of moves",
            counted(self.faultless_but_for_order(), "games"),
            share(self.right_but_for_order())
        )?;
        writeln!(
            f,
            "In agreement with every photo without a hand: {}, {} of {}",
            counted(self.explained(), "games"),
            self.explained_photos(),
            counted(self.clear_photos(), "photos")
        )
    }
}
