//! A small neural network that tells what a square holds.

use super::sight::{SIGHT, Sight};

/// Hidden units.
pub const HIDDEN: usize = 80;
/// Weights of a network: for each hidden unit one a number of the sight and a constant, then for each
/// content one a hidden unit and a constant.
pub const WEIGHTS: usize = (SIGHT + 1) * HIDDEN + (HIDDEN + 1) * 3;

/// Weights are shipped as whole numbers of this size, two bytes each, low byte first.
pub const UNIT: f32 = 1.0 / 4096.0;

static TABLE: &[u8] = include_bytes!("network.table");

/// A perceptron with one hidden layer of rectified units (Rosenblatt 1958; Nair and Hinton 2010).
#[derive(Clone, Debug)]
pub struct Network {
    weights: Vec<f32>,
}

impl Network {
    /// The network that is shipped: trained by `examples/train_pieces.rs` on simulated boards.
    #[must_use]
    pub fn shipped() -> Self {
        let whole = TABLE
            .chunks_exact(2)
            .map(|b| i16::from_le_bytes([b[0], b[1]]));
        let weights = whole.map(|v| f32::from(v) * UNIT).collect();
        Self { weights }
    }

    /// A network with these weights; `None` unless there are [`WEIGHTS`] of them.
    #[must_use]
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        (weights.len() == WEIGHTS).then_some(Self { weights })
    }

    /// Logarithms, up to a constant, of the probabilities of the contents, in the order of
    /// [`Occupancy::ALL`](board_core::Cell::ALL).
    #[must_use]
    pub fn run(&self, sight: &Sight) -> [f32; 3] {
        let (first, second) = self.weights.split_at((SIGHT + 1) * HIDDEN);
        let hidden: Vec<f32> = first
            .chunks_exact(SIGHT + 1)
            .map(|unit| dot(unit, sight).max(0.0))
            .collect();
        let mut out = second.chunks_exact(HIDDEN + 1);
        core::array::from_fn(|_| out.next().map_or(0.0, |unit| dot(unit, &hidden)))
    }
}

/// Weighted sum; the last weight is the constant.
fn dot(weights: &[f32], values: &[f32]) -> f32 {
    let sum: f32 = weights.iter().zip(values).map(|(w, v)| w * v).sum();
    sum + weights[weights.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_size_it_says() {
        assert_eq!(TABLE.len(), 2 * WEIGHTS);
    }

    #[test]
    fn units_add_up_and_are_cut_off_below_nought() {
        let mut weights = vec![0.0; WEIGHTS];
        // The first hidden unit is the first number plus one, the second its negative.
        weights[0] = 1.0;
        weights[SIGHT] = 1.0;
        weights[SIGHT + 1] = -1.0;
        let out = (SIGHT + 1) * HIDDEN;
        weights[out] = 1.0;
        weights[out + HIDDEN + 1 + 1] = 10.0;
        weights[WEIGHTS - 1] = 0.5;
        let network = Network::new(weights).unwrap();
        let mut sight = [0.0; SIGHT];
        sight[0] = 3.0;
        assert_eq!(network.run(&sight), [4.0, 0.0, 0.5]);
        sight[0] = -2.0;
        assert_eq!(network.run(&sight), [0.0, 20.0, 0.5]);
        assert!(Network::new(vec![0.0; 3]).is_none());
    }
}
