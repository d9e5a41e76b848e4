use core::ops::ControlFlow;

use board_core::{Cell, Color, MoveGen, Observation};

use crate::costs::Costs;
use crate::decoded::contents;
use crate::lag::{Owed, best_time};
use crate::model::{Memory, Turn};
use crate::search::{Event, Root, Search};
use crate::slots::{Delta, Slot, deltas, take_turn};
use crate::{Decoded, Lagged, Model, Ply, Proof, Removal, SearchError, Settings, Stats};

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Frames reached. Never falls, but stays at its highest while later sweeps improve the result.
    pub frames: usize,
    /// Frames of the series.
    pub total: usize,
}

/// Finds the legal game from `start` that explains the evidence best.
///
/// Plies may fall before the first frame too. Point indices and contents of the evidence are those
/// of the board.
///
/// # Errors
/// [`SearchError`]: evidence without frames, of another shape than the board, or with costs that
/// are none; settings without meaning. Reaching the node limit is no error: see
/// [`Decoded::proof`].
///
/// # Panics
/// If the game breaks the laws of [`MoveGen`] (see `board_core::laws`).
pub fn decode<P, O>(
    start: &P,
    evidence: &O,
    settings: &Settings,
) -> Result<Decoded<P::Move>, SearchError>
where
    P: MoveGen,
    O: Observation<Cell = P::Cell>,
{
    decode_with(start, evidence, settings, |_| ControlFlow::Continue(()))
}

/// [`decode`] that reports its progress and can be cancelled by breaking.
///
/// # Errors
/// As [`decode`], and [`SearchError::Cancelled`].
///
/// # Panics
/// As [`decode`].
pub fn decode_with<P, O>(
    start: &P,
    evidence: &O,
    settings: &Settings,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Decoded<P::Move>, SearchError>
where
    P: MoveGen,
    O: Observation<Cell = P::Cell>,
{
    settings.check()?;
    if evidence.points() != start.points() {
        return Err(SearchError::Shape {
            board: start.points(),
            evidence: evidence.points(),
        });
    }
    let cap = settings.model.evidence_cap;
    let costs = Costs::read(evidence, cap, settings.evidence_limit)?;
    let mut driver = Driver {
        costs: &costs,
        settings,
        start,
        position: start.clone(),
        shown: contents(start),
        memory: settings.model.memory_at_start(),
        lagging: Vec::new(),
        played: Vec::new(),
        stats: Stats::default(),
        limit: false,
        slack: 0.0,
    };
    driver.run(&mut progress)?;
    Ok(driver.finish())
}

/// A committed ply, with all it changes.
struct Played<M> {
    mv: M,
    turn: Turn,
    side: Color,
    frame: usize,
    /// Changes, each with the frame it reaches the table and the frame something else changes it.
    changes: Vec<Timed>,
}

struct Timed {
    delta: Delta,
    shown: usize,
    end: usize,
}

/// Searches window after window and commits what each decides.
struct Driver<'a, P: MoveGen> {
    costs: &'a Costs,
    settings: &'a Settings,
    start: &'a P,
    position: P,
    shown: Vec<u8>,
    memory: Memory,
    /// Committed lagging changes that later frames may yet show to be late.
    lagging: Vec<Owed>,
    played: Vec<Played<P::Move>>,
    stats: Stats,
    limit: bool,
    slack: f64,
}

impl<P: MoveGen> Driver<'_, P> {
    fn run(
        &mut self,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), SearchError> {
        let total = self.costs.frames;
        let window = self.settings.window.unwrap_or(total);
        let mut reached = 0;
        let mut tick = |frames: usize| {
            reached = reached.max(frames);
            match progress(Progress {
                frames: reached,
                total,
            }) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(SearchError::Cancelled { frames: reached }),
            }
        };
        for begin in 0..total {
            let end = total.min(begin.saturating_add(window));
            let last = end == total;
            let search = Search::new(self.costs, self.settings, begin..end, self.root(begin, end));
            let mut cancelled = None;
            // Inside a sliding window only its first frame is progress.
            let found =
                search.run(
                    &mut |frames| match tick(if last { begin + frames } else { begin }) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(error) => {
                            cancelled = Some(error);
                            ControlFlow::Break(())
                        }
                    },
                );
            let found = match (found, cancelled) {
                (ControlFlow::Continue(found), None) => found,
                (_, Some(error)) => return Err(error),
                (ControlFlow::Break(()), None) => {
                    return Err(SearchError::Cancelled { frames: begin });
                }
            };
            self.stats.expanded += found.expanded;
            self.stats.generated += found.generated;
            self.stats.windows += 1;
            self.limit |= !found.proven;
            self.slack = found.slack;
            for (frame, event) in found.events {
                if last || frame == begin {
                    self.commit(frame, event);
                }
            }
            if last {
                break;
            }
        }
        tick(total)
    }

    fn root(&self, begin: usize, end: usize) -> Root<P> {
        let lag = self.settings.model.lag();
        let mut owed = self.lagging.clone();
        if self.settings.model.removal != Removal::OneByOne {
            owed.retain_mut(|o| {
                let (point, since) = (o.point as usize, o.since as usize);
                let until = best_time(self.costs, lag, point, o.before, o.after, since..end);
                let new = Owed::new(o.point, o.before, o.after, since, until);
                *o = (since..begin).fold(new, |o, t| o.seen(self.costs, t, lag));
                until > begin
            });
        }
        Root {
            slot: Slot::new(self.position.clone(), self.shown.clone()),
            memory: self.memory,
            owed,
        }
    }

    fn commit(&mut self, frame: usize, event: Event<P::Move>) {
        match event {
            Event::CatchUp { point } => {
                self.shown[point] = self.position.get(point).index() as u8;
                self.lagging.retain(|o| o.point as usize != point);
                let changes = self.played.iter_mut().rev().flat_map(|p| &mut p.changes);
                if let Some(change) = changes
                    .filter(|c| c.delta.lagging)
                    .find(|c| c.delta.point as usize == point)
                {
                    change.shown = frame;
                }
            }
            Event::Play { mv, turn } => {
                let side = take_turn(&mut self.position, turn);
                let mut changes = Vec::new();
                deltas(&self.position, mv, &mut changes);
                self.position.play(mv);
                self.memory = self.settings.model.remember(self.memory, side);
                let one_by_one = self.settings.model.removal == Removal::OneByOne;
                for d in &changes {
                    self.lagging.retain(|o| o.point != d.point);
                    if d.lagging {
                        let until = usize::MAX;
                        let owed = Owed::new(d.point, d.before, d.after, frame, until);
                        self.lagging.push(owed);
                    }
                    if !(d.lagging && one_by_one) {
                        self.shown[d.point as usize] = d.after;
                    }
                }
                // Nothing is late for longer than two windows: keeps sliding cheap.
                if let Some(window) = self.settings.window
                    && !one_by_one
                {
                    let since = frame.saturating_sub(window.saturating_mul(2)) as u32;
                    self.lagging.retain(|o| o.since >= since);
                }
                let total = self.costs.frames;
                let changes = changes.into_iter().map(|delta| Timed {
                    delta,
                    shown: if delta.lagging { total } else { frame },
                    end: total,
                });
                self.played.push(Played {
                    mv,
                    turn,
                    side,
                    frame,
                    changes: changes.collect(),
                });
            }
        }
    }

    /// When each change ends, and when lagging ones reach the table.
    fn time_changes(&mut self) {
        let mut next = vec![self.costs.frames; self.costs.points];
        for played in self.played.iter_mut().rev() {
            for change in &mut played.changes {
                let d = change.delta;
                let point = d.point as usize;
                change.end = core::mem::replace(&mut next[point], played.frame);
                if !d.lagging {
                    continue;
                }
                change.shown = match self.settings.model.removal {
                    Removal::Independent(price) => {
                        let frames = played.frame..change.end;
                        let price = f64::from(price);
                        best_time(self.costs, price, point, d.before, d.after, frames)
                    }
                    Removal::OneByOne => change.shown.min(change.end),
                };
            }
        }
    }

    fn finish(mut self) -> Decoded<P::Move> {
        self.time_changes();
        let model = &self.settings.model;
        let handicap = self.handicap_stones();
        let mut cost = 0.0;
        let mut plies = Vec::with_capacity(self.played.len());
        for (i, played) in self.played.iter().enumerate() {
            let before = &self.played[..i];
            let in_gap = before.iter().rev().take_while(|p| p.frame == played.frame);
            let counted = in_gap.filter(|p| p.turn != Turn::Handicap).count();
            let (price, log_odds) = weigh(self.costs, model, played, counted);
            cost += price;
            let lags = played.changes.iter().filter(|c| c.delta.lagging);
            plies.push(Ply {
                mv: played.mv,
                side: played.side,
                frame: played.frame,
                confidence: (1.0 / (1.0 + (-log_odds).exp())) as f32,
                handicap: i < handicap,
                after_pass: played.turn == Turn::Pass,
                lags: lags
                    .map(|c| Lagged {
                        point: c.delta.point as usize,
                        frame: c.shown,
                    })
                    .collect(),
            });
        }
        let mut decoded = Decoded {
            plies,
            cost,
            lower_bound: 0.0,
            proof: match (self.limit, self.stats.windows) {
                (true, _) => Proof::Limit,
                (false, 1) => Proof::Optimal,
                (false, _) => Proof::Windows,
            },
            frame_cost: vec![0.0; self.costs.frames],
            stats: self.stats,
        };
        let mut frame_cost = Vec::with_capacity(self.costs.frames);
        let mut cells = Vec::new();
        decoded.visit_tables(self.start, |frame, table| {
            cells.clear();
            cells.extend(table.iter().map(|cell| cell.index() as u8));
            let excess = self.costs.table(frame, &cells);
            frame_cost.push(excess as f32);
            cost += excess;
        });
        decoded.frame_cost = frame_cost;
        decoded.cost = cost;
        decoded.lower_bound = if self.stats.windows == 1 {
            (cost + self.slack).max(0.0)
        } else {
            0.0
        };
        decoded
    }

    /// How many of the first plies are handicap stones: several of one side before the other's.
    fn handicap_stones(&self) -> usize {
        let Some(handicap) = self.settings.model.handicap else {
            return 0;
        };
        let later = self.played.iter().skip(1);
        let more = later.take_while(|p| p.turn == Turn::Handicap).count();
        match self.played.first() {
            Some(first) if more > 0 && first.side == handicap.side => 1 + more,
            _ => 0,
        }
    }
}

/// Price of a ply with the delays it causes, and the log-odds of its having been made.
fn weigh<M>(costs: &Costs, model: &Model, played: &Played<M>, in_gap: usize) -> (f64, f64) {
    let arrivals = played.changes.iter().filter(|c| c.delta.after != 0);
    let mut price = model.turn_price(played.turn, in_gap) + model.placement_price(arrivals.count());
    let mut gain = 0.0;
    for change in &played.changes {
        let Delta {
            point,
            before,
            after,
            ..
        } = change.delta;
        if change.delta.lagging {
            price += model.lag() * (change.shown - played.frame) as f64;
        }
        for t in change.shown..change.end {
            gain += costs.at(t, point as usize, before) - costs.at(t, point as usize, after);
        }
    }
    (price, gain - price)
}
