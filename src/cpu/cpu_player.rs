//! All CPU players: their names, strengths and ways to choose a move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand::Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::budget::Budget;
use crate::cpu::characters::character::Character;
use crate::cpu::characters::weights::Weights;
use crate::cpu::classic::suits_engine_for_any_goal;
use crate::cpu::control::Control;
use crate::cpu::engine_level::EngineLevel;
use crate::cpu::kept_engine::KeptEngine;
use crate::cpu::playouts::monte_carlo;
use crate::cpu::playouts::payoffs::Aim;
use crate::cpu::playouts::tree::{self, Plan};
use crate::cpu::playouts::tree_level::TreeLevel;
use crate::cpu::report::Report;
use crate::cpu::shares::board_network::BoardNetwork;
use crate::cpu::shares::built_in::{network_for, network_name};
use crate::rules::{Goal, Position, Variant};

/// A CPU player. The text form is one word, such as `minimum` or `expert`. CPU players never pass by choice, nor expect
/// others to.
///
/// ```
/// use irogaeshi::cpu::{CpuPlayer, TreeLevel};
/// assert_eq!("expert".parse(), Ok(CpuPlayer::Tree(TreeLevel::Expert)));
/// assert_eq!(CpuPlayer::Tree(TreeLevel::Expert).to_string(), "expert");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CpuPlayer {
    /// Looks only at the legal moves of one position.
    Character(Character),
    /// Looks a few plies ahead with a table of square weights.
    Weights(Weights),
    /// Plays every legal move to the end many times at random.
    MonteCarlo,
    /// Searches for the fewest discs at the end.
    Loser,
    /// Searches with an evaluation, and solves endgames; the level sets how deep.
    Engine(EngineLevel),
    /// Searches a tree with playouts; the level sets how many.
    Tree(TreeLevel),
}

/// Error from parsing a [`CpuPlayer`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a CPU player; they are {players}", players = keys())]
pub struct UnknownCpuPlayer(pub String);

fn keys() -> String {
    CpuPlayer::all().map(CpuPlayer::key).collect::<Vec<_>>().join(", ")
}

impl CpuPlayer {
    /// All CPU players in display order: the characters, then the levels from the weakest up.
    pub fn all() -> impl Iterator<Item = Self> {
        let characters = Character::ALL.into_iter().map(Self::Character);
        let weights = Weights::ALL.into_iter().map(Self::Weights);
        let levels = TreeLevel::ALL.into_iter().map(Self::Tree);
        characters
            .chain(weights)
            .chain([Self::MonteCarlo, Self::Loser])
            .chain(EngineLevel::all().map(Self::Engine))
            .chain(levels)
    }

    /// Players to offer for a variant, in that order: all that suit it, but only the engine's levels if the engine can
    /// play the variant, and otherwise only the tree search's.
    pub fn offered(variant: &Variant) -> impl Iterator<Item = Self> {
        let engine_leads = suits_engine_for_any_goal(variant);
        Self::all().filter(move |player| {
            let is_wanted = match player {
                Self::Engine(_) => engine_leads,
                Self::Tree(_) => !engine_leads,
                _ => true,
            };
            is_wanted && player.suits(variant)
        })
    }

    /// Name in the text formats, such as `minimum`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Character(character) => character.key(),
            Self::Weights(weights) => weights.key(),
            Self::MonteCarlo => "monte-carlo",
            Self::Loser => "loser",
            Self::Engine(level) => level.key(),
            Self::Tree(level) => level.key(),
        }
    }

    /// Strength from 1 to 5, if it is about the same on every board. `None` for players that follow a single idea,
    /// which works on some boards and fails on others.
    #[must_use]
    pub fn strength(self) -> Option<u8> {
        let share = |index: usize, count: usize| u8::try_from(1 + index * 5 / count).ok();
        match self {
            Self::Engine(level) => share(level.index(), EngineLevel::all().count()),
            Self::Tree(level) => {
                let index = TreeLevel::ALL.iter().position(|other| *other == level)?;
                share(index, TreeLevel::ALL.len())
            }
            Self::MonteCarlo => Some(3),
            Self::Character(_) | Self::Weights(_) | Self::Loser => None,
        }
    }

    /// Strength in Elo points above a random player. Measured only in ordinary reversi, so `None` in other variants.
    #[must_use]
    pub fn rating(self, variant: &Variant) -> Option<i32> {
        match self {
            Self::Engine(level) if variant.is_ordinary() => Some(level.rating()),
            _ => None,
        }
    }

    /// Returns whether it can play this variant.
    #[must_use]
    pub fn suits(self, variant: &Variant) -> bool {
        match self {
            Self::Character(_) | Self::MonteCarlo | Self::Loser | Self::Tree(_) => true,
            Self::Weights(_) => Weights::suits(variant),
            Self::Engine(_) => suits_engine_for_any_goal(variant),
        }
    }

    /// Returns whether it moves within a second on every board, so that a server can run it in many rooms.
    ///
    /// In an optimised build, no quick player was measured to take longer than 0.3 s of a core on the largest board, 16
    /// x 16 squares with five players, and 0.07 s on 8 x 8.
    #[must_use]
    pub fn is_quick(self) -> bool {
        match self {
            Self::Character(_) | Self::Weights(_) => true,
            Self::Engine(level) => level <= EngineLevel::STRONGEST_QUICK,
            Self::Tree(level) => level < TreeLevel::Master,
            Self::MonteCarlo | Self::Loser => false,
        }
    }

    /// Time for one move, for players stopped by the clock; `None` for players that stop by themselves.
    ///
    /// Players read no clock: the caller must stop the search through [`Control::on_progress`].
    #[must_use]
    pub const fn time(self) -> Option<Duration> {
        match self {
            Self::Engine(level) => level.time(),
            Self::Tree(level) => level.time(),
            Self::Character(_) | Self::Weights(_) | Self::MonteCarlo | Self::Loser => None,
        }
    }

    /// Returns whether it keeps its transposition table between moves, so that it can ponder on the opponents' time.
    #[must_use]
    pub const fn remembers(self) -> bool {
        match self {
            Self::Engine(level) => level.time().is_some(),
            Self::Tree(_) | Self::Character(_) | Self::Weights(_) | Self::MonteCarlo | Self::Loser => false,
        }
    }

    /// Returns whether it evaluates positions with a network, if the variant has one.
    pub(crate) fn uses_network(self) -> bool {
        matches!(self, Self::Tree(level) if level.uses_network())
    }

    /// Name of the network that it uses in a variant, if any.
    #[must_use]
    pub fn network(self, variant: &Variant) -> Option<&'static str> {
        if self.uses_network() { network_name(variant) } else { None }
    }

    /// Budget for a move in this position. Callers may give it another one.
    #[must_use]
    pub fn budget(self, position: &Position) -> Budget {
        let has_engine = suits_engine_for_any_goal(position.variant());
        match self {
            Self::Character(_) | Self::Weights(_) => Budget::TO_THE_END,
            Self::MonteCarlo => Budget::positions(monte_carlo::playouts(position).into()),
            Self::Loser if has_engine => EngineLevel::STRONGEST_UNTIMED.budget(),
            Self::Engine(level) if has_engine => level.budget(),
            Self::Engine(_) | Self::Loser => TreeLevel::STRONGEST_UNTIMED.budget(),
            Self::Tree(level) => level.budget(),
        }
    }

    /// Its budget or, if there is a maximum number of nodes, at most that.
    pub(crate) fn budget_within(self, position: &Position, max_nodes: Option<u64>) -> Budget {
        let own = self.budget(position);
        max_nodes.map_or(own, |max_nodes| own.at_most(max_nodes))
    }

    /// Chooses a move without the opening books; see [`Thinker::choose`](crate::cpu::Thinker::choose).
    pub(crate) fn choose(
        self,
        position: &Position,
        budget: Budget,
        rng: &mut impl Rng,
        control: &mut Control<'_>,
        kept: &mut KeptEngine,
    ) -> Option<Report> {
        let goal = position.variant().goal();
        match self {
            Self::Engine(level) if self.suits(position.variant()) => {
                level.choose(position, goal, budget, rng, control, kept)
            }
            Self::Loser if suits_engine_for_any_goal(position.variant()) => {
                EngineLevel::STRONGEST_UNTIMED.choose(position, Goal::Fewest, budget, rng, control, kept)
            }
            _ if self.uses_network() => {
                self.choose_with_network(position, budget, rng, control, network_for(position.variant()))
            }
            _ => self.choose_without_engine(position, budget, rng, control),
        }
    }

    /// Like [`Thinker::choose`](crate::cpu::Thinker::choose), without the engine and the networks: the engine's levels
    /// play like the strongest tree search, and the tree search plays every position out to its end.
    /// A program that calls only this function does not link the evaluations and networks, which are large.
    pub fn choose_without_engine(
        self,
        position: &Position,
        budget: Budget,
        rng: &mut impl Rng,
        control: &mut Control<'_>,
    ) -> Option<Report> {
        self.choose_with_network(position, budget, rng, control, None)
    }

    fn choose_with_network(
        self,
        position: &Position,
        budget: Budget,
        rng: &mut impl Rng,
        control: &mut Control<'_>,
        network: Option<&'static BoardNetwork>,
    ) -> Option<Report> {
        let (level, aim) = match self {
            Self::Character(character) => return character.choose(position, rng).map(Report::from),
            Self::Weights(weights) => return weights.choose(position, rng, control),
            Self::MonteCarlo => return monte_carlo::choose(position, budget, rng, control),
            Self::Loser => (TreeLevel::STRONGEST_UNTIMED, Aim::FewestDiscs),
            Self::Engine(_) => (TreeLevel::STRONGEST_UNTIMED, Aim::Win),
            Self::Tree(level) => (level, Aim::Win),
        };
        let budget = match self {
            // The engine's own budgets do not limit nodes.
            Self::Engine(_) | Self::Loser if budget.nodes == u64::MAX => level.budget(),
            _ => budget,
        };
        let moves = level.see(position.legal_squares(), rng);
        tree::choose(position, moves, Plan { aim, budget, network }, rng, control)
    }
}

impl fmt::Display for CpuPlayer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.key())
    }
}

impl FromStr for CpuPlayer {
    type Err = UnknownCpuPlayer;

    /// Reads a key, ignoring case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::all()
            .find(|player| player.key().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownCpuPlayer(text.to_owned()))
    }
}

impl TryFrom<String> for CpuPlayer {
    type Error = UnknownCpuPlayer;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<CpuPlayer> for String {
    fn from(player: CpuPlayer) -> Self {
        player.key().to_owned()
    }
}

impl From<Character> for CpuPlayer {
    fn from(character: Character) -> Self {
        Self::Character(character)
    }
}
