//! The table decoder: the likeliest sequence of tables, legal or not, that explains all photos.
//!
//! A single photo may mislead: hands hide men, and a shadow may look like one. So all photos are decoded together, by a
//! Viterbi search with a beam. A transition is a legal move, an edit (an illegal change), or its repair, each with a
//! price; an edit may stay while the game continues. The beam always keeps some hypotheses without the edits that only
//! the last photos show.

use std::collections::HashSet;
use std::rc::Rc;

use board_core::{Color, MoveGen, Observation, Occupancy};

use super::continuation::{Continuation, Continuations};
use super::edits::proposals;
use super::evidence::{Table, TableEvidence};
use super::timeline::Timeline;

/// Price of a legal move, in nats.
const PLY: f64 = 2.0;
/// Price of a legal move that the recorded game does not have.
const UNRECORDED: f64 = 6.0;
/// Price of each photo in which a move of the recorded game is still missing.
const LATE: f64 = 0.1;
/// Price of repairing the table.
const RESTORED: f64 = 1.0;
/// Price of an edit.
const WRONG: f64 = 3.0;
/// Price of an edit with tall pieces, whose tops may look like pieces on other squares.
const WRONG_TALL: f64 = 10.0;
/// Additional price of an edit for each point that it changes.
const POINT: f64 = 2.0;
/// Additional price of an edit in the first photo, which should show the start.
const START: f64 = 4.0;
/// Additional price of an edit that only the last photos show: it may be a hand.
const BRIEF: f64 = 8.0;
/// Additional price of a legal move at the frame in which the recorded game was lost.
const LOST: f64 = 4.0;
/// Most hypotheses to keep of each kind.
const BEAM: usize = 30;
/// Most nats by which a hypothesis may cost more than the cheapest.
const REACH: f64 = 15.0;

/// The decoded tables and moves.
pub(super) struct DecodedTables<M> {
    /// The table in each frame.
    pub(super) tables: Vec<Table>,
    /// The legal moves with their sides, and the first frame that shows each.
    pub(super) moves: Vec<(M, Color, usize)>,
}

/// Decodes the tables of a recorded game.
pub(super) struct TableDecoder<'a, P: MoveGen> {
    evidence: TableEvidence,
    /// `[frame]`: number of photos that show it.
    photos: Vec<usize>,
    /// Least number of photos that an edit must last for. A shorter one is a hand.
    agree: usize,
    recorded: &'a Timeline<P>,
    /// The price of an edit.
    wrong: f64,
}

/// A sequence of tables that may explain the photos so far.
#[derive(Clone)]
struct Hypothesis<P: MoveGen> {
    /// Position of the game.
    position: Rc<P>,
    /// The moves since the photo before.
    moves: Rc<[(P::Move, Color)]>,
    /// Contents of the position with the edits.
    table: Table,
    /// Cost in nats.
    cost: f64,
    /// Number of further photos that its last edit must last for.
    fresh: usize,
    /// The step of the photo before.
    before: Option<usize>,
}

/// One frame of a hypothesis, for tracing it back.
struct Step<M> {
    moves: Rc<[(M, Color)]>,
    table: Table,
    before: Option<usize>,
}

impl<'a, P: MoveGen<Cell = Occupancy>> TableDecoder<'a, P> {
    /// A decoder of evidence with this number of photos a frame. At least `agree` photos must show an edit. `tall`
    /// pieces may hide squares behind their own.
    pub(super) fn new(
        evidence: &impl Observation<Cell = Occupancy>,
        photos: Vec<usize>,
        agree: usize,
        recorded: &'a Timeline<P>,
        tall: bool,
    ) -> Self {
        Self {
            evidence: TableEvidence::of(evidence, &photos)
                .with_lasting_capped(|frame| recorded.table(frame)),
            photos,
            agree,
            recorded,
            wrong: match tall {
                false => WRONG,
                true => WRONG_TALL,
            },
        }
    }

    /// Finds the likeliest tables of a game from its start.
    pub(super) fn decode(&self, start: &P) -> DecodedTables<P::Move> {
        let mut hypotheses = vec![Hypothesis {
            position: Rc::new(start.clone()),
            moves: Rc::new([]),
            table: start.cells().collect(),
            cost: 0.0,
            fresh: 0,
            before: None,
        }];
        let mut known = Vec::new();
        for frame in 0..self.evidence.frames {
            hypotheses = self.step(frame, &hypotheses);
            for hypothesis in &mut hypotheses {
                known.push(Step {
                    moves: hypothesis.moves.clone(),
                    table: hypothesis.table.clone(),
                    before: hypothesis.before,
                });
                hypothesis.before = Some(known.len() - 1);
            }
        }
        let price = |hypothesis: &Hypothesis<P>| {
            hypothesis.cost + if hypothesis.fresh > 0 { BRIEF } else { 0.0 }
        };
        let best = hypotheses
            .iter()
            .min_by(|a, b| price(a).total_cmp(&price(b)));
        let last = best.and_then(|hypothesis| hypothesis.before);
        let back = std::iter::successors(last, |&hypothesis| known[hypothesis].before);
        let mut steps: Vec<_> = back.map(|hypothesis| &known[hypothesis]).collect();
        steps.reverse();
        let moves = steps.iter().enumerate().flat_map(|(frame, step)| {
            let moves = step.moves.iter();
            moves.map(move |&(mv, side)| (mv, side, frame))
        });
        DecodedTables {
            moves: moves.collect(),
            tables: steps.iter().map(|step| step.table.clone()).collect(),
        }
    }

    /// The hypotheses after another frame, the cheapest first.
    fn step(&self, frame: usize, hypotheses: &[Hypothesis<P>]) -> Vec<Hypothesis<P>> {
        let mut next = Vec::new();
        let mut continuations = Continuations::new(&self.evidence, self.recorded, frame);
        for hypothesis in hypotheses {
            for continuation in continuations.from(&hypothesis.position, &hypothesis.table) {
                self.extend(frame, hypothesis, &continuation, &mut next);
            }
        }
        next.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        // Keep some hypotheses without a fresh edit, however likely the edit: it may be a hand.
        let mut kept = Vec::new();
        for fresh in [false, true] {
            let of_kind = || {
                next.iter()
                    .filter(|hypothesis| (hypothesis.fresh > 0) == fresh)
            };
            let most = of_kind().next().map_or(0.0, |hypothesis| hypothesis.cost) + REACH;
            let mut known = HashSet::new();
            let new = of_kind().filter(|hypothesis| {
                let key = (
                    hypothesis.position.key(),
                    hypothesis.fresh,
                    hypothesis.table.clone(),
                );
                hypothesis.cost <= most && known.insert(key)
            });
            kept.extend(new.take(BEAM).cloned());
        }
        kept
    }

    /// The price of a continuation's moves in a frame, in nats.
    fn price(&self, frame: usize, continuation: &Continuation<P>) -> f64 {
        let followed = self.recorded.lost.is_none_or(|lost| frame < lost);
        let ply = match continuation.recorded || !followed {
            true => PLY,
            false => UNRECORDED,
        };
        let plies = continuation.moves.len();
        let mut price = ply * plies as f64;
        if continuation.late {
            price += LATE;
        }
        if self.recorded.lost == Some(frame) && plies > 0 {
            price += LOST;
        }
        price
    }

    /// Extends a hypothesis by a continuation of the game and the edits that a frame suggests.
    fn extend(
        &self,
        frame: usize,
        hypothesis: &Hypothesis<P>,
        continuation: &Continuation<P>,
        hypotheses: &mut Vec<Hypothesis<P>>,
    ) {
        let good: Table = continuation.position.cells().collect();
        let moves: Rc<[_]> = continuation.moves.as_slice().into();
        let played = self.price(frame, continuation);
        let begun = if frame == 0 { START } else { 0.0 };
        // Edits of the last photos, which must last.
        let cells = hypothesis
            .position
            .cells()
            .enumerate()
            .filter(|_| hypothesis.fresh > 0);
        let fresh = cells.filter(|(point, cell)| hypothesis.table[*point] != *cell);
        let fresh: Vec<usize> = fresh.map(|(point, _)| point).collect();
        let mut push = |table: Table, done: f64, wrong: bool| {
            let stays = |&point: &usize| {
                table[point] == hypothesis.table[point] && table[point] != good[point]
            };
            if !fresh.iter().all(stays) {
                return;
            }
            let change = self.evidence.change_cost(frame, &hypothesis.table, &table);
            let seen = self.evidence.table_cost(frame, &table) + change;
            let more = match wrong && table != good {
                true => self.agree,
                false => hypothesis.fresh,
            };
            hypotheses.push(Hypothesis {
                position: continuation.position.clone(),
                moves: moves.clone(),
                cost: hypothesis.cost + played + done + seen,
                fresh: more.saturating_sub(self.photos[frame]),
                table,
                before: hypothesis.before,
            });
        };
        let mut bases = vec![(continuation.table.clone(), 0.0)];
        if continuation.table != good {
            bases.push((good.clone(), RESTORED));
        }
        for (base, done) in bases {
            // Propose no edits under a hand.
            let others = match self.evidence.is_hidden(frame) {
                true => Vec::new(),
                false => proposals(&self.evidence, frame, &base),
            };
            for table in others {
                let points = base.iter().zip(&*table).filter(|(a, b)| a != b).count();
                let price = begun + self.wrong + POINT * points as f64;
                push(table, done + price, true);
            }
            push(base, done, false);
        }
    }
}

#[cfg(test)]
#[cfg(feature = "checkers")]
mod tests {
    use super::*;
    use board_core::Board;
    use checkers_rules::{Position, RuleSet};

    /// Photos of tables. `unclear` lists frame and point of misreadings, with the wrong content and its margin in nats.
    struct Photos {
        tables: Vec<Vec<Occupancy>>,
        unclear: Vec<(usize, usize, Occupancy, f32)>,
    }

    impl Observation for Photos {
        type Cell = Occupancy;

        fn frames(&self) -> usize {
            self.tables.len()
        }

        fn points(&self) -> usize {
            self.tables[0].len()
        }

        fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
            let unclear = |u: &&(usize, usize, Occupancy, f32)| (u.0, u.1) == (frame, point);
            let (seen, nats) = match self.unclear.iter().find(unclear) {
                Some(&(_, _, seen, nats)) => (seen, nats),
                None => (self.tables[frame][point], 20.0),
            };
            Some(if cell == seen { 0.0 } else { nats })
        }
    }

    /// Photos without misreadings.
    fn clear(tables: &[Vec<Occupancy>]) -> Photos {
        Photos {
            tables: tables.to_vec(),
            unclear: Vec::new(),
        }
    }

    /// Tables after each move of a game of first legal moves, and the moves with their frames.
    type Game = (
        Vec<Vec<Occupancy>>,
        Vec<(checkers_rules::Move, Color, usize)>,
    );

    fn game(plies: usize) -> (Position, Game) {
        let start = Position::initial(RuleSet::ENGLISH);
        let mut position = start;
        let mut tables = vec![position.cells().collect()];
        let mut moves = Vec::new();
        for ply in 0..plies {
            let mv = position.legal_moves()[0];
            moves.push((mv, position.to_move(), ply + 1));
            position.play(mv);
            tables.push(position.cells().collect());
        }
        (start, (tables, moves))
    }

    fn decode(
        start: Position,
        photos: &Photos,
        recorded: &Timeline<Position>,
    ) -> DecodedTables<checkers_rules::Move> {
        let times = vec![1; photos.tables.len()];
        TableDecoder::new(photos, times, 2, recorded, false).decode(&start)
    }

    /// The timeline of a record that is lost after the start.
    fn unknown(start: Position) -> Timeline<Position> {
        Timeline::new(&start, []).lost_in(Some(1))
    }

    fn same(shown: &DecodedTables<checkers_rules::Move>, tables: &[Vec<Occupancy>]) {
        for (frame, (found, truth)) in shown.tables.iter().zip(tables).enumerate() {
            let differ: Vec<_> = (0..truth.len()).filter(|&p| found[p] != truth[p]).collect();
            assert!(differ.is_empty(), "frame {frame}, points {differ:?}");
        }
        assert_eq!(shown.tables.len(), tables.len());
    }

    /// A light square in the middle, where no move leads.
    const BARE: usize = 27;

    #[test]
    fn legal_moves_are_found_without_a_record() {
        let (start, (tables, moves)) = game(8);
        let photos = clear(&tables);
        let shown = decode(start, &photos, &unknown(start));
        same(&shown, &tables);
        assert_eq!(shown.moves[1..], moves[1..]);
    }

    #[test]
    fn an_added_man_is_decoded_until_he_is_removed() {
        let (start, (mut tables, moves)) = game(8);
        for table in &mut tables[3..=6] {
            assert_eq!(table[BARE], Occupancy::Empty);
            table[BARE] = Occupancy::White;
        }
        let photos = clear(&tables);
        for recorded in [Timeline::new(&start, moves.clone()), unknown(start)] {
            let shown = decode(start, &photos, &recorded);
            same(&shown, &tables);
            // The game continues meanwhile.
            assert_eq!(shown.moves, moves);
        }
    }

    #[test]
    fn a_brief_edit_is_a_hand_and_a_faint_lasting_one_a_misreading() {
        let (start, (tables, moves)) = game(8);
        let recorded = Timeline::new(&start, moves);
        let once = vec![(4, BARE, Occupancy::Black, 8.0)];
        let always = (0..tables.len()).map(|frame| (frame, BARE, Occupancy::Black, 2.0));
        for unclear in [once, always.collect()] {
            let photos = Photos {
                tables: tables.clone(),
                unclear,
            };
            same(&decode(start, &photos, &recorded), &tables);
        }
    }

    #[test]
    fn a_hand_over_an_edit_does_not_undo_it() {
        let (start, (mut tables, moves)) = game(6);
        // In three photos a man stands on the light square instead of his own.
        let good = tables[4].clone();
        let from = good
            .iter()
            .rposition(|cell| *cell == Occupancy::White)
            .unwrap();
        let mut wrong = good.clone();
        (wrong[from], wrong[BARE]) = (Occupancy::Empty, Occupancy::White);
        tables.splice(5..5, [wrong.clone(), wrong.clone(), wrong.clone(), good]);
        let recorded = Timeline::new(&start, moves[..4].to_vec()).lost_in(Some(5));
        // The first photo misses his departure, the second his arrival.
        let unclear = vec![
            (5, from, Occupancy::White, 1.0),
            (6, BARE, Occupancy::Empty, 1.0),
        ];
        let photos = Photos {
            tables: tables.clone(),
            unclear,
        };
        same(&decode(start, &photos, &recorded), &tables);
    }

    #[test]
    fn no_moves_are_invented_in_a_gap() {
        let (start, (mut tables, moves)) = game(30);
        tables.drain(6..24);
        let recorded = Timeline::new(&start, moves[..5].to_vec()).lost_in(Some(6));
        let photos = clear(&tables);
        let shown = decode(start, &photos, &recorded);
        let at_once = shown.moves.iter().filter(|(_, _, frame)| *frame == 6);
        assert_eq!(at_once.count(), 0);
        assert_eq!(shown.moves[..5], moves[..5]);
    }
}
