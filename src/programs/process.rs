//! A child process with line-based input and output.

use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// There is no such program, in the system's words.
    #[error("cannot start: {0}")]
    NotFound(String),
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

/// Kills a program from another thread, even one that has not been started yet.
#[derive(Clone, Debug, Default)]
pub struct Killer(Arc<Mutex<Target>>);

#[derive(Debug, Default)]
struct Target {
    child: Option<Arc<Mutex<Child>>>,
    is_killed: bool,
}

impl Killer {
    /// Kills the program. One that is started with this killer later ends at once.
    pub fn kill(&self) {
        let mut target = lock(&self.0);
        target.is_killed = true;
        if let Some(child) = target.child.take() {
            // Fails only for a process that has ended.
            let _ = lock(&child).kill();
        }
    }

    fn aim_at(&self, child: &Arc<Mutex<Child>>) {
        let mut target = lock(&self.0);
        target.child = Some(Arc::clone(child));
        if target.is_killed {
            let _ = lock(child).kill();
        }
    }
}

/// Locks a value that stays whole even if a thread panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that is killed when dropped.
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    /// `None` once closed.
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, LineError>>,
    last_words: Receiver<String>,
}

impl Process {
    /// Starts a program, in `folder` if given, otherwise in the current one.
    ///
    /// # Errors
    /// [`ProcessError::CannotStart`].
    pub(super) fn start(
        program: &Path,
        arguments: &[String],
        folder: Option<&Path>,
        killer: &Killer,
    ) -> Result<Self, ProcessError> {
        let mut command = Command::new(program);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => ProcessError::NotFound(error.to_string()),
                _ => ProcessError::CannotStart(error.to_string()),
            })?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(ProcessError::CannotStart("its input and output cannot be connected".to_owned()));
        };
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || forward(BufReader::new(output), &sender));
        let (sender, last_words) = mpsc::channel();
        thread::spawn(move || drop(sender.send(last_line(BufReader::new(errors)))));
        let child = Arc::new(Mutex::new(child));
        killer.aim_at(&child);
        Ok(Self { child, input: Some(input), lines, last_words })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the process no longer reads.
    pub(super) fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        let input = self.input.as_mut().ok_or(ErrorKind::BrokenPipe.into());
        let written = input.and_then(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        written.map_err(|_: std::io::Error| self.end())
    }

    /// Ends its input, for programs that read all of it before they answer.
    pub(super) fn close_input(&mut self) {
        self.input = None;
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
        let mut child = lock(&self.child);
        let _ = child.kill();
        let status = child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        drop(child);
        let last_words = self.last_words.recv_timeout(LAST_WORDS).unwrap_or_default();
        let last_words = if last_words.is_empty() { last_words } else { format!(": {last_words}") };
        ProcessError::Ended { status, last_words }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = lock(&self.child);
        let _ = child.kill();
        let _ = child.wait();
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
        let mut process = Process::start(Path::new("yes"), &[], None, &Killer::default()).expect("it starts");
        assert_eq!(process.receive(now + patience, patience), Ok("y".to_owned()));
        for _ in 0..10 {
            assert_eq!(process.receive(now, patience), Err(ProcessError::Silent(patience)));
        }
    }

    #[test]
    fn a_killer_ends_a_program_before_and_after_its_start() {
        let patience = Duration::from_mins(1);
        let ends = |process: &mut Process| {
            let heard = process.receive(Instant::now() + patience, patience);
            assert!(matches!(heard, Err(ProcessError::Ended { .. })), "{heard:?}");
        };
        let killer = Killer::default();
        let start = || Process::start(Path::new("cat"), &[], None, &killer).expect("it starts");
        let mut process = start();
        killer.kill();
        ends(&mut process);
        ends(&mut start());
    }
}
