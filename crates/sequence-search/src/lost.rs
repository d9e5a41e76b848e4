//! Finds where a game ends before its last frame: it is over, or more happened between two frames than the rules can
//! bridge.

use std::borrow::Cow;

use crate::costs::Costs;
use crate::settings::REACH;
use crate::solution::Solution;
use crate::taken_back::{mark, taken_off};
use crate::{Decoded, End, EndKind, Method, Model, Ply, SearchError, Settings};

/// Frames whose costs differ by less are not distinguished.
const SAME: f64 = 1.0;

/// Largest cost of a single frame that counts against a game: more is a hand, not a lost game.
const DISTURBED: f64 = 10.0;

/// Multiple of the limit from which a game is lost if disturbed frames count whole: a hand in a few photos costs a game
/// that goes on about the limit.
const BENT: f64 = 2.0;

/// Reach of a search that sees whether a game ends. Most games go on, which a search of usual reach sees in a fraction of
/// the time.
const WIDE: f32 = 30.0;

/// Finds the game with `search`, or, if giving it up is cheaper, the game up to the frame at which it ends. `price` is
/// that of a start. Given are the contents of the start positions, and those that another game begins with.
///
/// Frames can also be explained without a game, point by point. The cost of a game over its first frames plus that of
/// the others without it falls with every move that explains much cheaply. Where no moves lead on, it rises, however
/// the search distorts the game. A quick search gives the cost of the best prefix of every length; the expensive search
/// then only gets frames that can be followed.
pub(crate) fn follow<M: Copy + Eq>(
    costs: &Costs,
    settings: &Settings,
    price: impl Fn(usize) -> f64,
    (starts, set_up): (&[Vec<u8>], &[Vec<u8>]),
    mut search: impl FnMut(&Costs, &Settings, &[usize]) -> Result<Solution<M>, SearchError>,
) -> Result<Solution<M>, SearchError> {
    let limit = f64::from(settings.model.lost);
    if limit.is_infinite() || matches!(settings.method, Method::Paper { .. }) {
        let mut found = search(costs, settings, &[])?;
        mark(&mut found.game, costs);
        return Ok(found);
    }
    let free = Free::of(costs, &settings.model);
    let mut reach = REACH;
    // Changes that no moves can make need no search.
    let mut end = free.plain_end(set_up);
    let mut known = match &end {
        None => Cow::Borrowed(costs),
        Some(end) => Cow::Owned(costs.part(0..end.frame)),
    };
    loop {
        let frames = end.map_or(costs.frames, |end: End| end.frame);
        let quick = quick(settings, reach);
        let mut found = search(&known, &quick, &free.changing(frames))?;
        mark(&mut found.game, &known);
        if let Some(frame) = taken_off(&found.game, starts).filter(|_| end.is_none()) {
            if widens(&mut reach, settings) {
                continue;
            }
            let kind = EndKind::Cleared;
            end = Some(End { frame, kind });
            known = Cow::Owned(free.until(costs, frame)?);
            break;
        }
        let balance = |game: &Decoded<M>| free.balance(game, price(game.start), frames);
        let whole = balance(&found.game);
        // The longest of the prefixes with least cost.
        let mut best = (whole[0], 0, &found.game);
        for game in &found.prefixes {
            let length = game.frame_cost.len();
            let now = balance(game)[length];
            let longer = length > best.1 && now < best.0 + SAME;
            if now < best.0 || longer {
                best = (now.min(best.0), length, game);
            }
        }
        let (least, last, prefix) = best;
        let hidden = DISTURBED * (frames - last) as f64;
        let kind = free.kind(
            costs,
            last,
            &prefix.table_before(&starts[prefix.start], last),
            set_up,
        );
        let bent = whole[last] + free.excess(&found.game, last, frames) - least;
        let lost = whole[frames] > least + limit || bent > BENT * limit && hidden >= limit;
        let ends = lost || kind != EndKind::Lost && bent > hidden.min(limit);
        if !ends && end.is_none() && quick == *settings {
            return Ok(found);
        }
        if !ends {
            break;
        }
        if widens(&mut reach, settings) {
            continue;
        }
        end = Some(End { frame: last, kind });
        if last == 0 {
            cut(&mut found.game, End { frame: 0, kind });
            return Ok(found);
        }
        known = Cow::Owned(free.until(costs, last)?);
    }
    let lost = end.is_some_and(|end| end.kind == EndKind::Lost);
    let limited = lost.then(|| limited(settings));
    let mut found = search(&known, limited.as_ref().unwrap_or(settings), &[])?;
    mark(&mut found.game, &known);
    if let Some(end) = end {
        cut(&mut found.game, end);
    }
    Ok(found)
}

/// Whether a table shows a start position, and much of it has changed to do so.
fn is_set_up(table: &[u8], before: &[u8], starts: &[Vec<u8>]) -> bool {
    /// Largest number of points that moves change.
    const MOVED: usize = 4;
    let is = |start: &Vec<u8>| {
        let pieces = pieces(start);
        let wrong = differing(table, start);
        pieces > 0 && 8 * wrong <= pieces && differing(table, before) > MOVED.max(2 * wrong)
    };
    starts.iter().any(is)
}

/// Whether most of the pieces of a table are gone.
fn most(gone: &[(usize, u8)], table: &[u8]) -> bool {
    2 * gone.len() > pieces(table)
}

/// Number of pieces of a table.
fn pieces(table: &[u8]) -> usize {
    table.iter().filter(|content| **content != 0).count()
}

/// Whether pieces were only removed, given the numbers of gone pieces and changed points: after missed moves many
/// pieces are gone, too, but others have appeared.
fn only_taken(gone: usize, changed: usize) -> bool {
    8 * (changed - gone) <= gone
}

/// Number of points with different contents.
fn differing(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

/// Widens the reach of the quick search, if there is one and it was not wide: prefixes of a game that seems to end may
/// have been left out.
fn widens(reach: &mut f32, settings: &Settings) -> bool {
    let is_quick = matches!(settings.method, Method::Exact { .. });
    is_quick && core::mem::replace(reach, WIDE) < WIDE
}

/// Settings of a search that is good enough to see whether a game continues.
fn quick(settings: &Settings, reach: f32) -> Settings {
    let Method::Exact { width, rounds } = settings.method else {
        return settings.clone();
    };
    let method = Method::Beam {
        width: width.min(300),
        reach,
        rounds,
    };
    Settings {
        method,
        ..settings.clone().best_only()
    }
}

/// Settings of a search for a lost game: many games lead to the last frames, all about equally badly, and proving the
/// best one would take all allowed nodes. The first sweep still fits in.
fn limited(settings: &Settings) -> Settings {
    let mut limited = settings.clone();
    if let Method::Exact { width, .. } = settings.method {
        let least = width.min(settings.nodes_per_frame);
        limited.nodes_per_frame = (settings.nodes_per_frame / 5).max(least);
    }
    limited
}

/// Removes the frames of a game from its end on.
fn cut<M: Copy + Eq>(game: &mut Decoded<M>, at: End) {
    let end = at.frame;
    let forgotten = |costs: &[f32]| costs[end..].iter().map(|&c| f64::from(c)).sum::<f64>();
    game.cost -= forgotten(&game.frame_cost) + forgotten(&game.event_cost);
    game.lower_bound = game.lower_bound.min(game.cost);
    game.frame_cost.truncate(end);
    game.event_cost.truncate(end);
    game.strain.truncate(end);
    game.prior_cost.truncate(end);
    // A change that only shows later may belong to any of the missing moves; so may all moves that first show together
    // last, if one of them does not show at all.
    let last = |ply: &Ply<M>| ply.frame + 1 == end;
    let blind = game
        .plies
        .iter()
        .any(|ply| last(ply) && ply.confidence < 0.5);
    let unseen = |ply: &Ply<M>| {
        let late = ply.lags.iter().any(|lag| lag.frame >= end);
        ply.frame >= end || late || (blind && last(ply))
    };
    let plies = game.plies.iter().position(unseen);
    game.plies.truncate(plies.unwrap_or(game.plies.len()));
    game.touches.retain(|touch| touch.frame < end);
    game.shown.retain(|&(frame, ..)| frame < end);
    for ply in &mut game.plies {
        ply.when.retain(|&(frame, _)| frame < end);
        ply.rivals.retain(|rival| rival.frame < end);
    }
    game.end = Some(at);
    for other in &mut game.others {
        cut(other, at);
    }
    // Some games differed only after the end.
    let moves = |game: &Decoded<M>| -> Vec<M> { game.plies.iter().map(|ply| ply.mv).collect() };
    let mut known = vec![moves(game)];
    game.others.retain(|other| {
        let moves = moves(other);
        let new = !known.contains(&moves);
        known.push(moves);
        new
    });
}

/// The explanation of the frames without a game: every point alone.
struct Free {
    /// By content, the cost of a change to it.
    change: Vec<f64>,
    /// By frame: the least cost of it and those after it, whatever was before; 0 after the last.
    rest: Vec<f64>,
    /// By frame: the points that have changed since the frame before, and their new contents.
    changes: Vec<Vec<(usize, u8)>>,
    /// The contents in the first frame.
    first: Vec<u8>,
}

impl Free {
    /// A piece that comes or goes without a move costs what it costs with one, plus half the information of its point:
    /// a move must be distinguished by its source and target.
    fn of(costs: &Costs, model: &Model) -> Self {
        let name = 0.5 * (costs.points as f64).ln();
        let mut change = vec![f64::from(model.placement) + name; costs.contents];
        change[0] = f64::from(model.departure) + name;
        let mut free = Self {
            change,
            rest: vec![0.0; costs.frames + 1],
            changes: vec![Vec::new(); costs.frames],
            first: Vec::with_capacity(costs.points),
        };
        let mut worth = vec![0.0; costs.frames * costs.contents];
        for point in 0..costs.points {
            free.backward(costs, point, 0, |frame, later| {
                worth[frame * costs.contents..][..costs.contents].copy_from_slice(later);
            });
            let contents = 0..costs.contents;
            let first = contents.min_by(|&a, &b| worth[a].total_cmp(&worth[b]));
            let mut shown = first.unwrap_or(0);
            free.first.push(shown as u8);
            for (frame, later) in worth.chunks_exact(costs.contents).enumerate() {
                free.rest[frame] += min(later);
                let (best, cost) = free.best_change(later);
                if later[shown] > cost {
                    free.changes[frame].push((point, best as u8));
                    shown = best;
                }
            }
        }
        free
    }

    /// The content to which a change is cheapest, and the cost from there on.
    fn best_change(&self, later: &[f64]) -> (usize, f64) {
        let ways = later.iter().zip(&self.change).map(|(a, b)| a + b);
        ways.enumerate().fold(
            (0, f64::INFINITY),
            |best, way| if way.1 < best.1 { way } else { best },
        )
    }

    /// Frames before `end` in which points have changed; those with most changes, if there are many.
    fn changing(&self, end: usize) -> Vec<usize> {
        /// Number of prefix lengths that are compared.
        const MOST: usize = 500;
        let changed = |&frame: &usize| !self.changes[frame].is_empty();
        let mut frames: Vec<usize> = (1..end).filter(changed).collect();
        frames.sort_by_key(|&frame| core::cmp::Reverse(self.changes[frame].len()));
        frames.truncate(MOST);
        frames.sort_unstable();
        frames
    }

    /// The cost of a game with a start price over its first frames, by their number, plus that of all others without
    /// it.
    fn balance<M>(&self, game: &Decoded<M>, price: f64, frames: usize) -> Vec<f64> {
        let mut now = price + self.rest[0];
        let mut balance = vec![now];
        for frame in 0..frames.min(game.frame_cost.len()) {
            now += self.more(game, frame).min(DISTURBED) + self.events(game, frame);
            balance.push(now);
        }
        balance
    }

    /// How much more the frames from `first` to `end` cost with a game than without.
    fn excess<M>(&self, game: &Decoded<M>, first: usize, end: usize) -> f64 {
        let frames = first..end;
        frames
            .map(|frame| self.more(game, frame) + self.events(game, frame))
            .sum()
    }

    fn more<M>(&self, game: &Decoded<M>, frame: usize) -> f64 {
        f64::from(game.frame_cost[frame]) - (self.rest[frame] - self.rest[frame + 1])
    }

    /// Without a game, no move can be unusual.
    fn events<M>(&self, game: &Decoded<M>, frame: usize) -> f64 {
        f64::from(game.event_cost[frame] - game.prior_cost[frame])
    }

    /// The first frame at which so much has changed at once that no moves can have done it: pieces of both sides are
    /// gone for good and the others mostly unchanged or mostly elsewhere, or a start position is set up. If it is, or
    /// if the board is empty from then on, one piece of each side is enough; and none is needed where half of the start
    /// position or more has come.
    fn plain_end(&self, starts: &[Vec<u8>]) -> Option<End> {
        /// Least number of pieces of either side, and of both together where none are left.
        const LEAST: usize = 3;
        let sides = 1..self.change.len() as u8;
        let mut shown = self.first.clone();
        for (frame, changes) in self.changes.iter().enumerate().skip(1) {
            let gone = changes
                .iter()
                .filter(|&&(point, now)| now == 0 && shown[point] != 0);
            let gone: Vec<(usize, u8)> = gone.map(|&(point, _)| (point, shown[point])).collect();
            let of = |side: u8| gone.iter().filter(|gone| gone.1 == side).count();
            let sides_with = |least: usize| sides.clone().filter(|&side| of(side) >= least).count();
            let taken = only_taken(gone.len(), changes.len());
            let before = shown.clone();
            for &(point, now) in changes {
                shown[point] = now;
            }
            let set_up = is_set_up(&shown, &before, starts);
            let is_empty = gone.len() >= LEAST && shown.iter().all(|&content| content == 0);
            let has_come = set_up && 2 * pieces(&before) <= pieces(&shown);
            if !has_come && sides_with(if set_up || is_empty { 1 } else { LEAST }) < 2 {
                continue;
            }
            let kind = if set_up {
                EndKind::SetUp
            } else if self.restored(frame, &gone) {
                continue;
            } else if taken {
                EndKind::Cleared
            } else if most(&gone, &before) {
                EndKind::Lost
            } else {
                continue;
            };
            return Some(End { frame, kind });
        }
        None
    }

    /// Whether most of what is gone at a frame reappears later, all at once.
    fn restored(&self, frame: usize, gone: &[(usize, u8)]) -> bool {
        let back = |changes: &Vec<(usize, u8)>| changes.iter().filter(|c| gone.contains(c)).count();
        self.changes[frame + 1..]
            .iter()
            .any(|changes| 2 * back(changes) > gone.len())
    }

    /// What happened at a frame from which on no moves explain the evidence, given the last table of the game.
    fn kind(&self, costs: &Costs, frame: usize, last: &[u8], starts: &[Vec<u8>]) -> EndKind {
        /// Fewer missing pieces may be a hand, or moves taken back.
        const GONE: usize = 4;
        /// Number of frames in which they are missing; under a hand they are back sooner.
        const STAY: usize = 5;
        let before = self.shown(frame);
        let now = self.shown(frame + 1);
        let later = (frame + 2..=costs.frames).take(STAY - 1);
        let later: Vec<Vec<u8>> = later.map(|frame| self.shown(frame)).collect();
        let stays_empty = |p: usize| now[p] == 0 && later.iter().all(|shown| shown[p] == 0);
        let cleared = |table: &[u8]| {
            let gone = { 0..costs.points }.filter(|&p| table[p] != 0 && stays_empty(p));
            let gone = gone.count();
            gone >= GONE && only_taken(gone, differing(table, &now))
        };
        if is_set_up(&now, last, starts) {
            EndKind::SetUp
        } else if cleared(&before) || cleared(last) {
            EndKind::Cleared
        } else {
            EndKind::Lost
        }
    }

    /// The table of the frame before one.
    fn shown(&self, frame: usize) -> Vec<u8> {
        let mut shown = self.first.clone();
        for &(point, content) in self.changes[..frame].iter().flatten() {
            shown[point] = content;
        }
        shown
    }

    /// The frames before one, followed by the evidence of those from it on about the table just before it.
    fn until(&self, costs: &Costs, frame: usize) -> Result<Costs, SearchError> {
        let mut known = costs.part(0..frame);
        known.push_row(&self.table_before(costs, frame), f32::INFINITY)?;
        Ok(known)
    }

    /// The evidence of the frames from one on about the table just before it, as a row of costs: none for points that
    /// have changed there.
    fn table_before(&self, costs: &Costs, frame: usize) -> Vec<f32> {
        let mut row = Vec::with_capacity(costs.points * costs.contents);
        for point in 0..costs.points {
            if self.changes[frame].iter().any(|changed| changed.0 == point) {
                row.resize(row.len() + costs.contents, 0.0);
                continue;
            }
            let mut now = vec![0.0; costs.contents];
            self.backward(costs, point, frame, |_, later| now.copy_from_slice(later));
            let (least, change) = (min(&now), self.best_change(&now).1);
            row.extend(now.iter().map(|cost| (cost.min(change) - least) as f32));
        }
        row
    }

    /// Visits the frames of a point from the last one to `first`, with the cost of each content in it and of the best
    /// ones after it.
    fn backward(
        &self,
        costs: &Costs,
        point: usize,
        first: usize,
        mut visit: impl FnMut(usize, &[f64]),
    ) {
        let mut later = vec![0.0; costs.contents];
        for frame in (first..costs.frames).rev() {
            let changed = self.best_change(&later).1;
            for (content, later) in later.iter_mut().enumerate() {
                *later = later.min(changed) + f64::from(costs.at(frame, point, content as u8));
            }
            visit(frame, &later);
        }
    }
}

fn min(costs: &[f64]) -> f64 {
    costs.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How a game plainly ends that shows a table, three times, and then the `start`.
    fn plain_end(table: &[u8], start: &[u8]) -> Option<End> {
        const CONTENTS: u8 = 3;
        let mut costs = Costs::empty(table.len(), CONTENTS.into());
        for shown in [[table; 3], [start; 3]].concat() {
            let of = |&content: &u8| {
                (0..CONTENTS).map(move |other| if other == content { 0.0 } else { 9.0 })
            };
            let row: Vec<f32> = shown.iter().flat_map(of).collect();
            costs.push_row(&row, f32::INFINITY).unwrap();
        }
        Free::of(&costs, &Model::default()).plain_end(&[start.to_vec()])
    }

    #[test]
    fn half_of_the_pieces_come_with_another_game_alone() {
        let start = [[1; 8], [0; 8], [2; 8]].concat();
        let with = |pieces: usize| {
            let of_black = |(point, &content): (usize, &u8)| match point < pieces {
                true => content,
                false => 0,
            };
            start.iter().enumerate().map(of_black).collect::<Vec<u8>>()
        };
        let end = Some(End {
            frame: 3,
            kind: EndKind::SetUp,
        });
        for pieces in [1, 8] {
            assert_eq!(plain_end(&with(pieces), &start), end, "{pieces}");
        }
        // A hand has left some of them.
        assert_eq!(plain_end(&with(19), &start), None);
    }
}
