//! Reads the photos of a truth file with the true positions and prints what was wrong.
#![allow(clippy::print_stdout)]
use board_geom::{Locator, ViewLayout};
use stone_detect::{Mixture, features};
fn main() {
    let folder = std::env::args().nth(1).unwrap();
    let truth: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(format!("{folder}/truth.json")).unwrap())
            .unwrap();
    for (name, t) in truth.as_object().unwrap() {
        let bytes = std::fs::read(format!("{folder}/{name}")).unwrap();
        let photo = image::load_from_memory(&bytes).unwrap().to_rgb8();
        let Ok(found) = Locator::default().locate(&photo) else {
            println!("{name}: none");
            continue;
        };
        let view = found.grid.rectify(
            &photo,
            ViewLayout::new(found.grid.cols, found.grid.rows, 24.0),
        );
        let f = features::measure(&view).points;
        for m in [Mixture::default(), Mixture::fit(&f, 10)] {
            let mut bad = vec![];
            let mut least: f32 = 99.0;
            for (i, p) in f.iter().enumerate() {
                let n = found.grid.cols;
                let want = ".XO"
                    .find(t["rows"][i / n].as_str().unwrap().as_bytes()[i % n] as char)
                    .unwrap();
                let c = m.costs(p);
                let got = (0..3).min_by(|&a, &b| c[a].total_cmp(&c[b])).unwrap();
                for o in 0..3 {
                    if o != want {
                        least = least.min(c[o] - c[want]);
                    }
                }
                if got != want {
                    bad.push((
                        i % n,
                        i / n,
                        want,
                        got,
                        c.map(|v| v.round()),
                        p.map(|v| (v * 100.).round() / 100.),
                    ));
                }
            }
            println!(
                "{name}: {} wrong, least margin {least:.1} {:?}",
                bad.len(),
                bad
            );
        }
    }
}
