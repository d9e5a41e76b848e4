//! Random games of Go with plausible moves.

use board_core::{Board, Color, MoveGen, Occupancy};
use go_rules::{Move, Position, Size};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// An empty board.
///
/// # Panics
/// If there is no board of that size.
#[must_use]
pub fn board(side: usize) -> Position {
    Position::initial(Size::square(side).expect("a size of Go boards"))
}

/// A board with a snapback prepared in every corner, two for each side, and a ko in the centre, since random play
/// rarely finds any.
///
/// # Panics
/// If the board is below 9 × 9, or there is none of that size.
#[must_use]
pub fn fights(side: usize) -> Position {
    // The surrounding side throws a stone in at the second point of the edge.
    const CORNER: [&str; 3] = ["..oX", "oooX", "XXX."];
    const KO: [&str; 3] = [".Xo.", "X.Xo", ".Xo."];
    assert!(side >= 9, "no room for the corners and the centre");
    let mut contents = vec![Occupancy::Empty; side * side];
    for (i, at) in (0..4).flat_map(|i| (0..12).map(move |at| (i, at))) {
        let (row, col) = (at / 4, at % 4);
        let outside = if i % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let content = match CORNER[row].as_bytes()[col] {
            b'X' => outside.into(),
            b'o' => (!outside).into(),
            _ => Occupancy::Empty,
        };
        let row = if i < 2 { row } else { side - 1 - row };
        let col = if i % 2 == 0 { col } else { side - 1 - col };
        contents[row * side + col] = content;
    }
    for (row, text) in KO.iter().enumerate() {
        for (col, what) in text.bytes().enumerate() {
            contents[(side / 2 - 1 + row) * side + side / 2 - 2 + col] = match what {
                b'X' => Occupancy::Black,
                b'o' => Occupancy::White,
                _ => Occupancy::Empty,
            };
        }
    }
    let size = Size::square(side).expect("a size of Go boards");
    Position::from_contents(size, &contents, Color::Black).expect("every chain has liberties")
}

/// A move near other stones that fills no own eye and captures when possible.
pub fn natural(position: &Position, rng: &mut Pcg64Mcg) -> Option<Move> {
    let own = Occupancy::from(position.to_move());
    let mut best: Option<(usize, Move)> = None;
    for _ in 0..80 {
        let point = rng.random_range(0..position.points());
        let mv = Move::place(point);
        if !position.is_legal(mv) {
            continue;
        }
        let around: Vec<Occupancy> = near(position, point)
            .into_iter()
            .map(|p| position.get(p))
            .collect();
        if around.iter().all(|&cell| cell == own) {
            continue;
        }
        let stones = around.iter().filter(|&&c| c != Occupancy::Empty).count();
        // One or two neighbours are contact; three are mostly a mistake.
        let score = 10 * taken(position, mv) + [1, 3, 2, 0, 0][stones] + rng.random_range(0..2);
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, mv));
        }
        if rng.random_range(0..4) == 0 {
            break;
        }
    }
    best.map(|(_, mv)| mv)
}

/// Like [`natural`], but always looking for a fight: captures, and throws stones in where the capturing stones can be
/// captured, so that there are many captures, kos and snapbacks.
pub fn fighting(position: &Position, rng: &mut Pcg64Mcg) -> Option<Move> {
    let mut best: Option<(usize, Move)> = None;
    for point in 0..position.points() {
        let mv = Move::place(point);
        if !position.is_legal(mv) {
            continue;
        }
        let near = near(position, point);
        let own = Occupancy::from(position.to_move());
        if near.iter().all(|&p| position.get(p) == own) {
            continue;
        }
        let stones = near
            .iter()
            .filter(|&&p| position.get(p) != Occupancy::Empty)
            .count();
        let score = match (taken(position, mv), snaps_back(position, point)) {
            (0, false) => 2 * [1, 3, 2, 0, 0][stones] + rng.random_range(0..8),
            (0, true) => 50,
            // Capturing a single stone is not always worth it; kos would never end.
            (1, _) if rng.random_bool(0.3) => 0,
            (taken, _) => 100 * taken,
        };
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Number of stones that a legal move captures.
fn taken(position: &Position, mv: Move) -> usize {
    let mut taken = 0;
    position.visit_changes(mv, |change| {
        taken += usize::from(change.after == Occupancy::Empty)
    });
    taken
}

/// Whether a stone on the point can be captured, and two or more stones in return.
fn snaps_back(position: &Position, point: usize) -> bool {
    let mut after = position.clone();
    after.play(Move::place(point));
    let replies = near(position, point).into_iter().map(Move::place);
    replies.into_iter().any(|reply| {
        if !after.is_legal(reply) || taken(&after, reply) != 1 {
            return false;
        }
        let mut reply_played = after.clone();
        reply_played.play(reply);
        let back = Move::place(point);
        reply_played.is_legal(back) && taken(&reply_played, back) > 1
    })
}

/// The adjacent points.
fn near(position: &Position, point: usize) -> Vec<usize> {
    let size = position.size();
    let (cols, rows) = (size.cols(), size.rows());
    let (row, col) = (point / cols, point % cols);
    let near = [
        (row > 0).then(|| point - cols),
        (row + 1 < rows).then_some(point + cols),
        (col > 0).then(|| point - 1),
        (col + 1 < cols).then_some(point + 1),
    ];
    near.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Noise, Setting, simulate};

    /// Captures, recaptures in a ko, and captures of two or more stones where one was thrown in.
    fn captures(side: usize, plies: usize, seed: u64) -> (usize, usize, usize) {
        let setting = Setting {
            plies,
            rate: 0.5,
            noise: Noise::default(),
        };
        let series = simulate(&fights(side), &setting, seed, fighting);
        let mut position = series.start.clone();
        let (mut captures, mut kos, mut snapbacks) = (0, 0, 0);
        // For every point, the single stone that the last stone played there captured.
        let mut took = vec![None; side * side];
        let mut last = None;
        for &(mv, _, _) in &series.truth {
            let (mut points, mut at) = (Vec::new(), 0);
            position.visit_changes(mv, |change| {
                if change.after == Occupancy::Empty {
                    points.push(change.point);
                } else {
                    at = change.point;
                }
            });
            position.play(mv);
            captures += usize::from(!points.is_empty());
            if let [taken] = points[..] {
                kos += usize::from(took[taken] == Some(at));
            }
            snapbacks += usize::from(points.len() > 1 && last == Some(at));
            took[at] = match points[..] {
                [taken] => Some(taken),
                _ => None,
            };
            last = took[at];
        }
        (captures, kos, snapbacks)
    }

    #[test]
    fn fights_have_captures_kos_and_snapbacks() {
        for (side, plies) in [(9, 60), (19, 200)] {
            let mut sum = (0, 0, 0);
            for seed in 0..10 {
                let (captures, kos, snapbacks) = captures(side, plies, seed);
                sum = (sum.0 + captures, sum.1 + kos, sum.2 + snapbacks);
            }
            assert!(sum.0 >= 50 && sum.1 >= 5 && sum.2 >= 10, "{side}: {sum:?}");
        }
    }
}
