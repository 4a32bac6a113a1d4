//! Serving of line-based protocols on stdin and stdout.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

use irogaeshi::cpu::Budget;
use irogaeshi::programs::{Depth, LineError, ThinkingTime, read_line};

use crate::engine::budget::to_depth;
use crate::engine::interrupt::Interrupt;
use crate::engine::session::{EngineArguments, EngineSession};

/// A protocol server, without input or output of its own.
pub(crate) trait Server {
    /// Answers a line with any number of lines, each sent as soon as it is known. Breaks at the end of the session.
    fn answer(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()>;

    /// Answers an unreadable line.
    fn answer_unreadable(&mut self, error: LineError, say: &mut dyn FnMut(&str));

    /// Returns whether a waiting line interrupts the search for an earlier one.
    fn interrupts(line: &str) -> bool;

    /// The handle that interrupts a search.
    fn interrupt(&self) -> Interrupt;
}

/// A line as read, and whether it has raised the interrupt.
type WaitingLine = (Result<String, LineError>, bool);

/// Lines read ahead of the one being answered.
const LINES_AHEAD: usize = 64;

/// Answers all lines until the session or the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub(crate) fn serve<S: Server>(
    server: &mut S,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let interrupt = server.interrupt();
    let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
    // Not joined, since it may be waiting for input when the session ends.
    thread::spawn({
        let interrupt = interrupt.clone();
        move || read_ahead::<S>(input, &interrupt, &sender)
    });
    for line in lines {
        let (line, interrupts) = line?;
        if interrupts {
            interrupt.lower();
        }
        let mut written = Ok(());
        let mut say = |answer: &str| {
            if written.is_ok() {
                written = writeln!(out, "{answer}").and_then(|()| out.flush());
            }
            if written.is_err() {
                // The reader is gone.
                interrupt.raise();
            }
        };
        let flow = match line {
            Ok(line) => server.answer(&line, &mut say),
            Err(error) => {
                server.answer_unreadable(error, &mut say);
                ControlFlow::Continue(())
            }
        };
        written?;
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

fn read_ahead<S: Server>(mut input: impl BufRead, interrupt: &Interrupt, lines: &SyncSender<io::Result<WaitingLine>>) {
    while let Some(line) = read_line(&mut input).transpose() {
        let line = line.map(|line| {
            let interrupts = line.as_ref().is_ok_and(|line| S::interrupts(line));
            (line, interrupts)
        });
        if matches!(line, Ok((_, true))) {
            interrupt.raise();
        }
        let is_last = line.is_err();
        if lines.send(line).is_err() || is_last {
            break;
        }
    }
    interrupt.end();
}

/// Defaults of the engine, unless the client sets them.
#[derive(clap::Args)]
pub(crate) struct ServerArguments {
    /// Search depth in plies.
    #[arg(long, value_name = "N")]
    depth: Option<Depth>,
    /// Time for each move, such as 500ms [default: 1s].
    ///
    /// If --depth or --nodes is given, the time is unlimited by default.
    #[arg(long, value_name = "TIME")]
    time: Option<ThinkingTime>,
    /// Nodes to search for each move, on each thread.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search the first moves as well, without the opening book.
    #[arg(long)]
    no_book: bool,
    /// Seed for the choice among the book's moves [default: random].
    #[arg(long, value_name = "N", conflicts_with = "no_book")]
    seed: Option<u64>,
    #[command(flatten)]
    engine: EngineArguments,
}

impl ServerArguments {
    pub(crate) fn session(&self) -> EngineSession {
        let session = EngineSession::new(self.engine.clone());
        // The hash maps' seed is the standard library's only source of randomness.
        let seed = || self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        if self.no_book { session } else { session.with_book(seed()) }
    }

    pub(crate) fn budget(&self) -> Budget {
        let Self { depth, time, nodes, .. } = *self;
        if depth.is_none() && time.is_none() && nodes.is_none() {
            return Budget::TO_THE_END.within(Some(Duration::from_secs(1)));
        }
        let budget = depth.map_or(Budget::TO_THE_END, to_depth);
        Budget { nodes: nodes.unwrap_or(budget.nodes), time: time.map(|ThinkingTime(time)| time), ..budget }
    }
}
