//! The table around a Go board, with the board's shadow, and optional bowls and stray stones.

use crate::BoardStyle;
use crate::noise::{normal, smooth2, uniform};
use crate::texture::linear;

/// The table of a scene, which is the same in all photos.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    seed: u64,
    colour: [f32; 3],
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

impl Table {
    pub(crate) fn of(style: &BoardStyle, seed: u64) -> Self {
        let (near, far) = (-style.margin, (style.size - 1) as f32 + style.margin);
        let mut table = Self {
            seed,
            colour: linear(style.table),
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
                let lumps = 0.85 + 0.15 * smooth2(self.seed ^ 11, 2.2 * c, 2.2 * r);
                [if bowl.black { 0.02 } else { 0.6 } * lumps; 3]
            }
        }
    }

    /// The table itself, darker near the board.
    fn bare(&self, c: f32, r: f32) -> [f32; 3] {
        let (dc, dr) = (self.outside(c), self.outside(r));
        let off = (dc * dc + dr * dr).sqrt();
        let tone = 1.0
            + 0.08 * smooth2(self.seed ^ 9, 0.7 * c, 0.12 * r)
            + 0.04 * smooth2(self.seed ^ 10, 3.0 * c, 3.0 * r);
        let dim = 1.0 - 0.55 * (1.0 - off / 1.2).clamp(0.0, 1.0);
        self.colour.map(|v| v * tone * dim)
    }
}
