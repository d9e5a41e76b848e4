//! Bad drawings and bad files are typed errors.

use patterns::{
    Anchor, Demand, Edges, Field, Frozen, FrozenError, Group, Pattern, PatternError, PatternTree,
    Rectangle, gnugo, sensei,
};
use proptest::prelude::*;

fn error(text: &str) -> PatternError {
    text.parse::<Pattern>().unwrap_err()
}

#[test]
fn drawings() {
    assert_eq!(error(""), PatternError::Empty);
    assert_eq!(error("| |\n- -"), PatternError::Empty);
    assert_eq!(
        error("..\n\n .k"),
        PatternError::Letter {
            line: 3,
            column: 3,
            found: 'k'
        }
    );
    assert_eq!(
        error("...\n.."),
        PatternError::Ragged {
            line: 2,
            found: 2,
            expected: 3
        }
    );
    assert_eq!(error(".|."), PatternError::EdgeInside { x: 1, y: 0 });
    assert_eq!(error("|.\nX."), PatternError::EdgeInside { x: 0, y: 1 });
    assert_eq!(error("::"), PatternError::NoPoint);
    let wide = ".".repeat(26);
    assert_eq!(error(&wide), PatternError::Size { cols: 26, rows: 1 });
    let huge = Pattern::new(usize::MAX, 2, vec![Demand::ANY]);
    assert!(matches!(huge, Err(PatternError::Size { .. })));
    let nothing = Pattern::new(1, 1, vec![Demand::from_bits(0)]);
    assert_eq!(nothing, Err(PatternError::Impossible { x: 0, y: 0 }));
    let stone: Pattern = "X.".parse().unwrap();
    assert_eq!(
        stone.clone().with_mark(0, 0),
        Err(PatternError::Mark { x: 0, y: 0 })
    );
    assert_eq!(
        stone.with_mark(2, 0),
        Err(PatternError::Mark { x: 2, y: 0 })
    );
}

#[test]
fn a_drawing_is_written_as_it_is_read() {
    for text in [
        "X to move\n+-----+\n|.Xx?*|\n|Oo@:_|\n+-----+\n",
        "|BbWw&.\n|......\n",
        "---\nX.O\n",
    ] {
        let pattern: Pattern = text.parse().unwrap();
        assert_eq!(pattern.to_string(), text);
    }
}

proptest! {
    /// Whatever drawing is read, edges drawn or only allowed: what is written for it is read as the same.
    #[test]
    fn any_drawing_is_read_again(cols in 1_usize..5, letters in "[-.X&_|+#bw]{1,20}") {
        let rows = letters.as_bytes().chunks_exact(cols);
        let rows: Vec<_> = rows.map(|row| std::str::from_utf8(row).unwrap()).collect();
        if let Ok(pattern) = rows.join("\n").parse::<Pattern>() {
            let again = pattern.to_string().parse::<Pattern>();
            prop_assert_eq!(again.as_ref(), Ok(&pattern), "{}", pattern);
        }
    }
}

#[test]
fn rectangles_off_the_board() {
    let field = Field::from_rows(&["...", "X..", "..."]).unwrap();
    for (x, y, cols, rows) in [
        (-1, 0, 2, 2),
        (0, 0, 4, 1),
        (0, 3, 1, 1),
        (0, 0, 0, 1),
        (2, 2, usize::MAX, 1),
    ] {
        let from = Rectangle { x, y, cols, rows };
        assert_eq!(
            Pattern::cut(&field, from, Edges::Kept),
            Err(PatternError::OffBoard)
        );
    }
    let whole = Rectangle {
        x: 0,
        y: 0,
        cols: 3,
        rows: 3,
    };
    let board = Pattern::cut(&field, whole, Edges::Kept).unwrap();
    assert_eq!(board.anchor(), Anchor::BOARD);
    assert!(Field::from_rows(&["..", "."]).is_err());
    assert!(Field::from_rows::<&str>(&[]).is_err());
}

#[test]
fn a_pattern_larger_than_the_board_is_not_found() {
    let mut tree = PatternTree::new(Group::TurnsAndColors);
    tree.insert(&"....\n....".parse().unwrap(), ());
    tree.insert(&"|....|".parse().unwrap(), ());
    let small = Field::from_rows(&["...", "...", "..."]).unwrap();
    assert_eq!(tree.search(&small), []);
    let fits = Field::from_rows(&["....", "...."]).unwrap();
    // The first as it is; the second in either row.
    assert_eq!(tree.search(&fits).len(), 3);
}

#[test]
fn databases() {
    let text = "Pattern A\n\nXO\nX\n\n:8,x\n\nPattern B\n\nXO\n\nPattern C\n\nX*\nOz\n:8\n\nPattern D\n\nX*\n:8,d\n\nab\n\n;x(a)\n";
    let read: Vec<_> = gnugo::read(text).collect();
    assert_eq!(
        read[0],
        Err(PatternError::Ragged {
            line: 4,
            found: 1,
            expected: 2
        })
    );
    let problem = "a pattern without a line of values";
    assert_eq!(read[1], Err(PatternError::Text { line: 8, problem }));
    assert_eq!(
        read[2],
        Err(PatternError::Letter {
            line: 15,
            column: 2,
            found: 'z'
        })
    );
    assert_eq!(read[3].as_ref().unwrap().line, 18);
    assert_eq!(read.len(), 4);
    assert!(sensei::read("no diagram").is_err());
    assert!(sensei::read("$$ A title only").is_err());
    assert_eq!(
        sensei::read("$$B\n$$ . X\n$$ . %"),
        Err(PatternError::Letter {
            line: 3,
            column: 6,
            found: '%'
        })
    );
}

#[test]
fn files() {
    let mut tree = PatternTree::new(Group::Turns);
    for (i, text) in ["X.O", "|.X\n|..\n+--", "..\n.X", "X:", "?X\nO?"]
        .iter()
        .enumerate()
    {
        tree.insert(&text.parse().unwrap(), i as u8);
    }
    let good = tree.freeze(|&i, bytes| bytes.push(i));
    assert_eq!(Frozen::open(&good).unwrap().len(), 5);
    for length in 0..good.len() {
        assert!(Frozen::open(&good[..length]).is_err(), "{length} bytes");
    }
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 4;
        assert!(Frozen::open(bad).is_err(), "byte {at}");
    }
    assert_eq!(
        Frozen::open(b"PK\x03\x04").unwrap_err(),
        FrozenError::Foreign
    );
    let mut newer = good.clone();
    newer[8] = 99;
    assert_eq!(
        Frozen::open(newer).unwrap_err(),
        FrozenError::Version { found: 99 }
    );

    // Whatever stands in a file with a right checksum: an error, or a search that ends.
    let field = Field::from_rows(&["X.O..", "..X..", "O...X"]).unwrap();
    let mut refused = 0;
    for at in (12..60).chain(64..good.len()) {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut forged = good.clone();
            forged[at] = value;
            let mut sum = crc32fast::Hasher::new();
            sum.update(&forged[..60]);
            sum.update(&forged[64..]);
            forged[60..64].copy_from_slice(&sum.finalize().to_le_bytes());
            match Frozen::open(forged) {
                Ok(frozen) => drop(frozen.search(&field)),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100);
}
