//! Requests to CPU players and their replies as data, the same on a thread and in a web worker.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::cpu::control::Control;
use crate::cpu::cpu_player::CpuPlayer;
use crate::cpu::progress::Progress;
use crate::cpu::report::Report;
use crate::cpu::shares::built_in::missing_network;
use crate::cpu::thinker::Thinker;
use crate::cpu::thinking::balanced_opening::{balanced_opening, balanced_opening_by_playouts};
use crate::cpu::thinking::board_measuring::MeasuringEffort;
use crate::cpu::thinking::no_answer::NoAnswer;
use crate::cpu::thinking::review::{Review, review};
use crate::cpu::thinking::simulation::{SimulatedGames, simulate};
use crate::cpu::thinking::swap_sides::swaps_sides;
use crate::rules::{BoardMeasures, ByPlayer, Player, Position, Record, Square};

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
            Question::Analysis { .. } | Question::Review | Question::Board(_) => true,
            Question::Simulation { players, .. } => players.iter().any(|(_, player)| player.uses_network()),
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
        /// Time in milliseconds in place of the player's own; ignored by players that stop by themselves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per_move_ms: Option<u64>,
    },
    /// Evaluate every legal move.
    Analysis {
        /// Number of positions after which the analysis pauses. For a deeper analysis, ask again with more.
        positions: u64,
    },
    /// Evaluate every played move, and find better ones.
    Review,
    /// Play games to the end between CPU players, from the end of the record.
    Simulation {
        /// Players; those who do not take part do not matter.
        players: ByPlayer<CpuPlayer>,
        /// Number of games.
        games: u32,
        /// Seed of all randomness.
        seed: u64,
    },
    /// Measure the board of the record.
    Board(MeasuringEffort),
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
            Self::Move { player, most_ms, per_move_ms, .. } => {
                let own = player.time().map(|own| per_move_ms.map_or(own, Duration::from_millis));
                own.into_iter().chain(most_ms.map(Duration::from_millis)).min()
            }
            Self::SwapSides { player, .. } => player.time(),
            Self::Analysis { .. } | Self::Review | Self::Simulation { .. } | Self::Board(_) | Self::Start { .. } => {
                None
            }
        }
    }
}

/// Answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Move of the CPU player.
    Move(Report),
    /// Values of all legal moves.
    Analysis(Report),
    /// Values of all played moves, with better ones.
    Review(Review),
    /// Results of the games.
    Simulation(SimulatedGames),
    /// Measures of the board; `None` if stopped.
    Board(Option<Box<BoardMeasures>>),
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

impl Thinker {
    /// Answers a request, with at most `max_nodes` positions or playouts for each search. Some questions report
    /// preliminary answers on the way.
    ///
    /// The same request and limit always get the same reply, unless `control` stops the search, several threads help,
    /// or the engine has entries of an earlier request.
    #[must_use]
    pub fn answer(
        &mut self,
        request: &ThinkRequest,
        max_nodes: Option<u64>,
        control: &mut Control<'_, Answer>,
    ) -> ThinkReply {
        reply(request, |record| match request.question {
            Question::Move { player, seed, .. } => {
                let budget = player.budget_within(record.position(), max_nodes);
                let control = &mut control.without_reports();
                decide(player, seed, record.position(), |position, rng| {
                    self.choose(player, position, budget, rng, control)
                })
            }
            Question::Analysis { positions } => {
                let answer = |report: &Report| Answer::Analysis(report.clone());
                let last = control.converting(answer, |control| self.analyse(record.position(), positions, control));
                // If stopped before its first step, the analysis is empty.
                let known = last.or_else(|| record.position().to_move().map(|_| Report::default()));
                known.map(Answer::Analysis).ok_or(NoAnswer::GameOver)
            }
            Question::Review => {
                let answer = |review: &Review| Answer::Review(review.clone());
                Ok(Answer::Review(control.converting(answer, |control| review(record, max_nodes, control))))
            }
            Question::Simulation { players, games, seed } => {
                let answer = |found: &SimulatedGames| Answer::Simulation(found.clone());
                let found = control.converting(answer, |control| {
                    simulate(self, record.position(), players, (games, seed), max_nodes, control)
                });
                found.map(Answer::Simulation)
            }
            Question::Board(effort) => {
                let start = Position::start(record.variant().clone());
                let effort = effort.at_most(max_nodes);
                let measures = self.measure(&start, effort, &mut control.without_reports())?;
                Ok(Answer::Board(measures.map(Box::new)))
            }
            Question::Start { plies, seed } => Ok(Answer::Start(balanced_opening(record, plies, seed, control))),
            Question::SwapSides { player, own, seed } => {
                let budget = player.budget_within(record.position(), max_nodes);
                let control = &mut control.without_reports();
                choose_side(own, seed, record.position(), |position, rng| {
                    player.choose(position, budget, rng, control, &mut self.kept)
                })
            }
        })
    }
}

/// Like [`Thinker::answer`], without the engine and with little time: [`CpuPlayer::choose_without_engine`] makes moves,
/// playouts draw starts, and analyses and reviews are refused.
#[must_use]
pub fn answer_without_engine(request: &ThinkRequest, max_nodes: u64) -> ThinkReply {
    let choose = |player: CpuPlayer, position: &Position, rng: &mut Xoshiro256PlusPlus| {
        let budget = player.budget_within(position, Some(max_nodes));
        player.choose_without_engine(position, budget, rng, &mut Control::new())
    };
    reply(request, |record| match request.question {
        Question::Move { player, seed, .. } => {
            decide(player, seed, record.position(), |position, rng| choose(player, position, rng))
        }
        Question::Analysis { .. } | Question::Review | Question::Simulation { .. } | Question::Board(_) => {
            Err(NoAnswer::NobodyBeside)
        }
        Question::Start { plies, seed } => {
            Ok(Answer::Start(balanced_opening_by_playouts(record, plies, seed, &mut Control::<()>::new())))
        }
        Question::SwapSides { player, own, seed } => {
            choose_side(own, seed, record.position(), |position, rng| choose(player, position, rng))
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
    choose: impl FnOnce(&Position, &mut Xoshiro256PlusPlus) -> Option<Report>,
) -> Result<Answer, NoAnswer> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let report = choose(position, &mut rng).ok_or(NoAnswer::GameOver)?;
    swaps_sides(position, own, &report).map(Answer::SwapSides).ok_or(NoAnswer::GameOver)
}

fn decide(
    player: CpuPlayer,
    seed: u64,
    position: &Position,
    choose: impl FnOnce(&Position, &mut Xoshiro256PlusPlus) -> Option<Report>,
) -> Result<Answer, NoAnswer> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    choose(position, &mut rng).map(Answer::Move).ok_or_else(|| match position.to_move() {
        None => NoAnswer::GameOver,
        Some(_) => NoAnswer::Unsuited(player),
    })
}
