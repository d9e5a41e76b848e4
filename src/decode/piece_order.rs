//! Order of moves that first show in the same photo.
//!
//! If a photo shows two new moves of one side and the answer between them, only the kinds of the pieces may show which
//! came first: after three captures on one square it holds a pawn or a rook. The likeliest order by the kinds and by
//! the move prior ([`SquareGame::Prior`]) is chosen; the other orders that remain possible are returned.

use board_core::Color;
use sequence_search::{Decoded, Exchange, Ply};

use crate::decode::piece_kinds::{KindDifference, KindReader};
use crate::decode::prior::Prior;
use crate::games::pieces::SquareGame;

/// Most moves in one photo that are reordered.
const MOST: usize = 8;

/// Margin in nats beyond which a less likely order is dropped.
const CLEAR: f32 = 3.0;

/// A move with its side and the frame in which it first shows.
#[derive(Clone, Copy)]
pub(crate) struct Step<M> {
    pub(crate) frame: usize,
    pub(crate) side: Color,
    pub(crate) mv: M,
}

impl<M: Copy> From<&Ply<M>> for Step<M> {
    fn from(ply: &Ply<M>) -> Self {
        Step {
            frame: ply.frame,
            side: ply.side,
            mv: ply.mv,
        }
    }
}

/// Puts moves of the same photo into their likeliest order. Returns the other orders that are not much less likely.
pub(crate) fn choose_orders<P: SquareGame>(
    game: &mut Decoded<P::Move>,
    start: &P,
    kind_reader: Option<&KindReader<'_>>,
    prior: &Prior<P>,
) -> Vec<Exchange<P::Move>> {
    let mut others = Vec::new();
    let moves = |game: &Decoded<P::Move>| game.plies.iter().map(|p| p.mv).collect::<Vec<_>>();
    let found = moves(game);
    let mut position = start.clone();
    let mut from = 0;
    while from < game.plies.len() {
        let frame = game.plies[from].frame;
        let together = game.plies[from..].iter().take_while(|p| p.frame == frame);
        let to = from + together.count();
        let regular = game.plies[from..to].iter().all(|p| !p.after_pass)
            && position.to_move() == game.plies[from].side;
        if regular && (3..=MOST).contains(&(to - from)) {
            let together: Vec<_> = game.plies[from..to].iter().map(|p| p.mv).collect();
            let rest: Vec<Step<_>> = game.plies[to..].iter().map(Step::from).collect();
            let orders = legal_orders(&position, &together, &rest);
            let log_odds = log_odds(kind_reader, &position, frame, &rest, &orders);
            let price = |order: &Vec<_>| prior.price_of(&position, order, from, frame);
            let prices: Vec<f32> = orders.iter().map(price).collect();
            let (best, open) = likeliest(&orders, &log_odds, &prices);
            for (ply, mv) in game.plies[from..to].iter_mut().zip(best) {
                ply.mv = mv;
            }
            let open = open.into_iter();
            others.extend(open.map(|(moves, nats)| Exchange::new(from, moves, f64::from(nats))));
        }
        for ply in &game.plies[from..to] {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
        from = to;
    }
    // If one of the next best games has this order, exchange the two: it gets the order that was found first.
    let chosen = moves(game);
    if let Some(other) = game.others.iter_mut().find(|o| moves(o) == chosen) {
        let plies = other.plies.iter_mut();
        plies.zip(found).for_each(|(ply, mv)| ply.mv = mv);
    }
    others
}

/// The likeliest order by appearance (`log_odds`) and prior (`prices`), both in nats; the first of equals. With it the
/// other orders whose appearance is not much less likely, and the difference in nats.
fn likeliest<M: Copy + PartialEq>(
    orders: &[Vec<M>],
    log_odds: &[f32],
    prices: &[f32],
) -> (Vec<M>, Vec<(Vec<M>, f32)>) {
    let likely = |i: usize| log_odds[i] - prices[i];
    let best = (0..orders.len())
        .rev()
        .max_by(|&a, &b| likely(a).total_cmp(&likely(b)));
    let Some(best) = best else {
        return Default::default();
    };
    let possible = |i: &usize| prices[*i].is_finite() && log_odds[*i] > log_odds[best] - CLEAR;
    let others = (0..orders.len()).filter(|&i| i != best).filter(possible);
    let others = others.map(|i| (orders[i].clone(), log_odds[best] - log_odds[i]));
    (orders[best].clone(), others.collect())
}

/// All legal orders of the moves, each side's among themselves, after which the same squares are occupied by the same
/// sides and the rest of the game is legal; the given order first.
fn legal_orders<P: SquareGame>(
    start: &P,
    moves: &[P::Move],
    rest: &[Step<P::Move>],
) -> Vec<Vec<P::Move>> {
    let mut end = start.clone();
    for &mv in moves {
        end.play(mv);
    }
    let mut found = vec![moves.to_vec()];
    let mut order = moves.to_vec();
    permute(start, &mut order, 0, &mut |order, position: &P| {
        if !found.iter().any(|f| f == order) && continues_alike(position, &end, rest) {
            found.push(order.to_vec());
        }
    });
    found
}

/// Whether the rest of a game is legal from both positions, with the same squares occupied by the same sides.
fn continues_alike<P: SquareGame>(position: &P, other: &P, rest: &[Step<P::Move>]) -> bool {
    let alike = |a: &P, b: &P| (0..a.points()).all(|point| a.get(point) == b.get(point));
    let (mut position, mut other) = (position.clone(), other.clone());
    let mut rest = rest.iter();
    while position.key() != other.key() {
        if !alike(&position, &other) {
            return false;
        }
        let Some(ply) = rest.next() else {
            return true;
        };
        for position in [&mut position, &mut other] {
            position.set_to_move(ply.side);
        }
        if !position.is_legal(ply.mv) {
            return false;
        }
        position.play(ply.mv);
        other.play(ply.mv);
    }
    true
}

/// The squares on which two positions with the same continuation differ in their pieces, until they become the same.
/// `frames` is the number of all frames.
pub(crate) fn kind_differences<P: SquareGame>(
    mut a: P,
    mut b: P,
    frame: usize,
    rest: &[Step<P::Move>],
    frames: usize,
) -> Vec<KindDifference> {
    let mut found = Vec::new();
    let mut now = frame;
    let mut rest = rest.iter().peekable();
    while a.key() != b.key() && now < frames {
        let next = rest.peek().map_or(frames, |ply| ply.frame);
        if next > now {
            let both = a.pieces().into_iter().zip(b.pieces()).enumerate();
            for (point, pair) in both {
                if let (Some(x), Some(y)) = pair
                    && x != y
                {
                    let pieces = [x, y];
                    let frames = now..next;
                    found.push(KindDifference {
                        point,
                        pieces,
                        frames,
                    });
                }
            }
            now = next;
        }
        let Some(ply) = rest.next() else {
            break;
        };
        for position in [&mut a, &mut b] {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
    }
    found
}

/// The orders that remain possible by the kinds of the pieces and by the fixes.
pub(crate) fn open_orders<P: SquareGame>(
    game: &Decoded<P::Move>,
    start: &P,
    kind_reader: Option<&KindReader<'_>>,
    prior: &Prior<P>,
    mut orders: Vec<Exchange<P::Move>>,
) -> Vec<Exchange<P::Move>> {
    let moves: Vec<P::Move> = game.plies.iter().map(|ply| ply.mv).collect();
    orders.retain_mut(|order| {
        let (first, last) = (order.first, order.first + order.moves.len());
        let mut position = start.clone();
        for ply in &game.plies[..first] {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
        let frame = game.plies[last - 1].frame;
        let rest: Vec<Step<_>> = game.plies[last..].iter().map(Step::from).collect();
        let ours = moves[first..last].to_vec();
        let pair = [ours, order.moves.clone()];
        order.nats -= f64::from(log_odds(kind_reader, &position, frame, &rest, &pair)[1]);
        let known = prior.price_of(&position, &order.moves, first, frame);
        known.is_finite() && order.nats < f64::from(CLEAR)
    });
    orders
}

/// Log odds of the appearance of each order against the first, in nats.
fn log_odds<P: SquareGame>(
    kind_reader: Option<&KindReader<'_>>,
    start: &P,
    frame: usize,
    rest: &[Step<P::Move>],
    orders: &[Vec<P::Move>],
) -> Vec<f32> {
    let end = |order: &[P::Move]| {
        let mut position = start.clone();
        for &mv in order {
            position.play(mv);
        }
        position
    };
    let log_odds = |order: &Vec<P::Move>| {
        let frames = kind_reader?.frames();
        let differences = kind_differences(end(order), end(&orders[0]), frame, rest, frames);
        Some(kind_reader?.log_odds(&differences))
    };
    orders
        .iter()
        .map(|order| log_odds(order).unwrap_or(0.0))
        .collect()
}

/// Calls `found` with every legal permutation from `at` on that keeps the sides alternating, and the position after it.
fn permute<P: SquareGame>(
    position: &P,
    order: &mut Vec<P::Move>,
    at: usize,
    found: &mut impl FnMut(&[P::Move], &P),
) {
    if at == order.len() {
        found(order, position);
        return;
    }
    for other in (at..order.len()).step_by(2) {
        order.swap(at, other);
        if position.is_legal(order[at]) {
            let mut next = position.clone();
            next.play(order[at]);
            permute(&next, order, at + 1, found);
        }
        order.swap(at, other);
    }
}

#[cfg(test)]
#[cfg(feature = "chess")]
mod tests {
    use super::*;
    use crate::decode::fix::Fix;
    use crate::decode::fixes::Fixes;
    use crate::warning::NamedMove;
    use board_core::{Board, Observation, Occupancy};
    use chess_rules::{Kind, Move, Position};

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
        assert_eq!(legal_orders(&start, &moves, &[]).len(), 2);
        // The bishop cannot move before the pawn.
        let (start, moves) = play(&initial, &["e4", "e5", "Bc4"]);
        assert_eq!(legal_orders(&start, &moves, &[]).len(), 1);
        // The capture needs the pawn that is captured, which needs the other's pawn to have moved.
        let (start, moves) = play(&initial, &["e4", "d5", "exd5", "Nf6", "Nc3"]);
        assert_eq!(legal_orders(&start, &moves, &[]).len(), 5);
    }

    #[test]
    fn captures_on_one_square_are_open_until_the_kind_matters() {
        let fen = "2r5/p4pp1/3k3p/2rp4/PP4P1/3KP3/5P1P/2R5 w - - 0 31";
        let (start, moves) = play(fen, &["bxc5+", "Rxc5", "Rxc5", "Ke6", "h3"]);
        let step = |side, mv| Step { frame: 0, side, mv };
        let all = |rest: &[Step<Move>]| legal_orders(&start, &moves[..3], rest).len();
        assert_eq!(all(&[]), 2);
        let quiet = [step(Color::Black, moves[3]), step(Color::White, moves[4])];
        assert_eq!(all(&quiet), 2);
        // Only a rook can go back.
        let mut position = start;
        moves[..4].iter().for_each(|&mv| position.advance(mv));
        let back = position.parse_san("Rc1").unwrap();
        assert_eq!(all(&[quiet[0], step(Color::White, back)]), 1);
    }

    #[test]
    fn kinds_differ_until_the_piece_is_captured() {
        let fen = "2r5/p4pp1/3k3p/2rp4/PP4P1/3KP3/5P1P/2R5 w - - 0 31";
        let (start, pawn) = play(fen, &["bxc5+", "Rxc5", "Rxc5", "Kxc5"]);
        let end = |order: [usize; 3]| {
            let mut position = start;
            order.iter().for_each(|&i| position.advance(pawn[i]));
            position
        };
        let rest = [Step {
            frame: 7,
            side: Color::Black,
            mv: pawn[3],
        }];
        let found = kind_differences(end([0, 1, 2]), end([2, 1, 0]), 4, &rest, 20);
        let kinds: Vec<_> = found
            .iter()
            .map(|a| a.pieces.map(|piece| piece.kind))
            .collect();
        assert_eq!(kinds, [[Kind::Rook as u8, Kind::Pawn as u8]]);
        assert_eq!((found[0].point, &found[0].frames), (26, &(4..7)));
    }

    /// A photo of the start, and a photo after three plies.
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
        let mut settings = crate::games::chess::Options::default().search;
        settings.n_best = 2;
        let found = sequence_search::decode(&start, &Gap([start, end]), &settings).unwrap();
        let mut turned = found.others[0].clone();
        turned.others = vec![found.clone()];
        let names = |game: &Decoded<Move>| {
            let named = NamedMove::all(&start, &game.plies).into_iter();
            named.map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
        };
        let prior = |fixes: &[Fix]| Prior::new(Fixes::new(fixes, &start));
        let free = prior(&[]);
        for mut game in [found.clone(), turned] {
            let open = choose_orders(&mut game, &start, None, &free);
            assert_eq!(open.len(), 1);
            assert_eq!(names(&game), "1. e4 1... e5 2. Nf3");
            assert_eq!(names(&game.others[0]), "1. Nf3 1... e5 2. e4");
        }
        // A fix decides.
        let sure = prior(&["2. e4".parse().unwrap()]);
        for mut game in [found.others[0].clone(), found] {
            if names(&game).ends_with("e4") {
                assert!(choose_orders(&mut game, &start, None, &sure).is_empty());
                assert_eq!(names(&game), "1. Nf3 1... e5 2. e4");
            }
        }
    }

    #[test]
    fn the_prior_decides_unless_the_appearance_does() {
        let fen = "4k3/7p/8/3p4/4N3/8/P7/4K3 w - - 0 1";
        let (start, moves) = play(fen, &["a3", "h6", "Nc3"]);
        let orders = legal_orders(&start, &moves, &[]);
        let prior = Prior::new(Fixes::new(&[], &start));
        let prices: Vec<f32> = orders
            .iter()
            .map(|o| prior.price_of(&start, o, 0, 1))
            .collect();
        let first = |log_odds: &[f32]| {
            let (best, open) = likeliest(&orders, log_odds, &prices);
            (start.san(best[0]).to_string(), open.len())
        };
        assert_eq!(first(&[0.0, 0.0]), ("Nc3".to_owned(), 1));
        // Here the photos decide.
        assert_eq!(first(&[20.0, 0.0]), ("a3".to_owned(), 0));
    }
}
