//! Go boards of several crates behind one small trait, so that one harness measures them all.
//!
//! `cargo bench -p rules-bench --bench go` prints moves a second of random playouts on 9×9 and 19×19, and of replayed
//! 19×19 games. Every board plays by the same policy: from a uniformly random index in its list of empty points, the
//! first point that is legal and not an eye of the player; a pass if there is none.
#![forbid(unsafe_code)]

mod boards;
pub mod turns;

pub use boards::{GoGameBoard, Goban, Ours};

/// A board to measure. Points are `row * side + col`.
pub trait GoBoard: Clone {
    /// The crate's own move type, so that replaying needs no conversion.
    type Move: Copy;
    /// The empty board of `side`×`side`.
    fn new(side: usize) -> Self;
    /// The move on `point`; `None` is a pass.
    fn mv(side: usize, point: Option<usize>) -> Self::Move;
    /// The stone on a point for the side to move: 0 none, 1 its own, 2 the other's.
    fn relative(&self, point: usize) -> u8;
    /// Whether the side to move may play on the empty point.
    fn legal(&self, mv: Self::Move) -> bool;
    /// Plays a legal move; calls `freed` with every point it empties.
    fn play(&mut self, mv: Self::Move, freed: impl FnMut(usize));
    /// Plays a legal move.
    fn replay(&mut self, mv: Self::Move);
}

/// The points around each point, for the eye test all boards share.
pub struct Neighbours {
    side: usize,
    straight: Vec<Vec<usize>>,
    diagonal: Vec<Vec<usize>>,
}

impl Neighbours {
    /// The neighbours on a board of `side`×`side`.
    #[must_use]
    pub fn new(side: usize) -> Neighbours {
        let at = |point: usize, steps: [(isize, isize); 4]| {
            let (col, row) = ((point % side) as isize, (point / side) as isize);
            let places = steps.into_iter().map(|(x, y)| (col + x, row + y));
            let inside = |n: isize| n >= 0 && n < side as isize;
            let points = places.filter(|&(x, y)| inside(x) && inside(y));
            points
                .map(|(x, y)| y as usize * side + x as usize)
                .collect()
        };
        let all = |steps| (0..side * side).map(|point| at(point, steps)).collect();
        Neighbours {
            side,
            straight: all([(0, -1), (-1, 0), (1, 0), (0, 1)]),
            diagonal: all([(-1, -1), (1, -1), (-1, 1), (1, 1)]),
        }
    }

    /// Whether the empty `point` looks like an eye of the side to move: surrounded by its own stones, with few enemy
    /// stones on the diagonals.
    fn is_eye<B: GoBoard>(&self, board: &B, point: usize) -> bool {
        self.straight[point].iter().all(|&n| board.relative(n) == 1) && {
            let diagonal = &self.diagonal[point];
            let enemies = diagonal.iter().filter(|&&n| board.relative(n) == 2).count();
            enemies < if diagonal.len() == 4 { 2 } else { 1 }
        }
    }
}

/// Xorshift (G. Marsaglia, "Xorshift RNGs", 2003): cheap, so that it does not affect the measurement.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Plays one random game to its end; returns the number of moves.
pub fn playout<B: GoBoard>(
    start: &B,
    neighbours: &Neighbours,
    moves: &[B::Move],
    seed: u64,
) -> usize {
    let side = neighbours.side;
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut board = start.clone();
    let mut empty: Vec<usize> = (0..side * side).collect();
    let pass = moves[side * side];
    let (mut passes, mut count) = (0, 0);
    while passes < 2 && count < 3 * side * side {
        count += 1;
        let n = empty.len();
        let first = if n == 0 { 0 } else { random.below(n) };
        let order = (first..n).chain(0..first);
        let found = order.into_iter().find(|&i| {
            let point = empty[i];
            !neighbours.is_eye(&board, point) && board.legal(moves[point])
        });
        match found {
            Some(i) => {
                let point = empty.swap_remove(i);
                board.play(moves[point], |freed| empty.push(freed));
                passes = 0;
            }
            None => {
                board.play(pass, |_| {});
                passes += 1;
            }
        }
    }
    count
}

/// Every move of a board: one for each point, then the pass.
#[must_use]
pub fn all_moves<B: GoBoard>(side: usize) -> Vec<B::Move> {
    let points = (0..side * side).map(Some).chain([None]);
    points.map(|point| B::mv(side, point)).collect()
}

/// Real 19×19 games with alternating sides, Black first on the empty board, as points; `None` is a pass.
///
/// Read from `../shared/data/go-sgf/pro` beside the workspace; empty if that is missing.
#[must_use]
pub fn real_games() -> Vec<Vec<Option<usize>>> {
    use go_rules::{Size, record::Record};
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/go-sgf/pro"
    );
    let Ok(files) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    let texts = paths
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok());
    let records = texts.filter_map(|text| Record::read(&text).ok()).flatten();
    let plain = records.filter(|record| {
        let sides = record
            .moves
            .windows(2)
            .all(|pair| pair[0].color != pair[1].color);
        let black = record.first == board_core::Color::Black;
        record.size == Size::NINETEEN && record.setup.is_empty() && sides && black
    });
    plain
        .map(|record| record.moves.iter().map(|play| play.mv.point()).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards must play the same game for their times to be comparable.
    #[test]
    fn all_boards_agree_on_a_random_game() {
        fn stones<B: GoBoard>(game: &[usize]) -> Vec<Vec<u8>> {
            let moves = all_moves::<B>(9);
            let mut board = B::new(9);
            let mut shown = Vec::new();
            for &point in game {
                assert!(
                    board.legal(moves[point]),
                    "{point} after {} moves",
                    shown.len()
                );
                board.replay(moves[point]);
                shown.push((0..81).map(|p| board.relative(p)).collect());
            }
            shown
        }
        let moves = all_moves::<Ours>(9);
        let neighbours = Neighbours::new(9);
        let mut random = Random(7);
        let mut total = 0;
        for _ in 0..50 {
            let mut board = Ours::new(9);
            let mut game = Vec::new();
            while game.len() < 300 {
                let good = |&p: &usize| {
                    board.relative(p) == 0 && board.legal(moves[p]) && !neighbours.is_eye(&board, p)
                };
                let legal: Vec<usize> = (0..81).filter(good).collect();
                if legal.is_empty() {
                    break;
                }
                let point = legal[random.below(legal.len())];
                board.replay(moves[point]);
                game.push(point);
            }
            total += game.len();
            let ours = stones::<Ours>(&game);
            assert_eq!(ours, stones::<GoGameBoard>(&game));
            assert_eq!(ours, stones::<Goban>(&game));
        }
        assert!(total > 4000, "{total} moves");
    }
}
