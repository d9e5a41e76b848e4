//! A game as changes of the table, with other orders of its moves and their costs.

use core::ops::Range;
use std::collections::BTreeMap;

use board_core::MoveGen;

use crate::costs::Costs;
use crate::phases::{Begun, Change, rate};
use crate::search::touched;
use crate::shown::cost_of_point;
use crate::slots::{changes, contents, pieces};
use crate::{Decoded, Model, Ply, Touch};

/// Largest distance of moves that may be exchanged, in plies.
const REACH: usize = 8;

/// Largest shift of a move in time, in frames.
const FRAMES: usize = 32;

/// A change of a point, and the ply it comes before.
#[derive(Clone, Copy)]
struct Entry {
    place: usize,
    ply: bool,
    begun: Begun,
}

/// A game as changes of the table.
pub(crate) struct Line<'a, P: MoveGen> {
    costs: &'a Costs,
    model: &'a Model,
    plies: &'a [Ply<P::Move>],
    /// Before every ply, with its side to move, and at the end.
    positions: Vec<P>,
    changes: Vec<Vec<Change>>,
    begin: Vec<u8>,
    /// By point, in order, with their cost.
    points: BTreeMap<u32, (Vec<Entry>, f64)>,
}

impl<'a, P: MoveGen> Line<'a, P> {
    pub(crate) fn new(
        start: &P,
        costs: &'a Costs,
        model: &'a Model,
        game: &'a Decoded<P::Move>,
        touches: &[Touch<P::Move>],
    ) -> Self {
        let mut line = Line {
            costs,
            model,
            plies: &game.plies,
            positions: Vec::with_capacity(game.plies.len() + 1),
            changes: Vec::with_capacity(game.plies.len()),
            begin: contents(start),
            points: BTreeMap::new(),
        };
        let mut touches = touches.iter().peekable();
        let mut position = start.clone();
        for (place, ply) in game.plies.iter().enumerate() {
            while let Some(touch) = touches.next_if(|t| t.frame <= ply.frame) {
                line.touch(&position, touch, place);
            }
            position.set_to_move(ply.side);
            let mut found = Vec::new();
            changes(&position, ply.mv, &mut found);
            line.note(&found, place, true, ply.frame);
            line.changes.push(found);
            line.positions.push(position.clone());
            position.play(ply.mv);
        }
        for touch in touches {
            line.touch(&position, touch, game.plies.len());
        }
        line.positions.push(position);
        let prices: Vec<f64> = line
            .points
            .iter()
            .map(|(&point, (entries, _))| line.cost_of(point, entries))
            .collect();
        for ((_, cost), price) in line.points.values_mut().zip(prices) {
            *cost = price;
        }
        line
    }

    fn touch(&mut self, position: &P, touch: &Touch<P::Move>, place: usize) {
        let mut turned = position.clone();
        turned.set_to_move(touch.side);
        // It is possible only after a ply of its own gap.
        if !turned.is_legal(touch.mv) {
            return;
        }
        let mut found = Vec::new();
        changes(&turned, touch.mv, &mut found);
        touched(&mut found);
        self.note(&found, place, false, touch.frame);
    }

    fn note(&mut self, found: &[Change], place: usize, ply: bool, since: usize) {
        for &change in found {
            let begun = Begun::at(change, since);
            let entries = &mut self.points.entry(change.point).or_default().0;
            entries.push(Entry { place, ply, begun });
        }
    }

    /// Other orders that have another move in the place of ply `first`.
    pub(crate) fn orders(&self, first: usize) -> Vec<(usize, Vec<P::Move>)> {
        let side = |i: usize| self.plies[i].side;
        let reach = (first + 1..self.plies.len()).take(REACH);
        let mut found: Vec<Vec<P::Move>> = Vec::new();
        let mut own = vec![0];
        for last in reach.filter(|&i| side(i) == side(first)) {
            own.push(last - first);
            let now: Vec<P::Move> = self.plies[first..=last].iter().map(|p| p.mv).collect();
            let mut add = |moves: Vec<P::Move>| {
                if moves[0] != now[0] && !found.contains(&moves) {
                    found.push(moves);
                }
            };
            let mut swapped = now.clone();
            swapped.swap(0, last - first);
            add(swapped.clone());
            // The first after all others, and the last before them.
            for by in [1, own.len() - 1] {
                let mut turned: Vec<P::Move> = own.iter().map(|&i| now[i]).collect();
                turned.rotate_left(by);
                let mut moved = now.clone();
                own.iter().zip(turned).for_each(|(&i, mv)| moved[i] = mv);
                add(moved);
            }
            let answers = first + 1 < last && last + 1 < self.plies.len();
            if answers && side(first + 1) == side(last + 1) && side(first) != side(last + 1) {
                swapped.push(self.plies[last + 1].mv);
                swapped.swap(1, last + 1 - first);
                add(swapped);
            }
        }
        // The order of handicap stones is meaningless.
        let all = found.into_iter().map(|moves| (first, moves));
        all.filter(|_| !self.plies[first].handicap).collect()
    }

    /// The additional cost of a game with other moves from a ply on, at their best times; `None` if it is not legal.
    pub(crate) fn rise(&self, first: usize, moves: &[P::Move]) -> Option<f64> {
        let changes = self.replay(first, moves)?;
        let slots = first..first + moves.len();
        let own: Vec<usize> = slots.clone().map(|i| self.plies[i].frame).collect();
        let best = self.times(first, &changes[..moves.len()]);
        let kept = self.rise_at(first, &changes, &own);
        Some(kept.min(self.rise_at(first, &changes, &best)))
    }

    /// The changes of the plies from `first` on with these moves, up to where the game is the same again.
    fn replay(&self, first: usize, moves: &[P::Move]) -> Option<Vec<Vec<Change>>> {
        let mut position = self.positions[first].clone();
        let mut all = Vec::with_capacity(moves.len());
        for (i, ply) in self.plies.iter().enumerate().skip(first) {
            let mv = moves.get(i - first).copied().unwrap_or(ply.mv);
            position.set_to_move(ply.side);
            if i - first >= moves.len() && position.key() == self.positions[i].key() {
                break;
            }
            if !position.is_legal(mv) {
                return None;
            }
            let mut found = Vec::new();
            changes(&position, mv, &mut found);
            all.push(found);
            position.play(mv);
        }
        Some(all)
    }

    /// The most likely frames of plies from `first` on with these changes, as if no other ply changed the same points.
    fn times(&self, first: usize, changes: &[Vec<Change>]) -> Vec<usize> {
        let last = first + changes.len() - 1;
        let (begin, end) = (self.plies[first].frame, self.plies[last].frame);
        // Moves before the first frame are kept there.
        let before = first.checked_sub(1).map_or(1, |i| self.plies[i].frame);
        let low = before.max(begin.saturating_sub(FRAMES)).min(begin);
        let after = self.plies.get(last + 1).map(|ply| ply.frame);
        let high = after
            .unwrap_or(self.costs.frames - 1)
            .min(end.saturating_add(FRAMES));
        // The cost of the plies so far by the frame of the last one, and the frame of the one before it.
        let mut reached = vec![0.0; high + 1 - low];
        let mut ways = Vec::with_capacity(changes.len());
        for (k, found) in changes.iter().enumerate() {
            let mut least = (f64::INFINITY, 0);
            let mut way = Vec::with_capacity(reached.len());
            for (i, cost) in self.by_frame(found, low..high + 1).into_iter().enumerate() {
                if k == 0 || reached[i] < least.0 {
                    least = (reached[i], i);
                }
                reached[i] = least.0 + cost;
                way.push(least.1);
            }
            ways.push(way);
        }
        let ends = (0..reached.len()).min_by(|&a, &b| reached[a].total_cmp(&reached[b]));
        let mut at = ends.unwrap_or(0);
        let times = ways.iter().rev().map(|way| {
            let frame = low + at;
            at = way[at];
            frame
        });
        let mut times: Vec<usize> = times.collect();
        times.reverse();
        times
    }

    /// The cost of changes that are made just before each of some frames, and show then or later.
    fn by_frame(&self, found: &[Change], frames: Range<usize>) -> Vec<f64> {
        /// Number of further frames that are considered.
        const MORE: usize = 8;
        let mut sums = vec![0.0; frames.len()];
        for change in found {
            let at = |t, content| f64::from(self.costs.at(t, change.point as usize, content));
            let late = f64::from(rate(self.model, change.kind));
            let (mut shown, mut least) = (0.0, 0.0);
            for t in (frames.start..self.costs.frames.min(frames.end + MORE)).rev() {
                shown += at(t, change.last);
                least = f64::min(shown, least + at(t, change.first) + late);
                if let Some(sum) = sums.get_mut(t - frames.start) {
                    *sum += least;
                }
            }
            let mut before = 0.0;
            for (sum, t) in sums.iter_mut().zip(frames.clone()) {
                *sum += before;
                before += at(t, change.first);
            }
        }
        sums
    }

    /// The additional cost of a game with these changes by the plies from `first` on, which first show in these frames.
    fn rise_at(&self, first: usize, changes: &[Vec<Change>], frames: &[usize]) -> f64 {
        let range = first..first + changes.len();
        let places = range.clone().zip(changes);
        let mut fresh: BTreeMap<u32, Vec<Entry>> = BTreeMap::new();
        for (place, found) in places {
            let frame = frames.get(place - first).copied();
            let since = frame.unwrap_or(self.plies[place].frame);
            for &change in found {
                let begun = Begun::at(change, since);
                let entry = Entry {
                    place,
                    ply: true,
                    begun,
                };
                fresh.entry(change.point).or_default().push(entry);
            }
        }
        let old = self.changes[range.clone()].iter().flatten();
        for change in old.clone() {
            fresh.entry(change.point).or_default();
        }
        let mut rise = 0.0;
        for (point, mut entries) in fresh {
            let known = self.points.get(&point);
            let others = known.iter().flat_map(|known| &known.0);
            let others = others.filter(|e| !e.ply || !range.contains(&e.place));
            entries.extend(others);
            entries.sort_by_key(|e| (e.begun.since, e.place));
            rise += self.cost_of(point, &entries)
                - known.map_or_else(|| self.cost_of(point, &[]), |k| k.1);
        }
        rise + self.pieces(changes.iter()) - self.pieces(self.changes[range].iter())
    }

    /// The price of the pieces that plies set down and take away.
    fn pieces<'b>(&self, changes: impl Iterator<Item = &'b Vec<Change>>) -> f64 {
        let prices = changes.map(|found| self.model.pieces_price(pieces(found)));
        prices.sum()
    }

    /// The cost of a point with these changes, in all frames.
    fn cost_of(&self, point: u32, entries: &[Entry]) -> f64 {
        let begun: Vec<Begun> = entries.iter().map(|e| e.begun).collect();
        let content = self.begin[point as usize];
        cost_of_point(self.costs, self.model, point as usize, content, &begun)
    }
}
