//! A thought as data: what is asked of a CPU player and what it answers, the same on a thread and in a web worker.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::analysis::Analysis;
use crate::cpu::cpu_player::CpuPlayer;
use crate::cpu::crew::{Crew, alone};
use crate::cpu::decision::Decision;
use crate::cpu::effort::{Limit, Progress, Watch};
use crate::cpu::kept_engine::KeptEngine;
use crate::cpu::shares::built_in::missing_of;
use crate::cpu::thinking::analyse::analyse;
use crate::cpu::thinking::even_start::{even_start, even_start_by_playouts};
use crate::cpu::thinking::review::{Review, review};
use crate::cpu::thinking::side::takes_other_side;
use crate::rules::{Player, Position, Record, Square};

/// Asks something about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkRequest {
    /// Comes back with the reply, so that an answer to an older question is recognised.
    pub id: u64,
    /// The game so far, in the text notation of [`Record`].
    pub record: String,
    /// What is asked.
    pub question: Question,
}

impl ThinkRequest {
    /// What the network is called that the answer would go by if it were [brought](crate::cpu::shares::bring); `None`
    /// where the answer goes by none, or it is here.
    #[must_use]
    pub fn missing_network(&self) -> Option<&'static str> {
        let judges = match self.question {
            Question::Move { player, .. } => player.judges(),
            Question::Analysis { .. } | Question::Review => true,
            Question::Start { .. } | Question::Side { .. } => false,
        };
        let record: Record = self.record.parse().ok().filter(|_| judges)?;
        missing_of(record.variant())
    }
}

/// What is asked about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// What a CPU player plays.
    Move {
        /// Who is asked.
        player: CpuPlayer,
        /// Everything random in the answer follows from this.
        seed: u64,
        /// How many milliseconds the answer may take, where a clock runs: whoever thinks stops it then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most_ms: Option<u64>,
    },
    /// What each legal move is worth.
    Analysis {
        /// How many positions are enough to look at: then the analysis rests. Whoever wants to know more asks for more.
        positions: u64,
    },
    /// What each move that was played was worth, and what was better.
    Review,
    /// From where a game starts that is drawn and about even.
    Start {
        /// After how many plies.
        plies: usize,
        /// Draws it.
        seed: u64,
    },
    /// Whether a CPU player takes over the other's side of two.
    Side {
        /// Who is asked.
        player: CpuPlayer,
        /// Whose moves they make so far.
        own: Player,
        /// Everything random in the answer follows from this.
        seed: u64,
    },
}

impl Question {
    /// How long the answer may take; `None` where it has another limit.
    #[must_use]
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::Move { player, most_ms, .. } => {
                player.time().into_iter().chain(most_ms.map(Duration::from_millis)).min()
            }
            Self::Side { player, .. } => player.time(),
            Self::Analysis { .. } | Self::Review | Self::Start { .. } => None,
        }
    }
}

/// What a question is answered with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// What a CPU player plays.
    Move(Decision),
    /// What each legal move is worth.
    Analysis(Analysis),
    /// What each move that was played was worth, and what was better.
    Review(Review),
    /// The moves with which a game starts; none where none were found.
    Start(Vec<Square>),
    /// Whether the other's side is taken over.
    Side(bool),
}

/// The last word on a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThinkReply {
    /// The id of the request.
    pub id: u64,
    /// The answer, or why there is none.
    pub answer: Result<Answer, NoAnswer>,
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoAnswer {
    /// Nobody is to move.
    #[error("the game is over")]
    GameOver,
    /// The CPU player does not play this variant.
    #[error("{0} does not play this variant")]
    Unsuited(CpuPlayer),
    /// Where there is only the frame itself to think in, nothing is analysed or reviewed.
    #[error("nobody thinks beside the game")]
    NobodyBeside,
    /// The record of the request cannot be read.
    #[error("the record cannot be read: {0}")]
    Unreadable(String),
    /// The program that thinks has failed.
    #[error("the program that thinks has failed")]
    Failed,
    /// The system gives no thread to think on.
    #[error("the system gives no thread to think on: {0}")]
    NoThread(String),
}

/// What comes back from wherever it is thought about a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThinkNews {
    /// The request with this id is still thought about.
    Progress(u64, Progress),
    /// The answer to the request with this id as far as it is known.
    SoFar(u64, Answer),
    /// The request is answered.
    Reply(ThinkReply),
}

impl ThinkNews {
    /// The id of the request.
    #[must_use]
    pub const fn id(&self) -> u64 {
        match self {
            Self::Progress(id, _) | Self::SoFar(id, _) => *id,
            Self::Reply(reply) => reply.id,
        }
    }
}

/// Answers a request, and tells the answer as far as it is known on the way, where the question is of that kind.
///
/// The same request and limit always get the same reply, unless the watch stops the thought, a crew helps, or the
/// engine that is kept knows something from a request before.
#[must_use]
pub fn think(
    request: &ThinkRequest,
    limit: Limit,
    tell: &mut dyn FnMut(Answer),
    watch: &mut Watch<'_>,
    crew: &Crew<'_>,
    kept: &mut KeptEngine,
) -> ThinkReply {
    reply(request, |record| match request.question {
        Question::Move { player, seed, .. } => {
            let position = record.position();
            decide(player, seed, position, |rng| player.choose_with(position, limit, rng, watch, crew, kept))
        }
        Question::Analysis { positions } => {
            let mut last = None;
            let mut tell = |analysis: &Analysis| {
                tell(Answer::Analysis(analysis.clone()));
                last = Some(analysis.clone());
            };
            analyse(record.position(), positions, &mut tell, watch, crew, kept);
            // Whoever stops it before its first step gets an analysis of no moves.
            let known = last.or_else(|| record.position().to_move().map(|_| Analysis::default()));
            known.map(Answer::Analysis).ok_or(NoAnswer::GameOver)
        }
        Question::Review => {
            let mut last = Review::default();
            let mut tell = |review: &Review| {
                tell(Answer::Review(review.clone()));
                last = review.clone();
            };
            review(record, limit, &mut tell, watch, crew);
            Ok(Answer::Review(last))
        }
        Question::Start { plies, seed } => Ok(Answer::Start(even_start(record, plies, seed, watch))),
        Question::Side { player, own, seed } => {
            let position = record.position();
            choose_side(own, seed, position, |rng| player.choose_without_book(position, limit, rng, watch, crew, kept))
        }
    })
}

/// As [`think`], where neither the engine nor much time is to be had: moves are made by
/// [`CpuPlayer::choose_without_engine`], starts drawn by playouts, and nothing is analysed or reviewed.
#[must_use]
pub fn think_without_engine(request: &ThinkRequest, limit: Limit, watch: &mut Watch<'_>) -> ThinkReply {
    reply(request, |record| match request.question {
        Question::Move { player, seed, .. } => {
            let position = record.position();
            decide(player, seed, position, |rng| player.choose_without_engine(position, limit, rng, watch, &alone))
        }
        Question::Analysis { .. } | Question::Review => Err(NoAnswer::NobodyBeside),
        Question::Start { plies, seed } => Ok(Answer::Start(even_start_by_playouts(record, plies, seed, watch))),
        Question::Side { player, own, seed } => {
            let position = record.position();
            choose_side(own, seed, position, |rng| player.choose_without_engine(position, limit, rng, watch, &alone))
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
    takes_other_side(position, own, &decision).map(Answer::Side).ok_or(NoAnswer::GameOver)
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
