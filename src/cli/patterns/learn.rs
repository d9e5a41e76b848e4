//! `kibitzer patterns learn`: makes an index of games, or a file of patterns from texts.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use patterns::{Fault, Library, PatternTree, notation};
use serde_json::json;

use super::Learned;
use super::arguments::LearnArguments;
use crate::cli::answer::done;
use crate::cli::error::Error;
use crate::cli::files::{io, read_text};
use crate::cli::output::{self, say};
use crate::cli::progress::bar;
use crate::opening;
use crate::wording::counted;

/// Most faults that are printed one by one.
const LISTED: usize = 20;

pub(super) fn run(arguments: &LearnArguments) -> Result<ExitCode, Error> {
    let is_games = |path: &Path| {
        let sgf = path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("sgf"));
        path.is_dir() || sgf
    };
    let known = if arguments.add && arguments.out.exists() {
        Some(Learned::open(&arguments.out)?)
    } else {
        None
    };
    let games = arguments
        .sources
        .iter()
        .filter(|path| is_games(path))
        .count();
    let mixed = |reason| Error::Use {
        path: arguments.out.clone(),
        reason,
    };
    if games > 0 && games < arguments.sources.len() {
        return Err(mixed("games and patterns cannot be learned into one file"));
    }
    match (known, games > 0) {
        (None, true) => learn_games(arguments, Library::new()),
        (Some(Learned::Games(library)), true) => learn_games(arguments, library),
        (None, false) => learn_patterns(arguments, PatternTree::new((&arguments.group).into())),
        (Some(Learned::Patterns(frozen)), false) => {
            let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            learn_patterns(arguments, frozen.thaw(name))
        }
        (Some(Learned::Games(_)), false) => Err(mixed("it holds games, not patterns")),
        (Some(Learned::Patterns(_)), true) => Err(mixed("it holds patterns, not games")),
    }
}

fn learn_games(arguments: &LearnArguments, mut library: Library) -> Result<ExitCode, Error> {
    let (before, mut faults) = (library.len(), Vec::new());
    let bar = bar("learning");
    for source in &arguments.sources {
        if !source.is_dir() {
            opening::check(source, opening::MOST).map_err(|e| io(source, e))?;
        }
        let progress = |now: patterns::Progress| {
            bar.set_length(now.of as u64);
            bar.set_position(now.files as u64);
            ControlFlow::Continue(())
        };
        let added = library.add_folder(source, progress, |fault| faults.push(fault));
        added.map_err(|e| io(source, e))?;
    }
    bar.finish_and_clear();
    if library.is_empty() {
        let path = arguments.sources[0].clone();
        // Report the faults first, if there are any.
        warn_of_faults(&faults);
        return Err(crate::Error::NoGame { path }.into());
    }
    library
        .save(&arguments.out)
        .map_err(|error| Error::Library {
            path: arguments.out.clone(),
            error,
        })?;
    let added = library.len() - before;
    if arguments.json {
        let faults = faults.iter().map(|fault: &Fault| {
            json!({
                "source": fault.source,
                "error": fault.error.to_string(),
                "kept": fault.kept.is_some(),
            })
        });
        let answer = json!({
            "games": library.len(),
            "added": added,
            "faults": faults.collect::<Vec<_>>(),
        });
        say!("{answer}");
    } else {
        warn_of_faults(&faults);
        say!(
            "{} learned, {} in {}",
            counted(added, "games"),
            library.len(),
            arguments.out.display()
        );
    }
    Ok(done(faults.is_empty()))
}

fn learn_patterns(
    arguments: &LearnArguments,
    mut tree: PatternTree<String>,
) -> Result<ExitCode, Error> {
    let (before, mut faults) = (tree.len(), Vec::new());
    for source in &arguments.sources {
        let place = source.display().to_string();
        for read in notation::read(&read_text(source)?) {
            match read {
                Ok(named) => drop(tree.insert(&named.pattern, named.name)),
                Err(error) => faults.push((place.clone(), error)),
            }
        }
    }
    if tree.is_empty() {
        return Err(match faults.into_iter().next() {
            Some((place, error)) => Error::Pattern { place, error },
            None => Error::Use {
                path: arguments.sources[0].clone(),
                reason: "there is no pattern in it",
            },
        });
    }
    let name = |name: &String, bytes: &mut Vec<u8>| bytes.extend(name.as_bytes());
    let out = &arguments.out;
    tree.save(out, name).map_err(|error| io(out, error))?;
    let added = tree.len() - before;
    if arguments.json {
        let faults = faults
            .iter()
            .map(|(place, error)| json!({ "source": place, "error": error.to_string() }));
        let answer = json!({
            "patterns": tree.len(),
            "added": added,
            "faults": faults.collect::<Vec<_>>(),
        });
        say!("{answer}");
    } else {
        for (place, error) in faults.iter().take(LISTED) {
            output::warn(format_args!("{place}: {error}; left out"));
        }
        warn_of_rest(faults.len());
        say!(
            "{} learned, {} in {}",
            counted(added, "patterns"),
            tree.len(),
            arguments.out.display()
        );
    }
    Ok(done(faults.is_empty()))
}

fn warn_of_faults(faults: &[Fault]) {
    for fault in faults.iter().take(LISTED) {
        let kept = { fault.kept }.map_or("left out", |_| "what comes before is kept");
        output::warn(format_args!("{}: {}; {kept}", fault.source, fault.error));
    }
    warn_of_rest(faults.len());
}

fn warn_of_rest(faults: usize) {
    if faults > LISTED {
        output::warn(format_args!(
            "{} more of these; --json lists all",
            faults - LISTED
        ));
    }
}
