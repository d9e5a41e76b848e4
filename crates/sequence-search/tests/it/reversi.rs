//! Moves that turn many pieces over, after which a side may have to move again: Reversi.

use core::ops::ControlFlow;

use board_core::laws::{self, legal_moves};
use board_core::zobrist::splitmix64;
use board_core::{Board, Change, Color, MoveGen, NoisySensor, Observation, Occupancy, Timing};
use sequence_search::{Settings, Stream, decode, score_game};

#[derive(Clone)]
struct Reversi([Occupancy; 64], Color);

impl Reversi {
    fn start() -> Self {
        let mut cells = [Occupancy::Empty; 64];
        (cells[27], cells[36]) = (Occupancy::White, Occupancy::White);
        (cells[28], cells[35]) = (Occupancy::Black, Occupancy::Black);
        Reversi(cells, Color::Black)
    }

    /// The discs that one of `side` on `point` would turn.
    fn turned(&self, side: Color, point: usize) -> Vec<usize> {
        let mut all = Vec::new();
        if self.0[point] != Occupancy::Empty {
            return all;
        }
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let at = |n: isize| {
                let x = (point % 8) as isize + n * dx;
                let y = (point / 8) as isize + n * dy;
                let inside = (0..8).contains(&x) && (0..8).contains(&y);
                inside.then(|| (8 * y + x) as usize)
            };
            let line: Vec<usize> = (1..8).map_while(at).collect();
            let enemy = |p: &&usize| self.0[**p].color() == Some(!side);
            let enemies = line.iter().take_while(enemy).count();
            if line.get(enemies).is_some_and(|&p| self.0[p] == side.into()) {
                all.extend(&line[..enemies]);
            }
        }
        all
    }

    fn can_move(&self, side: Color) -> bool {
        (0..64).any(|p| !self.turned(side, p).is_empty())
    }
}

impl Board for Reversi {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        64
    }
    fn get(&self, point: usize) -> Occupancy {
        self.0[point]
    }
}

impl MoveGen for Reversi {
    type Move = usize;
    type Undo = Reversi;
    fn to_move(&self) -> Color {
        self.1
    }
    fn set_to_move(&mut self, side: Color) {
        self.1 = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..64).filter(|&p| self.is_legal(p)).try_for_each(visit)
    }
    fn is_legal(&self, p: usize) -> bool {
        p < 64 && !self.turned(self.1, p).is_empty()
    }
    fn visit_changes(&self, p: usize, mut visit: impl FnMut(Change<Occupancy>)) {
        let mut change = |point, timing| {
            visit(Change {
                point,
                before: self.0[point],
                after: self.1.into(),
                timing,
            });
        };
        change(p, Timing::WithMove);
        let turned = self.turned(self.1, p);
        turned.into_iter().for_each(|q| change(q, Timing::Lagging));
    }
    fn play(&mut self, p: usize) -> Reversi {
        let old = self.clone();
        old.visit_changes(p, |change| self.0[change.point] = change.after);
        if self.can_move(!self.1) || !self.can_move(self.1) {
            self.1 = !self.1;
        }
        old
    }
    fn undo(&mut self, old: Reversi) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let cells = self.0.iter().enumerate();
        cells.fold(self.1.index() as u64, |key, (p, &cell)| {
            key ^ splitmix64(p as u64, cell as u64 + 1)
        })
    }
}

/// Random moves up to the end, each with its side.
fn game(seed: u64) -> Vec<(Color, usize)> {
    let (mut position, mut moves) = (Reversi::start(), Vec::new());
    loop {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            return moves;
        }
        let pick = splitmix64(seed, moves.len() as u64) % legal.len() as u64;
        let mv = legal[pick as usize];
        moves.push((position.to_move(), mv));
        position.play(mv);
    }
}

#[test]
fn reversi_obeys_the_laws() {
    laws::random_games(&Reversi::start(), 3, 70, 1, Reversi::key).unwrap();
}

#[test]
fn whole_games_of_reversi_are_followed() {
    let mut passes = 0;
    for seed in 1..=test_data::how_many(3, 10) as u64 {
        let truth = game(seed);
        passes += truth.windows(2).filter(|w| w[0].0 == w[1].0).count();
        let moves: Vec<usize> = truth.iter().map(|m| m.1).collect();
        for error_rate in [0.0, 0.1] {
            let sensor = NoisySensor {
                error_rate,
                seed,
                ..NoisySensor::default()
            };
            let seen = sensor.watch(&Reversi::start(), &moves);
            let found = decode(&Reversi::start(), &seen, &Settings::beam(64)).unwrap();
            let plies: Vec<_> = found.plies.iter().map(|p| (p.side, p.mv)).collect();
            // Three frames may misread the last disc: then leaving it out explains them better.
            let settings = Settings::beam(64);
            let last_is_seen = plies.len() == truth.len() || {
                let whole = score_game(&Reversi::start(), &truth, &seen, &settings).unwrap();
                whole.cost < found.cost
            };
            let shown = truth.len() - usize::from(!last_is_seen);
            let truth = &truth[..shown];
            assert_eq!(plies, truth, "seed {seed}, {error_rate} errors");
            assert!(shown == moves.len() || error_rate > 0.0);

            let mut stream = Stream::new(Reversi::start(), Settings::beam(64)).lag(9);
            let mut live = Vec::new();
            for frame in 0..seen.frames() {
                live.extend(stream.push(&seen, frame).unwrap());
            }
            live.extend(stream.finish().unwrap());
            let live: Vec<_> = live.iter().map(|c| (c.side, c.mv)).collect();
            assert_eq!(live, truth, "stream, seed {seed}, {error_rate} errors");
        }
    }
    assert!(passes > 0, "no side had to move twice");
}
