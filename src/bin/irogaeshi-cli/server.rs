//! A protocol spoken on stdin and stdout: line by line, each answered before the next is read.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use crate::brain::{Brain, Budget, EngineArguments, ThinkingTime};
use crate::line_reader::{LineError, read_line};

/// A side of a conversation, without input or output of its own.
pub(crate) trait Server {
    /// Answers a line with any number of lines, told as soon as they are known; breaks when the conversation is over.
    fn answer(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()>;

    /// Answers a line that cannot be read.
    fn answer_unreadable(&mut self, error: LineError, say: &mut dyn FnMut(&str));
}

/// Answers all lines of the input until the conversation is over.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub(crate) fn serve(server: &mut impl Server, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    while let Some(line) = read_line(input)? {
        let mut written = Ok(());
        let mut say = |answer: &str| {
            if written.is_ok() {
                written = writeln!(out, "{answer}").and_then(|()| out.flush());
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

/// How the engine plays where the other side does not say it.
#[derive(clap::Args)]
pub(crate) struct ServerArguments {
    /// How many plies it looks ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// How long it thinks about a move, such as 500ms; 1s where neither this nor --depth is given.
    #[arg(long, value_name = "TIME")]
    time: Option<ThinkingTime>,
    #[command(flatten)]
    engine: EngineArguments,
}

impl ServerArguments {
    pub(crate) fn brain(&self) -> Brain {
        Brain::new(self.engine)
    }

    pub(crate) fn budget(&self) -> Budget {
        match (self.depth, self.time) {
            (None, None) => Budget { time: Some(std::time::Duration::from_secs(1)), ..Budget::default() },
            (depth, time) => Budget {
                time: time.map(|ThinkingTime(time)| time),
                ..depth.map_or_else(Budget::default, Budget::to_depth)
            },
        }
    }
}
