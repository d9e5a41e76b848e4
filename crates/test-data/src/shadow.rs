//! Shadows put on real photos.

use std::f32::consts::TAU;

/// What part of a picture is in the shadow. Lengths are shares of its longer side, from its middle.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// All to one side of a line through a point, in this direction (turns, from x towards y).
    Half {
        /// Of the line.
        through: [f32; 2],
        /// From the light to the shadow, in turns.
        towards: f32,
    },
    /// Stripes at an angle in turns, of which every second one is in the shadow.
    Stripes {
        /// Across, in turns.
        across: f32,
        /// Width of each.
        width: f32,
    },
    /// A person: an ellipse.
    Person {
        /// Its middle.
        middle: [f32; 2],
        /// Half of its extent along x and y.
        half: [f32; 2],
    },
}

/// A shadow.
#[derive(Clone, Copy, Debug)]
pub struct Shadow {
    /// Where it is.
    pub shape: Shape,
    /// What is left of the red, green and blue values in it.
    pub left: [f32; 3],
    /// Width of its edge.
    pub soft: f32,
}

impl Shadow {
    /// Over one half of the picture, with a hard edge.
    #[must_use]
    pub fn half(towards: f32, left: f32) -> Self {
        Self {
            shape: Shape::Half {
                through: [0.0; 2],
                towards,
            },
            left: [left; 3],
            soft: 0.0,
        }
    }

    /// Puts it on a picture: three bytes a pixel, row by row.
    pub fn fall(&self, pixels: &mut [u8], width: usize) {
        let height = pixels.len() / 3 / width.max(1);
        let side = width.max(height) as f32;
        for (i, pixel) in pixels.chunks_exact_mut(3).enumerate() {
            let at = [
                (i % width) as f32 - 0.5 * width as f32,
                (i / width) as f32 - 0.5 * height as f32,
            ];
            let inside = self.inside(at.map(|v| v / side));
            let depth = (0.5 + inside / self.soft.max(1.0 / side)).clamp(0.0, 1.0);
            for (v, left) in pixel.iter_mut().zip(self.left) {
                *v = (f32::from(*v) * (1.0 - depth * (1.0 - left))).round() as u8;
            }
        }
    }

    /// How far inside a point is.
    fn inside(&self, [x, y]: [f32; 2]) -> f32 {
        match self.shape {
            Shape::Half { through, towards } => {
                let (sin, cos) = (towards * TAU).sin_cos();
                (x - through[0]) * cos + (y - through[1]) * sin
            }
            Shape::Stripes { across, width } => {
                let (sin, cos) = (across * TAU).sin_cos();
                let along = (x * cos + y * sin) / width;
                let in_pair = (0.5 * along).rem_euclid(1.0) * 2.0;
                let inside = match in_pair < 1.0 {
                    true => in_pair.min(1.0 - in_pair),
                    false => -(in_pair - 1.0).min(2.0 - in_pair),
                };
                width * inside
            }
            Shape::Person { middle, half } => {
                let off = [0, 1].map(|k| ([x, y][k] - middle[k]) / half[k]);
                (1.0 - off[0].hypot(off[1])) * half[0].min(half[1])
            }
        }
    }
}
