//! The commands that judge a position of Go: its maps and its score.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use board_core::Color;
use go_rules::{Position, Rules, Scoring};
use go_territory::{Diagram, Engine};
use kibitzer::photos::{self, Limits};
use kibitzer::territory::{self, Judge, Map};
use kibitzer::{Error, go};
use serde_json::json;

use super::answer::done;
use super::arguments::{JudgeArguments, ScoreArguments, Shown, TerritoryArguments};
use super::files::{save_drawing, write};

impl From<Shown> for Map {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Territory => Map::Territory,
            Shown::Moyo => Map::Moyo,
            Shown::Area => Map::Area,
            Shown::Shadows => Map::Shadows,
            Shown::Radiance => Map::Radiance,
            Shown::Zobrist => Map::Zobrist,
            Shown::Nearest => Map::Nearest,
            Shown::Groups => Map::Groups,
        }
    }
}

fn judge(arguments: &JudgeArguments) -> Result<Judge, Error> {
    let mut judge = Judge::default();
    if let Some(line) = &arguments.engine {
        let limit = Duration::from_secs(arguments.engine_limit.into());
        judge.engine = Some(Engine::new(line)?.with_limit(limit));
    }
    Ok(judge)
}

pub(super) fn draw(arguments: &TerritoryArguments) -> Result<ExitCode, Error> {
    let TerritoryArguments { source, out, .. } = arguments;
    let mut judge = judge(&arguments.judge)?;
    let map = arguments.map.into();
    let name = source.file_stem().unwrap_or_default().to_string_lossy();
    let ending = out
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    if photos::is_photo(source) {
        let position = read_photo(source)?;
        let judged = judge.judge(&position)?;
        let picture = territory::diagram(&position, map, &judged).title(&name);
        return save(&picture, out, &ending);
    }
    let record = go::read_record(source)?;
    if matches!(ending.as_str(), "html" | "htm") {
        write(out, territory::animated(&record, map, &mut judge, &name)?)?;
    } else {
        let (position, last) = territory::position_at(&record, arguments.number)?;
        let judged = judge.judge(&position)?;
        let number = arguments.number.unwrap_or(record.moves.len());
        let picture = territory::diagram(&position, map, &judged);
        let picture = picture.last(last).title(&format!("{name}, move {number}"));
        return save(&picture, out, &ending);
    }
    println!("{}", out.display());
    Ok(ExitCode::SUCCESS)
}

fn save(picture: &Diagram, out: &Path, ending: &str) -> Result<ExitCode, Error> {
    if matches!(ending, "html" | "htm") {
        return Err(Error::Picture {
            path: out.to_owned(),
            reason: "one photo is no film; use .svg".to_owned(),
        });
    }
    save_drawing(out, &picture.svg())?;
    println!("{}", out.display());
    Ok(ExitCode::SUCCESS)
}

/// The position in one photo; points that cannot be seen count as empty, and are said.
fn read_photo(path: &Path) -> Result<Position, Error> {
    let photo = photos::open(path, &Limits::default())?;
    let reading = go::read(&photo, None, None).map_err(|e| e.in_photo(path))?;
    let hidden: usize = reading
        .rows
        .iter()
        .map(|row| row.matches('?').count())
        .sum();
    if hidden > 0 {
        eprintln!("warning: {hidden} points cannot be seen; they count as empty");
    }
    let rows: Vec<String> = reading
        .rows
        .iter()
        .map(|row| row.replace('?', "."))
        .collect();
    Ok(Position::from_rows(&rows)?)
}

pub(super) fn score(arguments: &ScoreArguments) -> Result<ExitCode, Error> {
    let record = go::read_record(&arguments.record)?;
    let (position, _) = territory::position_at(&record, arguments.number)?;
    let told = record.rules();
    let rules = Rules {
        komi: arguments.komi.unwrap_or(told.komi),
        ..arguments.rules.unwrap_or(told)
    };
    let judged = judge(&arguments.judge)?.judge(&position)?;
    let end = territory::counted(&position, &rules, &judged);
    let played = &record.moves[..arguments.number.unwrap_or(record.moves.len())];
    let passed = matches!(played, [.., a, b] if a.mv.is_pass() && b.mv.is_pass());
    let over = passed || judged.estimate.is_settled();
    if arguments.json {
        let names = |stones: &[usize]| {
            let [black, white] = Color::BOTH.map(|side| territory::names(&position, stones, side));
            json!({ "black": black, "white": white })
        };
        let side = |color: Color| {
            let side = &end.score.sides[color.index()];
            json!({
                "total": side.total,
                "territory": side.territory,
                "stones": side.stones,
                "prisoners": side.prisoners,
            })
        };
        let answer = json!({
            "result": end.score.to_string(),
            "scoring": if rules.scoring == Scoring::Area { "area" } else { "territory" },
            "komi": rules.komi,
            "black": side(Color::Black),
            "white": side(Color::White),
            "dead": names(&end.dead),
            "seki": names(&end.seki),
            "over": over,
        });
        println!("{answer}");
    } else {
        for line in territory::lines(&position, &rules, &end) {
            println!("{line}");
        }
        if !record.info.result.is_empty() {
            println!("the record says: {}", record.info.result);
        }
        if !over {
            eprintln!("warning: the game does not seem to be over; the score is a guess");
        }
    }
    Ok(done(over))
}
