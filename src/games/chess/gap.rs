//! Positions after a gap in a game of chess: the sides of the pieces are seen, their kinds follow from where they came.

use board_core::{Color, Occupancy};
use chess_rules::{Bitboard, Kind, Piece, Position, Setup, Square};

/// Pieces of one side on the squares they moved to, and the price of their moves in nats.
type Arrivals = (Vec<(Square, Kind)>, f32);

/// Number of alternatives to try for each side.
const ALTERNATIVES: usize = 8;

/// Positions with these contents that may have followed from `before`, the fewest plies first.
///
/// A piece has not moved if its square has the same content as before. Each piece on a new square is one that has left
/// another square.
pub(crate) fn positions(before: &Position, contents: &[Occupancy]) -> Vec<(Position, f32)> {
    let [black, white] = [Color::Black, Color::White].map(|side| arrivals(before, contents, side));
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
            for (side, arrivals) in [(Color::Black, black), (Color::White, white)] {
                for &(square, kind) in arrivals {
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

/// The legal positions of a setup, with either side to move. A rook keeps its castling right if neither it nor its king
/// has moved.
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

/// The likeliest arrivals of a side's pieces on new squares, with and without castling.
fn arrivals(before: &Position, contents: &[Occupancy], side: Color) -> Vec<Arrivals> {
    let setup = before.setup();
    let mut all = moved(&setup.pieces, Vec::new(), contents, side);
    // A castled rook may stand where a bishop or the queen stood before.
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
        all.extend(moved(&pieces, castled.to_vec(), contents, side));
    }
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all.truncate(ALTERNATIVES);
    all
}

/// All arrivals of a side's pieces, of which `known` are given.
fn moved(
    before: &[Option<Piece>; 64],
    known: Vec<(Square, Kind)>,
    contents: &[Occupancy],
    side: Color,
) -> Vec<Arrivals> {
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
    let mut all = vec![(known, vec![false; gone.len()], plies)];
    for square in came {
        let mut longer = Vec::new();
        for (arrivals, used, price) in &all {
            for (i, &(from, kind)) in gone.iter().enumerate().filter(|(i, _)| !used[*i]) {
                let Some((kind, plies)) = travelled(kind, side, from, square) else {
                    continue;
                };
                let (mut arrivals, mut used): (Vec<_>, Vec<_>) = (arrivals.clone(), used.clone());
                arrivals.push((square, kind));
                used[i] = true;
                longer.push((arrivals, used, price + plies));
            }
        }
        longer.sort_by(|a, b| a.2.total_cmp(&b.2));
        // Keep more than needed: later squares may reverse the order.
        longer.truncate(16 * ALTERNATIVES);
        all = longer;
    }
    // A king is never captured.
    let king = gone.iter().position(|gone| gone.1 == Kind::King);
    all.retain(|(_, used, _)| king.is_none_or(|king| used[king]));
    all.into_iter()
        .map(|(arrivals, _, plies)| (arrivals, plies))
        .collect()
}

/// The kind of a piece after moving from one square to another, and its price: the least number of plies, weighted by
/// kind. `None` if it cannot get there.
fn travelled(kind: Kind, side: Color, from: Square, to: Square) -> Option<(Kind, f32)> {
    /// Additional price of a pawn for each file it changes.
    const FILE: f32 = 1.0;
    /// Additional price of a promotion.
    const PROMOTION: f32 = 3.0;
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
                0 | 7 => (Kind::Queen, plies + PROMOTION),
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
    // Kings and rooks move later in a game than other pieces.
    let weight = match kind {
        Kind::King => 2.0,
        Kind::Rook => 1.5,
        _ => 1.0,
    };
    Some((kind, weight * plies as f32))
}

/// Number of plies a knight needs on an infinite board for this distance along either axis.
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

    /// Asserts that the second position is the likeliest after the first.
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
