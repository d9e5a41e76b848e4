//! Compares the decoders on the same series.
//!
//! `cargo bench -p search-bench -- --warm-up-time 1 --measurement-time 3`

use board_core::Observation;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use search_bench::{Noise, Setting, go, simulate};
use sequence_search::{Settings, decode};

fn decoders(c: &mut Criterion) {
    let mut group = c.benchmark_group("decode");
    group.sample_size(10);
    let clean = Noise {
        errors: 0.002,
        ..Noise::default()
    };
    let noisy = Noise {
        errors: 0.1,
        ..Noise::default()
    };
    let hand = Noise {
        errors: 0.01,
        hand: true,
        late: true,
        ..Noise::default()
    };
    let cases = [
        ("Go 9, clean", 9, 20, clean),
        ("Go 9, 10 %", 9, 40, noisy),
        ("Go 19, 10 %", 19, 200, noisy),
        ("Go 19, hand", 19, 200, hand),
    ];
    for (name, side, plies, noise) in cases {
        let setting = Setting {
            plies,
            rate: 0.5,
            noise,
        };
        let series = simulate(&go::board(side), &setting, 1, go::natural);
        group.throughput(Throughput::Elements(series.readings.frames() as u64));
        let mut run = |decoder: &str, settings: Settings| {
            group.bench_with_input(BenchmarkId::new(decoder, name), &settings, |b, settings| {
                b.iter(|| decode(&series.start, &series.readings, settings));
            });
        };
        run("exact", Settings::exact());
        run("beam 16", Settings::beam(16));
        run("beam 64", Settings::beam(64));
        // With noise on a large board it takes minutes.
        if plies == 20 {
            run("paper", Settings::paper());
        }
    }
    group.finish();
}

criterion_group!(benches, decoders);
criterion_main!(benches);
