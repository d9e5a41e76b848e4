//! Random boards to train the networks on, more varied than real ones.

use board_core::Color;
use board_geom::{Grid, View, ViewLayout};
use board_sim::pieces::{Figure, Kind, Placement, Scene};
use image::RgbImage;

/// Random numbers from 0 to 1, determined by a seed.
pub(crate) struct Draw {
    seed: u64,
    count: u64,
}

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, count: 0 }
    }

    pub(crate) fn unit(&mut self) -> f32 {
        self.count += 1;
        let bits = board_core::zobrist::splitmix64(self.seed ^ 0x7261_6e64, self.count);
        (bits >> 40) as f32 / (1 << 24) as f32
    }

    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f32) as usize).min(n - 1)
    }

    pub(crate) fn normal(&mut self) -> f32 {
        let (u, v) = (self.unit().max(1e-7), self.unit());
        (-2.0 * u.ln()).sqrt() * (std::f32::consts::TAU * v).cos()
    }
}

pub(crate) fn placement(draw: &mut Draw) -> Placement {
    let kinds = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];
    let mut placement = vec![None; 64];
    let whites = match draw.below(8) {
        0 => 0.0,
        1 => 1.0,
        _ => 0.5,
    };
    let pieces = if draw.below(12) == 0 {
        0
    } else {
        1 + draw.below(36)
    };
    let men = draw.below(12) == 0;
    // Scattered, or in two camps.
    let camps = draw.below(3) == 0;
    for _ in 0..pieces {
        let color = if draw.unit() < whites {
            Color::White
        } else {
            Color::Black
        };
        let kind = match (men, draw.below(2)) {
            (true, _) if draw.below(6) == 0 => Kind::Crowned,
            (true, _) => Kind::Man,
            (false, 0) => Kind::Pawn,
            _ => kinds[draw.below(6)],
        };
        let mut row = draw.below(8);
        if camps {
            row = (draw.normal().abs() * 1.5) as usize % 8;
            if color == Color::White {
                row = 7 - row;
            }
        }
        placement[row * 8 + draw.below(8)] = Some(Figure { kind, color });
    }
    placement
}

/// Men and a few kings on squares of one shade, which is also returned: 0 or 1, the parity of column plus row.
pub(crate) fn men(draw: &mut Draw) -> (Placement, usize) {
    let mut placement = vec![None; 64];
    let shade = usize::from(draw.below(8) > 0);
    let whites = match draw.below(10) {
        0 => 0.0,
        1 => 1.0,
        _ => 0.5,
    };
    let camps = draw.below(2) == 0;
    // Board and players may be seen from any side.
    let across = draw.below(2) == 0;
    for _ in 0..draw.below(36) {
        let color = if draw.unit() < whites {
            Color::White
        } else {
            Color::Black
        };
        let kind = match draw.below(10) {
            0 => Kind::Crowned,
            _ => Kind::Man,
        };
        let mut row = draw.below(8);
        if camps {
            row = (draw.normal().abs() * 2.0) as usize % 8;
            if color == Color::White {
                row = 7 - row;
            }
        }
        let col = 2 * draw.below(4) + (row + shade) % 2;
        let square = if across { col * 8 + row } else { row * 8 + col };
        placement[square] = Some(Figure { kind, color });
    }
    (placement, shade)
}

/// A scene with men of all sizes, often nearly of the colour of their squares, on glossy or matt boards.
pub(crate) fn scene_of_men(seed: u64, draw: &mut Draw) -> Scene {
    let mut scene = scene(seed, draw);
    if draw.below(3) > 0 {
        scene = scene.with_men(seed);
    }
    let vary = |draw: &mut Draw, color: [u8; 3], low: f32, high: f32| {
        let gain = draw.within(low, high);
        color.map(|v| (f32::from(v) * gain * draw.within(0.8, 1.25)).clamp(4.0, 252.0) as u8)
    };
    if draw.below(2) == 0 {
        scene.board.dark = vary(draw, scene.board.dark, 0.3, 1.0);
    }
    match draw.below(4) {
        0..3 => scene.pieces.black = vary(draw, scene.board.dark, 0.5, 1.1),
        _ if draw.below(2) == 0 => {
            scene.pieces.white = vary(draw, scene.board.light, 0.7, 1.1);
        }
        _ => {}
    }
    scene.pieces.girth = draw.within(0.55, 1.2);
    scene.pieces.height = draw.within(0.4, 1.4);
    scene.pieces.relief = [0.0, draw.unit(), 1.0][draw.below(3)];
    scene.pieces.misplaced = draw.within(0.0, 0.18);
    if draw.below(2) == 0 {
        scene.camera.tilt *= 0.4;
    }
    if draw.below(3) > 0 {
        scene.board.varnish = draw.unit();
    }
    scene
}

/// The kind and length of the games that a network is trained on.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Course {
    /// A few moves, one game in six of draughts: the network trained on these reads real men best.
    Opening,
    /// To the end; one game in five is of draughts, half of those with sets and boards for men; with creases in a foil.
    Whole,
}

/// A game at its start and at some later points: pieces move and capture at random, without rules.
pub(crate) fn positions(
    draw: &mut Draw,
    draughts: bool,
    course: Course,
    count: usize,
) -> Vec<Placement> {
    let mut placement = start(draughts);
    let mut all = vec![placement.clone()];
    let few = (course == Course::Opening).then(|| 2 + draw.below(12));
    while all.len() < count {
        // A few moves, or a good part of a game.
        let moves = few.unwrap_or_else(|| (2.0 * 25.0_f32.powf(draw.unit())) as usize);
        let (mut tried, mut made) = (0, 0);
        while made < moves && few.is_none_or(|few| tried < few) {
            tried += 1;
            let (from, to) = (draw.below(64), draw.below(64));
            let captured = placement[to].is_some();
            let same = placement[from].map(|f| f.color) == placement[to].map(|f| f.color);
            // Most target squares are empty.
            if placement[from].is_some() && !same && (!captured || draw.below(3) == 0) {
                placement[to] = placement[from].take();
                made += 1;
            }
        }
        all.push(placement.clone());
    }
    all
}

/// The start position of chess, or of draughts.
fn start(draughts: bool) -> Placement {
    let back = [
        Kind::Rook,
        Kind::Knight,
        Kind::Bishop,
        Kind::Queen,
        Kind::King,
        Kind::Bishop,
        Kind::Knight,
        Kind::Rook,
    ];
    let figure = |square: usize| {
        let (col, row) = (square % 8, square / 8);
        let color = match row {
            0..3 => Color::Black,
            _ => Color::White,
        };
        let kind = match (draughts, row) {
            (true, 0..3 | 5..8) if (col + row) % 2 == 1 => Kind::Man,
            (false, 0 | 7) => back[col],
            (false, 1 | 6) => Kind::Pawn,
            _ => return None,
        };
        Some(Figure { kind, color })
    };
    (0..64).map(figure).collect()
}

/// A scene, sometimes with unusual colours.
pub(crate) fn scene(seed: u64, draw: &mut Draw) -> Scene {
    let mut scene = if draw.below(3) == 0 {
        Scene::hard(seed)
    } else {
        Scene::random(seed)
    };
    if draw.below(3) > 0 {
        let mut tint = |color: [u8; 3], low: f32, high: f32| {
            let gain = draw.within(low, high);
            color.map(|v| (f32::from(v) * gain * draw.within(0.9, 1.1)).clamp(4.0, 252.0) as u8)
        };
        let grey = |color: [u8; 3]| color.map(f32::from).iter().sum::<f32>() / 3.0;
        scene.board.light = tint(scene.board.light, 0.75, 1.3);
        scene.board.dark = tint(scene.board.dark, 0.4, 1.2);
        scene.board.frame_color = tint(scene.board.frame_color, 0.5, 1.5);
        scene.pieces.white = tint(scene.pieces.white, 0.5, 1.25);
        scene.pieces.black = tint(scene.pieces.black, 0.4, 1.4);
        if grey(scene.pieces.white) < grey(scene.pieces.black) + 40.0 {
            scene.pieces.black = scene.pieces.black.map(|v| v / 2);
        }
    }
    (scene.photo.width, scene.photo.height) =
        [(480, 360), (640, 480), (640, 480), (960, 720)][draw.below(4)];
    scene.board.grain = draw.within(0.0, 1.0) * draw.unit();
    scene.pieces.girth = draw.within(0.75, 1.15);
    scene.pieces.height = draw.within(0.75, 1.2);
    scene
}

/// The view of a photo whose corners are off by up to `off` squares.
pub(crate) fn view(image: &RgbImage, corners: [[f64; 2]; 4], off: f32, draw: &mut Draw) -> View {
    let side = (0..4)
        .map(|i| {
            let [a, b] = [corners[i], corners[(i + 1) % 4]];
            (a[0] - b[0]).hypot(a[1] - b[1]) / 8.0
        })
        .fold(f64::INFINITY, f64::min);
    let corners = corners.map(|c| c.map(|v| v + f64::from(off * draw.normal()) * side));
    let grid = Grid::from_corners(corners, 9, 9, image.dimensions())
        .and_then(|g| g.middles())
        .expect("a board in view");
    let layout = ViewLayout {
        cols: 8,
        rows: 8,
        pitch: 32.0,
        margin: 32.0,
    };
    grid.rectify(image, layout)
}

/// Moves the camera of a view slightly, since its position is not known exactly, least of all from above.
pub(crate) fn mislaid(view: &mut View, draw: &mut Draw) {
    if let Some(camera) = &mut view.camera {
        let (x, y, z) = (camera[0] - 3.5, camera[1] - 3.5, camera[2]);
        let far = draw.within(0.85, 1.15);
        *camera = [
            3.5 + far * x + 0.03 * z * draw.normal(),
            3.5 + far * y + 0.03 * z * draw.normal(),
            z * draw.within(0.85, 1.15),
        ];
    }
}

/// Adds wear, uneven colours and poor processing to a view: squares cut from different boards, stains, grain,
/// sharpening or blur, a steeper or flatter tone curve.
pub(crate) fn worn(view: &mut View, draw: &mut Draw) {
    let layout = view.layout;
    let mut squares = Vec::new();
    let strength = draw.unit().powi(2);
    let turned = draw.below(2);
    for square in 0..layout.points() {
        let along = if draw.below(8) == 0 {
            1 - turned
        } else {
            turned
        };
        squares.push(Grain {
            gain: core::array::from_fn(|_| 0.05 * strength * draw.normal()),
            tone: 0.1 * strength * draw.normal(),
            streaks: 0.1 * strength * draw.unit(),
            along,
            scale: draw.within(0.6, 4.0),
            seed: draw.seed + square as u64,
        });
    }
    let stains: Vec<([f32; 2], f32, f32)> = (0..draw.below(6))
        .map(|_| {
            let place = [draw.within(-0.5, 7.5), draw.within(-0.5, 7.5)];
            (place, draw.within(0.1, 1.2), 0.2 * strength * draw.normal())
        })
        .collect();
    let sharp = if draw.below(2) == 0 {
        draw.within(0.0, 2.0)
    } else {
        0.0
    };
    let soft = if draw.below(3) == 0 {
        draw.within(0.3, 1.6)
    } else {
        0.0
    };
    let (gamma, gain) = (draw.within(0.75, 1.35), draw.within(0.8, 1.25));
    for (x, y, pixel) in view.image.enumerate_pixels_mut() {
        let (c, r) = layout.to_board(x as f32, y as f32);
        let (col, row) = (c.round().clamp(0.0, 7.0), r.round().clamp(0.0, 7.0));
        let grain = &squares[row as usize * 8 + col as usize];
        let mut tone = grain.tone + grain.streak(x as f32, y as f32);
        for ([sc, sr], size, dark) in &stains {
            let off = (c - sc).hypot(r - sr) / size;
            tone += dark * (-off * off).exp();
        }
        for k in 0..3 {
            let v = f32::from(pixel.0[k]) * (1.0 + tone + grain.gain[k]);
            let v = 255.0 * (v.clamp(0.0, 255.0) / 255.0).powf(gamma) * gain;
            pixel.0[k] = v.clamp(0.0, 255.0) as u8;
        }
    }
    if soft > 0.0 {
        view.image = image::imageops::blur(&view.image, soft);
    }
    if sharp > 0.0 {
        let smooth = image::imageops::blur(&view.image, 1.5);
        for (pixel, smooth) in view.image.iter_mut().zip(smooth.iter()) {
            let v = f32::from(*pixel) + sharp * (f32::from(*pixel) - f32::from(*smooth));
            *pixel = v.clamp(0.0, 255.0) as u8;
        }
    }
}

/// Adds creases in a foil, or scratches: thin bright strokes that bend.
pub(crate) fn creased(view: &mut View, draw: &mut Draw) {
    let count = [0, 3, 12][draw.below(3)];
    for _ in 0..draw.below(count + 1) {
        let (mut c, mut r) = (draw.within(-0.5, 7.5), draw.within(-0.5, 7.5));
        let mut way = draw.within(0.0, std::f32::consts::TAU);
        let bright = draw.within(20.0, 140.0);
        for _ in 0..draw.below(60) {
            way += 0.25 * draw.normal();
            (c, r) = (c + 0.02 * way.cos(), r + 0.02 * way.sin());
            let (x, y) = view.layout.to_pixel(c, r);
            let (x, y) = (x.round(), y.round());
            let (width, height) = view.image.dimensions();
            if x >= 0.0 && y >= 0.0 && x < width as f32 && y < height as f32 {
                let pixel = view.image.get_pixel_mut(x as u32, y as u32);
                pixel.0 = pixel.0.map(|v| (f32::from(v) + bright).min(255.0) as u8);
            }
        }
    }
}

/// The difference of one square from others of its shade.
struct Grain {
    gain: [f32; 3],
    tone: f32,
    streaks: f32,
    along: usize,
    /// Width of a streak, in pixels of the view.
    scale: f32,
    seed: u64,
}

impl Grain {
    /// Noise that varies smoothly across the grain and hardly along it.
    fn streak(&self, x: f32, y: f32) -> f32 {
        let [across, along] = if self.along == 0 { [x, y] } else { [y, x] };
        let at = (across + 0.06 * along) / self.scale + 1000.0;
        let value = |k: f32| {
            let bits = board_core::zobrist::splitmix64(self.seed, k as u64);
            (bits >> 40) as f32 / (1 << 23) as f32 - 1.0
        };
        let (low, t) = (at.floor(), at.fract());
        self.streaks * (value(low) + t * (value(low + 1.0) - value(low)))
    }
}
