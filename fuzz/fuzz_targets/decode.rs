//! Evidence from anywhere: `cargo fuzz run decode --sanitizer none`.
//!
//! Whatever the costs and prices, decoding ends with an error that names a value or with a legal game
//! that costs no less than its bound.
#![no_main]

use board_core::{MoveGen, Observation, Occupancy};
use go_rules::{Position, Size};
use libfuzzer_sys::fuzz_target;
use sequence_search::{Proof, Settings, Stream, decode};

const SIDE: usize = 4;
const POINTS: usize = SIDE * SIDE;

struct Evidence<'a>(&'a [u8]);

fn number(byte: u8) -> f32 {
    match byte {
        255 => f32::INFINITY,
        254 => f32::NEG_INFINITY,
        253 => f32::MAX,
        b => f32::from(b) / 16.0 - 4.0,
    }
}

impl Observation for Evidence<'_> {
    type Cell = Occupancy;
    fn frames(&self) -> usize {
        (self.0.len() / (3 * POINTS)).min(24)
    }
    fn points(&self) -> usize {
        POINTS
    }
    fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
        let at = 3 * (frame * POINTS + point);
        (self.0[at] != 252).then(|| number(self.0[at + cell as usize]))
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((prices, bytes)) = bytes.split_first_chunk::<12>() else {
        return;
    };
    let mut settings = Settings::beam(usize::from(prices[0] % 32));
    if prices[1] & 1 == 1 {
        settings.method = Settings::exact().method;
    }
    settings.nodes_per_frame = usize::from(prices[1] / 4);
    (settings.n_best, settings.posteriors) = (usize::from(prices[2] % 4), prices[2] & 4 == 4);
    settings.margin = f32::from(prices[2] / 64);
    let model = &mut settings.model;
    let price = |i: usize| number(prices[i]) + 4.0;
    (model.placement, model.departure) = (price(3), price(4));
    (model.pass, model.lag, model.in_hand) = (price(5), price(6), price(7));
    (model.touch, model.still, model.extra_ply) = (price(8), price(9), price(10));
    model.plies_per_frame = usize::from(prices[11] % 5);
    model.patience = usize::from(prices[11] / 5);
    let start = Position::initial(Size::square(SIDE).expect("a size"));
    let evidence = Evidence(bytes);
    if let Ok(game) = decode(&start, &evidence, &settings) {
        assert!(game.lower_bound <= game.cost + 1e-3);
        assert!(game.proof != Proof::Optimal || game.lower_bound == game.cost);
        for game in game.others.iter().chain([&game]) {
            let mut position = start.clone();
            for ply in &game.plies {
                position.set_to_move(ply.side);
                assert!(position.is_legal(ply.mv));
                position.play(ply.mv);
            }
        }
    }
    let mut stream = Stream::new(start, settings).lag(4).every(3);
    for frame in 0..evidence.frames() {
        if stream.push(&evidence, frame).is_err() {
            return;
        }
        assert!(stream.frames_kept() <= 7);
    }
    let _ = stream.finish();
});
