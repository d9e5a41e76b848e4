//! Games and evidence for tests and benches, made from seeds.
#![allow(dead_code, unreachable_pub)] // every test uses its own part

pub mod brute;
pub mod capture;
pub mod drawings;
pub mod row;
pub mod scene;
pub mod strip;

use board_core::zobrist::splitmix64;
use board_core::{Cell, Observation, Occupancy};

/// Random numbers: SplitMix64, so that a seed means the same series for ever.
pub struct Rng {
    seed: u64,
    count: u64,
}

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng { seed, count: 0 }
    }
    pub fn next(&mut self) -> u64 {
        self.count += 1;
        splitmix64(self.seed, self.count)
    }
    /// `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    /// `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// Roughly normal: mean 0, deviation 1.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

/// Evidence held in memory, `NaN` = not visible.
#[derive(Clone, Debug)]
pub struct Series {
    pub points: usize,
    /// `[frame][point * 3 + content]`
    pub costs: Vec<Vec<f32>>,
    /// `[frame][point]`, or nothing.
    pub unchanged: Vec<Vec<f32>>,
}

impl Observation for Series {
    type Cell = Occupancy;
    fn frames(&self) -> usize {
        self.costs.len()
    }
    fn points(&self) -> usize {
        self.points
    }
    fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
        let cost = self.costs[frame][point * 3 + cell.index()];
        (!cost.is_nan()).then_some(cost)
    }
    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        self.unchanged.get(frame).map_or(0.0, |row| row[point])
    }
}
