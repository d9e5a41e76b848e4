use std::ops::{Range, RangeInclusive};

use board_core::Occupancy;
use image::RgbImage;
use serde::Serialize;

use crate::camera::{Camera, Extent, V3, add, dot, unit};
use crate::hand::{Hand, HandSize};
use crate::light::Light;
use crate::noise::{floor, normal};
use crate::sensor::{blur, expose, jpeg};
use crate::table::Table;
use crate::texture::{Texels, go_board};
use crate::{Scene, SceneError, TableFrame};

/// A rendered photo and its ground truth.
#[derive(Clone, Debug, Serialize)]
pub struct Photo {
    /// The picture, before compression.
    #[serde(skip)]
    pub image: RgbImage,
    /// Outermost grid points in pixels: board corners (0, 0), (n−1, 0), (n−1, n−1), (0, n−1).
    pub corners_px: [[f64; 2]; 4],
    /// Whether each point is free of hands, row by row.
    pub visible: Vec<bool>,
    /// The content of each point, row by row.
    #[serde(skip)]
    pub contents: Vec<Occupancy>,
    #[serde(skip)]
    quality: u8,
}

impl Photo {
    /// The photo as JPEG with the scene's quality.
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
    table: Table,
}

/// A stone in its position.
#[derive(Clone, Copy)]
struct Lying {
    centre: V3,
    black: bool,
    tone: f32,
    /// From its centre to the camera, stretched as if stones were spheres.
    to_camera: V3,
    /// Square of the distance to the camera minus that of the radius.
    beyond: f32,
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
            table: Table::of(&scene.board, seed),
        })
    }

    /// Renders photo `index` of the series, which shows `table`.
    ///
    /// # Panics
    /// If the table has another size than the scene's board.
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
        let boxes = stage.boxes(width, height);
        let mut colours = vec![[0.0f32; 3]; (width * height) as usize];
        for (y, row) in (0..).zip(colours.chunks_exact_mut(width as usize)) {
            let rays = stage.camera.rays(y, width);
            let hits = stage.hits(y, &rays, &boxes);
            for ((x, colour), (ray, hit)) in (0..).zip(row).zip(rays.iter().zip(hits)) {
                *colour = stage.see([x, y], *ray, hit);
            }
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

    /// Prepares camera, lamp, hand and stones of a photo.
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
            hand,
            stones: self.lay(table, camera.place),
            flat: self.flat(),
            camera,
        }
    }

    /// Ratio by which a stone is flatter than a sphere.
    fn flat(&self) -> f32 {
        self.scene.stones.radius / (self.scene.stones.height / 2.0)
    }

    /// Positions the stones: on their points, with the placement error, without overlaps.
    fn lay(&self, table: &TableFrame, camera: V3) -> Vec<Option<Lying>> {
        let size = self.scene.board.size;
        let s = &self.scene.stones;
        // Touching stones push each other back: neighbours limit the error.
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
                let centre = [c as f32 + off[0], r as f32 + off[1], s.height / 2.0];
                let to_camera = stretched(add(camera, centre, -1.0), self.flat());
                Some(Lying {
                    centre,
                    black: color == board_core::Color::Black,
                    tone: 1.0 + 0.06 * normal(key, 62, number),
                    to_camera,
                    beyond: dot(to_camera, to_camera) - s.radius * s.radius,
                })
            })
            .collect()
    }
}

/// Scales the height of a vector so that a stone, an ellipsoid of revolution, becomes a sphere.
fn stretched([x, y, z]: V3, flat: f32) -> V3 {
    [x, y, z * flat]
}

/// The lines of a board with `size` lines that are between two coordinates.
fn whole_within(from: f32, to: f32, size: i32) -> RangeInclusive<i32> {
    (-floor(-from)).max(0)..=floor(to).min(size - 1)
}

/// Everything needed to draw one photo.
struct Stage<'a> {
    renderer: &'a Renderer,
    light: Light,
    camera: Camera,
    hand: Option<Hand>,
    stones: Vec<Option<Lying>>,
    /// Ratio by which a stone is flatter than a sphere.
    flat: f32,
}

/// The nearest stone that the ray of a pixel hits, and the distance along the ray.
#[derive(Clone, Copy)]
struct Hit {
    far: f32,
    point: u16,
}

/// The pixels that a stone may cover.
struct Around<'a> {
    point: u16,
    stone: &'a Lying,
    columns: Range<usize>,
    rows: Range<u32>,
}

/// The ray hits no stone.
const NOTHING: Hit = Hit {
    far: f32::INFINITY,
    point: u16::MAX,
};

impl Stage<'_> {
    /// The pixels around each stone, in a photo of this size.
    fn boxes(&self, width: u32, height: u32) -> Vec<Around<'_>> {
        let style = &self.renderer.scene.stones;
        let lying = (0..).zip(&self.stones);
        let lying = lying.filter_map(|(point, stone)| Some((point, stone.as_ref()?)));
        let around = lying.map(|(point, stone)| {
            let ends = [-style.radius, style.radius];
            let corners: [[f32; 2]; 8] = std::array::from_fn(|i| {
                let up = if i < 4 { 0.0 } else { style.height };
                let [c, r, _] = stone.centre;
                self.camera
                    .project([c + ends[i & 1], r + ends[i >> 1 & 1], up])
            });
            let [columns, rows] = [(0, width), (1, height)].map(|(k, end)| {
                let low = corners.iter().map(|c| c[k]).fold(f32::MAX, f32::min);
                let high = corners.iter().map(|c| c[k]).fold(f32::MIN, f32::max);
                let [low, high] = [low - 1.0, high + 2.0].map(|v| (v.max(0.0) as u32).min(end));
                low..high.max(low)
            });
            Around {
                point,
                stone,
                columns: columns.start as usize..columns.end as usize,
                rows,
            }
        });
        around.collect()
    }

    /// What each ray of row `y` hits.
    fn hits(&self, y: u32, rays: &[V3], boxes: &[Around<'_>]) -> Vec<Hit> {
        let mut hits = vec![NOTHING; rays.len()];
        for around in boxes.iter().filter(|around| around.rows.contains(&y)) {
            let columns = around.columns.clone();
            for (hit, ray) in hits[columns.clone()].iter_mut().zip(&rays[columns]) {
                if let Some(far) = self.meet(*ray, around.stone)
                    && far < hit.far
                {
                    let point = around.point;
                    *hit = Hit { far, point };
                }
            }
        }
        hits
    }

    /// Linear colour of a pixel, by its ray.
    fn see(&self, [x, y]: [u32; 2], ray: V3, hit: Hit) -> [f32; 3] {
        let hand = self.hand.as_ref();
        if let Some((skin, _)) = hand.and_then(|h| h.at(x as f32, y as f32)) {
            return std::array::from_fn(|k| skin[k] * self.light.colour[k]);
        }
        if ray[2] > -1e-4 {
            return [0.05; 3];
        }
        if let Some(Some(stone)) = self.stones.get(usize::from(hit.point)) {
            return self.shaded(ray, hit.far, stone);
        }
        let board = &self.renderer.scene.board;
        let [c, r, _] = add(self.camera.place, ray, -self.camera.place[2] / ray[2]);
        let last = (board.size - 1) as f32;
        let inside = |v: f32| v > -board.margin && v < last + board.margin;
        if inside(c) && inside(r) {
            self.wood(c, r)
        } else {
            self.table(c, r)
        }
    }

    /// Distance along the ray to a stone; `None` if it misses.
    fn meet(&self, ray: V3, stone: &Lying) -> Option<f32> {
        let d = stretched(ray, self.flat);
        let (a, b) = (dot(d, d), dot(stone.to_camera, d));
        let root = b * b - a * stone.beyond;
        (root >= 0.0).then(|| (-b - root.sqrt()) / a)
    }

    /// The colour of a stone where the ray hits it.
    fn shaded(&self, ray: V3, t: f32, stone: &Lying) -> [f32; 3] {
        let s = &self.renderer.scene.stones;
        let p = add(stone.to_camera, stretched(ray, self.flat), t);
        let normal = unit([p[0], p[1], p[2] * self.flat]);
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
        std::array::from_fn(|k| {
            (diffuse * tint[k] * shadow + glint * shadow) * self.light.colour[k]
        })
    }

    fn hand_shade(&self, c: f32, r: f32) -> f32 {
        1.0 - self.renderer.scene.lamp.shadow
            * 0.7
            * self.hand.as_ref().map_or(0.0, |h| h.shade(c, r))
    }

    /// The board's surface: texture, shadows of stones, people and hands, glare.
    fn wood(&self, c: f32, r: f32) -> [f32; 3] {
        let scene = &self.renderer.scene;
        let size = scene.board.size as i32;
        let light = self.light.direction;
        // A stone's shadow is away from the lamp, cast from half its height.
        let slide = 0.5 * scene.stones.height / light[2].max(0.3);
        let (sc, sr) = (c + light[0] * slide, r + light[1] * slide);
        // How deep a point is in a stone's shadow that ends `soft` beyond its rim.
        let within = |stone: &Lying, [c, r]: [f32; 2], soft: f32, width: f32| {
            let (dc, dr) = (c - stone.centre[0], r - stone.centre[1]);
            let (square, end) = (dc * dc + dr * dr, scene.stones.radius + soft);
            if square < end * end {
                ((end - square.sqrt()) / width).min(1.0)
            } else {
                0.0
            }
        };
        let mut shadow = 0.0f32;
        let columns = whole_within(sc - 0.8, sc + 0.8, size);
        for row in whole_within(sr - 0.8, sr + 0.8, size) {
            for col in columns.clone() {
                if let Some(stone) = &self.stones[(row * size + col) as usize] {
                    let cast = within(stone, [sc, sr], 0.08, 0.2);
                    let contact = within(stone, [c, r], 0.1, 0.15);
                    shadow = shadow.max(cast).max(0.7 * contact);
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

    /// The table with its lighting.
    fn table(&self, c: f32, r: f32) -> [f32; 3] {
        let colour = self.renderer.table.at(c, r);
        let light = 0.35 + 0.65 * self.light.direction[2];
        std::array::from_fn(|k| colour[k] * light * self.light.colour[k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ray_meets_the_nearest_of_all_stones() {
        for (number, mut scene) in (0..).zip([Scene::easy(), Scene::hard(), Scene::random(3)]) {
            (scene.photo.width, scene.photo.height) = (160, 120);
            let size = scene.board.size;
            let mut table = TableFrame::bare(size);
            for (p, content) in (0..).zip(&mut table.contents) {
                *content = match board_core::zobrist::splitmix64(number, p) % 3 {
                    0 => Occupancy::Black,
                    1 => Occupancy::White,
                    _ => Occupancy::Empty,
                };
            }
            let renderer = Renderer::new(&scene, number).unwrap();
            let stage = renderer.stage(4, &table);
            let boxes = stage.boxes(160, 120);
            for y in 0..120 {
                let rays = stage.camera.rays(y, 160);
                let hits = stage.hits(y, &rays, &boxes);
                for (x, (ray, hit)) in rays.into_iter().zip(hits).enumerate() {
                    let stones = stage.stones.iter().flatten();
                    let all = stones.filter_map(|stone| stage.meet(ray, stone));
                    let nearest = all.fold(f32::INFINITY, f32::min);
                    assert_eq!(hit.far, nearest, "scene {number}, pixel {x}, {y}");
                }
            }
        }
    }
}
