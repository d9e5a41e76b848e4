//! `kibitzer patterns search`: finds a pattern in games, or learned patterns in a position.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::process::ExitCode;

use go_rules::{Move, Size};
use patterns::picture::{self, Label, Picture};
use patterns::{
    Anchor, Answer, Date, Edges, Field, Frozen, Group, Library, LibraryError, Match, Pattern,
    Query, QueryError, Tally, notation, sgf,
};
use serde_json::{Value, json};

use super::Learned;
use super::arguments::SearchArguments;
use crate::cli::error::Error;
use crate::cli::files::{read_text, save_drawing};
use crate::cli::output::say;
use crate::wording::counted;
use crate::{go, territory};

pub(super) fn run(arguments: &SearchArguments) -> Result<ExitCode, Error> {
    match Learned::open(&arguments.file)? {
        Learned::Games(mut library) => {
            for path in &arguments.more {
                library.merge(games(path)?);
            }
            in_games(arguments, &library)?;
        }
        Learned::Patterns(_) if !arguments.more.is_empty() => drop(games(&arguments.file)?),
        Learned::Patterns(frozen) => in_position(arguments, &frozen)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens an index of games to search together with others.
fn games(path: &Path) -> Result<Library, Error> {
    match Learned::open(path)? {
        Learned::Games(library) => Ok(library),
        Learned::Patterns(_) => Err(Error::Use {
            path: path.to_owned(),
            reason: "it holds patterns; only indexes of games are searched together",
        }),
    }
}

/// The error of the first of several indexes that cannot be read.
fn unreadable(arguments: &SearchArguments, error: LibraryError) -> Error {
    for path in [&arguments.file].into_iter().chain(&arguments.more) {
        if let Err(error) = Library::open(path).and_then(|library| library.verify()) {
            let path = path.clone();
            return Error::Library { path, error };
        }
    }
    let path = arguments.file.clone();
    Error::Library { path, error }
}

/// The pattern to search for.
fn pattern_of(arguments: &SearchArguments) -> Result<Pattern, Error> {
    let wrong = |place: &str| {
        let place = place.to_owned();
        move |error| Error::Pattern { place, error }
    };
    if let Some(rows) = &arguments.draw {
        return rows.replace('/', "\n").parse().map_err(wrong("--draw"));
    }
    if let Some(path) = &arguments.pattern {
        let mut read = notation::read(&read_text(path)?);
        if read.len() > 1 {
            return Err(Error::ManyPatterns {
                path: path.clone(),
                count: read.len(),
            });
        }
        let named = read.pop().ok_or_else(|| Error::Use {
            path: path.clone(),
            reason: "there is no pattern in it",
        })?;
        let named = named.map_err(wrong(&path.display().to_string()))?;
        return Ok(named.pattern);
    }
    let Some(path) = &arguments.record else {
        return Err(Error::Use {
            path: arguments.file.clone(),
            reason: "it holds games; give a pattern: --draw, --pattern or --record",
        });
    };
    let record = go::read_record(path)?;
    let number = arguments.number.unwrap_or(record.moves.len());
    let edges = if arguments.anywhere {
        Edges::Dropped
    } else {
        Edges::Kept
    };
    let last = record.size.sgf(record.size.points() - 1);
    let area = arguments
        .area
        .clone()
        .unwrap_or_else(|| format!("aa:{last}"));
    sgf::cut_from(&record, number, &area, edges).map_err(|error| Error::Cut {
        path: path.clone(),
        error,
    })
}

fn query_of(arguments: &SearchArguments, pattern: Pattern) -> Query {
    const FIRST: Date = Date::of_year(0);
    const LAST: Date = Date::of_year(9999);
    let mut query = Query::new(pattern)
        .in_group(Group::from(&arguments.group))
        .followed_by(&arguments.then);
    if let Some(moves) = &arguments.moves {
        query = query.within_moves(moves.clone());
    }
    if arguments.since.is_some() || arguments.until.is_some() {
        let (since, until) = (arguments.since, arguments.until);
        query = query.in_dates(since.unwrap_or(FIRST), until.unwrap_or(LAST));
    }
    if arguments.every {
        query = query.every_occurrence();
    }
    query
}

fn in_games(arguments: &SearchArguments, library: &Library) -> Result<(), Error> {
    let pattern = pattern_of(arguments)?;
    let broken = |error| unreadable(arguments, error);
    let query = query_of(arguments, pattern.clone());
    let answer = library.search(&query).map_err(|error| match error {
        QueryError::Index(error) => broken(error),
        error => error.into(),
    })?;
    if !library.has_room(&query) {
        let reason = if pattern.anchor().contains(Anchor::BOARD) {
            "no game in it is on a board of the size of the pattern's"
        } else {
            "no game in it is on a board with room for the pattern"
        };
        return Err(Error::Use {
            path: arguments.file.clone(),
            reason,
        });
    }
    let labels = picture::labels(&answer, arguments.labels);
    let found = format!(
        "{} in {} of {}",
        counted(answer.hits.len(), "times"),
        answer.games,
        counted(library.len(), "games")
    );
    let picture = Picture::new(&pattern, &labels).title(&found);
    if let Some(path) = &arguments.picture {
        save_drawing(path, &picture.svg())?;
    }
    if arguments.json {
        let json = as_json(library, &answer, &labels, arguments.list).map_err(broken)?;
        say!("{json}");
        return Ok(());
    }
    say!("{}", picture.text().trim_end());
    for hit in answer.hits.iter().take(arguments.list) {
        let game = library.game(hit.game).map_err(broken)?;
        let (info, size) = (game.info(), game.size());
        let (x, y) = (hit.rectangle.x as usize, hit.rectangle.y as usize);
        let corner = size.point(x, size.rows() - 1 - y);
        let corner = corner.map(|point| size.gtp(Move::place(point)));
        say!(
            "{}, move {}, at {}: {} – {} {} {}",
            info.source,
            hit.after,
            corner.unwrap_or_default(),
            info.black,
            info.white,
            info.result,
            info.date
        );
    }
    print_rest(answer.hits.len(), arguments.list);
    Ok(())
}

/// Prints the number of places that are not listed.
fn print_rest(found: usize, listed: usize) {
    if found > listed {
        say!("… {} more; --list shows more", found - listed);
    }
}

/// The answer about games as JSON.
fn as_json(
    library: &Library,
    answer: &Answer,
    labels: &[Label],
    list: usize,
) -> Result<Value, LibraryError> {
    let tally = |tally: &Tally| {
        json!({
            "count": tally.count,
            "tenuki": tally.tenuki,
            "wins": tally.wins,
            "losses": tally.losses,
        })
    };
    let years = |years: &std::collections::BTreeMap<u16, Tally>| -> Value {
        let years = years.iter().map(|(year, of)| (year.to_string(), tally(of)));
        Value::Object(years.collect())
    };
    let continuations = answer.continuations.iter().map(|next| {
        let label = labels.iter().find(|label| label.point == next.point);
        let mut json = tally(&next.all);
        json["label"] = label.map(|label| label.letter.to_string()).into();
        json["point"] = picture::name(next.point).into();
        json["side"] = next.color.to_string().into();
        json["years"] = years(&next.years);
        json
    });
    let places = answer.hits.iter().take(list).map(|hit| {
        let info = library.game(hit.game)?.info();
        let at = hit.rectangle;
        Ok(json!({
            "source": info.source,
            "black": info.black,
            "white": info.white,
            "date": info.date,
            "result": info.result,
            "move": hit.after,
            "rectangle": { "x": at.x, "y": at.y, "cols": at.cols, "rows": at.rows },
            "colors_exchanged": hit.symmetry.swaps_colors(),
            "next": hit.next.map(|next| json!({
                "point": picture::name(next.point),
                "side": next.color.to_string(),
                "move": next.number,
                "tenuki": next.tenuki,
            })),
        }))
    });
    let places: Result<Vec<Value>, LibraryError> = places.collect();
    Ok(json!({
        "games": answer.games,
        "of": library.len(),
        "times": answer.hits.len(),
        "continuations": continuations.collect::<Vec<_>>(),
        "years": years(&answer.years),
        "places": places?,
    }))
}

fn in_position(arguments: &SearchArguments, frozen: &Frozen<Vec<u8>>) -> Result<(), Error> {
    let refused = |reason| Error::Use {
        path: arguments.file.clone(),
        reason,
    };
    let Some(path) = &arguments.record else {
        return Err(refused("it holds patterns; give a position: --record"));
    };
    if arguments.picture.is_some() {
        return Err(refused(
            "it holds patterns; only answers about games are drawn",
        ));
    }
    let record = go::read_record(path)?;
    let (position, _) = territory::position_at(&record, arguments.number)?;
    let size = position.size();
    let found = frozen.search(&Field::from(&position));
    let listed = found.iter().take(arguments.list);
    let listed = listed.map(|found| Occurrence::new(frozen, found, size));
    if arguments.json {
        let places: Vec<Value> = listed.map(|place| place.to_json()).collect();
        say!("{}", json!({ "times": found.len(), "places": places }));
        return Ok(());
    }
    listed.for_each(|place| say!("{place}"));
    if found.is_empty() {
        say!("none of {} patterns", frozen.len());
    }
    print_rest(found.len(), arguments.list);
    Ok(())
}

/// An occurrence of a learned pattern in a position.
struct Occurrence<'a> {
    found: &'a Match,
    name: Cow<'a, str>,
    /// The visible lower left corner of the pattern.
    corner: Option<String>,
    /// The next move.
    mark: Option<String>,
}

impl<'a> Occurrence<'a> {
    fn new(frozen: &'a Frozen<Vec<u8>>, found: &'a Match, size: Size) -> Self {
        let point = |(x, y): (i32, i32)| {
            let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
            let row = size.rows().checked_sub(1 + y)?;
            Some(size.gtp(Move::place(size.point(x, row)?)))
        };
        let mark = frozen.pattern(found.id).and_then(|pattern| pattern.mark());
        let at = found.rectangle;
        Self {
            found,
            name: String::from_utf8_lossy(frozen.payload(found.id).unwrap_or_default()),
            corner: point((at.x.max(0), at.y.max(0))),
            mark: mark.and_then(|(x, y)| point(found.point(x, y))),
        }
    }

    fn number(&self) -> u32 {
        self.found.id.0 + 1
    }

    fn to_json(&self) -> Value {
        let at = self.found.rectangle;
        json!({
            "name": self.name,
            "number": self.number(),
            "rectangle": { "x": at.x, "y": at.y, "cols": at.cols, "rows": at.rows },
            "colors_exchanged": self.found.symmetry.swaps_colors(),
            "move": self.mark,
        })
    }
}

impl Display for Occurrence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.name.is_empty() {
            true => write!(f, "pattern {}", self.number())?,
            false => f.write_str(&self.name)?,
        }
        let at = self.found.rectangle;
        let corner = self.corner.as_deref().unwrap_or_default();
        write!(f, ": {}×{} at {corner}", at.cols, at.rows)?;
        if self.found.symmetry.swaps_colors() {
            f.write_str(", colours exchanged")?;
        }
        match &self.mark {
            Some(mark) => write!(f, ", move {mark}"),
            None => Ok(()),
        }
    }
}
