//! Fits the weights of the features to games, and evaluates how well they predict other games.
//!
//! From `training/`, `cargo run --release --bin train_chess_prior -- --spare 30 GAMES.pgn…` sets the first 30 games
//! aside, fits to the others, writes `src/weights.txt`, and evaluates the written weights on the games set aside. With
//! `--judge` nothing is fitted or written.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::path::Path;

use chess_prior::features::{COUNT, MoveFeatures};
use chess_prior::log_probabilities;
use chess_rules::{Move, Position, Square, pgn};

/// The start position and the moves of a game.
type Game = (Position, Vec<Move>);

/// A played move: the features of all legal moves, and its index.
struct Choice {
    moves: Vec<Vec<(usize, f32)>>,
    made: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut spare, mut judge, mut games) = (0, false, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--spare" => spare = arguments.next().ok_or("--spare NUMBER")?.parse()?,
            "--judge" => judge = true,
            path => {
                for record in pgn::Reader::new(File::open(path)?) {
                    let record = record?;
                    games.push((*record.tree.start(), record.moves().collect()));
                }
            }
        }
    }
    let (aside, others) = games.split_at(spare.min(games.len()));
    if judge {
        println!(
            "{} games: {}",
            aside.len(),
            Judgement::of(aside, log_probabilities)
        );
        return Ok(());
    }
    let choices: Vec<Choice> = others.iter().flat_map(choices).collect();
    let weights = fit(&choices);
    let lines: String = weights.iter().map(|w| format!("{w:.3}\n")).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/chess-prior/src/weights.txt");
    std::fs::write(&path, lines)?;
    println!(
        "fitted to {} moves of {} games; --judge asks the library as built from that",
        choices.len(),
        others.len()
    );
    let known = |position: &Position| {
        let moves = position.legal_moves();
        let shares = shares(&weights, &features(position, &moves));
        moves
            .into_iter()
            .zip(shares.into_iter().map(f32::ln))
            .collect()
    };
    println!(
        "the features alone, {} games set aside: {}",
        aside.len(),
        Judgement::of(aside, known)
    );
    Ok(())
}

fn choices((start, moves): &Game) -> Vec<Choice> {
    let mut position = *start;
    let choice = moves.iter().map(|&mv| {
        let legal = position.legal_moves();
        let moves = features(&position, &legal);
        let made = legal.iter().position(|&m| m == mv);
        position.advance(mv);
        let made = made.expect("records hold legal moves");
        Choice { moves, made }
    });
    choice.collect()
}

fn features(position: &Position, moves: &[Move]) -> Vec<Vec<(usize, f32)>> {
    let features = MoveFeatures::new(position);
    let of = |&mv: &Move| {
        let mut list = Vec::new();
        features.visit(mv, |feature, value| list.push((feature, value)));
        list
    };
    moves.iter().map(of).collect()
}

/// The probability of each move by the weights of its features.
fn shares(weights: &[f32], moves: &[Vec<(usize, f32)>]) -> Vec<f32> {
    let score = |list: &Vec<(usize, f32)>| list.iter().map(|&(i, x)| weights[i] * x).sum::<f32>();
    let scores: Vec<f32> = moves.iter().map(score).collect();
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let sum: f32 = scores.iter().map(|s| (s - most).exp()).sum();
    scores.iter().map(|s| (s - most).exp() / sum).collect()
}

/// The weights under which the chosen moves are most likely, minus a penalty on their squares; by Adam (D. Kingma, J.
/// Ba, 2014) on all choices at once, with a step that decreases to zero.
fn fit(choices: &[Choice]) -> Vec<f32> {
    const ROUNDS: i32 = 250;
    const STEP: f32 = 0.1;
    const PENALTY: f32 = 3.0;
    const MEMORY: [f32; 2] = [0.9, 0.99];
    let mut weights = vec![0.0; COUNT];
    let mut moments = vec![[0.0; 2]; COUNT];
    for round in 1..=ROUNDS {
        let mut slope: Vec<f32> = weights.iter().map(|w| PENALTY * w).collect();
        for choice in choices {
            let shares = shares(&weights, &choice.moves);
            for (i, (list, share)) in choice.moves.iter().zip(shares).enumerate() {
                let excess = share - f32::from(u8::from(i == choice.made));
                list.iter()
                    .for_each(|&(feature, x)| slope[feature] += excess * x);
            }
        }
        let step = STEP * (1.0 - (round - 1) as f32 / ROUNDS as f32);
        for ((weight, moments), slope) in weights.iter_mut().zip(&mut moments).zip(slope) {
            let now = [slope, slope * slope];
            for ((moment, memory), now) in moments.iter_mut().zip(MEMORY).zip(now) {
                *moment = memory * *moment + (1.0 - memory) * now;
            }
            let unbiased = |i: usize| moments[i] / (1.0 - MEMORY[i].powi(round));
            *weight -= step * unbiased(0) / (unbiased(1).sqrt() + 1e-6);
        }
    }
    weights
}

/// The quality of predictions.
struct Judgement {
    plies: usize,
    nats: f32,
    any: f32,
    open: usize,
    right: usize,
}

impl Judgement {
    fn of(games: &[Game], likely: impl Fn(&Position) -> Vec<(Move, f32)>) -> Judgement {
        let mut judgement = Judgement {
            plies: 0,
            nats: 0.0,
            any: 0.0,
            open: 0,
            right: 0,
        };
        let ln = |position: &Position, mv: Move| {
            likely(position).iter().find(|m| m.0 == mv).map(|m| m.1)
        };
        let ln_of = |start: &Position, moves: [Move; 3]| {
            let (mut position, mut sum) = (*start, 0.0);
            for mv in moves {
                sum += ln(&position, mv)?;
                position.advance(mv);
            }
            Some((sum, position))
        };
        let alike = |a: &Position, b: &Position| Square::all().all(|s| a.piece(s) == b.piece(s));
        for (start, moves) in games {
            let mut position = *start;
            for (i, &mv) in moves.iter().enumerate() {
                judgement.plies += 1;
                judgement.nats -= ln(&position, mv).unwrap_or(f32::NEG_INFINITY);
                judgement.any += (position.legal_moves().len() as f32).ln();
                if let Some(&[a, b, c]) = moves.get(i..i + 3)
                    && let Some((as_played, end)) = ln_of(&position, [a, b, c])
                    && let Some((turned, other)) = ln_of(&position, [c, b, a])
                    && alike(&end, &other)
                {
                    judgement.open += 1;
                    judgement.right += usize::from(as_played > turned);
                }
                position.advance(mv);
            }
        }
        judgement
    }
}

impl std::fmt::Display for Judgement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plies = self.plies as f32;
        write!(
            f,
            "{:.3} nats a ply ({:.3} if all moves were alike); of {} times three plies with the same end in either \
             order, the order played is likelier {} times ({:.1} %)",
            self.nats / plies,
            self.any / plies,
            self.open,
            self.right,
            100.0 * self.right as f32 / self.open as f32
        )
    }
}
