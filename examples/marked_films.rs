//! Films games of a PDN file on the marked board under three lamps and records them:
//! `cargo run --release --example marked_films -- GAMES.pdn [GAMES [SEEDS [LAMPS [FIRST]]]]`.
//!
//! Defaults: 20 games of at least 30 moves, from number 0 on, seeds `1-3`, lamps `6500,4000,2700` (kelvin).
#![allow(clippy::print_stdout)]

mod common;

use std::time::Instant;

use board_sim::pieces::Scene;
use checkers_rules::Position;
use common::Arguments;
use kibitzer::replay::marked;
use rayon::prelude::*;

/// Daylight, a neutral tube and a bulb, in kelvin.
const LAMPS: &str = "6500,4000,2700";
/// Nails without paint, and painted like the markers.
const NAILS: [Option<[u8; 3]>; 3] = [None, Some([20, 130, 200]), Some([235, 215, 30])];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::given();
    let (count, first) = (arguments.number(1, 20)?, arguments.number(4, 0)?);
    let seeds = arguments.seeds(2, "1-3")?;
    let lamps = arguments.text(3, LAMPS).split(',').map(str::parse);
    let lamps: Vec<f32> = lamps.collect::<Result<_, _>>()?;
    let long = arguments.games(30, first, count)?;
    for kelvin in lamps {
        for seed in seeds.clone() {
            let begun = Instant::now();
            let films: Vec<_> = (0..long.len())
                .into_par_iter()
                .map(|i| {
                    let mut scene = Scene::marked();
                    (scene.lamp.kelvin, scene.lamp.white_balance) = (kelvin, 0.6);
                    // From above, or tilted to any side.
                    let key = i + 7 * seed as usize;
                    scene.camera.tilt = [2.0, 12.0, 22.0, 32.0][key % 4];
                    scene.camera.azimuth = [0.0, 90.0, 180.0, 14.0, -95.0][key % 5];
                    scene.hands.nails = NAILS[(i + seed as usize) % 3];
                    let outcome =
                        marked::replay::<Position>(&long[i], &scene, seed * 1000 + i as u64);
                    (i, scene, outcome)
                })
                .collect();
            let mut sums = [0; 7];
            for (i, scene, outcome) in films {
                let film = match outcome {
                    Ok(film) => film,
                    Err(error) => {
                        println!("  game {i}: {error} (tilt {})", scene.camera.tilt);
                        sums[0] += 1;
                        continue;
                    }
                };
                if !film.is_faultless() || film.left_out > 0 {
                    println!(
                        "  game {i}, tilt {}, azimuth {}, nails {:?}: {} of {} right, hands accepted in photos {:?}, {} left out; {:?}",
                        scene.camera.tilt,
                        scene.camera.azimuth,
                        scene.hands.nails,
                        film.comparison.right,
                        film.plies,
                        film.accepted,
                        film.left_out,
                        film.comparison.differences.first()
                    );
                }
                let row = [
                    1,
                    usize::from(film.is_faultless()),
                    film.plies,
                    film.comparison.right,
                    film.hands,
                    film.accepted.len(),
                    film.left_out,
                ];
                for (sum, v) in sums.iter_mut().zip(row) {
                    *sum += v;
                }
            }
            let [films, faultless, plies, right, hands, accepted, left_out] = sums;
            println!(
                "{kelvin} K, seed {seed}: {faultless} of {films} films faultless; {right} of {plies} moves right; \
                 {accepted} of {hands} photos with a hand accepted; {left_out} without one left out; {:.0} s",
                begun.elapsed().as_secs_f64()
            );
        }
    }
    Ok(())
}
