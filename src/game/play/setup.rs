//! The match that is being set up: what is played, and who plays.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::{CpuPlayer, EngineLevel, Level};
use crate::game::PlaySystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::play::lesson::LessonOffer;
use crate::game::play::match_command::{MatchChange, MatchCommand, fresh_seed};
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::terms::{Sides, Start, Terms};
use crate::game::text::{Phrase, say};
use crate::notation::{GameRecord, TimeControl};
use crate::online::Clock;
use crate::rules::{ByPlayer, Goal, Player, Variant, VariantError};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchSetup>()
        .add_command::<SetupCommand>()
        .add_systems(Update, change_setup.in_set(PlaySystems::Setup));
}

/// What can be asked of the setup.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum SetupCommand {
    /// Chooses what is played.
    ChooseVariant(VariantChoice),
    /// Chooses whether the most or the fewest discs win.
    ChooseGoal(Goal),
    /// Chooses who makes a player's moves.
    ChooseSeat(Player, Seat),
    /// Chooses who makes everybody's moves.
    SeatEverybody(Seating),
    /// Chooses how much time everybody has.
    ChooseClock(Option<TimeControl>),
    /// Gives a player's colour to the only human, and lets nothing change it.
    PlayAs(Player),
    /// Chooses how colours are given.
    ChooseSides(Sides),
    /// Chooses from which position matches start.
    ChooseStart(Start),
    /// Chooses how many corners are Black's from the beginning.
    GiveCorners(u8),
    /// Chooses what a player is called; an empty name is that of their colour.
    NamePlayer(Player, String),
    /// Against CPU players: whoever plays for the first time is at a board at once, others choose first.
    PlayComputer,
    /// Chooses a match of people at this screen.
    PlayHere,
    /// Chooses a match of colour reversi.
    PlayColour,
    /// Begins a match with the choices made.
    Start,
    /// Puts a match on the board as far as it was played. One that goes on gets the players that are chosen wherever it
    /// names nobody.
    Load(Box<GameRecord>),
}

/// Obeys what is asked of the setup.
pub(in crate::game) fn change_setup(
    mut wishes: MessageReader<SetupCommand>,
    time: Res<Time<Real>>,
    game: Option<Res<Match>>,
    mut setup: ResMut<MatchSetup>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
    mut offer: ResMut<LessonOffer>,
) {
    let fresh_seed = fresh_seed(&time);
    for wish in wishes.read() {
        match wish {
            SetupCommand::ChooseVariant(choice) => {
                if let Err(reason) = setup.choose(choice.clone()) {
                    warn!("that board cannot be played: {reason}");
                }
            }
            SetupCommand::ChooseGoal(goal) => setup.goal = *goal,
            SetupCommand::ChooseSeat(player, seat) => {
                setup.seats[*player] = Some(*seat);
                navigate.write(Navigate::Close);
            }
            SetupCommand::SeatEverybody(seating) => seat_everybody(&mut setup, *seating),
            SetupCommand::ChooseClock(clock) => setup.clock = *clock,
            SetupCommand::PlayAs(player) => {
                setup.terms.sides = Sides::AsSeated;
                setup.play_as(*player);
            }
            SetupCommand::ChooseSides(sides) => setup.terms.sides = *sides,
            SetupCommand::ChooseStart(start) => {
                setup.terms = Terms { start: *start, corners: 0, ..setup.terms };
            }
            SetupCommand::GiveCorners(corners) => {
                setup.terms = Terms { start: Start::Normal, corners: *corners, ..setup.terms };
            }
            SetupCommand::NamePlayer(player, name) => setup.names[*player].clone_from(name),
            SetupCommand::PlayComputer if game.is_none() && *setup == MatchSetup::default() => {
                setup.seats[Player::White] = Some(Seat::Cpu(CpuPlayer::Engine(EngineLevel::GENTLE)));
                if let Ok(variant) = setup.variant() {
                    let game = setup.new_match(variant, fresh_seed, None);
                    offer.0 = Some(game.seed);
                    put_on_board(game, &mut matches, &mut navigate);
                }
            }
            SetupCommand::PlayComputer => {
                setup.choose_played();
                seat_everybody(&mut setup, Seating::OneHuman);
                navigate.write(Navigate::To(Screen::NewGame));
            }
            SetupCommand::PlayHere => {
                setup.choose_played();
                seat_everybody(&mut setup, Seating::AllHumans);
                navigate.write(Navigate::To(Screen::NewGame));
            }
            SetupCommand::PlayColour => {
                if let Err(reason) = setup.choose(VariantChoice::BuiltIn(COLOUR.to_owned())) {
                    warn!("that board cannot be played: {reason}");
                }
                navigate.write(Navigate::To(Screen::NewGame));
            }
            SetupCommand::Start => {
                if let Ok(variant) = setup.variant() {
                    setup.played = Some((setup.choice.clone(), setup.goal));
                    let next = setup.new_match(variant, fresh_seed, game.as_deref());
                    put_on_board(next, &mut matches, &mut navigate);
                }
            }
            SetupCommand::Load(game) => begin((**game).clone(), &setup, fresh_seed, &mut matches, &mut navigate),
        }
    }
}

/// The key of the board of colour reversi.
const COLOUR: &str = "colour";

fn seat_everybody(setup: &mut MatchSetup, seating: Seating) {
    if let Err(reason) = setup.seat_everybody(seating) {
        warn!("nobody can be seated: {reason}");
    }
}

fn begin(
    game: GameRecord,
    setup: &MatchSetup,
    seed: u64,
    matches: &mut MessageWriter<MatchCommand>,
    navigate: &mut MessageWriter<Navigate>,
) {
    let goes_on = game.ending().is_none();
    let is_unnamed =
        ByPlayer::from_fn(|player| goes_on && game.seats()[player].is_none() && game.names()[player].is_empty());
    // Nobody here can make the moves of a CPU player that this version does not know but a human.
    let mut game = Match::of(game, seed, |_| Seat::Human);
    game.marks.brought_in = game.record.ply() > 0;
    game.marks.ended_elsewhere = !goes_on;
    for (player, _) in is_unnamed.iter().filter(|(_, is_unnamed)| **is_unnamed) {
        game.seats[player] = setup.seat(player, game.record.variant());
        game.names[player].clone_from(&setup.names[player]);
    }
    put_on_board(game, matches, navigate);
}

fn put_on_board(game: Match, matches: &mut MessageWriter<MatchCommand>, navigate: &mut MessageWriter<Navigate>) {
    matches.write(MatchCommand::now(MatchChange::Replace(Box::new(game))));
    navigate.write(Navigate::To(Screen::Match));
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
    /// Why there is none.
    pub fn variant(&self) -> Result<Variant, ChoiceError> {
        match self {
            Self::BuiltIn(key) => Variant::built_in(key).ok_or_else(|| ChoiceError::NoSuchBoard(key.clone())),
            Self::Own(text) => Ok(text.parse()?),
        }
    }
}

/// Why a choice is nothing that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// No board that comes with the game has this key.
    #[error("no board is called \"{0}\"")]
    NoSuchBoard(String),
    /// The text of an own board is none.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

impl From<&ChoiceError> for Phrase {
    fn from(error: &ChoiceError) -> Self {
        match error {
            ChoiceError::NoSuchBoard(key) => say!("board-unknown", key = key.as_str()),
            ChoiceError::Variant(error) => error.into(),
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
    /// How much time everybody has; as much as they like where there is none.
    pub clock: Option<TimeControl>,
    /// What else is agreed on; how much of it holds, the board decides.
    #[serde(default)]
    pub terms: Terms,
    /// The board of the last match that began from here, and its goal; what is only looked at is forgotten.
    #[serde(default)]
    pub played: Option<(VariantChoice, Goal)>,
}

impl Default for MatchSetup {
    /// Ordinary reversi, with whomever the game proposes.
    fn default() -> Self {
        let choice = VariantChoice::BuiltIn("classic-8".to_owned());
        let (seats, names) = (ByPlayer::default(), ByPlayer::default());
        Self { choice, goal: Goal::default(), seats, names, clock: None, terms: Terms::default(), played: None }
    }
}

impl MatchSetup {
    /// The variant to be played.
    ///
    /// # Errors
    /// Why there is none.
    pub fn variant(&self) -> Result<Variant, ChoiceError> {
        Ok(self.choice.variant()?.with_goal(self.goal))
    }

    /// Chooses what is played, and its own goal with it; what cannot be played is not chosen.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn choose(&mut self, choice: VariantChoice) -> Result<(), ChoiceError> {
        if self.choice != choice {
            self.goal = choice.variant()?.goal();
            self.choice = choice;
        }
        Ok(())
    }

    /// Chooses the board that was played last, with its goal; the ordinary one before any was.
    fn choose_played(&mut self) {
        let Self { choice, goal, .. } = Self::default();
        (self.choice, self.goal) = self.played.clone().unwrap_or((choice, goal));
    }

    /// Who makes a player's moves in this variant: whoever was chosen and suits it, else whom the game proposes.
    #[must_use]
    pub fn seat(&self, player: Player, variant: &Variant) -> Seat {
        match self.seats[player] {
            Some(seat) if seat.suits(variant) => seat,
            None if variant.players().first() == Some(&player) => Seat::Human,
            _ => Seat::Cpu(proposed_cpu(variant)),
        }
    }

    /// Who makes whose moves in this variant.
    #[must_use]
    pub fn seats_in(&self, variant: &Variant) -> ByPlayer<Seat> {
        ByPlayer::from_fn(|player| self.seat(player, variant))
    }

    /// The CPU player that makes a player's moves in this variant, or would in place of a human.
    #[must_use]
    pub fn cpu(&self, player: Player, variant: &Variant) -> CpuPlayer {
        match self.seat(player, variant) {
            Seat::Cpu(cpu) => cpu,
            Seat::Human | Seat::Remote => proposed_cpu(variant),
        }
    }

    /// A match as it was chosen, after the one that was on the board.
    #[must_use]
    pub fn new_match(&self, variant: Variant, seed: u64, last: Option<&Match>) -> Match {
        let terms = self.terms.for_variant(&variant);
        let variant = terms.variant(variant);
        let mut next = Match::new(variant.clone(), self.seats_in(&variant), seed);
        next.record = terms.record(variant, seed);
        next.names = self.names.clone();
        next.clock = Clock::new(self.clock);
        next.terms = terms;
        let sits_alike = |last: &&Match| last.seats == next.seats && last.names == next.names;
        // Who has just played as they were seated changes now.
        let changes = match terms.sides {
            Sides::Alternate => {
                last.filter(|last| last.terms.sides == Sides::Alternate).is_some_and(|last| sits_alike(&last))
            }
            _ => terms.changes_sides(seed),
        };
        if changes {
            next.change_sides();
        }
        next
    }

    /// The only human of a variant for two.
    #[must_use]
    pub fn only_human(&self, variant: &Variant) -> Option<Player> {
        let everybody = variant.everybody();
        let mut humans = everybody.iter().copied().filter(|player| self.seat(*player, variant) == Seat::Human);
        humans.next().filter(|_| humans.next().is_none() && everybody.len() == 2)
    }

    /// Gives this colour to the only human.
    fn play_as(&mut self, player: Player) {
        let Ok(variant) = self.variant() else { return };
        let everybody = variant.everybody();
        if let [first, second] = everybody[..]
            && self.only_human(&variant).is_some_and(|human| human != player)
        {
            let (one, other) = (self.seat(first, &variant), self.seat(second, &variant));
            (self.seats[first], self.seats[second]) = (Some(other), Some(one));
            let name = std::mem::take(&mut self.names[first]);
            self.names[first] = std::mem::replace(&mut self.names[second], name);
        }
    }

    /// Chooses for all players of the variant at once; a CPU player that was chosen keeps its seat where it may.
    ///
    /// # Errors
    /// Why there is no variant.
    pub fn seat_everybody(&mut self, seating: Seating) -> Result<(), ChoiceError> {
        let variant = self.variant()?;
        let everybody = variant.everybody();
        let is_human = |player: &&Player| self.seat(**player, &variant) == Seat::Human;
        let first_human = everybody.iter().find(is_human).or(everybody.first()).copied();
        for player in everybody {
            let human_stays = match seating {
                Seating::OneHuman => first_human == Some(player),
                Seating::Watch => false,
                Seating::AllHumans => true,
            };
            let cpu = self.cpu(player, &variant);
            self.seats[player] = Some(if human_stays { Seat::Human } else { Seat::Cpu(cpu) });
        }
        Ok(())
    }
}

/// Who sits where, for all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// The first human, against CPU players.
    OneHuman,
    /// Nobody at this screen.
    Watch,
    /// Only people at this screen.
    AllHumans,
}

impl Seating {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::OneHuman, Self::Watch, Self::AllHumans];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::OneHuman => say!("seating-one-human"),
            Self::Watch => say!("seating-watch"),
            Self::AllHumans => say!("seating-all-human"),
        }
    }
}

/// The CPU player that a seat gets where none was chosen: a pleasant opponent, equally strong in every seat. Characters
/// are a choice.
pub(super) fn proposed_cpu(variant: &Variant) -> CpuPlayer {
    let pleasant = CpuPlayer::Engine(EngineLevel::PLEASANT);
    let is_offered = CpuPlayer::offered(variant).any(|offered| offered == pleasant);
    if is_offered { pleasant } else { CpuPlayer::Tree(Level::Casual) }
}
