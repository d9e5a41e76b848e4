//! A game of checkers as a camera might read it, with a mistake, a misread frame and a hand over the board, and what
//! the referee says: `cargo run -p referee --features checkers,serde --example speak_up`.
#![allow(clippy::print_stdout)]

use board_core::Board;
use checkers_rules::{Position, Rank, RuleSet};
use referee::checkers::Checkers;
use referee::{MajorityFilter, Observed, Referee};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Position::initial(RuleSet::ENGLISH);
    let mut table: Vec<Observed<Rank>> = (0..64).map(|point| start.get(point).into()).collect();
    let mut frames = vec![Some(table.clone()); 8];
    // From and to as points: 11-15, then 22-17, then 15-18, which White has to take with 23x14; it plays 24-20
    // instead, and puts that back.
    for (from, to) in [(21, 28), (42, 33), (28, 35), (46, 39), (39, 46)] {
        table.swap(from, to);
        frames.push(None);
        frames.extend(vec![Some(table.clone()); 8]);
        // One frame is misread.
        let mut misread = table.clone();
        misread[63] = Observed::of(board_core::Color::Black, Rank::Man);
        frames.push(Some(misread));
    }

    let mut referee = Referee::joining(Checkers::new(RuleSet::ENGLISH));
    let mut filter = MajorityFilter::default();
    for (number, frame) in frames.into_iter().enumerate() {
        let Some(position) = filter.push(frame) else {
            continue;
        };
        for event in referee.see(position)? {
            println!("frame {number}: {event}");
            #[cfg(feature = "serde")]
            println!("  {}", serde_json::to_string(&event)?);
        }
    }
    Ok(())
}
