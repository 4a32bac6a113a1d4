//! Reasons why a request to the CPU has no answer.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::cpu_player::CpuPlayer;

/// Reason why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoAnswer {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The CPU player does not play this variant.
    #[error("{0} does not play this variant")]
    Unsuited(CpuPlayer),
    /// Without a worker, searches run on the game's own thread, which has no time for analyses, reviews and
    /// simulations.
    #[error("analysis is not available without a worker")]
    NobodyBeside,
    /// The record in the request cannot be parsed.
    #[error("the record cannot be read: {0}")]
    Unreadable(String),
    /// The searching program has failed.
    #[error("the worker has failed")]
    Failed,
    /// The system refused to start a thread.
    #[error("the system cannot create a thread: {0}")]
    NoThread(String),
}
