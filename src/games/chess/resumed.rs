//! Which positions of chess moves that nobody saw may have led to, where one sees what stands on the squares, but not
//! which kinds.

use board_core::{Color, Occupancy};
use chess_rules::{Bitboard, Kind, Piece, Position, Setup, Square};

/// Pieces of one side on the squares they came to, and the price of that in nats.
type Way = (Vec<(Square, Kind)>, f32);

/// Ways of each side that are tried.
const WAYS: usize = 8;

/// Positions with these contents that may have come of one, the fewest plies first. Pieces on squares that look as
/// before have not moved; each that came somewhere is one that has left its square.
pub(crate) fn positions(before: &Position, contents: &[Occupancy]) -> Vec<(Position, f32)> {
    let [black, white] = [Color::Black, Color::White].map(|side| ways(before, contents, side));
    let mut positions: Vec<(Position, f32)> = Vec::new();
    for (black, black_price) in &black {
        for (white, white_price) in &white {
            let mut setup = before.setup();
            for square in Square::all() {
                let here = setup.pieces[square.index()];
                if here.map_or(Occupancy::Empty, |piece| piece.color.into())
                    != contents[square.index()]
                {
                    setup.pieces[square.index()] = None;
                }
            }
            for (side, ways) in [(Color::Black, black), (Color::White, white)] {
                for &(square, kind) in ways {
                    setup.pieces[square.index()] = Some(Piece { color: side, kind });
                }
            }
            let price = black_price + white_price;
            positions.extend(legal(setup, before).map(|position| (position, price)));
        }
    }
    positions.sort_by(|a, b| a.1.total_cmp(&b.1));
    positions
}

/// The position, with either side to move. Rooks may castle that could, and have not moved, and whose king
/// has not.
fn legal(mut setup: Setup, before: &Position) -> impl Iterator<Item = Position> {
    let at_home = |square: Square| {
        let rook = before.piece(square)?;
        let king = before.king(rook.color);
        let same = |square: Square| setup.pieces[square.index()] == before.piece(square);
        (same(square) && same(king)).then_some(square)
    };
    let rooks = before.castling_rooks().into_iter().filter_map(at_home);
    let bits = rooks.fold(0, |bits, rook| bits | 1 << rook.index());
    (setup.castling, setup.en_passant) = (Bitboard(bits), None);
    let turned = Setup {
        to_move: !setup.to_move,
        ..setup.clone()
    };
    [setup, turned]
        .into_iter()
        .filter_map(|setup| setup.position().ok())
}

/// How the pieces of a side may have come to the squares where they are new.
fn ways(before: &Position, contents: &[Occupancy], side: Color) -> Vec<Way> {
    let setup = before.setup();
    let mut ways = moved(&setup.pieces, Vec::new(), contents, side);
    // A castled rook stands where a bishop or the queen did, which has not stayed.
    let king = before.king(side);
    for rook in before
        .castling_rooks()
        .into_iter()
        .filter(|rook| rook.rank() == king.rank())
    {
        let (king_file, rook_file) = if rook.file() > king.file() {
            (6, 5)
        } else {
            (2, 3)
        };
        let castled = [(king_file, Kind::King), (rook_file, Kind::Rook)];
        let castled = castled.map(|(file, kind)| (Square::at(file, king.rank()), kind));
        let mut pieces = setup.pieces;
        (pieces[king.index()], pieces[rook.index()]) = (None, None);
        ways.extend(moved(&pieces, castled.to_vec(), contents, side));
    }
    ways.sort_by(|a, b| a.1.total_cmp(&b.1));
    ways.truncate(WAYS);
    ways
}

/// The same, where some pieces are known to have come to squares.
fn moved(
    before: &[Option<Piece>; 64],
    known: Vec<(Square, Kind)>,
    contents: &[Occupancy],
    side: Color,
) -> Vec<Way> {
    let is_there = |square: &Square| contents[square.index()] == side.into();
    let was_there = |square: &Square| before[square.index()].is_some_and(|p| p.color == side);
    let is_known = |square: &Square| known.iter().any(|known| known.0 == *square);
    if !known.iter().all(|(square, _)| is_there(square)) {
        return Vec::new();
    }
    let new = |square: &Square| is_there(square) && !was_there(square) && !is_known(square);
    let came: Vec<Square> = Square::all().filter(new).collect();
    let left = |square: &Square| was_there(square) && (!is_there(square) || is_known(square));
    let gone = Square::all().filter(left);
    let gone: Vec<(Square, Kind)> = gone
        .filter_map(|square| Some((square, before[square.index()]?.kind)))
        .collect();
    let plies = known.len().min(1) as f32;
    let mut ways = vec![(known, vec![false; gone.len()], plies)];
    for square in came {
        let mut longer = Vec::new();
        for (way, used, price) in &ways {
            for (i, &(from, kind)) in gone.iter().enumerate().filter(|(i, _)| !used[*i]) {
                let Some((kind, plies)) = travelled(kind, side, from, square) else {
                    continue;
                };
                let (mut way, mut used): (Vec<_>, Vec<_>) = (way.clone(), used.clone());
                way.push((square, kind));
                used[i] = true;
                longer.push((way, used, price + plies));
            }
        }
        longer.sort_by(|a, b| a.2.total_cmp(&b.2));
        // Room for those that turn out better with the squares to come.
        longer.truncate(16 * WAYS);
        ways = longer;
    }
    // A king is never taken.
    let king = gone.iter().position(|gone| gone.1 == Kind::King);
    ways.retain(|(_, used, _)| king.is_none_or(|king| used[king]));
    ways.into_iter()
        .map(|(way, _, plies)| (way, plies))
        .collect()
}

/// As which kind a piece comes from one square to another, and its price: the plies it needs at least, weighed;
/// `None` if it cannot.
fn travelled(kind: Kind, side: Color, from: Square, to: Square) -> Option<(Kind, f32)> {
    /// A pawn does not often leave its file, nor become a queen.
    const FILE: f32 = 1.0;
    const CROWNED: f32 = 3.0;
    let files = from.file().abs_diff(to.file()) as i32;
    let ranks = to.rank() as i32 - from.rank() as i32;
    let (near, far) = (files.min(ranks.abs()), files.max(ranks.abs()));
    let line = near == 0;
    let diagonal = near == far;
    let plies = match kind {
        Kind::Pawn => {
            let ahead = if side == Color::White { ranks } else { -ranks };
            if ahead < 1 || files > ahead {
                return None;
            }
            let home = if side == Color::White { 1 } else { 6 };
            let leap = i32::from(from.rank() == home && ahead - files >= 2);
            let plies = (ahead - leap) as f32 + FILE * files as f32;
            return Some(match to.rank() {
                0 | 7 => (Kind::Queen, plies + CROWNED),
                _ => (Kind::Pawn, plies),
            });
        }
        Kind::Knight => knight_plies(near, far),
        Kind::Bishop if (files + ranks) % 2 != 0 => return None,
        Kind::Bishop => 2 - i32::from(diagonal),
        Kind::Rook => 2 - i32::from(line),
        Kind::Queen => 2 - i32::from(diagonal || line),
        Kind::King => far,
    };
    // Kings and rooks leave home later than others.
    let weight = match kind {
        Kind::King => 2.0,
        Kind::Rook => 1.5,
        _ => 1.0,
    };
    Some((kind, weight * plies as f32))
}

/// How many plies a knight needs on an endless board, to squares so far away along either side.
fn knight_plies(near: i32, far: i32) -> i32 {
    match (near, far) {
        (0, 1) => 3,
        (2, 2) => 4,
        _ => {
            let least = ((far + 1) / 2).max((near + far + 2) / 3);
            least + (least + near + far) % 2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::Board;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    /// Whether the second position is the likeliest one that may have come of the first.
    fn likeliest(before: &str, after: &str) {
        let after = position(after);
        let contents: Vec<Occupancy> = after.cells().collect();
        let found = positions(&position(before), &contents);
        let board = |position: &Position| position.to_fen().split(' ').next().map(str::to_owned);
        assert_eq!(
            found.first().map(|(found, _)| board(found)),
            Some(board(&after))
        );
    }

    #[test]
    fn pieces_come_from_where_they_can() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        // 1. e4 e5 2. Nf3 Nc6 3. Bc4 a6 4. O-O Nf6.
        likeliest(
            start,
            "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1",
        );
        // A pawn takes and is taken.
        likeliest(
            start,
            "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        );
    }

    #[test]
    fn who_has_not_moved_may_castle() {
        let start = Position::initial();
        let contents: Vec<Occupancy> =
            position("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/1RBQKBNR w - - 0 1")
                .cells()
                .collect();
        let (found, _) = positions(&start, &contents).remove(0);
        assert!(found.to_fen().contains(" Kkq "), "{}", found.to_fen());
    }

    #[test]
    fn more_pieces_than_before_are_no_game() {
        let contents: Vec<Occupancy> = Position::initial().cells().collect();
        assert!(positions(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), &contents).is_empty());
    }

    #[test]
    fn knights_plies_are_those_of_a_search() {
        // Breadth first, far from any edge.
        let mut plies = std::collections::HashMap::from([((0_i32, 0_i32), 0)]);
        let mut queue = std::collections::VecDeque::from([(0, 0)]);
        while let Some(at @ (x, y)) = queue.pop_front() {
            for (dx, dy) in [
                (1, 2),
                (2, 1),
                (-1, 2),
                (-2, 1),
                (1, -2),
                (2, -1),
                (-1, -2),
                (-2, -1),
            ] {
                let to: (i32, i32) = (x + dx, y + dy);
                if to.0.abs() < 12 && to.1.abs() < 12 && !plies.contains_key(&to) {
                    plies.insert(to, plies[&at] + 1);
                    queue.push_back(to);
                }
            }
        }
        for far in 0..8 {
            for near in 0..=far {
                if far > 0 {
                    assert_eq!(knight_plies(near, far), plies[&(near, far)], "{near} {far}");
                }
            }
        }
    }
}
