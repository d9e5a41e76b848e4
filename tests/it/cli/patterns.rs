//! `kibitzer patterns` from outside: what it prints, writes and exits with.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::cli::{json, text};

/// Two games with the same corner; Black goes on at C5 in one, White at E3 in the other.
const GAMES: &str = "(;SZ[9]PB[Ann]PW[Bob]RE[B+R]DT[1996-05-06];B[cg];W[gc];B[ce])\n\
                     (;SZ[9]PB[Cid]PW[Dee]RE[W+2]DT[1998];B[gc];W[gg];B[cc];W[ge])\n";
const CORNER: &str = "|...../|...../|..X../|...../|...../+-----";

/// `kibitzer patterns` and these arguments.
fn patterns(arguments: &[&str], folder: &Path) -> Output {
    crate::cli::kibitzer(&[&["patterns"], arguments].concat(), folder)
}

/// A folder with an index of [`GAMES`].
fn learned() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    fs::write(folder.path().join("games/two.sgf"), GAMES).unwrap();
    let done = patterns(&["learn", "games", "-o", "games.index"], folder.path());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout), "2 games learned, 2 in games.index\n");
    folder
}

#[test]
fn games_are_learned_counted_and_searched() {
    let folder = learned();
    let stats = json(&patterns(
        &["stats", "games.index", "--json"],
        folder.path(),
    ));
    assert_eq!((&stats["games"], &stats["moves"]), (&2.into(), &7.into()));
    assert_eq!(stats["won"]["black"], 1);
    assert_eq!(stats["boards"]["9×9"], 2, "{stats}");

    let asked = ["search", "games.index", "--draw", CORNER, "--json"];
    let answer = json(&patterns(&asked, folder.path()));
    assert_eq!(answer["games"], 2);
    let next = answer["continuations"].as_array().unwrap();
    let total: u64 = next
        .iter()
        .map(|next| next["count"].as_u64().unwrap())
        .sum();
    let followed = answer["places"].as_array().unwrap().iter();
    let followed = followed.filter(|place| !place["next"].is_null()).count() as u64;
    assert_eq!(total, followed);
    // The approach of the first game: by Ann, who won.
    let mut asked = asked.to_vec();
    asked.extend(["--since", "1996-05", "--until", "1996-05-06"]);
    let answer = json(&patterns(&asked, folder.path()));
    assert_eq!(answer["games"], 1);
    assert_eq!(answer["continuations"][0]["wins"], 1);
    assert_eq!(answer["continuations"][0]["label"], "A");
    assert_eq!(answer["years"]["1996"]["count"], answer["times"]);
    // Both of its points are the same by the symmetry of the corner.
    for (mv, times) in [("B C5", 1), ("B E3", 1), ("W E3", 0), ("B D4", 0)] {
        let mut asked = asked.clone();
        asked.extend(["--then", mv]);
        let answer = json(&patterns(&asked, folder.path()));
        assert_eq!(answer["times"], times, "{mv}");
    }
}

#[test]
fn many_indexes_are_searched_as_one() {
    let folder = learned();
    for (name, game) in ["one", "two"].into_iter().zip(GAMES.lines()) {
        fs::write(folder.path().join(format!("{name}.sgf")), game).unwrap();
        let (sgf, index) = (format!("{name}.sgf"), format!("{name}.index"));
        let done = patterns(&["learn", &sgf, "-o", &index], folder.path());
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    }
    let search = |indexes: &[&str]| {
        let asked = [&["search"], indexes, &["--draw", CORNER, "--json"]].concat();
        json(&patterns(&asked, folder.path()))
    };
    let (all, parts) = (
        search(&["games.index"]),
        search(&["one.index", "two.index"]),
    );
    for key in ["games", "of", "times", "continuations", "years"] {
        assert_eq!(all[key], parts[key], "{key}");
    }
    assert_eq!(parts["places"][0]["source"], "one.sgf");
    // A damaged index is named, whichever it is.
    let path = folder.path().join("two.index");
    let mut bytes = fs::read(&path).unwrap();
    bytes[50] ^= 1;
    fs::write(&path, bytes).unwrap();
    let asked = ["search", "one.index", "two.index", "--draw", CORNER];
    let done = patterns(&asked, folder.path());
    assert_ne!(done.status.code(), Some(0));
    assert!(
        text(&done.stderr).contains("two.index"),
        "{}",
        text(&done.stderr)
    );
}

#[test]
fn the_answer_is_drawn() {
    let folder = learned();
    let asked = [
        "search",
        "games.index",
        "--draw",
        CORNER,
        "--picture",
        "corner.svg",
    ];
    let done = patterns(&asked, folder.path());
    let said = text(&done.stdout);
    assert!(
        said.contains("in 2 of 2 games") && said.contains("two.sgf, move 1, at A1"),
        "{said}"
    );
    assert!(said.contains("\nA  "), "{said}");
    let svg = fs::read_to_string(folder.path().join("corner.svg")).unwrap();
    assert!(svg.contains(">A</text>") && svg.contains("in 2 of 2 games"));
    let done = patterns(
        &[
            "search",
            "games.index",
            "--record",
            "games/two.sgf",
            "--move",
            "1",
            "--json",
        ],
        folder.path(),
    );
    assert_eq!(json(&done)["games"], 2, "one stone on a 3-3 point");
}

#[test]
fn more_games_are_added_and_faulty_ones_said() {
    let folder = learned();
    fs::write(
        folder.path().join("more.sgf"),
        "(;SZ[9];B[aa];W[aa])(;SZ[9];B[cc])",
    )
    .unwrap();
    let more = ["learn", "more.sgf", "-o", "games.index", "--add"];
    let done = patterns(&more, folder.path());
    assert_eq!(done.status.code(), Some(1));
    assert!(
        text(&done.stderr).contains("more.sgf: "),
        "{}",
        text(&done.stderr)
    );
    assert_eq!(text(&done.stdout), "2 games learned, 4 in games.index\n");
}

#[test]
fn patterns_are_learned_and_found_in_a_position() {
    let folder = learned();
    let shapes = "; three-three\n|....\n|..X.\n|....\n|....\n+----\n\n; approach\n|.....\n|..X..\n|..*..\n|.....\n";
    fs::write(folder.path().join("shapes.txt"), shapes).unwrap();
    let done = patterns(&["learn", "shapes.txt", "-o", "shapes.ptn"], folder.path());
    assert_eq!(
        text(&done.stdout),
        "2 patterns learned, 2 in shapes.ptn\n",
        "{}",
        text(&done.stderr)
    );
    let stats = json(&patterns(&["stats", "shapes.ptn", "--json"], folder.path()));
    assert_eq!(
        (&stats["patterns"], &stats["places"]["corner"]),
        (&2.into(), &1.into())
    );
    let asked = [
        "search",
        "shapes.ptn",
        "--record",
        "games/two.sgf",
        "--move",
        "1",
    ];
    let found = [&asked[..], &["--json"]].concat();
    let found = json(&patterns(&found, folder.path()));
    let places = found["places"].as_array().unwrap();
    let named = |name: &str| places.iter().filter(|place| place["name"] == name).count();
    assert_eq!((named("three-three"), named("approach")), (1, 4), "{found}");
    let text = text(&patterns(&asked, folder.path()).stdout);
    assert!(
        text.contains("approach: ") && text.contains(", move "),
        "{text}"
    );
}

#[test]
fn patterns_without_names_have_numbers_and_as_many_places_are_listed_as_asked_for() {
    let folder = learned();
    fs::write(folder.path().join("shapes.txt"), ".O\nO.\n\nX.\n..\n").unwrap();
    let done = patterns(&["learn", "shapes.txt", "-o", "shapes.ptn"], folder.path());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let asked = ["search", "shapes.ptn", "--record", "games/two.sgf"];
    let all = [&asked[..], &["--move", "1", "--json"]].concat();
    let all = json(&patterns(&all, folder.path()));
    assert_eq!(
        (&all["times"], &all["places"][0]["number"]),
        (&4.into(), &2.into())
    );
    let some = [&asked[..], &["--move", "1", "--list", "3"]].concat();
    let some = text(&patterns(&some, folder.path()).stdout);
    let lines: Vec<&str> = some.lines().collect();
    assert_eq!(lines.len(), 4, "{some}");
    assert!(
        { lines[..3].iter() }.all(|line| line.starts_with("pattern 2: 2×2 at ")),
        "{some}"
    );
    assert!(lines[3].starts_with("… 1 more"), "{some}");
}

#[test]
fn why_there_is_no_game_in_a_file_is_said() {
    let deep = "(;B[aa]".repeat(200_000);
    for (game, reason) in [
        ("(;SZ[9];B[zz])", "move 1"),
        ("(;GM[2];B[aa])", "is not Go"),
        ("", "nothing begins with"),
        (&deep, "more than"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("one.sgf"), game).unwrap();
        let done = patterns(&["learn", "one.sgf", "-o", "games.index"], folder.path());
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{said}");
        let mut lines = said.lines();
        let first = lines.next().unwrap_or_default();
        assert!(
            first.starts_with("warning: one.sgf: ") && first.contains(reason),
            "{said}"
        );
        assert!(said.contains("there is no game in it"), "{said}");
    }
}

#[test]
fn drawings_and_diagrams_in_one_text_are_both_learned() {
    let folder = tempfile::tempdir().unwrap();
    let shapes = "; bamboo\n.X.X\n.X.X\n\nAnd a hane:\n\n$$ Hane\n$$ . X O\n$$ . . X\n";
    fs::write(folder.path().join("shapes.txt"), shapes).unwrap();
    let done = patterns(&["learn", "shapes.txt", "-o", "shapes.ptn"], folder.path());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout), "2 patterns learned, 2 in shapes.ptn\n");
}

#[test]
fn what_is_learned_is_written_whole_and_over_nothing_else() {
    for (source, content) in [("one.sgf", "(;SZ[9];B[cc])"), ("one.txt", "X.\n.X\n")] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let learn = |out: &str| patterns(&["learn", source, "-o", out, "--force"], folder.path());
        fs::write(at(source), content).unwrap();
        fs::write(at("out.part"), "of the user").unwrap();
        fs::create_dir(at("folder")).unwrap();
        let names = || {
            let names = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<_> = names.map(|file| file.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let before = names();
        assert_eq!(learn("folder").status.code(), Some(2));
        let said = text(&learn("folder").stderr);
        assert!(said.contains("folder: it is a folder"), "{said}");
        let said = text(&learn("none/out").stderr);
        assert!(said.contains("none/out: there is no such folder"), "{said}");
        assert_eq!(names(), before);
        assert_eq!(learn("out").status.code(), Some(0));
        assert_eq!(names().len(), before.len() + 1);
        assert_eq!(fs::read(at("out.part")).unwrap(), b"of the user");
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};

            let said = text(&learn("/dev/stdout").stderr);
            assert!(said.contains("/dev/stdout: it is a device or"), "{said}");
            let said = text(&learn("/dev/null").stderr);
            assert!(said.contains("/dev/null: it is a device or"), "{said}");
            let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode();
            assert_eq!(mode("out"), mode("out.part"), "as files of others are");
            // A link to what is there, and one to what is not.
            fs::set_permissions(at("out.part"), PermissionsExt::from_mode(0o640)).unwrap();
            for (link, target) in [("one.link", "out.part"), ("two.link", "folder/new")] {
                symlink(target, at(link)).unwrap();
                assert_eq!(learn(link).status.code(), Some(0), "{link}");
                assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
                assert_eq!(fs::read(at(target)).unwrap(), fs::read(at("out")).unwrap());
            }
            assert_eq!(mode("out.part") & 0o777, 0o640);
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let folder = learned();
    fs::write(folder.path().join("text.txt"), "no pattern here").unwrap();
    fs::write(folder.path().join("shapes.txt"), "X").unwrap();
    fs::write(folder.path().join("several.txt"), "X.\n\n.O\nO.").unwrap();
    fs::write(folder.path().join("large.sgf"), "(;SZ[13];B[cc])").unwrap();
    fs::write(folder.path().join("foreign"), [7; 100]).unwrap();
    let index = fs::read(folder.path().join("games.index")).unwrap();
    fs::write(folder.path().join("cut"), &index[..index.len() - 3]).unwrap();
    let mut bent = index.clone();
    bent[index.len() / 2] ^= 1;
    fs::write(folder.path().join("bent"), bent).unwrap();
    for (arguments, said) in [
        (&["search", "games.index"][..], "give a pattern"),
        (&["search", "games.index", "--draw", "X.q"], "'q'"),
        (
            &["search", "games.index", "--draw", "X.", "--then", "B Z9"],
            "no point of the pattern",
        ),
        (
            &["search", "games.index", "--draw", "X.", "--then", "C3"],
            "\"B C3\"",
        ),
        (
            &["search", "games.index", "--draw", "X.", "--moves", "9..3"],
            "nothing lies between",
        ),
        (
            &[
                "search",
                "games.index",
                "--draw",
                "X.",
                "--since",
                "1998",
                "--until",
                "1997-12",
            ],
            "nothing lies between 1998 and 1997-12",
        ),
        (
            &["search", "games.index", "--draw", "XXXXXXXXXX"],
            "games.index: no game in it is on a board with room",
        ),
        (
            &["search", "games.index", "--record", "large.sgf"],
            "games.index: no game in it is on a board of the size",
        ),
        (
            &["search", "games.index", "--pattern", "several.txt"],
            "several.txt: 2 patterns",
        ),
        (
            &["search", "games.index", "--draw", "X.", "--since", "May"],
            "2024-05-01",
        ),
        (
            &[
                "search",
                "games.index",
                "--draw",
                "X.",
                "--picture",
                "a.gif",
            ],
            ".svg",
        ),
        (
            &[
                "search",
                "games.index",
                "--record",
                "games/two.sgf",
                "--move",
                "9",
            ],
            "the game has 3",
        ),
        (
            &[
                "search",
                "games.index",
                "--record",
                "games/two.sgf",
                "--area",
                "zz",
            ],
            "area",
        ),
        (&["search", "foreign", "--draw", "X"], "not an index"),
        (&["search", "cut", "--draw", "X"], "cut: "),
        (&["search", "bent", "--draw", "X"], "bent: part 0"),
        (&["stats", "bent"], "bent: part 0"),
        (&["stats", "none"], "none: "),
        (&["learn", "text.txt", "-o", "x"], "text.txt"),
        (&["learn", "text.txt", "games", "-o", "x"], "one file"),
        (
            &["learn", "shapes.txt", "-o", "games.index", "--add"],
            "holds games",
        ),
    ] {
        let done = patterns(arguments, folder.path());
        let error = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}
