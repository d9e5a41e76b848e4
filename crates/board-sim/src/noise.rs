//! Random numbers that are functions of their arguments, so that photos can be rendered in any order.

/// A hash of a few numbers, uniform in 0..1.
pub(crate) fn uniform(seed: u64, a: u64, b: u64) -> f32 {
    let mixed = board_core::zobrist::splitmix64(seed ^ a.wrapping_mul(0x9E37_79B9), b);
    (mixed >> 40) as f32 / (1u64 << 24) as f32
}

/// Approximately normal, with mean 0 and standard deviation 1.
pub(crate) fn normal(seed: u64, a: u64, b: u64) -> f32 {
    let sum: f32 = (0..4)
        .map(|k| uniform(seed, a, b.wrapping_mul(4).wrapping_add(k)))
        .sum();
    (sum - 2.0) * 1.732
}

/// Smooth noise of one variable, about −1..1: interpolated random values at integers.
pub(crate) fn smooth(seed: u64, channel: u64, t: f32) -> f32 {
    let i = t.floor();
    let f = t - i;
    let at = |i: f32| 2.0 * uniform(seed, channel, (i as i64 + 1_000_000) as u64) - 1.0;
    let s = f * f * (3.0 - 2.0 * f);
    at(i) * (1.0 - s) + at(i + 1.0) * s
}

/// Smooth noise of two variables, about −1..1.
pub(crate) fn smooth2(seed: u64, x: f32, y: f32) -> f32 {
    let (i, j) = (floor(x) as f32, floor(y) as f32);
    let (fx, fy) = (x - i, y - j);
    let at = |dx: f32, dy: f32| {
        2.0 * uniform(
            seed,
            (i + dx) as i64 as u64 & 0xFFFF_FFFF,
            (j + dy) as i64 as u64 & 0xFFFF_FFFF,
        ) - 1.0
    };
    let (sx, sy) = (fx * fx * (3.0 - 2.0 * fx), fy * fy * (3.0 - 2.0 * fy));
    let top = at(0.0, 0.0) * (1.0 - sx) + at(1.0, 0.0) * sx;
    let bottom = at(0.0, 1.0) * (1.0 - sx) + at(1.0, 1.0) * sx;
    top * (1.0 - sy) + bottom * sy
}

/// The floor of a number. (Without SSE 4.1, `f32::floor` is a function call.)
pub(crate) fn floor(v: f32) -> i32 {
    let whole = v as i32;
    whole - i32::from(whole as f32 > v)
}
