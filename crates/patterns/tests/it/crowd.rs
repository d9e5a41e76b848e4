//! Thousands of patterns, so that leaves split: still what the definition finds.

use crate::random::{Dice, exact, like_gnugo, position};
use patterns::reference::brute_force;
use patterns::{Group, Match, Pattern, PatternTree};

#[test]
fn many_patterns_learned_and_forgotten() {
    for (seed, group, count) in [
        (1, Group::TurnsAndColors, 6_000),
        (2, Group::Turns, 1_500),
        (3, Group::Identity, 1_500),
    ] {
        let mut dice = Dice(seed);
        let mut tree = PatternTree::new(group);
        let mut known: Vec<Pattern> = Vec::new();
        while known.len() < count {
            let stones = 20 + dice.below(180);
            let from = position(&mut dice, stones);
            for _ in 0..30 {
                let pattern = match dice.below(2) {
                    0 => exact(&mut dice, &from),
                    _ => like_gnugo(&mut dice, &from),
                };
                if tree.insert(&pattern, ()).1.is_none() {
                    known.push(pattern);
                }
            }
        }
        let board = position(&mut dice, 120);
        let mut defined = brute_force(&known, group, &board);
        assert!(defined.len() > 100);
        assert_eq!(tree.search(&board), defined);

        let third = |place: &Match| place.id.0.is_multiple_of(3);
        let ids: Vec<_> = tree.ids().filter(|id| id.0.is_multiple_of(3)).collect();
        for id in ids {
            tree.remove(id);
        }
        defined.retain(|place| !third(place));
        assert_eq!(tree.search(&board), defined);
        let frozen = patterns::Frozen::open(tree.freeze(|(), _| ())).unwrap();
        assert_eq!(frozen.search(&board).len(), defined.len());

        for id in tree.ids().collect::<Vec<_>>() {
            tree.remove(id);
        }
        assert!(tree.is_empty() && tree.search(&board).is_empty());
    }
}
