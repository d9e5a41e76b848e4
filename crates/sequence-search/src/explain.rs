use board_core::{Cell, MoveGen, Observation, ObservationExt};

use crate::costs::Costs;
use crate::{Decoded, Decoder, Moment, MovePrior, SearchError, Settings};

/// Why one game explains the evidence better than another: the differences of their tables.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<C> {
    /// Total cost of the first game, and of the second.
    pub costs: [f64; 2],
    /// Every point and frame in which the two tables differ, by point, then frame.
    pub terms: Vec<Term<C>>,
}

/// One point of one frame in two games.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Term<C> {
    /// The point.
    pub point: usize,
    /// The frame.
    pub frame: usize,
    /// Its content in the first game, and in the second.
    pub cells: [C; 2],
    /// The costs of these contents, in nats above the point's best content.
    pub costs: [f32; 2],
}

impl<C> Explanation<C> {
    /// How much the evidence alone prefers the first game, in nats; the rest of the difference of
    /// [`costs`](Explanation::costs) is the cost of the games' events.
    pub fn evidence(&self) -> f64 {
        let terms = self.terms.iter();
        terms
            .map(|t| f64::from(t.costs[1]) - f64::from(t.costs[0]))
            .sum()
    }
}

/// Compares two games decoded from the same start and evidence, frame by frame.
///
/// # Errors
/// As [`decode`](crate::decode) about the evidence.
///
/// # Panics
/// May panic if the games were decoded from something else.
pub fn explain<P, O>(
    start: &P,
    evidence: &O,
    settings: &Settings,
    games: [&Decoded<P::Move>; 2],
) -> Result<Explanation<P::Cell>, SearchError>
where
    P: MoveGen,
    O: Observation<Cell = P::Cell>,
{
    let cap = settings.model.evidence_cap;
    let costs = Costs::read(evidence, cap, settings.evidence_limit)?;
    let mut tables: Vec<Vec<P::Cell>> = Vec::with_capacity(costs.frames);
    games[0].visit_tables(start, |_, table| tables.push(table.to_vec()));
    let mut terms = Vec::new();
    games[1].visit_tables(start, |frame, table| {
        for (point, (&first, &second)) in tables[frame].iter().zip(table).enumerate() {
            if first != second {
                let cost = |cell: P::Cell| costs.at(frame, point, cell.index() as u8);
                terms.push(Term {
                    point,
                    frame,
                    cells: [first, second],
                    costs: [cost(first), cost(second)],
                });
            }
        }
    });
    terms.sort_by_key(|t| (t.point, t.frame));
    Ok(Explanation {
        costs: games.map(|game| game.cost),
        terms,
    })
}

/// The best game without one of the plies of another: the alternative if that move had not been made around then.
///
/// `ply` is an index into `game.plies`; the move is forbidden to its side in frames nearer to it than to any other ply
/// of the same move. Decodes the frames of `game` again. That is one search: if `game` was found only because it was
/// searched for again, the other one may cost more than need be.
///
/// # Errors
/// As [`Decoder::decode`]; [`SearchError::NoGame`] if every game needs the move.
///
/// # Panics
/// If `ply` is out of range.
pub fn without<P, O>(
    start: &P,
    evidence: &O,
    settings: &Settings,
    game: &Decoded<P::Move>,
    ply: usize,
) -> Result<Decoded<P::Move>, SearchError>
where
    P: MoveGen,
    O: Observation<Cell = P::Cell>,
{
    /// A move prior that forbids one move for some frames.
    struct Without<M> {
        mv: M,
        side: board_core::Color,
        frames: core::ops::RangeInclusive<usize>,
    }
    impl<P: MoveGen> MovePrior<P> for Without<P::Move> {
        fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32 {
            let it = mv == self.mv && position.to_move() == self.side;
            if it && self.frames.contains(&moment.frame) {
                f32::INFINITY
            } else {
                0.0
            }
        }
        fn counts_plies(&self) -> bool {
            false
        }
    }
    let it = &game.plies[ply];
    let same = |p: &&crate::Ply<P::Move>| p.mv == it.mv && p.side == it.side;
    let before = game.plies[..ply].iter().rfind(same);
    let after = game.plies[ply + 1..].iter().find(same);
    let from = before.map_or(0, |p| (p.frame + it.frame) / 2 + 1);
    let to = after.map_or(usize::MAX, |p| (p.frame + it.frame) / 2);
    let prior = Without {
        mv: it.mv,
        side: it.side,
        frames: from.min(it.frame)..=to.max(it.frame),
    };
    let mut settings = settings.clone();
    settings.model.lost = f32::INFINITY;
    Decoder::new(&settings)
        .start(start.clone(), 0.0)
        .prior(&prior)
        .retries(false)
        .decode(&evidence.window(0..game.frame_cost.len()))
}
