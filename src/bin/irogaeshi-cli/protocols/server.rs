//! A protocol spoken on stdin and stdout, line by line.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

use irogaeshi::cpu::classic::Reach;

use crate::engine::brain::{Brain, EngineArguments};
use crate::engine::budget::{Budget, Depth, ThinkingTime};
use crate::engine::interrupt::Interrupt;
use crate::protocols::line_reader::{LineError, read_line};

/// A side of a conversation, without input or output of its own.
pub(crate) trait Server {
    /// Answers a line with any number of lines, told as soon as they are known; breaks when the conversation is over.
    fn answer(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()>;

    /// Answers a line that cannot be read.
    fn answer_unreadable(&mut self, error: LineError, say: &mut dyn FnMut(&str));

    /// Whether a line that waits cuts short the thought about one before it.
    fn interrupts(line: &str) -> bool;

    /// How that is done.
    fn interrupt(&self) -> Interrupt;
}

/// A line as it was read, and whether it has raised the interrupt.
type WaitingLine = (Result<String, LineError>, bool);

/// How many lines are read ahead of the one that is answered.
const LINES_AHEAD: usize = 64;

/// Answers all lines of the input until the conversation is over.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub(crate) fn serve<S: Server>(
    server: &mut S,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let interrupt = server.interrupt();
    let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
    // It may wait for input when the conversation is over, so that nobody waits for it.
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
                // Nobody listens any more.
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

/// How the engine plays where the other side does not say it.
#[derive(clap::Args)]
pub(crate) struct ServerArguments {
    /// How many plies it looks ahead.
    #[arg(long, value_name = "N")]
    depth: Option<Depth>,
    /// How long it thinks about a move, such as 500ms; 1s where neither this nor --depth nor --nodes is given.
    #[arg(long, value_name = "TIME")]
    time: Option<ThinkingTime>,
    /// How many positions it looks at for a move, on each thread.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Think about the first moves too, and do not take them from the opening book.
    #[arg(long)]
    no_book: bool,
    /// The same seed takes the same moves from the opening book; drawn by chance where it is left out.
    #[arg(long, value_name = "N", conflicts_with = "no_book")]
    seed: Option<u64>,
    #[command(flatten)]
    engine: EngineArguments,
}

impl ServerArguments {
    pub(crate) fn brain(&self) -> Brain {
        let brain = Brain::new(self.engine);
        // The standard library seeds its hash maps by chance, and has nothing else that does.
        let seed = || self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        if self.no_book { brain } else { brain.with_book(seed()) }
    }

    pub(crate) fn budget(&self) -> Budget {
        let Self { depth, time, nodes, .. } = *self;
        if depth.is_none() && time.is_none() && nodes.is_none() {
            return Budget::default().within(Some(Duration::from_secs(1)));
        }
        let Budget { reach, .. } = depth.map_or_else(Budget::default, Budget::to_depth);
        let reach = Reach { nodes: nodes.unwrap_or(reach.nodes), ..reach };
        Budget { reach, time: time.map(|ThinkingTime(time)| time) }
    }
}
