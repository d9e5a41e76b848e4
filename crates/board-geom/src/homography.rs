use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

/// A projective map of the plane, acting on column vectors (x, y, 1).
///
/// The last coefficient is 1 where possible. Unless stated otherwise, maps of this crate take board coordinates to
/// photo coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homography(pub Matrix3<f64>);

impl Homography {
    /// The least-squares map with `to[i] ≈ map(from[i])`: the normalised direct linear transform
    /// (Hartley and Zisserman, *Multiple View Geometry*, 2nd ed., algorithm 4.2).
    ///
    /// `None` with fewer than four pairs, with exactly four pairs of which three points are collinear, or if a
    /// coordinate is not finite.
    #[must_use]
    pub fn from_pairs(from: &[[f64; 2]], to: &[[f64; 2]]) -> Option<Self> {
        if from.len() != to.len() || from.len() < 4 {
            return None;
        }
        let (a, from_norm) = normalised(from)?;
        let (b, to_norm) = normalised(to)?;
        let mut ata = SMatrix::<f64, 9, 9>::zeros();
        for (p, q) in a.iter().zip(&b) {
            let [x, y] = *p;
            let [u, v] = *q;
            let rows = [
                SVector::<f64, 9>::from([-x, -y, -1.0, 0.0, 0.0, 0.0, u * x, u * y, u]),
                SVector::<f64, 9>::from([0.0, 0.0, 0.0, -x, -y, -1.0, v * x, v * y, v]),
            ];
            for row in rows {
                ata += row * row.transpose();
            }
        }
        let eigen = ata.symmetric_eigen();
        let mut order: Vec<usize> = (0..9).collect();
        order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
        // A second null direction means that the points do not determine the map.
        if eigen.eigenvalues[order[1]] < 1e-10 * eigen.eigenvalues[order[8]] {
            return None;
        }
        let h = eigen.eigenvectors.column(order[0]);
        let h = Matrix3::from_row_slice(h.as_slice());
        let m = to_norm.try_inverse()? * h * from_norm;
        let map = Self(m).scaled();
        (map.0.iter().all(|v| v.is_finite()) && map.0.determinant().abs() > 1e-12).then_some(map)
    }

    /// The map of the rectangle from (0, 0) to (`width`, `height`) onto a convex quadrangle, whose corners are listed
    /// as (0, 0), (width, 0), (width, height), (0, height) (P. Heckbert, "Fundamentals of texture mapping and image
    /// warping", 1989, section 2.2.3).
    pub(crate) fn from_rectangle(width: f64, height: f64, corners: &[[f64; 2]; 4]) -> Option<Self> {
        let [a, b, c, d] = *corners;
        let minus = |p: [f64; 2], q: [f64; 2]| [p[0] - q[0], p[1] - q[1]];
        let cross = |p: [f64; 2], q: [f64; 2]| p[0] * q[1] - p[1] * q[0];
        let (right, down) = (minus(b, c), minus(d, c));
        let bend = minus(minus(a, b), minus(d, c));
        let area = cross(right, down);
        let (g, h) = (cross(bend, down) / area, cross(right, bend) / area);
        let column = |k: usize| {
            let first = b[k] - a[k] + g * b[k];
            let second = d[k] - a[k] + h * d[k];
            [first / width, second / height, a[k]]
        };
        let (x, y) = (column(0), column(1));
        let map = Matrix3::new(
            x[0],
            x[1],
            x[2],
            y[0],
            y[1],
            y[2],
            g / width,
            h / height,
            1.0,
        );
        map.iter().all(|v| v.is_finite()).then_some(Self(map))
    }

    fn scaled(self) -> Self {
        let last = self.0[(2, 2)];
        if last.abs() > 1e-12 {
            Self(self.0 / last)
        } else {
            self
        }
    }

    /// The image of a point; not finite for points that map to infinity.
    #[must_use]
    pub fn apply(&self, p: [f64; 2]) -> [f64; 2] {
        let q = self.0 * Vector3::new(p[0], p[1], 1.0);
        [q.x / q.z, q.y / q.z]
    }

    /// The third homogeneous coordinate of a point's image. Its sign distinguishes the two sides of the horizon; its
    /// absolute value is proportional to depth.
    #[must_use]
    pub fn depth(&self, p: [f64; 2]) -> f64 {
        (self.0 * Vector3::new(p[0], p[1], 1.0)).z
    }

    /// The inverse map; `None` if the map is singular.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        self.0.try_inverse().map(|m| Self(m).scaled())
    }

    /// The composition of `first` and this map: `p ↦ self(first(p))`.
    #[must_use]
    pub fn after(&self, first: &Homography) -> Self {
        Self(self.0 * first.0).scaled()
    }

    /// The translation by (x, y).
    #[must_use]
    pub fn translation(x: f64, y: f64) -> Self {
        Self(Matrix3::new(1.0, 0.0, x, 0.0, 1.0, y, 0.0, 0.0, 1.0))
    }
}

/// Translates and scales points to mean 0 and mean distance √2; returns them with the matrix that does it.
fn normalised(points: &[[f64; 2]]) -> Option<(Vec<[f64; 2]>, Matrix3<f64>)> {
    let n = points.len() as f64;
    let (sx, sy) = points
        .iter()
        .fold((0.0, 0.0), |(x, y), p| (x + p[0], y + p[1]));
    let (cx, cy) = (sx / n, sy / n);
    let mean = points
        .iter()
        .map(|p| (p[0] - cx).hypot(p[1] - cy))
        .sum::<f64>()
        / n;
    if !mean.is_finite() || mean <= 0.0 {
        return None;
    }
    let s = std::f64::consts::SQRT_2 / mean;
    let moved = points
        .iter()
        .map(|p| [(p[0] - cx) * s, (p[1] - cy) * s])
        .collect();
    Some((
        moved,
        Matrix3::new(s, 0.0, -s * cx, 0.0, s, -s * cy, 0.0, 0.0, 1.0),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn four_corners_are_met_exactly() {
        let from = [[0.0, 0.0], [18.0, 0.0], [18.0, 18.0], [0.0, 18.0]];
        let to = [
            [168.5, 108.0],
            [845.4, 108.0],
            [973.5, 554.8],
            [45.8, 557.0],
        ];
        let h = Homography::from_pairs(&from, &to).unwrap();
        let same = Homography::from_rectangle(18.0, 18.0, &to).unwrap();
        assert!((h.0 - same.0).abs().max() < 1e-6);
        for (p, q) in from.iter().zip(to) {
            let r = h.apply(*p);
            assert!((r[0] - q[0]).hypot(r[1] - q[1]) < 1e-6, "{r:?} {q:?}");
        }
    }

    #[test]
    fn points_on_a_line_determine_no_map() {
        let line = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]];
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(Homography::from_pairs(&line, &square), None);
        assert_eq!(Homography::from_pairs(&[[0.0; 2]; 4], &square), None);
        assert_eq!(Homography::from_pairs(&square[..3], &square[..3]), None);
    }

    proptest! {
        #[test]
        fn a_map_and_its_inverse_cancel(
            jitter in prop::array::uniform8(-80.0f64..80.0), x in 0.0f64..18.0, y in 0.0f64..18.0
        ) {
            let from = [[0.0, 0.0], [18.0, 0.0], [18.0, 18.0], [0.0, 18.0]];
            let base = [[100.0, 100.0], [500.0, 100.0], [500.0, 500.0], [100.0, 500.0]];
            let to: [[f64; 2]; 4] =
                std::array::from_fn(|i| [base[i][0] + jitter[2 * i], base[i][1] + jitter[2 * i + 1]]);
            let h = Homography::from_pairs(&from, &to).unwrap();
            let back = h.inverse().unwrap().apply(h.apply([x, y]));
            prop_assert!((back[0] - x).abs() < 1e-6 && (back[1] - y).abs() < 1e-6);
        }
    }
}
