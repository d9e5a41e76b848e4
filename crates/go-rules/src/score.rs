//! Scores a finished game.

use board_core::{Board, Color, Occupancy};

use crate::{Position, Rules, Scoring};

/// The status of chains on which the players agree at the end. A chain is given by any of its points; giving it more
/// than once is harmless.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Agreement {
    /// Dead chains, which count for the other side.
    pub dead: Vec<usize>,
    /// Chains that live in seki. Used by territory scoring only: regions that touch one count for neither side.
    pub seki: Vec<usize>,
}

/// A point given as part of a dead or seki chain has no stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("point {point} holds no stone")]
pub struct ScoreError {
    /// The point.
    pub point: usize,
}

/// The score of a game.
///
/// `Display` writes SGF's `RE`: `B+3.5`, `W+0.5`, `0` for a tie.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score {
    /// The scores of Black and White, by [`Color::index`].
    pub sides: [Side; 2],
    /// The owner of each point: the side of a living stone, or the side that surrounds the point. `Empty` is neutral:
    /// dame, and in territory scoring the empty points of a seki.
    pub owner: Vec<Occupancy>,
}

/// The score of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Side {
    /// Living stones on the board.
    pub stones: usize,
    /// Surrounded points, including those under dead enemy stones.
    pub territory: usize,
    /// Enemy stones captured during the game, and dead ones at its end.
    pub prisoners: usize,
    /// Compensation points.
    pub komi: f32,
    /// The total: stones and territory, or territory and prisoners; plus komi.
    pub total: f32,
}

impl Score {
    /// Black's lead in points; negative if White leads.
    #[must_use]
    pub fn margin(&self) -> f32 {
        self.sides[0].total - self.sides[1].total
    }

    /// The side that leads; `None` for a tie.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.margin() {
            m if m > 0.0 => Some(Color::Black),
            m if m < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.winner() {
            Some(Color::Black) => write!(f, "B+{}", self.margin()),
            Some(Color::White) => write!(f, "W+{}", -self.margin()),
            None => f.write_str("0"),
        }
    }
}

impl Position {
    /// Scores the position as the end of a game.
    ///
    /// Dead chains are removed first. An empty region then belongs to the side that alone touches it; a region that
    /// touches both sides or none is neutral (dame).
    ///
    /// - [`Scoring::Area`]: living stones and their regions, including eyes in a seki. Open dame count for neither
    ///   side.
    /// - [`Scoring::Territory`]: regions and prisoners. Regions that touch a seki chain count for neither side, as in
    ///   article 8 of the Japanese rules of 1989; which chains are in seki must be given. Prisoners are those of
    ///   [`Position::captures`], so the position must have been played, not set up.
    ///
    /// # Errors
    /// The agreement contains a point without a stone.
    ///
    /// ```
    /// use go_rules::{Agreement, Position, Rules};
    ///
    /// let position = Position::from_rows(&[
    ///     ". X . O .",
    ///     "X X . O O",
    ///     ". X . O .",
    ///     "O X . O .",
    ///     ". X . O .",
    /// ])?;
    /// let rules = Rules { komi: 0.5, ..Rules::CHINESE };
    /// let dead = Agreement { dead: vec![15], ..Agreement::default() };
    /// let score = position.score(&rules, &dead)?;
    /// assert_eq!(score.sides[0].territory, 4);
    /// assert_eq!(score.to_string(), "W+0.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self, rules: &Rules, agreed: &Agreement) -> Result<Score, ScoreError> {
        let dead = self.chains_at(&agreed.dead)?;
        let seki = self.chains_at(&agreed.seki)?;
        let mut sides = [Side::default(); 2];
        sides[Color::White.index()].komi = rules.komi;
        for color in Color::BOTH {
            sides[color.index()].prisoners = self.captures(color);
        }

        let mut owner = self.contents();
        for point in (0..owner.len()).filter(|&point| dead[point]) {
            if let Some(color) = owner[point].color() {
                sides[(!color).index()].prisoners += 1;
            }
            owner[point] = Occupancy::Empty;
        }
        for color in owner.iter().filter_map(|cell| cell.color()) {
            sides[color.index()].stones += 1;
        }
        let territory = rules.scoring == Scoring::Territory;
        for (region, border) in self.regions(&owner) {
            let in_seki = territory && border.points.iter().any(|&point| seki[point]);
            if let (Some(color), false) = (border.only(), in_seki) {
                sides[color.index()].territory += region.len();
                for point in region {
                    owner[point] = color.into();
                }
            }
        }
        for side in &mut sides {
            let kept = if territory {
                side.prisoners
            } else {
                side.stones
            };
            side.total = (kept + side.territory) as f32 + side.komi;
        }
        Ok(Score { sides, owner })
    }

    /// For each point, whether it is in a chain given in `points`.
    fn chains_at(&self, points: &[usize]) -> Result<Vec<bool>, ScoreError> {
        let mut marked = vec![false; self.points()];
        for &point in points {
            if point >= self.points() || self.get(point) == Occupancy::Empty {
                return Err(ScoreError { point });
            }
            if !marked[point] {
                self.visit_chain(point, |stone| marked[stone] = true);
            }
        }
        Ok(marked)
    }

    /// The empty regions of `contents` and the stones around each.
    fn regions(&self, contents: &[Occupancy]) -> Vec<(Vec<usize>, Border)> {
        let size = self.size();
        let mut seen = vec![false; contents.len()];
        let mut regions = Vec::new();
        for start in 0..contents.len() {
            if contents[start] != Occupancy::Empty || seen[start] {
                continue;
            }
            seen[start] = true;
            let (mut region, mut border) = (vec![start], Border::default());
            let mut next = 0;
            while let Some(&point) = region.get(next) {
                next += 1;
                let (col, row) = size.col_row(point);
                let around = [
                    (col.wrapping_sub(1), row),
                    (col + 1, row),
                    (col, row.wrapping_sub(1)),
                    (col, row + 1),
                ];
                for near in around.into_iter().filter_map(|(c, r)| size.point(c, r)) {
                    match contents[near].color() {
                        Some(color) => {
                            border.touches[color.index()] = true;
                            border.points.push(near);
                        }
                        None if !seen[near] => {
                            seen[near] = true;
                            region.push(near);
                        }
                        None => {}
                    }
                }
            }
            regions.push((region, border));
        }
        regions
    }
}

/// The colours of the stones around an empty region.
#[derive(Default)]
struct Border {
    points: Vec<usize>,
    touches: [bool; 2],
}

impl Border {
    /// The side that alone touches the region.
    fn only(&self) -> Option<Color> {
        match self.touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(rows: &[&str], rules: Rules, dead: &[usize], seki: &[usize]) -> Score {
        let rules = Rules { komi: 0.0, ..rules };
        let agreed = Agreement {
            dead: dead.to_vec(),
            seki: seki.to_vec(),
        };
        Position::from_rows(rows)
            .unwrap()
            .score(&rules, &agreed)
            .unwrap()
    }

    const SEKI: [&str; 5] = [
        ". X O . X",
        "X X O O X",
        "O O X X X",
        ". O X . .",
        "O O X . .",
    ];

    #[test]
    fn an_empty_board_is_nobodys() {
        let score = score(&[". .", ". ."], Rules::CHINESE, &[], &[]);
        assert_eq!((score.margin(), score.winner()), (0.0, None));
        assert_eq!(score.to_string(), "0");
    }

    #[test]
    fn eyes_in_seki_count_by_area_only() {
        let area = score(&SEKI, Rules::AGA, &[], &[]);
        assert_eq!(
            area.sides.map(|s| (s.stones, s.territory)),
            [(10, 5), (8, 1)]
        );
        assert_eq!(
            area.owner[3],
            Occupancy::Empty,
            "a shared liberty is neutral"
        );
        let territory = score(&SEKI, Rules::JAPANESE, &[], &[1, 2, 10]);
        assert_eq!(territory.sides.map(|s| s.total), [4.0, 0.0]);
    }

    #[test]
    fn dead_stones_count_double_by_territory() {
        let rows = [". X . X .", ". X O X .", ". X . X ."];
        let dead = score(&rows, Rules::JAPANESE, &[7], &[]);
        assert_eq!(dead.sides[0].total, 9.0 + 1.0);
        assert_eq!(dead.sides[0].prisoners, 1);
        let alive = score(&rows, Rules::JAPANESE, &[], &[]);
        assert_eq!(alive.sides[0].total, 6.0);
    }

    #[test]
    fn only_stones_can_be_agreed_on() {
        let position = Position::from_rows(&["X ."]).unwrap();
        for point in [1, 2, usize::MAX] {
            let agreed = Agreement {
                dead: vec![point],
                ..Agreement::default()
            };
            assert_eq!(
                position.score(&Rules::AGA, &agreed),
                Err(ScoreError { point })
            );
        }
    }
}
