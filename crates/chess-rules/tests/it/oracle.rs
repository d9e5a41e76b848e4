#![allow(clippy::print_stdout)]
//! Every position beside cozy-chess, an independent implementation: the same moves, checks, ends and FENs.
//!
//! Castling is king-takes-rook in both, so moves compare as they are. cozy-chess keeps an en-passant square
//! nobody can take on and stops the halfmove clock at 100; the comparison allows for both and for nothing else.

use board_core::{Color, MoveGen, zobrist::splitmix64};
use chess_rules::{Bitboard, Fault, Kind, Move, Piece, Position, Setup, Square, perft};
use cozy_chess::{Board, GameStatus};

/// Draws numbers from one seed.
struct Draw {
    seed: u64,
    drawn: u64,
}

impl Draw {
    fn new(test: u64, round: u64) -> Draw {
        Draw {
            seed: splitmix64(test, round),
            drawn: 0,
        }
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.drawn += 1;
        (splitmix64(self.seed, self.drawn) % n as u64) as usize
    }
}

/// cozy-chess counts squares from a1.
fn theirs(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::index(square.index() ^ 56)
}

fn ours(square: cozy_chess::Square) -> Square {
    Square::new(square as usize ^ 56).unwrap()
}

fn kind(piece: cozy_chess::Piece) -> Kind {
    use cozy_chess::Piece;
    match piece {
        Piece::Pawn => Kind::Pawn,
        Piece::Knight => Kind::Knight,
        Piece::Bishop => Kind::Bishop,
        Piece::Rook => Kind::Rook,
        Piece::Queen => Kind::Queen,
        Piece::King => Kind::King,
    }
}

/// Their legal moves, sorted.
fn their_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(
            of_piece
                .into_iter()
                .map(|mv| Move::new(ours(mv.from), ours(mv.to), mv.promotion.map(kind))),
        );
        false
    });
    moves.sort_unstable();
    moves
}

/// Their en-passant square, if one of the moves takes there.
fn their_en_passant(board: &Board, moves: &[Move]) -> Option<Square> {
    let rank = match board.side_to_move() {
        cozy_chess::Color::White => 5,
        cozy_chess::Color::Black => 2,
    };
    let square = Square::at(board.en_passant()? as usize, rank);
    let takes = |mv: &&Move| {
        mv.to() == square
            && mv.from().file() != square.file()
            && board.piece_on(theirs(mv.from())) == Some(cozy_chess::Piece::Pawn)
    };
    moves.iter().find(takes).map(|_| square)
}

/// Compares one position with theirs and returns its legal moves.
fn compare(position: &Position, board: &Board) -> Vec<Move> {
    let fen = position.to_fen();
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    assert_eq!(perft(position, 1), moves.len() as u64, "{fen}");
    let expected = their_moves(board);
    assert_eq!(moves, expected, "{fen}");

    assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{fen}");
    for &mv in &moves {
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {fen}");
    }

    let checkers = Bitboard::from_iter(board.checkers().into_iter().map(ours));
    assert_eq!(position.checkers(), checkers, "{fen}");
    let (mated, stuck) = (position.is_checkmate(), position.is_stalemate());
    assert_eq!(mated, board.status() == GameStatus::Won, "{fen}");
    let drawn = moves.is_empty() && board.status() == GameStatus::Drawn;
    assert_eq!(stuck, drawn, "{fen}");
    assert_eq!(
        position.en_passant(),
        their_en_passant(board, &expected),
        "{fen}"
    );

    // Each reads what itself and the other writes.
    assert_eq!(Position::from_fen(&fen).as_ref(), Ok(position), "{fen}");
    let files = position.to_shredder_fen();
    assert_eq!(Position::from_fen(&files).as_ref(), Ok(position), "{files}");
    if position.halfmoves() <= 100 {
        let written = format!("{board:#}");
        assert_eq!(Position::from_fen(&written).as_ref(), Ok(position));
        let again = Board::from_fen(&files, true).unwrap_or_else(|e| panic!("{files}: {e}"));
        assert_eq!(again.hash_without_ep(), board.hash_without_ep(), "{files}");
    }
    moves
}

/// Plays one random game on both boards, at most `plies` long; returns how many positions it compared.
fn game(mut position: Position, plies: usize, draw: &mut Draw) -> usize {
    let mut board = Board::from_fen(&position.to_shredder_fen(), true).unwrap();
    for ply in 0..plies {
        let moves = compare(&position, &board);
        if moves.is_empty() {
            return ply + 1;
        }
        let mv = moves[draw.below(moves.len())];
        let promotion = mv.promotion().map(|kind| match kind {
            Kind::Knight => cozy_chess::Piece::Knight,
            Kind::Bishop => cozy_chess::Piece::Bishop,
            Kind::Rook => cozy_chess::Piece::Rook,
            _ => cozy_chess::Piece::Queen,
        });
        position.advance(mv);
        board.play_unchecked(cozy_chess::Move {
            from: theirs(mv.from()),
            to: theirs(mv.to()),
            promotion,
        });
    }
    plies
}

#[test]
fn random_games() {
    let positions: usize = (0..test_data::how_many(200, 600))
        .map(|round| game(Position::initial(), 150, &mut Draw::new(1, round)))
        .sum();
    assert!(
        positions > test_data::how_many(20_000, 60_000),
        "only {positions} positions"
    );
}

#[test]
fn all_960_starts() {
    for number in 0..960 {
        let start = Position::chess960(number).unwrap();
        game(start, 40, &mut Draw::new(2, number as u64));
    }
}

#[test]
fn starts_that_differ_by_side() {
    for round in 0..960 {
        let mut draw = Draw::new(3, round);
        let mut setup = Position::chess960(draw.below(960)).unwrap().setup();
        let other = Position::chess960(draw.below(960)).unwrap().setup();
        for file in 0..8 {
            let first = Square::at(file, 7);
            setup.pieces[first.index()] = other.pieces[first.index()];
        }
        let (white, black) = (0xFF << 56, 0xFF);
        setup.castling = Bitboard(setup.castling.0 & white | other.castling.0 & black);
        game(setup.position().unwrap(), 40, &mut draw);
    }
}

/// Pieces anywhere, kings and rooks often at home, rights and en-passant squares at will.
fn random_setup(draw: &mut Draw) -> Setup {
    let mut setup = Setup::default();
    if draw.below(2) == 0 {
        setup.to_move = Color::Black;
    }
    let mut put = |square: Square, color, kind| {
        let place = &mut setup.pieces[square.index()];
        let free = place.is_none();
        if free {
            *place = Some(Piece { color, kind });
        }
        free
    };
    for (color, first) in [(Color::White, 0), (Color::Black, 7)] {
        let home = draw.below(2) == 0;
        let rank = if home { first } else { draw.below(8) };
        while !put(Square::at(draw.below(8), rank), color, Kind::King) {}
        for _ in 0..draw.below(3) {
            put(Square::at(draw.below(8), first), color, Kind::Rook);
        }
    }
    const OTHERS: [Kind; 10] = [
        Kind::Pawn,
        Kind::Pawn,
        Kind::Pawn,
        Kind::Pawn,
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
    ];
    for _ in 0..draw.below(24) {
        let color = [Color::White, Color::Black][draw.below(2)];
        let kind = OTHERS[draw.below(OTHERS.len())];
        // A pawn on a last rank now and then: both must refuse it.
        let pawn_ranks = kind == Kind::Pawn && draw.below(64) > 0;
        let rank = if pawn_ranks {
            1 + draw.below(6)
        } else {
            draw.below(8)
        };
        put(Square::at(draw.below(8), rank), color, kind);
    }
    for square in Square::all() {
        let rook = setup.pieces[square.index()].is_some_and(|piece| piece.kind == Kind::Rook);
        if rook && [0, 7].contains(&square.rank()) && draw.below(3) > 0 {
            setup.castling.0 |= Bitboard::from(square).0;
        }
    }
    if draw.below(2) == 0 {
        // Behind a pawn that may have taken a double step, and rarely anywhere else.
        let (rank, step) = match setup.to_move {
            Color::White => (4, 1),
            Color::Black => (3, -1),
        };
        let pawn = Some(Piece {
            color: !setup.to_move,
            kind: Kind::Pawn,
        });
        let passed = (0..8)
            .filter(|&file| setup.pieces[Square::at(file, rank).index()] == pawn)
            .map(|file| Square::at(file, rank.wrapping_add_signed(step)));
        let passed: Vec<Square> = passed.collect();
        if !passed.is_empty() {
            setup.en_passant = Some(passed[draw.below(passed.len())]);
        }
    }
    setup
}

/// The setup in Shredder-FEN as it is, legal or not; rooks that castle two on a side cannot be said.
fn fen_of(setup: &Setup) -> String {
    let ranks: Vec<String> = setup
        .pieces
        .chunks(8)
        .map(|rank| {
            let runs = rank.chunk_by(|a, b| a.is_none() && b.is_none());
            runs.map(|run| run[0].map_or(run.len().to_string(), |piece| piece.letter().to_string()))
                .collect()
        })
        .collect();
    let side = match setup.to_move {
        Color::White => "w",
        Color::Black => "b",
    };
    let mut rights: String = setup
        .castling
        .map(|square| {
            let file = b'a' + square.file() as u8;
            match setup.pieces[square.index()] {
                Some(piece) if piece.color == Color::White => char::from(file.to_ascii_uppercase()),
                _ => char::from(file),
            }
        })
        .collect();
    if rights.is_empty() {
        rights.push('-');
    }
    let passed = setup
        .en_passant
        .map_or("-".to_owned(), |square| square.to_string());
    format!("{} {side} {rights} {passed} 0 1", ranks.join("/"))
}

fn kings_touch(setup: &Setup) -> bool {
    let holds_king = |square: &Square| {
        setup.pieces[square.index()].is_some_and(|piece| piece.kind == Kind::King)
    };
    let kings: Vec<Square> = Square::all().filter(holds_king).collect();
    kings[0].file().abs_diff(kings[1].file()) <= 1 && kings[0].rank().abs_diff(kings[1].rank()) <= 1
}

#[test]
fn random_positions() {
    let (mut accepted, mut castling, mut passed, mut checks) = (0, 0, 0, 0);
    for round in 0..test_data::how_many(20_000, 60_000) {
        let mut draw = Draw::new(4, round);
        let setup = random_setup(&mut draw);
        let fen = fen_of(&setup);
        // A rook of one side on the other's first rank says the wrong thing in a FEN.
        let sayable = setup.castling.into_iter().all(|square| {
            let white = setup.pieces[square.index()].is_some_and(|p| p.color == Color::White);
            white == (square.rank() == 0)
        });
        let board = Board::from_fen(&fen, true);
        match setup.position() {
            Ok(position) => {
                let board = board.unwrap_or_else(|e| panic!("{fen}: {e}"));
                compare(&position, &board);
                accepted += 1;
                castling += usize::from(!position.castling_rooks().is_empty());
                passed += usize::from(position.en_passant().is_some());
                checks += usize::from(position.is_check());
                game(position, 4, &mut draw);
            }
            Err(faults) => {
                // Whether a game can have led there cozy-chess does not ask in full; its kings may touch.
                let stricter = kings_touch(&setup)
                    || faults
                        .iter()
                        .all(|f| matches!(f, Fault::Promoted { .. } | Fault::Checkers { .. }));
                assert!(board.is_err() || stricter || !sayable, "{fen}: {faults:?}");
            }
        }
    }
    println!("{accepted} positions, {castling} with rights, {passed} en passant, {checks} checks");
    assert!(accepted > 1_700 && castling > 170 && passed > 34 && checks > 170);
}
