//! Dead stones and score of finished games, against the word of GNU Go.
//!
//! `cargo run --release -p go-territory --example gnugo_games -- [--games N] [--first SEED] [--keep FOLDER]`
//!
//! GNU Go (`gnugo` in the path or in `/usr/games`, or what the variable `GNUGO` names) plays against
//! itself at level 1 until both sides have passed. The number of a game is its seed and says its board
//! and its rules, so that each can be played again alone. GNU Go, shown the whole game, then says
//! `final_status_list dead` and `final_score`, by area and by territory. With that are compared
//!
//! - the default, [`final_score`]: playouts, which see the last position alone;
//! - the engine path: an [`Engine`] that is shown the last position, and [`score_without`].
//!
//! Every disagreement is printed as a board: `x` and `o` are stones dead by GNU Go, `!` is before a stone where the
//! default differs; chains that the default is not sure of are named. A game that is the same as an earlier one does
//! not count. 200 games take GNU Go half an hour; with `--keep` games and its answers are kept, one file a game, and
//! not asked for again.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::{
    collections::HashSet, error::Error, fmt::Write as _, path::Path, path::PathBuf, time::Duration,
};

use board_core::{Board as _, MoveGen as _, Occupancy};
use go_rules::{Move, Position, Rules, Size};
use go_territory::{DeadStones, Engine, EngineError, Final, final_score, score_without};

/// Of ten games so many are played on the small board, so many on the middle one, and the rest on the
/// large one.
const SMALL: u64 = 5;
const MIDDLE: u64 = 3;

/// How GNU Go is asked. At this level it needs seconds for a game and its end; at its usual one, minutes.
const GTP: &str = "--mode gtp --level 1";

/// Both ways to count.
const RULES: [(&str, Rules); 2] = [
    (
        "--chinese-rules",
        Rules {
            komi: 6.5,
            ..Rules::CHINESE
        },
    ),
    (
        "--japanese-rules",
        Rules {
            komi: 6.5,
            ..Rules::JAPANESE
        },
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut first, mut folder) = (200, 1, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or("a value is missing")?;
        match argument.as_str() {
            "--games" => games = value.parse()?,
            "--first" => first = value.parse()?,
            "--keep" => folder = Some(PathBuf::from(value)),
            _ => return Err(format!("what is {argument}?").into()),
        }
    }
    let program = gnugo();
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder)?;
    }
    let mut tallies = [Tally::default(), Tally::default()];
    let mut seen = HashSet::new();
    for seed in first..first + games {
        let kept = folder
            .as_ref()
            .map(|folder| folder.join(format!("{seed}.txt")));
        let game = match kept.as_deref().filter(|path| path.exists()) {
            Some(path) => Game::read(seed, path)?,
            None => {
                let Some(program) = &program else {
                    println!("skipped: no gnugo");
                    return Ok(());
                };
                Game::play(program, seed)?
            }
        };
        if let Some(path) = kept {
            std::fs::write(path, game.text())?;
        }
        // On small boards other seeds may lead to the same game.
        if !seen.insert(game.moves.clone()) {
            continue;
        }
        let answers = [game.by_default(), game.by_engine()];
        for (tally, answer) in tallies.iter_mut().zip(&answers) {
            tally.add(&game.truth, answer);
        }
        if answers.iter().any(|answer| *answer != game.truth) {
            println!("{}", game.compared(&answers));
        }
    }
    println!("{} different games", seen.len());
    println!(
        "{:>10} {:>14} {:>14} {:>14}",
        "", "dead stones", "by area", "by territory"
    );
    for (name, tally) in ["default", "engine"].iter().zip(&tallies) {
        println!("{name:>10} {}", tally.line());
    }
    Ok(())
}

/// The name of GNU Go, if it is there.
fn gnugo() -> Option<String> {
    let places = [
        std::env::var("GNUGO").ok(),
        Some("gnugo".into()),
        Some("/usr/games/gnugo".into()),
    ];
    places.into_iter().flatten().find(|place| {
        let engine = Engine::new(&format!("{place} {GTP}"));
        engine.is_ok_and(|mut engine| engine.ask("name").is_ok())
    })
}

/// GNU Go with an empty board.
fn start(program: &str, options: &str, size: Size) -> Result<Engine, EngineError> {
    // A busy machine is no reason to leave a game out.
    let engine = Engine::new(&format!("{program} {GTP} {options}"))?;
    let mut engine = engine.with_limit(Duration::from_secs(600));
    engine.set_up(&Position::initial(size))?;
    engine.ask("komi 6.5")?;
    Ok(engine)
}

/// The board and the rules (as [`RULES`]) of a game.
fn kind(seed: u64) -> (Size, usize) {
    let side = match seed % 10 {
        n if n < SMALL => 9,
        n if n < SMALL + MIDDLE => 13,
        _ => 19,
    };
    let size = Size::square(side).expect("a board of the game");
    (size, (seed / 10 % 2) as usize)
}

/// A finished game and what GNU Go says of it.
struct Game {
    seed: u64,
    moves: Vec<Move>,
    position: Position,
    /// What it says when it has seen the game.
    truth: Answer,
    /// The dead stones when it is shown the last position.
    shown: Vec<usize>,
}

/// What is said of a finished game.
#[derive(PartialEq)]
struct Answer {
    dead: Vec<usize>,
    /// As [`RULES`].
    scores: [String; 2],
}

impl Game {
    fn play(program: &str, seed: u64) -> Result<Game, EngineError> {
        let (size, rules) = kind(seed);
        let mut engine = start(
            program,
            &format!("--never-resign --seed {seed} {}", RULES[rules].0),
            size,
        )?;
        let mut position = Position::initial(size);
        let mut moves: Vec<Move> = Vec::new();
        // GNU Go forbids only the retaking of a single ko; longer cycles are cut off.
        while !matches!(moves[..], [.., Move::PASS, Move::PASS]) && moves.len() < 3 * size.points()
        {
            // It is told not to resign.
            let Some(mv) = engine.moves(size, position.to_move())? else {
                break;
            };
            position.play(mv);
            moves.push(mv);
        }
        let judged = |rules: usize| {
            let mut engine = start(program, RULES[rules].0, size)?;
            let mut replayed = Position::initial(size);
            for &mv in &moves {
                engine.play(size, replayed.to_move(), mv)?;
                replayed.play(mv);
            }
            let dead = points(size, &engine.ask("final_status_list dead")?);
            Ok((dead, engine.ask("final_score")?))
        };
        let (_, area) = judged(0)?;
        let (dead, territory) = judged(1)?;
        let truth = Answer {
            dead,
            scores: [area, territory],
        };
        let shown = start(program, "", size)?.dead(&position)?;
        Ok(Game {
            seed,
            moves,
            position,
            truth,
            shown,
        })
    }

    /// A game that was kept.
    fn read(seed: u64, path: &Path) -> Result<Game, Box<dyn Error>> {
        let text = std::fs::read_to_string(path)?;
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim)
                .ok_or(format!("{} has no {name}", path.display()))
        };
        let (size, _) = kind(seed);
        let moves = value("moves")?.split_whitespace();
        let moves = moves.map(|name| size.parse_gtp(name).ok_or("no move"));
        let moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
        let mut position = Position::initial(size);
        for &mv in &moves {
            position
                .is_legal(mv)
                .then(|| position.play(mv))
                .ok_or("no legal move")?;
        }
        let truth = Answer {
            dead: points(size, value("dead")?),
            scores: [value("area")?.into(), value("territory")?.into()],
        };
        let shown = points(size, value("shown")?);
        Ok(Game {
            seed,
            moves,
            position,
            truth,
            shown,
        })
    }

    /// What [`Game::read`] reads.
    fn text(&self) -> String {
        let size = self.position.size();
        let moves: Vec<String> = self.moves.iter().map(|&mv| size.gtp(mv)).collect();
        let [area, territory] = &self.truth.scores;
        format!(
            "moves {}\ndead {}\narea {area}\nterritory {territory}\nshown {}\n",
            moves.join(" "),
            names(size, &self.truth.dead),
            names(size, &self.shown),
        )
    }

    fn by_default(&self) -> Answer {
        let finder = DeadStones::default();
        Answer::of(RULES.map(|(_, rules)| final_score(&self.position, &rules, &finder)))
    }

    fn by_engine(&self) -> Answer {
        let count = |rules: &Rules| score_without(&self.position, rules, self.shown.clone());
        Answer::of(RULES.map(|(_, rules)| count(&rules)))
    }

    /// The last position and what is said of it.
    fn compared(&self, answers: &[Answer; 2]) -> String {
        let size = self.position.size();
        let (seed, count) = (self.seed, self.moves.len());
        let mut text = format!("game {seed}, {size}, {count} moves\n");
        let answers = [
            ("GNU Go", &self.truth),
            ("default", &answers[0]),
            ("engine", &answers[1]),
        ];
        for (name, answer) in answers {
            let [area, territory] = &answer.scores;
            let dead = names(size, &answer.dead);
            let _ = writeln!(
                text,
                "{name:>8}: area {area}, territory {territory}, dead {dead}"
            );
        }
        for chain in DeadStones::default().estimate(&self.position).chains {
            if (0.2..0.8).contains(&chain.life) {
                let _ = writeln!(
                    text,
                    "{} lives in {:.2}",
                    names(size, &chain.stones),
                    chain.life
                );
            }
        }
        let is_in = |dead: &[usize], point| dead.binary_search(&point).is_ok();
        for row in 0..size.rows() {
            for col in 0..size.cols() {
                let point = row * size.cols() + col;
                let [truth, default, _] = answers.map(|(_, answer)| is_in(&answer.dead, point));
                let stone = match (self.position.get(point), truth) {
                    (Occupancy::Empty, _) => '.',
                    (Occupancy::Black, false) => 'X',
                    (Occupancy::Black, true) => 'x',
                    (Occupancy::White, false) => 'O',
                    (Occupancy::White, true) => 'o',
                };
                text.extend([if truth == default { ' ' } else { '!' }, stone]);
            }
            text.push('\n');
        }
        text
    }
}

/// The points named in an answer, ascending.
fn points(size: Size, names: &str) -> Vec<usize> {
    let points = names.split_whitespace();
    let mut points: Vec<usize> = points
        .filter_map(|name| size.parse_gtp(name)?.point())
        .collect();
    points.sort_unstable();
    points
}

fn names(size: Size, points: &[usize]) -> String {
    let names = points.iter().map(|&point| size.gtp(Move::place(point)));
    names.collect::<Vec<_>>().join(" ")
}

impl Answer {
    fn of(counted: [Final; 2]) -> Answer {
        Answer {
            scores: [0, 1].map(|index: usize| counted[index].score.to_string()),
            dead: counted
                .into_iter()
                .next()
                .map(|end| end.dead)
                .unwrap_or_default(),
        }
    }
}

/// How often an answer is GNU Go's.
#[derive(Default)]
struct Tally {
    games: u32,
    dead: u32,
    scores: [u32; 2],
}

impl Tally {
    fn add(&mut self, truth: &Answer, answer: &Answer) {
        self.games += 1;
        self.dead += u32::from(truth.dead == answer.dead);
        for (index, count) in self.scores.iter_mut().enumerate() {
            *count += u32::from(truth.scores[index] == answer.scores[index]);
        }
    }

    fn line(&self) -> String {
        let [area, territory] = self.scores;
        let share = |count: u32| {
            let percent = 100.0 * f64::from(count) / f64::from(self.games);
            format!("{:>14}", format!("{count} {percent:.1} %"))
        };
        [self.dead, area, territory].map(share).join(" ")
    }
}
