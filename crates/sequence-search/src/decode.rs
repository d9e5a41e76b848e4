use core::ops::ControlFlow;

use board_core::{MoveGen, Observation};

use crate::account::account;
use crate::costs::Costs;
use crate::delays::Delays;
use crate::effects::Effects;
use crate::equal_moves::first_listed;
use crate::followed;
use crate::lost::follow;
use crate::search::{self, Found, Ground, Root, SAME, Search, Way};
use crate::slots::contents;
use crate::solution::Solution;
use crate::weigh::weigh;
use crate::{Decoded, Method, MovePrior, Proof, SearchError, Settings, Stats, paper, windows};

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of frames reached. It never falls, but stays at its highest value while later sweeps improve the result.
    pub frames: usize,
    /// Number of frames of the series.
    pub total: usize,
}

/// Finds the legal game from `start` that explains the evidence best.
///
/// Plies may also come before the first frame. Point indices and contents of the evidence are those of the board.
/// [`Decoder`] has more options.
///
/// # Errors
/// [`SearchError`]: the evidence has no frames, another shape than the board, or invalid costs; a setting is invalid;
/// or there is no legal game at all. Reaching a limit is not an error: see [`Decoded::proof`].
///
/// # Panics
/// May panic if the game breaks the laws of [`MoveGen`]; not every breach is noticed here, but `board_core::laws` finds
/// them.
pub fn decode<P, O>(
    start: &P,
    evidence: &O,
    settings: &Settings,
) -> Result<Decoded<P::Move>, SearchError>
where
    P: MoveGen,
    O: Observation<Cell = P::Cell>,
{
    Decoder::new(settings)
        .start(start.clone(), 0.0)
        .decode(evidence)
}

/// The type of a progress callback that is not set.
type Silent = fn(Progress) -> ControlFlow<()>;

/// A decoder with all knowledge besides the evidence.
///
/// ```
/// # fn show<P: board_core::MoveGen, O: board_core::Observation<Cell = P::Cell>>(empty: P, handicap: P, evidence: O) -> Result<(), sequence_search::SearchError> {
/// use sequence_search::{Decoder, Moment, Settings};
///
/// let settings = Settings::exact();
/// let dislikes_long_games = |_: &P, _: P::Move, at: Moment| 0.01 * at.ply as f32;
/// let game = Decoder::new(&settings)
///     .start(empty, 0.0)
///     .start(handicap, 3.0) // e³ times less likely
///     .prior(&dislikes_long_games)
///     .decode(&evidence)?;
/// # Ok(()) }
/// ```
///
/// It can be sent to another thread if the position and the callback of [`progress`](Decoder::progress) can.
pub struct Decoder<'a, P: MoveGen, T = Silent> {
    settings: &'a Settings,
    pub(crate) roots: Vec<Root<P>>,
    prior: &'a dyn MovePrior<P>,
    progress: Option<T>,
    /// The known effects of moves.
    effects: Option<Effects>,
    /// Whether a lost game is searched again.
    retries: bool,
    /// The contents of the tables that another game begins with; those of the starts if there are none.
    set_up: Vec<Vec<u8>>,
}

impl<'a, P: MoveGen> Decoder<'a, P> {
    /// A decoder without a start position.
    pub fn new(settings: &'a Settings) -> Self {
        Decoder {
            settings,
            roots: Vec::new(),
            prior: &(),
            progress: None,
            effects: None,
            retries: true,
            set_up: Vec::new(),
        }
    }
}

impl<'a, P: MoveGen, T: FnMut(Progress) -> ControlFlow<()>> Decoder<'a, P, T> {
    /// Adds a possible start position with its price in nats. The best one is found together with the game;
    /// [`likely_tables`](crate::likely_tables) proposes some.
    #[must_use]
    pub fn start(self, position: P, price: f32) -> Self {
        let root = Root::of_game(position, f64::from(price), &self.settings.model);
        self.root(root)
    }

    /// Adds a start, perhaps in mid-game.
    pub(crate) fn root(mut self, root: Root<P>) -> Self {
        self.roots.push(root);
        self
    }

    /// Sets the effects of moves met before.
    pub(crate) fn effects(mut self, effects: Option<Effects>) -> Self {
        self.effects = effects;
        self
    }

    /// Sets whether a lost game is searched again.
    pub(crate) fn retries(mut self, retries: bool) -> Self {
        self.retries = retries;
        self
    }

    /// Sets the tables that another game begins with, where the starts are positions within a game.
    pub(crate) fn set_up(mut self, tables: Vec<Vec<u8>>) -> Self {
        self.set_up = tables;
        self
    }

    /// Sets the move prior.
    #[must_use]
    pub fn prior(mut self, prior: &'a dyn MovePrior<P>) -> Self {
        self.prior = prior;
        self
    }

    /// Sets a progress callback; breaking from it ends the search with [`SearchError::Cancelled`].
    #[must_use]
    pub fn progress<U>(self, tell: U) -> Decoder<'a, P, U>
    where
        U: FnMut(Progress) -> ControlFlow<()>,
    {
        Decoder {
            settings: self.settings,
            roots: self.roots,
            prior: self.prior,
            progress: Some(tell),
            effects: self.effects,
            retries: self.retries,
            set_up: self.set_up,
        }
    }

    /// Finds the game.
    ///
    /// # Errors
    /// As [`decode`], and [`SearchError::Cancelled`], [`SearchError::NoStart`], [`SearchError::BadPrior`].
    ///
    /// # Panics
    /// As [`decode`].
    pub fn decode<O>(self, evidence: &O) -> Result<Decoded<P::Move>, SearchError>
    where
        O: Observation<Cell = P::Cell>,
    {
        self.settings.check()?;
        for root in &self.roots {
            if evidence.points() != root.position.points() {
                return Err(SearchError::Shape {
                    board: root.position.points(),
                    evidence: evidence.points(),
                });
            }
        }
        let cap = self.settings.model.evidence_cap;
        let costs = Costs::read(evidence, cap, self.settings.evidence_limit)?;
        self.follow(&costs).map(|solution| solution.game)
    }

    /// Finds the game in evidence that was read before, up to its end.
    pub(crate) fn follow(mut self, costs: &Costs) -> Result<Solution<P::Move>, SearchError> {
        let mut progress = self.progress.take();
        let price = |root: usize| self.roots[root].price;
        let starts: Vec<_> = self
            .roots
            .iter()
            .map(|root| contents(&root.position))
            .collect();
        // The search for the end of a game restarts, but reported progress must not fall.
        let (mut reached, total) = (0, costs.frames);
        let mut tick = |frames: usize| {
            reached = frames.max(reached);
            progress.as_mut().map_or(ControlFlow::Continue(()), |tell| {
                tell(Progress {
                    frames: reached,
                    total,
                })
            })
        };
        // A lost game takes many searches to find: the next one of the same frames begins with what they found.
        let mut before: Option<(usize, Way<P::Move>)> = None;
        let search = |costs: &Costs, settings: &Settings, prefixes: &[usize]| {
            let known = before.take().filter(|(frames, _)| *frames == costs.frames);
            let known = known.map(|(_, way)| way);
            let found = self.run(costs, settings, prefixes, known.as_ref(), &mut tick)?;
            before = found.lost.then(|| (costs.frames, found.way.clone()));
            Ok(found)
        };
        let set_up = match self.set_up.is_empty() {
            true => &starts,
            false => &self.set_up,
        };
        follow(costs, self.settings, price, (&starts, set_up), search)
    }

    /// Finds the game in evidence that was read before, its path, and the best prefixes of some numbers of frames.
    /// `known` is the best game that earlier searches of these frames have found, if it was lost.
    pub(crate) fn run(
        &self,
        costs: &Costs,
        settings: &Settings,
        prefixes: &[usize],
        known: Option<&Way<P::Move>>,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Solution<P::Move>, SearchError> {
        self.check(costs, settings)?;
        let mut reached = 0;
        let tick = &mut |frames: usize| {
            reached = frames.max(reached);
            tick(frames)
        };
        let Some(mut found) = self.search(costs, settings, prefixes, known, tick)? else {
            return Err(SearchError::Cancelled { frames: reached });
        };
        if found.lost && self.retries && known.is_none() {
            let wide = settings.with_wide_reach();
            if let Some(wide) = &wide {
                found = self.again(found, costs, wide, prefixes, None, tick)?;
            }
            if found.lost
                && windows::is_long(costs)
                && let Some(known) = self.in_parts(costs, settings, found.effects, tick)?
            {
                let settings = wide.as_ref().unwrap_or(settings);
                found = self.again(found, costs, settings, prefixes, Some(&known), tick)?;
            }
        }
        let Some(best) = found.best else {
            return Err(SearchError::NoGame {
                frame: found.reached,
            });
        };
        let account_in = |costs: &Costs, way: &Way<P::Move>| {
            account(
                costs,
                &settings.model,
                self.prior,
                &self.roots[way.root],
                way,
            )
        };
        let account_of = |way: &Way<P::Move>| account_in(costs, way);
        let start = &self.roots[best.root].position;
        let best = first_listed(start, best, |way| account_of(way).cost);
        let _ = tick(costs.frames);
        let stats = Stats {
            expanded: found.expanded,
            generated: found.generated,
        };
        let judged = |way: &Way<P::Move>| {
            let mut game = account_of(way);
            game.stats = stats;
            game.lower_bound = found.lower_bound.clamp(0.0, game.cost);
            game
        };
        let mut decoded = judged(&best);
        decoded.strain = found.strain.iter().map(|&nats| nats as f32).collect();
        followed::judge(&mut decoded, settings.strain_limit);
        if found.proven {
            decoded.proof = Proof::Optimal;
            decoded.lower_bound = decoded.cost;
        }
        if let Some(lattice) = &found.lattice {
            if settings.n_best > 1 {
                let ways = lattice.best(settings.n_best);
                let others = ways.iter().map(|(_, way)| judged(way));
                let best = decoded.moves();
                let others = others.filter(|game| game.moves() != best);
                decoded.others = others.take(settings.n_best - 1).collect();
            }
            if settings.posteriors {
                let chances = lattice.chances();
                weigh(&mut decoded, &chances);
                for game in &mut decoded.others {
                    weigh(game, &chances);
                }
            }
        }
        let mut fewer = match found.prefixes.is_empty() {
            true => Costs::empty(costs.points, costs.contents),
            false => costs.clone(),
        };
        let prefixes = found.prefixes.iter().rev().map(|(frames, way)| {
            fewer.truncate(*frames);
            account_in(&fewer, way)
        });
        Ok(Solution {
            prefixes: prefixes.collect(),
            game: decoded,
            way: best,
            effects: found.effects,
            lost: found.lost,
        })
    }

    /// Searches again, from a known game if there is one. Returns what is cheaper, that or what was found before.
    fn again(
        &self,
        before: Found<P::Move>,
        costs: &Costs,
        settings: &Settings,
        prefixes: &[usize],
        known: Option<&Way<P::Move>>,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Found<P::Move>, SearchError> {
        let Some(found) = self.search(costs, settings, prefixes, known, tick)? else {
            let frames = before.reached;
            return Err(SearchError::Cancelled { frames });
        };
        let is_better = found.cost < before.cost - SAME;
        Ok(if is_better { found } else { before })
    }

    /// Finds the game in parts of the series; the effects of moves are known.
    fn in_parts(
        &self,
        costs: &Costs,
        settings: &Settings,
        effects: Effects,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<Way<P::Move>>, SearchError> {
        let roots = self.roots.clone();
        windows::follow(
            costs,
            settings,
            roots,
            self.prior,
            |costs, settings, roots, prior| {
                let mut part = Decoder::new(settings).prior(prior).effects(Some(effects));
                part.roots.extend_from_slice(roots);
                part.run(costs, settings, &[], None, tick)
            },
        )
    }

    /// Checks that there are evidence and starts to search, within the limits.
    fn check(&self, costs: &Costs, settings: &Settings) -> Result<(), SearchError> {
        if costs.frames == 0 {
            return Err(SearchError::NoFrames);
        }
        for root in &self.roots {
            if root.price.is_nan() || root.price < 0.0 {
                return Err(SearchError::BadSetting {
                    name: "start.price",
                    value: root.price,
                    wanted: "a price in nats, not negative",
                });
            }
        }
        // Tiny boards may have very many frames, each with its columns.
        let columns = costs
            .frames
            .saturating_mul(16 * (settings.model.plies_per_frame + 1));
        if columns > settings.evidence_limit.max(1 << 16) {
            return Err(SearchError::TooLarge {
                numbers: columns,
                limit: settings.evidence_limit,
            });
        }
        Ok(())
    }

    /// Searches by the method of the settings, and again if a move had an effect that no move was known to have. `None`
    /// if the callback ended the search.
    fn search(
        &self,
        costs: &Costs,
        settings: &Settings,
        prefixes: &[usize],
        known: Option<&Way<P::Move>>,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<Found<P::Move>>, SearchError> {
        let Some(first) = self.roots.first() else {
            return Err(SearchError::NoStart);
        };
        let mut effects = match self.effects {
            Some(effects) => effects,
            None => Effects::look(&first.position),
        };
        if let Method::Paper {
            horizon,
            children,
            queue,
        } = settings.method
        {
            let limits = (horizon, children, queue);
            let found = paper::search(costs, &settings.model, &first.position, limits, tick);
            return Ok(found.map(|found| Found { effects, ..found }));
        }
        loop {
            let clock = search::clock(settings, &self.roots, effects);
            let coupled = search::bounds(costs, settings, &clock, first, effects);
            let delays = Delays::new(costs, &settings.model, &coupled);
            let cells = contents(&first.position);
            let ground = Ground::new(costs, settings, &clock, &coupled, &delays, cells);
            let search = Search::new(&ground, delays, self.prior, self.roots.clone());
            let Some(mut found) = search.run(prefixes, known, tick)? else {
                return Ok(None);
            };
            let assumed = effects;
            effects = effects | found.effects;
            if !assumed.is_exceeded_by(found.effects) {
                found.effects = effects;
                return Ok(Some(found));
            }
        }
    }
}
