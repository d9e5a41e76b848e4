//! A program on the other end of two pipes.

use std::{
    io::{self, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Instant,
};

/// A program that runs until this is dropped.
///
/// On Unix it leads a process group, which is ended as a whole: killing a shell alone leaves what it has
/// started, and that keeps the pipe open. (What moves into a group of its own is not found.) Elsewhere the
/// program alone is ended.
#[derive(Debug)]
pub(super) struct Running {
    process: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    /// What was read and is not yet part of an answer.
    pub(super) pending: Vec<u8>,
}

/// Why nothing comes from a program.
pub(super) enum Failure {
    /// It has ended, or closed a pipe.
    Ended,
    /// It had no time left.
    Silent,
}

impl Running {
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Running> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (input, mut stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        // A short queue: what an engine says unasked waits in the pipe, not in memory.
        let (sender, output) = sync_channel(4);
        thread::spawn(move || {
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

    pub(super) fn write_line(&mut self, line: &str) -> Result<(), Failure> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| Failure::Ended)
    }

    /// Waits for more and puts it to what is pending.
    pub(super) fn read_until(&mut self, deadline: Instant) -> Result<(), Failure> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(bytes) => {
                self.pending.extend(bytes);
                Ok(())
            }
            Err(RecvTimeoutError::Disconnected) => Err(Failure::Ended),
            Err(RecvTimeoutError::Timeout) => Err(Failure::Silent),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // All of these fail when there is nothing left to end. The process is not yet waited for, so its
        // number, which is the group's, cannot be another's by now.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.process),
            rustix::process::Signal::KILL,
        );
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
