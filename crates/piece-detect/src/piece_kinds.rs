//! Classifies the kinds of chess pieces, to choose between games that differ in nothing else.

use nalgebra::DVector;

use crate::appearance_model::AppearanceModel;
use crate::context::{SquareContext, shade};
use crate::patches::Patches;
use crate::side_appearance::{SideAppearance, part};

/// The pieces of a frame: for each square a number that the caller chooses for each kind of each side, and the content
/// for [`AppearanceModel`] (1 or 2, an index into [`Cell::ALL`](board_core::Cell::ALL)); `None` if empty or unknown.
pub type KindLabel = (usize, Vec<Option<(u8, usize)>>);

/// A piece on a square over several photos from one side, in the same surroundings.
struct Exemplar {
    side: usize,
    square: usize,
    kind: u8,
    /// Its difference from the mean of its context, in the whitened space.
    off: DVector<f32>,
}

/// A classifier of the kinds of pieces of a game, learnt from squares with known kinds.
///
/// The rules usually determine the kinds. This classifier only decides which of two pieces made a capture first, or the
/// promotion of a pawn that was captured at once. It is a linear discriminant between two kinds at a time, on the
/// residuals of [`AppearanceModel`]. Near squares have more weight, since the camera sees them from a similar angle.
/// Its confidence is calibrated by leaving out each known piece.
pub struct PieceKinds<'a> {
    appearance: &'a AppearanceModel,
    patches: &'a Patches,
    labels: &'a [KindLabel],
    exemplars: Vec<Exemplar>,
}

/// Distance, in squares, at which the weight is halved.
const NEAR: f32 = 2.5;
/// Greatest log odds, in nats.
const MOST: f32 = 6.0;
/// Prior standard deviation of the discriminant, and its weight in pieces.
const SPREAD: (f32, f32) = (0.5, 4.0);

impl<'a> PieceKinds<'a> {
    /// Learns from squares with known kinds.
    #[must_use]
    pub fn fit(
        appearance: &'a AppearanceModel,
        patches: &'a Patches,
        labels: &'a [KindLabel],
    ) -> Self {
        let mut kinds = PieceKinds {
            appearance,
            patches,
            labels,
            exemplars: Vec::new(),
        };
        for square in 0..patches.squares() {
            let mut begin = 0;
            while begin < labels.len() {
                let same = |i: usize| {
                    labels[i].1[square] == labels[begin].1[square]
                        && kinds.side(i) == kinds.side(begin)
                        && kinds.context(i, square) == kinds.context(begin, square)
                };
                let run = (begin..labels.len()).take_while(|&i| same(i)).count();
                if let Some((kind, _)) = labels[begin].1[square]
                    && let Some(off) = kinds.offset(begin..begin + run, square)
                {
                    kinds.exemplars.push(Exemplar {
                        side: kinds.side(begin),
                        square,
                        kind,
                        off,
                    });
                }
                begin += run;
            }
        }
        kinds
    }

    /// The side a labelled photo was taken from.
    fn side(&self, label: usize) -> usize {
        self.patches.side(self.labels[label].0)
    }

    /// The appearance from the side of a labelled photo.
    fn appearance(&self, label: usize) -> Option<&SideAppearance> {
        self.appearance.of_frame(self.patches, self.labels[label].0)
    }

    /// The context of a square in a labelled photo.
    fn context(&self, label: usize, square: usize) -> Option<SquareContext> {
        let cols = self.patches.cols();
        let rows = self.patches.squares() / cols.max(1);
        let contents = &self.labels[label].1;
        let content = |square: Option<usize>| square.and_then(|s| contents[s]).map_or(0, |p| p.1);
        let direction = self.appearance(label)?.direction();
        let front = direction.in_front(square, cols, rows);
        let before = front.and_then(|f| direction.in_front(f, cols, rows));
        Some(SquareContext {
            content: content(Some(square)),
            shade: shade(square, cols),
            front: [content(front), content(before)],
        })
    }

    /// The mean difference of a square from its context over some of the labelled photos, all from one side.
    fn offset(&self, labels: core::ops::Range<usize>, square: usize) -> Option<DVector<f32>> {
        let count = labels.len() as f32;
        let part = part(square, self.patches.cols());
        let mut sum: Option<DVector<f32>> = None;
        for label in labels {
            let appearance = self.appearance(label)?;
            let seen = appearance.whitened(self.patches, &[(self.labels[label].0, square)]);
            let off = seen.column(0) - appearance.mean(part, self.context(label, square)?);
            sum = Some(match sum {
                Some(sum) => sum + off,
                None => off,
            });
        }
        sum.map(|sum| sum / count)
    }

    fn distance(&self, a: usize, b: usize) -> f32 {
        let cols = self.patches.cols().max(1);
        let by = |x: usize, y: usize| x.abs_diff(y) as f32;
        by(a % cols, b % cols).hypot(by(a / cols, b / cols))
    }

    /// The discriminant of two kinds, learnt from other squares: +½ at the mean of `a`, −½ at that of `b`.
    fn discriminant(
        &self,
        off: &DVector<f32>,
        (side, square): (usize, usize),
        [a, b]: [u8; 2],
    ) -> Option<f32> {
        let mean = |kind| {
            let mut sum: Option<DVector<f32>> = None;
            let mut all = 0.0;
            for exemplar in self.others(kind, side, square) {
                let far = self.distance(exemplar.square, square) / NEAR;
                let weight = (1.0 + far * far).recip();
                all += weight;
                let part = &exemplar.off * weight;
                sum = Some(match sum {
                    Some(sum) => sum + part,
                    None => part,
                });
            }
            sum.map(|sum| sum / all)
        };
        let (of_a, of_b) = (mean(a)?, mean(b)?);
        let way = &of_a - &of_b;
        let middle = (of_a + of_b) * 0.5;
        let length = way.norm_squared();
        (length > 0.0).then(|| (off - middle).dot(&way) / length)
    }

    /// Pieces of a kind on other squares, seen from the same side.
    fn others(&self, kind: u8, side: usize, square: usize) -> impl Iterator<Item = &Exemplar> {
        let others = self.exemplars.iter();
        others.filter(move |s| (s.kind, s.side) == (kind, side) && s.square != square)
    }

    /// The log odds, in nats, of one kind against another on a square in some of the labelled photos (indices of the
    /// labels); `None` if either kind was never seen on another square. If the photos are from several sides, only
    /// those from the first side count.
    #[must_use]
    pub fn log_odds(
        &self,
        labels: core::ops::Range<usize>,
        square: usize,
        kinds: [u8; 2],
    ) -> Option<f32> {
        if labels.is_empty() {
            return None;
        }
        let side = self.side(labels.start);
        let from_there = labels.clone().take_while(|&label| self.side(label) == side);
        let labels = labels.start..labels.start + from_there.count();
        let here = self.discriminant(&self.offset(labels, square)?, (side, square), kinds)?;
        let (mut off, mut count) = (SPREAD.0 * SPREAD.0 * SPREAD.1, SPREAD.1);
        for (sign, kind) in [(0.5, kinds[0]), (-0.5, kinds[1])] {
            for exemplar in self.others(kind, side, square) {
                if let Some(value) =
                    self.discriminant(&exemplar.off, (side, exemplar.square), kinds)
                {
                    off += (value - sign) * (value - sign);
                    count += 1.0;
                }
            }
        }
        Some((here * count / off).clamp(-MOST, MOST))
    }
}

#[cfg(test)]
mod tests {
    use board_core::{Cell, Occupancy};
    use board_geom::{View, ViewLayout};
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::AppearanceModel;

    /// Two ranks of small pieces and one of big ones on each side, with empty squares in between.
    fn kind_at(square: usize) -> Option<(u8, usize)> {
        let (white, black) = (Occupancy::White.index(), Occupancy::Black.index());
        match square / 8 {
            0 => Some((1, black)),
            1 => Some((0, black)),
            6 => Some((2, white)),
            7 => Some((3, white)),
            _ => None,
        }
    }

    /// A board with discs, big for kinds 1 and 3, with a grain that differs from photo to photo.
    fn photo(kinds: &[Option<(u8, usize)>], grain: u32) -> View {
        let layout = ViewLayout::new(8, 8, 32.0);
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let (col, row) = (c.round().clamp(0.0, 7.0), r.round().clamp(0.0, 7.0));
            let square = row as usize * 8 + col as usize;
            let ground = [200, 110][(col as usize + row as usize) % 2];
            let off = (c - col).hypot(r - row);
            let value = match kinds[square] {
                Some((kind, side)) if off < [0.2, 0.4][usize::from(kind % 2)] => {
                    if side == Occupancy::White.index() {
                        240
                    } else {
                        30
                    }
                }
                _ => ground,
            };
            let noise = (x * 7919 + y * 104_729 + grain * 1_299_709) % 13;
            Rgb([(value + noise) as u8; 3])
        });
        View {
            image,
            layout,
            camera: Some([3.5, 30.0, 20.0]),
        }
    }

    #[test]
    fn small_pieces_are_distinguished_from_big_ones_of_the_same_side() {
        let start: Vec<_> = (0..64).map(kind_at).collect();
        // The record has a small white piece where there is a big one.
        let mut wrong = start.clone();
        wrong[35] = Some((2, Occupancy::White.index()));
        let mut truth = wrong.clone();
        truth[35] = Some((3, Occupancy::White.index()));
        let mut patches = Patches::new();
        for (grain, kinds) in [&start, &start, &truth].into_iter().enumerate() {
            patches.push(&photo(kinds, grain as u32)).unwrap();
        }
        let labels = vec![(0, start.clone()), (1, start), (2, wrong)];
        let contents = |kinds: &[Option<(u8, usize)>]| {
            let content = |kind: &Option<(u8, usize)>| Occupancy::ALL[kind.map_or(0, |k| k.1)];
            kinds.iter().map(|kind| Some(content(kind))).collect()
        };
        let tables: Vec<_> = labels.iter().map(|(f, k)| (*f, contents(k))).collect();
        let appearance = AppearanceModel::fit(&patches, &tables).unwrap();
        let kinds = PieceKinds::fit(&appearance, &patches, &labels);
        assert!(kinds.log_odds(2..3, 35, [3, 2]).unwrap() > 1.0);
        assert!(kinds.log_odds(2..3, 35, [2, 3]).unwrap() < -1.0);
        // No answer without another example of a kind, nor without photos.
        assert_eq!(kinds.log_odds(2..3, 35, [2, 9]), None);
        assert_eq!(kinds.log_odds(3..3, 35, [2, 3]), None);
    }
}
