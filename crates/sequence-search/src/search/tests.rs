//! Tests of the bound, on a game small enough to know the truth.

use core::ops::ControlFlow;

use board_core::{Board, Change as Changed, Color, MoveGen, Observation, Occupancy, Timing};
use proptest::prelude::*;

use super::node::{Event, Node};
use super::{Ground, Root, Search, bounds, clock};
use crate::costs::Costs;
use crate::delays::Delays;
use crate::solution::Solution;
use crate::{Decoder, Method, Model, Settings, decode, windows};

/// The effect of moves on a strip of four points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rule {
    /// A stone is placed; one between two enemies is captured.
    Take,
    /// A stone is placed; one between two enemies turns over, and the side that turned one moves again.
    Turn,
    /// A stone moves one point on, whatever is there.
    Step,
    /// The same, and the stone that was there moves to where the first one came from.
    Exchange,
}

#[derive(Clone)]
struct Strip([Occupancy; 4], Color, Rule);

impl Board for Strip {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        4
    }
    fn get(&self, point: usize) -> Occupancy {
        self.0[point]
    }
}

impl Strip {
    fn start(rule: Rule) -> Self {
        use Occupancy::{Black, Empty, White};
        let cells = match rule {
            Rule::Take | Rule::Turn => [Empty; 4],
            Rule::Step => [Black, Empty, Empty, White],
            Rule::Exchange => [Black, Empty, White, White],
        };
        Strip(cells, Color::Black, rule)
    }

    /// The stone that one on `p` would enclose.
    fn between(&self, p: usize) -> Option<usize> {
        let enemy = Occupancy::from(!self.1);
        let between = |q: usize, far: usize| self.0[q] == enemy && self.0[far] == self.1.into();
        (p + 2 < 4 && between(p + 1, p + 2)).then_some(p + 1)
    }

    fn all_changes(&self, p: usize) -> Vec<Changed<Occupancy>> {
        use Timing::{Lagging, WithMove};
        let own = Occupancy::from(self.1);
        let change = |point, after, timing| Changed {
            point,
            before: self.0[point],
            after,
            timing,
        };
        let (to, taken) = match self.2 {
            Rule::Take | Rule::Turn => (p, self.between(p)),
            Rule::Step | Rule::Exchange => (p + 1, Some(p)),
        };
        let (left, timing) = match self.2 {
            Rule::Take => (Occupancy::Empty, Lagging),
            Rule::Turn => (own, Lagging),
            Rule::Step => (Occupancy::Empty, WithMove),
            Rule::Exchange => (self.0[p + 1], WithMove),
        };
        let mut all = vec![change(to, own, WithMove)];
        all.extend(taken.map(|q| change(q, left, timing)));
        all
    }
}

impl MoveGen for Strip {
    type Move = usize;
    type Undo = Strip;
    fn to_move(&self) -> Color {
        self.1
    }
    fn set_to_move(&mut self, side: Color) {
        self.1 = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..4).filter(|&p| self.is_legal(p)).try_for_each(visit)
    }
    fn is_legal(&self, p: usize) -> bool {
        let own = Occupancy::from(self.1);
        match self.2 {
            Rule::Take | Rule::Turn => p < 4 && self.0[p] == Occupancy::Empty,
            Rule::Step | Rule::Exchange => p < 3 && self.0[p] == own && self.0[p + 1] != own,
        }
    }
    fn visit_changes(&self, p: usize, visit: impl FnMut(Changed<Occupancy>)) {
        self.all_changes(p).into_iter().for_each(visit);
    }
    fn play(&mut self, p: usize) -> Strip {
        let old = self.clone();
        let changes = self.all_changes(p);
        if self.2 != Rule::Turn || changes.len() == 1 {
            self.1 = !self.1;
        }
        for change in changes {
            self.0[change.point] = change.after;
        }
        old
    }
    fn undo(&mut self, old: Strip) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let cells = self.0.iter().fold(0, |key, &c| 3 * key + c as u64);
        2 * cells + self.1.index() as u64
    }
}

/// The game, with its path and the effects of the moves met.
fn solve(start: &Strip, evidence: &Evidence, settings: &Settings) -> Solution<usize> {
    let costs = Costs::read(evidence, settings.model.evidence_cap, 1000).unwrap();
    let decoder = Decoder::new(settings).start(start.clone(), 0.0);
    decoder.follow(&costs).unwrap()
}

/// The start of a search.
fn root(start: &Strip, settings: &Settings) -> Root<Strip> {
    Root::of_game(start.clone(), 0.0, &settings.model)
}

/// Declares a search that has not begun; a macro, since the search borrows what is made before it.
macro_rules! prepare {
    ($search:ident, $root:expr, $costs:expr, $effects:expr, $settings:expr) => {
        let roots = vec![$root.clone()];
        let clock = clock(&$settings, &roots, $effects);
        let coupled = bounds(&$costs, &$settings, &clock, &roots[0], $effects);
        let delays = Delays::new(&$costs, &$settings.model, &coupled);
        let cells = crate::slots::contents(&roots[0].position);
        let ground = Ground::new(&$costs, &$settings, &clock, &coupled, &delays, cells);
        let mut $search = Search::new(&ground, delays, &(), roots);
    };
}

fn rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        Just(Rule::Take),
        Just(Rule::Turn),
        Just(Rule::Step),
        Just(Rule::Exchange)
    ]
}

#[derive(Debug)]
struct Evidence(Vec<([[f32; 3]; 4], [f32; 4])>);

impl Observation for Evidence {
    type Cell = Occupancy;
    fn frames(&self) -> usize {
        self.0.len()
    }
    fn points(&self) -> usize {
        4
    }
    fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
        Some(self.0[frame].0[point][cell as usize])
    }
    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        self.0[frame].1[point]
    }
}

fn evidence() -> impl Strategy<Value = Evidence> {
    let cost = prop_oneof![Just(0.0_f32), 0.0_f32..6.0];
    let point = [cost.clone(), cost.clone(), cost];
    let frame = [point.clone(), point.clone(), point.clone(), point];
    let unchanged = || prop_oneof![2 => Just(0.0_f32), 1 => 0.0_f32..6.0];
    let unchanged = [unchanged(), unchanged(), unchanged(), unchanged()];
    prop::collection::vec((frame, unchanged), 2..6).prop_map(Evidence)
}

fn price(most: f32) -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0_f32), 0.0..most]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Consistent: no child has a lower bound than its parent, once both have settled. Admissible: no node on the path
    /// to a game has a bound above the cost of that game.
    #[test]
    fn the_bound_never_falls_and_never_exceeds_the_cost(
        evidence in evidence(),
        prices in [price(8.0), price(4.0), price(3.0), price(9.0), price(2.0), price(4.0), price(3.0), price(1.0), price(3.0), price(3.0)],
        rule in rule(),
        rounds in 0_usize..30,
    ) {
        let mut settings = Settings::exact();
        let model: &mut Model = &mut settings.model;
        [
            model.placement,
            model.departure,
            model.extra_ply,
            model.pass,
            model.lag,
            model.in_hand,
            model.touch,
            model.held,
            model.turned,
            model.turn_kept,
        ] = prices;
        model.plies_per_frame = 2;
        settings.method = Method::Exact { width: 4, rounds };
        settings.nodes_per_frame = 400;
        let start = Strip::start(rule);
        let costs = Costs::read(&evidence, 10.0, 1000).unwrap();
        let root = root(&start, &settings);
        let effects = solve(&start, &evidence, &settings).effects;
        prepare!(search, root, costs, effects, settings);
        let flow = search.sweeps(4, &mut |_| ControlFlow::Continue(()));
        prop_assert!(flow.is_continue() && !search.exceeded);
        let settled = |n: &Node<usize>| n.seen || n.column as usize + 1 == search.columns.len();
        let mut checked = 0;
        for node in search.nodes.iter().filter(|n| settled(n)) {
            let parent = &search.nodes[node.parent as usize];
            prop_assert!(node.bound >= parent.bound - 1e-3, "{} after {}", node.bound, parent.bound);
            checked += 1;
        }
        prop_assert!(checked > evidence.frames());
        // Every complete game costs what its last node says, and no node before it has a higher bound.
        let last = search.columns.len() as u32 - 1;
        let best = decode(&start, &evidence, &settings).unwrap();
        for (id, node) in search.nodes.iter().enumerate().filter(|(_, n)| n.column == last) {
            let way = search.way(id as u32);
            let game = crate::account::account(&costs, &settings.model, &(), &root, &way);
            prop_assert!((game.cost - node.bound).abs() < 1e-3, "{} is {}", node.bound, game.cost);
            prop_assert!(best.cost <= game.cost + 1e-3);
            let mut at = id;
            while search.nodes[at].parent as usize != at {
                at = search.nodes[at].parent as usize;
                prop_assert!(search.nodes[at].bound <= game.cost + 1e-3);
            }
        }
    }

    /// A search that is taken along a known game has found it, at its cost.
    #[test]
    fn a_known_game_is_retraced(evidence in evidence(), rule in rule(), touch in price(2.0), placement in price(4.0)) {
        let mut settings = Settings::exact();
        (settings.model.touch, settings.model.placement) = (touch, placement);
        settings.model.plies_per_frame = 2;
        let start = Strip::start(rule);
        let costs = Costs::read(&evidence, 10.0, 1000).unwrap();
        let known = solve(&start, &evidence, &settings);
        let root = root(&start, &settings);
        prepare!(search, root, costs, known.effects, settings);
        search.retrace(&known.way);
        let (cost, last) = search.best.unwrap();
        prop_assert!((cost - known.game.cost).abs() < 1e-3, "{cost} is {}", known.game.cost);
        let (found, way) = (search.way(last).events, known.way.events);
        prop_assert!(found == way, "{found:?} is {way:?}");
    }
}

/// The parts of a long series join to the game that the whole series shows.
#[test]
fn parts_join_to_a_game() {
    /// Points, in order, with the first frame that shows a stone there; parts begin between them.
    const PLAYED: [(usize, usize); 4] = [(0, 10), (3, 40), (1, 90), (2, 150)];
    let frame = |frame: usize| {
        let cost = |point: usize| {
            let ply = PLAYED.iter().position(|played| played.0 == point).unwrap();
            let mut cost = [4.0; 3];
            let stone = [Occupancy::Black, Occupancy::White][ply % 2];
            let shown = if frame >= PLAYED[ply].1 {
                stone
            } else {
                Occupancy::Empty
            };
            cost[shown as usize] = 0.0;
            cost
        };
        ([0, 1, 2, 3].map(cost), [0.0; 4])
    };
    let evidence = Evidence((0..200).map(frame).collect());
    let settings = Settings::beam(4);
    let start = Strip::start(Rule::Take);
    let costs = Costs::read(&evidence, 10.0, 10_000).unwrap();
    let roots = vec![root(&start, &settings)];
    let mut parts = 0;
    let way = windows::follow(
        &costs,
        &settings,
        roots,
        &(),
        |costs, settings, roots, prior| {
            parts += 1;
            let mut part = Decoder::new(settings).prior(prior);
            part.roots.extend_from_slice(roots);
            part.run(costs, settings, &[], None, &mut |_| {
                ControlFlow::Continue(())
            })
        },
    );
    let events = way.unwrap().unwrap().events.into_iter();
    let moves = events.map(|(frame, event)| match event {
        Event::Play { mv, .. } => (mv, frame),
        event => panic!("{event:?}"),
    });
    assert_eq!(moves.collect::<Vec<_>>(), PLAYED);
    assert!(parts > 2, "{parts} parts");
}

/// Prefixes that are removed where memory is short still count for the bound on all games.
#[test]
fn what_is_forgotten_still_bounds() {
    let mut settings = Settings::exact();
    settings.method = Method::Exact {
        width: 1,
        rounds: 5,
    };
    settings.nodes = 1;
    // Nothing is seen, and games that are worse by much are kept, so that there are many prefixes.
    (settings.posteriors, settings.margin) = (true, 60.0);
    let evidence = Evidence(vec![([[0.0; 3]; 4], [0.0; 4]); 8]);
    let costs = Costs::read(&evidence, 10.0, 1000).unwrap();
    let start = Strip::start(Rule::Turn);
    let root = root(&start, &settings);
    let effects = solve(&start, &evidence, &settings).effects;
    prepare!(search, root, costs, effects, settings);
    search.room = usize::MAX;
    let open = |search: &Search<'_, Strip>| {
        let open = search.columns.iter().flatten();
        let mut bounds: Vec<f64> = open.map(|o| search.nodes[o.node as usize].bound).collect();
        bounds.sort_unstable_by(f64::total_cmp);
        bounds
    };
    let mut forgotten = 0;
    while forgotten < 100 {
        for column in 0..search.columns.len() {
            search.extend(column, 20, f64::INFINITY);
        }
        let mut before = open(&search);
        assert!(!before.is_empty(), "only {forgotten} prefixes removed");
        search.room = 0;
        search.forget();
        for kept in open(&search) {
            let same = before.iter().position(|&bound| bound == kept);
            before.remove(same.unwrap());
        }
        forgotten += before.len();
        let least = before.into_iter().fold(f64::INFINITY, f64::min);
        assert!(search.lowest_forgotten <= least);
        search.room = usize::MAX;
    }
}
