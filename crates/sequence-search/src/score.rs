//! The cost of a game that is known already: its moves at their best times.

use board_core::{Color, MoveGen, Observation};

use crate::account::account;
use crate::costs::Costs;
use crate::model::Turn;
use crate::phases::{Change, rate};
use crate::search::{Event, Root, Way};
use crate::slots::{changes, pieces};
use crate::{Decoded, Model, SearchError, Settings};

/// What a given game costs, with each move in the frame where it fits best: to compare a score sheet, or another
/// program's guess, with what [`decode`](crate::decode) finds.
///
/// Moves follow one another from `start`, each with the side that makes it; where a side moves twice in a row, the
/// other has passed. A pass may be given as a move, too, if the rules have one that changes nothing. All frames count,
/// and nothing but the moves is assumed to have happened, so a game that was found with touches ([`Decoded::touches`])
/// costs more here. The frames of the moves are the best ones as long as no point is late by the time it changes again,
/// and otherwise near them: the cost is that of the frames returned.
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
/// As [`decode`](crate::decode), and [`SearchError::IllegalMove`]. [`SearchError::NoGame`] if there are more moves than
/// [`Model::plies_per_frame`] lets fall between so few frames.
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

/// A move of the game with all that its price depends on, besides its time.
struct Scored<M> {
    mv: M,
    turn: Turn,
    changes: Vec<Change>,
    /// Of each change, whether nothing changes its point again.
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
    // Who would be to move if passes were no moves.
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

/// What a ply's changes cost more than no changes, if it first shows in a frame: by frame.
///
/// These add up over the plies, as each begins where the one before it at the point has ended. But a change that is
/// late ends with the next one, which is not known here: only the last of a point may be late.
fn gains<M>(costs: &Costs, model: &Model, ply: &Scored<M>) -> Vec<f64> {
    let mut gains = vec![0.0; costs.frames];
    for (change, lasts) in ply.changes.iter().zip(&ply.lasts) {
        let point = change.point as usize;
        let at = |t, content| f64::from(costs.at(t, point, content));
        let late = f64::from(rate(model, change.kind));
        // What the frames from one on say if the point has changed by then, and if it does so at its best time.
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

/// The cheapest way to put the plies so far into gaps: the last of them into each gap, as each number of plies there.
struct Placed {
    /// By gap and number of plies before it in the same gap.
    costs: Vec<f64>,
    /// By gap: where the ply before is, and its number there, if this one is the first of its gap that counts.
    before: Vec<(usize, usize)>,
}

/// The frames in which the plies show first, by dynamic programming over gaps and how many plies each has.
fn best_frames<M>(
    costs: &Costs,
    model: &Model,
    plies: &[Scored<M>],
) -> Result<Vec<usize>, SearchError> {
    let most = model.plies_per_frame;
    // A finite stand-in: what is forbidden is still compared.
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

/// Follows the cheapest way back; `None` if every way is forbidden.
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
