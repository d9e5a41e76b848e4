//! A recorder of any game, with what a page shows of it. No threads, no network.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::{Color, MoveGen};
use board_geom::Grid;
use referee::Rulebook;

use super::clock::{SameClock, Timed};
use super::protocol::Command;
use super::refusal::Refusal;
use super::ruling::{Ruled, Ruler, Ruling};
use super::setup::Setup;
use super::state::{Difference, Found, GameState, MoveState, Outline, Place, Score, Shown};
use super::time::{day_of, named};
use super::told::{Told, sentence, told};
use crate::game::Game;
use crate::recorder::{Answer, Photo, Recorder};
use crate::recording::report::Report;
use crate::recording::{CurrentGame, GameInfo, Notation, Recording, TimeControl, name_for};
use crate::{Board, Error};

/// Any game that is followed.
pub(super) trait Follow: Send {
    /// Takes a photo with its time in seconds.
    fn push(&mut self, photo: Photo, seconds: f64) -> Result<Vec<Told>, Refusal>;

    /// Notes that a photo could not be opened.
    fn skip(&mut self, path: &Path, error: Error) -> Vec<Told>;

    /// Takes a person's answer.
    fn answer(&mut self, answer: &Command, grid: Option<Grid>) -> Result<Vec<Told>, Refusal>;

    /// Replaces what is known of the game besides its moves.
    fn describe(&mut self, known: Known);

    /// Ends the game and decodes all photos again; returns the sentences of the warnings.
    fn finish(&mut self) -> Result<Vec<String>, Refusal>;

    /// The game now.
    fn game(&self) -> Option<GameState>;

    /// The records of all games in these photos; the last one is that of the current game.
    fn records(&self) -> Vec<String>;

    /// The report of a finished game, as HTML.
    fn report(&self) -> Option<String>;

    /// The legal moves after this many plies.
    fn legal_moves(&self, ply: usize) -> Vec<MoveState>;

    /// The grid of the board in the last photo that showed it.
    fn grid(&self) -> Option<Grid>;

    /// The same grid as a page draws it.
    fn outline(&self) -> Option<Outline>;
}

/// What is known of a game besides its moves.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) info: GameInfo,
    pub(super) control: Option<TimeControl>,
}

impl Known {
    pub(super) fn of(setup: &Setup) -> Result<Self, Refusal> {
        Ok(Self {
            info: setup.info()?,
            control: setup.control()?,
        })
    }
}

/// A game with everything that a page shows.
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
    known: Known,
    /// What was known of each game when it ended.
    ended: Vec<Known>,
    /// Times of the photos in seconds.
    times: HashMap<PathBuf, f64>,
    /// Times at which a person set the position of a game that went on from there.
    set_at: Vec<f64>,
    ruler: Ruler<G::Position>,
    last: Option<Grid>,
    /// The score of a finished game.
    score: Option<Score>,
}

// One of them is there at a time.
enum Stage<G: Game> {
    Live(Box<Recorder<G>>),
    Finished(Box<Recording<G::Position>>),
    /// The recorder failed to finish.
    Failed,
}

impl<G: Game> Follower<G>
where
    G::Position: Live,
{
    pub(super) fn new(recorder: Recorder<G>, known: Known) -> Self {
        Self {
            stage: Stage::Live(Box::new(recorder)),
            known,
            ended: Vec::new(),
            times: HashMap::new(),
            set_at: Vec::new(),
            ruler: Ruler::new(),
            last: None,
            score: None,
        }
    }

    fn recorder(&mut self) -> Result<&mut Recorder<G>, Refusal> {
        match &mut self.stage {
            Stage::Live(recorder) => Ok(recorder),
            Stage::Finished(_) | Stage::Failed => Err(Refusal::Over),
        }
    }

    /// The position before a ply of the current game.
    fn position(&self, ply: usize) -> Option<G::Position> {
        let Stage::Live(recorder) = &self.stage else {
            return None;
        };
        recorder.current_game()?.position_before(ply)
    }

    /// Why there is no position before a ply.
    fn no_ply(&self, ply: usize) -> Refusal {
        let game = match &self.stage {
            Stage::Live(recorder) => recorder.current_game(),
            Stage::Finished(_) | Stage::Failed => return Refusal::Over,
        };
        game.map_or(Refusal::NoGame, |game| {
            let plies = game.moves.len();
            Refusal::invalid(
                "ply",
                format!("{ply} is after the {plies} plies of the game"),
            )
        })
    }

    fn named(&self, ply: usize, name: &str) -> Result<<G::Position as MoveGen>::Move, Refusal> {
        let position = self.position(ply).ok_or_else(|| self.no_ply(ply))?;
        let refused = |why| Refusal::invalid("move", format!("{name:?} {why}"));
        if !position.reads(name) {
            return Err(refused("is not a move that a photo can show"));
        }
        let found = position.parse(name).filter(|mv| position.is_legal(*mv));
        found.ok_or_else(|| refused("is not legal there"))
    }

    /// Writes a record; `first` is the photo of its first move, which has a date if a camera made it.
    fn record(
        mut record: <G::Position as Notation>::Record,
        state: &GameState,
        known: &Known,
        first: Option<&Path>,
    ) -> String {
        let day = || first.and_then(named).and_then(day_of);
        let info = GameInfo {
            date: known.info.date.or_else(day),
            ..known.info.clone()
        };
        G::Position::set_info(&mut record, &info);
        let control = known.control.as_ref();
        G::Position::set_times(&mut record, control, &state.move_times());
        G::Position::write(&record)
    }

    /// Keeps what is known of games that have just ended.
    fn note_ended(&mut self) {
        if let Stage::Live(recorder) = &self.stage {
            let ended = recorder.ended().len();
            self.ended.resize(ended, self.known.clone());
        }
    }

    /// The state of a game of a finished recording, after `earlier` moves on its clock.
    fn finished(&self, recording: &Recording<G::Position>, earlier: Timed) -> GameState {
        let mut found = Vec::new();
        recording.visit_plies(|position, ply| {
            let photo = recording.photos.get(ply.frame);
            found.push(Found {
                side: ply.side,
                mv: ply.mv,
                name: name_for(position, ply.side, ply.mv),
                confidence: G::Position::confidence(ply),
                seen: photo.and_then(|photo| self.times.get(photo)).copied(),
                rivals: ply.rivals.clone(),
            });
        });
        let control = self.known.control.as_ref();
        GameState {
            result: ending(&end_of(recording)),
            ..GameState::of(&recording.start, &found, found.len(), control, earlier)
        }
    }

    /// The moves of a game, as its clock knows them; each has a side and its first photo.
    fn timed<'a>(&self, moves: impl Iterator<Item = (Color, Option<&'a PathBuf>)>) -> Timed {
        let seen = |photo: Option<&PathBuf>| self.times.get(photo?).copied();
        moves.map(|(side, photo)| (side, seen(photo))).collect()
    }

    fn timed_so_far(&self, game: &CurrentGame<G::Position>) -> Timed {
        let moves = game.moves.iter();
        self.timed(moves.map(|played| (played.side, Some(&played.photo))))
    }

    fn timed_in(&self, recording: &Recording<G::Position>) -> Timed {
        let plies = recording.decoded.plies.iter();
        self.timed(plies.map(|ply| (ply.side, recording.photos.get(ply.frame))))
    }

    /// Scores the finished game.
    fn count(&mut self) {
        let Stage::Finished(recording) = &self.stage else {
            return;
        };
        let (_, game) = last_of(recording);
        let mut record = game.start.record(&game.decoded);
        G::Position::set_info(&mut record, &self.known.info);
        self.score = end_of(game).score(&record);
    }

    /// The state of a game after `earlier` moves on its clock, without what comes from the last photo.
    fn state_of(
        &self,
        game: &CurrentGame<G::Position>,
        known: &Known,
        earlier: Timed,
    ) -> GameState {
        let plies = game.moves.iter().zip(&game.decoded.plies);
        let found = plies.map(|(played, ply)| Found {
            side: played.side,
            mv: played.mv,
            name: played.name.clone(),
            confidence: played.confidence,
            seen: self.times.get(&played.photo).copied(),
            rivals: ply.rivals.clone(),
        });
        let found: Vec<_> = found.collect();
        let control = known.control.as_ref();
        GameState {
            games_before: game.games_before,
            result: ending(&game.position),
            ..GameState::of(&game.start, &found, game.settled, control, earlier)
        }
    }

    fn so_far(&self, recorder: &Recorder<G>) -> Option<GameState> {
        let game = recorder.current_game()?;
        let mut clock = SameClock::new(&self.set_at);
        for ended in recorder.ended() {
            clock.add(self.timed_so_far(ended));
        }
        let earlier = clock.add(self.timed_so_far(&game));
        let mut state = self.state_of(&game, &self.known, earlier);
        let differences = game.differences().into_iter();
        let seen = differences.filter_map(|(point, _, nats)| {
            Some(Difference {
                point,
                place: self.place(&game, point)?,
                nats,
            })
        });
        state.differences = seen.collect();
        let hidden = (0..game.reading.len()).filter(|point| game.reading[*point].is_none());
        let hidden = hidden.filter_map(|point| self.place(&game, point));
        state.hidden = hidden.collect();
        state.ruling = match &game.undone {
            Some(played) => Some(Ruling::of_undone(played)),
            None => self.ruler.ruling().cloned(),
        };
        Some(state)
    }

    /// The place of a point of the position in the photo.
    fn place(&self, game: &CurrentGame<G::Position>, point: usize) -> Option<Place> {
        let seen_at = (*game.photo_points.get(point)?)?;
        let grid = self.last.as_ref()?;
        // Squares lie between the lines.
        let (cols, middle) = match G::BOARD {
            Board::Lines => (grid.cols, 0.0),
            _ => (grid.cols - 1, 0.5),
        };
        let (col, row) = (seen_at % cols, seen_at / cols);
        let pixel = grid.to_photo(col as f64 + middle, row as f64 + middle);
        let pixel = pixel.map(|v| (v * 10.0).round() / 10.0);
        Some(Place { seen_at, pixel })
    }
}

/// The last game with moves, or the first one if none has any; and the number of games before it.
fn last_of<P: Notation>(recording: &Recording<P>) -> (usize, &Recording<P>) {
    let later = recording.later.iter().enumerate().rev();
    let mut played = later.filter(|(_, game)| !game.decoded.plies.is_empty());
    let last = played.next().map(|(before, game)| (before + 1, game));
    last.unwrap_or((0, recording))
}

/// The position at the end of a game.
fn end_of<P: Notation>(recording: &Recording<P>) -> P {
    let mut last = recording.start.clone();
    for ply in &recording.decoded.plies {
        last.set_to_move(ply.side);
        last.play(ply.mv);
    }
    last
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
        let frames = recorder.frames();
        let (frames, photos) = (frames.photos.len(), frames.frame_of_photo.len());
        let events = recorder.push(photo)?;
        let shown = recorder.frames().frame_of_photo.iter().skip(photos);
        if let Some(&frame) = shown.flatten().last() {
            let (grid, game) = (recorder.frames().grids.last(), recorder.current_game());
            self.last = grid.copied();
            // A move that was taken back is on the board, but nobody has moved illegally.
            if let Some(game) = game.filter(|game| game.undone.is_none()) {
                // A photo that repeats the last frame shows how long the board has been so.
                self.ruler.look(&game, frame < frames);
            }
        }
        self.times.insert(name, seconds);
        self.note_ended();
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
            Command::NotOver => Answer::NotOver,
            Command::NotTakenBack => Answer::NotTakenBack,
            Command::Corners { .. } => match grid {
                Some(grid) => Answer::Corners { grid },
                None => return Err(Refusal::invalid("corners", "there is no photo yet")),
            },
            Command::Start { .. }
            | Command::Pause { .. }
            | Command::NewGame { .. }
            | Command::Describe { .. }
            | Command::Finish => return Ok(Vec::new()),
        };
        let recorder = self.recorder()?;
        // Without a move, there is no game that goes on: another one begins, with another clock.
        let goes_on = matches!(answer, Answer::Position(_)) && recorder.plies() > 0;
        let events = recorder.answer(answer)?;
        if goes_on {
            let times = self.times.values().copied();
            self.set_at.push(times.fold(f64::NEG_INFINITY, f64::max));
        }
        self.note_ended();
        Ok(told(&events))
    }

    fn describe(&mut self, known: Known) {
        self.known = known;
        self.count();
    }

    fn finish(&mut self) -> Result<Vec<String>, Refusal> {
        self.recorder()?;
        let Stage::Live(recorder) = std::mem::replace(&mut self.stage, Stage::Failed) else {
            return Err(Refusal::Over);
        };
        let recording = recorder.finish(&mut crate::quiet)?;
        let warnings = recording.warnings.iter().map(sentence).collect();
        self.stage = Stage::Finished(Box::new(recording));
        self.count();
        Ok(warnings)
    }

    fn game(&self) -> Option<GameState> {
        match &self.stage {
            Stage::Live(recorder) => self.so_far(recorder),
            Stage::Finished(recording) => {
                let (games_before, game) = last_of(recording);
                let mut clock = SameClock::new(&self.set_at);
                let all = [&**recording].into_iter().chain(&recording.later);
                for before in all.take(games_before) {
                    clock.add(self.timed_in(before));
                }
                Some(GameState {
                    games_before,
                    score: self.score.clone(),
                    ..self.finished(game, clock.add(self.timed_in(game)))
                })
            }
            Stage::Failed => None,
        }
    }

    fn records(&self) -> Vec<String> {
        let mut clock = SameClock::new(&self.set_at);
        match &self.stage {
            Stage::Live(recorder) => {
                let now = recorder.current_game();
                let ended = recorder.ended().iter().zip(&self.ended);
                let games = ended.chain(now.iter().map(|game| (game, &self.known)));
                let written = games.map(|(game, known)| {
                    let state = self.state_of(game, known, clock.add(self.timed_so_far(game)));
                    let first = game.moves.first().map(|played| played.photo.as_path());
                    Self::record(game.record(), &state, known, first)
                });
                written.collect()
            }
            Stage::Finished(recording) => {
                let games = [&**recording].into_iter().chain(&recording.later);
                let written = games.map(|game| {
                    let record = game.start.record(&game.decoded);
                    let state = self.finished(game, clock.add(self.timed_in(game)));
                    let first = game.decoded.plies.first();
                    let first = first.and_then(|ply| game.photos.get(ply.frame));
                    Self::record(record, &state, &self.known, first.map(PathBuf::as_path))
                });
                written.collect()
            }
            Stage::Failed => Vec::new(),
        }
    }

    fn report(&self) -> Option<String> {
        let Stage::Finished(recording) = &self.stage else {
            return None;
        };
        let (_, game) = last_of(recording);
        let name = |name: &str, side: &str| match name.is_empty() {
            true => side.to_owned(),
            false => name.to_owned(),
        };
        let info = &self.known.info;
        let [white, black] = [name(&info.white, "White"), name(&info.black, "Black")];
        let title = match G::BOARD {
            Board::Lines => format!("{black} – {white}"),
            Board::Squares => format!("{white} – {black}"),
        };
        Some(Report::new(game, &title, &[]).to_html())
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
                rivals: Vec::new(),
            });
            ControlFlow::<()>::Continue(())
        });
        let states = moves
            .into_iter()
            .flat_map(|found| GameState::of(&position, &[found], 0, None, Vec::new()).moves);
        // No photo shows a move that changes nothing: a pass.
        states.filter(|state| !state.changes.is_empty()).collect()
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
