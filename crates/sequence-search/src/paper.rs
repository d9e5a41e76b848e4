//! The search of Scher, Crabb and Davis (ICPR 2008), as the authors describe it on their page "gophotos2sgf": the
//! baseline.
//!
//! Not optimised: nodes carry their whole history, and the queue is a list that is scanned for its best node.

use core::ops::ControlFlow;

use board_core::MoveGen;

use crate::Model;
use crate::costs::Costs;
use crate::effects::Effects;
use crate::model::Turn;
use crate::phases::{Change, Kind};
use crate::search::{Event, Found, Way};
use crate::slots::{changes, contents};

#[derive(Clone)]
struct Node<P: MoveGen> {
    position: P,
    table: Vec<u8>,
    /// Captured stones still on the table.
    dead: Vec<u32>,
    /// Number of stones of the handicap side before the other's first; `None` once that is over.
    handicap: Option<u8>,
    /// One step for each photo of the window.
    steps: Vec<Step<P::Move>>,
    score: f64,
}

#[derive(Clone, Copy)]
enum Step<M> {
    Wait,
    Play { mv: M, turn: Turn },
    Remove { point: u32 },
}

/// The result of a search; `None` if it was cancelled.
type Outcome<M> = Option<Found<M>>;

/// Searches window after window; the first step of each window's best sequence is kept.
pub(crate) fn search<P: MoveGen>(
    costs: &Costs,
    model: &Model,
    start: &P,
    (horizon, children, queue): (usize, usize, usize),
    tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Outcome<P::Move> {
    let mut now = Node {
        position: start.clone(),
        table: contents(start),
        dead: Vec::new(),
        handicap: model.handicap.map(|_| 0),
        steps: Vec::new(),
        score: 0.0,
    };
    let mut events = Vec::new();
    let mut effort = (0, 0);
    for photo in 0..costs.frames {
        if tick(photo).is_break() {
            return None;
        }
        let window = photo..costs.frames.min(photo + horizon);
        let best = look_ahead(costs, model, &now, window, children, queue, &mut effort);
        let Some(&step) = best.steps.first() else {
            break;
        };
        if let Step::Play { mv, turn } = step {
            events.push((photo, Event::Play { mv, turn }));
        }
        now = follow(model, &now, step);
        now.steps.clear();
        now.score = 0.0;
    }
    Some(Found {
        effects: Effects::default(),
        best: Some(Way { root: 0, events }),
        reached: costs.frames,
        lattice: None,
        prefixes: Vec::new(),
        proven: false,
        lower_bound: 0.0,
        cost: f64::INFINITY,
        strain: Vec::new(),
        lost: false,
        expanded: effort.0,
        generated: effort.1,
    })
}

/// A*: the best sequence of steps for the photos of a window. The bound is every photo's best contents, which is 0 in
/// excess costs.
fn look_ahead<P: MoveGen>(
    costs: &Costs,
    model: &Model,
    start: &Node<P>,
    window: core::ops::Range<usize>,
    children: usize,
    longest: usize,
    effort: &mut (u64, u64),
) -> Node<P> {
    let mut queue = vec![Box::new(start.clone())];
    let mut seen: Vec<(u64, usize, f64)> = Vec::new();
    let mut finished: Option<Node<P>> = None;
    loop {
        let scores = queue.iter().enumerate();
        let best = scores.min_by(|a, b| a.1.score.total_cmp(&b.1.score));
        let Some((at, _)) = best else { break };
        let node = queue.swap_remove(at);
        if finished.as_ref().is_some_and(|f| f.score <= node.score) {
            break;
        }
        effort.0 += 1;
        let photo = window.start + node.steps.len();
        let mut steps = vec![Step::Wait];
        if node.dead.is_empty() {
            let mut moves = moves(costs, model, &node, photo);
            moves.sort_by(|a, b| a.0.total_cmp(&b.0));
            steps.extend(moves.into_iter().take(children).map(|(_, step)| step));
        } else {
            steps.extend(node.dead.iter().map(|&point| Step::Remove { point }));
        }
        for step in steps {
            let mut next = follow(model, &node, step);
            next.score += costs.table(photo, &next.table);
            effort.1 += 1;
            if next.steps.len() == window.len() {
                if finished.as_ref().is_none_or(|f| next.score < f.score) {
                    finished = Some(next);
                }
                continue;
            }
            // The same board and photo by another path.
            let dead = next.dead.iter();
            let key = dead.fold(next.position.key(), |key, &p| {
                key ^ board_core::zobrist::splitmix64(1, u64::from(p))
            });
            let same = seen
                .iter()
                .position(|s| s.0 == key && s.1 == next.steps.len());
            match same {
                Some(i) if seen[i].2 <= next.score => continue,
                Some(i) => seen[i].2 = next.score,
                None => seen.push((key, next.steps.len(), next.score)),
            }
            queue.push(Box::new(next));
        }
        while queue.len() > longest {
            let scores = queue.iter().enumerate();
            let worst = scores.max_by(|a, b| a.1.score.total_cmp(&b.1.score));
            let at = worst.map_or(0, |(at, _)| at);
            queue.swap_remove(at);
        }
    }
    finished.unwrap_or_else(|| start.clone())
}

/// Legal moves with the evidence of the next photo; lower is better.
fn moves<P: MoveGen>(
    costs: &Costs,
    model: &Model,
    node: &Node<P>,
    photo: usize,
) -> Vec<(f64, Step<P::Move>)> {
    let mut found = Vec::new();
    let mut list: Vec<Change> = Vec::new();
    for other in [false, true] {
        let mut position = node.position.clone();
        if other {
            let side = !position.to_move();
            let more = model.handicap.is_some_and(|h| {
                h.side == side && node.handicap.is_some_and(|n| (1..h.max).contains(&n))
            });
            if !more {
                continue;
            }
            position.set_to_move(side);
        }
        let turn = if other { Turn::Handicap } else { Turn::Own };
        let _: ControlFlow<()> = position.visit_legal(|mv| {
            changes(&position, mv, &mut list);
            let with_move = list.iter().filter(|c| c.kind == Kind::Hand);
            let gain = |c: &Change| {
                let at = |content| f64::from(costs.at(photo, c.point as usize, content));
                at(c.last) - at(node.table[c.point as usize])
            };
            if !list.is_empty() {
                found.push((with_move.map(gain).sum(), Step::Play { mv, turn }));
            }
            ControlFlow::Continue(())
        });
    }
    found
}

fn follow<P: MoveGen>(model: &Model, node: &Node<P>, step: Step<P::Move>) -> Node<P> {
    let mut next = node.clone();
    next.steps.push(step);
    match step {
        Step::Wait => {}
        Step::Remove { point } => {
            next.dead.retain(|&p| p != point);
            next.table[point as usize] =
                board_core::Cell::index(next.position.get(point as usize)) as u8;
        }
        Step::Play { mv, turn } => {
            if turn != Turn::Own {
                next.position.set_to_move(!next.position.to_move());
            }
            let side = next.position.to_move();
            next.handicap = match model.handicap {
                Some(h) if h.side == side => next.handicap.map(|n| n + 1),
                _ => None,
            };
            let mut list = Vec::new();
            changes(&next.position, mv, &mut list);
            for change in list {
                if change.kind == Kind::Lag {
                    next.dead.push(change.point);
                } else {
                    next.table[change.point as usize] = change.last;
                }
            }
            next.position.play(mv);
        }
    }
    next
}
