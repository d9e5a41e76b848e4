//! A small neural network that tells what a square holds.

use super::fine::FINE;
use super::looks::Stature;
use super::palette::PAINTED;
use super::sight::SIGHT;

/// Weights are shipped as whole numbers of this size, two bytes each, low byte first.
pub const UNIT: f32 = 1.0 / 4096.0;

static GLANCE: &[u8] = include_bytes!("glance.table");
static MEN: &[u8] = include_bytes!("men.table");
static KNOWN: &[u8] = include_bytes!("known.table");
static KNOWN_MEN: &[u8] = include_bytes!("known_men.table");

/// A perceptron with one hidden layer of rectified units (Rosenblatt 1958; Nair and Hinton 2010) that
/// looks at `N` numbers. Trained by `examples/train_pieces.rs` on simulated boards.
#[derive(Clone, Debug)]
pub struct Network<const N: usize> {
    hidden: usize,
    weights: Vec<f32>,
}

impl Network<SIGHT> {
    /// The network that is shipped for boards and sets never seen before.
    #[must_use]
    pub fn glance() -> Self {
        Self::shipped(GLANCE)
    }
}

impl Network<FINE> {
    /// The network that is shipped for men of draughts on boards and of sets never seen before.
    #[must_use]
    pub fn men() -> Self {
        Self::shipped(MEN)
    }
}

impl Network<PAINTED> {
    /// The network that is shipped for a game whose colours are known: of chess, or of draughts, by the stature of its
    /// pieces.
    #[must_use]
    pub fn known(stature: Stature) -> Self {
        Self::shipped(match stature {
            Stature::Tall => KNOWN,
            Stature::Flat => KNOWN_MEN,
        })
    }
}

impl<const N: usize> Network<N> {
    /// A network with these weights: for each hidden unit one a number of what is looked at and a
    /// constant, then for each content one a hidden unit and a constant. `None` if their number does
    /// not fit.
    #[must_use]
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        let hidden = weights.len().checked_sub(3)? / (N + 4);
        (weights.len() == hidden * (N + 4) + 3).then_some(Self { hidden, weights })
    }

    fn shipped(table: &[u8]) -> Self {
        let whole = table
            .chunks_exact(2)
            .map(|b| i16::from_le_bytes([b[0], b[1]]));
        let weights: Vec<f32> = whole.map(|v| f32::from(v) * UNIT).collect();
        let hidden = weights.len().saturating_sub(3) / (N + 4);
        Self { hidden, weights }
    }

    /// Logarithms, up to a constant, of the probabilities of the contents, in the order of
    /// [`Occupancy::ALL`](board_core::Cell::ALL).
    #[must_use]
    pub fn run(&self, seen: &[f32; N]) -> [f32; 3] {
        let (first, second) = self.weights.split_at((N + 1) * self.hidden);
        let hidden: Vec<f32> = first
            .chunks_exact(N + 1)
            .map(|unit| dot(unit, seen).max(0.0))
            .collect();
        let mut out = second.chunks_exact(self.hidden + 1);
        core::array::from_fn(|_| out.next().map_or(0.0, |unit| dot(unit, &hidden)))
    }
}

/// Weighted sum; the last weight is the constant. Summed in lanes, which the compiler makes vectors of.
fn dot(weights: &[f32], values: &[f32]) -> f32 {
    const LANES: usize = 16;
    let (blocks, rest) = values.as_chunks::<LANES>();
    let (of_blocks, of_rest) = weights.split_at(blocks.len() * LANES);
    let mut sums = [0.0_f32; LANES];
    for (block, of_block) in blocks.iter().zip(of_blocks.as_chunks::<LANES>().0) {
        for ((sum, v), w) in sums.iter_mut().zip(block).zip(of_block) {
            *sum += w * v;
        }
    }
    // One weight more than values: the constant.
    let rest = of_rest.iter().zip(rest.iter().chain([&1.0]));
    sums.iter().sum::<f32>() + rest.map(|(w, v)| w * v).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_whole_units() {
        assert_eq!((GLANCE.len() / 2 - 3) % (SIGHT + 4), 0);
        assert_eq!((MEN.len() / 2 - 3) % (FINE + 4), 0);
        assert_eq!((KNOWN.len() / 2 - 3) % (PAINTED + 4), 0);
        assert_eq!((KNOWN_MEN.len() / 2 - 3) % (PAINTED + 4), 0);
    }

    #[test]
    fn units_add_up_and_are_cut_off_below_nought() {
        // Two units: the first number plus one, and its negative.
        let units = [[1.0, 0.0, 1.0], [-1.0, 0.0, 0.0]].concat();
        let contents = [[1.0, 0.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 0.5]].concat();
        let network = Network::<2>::new([units, contents].concat()).unwrap();
        assert_eq!(network.run(&[3.0, 9.0]), [4.0, 0.0, 0.5]);
        assert_eq!(network.run(&[-2.0, 9.0]), [0.0, 20.0, 0.5]);
        assert!(Network::<2>::new(vec![0.0; 4]).is_none());
    }
}
