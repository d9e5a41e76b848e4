//! The rulebook of checkers and draughts, in all variants of `checkers-rules`.

use std::fmt;

use board_core::{Board, Color, MoveGen};
use checkers_rules::{
    Fault, Game, IllegalMove, Move, Outcome, Piece, Position, Rank, RuleSet, Square, Variant,
};

use crate::{Attempt, Ending, Observed, Rulebook, Verdict};

/// A game of draughts to referee.
///
/// Points are all squares of the diagram, including light ones, row by row from the top left. A man that reached the
/// last row is a king even if it looks like a man. If a game is joined mid-game and ranks are not visible, all pieces
/// count as men, except those on their last row, until one moves as only a king may.
#[derive(Clone, Debug)]
pub struct Checkers {
    game: Game,
    /// Pieces that were there when the game was joined, and may be kings.
    unknown: Vec<Square>,
}

/// Why the rules of draughts forbid a move or position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The reason.
    pub why: Why,
    /// The variant, which names the squares.
    pub variant: Variant,
}

/// Why the rules forbid a move or position; see [`Reason`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The piece may not move so.
    Move(checkers_rules::Reason),
    /// The position is invalid.
    Position(Fault),
    /// A piece is on the light square at this point.
    LightSquare(usize),
}

impl Checkers {
    /// A game from the start position.
    #[must_use]
    pub fn new(rules: RuleSet) -> Checkers {
        Checkers::from(Game::new(Position::initial(rules)))
    }

    /// The game since it was joined.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    fn variant(&self) -> Variant {
        self.game.position().rules().variant
    }

    fn reason(&self, why: Why) -> Reason {
        let variant = self.variant();
        Reason { why, variant }
    }

    /// The square of a point; the reason if it is not a dark square.
    fn square(&self, point: usize) -> Result<Square, Reason> {
        let square = self.variant().square_at(point);
        square.ok_or_else(|| self.reason(Why::LightSquare(point)))
    }

    /// Finds the paths of a piece between two squares that capture exactly the pieces of `taken`.
    fn ways(&self, way: &mut Vec<usize>, to: usize, taken: &[usize], found: &mut Vec<Vec<usize>>) {
        let from = way[way.len() - 1];
        if taken.is_empty() {
            if from == to {
                found.push(way.clone());
            }
            return;
        }
        let width = self.variant().width() as isize;
        let place = |point: usize| (point as isize / width, point as isize % width);
        let (row, column) = place(from);
        for (i, &over) in taken.iter().enumerate() {
            let (down, right) = (place(over).0 - row, place(over).1 - column);
            if !(down.abs() == right.abs() || down == 0 || right == 0) {
                continue;
            }
            let (down, right) = (down.signum(), right.signum());
            let mut rest = taken.to_vec();
            rest.remove(i);
            let (mut row, mut column) = place(over);
            loop {
                (row, column) = (row + down, column + right);
                let inside = (0..width).contains(&row) && (0..width).contains(&column);
                let land = (row * width + column) as usize;
                let free =
                    inside && (land == way[0] || self.game.position().get(land).color().is_none());
                if !free {
                    break;
                }
                way.push(land);
                self.ways(way, to, &rest, found);
                way.pop();
            }
        }
    }
}

impl From<Game> for Checkers {
    /// A game in progress.
    fn from(game: Game) -> Checkers {
        Checkers {
            game,
            unknown: Vec::new(),
        }
    }
}

impl Rulebook for Checkers {
    type Position = Position;
    type Kind = Rank;
    type Reason = Reason;

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn play(&mut self, mv: Move) {
        let played: Result<(), IllegalMove> = self.game.play(mv);
        debug_assert!(played.is_ok(), "the referee plays legal moves only");
        self.unknown.retain(|square| !mv.captured.contains(*square));
        if let Some(square) = self.unknown.iter_mut().find(|square| **square == mv.from) {
            *square = mv.to;
        }
    }

    fn with_turn(&self, side: Color) -> Option<Checkers> {
        let mut position = *self.position();
        position.set_to_move(side);
        Some(Checkers {
            game: Game::new(position),
            unknown: self.unknown.clone(),
        })
    }

    fn name(&self, point: usize) -> String {
        name(self.variant(), point)
    }

    fn notation(&self, mv: Move) -> String {
        self.position().notation(mv)
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.game.outcome()?;
        let (winner, why) = match outcome {
            Outcome::NoPieces { winner } => {
                (Some(winner), format!("{} has no piece left", !winner))
            }
            Outcome::NoMoves { winner } => (Some(winner), format!("{} has no move left", !winner)),
            Outcome::Repetition => (None, "the same position came again too often".into()),
            Outcome::QuietMoves => (
                None,
                "nothing was taken and no man moved for too long".into(),
            ),
            Outcome::Ending => (None, "the last king was chased for too long".into()),
        };
        Some(Ending { winner, why })
    }

    fn kind(&self, point: usize) -> Option<Rank> {
        let square = self.variant().square_at(point)?;
        let known = !self.unknown.contains(&square);
        Some(self.position().piece(square).filter(|_| known)?.rank)
    }

    fn noun(&self, kind: Option<Rank>) -> &'static str {
        match kind {
            None => "piece",
            Some(Rank::Man) => "man",
            Some(Rank::King) => "king",
        }
    }

    fn join(&self, table: &[Observed<Rank>]) -> Result<Vec<Checkers>, Vec<Reason>> {
        let rules = self.position().rules();
        let (mut pieces, mut unknown, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
        for (point, observed) in table.iter().enumerate() {
            let Observed::Piece { color, kind } = *observed else {
                continue;
            };
            let square = match self.square(point) {
                Ok(square) => square,
                Err(reason) => {
                    reasons.push(reason);
                    continue;
                }
            };
            let last = match color {
                Color::White => 0,
                Color::Black => rules.variant.width() - 1,
            };
            let rank = match kind {
                _ if point / rules.variant.width() == last => Rank::King,
                Some(rank) => rank,
                None => {
                    unknown.push(square);
                    Rank::Man
                }
            };
            pieces.push((square, Piece { color, rank }));
        }
        let positions = Color::BOTH.map(|side| Position::of_pieces(rules, side, pieces.clone()));
        let [black, white] = match positions {
            [Ok(black), Ok(white)] if reasons.is_empty() => [black, white],
            [Err(faults), _] => {
                reasons.extend(
                    faults
                        .into_iter()
                        .map(|fault| self.reason(Why::Position(fault))),
                );
                return Err(reasons);
            }
            _ => return Err(reasons),
        };
        let start = Position::initial(rules);
        if (0..table.len()).all(|point| start.get(point) == black.get(point)) {
            return Ok(vec![Checkers::new(rules)]);
        }
        let games = [black, white].map(|position| Checkers {
            game: Game::new(position),
            unknown: unknown.clone(),
        });
        Ok(games.into())
    }

    fn readings(&self, changed: &[usize]) -> Vec<Checkers> {
        let position = self.position();
        let crowned = |king: &Square| {
            let pieces = (1..=self.variant().squares()).filter_map(Square::new);
            let pieces = pieces.filter_map(|square| {
                let mut piece = position.piece(square)?;
                if square == *king {
                    piece.rank = Rank::King;
                }
                Some((square, piece))
            });
            let side = position.to_move();
            let position = Position::of_pieces(position.rules(), side, pieces).ok()?;
            Some(Checkers {
                game: Game::new(position),
                unknown: self.unknown.iter().copied().filter(|s| s != king).collect(),
            })
        };
        let man = |square: &&Square| {
            changed.contains(&self.variant().point(**square))
                && position
                    .piece(**square)
                    .is_some_and(|p| p.rank == Rank::Man)
        };
        self.unknown
            .iter()
            .filter(man)
            .filter_map(crowned)
            .collect()
    }

    fn judge(&self, attempt: &Attempt) -> Verdict<Move, Reason> {
        use checkers_rules::Reason as Rule;
        let Some((from, to)) = attempt.single() else {
            let light = attempt
                .arrived
                .iter()
                .filter_map(|&point| self.square(point).err());
            return Verdict::Illegal(light.collect());
        };
        let position = self.position();
        let mut ways = vec![vec![from, to]];
        if attempt.removed.len() > 1 {
            ways.clear();
            self.ways(&mut vec![from], to, &attempt.removed, &mut ways);
        }
        let rules = ways.iter().filter_map(|way| position.why_not(way));
        let says = |rule: &Rule| match rule {
            Rule::BetterCapture => 0,
            Rule::MustGoOn => 1,
            Rule::MustCapture => 2,
            _ => 3,
        };
        let Some(rule) = rules.min_by_key(says) else {
            return Verdict::Illegal(Vec::new());
        };
        let mut moves = position.legal_moves();
        match rule {
            Rule::MustCapture => Verdict::CapturePossible(moves),
            // A better one may capture as many, but with a king.
            Rule::BetterCapture => {
                let longer = |mv: &Move| mv.captured.len() > attempt.removed.len();
                match moves.iter().any(longer) {
                    true => Verdict::LongerCapture(moves),
                    false => Verdict::Illegal(vec![self.reason(Why::Move(rule))]),
                }
            }
            Rule::MustGoOn => {
                let own: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|mv| Some(mv.from) == self.variant().square_at(from))
                    .collect();
                if !own.is_empty() {
                    moves = own;
                }
                Verdict::LongerCapture(moves)
            }
            Rule::LightSquare(point) => {
                Verdict::Illegal(vec![self.reason(Why::LightSquare(point))])
            }
            rule => Verdict::Illegal(vec![self.reason(Why::Move(rule))]),
        }
    }

    fn unfinished(&self, attempt: &Attempt) -> Vec<Move> {
        let Some((from, to)) = attempt.single() else {
            return Vec::new();
        };
        let position = self.position();
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            let end = self.variant().point(mv.to);
            let taken = |&point: &usize| {
                let square = self.variant().square_at(point);
                square.is_some_and(|square| mv.captured.contains(square))
            };
            Some(mv.from) == self.variant().square_at(from)
                && mv.captured.len() > 1
                && to != end
                && attempt.removed.iter().all(taken)
                && position.why_not(&[from, to, end]).is_none()
        });
        moves
    }

    fn objections(&self, table: &[Observed<Rank>]) -> Vec<Reason> {
        let limit = self.variant().pieces();
        let too_many = |color: Color| {
            let count = table
                .iter()
                .filter(|observed| observed.color() == Some(color))
                .count();
            (count > limit).then(|| {
                self.reason(Why::Position(Fault::TooMany {
                    color,
                    count,
                    limit,
                }))
            })
        };
        let pieces = table
            .iter()
            .enumerate()
            .filter(|(_, observed)| observed.color().is_some());
        let light = pieces.filter_map(|(point, _)| self.square(point).err());
        light
            .chain(Color::BOTH.into_iter().filter_map(too_many))
            .collect()
    }
}

/// The name of a point: a dark square as in the variant, a light one by column and row.
fn name(variant: Variant, point: usize) -> String {
    match variant.square_at(point) {
        Some(square) => variant.name_of(square),
        None => {
            let (row, column) = (point / variant.width(), point % variant.width());
            let letter = char::from(b'a' + (column % 26) as u8);
            format!("{letter}{}", variant.width() - row.min(variant.width()))
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use checkers_rules::Reason as Rule;
        let name = |square: Square| self.variant.name_of(square);
        match &self.why {
            Why::LightSquare(point) => {
                write!(
                    f,
                    "a piece on the light square {}",
                    self::name(self.variant, *point)
                )
            }
            Why::Position(fault) => fault.fmt(f),
            Why::Move(rule) => match *rule {
                Rule::NoPiece(square) => write!(f, "no piece stands on {}", name(square)),
                Rule::Occupied(square) => write!(f, "{} is not empty", name(square)),
                Rule::NotInLine(from, to) => {
                    write!(f, "pieces do not go from {} to {}", name(from), name(to))
                }
                Rule::TooFar(from, to) => write!(f, "{} to {} is too far", name(from), name(to)),
                Rule::OwnPiece(square) => {
                    write!(f, "its own piece on {} is in the way", name(square))
                }
                Rule::Blocked(from, to) => {
                    write!(
                        f,
                        "more than one piece is between {} and {}",
                        name(from),
                        name(to)
                    )
                }
                Rule::Twice(square) => write!(f, "the piece on {} is taken already", name(square)),
                Rule::KingSafe(square) => {
                    write!(f, "a man does not take the king on {}", name(square))
                }
                // The other rules name no square.
                rule => rule.fmt(f),
            },
        }
    }
}
