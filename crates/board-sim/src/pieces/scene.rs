use serde::{Deserialize, Serialize};

use crate::noise::uniform;
use crate::scene::{Rule, first_broken};
use crate::{CameraPlace, Hands, Lamp, PhotoFormat, SceneError, Sensor};

/// Everything about how photos of pieces look. Fields left out of a file keep their defaults.
///
/// Grid units are squares: a camera's `drift` of 0.1 is a tenth of a square. `camera.azimuth` is
/// the turn of the board: 0 from White's side, 90 from the right-hand edge, 180 from Black's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Size and compression.
    pub photo: PhotoFormat,
    /// Where the camera is and how it moves.
    pub camera: CameraPlace,
    /// The board and the table.
    pub board: Squares,
    /// The pieces.
    pub pieces: Set,
    /// The light.
    pub lamp: Lamp,
    /// Hands and arms.
    pub hands: Hands,
    /// How photos follow each other.
    pub pace: Pace,
    /// What the sensor adds.
    pub sensor: Sensor,
}

/// The board and the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Squares {
    /// Squares a side.
    pub size: usize,
    /// Colour of the light squares, 0–255 sRGB.
    pub light: [u8; 3],
    /// Colour of the dark squares.
    pub dark: [u8; 3],
    /// Whether the square at the bottom left is a light one, as in Italian draughts.
    pub mirrored: bool,
    /// Strength of the grain of the wood: 0 plain like vinyl, 1 strong.
    pub grain: f32,
    /// Darkness of the seams between the squares, 0 none, 1 black.
    pub seam: f32,
    /// Width of the frame around the squares, in squares.
    pub frame: f32,
    /// Colour of the frame.
    pub frame_color: [u8; 3],
    /// Letters and numbers on the frame.
    pub coordinates: bool,
    /// How brightly windows are mirrored in varnish or foil, 0 not at all.
    pub varnish: f32,
    /// Colour of the table.
    pub table: [u8; 3],
    /// Captured pieces beside the board.
    pub captured: bool,
    /// Coloured markers on the frame.
    pub markers: Option<Stickers>,
}

/// The markers of the CheckersChecker project: four at the corners, two along each edge at thirds of
/// its length, all 24/69 of a square off the squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stickers {
    /// Colour of those at the corners, 0–255 sRGB.
    pub corners: [u8; 3],
    /// Colour of those along the edges.
    pub edges: [u8; 3],
    /// Their radius in squares.
    pub radius: f32,
}

impl Default for Stickers {
    fn default() -> Self {
        Self {
            corners: [20, 130, 200],
            edges: [235, 215, 30],
            radius: 0.18,
        }
    }
}

impl Default for Squares {
    fn default() -> Self {
        Self {
            size: 8,
            light: [222, 190, 140],
            dark: [140, 88, 50],
            mirrored: false,
            grain: 0.4,
            seam: 0.3,
            frame: 0.55,
            frame_color: [110, 64, 34],
            coordinates: true,
            varnish: 0.0,
            table: [92, 88, 84],
            captured: true,
            markers: None,
        }
    }
}

/// The pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Set {
    /// Colour of White's pieces, 0–255 sRGB.
    pub white: [u8; 3],
    /// Colour of Black's pieces.
    pub black: [u8; 3],
    /// Heights as multiples of a usual set's, whose pawns are 0.8 and kings 1.75 squares tall.
    pub height: f32,
    /// Radii as multiples of a usual set's, whose kings are 0.71 squares across.
    pub girth: f32,
    /// Standard deviation of the placement error in squares; the base never leaves its square, but for
    /// men, which hang over its edge by a quarter of a square at most.
    pub misplaced: f32,
    /// Strength of highlights, 0 matt, 1 glossy.
    pub gloss: f32,
    /// How deep the tops of men are turned within their rims, as a multiple of a usual set's: 0 for
    /// plain discs.
    pub relief: f32,
    /// What a man that was crowned looks like.
    pub crowned: Crowned,
    /// Colours of the dots on White's and on Black's kings.
    pub dots: [[u8; 3]; 2],
    /// Radius of the dots in squares.
    pub dot: f32,
}

/// How kings of draughts are told from men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crowned {
    /// Two men, one on the other.
    #[default]
    Stacked,
    /// One man with a coloured dot on top.
    Dotted,
    /// Not at all: one man, as where too few were taken to stack another.
    Plain,
}

impl Default for Set {
    fn default() -> Self {
        Self {
            white: [232, 208, 160],
            black: [52, 38, 32],
            height: 1.0,
            girth: 1.0,
            misplaced: 0.05,
            gloss: 0.4,
            relief: 1.0,
            crowned: Crowned::default(),
            dots: [[235, 110, 160], [20, 90, 50]],
            dot: 0.17,
        }
    }
}

/// How photos follow each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    /// Fewest and most plies from one position shown to the next.
    pub plies: [usize; 2],
    /// Probability that a photo is followed by another one of the same position.
    pub repeat: f32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            plies: [1, 1],
            repeat: 0.2,
        }
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            photo: PhotoFormat {
                width: 640,
                height: 480,
                quality: 88,
            },
            camera: CameraPlace {
                distance: 2.6,
                drift: 0.04,
                shake: 0.01,
                k1: -0.02,
                ..CameraPlace::default()
            },
            board: Squares::default(),
            pieces: Set::default(),
            lamp: Lamp::default(),
            hands: Hands {
                share: 0.15,
                ..Hands::default()
            },
            pace: Pace::default(),
            sensor: Sensor {
                noise: 3.0,
                blur: 0.8,
                vignette: 0.12,
            },
        }
    }
}

impl Scene {
    /// A clean scene: one photo a ply, from above, steady in every respect, nobody in the way.
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

    /// A hard scene drawn at random: 35 to 60 degrees of tilt, noise, light and camera that drift,
    /// long shadows, hands in a quarter of the photos, pieces off their centres, one photo every
    /// one to three plies.
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

    /// A plausible scene drawn at random: any tilt up to 60 degrees, any side of the board, wooden,
    /// plain and vinyl boards, pale and dark sets, lamps of all kinds.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        let draw = draws(seed, 77);
        let pick = |k: u64, n: usize| (uniform(seed, 78, k) * n as f32) as usize % n;
        let board = BOARDS[pick(0, BOARDS.len())];
        let (white, black) = SETS[pick(1, SETS.len())];
        let tables = [
            [92, 66, 50],
            [215, 215, 210],
            [60, 60, 66],
            [150, 120, 90],
            [40, 70, 60],
            [96, 50, 42],
        ];
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
                table: tables[pick(3, tables.len())],
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

    /// The same scene with the board and the men of a set of draughts drawn at random: wood and
    /// plastic, red and black and white, the dark squares as dark as the men or not.
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

    /// The marked board of the CheckersChecker project: markers on a wide dark frame, matt men of
    /// ivory and ebony, kings with coloured dots, the camera above.
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

    /// Reads a scene file.
    ///
    /// # Errors
    /// [`SceneError`] naming line or field.
    pub fn from_toml(text: &str) -> Result<Self, SceneError> {
        let scene: Self = toml::from_str(text)?;
        scene.check()?;
        Ok(scene)
    }

    /// The scene as a file, every field written out.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).unwrap_or_default()
    }

    /// # Errors
    /// [`SceneError::Range`] for the first value out of range.
    pub fn check(&self) -> Result<(), SceneError> {
        let (board, pieces, pace) = (&self.board, &self.pieces, &self.pace);
        self.photo.check()?;
        self.camera.check()?;
        self.lamp.check()?;
        self.hands.check()?;
        self.sensor.check()?;
        first_broken(&[
            Rule::within("board.size", board.size as f32, 2.0..=12.0, "2 to 12"),
            Rule::share("board.grain", board.grain),
            Rule::share("board.seam", board.seam),
            Rule::share("board.varnish", board.varnish),
            Rule::within("board.frame", board.frame, 0.0..=2.0, "0 to 2 squares"),
            Rule::within("pieces.height", pieces.height, 0.3..=2.0, "0.3 to 2"),
            Rule::within("pieces.girth", pieces.girth, 0.4..=1.2, "0.4 to 1.2"),
            Rule::within(
                "pieces.misplaced",
                pieces.misplaced,
                0.0..=0.3,
                "0 to 0.3 squares",
            ),
            Rule::share("pieces.gloss", pieces.gloss),
            Rule::within("pieces.relief", pieces.relief, 0.0..=1.5, "0 to 1.5"),
            Rule::within("pieces.dot", pieces.dot, 0.0..=0.5, "0 to 0.5 squares"),
            Rule::within(
                "board.markers.radius",
                board.markers.as_ref().map_or(0.0, |m| m.radius),
                0.0..=1.0,
                "0 to 1 squares",
            ),
            Rule::within(
                "pace.plies",
                pace.plies[0] as f32,
                1.0..=1000.0,
                "1 or more",
            ),
            Rule::within(
                "pace.plies",
                pace.plies[1] as f32,
                pace.plies[0] as f32..=1000.0,
                "fewest and most, in this order",
            ),
            Rule::within("pace.repeat", pace.repeat, 0.0..=0.9, "0 to 0.9"),
        ])
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

/// Boards of maple and walnut, maple and mahogany, dark wood, green vinyl, black and white vinyl,
/// birch.
const BOARDS: [BoardKind; 6] = [
    BoardKind {
        light: [222, 190, 140],
        dark: [140, 88, 50],
        frame: [110, 64, 34],
        grain: 0.4,
    },
    BoardKind {
        light: [228, 206, 166],
        dark: [150, 70, 42],
        frame: [206, 176, 124],
        grain: 0.3,
    },
    BoardKind {
        light: [176, 134, 88],
        dark: [104, 66, 40],
        frame: [74, 46, 28],
        grain: 0.6,
    },
    BoardKind {
        light: [236, 234, 214],
        dark: [62, 108, 76],
        frame: [232, 230, 212],
        grain: 0.0,
    },
    BoardKind {
        light: [226, 226, 222],
        dark: [52, 52, 56],
        frame: [222, 222, 218],
        grain: 0.0,
    },
    BoardKind {
        light: [238, 220, 180],
        dark: [186, 136, 84],
        frame: [226, 200, 152],
        grain: 0.5,
    },
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

/// Boards that draughts alone is played on: red and black card, green and buff, green and white cloth.
const DRAUGHTBOARDS: [BoardKind; 3] = [
    BoardKind {
        light: [188, 48, 42],
        dark: [44, 42, 44],
        frame: [40, 38, 40],
        grain: 0.0,
    },
    BoardKind {
        light: [224, 212, 168],
        dark: [40, 92, 64],
        frame: [96, 58, 36],
        grain: 0.1,
    },
    BoardKind {
        light: [236, 236, 230],
        dark: [56, 128, 84],
        frame: [230, 230, 224],
        grain: 0.0,
    },
];

/// The lighter and the darker men of a set: boxwood and ebony, ivory and black plastic, maple and
/// walnut, red and black, white and red, cream and green.
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
    fn files_keep_what_they_say_and_defaults_for_the_rest() {
        let scene = Scene::from_toml("[camera]\ntilt = 20.0\n[board]\nsize = 10\n").unwrap();
        assert_eq!((scene.camera.tilt, scene.board.size), (20.0, 10));
        assert_eq!(scene.pieces, Set::default());
        for scene in [
            Scene::clean(),
            Scene::hard(1),
            Scene::random(3).with_men(4),
            Scene::marked(),
        ] {
            assert_eq!(Scene::from_toml(&scene.to_toml()).unwrap(), scene);
        }
    }

    #[test]
    fn faults_name_the_field() {
        let error = |text| Scene::from_toml(text).unwrap_err().to_string();
        assert!(error("[pieces]\nheigth = 2.0").contains("heigth"));
        assert!(error("[camera]\ntilt = 120.0").contains("camera.tilt is 120"));
        assert!(error("[pace]\nplies = [3, 1]").contains("pace.plies is 1"));
        assert!(error("[pace]\nrepeat = 1.0").contains("pace.repeat"));
        assert!(error("[pieces]\ncrowned = \"gold\"").contains("gold"));
        assert!(error("[pieces]\ngirth = nan").contains("pieces.girth"));
    }

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
