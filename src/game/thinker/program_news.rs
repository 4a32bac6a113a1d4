//! Answers of programs beside the frame.

use std::time::Duration;

use crate::game::settings::programs::ProgramKey;
use crate::game::text::Phrase;
use crate::rules::{Player, Square};

/// Answer of the program in a player's seat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProgramAnswer {
    pub(crate) player: Player,
    /// Number of the question.
    pub(crate) id: u64,
    pub(crate) answer: Result<Square, ProgramFailure>,
}

/// Reason why a program has not moved.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "the page has no programs"))]
pub(crate) enum ProgramFailure {
    /// It exceeded its time limit.
    Late,
    /// It named a square that is not legal, or passed.
    Illegal(String),
    Resigned,
    /// It does not work, for this reason.
    Broken(Phrase),
}

/// Outcome of trying a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TriedProgram {
    pub(crate) key: ProgramKey,
    pub(crate) outcome: Result<TrialMove, Phrase>,
}

/// First move of a program that was tried.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TrialMove {
    /// Name and version that the program gives itself.
    pub(crate) own_name: Option<String>,
    pub(crate) square: Square,
    pub(crate) time: Duration,
}
