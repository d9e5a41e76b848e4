use board_core::Occupancy;
use image::RgbImage;
use serde::Serialize;

use crate::camera::{Camera, Extent, V3, add, dot, unit};
use crate::hand::{Hand, HandSize};
use crate::light::Light;
use crate::noise::{normal, smooth2, uniform};
use crate::sensor::{blur, expose, jpeg};
use crate::texture::{Texels, go_board, linear};
use crate::{Scene, SceneError, TableFrame};

/// A rendered photo and what it shows.
#[derive(Clone, Debug, Serialize)]
pub struct Photo {
    /// The picture, before compression.
    #[serde(skip)]
    pub image: RgbImage,
    /// Outermost grid points in pixels: board corners (0, 0), (n−1, 0), (n−1, n−1), (0, n−1).
    pub corners_px: [[f64; 2]; 4],
    /// Which points no hand covers, row by row.
    pub visible: Vec<bool>,
    /// What lies on each point, row by row.
    #[serde(skip)]
    pub contents: Vec<Occupancy>,
    #[serde(skip)]
    quality: u8,
}

impl Photo {
    /// The photo as a JPEG file of the scene's quality.
    #[must_use]
    pub fn to_jpeg(&self) -> Vec<u8> {
        jpeg(&self.image, self.quality)
    }
}

/// Renders the photos of one scene.
#[derive(Clone, Debug)]
pub struct Renderer {
    scene: Scene,
    seed: u64,
    texture: Texels,
}

/// A stone as it lies: centre, and whether it is black.
#[derive(Clone, Copy)]
struct Lying {
    centre: V3,
    black: bool,
    tone: f32,
}

impl Renderer {
    /// # Errors
    /// [`SceneError::Range`].
    pub fn new(scene: &Scene, seed: u64) -> Result<Self, SceneError> {
        scene.check()?;
        Ok(Self {
            scene: scene.clone(),
            seed,
            texture: go_board(&scene.board, seed),
        })
    }

    /// Photo number `index` of the series, showing `table`.
    ///
    /// # Panics
    /// If the table is of another size than the scene's board.
    #[must_use]
    pub fn render(&self, index: usize, table: &TableFrame) -> Photo {
        let size = self.scene.board.size;
        assert_eq!(
            table.contents.len(),
            size * size,
            "the table's size is not the scene's"
        );
        let stage = self.stage(index, table);
        let (width, height) = (self.scene.photo.width, self.scene.photo.height);
        let mut colours = vec![[0.0f32; 3]; (width * height) as usize];
        for (i, colour) in colours.iter_mut().enumerate() {
            let (x, y) = ((i as u32 % width) as f32, (i as u32 / width) as f32);
            *colour = stage.see(x, y);
        }
        blur(&mut colours, width as usize, self.scene.sensor.blur);
        let image = expose(
            &colours,
            &self.scene.photo,
            &self.scene.sensor,
            self.seed,
            index,
        );

        let last = (size - 1) as f32;
        let corner = |c: f32, r: f32| stage.camera.project([c, r, 0.0]).map(f64::from);
        let visible = (0..size * size)
            .map(|p| {
                let [x, y] = stage
                    .camera
                    .project([(p % size) as f32, (p / size) as f32, 0.0]);
                stage.hand.as_ref().is_none_or(|h| h.at(x, y).is_none())
            })
            .collect();
        Photo {
            image,
            corners_px: [
                corner(0.0, 0.0),
                corner(last, 0.0),
                corner(last, last),
                corner(0.0, last),
            ],
            visible,
            contents: table.contents.clone(),
            quality: self.scene.photo.quality,
        }
    }

    /// Camera, lamp, hand and stones of a photo, before anything is drawn.
    fn stage(&self, index: usize, table: &TableFrame) -> Stage<'_> {
        let size = self.scene.board.size;
        let light = Light::of(&self.scene.lamp, size, self.seed, index);
        let camera = Camera::of(
            &self.scene.camera,
            &self.scene.photo,
            Extent {
                size,
                margin: self.scene.board.margin,
                height: 0.0,
            },
            self.seed,
            index,
        );
        let hand = table.hand.map(|pose| {
            let size = HandSize {
                scale: 1.0,
                lift: 0.0,
                nails: self.scene.hands.nails,
            };
            Hand::new(&camera, &pose, size, light.direction, self.seed)
        });
        Stage {
            renderer: self,
            light,
            camera,
            hand,
            stones: self.lay(table),
        }
    }

    /// Where each stone lies: off its point by the placement error, and not into its neighbours.
    fn lay(&self, table: &TableFrame) -> Vec<Option<Lying>> {
        let size = self.scene.board.size;
        let s = &self.scene.stones;
        // Stones that touch push each other back: neighbours limit the error.
        let room = (0.5 - s.radius).max(0.0) + 0.03;
        let occupied = |c: i64, r: i64| {
            (0..size as i64).contains(&c)
                && (0..size as i64).contains(&r)
                && table.contents[r as usize * size + c as usize] != Occupancy::Empty
        };
        (0..size * size)
            .map(|p| {
                let color = table.contents[p].color()?;
                let key = self.seed ^ (p as u64) << 20;
                let (c, r) = ((p % size) as i64, (p / size) as i64);
                let number = u64::from(table.stone[p]);
                let mut off = [0u64, 1].map(|k| s.misplaced * normal(key, 60 + k, number));
                for (k, (dc, dr)) in [(0, (1, 0)), (1, (0, 1))] {
                    if occupied(c + dc, r + dr) {
                        off[k] = off[k].min(room);
                    }
                    if occupied(c - dc, r - dr) {
                        off[k] = off[k].max(-room);
                    }
                }
                Some(Lying {
                    centre: [c as f32 + off[0], r as f32 + off[1], s.height / 2.0],
                    black: color == board_core::Color::Black,
                    tone: 1.0 + 0.06 * normal(key, 62, number),
                })
            })
            .collect()
    }
}

/// All that one photo needs.
struct Stage<'a> {
    renderer: &'a Renderer,
    light: Light,
    camera: Camera,
    hand: Option<Hand>,
    stones: Vec<Option<Lying>>,
}

impl Stage<'_> {
    /// Linear colour seen through a pixel.
    fn see(&self, x: f32, y: f32) -> [f32; 3] {
        if let Some((skin, _)) = self.hand.as_ref().and_then(|h| h.at(x, y)) {
            return std::array::from_fn(|k| skin[k] * self.light.colour[k]);
        }
        let ray = self.camera.ray(x, y);
        if ray[2] > -1e-4 {
            return [0.05; 3];
        }
        let scene = &self.renderer.scene;
        let reach = |z: f32| add(self.camera.place, ray, (z - self.camera.place[2]) / ray[2]);
        let (high, low) = (reach(scene.stones.height), reach(0.0));
        if let Some(colour) = self.stone_on(ray, high, low) {
            return colour;
        }
        let (c, r) = (low[0], low[1]);
        let last = (scene.board.size - 1) as f32;
        let margin = scene.board.margin;
        let inside = |v: f32| v > -margin && v < last + margin;
        if inside(c) && inside(r) {
            self.wood(c, r)
        } else {
            self.table(c, r, last + margin)
        }
    }

    /// The nearest stone the ray meets between the two heights.
    fn stone_on(&self, ray: V3, high: V3, low: V3) -> Option<[f32; 3]> {
        let scene = &self.renderer.scene;
        let size = scene.board.size as i64;
        let reach = scene.stones.radius + 0.3;
        let range = |k: usize| {
            let (a, b) = (high[k].min(low[k]) - reach, high[k].max(low[k]) + reach);
            (a.ceil() as i64).max(0)..=(b.floor() as i64).min(size - 1)
        };
        let mut best: Option<(f32, [f32; 3])> = None;
        for r in range(1) {
            for c in range(0) {
                let Some(stone) = self.stones[(r * size + c) as usize] else {
                    continue;
                };
                if let Some((t, colour)) = self.hit(ray, &stone)
                    && best.is_none_or(|(b, _)| t < b)
                {
                    best = Some((t, colour));
                }
            }
        }
        best.map(|(_, colour)| colour)
    }

    /// Where and in what colour the ray meets a stone, an ellipsoid of revolution.
    fn hit(&self, ray: V3, stone: &Lying) -> Option<(f32, [f32; 3])> {
        let s = &self.renderer.scene.stones;
        let flat = s.radius / (s.height / 2.0);
        // Stretch the heights so that the stone is a sphere.
        let stretch = |v: V3| [v[0], v[1], v[2] * flat];
        let (d, o) = (
            stretch(ray),
            stretch(add(self.camera.place, stone.centre, -1.0)),
        );
        let (a, b, c) = (dot(d, d), dot(o, d), dot(o, o) - s.radius * s.radius);
        let root = b * b - a * c;
        if root < 0.0 {
            return None;
        }
        let t = (-b - root.sqrt()) / a;
        let p = add(o, d, t);
        let normal = unit([p[0], p[1], p[2] * flat]);
        let light = self.light.direction;
        let lit = dot(normal, light).max(0.0);
        let view = unit(ray.map(|v| -v));
        let shine = dot(normal, unit(add(view, light, 1.0))).max(0.0);
        let (body, gloss) = if stone.black {
            (0.018, 0.25)
        } else {
            (0.78, 0.3)
        };
        let place = add(stone.centre, p, 1.0);
        let shadow = self.light.people(place[0], place[1]) * self.hand_shade(place[0], place[1]);
        let diffuse = body * stone.tone * (0.42 + 0.62 * lit);
        let glint = s.gloss * gloss * (shine.powi(40) + 0.15 * shine.powi(8));
        let yellow = if stone.black { 1.0 } else { 0.94 };
        let tint = [1.0, 0.99, yellow];
        Some((
            t,
            std::array::from_fn(|k| {
                (diffuse * tint[k] * shadow + glint * shadow) * self.light.colour[k]
            }),
        ))
    }

    fn hand_shade(&self, c: f32, r: f32) -> f32 {
        1.0 - self.renderer.scene.lamp.shadow
            * 0.7
            * self.hand.as_ref().map_or(0.0, |h| h.shade(c, r))
    }

    /// The board's surface: texture, shadows of stones, people and hands, glare.
    fn wood(&self, c: f32, r: f32) -> [f32; 3] {
        let scene = &self.renderer.scene;
        let size = scene.board.size as i64;
        let light = self.light.direction;
        // The shadow of a stone lies away from the lamp, at half its height.
        let slide = 0.5 * scene.stones.height / light[2].max(0.3);
        let (sc, sr) = (c + light[0] * slide, r + light[1] * slide);
        let mut shadow = 0.0f32;
        for row in (sr - 0.8).ceil() as i64..=(sr + 0.8).floor() as i64 {
            for col in (sc - 0.8).ceil() as i64..=(sc + 0.8).floor() as i64 {
                if !(0..size).contains(&row) || !(0..size).contains(&col) {
                    continue;
                }
                if let Some(stone) = self.stones[(row * size + col) as usize] {
                    let cast = (sc - stone.centre[0]).hypot(sr - stone.centre[1]);
                    let contact = (c - stone.centre[0]).hypot(r - stone.centre[1]);
                    let edge = scene.stones.radius;
                    shadow = shadow
                        .max(((edge + 0.08 - cast) / 0.2).clamp(0.0, 1.0))
                        .max(0.7 * ((edge + 0.1 - contact) / 0.15).clamp(0.0, 1.0));
                }
            }
        }
        let lit = 0.35 + 0.65 * light[2];
        let dim =
            (1.0 - scene.lamp.shadow * shadow) * self.light.people(c, r) * self.hand_shade(c, r);
        let glare = 0.22 * scene.lamp.glare * self.light.glare(c, r, scene.board.size) * dim;
        let wood = self.renderer.texture.at(c, r);
        std::array::from_fn(|k| (wood[k] * lit * dim + glare) * self.light.colour[k])
    }

    /// The table, with the board's shadow, and bowls and stray stones if asked for.
    fn table(&self, c: f32, r: f32, far: f32) -> [f32; 3] {
        let scene = &self.renderer.scene;
        let seed = self.renderer.seed;
        let near = -scene.board.margin;
        let outside = |v: f32| (near - v).max(v - far).max(0.0);
        let off = outside(c).hypot(outside(r));
        let tone = 1.0
            + 0.08 * smooth2(seed ^ 9, 0.7 * c, 0.12 * r)
            + 0.04 * smooth2(seed ^ 10, 3.0 * c, 3.0 * r);
        let dim = 1.0 - 0.55 * (1.0 - off / 1.2).clamp(0.0, 1.0);
        let mut colour = linear(scene.board.table).map(|v| v * tone * dim);
        if scene.board.clutter {
            for (k, black) in [(0u64, true), (1, false)] {
                let side = if k == 0 { far + 3.6 } else { near - 3.6 };
                let at = [side, far * uniform(seed, 70, k)];
                let d = (c - at[0]).hypot(r - at[1]);
                if d < 2.6 {
                    // A bowl: rim, and stones of one colour inside.
                    let lumps = 0.85 + 0.15 * smooth2(seed ^ 11, 2.2 * c, 2.2 * r);
                    let inside = if black { 0.02 } else { 0.6 };
                    colour = if d > 2.2 {
                        [0.12, 0.06, 0.03]
                    } else {
                        [inside * lumps; 3]
                    };
                }
                for i in 0..4 {
                    let stray = [
                        side + 3.0 * normal(seed, 71 + k, i),
                        far * uniform(seed, 73 + k, i),
                    ];
                    if outside(stray[0]) > 0.8 && (c - stray[0]).hypot(r - stray[1]) < 0.47 {
                        colour = [if black { 0.02 } else { 0.7 }; 3];
                    }
                }
            }
        }
        let light = 0.35 + 0.65 * self.light.direction[2];
        std::array::from_fn(|k| colour[k] * light * self.light.colour[k])
    }
}
