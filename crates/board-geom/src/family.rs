//! Families of lines through one vanishing point, and the equally spaced lines among them.

use std::f64::consts::PI;

use nalgebra::{Matrix3, Vector3};

use crate::lines::Line;

/// Lines that are parallel on the board: in the photo they meet in one point.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// Indices into the list of lines.
    pub(crate) members: Vec<usize>,
    /// Mean angle of the members' normals, radians in 0..π.
    pub(crate) normal: f64,
}

/// Largest sine of the angle by which a line may miss its vanishing point.
const TOLERANCE: f64 = 0.022;
/// Number of lines that are intersected in pairs: those with most support.
const PAIRED: usize = 44;

/// The `limit` families with most support. Each shares at most half of its support with a better one.
pub(crate) fn find_families(lines: &[Line], size: (usize, usize), limit: usize) -> Vec<Family> {
    let scaled = Scaled::all(lines, size);
    let mut families: Vec<Family> = Vec::new();
    for point in vanishing_points(&scaled) {
        let point = refined(point, &scaled);
        let members: Vec<usize> = (0..scaled.len())
            .filter(|&i| scaled[i].off(&point) < TOLERANCE)
            .collect();
        let total: f64 = members.iter().map(|&i| scaled[i].support).sum();
        let shared = |f: &Family| -> f64 {
            members
                .iter()
                .filter(|i| f.members.contains(i))
                .map(|&i| scaled[i].support)
                .sum()
        };
        if members.len() < 4 || families.iter().any(|f| shared(f) > 0.5 * total) {
            continue;
        }
        // The mean of an angle that wraps at π: double it.
        let (s, c) = members.iter().fold((0.0, 0.0), |(s, c), &i| {
            let (sin, cos) = (2.0 * lines[i].normal).sin_cos();
            (s + sin * scaled[i].support, c + cos * scaled[i].support)
        });
        let normal = (0.5 * s.atan2(c)).rem_euclid(PI);
        families.push(Family { members, normal });
        if families.len() == limit {
            break;
        }
    }
    families
}

/// A line in centred coordinates, in units of half the diagonal, which keeps vanishing points near infinity well
/// conditioned.
struct Scaled {
    line: Vector3<f64>,
    middle: [f64; 2],
    support: f64,
}

impl Scaled {
    fn all(lines: &[Line], size: (usize, usize)) -> Vec<Self> {
        let (cx, cy) = (size.0 as f64 / 2.0, size.1 as f64 / 2.0);
        let unit = cx.hypot(cy);
        let scaled = lines.iter().map(|l| {
            let [a, b, c] = l.homogeneous();
            Self {
                line: Vector3::new(a, b, (c + a * cx + b * cy) / unit),
                middle: [(l.middle[0] - cx) / unit, (l.middle[1] - cy) / unit],
                support: l.support,
            }
        });
        scaled.collect()
    }

    /// The sine of the angle by which the line misses a vanishing point.
    fn off(&self, v: &Vector3<f64>) -> f64 {
        let (dx, dy) = (v.x - v.z * self.middle[0], v.y - v.z * self.middle[1]);
        (self.line.x * dx + self.line.y * dy).abs() / dx.hypot(dy).max(1e-12)
    }

    /// The support of the line for a vanishing point.
    fn weight(&self, v: &Vector3<f64>) -> f64 {
        self.support * (1.0 - (self.off(v) / TOLERANCE).powi(2)).max(0.0)
    }
}

/// Intersections of the lines with most support; those that most lines run to come first.
fn vanishing_points(scaled: &[Scaled]) -> Vec<Vector3<f64>> {
    let support = |v: &Vector3<f64>| -> f64 { scaled.iter().map(|l| l.weight(v)).sum() };
    let mut points = Vec::new();
    let n = scaled.len().min(PAIRED);
    for i in 0..n {
        for j in i + 1..n {
            let Some(v) = scaled[i].line.cross(&scaled[j].line).try_normalize(1e-9) else {
                continue;
            };
            points.push((support(&v), v));
        }
    }
    points.sort_by(|a, b| b.0.total_cmp(&a.0));
    points.into_iter().map(|(_, v)| v).collect()
}

/// Refits a vanishing point to the lines that pass near it, by weighted least squares.
fn refined(point: Vector3<f64>, scaled: &[Scaled]) -> Vector3<f64> {
    (0..2).fold(point, |v, _| {
        let mut moment = Matrix3::zeros();
        for l in scaled {
            moment += l.weight(&v) * l.line * l.line.transpose();
        }
        let eigen = moment.symmetric_eigen();
        let least = eigen.eigenvalues.imin();
        eigen.eigenvectors.column(least).into_owned()
    })
}

/// The lines of a family with integer numbers: line `i` lies where a projective map of the number line sends `i`.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// (lattice number, index into the list of lines), one line for each number.
    pub(crate) numbered: Vec<(i32, usize)>,
    /// Support of the numbered lines minus penalties; comparable within a family.
    pub(crate) score: f64,
}

/// `t(i) = (a·i + b)/(c·i + 1)`.
#[derive(Clone, Copy)]
struct Scale {
    a: f64,
    b: f64,
    c: f64,
}

impl Scale {
    /// The map with t(0) = `t0`, t(`p`) = `t1`, t(`q`) = `t2`.
    fn through(t0: f64, (p, t1): (f64, f64), (q, t2): (f64, f64)) -> Option<Self> {
        // a·p − c·p·t1 = t1 − t0, and likewise for q: two equations in a and c.
        let det = p * (-q * t2) - q * (-p * t1);
        if det.abs() < 1e-9 {
            return None;
        }
        let a = ((t1 - t0) * (-q * t2) - (t2 - t0) * (-p * t1)) / det;
        let c = (p * (t2 - t0) - q * (t1 - t0)) / det;
        Some(Self { a, b: t0, c })
    }

    fn number(&self, t: f64) -> f64 {
        (t - self.b) / (self.a - self.c * t)
    }

    fn ahead(&self, i: f64) -> bool {
        self.c * i + 1.0 > LEAST_DEPTH
    }
}

/// Least depth of a lattice line, as a fraction of that of line 0: beyond it, lines crowd at the horizon.
const LEAST_DEPTH: f64 = 0.15;
/// Least cosine of the angle between the normals of a line and its family: other lines hardly cross the transversal.
const LEAST_COSINE: f64 = 0.3;
/// Largest distance of a line from its lattice position, as a fraction of the spacing.
const OFF_LATTICE: f64 = 0.14;
/// Numberings are tried for any three of this many lines with most support, each at most `REACH` lines after the one
/// before.
const TRIED: usize = 26;
const REACH: usize = 8;
/// Least spacing of lines in pixels, and range of the ratio of two gaps.
const LEAST_SPACING: f64 = 4.0;
const SPACING_RATIO: std::ops::Range<f64> = 0.75..1.33;

/// The best numberings of a family's lines, at most `limit`, best first. `most` is the largest number of lines of a
/// board.
pub(crate) fn number_lines(
    lines: &[Line],
    family: &Family,
    origin: [f64; 2],
    most: usize,
    limit: usize,
) -> Vec<Lattice> {
    let mut crossings = crossings(lines, family, origin);
    crossings.sort_by(|x, y| x.0.total_cmp(&y.0));
    if crossings.len() < 4 {
        return Vec::new();
    }
    let mut by_support: Vec<usize> = (0..crossings.len()).collect();
    by_support.sort_by(|&i, &j| crossings[j].1.total_cmp(&crossings[i].1));
    by_support.truncate(TRIED);
    by_support.sort_unstable();

    let mut found: Vec<Lattice> = Vec::new();
    let k = by_support.len();
    for x in 0..k {
        for y in x + 1..k.min(x + REACH) {
            for z in y + 1..k.min(y + REACH) {
                let three = [x, y, z].map(|i| crossings[by_support[i]].0);
                for scale in scales(three) {
                    if let Some(lattice) = assign(&scale, &crossings, most) {
                        consider(&mut found, lattice, limit);
                    }
                }
            }
        }
    }
    found
}

/// The position, support and index of each line of a family where it crosses a transversal through `origin` along the
/// mean normal of the family.
fn crossings(lines: &[Line], family: &Family, origin: [f64; 2]) -> Vec<(f64, f64, usize)> {
    let (sin, cos) = family.normal.sin_cos();
    family
        .members
        .iter()
        .filter_map(|&i| {
            let [a, b, c] = lines[i].homogeneous();
            let along = a * cos + b * sin;
            (along.abs() > LEAST_COSINE).then(|| {
                (
                    -(a * origin[0] + b * origin[1] + c) / along,
                    lines[i].support,
                    i,
                )
            })
        })
        .collect()
}

/// The projective scales on which three crossings have integer numbers.
fn scales([t0, t1, t2]: [f64; 3]) -> Vec<Scale> {
    let mut scales = Vec::new();
    for p in 1..=4 {
        // Perspective changes the spacing slowly: the second gap must be similar to the first.
        let per = (t1 - t0) / f64::from(p);
        let guess = ((t2 - t1) / per).round() as i32;
        for q in guess - 1..=guess + 1 {
            if !(1..=8).contains(&q) || per < LEAST_SPACING {
                continue;
            }
            let ratio = (t2 - t1) / f64::from(q) / per;
            if SPACING_RATIO.contains(&ratio) {
                let second = (f64::from(p), t1);
                scales.extend(Scale::through(t0, second, (f64::from(p + q), t2)));
            }
        }
    }
    scales
}

/// Inserts a lattice into the list of the best, which has at most `limit`.
fn consider(found: &mut Vec<Lattice>, lattice: Lattice, limit: usize) {
    // Two numberings of the same lines differ only in their origin.
    let lines_of = |l: &Lattice| l.numbered.iter().map(|n| n.1).collect::<Vec<_>>();
    let own = lines_of(&lattice);
    if let Some(same) = found.iter_mut().find(|f| lines_of(f) == own) {
        if lattice.score > same.score {
            *same = lattice;
        }
        return;
    }
    found.push(lattice);
    found.sort_by(|x, y| y.score.total_cmp(&x.score));
    found.truncate(limit);
}

/// Numbers every line that fits, and scores the best run of at most `most` numbers.
fn assign(scale: &Scale, crossings: &[(f64, f64, usize)], most: usize) -> Option<Lattice> {
    const REACH: i32 = 24;
    const SLOTS: usize = 2 * REACH as usize + 1;
    let mut slots: [Option<(f64, usize)>; SLOTS] = [None; SLOTS];
    let mut strays = [0.0; SLOTS];
    for &(t, support, line) in crossings {
        let exact = scale.number(t);
        let number = exact.round();
        if !exact.is_finite() || number.abs() > f64::from(REACH) || !scale.ahead(exact) {
            continue;
        }
        let slot = (number as i32 + REACH) as usize;
        if (exact - number).abs() < OFF_LATTICE {
            if slots[slot].is_none_or(|(best, _)| support > best) {
                slots[slot] = Some((support, line));
            }
        } else {
            strays[slot] += support;
        }
    }
    let matched: f64 = slots.iter().flatten().map(|s| s.0).sum();
    let count = slots.iter().flatten().count();
    if count < 4 {
        return None;
    }
    let typical = matched / count as f64;
    // The score of each number: the support of its line minus that of stray lines nearby. A number without a line costs
    // half a typical line, since stones may hide it.
    let worth: [f64; SLOTS] = std::array::from_fn(|i| {
        slots[i].map_or(-0.5 * typical, |s| s.0.min(2.0 * typical)) - 0.5 * strays[i].min(typical)
    });
    let (mut best, mut range) = (0.0, 0..0);
    // The best run begins with a number that adds to it.
    for start in (0..SLOTS).filter(|&i| worth[i] > 0.0) {
        let mut sum = 0.0;
        for (length, value) in worth[start..].iter().take(most).enumerate() {
            sum += value;
            if sum > best {
                (best, range) = (sum, start..start + length + 1);
            }
        }
    }
    let numbered: Vec<(i32, usize)> = range
        .filter_map(|i| slots[i].map(|(_, line)| (i as i32 - REACH, line)))
        .collect();
    (numbered.len() >= 4).then_some(Lattice {
        numbered,
        score: best,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_goes_through_its_three_points() {
        let s = Scale::through(3.0, (2.0, 40.0), (5.0, 90.0)).unwrap();
        for (i, t) in [(0.0, 3.0), (2.0, 40.0), (5.0, 90.0)] {
            let at = (s.a * i + s.b) / (s.c * i + 1.0);
            assert!((at - t).abs() < 1e-9 && (s.number(t) - i).abs() < 1e-9);
        }
    }

    #[test]
    fn the_vertical_lines_of_a_tilted_board_are_numbered() {
        // Lines through the vanishing point (300, -900), equally spaced at y = 400, with one missing and one stray.
        let through = |x: f64| {
            let (dx, dy) = (x - 300.0, 1300.0);
            let normal = (-dx).atan2(dy);
            let rho = x * normal.cos() + 400.0 * normal.sin();
            Line {
                normal,
                rho,
                support: 100.0,
                middle: [x, 400.0],
            }
        };
        let mut lines: Vec<Line> = (0..13)
            .filter(|&i| i != 5)
            .map(|i| through(60.0 + 40.0 * f64::from(i)))
            .collect();
        lines.push(through(155.0));
        let families = find_families(&lines, (600, 600), 3);
        assert_eq!(families[0].members.len(), lines.len());
        let best = &number_lines(&lines, &families[0], [300.0, 300.0], 19, 3)[0];
        assert_eq!(best.numbered.len(), 12);
        let first = best.numbered[0];
        for &(number, line) in &best.numbered {
            let expected = (lines[line].middle[0] - lines[first.1].middle[0]) / 40.0;
            assert!((f64::from((number - first.0).abs()) - expected.abs()).abs() < 1e-9);
        }
    }
}
