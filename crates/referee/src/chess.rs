//! The rulebook of chess.

use std::fmt;

use board_core::{Board, Color, MoveGen};
use chess_rules::{Fault, Game, IllegalMove, Kind, Move, Outcome, Piece, Position, Setup, Square};

use crate::{Attempt, Ending, Observed, Rulebook, Verdict};

/// A game of chess to referee.
///
/// Points are the squares, row by row from a8. From the start position the kinds of pieces are known and need not be
/// visible; a game joined mid-game needs visible kinds. A king and a rook on their initial squares are then assumed to
/// have castling rights. A promoted pawn counts as a queen until the game or its look shows otherwise.
#[derive(Clone, Debug)]
pub struct Chess {
    game: Game,
}

/// Why the rules of chess forbid a move or position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Pieces of this kind do not move so.
    NotSo(Kind, Square, Square),
    /// A piece is in the way.
    Blocked(Square),
    /// A piece of the same side is on the square.
    OwnPiece(Square),
    /// A pawn captures diagonally, and only an existing piece.
    NothingToTake(Square),
    /// A pawn does not capture straight ahead.
    PawnBlocked(Square),
    /// The king would remain in check.
    StillInCheck,
    /// The king would be in check.
    IntoCheck,
    /// The king or rook has moved before, or the rook is gone.
    CastlingLost,
    /// Castling while in check.
    CastlingInCheck,
    /// The king would pass an attacked square.
    CastlingThroughCheck(Square),
    /// A piece is between king and rook.
    CastlingBlocked(Square),
    /// The position is invalid.
    Position(Fault),
    /// The kinds of the pieces are neither visible nor known.
    UnknownKinds,
}

impl Chess {
    /// A game from the initial position.
    #[must_use]
    pub fn new() -> Chess {
        Game::new(Position::initial()).into()
    }

    /// The game since it was joined.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The first piece between two squares on a line, exclusive.
    fn between(&self, from: Square, to: Square) -> Option<Square> {
        let step = |a: usize, b: usize| (b as isize - a as isize).signum();
        let (file, rank) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
        let length = from
            .file()
            .abs_diff(to.file())
            .max(from.rank().abs_diff(to.rank()));
        let square = |n: usize| {
            let along = |start: usize, step: isize| (start as isize + n as isize * step) as usize;
            Square::at(along(from.file(), file), along(from.rank(), rank))
        };
        (1..length)
            .map(square)
            .find(|square| self.position().piece(*square).is_some())
    }

    /// Why an illegal move of a piece of the side to move is illegal.
    fn why_not(&self, from: Square, to: Square) -> Option<Reason> {
        let position = self.position();
        let Piece { color, kind } = position.piece(from)?;
        let files = from.file().abs_diff(to.file());
        let ranks = from.rank().abs_diff(to.rank());
        let (straight, aslant) = (files == 0 || ranks == 0, files == ranks);
        let forwards = match color {
            Color::White => to.rank() > from.rank(),
            Color::Black => to.rank() < from.rank(),
        };
        let first = if color == Color::White { 1 } else { 6 };
        let empty = position.piece(to).is_none();
        let goes = match kind {
            Kind::Knight => files.min(ranks) == 1 && files.max(ranks) == 2,
            Kind::Bishop => aslant,
            Kind::Rook => straight,
            Kind::Queen => straight || aslant,
            Kind::King => files.max(ranks) == 1,
            Kind::Pawn if !forwards => false,
            Kind::Pawn if files == 1 && ranks == 1 && empty => {
                return Some(Reason::NothingToTake(to));
            }
            Kind::Pawn if files == 0 && !empty => return Some(Reason::PawnBlocked(to)),
            Kind::Pawn => {
                let double = from.rank() == first && ranks == 2;
                files == 0 && (ranks == 1 || double) || files == 1 && ranks == 1
            }
        };
        Some(if !goes {
            Reason::NotSo(kind, from, to)
        } else if let (true, Some(square)) = (kind != Kind::Knight, self.between(from, to)) {
            Reason::Blocked(square)
        } else if position.is_check() {
            Reason::StillInCheck
        } else {
            Reason::IntoCheck
        })
    }

    /// Why the side to move may not castle with the rook on this square, if it tried to.
    fn why_not_castle(&self, rook: Square) -> Option<Reason> {
        let position = self.position();
        let side = position.to_move();
        let king = position.king(side);
        let home = if side == Color::White { 0 } else { 7 };
        if king.rank() != home || rook.rank() != home {
            return None;
        }
        if !position.castling_rooks().any(|square| square == rook) {
            return Some(Reason::CastlingLost);
        }
        if let Some(square) = self.between(king, rook) {
            return Some(Reason::CastlingBlocked(square));
        }
        if position.is_check() {
            return Some(Reason::CastlingInCheck);
        }
        let (end, step) = if rook.file() > king.file() {
            (6, 1)
        } else {
            (2, -1)
        };
        let mut file = king.file() as isize;
        while file != end {
            file += step;
            let square = Square::at(file as usize, home);
            let mut setup = position.setup();
            setup.castling = chess_rules::Bitboard(0);
            setup.en_passant = None;
            setup.pieces[square.index()] = setup.pieces[king.index()].take();
            if setup.lenient_position().is_ok_and(|there| there.is_check()) {
                return Some(Reason::CastlingThroughCheck(square));
            }
        }
        None
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}

impl From<Game> for Chess {
    fn from(game: Game) -> Chess {
        Chess { game }
    }
}

impl Rulebook for Chess {
    type Position = Position;
    type Kind = Kind;
    type Reason = Reason;

    const ARRIVALS: usize = 2;

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn play(&mut self, mv: Move) {
        let played: Result<(), IllegalMove> = self.game.play(mv);
        debug_assert!(played.is_ok(), "the referee plays legal moves only");
    }

    fn with_turn(&self, side: Color) -> Option<Chess> {
        let mut position = *self.position();
        position.set_to_move(side);
        Some(Game::new(position).into())
    }

    fn name(&self, point: usize) -> String {
        Square::new(point)
            .map(|square| square.to_string())
            .unwrap_or_default()
    }

    fn notation(&self, mv: Move) -> String {
        self.position().san(mv).to_string()
    }

    fn ending(&self) -> Option<Ending> {
        let (winner, why) = match self.game.outcome()? {
            Outcome::Checkmate { winner } => (Some(winner), "checkmate"),
            Outcome::Stalemate => (None, "stalemate"),
            Outcome::InsufficientMaterial => (None, "neither side can mate"),
            Outcome::FivefoldRepetition => (None, "the same position came for the fifth time"),
            Outcome::SeventyFiveMoves => (
                None,
                "seventy-five moves without a capture or a pawn's move",
            ),
        };
        let why = why.into();
        Some(Ending { winner, why })
    }

    fn join(&self, table: &[Observed<Kind>]) -> Result<Vec<Chess>, Vec<Reason>> {
        let start = Position::initial();
        let alike = |(point, observed): (usize, &Observed<Kind>)| {
            let kind = |kind| {
                Square::new(point)
                    .and_then(|s| start.piece(s))
                    .map(|p| p.kind)
                    == kind
            };
            match observed {
                Observed::Piece {
                    kind: seen @ Some(_),
                    ..
                } if !kind(*seen) => false,
                _ => observed.occupancy() == start.get(point),
            }
        };
        if table.iter().enumerate().all(alike) {
            return Ok(vec![Chess::new()]);
        }
        let mut setup = Setup::default();
        for (place, observed) in setup.pieces.iter_mut().zip(table) {
            *place = match *observed {
                Observed::Empty => None,
                Observed::Piece { kind: None, .. } => return Err(vec![Reason::UnknownKinds]),
                Observed::Piece {
                    color,
                    kind: Some(kind),
                } => Some(Piece { color, kind }),
            };
        }
        for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
            let stands = |file, kind| {
                let square = Square::at(file, rank);
                let there = setup.pieces[square.index()] == Some(Piece { color, kind });
                there.then_some(square)
            };
            let rooks = [0, 7].map(|file| stands(file, Kind::Rook));
            if stands(4, Kind::King).is_some() {
                for rook in rooks.into_iter().flatten() {
                    setup.castling.0 |= 1 << rook.index();
                }
            }
        }
        let games = Color::BOTH.map(|to_move| {
            setup.to_move = to_move;
            Ok(Chess::from(Game::new(setup.lenient_position()?)))
        });
        let faults = |faults: Vec<Fault>| faults.into_iter().map(Reason::Position).collect();
        match games {
            [Ok(black), Ok(white)] => Ok(vec![black, white]),
            [Ok(game), Err(_)] | [Err(_), Ok(game)] => Ok(vec![game]),
            [Err(found), _] => Err(faults(found)),
        }
    }

    fn rarity(&self, mv: Move) -> u8 {
        match mv.promotion() {
            None | Some(Kind::Queen) => 0,
            Some(_) => 1,
        }
    }

    fn kind(&self, point: usize) -> Option<Kind> {
        Some(self.position().piece(Square::new(point)?)?.kind)
    }

    fn noun(&self, kind: Option<Kind>) -> &'static str {
        kind.map_or("piece", word)
    }

    fn judge(&self, attempt: &Attempt) -> Verdict<Move, Reason> {
        let square = |point: &usize| Square::new(*point);
        let king = self.position().king(self.position().to_move());
        let reason = match (&attempt.left[..], &attempt.arrived[..]) {
            ([from], [to]) => {
                let ends = square(from).zip(square(to));
                ends.and_then(|(from, to)| {
                    // Two squares along its rank: castling, with the rook still to follow.
                    let castles = from == king
                        && from.rank() == to.rank()
                        && from.file().abs_diff(to.file()) == 2;
                    let corner =
                        Square::at(if to.file() > from.file() { 7 } else { 0 }, from.rank());
                    let castling = castles.then(|| self.why_not_castle(corner)).flatten();
                    castling.or_else(|| self.why_not(from, to))
                })
            }
            ([a, b], [_, _]) if [a, b].contains(&&king.index()) => {
                let other = square(if *a == king.index() { b } else { a });
                let rook = other.filter(|s| self.kind(s.index()) == Some(Kind::Rook));
                rook.and_then(|rook| self.why_not_castle(rook))
            }
            _ => None,
        };
        Verdict::Illegal(reason.into_iter().collect())
    }

    /// Detects that a side captured its own piece, which only visible kinds show.
    fn objections(&self, table: &[Observed<Kind>]) -> Vec<Reason> {
        let pieces = || {
            let seen = Square::all().zip(table);
            seen.filter_map(|(square, observed)| {
                Some((square, self.position().piece(square)?, observed))
            })
        };
        let mut gone = pieces().filter(|(_, _, observed)| observed.color().is_none());
        let (Some((_, lost, _)), None) = (gone.next(), gone.next()) else {
            return Vec::new();
        };
        let stands = |(square, before, observed): (Square, Piece, &Observed<Kind>)| {
            let here = *observed == Observed::of(lost.color, lost.kind);
            (here && before.color == lost.color && before.kind != lost.kind).then_some(square)
        };
        let taken = pieces().find_map(stands);
        taken.map(Reason::OwnPiece).into_iter().collect()
    }
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Knight => "knight",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
        Kind::King => "king",
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotSo(kind, from, to) => {
                write!(f, "a {} does not go from {from} to {to}", word(*kind))
            }
            Reason::Blocked(square) => write!(f, "the piece on {square} is in the way"),
            Reason::OwnPiece(square) => write!(f, "its own piece stood on {square}"),
            Reason::NothingToTake(square) => {
                write!(
                    f,
                    "a pawn goes aslant only to take, and nothing stands on {square}"
                )
            }
            Reason::PawnBlocked(square) => {
                write!(f, "a pawn does not take straight ahead, on {square}")
            }
            Reason::StillInCheck => f.write_str("the king is in check and would still be"),
            Reason::IntoCheck => f.write_str("the king would be in check"),
            Reason::CastlingLost => f.write_str("no castling: king or rook have moved before"),
            Reason::CastlingInCheck => f.write_str("no castling: the king is in check"),
            Reason::CastlingThroughCheck(square) => {
                write!(f, "no castling: {square} is attacked")
            }
            Reason::CastlingBlocked(square) => {
                write!(f, "no castling: a piece stands on {square}")
            }
            Reason::Position(fault) => fault.fmt(f),
            Reason::UnknownKinds => f.write_str(
                "what the pieces are cannot be seen, and it is not the initial position",
            ),
        }
    }
}
