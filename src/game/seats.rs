//! Who plays what: the match being played, and the one being set up.

use std::fmt;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Screen;
use crate::cpu::{Character, CpuPlayer, EngineLevel, Level};
use crate::rules::{ByPlayer, Goal, Player, Position, Record, Variant, VariantError};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchSetup>()
        // Whatever follows the match's changes starts over with the screen that shows it.
        .add_systems(OnEnter(Screen::Match), |mut game: ResMut<Match>| game.set_changed());
}

/// Who makes a player's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// Somebody at this screen.
    #[default]
    Person,
    /// A CPU player.
    Cpu(CpuPlayer),
}

impl Seat {
    /// Every choice there is for a seat.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Person).chain(CpuPlayer::all().map(Self::Cpu))
    }

    /// Whether it can be chosen in this variant.
    #[must_use]
    pub fn suits(self, variant: &Variant) -> bool {
        match self {
            Self::Person => true,
            Self::Cpu(player) => player.suits(variant),
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Person => "Somebody at this screen",
            Self::Cpu(player) => player.description(),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Person => "Person",
            Self::Cpu(player) => player.name(),
        })
    }
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariantChoice {
    /// A variant that comes with the game, by its key.
    BuiltIn(String),
    /// Somebody's own, as its text.
    Own(String),
}

impl VariantChoice {
    /// The variant.
    ///
    /// # Errors
    /// Why there is none: in words, for people.
    pub fn variant(&self) -> Result<Variant, String> {
        match self {
            Self::BuiltIn(key) => Variant::built_in(key).ok_or_else(|| format!("no board is called \"{key}\"")),
            Self::Own(text) => text.parse().map_err(|error: VariantError| error.to_string()),
        }
    }
}

/// The choices of the new-game screen.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSetup {
    /// What is played.
    pub choice: VariantChoice,
    /// Whether the most or the fewest discs win.
    pub goal: Goal,
    /// Who was chosen to make whose moves; who sits there in the end is said by [`MatchSetup::seat`].
    pub seats: ByPlayer<Option<Seat>>,
    /// What the players are called; who has an empty name is called by their colour.
    pub names: ByPlayer<String>,
}

impl Default for MatchSetup {
    /// Ordinary reversi, with whomever the game proposes.
    fn default() -> Self {
        let choice = VariantChoice::BuiltIn("classic-8".to_owned());
        Self { choice, goal: Goal::default(), seats: ByPlayer::default(), names: ByPlayer::default() }
    }
}

impl MatchSetup {
    /// The variant to be played.
    ///
    /// # Errors
    /// Why there is none: in words, for people.
    pub fn variant(&self) -> Result<Variant, String> {
        Ok(self.choice.variant()?.with_goal(self.goal))
    }

    /// Chooses what is played, and its own goal with it; what cannot be played is not chosen.
    ///
    /// # Errors
    /// Why it cannot be played: in words, for people.
    pub fn choose(&mut self, choice: VariantChoice) -> Result<(), String> {
        if self.choice != choice {
            self.goal = choice.variant()?.goal();
            self.choice = choice;
        }
        Ok(())
    }

    /// Who makes a player's moves in this variant: whoever was chosen and suits it, else whom the game proposes.
    #[must_use]
    pub fn seat(&self, player: Player, variant: &Variant) -> Seat {
        match self.seats[player] {
            Some(seat) if seat.suits(variant) => seat,
            None if variant.players().first() == Some(&player) => Seat::Person,
            _ => Seat::Cpu(proposed_cpu(player, variant)),
        }
    }

    /// Who makes whose moves in this variant.
    #[must_use]
    pub fn seats_in(&self, variant: &Variant) -> ByPlayer<Seat> {
        ByPlayer::from_fn(|player| self.seat(player, variant))
    }

    /// The CPU player that makes a player's moves in this variant, or would in place of a person.
    #[must_use]
    pub fn cpu(&self, player: Player, variant: &Variant) -> CpuPlayer {
        match self.seat(player, variant) {
            Seat::Cpu(cpu) => cpu,
            Seat::Person => proposed_cpu(player, variant),
        }
    }

    /// Chooses for all players of the variant at once; a CPU player that was chosen keeps its seat where it may.
    ///
    /// # Errors
    /// Why there is no variant: in words, for people.
    pub fn seat_everybody(&mut self, seating: Seating) -> Result<(), String> {
        let variant = self.variant()?;
        let everybody = variant.everybody();
        let is_person = |player: &&Player| self.seat(**player, &variant) == Seat::Person;
        let first_person = everybody.iter().find(is_person).or(everybody.first()).copied();
        for player in everybody {
            let person_stays = match seating {
                Seating::OnePerson => first_person == Some(player),
                Seating::Watch => false,
                Seating::AllPersons => true,
            };
            let cpu = self.cpu(player, &variant);
            self.seats[player] = Some(if person_stays { Seat::Person } else { Seat::Cpu(cpu) });
        }
        Ok(())
    }
}

/// Who sits where, for all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// The first person, against CPU players.
    OnePerson,
    /// Nobody at this screen.
    Watch,
    /// Only people at this screen.
    AllPersons,
}

impl Seating {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::OnePerson, Self::Watch, Self::AllPersons];

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnePerson => "Fill with CPU",
            Self::Watch => "Watch",
            Self::AllPersons => "All persons",
        }
    }
}

/// The CPU player that a seat gets where none was chosen: for two a pleasant opponent, for more the one that the colour
/// game was published with.
fn proposed_cpu(player: Player, variant: &Variant) -> CpuPlayer {
    let pleasant = CpuPlayer::Engine(EngineLevel::PLEASANT);
    match player {
        _ if CpuPlayer::offered(variant).any(|offered| offered == pleasant) => pleasant,
        _ if variant.everybody().len() == 2 => CpuPlayer::Tree(Level::Casual),
        Player::Black | Player::White => CpuPlayer::MonteCarlo,
        Player::Ash => Character::Random.into(),
        Player::Cyan => Character::Minimum.into(),
        Player::Yamabuki => Character::Maximum.into(),
    }
}

/// The match on the board. It outlives the match screen, so that it can be taken up again.
#[derive(Resource, Clone, Debug)]
pub struct Match {
    /// The game so far: the one truth about the board.
    pub record: Record,
    /// Who makes whose moves.
    pub seats: ByPlayer<Seat>,
    /// What the players are called; who has an empty name is called by their colour.
    pub names: ByPlayer<String>,
    /// Everything random in this match follows from it.
    pub seed: u64,
}

impl Match {
    /// A new match in which everybody is called by their colour.
    #[must_use]
    pub fn new(variant: Variant, seats: ByPlayer<Seat>, seed: u64) -> Self {
        Self { record: Record::new(variant), seats, names: ByPlayer::default(), seed }
    }

    /// The same match from the beginning.
    #[must_use]
    pub fn again(&self, seed: u64) -> Self {
        Self { record: Record::new(self.record.variant().clone()), seed, ..self.clone() }
    }

    /// What a player is called, such as "Anna", or "Black" where no name was given.
    #[must_use]
    pub fn name(&self, player: Player) -> String {
        let name = self.names[player].trim();
        if name.is_empty() { player.to_string() } else { name.to_owned() }
    }

    /// Who is to move and who makes that move; `None` when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<(Player, Seat)> {
        self.record.position().to_move().map(|player| (player, self.seats[player]))
    }

    /// Whether a person at this screen is to move.
    #[must_use]
    pub fn person_to_move(&self) -> Option<Player> {
        self.to_move().filter(|(_, seat)| *seat == Seat::Person).map(|(player, _)| player)
    }

    /// Whether it has begun and is not over: what a restart would lose.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.record.ply() > 0 && self.record.position().to_move().is_some()
    }

    /// Where an undo leads: the last earlier ply at which a person is to move, or one ply back where nobody is a person.
    #[must_use]
    pub fn undo_target(&self) -> Option<usize> {
        let earlier = 0..self.record.ply();
        if self.has_person() { earlier.rev().find(|ply| self.is_persons(*ply)) } else { earlier.last() }
    }

    /// Where a redo leads: the next ply at which a person is to move, else the last that was undone.
    #[must_use]
    pub fn redo_target(&self) -> Option<usize> {
        let last = self.record.ply() + self.record.undone().len();
        let mut later = self.record.ply() + 1..=last;
        if self.record.undone().is_empty() {
            None
        } else if self.has_person() {
            later.find(|ply| self.is_persons(*ply)).or(Some(last))
        } else {
            later.next()
        }
    }

    /// How many at this screen play.
    #[must_use]
    pub fn persons(&self) -> usize {
        self.record.variant().everybody().iter().filter(|player| self.seats[**player] == Seat::Person).count()
    }

    /// Whether anybody at this screen plays.
    #[must_use]
    pub fn has_person(&self) -> bool {
        self.persons() > 0
    }

    fn is_persons(&self, ply: usize) -> bool {
        self.record
            .position_at(ply)
            .and_then(Position::to_move)
            .is_some_and(|player| self.seats[player] == Seat::Person)
    }
}
