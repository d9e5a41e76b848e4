//! Time per photo of the default settings and of the paper's, side by side.
//!
//! `cargo bench -p sequence-search -- --warm-up-time 1 --measurement-time 2`

#[path = "../tests/common/mod.rs"]
mod common;

use common::scene::{PAPER, Scene, play};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sequence_search::{Settings, decode};

fn decoders(c: &mut Criterion) {
    let mut group = c.benchmark_group("decode");
    group.sample_size(10);
    let clean = ("clean 9x9", Scene::clean(9, 20, 60));
    let paper = PAPER.map(|(name, moves, photos, _)| (name, Scene::paper(moves, photos)));
    for (name, scene) in [clean].into_iter().chain(paper) {
        let series = play(&scene, 0);
        group.throughput(Throughput::Elements(scene.frames as u64));
        let mut run = |id: BenchmarkId, settings: Settings| {
            group.bench_with_input(id, &settings, |b, settings| {
                b.iter(|| decode(&series.start, &series.evidence, settings));
            });
        };
        run(BenchmarkId::new("default", name), Settings::default());
        // Its weak bound reaches the node limit in every window of the noisy games, so that the
        // longer ones only take longer.
        if scene.frames < 70 {
            run(BenchmarkId::new("paper", name), Settings::paper());
        }
    }
    group.finish();
}

criterion_group!(benches, decoders);
criterion_main!(benches);
