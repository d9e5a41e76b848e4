//! Any program that speaks the Go Text Protocol.

use std::{
    io::{Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    time::{Duration, Instant},
};

use board_core::{Board as _, Color, Occupancy};
use go_rules::{Move, Position, Size};

/// An answer longer than this is no answer.
const LONGEST: usize = 1 << 16;

/// A Go program on the other end of two pipes, asked by the Go Text Protocol, version 2 (G. Farnebäck,
/// <https://www.lysator.liu.se/~gunnar/gtp/>).
///
/// An engine that dies, hangs, talks nonsense or does not stop talking is an error; it is ended, and the
/// next question starts it again. Its board is empty then: what needs a board sets it up first, as
/// [`dead`](Engine::dead) does. It is ended, too, when dropped.
///
/// ```no_run
/// use go_rules::{Position, Size};
/// use go_territory::Engine;
///
/// let mut engine = Engine::new("gnugo --mode gtp")?;
/// let dead = engine.dead(&Position::new(Size::NINETEEN))?;
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

#[derive(Debug)]
struct Running {
    process: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    /// What was read and is not yet part of an answer.
    pending: Vec<u8>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail when it has ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Why an engine has not answered.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The command line is empty or has an open quote.
    #[error("'{0}' is no command line")]
    CommandLine(String),
    /// The program cannot be started.
    #[error("cannot start the engine '{program}'")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// It has ended, or closed its output.
    #[error("the engine ended at '{0}'")]
    Ended(String),
    /// No answer within the limit.
    #[error("the engine did not answer '{command}' within {} s", limit.as_secs_f32())]
    Silent {
        /// What was asked.
        command: String,
        /// The limit.
        limit: Duration,
    },
    /// The answer does not end.
    #[error("the engine answers '{0}' without end")]
    Flood(String),
    /// The answer is not of the protocol, or not what the question asks for.
    #[error("the engine answers '{command}' with '{answer}'")]
    Nonsense {
        /// What was asked.
        command: String,
        /// The beginning of the answer.
        answer: String,
    },
    /// It refuses a command, as the protocol allows; it goes on running.
    #[error("the engine refuses '{command}': {message}")]
    Refused {
        /// What was asked.
        command: String,
        /// What it says.
        message: String,
    },
    /// The protocol knows square boards only.
    #[error("engines play on square boards only, this is {0}")]
    NotSquare(Size),
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
        let limit = self.limit;
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let running = self.running.as_mut().expect("just started");
        let ended = || EngineError::Ended(command.into());
        // One line whatever is asked; a line break would be a second question.
        let line: String = command.chars().filter(|c| !c.is_control()).collect();
        writeln!(running.input, "{line}")
            .and_then(|()| running.input.flush())
            .map_err(|_| ended())?;
        loop {
            if let Some(answer) = take_answer(&mut running.pending) {
                return read_answer(command, &answer);
            }
            if running.pending.len() > LONGEST {
                return Err(EngineError::Flood(command.into()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match running.output.recv_timeout(left) {
                Ok(bytes) => running.pending.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Err(RecvTimeoutError::Timeout) => {
                    let command = command.into();
                    return Err(EngineError::Silent { command, limit });
                }
            }
        }
    }

    fn start(&self) -> Result<Running, EngineError> {
        let mut process = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| EngineError::Start {
                program: self.program.clone(),
                source,
            })?;
        let input = process.stdin.take().expect("piped");
        let mut stdout = process.stdout.take().expect("piped");
        // A short queue: what an engine says unasked waits in the pipe, not in memory.
        let (sender, output) = sync_channel(4);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Ok(Running {
            process,
            input,
            output,
            pending: Vec::new(),
        })
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

/// Takes the first whole answer off the front of what was read: the lines up to an empty one, empty lines
/// before it left out.
fn take_answer(pending: &mut Vec<u8>) -> Option<String> {
    pending.retain(|&byte| byte != b'\r');
    let start = pending.iter().position(|&byte| byte != b'\n')?;
    let end = start
        + pending[start..]
            .windows(2)
            .position(|pair| pair == b"\n\n")?;
    let answer = String::from_utf8_lossy(&pending[start..end]).into_owned();
    pending.drain(..end + 2);
    Some(answer)
}

fn read_answer(command: &str, answer: &str) -> Result<String, EngineError> {
    // Ids, which are not used in questions, may follow the sign all the same.
    let text = |rest: &str| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.trim().to_string()
    };
    match answer.split_at_checked(1) {
        Some(("=", rest)) => Ok(text(rest)),
        Some(("?", rest)) => Err(EngineError::Refused {
            command: command.into(),
            message: beginning(&text(rest)),
        }),
        _ => Err(EngineError::Nonsense {
            command: command.into(),
            answer: beginning(answer),
        }),
    }
}

/// What fits into a message.
fn beginning(answer: &str) -> String {
    answer
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(80)
        .collect()
}

/// The words of a command line; `None` if a quote stays open.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        assert_eq!(
            words("gnugo  --mode gtp").unwrap(),
            ["gnugo", "--mode", "gtp"]
        );
        assert_eq!(
            words("'a b' \"c'd\" e''f ''").unwrap(),
            ["a b", "c'd", "ef", ""]
        );
        assert_eq!(words("a 'b"), None);
        for line in ["", "  ", "''", "'x"] {
            assert!(
                matches!(Engine::new(line), Err(EngineError::CommandLine(_))),
                "{line}"
            );
        }
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        let mut pending = b"\r\n\n= A1\r\nB2\r\n\r\n=7 next\n".to_vec();
        assert_eq!(take_answer(&mut pending).unwrap(), "= A1\nB2");
        assert_eq!(take_answer(&mut pending), None);
        pending.push(b'\n');
        assert_eq!(
            read_answer("x", &take_answer(&mut pending).unwrap()).unwrap(),
            "next"
        );
        assert!(pending.is_empty());
    }
}
