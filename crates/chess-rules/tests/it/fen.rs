//! FENs as they should be and as they come: every fault is named, all at once.

use chess_rules::{Fault, FenFault, Position, Setup};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn written_as_read() {
    for fen in [
        START,
        "8/8/8/4k3/8/8/8/4K3 b - - 99 65535",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        // X-FEN: the outermost rooks go without saying, others are named by their file.
        "1r1k2rr/8/8/8/8/8/8/RR1K2R1 w KBkq - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(position.to_fen(), fen);
        assert_eq!(
            Position::from_fen(&position.to_shredder_fen()),
            Ok(position)
        );
    }
    let chess960 = Position::from_fen("1r1k2rr/8/8/8/8/8/8/RR1K2R1 w GBgb - 0 1").unwrap();
    assert_eq!(
        chess960.to_fen(),
        "1r1k2rr/8/8/8/8/8/8/RR1K2R1 w KBgq - 0 1"
    );
    assert_eq!(
        chess960.to_shredder_fen(),
        "1r1k2rr/8/8/8/8/8/8/RR1K2R1 w GBgb - 0 1"
    );
}

#[test]
fn an_idle_en_passant_square_is_forgotten() {
    for (fen, kept) in [
        // Nobody stands beside the pawn.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            false,
        ),
        // The one who stands there is pinned, or the capture would bare the king along the rank.
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", false),
        ("6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 2", false),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", true),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.en_passant().is_some(), kept, "{fen}");
    }
}

/// A FEN and what is wrong with it, in words.
#[test]
fn every_fault_is_said() {
    let rows = [
        // Fields.
        ("", "1 fields"),
        ("8/8/8/8/8/8/8/8", "1 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "5 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "7 fields"),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", "7 fields"),
        // Ranks.
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "9 ranks"),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 7 squares"),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 has 9 squares"),
        ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", "'4' in rank 5"),
        ("4k3/8/8/0p7/8/8/8/4K3 w - - 0 1", "'0' in rank 5"),
        ("4k3/8/8/8/3x4/8/8/4K3 w - - 0 1", "'x' in rank 4"),
        (
            "4k3/8/8/8/3\u{265F}4/8/8/4K3 w - - 0 1",
            "'\u{265F}' in rank 4",
        ),
        ("4k3/8/8/8/3\u{0}4/8/8/4K3 w - - 0 1", "'\\0' in rank 4"),
        // The other fields.
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move \"W\""),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling rights \"KK\""),
        ("4k3/8/8/8/8/8/8/4K3 w  - 0 1", "castling rights \"\""),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling rights \"X\""),
        ("4k3/8/8/8/8/8/8/4K2R w -K - 0 1", "castling rights \"-K\""),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1",
            "en-passant square \"d9\"",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "move counter \"-1\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "move counter \"+1\""),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
            "move counter \"65536\"",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 ", "move counter \"\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number 0"),
        // Positions that no game leads to.
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings"),
        ("4kk2/8/8/8/8/8/8/4K3 w - - 0 1", "black has 2 kings"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white has 9 pawns"),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
            "white has 1 pieces beyond the initial ones, but 8 pawns are left",
        ),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
        (
            "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
            "black, not to move, is in check",
        ),
        (
            "8/8/8/8/8/8/4k3/4K3 w - - 0 1",
            "black, not to move, is in check",
        ),
        (
            "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
            "2 pieces give check at once",
        ),
        (
            "R3k2R/8/8/8/4Q3/8/8/4K3 b - - 0 1",
            "3 pieces give check at once",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"),
        ("4k3/8/8/8/8/8/4K3/7R w H - 0 1", "no castling with h1"),
        ("4k3/8/8/8/8/8/8/4KR1R w FH - 0 1", "no castling with"),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1",
            "no pawn can be taken en passant on e6",
        ),
        (
            "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
            "no pawn can be taken en passant on d6",
        ),
        (
            "4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "no pawn can be taken en passant on d6",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1",
            "no pawn can be taken en passant on d6",
        ),
        // The knight's check was there before the pawn's step.
        (
            "4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1",
            "no pawn can be taken en passant on d6",
        ),
    ];
    let missing: Vec<String> = rows
        .into_iter()
        .map(|(fen, fault)| {
            (
                fen,
                fault,
                Position::from_fen(fen).map_err(|e| e.to_string()),
            )
        })
        .filter(|(_, fault, read)| !read.as_ref().is_err_and(|text| text.contains(fault)))
        .map(|(fen, fault, read)| format!("{fen}: {read:?} instead of {fault}"))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn all_faults_at_once() {
    let error = Position::from_fen("4k3/8/8/8/3x4/8/PPPPPPPP/QQ6 x KQ z9 a 0").unwrap_err();
    let text = error.to_string();
    for fault in [
        "'x' in rank 4",
        "side to move \"x\"",
        "en-passant square \"z9\"",
        "move counter \"a\"",
        "white has 0 kings",
        "move number 0",
    ] {
        assert!(text.contains(fault), "{fault} not in {text}");
    }
    assert!(error.faults.contains(&FenFault::Position(Fault::Number)));
}

#[test]
fn what_people_mean() {
    let usual = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    for fen in [
        "  4k3/8/8/8/8/8/8/4K2R   w  K  -  ",
        "4k3/8/8/44/8/8/8/4K2R W K",
        "4k3/8/8/8/8/8/8/4K2R w K - - -",
        // Rights without a rook, a square without a pawn and move 0 are overlooked.
        "4k3/8/8/8/8/8/8/4K2R w K e6 0 0",
    ] {
        assert_eq!(Position::from_fen_lenient(fen), Ok(usual), "{fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
    ] {
        assert!(Position::from_fen_lenient(fen).is_err(), "{fen}");
    }
}

#[test]
fn long_rubbish_is_quoted_short() {
    let text = format!("8/8/8/8/8/8/8/8 {} - - 0 1", "x".repeat(1 << 20));
    assert!(Position::from_fen(&text).unwrap_err().to_string().len() < 300);
    let text = "/".repeat(1 << 20);
    assert!(Position::from_fen(&text).unwrap_err().to_string().len() < 10_000);
    let text = "x".repeat(1 << 20);
    assert!(Position::from_fen(&text).unwrap_err().to_string().len() < 10_000);
}

#[test]
fn an_empty_setup_is_no_position() {
    let faults = Setup::default().position().unwrap_err();
    assert_eq!(faults.len(), 2);
}
