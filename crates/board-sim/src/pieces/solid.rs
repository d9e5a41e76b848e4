//! Solids for ray casting: a lathed body with ellipsoids attached.

use crate::camera::{V3, add, dot, unit};

/// A section of a lathed body between two heights: a slice of a cone, or a flat ring.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// Height and radius of both ends.
    ends: [[f32; 2]; 2],
    /// Normals at both ends: outward and upward part.
    normals: [[f32; 2]; 2],
}

/// An ellipsoid: `to_unit` maps it, moved to the origin, to the unit sphere.
#[derive(Clone, Copy, Debug)]
struct Blob {
    centre: V3,
    to_unit: [V3; 3],
    /// Half its height, and its mean half width.
    reach: [f32; 2],
}

/// Gaps in an upper rim: a rook's battlements, a queen's coronet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notches {
    /// Number of gaps, evenly distributed.
    pub(crate) count: f32,
    /// Fraction of the circumference that they take.
    pub(crate) share: f32,
    /// They are above this height
    pub(crate) above: f32,
    /// and farther than this from the axis.
    pub(crate) beyond: f32,
}

/// A piece of unit size at the origin with a vertical axis; it faces along the first axis.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    sections: Vec<Section>,
    blobs: Vec<Blob>,
    notches: Option<Notches>,
    /// The groove of a bishop: `[forward, upward, offset]` of its middle plane.
    pub(crate) groove: Option<[f32; 3]>,
    pub(crate) height: f32,
    /// Radius of the whole solid.
    pub(crate) radius: f32,
    /// Radius of the base.
    pub(crate) base: f32,
}

/// An intersection of a ray and a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// Distance, in lengths of the ray's direction vector.
    pub(crate) t: f32,
    pub(crate) place: V3,
    pub(crate) normal: V3,
}

impl Solid {
    /// A lathed body with a profile of (height, radius) from the base upwards.
    ///
    /// Normals are smooth across the joints of the profile, except at sharp bends.
    pub(crate) fn turned(profile: &[[f32; 2]]) -> Self {
        let normal = |pair: &[[f32; 2]]| {
            let (dz, dr) = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
            let n = dz.hypot(dr).max(1e-9);
            [dz / n, -dr / n]
        };
        let flat: Vec<[f32; 2]> = profile.windows(2).map(normal).collect();
        let joint = |a: usize, b: Option<usize>| {
            let Some(&other) = b.and_then(|b| flat.get(b)) else {
                return flat[a];
            };
            let here = flat[a];
            if here[0] * other[0] + here[1] * other[1] < 0.4 {
                return here;
            }
            let sum = [here[0] + other[0], here[1] + other[1]];
            let n = sum[0].hypot(sum[1]);
            sum.map(|v| v / n)
        };
        let sections = (0..flat.len())
            .map(|i| Section {
                ends: [profile[i], profile[i + 1]],
                normals: [joint(i, i.checked_sub(1)), joint(i, Some(i + 1))],
            })
            .collect();
        let most = |k: usize| profile.iter().map(|p| p[k]).fold(0.0, f32::max);
        Self {
            sections,
            blobs: Vec::new(),
            notches: None,
            groove: None,
            height: most(0),
            radius: most(1),
            base: most(1),
        }
    }

    /// Attaches an ellipsoid: centre, half lengths, and the lean of its third axis from the vertical towards the front,
    /// in radians.
    pub(crate) fn with(mut self, centre: V3, half: V3, lean: f32) -> Self {
        let (s, c) = lean.sin_cos();
        let axes = [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]];
        let extent = |k: usize| {
            (0..3)
                .map(|i| (axes[i][k] * half[i]).powi(2))
                .sum::<f32>()
                .sqrt()
        };
        self.height = self.height.max(centre[2] + extent(2));
        self.radius = self
            .radius
            .max(centre[0].hypot(centre[1]) + extent(0).max(extent(1)));
        self.blobs.push(Blob {
            centre,
            to_unit: std::array::from_fn(|i| axes[i].map(|v| v / half[i])),
            reach: [extent(2), 0.5 * (extent(0) + extent(1))],
        });
        self
    }

    /// Cuts gaps into the rim.
    pub(crate) fn notched(self, notches: Notches) -> Self {
        Self {
            notches: Some(notches),
            ..self
        }
    }

    /// Cuts a groove where `forward · x + upward · z = offset`.
    pub(crate) fn grooved(self, plane: [f32; 3]) -> Self {
        Self {
            groove: Some(plane),
            ..self
        }
    }

    /// Horizontal slices for shadows: centre (along the front, across, height) and radius.
    pub(crate) fn slices(&self) -> Vec<(V3, f32)> {
        const STEP: f32 = 0.06;
        let mut slices = Vec::new();
        for section in &self.sections {
            let [a, b] = section.ends;
            let n = ((b[0] - a[0]).abs() / STEP).ceil().max(1.0);
            for i in 0..n as usize {
                let u = i as f32 / n;
                let [z, r] = [0, 1].map(|k| a[k] + u * (b[k] - a[k]));
                slices.push(([0.0, 0.0, z], r));
            }
        }
        for blob in &self.blobs {
            for i in -3..=3i8 {
                let u = f32::from(i) / 3.5;
                let centre = add(blob.centre, [0.0, 0.0, blob.reach[0]], u);
                slices.push((centre, blob.reach[1] * (1.0 - u * u).sqrt()));
            }
        }
        slices
    }

    /// The first intersection with a ray from `from` along `ray`.
    pub(crate) fn hit(&self, from: V3, ray: V3) -> Option<Hit> {
        // First intersect the enclosing vertical cylinder: rays that miss it miss the solid, and only the sections
        // between the heights of entry and exit matter.
        let a = ray[0] * ray[0] + ray[1] * ray[1];
        let b = from[0] * ray[0] + from[1] * ray[1];
        let c = from[0] * from[0] + from[1] * from[1] - self.radius * self.radius;
        let (mut enter, mut leave) = (0.0f32, f32::MAX);
        if a > 1e-9 {
            let root = b * b - a * c;
            if root < 0.0 {
                return None;
            }
            let root = root.sqrt();
            (enter, leave) = ((-b - root) / a, (-b + root) / a);
        } else if c > 0.0 {
            return None;
        }
        if ray[2].abs() > 1e-9 {
            let (t0, t1) = (-from[2] / ray[2], (self.height - from[2]) / ray[2]);
            enter = enter.max(t0.min(t1));
            leave = leave.min(t0.max(t1));
        }
        if leave < enter.max(0.0) {
            return None;
        }
        // Distances are measured from the entry, which keeps the roots precise.
        let start = add(from, ray, enter);
        let (z0, z1) = (start[2], start[2] + (leave - enter) * ray[2]);
        let (low, high) = (z0.min(z1) - 1e-4, z0.max(z1) + 1e-4);
        let mut best: Option<Hit> = None;
        let mut offer = |t: f32, place: V3, normal: V3| {
            if t > -1e-4 && best.is_none_or(|b| t < b.t) && !self.open(place) {
                best = Some(Hit { t, place, normal });
            }
        };
        for section in &self.sections {
            let (za, zb) = (section.ends[0][0], section.ends[1][0]);
            if za.max(zb) >= low && za.min(zb) <= high {
                section.hit(start, ray, &mut offer);
            }
        }
        for blob in &self.blobs {
            blob.hit(start, ray, &mut offer);
        }
        best.map(|hit| Hit {
            t: hit.t + enter,
            ..hit
        })
    }

    /// Whether a point is in a gap of the rim.
    fn open(&self, p: V3) -> bool {
        self.notches.is_some_and(|n| {
            p[2] > n.above && p[0].hypot(p[1]) > n.beyond && {
                let turns = p[1].atan2(p[0]) / std::f32::consts::TAU + 1.0;
                (turns * n.count).fract() < n.share
            }
        })
    }
}

impl Section {
    fn hit(&self, from: V3, ray: V3, offer: &mut impl FnMut(f32, V3, V3)) {
        let [[za, ra], [zb, rb]] = self.ends;
        let normal = |u: f32, place: V3| {
            let [out, up] = [0, 1].map(|k| {
                let [a, b] = [self.normals[0][k], self.normals[1][k]];
                a + u * (b - a)
            });
            let rho = place[0].hypot(place[1]).max(1e-6);
            unit([place[0] / rho * out, place[1] / rho * out, up])
        };
        if (zb - za).abs() < 1e-5 {
            let t = (za - from[2]) / ray[2];
            let place = add(from, ray, t);
            let rho = place[0].hypot(place[1]);
            if rho >= ra.min(rb) && rho <= ra.max(rb) {
                offer(t, place, normal((rho - ra) / (rb - ra), place));
            }
            return;
        }
        // On the cone: distance from the axis = ra + slope · (z − za).
        let slope = (rb - ra) / (zb - za);
        let r0 = ra + slope * (from[2] - za);
        let a = ray[0] * ray[0] + ray[1] * ray[1] - (slope * ray[2]).powi(2);
        let b = from[0] * ray[0] + from[1] * ray[1] - r0 * slope * ray[2];
        let c = from[0] * from[0] + from[1] * from[1] - r0 * r0;
        let root = b * b - a * c;
        if root < 0.0 {
            return;
        }
        let root = root.sqrt();
        let roots = if a.abs() < 1e-9 {
            [-0.5 * c / b, f32::NAN]
        } else {
            [(-b - root) / a, (-b + root) / a]
        };
        for t in roots {
            let place = add(from, ray, t);
            let u = (place[2] - za) / (zb - za);
            if (0.0..=1.0).contains(&u) {
                offer(t, place, normal(u, place));
            }
        }
    }
}

impl Blob {
    fn hit(&self, from: V3, ray: V3, offer: &mut impl FnMut(f32, V3, V3)) {
        let round = |v: V3| self.to_unit.map(|row| dot(row, v));
        let (o, d) = (round(add(from, self.centre, -1.0)), round(ray));
        let (a, b, c) = (dot(d, d), dot(o, d), dot(o, o) - 1.0);
        let root = b * b - a * c;
        if root < 0.0 {
            return;
        }
        let t = (-b - root.sqrt()) / a;
        let p = add(o, d, t);
        let m = self.to_unit;
        let normal = std::array::from_fn(|k| (0..3).map(|i| m[i][k] * p[i]).sum());
        offer(t, add(from, ray, t), unit(normal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_meets_a_cylinder_where_geometry_says() {
        let solid = Solid::turned(&[[0.0, 0.5], [2.0, 0.5], [2.0, 0.0]]);
        let side = solid.hit([-3.0, 0.0, 1.0], [1.0, 0.0, 0.0]).unwrap();
        assert!((side.t - 2.5).abs() < 1e-5);
        assert!((side.normal[0] + 1.0).abs() < 1e-5);
        let top = solid.hit([0.2, 0.1, 5.0], [0.0, 0.0, -1.0]).unwrap();
        assert!((top.t - 3.0).abs() < 1e-5 && (top.normal[2] - 1.0).abs() < 1e-5);
        assert!(solid.hit([-3.0, 0.6, 1.0], [1.0, 0.0, 0.0]).is_none());
        assert!(solid.hit([-3.0, 0.0, 2.5], [1.0, 0.0, 0.0]).is_none());
    }

    #[test]
    fn a_ray_meets_a_ball_put_on_top() {
        let solid =
            Solid::turned(&[[0.0, 0.3], [0.1, 0.0]]).with([0.0, 0.0, 1.0], [0.2, 0.2, 0.4], 0.0);
        assert!((solid.height - 1.4).abs() < 1e-6);
        let hit = solid.hit([0.0, 0.0, 3.0], [0.0, 0.0, -1.0]).unwrap();
        assert!((hit.t - 1.6).abs() < 1e-5);
        let hit = solid.hit([2.0, 0.0, 1.0], [-1.0, 0.0, 0.0]).unwrap();
        assert!((hit.t - 1.8).abs() < 1e-5 && (hit.normal[0] - 1.0).abs() < 1e-5);
    }

    #[test]
    fn gaps_in_the_rim_let_rays_through() {
        let mut solid =
            Solid::turned(&[[0.0, 0.5], [1.0, 0.5], [1.0, 0.4], [0.5, 0.4], [0.5, 0.0]]);
        let ray = |s: &Solid| s.hit([-3.0, -0.01, 0.9], [1.0, 0.0, 0.0]).map(|h| h.t);
        assert!((ray(&solid).unwrap() - 2.5).abs() < 1e-3);
        // A single gap that takes nearly the whole circumference.
        solid = solid.notched(Notches {
            count: 1.0,
            share: 0.999,
            above: 0.8,
            beyond: 0.1,
        });
        assert!(ray(&solid).is_none());
    }
}
