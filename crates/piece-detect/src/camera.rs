//! Estimates the position of the camera of a view.

use board_geom::{View, ViewLayout};
use core::f32::consts::TAU;

use crate::network::Network;
use crate::probability::normalised_costs;
use crate::residual::Residual;
use crate::square_features::features;

/// Candidate cameras: tilts in degrees from straight above, and the distance in widths of the board.
const TILTS: [f32; 3] = [15.0, 30.0, 45.0];
const DISTANCE: f32 = 2.5;

/// The most likely position of the camera of a view: the one from which the network is most confident.
pub(crate) fn estimate(view: &View) -> [f32; 3] {
    let network = Network::pieces();
    let residual = Residual::of(view);
    let mut view = view.clone();
    let totals = candidates(view.layout).into_iter().map(|camera| {
        view.camera = Some(camera);
        let squares = features(&residual, &view);
        let costs: Vec<_> = network.run_all(&squares).map(normalised_costs).collect();
        (camera, cheapest_total(&costs))
    });
    let best = totals.min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or([0.0, 0.0, 1.0], |(camera, _)| camera)
}

/// Candidate positions: straight above, and tilted to eight sides.
pub(crate) fn candidates(layout: ViewLayout) -> Vec<[f32; 3]> {
    let [x, y] = [layout.cols, layout.rows].map(|n| 0.5 * (n as f32 - 1.0));
    let distance = DISTANCE * layout.cols.max(layout.rows) as f32;
    let sides = (0..8).map(|i| TAU * i as f32 / 8.0);
    let tilted = sides.flat_map(|side| TILTS.map(|tilt| (side, tilt.to_radians())));
    let positions = core::iter::once((0.0, 0.0)).chain(tilted);
    let camera = |(side, tilt): (f32, f32)| {
        let aside = distance * tilt.sin();
        let (right, down) = (aside * side.cos(), aside * side.sin());
        [x + right, y + down, distance * tilt.cos()]
    };
    positions.map(camera).collect()
}

/// The total cost, in nats, of the cheapest content of each square.
pub(crate) fn cheapest_total(costs: &[[f32; 3]]) -> f32 {
    costs
        .iter()
        .map(|c| c.iter().copied().fold(f32::MAX, f32::min))
        .sum()
}
