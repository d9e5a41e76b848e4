//! A client for engines that speak the Go Text Protocol.

mod error;
mod process;
mod text;

use std::time::{Duration, Instant};

use board_core::{Board as _, Color, Occupancy};
use go_rules::{Move, Position, Size};

pub use error::EngineError;
use process::{Failure, Running};
use text::{beginning, read_answer, take_answer, words};

/// Longest answer in bytes.
const LONGEST: usize = 1 << 16;

/// A Go program controlled through two pipes by the Go Text Protocol, version 2 (G. Farnebäck,
/// <https://www.lysator.liu.se/~gunnar/gtp/>).
///
/// If an engine ends, hangs, or gives invalid or endless answers, the command fails and the engine is killed; the next
/// command starts it again with an empty board. Methods that need a position set it up first, as [`dead`](Engine::dead)
/// does. Dropping it kills the engine; on Unix with all the processes it started, since it may be a script around the
/// program.
///
/// ```no_run
/// use go_rules::{Position, Size};
/// use go_territory::Engine;
///
/// let mut engine = Engine::new("gnugo --mode gtp")?;
/// let dead = engine.dead(&Position::initial(Size::NINETEEN))?;
/// assert!(dead.is_empty());
/// # Ok::<(), go_territory::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    program: String,
    arguments: Vec<String>,
    limit: Duration,
    running: Option<Running>,
}

impl Engine {
    /// An engine with a command line: words separated by blanks, quoted if they contain blanks. The first command
    /// starts it. Every command has a limit of 60 seconds.
    ///
    /// # Errors
    /// [`EngineError::CommandLine`].
    pub fn new(command_line: &str) -> Result<Engine, EngineError> {
        let mut words = words(command_line)
            .ok_or_else(|| EngineError::CommandLine(command_line.into()))?
            .into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(Engine {
            program: program.ok_or_else(|| EngineError::CommandLine(command_line.into()))?,
            arguments: words.collect(),
            limit: Duration::from_secs(60),
            running: None,
        })
    }

    /// Sets the time limit of a single command, including the start of the engine.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Engine {
        self.limit = limit;
        self
    }

    /// Sends a command and returns the answer without its status sign.
    ///
    /// # Errors
    /// Any except [`EngineError::NotSquare`] and [`EngineError::CommandLine`]. After any except
    /// [`EngineError::Refused`], the next command restarts the engine.
    pub fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        let answer = self.ask_running(command);
        if !matches!(answer, Ok(_) | Err(EngineError::Refused { .. })) {
            self.running = None;
        }
        answer
    }

    fn ask_running(&mut self, command: &str) -> Result<String, EngineError> {
        let deadline = Instant::now() + self.limit;
        let failed = |failure| match failure {
            Failure::Ended => EngineError::Ended(command.into()),
            Failure::Silent => EngineError::Silent {
                command: command.into(),
                limit: self.limit,
            },
        };
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.program, &self.arguments).map_err(
                |source| EngineError::Start {
                    program: self.program.clone(),
                    source,
                },
            )?),
        };
        // A line break would start a second command.
        let line: String = command.chars().filter(|c| !c.is_control()).collect();
        running.write_line(&line).map_err(failed)?;
        loop {
            if let Some(answer) = take_answer(&mut running.pending) {
                return read_answer(command, &answer);
            }
            if running.pending.len() > LONGEST {
                return Err(EngineError::Flood(command.into()));
            }
            running.read_until(deadline).map_err(failed)?;
        }
    }

    /// Sets up a position on the engine's board.
    ///
    /// # Errors
    /// As [`ask`](Engine::ask); [`EngineError::NotSquare`].
    pub fn set_up(&mut self, position: &Position) -> Result<(), EngineError> {
        let size = position.size();
        if size.cols() != size.rows() {
            return Err(EngineError::NotSquare(size));
        }
        self.ask(&format!("boardsize {}", size.cols()))?;
        self.ask("clear_board")?;
        // Any order works: every chain has its liberties from the start, so no stone captures.
        for point in 0..position.points() {
            if let Some(color) = position.get(point).color() {
                self.play(size, color, Move::place(point))?;
            }
        }
        Ok(())
    }

    /// Plays a move on the engine's board.
    ///
    /// # Errors
    /// As [`ask`](Engine::ask).
    pub fn play(&mut self, size: Size, color: Color, mv: Move) -> Result<(), EngineError> {
        self.ask(&format!("play {color} {}", size.gtp(mv)))
            .map(drop)
    }

    /// Lets the engine generate and play a move; `None` if it resigns.
    ///
    /// # Errors
    /// As [`ask`](Engine::ask).
    pub fn moves(&mut self, size: Size, color: Color) -> Result<Option<Move>, EngineError> {
        let command = format!("genmove {color}");
        let answer = self.ask(&command)?;
        if answer.trim().eq_ignore_ascii_case("resign") {
            return Ok(None);
        }
        match size.parse_gtp(&answer) {
            Some(mv) => Ok(Some(mv)),
            None => Err(self.nonsense(&command, &answer)),
        }
    }

    /// The stones of a position that the engine considers dead, ascending.
    ///
    /// # Errors
    /// As [`set_up`](Engine::set_up), or if the answer contains anything except stones of the position.
    pub fn dead(&mut self, position: &Position) -> Result<Vec<usize>, EngineError> {
        self.set_up(position)?;
        self.dead_now(position)
    }

    /// The stones on the engine's board, which must be that of `position`, that it considers dead.
    pub(crate) fn dead_now(&mut self, position: &Position) -> Result<Vec<usize>, EngineError> {
        let command = "final_status_list dead";
        let answer = self.ask(command)?;
        let stone = |name: &str| {
            let point = position.size().parse_gtp(name)?.point()?;
            (position.get(point) != Occupancy::Empty).then_some(point)
        };
        let named: Option<Vec<usize>> = answer.split_whitespace().map(stone).collect();
        let Some(mut dead) = named else {
            return Err(self.nonsense(command, &answer));
        };
        dead.sort_unstable();
        dead.dedup();
        Ok(dead)
    }

    /// Stops an engine after an invalid answer.
    fn nonsense(&mut self, command: &str, answer: &str) -> EngineError {
        self.running = None;
        EngineError::Nonsense {
            command: command.into(),
            answer: beginning(answer),
        }
    }
}
