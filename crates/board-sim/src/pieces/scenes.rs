use super::scene::{Crowned, Pace, Scene, Set, Squares, Stickers};
use crate::noise::uniform;
use crate::{CameraPlace, Hands, Lamp, PhotoFormat, Sensor};

impl Scene {
    /// A clean scene: one photo for each ply, from above, constant light and camera, no hands.
    #[must_use]
    pub fn clean() -> Self {
        let scene = Self::default();
        Self {
            camera: CameraPlace {
                tilt: 20.0,
                azimuth: 0.0,
                roll: 0.0,
                k1: 0.0,
                drift: 0.0,
                shake: 0.0,
                ..scene.camera
            },
            pieces: Set {
                misplaced: 0.0,
                ..scene.pieces
            },
            lamp: Lamp {
                elevation: 75.0,
                drift: 0.0,
                glare: 0.0,
                people: 0.0,
                shadow: 0.25,
                ..scene.lamp
            },
            hands: Hands {
                share: 0.0,
                ..scene.hands
            },
            pace: Pace {
                plies: [1, 1],
                repeat: 0.0,
            },
            sensor: Sensor {
                noise: 0.0,
                blur: 0.8,
                vignette: 0.0,
            },
            ..scene
        }
    }

    /// A random hard scene: 35 to 60 degrees of tilt, noise, drifting light and camera, long shadows, hands in a
    /// quarter of the photos, off-centre pieces, one photo every one to three plies.
    #[must_use]
    pub fn hard(seed: u64) -> Self {
        let draw = draws(seed, 79);
        let any = Self::random(seed);
        Self {
            camera: CameraPlace {
                tilt: draw(0, 35.0, 60.0),
                // From any side of the board, not quite straight.
                azimuth: 90.0 * draw(7, -2.0, 2.0).round() + draw(8, -12.0, 12.0),
                drift: 0.06,
                shake: 0.012,
                ..any.camera
            },
            pieces: Set {
                misplaced: draw(1, 0.06, 0.1),
                ..any.pieces
            },
            lamp: Lamp {
                drift: 0.25,
                strength: draw(2, 0.6, 1.0),
                elevation: draw(3, 35.0, 65.0),
                shadow: draw(4, 0.4, 0.7),
                people: draw(5, 0.2, 0.5),
                ..any.lamp
            },
            hands: Hands {
                share: 0.25,
                ..any.hands
            },
            pace: Pace {
                plies: [1, 3],
                repeat: 0.25,
            },
            sensor: Sensor {
                noise: draw(6, 5.0, 8.0),
                ..any.sensor
            },
            ..any
        }
    }

    /// A random plausible scene: tilt up to 60 degrees, any side of the board, wooden, plain and vinyl boards, pale and
    /// dark sets, lamps of all kinds.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        let draw = draws(seed, 77);
        let pick = |k: u64, n: usize| (uniform(seed, 78, k) * n as f32) as usize % n;
        let board = BOARDS[pick(0, BOARDS.len())];
        let (white, black) = SETS[pick(1, SETS.len())];
        Self {
            photo: PhotoFormat {
                quality: draw(0, 65.0, 95.0) as u8,
                ..Self::default().photo
            },
            camera: CameraPlace {
                tilt: draw(1, 0.0, 60.0),
                azimuth: draw(2, -180.0, 180.0),
                roll: draw(3, -3.0, 3.0),
                distance: draw(4, 1.8, 3.5),
                fill: draw(5, 0.8, 0.97),
                k1: draw(6, -0.06, 0.02),
                ..Self::default().camera
            },
            board: Squares {
                light: board.light,
                dark: board.dark,
                frame_color: board.frame,
                grain: board.grain,
                seam: draw(7, 0.0, 0.5),
                frame: draw(8, 0.15, 0.9),
                coordinates: pick(2, 3) > 0,
                table: TABLES[pick(3, TABLES.len())],
                ..Squares::default()
            },
            pieces: Set {
                white,
                black,
                height: draw(9, 0.85, 1.1),
                girth: draw(10, 0.85, 1.1),
                misplaced: draw(11, 0.02, 0.08),
                gloss: draw(12, 0.1, 0.9),
                ..Set::default()
            },
            lamp: Lamp {
                azimuth: draw(13, 0.0, 360.0),
                elevation: draw(14, 35.0, 80.0),
                strength: draw(15, 0.65, 1.1),
                warmth: draw(16, -0.8, 1.0),
                glare: draw(17, 0.0, 0.7),
                shadow: draw(18, 0.2, 0.65),
                people: draw(19, 0.0, 0.35),
                drift: 0.1,
                ..Lamp::default()
            },
            sensor: Sensor {
                noise: draw(20, 1.0, 6.0),
                blur: draw(21, 0.4, 1.1),
                vignette: draw(22, 0.0, 0.3),
            },
            ..Self::default()
        }
    }

    /// The scene with a random board and set of draughts: wood and plastic, red, black and white; the dark squares may
    /// be as dark as the men.
    #[must_use]
    pub fn with_men(self, seed: u64) -> Self {
        let pick = |k: u64, n: usize| (uniform(seed, 80, k) * n as f32) as usize % n;
        let board = [&BOARDS[..], &DRAUGHTBOARDS].concat();
        let board = board[pick(0, board.len())];
        let (white, black) = MEN[pick(1, MEN.len())];
        let crowned = [Crowned::Stacked, Crowned::Dotted, Crowned::Plain][pick(2, 3)];
        Self {
            board: Squares {
                light: board.light,
                dark: board.dark,
                frame_color: board.frame,
                grain: board.grain,
                ..self.board
            },
            pieces: Set {
                white,
                black,
                crowned,
                ..self.pieces
            },
            ..self
        }
    }

    /// The marked board of the CheckersChecker project: markers on a wide dark frame, matt ivory and ebony men, kings
    /// with coloured dots, camera above.
    #[must_use]
    pub fn marked() -> Self {
        let scene = Self::default();
        Self {
            camera: CameraPlace {
                tilt: 8.0,
                azimuth: 0.0,
                k1: 0.0,
                ..scene.camera
            },
            board: Squares {
                frame: 0.75,
                coordinates: false,
                markers: Some(Stickers::default()),
                ..scene.board
            },
            pieces: Set {
                white: [240, 234, 212],
                black: [34, 34, 36],
                gloss: 0.1,
                crowned: Crowned::Dotted,
                dot: 0.28,
                ..scene.pieces
            },
            lamp: Lamp {
                elevation: 75.0,
                warmth: 0.0,
                glare: 0.1,
                people: 0.1,
                ..scene.lamp
            },
            ..scene
        }
    }
}

/// Draws number `k` from a range.
fn draws(seed: u64, channel: u64) -> impl Fn(u64, f32, f32) -> f32 {
    move |k, low, high| low + (high - low) * uniform(seed, channel, k)
}

#[derive(Clone, Copy)]
struct BoardKind {
    light: [u8; 3],
    dark: [u8; 3],
    frame: [u8; 3],
    grain: f32,
}

impl BoardKind {
    const fn of(light: [u8; 3], dark: [u8; 3], frame: [u8; 3], grain: f32) -> Self {
        Self {
            light,
            dark,
            frame,
            grain,
        }
    }
}

/// Boards of maple and walnut, maple and mahogany, dark wood, green vinyl, black and white vinyl, birch.
const BOARDS: [BoardKind; 6] = [
    BoardKind::of([222, 190, 140], [140, 88, 50], [110, 64, 34], 0.4),
    BoardKind::of([228, 206, 166], [150, 70, 42], [206, 176, 124], 0.3),
    BoardKind::of([176, 134, 88], [104, 66, 40], [74, 46, 28], 0.6),
    BoardKind::of([236, 234, 214], [62, 108, 76], [232, 230, 212], 0.0),
    BoardKind::of([226, 226, 222], [52, 52, 56], [222, 222, 218], 0.0),
    BoardKind::of([238, 220, 180], [186, 136, 84], [226, 200, 152], 0.5),
];

/// Colours of the table, 0–255 sRGB.
const TABLES: [[u8; 3]; 6] = [
    [92, 66, 50],
    [215, 215, 210],
    [60, 60, 66],
    [150, 120, 90],
    [40, 70, 60],
    [96, 50, 42],
];
/// Boxwood and ebony, ivory and black plastic, boxwood and rosewood, two dark woods, cream and
/// brown.
const SETS: [([u8; 3], [u8; 3]); 5] = [
    ([232, 208, 160], [52, 38, 32]),
    ([240, 234, 212], [34, 34, 36]),
    ([226, 192, 134], [96, 46, 30]),
    ([196, 152, 100], [62, 40, 28]),
    ([236, 220, 188], [84, 56, 40]),
];

/// Boards for draughts only: red and black card, green and buff, green and white cloth.
const DRAUGHTBOARDS: [BoardKind; 3] = [
    BoardKind::of([188, 48, 42], [44, 42, 44], [40, 38, 40], 0.0),
    BoardKind::of([224, 212, 168], [40, 92, 64], [96, 58, 36], 0.1),
    BoardKind::of([236, 236, 230], [56, 128, 84], [230, 230, 224], 0.0),
];

/// The lighter and the darker men of a set: boxwood and ebony, ivory and black plastic, maple and walnut, red and
/// black, white and red, cream and green.
const MEN: [([u8; 3], [u8; 3]); 6] = [
    ([232, 208, 160], [52, 38, 32]),
    ([240, 234, 212], [34, 34, 36]),
    ([214, 172, 112], [92, 56, 36]),
    ([200, 44, 38], [32, 32, 34]),
    ([238, 234, 224], [178, 36, 34]),
    ([234, 222, 184], [34, 74, 52]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_random_scene_is_a_valid_one_and_hard_ones_are_hard() {
        for seed in 0..300 {
            Scene::random(seed).check().unwrap();
            let hard = Scene::hard(seed);
            hard.check().unwrap();
            hard.clone().with_men(seed).check().unwrap();
            assert!((35.0..=60.0).contains(&hard.camera.tilt));
            assert!(hard.sensor.noise >= 5.0 && hard.pieces.misplaced >= 0.06);
        }
    }
}
