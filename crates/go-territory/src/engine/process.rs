//! A child process with two pipes.

use std::{
    io::{self, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Instant,
};

/// A child process that is killed on drop.
///
/// On Unix it leads a process group, which is killed as a whole: killing only a shell would leave its children running
/// with the pipe open. (Children in a group of their own are not found.) On other systems only the program is killed.
#[derive(Debug)]
pub(super) struct Running {
    process: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    /// Output that was read and is not yet part of an answer.
    pub(super) pending: Vec<u8>,
}

/// Why no output comes from a program.
pub(super) enum Failure {
    /// It has ended, or closed a pipe.
    Ended,
    /// The deadline has passed.
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
        // A short queue: unrequested output waits in the pipe, not in memory.
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

    /// Waits for more output and appends it to `pending`.
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
        // These calls fail if the process has ended already. It was not waited for yet, so its number, which is also
        // that of the group, cannot have been reused.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.process),
            rustix::process::Signal::KILL,
        );
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
