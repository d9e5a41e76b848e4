use core::fmt;
use core::ops::ControlFlow;

use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

use crate::{
    Bitboard, Kind, Move, Piece, Setup, Square,
    bare::{
        BISHOP, Bare, Black, CASTLER, KING, KNIGHT, PAWN, QUEEN, ROOK, Side, White,
        castling_targets,
    },
    bitboard::bits,
    generate::Visitor,
    keys,
};

/// Calls `$body` with `$S` standing for the type of the side to move.
macro_rules! by_side {
    ($color:expr, $S:ident => $body:expr) => {
        match $color {
            ::board_core::Color::White => {
                type $S = $crate::bare::White;
                $body
            }
            ::board_core::Color::Black => {
                type $S = $crate::bare::Black;
                $body
            }
        }
    };
}
pub(crate) use by_side;

/// A chess position in 64 bytes: pieces, side to move, castling rights, en passant, move counters.
///
/// It always has one king a side. Copying is the way to keep one; [`MoveGen::Undo`] is the old position.
///
/// The en-passant square is kept only when a pawn can legally be taken there, so equal positions in the sense of
/// the laws (art. 9.2) have equal keys.
///
/// [`set_to_move`](MoveGen::set_to_move) may leave the other side's king in check, as no game does. Such a
/// position is played on by the same rules, except that nothing ever takes a king: the king's square is simply
/// no target.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    bare: Bare,
    key: u64,
    side: Color,
    halfmoves: u16,
    number: u16,
}

impl Position {
    /// The initial position of chess.
    #[must_use]
    pub fn initial() -> Position {
        Position::chess960(518).expect("518 is the usual one")
    }

    /// From parts that were found to obey the rules; see [`Setup::position`].
    pub(crate) fn assembled(mut bare: Bare, side: Color, halfmoves: u16, number: u16) -> Position {
        by_side!(side, S => bare.forget_idle_en_passant::<S>());
        Position {
            bare,
            key: keys::of(&bare, side),
            side,
            halfmoves,
            number,
        }
    }

    #[inline]
    pub(crate) fn bare(&self) -> &Bare {
        &self.bare
    }

    /// The parts of the position, to change and put together again.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: core::array::from_fn(|i| self.bare.piece(i)),
            to_move: self.side,
            castling: self.castling_rooks(),
            en_passant: self.en_passant(),
            halfmoves: self.halfmoves,
            number: self.number,
        }
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.bare.piece(square.index())
    }

    /// The squares of all pieces of one kind of one side.
    #[must_use]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        Bitboard(self.bare.side(color) & self.bare.kind_set(kind))
    }

    /// The squares of all pieces of one side.
    #[must_use]
    pub fn side(&self, color: Color) -> Bitboard {
        Bitboard(self.bare.side(color))
    }

    /// The square of a side's king.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        Square::of((self.bare.side(color) & self.bare.kings()).trailing_zeros())
    }

    /// The rooks of both sides that may still castle.
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        Bitboard(self.bare.castlers())
    }

    /// The square behind the pawn that has just moved two steps, if it can legally be taken there.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        (self.bare.ep != 0).then(|| Square::of(self.bare.ep.trailing_zeros()))
    }

    /// Plies since the last capture or pawn's move, for the fifty-move rule. Stops counting at 65,535.
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move about to be made, counted up after Black's. Stops counting at 65,535.
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.number
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        Bitboard(by_side!(self.side, S => self.bare.checkers::<S>()))
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.visit_legal(|_| ControlFlow::Break(())).is_break()
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        let _: ControlFlow<()> = self.visit_legal(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The pieces of both sides that attack a square when only those on `occupied` stand: leave out the piece that
    /// takes, and what it uncovers is seen. Pins are not reckoned.
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let square = square.index() as u32;
        let white = self.bare.attackers::<White>(square, occupied.0);
        let black = self.bare.attackers::<Black>(square, occupied.0);
        Bitboard((white | black) & occupied.0)
    }

    /// Whether the side to move is in check and has no move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// Whether the side to move is not in check and has no move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_moves()
    }

    /// Whether `mv`, made for this position, is castling.
    #[inline]
    #[must_use]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.bare.code(mv.from().index()) == KING
            && self.bare.castlers() & self.bare.side(self.side) & mv.to().bit() != 0
    }

    /// Whether `mv`, made for this position, takes a pawn en passant.
    #[inline]
    #[must_use]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.bare.ep & mv.to().bit() != 0 && self.bare.code(mv.from().index()) == PAWN
    }

    /// Whether `mv`, made for this position, takes a piece.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.bare.side(!self.side) & mv.to().bit() != 0 || self.is_en_passant(mv)
    }

    /// Plays a legal move; like [`MoveGen::play`], without the old position.
    #[inline]
    pub fn advance(&mut self, mv: Move) {
        let old = self.bare;
        by_side!(self.side, S => self.advance_as::<S>(mv));
        self.key ^= keys::difference(&old, &self.bare) ^ keys::SIDE;
        self.side = !self.side;
    }

    #[inline]
    fn advance_as<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let (f, t) = (from.index() as u32, to.index() as u32);
        let code = self.bare.code(from.index());
        let mut quiet = self.bare.occupied() & to.bit() == 0;
        self.bare = match code {
            PAWN => {
                quiet = false;
                if to.bit() & self.bare.ep != 0 {
                    self.bare.en_passant::<S>(f)
                } else if f.abs_diff(t) == 16 {
                    let mut next = self.bare.double_step::<S>(t);
                    next.forget_idle_en_passant::<S::Other>();
                    next
                } else {
                    let code = mv.promotion().map_or(PAWN, code_of);
                    self.bare.moved::<S>(code, f, t)
                }
            }
            KING if self.bare.castlers() & self.bare.own::<S>() & to.bit() != 0 => {
                quiet = true;
                self.bare.castled::<S>(f, t)
            }
            // A rook that moves is a rook that castles no more.
            CASTLER => self.bare.moved::<S>(ROOK, f, t),
            _ => self.bare.moved::<S>(code, f, t),
        };
        self.halfmoves = if quiet {
            self.halfmoves.saturating_add(1)
        } else {
            0
        };
        if !S::WHITE {
            self.number = self.number.saturating_add(1);
        }
    }

    /// Whether both are one position in the sense of repetition: pieces, turn, castling, en passant.
    pub(crate) fn is_same(&self, other: &Position) -> bool {
        self.bare == other.bare && self.side == other.side
    }

    /// The legal moves of the pawns of `from` to a square of `to`.
    #[inline]
    pub(crate) fn visit_pawns<B>(
        &self,
        from: u64,
        to: u64,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut list = List {
            visit,
            castles: false,
        };
        by_side!(self.side, S => {
            self.bare.generate_pawns::<S, _>(&self.bare.guard::<S>(), from, to, &mut list)
        })
    }

    #[inline]
    pub(crate) fn visit_masked<B>(
        &self,
        from: u64,
        to: u64,
        castles: bool,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut list = List { visit, castles };
        by_side!(self.side, S => self.bare.generate::<S, _>(from, to, &mut list))
    }
}

/// The code of a piece of this kind that may not castle.
#[inline]
pub(crate) const fn code_of(kind: Kind) -> u8 {
    match kind {
        Kind::Pawn => PAWN,
        Kind::Knight => KNIGHT,
        Kind::Bishop => BISHOP,
        Kind::Rook => ROOK,
        Kind::Queen => QUEEN,
        Kind::King => KING,
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

/// The FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}

/// A diagram of eight lines, the eighth rank first, FEN's letters, a dot for an empty square.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let letter = self.piece(square).map_or('.', Piece::letter);
            let end = if square.file() == 7 { "\n" } else { " " };
            write!(f, "{letter}{end}")?;
        }
        Ok(())
    }
}

/// Lists moves one by one.
struct List<F> {
    visit: F,
    castles: bool,
}

impl<F> List<F> {
    #[inline(always)]
    fn each<B>(&mut self, step: i32, to: u64, promotion: Option<Kind>) -> ControlFlow<B>
    where
        F: FnMut(Move) -> ControlFlow<B>,
    {
        bits(to).try_for_each(|to| {
            let from = Square::of(to.wrapping_add_signed(-step));
            (self.visit)(Move::new(from, Square::of(to), promotion))
        })
    }
}

impl<S: Side, B, F: FnMut(Move) -> ControlFlow<B>> Visitor<S> for List<F> {
    type Break = B;
    #[inline]
    fn piece<const CODE: u8>(&mut self, from: u32, to: u64) -> ControlFlow<B> {
        let from = Square::of(from);
        bits(to).try_for_each(|to| (self.visit)(Move::new(from, Square::of(to), None)))
    }
    #[inline]
    fn pawns(&mut self, step: i32, to: u64) -> ControlFlow<B> {
        self.each(step, to, None)
    }
    #[inline]
    fn promotions(&mut self, step: i32, to: u64) -> ControlFlow<B> {
        bits(to).try_for_each(|to| {
            let from = Square::of(to.wrapping_add_signed(-step));
            Kind::PROMOTIONS
                .into_iter()
                .try_for_each(|kind| (self.visit)(Move::new(from, Square::of(to), Some(kind))))
        })
    }
    #[inline]
    fn doubles(&mut self, to: u64) -> ControlFlow<B> {
        self.each(2 * S::UP, to, None)
    }
    #[inline]
    fn en_passant(&mut self, from: u32, to: u32) -> ControlFlow<B> {
        (self.visit)(Move::new(Square::of(from), Square::of(to), None))
    }
    #[inline]
    fn castle(&mut self, king: u32, rook: u32) -> ControlFlow<B> {
        if !self.castles {
            return ControlFlow::Continue(());
        }
        (self.visit)(Move::new(Square::of(king), Square::of(rook), None))
    }
}

impl Board for Position {
    type Cell = Occupancy;

    fn points(&self) -> usize {
        64
    }

    #[inline]
    fn get(&self, point: usize) -> Occupancy {
        debug_assert!(point < 64);
        let bit = 1u64 << (point & 63);
        if self.bare.occupied() & bit == 0 {
            Occupancy::Empty
        } else if self.bare.white & bit != 0 {
            Occupancy::White
        } else {
            Occupancy::Black
        }
    }
}

/// What a photo of a chessboard may show: castling's rook and the pawn taken en passant may lag behind the move.
///
/// Where the king's going shows nothing (in Chess960 it may stay, or step onto its rook's square), the rook's going
/// is the move. Castling that exchanges king and rook shows nothing at all. The four promotions of a pawn change
/// the same points alike.
impl MoveGen for Position {
    type Move = Move;
    type Undo = Position;

    #[inline]
    fn to_move(&self) -> Color {
        self.side
    }

    fn set_to_move(&mut self, side: Color) {
        if side != self.side {
            self.bare.ep = 0;
            self.side = side;
            self.key = keys::of(&self.bare, side);
        }
    }

    #[inline]
    fn visit_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_masked(!0, !0, true, visit)
    }

    fn visit_legal_at<B>(
        &self,
        point: usize,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let bit = 1u64 << (point & 63);
        let own = self.bare.side(self.side);
        if own & bit != 0 {
            self.visit_masked(bit, !0, false, &mut visit)?;
        } else {
            let behind = |steps: i32| {
                let up = by_side!(self.side, S => S::UP);
                let from = point as i32 - steps * up;
                if (0..64).contains(&from) {
                    1u64 << from
                } else {
                    0
                }
            };
            let attackers = by_side!(self.side, S => {
                self.bare.attackers::<S>(point as u32, self.bare.occupied())
            });
            let walkers = (behind(1) | behind(2)) & self.bare.pawns() & own;
            let from = attackers | walkers;
            if from != 0 {
                self.visit_masked(from, bit, false, &mut visit)?;
            }
        }
        let king = self.bare.kings() & own;
        if self.bare.castlers() & own == 0 || king.trailing_zeros() / 8 != point as u32 / 8 {
            return ControlFlow::Continue(());
        }
        self.visit_masked(king, 0, true, |mv| {
            let mut touches = false;
            self.visit_changes(mv, |change| {
                touches |= change.point == point && change.timing == Timing::WithMove;
            });
            if touches {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from().bit(), mv.to().bit());
        self.visit_masked(from, to, true, |legal| {
            if legal == mv {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let own = Occupancy::from(self.side);
        let mut change = |square: Square, after, timing| {
            let point = square.index();
            let before = self.get(point);
            if before != after {
                visit(Change {
                    point,
                    before,
                    after,
                    timing,
                });
            }
        };
        let (from, to) = (mv.from(), mv.to());
        if self.is_castling(mv) {
            let (king_to, rook_to) = castling_targets(from.index() as u32, to.index() as u32);
            let (king_to, rook_to) = (Square::of(king_to), Square::of(rook_to));
            let timing = match self.get(king_to.index()) {
                Occupancy::Empty => Timing::Lagging,
                _ => Timing::WithMove,
            };
            let stays = |square| square == king_to || square == rook_to;
            change(king_to, own, Timing::WithMove);
            change(rook_to, own, timing);
            if !stays(from) {
                change(from, Occupancy::Empty, Timing::WithMove);
            }
            if !stays(to) {
                change(to, Occupancy::Empty, timing);
            }
            return;
        }
        change(from, Occupancy::Empty, Timing::WithMove);
        change(to, own, Timing::WithMove);
        if self.is_en_passant(mv) {
            let victim = Square::at(to.file(), from.rank());
            change(victim, Occupancy::Empty, Timing::Lagging);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Position {
        let old = *self;
        self.advance(mv);
        old
    }

    #[inline]
    fn undo(&mut self, undo: Position) {
        *self = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::laws;

    fn key_from_scratch(position: &Position) -> u64 {
        keys::of(position.bare(), position.to_move())
    }

    #[test]
    fn attackers_stand_behind_one_another() {
        let position = Position::from_fen("3rk3/8/4p3/3p4/8/2N5/3R4/3RK3 w - - 0 1").unwrap();
        let named = |set: Bitboard| set.map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
        let d5: Square = "d5".parse().unwrap();
        let all = Bitboard(position.side(Color::White).0 | position.side(Color::Black).0);
        assert_eq!(named(position.attackers(d5, all)), "d8 e6 c3 d2");
        let rook: Square = "d2".parse().unwrap();
        let without = Bitboard(all.0 & !Bitboard::from(rook).0);
        assert_eq!(named(position.attackers(d5, without)), "d8 e6 c3 d1");
    }

    #[test]
    fn the_laws_hold() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let start = Position::from_fen(fen).unwrap();
            laws::random_games(&start, 6, 60, 4, key_from_scratch).unwrap();
        }
    }

    #[test]
    fn the_laws_hold_in_chess960() {
        for n in (0..960).step_by(37) {
            // Without what stands between king and rooks, so that they castle.
            let mut setup = Position::chess960(n).unwrap().setup();
            for square in Square::all() {
                let between = matches!(
                    setup.pieces[square.index()].map(|piece| piece.kind),
                    Some(Kind::Knight | Kind::Bishop | Kind::Queen | Kind::Pawn)
                );
                if between && (square.index() * 7 + n) % 4 != 0 {
                    setup.pieces[square.index()] = None;
                }
            }
            if let Ok(start) = setup.position() {
                laws::random_games(&start, 4, 12, n as u64, key_from_scratch).unwrap();
            }
        }
    }

    #[test]
    fn fits_in_a_cache_line() {
        assert!(size_of::<Position>() <= 64);
    }
}
