//! A recorder of any game, with what a page shows of it: no threads, no network.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::{Color, MoveGen};
use board_geom::Grid;
use referee::Rulebook;

use super::protocol::Command;
use super::refusal::Refusal;
use super::ruling::{Ruled, Ruler};
use super::state::{Difference, Found, GameState, MoveState, Outline, Shown};
use crate::event::Event;
use crate::game::Game;
use crate::recorder::{Answer, Photo, Recorder};
use crate::recording::{GameInfo, Notation, Recording, name_for};
use crate::{Board, Error};
use sequence_search::EndKind;

/// A game that is followed, whichever it is.
pub(super) trait Follow: Send {
    /// Takes a photo that was made at a time, in seconds.
    fn push(&mut self, photo: Photo, seconds: f64) -> Result<Vec<Told>, Refusal>;

    /// Notes that a photo could not be opened.
    fn skip(&mut self, path: &Path, error: Error) -> Vec<Told>;

    /// Takes an answer of a person.
    fn answer(&mut self, answer: &Command, grid: Option<Grid>) -> Result<Vec<Told>, Refusal>;

    /// What records say of the game from now on.
    fn describe(&mut self, info: GameInfo);

    /// Decodes all photos once more; the sentences of the warnings.
    fn finish(&mut self) -> Result<Vec<String>, Refusal>;

    /// The game now.
    fn game(&self) -> Option<GameState>;

    /// The text of the record now, and those of the games after it on the same photos.
    fn records(&self) -> Vec<String>;

    /// The moves that are legal after so many plies, each with what it changes.
    fn legal_moves(&self, ply: usize) -> Vec<MoveState>;

    /// Where the board is in the last photo that showed it.
    fn grid(&self) -> Option<Grid>;

    /// The same as a page draws it.
    fn outline(&self) -> Option<Outline>;
}

/// A game whose live record has all that pages show.
pub(super) trait Live: Shown + Ruled {}

impl<P: Shown + Ruled> Live for P {}

/// How a game ends by the rules in this position, if it does.
fn ending<P: Ruled>(position: &P) -> Option<String> {
    let ending = position.rules().ending()?;
    let result = match ending.winner {
        Some(Color::White) => "White wins",
        Some(Color::Black) => "Black wins",
        None => "A draw",
    };
    Some(format!("{result}: {}", ending.why))
}

/// A recorder that follows a game, or its recording when the game is over.
pub(super) struct Follower<G: Game>
where
    G::Position: Ruled,
{
    stage: Stage<G>,
    info: GameInfo,
    /// When photos were made, in seconds.
    times: HashMap<PathBuf, f64>,
    ruler: Ruler<G::Position>,
    last: Option<Grid>,
}

// One of them is there at a time.
enum Stage<G: Game> {
    Live(Box<Recorder<G>>),
    Finished(Box<Recording<G::Position>>),
    /// The recorder could not finish.
    Failed,
}

impl<G: Game> Follower<G>
where
    G::Position: Live,
{
    pub(super) fn new(recorder: Recorder<G>, info: GameInfo) -> Result<Self, Error> {
        Ok(Self {
            stage: Stage::Live(Box::new(recorder)),
            info,
            times: HashMap::new(),
            ruler: Ruler::new(),
            last: None,
        })
    }

    fn recorder(&mut self) -> Result<&mut Recorder<G>, Refusal> {
        match &mut self.stage {
            Stage::Live(recorder) => Ok(recorder),
            Stage::Finished(_) | Stage::Failed => Err(Refusal::Over),
        }
    }

    /// The position before a ply of the game that is followed.
    fn position(&self, ply: usize) -> Option<G::Position> {
        let Stage::Live(recorder) = &self.stage else {
            return None;
        };
        let game = recorder.current_game()?;
        let mut position = game.start;
        if ply > game.moves.len() {
            return None;
        }
        for played in &game.moves[..ply] {
            position.set_to_move(played.side);
            position.play(played.mv);
        }
        if let Some(next) = game.moves.get(ply) {
            position.set_to_move(next.side);
        }
        Some(position)
    }

    fn named(&self, ply: usize, name: &str) -> Result<<G::Position as MoveGen>::Move, Refusal> {
        let position = self.position(ply).ok_or(Refusal::NoGame)?;
        let found = position.parse(name).filter(|mv| position.is_legal(*mv));
        found.ok_or_else(|| Refusal::invalid("move", format!("{name:?} is not legal there")))
    }

    fn record(&self, mut record: <G::Position as Notation>::Record, state: &GameState) -> String {
        G::Position::set_info(&mut record, &self.info);
        G::Position::set_move_times(&mut record, &state.move_times());
        G::Position::write(&record)
    }

    fn finished(&self, recording: &Recording<G::Position>) -> GameState {
        let mut found = Vec::new();
        recording.visit_plies(|position, ply| {
            let photo = recording.photos.get(ply.frame);
            found.push(Found {
                side: ply.side,
                mv: ply.mv,
                name: name_for(position, ply.side, ply.mv),
                confidence: G::Position::confidence(ply),
                seen: photo.and_then(|photo| self.times.get(photo)).copied(),
            });
        });
        let mut state = GameState::of(&recording.start, &found, found.len());
        let mut last = recording.start.clone();
        for ply in &recording.decoded.plies {
            last.set_to_move(ply.side);
            last.play(ply.mv);
        }
        state.result = ending(&last);
        state
    }

    fn so_far(&self, recorder: &Recorder<G>) -> Option<GameState> {
        let game = recorder.current_game()?;
        let found = game.moves.iter().map(|played| Found {
            side: played.side,
            mv: played.mv,
            name: played.name.clone(),
            confidence: played.confidence,
            seen: self.times.get(&played.photo).copied(),
        });
        let found: Vec<_> = found.collect();
        let mut state = GameState::of(&game.start, &found, game.settled);
        state.games_before = game.games_before;
        state.result = ending(&game.position);
        let differences = game.differences().into_iter();
        let seen = differences.filter_map(|(point, _, nats)| {
            let seen_at = (*game.photo_points.get(point)?)?;
            Some(Difference {
                point,
                seen_at,
                nats,
            })
        });
        state.differences = seen.collect();
        state.ruling = self.ruler.ruling().cloned();
        Some(state)
    }
}

impl<G: Game + Send> Follow for Follower<G>
where
    G::Position: Live + Send,
    <G::Position as MoveGen>::Move: Send,
    <G::Position as Notation>::Record: Send,
    Recorder<G>: Send,
    Ruler<G::Position>: Send,
    Recording<G::Position>: Send,
{
    fn push(&mut self, photo: Photo, seconds: f64) -> Result<Vec<Told>, Refusal> {
        let name = photo.name.clone();
        let recorder = self.recorder()?;
        let before = recorder.frames().photos.len();
        let events = recorder.push(photo)?;
        let seen = recorder.frames().photos.len() > before;
        let game = recorder.current_game().filter(|_| seen);
        if seen {
            self.last = recorder.frames().grids.last().copied();
        }
        if let Some(game) = game {
            self.ruler.look(&game);
        }
        self.times.insert(name, seconds);
        Ok(told(&events))
    }

    fn skip(&mut self, path: &Path, error: Error) -> Vec<Told> {
        match self.recorder() {
            Ok(recorder) => told(&recorder.skip(path, error)),
            Err(_) => Vec::new(),
        }
    }

    fn answer(&mut self, answer: &Command, grid: Option<Grid>) -> Result<Vec<Told>, Refusal> {
        let answer = match answer {
            Command::TakeBack => {
                let plies = self.recorder()?.plies();
                let ply = plies.checked_sub(1).ok_or(Refusal::NoGame)?;
                Answer::TakeBack { ply }
            }
            Command::Confirm { ply } => Answer::Confirm { ply: *ply },
            Command::Correct { ply, name } => Answer::Correct {
                ply: *ply,
                mv: self.named(*ply, name)?,
            },
            Command::Forbid { ply, name } => Answer::Forbid {
                ply: *ply,
                mv: self.named(*ply, name)?,
            },
            Command::Position { text } => Answer::Position(self.recorder()?.read_position(text)?),
            Command::Corners { .. } => match grid {
                Some(grid) => Answer::Corners { grid },
                None => return Err(Refusal::invalid("corners", "there is no photo yet")),
            },
            Command::Start
            | Command::Pause
            | Command::NewGame { .. }
            | Command::Describe { .. }
            | Command::Finish => return Ok(Vec::new()),
        };
        Ok(told(&self.recorder()?.answer(answer)?))
    }

    fn describe(&mut self, info: GameInfo) {
        self.info = info;
    }

    fn finish(&mut self) -> Result<Vec<String>, Refusal> {
        self.recorder()?;
        let Stage::Live(recorder) = std::mem::replace(&mut self.stage, Stage::Failed) else {
            return Err(Refusal::Over);
        };
        let recording = recorder.finish(&mut |_, _, _| ControlFlow::Continue(()))?;
        let warnings = recording.warnings.iter().map(ToString::to_string).collect();
        self.stage = Stage::Finished(Box::new(recording));
        Ok(warnings)
    }

    fn game(&self) -> Option<GameState> {
        match &self.stage {
            Stage::Live(recorder) => self.so_far(recorder),
            Stage::Finished(recording) => Some(self.finished(recording)),
            Stage::Failed => None,
        }
    }

    fn records(&self) -> Vec<String> {
        match &self.stage {
            Stage::Live(recorder) => {
                let game = recorder.current_game();
                let written = game.and_then(|game| {
                    let state = self.so_far(recorder)?;
                    Some(self.record(game.record(), &state))
                });
                written.into_iter().collect()
            }
            Stage::Finished(recording) => {
                let games = [&**recording].into_iter().chain(&recording.later);
                let written = games.map(|game| {
                    let record = game.start.record(&game.decoded);
                    self.record(record, &self.finished(game))
                });
                written.collect()
            }
            Stage::Failed => Vec::new(),
        }
    }

    fn legal_moves(&self, ply: usize) -> Vec<MoveState> {
        let Some(position) = self.position(ply) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        let _ = position.visit_legal(|mv| {
            moves.push(Found {
                side: position.to_move(),
                mv,
                name: position.name(mv),
                confidence: 1.0,
                seen: None,
            });
            ControlFlow::<()>::Continue(())
        });
        let states = moves
            .into_iter()
            .flat_map(|found| GameState::of(&position, &[found], 0).moves);
        states.collect()
    }

    fn grid(&self) -> Option<Grid> {
        self.last
    }

    fn outline(&self) -> Option<Outline> {
        let grid = self.last?;
        Some(Outline::of(&grid, G::BOARD != Board::Lines))
    }
}

impl Outline {
    fn of(grid: &Grid, squares: bool) -> Self {
        /// Points of a line: a lens bends it.
        const POINTS: usize = 5;
        let (cols, rows) = (grid.cols - 1, grid.rows - 1);
        let along = |i: usize, length: usize| i as f64 / (POINTS - 1) as f64 * length as f64;
        let line = |at: &dyn Fn(usize) -> (f64, f64)| {
            let points = (0..POINTS).map(|i| {
                let (col, row) = at(i);
                grid.to_photo(col, row).map(|v| (v * 10.0).round() / 10.0)
            });
            points.collect::<Vec<_>>()
        };
        let across = (0..=rows).map(|row| line(&|i| (along(i, cols), row as f64)));
        let down = (0..=cols).map(|col| line(&|i| (col as f64, along(i, rows))));
        Self {
            corners: grid.corners(),
            lines: across.chain(down).collect(),
            squares,
        }
    }
}

/// An event, for programs and for people.
pub(super) struct Told {
    pub(super) json: String,
    /// What people are told of it beside the moves, and whether it is a warning.
    pub(super) note: Option<(String, bool)>,
}

fn told<M>(events: &[Event<M>]) -> Vec<Told> {
    let told = events.iter().map(|event| Told {
        json: serde_json::to_string(event).unwrap_or_default(),
        note: note(event),
    });
    told.collect()
}

fn note<M>(event: &Event<M>) -> Option<(String, bool)> {
    let text = match event {
        Event::Found { .. } => "The board is found.".to_owned(),
        Event::Started { .. } => "A game begins.".to_owned(),
        Event::Withdrawn(played) => format!("Withdrawn: {}", played.name),
        Event::Over { kind, .. } => match kind {
            EndKind::Cleared => "The game is over: the board is cleared.".to_owned(),
            EndKind::SetUp => "The game is over: the start is set up again.".to_owned(),
            _ => "No legal moves lead to what is seen now.".to_owned(),
        },
        Event::EndedByUser => "The next photo is of another game.".to_owned(),
        Event::Warning(warning) => return Some((warning.kind.to_string(), true)),
        Event::Played(_) | Event::Settled(_) => return None,
    };
    Some((text, false))
}
