//! A small neural network that classifies the content of a square.

use std::sync::LazyLock;

use ndarray::{Array2, ArrayView2, Axis};

use crate::fine_features::FINE_FEATURES;
use crate::painted_features::PAINTED_FEATURES;
use crate::square_features::SQUARE_FEATURES;
use crate::stature::Stature;

/// Unit of the shipped weights, which are 16-bit little-endian integers.
pub const UNIT: f32 = 1.0 / 4096.0;
static PIECES: LazyLock<Network<SQUARE_FEATURES>> =
    LazyLock::new(|| shipped(include_bytes!("pieces.table")));
static MEN: LazyLock<Network<FINE_FEATURES>> =
    LazyLock::new(|| shipped(include_bytes!("men.table")));
static PAINTED: LazyLock<Network<PAINTED_FEATURES>> =
    LazyLock::new(|| shipped(include_bytes!("painted.table")));

static PAINTED_MEN: LazyLock<Network<PAINTED_FEATURES>> =
    LazyLock::new(|| shipped(include_bytes!("painted_men.table")));

/// A perceptron over `N` features with one hidden layer of rectified units (Rosenblatt 1958; Nair and Hinton 2010).
/// Trained by `training/` of the repository on simulated boards.
#[derive(Clone, Debug)]
pub struct Network<const N: usize> {
    /// One column for each hidden unit, one row for each feature; the last row holds the biases.
    first: Array2<f32>,
    /// One column for each content, one row for each hidden unit; the last row holds the biases.
    second: Array2<f32>,
}

impl Network<SQUARE_FEATURES> {
    /// The shipped network for chess pieces, for unknown boards and sets.
    #[must_use]
    pub fn pieces() -> &'static Self {
        &PIECES
    }
}

impl Network<FINE_FEATURES> {
    /// The shipped network for men of draughts, for unknown boards and sets.
    #[must_use]
    pub fn men() -> &'static Self {
        &MEN
    }
}

impl Network<PAINTED_FEATURES> {
    /// The shipped network for a game with known colours: chess or draughts, by the stature of its pieces.
    #[must_use]
    pub fn painted(stature: Stature) -> &'static Self {
        match stature {
            Stature::Tall => &PAINTED,
            Stature::Flat => &PAINTED_MEN,
        }
    }
}

impl<const N: usize> Network<N> {
    /// Makes a network from its weights: for each hidden unit one for each feature and a bias, then for each content
    /// one for each hidden unit and a bias. `None` if their number does not fit.
    #[must_use]
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        let hidden = weights.len().checked_sub(3)? / (N + 4);
        let mut first = weights;
        let second = first.split_off((hidden * (N + 1)).min(first.len()));
        Some(Self {
            first: by_columns(first, hidden, N + 1)?,
            second: by_columns(second, 3, hidden + 1)?,
        })
    }

    /// Log probabilities of the contents, up to a constant, in the order of [`Occupancy::ALL`](board_core::Cell::ALL).
    #[must_use]
    pub fn run(&self, features: &[f32; N]) -> [f32; 3] {
        self.run_all(&[*features]).next().unwrap_or_default()
    }

    /// Like [`run`](Self::run) for several squares at once, which is faster.
    pub fn run_all(
        &self,
        squares: &[[f32; N]],
    ) -> impl ExactSizeIterator<Item = [f32; 3]> + use<N> {
        let hidden = layer(ArrayView2::from(squares), &self.first).mapv_into(|v| v.max(0.0));
        let out = layer(hidden.view(), &self.second);
        (0..squares.len()).map(move |row| core::array::from_fn(|content| out[[row, content]]))
    }
}

/// The inputs, one row for each square, times the weights, plus their last row.
fn layer(inputs: ArrayView2<'_, f32>, weights: &Array2<f32>) -> Array2<f32> {
    let (weights, constants) = weights.view().split_at(Axis(0), inputs.ncols());
    inputs.dot(&weights) + constants
}

/// A matrix from weights listed column by column.
fn by_columns(weights: Vec<f32>, columns: usize, rows: usize) -> Option<Array2<f32>> {
    let listed = Array2::from_shape_vec((columns, rows), weights).ok()?;
    Some(listed.t().as_standard_layout().into_owned())
}

/// Reads a network with shipped weights.
fn shipped<const N: usize>(table: &[u8]) -> Network<N> {
    let whole = table.as_chunks().0.iter().copied().map(i16::from_le_bytes);
    let weights = whole.map(|v| f32::from(v) * UNIT).collect();
    Network::new(weights).expect("a test looks at every table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_whole_units() {
        assert!(Network::pieces().first.ncols() > 0);
        assert!(Network::men().first.ncols() > 0);
        for stature in [Stature::Tall, Stature::Flat] {
            assert!(Network::painted(stature).first.ncols() > 0);
        }
    }

    #[test]
    fn units_add_up_and_are_cut_off_below_nought() {
        // Two units: the first feature plus one, and its negative.
        let units = [[1.0, 0.0, 1.0], [-1.0, 0.0, 0.0]].concat();
        let contents = [[1.0, 0.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 0.5]].concat();
        let network = Network::<2>::new([units, contents].concat()).unwrap();
        assert_eq!(network.run(&[3.0, 9.0]), [4.0, 0.0, 0.5]);
        assert_eq!(network.run(&[-2.0, 9.0]), [0.0, 20.0, 0.5]);
        assert!(Network::<2>::new(vec![0.0; 4]).is_none());
    }
}
