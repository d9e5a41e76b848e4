//! Reads men and kings of draughts as discs, after the CheckersChecker project (Biskup, Dykiert, Maciaszek).
//!
//! Median blur → circles by a Hough transform → the colour of each from the fractions of pixels in a small window at
//! its centre: white, pink (a dot on a white king), dark green (a dot on a black king), else black.
//!
//! The original makes hard decisions. Here every square gets costs from the visible fraction of a rim and the clearness
//! of its colour, and the search over legal games decides.

mod hough;
mod median_filter;

use board_core::{Evidence, Occupancy};
use board_geom::hsv::Range;
use board_geom::{View, ViewLayout, turned_squares};
use image::RgbImage;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use median_filter::median_filter;

pub use hough::{Circle, CircleSearch};

/// The piece that a disc is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Man {
    /// A white man.
    WhiteMan,
    /// A white king: a pink dot.
    WhiteKing,
    /// A black man.
    BlackMan,
    /// A black king: a dark green dot.
    BlackKing,
}

impl Man {
    /// The side of the piece.
    #[must_use]
    pub fn occupancy(self) -> Occupancy {
        match self {
            Man::WhiteMan | Man::WhiteKing => Occupancy::White,
            Man::BlackMan | Man::BlackKing => Occupancy::Black,
        }
    }
}

/// Reads discs. Its fields are its options. Lengths are in squares. The defaults of `window` and `ratio` are the
/// original's, which states no other numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct DiscReader {
    /// Pixels a square of the rectified view; the original had 69.
    pub pitch: f32,
    /// Radius of the median blur, in pixels of the view; 0 for none.
    pub blur: u32,
    /// Least and greatest radius of a man.
    pub radius: [f32; 2],
    /// Height of a man's top above the board. A low camera displaces the top by it.
    pub height: f32,
    /// Least distance of the centres of two men.
    pub apart: f32,
    /// Least gradient of an edge, in grey levels a pixel of the view.
    pub edge: f32,
    /// Least visible fraction of a man's rim, 0..1.
    pub support: f32,
    /// Half the side of the window in which colours are counted.
    pub window: f32,
    /// Least fraction of the window, 0..1, that must have a colour.
    pub ratio: f32,
    /// White balance: factors of red, green and blue that compensate the light.
    pub balance: [f32; 3],
    /// Colours of white men.
    pub white: Range,
    /// Colours of the dot on a white king: pink.
    pub white_king: Range,
    /// Colours of the dot on a black king: dark green.
    pub black_king: Range,
    /// Probability, 0..1, of an outlier, which keeps costs finite.
    pub blunder: f32,
}

impl Default for DiscReader {
    fn default() -> Self {
        Self {
            pitch: 40.0,
            blur: 1,
            radius: [0.3, 0.46],
            height: 0.2,
            apart: 0.6,
            edge: 5.0,
            support: 0.55,
            window: 15.0 / 69.0,
            ratio: 0.6,
            balance: [1.0; 3],
            white: Range {
                low: [0, 0, 130],
                high: [179, 100, 255],
            },
            white_king: Range {
                low: [145, 60, 90],
                high: [8, 255, 255],
            },
            black_king: Range {
                low: [45, 60, 20],
                high: [90, 255, 160],
            },
            blunder: 0.01,
        }
    }
}

/// A detected disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its position: column and row, integers at the centres of squares.
    pub at: [f32; 2],
    /// Its radius in squares.
    pub radius: f32,
    /// Visible fraction of its rim, 0..1.
    pub support: f32,
    /// The piece.
    pub man: Man,
    /// Fractions of its window that are white, pink, dark green.
    pub shares: [f32; 3],
}

impl Disc {
    /// The square it stands on, `row · size + column`; `None` if it is beside the board of `size` squares a side.
    #[must_use]
    pub fn square(&self, size: usize) -> Option<usize> {
        let [c, r] = self.at.map(|v| (v + 0.5).floor());
        let on = 0.0..size as f32;
        (on.contains(&c) && on.contains(&r)).then(|| r as usize * size + c as usize)
    }
}

/// The reading of one view.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscReading {
    /// Squares a side.
    pub size: usize,
    /// All discs with enough support, best first; also those on light squares and beside the board.
    pub discs: Vec<Disc>,
    /// The piece on each square, if any.
    pub squares: Vec<Option<Man>>,
    /// The costs in nats of {empty, black, white}, by square.
    pub costs: Vec<[f32; 3]>,
}

impl DiscReading {
    /// The discs that are not on dark squares, and so are not pieces in play: on light squares and beside the board.
    /// Dark squares are those with an odd sum of column and row, as seen by either player.
    pub fn out_of_play(&self) -> impl Iterator<Item = &Disc> {
        let dark = |square: usize| (square % self.size + square / self.size) % 2 == 1;
        let size = self.size;
        let on_dark = move |disc: &Disc| disc.square(size).is_some_and(dark);
        self.discs.iter().filter(move |disc| !on_dark(disc))
    }

    /// The probabilities of {empty, black, white}, by square.
    #[must_use]
    pub fn shares(&self) -> Vec<[f32; 3]> {
        let shares = |costs: &[f32; 3]| costs.map(|cost| (-cost).exp());
        self.costs.iter().map(shares).collect()
    }

    /// The reading renumbered for the turned board, like [`Grid::turned`](board_geom::Grid::turned).
    #[must_use]
    pub fn turned(&self, quarters: usize) -> Self {
        let mut now = self.clone();
        let last = self.size as f32 - 1.0;
        now.squares = turned_squares(&self.squares, quarters);
        now.costs = turned_squares(&self.costs, quarters);
        for _ in 0..quarters % 4 {
            for disc in &mut now.discs {
                let [c, r] = disc.at;
                disc.at = [r, last - c];
            }
        }
        now
    }
}

/// Makes evidence from the readings of a series.
///
/// # Panics
/// If the boards have different sizes.
#[must_use]
pub fn evidence(readings: &[DiscReading]) -> Evidence {
    let points = readings.first().map_or(0, |r| r.costs.len());
    assert!(readings.iter().all(|r| r.costs.len() == points));
    Evidence::from_fn(readings.len(), points, |frame, point| {
        Some(readings[frame].costs[point])
    })
}

impl DiscReader {
    /// The layout of views for [`read`](Self::read): grid points at the centres of `size` × `size` squares, with a
    /// margin of one square.
    #[must_use]
    pub fn layout(&self, size: usize) -> ViewLayout {
        ViewLayout::new(size, size, self.pitch)
    }

    /// Reads one view of any layout.
    #[must_use]
    pub fn read(&self, view: &View) -> DiscReading {
        let layout = view.layout;
        let size = layout.cols;
        let blurred = match self.blur {
            0 => view.image.clone(),
            radius => median_filter(&view.image, radius),
        };
        let search = CircleSearch {
            radius: self.radius.map(|r| r * layout.pitch),
            apart: self.apart * layout.pitch,
            edge: self.edge,
            // Less than the full support is not a man, but it is evidence against an empty square.
            support: 0.5 * self.support,
        };
        let circles = search.find(&blurred);
        let seen: Vec<Disc> = circles
            .iter()
            .map(|circle| self.disc(circle, &blurred, view))
            .collect();
        let mut squares = vec![None; layout.points()];
        let mut costs = vec![self.costs(None); layout.points()];
        // Best first: the first disc on a square counts.
        for disc in seen.iter().rev() {
            if let Some(square) = disc.square(size) {
                costs[square] = self.costs(Some(disc));
                if disc.support >= self.support {
                    squares[square] = Some(disc.man);
                }
            }
        }
        let mut discs = seen;
        discs.retain(|d| d.support >= self.support);
        DiscReading {
            size,
            discs,
            squares,
            costs,
        }
    }

    /// Converts a circle to a disc on the board.
    fn disc(&self, circle: &Circle, picture: &RgbImage, view: &View) -> Disc {
        let layout = view.layout;
        let [x, y] = circle.centre;
        let (c, r) = layout.to_board(x, y);
        // The top is displaced away from the camera: find the base.
        let at = match view.camera {
            Some([cx, cy, z]) if z > self.height => {
                let back = 1.0 - self.height / z;
                [cx + (c - cx) * back, cy + (r - cy) * back]
            }
            _ => [c, r],
        };
        let shares = self.shares(picture, circle.centre, self.window * layout.pitch);
        Disc {
            at,
            radius: circle.radius / layout.pitch,
            support: circle.support,
            man: self.man(shares),
            shares,
        }
    }

    fn man(&self, shares: [f32; 3]) -> Man {
        let men = [Man::WhiteMan, Man::WhiteKing, Man::BlackKing];
        let of = men.into_iter().zip(shares);
        let best = of.max_by(|a, b| a.1.total_cmp(&b.1));
        match best {
            Some((man, share)) if share > self.ratio => man,
            _ => Man::BlackMan,
        }
    }

    /// Fractions of the window around a pixel that are white, pink, dark green.
    fn shares(&self, picture: &RgbImage, centre: [f32; 2], half: f32) -> [f32; 3] {
        let range = |k: usize, most: u32| {
            let low = (centre[k] - half).round().max(0.0) as u32;
            let high = ((centre[k] + half).round().max(0.0) as u32).min(most.saturating_sub(1));
            low..high + 1
        };
        let colors = [self.white, self.white_king, self.black_king];
        let (mut counts, mut all) = ([0.0f32; 3], 0.0f32);
        for y in range(1, picture.height()) {
            for x in range(0, picture.width()) {
                let rgb = self.balanced(picture.get_pixel(x, y).0);
                for (count, color) in counts.iter_mut().zip(colors) {
                    *count += f32::from(u8::from(color.contains(rgb)));
                }
                all += 1.0;
            }
        }
        counts.map(|count| count / all.max(1.0))
    }

    /// Applies the white balance to a colour.
    #[must_use]
    pub fn balanced(&self, rgb: [u8; 3]) -> [u8; 3] {
        std::array::from_fn(|k| (f32::from(rgb[k]) * self.balance[k]).clamp(0.0, 255.0) as u8)
    }

    /// Costs of {empty, black, white} of a square with this disc, or without one.
    fn costs(&self, disc: Option<&Disc>) -> [f32; 3] {
        /// Distance of a fraction from its threshold at which it is nearly certain.
        const CLEAR: f32 = 0.05;
        let logistic = |v: f32| 1.0 / (1.0 + (-v / CLEAR).exp());
        let [occupied, white] = match disc {
            None => [0.0, 0.5],
            Some(disc) => {
                let of_white = disc.shares[0].max(disc.shares[1]);
                let white = match disc.man {
                    Man::BlackKing => 0.0,
                    _ => logistic(of_white - self.ratio),
                };
                [logistic(disc.support - self.support), white]
            }
        };
        let sure = [1.0 - occupied, occupied * (1.0 - white), occupied * white];
        sure.map(|p| -(self.blunder / 3.0 + (1.0 - self.blunder) * p).ln())
    }
}

#[cfg(test)]
mod tests;
