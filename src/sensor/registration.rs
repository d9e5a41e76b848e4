//! A board of Go seen otherwise than in the photos before: turned, or taken for one that lies a few lines off.
//! What stands on it tells how.

#[cfg(feature = "go")]
use std::path::PathBuf;

use board_core::Evidence;
use board_core::{Cell, Observation, Occupancy};
#[cfg(feature = "go")]
use board_geom::Homography;
use board_geom::{Grid, turned_squares};

use crate::sensor::orientation::{CLEAR, LastSeen};
#[cfg(feature = "go")]
use crate::warning::Warning;
use crate::warning::WarningKind;

/// How the board lies in a photo: it has to be turned by so many quarters, as by [`Grid::turned`], and then moved by so
/// many columns and rows, for its points to have their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Registration {
    pub(crate) quarters: usize,
    shift: [i32; 2],
}

/// Lines by which a board that is partly outside the picture may be taken for another one.
const FAR: i32 = 8;
/// Nats that tell how a board lies that has moved.
const JUMPED: f32 = 8.0;
/// Fewer stones do not tell how a board lies.
const FEW: usize = 4;

impl Registration {
    /// The same turned in all ways; back in its registration, if it was a few lines off.
    fn turns(self) -> impl Iterator<Item = Self> {
        (0..4).map(|quarters| Self {
            quarters,
            shift: [0, 0],
        })
    }

    /// The same so many lines off.
    fn shifts(self) -> impl Iterator<Item = Self> {
        let shifts = (-FAR..=FAR).flat_map(|c| (-FAR..=FAR).map(move |r| [c, r]));
        shifts.map(move |shift| Self { shift, ..self })
    }

    /// For each point of a square board the one in the photo as it was read, if it is there.
    fn sources(self, size: usize) -> Vec<Option<usize>> {
        let numbers: Vec<usize> = (0..size * size).collect();
        let turned = turned_squares(&numbers, self.quarters);
        let [right, down] = self.shift;
        let moved = |at: usize, by: i32| {
            let to = usize::try_from(at as i32 + by).ok()?;
            (to < size).then_some(to)
        };
        let source = |point: usize| {
            let (col, row) = (moved(point % size, right)?, moved(point / size, down)?);
            Some(turned[row * size + col])
        };
        (0..size * size).map(source).collect()
    }

    /// Where the points of the board are, if it was found so in the photo.
    #[cfg(feature = "go")]
    fn of(self, grid: &Grid) -> Grid {
        let turned = grid.turned(self.quarters);
        let [right, down] = self.shift.map(f64::from);
        let map = turned.map.after(&Homography::translation(right, down));
        Grid { map, ..turned }
    }
}

/// How the board lies in every frame, by what stands on it there and in those before.
///
/// `None` from where it jumped to a registration at which something else is seen, until it is found again.
#[cfg(feature = "go")]
pub(crate) fn registrations(evidence: &Evidence, grids: &[Grid]) -> Vec<Option<Registration>> {
    Turns::default().follow(evidence, grids)
}

/// How the board lay in the frames so far, with which the next ones are compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns {
    last: LastSeen,
    registration: Registration,
    lost: bool,
    /// Where the board was found in the last frame.
    grid: Option<Grid>,
}

impl Turns {
    /// Follows the board into some frames, and returns how it lies in each.
    pub(crate) fn follow(
        &mut self,
        evidence: &Evidence,
        grids: &[Grid],
    ) -> Vec<Option<Registration>> {
        let size = evidence.points().isqrt();
        if size * size != evidence.points() {
            return vec![Some(Registration::default()); grids.len()];
        }
        let mut registrations = Vec::with_capacity(grids.len());
        for (frame, grid) in grids.iter().enumerate() {
            let seen = reading(evidence, frame);
            let before = self.grid.replace(*grid);
            let jumped = self.lost || before.is_some_and(|before| has_jumped(&before, grid));
            let nats = if jumped { JUMPED } else { CLEAR };
            if let Some(better) = better(&self.last, &seen, self.registration, size, nats) {
                // It may have lain so where it was lost just before, too.
                let lost_before = registrations
                    .iter()
                    .rposition(Option::is_some)
                    .map_or(0, |known| known + 1);
                let lost = registrations.iter_mut().enumerate().skip(lost_before);
                for (before, registration) in lost {
                    let seen = placed(&reading(evidence, before), better, size);
                    *registration = (self.last.likelihood(&seen) > 0.0).then_some(better);
                }
                (self.registration, self.lost) = (better, false);
            } else {
                self.lost = jumped && is_other(&self.last, &seen, self.registration, size);
            }
            if !self.lost {
                self.last.push(placed(&seen, self.registration, size));
            }
            registrations.push((!self.lost).then_some(self.registration));
        }
        registrations
    }

    /// What the next frames show with the board's points in their registrations.
    pub(crate) fn aligned(&self, evidence: &Evidence, grids: &[Grid]) -> Evidence {
        let lies = self.clone().follow(evidence, grids);
        evidence.renumbered(|frame| sources(lies[frame], evidence.points()))
    }
}

/// How a board lies while its photos come in: in frames whose moves are settled that does not change, of those that are
/// open later ones may tell more.
#[derive(Clone, Debug, Default)]
pub(crate) struct LiveTurns {
    /// Before the game.
    start: Turns,
    settled: Turns,
    /// What was said last.
    said: Option<Registration>,
}

impl From<Turns> for LiveTurns {
    /// In a game that begins with the board lying so.
    fn from(start: Turns) -> Self {
        Self {
            said: Some(start.registration),
            settled: start.clone(),
            start,
        }
    }
}

impl LiveTurns {
    /// How the board lay in the frames that are settled.
    pub(crate) fn settled(&self) -> Turns {
        self.settled.clone()
    }

    /// Settles some frames, the first of those that are open.
    pub(crate) fn settle(&mut self, evidence: &Evidence, grids: &[Grid]) {
        self.settled.follow(evidence, grids);
    }

    /// All frames of the game are open again.
    pub(crate) fn restart(&mut self) {
        self.settled = self.start.clone();
    }

    /// How the board lies in the frames that are open.
    pub(crate) fn open(&self, evidence: &Evidence, grids: &[Grid]) -> Vec<Option<Registration>> {
        self.settled.clone().follow(evidence, grids)
    }

    /// What is new in the last of some frames: that the board was turned, or is lost; with the first that shows it so.
    pub(crate) fn news(&mut self, lies: &[Option<Registration>]) -> Option<(usize, WarningKind)> {
        let now = *lies.last()?;
        let so = lies.iter().rev().take_while(|before| **before == now);
        let photos = so.count();
        let quarters = |so: Option<Registration>| so.map(|so| so.quarters);
        let kind = match (self.said, now) {
            (Some(_), None) => WarningKind::BoardMismatch { photos },
            (before, Some(now)) if quarters(before) != Some(now.quarters) => {
                let before = quarters(before).unwrap_or(self.settled.registration.quarters);
                let quarters = (now.quarters + 4 - before) % 4;
                WarningKind::BoardTurned { quarters }
            }
            _ => return None,
        };
        self.said = now;
        let turned = |kind: &WarningKind| !matches!(kind, WarningKind::BoardTurned { quarters: 0 });
        turned(&kind).then_some((lies.len() - photos, kind))
    }
}

/// Whether a board was found in another registration than in the photo before: one that drifts is followed line by
/// line.
fn has_jumped(before: &Grid, now: &Grid) -> bool {
    const JUMP: f64 = 1.0 / 3.0;
    let before = before.resized(now.photo);
    let moved = before.corners().into_iter().zip(now.corners());
    let moved = moved.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
    moved.fold(0.0, f64::max) > JUMP * before.pitch().0
}

/// Whether a photo shows another board than those before, as far as stones can tell.
fn is_other(last: &LastSeen, seen: &[[f32; 3]], registration: Registration, size: usize) -> bool {
    stones(seen) >= FEW
        && last.most(stones) >= FEW
        && last.likelihood(&placed(seen, registration, size)) <= 0.0
}

/// What the frames show with the board's points in their registrations; nothing of those in which it is lost.
#[cfg(feature = "go")]
pub(crate) fn align(
    evidence: &Evidence,
    grids: &mut [Grid],
    registrations: &[Option<Registration>],
) -> Evidence {
    for (grid, registration) in grids.iter_mut().zip(registrations) {
        *grid = registration.map_or(*grid, |registration| registration.of(grid));
    }
    evidence.renumbered(|frame| sources(registrations[frame], evidence.points()))
}

/// For each point of a board the one in the photo as it was read, if it is there.
pub(crate) fn sources(registration: Option<Registration>, points: usize) -> Vec<Option<usize>> {
    match registration {
        Some(registration) => registration.sources(points.isqrt()),
        None => vec![None; points],
    }
}

/// Says at which photos the board is seen turned, and from which on it is lost.
#[cfg(feature = "go")]
pub(crate) fn say(
    registrations: &[Option<Registration>],
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let mut last = 0;
    for (frame, photo) in photos.iter().enumerate() {
        let Some(registration) = registrations[frame] else {
            if frame == 0 || registrations[frame - 1].is_some() {
                let photos = registrations[frame..]
                    .iter()
                    .take_while(|registration| registration.is_none())
                    .count();
                let kind = WarningKind::BoardMismatch { photos };
                warnings.push(kind.at(Some(photo.clone())));
            }
            continue;
        };
        let turned = (registration.quarters + 4 - last) % 4;
        last = registration.quarters;
        if turned > 0 {
            // That it moved, too, tells nothing more.
            let moved = |kind: &WarningKind| matches!(kind, WarningKind::BoardMoved { .. });
            warnings.retain(|w| w.photo.as_ref() != Some(photo) || !moved(&w.kind));
            let kind = WarningKind::BoardTurned { quarters: turned };
            warnings.push(kind.at(Some(photo.clone())));
        }
    }
}

/// Another way in which the board lies, which so many nats tell from others: turned, or else a few lines off.
///
/// Nobody does both at once; and of the many ways to be off, one always agrees by chance with a few stones while the
/// others are outside.
fn better(
    last: &LastSeen,
    seen: &[[f32; 3]],
    now: Registration,
    size: usize,
    nats: f32,
) -> Option<Registration> {
    let agreement = |registration: Registration| last.likelihood(&placed(seen, registration, size));
    if stones(seen) < FEW || last.most(stones) < FEW || agreement(now) > nats {
        return None;
    }
    let clearest = |ways: &mut dyn Iterator<Item = Registration>| {
        let mut all: Vec<_> = ways
            .map(|registration| (agreement(registration), registration))
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [best, second] = *all.first_chunk()?;
        (best.0 > nats && best.0 > second.0 + nats).then_some(best.1)
    };
    clearest(&mut now.turns()).or_else(|| clearest(&mut now.shifts()))
}

/// What each point surely holds in a frame; nothing of points that are not visible, or doubtful.
fn reading(evidence: &Evidence, frame: usize) -> Vec<[f32; 3]> {
    /// Nats.
    const SURE: f32 = 2.0;
    let shares = |point: usize| {
        let mut shares = [0.0; 3];
        let Some(best) = evidence.best(frame, point) else {
            return shares;
        };
        let cost = |cell: &Occupancy| evidence.cost(frame, point, *cell).unwrap_or(0.0);
        let others = Occupancy::ALL.iter().filter(|cell| **cell != best);
        if others.map(cost).fold(f32::INFINITY, f32::min) > cost(&best) + SURE {
            shares[best.index()] = 1.0;
        }
        shares
    };
    (0..evidence.points()).map(shares).collect()
}

/// A reading with the points in their registrations; nothing of those that are not in the photo.
fn placed(seen: &[[f32; 3]], registration: Registration, size: usize) -> Vec<[f32; 3]> {
    let sources = registration.sources(size).into_iter();
    sources
        .map(|source| source.map_or([0.0; 3], |point| seen[point]))
        .collect()
}

/// Points that surely hold a stone.
fn stones(seen: &[[f32; 3]]) -> usize {
    let empty = Occupancy::Empty.index();
    let stone = |shares: &&[f32; 3]| shares.iter().sum::<f32>() - shares[empty] > 0.9;
    seen.iter().filter(stone).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::zobrist::splitmix64;

    const SIZE: usize = 9;

    /// Frames of a game in which a stone is set in every frame, seen as `source` says of each point.
    fn game(seen: impl Fn(usize) -> Vec<Option<usize>>, frames: usize) -> Evidence {
        let mut costs = vec![[f32::NAN; 3]; frames * SIZE * SIZE];
        for frame in 0..frames {
            for (point, source) in seen(frame).into_iter().enumerate() {
                let Some(source) = source else { continue };
                let ply = (0..frame).find(|ply| splitmix64(1, *ply as u64) as usize % 81 == source);
                let content = ply.map_or(0, |ply| 1 + ply % 2);
                costs[frame * SIZE * SIZE + point] =
                    core::array::from_fn(|k| if k == content { 0.0 } else { 6.0 });
            }
        }
        Evidence::new(frames, SIZE * SIZE, costs).unwrap()
    }

    fn straight() -> Vec<Option<usize>> {
        Registration::default().sources(SIZE)
    }

    /// A board that is seen so from a frame on.
    fn from(first: usize, so: Registration) -> impl Fn(usize) -> Vec<Option<usize>> {
        move |frame| match frame < first {
            true => straight(),
            false => so.sources(SIZE),
        }
    }

    /// The registrations of a board whose grid does not move.
    fn registrations(evidence: &Evidence) -> Vec<Option<Registration>> {
        let grid = Grid::whole(SIZE, SIZE, (90, 90)).unwrap();
        super::registrations(evidence, &vec![grid; evidence.frames()])
    }

    const USUAL: Option<Registration> = Some(Registration {
        quarters: 0,
        shift: [0, 0],
    });

    #[test]
    fn every_turn_is_seen() {
        for quarters in 1..4 {
            let turned = Registration {
                quarters,
                shift: [0, 0],
            };
            let turn = from(16, turned);
            let registrations = registrations(&game(turn, 26));
            let back = Some(Registration {
                quarters: 4 - quarters,
                shift: [0, 0],
            });
            assert_eq!(registrations[..16], [USUAL; 16]);
            assert_eq!(registrations[16..], [back; 10]);
        }
    }

    #[test]
    fn a_board_taken_for_one_two_columns_off_is_put_right() {
        let off = Registration {
            quarters: 0,
            shift: [2, 0],
        };
        let seen = |frame| from(16, off)(frame % 26);
        let evidence = game(seen, 30);
        let registrations = registrations(&evidence);
        let back = Some(Registration {
            quarters: 0,
            shift: [-2, 0],
        });
        assert_eq!(
            (
                registrations[15],
                registrations[16],
                registrations[25],
                registrations[26]
            ),
            (USUAL, back, back, USUAL)
        );
        let grid = Grid::whole(SIZE, SIZE, (90, 90)).unwrap();
        let mut grids = [grid; 30];
        let aligned = align(&evidence, &mut grids, &registrations);
        let whole = game(|_| straight(), 30);
        for point in 0..SIZE * SIZE {
            let seen = (point % SIZE >= 2).then(|| whole.best(18, point)).flatten();
            assert_eq!(aligned.best(18, point), seen);
        }
        let [a, b] = [grids[18].to_photo(2.0, 0.0), grid.to_photo(0.0, 0.0)];
        assert!((a[0] - b[0]).hypot(a[1] - b[1]) < 1e-6);
    }

    #[test]
    fn what_is_seen_after_a_jump_has_to_fit() {
        // Points at random, where the board was found elsewhere for three frames.
        let other = || (0..81).map(|point| Some((point * 31 + 7) % 81)).collect();
        let seen = |frame| {
            if (10..13).contains(&frame) {
                other()
            } else {
                straight()
            }
        };
        let evidence = game(seen, 20);
        let corners = |left: f64| {
            [
                [left, 0.0],
                [left + 80.0, 0.0],
                [left + 80.0, 80.0],
                [left, 80.0],
            ]
        };
        let at = |left: f64| Grid::from_corners(corners(left), SIZE, SIZE, (200, 90)).unwrap();
        let grids: Vec<Grid> = (0..20)
            .map(|f| at(if (10..13).contains(&f) { 25.0 } else { 5.0 }))
            .collect();
        let registrations = super::registrations(&evidence, &grids);
        let lost: Vec<usize> = (0..20).filter(|f| registrations[*f].is_none()).collect();
        assert_eq!(lost, [10, 11, 12]);
        let aligned = align(&evidence, &mut grids.clone(), &registrations);
        assert!((0..81).all(|point| aligned.best(11, point).is_none()));
        // Where nothing jumped, what is seen is for the search to explain.
        assert!(
            super::registrations(&evidence, &[at(5.0); 20])
                .iter()
                .all(Option::is_some)
        );
    }

    #[test]
    fn a_few_stones_tell_nothing() {
        let turned = Registration {
            quarters: 1,
            shift: [0, 0],
        };
        let turn = from(3, turned);
        assert_eq!(registrations(&game(turn, 4)), [USUAL; 4]);
    }
}
