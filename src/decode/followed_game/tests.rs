//! Tests of a game that is followed.

use board_core::{Cell, Occupancy};

use super::*;

#[test]
fn what_a_thorough_search_leaves_unexplained_is_no_reason_for_another() {
    let options = crate::go::Options::default();
    let mut followed =
        FollowedGame::new(&options, Start::of_go(), 8, Vec::new(), Default::default());
    let stone = Some([5.0, 0.0, 5.0]);
    let empty = Some([0.0, 5.0, 5.0]);
    let shows = |stones: usize| [vec![stone; stones], vec![empty; 81 - stones]].concat();
    followed.reading = shows(0);
    assert!(!followed.differs());
    followed.reading = shows(3);
    assert!(followed.differs());
    followed.note_unexplained();
    assert!(!followed.differs());
    followed.reading = shows(4);
    assert!(followed.differs());
    // The next search explains more.
    followed.reading = shows(1);
    followed.note_unexplained();
    followed.reading = shows(3);
    assert!(followed.differs());
}

/// A sensor of a board of 9 × 9. Many frames at once `confuse` it: in half of them it takes stones for those of the
/// other side.
#[derive(Default)]
struct Confusable {
    frames: usize,
    confuse: bool,
}

impl Confusable {
    const MANY: usize = 12;
    /// The first frames of stones on the first points.
    const STONES: [usize; 3] = [2, 5, 8];

    fn shown(&self, frame: usize, point: usize, confused: bool) -> Occupancy {
        let wrong = usize::from(confused) * (frame / 2);
        match Self::STONES.get(point) {
            Some(&first) if frame >= first => {
                [Occupancy::Black, Occupancy::White][(point + wrong) % 2]
            }
            _ => Occupancy::Empty,
        }
    }
}

impl Sensor for Confusable {
    fn is_placed(&self) -> bool {
        true
    }

    fn locate(&self, _: &image::RgbImage) -> Result<(Grid, f64), Error> {
        unreachable!("it needs no photo")
    }

    fn place(&mut self, _: Grid) -> Result<(), Error> {
        unreachable!("it needs no photo")
    }

    fn observe(&mut self, _: &image::RgbImage) -> Result<crate::sensor::Observed, Error> {
        unreachable!("it needs no photo")
    }

    fn frames(&self) -> usize {
        self.frames
    }

    fn evidence(&self, frames: &[usize], _: &crate::sensor::Labels) -> Result<Evidence, Error> {
        let confused = self.confuse && frames.len() > Self::MANY;
        Ok(Evidence::from_fn(frames.len(), 81, |frame, point| {
            let shown = self.shown(frames[frame], point, confused);
            Some([0, 1, 2].map(|other| if other == shown.index() { 0.0 } else { 9.0 }))
        }))
    }
}

#[test]
fn a_game_that_a_search_of_all_frames_loses_goes_on() {
    const FRAMES: usize = 24;
    const LAG: usize = 4;
    let options = crate::go::Options::default();
    let mut followed = FollowedGame::new(
        &options,
        Start::of_go(),
        LAG,
        Vec::new(),
        Default::default(),
    );
    let grid = Grid::whole(9, 9, (90, 90)).unwrap();
    let frames = Frames {
        photos: vec!["photo".into(); FRAMES],
        grids: vec![grid; FRAMES],
        ..Frames::default()
    };
    let mut sensor = Confusable::default();
    let mut events = Vec::new();
    let told = |followed: &FollowedGame<_>| followed.announced.moves.len();
    for now in 1..FRAMES {
        sensor.frames = now;
        let decoded = followed.decode_frames(&sensor, false, &frames, &mut events);
        decoded.unwrap();
    }
    assert_eq!(told(&followed), Confusable::STONES.len());
    (sensor.frames, sensor.confuse) = (FRAMES, true);
    let stream = || stream(&options, &Start::of_go(), None, LAG, true);
    events.clear();
    let decoded = followed.decode_whole(stream(), &sensor, &frames, &mut events);
    decoded.unwrap();
    assert_eq!(events, []);
    assert!(followed.decoding.is_sound());
    assert_eq!(followed.decoding.used.len(), FRAMES);
    assert_eq!(told(&followed), Confusable::STONES.len());
}
