//! Which kind of piece stands on a square, where two games differ in nothing else.

use nalgebra::DVector;

use crate::context::{Setting, shade};
use crate::looks::Looks;
use crate::patches::Patches;
use crate::side_looks::{SideLooks, part};

/// What squares hold: a frame and for each of its squares the piece on it, by a number the user chooses
/// for every kind of each side, with what it is to [`Looks`] (1 or 2, an index into
/// [`Cell::ALL`](board_core::Cell::ALL)); `None` for nothing, or not known.
pub type KindLabel = (usize, Vec<Option<(u8, usize)>>);

/// A piece that stands on a square through some photos from one side, its surroundings being the same.
struct Stand {
    side: usize,
    square: usize,
    kind: u8,
    /// How it differs from the usual look of its side, in the whitened space.
    look: DVector<f32>,
}

/// How the kinds of pieces of a game look, learnt from squares whose kinds are known.
///
/// The rules know the kinds, so hardly anything depends on this: only which of two pieces took
/// another first, or what a pawn became that was taken at once. A linear discriminant between two
/// kinds at a time, on what [`Looks`] leaves unexplained; near squares teach more than far ones, as
/// the camera sees them from the same side. How far to trust it is measured by leaving each known
/// piece out in turn.
pub struct Kinds<'a> {
    looks: &'a Looks,
    patches: &'a Patches,
    labels: &'a [KindLabel],
    stands: Vec<Stand>,
}

/// Squares at this distance teach half as much.
const NEAR: f32 = 2.5;
/// No answer is surer than this, in nats.
const SUREST: f32 = 6.0;
/// Spread of the answers about what is right that is taken for granted, as so many known pieces.
const SPREAD: (f32, f32) = (0.5, 4.0);

impl<'a> Kinds<'a> {
    /// Learns from squares whose kind is known.
    #[must_use]
    pub fn fit(looks: &'a Looks, patches: &'a Patches, labels: &'a [KindLabel]) -> Self {
        let mut kinds = Kinds {
            looks,
            patches,
            labels,
            stands: Vec::new(),
        };
        for square in 0..patches.squares() {
            let mut begin = 0;
            while begin < labels.len() {
                let same = |i: usize| {
                    labels[i].1[square] == labels[begin].1[square]
                        && kinds.side(i) == kinds.side(begin)
                        && kinds.setting(i, square) == kinds.setting(begin, square)
                };
                let run = (begin..labels.len()).take_while(|&i| same(i)).count();
                if let Some((kind, _)) = labels[begin].1[square]
                    && let Some(look) = kinds.look(begin..begin + run, square)
                {
                    kinds.stands.push(Stand {
                        side: kinds.side(begin),
                        square,
                        kind,
                        look,
                    });
                }
                begin += run;
            }
        }
        kinds
    }

    /// From which side a labelled photo was taken.
    fn side(&self, label: usize) -> usize {
        self.patches.side(self.labels[label].0)
    }

    /// How contents look in a labelled photo.
    fn looks(&self, label: usize) -> Option<&SideLooks> {
        self.looks.seen_in(self.patches, self.labels[label].0)
    }

    /// What decides how a square looks, apart from the kind, in a labelled photo.
    fn setting(&self, label: usize, square: usize) -> Option<Setting> {
        let cols = self.patches.cols();
        let rows = self.patches.squares() / cols.max(1);
        let contents = &self.labels[label].1;
        let content = |square: Option<usize>| square.and_then(|s| contents[s]).map_or(0, |p| p.1);
        let lean = self.looks(label)?.lean();
        let front = lean.before(square, cols, rows);
        let before = front.and_then(|f| lean.before(f, cols, rows));
        Some(Setting {
            content: content(Some(square)),
            shade: shade(square, cols),
            front: [content(front), content(before)],
        })
    }

    /// The mean of a square over some of the labelled photos, all from one side, less the usual look.
    fn look(&self, labels: core::ops::Range<usize>, square: usize) -> Option<DVector<f32>> {
        let count = labels.len() as f32;
        let part = part(square, self.patches.cols());
        let mut sum: Option<DVector<f32>> = None;
        for label in labels {
            let looks = self.looks(label)?;
            let seen = looks.whitened(self.patches, &[(self.labels[label].0, square)]);
            let off = seen.column(0) - looks.usual(part, self.setting(label, square)?);
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

    /// Half of one kind's look or the other's: +½ for that of `a`, −½ for that of `b`, as those on
    /// other squares teach it.
    fn lies(
        &self,
        look: &DVector<f32>,
        (side, square): (usize, usize),
        [a, b]: [u8; 2],
    ) -> Option<f32> {
        let mean = |kind| {
            let mut sum: Option<DVector<f32>> = None;
            let mut all = 0.0;
            for stand in self.others(kind, side, square) {
                let far = self.distance(stand.square, square) / NEAR;
                let weight = (1.0 + far * far).recip();
                all += weight;
                let part = &stand.look * weight;
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
        (length > 0.0).then(|| (look - middle).dot(&way) / length)
    }

    /// Pieces of a kind on other squares, seen from the same side.
    fn others(&self, kind: u8, side: usize, square: usize) -> impl Iterator<Item = &Stand> {
        let others = self.stands.iter();
        others.filter(move |s| (s.kind, s.side) == (kind, side) && s.square != square)
    }

    /// How much likelier one kind is than another on a square through some of the labelled photos (by
    /// their place among the labels), in nats; `None` when either was never seen elsewhere. Of photos from several sides,
    /// those from the first one are asked.
    #[must_use]
    pub fn rather(
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
        let here = self.lies(&self.look(labels, square)?, (side, square), kinds)?;
        let (mut off, mut count) = (SPREAD.0 * SPREAD.0 * SPREAD.1, SPREAD.1);
        for (sign, kind) in [(0.5, kinds[0]), (-0.5, kinds[1])] {
            for stand in self.others(kind, side, square) {
                if let Some(lies) = self.lies(&stand.look, (side, stand.square), kinds) {
                    off += (lies - sign) * (lies - sign);
                    count += 1.0;
                }
            }
        }
        Some((here * count / off).clamp(-SUREST, SUREST))
    }
}

#[cfg(test)]
mod tests {
    use board_core::{Cell, Occupancy};
    use board_geom::{View, ViewLayout};
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::Looks;

    /// Two ranks of small pieces and one of big ones on each side, and bare squares between them.
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
    fn small_ones_are_told_from_big_ones_of_the_same_side() {
        let start: Vec<_> = (0..64).map(kind_at).collect();
        // What the record takes for a small white piece is a big one.
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
        let looks = Looks::fit(&patches, &tables).unwrap();
        let kinds = Kinds::fit(&looks, &patches, &labels);
        assert!(kinds.rather(2..3, 35, [3, 2]).unwrap() > 1.0);
        assert!(kinds.rather(2..3, 35, [2, 3]).unwrap() < -1.0);
        // What was never seen elsewhere is not guessed at, nor what no photo shows.
        assert_eq!(kinds.rather(2..3, 35, [2, 9]), None);
        assert_eq!(kinds.rather(3..3, 35, [2, 3]), None);
    }
}
