//! Other programs as players: child processes that speak GTP or the NBoard protocol, or get the board alone.
//!
//! A [`ProgramCommand`] says how to start one, a [`Program`] is one that runs.

mod limit;
mod line_reader;
mod process;
mod program;

pub use limit::{Depth, NotADepth, NotATime, ThinkingTime};
pub use line_reader::{LineError, read_line};
pub use process::{Killer, ProcessError};
pub use program::{Program, ProgramCommand, ProgramCommandError, ProgramError, ProgramProblem};
