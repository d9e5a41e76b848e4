//! Wrong moves that a player puts right: no moves of the game.

use board_core::zobrist::splitmix64;
use board_core::{Board, Cell, Change, MoveGen, NoisySensor, Observation, Readings, Timing};
use checkers_rules::RuleSet;
use sequence_search::{Settings, Stream, decode};

use crate::board_games::{Game as Moves, streamed};
use crate::more_games::{Game, LINES_OF_ACTION, Move, Rules, XIANGQI};

/// Games with slips, and how they were read.
#[derive(Default)]
struct Tally {
    /// Share of wrong readings.
    errors: f32,
    /// Frames that show everything as before, between the slip and the move that is played.
    back: usize,
    games: usize,
    right: usize,
    right_live: usize,
    slips: usize,
    known_slips: usize,
}

impl Tally {
    /// Reads random games of 30 plies. Before every fifth ply `slip` may choose another move, which stands for four
    /// frames; then everything is as before for `back` frames.
    fn read<P: MoveGen>(&mut self, start: &P, slip: impl Fn(&P, P::Move) -> Option<P::Move>) {
        for seed in 0..test_data::how_many(3, 20) as u64 {
            let truth = random_moves(start, 30, seed);
            let (seen, slips) = self.watch(start, &truth, seed, &slip);
            let found = decode(start, &seen, &Settings::beam(64)).unwrap();
            self.games += 1;
            let is_right = found.moves() == truth;
            self.right += usize::from(is_right);
            assert!(is_right || seed >= 3, "seed {seed}");
            let touches: Vec<_> = found.touches.iter().map(|t| (t.side, t.mv)).collect();
            self.slips += slips.len();
            self.known_slips += slips.iter().filter(|slip| touches.contains(slip)).count();
            assert!(found.touches.iter().all(|touch| touch.taken_back));
            // As a stream, whose frames are final while a piece stands on a wrong point.
            let stream = Stream::new(start.clone(), Settings::beam(64));
            let live = streamed(stream.lag(9).every(1), &seen);
            self.right_live += usize::from(live == truth);
        }
    }

    /// Readings of a game, and the moves that were shown on the way and not played.
    fn watch<P: MoveGen>(
        &self,
        start: &P,
        moves: &Moves<P>,
        seed: u64,
        slip: impl Fn(&P, P::Move) -> Option<P::Move>,
    ) -> (Readings<P::Cell>, Moves<P>) {
        let sensor = NoisySensor {
            error_rate: self.errors,
            seed,
            ..NoisySensor::default()
        };
        let mut seen = Readings::new(start.points(), sensor.error_rate);
        let mut show = |position: &P, frames: usize| {
            for frame in seen.frames()..seen.frames() + frames {
                seen.push(sensor.read(position, frame));
            }
        };
        let mut position = start.clone();
        let mut slips = Vec::new();
        show(&position, 3);
        for (ply, &(side, mv)) in moves.iter().enumerate() {
            if let Some(slip) = slip(&position, mv).filter(|_| ply % 5 == 4) {
                let old = position.play(slip);
                show(&position, 4);
                position.undo(old);
                show(&position, self.back);
                slips.push((side, slip));
            }
            position.play(mv);
            show(&position, 3);
        }
        (seen, slips)
    }

    fn check(&self) {
        let Tally {
            games,
            right,
            right_live,
            slips,
            known_slips,
            ..
        } = *self;
        assert!(100 * right >= 95 * games, "{right} of {games} games");
        assert!(
            100 * right_live >= 95 * games,
            "{right_live} of {games} games live"
        );
        assert!(
            2 * slips > games && 100 * known_slips >= 95 * slips,
            "{known_slips} of {slips} slips"
        );
    }
}

/// A random game in which nobody passes.
pub(crate) fn random_moves<P: MoveGen>(start: &P, plies: u64, seed: u64) -> Moves<P> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for ply in 0..plies {
        let mut legal = position.legal_moves();
        legal.retain(|&mv| !position.changes(mv).is_empty());
        if legal.is_empty() {
            break;
        }
        let mv = legal[(splitmix64(seed, ply) % legal.len() as u64) as usize];
        moves.push((position.to_move(), mv));
        position.play(mv);
    }
    moves
}

/// A piece is first put on another point where it may go, and moved on from there: no second move of its side, and no
/// pass between the two.
#[test]
fn a_piece_on_a_wrong_point_is_moved_on() {
    let mut tally = Tally {
        errors: 0.02,
        ..Tally::default()
    };
    for (rules, drawing) in [
        (Rules::LinesOfAction, &LINES_OF_ACTION[..]),
        (Rules::Xiangqi, &XIANGQI[..]),
    ] {
        tally.read(&Game::new(rules, drawing), |position, mv| {
            let elsewhere = |other: &Move| {
                let is_empty = position.get(usize::from(other.1)).index() == 0;
                other.0 == mv.0 && other.1 != mv.1 && is_empty
            };
            position.legal_moves().into_iter().find(elsewhere)
        });
    }
    tally.check();
}

/// A piece is taken by a wrong move, and put back with it.
#[test]
fn a_wrong_capture_is_put_back() {
    fn other_capture<P: MoveGen>(position: &P, mv: P::Move) -> Option<P::Move> {
        let takes = |c: &Change<P::Cell>| c.timing == Timing::Lagging && c.after.index() == 0;
        let taken = |mv: P::Move| position.changes(mv).into_iter().filter(takes).count();
        let captures = |other: &P::Move| *other != mv && taken(*other) == 1;
        position.legal_moves().into_iter().find(captures)
    }
    let mut tally = Tally {
        errors: 0.001,
        back: 2,
        ..Tally::default()
    };
    let size = go_rules::Size::square(5).unwrap();
    tally.read(&go_rules::Position::initial(size), other_capture);
    for rules in [RuleSet::ENGLISH, RuleSet::INTERNATIONAL] {
        tally.read(&checkers_rules::Position::initial(rules), other_capture);
    }
    tally.check();
}
