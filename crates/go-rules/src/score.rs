use board_core::{Board, Color, Occupancy};

use crate::{Counting, Position, Rules};

/// A counted board.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Black's points.
    pub black: f64,
    /// White's points, komi included.
    pub white: f64,
    /// Whose each point is: stones' and surrounded points' owner, empty for neutral points.
    pub owner: Vec<Occupancy>,
}

impl Score {
    /// SGF's form of the result: `B+3.5`, `W+0.5`, or `0` for a draw.
    #[must_use]
    pub fn result(&self) -> String {
        let lead = self.black - self.white;
        match lead {
            _ if lead > 0.0 => format!("B+{lead}"),
            _ if lead < 0.0 => format!("W+{}", -lead),
            _ => "0".to_owned(),
        }
    }
}

/// Counts a finished board once the stones at `dead` (point indices) are taken off.
///
/// An empty region that touches stones of one colour only is that colour's. Under area counting
/// every living stone counts too. Under territory counting prisoners count, and so do the dead as
/// prisoners; eyes in seki are counted like any others, as neither the position nor the list of
/// dead stones says what is seki (Japanese rules do not count them; mark such points neutral by
/// hand).
#[must_use]
pub fn score(position: &Position, dead: &[usize], rules: &Rules) -> Score {
    let size = position.size();
    let mut board: Vec<Occupancy> = (0..position.points()).map(|p| position.get(p)).collect();
    let mut prisoners = Color::BOTH.map(|c| f64::from(position.captured(c)));
    for &point in dead {
        if let Some(color) = board.get(point).and_then(|cell| cell.color()) {
            prisoners[color.index()] += 1.0;
            board[point] = Occupancy::Empty;
        }
    }
    let mut owner = board.clone();
    let mut seen = vec![false; board.len()];
    let mut territory = [0.0; 2];
    for start in 0..board.len() {
        if seen[start] || board[start] != Occupancy::Empty {
            continue;
        }
        let (mut region, mut touches, mut next) = (vec![start], [false; 2], 0);
        seen[start] = true;
        while let Some(&point) = region.get(next) {
            next += 1;
            for n in neighbours(point, size) {
                match board[n].color() {
                    Some(color) => touches[color.index()] = true,
                    None if !seen[n] => {
                        seen[n] = true;
                        region.push(n);
                    }
                    None => {}
                }
            }
        }
        for color in Color::BOTH {
            if touches[color.index()] && !touches[(!color).index()] {
                territory[color.index()] += region.len() as f64;
                for &point in &region {
                    owner[point] = color.into();
                }
            }
        }
    }
    let points = |color: Color| {
        let own = match rules.counting {
            Counting::Area => board.iter().filter(|c| c.color() == Some(color)).count() as f64,
            Counting::Territory => prisoners[(!color).index()],
        };
        territory[color.index()] + own + rules.compensation(color)
    };
    Score {
        black: points(Color::Black),
        white: points(Color::White),
        owner,
    }
}

fn neighbours(point: usize, size: usize) -> impl Iterator<Item = usize> {
    let (col, row) = (point % size, point / size);
    [
        (row > 0).then(|| point - size),
        (col > 0).then(|| point - 1),
        (col + 1 < size).then(|| point + 1),
        (row + 1 < size).then(|| point + size),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_and_territory_count_the_same_board() {
        let rows = [".XO..", "XXO.O", "..XO.", "XXXOO", ".XO.O"];
        let position = Position::from_rows(&rows, Color::Black).unwrap();
        // The white stone at c1 is dead, and c3's neighbours make two black points at a3, b3.
        let dead = [4 * 5 + 2];
        let area = score(
            &position,
            &dead,
            &Rules {
                komi: 0.5,
                ..Rules::CHINESE
            },
        );
        // Black: 8 stones and a5, a3, b3, a1; c1 touches both colours' stones: neutral.
        assert_eq!((area.black, area.white), (12.0, 11.5));
        let territory = score(
            &position,
            &dead,
            &Rules {
                komi: 0.5,
                ..Rules::JAPANESE
            },
        );
        assert_eq!((territory.black, territory.white), (5.0, 4.5));
        assert_eq!(territory.result(), "B+0.5");
    }

    #[test]
    fn an_empty_board_is_nobodys() {
        let empty = Position::new(9).unwrap();
        let result = score(
            &empty,
            &[500],
            &Rules {
                komi: 0.0,
                ..Rules::CHINESE
            },
        );
        assert_eq!(result.result(), "0");
    }
}
