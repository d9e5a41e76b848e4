//! The index on disk: opened at once, read part by part, and a damaged one never gives a wrong answer.

use std::path::PathBuf;

use crate::seal::{HEADER, directory, long, seal};
use go_rules::record::Record;
use patterns::{AddError, Anchor, GameId, Library, LibraryError, Pattern, Query, QueryError};

/// Games of two sizes, which lie in two parts.
fn two_sizes() -> Library {
    let mut library = Library::new();
    let text = "(;SZ[9]PB[ok]DT[2001]RE[B+R];B[ee];W[cc];B[cd];W[dc])(;SZ[5];B[cc];W[bb])\
        (;SZ[9];B[aa];W[ab];B[ee];W[ba])(;SZ[5];B[bb];W[cb])";
    assert_eq!(library.add_text(text, "four.sgf", |_| {}), 4);
    library
}

/// Saves it into a folder that lasts as long as the first value.
fn saved(library: &Library) -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.index");
    library.save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    (folder, path, bytes)
}

fn everywhere() -> Query {
    Query::new("X.".parse().unwrap())
}

/// A question that only boards of 5×5 can answer.
fn small_boards() -> Query {
    let pattern: Pattern = ".....\n.....\n.....\n.....\n.....".parse().unwrap();
    Query::new(pattern.anchored(Anchor::BOARD))
}

#[test]
fn games_are_read_when_they_are_asked_for() {
    let library = two_sizes();
    let (_folder, path, bytes) = saved(&library);
    let opened = Library::open(&path).unwrap();
    assert_eq!(opened.len(), 4);
    assert!(opened.ids().eq(library.ids()));
    let unread = opened.memory();
    assert_eq!(opened.search(&small_boards()).unwrap().games, 2);
    let partly = opened.memory();
    let found = opened.search(&everywhere()).unwrap();
    assert_eq!(found, library.search(&everywhere()).unwrap());
    assert!(unread < partly && partly < opened.memory());
    opened.verify().unwrap();
    let whole = Library::from_bytes(&bytes).unwrap();
    assert!(whole.memory() > unread);
    assert_eq!(whole.search(&everywhere()).unwrap(), found);
    assert!(matches!(
        opened.game(GameId(4)),
        Err(LibraryError::NoGame(GameId(4)))
    ));
}

#[test]
fn an_index_is_changed_and_saved_in_its_own_place() {
    let (_folder, path, _) = saved(&two_sizes());
    let mut opened = Library::open(&path).unwrap();
    assert!(opened.remove(GameId(1)));
    let size = go_rules::Size::square(9).unwrap();
    opened.add(&Record::new(size), "new").unwrap();
    opened.save(&path).unwrap();
    // What was open stays as it was.
    assert_eq!(opened.search(&small_boards()).unwrap().games, 1);
    let again = Library::open(&path).unwrap();
    again.verify().unwrap();
    let sources = |library: &Library| -> Vec<String> {
        let of = |id| library.game(id).unwrap().info().source;
        library.ids().map(of).collect()
    };
    assert_eq!(
        sources(&again),
        ["four.sgf", "four.sgf#3", "four.sgf#4", "new"]
    );
    assert_eq!(sources(&again), sources(&opened));
}

#[test]
fn what_is_cut_off_is_not_opened() {
    let (_folder, path, good) = saved(&two_sizes());
    for length in 0..good.len() {
        std::fs::write(&path, &good[..length]).unwrap();
        assert!(Library::open(&path).is_err(), "{length} bytes");
        assert!(
            Library::from_bytes(&good[..length]).is_err(),
            "{length} bytes"
        );
    }
    std::fs::write(&path, [&good[..], b"!"].concat()).unwrap();
    assert!(matches!(
        Library::open(&path),
        Err(LibraryError::Length { .. })
    ));
    // Cut off while it is open.
    std::fs::write(&path, &good).unwrap();
    let opened = Library::open(&path).unwrap();
    std::fs::write(&path, &good[..good.len() / 2]).unwrap();
    assert!(opened.verify().is_err());
    assert!(opened.search(&everywhere()).is_err());
    // What could not be read is asked for again when it is there again.
    std::fs::write(&path, &good).unwrap();
    assert!(opened.search(&everywhere()).is_ok());
}

/// Every single bit that is not as it was is an error: of the index when it is opened, or of the games when they are
/// read.
#[test]
fn a_damaged_part_is_an_error_of_those_who_need_it() {
    let library = two_sizes();
    let (folder, path, good) = saved(&library);
    let answer = library.search(&small_boards()).unwrap();
    let first_part = HEADER..HEADER + long(&good, directory(&good) + 4);
    let mut others_go_on = 0;
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        assert!(Library::from_bytes(&bad).is_err(), "byte {at}");
        std::fs::write(&path, &bad).unwrap();
        let Ok(mut opened) = Library::open(&path) else {
            assert!(at < HEADER || at >= directory(&good), "byte {at}");
            continue;
        };
        let damaged = usize::from(!first_part.contains(&at));
        let is_so = |error| match error {
            LibraryError::Damaged { part, .. } => part == damaged,
            _ => false,
        };
        assert!(is_so(opened.verify().unwrap_err()), "byte {at}");
        match opened.search(&everywhere()).unwrap_err() {
            QueryError::Index(error) => assert!(is_so(error), "byte {at}"),
            error => panic!("byte {at}: {error}"),
        }
        // Boards of 5×5 are in the second part.
        match opened.search(&small_boards()) {
            Ok(found) => {
                assert_eq!((damaged, &found), (0, &answer));
                others_go_on += 1;
            }
            Err(QueryError::Index(error)) => assert!(damaged == 1 && is_so(error)),
            Err(error) => panic!("byte {at}: {error}"),
        }
        // Nor is the damage written into a new index, or a game put beside it.
        let copy = folder.path().join("copy.index");
        assert!(is_so(opened.save(&copy).unwrap_err()));
        let size = go_rules::Size::square([9, 5][damaged]).unwrap();
        match opened.add(&Record::new(size), "more") {
            Err(AddError::Index(error)) => assert!(is_so(error)),
            added => panic!("byte {at}: {added:?}"),
        }
        assert_eq!(opened.len(), 4);
    }
    assert_eq!(others_go_on, first_part.len());
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left beside it"
    );
}

/// Whatever stands in a file with right checksums: an error, or games that can be searched.
#[test]
fn forged_files() {
    let (_folder, _, good) = saved(&two_sizes());
    let mut refused = 0;
    for at in (12..HEADER).chain(HEADER..good.len()) {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut forged = good.clone();
            forged[at] = value;
            seal(&mut forged);
            match Library::from_bytes(&forged) {
                Ok(library) => {
                    library.search(&everywhere().every_occurrence()).unwrap();
                    for id in library.ids() {
                        let game = library.game(id).unwrap();
                        let after = game.moves().count();
                        drop((game.info(), game.position(after), game.signature()));
                    }
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn other_files() {
    assert!(matches!(
        Library::from_bytes(b"KBZ-PTRN"),
        Err(LibraryError::Foreign)
    ));
    let (folder, path, mut bytes) = saved(&two_sizes());
    bytes[8] = 2;
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(
        Library::open(&path),
        Err(LibraryError::Version { found: 2 })
    ));
    assert!(matches!(
        Library::open(&folder.path().join("none")),
        Err(LibraryError::Io(_))
    ));
    let (_folder, path, _) = saved(&Library::new());
    let empty = Library::open(&path).unwrap();
    assert!(empty.is_empty());
    assert_eq!(empty.search(&everywhere()).unwrap().games, 0);
}
