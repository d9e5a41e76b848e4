//! Matches spots to markers: the homography that explains most of them.

use crate::Homography;
use crate::grid::is_convex;
use crate::markers::locator::MarkersLocator;
use crate::markers::spots::{Kind, Spot};

/// Number of spots of each kind that hypotheses are made from, largest first. More spots mean a coloured background.
const TRIED: usize = 12;
/// The same if a corner is hidden, which leaves more combinations to try.
const TRIED_HIDDEN: usize = 8;

/// A match of spots to the markers of a board.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// Maps board coordinates to photo pixels.
    pub(super) map: Homography,
    /// The index of the spot at each position, if its marker is visible.
    pub(super) markers: Vec<Option<usize>>,
    /// Root mean square distance of markers from their positions, in squares.
    pub(super) rms: f64,
}

impl Fit {
    fn seen(&self) -> usize {
        self.markers.iter().flatten().count()
    }

    /// Position and spot of every visible marker.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let markers = self.markers.iter().enumerate();
        markers
            .filter_map(|(place, spot)| Some((place, (*spot)?)))
            .collect()
    }

    fn beats(&self, other: &Option<Fit>) -> bool {
        other
            .as_ref()
            .is_none_or(|o| self.seen() > o.seen() || (self.seen() == o.seen() && self.rms < o.rms))
    }

    /// The fit with most markers; `None` if a quarter of them or more would be hidden.
    pub(super) fn best(locator: &MarkersLocator, spots: &[Spot]) -> Option<Self> {
        let search = Search::new(locator, spots);
        let mut best = None;
        search.four_corners(&mut best);
        let all = search.places.len();
        if best.as_ref().is_none_or(|b: &Fit| b.seen() < all) {
            search.three_corners_and_an_edge(&mut best);
        }
        best.filter(|b| 4 * b.seen() >= 3 * all)
    }
}

struct Search<'a> {
    locator: &'a MarkersLocator,
    spots: &'a [Spot],
    places: Vec<(Kind, [f64; 2])>,
    /// Indices of the spots that may be corner markers, and edge markers.
    corners: Vec<usize>,
    edges: Vec<usize>,
    /// The positions that the first of the clockwise corner spots may have, one of each class that is equivalent by
    /// symmetry.
    firsts: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(locator: &'a MarkersLocator, spots: &'a [Spot]) -> Self {
        let of = |kind| {
            let these = (0..spots.len()).filter(|&i| spots[i].kind == kind);
            these.take(TRIED).collect()
        };
        // Turning the board by one of its symmetries changes nothing.
        let step = locator.symmetries().get(1).copied().unwrap_or(4);
        Self {
            locator,
            spots,
            places: locator.positions(),
            corners: of(Kind::Corner),
            edges: of(Kind::Edge),
            firsts: (0..step).collect(),
        }
    }

    /// Tries every four spots as the four corner markers.
    fn four_corners(&self, best: &mut Option<Fit>) {
        for four in subsets::<4>(&self.corners) {
            let Some(four) = self.clockwise(four) else {
                continue;
            };
            for &first in &self.firsts {
                let pairs = (0..4).map(|i| ((first + i) % 4, four[i]));
                self.offer(&pairs.collect::<Vec<_>>(), best);
            }
        }
    }

    /// Tries every three spots as neighbouring corner markers, with an edge marker near the fourth, hidden corner.
    fn three_corners_and_an_edge(&self, best: &mut Option<Fit>) {
        let few = self.corners.len().min(TRIED_HIDDEN);
        for three in subsets::<3>(&self.corners[..few]) {
            let [a, b, c] = three.map(|i| self.spots[i].at);
            let turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
            let three = if turn > 0.0 {
                three
            } else {
                [three[0], three[2], three[1]]
            };
            for (rotation, &first) in (0..3).flat_map(|r| self.firsts.iter().map(move |f| (r, f))) {
                let mut pairs: Vec<_> = (0..3)
                    .map(|i| ((first + i) % 4, three[(rotation + i) % 3]))
                    .collect();
                for (place, spot) in (4..self.places.len())
                    .flat_map(|place| self.edges.iter().map(move |&spot| (place, spot)))
                {
                    pairs.truncate(3);
                    pairs.push((place, spot));
                    self.offer(&pairs, best);
                }
            }
        }
    }

    /// Four spots in clockwise order; `None` unless they are the corners of a convex quadrangle.
    fn clockwise(&self, mut four: [usize; 4]) -> Option<[usize; 4]> {
        let at = |i: usize| self.spots[i].at;
        let middle = [0, 1].map(|k| four.iter().map(|&i| at(i)[k]).sum::<f64>() / 4.0);
        let angle = |i: usize| (at(i)[1] - middle[1]).atan2(at(i)[0] - middle[0]);
        four.sort_by(|&i, &j| angle(i).total_cmp(&angle(j)));
        is_convex(&four.map(at)).then_some(four)
    }

    /// Replaces `best` by the fit with these spots at these positions, if that is better.
    fn offer(&self, pairs: &[(usize, usize)], best: &mut Option<Fit>) {
        let Some(map) = self.map(pairs) else { return };
        let Some(mut fit) = self.explain(map) else {
            return;
        };
        // The map fitted to all its markers is better than that of the first few.
        for _ in 0..2 {
            let Some(again) = self.map(&fit.pairs()).and_then(|map| self.explain(map)) else {
                break;
            };
            if again.seen() < fit.seen() {
                break;
            }
            fit = again;
        }
        if fit.beats(best) {
            let fit = self.without_strays(fit);
            if fit.beats(best) {
                *best = Some(fit);
            }
        }
    }

    /// Removes markers that are not where the others predict them. A wrong spot near a hidden corner bends the map
    /// towards itself, so each marker is compared with the map fitted without it.
    fn without_strays(&self, mut fit: Fit) -> Fit {
        loop {
            let pairs = fit.pairs();
            let off = |left_out: usize| {
                let others: Vec<_> = pairs.iter().filter(|p| p.0 != left_out).copied().collect();
                let at = self.spots[fit.markers[left_out]?].at;
                let [c, r] = self.map(&others)?.inverse()?.apply(at);
                let place = self.places[left_out].1;
                Some((c - place[0]).hypot(r - place[1]))
            };
            let worst = pairs
                .iter()
                .filter_map(|&(place, _)| Some((place, off(place)?)))
                .max_by(|a, b| a.1.total_cmp(&b.1));
            match worst {
                Some((place, off)) if off > self.locator.off => fit.markers[place] = None,
                _ => return fit,
            }
            match self.map(&fit.pairs()) {
                Some(map) => fit.map = map,
                None => return fit,
            }
        }
    }

    fn map(&self, pairs: &[(usize, usize)]) -> Option<Homography> {
        let (from, to): (Vec<_>, Vec<_>) = pairs
            .iter()
            .map(|&(place, spot)| (self.places[place].1, self.spots[spot].at))
            .unzip();
        Homography::from_pairs(&from, &to)
    }

    /// Assigns spots to markers under this map.
    fn explain(&self, map: Homography) -> Option<Fit> {
        let locator = self.locator;
        let inverse = map.inverse()?;
        // The whole board must be on one side of the horizon, and seen from above.
        let sides = locator.corners.map(|p| map.depth(p).signum());
        if sides.iter().any(|s| *s != sides[0]) {
            return None;
        }
        let seen: Vec<OnBoard> = self
            .spots
            .iter()
            .map(|s| OnBoard::of(s, &inverse))
            .collect();
        let mut markers: Vec<Option<usize>> = self
            .places
            .iter()
            .map(|&(kind, place)| {
                let far = |i: usize| {
                    let [c, r] = seen[i].at;
                    (c - place[0]).hypot(r - place[1])
                };
                (0..seen.len())
                    .filter(|&i| self.spots[i].kind == kind && far(i) < locator.off)
                    .filter(|&i| {
                        let [least, most] = locator.diameter;
                        (least..=most).contains(&seen[i].diameter)
                            && seen[i].elongation <= locator.elongation
                    })
                    .min_by(|&i, &j| far(i).total_cmp(&far(j)))
            })
            .collect();
        for kind in [Kind::Corner, Kind::Edge] {
            let diameters = markers.iter().flatten();
            let diameters = diameters.filter(|&&i| self.spots[i].kind == kind);
            let mut diameters: Vec<f64> = diameters.map(|&i| seen[i].diameter).collect();
            diameters.sort_by(f64::total_cmp);
            let Some(&median) = diameters.get(diameters.len() / 2) else {
                continue;
            };
            let alike = median / locator.alike..=median * locator.alike;
            for (marker, place) in markers.iter_mut().zip(&self.places) {
                if place.0 == kind && marker.is_some_and(|i| !alike.contains(&seen[i].diameter)) {
                    *marker = None;
                }
            }
        }
        let pairs = markers.iter().zip(&self.places);
        let squares = pairs.filter_map(|(marker, (_, place))| {
            let [c, r] = seen[(*marker)?].at;
            Some((c - place[0]).powi(2) + (r - place[1]).powi(2))
        });
        let squares: Vec<f64> = squares.collect();
        (!squares.is_empty()).then(|| Fit {
            map,
            markers,
            rms: (squares.iter().sum::<f64>() / squares.len() as f64).sqrt(),
        })
    }
}

/// A spot in board coordinates.
struct OnBoard {
    /// Its centre in board coordinates, in squares.
    at: [f64; 2],
    /// Diameter, in squares, of the disc with the same area.
    diameter: f64,
    /// Length to width.
    elongation: f64,
}

impl OnBoard {
    fn of(spot: &Spot, photo_to_board: &Homography) -> Self {
        let [x, y] = spot.at;
        let at = photo_to_board.apply([x, y]);
        let [right, down] = [[x + 0.5, y], [x, y + 0.5]].map(|p| photo_to_board.apply(p));
        let [left, up] = [[x - 0.5, y], [x, y - 0.5]].map(|p| photo_to_board.apply(p));
        // Jacobian of the map at the spot.
        let (a, b) = (right[0] - left[0], down[0] - up[0]);
        let (c, d) = (right[1] - left[1], down[1] - up[1]);
        let [xx, xy, yy] = spot.spread;
        let uu = a * a * xx + 2.0 * a * b * xy + b * b * yy;
        let vv = c * c * xx + 2.0 * c * d * xy + d * d * yy;
        let uv = a * c * xx + (a * d + b * c) * xy + b * d * yy;
        let (mean, root) = (0.5 * (uu + vv), (0.25 * (uu - vv).powi(2) + uv * uv).sqrt());
        Self {
            at,
            diameter: (4.0 / std::f64::consts::PI * spot.area * (a * d - b * c).abs()).sqrt(),
            elongation: ((mean + root) / (mean - root).max(f64::MIN_POSITIVE)).sqrt(),
        }
    }
}

/// All subsets of N elements, in order.
fn subsets<const N: usize>(of: &[usize]) -> Vec<[usize; N]> {
    fn add<const N: usize>(of: &[usize], chosen: [usize; N], n: usize, all: &mut Vec<[usize; N]>) {
        if n == N {
            all.push(chosen);
            return;
        }
        for (i, &element) in of.iter().enumerate() {
            let mut chosen = chosen;
            chosen[n] = element;
            add(&of[i + 1..], chosen, n + 1, all);
        }
    }
    let mut all = Vec::new();
    add(of, [0; N], 0, &mut all);
    all
}
