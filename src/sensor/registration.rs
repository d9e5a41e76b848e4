//! Registration of a board of Go: detects by its stones that it was turned, or located a few lines off.

#[cfg(feature = "go")]
use std::path::PathBuf;

use board_core::Evidence;
use board_core::{Cell, Observation, Occupancy};
#[cfg(feature = "go")]
use board_geom::Homography;
use board_geom::{Grid, turned_squares};

use crate::sensor::orientation::{CLEAR, RecentReadings, pieces};
#[cfg(feature = "go")]
use crate::warning::Warning;
use crate::warning::WarningKind;

/// The registration of the board in a photo: the quarter turns (as in [`Grid::turned`]) and then the shift in columns
/// and rows that give its points their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Registration {
    pub(crate) quarters: usize,
    shift: [i32; 2],
}

/// Largest shift, in lines, of a board that is partly outside the photo.
const FAR: i32 = 8;
/// Least margin, in nats, of a new registration after a jump.
const JUMPED: f32 = 8.0;
/// Least number of stones from which a registration is determined.
const FEW: usize = 4;

impl Registration {
    /// All turns, without a shift.
    fn turns(self) -> impl Iterator<Item = Self> {
        (0..4).map(|quarters| Self {
            quarters,
            shift: [0, 0],
        })
    }

    /// All shifts, with the same turn.
    fn shifts(self) -> impl Iterator<Item = Self> {
        let shifts = (-FAR..=FAR).flat_map(|c| (-FAR..=FAR).map(move |r| [c, r]));
        shifts.map(move |shift| Self { shift, ..self })
    }

    /// For each point of a square board, the point of the photo that shows it, if the photo does.
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

    /// The grid of the board's points, from the grid found in the photo.
    #[cfg(feature = "go")]
    fn of(self, grid: &Grid) -> Grid {
        let turned = grid.turned(self.quarters);
        let [right, down] = self.shift.map(f64::from);
        let map = turned.map.after(&Homography::translation(right, down));
        Grid { map, ..turned }
    }
}

/// The registration of the board in every frame, by its stones there and in the frames before.
///
/// `None` while the board is lost: from a jump after which the stones fit no registration, until they fit one again.
#[cfg(feature = "go")]
pub(crate) fn registrations(evidence: &Evidence, grids: &[Grid]) -> Vec<Option<Registration>> {
    RegistrationTracker::default().follow(evidence, grids)
}

/// Follows the registration of a board from frame to frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegistrationTracker {
    last: RecentReadings,
    registration: Registration,
    lost: bool,
    /// The grid found in the last frame.
    grid: Option<Grid>,
}

impl RegistrationTracker {
    /// Follows the board into some frames and returns its registration in each.
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
            if let Some(better) =
                better_registration(&self.last, &seen, self.registration, size, nats)
            {
                // The frames just before, in which it was lost, may have the same registration.
                let lost_before = registrations
                    .iter()
                    .rposition(Option::is_some)
                    .map_or(0, |known| known + 1);
                let lost = registrations.iter_mut().enumerate().skip(lost_before);
                for (before, registration) in lost {
                    let seen = aligned_reading(&reading(evidence, before), better, size);
                    *registration = (self.last.likelihood(&seen) > 0.0).then_some(better);
                }
                (self.registration, self.lost) = (better, false);
            } else {
                self.lost = jumped && is_other(&self.last, &seen, self.registration, size);
            }
            if !self.lost {
                self.last
                    .push(aligned_reading(&seen, self.registration, size));
            }
            registrations.push((!self.lost).then_some(self.registration));
        }
        registrations
    }

    /// Evidence of the next frames with the points in the order of the board.
    pub(crate) fn aligned(&self, evidence: &Evidence, grids: &[Grid]) -> Evidence {
        let registrations = self.clone().follow(evidence, grids);
        evidence.renumbered(|frame| sources(registrations[frame], evidence.points()))
    }
}

/// The registration of a board while photos arrive. It is final in frames whose moves are settled; in open frames,
/// later frames may change it.
#[derive(Clone, Debug, Default)]
pub(crate) struct LiveRegistration {
    /// Before the game.
    start: RegistrationTracker,
    settled: RegistrationTracker,
    /// The registration reported last.
    reported: Option<Registration>,
}

impl From<RegistrationTracker> for LiveRegistration {
    /// The registration in a game that begins with this tracker.
    fn from(start: RegistrationTracker) -> Self {
        Self {
            reported: Some(start.registration),
            settled: start.clone(),
            start,
        }
    }
}

impl LiveRegistration {
    /// The tracker after the settled frames.
    pub(crate) fn settled(&self) -> RegistrationTracker {
        self.settled.clone()
    }

    /// Settles the first open frames.
    pub(crate) fn settle(&mut self, evidence: &Evidence, grids: &[Grid]) {
        self.settled.follow(evidence, grids);
    }

    /// Opens all frames of the game again.
    pub(crate) fn restart(&mut self) {
        self.settled = self.start.clone();
    }

    /// The registrations in the open frames.
    pub(crate) fn open(&self, evidence: &Evidence, grids: &[Grid]) -> Vec<Option<Registration>> {
        self.settled.clone().follow(evidence, grids)
    }

    /// Reports a change in the last of some frames: the board was turned, or is lost; with the first frame that shows
    /// it.
    pub(crate) fn change(
        &mut self,
        registrations: &[Option<Registration>],
    ) -> Option<(usize, WarningKind)> {
        let now = *registrations.last()?;
        let same = registrations.iter().rev();
        let photos = same.take_while(|before| **before == now).count();
        let quarters = |found: Option<Registration>| found.map(|found| found.quarters);
        let kind = match (self.reported, now) {
            (Some(_), None) => WarningKind::BoardMismatch { photos },
            (before, Some(now)) if quarters(before) != Some(now.quarters) => {
                let before = quarters(before).unwrap_or(self.settled.registration.quarters);
                let quarters = (now.quarters + 4 - before) % 4;
                WarningKind::BoardTurned { quarters }
            }
            _ => return None,
        };
        self.reported = now;
        let turned = |kind: &WarningKind| !matches!(kind, WarningKind::BoardTurned { quarters: 0 });
        turned(&kind).then_some((registrations.len() - photos, kind))
    }
}

/// Whether the grid jumped, so that its lines may be numbered wrongly. A grid that only drifts is followed line by
/// line.
pub(crate) fn has_jumped(before: &Grid, now: &Grid) -> bool {
    const JUMP: f64 = 1.0 / 3.0;
    let before = before.resized(now.photo);
    let moved = before.corners().into_iter().zip(now.corners());
    let moved = moved.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
    moved.fold(0.0, f64::max) > JUMP * before.pitch().0
}

/// Whether a photo shows another board than the photos before, judged by the stones.
fn is_other(
    last: &RecentReadings,
    seen: &[[f32; 3]],
    registration: Registration,
    size: usize,
) -> bool {
    pieces(seen) >= FEW
        && last.max_count(pieces) >= FEW
        && last.likelihood(&aligned_reading(seen, registration, size)) <= 0.0
}

/// Evidence with the points in the order of the board, and its grids; frames in which the board is lost show nothing.
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

/// For each point of a board, the point of the photo that shows it, if the photo does.
pub(crate) fn sources(registration: Option<Registration>, points: usize) -> Vec<Option<usize>> {
    match registration {
        Some(registration) => registration.sources(points.isqrt()),
        None => vec![None; points],
    }
}

/// Warns of each photo in which the board is turned, and of the first photo of each series in which it is lost.
#[cfg(feature = "go")]
pub(crate) fn warn(
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
            // The turn explains the movement.
            let moved = |kind: &WarningKind| matches!(kind, WarningKind::BoardMoved { .. });
            warnings.retain(|w| w.photo.as_ref() != Some(photo) || !moved(&w.kind));
            let kind = WarningKind::BoardTurned { quarters: turned };
            warnings.push(kind.at(Some(photo.clone())));
        }
    }
}

/// Finds another registration that is likelier than all others by `nats`: a turn, or else a shift.
///
/// Turn and shift are not combined: nobody does both at once, and among so many shifts one always fits a few stones by
/// chance while the other stones are outside.
fn better_registration(
    last: &RecentReadings,
    seen: &[[f32; 3]],
    now: Registration,
    size: usize,
    nats: f32,
) -> Option<Registration> {
    let agreement =
        |registration: Registration| last.likelihood(&aligned_reading(seen, registration, size));
    if pieces(seen) < FEW || last.max_count(pieces) < FEW || agreement(now) > nats {
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

/// The certain contents of a frame; zeros for points that are doubtful or not visible.
fn reading(evidence: &Evidence, frame: usize) -> Vec<[f32; 3]> {
    /// Least margin of a certain content, in nats.
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

/// A reading with the points in the order of the board; zeros for points outside the photo.
fn aligned_reading(seen: &[[f32; 3]], registration: Registration, size: usize) -> Vec<[f32; 3]> {
    let sources = registration.sources(size).into_iter();
    sources
        .map(|source| source.map_or([0.0; 3], |point| seen[point]))
        .collect()
}

#[cfg(all(test, feature = "go"))]
mod tests {
    use super::*;
    use board_core::zobrist::splitmix64;

    const SIZE: usize = 9;

    /// A game with a new stone in every frame; `seen` returns the point of the board that each point of a frame shows.
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

    /// A board with another registration from a frame on.
    fn from(first: usize, registration: Registration) -> impl Fn(usize) -> Vec<Option<usize>> {
        move |frame| match frame < first {
            true => straight(),
            false => registration.sources(SIZE),
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
    fn every_turn_is_detected() {
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
    fn a_shift_by_two_columns_is_corrected() {
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
    fn after_a_jump_the_stones_have_to_fit() {
        // The grid jumps for three frames, in which the stones stand on random points.
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
        // Without a jump, the search has to explain the stones.
        assert!(
            super::registrations(&evidence, &[at(5.0); 20])
                .iter()
                .all(Option::is_some)
        );
    }

    #[test]
    fn a_few_stones_determine_no_registration() {
        let turned = Registration {
            quarters: 1,
            shift: [0, 0],
        };
        let turn = from(3, turned);
        assert_eq!(registrations(&game(turn, 4)), [USUAL; 4]);
    }
}
