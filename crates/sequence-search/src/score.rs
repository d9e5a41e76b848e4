//! The cost of a known game, with its moves at their best times.

use board_core::{Color, MoveGen, Observation};

use crate::account::account;
use crate::costs::Costs;
use crate::model::Turn;
use crate::phases::{Change, rate};
use crate::search::{Event, Root, Way};
use crate::slots::{changes, pieces};
use crate::{Decoded, Model, SearchError, Settings};

/// The cost of a given game, with each move in the frame where it fits best: to compare a score sheet, or another
/// program's guess, with the result of [`decode`](crate::decode).
///
/// Moves follow one another from `start`, each with its side; if a side moves twice in a row, the other one has passed.
/// A pass may also be given as a move, if the rules have one that changes nothing. All frames count, and nothing
/// besides the moves is assumed to have happened, so that a game found with false moves ([`Decoded::touches`]) costs
/// more here. The frames of the moves are the best ones if no point lags when it changes again, and near them
/// otherwise; the cost is that of the returned frames.
///
/// ```
/// # fn show<P: board_core::MoveGen, O: board_core::Observation<Cell = P::Cell>>(start: P, sheet: &[(board_core::Color, P::Move)], evidence: O) -> Result<(), sequence_search::SearchError> {
/// use sequence_search::{Settings, decode, score_game};
///
/// let settings = Settings::exact();
/// let found = decode(&start, &evidence, &settings)?;
/// let written = score_game(&start, sheet, &evidence, &settings)?;
/// println!("the sheet is e^{:.1} times less likely", written.cost - found.cost);
/// # Ok(()) }
/// ```
///
/// # Errors
/// As [`decode`](crate::decode), and [`SearchError::IllegalMove`]. [`SearchError::NoGame`] if
/// [`Model::plies_per_frame`] does not allow so many moves between so few frames.
pub fn score_game<P, O>(
    start: &P,
    moves: &[(Color, P::Move)],
    evidence: &O,
    settings: &Settings,
) -> Result<Decoded<P::Move>, SearchError>
where
    P: MoveGen,
    O: Observation<Cell = P::Cell>,
{
    settings.check()?;
    let model = &settings.model;
    let (board, points) = (start.points(), evidence.points());
    if board != points {
        let evidence = points;
        return Err(SearchError::Shape { board, evidence });
    }
    let costs = Costs::read(evidence, model.evidence_cap, settings.evidence_limit)?;
    let plies = replay(start, moves, model)?;
    let frames = best_frames(&costs, model, &plies)?;
    let play = |(ply, frame): (&Scored<P::Move>, usize)| {
        let (mv, turn) = (ply.mv, ply.turn);
        (frame, Event::Play { mv, turn })
    };
    let way = Way {
        root: 0,
        events: plies.iter().zip(frames).map(play).collect(),
    };
    let root = Root {
        position: start.clone(),
        price: 0.0,
        memory: model.memory_at_start(),
        owed: Vec::new(),
    };
    Ok(account(&costs, model, &(), &root, &way))
}

/// A move of the game with everything that its price depends on, except its time.
struct Scored<M> {
    mv: M,
    turn: Turn,
    changes: Vec<Change>,
    /// For each change, whether it is the last one of its point.
    lasts: Vec<bool>,
}

/// The moves without passes, each with the reason why its side may make it.
fn replay<P: MoveGen>(
    start: &P,
    moves: &[(Color, P::Move)],
    model: &Model,
) -> Result<Vec<Scored<P::Move>>, SearchError> {
    let mut position = start.clone();
    let mut memory = model.memory_at_start();
    let mut plies = Vec::with_capacity(moves.len());
    // The side to move if passes are not moves.
    let mut next = position.to_move();
    for (number, &(side, mv)) in moves.iter().enumerate() {
        position.set_to_move(side);
        if !position.is_legal(mv) {
            return Err(SearchError::IllegalMove { number });
        }
        let mut found = Vec::new();
        changes(&position, mv, &mut found);
        position.play(mv);
        if found.is_empty() {
            continue;
        }
        plies.push(Scored {
            mv,
            turn: model.turn(memory, side, side != next),
            changes: found,
            lasts: Vec::new(),
        });
        memory = model.remember(memory, side);
        next = position.to_move();
    }
    let mut changed = vec![false; start.points()];
    for ply in plies.iter_mut().rev() {
        let points = ply.changes.iter().map(|change| change.point as usize);
        let again = points.map(|point| core::mem::replace(&mut changed[point], true));
        ply.lasts = again.map(|again| !again).collect();
    }
    Ok(plies)
}

/// The additional cost of a ply's changes over none, by the frame in which it first shows.
///
/// These add up over the plies, since each begins where the previous one at the point has ended. A late change would
/// end with the next one, which is unknown here: only the last change of a point may be late.
fn gains<M>(costs: &Costs, model: &Model, ply: &Scored<M>) -> Vec<f64> {
    let mut gains = vec![0.0; costs.frames];
    for (change, lasts) in ply.changes.iter().zip(&ply.lasts) {
        let point = change.point as usize;
        let at = |t, content| f64::from(costs.at(t, point, content));
        let late = f64::from(rate(model, change.kind));
        // The evidence from a frame on if the point has changed by then, and if it changes at its best time.
        let (mut changed, mut best) = (0.0, 0.0);
        for t in (0..costs.frames).rev() {
            changed += at(t, change.last) - at(t, change.first);
            let now = changed + f64::from(costs.change(t, point));
            best = if *lasts {
                f64::min(now, best + late)
            } else {
                now
            };
            gains[t] += best;
        }
    }
    gains
}

/// The cheapest placement of the plies so far into gaps, by the gap of the last one and its number there.
struct Placed {
    /// By gap and number of plies before it in the same gap.
    costs: Vec<f64>,
    /// By gap: the place of the previous ply and its number there, if this one is the first of its gap that counts.
    before: Vec<(usize, usize)>,
}

/// The frames in which the plies first show, by dynamic programming over gaps and the number of plies in each.
fn best_frames<M>(
    costs: &Costs,
    model: &Model,
    plies: &[Scored<M>],
) -> Result<Vec<usize>, SearchError> {
    let most = model.plies_per_frame;
    // A finite stand-in, so that forbidden gaps can still be compared.
    let still = f64::from(model.still.min(1e6));
    let mut placed: Vec<Placed> = Vec::with_capacity(plies.len());
    for (i, ply) in plies.iter().enumerate() {
        let gains = gains(costs, model, ply);
        let pieces = model.pieces_price(pieces(&ply.changes));
        let last = placed
            .last()
            .map(|placed| (placed, plies[i - 1].turn.counts()));
        let mut earlier = (if i == 0 { 0.0 } else { f64::INFINITY }, (0, 0));
        let mut here = Placed {
            costs: Vec::with_capacity(costs.frames * most),
            before: Vec::with_capacity(costs.frames),
        };
        for (t, gain) in gains.into_iter().enumerate() {
            for number in 0..most {
                let same = last.and_then(|(placed, counts)| {
                    let before = number.checked_sub(usize::from(counts))?;
                    Some((placed.costs[t * most + before], (t, before)))
                });
                let mut from = same.unwrap_or((f64::INFINITY, (0, 0)));
                if number == 0 {
                    from = if from.0 < earlier.0 { from } else { earlier };
                    here.before.push(from.1);
                }
                let moved = if number == 0 && ply.turn.counts() {
                    still
                } else {
                    0.0
                };
                let price = model.turn_price(ply.turn, number) + pieces + gain - moved;
                here.costs.push(from.0 + price);
            }
            for (number, &cost) in last
                .iter()
                .flat_map(|l| l.0.costs[t * most..][..most].iter().enumerate())
            {
                if cost < earlier.0 {
                    earlier = (cost, (t, number));
                }
            }
        }
        placed.push(here);
    }
    trace(&placed, plies, most).ok_or(SearchError::NoGame {
        frame: costs.frames - 1,
    })
}

/// Follows the cheapest path back; `None` if every path is forbidden.
fn trace<M>(placed: &[Placed], plies: &[Scored<M>], most: usize) -> Option<Vec<usize>> {
    let Some(last) = placed.last() else {
        return Some(Vec::new());
    };
    let (end, cost) = last
        .costs
        .iter()
        .enumerate()
        .min_by(|a, b| a.1.total_cmp(b.1))?;
    let (mut frame, mut number) = (end / most, end % most);
    let mut frames = vec![frame];
    for i in (1..placed.len()).rev() {
        (frame, number) = match number {
            0 => placed[i].before[frame],
            _ => (frame, number - usize::from(plies[i - 1].turn.counts())),
        };
        frames.push(frame);
    }
    frames.reverse();
    cost.is_finite().then_some(frames)
}
