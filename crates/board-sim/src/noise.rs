//! Random numbers that are functions of their arguments, so that photos can be rendered in any order.

/// A hash of a few numbers, uniform in 0..1.
pub(crate) fn uniform(seed: u64, a: u64, b: u64) -> f32 {
    let mixed = board_core::zobrist::splitmix64(seed ^ a.wrapping_mul(0x9E37_79B9), b);
    (mixed >> 40) as f32 / (1u64 << 24) as f32
}

/// Approximately normal, with mean 0 and standard deviation 1.
pub(crate) fn normal(seed: u64, a: u64, b: u64) -> f32 {
    let sum: f32 = (0..4)
        .map(|k| uniform(seed, a, b.wrapping_mul(4).wrapping_add(k)))
        .sum();
    (sum - 2.0) * 1.732
}

/// Smooth noise of one variable, about −1..1: interpolated random values at integers.
pub(crate) fn smooth(seed: u64, channel: u64, t: f32) -> f32 {
    let i = t.floor();
    let f = t - i;
    let at = |i: f32| 2.0 * uniform(seed, channel, (i as i64 + 1_000_000) as u64) - 1.0;
    let s = f * f * (3.0 - 2.0 * f);
    at(i) * (1.0 - s) + at(i + 1.0) * s
}

/// Smooth noise of two variables, about −1..1: interpolated random values at integers.
pub(crate) fn smooth2(seed: u64, x: f32, y: f32) -> f32 {
    let (i, j) = (floor(x), floor(y));
    between(x - i as f32, y - j as f32, cell(seed, i, j))
}

/// The random values at the corners of a cell, row by row; `i` and `j` are its least integers.
fn cell(seed: u64, i: i32, j: i32) -> [[f32; 2]; 2] {
    [j, j.wrapping_add(1)].map(|j| [i, i.wrapping_add(1)].map(|i| node(seed, i, j)))
}

fn node(seed: u64, i: i32, j: i32) -> f32 {
    let [i, j] = [i, j].map(|v| u64::from(v.cast_unsigned()));
    2.0 * uniform(seed, i, j) - 1.0
}

/// The value in a cell with these corners, `x` and `y` (0..1) from its first.
fn between(x: f32, y: f32, corners: [[f32; 2]; 2]) -> f32 {
    let (sx, sy) = (x * x * (3.0 - 2.0 * x), y * y * (3.0 - 2.0 * y));
    let [top, bottom] = corners.map(|[left, right]| left * (1.0 - sx) + right * sx);
    top * (1.0 - sy) + bottom * sy
}

/// [`smooth2`] for many points: the random values around most of them are in a table.
#[derive(Clone, Debug)]
pub(crate) struct Smooth2 {
    seed: u64,
    /// The integers of the first value.
    first: [i32; 2],
    width: usize,
    nodes: Vec<f32>,
}

impl Smooth2 {
    /// A table for points from `low` to `high`, each x and y. Other points are as valid, but slower.
    pub(crate) fn over(seed: u64, low: [f32; 2], high: [f32; 2]) -> Self {
        let first = low.map(floor);
        let [columns, rows] = [0, 1].map(|k| first[k]..floor(high[k]) + 2);
        let width = columns.len();
        let row = |j| columns.clone().map(move |i| node(seed, i, j));
        Self {
            seed,
            first,
            width,
            nodes: rows.flat_map(row).collect(),
        }
    }

    pub(crate) fn at(&self, x: f32, y: f32) -> f32 {
        let (i, j) = (floor(x), floor(y));
        let corners = self.known(i, j).unwrap_or_else(|| cell(self.seed, i, j));
        between(x - i as f32, y - j as f32, corners)
    }

    fn known(&self, i: i32, j: i32) -> Option<[[f32; 2]; 2]> {
        let column = usize::try_from(i.checked_sub(self.first[0])?).ok()?;
        let row = usize::try_from(j.checked_sub(self.first[1])?).ok()?;
        if column + 1 >= self.width {
            return None;
        }
        let start = row.checked_mul(self.width)? + column;
        let [top, bottom] = [start, start + self.width].map(|s| self.nodes.get(s..s + 2));
        Some([top?.try_into().ok()?, bottom?.try_into().ok()?])
    }
}

/// The floor of a number. (Without SSE 4.1, `f32::floor` is a function call.)
pub(crate) fn floor(v: f32) -> i32 {
    let whole = v as i32;
    whole.saturating_sub(i32::from(whole as f32 > v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_changes_no_value_inside_it_or_outside() {
        let table = Smooth2::over(5, [-7.5, -2.0], [4.0, 9.25]);
        for k in 0..20_000_u64 {
            let [x, y] = [1, 2].map(|c| 60.0 * uniform(9, c, k) - 30.0);
            assert_eq!(table.at(x, y), smooth2(5, x, y), "at {x}, {y}");
        }
        assert_eq!(table.at(1e9, -1e9), smooth2(5, 1e9, -1e9));
    }
}
