//! The table around a Go board, with the board's shadow, and optional bowls and stray stones.

use crate::BoardStyle;
use crate::noise::{Smooth2, normal, uniform};
use crate::texture::linear;

/// The table of a scene, which is the same in all photos.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    colour: [f32; 3],
    /// Stripes of its wood, its roughness, and the stones in bowls.
    stripes: Smooth2,
    roughness: Smooth2,
    lumps: Smooth2,
    /// The edges of the board, in both directions.
    near: f32,
    far: f32,
    /// Objects on it; later ones cover earlier ones.
    things: Vec<Thing>,
}

/// A bowl of stones, or a stone beside the board.
#[derive(Clone, Copy, Debug)]
struct Thing {
    at: [f32; 2],
    black: bool,
    bowl: bool,
}

/// Radius of a bowl, of the inside of its rim, and of a stray stone.
const BOWL: f32 = 2.6;
const INSIDE: f32 = 2.2;
const STRAY: f32 = 0.47;

/// Changes of the noise a grid unit, in both directions.
const STRIPES: [f32; 2] = [0.7, 0.12];
const ROUGHNESS: [f32; 2] = [3.0, 3.0];
const LUMPS: [f32; 2] = [2.2, 2.2];

impl Table {
    pub(crate) fn of(style: &BoardStyle, seed: u64) -> Self {
        let (near, far) = (-style.margin, (style.size - 1) as f32 + style.margin);
        // Most of the table that photos show is less than a board away.
        let span = far - near;
        let noise = |channel: u64, [x, y]: [f32; 2]| {
            let at = |v: f32| [x * v, y * v];
            Smooth2::over(seed ^ channel, at(near - span), at(far + span))
        };
        let mut table = Self {
            colour: linear(style.table),
            stripes: noise(9, STRIPES),
            roughness: noise(10, ROUGHNESS),
            lumps: noise(11, LUMPS),
            near,
            far,
            things: Vec::new(),
        };
        if !style.clutter {
            return table;
        }
        for (k, black) in [(0u64, true), (1, false)] {
            let side = if k == 0 { far + 3.6 } else { near - 3.6 };
            let thing = |at, bowl| Thing { at, black, bowl };
            let bowl = thing([side, far * uniform(seed, 70, k)], true);
            table.things.push(bowl);
            for i in 0..4 {
                let at = [
                    side + 3.0 * normal(seed, 71 + k, i),
                    far * uniform(seed, 73 + k, i),
                ];
                if table.outside(at[0]) > 0.8 {
                    table.things.push(thing(at, false));
                }
            }
        }
        table
    }

    /// Distance of a coordinate beyond the edges of the board.
    fn outside(&self, v: f32) -> f32 {
        (self.near - v).max(v - self.far).max(0.0)
    }

    /// Linear colour of a point beside the board, before lighting.
    pub(crate) fn at(&self, c: f32, r: f32) -> [f32; 3] {
        let far = |[x, y]: [f32; 2]| (c - x) * (c - x) + (r - y) * (r - y);
        let top = self.things.iter().rev();
        let mut over = top.filter(|thing| {
            let radius = if thing.bowl { BOWL } else { STRAY };
            far(thing.at) < radius * radius
        });
        match over.next() {
            None => self.bare(c, r),
            Some(Thing {
                black, bowl: false, ..
            }) => [if *black { 0.02 } else { 0.7 }; 3],
            Some(bowl) if far(bowl.at) > INSIDE * INSIDE => [0.12, 0.06, 0.03],
            Some(bowl) => {
                let lumps = 0.85 + 0.15 * self.lumps.at(LUMPS[0] * c, LUMPS[1] * r);
                [if bowl.black { 0.02 } else { 0.6 } * lumps; 3]
            }
        }
    }

    /// The table itself, darker near the board.
    fn bare(&self, c: f32, r: f32) -> [f32; 3] {
        let (dc, dr) = (self.outside(c), self.outside(r));
        let off = (dc * dc + dr * dr).sqrt();
        let tone = 1.0
            + 0.08 * self.stripes.at(STRIPES[0] * c, STRIPES[1] * r)
            + 0.04 * self.roughness.at(ROUGHNESS[0] * c, ROUGHNESS[1] * r);
        let dim = 1.0 - 0.55 * (1.0 - off / 1.2).clamp(0.0, 1.0);
        self.colour.map(|v| v * tone * dim)
    }
}
