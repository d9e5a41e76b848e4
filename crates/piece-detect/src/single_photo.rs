//! Reads a single photo, without knowledge of the start position, the game, the board, the set or the camera.

use board_core::{Cell, Observation, Occupancy};
use board_geom::{View, ViewLayout};

use crate::DetectError;
use crate::comparison::compare_squares;
use crate::context::shade;
use crate::fine_features::FINE_FEATURES;
use crate::network::Network;
use crate::probability::{normalised_costs, softplus};
use crate::shadow::without_shadows;
use crate::side_mixture::{Piece, side_log_odds};
use crate::square_features::SQUARE_FEATURES;
use crate::square_reader::{LEAST_SHARE, MEN, PIECES, SquareReadings, read_squares};

/// Rounds of expectation–maximisation for the fraction of occupied squares.
const ROUNDS: usize = 10;
/// Fraction of occupied squares in the training data; for men, among the squares of their shade.
const TRAINED: f32 = 0.22;
const TRAINED_MEN: f32 = 0.39;
/// Weight, in squares, of the prior that the fraction is that of the training data.
const PRIOR: f32 = 16.0;

/// The reading of a single photo: the costs of the contents of its squares.
#[derive(Clone, Debug, PartialEq)]
pub struct SinglePhotoReading {
    /// The cost in nats of each content of each square, row by row: the negative log of its probability, in the order
    /// of [`Occupancy::ALL`](board_core::Cell::ALL).
    pub costs: Vec<[f32; 3]>,
}

impl SinglePhotoReading {
    /// Reads a board with pieces of any height. The grid points of the view must be the centres of the squares, its
    /// pitch about 32 pixels, and its margin at least half a square, better a whole one. If its camera is unknown, many
    /// positions are tried.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] if the size of the picture is not that of the layout.
    pub fn of_pieces(view: &View) -> Result<Self, DetectError> {
        Self::of_pieces_with(Network::pieces(), view)
    }

    /// Like [`of_pieces`](Self::of_pieces), with a custom network.
    ///
    /// # Errors
    /// As [`of_pieces`](Self::of_pieces).
    pub fn of_pieces_with(
        network: &Network<SQUARE_FEATURES>,
        view: &View,
    ) -> Result<Self, DetectError> {
        let lit = without_shadows(view);
        let view = lit.as_ref().unwrap_or(view);
        let readings = read_squares(&PIECES, network, view)?;
        Ok(Self {
            costs: jointly(&readings, view.layout, TRAINED, |_| true),
        })
    }

    /// Reads a board with men (and kings) of draughts. They all stand on squares of one shade, which is detected; the
    /// others are empty.
    ///
    /// # Errors
    /// As [`of_pieces`](Self::of_pieces).
    pub fn of_men(view: &View) -> Result<Self, DetectError> {
        Self::of_men_with(Network::men(), view)
    }

    /// Like [`of_men`](Self::of_men), with a custom network.
    ///
    /// # Errors
    /// As [`of_pieces`](Self::of_pieces).
    pub fn of_men_with(network: &Network<FINE_FEATURES>, view: &View) -> Result<Self, DetectError> {
        let lit = without_shadows(view);
        let view = lit.as_ref().unwrap_or(view);
        let readings = read_squares(&MEN, network, view)?;
        let shade = |square: usize| shade(square, view.layout.cols);
        // The cost of all squares of a shade being empty.
        let empty = Occupancy::Empty.index();
        let mut bare = [0.0_f32; 2];
        for (square, costs) in readings.costs.iter().enumerate() {
            bare[shade(square)] += costs[empty];
        }
        let played = usize::from(bare[1] > bare[0]);
        let mut costs = jointly(&readings, view.layout, TRAINED_MEN, |square| {
            shade(square) == played
        });
        let squares: Vec<usize> = (0..costs.len()).filter(|&s| shade(s) == played).collect();
        let mut of_men: Vec<[f32; 3]> = squares.iter().map(|&s| costs[s]).collect();
        compare_squares(&mut of_men, view, &squares);
        for (square, cost) in squares.into_iter().zip(of_men) {
            costs[square] = cost;
        }
        Ok(Self { costs })
    }

    /// The probability of each content of each square, in the order of [`Occupancy::ALL`].
    #[must_use]
    pub fn shares(&self) -> Vec<[f32; 3]> {
        let shares = |costs: &[f32; 3]| costs.map(|cost| (-cost).exp());
        self.costs.iter().map(shares).collect()
    }

    /// The most likely content of each square and its probability.
    pub fn contents(&self) -> impl Iterator<Item = (Occupancy, f32)> {
        self.costs.iter().map(|costs| {
            let best = Occupancy::ALL.iter().map(|&c| (c, costs[c.index()]));
            let best = best.min_by(|a, b| a.1.total_cmp(&b.1));
            best.map_or((Occupancy::Empty, 1.0), |(c, cost)| (c, (-cost).exp()))
        })
    }
}

/// One frame.
impl Observation for SinglePhotoReading {
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

/// Classifies all squares of a photo jointly: how many are occupied, and how light the pieces of both sides are.
/// `trained` is the fraction of occupied squares in the network's training data.
fn jointly(
    readings: &SquareReadings,
    layout: ViewLayout,
    trained: f32,
    may_hold: impl Fn(usize) -> bool,
) -> Vec<[f32; 3]> {
    let all = readings.costs.len();
    let squares: Vec<usize> = (0..all).filter(|&s| may_hold(s)).collect();
    let mut costs: Vec<[f32; 3]> = squares.iter().map(|&s| readings.costs[s]).collect();
    adjust_prior(&mut costs, trained);
    let [black, white] = [Occupancy::Black, Occupancy::White].map(Cell::index);
    let pieces = squares.iter().zip(&costs).map(|(&square, costs)| Piece {
        occupied: 1.0 - (-costs[Occupancy::Empty.index()]).exp(),
        white: costs[black] - costs[white],
        lightness: readings.lightness[square],
        shade: [1.0, -1.0][shade(square, layout.cols)],
    });
    let pieces: Vec<Piece> = pieces.collect();
    // Squares that are empty.
    let mut bare = [-LEAST_SHARE.ln(); 3];
    bare[Occupancy::Empty.index()] = 2.0 * LEAST_SHARE;
    let mut joint = vec![bare; all];
    for ((square, costs), (piece, log)) in squares
        .into_iter()
        .zip(&mut costs)
        .zip(pieces.iter().zip(side_log_odds(&pieces)))
    {
        // The probability that the square is occupied does not change.
        let occupied = -piece.occupied.max(f32::MIN_POSITIVE).ln();
        costs[white] = occupied + softplus(-log);
        costs[black] = occupied + softplus(log);
        joint[square] = *costs;
    }
    joint
}

/// Corrects the costs for the fraction of occupied squares of this board, estimated from all of them (Saerens, Latinne
/// and Decaestecker, "Adjusting the outputs of a classifier to new a priori probabilities", 2002).
fn adjust_prior(costs: &mut [[f32; 3]], trained: f32) {
    let empty = Occupancy::Empty.index();
    let given = costs.to_vec();
    let mut share = trained;
    for _ in 0..ROUNDS {
        for (costs, given) in costs.iter_mut().zip(&given) {
            let mut logs = given.map(|cost| (share / trained).ln() - cost);
            logs[empty] = ((1.0 - share) / (1.0 - trained)).ln() - given[empty];
            *costs = normalised_costs(logs);
        }
        let occupied: f32 = costs.iter().map(|c| 1.0 - (-c[empty]).exp()).sum();
        share = (occupied + PRIOR * trained) / (costs.len() as f32 + PRIOR);
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

    /// Wooden squares, with discs as pieces.
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
        let reading = SinglePhotoReading::of_pieces(view).unwrap();
        let pairs = reading.contents().zip(contents);
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
            for costs in SinglePhotoReading::of_pieces(&view).unwrap().costs {
                let sum: f32 = costs.iter().map(|c| (-c).exp()).sum();
                assert!(costs.iter().all(|c| c.is_finite()) && (sum - 1.0).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn a_view_without_its_picture_is_refused() {
        let mut view = drawn(&[Occupancy::Empty; 64], [255; 3], [0; 3]);
        view.image = RgbImage::new(3, 3);
        assert_eq!(
            SinglePhotoReading::of_pieces(&view),
            Err(DetectError::NoViews)
        );
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
