//! Any program that speaks the Go Text Protocol.

mod error;
mod process;
mod text;

use std::time::{Duration, Instant};

use board_core::{Board as _, Color, Occupancy};
use go_rules::{Move, Position, Size};

pub use error::EngineError;
use process::{Failure, Running};
use text::{beginning, read_answer, take_answer, words};

/// An answer longer than this is no answer.
const LONGEST: usize = 1 << 16;

/// A Go program on the other end of two pipes, asked by the Go Text Protocol, version 2 (G. Farnebäck,
/// <https://www.lysator.liu.se/~gunnar/gtp/>).
///
/// An engine that dies, hangs, talks nonsense or does not stop talking is an error; it is ended, and the
/// next question starts it again. Its board is empty then: what needs a board sets it up first, as
/// [`dead`](Engine::dead) does. It is ended, too, when dropped, on Unix with all that it has started, as
/// it may be a script around the program that plays.
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
    /// An engine by its command line: words separated by blanks, in single or double quotes if they have
    /// blanks. It is started by the first question, which has 60 seconds as all others have.
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

    /// How long a single question may take, start included.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Engine {
        self.limit = limit;
        self
    }

    /// Asks one command and returns the answer without its sign.
    ///
    /// # Errors
    /// All but [`EngineError::NotSquare`] and [`EngineError::CommandLine`]. After any but
    /// [`EngineError::Refused`] the next question starts the engine again.
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
        // Always one line; a line break would be a second command.
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

    /// Puts a position on the engine's board.
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
        // Any order will do: no stone can take one, as every chain has its liberties from the start.
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

    /// Lets the engine move; `None` if it resigns.
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

    /// The stones of a position that the engine says are dead, ascending.
    ///
    /// # Errors
    /// As [`set_up`](Engine::set_up); an answer that names anything but stones of the position.
    pub fn dead(&mut self, position: &Position) -> Result<Vec<usize>, EngineError> {
        self.set_up(position)?;
        self.dead_now(position)
    }

    /// The stones on the engine's board, which is that of `position`, that it says are dead.
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

    /// An engine that says such things is not asked further.
    fn nonsense(&mut self, command: &str, answer: &str) -> EngineError {
        self.running = None;
        EngineError::Nonsense {
            command: command.into(),
            answer: beginning(answer),
        }
    }
}
