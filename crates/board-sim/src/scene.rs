use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::noise::uniform;

/// Why a scene is invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The text is not valid TOML, or has unknown or mistyped fields.
    #[error("not a scene: {0}")]
    Syntax(#[from] toml::de::Error),
    /// A value is out of range.
    #[error("{field} is {value}, it must be {wanted}")]
    Range {
        /// The field, as in the file.
        field: &'static str,
        /// Its value.
        value: f64,
        /// The allowed range.
        wanted: &'static str,
    },
}

/// Colours of the wood in random scenes, 0–255 sRGB.
const WOODS: [[u8; 3]; 6] = [
    [206, 160, 98],
    [228, 196, 140],
    [180, 128, 72],
    [214, 170, 120],
    [196, 164, 116],
    [222, 180, 86],
];

/// Colours of the table in random scenes, 0–255 sRGB.
const TABLES: [[u8; 3]; 5] = [
    [92, 66, 50],
    [225, 225, 222],
    [60, 60, 66],
    [150, 120, 90],
    [40, 70, 60],
];

/// The appearance of photos. Omitted fields of a file keep their defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Size and compression.
    pub photo: PhotoFormat,
    /// The position and movement of the camera.
    pub camera: CameraPlace,
    /// The board.
    pub board: BoardStyle,
    /// The stones.
    pub stones: Stones,
    /// The light.
    pub lamp: Lamp,
    /// Hands and arms.
    pub hands: Hands,
    /// Effects of the sensor.
    pub sensor: Sensor,
}

/// Size and compression of the photos.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PhotoFormat {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// JPEG quality, 1 to 100.
    pub quality: u8,
}

impl Default for PhotoFormat {
    fn default() -> Self {
        Self {
            width: 1024,
            height: 768,
            quality: 85,
        }
    }
}

/// A pinhole camera aimed at the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CameraPlace {
    /// Angle from straight above, in degrees: 0 is overhead, 65 a low chair.
    pub tilt: f32,
    /// Viewing direction around the board, in degrees; 0 is from the bottom edge.
    pub azimuth: f32,
    /// Rotation about its own axis, in degrees.
    pub roll: f32,
    /// Distance to the centre of the board, in board widths.
    pub distance: f32,
    /// Fraction of the photo's shorter side that the board roughly fills.
    pub fill: f32,
    /// Radial distortion, like `k1` of `board-geom`: per squared half diagonal.
    pub k1: f32,
    /// Slow drift of the aim over some 50 photos, in grid units.
    pub drift: f32,
    /// Shake from photo to photo, in grid units.
    pub shake: f32,
    /// Permanent displacement by a bump, in grid units.
    pub nudge: f32,
    /// Photo in which the bump happens; 0 for never.
    pub nudge_at: u32,
}

impl Default for CameraPlace {
    fn default() -> Self {
        Self {
            tilt: 35.0,
            azimuth: 8.0,
            roll: 1.5,
            distance: 2.2,
            fill: 0.9,
            k1: -0.03,
            drift: 0.1,
            shake: 0.02,
            nudge: 0.0,
            nudge_at: 0,
        }
    }
}

/// The board and the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoardStyle {
    /// Lines a side.
    pub size: usize,
    /// Colour of the wood, 0–255 sRGB.
    pub wood: [u8; 3],
    /// Strength of the wood grain: 0 is none, 1 strong.
    pub grain: f32,
    /// Width of the lines in grid units; real ones are 0.04.
    pub line_width: f32,
    /// Darkness of the lines: 0 is invisible, 1 black.
    pub line_ink: f32,
    /// Width of the wood beyond the outermost lines, in grid units.
    pub margin: f32,
    /// Colour of the table, 0–255 sRGB.
    pub table: [u8; 3],
    /// Whether bowls and stray stones are beside the board.
    pub clutter: bool,
}

impl Default for BoardStyle {
    fn default() -> Self {
        Self {
            size: 19,
            wood: [206, 160, 98],
            grain: 0.4,
            line_width: 0.045,
            line_ink: 0.8,
            margin: 0.75,
            table: [92, 66, 50],
            clutter: true,
        }
    }
}

/// The stones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stones {
    /// Radius in grid units; 22.5 mm stones on 23 mm lines have 0.48.
    pub radius: f32,
    /// Thickness in grid units; 9 mm is 0.4.
    pub height: f32,
    /// Standard deviation of the placement error in grid units.
    pub misplaced: f32,
    /// Strength of highlights: 0 is matt, 1 glossy.
    pub gloss: f32,
}

impl Default for Stones {
    fn default() -> Self {
        Self {
            radius: 0.475,
            height: 0.38,
            misplaced: 0.06,
            gloss: 0.5,
        }
    }
}

/// The lamp, the window, and the shadows of people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    /// Direction of the light around the board, in degrees.
    pub azimuth: f32,
    /// Elevation above the table, in degrees.
    pub elevation: f32,
    /// Brightness; 1 is a well-lit board.
    pub strength: f32,
    /// Fraction of the brightness that varies over about 40 photos.
    pub drift: f32,
    /// Colour: −1 is bluish daylight, 1 a yellow bulb.
    pub warmth: f32,
    /// Colour temperature in kelvin, in addition to [`warmth`](Self::warmth): 2700 is a bulb, 4000 a neutral tube, 6500
    /// daylight, which the camera renders white.
    pub kelvin: f32,
    /// Fraction of the lamp's colour, 0 to 1, that the camera's white balance removes.
    pub white_balance: f32,
    /// Strength of the glare on the wood, 0 to 1.
    pub glare: f32,
    /// Darkness of cast shadows, 0 to 1.
    pub shadow: f32,
    /// Darkness of the broad, moving shadows of people, 0 to 1.
    pub people: f32,
}

impl Default for Lamp {
    fn default() -> Self {
        Self {
            azimuth: 130.0,
            elevation: 55.0,
            strength: 0.95,
            drift: 0.12,
            warmth: 0.2,
            kelvin: 6500.0,
            white_balance: 0.0,
            glare: 0.35,
            shadow: 0.5,
            people: 0.2,
        }
    }
}

/// Hands and arms over the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hands {
    /// Fraction of the photos with a hand, 0 to 1.
    pub share: f32,
    /// Colour of painted fingernails, 0–255 sRGB; unpainted ones are not drawn.
    pub nails: Option<[u8; 3]>,
}

impl Default for Hands {
    fn default() -> Self {
        Self {
            share: 0.36,
            nails: None,
        }
    }
}

/// Effects of the sensor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sensor {
    /// Standard deviation of the noise in grey levels.
    pub noise: f32,
    /// Radius of the blur in pixels.
    pub blur: f32,
    /// Darkening towards the corners, 0 to 1.
    pub vignette: f32,
}

impl Default for Sensor {
    fn default() -> Self {
        Self {
            noise: 4.0,
            blur: 0.8,
            vignette: 0.15,
        }
    }
}

impl Scene {
    /// An easy scene: from nearly above, even light, a steady camera.
    #[must_use]
    pub fn easy() -> Self {
        Self {
            camera: CameraPlace {
                tilt: 12.0,
                drift: 0.0,
                shake: 0.0,
                k1: 0.0,
                ..CameraPlace::default()
            },
            stones: Stones {
                misplaced: 0.03,
                gloss: 0.2,
                ..Stones::default()
            },
            lamp: Lamp {
                glare: 0.0,
                people: 0.0,
                drift: 0.03,
                ..Lamp::default()
            },
            hands: Hands {
                share: 0.1,
                ..Hands::default()
            },
            sensor: Sensor {
                noise: 2.0,
                ..Sensor::default()
            },
            ..Self::default()
        }
    }

    /// A hard scene: dim and drifting light, glare, dark shadows of people, noise, badly placed stones, hands in most
    /// photos.
    #[must_use]
    pub fn hard() -> Self {
        Self {
            camera: CameraPlace {
                tilt: 45.0,
                drift: 0.2,
                shake: 0.04,
                ..CameraPlace::default()
            },
            stones: Stones {
                misplaced: 0.1,
                gloss: 0.9,
                ..Stones::default()
            },
            lamp: Lamp {
                strength: 0.6,
                drift: 0.3,
                glare: 0.9,
                people: 0.6,
                shadow: 0.7,
                ..Lamp::default()
            },
            hands: Hands {
                share: 0.6,
                ..Hands::default()
            },
            sensor: Sensor {
                noise: 9.0,
                blur: 1.1,
                vignette: 0.3,
            },
            ..Self::default()
        }
    }

    /// A random plausible scene: cameras from overhead to low, pale to dark wood, lamps of all kinds.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        let draw = |k: u64, low: f32, high: f32| low + (high - low) * uniform(seed, 77, k);
        let pick = |k: u64, n: usize| (uniform(seed, 78, k) * n as f32) as usize % n;
        Self {
            photo: PhotoFormat {
                quality: draw(0, 60.0, 95.0) as u8,
                ..PhotoFormat::default()
            },
            camera: CameraPlace {
                tilt: draw(1, 0.0, 58.0),
                azimuth: draw(2, -180.0, 180.0),
                roll: draw(3, -4.0, 4.0),
                distance: draw(4, 1.5, 3.5),
                fill: draw(5, 0.7, 0.95),
                k1: draw(6, -0.08, 0.03),
                ..CameraPlace::default()
            },
            board: BoardStyle {
                wood: WOODS[pick(0, WOODS.len())],
                table: TABLES[pick(1, TABLES.len())],
                grain: draw(7, 0.05, 0.8),
                line_width: draw(8, 0.035, 0.07),
                line_ink: draw(9, 0.6, 0.95),
                ..BoardStyle::default()
            },
            stones: Stones {
                misplaced: draw(10, 0.02, 0.1),
                gloss: draw(11, 0.1, 0.9),
                ..Stones::default()
            },
            lamp: Lamp {
                azimuth: draw(12, 0.0, 360.0),
                elevation: draw(13, 35.0, 80.0),
                strength: draw(14, 0.6, 1.1),
                warmth: draw(15, -0.8, 1.0),
                glare: draw(16, 0.0, 0.8),
                shadow: draw(17, 0.2, 0.7),
                people: draw(18, 0.0, 0.4),
                drift: 0.1,
                ..Lamp::default()
            },
            hands: Hands::default(),
            sensor: Sensor {
                noise: draw(19, 1.0, 7.0),
                blur: draw(20, 0.4, 1.2),
                vignette: draw(21, 0.0, 0.3),
            },
        }
    }

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
        let (board, stones) = (&self.board, &self.stones);
        self.photo.check()?;
        self.camera.check()?;
        self.lamp.check()?;
        self.hands.check()?;
        self.sensor.check()?;
        first_broken(&[
            Rule::within("board.size", board.size as f32, 2.0..=25.0, "2 to 25"),
            Rule::within(
                "stones.radius",
                stones.radius,
                0.2..=0.5,
                "0.2 to 0.5 grid units",
            ),
            Rule::within(
                "stones.misplaced",
                stones.misplaced,
                0.0..=0.2,
                "0 to 0.2 grid units",
            ),
        ])
    }
}

/// The allowed range of a field.
pub(crate) struct Rule {
    field: &'static str,
    value: f64,
    good: bool,
    wanted: &'static str,
}

impl Rule {
    pub(crate) fn within(
        field: &'static str,
        value: impl Into<f32> + Copy,
        range: RangeInclusive<f32>,
        wanted: &'static str,
    ) -> Self {
        let value = value.into();
        Self {
            field,
            value: value.into(),
            good: range.contains(&value),
            wanted,
        }
    }

    pub(crate) fn share(field: &'static str, value: f32) -> Self {
        Self::within(field, value, 0.0..=1.0, "0 to 1")
    }
}

/// The first violated rule, as an error.
pub(crate) fn first_broken(rules: &[Rule]) -> Result<(), SceneError> {
    match rules.iter().find(|rule| !rule.good) {
        None => Ok(()),
        Some(rule) => Err(SceneError::Range {
            field: rule.field,
            value: rule.value,
            wanted: rule.wanted,
        }),
    }
}

impl PhotoFormat {
    pub(crate) fn check(&self) -> Result<(), SceneError> {
        let side = |field, value| Rule::within(field, value as f32, 64.0..=12_000.0, "64 to 12000");
        first_broken(&[
            side("photo.width", self.width),
            side("photo.height", self.height),
            Rule::within("photo.quality", self.quality, 1.0..=100.0, "1 to 100"),
        ])
    }
}

impl CameraPlace {
    pub(crate) fn check(&self) -> Result<(), SceneError> {
        let finite = |field, value| Rule::within(field, value, -1e4..=1e4, "a number");
        first_broken(&[
            Rule::within("camera.tilt", self.tilt, 0.0..=75.0, "0 to 75 degrees"),
            finite("camera.azimuth", self.azimuth),
            finite("camera.roll", self.roll),
            Rule::within(
                "camera.distance",
                self.distance,
                1.2..=20.0,
                "1.2 to 20 board widths",
            ),
            Rule::within("camera.fill", self.fill, 0.2..=1.5, "0.2 to 1.5"),
            Rule::within("camera.k1", self.k1, -0.2..=0.2, "−0.2 to 0.2"),
            finite("camera.drift", self.drift),
            finite("camera.shake", self.shake),
            finite("camera.nudge", self.nudge),
        ])
    }
}

impl Lamp {
    pub(crate) fn check(&self) -> Result<(), SceneError> {
        first_broken(&[
            Rule::within(
                "lamp.elevation",
                self.elevation,
                10.0..=90.0,
                "10 to 90 degrees",
            ),
            Rule::within(
                "lamp.kelvin",
                self.kelvin,
                1500.0..=15000.0,
                "1500 to 15000 kelvin",
            ),
            Rule::share("lamp.white_balance", self.white_balance),
            Rule::share("lamp.glare", self.glare),
            Rule::share("lamp.people", self.people),
        ])
    }
}

impl Hands {
    pub(crate) fn check(&self) -> Result<(), SceneError> {
        first_broken(&[Rule::share("hands.share", self.share)])
    }
}

impl Sensor {
    pub(crate) fn check(&self) -> Result<(), SceneError> {
        first_broken(&[Rule::within(
            "sensor.noise",
            self.noise,
            0.0..=60.0,
            "0 to 60",
        )])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_what_they_say_and_defaults_for_the_rest() {
        let scene = Scene::from_toml("[camera]\ntilt = 20.0\n").unwrap();
        assert_eq!(scene.camera.tilt, 20.0);
        assert_eq!(scene.lamp, Lamp::default());
        for scene in [Scene::easy(), Scene::hard(), Scene::random(3)] {
            assert_eq!(Scene::from_toml(&scene.to_toml()).unwrap(), scene);
        }
    }

    #[test]
    fn faults_name_the_field() {
        let error = |text| Scene::from_toml(text).unwrap_err().to_string();
        assert!(error("[camera]\ntlit = 2.0").contains("tlit"));
        assert!(error("[camera]\ntilt = 120.0").contains("camera.tilt is 120"));
        assert!(error("[board]\nsize = 1").contains("board.size"));
        assert!(error("[sensor]\nnoise = nan").contains("sensor.noise"));
    }
}
