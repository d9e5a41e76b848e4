use board_geom::{Locator, Tracker, ViewLayout};
use board_sim::{PhotoFormat, Renderer, Scene, ScriptOptions, script};
fn main() {
    board_geom::parallel::use_this_thread();
    let what = std::env::args().nth(1).unwrap();
    let path = "/tmp/loc12.jpg";
    if !std::path::Path::new(path).exists() {
        let scene = Scene { photo: PhotoFormat { width: 4000, height: 3000, quality: 90 }, ..Scene::default() };
        let record = go_rules::record::Record::read(kibitzer::replay::go::DEMO_GAME).unwrap().remove(0);
        let moves: Vec<_> = record.moves.iter().map(|play| play.mv).collect();
        let options = ScriptOptions { photos: 240, hands: 0.0, lag: true, seed: 1 };
        let table = script(&record.start().unwrap(), &moves, &options);
        let photo = Renderer::new(&scene, 1).unwrap().render(200, &table[200]);
        std::fs::write(path, photo.to_jpeg()).unwrap();
    }
    let image = image::load_from_memory(&std::fs::read(path).unwrap()).unwrap().into_rgb8();
    let found = Locator::default().locate(&image).unwrap();
    let layout = ViewLayout::new(19, 19, 24.0);
    let mut tracker = Tracker::new(found.grid);
    let t = std::time::Instant::now();
    for _ in 0..20 {
        match what.as_str() {
            "locate" => { std::hint::black_box(Locator::default().locate(&image).unwrap()); }
            "follow" => { std::hint::black_box(tracker.follow(&image)); }
            "shrink" => { std::hint::black_box(board_geom::shrink(&image, 1280)); }
            "sum" => { std::hint::black_box(image.as_raw().iter().map(|v| u64::from(*v)).sum::<u64>()); }
            _ => { std::hint::black_box(found.grid.rectify(&image, layout)); }
        }
    }
    println!("{what} {:.1} ms {:?}", t.elapsed().as_secs_f64() * 50.0, found.grid.corners());
}
