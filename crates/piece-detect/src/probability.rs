//! Costs in nats from probabilities and log odds.

/// Costs from log probabilities that need not be normalised.
pub(crate) fn normalised_costs(logs: [f32; 3]) -> [f32; 3] {
    let most = logs.into_iter().fold(f32::MIN, f32::max);
    let total = most + logs.map(|l| (l - most).exp()).iter().sum::<f32>().ln();
    logs.map(|l| total - l)
}

/// The cost of an event with these log odds against it.
pub(crate) fn softplus(log: f32) -> f32 {
    log.max(0.0) + (-log.abs()).exp().ln_1p()
}
