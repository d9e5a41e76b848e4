//! Renders the presets and random scenes of pieces on squares side by side, and says how long a
//! photo takes: `cargo run --release -p board-sim --example pieces_sheet -- sheet.png`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use board_sim::HandPose;
use board_sim::pieces::{Frame, Renderer, Scene, placement};
use image::RgbImage;

fn main() {
    let out = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "pieces.png".to_owned());
    let start = "rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR";
    let middle = "r.bq.rk. pp..ppbp ..np.np. ........ ..PNP... ..N.BP.. PP.Q..PP R...KB.R";
    let checkers = ".m.m.m.m m...m... .m.m...c ..M..... .m...M.. M.m...M. .M.C.M.M M...M.M.";
    let draughts = ".m.m.m.m.m m.m.m.m.m. .m.m.m...m m.....m.m. ...C.m.... \
                    ....M...M. .M...M.M.M M.M.M.M.M. .M.M.M.M.M M.M...c.M.";
    let mut scenes = vec![Scene::clean(), Scene::default(), Scene::hard(1)];
    scenes.extend((1..4).map(Scene::hard));
    scenes.extend((0..6).map(Scene::random));
    scenes.extend((0..6).map(|seed| Scene::random(seed).with_men(seed)));
    let mut sheet = RgbImage::new(3 * 640, 6 * 480);
    for (i, mut scene) in scenes.into_iter().enumerate() {
        let diagram = match i {
            8 => draughts,
            12.. => checkers,
            _ if i % 3 == 0 => start,
            _ => middle,
        };
        let mut frame = Frame::of(placement(diagram));
        if i == 8 {
            scene.board.size = 10;
        }
        if i < 12 && i % 3 == 2 {
            frame.captured = "ppPPnb"
                .chars()
                .filter_map(board_sim::pieces::Figure::from_letter)
                .collect();
            frame.hand = Some(HandPose {
                tip: [4.0, 3.0],
                from: 1.4,
                person: 0,
            });
        }
        let renderer = Renderer::new(&scene, i as u64).expect("a valid scene");
        let clock = Instant::now();
        let photo = renderer.render(i, &frame);
        println!("scene {i}: {:.1} ms", 1e3 * clock.elapsed().as_secs_f64());
        let (x, y) = ((i as i64 % 3) * 640, (i as i64 / 3) * 480);
        image::imageops::replace(&mut sheet, &photo.image, x, y);
    }
    sheet.save(out).expect("a writable file");
}
