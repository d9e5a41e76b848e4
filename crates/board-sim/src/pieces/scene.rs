use serde::{Deserialize, Serialize};

use crate::scene::{Rule, first_broken};
use crate::{CameraPlace, Hands, Lamp, PhotoFormat, SceneError, Sensor};

/// The appearance of photos of pieces. Omitted fields of a file keep their defaults.
///
/// Grid units are squares: a camera's `drift` of 0.1 is a tenth of a square. `camera.azimuth` is the side of the board
/// that photos are taken from: 0 is White's side, 90 the right-hand edge, 180 Black's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Size and compression.
    pub photo: PhotoFormat,
    /// The position and movement of the camera.
    pub camera: CameraPlace,
    /// The board and the table.
    pub board: Squares,
    /// The pieces.
    pub pieces: Set,
    /// The light.
    pub lamp: Lamp,
    /// Hands and arms.
    pub hands: Hands,
    /// How photos follow the game.
    pub pace: Pace,
    /// Effects of the sensor.
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
    /// Whether the bottom-left square is light, as in Italian draughts.
    pub mirrored: bool,
    /// Strength of the wood grain: 0 is plain like vinyl, 1 strong.
    pub grain: f32,
    /// Darkness of the seams between the squares: 0 is none, 1 black.
    pub seam: f32,
    /// Width of the frame around the squares, in squares.
    pub frame: f32,
    /// Colour of the frame.
    pub frame_color: [u8; 3],
    /// Whether letters and numbers are on the frame.
    pub coordinates: bool,
    /// Strength of the reflections of windows in varnish or foil; 0 is none.
    pub varnish: f32,
    /// Colour of the table.
    pub table: [u8; 3],
    /// Whether captured pieces are shown beside the board.
    pub captured: bool,
    /// Coloured markers on the frame, if any.
    pub markers: Option<Stickers>,
}

/// The markers of the CheckersChecker project: four at the corners, two along each edge at thirds of its length, all
/// 24/69 of a square outside the squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stickers {
    /// Colour of the corner markers, 0–255 sRGB.
    pub corners: [u8; 3],
    /// Colour of the edge markers.
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
    /// Heights relative to a standard set, whose pawns are 0.8 and kings 1.75 squares tall.
    pub height: f32,
    /// Radii relative to a standard set, whose kings are 0.71 squares across.
    pub girth: f32,
    /// Standard deviation of the placement error in squares. The base never leaves its square, except for men, which
    /// extend over its edge by at most a quarter of a square.
    pub misplaced: f32,
    /// Strength of highlights: 0 is matt, 1 glossy.
    pub gloss: f32,
    /// Depth of the relief in the tops of men, relative to a standard set: 0 for plain discs.
    pub relief: f32,
    /// The look of kings of draughts.
    pub crowned: Crowned,
    /// Colours of the dots on White's and on Black's kings.
    pub dots: [[u8; 3]; 2],
    /// Radius of the dots in squares.
    pub dot: f32,
}

/// How kings of draughts differ from men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crowned {
    /// Two men stacked.
    #[default]
    Stacked,
    /// One man with a coloured dot on top.
    Dotted,
    /// No difference: a single man, as when too few men were captured to stack one.
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

/// How photos follow the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    /// Fewest and most plies between two successive positions.
    pub plies: [usize; 2],
    /// Probability that another photo of the same position follows.
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
    /// Reads a scene file.
    ///
    /// # Errors
    /// [`SceneError`] with the line or field.
    pub fn from_toml(text: &str) -> Result<Self, SceneError> {
        let scene: Self = toml::from_str(text)?;
        scene.check()?;
        Ok(scene)
    }

    /// Writes the scene as TOML, with every field.
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
}
