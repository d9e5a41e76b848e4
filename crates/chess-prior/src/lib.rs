//! A move prior for chess: the probability that people play each legal move.
//!
//! Photos of a game often leave open which of two moves came first, or which path a piece took: the rules allow both,
//! but people mostly play one of them. The prior is a log-linear model over features of moves (captures, hanging
//! pieces, threats, squares of pieces by stage of the game), after R. Coulom, "Computing Elo ratings of move patterns
//! in the game of Go" (2007). It is fitted to games of masters, and combined with main lines of opening theory. It is
//! not an engine: it neither looks ahead nor judges moves.
//!
//! ```
//! use chess_rules::Position;
//!
//! let position = Position::from_fen("4k3/8/8/3p4/4N3/8/P7/4K3 w - - 0 1")?;
//! let moves = chess_prior::log_probabilities(&position);
//! let ln = |name| moves.iter().find(|m| m.0 == position.parse_san(name).unwrap()).unwrap().1;
//! // The knight is attacked: saving it is likelier than another pawn move.
//! assert!(ln("Nc3") > ln("a3") + 1.0);
//! # Ok::<(), chess_rules::FenError>(())
//! ```
//!
//! With the feature `prior`, `ChessPrior` is a move prior for `sequence_search`.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod exchange;
pub mod features;
mod openings;
#[cfg(feature = "prior")]
mod prior;

use std::sync::LazyLock;

use chess_rules::{Kind, Move, Position};

#[cfg(feature = "prior")]
pub use prior::ChessPrior;

/// One weight a line, in the order of the [features]. Written by `training/src/bin/train_chess_prior.rs` of the
/// repository with `--spare 30 carlsen_dev60.pgn famous8.pgn kasparov-deep-blue-1997.pgn`.
static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let lines = include_str!("weights.txt").lines();
    // A test checks their number.
    lines.filter_map(|line| line.parse().ok()).collect()
});

/// The legal moves, each with the natural log of its probability; the probabilities sum to 1. Empty if there are no
/// legal moves.
///
/// In every position, a pawn on the last rank becomes a queen in 957 of 1,000 cases, a rook or a knight in 18 each, a
/// bishop in 7.
///
/// Players and earlier moves are ignored. Every move has at least the probability 1/20 divided by the number of moves.
#[must_use]
pub fn log_probabilities(position: &Position) -> Vec<(Move, f32)> {
    /// Probability of a random move.
    const ANY: f32 = 0.05;
    /// Weight of the model, in lines of opening theory.
    const MODEL: f32 = 4.0;
    let mut moves = position.legal_moves();
    // Rate promotions to queens only; `promotion_probability` distributes over the other kinds below.
    moves.retain(|mv| matches!(mv.promotion(), None | Some(Kind::Queen)));
    let features = features::MoveFeatures::new(position);
    let score = |&mv: &Move| {
        let mut score = 0.0;
        features.visit(mv, |feature, value| score += WEIGHTS[feature] * value);
        score
    };
    let scores: Vec<f32> = moves.iter().map(score).collect();
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let odds: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = odds.iter().sum();
    let theory = openings::continuations(position);
    let (lines, count) = (theory.len() as f32, moves.len() as f32);
    let mut likely = Vec::with_capacity(moves.len());
    for (mv, odds) in moves.into_iter().zip(odds) {
        let known = theory.iter().filter(|&&m| m == mv).count() as f32;
        let share = (known + MODEL * odds / sum) / (lines + MODEL);
        let share = (1.0 - ANY) * share + ANY / count;
        let becomes = |kind| {
            (
                Move::new(mv.from(), mv.to(), Some(kind)),
                share * promotion_probability(kind),
            )
        };
        match mv.promotion() {
            Some(_) => likely.extend(Kind::PROMOTIONS.map(becomes)),
            None => likely.push((mv, share)),
        }
    }
    for (_, share) in &mut likely {
        *share = share.ln();
    }
    likely
}

/// Probability of each kind of promotion.
const fn promotion_probability(kind: Kind) -> f32 {
    match kind {
        Kind::Rook | Kind::Knight => 0.018,
        Kind::Bishop => 0.007,
        _ => 1.0 - 2.0 * 0.018 - 0.007,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::MoveGen;
    use proptest::prelude::*;

    fn ln(position: &Position, name: &str) -> f32 {
        let mv = position.parse_san(name).unwrap();
        log_probabilities(position)
            .iter()
            .find(|m| m.0 == mv)
            .unwrap()
            .1
    }

    #[test]
    fn there_is_a_weight_for_every_feature() {
        assert_eq!(WEIGHTS.len(), features::COUNT);
    }

    #[test]
    fn all_legal_moves_share_one() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let moves = log_probabilities(&position);
            let sum: f32 = moves.iter().map(|m| m.1.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{fen}: {sum}");
            let mut listed: Vec<Move> = moves.iter().map(|m| m.0).collect();
            let mut legal = position.legal_moves();
            listed.sort_by_key(ToString::to_string);
            legal.sort_by_key(ToString::to_string);
            assert_eq!(listed, legal, "{fen}");
        }
        let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert!(log_probabilities(&mate).is_empty());
    }

    #[test]
    fn both_sides_have_the_same_probabilities() {
        let white = Position::from_fen("4k3/8/8/3p4/4N3/8/P7/4K3 w - - 0 1").unwrap();
        let black = Position::from_fen("4k3/p7/8/4n3/3P4/8/8/4K3 b - - 0 1").unwrap();
        for (a, b) in [
            ("Nc3", "Nc6"),
            ("a3", "a6"),
            ("Kd1", "Kd8"),
            ("Nf6+", "Nf3+"),
        ] {
            let differ = (ln(&white, a) - ln(&black, b)).abs();
            assert!(differ < 1e-4, "{a}: {differ}");
        }
    }

    #[test]
    fn people_take_back_develop_and_mostly_queen() {
        let position =
            Position::from_fen("r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4");
        let position = position.unwrap();
        assert!(ln(&position, "dxc6") > ln(&position, "bxc6"));
        assert!(ln(&position, "bxc6") > ln(&position, "h6") + 2.0);
        let start = Position::initial();
        assert!(ln(&start, "e4") > ln(&start, "Nc3"));
        assert!(ln(&start, "Nc3") > ln(&start, "h4"));
        let pawn = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert!(ln(&pawn, "a8=Q") > ln(&pawn, "a8=N") + 3.0);
        assert!(ln(&pawn, "a8=N") > ln(&pawn, "a8=B"));
    }

    proptest! {
        /// Along any game.
        #[test]
        fn every_legal_move_has_its_share(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120)) {
            let mut position = Position::initial();
            for choice in choices {
                let moves = log_probabilities(&position);
                prop_assert_eq!(moves.len(), position.legal_moves().len());
                let Some(&(mv, _)) = moves.get(choice.index(moves.len().max(1))) else {
                    break;
                };
                let sum: f32 = moves.iter().map(|m| m.1.exp()).sum();
                prop_assert!((sum - 1.0).abs() < 1e-4, "{}: {sum}", position.to_fen());
                // Ordinary moves keep a share; pawns hardly ever become bishops.
                let least = moves.iter().map(|m| m.1).fold(f32::INFINITY, f32::min);
                prop_assert!(least > (0.05 * 0.006 / moves.len() as f32).ln());
                position.advance(mv);
            }
        }
    }

    /// Positions that no game leads to, but that the search may ask about.
    #[test]
    fn the_side_that_is_not_to_move_may_be_asked_about() {
        let mut position = Position::from_fen("4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1").unwrap();
        position.set_to_move(!position.to_move());
        assert_eq!(
            log_probabilities(&position).len(),
            position.legal_moves().len()
        );
    }
}
