use board_core::Color;
use image::RgbImage;
use serde::Serialize;

use super::shadow::Shadows;
use super::shapes::solid;
use super::solid::{Hit, Solid};
use super::varnish::Varnish;
use super::{Crowned, Figure, Frame, Kind, Placement, Scene, surface};
use crate::SceneError;
use crate::camera::{Camera, Extent, V3, add, dot, unit};
use crate::hand::{Hand, HandSize};
use crate::light::Light;
use crate::noise::{normal, smooth2, uniform};
use crate::sensor::{blur, expose, jpeg};
use crate::texture::{Texels, linear};

/// A rendered photo and its ground truth.
#[derive(Clone, Debug, Serialize)]
pub struct Photo {
    /// The picture, before compression.
    #[serde(skip)]
    pub image: RgbImage,
    /// Outer corners of the corner squares in pixels, that of point 0 first and then along its row: in chess those of
    /// a8, h8, h1, a1.
    pub corners_px: [[f64; 2]; 4],
    /// Whether each square is visible, row by row: `false` if at least half of the square and its piece is covered by a
    /// hand or outside the photo.
    pub visible: Vec<bool>,
    /// Fraction of each square's surface that pieces of other squares hide, 0..1.
    pub screened: Vec<f32>,
    /// Number of plies played.
    pub ply: usize,
    /// The piece on each square.
    #[serde(skip)]
    pub placement: Placement,
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
    board: Texels,
    table: [f32; 3],
    /// Colours of the pieces, by side.
    sides: [[f32; 3]; 2],
    /// Colours of the dots on kings, by side.
    dots: [[f32; 3]; 2],
    /// A solid for each of [`Kind::ALL`], and its slices for shadows.
    shapes: Vec<(Solid, Vec<(V3, f32)>)>,
}

/// A piece in its position.
#[derive(Clone, Copy)]
struct Standing {
    figure: Figure,
    /// Its square, or [`BESIDE`].
    owner: u16,
    foot: [f32; 2],
    /// Cosine and sine of the direction it faces.
    facing: [f32; 2],
    tone: f32,
}

/// Owner of a pixel: the square of a piece by its index, or one of these.
const GROUND: u16 = u16::MAX;
const HAND: u16 = u16::MAX - 1;
const BESIDE: u16 = u16::MAX - 2;

impl Renderer {
    /// # Errors
    /// [`SceneError::Range`].
    pub fn new(scene: &Scene, seed: u64) -> Result<Self, SceneError> {
        scene.check()?;
        let set = &scene.pieces;
        let shape = |kind| {
            let solid = solid(kind, set);
            let slices = solid.slices();
            (solid, slices)
        };
        Ok(Self {
            scene: scene.clone(),
            seed,
            board: surface::paint(&scene.board, seed),
            table: linear(scene.board.table),
            sides: [linear(set.black), linear(set.white)],
            dots: [linear(set.dots[1]), linear(set.dots[0])],
            shapes: Kind::ALL.map(shape).into(),
        })
    }

    fn shape(&self, kind: Kind) -> &(Solid, Vec<(V3, f32)>) {
        &self.shapes[kind as usize]
    }

    /// Renders photo `index` of the series, which shows `frame`.
    ///
    /// # Panics
    /// If the frame has another size than the scene's board.
    #[must_use]
    pub fn render(&self, index: usize, frame: &Frame) -> Photo {
        let scene = &self.scene;
        let (size, seed) = (scene.board.size, self.seed);
        assert_eq!(
            frame.placement.len(),
            size * size,
            "the frame's size is not the scene's"
        );
        let standing = self.stand(frame);
        let mut stage = self.stage(index, frame, &standing);
        for piece in &standing {
            stage.draw_piece(piece);
        }
        stage.draw_hand();
        stage.draw_ground();
        blur(&mut stage.colours, stage.width, scene.sensor.blur);
        let image = expose(&stage.colours, &scene.photo, &scene.sensor, seed, index);
        let edge = size as f32 - 0.5;
        let corner = |c: f32, r: f32| stage.camera.project([c, r, 0.0]).map(f64::from);
        let (visible, screened) = (0..size * size)
            .map(|p| stage.seen(p, standing.iter().find(|s| usize::from(s.owner) == p)))
            .unzip();
        Photo {
            image,
            corners_px: [
                corner(-0.5, -0.5),
                corner(edge, -0.5),
                corner(edge, edge),
                corner(-0.5, edge),
            ],
            visible,
            screened,
            ply: frame.ply,
            placement: frame.placement.clone(),
            quality: scene.photo.quality,
        }
    }

    /// Prepares camera, lamp, hand and shadows of a photo.
    fn stage(&self, index: usize, frame: &Frame, standing: &[Standing]) -> Stage<'_> {
        let scene = &self.scene;
        let (size, seed) = (scene.board.size, self.seed);
        let tallest = frame
            .placement
            .iter()
            .flatten()
            .map(|f| self.shape(f.kind).0.height)
            .fold(0.0, f32::max);
        let light = Light::of(&scene.lamp, size, seed, index);
        let extent = Extent {
            size,
            margin: 0.5 + scene.board.frame,
            // The framing is the same for all games.
            height: self.shape(Kind::King).0.height,
        };
        let camera = Camera::fixed(&scene.camera, &scene.photo, extent, seed, index);
        let varnish = Varnish::new(scene.board.varnish, &camera, size, seed);
        let hand = frame.hand.map(|pose| {
            let size = HandSize {
                // Squares are about two and a half times as wide as the line spacing of a Go board.
                scale: 0.42,
                lift: 0.6 * tallest,
                nails: scene.hands.nails,
            };
            Hand::new(&camera, &pose, size, light.direction, seed)
        });
        let mut shadows = Shadows::new(-4.0, size as f32 + 3.0, light.direction);
        for piece in standing {
            for (centre, radius) in &self.shape(piece.figure.kind).1 {
                shadows.cast(piece.place(*centre), *radius);
            }
        }
        let depth = scene.lamp.shadow;
        shadows.settle(depth, |c, r| {
            light.people(c, r) * hand_shade(hand.as_ref(), depth, c, r)
        });
        let (width, height) = (scene.photo.width as usize, scene.photo.height as usize);
        Stage {
            renderer: self,
            light,
            camera,
            hand,
            shadows,
            varnish,
            width,
            height,
            colours: vec![[0.0; 3]; width * height],
            depths: vec![f32::MAX; width * height],
            owners: vec![GROUND; width * height],
        }
    }

    /// Positions the pieces on their squares, with the placement error.
    fn stand(&self, frame: &Frame) -> Vec<Standing> {
        let size = self.scene.board.size;
        let mut standing = Vec::new();
        for (p, figure) in frame.placement.iter().enumerate() {
            let Some(figure) = *figure else { continue };
            let key = self.seed ^ (p as u64) << 20;
            let number = u64::from(frame.stance[p]);
            let edge = match figure.kind {
                Kind::Man | Kind::Crowned => 0.75,
                _ => 0.5,
            };
            let room = (edge - self.shape(figure.kind).0.base).max(0.0);
            let off = [60, 61].map(|k| {
                let off = self.scene.pieces.misplaced * normal(key, k, number);
                off.clamp(-room, room)
            });
            // Roughly towards the opponent.
            let ahead = if figure.color == Color::White {
                -1.57
            } else {
                1.57
            };
            let facing: f32 = ahead + 0.5 * normal(key, 63, number);
            standing.push(Standing {
                figure,
                owner: p as u16,
                foot: [(p % size) as f32 + off[0], (p / size) as f32 + off[1]],
                facing: [facing.cos(), facing.sin()],
                tone: 1.0 + 0.05 * normal(key, 62, number),
            });
        }
        if self.scene.board.captured {
            standing.extend(self.beside(frame));
        }
        standing
    }

    /// Captured pieces in two rows beside the board, each at its captor's right hand.
    fn beside(&self, frame: &Frame) -> impl Iterator<Item = Standing> {
        let last = (self.scene.board.size - 1) as f32;
        let off = 1.1 + self.scene.board.frame;
        let mut count = [0u8; 2];
        frame.captured.iter().map(move |&figure| {
            let n = &mut count[figure.color.index()];
            let (row, line) = (f32::from(*n % 8), f32::from(*n / 8));
            *n += 1;
            let key = u64::from(*n) + 100 * figure.color.index() as u64;
            let stray = [64, 65].map(|k| 0.1 * normal(self.seed, k, key));
            let room = match figure.kind {
                Kind::Man | Kind::Crowned => 0.9,
                _ => 0.75,
            };
            let (x, y) = (
                off + room * line + stray[0],
                0.3 + room * row + 1.5 * stray[1],
            );
            let foot = match figure.color {
                Color::Black => [last + x, last - y],
                Color::White => [-x, y],
            };
            let turn: f32 = 6.3 * uniform(self.seed, 66, key);
            Standing {
                figure,
                owner: BESIDE,
                foot,
                facing: [turn.cos(), turn.sin()],
                tone: 1.0,
            }
        })
    }
}

impl Standing {
    /// From the piece's axes to the board's.
    fn place(&self, p: V3) -> V3 {
        let [x, y, z] = self.turn(p);
        [x + self.foot[0], y + self.foot[1], z]
    }

    fn turn(&self, p: V3) -> V3 {
        let [c, s] = self.facing;
        [c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]]
    }

    /// From the board's axes to the piece's.
    fn turn_back(&self, p: V3) -> V3 {
        let [c, s] = self.facing;
        [c * p[0] + s * p[1], c * p[1] - s * p[0], p[2]]
    }
}

/// A photo being drawn.
struct Stage<'a> {
    renderer: &'a Renderer,
    light: Light,
    camera: Camera,
    hand: Option<Hand>,
    shadows: Shadows,
    varnish: Varnish,
    width: usize,
    height: usize,
    colours: Vec<[f32; 3]>,
    depths: Vec<f32>,
    owners: Vec<u16>,
}

impl Stage<'_> {
    /// Draws a piece where it is nearer than what is drawn already.
    fn draw_piece(&mut self, piece: &Standing) {
        let solid = &self.renderer.shape(piece.figure.kind).0;
        let corners = (0..8u8).map(|i| {
            let side = |bit: u8| if i >> bit & 1 == 0 { -1.0 } else { 1.0 } * solid.radius;
            let z = f32::from(i >> 2) * solid.height;
            self.camera
                .project([piece.foot[0] + side(0), piece.foot[1] + side(1), z])
        });
        let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
        for corner in corners {
            for k in 0..2 {
                low[k] = low[k].min(corner[k] - 1.0);
                high[k] = high[k].max(corner[k] + 2.0);
            }
        }
        let foot = [piece.foot[0], piece.foot[1], 0.0];
        let from = piece.turn_back(add(self.camera.place, foot, -1.0));
        for y in low[1].max(0.0) as usize..(high[1].max(0.0) as usize).min(self.height) {
            for x in low[0].max(0.0) as usize..(high[0].max(0.0) as usize).min(self.width) {
                let i = y * self.width + x;
                let ray = self.camera.ray(x as f32, y as f32);
                let Some(hit) = solid.hit(from, piece.turn_back(ray)) else {
                    continue;
                };
                if hit.t < self.depths[i] {
                    self.depths[i] = hit.t;
                    self.owners[i] = piece.owner;
                    self.colours[i] = self.polish(piece, solid, &hit, ray);
                }
            }
        }
    }

    /// Colour of a piece's surface.
    fn polish(&self, piece: &Standing, solid: &Solid, hit: &Hit, ray: V3) -> [f32; 3] {
        let scene = &self.renderer.scene;
        let normal = piece.turn(hit.normal);
        let place = piece.place(hit.place);
        let dotted = piece.figure.kind == Kind::Crowned
            && scene.pieces.crowned == Crowned::Dotted
            && hit.normal[2] > 0.8
            && hit.place[0].hypot(hit.place[1]) < scene.pieces.dot;
        let colours = match dotted {
            true => &self.renderer.dots,
            false => &self.renderer.sides,
        };
        let body = colours[piece.figure.color.index()];
        let light = self.light.direction;
        let dark = scene.lamp.shadow * self.shadows.above(place);
        let lit = dot(normal, light).max(0.0) * (1.0 - dark);
        let view = unit(ray.map(|v| -v));
        let shine = dot(normal, unit(add(view, light, 1.0))).max(0.0) * (1.0 - dark);
        let glint = scene.pieces.gloss * 0.3 * (shine.powi(40) + 0.15 * shine.powi(8));
        // The sky lights the tops more; near the board there is less of it.
        let mut sky = (0.32 + 0.1 * normal[2]) * (0.7 + (0.6 * hit.place[2]).min(0.3));
        if let Some([forward, up, offset]) = solid.groove
            && (forward * hit.place[0] + up * hit.place[2] - offset).abs() < 0.014
        {
            sky *= 0.25;
        }
        let [c, r, _] = place;
        let dim = self.light.people(c, r) * hand_shade(self.hand.as_ref(), scene.lamp.shadow, c, r);
        let tone = piece.tone * (sky + 0.62 * lit) * dim;
        std::array::from_fn(|k| (body[k] * tone + glint * dim) * self.light.colour[k])
    }

    /// Draws the hand where it is nearer than the pieces.
    fn draw_hand(&mut self) {
        let Some(hand) = &self.hand else { return };
        for i in 0..self.colours.len() {
            let (x, y) = (i % self.width, i / self.width);
            if let Some((skin, depth)) = hand.at(x as f32, y as f32)
                && depth < self.depths[i]
            {
                self.depths[i] = depth;
                self.owners[i] = HAND;
                self.colours[i] = std::array::from_fn(|k| skin[k] * self.light.colour[k]);
            }
        }
    }

    /// Draws the board and the table where nothing else is drawn.
    fn draw_ground(&mut self) {
        for i in 0..self.colours.len() {
            if self.owners[i] != GROUND {
                continue;
            }
            let ray = self
                .camera
                .ray((i % self.width) as f32, (i / self.width) as f32);
            self.colours[i] = if ray[2] > -1e-3 {
                [0.05; 3]
            } else {
                let t = -self.camera.place[2] / ray[2];
                let [c, r, _] = add(self.camera.place, ray, t);
                self.ground(c, r, ray)
            };
        }
    }

    fn ground(&self, c: f32, r: f32, ray: V3) -> [f32; 3] {
        let scene = &self.renderer.scene;
        let board = &scene.board;
        let near = -0.5 - board.frame;
        let far = board.size as f32 - 0.5 + board.frame;
        let dim = self.shadows.light(c, r);
        let lit = (0.35 + 0.65 * self.light.direction[2]) * dim;
        let outside = |v: f32| (near - v).max(v - far).max(0.0);
        let (oc, or) = (outside(c), outside(r));
        let (colour, glare) = if oc == 0.0 && or == 0.0 {
            let glare = self.light.glare(c, r, board.size);
            (
                self.renderer.board.at(c, r),
                0.22 * scene.lamp.glare * glare * dim + 0.3 * self.varnish.at(c, r, ray),
            )
        } else {
            // The board is slightly higher than the table and shades it.
            let edge = 1.0 - 0.5 * (1.0 - oc.hypot(or) / 0.4).clamp(0.0, 1.0);
            let tone = 1.0 + 0.08 * smooth2(self.renderer.seed ^ 9, 1.7 * c, 0.3 * r);
            (self.renderer.table.map(|v| v * tone * edge), 0.0)
        };
        std::array::from_fn(|k| (colour[k] * lit + glare) * self.light.colour[k])
    }

    /// Whether a square is visible, and the fraction of its surface that other pieces hide.
    fn seen(&self, square: usize, piece: Option<&Standing>) -> (bool, f32) {
        const STEPS: i16 = 2;
        let size = self.renderer.scene.board.size;
        let (c, r) = ((square % size) as f32, (square / size) as f32);
        let (mut samples, mut gone, mut ground, mut hidden) = (0.0, 0.0, 0.0f32, 0.0);
        for j in -STEPS..=STEPS {
            for i in -STEPS..=STEPS {
                let owner = self.owner([c + 0.18 * f32::from(i), r + 0.18 * f32::from(j), 0.0]);
                samples += 1.0;
                ground += 1.0;
                match owner {
                    None | Some(HAND) => gone += 1.0,
                    Some(GROUND) => {}
                    Some(other) if usize::from(other) == square => {}
                    Some(_) => hidden += 1.0,
                }
            }
        }
        if let Some(piece) = piece {
            let height = self.renderer.shape(piece.figure.kind).0.height;
            for k in 0..8u8 {
                let z = height * (f32::from(k) + 0.5) / 8.0;
                samples += 2.0;
                if matches!(
                    self.owner([piece.foot[0], piece.foot[1], z]),
                    None | Some(HAND)
                ) {
                    gone += 2.0;
                }
            }
        }
        (gone < 0.5 * samples, hidden / ground)
    }

    /// Owner of the pixel of a point in space; `None` outside the photo.
    fn owner(&self, place: V3) -> Option<u16> {
        let [x, y] = self.camera.project(place).map(f32::round);
        let inside =
            (0.0..self.width as f32).contains(&x) && (0.0..self.height as f32).contains(&y);
        inside.then(|| self.owners[y as usize * self.width + x as usize])
    }
}

/// Fraction of the light that the shadow of a hand leaves.
fn hand_shade(hand: Option<&Hand>, depth: f32, c: f32, r: f32) -> f32 {
    1.0 - depth * 0.7 * hand.map_or(0.0, |h| h.shade(c, r))
}
