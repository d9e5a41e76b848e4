//! One photo alone: no start position, no game, nothing known of board, set or camera.

use board_core::{Cell, Observation, Occupancy};
use board_geom::{View, ViewLayout};

use crate::DetectError;
use crate::alike::second_look;
use crate::camera::{candidates, doubt};
use crate::fine::{self, FINE};
use crate::network::Network;
use crate::probability::{normal, softplus};
use crate::sides::{Piece, sides};
use crate::sight::{Bared, SIGHT, body, mirrored};

/// No content is ruled out altogether.
const LEAST_SHARE: f32 = 1e-6;

/// What one photo shows of the squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// For each square, row by row, the cost in nats of each content, in the order of
    /// [`Occupancy::ALL`](board_core::Cell::ALL): the negative logarithm of its probability.
    pub costs: Vec<[f32; 3]>,
}

impl Glance {
    /// Reads a single photo of a board with pieces. The view's grid points are the middles of the
    /// squares, its pitch about 32 pixels, and its margin half a square at least, better one. If its
    /// camera is not known, many are tried.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] if the view holds no picture of its layout's size.
    pub fn at(view: &View) -> Result<Self, DetectError> {
        Self::through(Network::glance(), view)
    }

    /// As [`at`](Glance::at), with another network than the shipped one.
    ///
    /// # Errors
    /// As [`at`](Glance::at).
    pub fn through(network: &Network<SIGHT>, view: &View) -> Result<Self, DetectError> {
        let seen = seen(&SIGHTS, network, view)?;
        Ok(Self {
            costs: together(seen, view.layout, LEARNED, |_| true),
        })
    }

    /// Reads a single photo of men (and kings) of draughts. As all of them stand on squares of one
    /// shade, mostly the dark one, the others are empty: which shade that is, is seen.
    ///
    /// # Errors
    /// As [`at`](Glance::at).
    pub fn men(view: &View) -> Result<Self, DetectError> {
        Self::men_through(Network::men(), view)
    }

    /// As [`men`](Glance::men), with another network than the shipped one.
    ///
    /// # Errors
    /// As [`at`](Glance::at).
    pub fn men_through(network: &Network<FINE>, view: &View) -> Result<Self, DetectError> {
        let seen = seen(&FINES, network, view)?;
        let shade = |square: usize| (square % view.layout.cols + square / view.layout.cols) % 2;
        // What it costs that nothing stands on the squares of a shade.
        let empty = Occupancy::Empty.index();
        let mut bare = [0.0_f32; 2];
        for (square, costs) in seen.costs.iter().enumerate() {
            bare[shade(square)] += costs[empty];
        }
        let played = usize::from(bare[1] > bare[0]);
        let mut costs = together(seen, view.layout, LEARNED_MEN, |square| {
            shade(square) == played
        });
        let squares: Vec<usize> = (0..costs.len()).filter(|&s| shade(s) == played).collect();
        let mut of_men: Vec<[f32; 3]> = squares.iter().map(|&s| costs[s]).collect();
        second_look(&mut of_men, view, &squares);
        for (square, cost) in squares.into_iter().zip(of_men) {
            costs[square] = cost;
        }
        Ok(Self { costs })
    }

    /// For each square, how likely each content is, in the order of [`Occupancy::ALL`].
    #[must_use]
    pub fn shares(&self) -> Vec<[f32; 3]> {
        let shares = |costs: &[f32; 3]| costs.map(|cost| (-cost).exp());
        self.costs.iter().map(shares).collect()
    }

    /// The likeliest content of each square and its probability.
    pub fn contents(&self) -> impl Iterator<Item = (Occupancy, f32)> {
        self.costs.iter().map(|costs| {
            let best = Occupancy::ALL.iter().map(|&c| (c, costs[c.index()]));
            let best = best.min_by(|a, b| a.1.total_cmp(&b.1));
            best.map_or((Occupancy::Empty, 1.0), |(c, cost)| (c, (-cost).exp()))
        })
    }
}

/// One frame.
impl Observation for Glance {
    type Cell = Occupancy;

    fn frames(&self) -> usize {
        1
    }

    fn points(&self) -> usize {
        self.costs.len()
    }

    fn cost(&self, _: usize, point: usize, content: Occupancy) -> Option<f32> {
        Some(self.costs[point][content.index()])
    }
}

/// All squares of a photo considered, of which only some may hold a piece: how crowded they are, and
/// how light the pieces of both sides. `learned` is the share of occupied squares that the network has
/// learned with.
fn together(
    seen: Seen,
    layout: ViewLayout,
    learned: f32,
    may_hold: impl Fn(usize) -> bool,
) -> Vec<[f32; 3]> {
    let squares: Vec<usize> = (0..seen.costs.len()).filter(|&s| may_hold(s)).collect();
    let mut costs: Vec<[f32; 3]> = squares.iter().map(|&s| seen.costs[s]).collect();
    crowd(&mut costs, learned);
    let [black, white] = [Occupancy::Black, Occupancy::White].map(Cell::index);
    let pieces = squares.iter().zip(&costs).map(|(&square, costs)| Piece {
        there: 1.0 - (-costs[Occupancy::Empty.index()]).exp(),
        white: costs[black] - costs[white],
        lightness: seen.lightness[square],
        shade: [1.0, -1.0][(square % layout.cols + square / layout.cols) % 2],
    });
    let pieces: Vec<Piece> = pieces.collect();
    let mut logs = [-LEAST_SHARE.ln(); 3];
    logs[Occupancy::Empty.index()] = 2.0 * LEAST_SHARE;
    let mut all = vec![logs; seen.costs.len()];
    for ((square, costs), (piece, log)) in squares
        .into_iter()
        .zip(&mut costs)
        .zip(pieces.iter().zip(sides(&pieces)))
    {
        // How likely a piece is there stays as it was.
        let there = -piece.there.max(f32::MIN_POSITIVE).ln();
        costs[white] = there + softplus(-log);
        costs[black] = there + softplus(log);
        all[square] = *costs;
    }
    all
}

/// A way to look at squares: what the bare board is, what is seen of each square, the same in a mirror, and how light its middle is.
struct Way<const N: usize> {
    bared: fn(&View) -> Bared,
    sights: fn(&Bared, &View) -> Vec<[f32; N]>,
    mirrored: fn(&[f32; N]) -> [f32; N],
    body: fn(&[f32; N]) -> f32,
}

const SIGHTS: Way<SIGHT> = Way {
    bared: Bared::of,
    sights: Bared::sights,
    mirrored,
    body,
};

const FINES: Way<FINE> = Way {
    bared: Bared::below_men,
    sights: fine::fine,
    mirrored: fine::mirrored,
    body: fine::body,
};

/// What is seen of the squares one by one.
struct Seen {
    costs: Vec<[f32; 3]>,
    /// See [`body`].
    lightness: Vec<f32>,
}

/// Each square by its own sight. If the camera is not known, the mean over all places it may be, each
/// as likely as the network is certain of what it would see from there.
fn seen<const N: usize>(
    way: &Way<N>,
    network: &Network<N>,
    view: &View,
) -> Result<Seen, DetectError> {
    if view.image.dimensions() != view.layout.dimensions() || view.layout.points() == 0 {
        return Err(DetectError::NoViews);
    }
    let bared = (way.bared)(view);
    let mut view = view.clone();
    let places = view
        .camera
        .map_or_else(|| candidates(view.layout), |camera| vec![camera]);
    let looks: Vec<(f32, Seen)> = places
        .into_iter()
        .map(|camera| {
            view.camera = Some(camera);
            let sights = (way.sights)(&bared, &view);
            let mirrored: Vec<[f32; N]> = sights.iter().map(way.mirrored).collect();
            let [plain, mirror] =
                [&sights, &mirrored].map(|seen| network.run_all(seen).map(normal));
            let mean =
                |(a, b): ([f32; 3], [f32; 3])| core::array::from_fn(|k| -0.5 * (a[k] + b[k]));
            let costs: Vec<[f32; 3]> = plain.zip(mirror).map(|both| normal(mean(both))).collect();
            let lightness = sights.iter().map(way.body).collect();
            (doubt(&costs), Seen { costs, lightness })
        })
        .collect();
    let least = looks.iter().map(|look| look.0).fold(f32::MAX, f32::min);
    let points = view.layout.points();
    let (mut shares, mut lightness) = (vec![[0.0_f32; 3]; points], vec![0.0; points]);
    let mut all = 0.0;
    for (doubt, seen) in looks {
        let weight = (least - doubt).exp();
        all += weight;
        for (sum, costs) in shares.iter_mut().zip(seen.costs) {
            for (sum, cost) in sum.iter_mut().zip(costs) {
                *sum += weight * (-cost).exp();
            }
        }
        for (sum, light) in lightness.iter_mut().zip(seen.lightness) {
            *sum += weight * light;
        }
    }
    let logs = |share: f32| (share / all).max(LEAST_SHARE).ln();
    Ok(Seen {
        costs: shares.into_iter().map(|s| normal(s.map(logs))).collect(),
        lightness: lightness.into_iter().map(|v| v / all).collect(),
    })
}

/// Rounds of expectation–maximisation for the share of occupied squares.
const ROUNDS: usize = 10;
/// Shares of occupied squares the networks have learned with; of men, of the shade they stand on.
const LEARNED: f32 = 0.22;
const LEARNED_MEN: f32 = 0.39;
/// Squares that this belief counts as.
const BELIEF: f32 = 16.0;

/// Corrects the costs for how crowded this board is, as told by all its squares (Saerens, Latinne and
/// Decaestecker, "Adjusting the outputs of a classifier to new a priori probabilities", 2002).
fn crowd(costs: &mut [[f32; 3]], learned: f32) {
    let empty = Occupancy::Empty.index();
    let seen = costs.to_vec();
    let mut share = learned;
    for _ in 0..ROUNDS {
        for (costs, seen) in costs.iter_mut().zip(&seen) {
            let mut logs = seen.map(|cost| (share / learned).ln() - cost);
            logs[empty] = ((1.0 - share) / (1.0 - learned)).ln() - seen[empty];
            *costs = normal(logs);
        }
        let occupied: f32 = costs.iter().map(|c| 1.0 - (-c[empty]).exp()).sum();
        share = (occupied + BELIEF * learned) / (costs.len() as f32 + BELIEF);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::Grid;
    use board_sim::pieces::{Figure, Frame, Renderer, Scene, placement};
    use image::{Rgb, RgbImage};

    fn layout() -> ViewLayout {
        ViewLayout::new(8, 8, 32.0)
    }

    /// Wooden squares, with discs where there are pieces.
    fn drawn(contents: &[Occupancy], white: [u8; 3], black: [u8; 3]) -> View {
        let layout = layout();
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let (col, row) = (c.round().clamp(0.0, 7.0), r.round().clamp(0.0, 7.0));
            let off = (c - col).hypot(r - row);
            // Turned pieces have rings.
            let ring = (off * 9.0).cos() * 14.0;
            let piece = |rgb: [u8; 3]| rgb.map(|v| (f32::from(v) + ring).clamp(0.0, 255.0) as u8);
            Rgb(match contents[row as usize * 8 + col as usize] {
                Occupancy::White if off < 0.34 => piece(white),
                Occupancy::Black if off < 0.34 => piece(black),
                _ if (col + row) as i32 % 2 == 0 => [215, 185, 140],
                _ => [135, 85, 50],
            })
        });
        View {
            image,
            layout,
            camera: Some([3.5, 3.5, 20.0]),
        }
    }

    fn wrong(view: &View, contents: &[Occupancy]) -> usize {
        let glance = Glance::at(view).unwrap();
        let pairs = glance.contents().zip(contents);
        pairs.filter(|((read, _), truth)| read != *truth).count()
    }

    #[test]
    fn discs_of_one_side_or_both_are_read() {
        let (white, black) = ([232, 215, 175], [45, 35, 30]);
        let empty = vec![Occupancy::Empty; 64];
        assert_eq!(wrong(&drawn(&empty, white, black), &empty), 0);
        for sides in [
            [Occupancy::White, Occupancy::Black],
            [Occupancy::White; 2],
            [Occupancy::Black; 2],
        ] {
            let mut contents = empty.clone();
            for (i, square) in [0, 9, 11, 20, 30, 33, 47, 50, 60, 63]
                .into_iter()
                .enumerate()
            {
                contents[square] = sides[i % 2];
            }
            let wrong = wrong(&drawn(&contents, white, black), &contents);
            assert!(wrong <= 1, "{sides:?}: {wrong} wrong");
        }
    }

    #[test]
    fn costs_are_of_probabilities() {
        let contents = vec![Occupancy::Empty; 64];
        for camera in [None, Some([3.5, 12.0, 15.0])] {
            let mut view = drawn(&contents, [255; 3], [0; 3]);
            view.camera = camera;
            for costs in Glance::at(&view).unwrap().costs {
                let sum: f32 = costs.iter().map(|c| (-c).exp()).sum();
                assert!(costs.iter().all(|c| c.is_finite()) && (sum - 1.0).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn a_view_without_its_picture_is_refused() {
        let mut view = drawn(&[Occupancy::Empty; 64], [255; 3], [0; 3]);
        view.image = RgbImage::new(3, 3);
        assert_eq!(Glance::at(&view), Err(DetectError::NoViews));
    }

    #[test]
    fn simulated_photos_are_read_from_every_side() {
        let diagram = "r.bq.rk. pp..ppbp ..np.np. ........ ..PNP... ..N.BP.. PP.Q..PP R...KB.R";
        let placement = placement(diagram);
        let contents: Vec<Occupancy> = placement.iter().map(|&f| Figure::occupancy(f)).collect();
        for (seed, azimuth) in [0.0, 90.0, 180.0, -45.0].into_iter().enumerate() {
            let mut scene = Scene::default();
            scene.camera.azimuth = azimuth;
            scene.camera.tilt = 30.0;
            let renderer = Renderer::new(&scene, seed as u64).unwrap();
            let photo = renderer.render(0, &Frame::of(placement.clone()));
            let size = photo.image.dimensions();
            let grid = Grid::from_corners(photo.corners_px, 9, 9, size).unwrap();
            let view = grid.middles().unwrap().rectify(&photo.image, layout());
            assert!(wrong(&view, &contents) <= 2, "from {azimuth} degrees");
        }
    }
}
