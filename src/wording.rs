//! Numbers in sentences.

/// A count with its noun, which is given in the plural: `1 photo`, `2 photos`.
#[must_use]
pub fn counted(count: usize, things: &str) -> String {
    format!("{count} {}", named(count, things))
}

/// The noun for a count, from its plural: `photo` for 1, else `photos`.
#[must_use]
pub fn named(count: usize, things: &str) -> &str {
    match (count, things) {
        (1, "plies") => "ply",
        (1, _) => things.strip_suffix('s').unwrap_or(things),
        _ => things,
    }
}

/// A probability in percent; never `0 %`, because unlikely is not impossible.
#[must_use]
pub fn percent(share: f32) -> String {
    let percent = 100.0 * share;
    match percent < 0.5 {
        true => "less than 1 %".to_owned(),
        false => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(0, "photos"), "0 photos");
        assert_eq!(counted(1, "photos"), "1 photo");
        assert_eq!(counted(1, "plies"), "1 ply");
        assert_eq!(counted(2, "plies"), "2 plies");
    }

    #[test]
    fn small_probabilities_are_not_zero() {
        assert_eq!(percent(0.0001), "less than 1 %");
        assert_eq!(percent(0.006), "1 %");
        assert_eq!(percent(0.85), "85 %");
    }
}
