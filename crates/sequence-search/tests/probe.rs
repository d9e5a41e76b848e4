mod common;
use common::scene::*;
use sequence_search::*;
use std::time::Instant;
fn main2() {
    let width: usize = std::env::var("W").ok().map_or(64, |w| w.parse().unwrap());
    let vanish: f32 = std::env::var("V").ok().map_or(40.0, |w| w.parse().unwrap());
    let npf: usize = std::env::var("N").ok().map_or(200, |w| w.parse().unwrap());
    let seeds: u64 = std::env::var("S").ok().map_or(10, |w| w.parse().unwrap());
    let paper = std::env::var("PAPER").is_ok();
    for (name, moves, frames, fakes) in PAPER {
        for seed in 0..seeds {
            let scene = if std::env::var("EASY").is_ok() {
                Scene {
                    errors: 0.004,
                    ..Scene::clean(19, moves, frames)
                }
            } else {
                Scene::paper(moves, frames)
            };
            let p = play(&scene, seed);
            let mut s = if paper {
                Settings::paper()
            } else {
                Settings::default()
            };
            if !paper {
                s.order = Order::Sweep { width, vanish };
            }
            s.nodes_per_frame = npf;
            let t = Instant::now();
            let d = decode(&p.start, &p.evidence, &s).unwrap();
            let dt = t.elapsed().as_secs_f64() * 1e3 / frames as f64;
            let mv: Vec<u16> = d.plies.iter().map(|p| p.mv).collect();
            if p.mistakes(&mv) > 0 && std::env::var("DIFF").is_ok() {
                for (i, (a, b)) in p.moves.iter().zip(&d.plies).enumerate() {
                    if a.0 != b.mv || a.1 != b.frame {
                        println!(
                            "{i}: true {a:?} got {} at {} conf {:.3} {:?}",
                            b.mv, b.frame, b.confidence, b.side
                        );
                    }
                }
            }
            let caps: usize = d.plies.iter().map(|p| p.lags.len()).sum();
            println!(
                "{name} seed {seed}: fakes {} (>= {fakes}) mistakes {} truth {:.1} plies {} passes {} caps {caps} cost {:.1} lb {:.1} {:?} nodes {} {:.2} ms/photo",
                p.nonexistent,
                p.mistakes(&mv),
                p.cost(&s.model),
                mv.len(),
                d.plies.iter().filter(|p| p.after_pass).count(),
                d.cost,
                d.lower_bound,
                d.proof,
                d.stats.expanded,
                dt
            );
        }
    }
}
#[test]
fn probe() {
    main2()
}
