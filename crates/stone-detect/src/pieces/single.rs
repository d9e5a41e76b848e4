//! One photo alone: no start position, no game, nothing known of board, set or camera.

use board_core::{Cell, Occupancy};
use board_geom::View;

use super::network::Network;
use super::sight::sights;
use crate::DetectError;

/// What one photo shows of the squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// For each square, row by row, the cost in nats of each content, in the order of
    /// [`Occupancy::ALL`]: the negative logarithm of its probability.
    pub costs: Vec<[f32; 3]>,
}

impl Glance {
    /// The likeliest content of each square and its probability.
    pub fn contents(&self) -> impl Iterator<Item = (Occupancy, f32)> {
        self.costs.iter().map(|costs| {
            let best = Occupancy::ALL.iter().map(|&c| (c, costs[c.index()]));
            let best = best.min_by(|a, b| a.1.total_cmp(&b.1));
            best.map_or((Occupancy::Empty, 1.0), |(c, cost)| (c, (-cost).exp()))
        })
    }
}

/// Reads a single photo of a board with pieces. The view's grid points are the middles of the
/// squares, its pitch about 32 pixels, and its margin wide enough for pieces that lean outwards.
///
/// # Errors
/// [`DetectError::NoViews`] if the view holds no picture of its layout's size.
pub fn glance(view: &View) -> Result<Glance, DetectError> {
    if view.image.dimensions() != view.layout.dimensions() || view.layout.points() == 0 {
        return Err(DetectError::NoViews);
    }
    let network = Network::shipped();
    let sights = sights(view);
    let costs = sights.iter().map(|sight| costs(network.run(sight)));
    Ok(Glance {
        costs: costs.collect(),
    })
}

/// Costs from logarithms of what is proportional to probabilities.
fn costs(logs: [f32; 3]) -> [f32; 3] {
    let most = logs.into_iter().fold(f32::MIN, f32::max);
    let total = most + logs.map(|l| (l - most).exp()).iter().sum::<f32>().ln();
    logs.map(|l| total - l)
}
