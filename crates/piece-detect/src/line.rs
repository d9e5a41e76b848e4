//! What the squares of one line hold, where each look depends on the squares in front.

/// Probabilities, or anything proportional to them, of the contents of a square.
pub(crate) type Shares = [f64; 3];

/// For each square of a line, front first, how probable each of its contents is by all the squares'
/// looks together (sum-product on a chain, Pearl 1982; every content as likely beforehand). `fits`
/// says how well a square's look fits a content of it, of the one in front, and of the one in front
/// of that; before the first squares nothing stands (0).
pub(crate) fn shares(fits: &[[[Shares; 3]; 3]]) -> Vec<Shares> {
    let n = fits.len();
    // forward[i][c][f]: the looks of squares 0..=i, with c on square i and f in front of it.
    let mut forward: Vec<[Shares; 3]> = Vec::with_capacity(n);
    for (i, fit) in fits.iter().enumerate() {
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
    // The looks of the squares behind i.
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
                *before = (0..3).map(|c| fits[i][c][f][g] * backward[c][f]).sum();
            }
        }
        scale(&mut before);
        backward = before;
    }
    out
}

fn scale(table: &mut [Shares; 3]) {
    let most = table.iter().flatten().copied().fold(0.0, f64::max);
    if most > 0.0 {
        table.iter_mut().flatten().for_each(|v| *v /= most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All contents of a line of four, weighed one by one.
    fn slowly(fits: &[[[Shares; 3]; 3]]) -> Vec<Shares> {
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
            let fits: Vec<[[Shares; 3]; 3]> = numbers
                .chunks_exact(27)
                .map(|n| core::array::from_fn(|c| {
                    core::array::from_fn(|f| core::array::from_fn(|g| n[c * 9 + f * 3 + g]))
                }))
                .collect();
            for (a, b) in shares(&fits).iter().zip(slowly(&fits)) {
                for k in 0..3 {
                    prop_assert!((a[k] - b[k]).abs() < 1e-9, "{a:?} {b:?}");
                }
            }
        }
    }
}
