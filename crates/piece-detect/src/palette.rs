//! The colours of one game.

use board_core::{Cell, Occupancy};
use board_geom::View;

use crate::axes::Axes;
use crate::labels::Labels;
use crate::network::Network;
use crate::painted_features::{CHANNELS_PAINTED, PAINTED_FEATURES, PaintedFeatures, mirrored};
use crate::patches::Patches;
use crate::probability::normalised_costs;
use crate::residual::{CHANNELS, UNITS};
use crate::square_features::{ACROSS, GROUND, ROWS, SquareFeatures, cell_position};

/// Size of the histogram bins, in units of L\*a\*b\*, and number of bins of lightness and of the two colour axes.
const STEP: f32 = 4.0;
const STEPS: [usize; 3] = [60, 22, 22];
/// Number of bins for one shade of squares.
const COLOURS: usize = STEPS[0] * STEPS[1] * STEPS[2];
/// From this many cells on, histograms are blurred less.
const MANY: f32 = 1500.0;
/// Prior fraction of the cells in each bin.
const UNSEEN: f32 = 3e-4;
/// Limit, in nats, of the evidence of one colour for or against a piece.
const MOST: f32 = 4.0;

/// How much each colour looks like White's pieces, and like Black's.
///
/// The log ratio of the densities of pieces and bare board, from blurred histograms of the colours of known cells.
#[derive(Clone, Debug)]
pub struct Palette {
    /// By shade of the square and by colour: half the nats for White's and for Black's pieces.
    nats: Vec<[f32; 2]>,
}

/// Histograms of the colours of bare board and of pieces, from which a palette is made.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    /// By content, then by shade and colour.
    of: [Vec<f32>; 3],
}

impl Counts {
    pub(crate) fn new() -> Self {
        Self {
            of: core::array::from_fn(|_| vec![0.0; 2 * COLOURS]),
        }
    }

    /// Adds the cells of a piece: the centre of its square and those directly above. Some of them show the board beside
    /// it, which makes the board's colours slightly more likely for pieces.
    pub(crate) fn add_piece(&mut self, content: Occupancy, features: &SquareFeatures) {
        for row in [GROUND - 3, GROUND - 2, GROUND, GROUND + 1] {
            for col in [ACROSS / 2 - 1, ACROSS / 2] {
                self.add(content, cell(features, row, col));
            }
        }
    }

    /// Adds the `visible` cells of an empty square, by row and column.
    pub(crate) fn add_bare(
        &mut self,
        features: &SquareFeatures,
        visible: impl Fn(usize, usize) -> bool,
    ) {
        for row in GROUND - 4..GROUND {
            for col in 1..ACROSS - 1 {
                if visible(row, col) {
                    self.add(Occupancy::Empty, cell(features, row, col));
                }
            }
        }
    }

    fn add(&mut self, content: Occupancy, cell: &[f32]) {
        if let Some(colour) = colour(cell) {
            self.of[content.index()][colour] += 1.0;
        }
    }

    pub(crate) fn palette(&self) -> Palette {
        let mut shares = self.of.clone();
        for of_shade in shares.iter_mut().flat_map(|h| h.chunks_exact_mut(COLOURS)) {
            let all: f32 = of_shade.iter().sum();
            for _ in 0..if all < MANY { 2 } else { 1 } {
                blur(of_shade);
            }
            of_shade.iter_mut().for_each(|v| *v /= all.max(1.0));
        }
        let [empty, white, black] =
            [Occupancy::Empty, Occupancy::White, Occupancy::Black].map(|c| &shares[c.index()]);
        let nats = |share: f32, bare: f32| {
            let nats = ((share + UNSEEN) / (bare + UNSEEN)).ln();
            0.5 * nats.clamp(-MOST, MOST)
        };
        let nats = (0..2 * COLOURS).map(|i| [nats(white[i], empty[i]), nats(black[i], empty[i])]);
        Palette {
            nats: nats.collect(),
        }
    }
}

impl Palette {
    /// Learns the colours from squares with known contents.
    #[must_use]
    pub fn learn(patches: &Patches, labels: &Labels) -> Self {
        let mut counts = Counts::new();
        for (frame, contents) in labels {
            let Some(geometry) = patches.geometry(*frame) else {
                continue;
            };
            for (square, content) in contents.iter().enumerate() {
                let features = patches.features(*frame, square);
                match content {
                    None => {}
                    Some(Occupancy::Empty) => {
                        let (col, row) = (square % patches.cols(), square / patches.cols());
                        let axes = Axes::of(&geometry, col, row);
                        counts.add_bare(&features, |row, col| {
                            !covered(&geometry, contents, cell_position(&axes, row, col))
                        });
                    }
                    Some(piece) => counts.add_piece(*piece, &features),
                }
            }
        }
        counts.palette()
    }

    /// The costs of the contents of squares, in nats.
    pub(crate) fn read(
        &self,
        network: &Network<PAINTED_FEATURES>,
        features: impl Iterator<Item = SquareFeatures>,
    ) -> Vec<[f32; 3]> {
        let painted: Vec<PaintedFeatures> =
            features.map(|features| self.paint(&features)).collect();
        let reflected: Vec<PaintedFeatures> = painted.iter().map(mirrored).collect();
        let both = network.run_all(&painted).zip(network.run_all(&reflected));
        both.map(|(plain, mirror)| {
            normalised_costs(core::array::from_fn(|k| 0.5 * (plain[k] + mirror[k])))
        })
        .collect()
    }

    /// The features of a square in these colours.
    #[must_use]
    pub fn paint(&self, features: &SquareFeatures) -> PaintedFeatures {
        let mut painted = [0.0; PAINTED_FEATURES];
        let (cells, general) = features.split_at(ROWS * ACROSS * CHANNELS);
        let (to, to_general) = painted.split_at_mut(ROWS * ACROSS * CHANNELS_PAINTED);
        let pairs = to
            .chunks_exact_mut(CHANNELS_PAINTED)
            .zip(cells.chunks_exact(CHANNELS));
        for (to, cell) in pairs {
            if let Some(colour) = colour(cell) {
                let [white, black] = self.nats[colour];
                to.copy_from_slice(&[white, black, cell[0], cell[4]]);
            }
        }
        to_general.copy_from_slice(general);
        painted
    }
}

/// Whether a piece on any square may cover this column and row of the board.
fn covered(geometry: &View, contents: &[Option<Occupancy>], (x, y): (f32, f32)) -> bool {
    /// Height of the tallest pieces; distance from a piece's axis within which it may cover something; in squares.
    const TALL: f32 = 1.9;
    const WIDE: f32 = 0.55;
    let cols = geometry.layout.cols;
    let covers = |square: usize| {
        let (col, row) = ((square % cols) as f32, (square / cols) as f32);
        let (up, right) = geometry.lean(col, row, TALL);
        let along = (x - col) * up + (y - row) * right;
        let share = (along / (up * up + right * right).max(1e-6)).clamp(0.0, 1.0);
        let off = [x - col - share * up, y - row - share * right];
        off[0] * off[0] + off[1] * off[1] < WIDE * WIDE
    };
    let pieces = contents.iter().enumerate();
    let pieces = pieces.filter(|(_, content)| **content != Some(Occupancy::Empty));
    pieces.map(|(square, _)| square).any(covers)
}

fn cell(features: &SquareFeatures, row: usize, col: usize) -> &[f32] {
    &features[(row * ACROSS + col) * CHANNELS..][..CHANNELS]
}

/// The bin of a cell's colour; `None` beside the board.
fn colour(cell: &[f32]) -> Option<usize> {
    // Lightness of the empty square minus the mean of both shades.
    let shade = cell[3] * UNITS[3] - cell[0] * UNITS[0];
    if shade == 0.0 {
        return None;
    }
    let mut colour = usize::from(shade > 0.0);
    for k in 0..3 {
        let step = cell[k] * UNITS[k] / STEP + 0.5 * STEPS[k] as f32;
        colour = colour * STEPS[k] + (step.max(0.0) as usize).min(STEPS[k] - 1);
    }
    Some(colour)
}

/// Blurs a histogram along each axis with the weights 1, 4, 6, 4, 1.
fn blur(histogram: &mut [f32]) {
    let strides = [STEPS[1] * STEPS[2], STEPS[2], 1];
    for (steps, stride) in STEPS.into_iter().zip(strides) {
        let sharp = histogram.to_vec();
        for (i, v) in histogram.iter_mut().enumerate() {
            let at = i / stride % steps;
            let first = i - at * stride;
            let of = |step: usize| sharp[first + step.min(steps - 1) * stride];
            *v = (of(at.saturating_sub(2))
                + 4.0 * of(at.saturating_sub(1))
                + 6.0 * of(at)
                + 4.0 * of(at + 1)
                + of(at + 2))
                / 16.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stature;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage};

    /// A photo from straight above of round pieces, with unusual colours of pieces and board.
    fn view(contents: &[Occupancy], light: f32) -> View {
        let layout = ViewLayout {
            cols: 8,
            rows: 8,
            pitch: 32.0,
            margin: 32.0,
        };
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let (col, row) = (c.round().clamp(0.0, 7.0), r.round().clamp(0.0, 7.0));
            let off = (c - col).hypot(r - row);
            let rgb: [f32; 3] = match contents[row as usize * 8 + col as usize] {
                Occupancy::White if off < 0.34 => [200.0, 60.0, 90.0],
                Occupancy::Black if off < 0.34 => [70.0, 190.0, 80.0],
                _ if (col + row) as i32 % 2 == 0 => [130.0, 160.0, 230.0],
                _ => [90.0, 60.0, 140.0],
            };
            Rgb(rgb.map(|v| (v * light + ((x * 7 + y * 13) % 5) as f32) as u8))
        });
        View {
            image,
            layout,
            camera: Some([3.5, 3.5, 20.0]),
        }
    }

    fn start() -> Vec<Occupancy> {
        let side = |square| match square / 8 {
            0 | 1 => Occupancy::Black,
            6 | 7 => Occupancy::White,
            _ => Occupancy::Empty,
        };
        (0..64).map(side).collect()
    }

    #[test]
    fn strange_colours_are_known_from_the_first_photo_on() {
        let mut contents = start();
        let mut patches = Patches::new();
        patches.push(&view(&contents, 0.9)).unwrap();
        for (from, to) in [(52, 36), (12, 28), (62, 45), (1, 18), (59, 31), (36, 28)] {
            contents[to] = contents[from];
            contents[from] = Occupancy::Empty;
        }
        // In dimmer light.
        patches.push(&view(&contents, 0.6)).unwrap();
        let known = start().into_iter().map(Some).collect();
        let palette = Palette::learn(&patches, &[(0, known)]);
        let network = Network::painted(Stature::Tall);
        let read = palette.read(network, (0..64).map(|square| patches.features(1, square)));
        for (square, (content, costs)) in contents.iter().zip(read).enumerate() {
            let best = (0..3).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            assert_eq!(best, Some(content.index()), "square {square}: {costs:?}");
        }
    }

    #[test]
    fn colours_of_pieces_speak_for_their_side() {
        let mut patches = Patches::new();
        patches.push(&view(&start(), 0.9)).unwrap();
        let labels = start().into_iter().map(Some).collect();
        let palette = Palette::learn(&patches, &[(0, labels)]);
        // The centre of a piece: channel 0 for White's, channel 1 for Black's.
        let middle = ((GROUND - 2) * ACROSS + ACROSS / 2) * CHANNELS_PAINTED;
        let painted = |square| palette.paint(&patches.features(0, square));
        for square in [0, 5, 9] {
            assert!(painted(square)[middle] < 0.5 && painted(square)[middle + 1] > 1.0);
        }
        for square in [48, 53, 63] {
            assert!(painted(square)[middle] > 1.0 && painted(square)[middle + 1] < 0.5);
        }
        for square in [24, 35] {
            assert!(painted(square)[middle] < 0.0 && painted(square)[middle + 1] < 0.0);
        }
        assert_eq!(mirrored(&mirrored(&painted(5))), painted(5));
    }

    #[test]
    fn tall_pieces_cover_what_is_behind_them() {
        let mut geometry = view(&start(), 0.9);
        geometry.camera = Some([3.5, 16.0, 12.0]);
        let mut contents = vec![Some(Occupancy::Empty); 64];
        contents[5 * 8 + 3] = Some(Occupancy::White);
        assert!(covered(&geometry, &contents, (3.0, 5.0)));
        // The camera is below: in the picture, above is behind.
        assert!(covered(&geometry, &contents, (3.0, 4.0)));
        assert!(!covered(&geometry, &contents, (3.0, 6.0)));
        assert!(!covered(&geometry, &contents, (4.5, 4.5)));
        contents[5 * 8 + 3] = None;
        assert!(covered(&geometry, &contents, (3.0, 4.0)), "nobody knows");
    }
}
