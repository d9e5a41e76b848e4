//! One photo alone: no start position, no game, nothing known of board, set or camera.

use board_core::{Cell, Occupancy};
use board_geom::{View, ViewLayout};

use core::f32::consts::TAU;

use super::network::Network;
use super::sides::{Piece, sides};
use super::sight::{Bared, body};
use crate::DetectError;

/// Tilts in degrees from straight above, and distance in widths of the board, of cameras that are
/// tried when it is not known where the photo was taken from.
const TILTS: [f32; 3] = [15.0, 30.0, 45.0];
/// See [`TILTS`].
const DISTANCE: f32 = 2.5;

/// What one photo shows of the squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// For each square, row by row, the cost in nats of each content, in the order of
    /// [`Occupancy::ALL`]: the negative logarithm of its probability.
    pub costs: Vec<[f32; 3]>,
}

impl Glance {
    /// Reads a single photo of a board with pieces. The view's grid points are the middles of the
    /// squares, its pitch about 32 pixels, and its margin half a square at least, better one. If its
    /// camera is not known, it is taken to be where the squares are read with least doubt.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] if the view holds no picture of its layout's size.
    pub fn at(view: &View) -> Result<Self, DetectError> {
        Self::through(&Network::shipped(), view)
    }

    /// As [`at`](Glance::at), with another network than the shipped one.
    ///
    /// # Errors
    /// As [`at`](Glance::at).
    pub fn through(network: &Network, view: &View) -> Result<Self, DetectError> {
        if view.image.dimensions() != view.layout.dimensions() || view.layout.points() == 0 {
            return Err(DetectError::NoViews);
        }
        let bared = Bared::of(view);
        let look = |view: &View| {
            let sights = bared.sights(view);
            let costs = sights.iter().map(|sight| normal(network.run(sight)));
            let costs: Vec<[f32; 3]> = costs.collect();
            (sights, costs)
        };
        let (sights, mut costs) = if view.camera.is_some() {
            look(view)
        } else {
            let mut view = view.clone();
            let looks = cameras(view.layout).map(|camera| {
                view.camera = Some(camera);
                let (sights, costs) = look(&view);
                (doubt(&costs), sights, costs)
            });
            let clearest = looks.min_by(|a, b| a.0.total_cmp(&b.0));
            clearest
                .map(|(_, sights, costs)| (sights, costs))
                .ok_or(DetectError::NoViews)?
        };
        crowd(&mut costs);
        let [black, white] = [Occupancy::Black, Occupancy::White].map(Cell::index);
        let pieces = sights.iter().zip(&costs).enumerate();
        let pieces: Vec<Piece> = pieces
            .map(|(square, (sight, costs))| Piece {
                there: 1.0 - (-costs[Occupancy::Empty.index()]).exp(),
                white: costs[black] - costs[white],
                lightness: body(sight),
                shade: [1.0, -1.0][(square % view.layout.cols + square / view.layout.cols) % 2],
            })
            .collect();
        for ((costs, piece), log) in costs.iter_mut().zip(&pieces).zip(sides(&pieces)) {
            // How likely a piece is there stays as it was.
            let there = -piece.there.max(f32::MIN_POSITIVE).ln();
            costs[white] = there + softplus(-log);
            costs[black] = there + softplus(log);
        }
        Ok(Self { costs })
    }

    /// The likeliest content of each square and its probability.
    pub fn contents(&self) -> impl Iterator<Item = (Occupancy, f32)> {
        self.costs.iter().map(|costs| {
            let best = Occupancy::ALL.iter().map(|&c| (c, costs[c.index()]));
            let best = best.min_by(|a, b| a.1.total_cmp(&b.1));
            best.map_or((Occupancy::Empty, 1.0), |(c, cost)| (c, (-cost).exp()))
        })
    }
}

/// Places where a camera may be: from straight above, and tilted to eight sides.
fn cameras(layout: ViewLayout) -> impl Iterator<Item = [f32; 3]> {
    let [x, y] = [layout.cols, layout.rows].map(|n| 0.5 * (n as f32 - 1.0));
    let distance = DISTANCE * layout.cols.max(layout.rows) as f32;
    let sides = (0..8).map(|i| TAU * i as f32 / 8.0);
    let tilted = sides.flat_map(|side| TILTS.map(|tilt| (side, tilt.to_radians())));
    core::iter::once((0.0, 0.0))
        .chain(tilted)
        .map(move |(side, tilt)| {
            let aside = distance * tilt.sin();
            [
                x + aside * side.cos(),
                y + aside * side.sin(),
                distance * tilt.cos(),
            ]
        })
}

/// Rounds of expectation–maximisation for the share of occupied squares.
const ROUNDS: usize = 10;
/// Share of occupied squares the network has learned with.
const LEARNED: f32 = 0.21;
/// Squares that this belief counts as.
const BELIEF: f32 = 16.0;

/// Corrects the costs for how crowded this board is, as told by all its squares (Saerens, Latinne and
/// Decaestecker, "Adjusting the outputs of a classifier to new a priori probabilities", 2002).
fn crowd(costs: &mut [[f32; 3]]) {
    let empty = Occupancy::Empty.index();
    let seen = costs.to_vec();
    let mut share = LEARNED;
    for _ in 0..ROUNDS {
        for (costs, seen) in costs.iter_mut().zip(&seen) {
            let mut logs = seen.map(|cost| (share / LEARNED).ln() - cost);
            logs[empty] = ((1.0 - share) / (1.0 - LEARNED)).ln() - seen[empty];
            *costs = normal(logs);
        }
        let occupied: f32 = costs.iter().map(|c| 1.0 - (-c[empty]).exp()).sum();
        share = (occupied + BELIEF * LEARNED) / (costs.len() as f32 + BELIEF);
    }
}

/// The cost of the likeliest contents of all squares.
fn doubt(costs: &[[f32; 3]]) -> f32 {
    costs
        .iter()
        .map(|c| c.iter().copied().fold(f32::MAX, f32::min))
        .sum()
}

/// Costs from logarithms of what is proportional to probabilities.
fn normal(logs: [f32; 3]) -> [f32; 3] {
    let most = logs.into_iter().fold(f32::MIN, f32::max);
    let total = most + logs.map(|l| (l - most).exp()).iter().sum::<f32>().ln();
    logs.map(|l| total - l)
}

/// The cost of a probability with these log odds against it.
fn softplus(log: f32) -> f32 {
    log.max(0.0) + (-log.abs()).exp().ln_1p()
}
