//! What was right in the records of replayed games.

use std::fmt;

use board_core::Color;

use crate::Warning;
use crate::recording::compare;
use crate::wording::counted;

/// What became of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The players.
    pub name: String,
    /// Who makes the first move.
    pub first: Color,
    /// Plies in the truth.
    pub plies: usize,
    /// Photos it was replayed as.
    pub photos: usize,
    /// How the record differs from the truth.
    pub comparison: compare::Comparison<String>,
    /// The same without what no photo can show: moves between two photos count as in the truth's
    /// order wherever both photos' positions (what stands where, and whose turn it is) are right.
    pub but_for_order: compare::Comparison<String>,
    /// Photos without a hand, and those of them that show another position than the record has there.
    /// A record that agrees with all of them may have faults still: by which way a piece came, how often
    /// it went to and fro, and what happened behind a hand, they do not tell.
    pub clear_photos: usize,
    /// See `clear_photos`; indices into all photos.
    pub contradicted: Vec<usize>,
    /// Warnings that came with the record.
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

/// The outcomes of many games, in the form of the original's summary.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// One for each game.
    pub outcomes: Vec<Outcome>,
    /// How long all took, in seconds.
    pub seconds: f64,
}

impl Summary {
    /// Plies of all games.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.outcomes.iter().map(|o| o.plies).sum()
    }

    /// Plies that stand in the records as in the truth.
    #[must_use]
    pub fn right(&self) -> usize {
        self.outcomes.iter().map(|o| o.comparison.right).sum()
    }

    /// Games without a fault.
    #[must_use]
    pub fn faultless(&self) -> usize {
        let faultless = |o: &&Outcome| o.comparison.differences.is_empty();
        self.outcomes.iter().filter(faultless).count()
    }

    /// Plies that are right but for the order of moves between two photos.
    #[must_use]
    pub fn right_but_for_order(&self) -> usize {
        self.outcomes.iter().map(|o| o.but_for_order.right).sum()
    }

    /// Games that are right but for the order of moves between two photos: every photo's position is
    /// that of the record.
    #[must_use]
    pub fn faultless_but_for_order(&self) -> usize {
        let faultless = |o: &&Outcome| o.but_for_order.differences.is_empty();
        self.outcomes.iter().filter(faultless).count()
    }

    /// Photos without a hand, of all games.
    #[must_use]
    pub fn clear_photos(&self) -> usize {
        self.outcomes.iter().map(|o| o.clear_photos).sum()
    }

    /// Those of them whose position is that of the record.
    #[must_use]
    pub fn explained_photos(&self) -> usize {
        let contradicted = |o: &Outcome| o.contradicted.len();
        self.clear_photos() - self.outcomes.iter().map(contradicted).sum::<usize>()
    }

    /// Games whose record agrees with every photo without a hand.
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

    /// Differences of all games.
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
