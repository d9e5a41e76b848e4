//! A custom game: noughts and crosses, read by a camera that sometimes errs.
//!
//! `cargo run -p sequence-search --example custom_game`
#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;

use board_core::{Board, Change, Color, MoveGen, Observation, Occupancy, Timing, zobrist};
use sequence_search::{Settings, decode};

#[derive(Clone)]
struct Game([Occupancy; 9], Color);

#[rustfmt::skip]
impl Board for Game {
    type Cell = Occupancy;
    fn points(&self) -> usize { 9 }
    fn get(&self, point: usize) -> Occupancy { self.0[point] }
}

#[rustfmt::skip]
impl MoveGen for Game {
    type Move = usize;
    type Undo = Game;
    fn to_move(&self) -> Color { self.1 }
    fn set_to_move(&mut self, side: Color) { self.1 = side }
    fn undo(&mut self, old: Game) { *self = old }
    fn visit_legal<B>(&self, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..9).filter(|&p| self.is_legal(p)).try_for_each(visit)
    }
    fn is_legal(&self, p: usize) -> bool { p < 9 && self.0[p] == Occupancy::Empty }
    fn visit_changes(&self, point: usize, mut visit: impl FnMut(Change<Occupancy>)) {
        visit(Change { point, before: Occupancy::Empty, after: self.1.into(), timing: Timing::WithMove });
    }
    fn play(&mut self, point: usize) -> Game {
        let next = Game(self.0, !self.1);
        let old = std::mem::replace(self, next);
        self.0[point] = old.1.into();
        old
    }
    fn key(&self) -> u64 {
        let cells = self.0.iter().fold(0, |key, &c| 3 * key + c as u64);
        zobrist::splitmix64(self.1.index() as u64, cells)
    }
}

/// The readings, frame by frame; `?` is hidden.
struct Camera([&'static str; 12]);

impl Observation for Camera {
    type Cell = Occupancy;
    fn frames(&self) -> usize {
        self.0.len()
    }
    fn points(&self) -> usize {
        9
    }
    fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
        let seen = self.0[frame].as_bytes()[point];
        (seen != b'?').then_some(if seen == b".XO"[cell as usize] {
            0.1
        } else {
            4.0
        })
    }
}

fn main() {
    let start = Game([Occupancy::Empty; 9], Color::Black);
    #[rustfmt::skip]
    let camera = Camera([
        ".........", "....X....", "..O.X....", "O...X....", "O...X..?X", "O..?????X",
        "O...X...X", "O...X.O.X", "OX..X.O.X", "O..XX.O.X", "O..XX.O.X", "O..XXOO.X",
    ]);
    let found = decode(&start, &camera, &Settings::exact()).expect("a game");
    for ply in &found.plies {
        println!("{} on {} at frame {}", ply.side, ply.mv, ply.frame);
    }
    println!("{:?}", found.proof);
}
