//! Renders the presets and some random scenes side by side: `cargo run --release -p board-sim
//! --example contact_sheet -- sheet.png`.

use board_core::Occupancy;
use board_sim::{HandPose, Renderer, Scene, TableFrame};
use image::RgbImage;

fn main() {
    let out = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "sheet.png".to_owned());
    let mut scenes = vec![Scene::easy(), Scene::default(), Scene::hard()];
    scenes.extend((0..6).map(Scene::random));
    let (w, h) = (640, 480);
    let mut sheet = RgbImage::new(3 * w, 3 * h);
    for (i, mut scene) in scenes.into_iter().enumerate() {
        (scene.photo.width, scene.photo.height) = (w, h);
        let mut table = TableFrame::bare(19);
        for p in 0..361usize {
            let mixed = board_core::zobrist::splitmix64(i as u64, p as u64) % 100;
            table.contents[p] = match mixed {
                0..18 => Occupancy::Black,
                18..36 => Occupancy::White,
                _ => Occupancy::Empty,
            };
        }
        if i % 3 == 1 {
            table.hand = Some(HandPose {
                tip: [11.0, 9.0],
                from: 1.4,
                person: i as u64,
            });
        }
        let photo = Renderer::new(&scene, i as u64)
            .expect("a valid scene")
            .render(i, &table);
        let (x, y) = ((i as u32 % 3) * w, (i as u32 / 3) * h);
        image::imageops::replace(&mut sheet, &photo.image, x.into(), y.into());
    }
    sheet.save(out).expect("a writable file");
}
