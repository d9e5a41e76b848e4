//! The order of moves that appeared together.
//!
//! When one photo shows two moves of one side that were not there in the last one, with the other
//! side's answer between them, no photo says which came first. Players mostly do not leave pieces to
//! be taken, and bring lesser pieces out first, so the order is chosen in which there is least to take
//! on the way, and of equals that in which pawns and knights come first; and it is said that there is
//! another.

use std::path::PathBuf;

use board_core::MoveGen;
use chess_rules::{Kind, Move, Position};
use sequence_search::Decoded;

use crate::chess::{numbers, sans};
use crate::warning::Warning;

/// More moves than this in one gap are left as they are.
const MOST: usize = 7;

/// Puts the moves that appeared together into their most sensible order, and warns where there is
/// more than one that leads to the same position.
pub(crate) fn settle(
    game: &mut Decoded<Move>,
    start: &Position,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let moves = |game: &Decoded<Move>| game.plies.iter().map(|p| p.mv).collect::<Vec<_>>();
    let found = moves(game);
    let mut position = *start;
    let mut from = 0;
    while from < game.plies.len() {
        let frame = game.plies[from].frame;
        let together = game.plies[from..].iter().take_while(|p| p.frame == frame);
        let to = from + together.count();
        let moves: Vec<Move> = game.plies[from..to].iter().map(|p| p.mv).collect();
        let regular = game.plies[from..to].iter().all(|p| !p.after_pass)
            && position.to_move() == game.plies[from].side;
        if regular && (3..=MOST).contains(&moves.len()) {
            let orders = orders(&position, &moves);
            if orders.len() > 1 {
                if let Some(best) = most_sensible(&position, &orders) {
                    for (ply, &mv) in game.plies[from..to].iter_mut().zip(best) {
                        ply.mv = mv;
                    }
                }
                let open = |i: &usize| orders.iter().any(|o| o[*i] != orders[0][*i]);
                let open: Vec<usize> = (0..moves.len()).filter(open).map(|i| from + i).collect();
                let plies = &game.plies[..to];
                let (names, numbers) = (sans(start, plies), numbers(start, to));
                let open = open.iter().map(|&i| format!("{} {}", numbers[i], names[i]));
                let list = open.collect::<Vec<_>>().join(", ");
                warnings.push(Warning {
                    photo: photos.get(frame).cloned(),
                    text: format!(
                        "{list} may have been played in another order: the photos do not tell"
                    ),
                });
            }
        }
        for ply in &game.plies[from..to] {
            position.set_to_move(ply.side);
            position.advance(ply.mv);
        }
        from = to;
    }
    // The game in this order may have been one of the next best: then that is now the one in the
    // order it was found in.
    let settled = moves(game);
    if let Some(other) = game.others.iter_mut().find(|o| moves(o) == settled) {
        let plies = other.plies.iter_mut();
        plies.zip(found).for_each(|(ply, mv)| ply.mv = mv);
    }
}

/// All orders of the moves, each side's among themselves, that are legal and lead to the same
/// position; the given one first.
fn orders(start: &Position, moves: &[Move]) -> Vec<Vec<Move>> {
    let mut end = *start;
    moves.iter().for_each(|&mv| end.advance(mv));
    let mut found = vec![moves.to_vec()];
    let mut order = moves.to_vec();
    permute(start, &mut order, 0, &mut |order, position| {
        if position.key() == end.key() && !found.iter().any(|f| f == order) {
            found.push(order.to_vec());
        }
    });
    found
}

/// The order in which there is least to take on the way; of equals that in which the lesser pieces
/// come out first, and then the first.
fn most_sensible<'a>(start: &Position, orders: &'a [Vec<Move>]) -> Option<&'a Vec<Move>> {
    orders
        .iter()
        .min_by_key(|order| (risk(start, order), haste(start, order)))
}

/// How early the pieces move that mostly come later: centre pawns, other pawns and knights, bishops,
/// and then the rest.
fn haste(start: &Position, order: &[Move]) -> usize {
    let late = |mv: &Move| match start.piece(mv.from()).map(|piece| piece.kind) {
        Some(Kind::Pawn) if (3..5).contains(&mv.from().file()) => 0,
        Some(Kind::Pawn | Kind::Knight) => 1,
        Some(Kind::Bishop) => 2,
        _ => 3,
    };
    let weighed = order.iter().rev().enumerate();
    weighed.map(|(left, mv)| left * late(mv)).sum()
}

/// How much there is to take on the way, in pawns.
fn risk(start: &Position, order: &[Move]) -> i32 {
    let mut position = *start;
    let steps = order.iter().map(|&mv| {
        position.advance(mv);
        best_capture(&position)
    });
    steps.sum()
}

fn permute(
    position: &Position,
    order: &mut Vec<Move>,
    at: usize,
    found: &mut impl FnMut(&[Move], &Position),
) {
    if at == order.len() {
        found(order, position);
        return;
    }
    for other in (at..order.len()).step_by(2) {
        order.swap(at, other);
        if position.is_legal(order[at]) {
            let mut next = *position;
            next.advance(order[at]);
            permute(&next, order, at + 1, found);
        }
        order.swap(at, other);
    }
}

/// What the side to move gains by its best capture, one recapture looked ahead, in pawns; a king in
/// check is not reckoned.
fn best_capture(position: &Position) -> i32 {
    let value = |square| {
        position.piece(square).map_or(1, |piece| match piece.kind {
            Kind::Pawn => 1,
            Kind::Knight | Kind::Bishop => 3,
            Kind::Rook => 5,
            Kind::Queen => 9,
            Kind::King => 0,
        })
    };
    let captures = position.legal_moves().into_iter();
    let gains = captures.filter(|&mv| position.is_capture(mv)).map(|mv| {
        let (gain, risk) = (value(mv.to()), value(mv.from()));
        let mut next = *position;
        next.advance(mv);
        let back = next.legal_moves().iter().any(|reply| reply.to() == mv.to());
        if back { gain - risk } else { gain }
    });
    gains.max().unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::{Board, Observation, Occupancy};

    fn play(fen: &str, sans: &[&str]) -> (Position, Vec<Move>) {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start;
        let moves = sans.iter().map(|san| {
            let mv = position.parse_san(san).unwrap();
            position.advance(mv);
            mv
        });
        let moves = moves.collect();
        (start, moves)
    }

    #[test]
    fn only_orders_that_are_legal_and_end_alike_are_found() {
        let initial = Position::initial().to_fen();
        let (start, moves) = play(&initial, &["e4", "e5", "Nf3"]);
        assert_eq!(orders(&start, &moves).len(), 2);
        // The bishop needs the pawn out of its way.
        let (start, moves) = play(&initial, &["e4", "e5", "Bc4"]);
        assert_eq!(orders(&start, &moves).len(), 1);
        // The capture needs the pawn that is captured, which needs the other's pawn to have moved.
        let (start, moves) = play(&initial, &["e4", "d5", "exd5", "Nf6", "Nc3"]);
        assert_eq!(orders(&start, &moves).len(), 5);
    }

    /// Every three moves in a row of real games that can be played in another order: 1,878 of 2,861.
    #[test]
    #[allow(clippy::print_stderr)]
    fn real_orders_are_found_more_often_than_not() {
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/chess-pgn");
        let (mut open, mut right) = (0, 0);
        for name in ["carlsen_dev60", "famous8", "kasparov-deep-blue-1997"] {
            let Ok(file) = std::fs::File::open(folder.join(name).with_extension("pgn")) else {
                eprintln!("skipped: no ../shared/data");
                return;
            };
            for record in chess_rules::pgn::Reader::new(file) {
                let record = record.unwrap();
                let moves: Vec<Move> = record.moves().collect();
                let mut position = *record.tree.start();
                for i in 0..moves.len().saturating_sub(2) {
                    let truth = &moves[i..i + 3];
                    // The truth is not to be the first of equals by being given first.
                    let mut orders = orders(&position, truth);
                    if orders.len() > 1 {
                        orders.reverse();
                        open += 1;
                        right += usize::from(most_sensible(&position, &orders).unwrap() == truth);
                    }
                    position.advance(moves[i]);
                }
            }
        }
        assert!(open > 2000 && 5 * right > 3 * open, "{right} of {open}");
    }

    /// One photo of a start, and one of what stands after three plies.
    struct Gap([Position; 2]);

    impl Observation for Gap {
        type Cell = Occupancy;
        fn frames(&self) -> usize {
            2
        }
        fn points(&self) -> usize {
            64
        }
        fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
            let shows = self.0[frame].get(point);
            Some(if shows == cell { 0.0 } else { 6.0 })
        }
    }

    #[test]
    fn the_other_order_is_among_the_next_best_whichever_was_found_first() {
        let (start, moves) = play(&Position::initial().to_fen(), &["e4", "e5", "Nf3"]);
        let mut end = start;
        moves.iter().for_each(|&mv| end.advance(mv));
        let mut settings = crate::chess::Options::default().search;
        settings.n_best = 2;
        let found = sequence_search::decode(&start, &Gap([start, end]), &settings).unwrap();
        let mut turned = found.others[0].clone();
        turned.others = vec![found.clone()];
        let names = |game: &Decoded<Move>| sans(&start, &game.plies).join(" ");
        for mut game in [found, turned] {
            settle(&mut game, &start, &[], &mut Vec::new());
            assert_eq!(names(&game), "e4 e5 Nf3");
            assert_eq!(names(&game.others[0]), "Nf3 e5 e4");
        }
    }

    #[test]
    fn nothing_is_left_to_be_taken() {
        // The knight is attacked: it moves first.
        let fen = "4k3/7p/8/3p4/4N3/8/P7/4K3 w - - 0 1";
        let (start, moves) = play(fen, &["a3", "h6", "Nc3"]);
        let orders = orders(&start, &moves);
        assert_eq!(orders.len(), 2);
        let best = most_sensible(&start, &orders).unwrap();
        assert_eq!(start.san(best[0]).as_str(), "Nc3");
    }
}
