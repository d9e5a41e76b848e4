//! Instructions of the inner loops, counted by callgrind. See `benches/inner_loops.rs`.
