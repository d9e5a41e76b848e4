//! Classifies the squares of one photo one by one, each by its own features.

use board_geom::View;

use crate::DetectError;
use crate::camera::{candidates, cheapest_total};
use crate::fine_features::{self, FINE_FEATURES};
use crate::network::Network;
use crate::probability::normalised_costs;
use crate::residual::Residual;
use crate::square_features::{self, SQUARE_FEATURES};

/// Least probability of a content.
pub(crate) const LEAST_SHARE: f32 = 1e-6;

/// A kind of features: how they are computed, and what the readers need of them.
pub(crate) struct FeatureSet<const N: usize> {
    /// Subtracts the bare board.
    residual: fn(&View) -> Residual,
    /// The features of all squares.
    features: fn(&Residual, &View) -> Vec<[f32; N]>,
    /// The features of the mirror image of a square.
    mirrored: fn(&[f32; N]) -> [f32; N],
    /// See [`square_features::body_lightness`].
    lightness: fn(&[f32; N]) -> f32,
}

/// Features for pieces of any height.
pub(crate) const PIECES: FeatureSet<SQUARE_FEATURES> = FeatureSet {
    residual: Residual::of,
    features: square_features::features,
    mirrored: square_features::mirrored,
    lightness: square_features::body_lightness,
};

/// Features for men of draughts.
pub(crate) const MEN: FeatureSet<FINE_FEATURES> = FeatureSet {
    residual: Residual::below_men,
    features: fine_features::features,
    mirrored: fine_features::mirrored,
    lightness: fine_features::body_lightness,
};

/// The readings of all squares.
pub(crate) struct SquareReadings {
    /// The costs of the contents of each square.
    pub(crate) costs: Vec<[f32; 3]>,
    /// See [`square_features::body_lightness`].
    pub(crate) lightness: Vec<f32>,
}

/// Classifies each square by its own features. If the camera is unknown, returns the mean over all candidate positions,
/// weighted by the network's confidence.
///
/// # Errors
/// [`DetectError::NoViews`] if the size of the picture is not that of the layout.
pub(crate) fn read_squares<const N: usize>(
    set: &FeatureSet<N>,
    network: &Network<N>,
    view: &View,
) -> Result<SquareReadings, DetectError> {
    if view.image.dimensions() != view.layout.dimensions() || view.layout.points() == 0 {
        return Err(DetectError::NoViews);
    }
    let residual = (set.residual)(view);
    let mut view = view.clone();
    let cameras = view
        .camera
        .map_or_else(|| candidates(view.layout), |camera| vec![camera]);
    let readings = cameras.into_iter().map(|camera| {
        view.camera = Some(camera);
        let reading = read_from(set, network, &residual, &view);
        (cheapest_total(&reading.costs), reading)
    });
    Ok(mean(readings.collect(), view.layout.points()))
}

/// Classifies the squares from the view's camera: the mean of the network's answers for them and for their mirror
/// images.
fn read_from<const N: usize>(
    set: &FeatureSet<N>,
    network: &Network<N>,
    residual: &Residual,
    view: &View,
) -> SquareReadings {
    let squares = (set.features)(residual, view);
    let mirrored: Vec<[f32; N]> = squares.iter().map(set.mirrored).collect();
    let [plain, mirror] = [&squares, &mirrored].map(|of| network.run_all(of).map(normalised_costs));
    let mean = |(a, b): ([f32; 3], [f32; 3])| core::array::from_fn(|k| -0.5 * (a[k] + b[k]));
    SquareReadings {
        costs: plain
            .zip(mirror)
            .map(|both| normalised_costs(mean(both)))
            .collect(),
        lightness: squares.iter().map(set.lightness).collect(),
    }
}

/// The mean of readings, each weighted by its total cost in nats.
fn mean(readings: Vec<(f32, SquareReadings)>, squares: usize) -> SquareReadings {
    let least = readings.iter().map(|r| r.0).fold(f32::MAX, f32::min);
    let (mut shares, mut lightness) = (vec![[0.0_f32; 3]; squares], vec![0.0; squares]);
    let mut all = 0.0;
    for (cost, reading) in readings {
        let weight = (least - cost).exp();
        all += weight;
        for (sum, costs) in shares.iter_mut().zip(reading.costs) {
            for (sum, cost) in sum.iter_mut().zip(costs) {
                *sum += weight * (-cost).exp();
            }
        }
        for (sum, light) in lightness.iter_mut().zip(reading.lightness) {
            *sum += weight * light;
        }
    }
    let logs = |share: f32| (share / all).max(LEAST_SHARE).ln();
    SquareReadings {
        costs: shares
            .into_iter()
            .map(|s| normalised_costs(s.map(logs)))
            .collect(),
        lightness: lightness.into_iter().map(|v| v / all).collect(),
    }
}
