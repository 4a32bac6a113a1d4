//! Requests to CPU players and their replies as data, the same on a thread and in a web worker.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::analysis::Analysis;
use crate::cpu::cpu_player::CpuPlayer;
use crate::cpu::decision::Decision;
use crate::cpu::effort::{OnProgress, Progress, WorkLimit};
use crate::cpu::kept_engine::KeptEngine;
use crate::cpu::shares::built_in::missing_network;
use crate::cpu::thinking::analyse::analyse;
use crate::cpu::thinking::balanced_opening::{balanced_opening, balanced_opening_by_playouts};
use crate::cpu::thinking::review::{Review, review};
use crate::cpu::thinking::swap_sides::swaps_sides;
use crate::cpu::threads::{Threads, single_thread};
use crate::rules::{Player, Position, Record, Square};

/// A request about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkRequest {
    /// Returned in the reply, so that answers to older requests are recognised.
    pub id: u64,
    /// Game so far, in the text format of [`Record`].
    pub record: String,
    /// The question.
    pub question: Question,
}

impl ThinkRequest {
    /// Name of the network that would improve the answer if it were [loaded](crate::cpu::shares::load_network); `None`
    /// if the answer needs no network, or has it already.
    #[must_use]
    pub fn missing_network(&self) -> Option<&'static str> {
        let uses_network = match self.question {
            Question::Move { player, .. } => player.uses_network(),
            Question::Analysis { .. } | Question::Review => true,
            Question::Start { .. } | Question::SwapSides { .. } => false,
        };
        let record: Record = self.record.parse().ok().filter(|_| uses_network)?;
        missing_network(record.variant())
    }
}

/// A question about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Choose a move for a CPU player.
    Move {
        /// Player to ask.
        player: CpuPlayer,
        /// Seed of all randomness in the answer.
        seed: u64,
        /// Maximum time in milliseconds if a clock runs. The caller stops the search after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most_ms: Option<u64>,
    },
    /// Evaluate every legal move.
    Analysis {
        /// Number of positions after which the analysis pauses. For a deeper analysis, ask again with more.
        positions: u64,
    },
    /// Evaluate every played move, and find better ones.
    Review,
    /// Draw a roughly even starting position.
    Start {
        /// Number of plies before it.
        plies: usize,
        /// Seed of the draw.
        seed: u64,
    },
    /// Decide whether a CPU player takes over the other of two sides.
    #[serde(rename = "side")]
    SwapSides {
        /// Player to ask.
        player: CpuPlayer,
        /// Side that the CPU player has so far.
        own: Player,
        /// Seed of all randomness in the answer.
        seed: u64,
    },
}

impl Question {
    /// Maximum time for the answer; `None` if it has another limit.
    #[must_use]
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::Move { player, most_ms, .. } => {
                player.time().into_iter().chain(most_ms.map(Duration::from_millis)).min()
            }
            Self::SwapSides { player, .. } => player.time(),
            Self::Analysis { .. } | Self::Review | Self::Start { .. } => None,
        }
    }
}

/// Answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Move of the CPU player.
    Move(Decision),
    /// Values of all legal moves.
    Analysis(Analysis),
    /// Values of all played moves, with better ones.
    Review(Review),
    /// First moves of the game; empty if none were found.
    Start(Vec<Square>),
    /// True to take over the other side.
    #[serde(rename = "side")]
    SwapSides(bool),
}

/// Final reply to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThinkReply {
    /// Id of the request.
    pub id: u64,
    /// Answer, or the reason why there is none.
    pub answer: Result<Answer, NoAnswer>,
}

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
    /// Without a worker, searches run on the game's own thread, which has no time for analyses and reviews.
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

/// Message from the worker about a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThinkNews {
    /// Progress of the request with this id.
    Progress(u64, Progress),
    /// Preliminary answer to the request with this id.
    SoFar(u64, Answer),
    /// Final reply.
    Reply(ThinkReply),
}

impl ThinkNews {
    /// Id of the request.
    #[must_use]
    pub const fn id(&self) -> u64 {
        match self {
            Self::Progress(id, _) | Self::SoFar(id, _) => *id,
            Self::Reply(reply) => reply.id,
        }
    }
}

/// Answers a request. Some questions report preliminary answers on the way.
///
/// The same request and limit always get the same reply, unless `on_progress` stops the search, several threads help,
/// or the kept engine has entries of an earlier request.
#[must_use]
pub fn think(
    request: &ThinkRequest,
    limit: WorkLimit,
    report: &mut dyn FnMut(Answer),
    on_progress: &mut OnProgress<'_>,
    threads: &Threads<'_>,
    kept: &mut KeptEngine,
) -> ThinkReply {
    reply(request, |record| match request.question {
        Question::Move { player, seed, .. } => {
            let position = record.position();
            decide(player, seed, position, |rng| player.choose_with(position, limit, rng, on_progress, threads, kept))
        }
        Question::Analysis { positions } => {
            let mut last = None;
            let mut report = |analysis: &Analysis| {
                report(Answer::Analysis(analysis.clone()));
                last = Some(analysis.clone());
            };
            analyse(record.position(), positions, &mut report, on_progress, threads, kept);
            // If stopped before its first step, the analysis is empty.
            let known = last.or_else(|| record.position().to_move().map(|_| Analysis::default()));
            known.map(Answer::Analysis).ok_or(NoAnswer::GameOver)
        }
        Question::Review => {
            let mut last = Review::default();
            let mut report = |review: &Review| {
                report(Answer::Review(review.clone()));
                last = review.clone();
            };
            review(record, limit, &mut report, on_progress, threads);
            Ok(Answer::Review(last))
        }
        Question::Start { plies, seed } => Ok(Answer::Start(balanced_opening(record, plies, seed, on_progress))),
        Question::SwapSides { player, own, seed } => {
            let position = record.position();
            choose_side(own, seed, position, |rng| {
                player.choose_without_book(position, limit, rng, on_progress, threads, kept)
            })
        }
    })
}

/// Like [`think`], without the engine and with little time: [`CpuPlayer::choose_without_engine`] makes moves, playouts
/// draw starts, and analyses and reviews are refused.
#[must_use]
pub fn think_without_engine(request: &ThinkRequest, limit: WorkLimit, on_progress: &mut OnProgress<'_>) -> ThinkReply {
    reply(request, |record| match request.question {
        Question::Move { player, seed, .. } => {
            let position = record.position();
            decide(player, seed, position, |rng| {
                player.choose_without_engine(position, limit, rng, on_progress, &single_thread)
            })
        }
        Question::Analysis { .. } | Question::Review => Err(NoAnswer::NobodyBeside),
        Question::Start { plies, seed } => {
            Ok(Answer::Start(balanced_opening_by_playouts(record, plies, seed, on_progress)))
        }
        Question::SwapSides { player, own, seed } => {
            let position = record.position();
            choose_side(own, seed, position, |rng| {
                player.choose_without_engine(position, limit, rng, on_progress, &single_thread)
            })
        }
    })
}

fn reply(request: &ThinkRequest, answer: impl FnOnce(&Record) -> Result<Answer, NoAnswer>) -> ThinkReply {
    let record = request.record.parse::<Record>().map_err(|error| NoAnswer::Unreadable(error.to_string()));
    ThinkReply { id: request.id, answer: record.and_then(|record| answer(&record)) }
}

fn choose_side(
    own: Player,
    seed: u64,
    position: &Position,
    choose: impl FnOnce(&mut Xoshiro256PlusPlus) -> Option<Decision>,
) -> Result<Answer, NoAnswer> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let decision = choose(&mut rng).ok_or(NoAnswer::GameOver)?;
    swaps_sides(position, own, &decision).map(Answer::SwapSides).ok_or(NoAnswer::GameOver)
}

fn decide(
    player: CpuPlayer,
    seed: u64,
    position: &Position,
    choose: impl FnOnce(&mut Xoshiro256PlusPlus) -> Option<Decision>,
) -> Result<Answer, NoAnswer> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    choose(&mut rng).map(Answer::Move).ok_or_else(|| match position.to_move() {
        None => NoAnswer::GameOver,
        Some(_) => NoAnswer::Unsuited(player),
    })
}
