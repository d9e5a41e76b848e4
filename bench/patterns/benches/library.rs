//! Measures a library of 100,000 games: build time, size, query time.
//!
//! `cargo bench -p patterns-bench --bench library`, with `PATTERNS_GAMES=10000` for fewer games. The games are those of
//! `../shared/data/go-sgf`; missing ones are made from real games, rotated, mirrored, and continued at random from a
//! random move, so that no two are equal. `PATTERNS_QUESTION=table` runs only queries with that in their name;
//! `PATTERNS_INDEX=FILE` keeps the index, or uses it if it exists.
//!
//! `PATTERNS_KOMBILO=PROGRAM` runs the same queries on the same games with libkombilo (see `kombilo.cpp` beside this
//! file for how to build that program): the games are written as SGF into a folder beside the index, and read from
//! there.
#![allow(clippy::print_stdout)]

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use board_core::MoveGen;
use dice::Dice;
use go_rules::Move;
use go_rules::record::{Limits, Play, Record, decode};
use patterns::{Anchor, Content, Library, Pattern, Query, Symmetry};

#[path = "../../../crates/patterns/tests/it/random/dice.rs"]
mod dice;

/// Number of repetitions of each query.
const ROUNDS: usize = 30;

/// Processor time of all threads in seconds, if the system reports it: steadier than wall time on a shared machine.
fn on_processor() -> f64 {
    let of = |task: std::fs::DirEntry| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    };
    let tasks = std::fs::read_dir("/proc/self/task")
        .into_iter()
        .flatten()
        .flatten();
    tasks.filter_map(of).sum::<f64>() / 1e9
}

/// Peak memory of the process in MB, if the system reports it.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1e3
}

/// The text of every file of the archive.
fn texts() -> Option<Vec<String>> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders = here
        .ancestors()
        .map(|folder| folder.join("../shared/data/go-sgf"));
    let packed = std::fs::File::open(folders.find(|f| f.is_dir())?.join("ai-games.tar.gz")).ok()?;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed));
    let mut texts = Vec::new();
    for entry in archive.entries().ok()? {
        let mut entry = entry.ok()?;
        let name = entry.path().ok()?.display().to_string();
        if name.to_ascii_lowercase().ends_with(".sgf") {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).ok()?;
            texts.push(decode(&bytes).into_owned());
        }
    }
    Some(texts)
}

/// The game rotated, and replaced by other moves from some move on.
fn another(record: &Record, dice: &mut Dice) -> Record {
    let size = (record.size.cols(), record.size.rows());
    let turn = Symmetry::ALL[dice.below(if size.0 == size.1 { 8 } else { 4 })];
    let place = |point: usize| {
        let (col, row) = turn.point(record.size.col_row(point), size);
        record.size.point(col, row).unwrap_or(point)
    };
    let mut other = Record::new(record.size);
    other.info = record.info.clone();
    other.first = record.first;
    other.setup = record
        .setup
        .iter()
        .map(|&(point, color)| (place(point), color))
        .collect();
    let kept = dice.below(record.moves.len().max(1));
    let Ok(mut position) = other.start() else {
        return other;
    };
    for play in &record.moves[..kept] {
        let mv = play
            .mv
            .point()
            .map_or(Move::PASS, |point| Move::place(place(point)));
        position.set_to_move(play.color);
        position.play(mv);
        other.moves.push(Play::new(play.color, mv));
    }
    let mut last = other
        .moves
        .last()
        .and_then(|play| play.mv.point())
        .unwrap_or(0);
    for _ in kept..record.moves.len().min(300) {
        // Near the last move, as people play.
        for _ in 0..20 {
            let (col, row) = record.size.col_row(last);
            let near = record.size.point(
                (col + dice.below(9)).saturating_sub(4),
                (row + dice.below(9)).saturating_sub(4),
            );
            let mv = Move::place(near.unwrap_or(last));
            if position.is_legal(mv) {
                let color = position.to_move();
                position.play(mv);
                other.moves.push(Play::new(color, mv));
                last = mv.point().unwrap_or(last);
                break;
            }
            last = dice.below(record.size.points());
        }
    }
    other
}

/// Builds the library and writes the index.
fn build(texts: &[String], path: &Path) {
    let wanted: usize = std::env::var("PATTERNS_GAMES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(100_000);
    let mut library = Library::new();
    let mut faults = 0;
    let start = Instant::now();
    for (i, text) in texts.iter().enumerate() {
        library.add_text(text, &format!("ai/{i}"), |_| faults += 1);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} real games from SGF in {seconds:.1} s: {:.0} a second; {faults} with faults",
        library.len(),
        library.len() as f64 / seconds
    );

    let limits = Limits::default();
    let records: Vec<Record> = texts
        .iter()
        .flat_map(|text| Record::read_each(text, &limits))
        .flatten()
        .collect();
    let mut dice = Dice(7);
    while library.len() < wanted {
        for record in records.iter().take(wanted - library.len()) {
            let _ = library.add(&another(record, &mut dice), "made");
        }
    }
    let start = Instant::now();
    library.save(path).expect("room for the index");
    println!(
        "{:.0} MB of memory at most while building (with all records they are made of, which a folder does not have at once), {:.0} MB of it the library's; saved in {:.2} s",
        peak_memory(),
        library.memory() as f64 / 1e6,
        start.elapsed().as_secs_f64()
    );
}

/// Lets libkombilo read the same games and run the same queries.
fn ask_kombilo(library: &Library, questions: &[(&str, Pattern)], index: &Path) {
    let Some(program) = std::env::var_os("PATTERNS_KOMBILO") else {
        println!("libkombilo: skipped: no PATTERNS_KOMBILO");
        return;
    };
    let folder = index.with_extension("kombilo");
    std::fs::create_dir_all(&folder).expect("a folder for libkombilo");
    let mut text = String::new();
    for id in library.ids() {
        let game = library.game(id).expect("a game");
        let mut record = Record::new(game.size());
        let stones = game.position(0).into_iter().enumerate();
        record.setup = stones
            .filter_map(|(point, stone)| Some((point, stone.color()?)))
            .collect();
        let info = game.info();
        (record.info.date, record.info.result) = (info.date, info.result);
        let moves = game.moves().map(|(color, mv)| Play::new(color, mv));
        record.moves = moves.collect();
        text += &record.write();
        if id.0 % 1000 == 999 || id.0 as usize + 1 == library.len() {
            let name = format!("{:04}.sgf", id.0 / 1000);
            std::fs::write(folder.join(name), std::mem::take(&mut text)).expect("room for SGF");
        }
    }
    // One query a line: sides, columns, rows, points from the top left, name.
    let mut asked = String::new();
    for (name, pattern) in questions {
        let (cols, rows) = pattern.size();
        let sides = match pattern.anchor() {
            Anchor::BOARD => "board",
            side if side == Anchor::LEFT | Anchor::BOTTOM => "corner",
            Anchor::BOTTOM => "side",
            _ => "centre",
        };
        let points = (0..rows).rev().flat_map(|y| (0..cols).map(move |x| (x, y)));
        let letter = |(x, y)| match pattern.at(x, y).only() {
            Some(Content::Black) => 'X',
            Some(Content::White) => 'O',
            Some(_) => '.',
            None => '*',
        };
        let points: String = points.map(letter).collect();
        asked += &format!("{sides} {cols} {rows} {points} {name}\n");
    }
    std::fs::write(folder.join("questions.txt"), asked).expect("room for questions");
    let done = std::process::Command::new(program).arg(&folder).status();
    if !done.is_ok_and(|status| status.success()) {
        println!("libkombilo: failed");
    }
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the index");
    let path = std::env::var_os("PATTERNS_INDEX")
        .map_or_else(|| folder.path().join("games.index"), PathBuf::from);
    if !path.exists() {
        let Some(texts) = texts() else {
            println!("skipped: no ../shared/data");
            return;
        };
        build(&texts, &path);
    }
    let bytes = std::fs::metadata(&path).map_or(0, |file| file.len());
    let (start, busy) = (Instant::now(), on_processor());
    let library = Library::open(&path).expect("the index");
    println!(
        "{} games, {:.1} MB on disk, {} bytes a game; opened in {:.1} ms, {:.1} ms of processor",
        library.len(),
        bytes as f64 / 1e6,
        bytes as usize / library.len(),
        start.elapsed().as_secs_f64() * 1e3,
        1e3 * (on_processor() - busy)
    );

    let corner = "|.......\n|.......\n|.......\n|...X...\n|.......\n|.......\n|.......\n+-------";
    let board: Vec<String> = (0..19)
        .map(|row| {
            (0..19)
                .map(|col| {
                    if [3, 15].contains(&row) && [3, 15].contains(&col) {
                        'X'
                    } else {
                        '.'
                    }
                })
                .collect()
        })
        .collect();
    let questions = [
        (
            "whole board, empty",
            format!(
                "+-------------------+\n{}+-------------------+",
                format!("|{}|\n", ".".repeat(19)).repeat(19)
            ),
        ),
        (
            "whole board, four stones",
            format!(
                "+-------------------+\n|{}|\n+-------------------+",
                board.join("|\n|")
            ),
        ),
        ("corner 7x7, a star point", corner.into()),
        (
            "corner 7x7, an approach",
            corner.replacen("...X...", "...XO..", 1),
        ),
        (
            "side 8x5",
            "........\n........\n..X..X..\n....O...\n........\n--------".into(),
        ),
        ("side 5x4", ".....\n..X..\n..OX.\n..O..\n-----".into()),
        ("centre 3x3, ponnuki", ".X.\nX.X\n.X.".into()),
        ("centre 3x3, dense", ".X.\nXXX\nXOX".into()),
        ("centre 4x4, table", ".X..\n.O.X\n.X..\n....".into()),
        ("centre 5x5", ".....\n..X..\n.XOX.\n..X..\n.....".into()),
        ("centre 2x2, cross-cut", "XO\nOX".into()),
        ("impossible", "X.X.X\n.XXX.\nXXOXX\n.XXX.\nX.X.X".into()),
    ];
    let wanted = std::env::var("PATTERNS_QUESTION").unwrap_or_default();
    let questions: Vec<(&str, Pattern)> = questions
        .into_iter()
        .filter(|(name, _)| name.contains(&wanted))
        .map(|(name, text)| (name, text.parse().expect("a pattern")))
        .collect();
    let mut read = false;
    for (name, pattern) in &questions {
        let query = Query::new(pattern.clone());
        let (start, busy) = (Instant::now(), on_processor());
        let mut answer = library.search(&query).expect("an answer");
        let first = start.elapsed().as_secs_f64() * 1e3;
        let (mut times, busy_first) = (Vec::new(), 1e3 * (on_processor() - busy));
        let start = on_processor();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            answer = library.search(&query).expect("an answer");
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{name}: {:.1} ms, 99th percentile {:.1}; {:.1} ms of processor; {} hits in {} games",
            times[ROUNDS / 2],
            times[ROUNDS * 99 / 100],
            1e3 * (on_processor() - start) / ROUNDS as f64,
            answer.hits.len(),
            answer.games
        );
        if !std::mem::replace(&mut read, true) {
            println!(
                "  of which the first time, when games are read: {first:.0} ms, {busy_first:.0} ms of processor"
            );
        }
    }
    println!(
        "{:.0} MB of memory when all games have been read",
        library.memory() as f64 / 1e6
    );
    let (start, busy) = (Instant::now(), on_processor());
    library.verify().expect("whole");
    println!(
        "verified in {:.0} ms, {:.0} ms of processor",
        start.elapsed().as_secs_f64() * 1e3,
        1e3 * (on_processor() - busy)
    );
    ask_kombilo(&library, &questions, &path);
}
