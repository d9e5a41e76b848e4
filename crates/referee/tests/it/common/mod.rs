//! Situations as text: what is done to the board, and what the referee says to it.
//!
//! ```text
//! # A capture is overlooked
//! follow B:W18,30:B15,1        the game starts there (`join`: it is joined there, turn unknown)
//! patience 2                   a setting; `plies`, `repeats`, `put-back-first` and `kinds` (kinds are seen) are others
//! .                            the board is seen as it is
//! > followed from here on, …   what the referee says
//! 1>6                          a piece goes from 1 to 6, and the board is seen
//! > a capture was possible: 15x22
//! > …
//! = x3                         put back to the last good position, seen three times
//! ```
//!
//! Also `-15` (taken off), `+w15` (a white piece put there, `+W15` one crowned), and `end` (nothing more is seen).
#![allow(dead_code)]

pub(crate) mod random;

use std::collections::BTreeMap;

use board_core::{Board, Color};
use referee::{Event, Observed, Options, Referee, Rulebook};

/// What a game adds to the language.
pub(crate) trait Scripted: Rulebook {
    /// The game of a position, with its table.
    fn parse(rules: &str, text: &str) -> Self;
    /// The kind of a piece put on the board; capital letters may mean something.
    fn put(letter: char) -> (Color, Self::Kind);
}

pub(crate) struct Outcome {
    pub(crate) situations: usize,
    /// How often each event and reason was said.
    pub(crate) said: BTreeMap<String, usize>,
}

pub(crate) fn table<G: Rulebook>(game: &G, kinds: bool) -> Vec<Observed<G::Kind>> {
    let position = game.position();
    let observed = |point| match (position.get(point).color(), game.kind(point)) {
        (Some(color), Some(kind)) if kinds => Observed::of(color, kind),
        _ => position.get(point).into(),
    };
    (0..position.points()).map(observed).collect()
}

struct Run<G: Scripted> {
    rules: String,
    options: Options,
    kinds: bool,
    start: Option<(G, bool)>,
    referee: Option<Referee<G>>,
    table: Vec<Observed<G::Kind>>,
}

impl<G: Scripted> Run<G> {
    fn point(&self, name: &str) -> usize {
        let (game, _) = self.start.as_ref().expect("a position first");
        let named = |point: &usize| game.name(*point).eq_ignore_ascii_case(name);
        let points = 0..game.position().points();
        points
            .clone()
            .find(named)
            .unwrap_or_else(|| panic!("no point {name}"))
    }

    fn edit(&mut self, token: &str) {
        if token == "=" {
            let joined = self.referee.as_ref().and_then(Referee::game);
            let game = joined.or(self.start.as_ref().map(|(game, _)| game));
            self.table = table(game.expect("a position first"), self.kinds);
        } else if let Some((from, to)) = token.split_once('>') {
            let (from, to) = (self.point(from), self.point(to));
            self.table[to] = std::mem::replace(&mut self.table[from], Observed::Empty);
        } else if let Some(name) = token.strip_prefix('-') {
            let point = self.point(name);
            self.table[point] = Observed::Empty;
        } else if let Some(piece) = token.strip_prefix('+') {
            let point = self.point(&piece[1..]);
            let (color, kind) = G::put(piece.chars().next().unwrap());
            self.table[point] = Observed::Piece {
                color,
                kind: self.kinds.then_some(kind),
            };
        } else {
            assert_eq!(token, ".", "what is {token:?}?");
        }
    }

    /// Does what a line says; what the referee says to it.
    fn line(&mut self, line: &str) -> Vec<Event<G::Reason>> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = || rest.parse().expect("a number");
        match word {
            "rules" => self.rules = rest.into(),
            "patience" => self.options.patience = number(),
            "repeats" => self.options.repeats = number(),
            "plies" => self.options.plies = number(),
            "put-back-first" => self.options.put_back_first = true,
            "kinds" => self.kinds = true,
            "follow" | "join" => {
                let game = G::parse(&self.rules, rest);
                self.table = table(&game, self.kinds);
                self.start = Some((game, word == "follow"));
            }
            _ => {
                let (game, followed) = self.start.clone().expect("a position first");
                let options = self.options;
                let referee = self.referee.get_or_insert_with(|| match followed {
                    true => Referee::following(game).with_options(options),
                    false => Referee::joining(game).with_options(options),
                });
                if word == "end" {
                    return referee.conclude();
                }
                let mut times = 1;
                for token in line.split_whitespace() {
                    match token.strip_prefix('x').and_then(|n| n.parse().ok()) {
                        Some(number) => times = number,
                        None => self.edit(token),
                    }
                }
                let referee = self.referee.as_mut().unwrap();
                let events = (0..times).flat_map(|_| referee.see(&self.table).unwrap());
                return events.collect();
            }
        }
        Vec::new()
    }
}

/// Plays all situations of a script and compares every event.
pub(crate) fn play<G: Scripted>(script: &str) -> Outcome {
    let mut outcome = Outcome {
        situations: 0,
        said: BTreeMap::new(),
    };
    let (mut found, mut code) = (String::new(), |name: String| {
        *outcome.said.entry(name).or_default() += 1
    });
    let mut run: Option<Run<G>> = None;
    for line in script.lines().map(str::trim_end) {
        if line.starts_with('#') {
            outcome.situations += 1;
            run = Some(Run {
                rules: String::new(),
                options: Options {
                    patience: 2,
                    ..Options::default()
                },
                kinds: false,
                start: None,
                referee: None,
                table: Vec::new(),
            });
        }
        if line.starts_with('>') {
            continue;
        }
        found += line;
        found.push('\n');
        let Some(run) = run
            .as_mut()
            .filter(|_| !line.is_empty() && !line.starts_with('#'))
        else {
            continue;
        };
        for event in run.line(line) {
            found += &format!("> {event}\n");
            code(kind_of(&event));
            if let Event::Illegal { reasons } | Event::NotReady { reasons, .. } = &event {
                reasons.iter().for_each(|reason| code(first_word(reason)));
            }
        }
    }
    if std::env::var_os("REFEREE_SHOW").is_some() {
        std::fs::write(std::env::temp_dir().join("script.txt"), &found).unwrap();
    }
    for (number, (found, wanted)) in found
        .lines()
        .zip(script.lines().map(str::trim_end))
        .enumerate()
    {
        assert_eq!(found, wanted, "line {}", number + 1);
    }
    assert_eq!(found.trim_end(), script.trim_end());
    outcome
}

fn kind_of<R: std::fmt::Debug>(event: &Event<R>) -> String {
    first_word(event)
}

/// The name of a variant; of a rule of the game, that of the rule.
fn first_word(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let inner = match text.find("Move(").or(text.find("Position(")) {
        Some(at) if text.starts_with("Rule") => &text[at..],
        _ => &text,
    };
    let inner = inner
        .trim_start_matches("Move(")
        .trim_start_matches("Position(");
    inner
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap()
        .to_owned()
}
