//! `check` has no complaint about games that are followed, and names what is wrong with those that are not.

use core::ops::ControlFlow;

use board_core::zobrist::splitmix64;
use board_core::{Board, Cell, Change, Color, MoveGen, Timing};
use checkers_rules::RuleSet;
use sequence_search::{Assumption, Harm, Model, Settings, check};

use crate::board_games::{Ataxx, Morris, Reversi};
use crate::common::capture::Stones;

/// Where pieces move, and few moves are legal.
fn chess() -> Settings {
    Settings {
        model: Model {
            placement: 3.0,
            departure: 1.0,
            ..Model::default()
        },
        ..Settings::beam(64)
    }
}

#[test]
fn the_games_of_this_workspace_are_fit() {
    fn fits<P: MoveGen>(start: &P, settings: &Settings) {
        let report = check(start, settings).unwrap();
        assert!(report.is_fit(), "{}: {report}", std::any::type_name::<P>());
        assert!(report.plies > 100);
    }
    let beam = Settings::beam(64);
    let size = go_rules::Size::square(9).unwrap();
    fits(&go_rules::Position::initial(size), &beam);
    fits(&Stones::new(9), &beam);
    fits(&chess_rules::Position::initial(), &chess());
    let kinds = chess_rules::KindBoard(chess_rules::Position::initial());
    fits(&kinds, &chess());
    for rules in [RuleSet::ENGLISH, RuleSet::INTERNATIONAL] {
        fits(&checkers_rules::Position::initial(rules), &chess());
    }
    fits(&Reversi::default(), &beam);
    fits(&Ataxx::default(), &beam);
    fits(&Morris::default(), &beam);
}

/// A content of the strange games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Empty,
    Black,
    White,
    /// Nobody's.
    Block,
}

impl Cell for Piece {
    const ALL: &'static [Self] = &[Piece::Empty, Piece::Black, Piece::White, Piece::Block];
    fn index(self) -> usize {
        self as usize
    }
    fn owner(self) -> Option<Color> {
        match self {
            Piece::Black => Some(Color::Black),
            Piece::White => Some(Color::White),
            Piece::Empty | Piece::Block => None,
        }
    }
}

/// What is strange about a game in which pieces are placed on a square of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Oddity {
    /// Each comes with a block on the next point, if that is free.
    Blocks,
    /// Pieces may be put under others, where nobody sees them.
    Hidden,
    /// Black may place on every other point only, and has to say so when it cannot move.
    Passes,
    /// An enemy on the next point changes into a block.
    Petrifies,
    /// Nothing is set down: each move takes a block away.
    Takes,
}

const SIDE: usize = 6;

#[derive(Clone)]
struct Odd {
    cells: [Piece; SIDE * SIDE],
    hidden: u64,
    side: Color,
    oddity: Oddity,
}

/// To a point, or none.
type Place = Option<usize>;

impl Odd {
    fn new(oddity: Oddity) -> Self {
        Odd {
            cells: [Odd::before(oddity); SIDE * SIDE],
            hidden: 0,
            side: Color::Black,
            oddity,
        }
    }

    /// What a point must hold for a move there.
    fn before(oddity: Oddity) -> Piece {
        match oddity {
            Oddity::Takes => Piece::Block,
            _ => Piece::Empty,
        }
    }

    fn piece(&self) -> Piece {
        match self.side {
            Color::Black => Piece::Black,
            Color::White => Piece::White,
        }
    }

    fn moves(&self) -> Vec<Place> {
        let free = |p: &usize| self.cells[*p] == Odd::before(self.oddity);
        let under = |p: &usize| self.oddity == Oddity::Hidden && *p < 8 && !free(p);
        let narrow = self.oddity == Oddity::Passes && self.side == Color::Black;
        let may = |p: &usize| !narrow || p.is_multiple_of(4);
        let points = 0..SIDE * SIDE;
        let mut moves: Vec<Place> = points
            .filter(|p| free(p) && may(p) || under(p))
            .map(Some)
            .collect();
        if moves.is_empty() && self.oddity == Oddity::Passes && self.cells.contains(&Piece::Empty) {
            moves.push(None);
        }
        moves
    }
}

impl Board for Odd {
    type Cell = Piece;
    fn points(&self) -> usize {
        SIDE * SIDE
    }
    fn get(&self, point: usize) -> Piece {
        self.cells[point]
    }
}

impl MoveGen for Odd {
    type Move = Place;
    type Undo = Odd;
    fn to_move(&self) -> Color {
        self.side
    }
    fn set_to_move(&mut self, side: Color) {
        self.side = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(Place) -> ControlFlow<B>) -> ControlFlow<B> {
        self.moves().into_iter().try_for_each(visit)
    }
    fn is_legal(&self, mv: Place) -> bool {
        self.moves().contains(&mv)
    }
    fn visit_changes(&self, mv: Place, mut visit: impl FnMut(Change<Piece>)) {
        let mut change = |point: usize, after, timing| {
            let before = self.cells[point];
            visit(Change {
                point,
                before,
                after,
                timing,
            });
        };
        let Some(to) = mv.filter(|&to| self.cells[to] == Odd::before(self.oddity)) else {
            return;
        };
        if self.oddity == Oddity::Takes {
            return change(to, Piece::Empty, Timing::WithMove);
        }
        change(to, self.piece(), Timing::WithMove);
        let next = self.cells.get(to + 1).copied();
        let enemy = next.is_some_and(|c| c.owner() == Some(!self.side));
        match self.oddity {
            Oddity::Blocks if next == Some(Piece::Empty) => {
                change(to + 1, Piece::Block, Timing::WithMove);
            }
            Oddity::Petrifies if enemy => change(to + 1, Piece::Block, Timing::Lagging),
            _ => {}
        }
    }
    fn play(&mut self, mv: Place) -> Odd {
        let old = self.clone();
        if let Some(to) = mv.filter(|&to| self.cells[to] != Odd::before(self.oddity)) {
            self.hidden = splitmix64(self.hidden, to as u64);
        }
        old.visit_changes(mv, |change| self.cells[change.point] = change.after);
        self.side = !self.side;
        old
    }
    fn undo(&mut self, old: Odd) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let cells = self.cells.iter().enumerate();
        cells.fold(self.hidden ^ self.side.index() as u64, |key, (p, &cell)| {
            key ^ splitmix64(p as u64, cell as u64 + 1)
        })
    }
}

/// The broken assumptions of a game that is fit or not.
fn broken(oddity: Oddity, is_fit: bool) -> Vec<(Assumption, Harm)> {
    let report = check(&Odd::new(oddity), &Settings::beam(64)).unwrap();
    assert_eq!(report.is_fit(), is_fit, "{report}");
    for breach in &report.breaches {
        assert!(breach.plies > 0 && breach.plies <= report.plies);
        let line = format!(
            "not so in {} of {} plies: {}",
            breach.plies, report.plies, breach.assumption
        );
        assert!(report.to_string().contains(&line), "{report}");
    }
    let breaches = report.breaches.iter();
    breaches.map(|b| (b.assumption, b.harm)).collect()
}

#[test]
fn strange_games_are_told_what_is_strange() {
    use Assumption::{MovesShow, NoForcedPass, OneArrival, OwnedPieces, TurnedToOwn};
    let model = Model::default();
    let two = Harm::Nats(2.0 * f64::from(model.placement));
    let blocks = [(OneArrival, two), (OwnedPieces, Harm::LooseBound)];
    assert_eq!(broken(Oddity::Blocks, false), blocks);
    assert_eq!(broken(Oddity::Hidden, false), [(MovesShow, Harm::NotFound)]);
    let pass = Harm::Nats(f64::from(model.pass));
    assert_eq!(broken(Oddity::Passes, false), [(NoForcedPass, pass)]);
    let turned = [OwnedPieces, TurnedToOwn].map(|a| (a, Harm::LooseBound));
    // That only costs speed.
    assert_eq!(broken(Oddity::Petrifies, true), turned);
}

/// What is taken away shows no side: some moves may be exchanged.
#[test]
fn games_that_set_nothing_down_are_followed() {
    let report = check(&Odd::new(Oddity::Takes), &Settings::beam(64)).unwrap();
    let breaches = report.breaches.iter().map(|b| (b.assumption, b.harm));
    let nobodys = [(Assumption::OwnedPieces, Harm::LooseBound)];
    assert!(breaches.eq(nobodys), "{report}");
    let trial = report.trial;
    assert!(
        trial.followed && trial.moves == 36 && trial.right >= 32,
        "{report}"
    );
}

/// A game that is over has nothing to try.
#[test]
fn a_start_without_moves_is_not_fit() {
    let mut over = Odd::new(Oddity::Takes);
    over.cells.fill(Piece::Empty);
    let report = check(&over, &Settings::beam(64)).unwrap();
    assert_eq!((report.plies, report.trial.moves), (0, 0));
    assert!(!report.is_fit(), "{report}");
    assert!(
        report
            .to_string()
            .ends_with("the start has no moves that show")
    );
}
