//! Order statistics.

/// The median; reorders the values. 0 if there are none.
pub(crate) fn median(values: &mut [f32]) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// The value below which half of the weight lies.
pub(crate) fn weighted_median(mut values: Vec<(f32, f32)>) -> f32 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut left: f32 = 0.5 * values.iter().map(|v| v.1).sum::<f32>();
    let middle = values.iter().find(|v| {
        left -= v.1;
        left <= 0.0
    });
    middle.map_or(0.0, |v| v.0)
}
