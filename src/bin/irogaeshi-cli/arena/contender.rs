//! Contenders of a match: a player and its limit for each move.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use irogaeshi::cpu::classic::{bitboards, suits_engine};
use irogaeshi::cpu::{Budget, Control, CpuPlayer, Thinker, TreeLevel, UnknownCpuPlayer};
use irogaeshi::programs::{Program, ProgramCommand, ProgramCommandError, ProgramError, ThinkingTime};
use irogaeshi::rules::{Player, Position, Square, Variant};
use rand::Rng;
use thiserror::Error;

use crate::engine::budget::{should_stop, to_depth};
use crate::engine::evaluation_file::{EvaluationFile, EvaluationFileError};
use crate::engine::interrupt::Interrupt;
use crate::engine::session::{EngineArguments, EngineSession};
use crate::failure::Refusal;
use crate::suggestion::suggestion;

/// Name of the tree search without a level; only its limit decides its strength.
const TREE: &str = "tree";

/// Name of the tree search without a network, which plays every position out to the end instead.
const PLAYOUTS: &str = "playouts";

/// Name of the engine for two players.
const ENGINE: &str = "engine";

/// The tree search at its strongest level, for use with a custom limit.
const UNLIMITED: CpuPlayer = CpuPlayer::Tree(TreeLevel::Master);

/// Size of the transposition table of each engine in MiB. Small, since several engines may run at once.
const ENGINE_TABLE_MIB: u32 = 64;

/// A player with an optional limit. Its text form is, for example, `minimum`, `tree:200ms`, `monte-carlo:1000`,
/// `engine:d8`, `engine@values.bin:d8` or `gtp:/usr/bin/reversi --gtp`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    kind: Kind,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Cpu(CpuPlayer, Option<MoveLimit>),
    Playouts(Option<MoveLimit>),
    /// With an evaluation of its own, if any.
    Engine(Budget, Option<EvaluationFile>),
    Program(ProgramCommand),
}

/// Limit on the search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveLimit {
    Time(Duration),
    Playouts(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ContenderError {
    #[error("\"{}\" is not a CPU player; {}", .0.0, suggestion(&.0.0, names(), "players"))]
    UnknownPlayer(#[from] UnknownCpuPlayer),
    #[error("\"{0}\" is not a limit; a limit is a time such as 200ms or a number of playouts such as 1000")]
    NotALimit(String),
    #[error(
        "\"{0}\" is not a limit of the engine; a limit is a time such as 200ms, a depth such as d8 or a number of nodes"
    )]
    NotAnEngineLimit(String),
    #[error("{path}: {error}")]
    NoEvaluation { path: String, error: EvaluationFileError },
    #[error("{0} does not search and so takes no limit")]
    TakesNoLimit(CpuPlayer),
    #[error(transparent)]
    Program(#[from] ProgramCommandError),
}

/// The names of all players, without limits and programs.
fn names() -> impl Iterator<Item = &'static str> {
    CpuPlayer::all().map(CpuPlayer::key).chain([TREE, PLAYOUTS, ENGINE]).chain(ProgramCommand::protocols())
}

impl Refusal for ContenderError {}

impl Contender {
    /// Returns whether it can play this variant.
    pub(crate) fn suits(&self, variant: &Variant) -> bool {
        match &self.kind {
            Kind::Cpu(player, _) => player.suits(variant),
            Kind::Playouts(_) => true,
            Kind::Engine(..) => suits_engine(variant),
            Kind::Program(_) => ProgramCommand::suits(variant),
        }
    }

    /// Prepares it to play. `patience` is the time that a program may stay silent besides its thinking time.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub(crate) fn sit_down(&self, patience: Duration, knows_book: bool) -> Result<Seated, ProgramError> {
        self.sit_down_interruptibly(patience, knows_book, &Interrupt::default())
    }

    /// Like [`Self::sit_down`], but its searches end as soon as they are interrupted, except for those of programs.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub(crate) fn sit_down_interruptibly(
        &self,
        patience: Duration,
        knows_book: bool,
        interrupt: &Interrupt,
    ) -> Result<Seated, ProgramError> {
        let interrupt = interrupt.clone();
        Ok(match &self.kind {
            Kind::Cpu(player, limit) => {
                let thinker = Thinker::new((ENGINE_TABLE_MIB as usize) << 20);
                let thinker = Box::new(if knows_book { thinker } else { thinker.without_books() });
                Seated::Cpu { player: *player, limit: *limit, thinker, interrupt }
            }
            Kind::Playouts(limit) => Seated::Playouts(*limit, interrupt),
            Kind::Engine(budget, evaluation) => {
                let arguments = EngineArguments::with_table(ENGINE_TABLE_MIB).with_evaluation(evaluation.clone());
                Seated::Engine(Box::new(EngineSession::new(arguments).interrupted_by(interrupt)), *budget)
            }
            Kind::Program(command) => Seated::Program(Box::new(Program::start(command, patience)?)),
        })
    }
}

/// A contender ready to play, with its memory.
pub(crate) enum Seated {
    Cpu { player: CpuPlayer, limit: Option<MoveLimit>, thinker: Box<Thinker>, interrupt: Interrupt },
    Playouts(Option<MoveLimit>, Interrupt),
    Engine(Box<EngineSession>, Budget),
    Program(Box<Program>),
}

impl Seated {
    /// Forgets earlier games before a new one, so that games do not depend on each other.
    pub(crate) fn begin(&mut self) {
        match self {
            Self::Engine(session, _) => session.forget(),
            Self::Program(program) => program.begin(),
            Self::Cpu { thinker, .. } => thinker.forget(),
            Self::Playouts(..) => {}
        }
    }

    /// Chooses a legal square; `None` when the game is over. `moves` lead from the start to the position. `most`, if
    /// given, limits the time in addition to its own limit.
    ///
    /// # Errors
    /// If a program does not name a legal square.
    pub(crate) fn choose(
        &mut self,
        position: &Position,
        moves: &[(Player, Square)],
        most: Option<Duration>,
        rng: &mut impl Rng,
    ) -> Result<Option<Square>, ProgramError> {
        match self {
            Self::Cpu { player, limit, thinker, interrupt } => {
                let budget = budget(*player, position, *limit, most);
                let start = Instant::now();
                let mut on_progress = |_| should_stop(budget, start, interrupt);
                let control = &mut Control::new().on_progress(&mut on_progress);
                Ok(thinker.choose(*player, position, budget, rng, control).and_then(|report| report.square()))
            }
            Self::Playouts(limit, interrupt) => {
                let budget = budget(UNLIMITED, position, *limit, most);
                let start = Instant::now();
                let mut on_progress = |_| should_stop(budget, start, interrupt);
                let control = &mut Control::new().on_progress(&mut on_progress);
                Ok(UNLIMITED.choose_without_engine(position, budget, rng, control).and_then(|report| report.square()))
            }
            Self::Engine(session, budget) => Ok(bitboards(position).and_then(|(board, shape)| {
                let budget = budget.within(shorter(budget.time, most));
                session.choose(board, shape, budget, &mut |_, _| {}).found.line.first().copied()
            })),
            Self::Program(program) => program.choose(position, moves, most),
        }
    }
}

/// The shorter of two times; `None` is unlimited.
fn shorter(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

/// A CPU player's budget for a move in this position.
fn budget(player: CpuPlayer, position: &Position, limit: Option<MoveLimit>, most: Option<Duration>) -> Budget {
    let own = player.budget(position);
    let budget = match limit {
        Some(MoveLimit::Playouts(playouts)) => own.with_nodes(playouts.into()),
        Some(MoveLimit::Time(time)) if own.time.is_none() => own.with_nodes(u64::MAX).within(Some(time)),
        Some(MoveLimit::Time(time)) => own.within(Some(time)),
        None => own,
    };
    budget.within(shorter(budget.time, most))
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        if let Some(command) = ProgramCommand::read(name, rest.unwrap_or_default()) {
            let command = command?;
            return Ok(Self { text: command.to_string(), kind: Kind::Program(command) });
        }
        if let Some((engine, rest)) = text.split_once('@').filter(|(name, _)| name.eq_ignore_ascii_case(ENGINE)) {
            let (path, limit) = rest.rsplit_once(':').unwrap_or((rest, ""));
            let limit = limit.to_lowercase();
            let evaluation =
                path.parse().map_err(|error| ContenderError::NoEvaluation { path: path.to_owned(), error })?;
            let kind = Kind::Engine(read_budget(&limit)?, Some(evaluation));
            return Ok(Self { kind, text: format!("{}@{path}:{limit}", engine.to_lowercase()) });
        }
        let text = text.to_lowercase();
        let (name, limit) = text.split_once(':').map_or((text.as_str(), None), |(name, limit)| (name, Some(limit)));
        let kind = if name == ENGINE {
            Kind::Engine(read_budget(limit.unwrap_or_default())?, None)
        } else {
            let limit = limit.map(str::parse).transpose()?;
            let player = if [TREE, PLAYOUTS].contains(&name) { UNLIMITED } else { name.parse()? };
            if limit.is_some() && !searches(player) {
                return Err(ContenderError::TakesNoLimit(player));
            }
            if name == PLAYOUTS { Kind::Playouts(limit) } else { Kind::Cpu(player, limit) }
        };
        Ok(Self { kind, text })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl FromStr for MoveLimit {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(ThinkingTime(time)) = text.parse() {
            return Ok(Self::Time(time));
        }
        let playouts = text.parse().ok().filter(|playouts| *playouts > 0);
        playouts.map(Self::Playouts).ok_or_else(|| ContenderError::NotALimit(text.to_owned()))
    }
}

/// Parses a limit of the engine: a time, a depth or a number of nodes.
fn read_budget(text: &str) -> Result<Budget, ContenderError> {
    if let Ok(ThinkingTime(time)) = text.parse() {
        return Ok(Budget::TO_THE_END.within(Some(time)));
    }
    let budget = if let Some(depth) = text.strip_prefix('d') {
        depth.parse().ok().map(to_depth)
    } else {
        let nodes = text.parse().ok().filter(|nodes| *nodes > 0);
        nodes.map(Budget::positions)
    };
    budget.ok_or_else(|| ContenderError::NotAnEngineLimit(text.to_owned()))
}

/// Returns whether more time makes the player stronger.
const fn searches(player: CpuPlayer) -> bool {
    match player {
        CpuPlayer::MonteCarlo | CpuPlayer::Loser | CpuPlayer::Engine(_) | CpuPlayer::Tree(_) => true,
        CpuPlayer::Character(_) | CpuPlayer::Weights(_) => false,
    }
}
