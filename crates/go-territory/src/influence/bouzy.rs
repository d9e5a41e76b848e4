use board_core::Occupancy;
use go_rules::Size;

use super::{Influence, sign};
use crate::grid::neighbors;

/// Influence by dilations and erosions of the stones (B. Bouzy, "Mathematical morphology applied to computer Go",
/// 2003).
///
/// Stones have the value ±128. A *dilation* adds to every point the number of its neighbours with the same sign (for an
/// empty point, with the sign around it), unless a neighbour has the other sign. An *erosion* subtracts the number of
/// its neighbours that are 0 or have the other sign, down to 0. After n dilations and 1 + n(n − 1) erosions, a single
/// stone in the centre influences only its own point.
///
/// The unit is 1/128 of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bouzy {
    /// Number of dilations.
    pub dilations: u32,
    /// Number of erosions.
    pub erosions: u32,
}

impl Bouzy {
    /// 5 dilations, 21 erosions: estimates territory.
    pub const TERRITORY: Bouzy = Bouzy {
        dilations: 5,
        erosions: 21,
    };
    /// 5 dilations, 10 erosions: estimates moyo.
    pub const MOYO: Bouzy = Bouzy {
        dilations: 5,
        erosions: 10,
    };
    /// 4 dilations, no erosion: shows areas of influence.
    pub const AREA: Bouzy = Bouzy {
        dilations: 4,
        erosions: 0,
    };
}

impl Influence for Bouzy {
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32> {
        let mut values: Vec<f32> = contents.iter().map(|&stone| 128.0 * sign(stone)).collect();
        for _ in 0..self.dilations {
            values = dilated(size, &values);
        }
        for _ in 0..self.erosions {
            values = eroded(size, &values);
        }
        values
    }
}

fn dilated(size: Size, values: &[f32]) -> Vec<f32> {
    let grown = |(point, &value): (usize, &f32)| {
        let (mut black, mut white) = (0.0, 0.0);
        for near in neighbors(size, point) {
            match values[near] {
                near if near > 0.0 => black += 1.0,
                near if near < 0.0 => white += 1.0,
                _ => {}
            }
        }
        if value >= 0.0 && white == 0.0 {
            value + black
        } else if value <= 0.0 && black == 0.0 {
            value - white
        } else {
            value
        }
    };
    values.iter().enumerate().map(grown).collect()
}

fn eroded(size: Size, values: &[f32]) -> Vec<f32> {
    let shrunk = |(point, &value): (usize, &f32)| {
        let against = neighbors(size, point).filter(|&near| values[near] * value <= 0.0);
        let against = against.count() as f32;
        if value >= 0.0 {
            (value - against).max(0.0)
        } else {
            (value + against).min(0.0)
        }
    };
    values.iter().enumerate().map(shrunk).collect()
}
