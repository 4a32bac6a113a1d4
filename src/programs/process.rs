//! A child process with line-based input and output.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::line_reader::{LineError, read_line};

/// Lines that the program may write ahead before it blocks.
const WAITING_LINES: usize = 1024;

/// Time to wait for the last error line of a program that has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Error of a process.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProcessError {
    /// It cannot be started, for the system's reason.
    #[error("cannot start: {0}")]
    CannotStart(String),
    /// It has ended.
    #[error("the program has ended ({status}){last_words}")]
    Ended {
        /// Exit status in words.
        status: String,
        /// Last line written to stderr, ready to be appended to the message; may be empty.
        last_words: String,
    },
    /// It did not answer within this time.
    #[error("no answer for {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It wrote an unreadable line.
    #[error("its output cannot be read: {0}")]
    Unreadable(#[from] LineError),
}

/// A process that is killed when dropped.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Result<String, LineError>>,
    last_words: Receiver<String>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// [`ProcessError::CannotStart`].
    pub(super) fn start(program: &str, arguments: &[String]) -> Result<Self, ProcessError> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| ProcessError::CannotStart(error.to_string()))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(ProcessError::CannotStart("its input and output cannot be connected".to_owned()));
        };
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || forward(BufReader::new(output), &sender));
        let (sender, last_words) = mpsc::channel();
        thread::spawn(move || drop(sender.send(last_line(BufReader::new(errors)))));
        Ok(Self { child, input, lines, last_words })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the process no longer reads.
    pub(super) fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| self.end())
    }

    /// The next line, without its end. `patience` is only for the error message.
    ///
    /// # Errors
    /// If the process has ended, misses the deadline, or writes an unreadable line.
    pub(super) fn receive(&mut self, deadline: Instant, patience: Duration) -> Result<String, ProcessError> {
        let left = deadline.saturating_duration_since(Instant::now());
        // Lines already waiting would still be returned, so a program that never stops writing would never be late.
        if left.is_zero() {
            return Err(ProcessError::Silent(patience));
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line?.trim_end().to_owned()),
            Err(RecvTimeoutError::Timeout) => Err(ProcessError::Silent(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// Stops the process if it is still running, and returns how it ended.
    fn end(&mut self) -> ProcessError {
        // Has no effect on a process that has ended.
        let _ = self.child.kill();
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let last_words = self.last_words.recv_timeout(LAST_WORDS).unwrap_or_default();
        let last_words = if last_words.is_empty() { last_words } else { format!(": {last_words}") };
        ProcessError::Ended { status, last_words }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forward(mut output: BufReader<impl std::io::Read>, lines: &SyncSender<Result<String, LineError>>) {
    // Treats an unreadable output as ended.
    while let Ok(Some(line)) = read_line(&mut output) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn last_line(mut errors: BufReader<impl std::io::Read>) -> String {
    let mut last = String::new();
    while let Ok(Some(line)) = read_line(&mut errors) {
        if let Ok(line) = line
            && !line.trim().is_empty()
        {
            line.trim().clone_into(&mut last);
        }
    }
    last
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn after_the_deadline_nothing_is_heard_even_of_a_program_that_never_stops() {
        let (patience, now) = (Duration::from_mins(1), Instant::now());
        let mut process = Process::start("yes", &[]).expect("it starts");
        assert_eq!(process.receive(now + patience, patience), Ok("y".to_owned()));
        for _ in 0..10 {
            assert_eq!(process.receive(now, patience), Err(ProcessError::Silent(patience)));
        }
    }
}
