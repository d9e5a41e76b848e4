//! The commands for positions of Go: maps of territory, and scores.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use board_core::Color;
use go_rules::record::Record;
use go_rules::{Move, Position, Rules, Scoring};
use go_territory::{Chain, Diagram, Engine};
use serde_json::json;

use super::answer::done;
use super::arguments::{JudgeArguments, ScoreArguments, Shown, TerritoryArguments};
use super::files::{save_drawing, warn_of_misread, write};
use super::go::photographed;
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::go;
use crate::photos;
use crate::territory::{self, Judge, Judged, Map};

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

/// Least number of unenclosed points that is warned of.
const FEW: usize = 3;

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
    let map = Map::from(arguments.map);
    let name = source.file_stem().unwrap_or_default().to_string_lossy();
    let ending = out
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    if photos::is_photo(source) {
        let (position, _) = territory::position_at(&photographed(source)?, None)?;
        let judged = judge.judge(&position)?;
        let picture = territory::diagram(&position, map, &judged);
        let picture = picture.title(&format!("{name}: {}", map.name()));
        return save(&picture, out, &ending);
    }
    let record = go::read_record(source)?;
    warn_of_misread(source, &record);
    if matches!(ending.as_str(), "html" | "htm") {
        let title = format!("{name}: {}", map.name());
        let film = territory::animated(&record, arguments.number, map, &mut judge, &title)?;
        write(out, film)?;
    } else {
        let (position, last) = territory::position_at(&record, arguments.number)?;
        let judged = judge.judge(&position)?;
        let number = arguments.number.unwrap_or(record.moves.len());
        let picture = territory::diagram(&position, map, &judged);
        let title = format!("{name}, move {number}: {}", map.name());
        let picture = picture.last(last).title(&title);
        return save(&picture, out, &ending);
    }
    say!("{}", out.display());
    Ok(ExitCode::SUCCESS)
}

fn save(picture: &Diagram, out: &Path, ending: &str) -> Result<ExitCode, Error> {
    if matches!(ending, "html" | "htm") {
        return Err(Error::Picture {
            path: out.to_owned(),
            reason: "a single photo cannot be animated; use .svg".to_owned(),
        });
    }
    save_drawing(out, &picture.svg())?;
    say!("{}", out.display());
    Ok(ExitCode::SUCCESS)
}

pub(super) fn score(arguments: &ScoreArguments) -> Result<ExitCode, Error> {
    let of_photo = photos::is_photo(&arguments.record);
    let record = match of_photo {
        true => photographed(&arguments.record)?,
        false => go::read_record(&arguments.record)?,
    };
    warn_of_misread(&arguments.record, &record);
    let (position, _) = territory::position_at(&record, arguments.number)?;
    // Area scoring needs no prisoners, which a photo does not show.
    let default = match of_photo {
        true => Rules::CHINESE,
        false => record.rules(),
    };
    let rules = Rules {
        komi: arguments.komi.unwrap_or(default.komi),
        ..arguments.rules.unwrap_or(default)
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
            "played_out": judged.estimate.margin() - rules.komi,
        });
        say!("{answer}");
    } else {
        for line in territory::lines(&position, &rules, &end) {
            say!("{line}");
        }
        if !record.info.result.is_empty() {
            say!("the record says: {}", record.info.result);
        }
    }
    for warning in warnings(&record, arguments, &position, &judged, &rules, over) {
        output::warn(format_args!("{warning}"));
    }
    Ok(done(over))
}

/// Remarks on a count.
fn warnings(
    record: &Record,
    arguments: &ScoreArguments,
    position: &Position,
    judged: &Judged,
    rules: &Rules,
    over: bool,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if photos::is_photo(&arguments.record) && rules.scoring == Scoring::Territory {
        let what =
            "a photo does not show the prisoners taken during the game, which are not counted";
        warnings.push(format!(
            "{what}; area scoring (--rules chinese) does not need them"
        ));
    }
    if let Some(written) = record.info.komi
        && arguments.komi.is_none()
        && written != rules.komi
    {
        warnings.push(format!(
            "the record's komi {written} is taken as {}",
            rules.komi
        ));
    }
    let open = territory::left_open(position, judged).len();
    if !over {
        warnings.push("the game does not seem to be over; the score is a guess".to_owned());
    } else if open >= FEW {
        let what =
            "empty points seem to belong to a side but are not enclosed, so they count for nobody";
        warnings.push(format!("{open} {what}"));
    }
    if over && arguments.judge.engine.is_none() {
        let doubtful = |chain: &&Chain| (0.3..0.7).contains(&chain.life);
        let chains = judged.estimate.chains.iter().filter(doubtful);
        let first = chains.map(|chain| position.size().gtp(Move::place(chain.stones[0])));
        let names = first.collect::<Vec<_>>().join(" ");
        if !names.is_empty() {
            let what = "the life of these chains is in doubt";
            warnings.push(format!("{what}: {names}; try an engine (--engine)"));
        }
    }
    if !over || open >= FEW {
        let margin = judged.estimate.margin() - rules.komi;
        let leader = if margin < 0.0 { "W" } else { "B" };
        let lead = margin.abs();
        warnings.push(format!(
            "played out at random it is {leader}+{lead:.1} by area on average"
        ));
    }
    warnings
}
