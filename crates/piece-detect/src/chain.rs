//! The sum-product algorithm on a chain: classifies the squares of one line jointly, since the appearance of each
//! depends on the pieces in front of it.

/// Probabilities of the contents of a square, up to a factor.
pub(crate) type Probabilities = [f64; 3];

/// The posterior probabilities of each square's contents given the appearance of all squares of a line, front square
/// first (sum-product on a chain, Pearl 1982; uniform prior). `likelihoods[square][content][in front][in front of
/// that]`; in front of the first squares is nothing (0).
pub(crate) fn marginals(likelihoods: &[[[Probabilities; 3]; 3]]) -> Vec<Probabilities> {
    let n = likelihoods.len();
    // forward[i][c][f]: likelihood of squares 0..=i, with content c on square i and f in front of it.
    let mut forward: Vec<[Probabilities; 3]> = Vec::with_capacity(n);
    for (i, fit) in likelihoods.iter().enumerate() {
        let mut here = [[0.0; 3]; 3];
        for (c, here) in here.iter_mut().enumerate() {
            for (f, here) in here.iter_mut().enumerate() {
                *here = match i {
                    0 if f > 0 => 0.0,
                    0 => fit[c][0][0],
                    1 => forward[0][f][0] * fit[c][f][0],
                    _ => (0..3).map(|g| forward[i - 1][f][g] * fit[c][f][g]).sum(),
                };
            }
        }
        scale(&mut here);
        forward.push(here);
    }
    // Likelihood of the squares behind i.
    let mut backward = [[1.0; 3]; 3];
    let mut out = vec![[0.0; 3]; n];
    for i in (0..n).rev() {
        for c in 0..3 {
            out[i][c] = (0..3).map(|f| forward[i][c][f] * backward[c][f]).sum();
        }
        let total: f64 = out[i].iter().sum();
        out[i] = out[i].map(|v| v / total);
        let mut before = [[0.0; 3]; 3];
        for (f, before) in before.iter_mut().enumerate() {
            for (g, before) in before.iter_mut().enumerate() {
                *before = (0..3)
                    .map(|c| likelihoods[i][c][f][g] * backward[c][f])
                    .sum();
            }
        }
        scale(&mut before);
        backward = before;
    }
    out
}

fn scale(table: &mut [Probabilities; 3]) {
    let most = table.iter().flatten().copied().fold(0.0, f64::max);
    if most > 0.0 {
        table.iter_mut().flatten().for_each(|v| *v /= most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All contents of a line, enumerated.
    fn slowly(fits: &[[[Probabilities; 3]; 3]]) -> Vec<Probabilities> {
        let n = fits.len();
        let mut out = vec![[0.0; 3]; n];
        for code in 0..3usize.pow(n as u32) {
            let content: Vec<usize> = (0..n).map(|i| code / 3usize.pow(i as u32) % 3).collect();
            let at = |i: usize, back: usize| if i >= back { content[i - back] } else { 0 };
            let fit = |i: usize| fits[i][content[i]][at(i, 1)][at(i, 2)];
            let weight: f64 = (0..n).map(fit).product();
            for i in 0..n {
                out[i][content[i]] += weight;
            }
        }
        for shares in &mut out {
            let total: f64 = shares.iter().sum();
            *shares = shares.map(|v| v / total);
        }
        out
    }

    proptest! {
        #[test]
        fn agrees_with_weighing_every_line(
            numbers in proptest::collection::vec(0.01_f64..1.0, 27..135)
        ) {
            let fits: Vec<[[Probabilities; 3]; 3]> = numbers
                .chunks_exact(27)
                .map(|n| core::array::from_fn(|c| {
                    core::array::from_fn(|f| core::array::from_fn(|g| n[c * 9 + f * 3 + g]))
                }))
                .collect();
            for (a, b) in marginals(&fits).iter().zip(slowly(&fits)) {
                for k in 0..3 {
                    prop_assert!((a[k] - b[k]).abs() < 1e-9, "{a:?} {b:?}");
                }
            }
        }
    }
}
