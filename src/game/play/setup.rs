//! The setup of the next match: variant, seats, clock and terms.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::{CpuPlayer, EngineLevel};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::play::lesson::LessonOffer;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::match_time::fresh_seed;
use crate::game::play::opened_game::{OpenedGame, ShownFirst};
use crate::game::play::own_clock::{OwnClock, OwnClockChange};
use crate::game::play::seat::{Seat, proposed_cpu};
use crate::game::play::terms::{ColourAssignment, Terms};
use crate::game::text::names::quest_goal_words;
use crate::game::text::{Phrase, say};
use crate::game::ui::notice::Notice;
use crate::notation::{GameRecord, TimeControl};
use crate::online::Clock;
use crate::quests::Quest;
use crate::rules::{BoardCard, ByPlayer, DrawnBoard, Goal, Player, Start, Variant, VariantError};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchSetup>()
        .add_command::<SetupCommand>()
        .add_systems(Update, handle_setup_commands.in_set(PlaySystems::Setup));
}

#[derive(Message, Clone, Debug, PartialEq)]
pub enum SetupCommand {
    ChooseVariant(VariantChoice),
    /// Chooses a new board of this kind.
    DrawBoard(DrawnBoard),
    ChooseGoal(Goal),
    ChooseSeat(Player, Seat),
    SeatEverybody(Seating),
    ChooseClock(Option<TimeControl>),
    ChangeOwnClock(OwnClockChange),
    /// Gives this colour to the only human and no longer draws, alternates or swaps colours.
    PlayAs(Player),
    AssignColours(ColourAssignment),
    ChooseStart(Start),
    /// Chooses the number of corners that belong to Black from the beginning.
    GiveCorners(u8),
    /// Names a player; an empty name stands for the colour.
    NamePlayer(Player, String),
    /// Plays against CPU players. A first-time player gets a match at once; everyone else sees the new-game screen
    /// first.
    PlayComputer,
    /// Sets up a match of humans at this screen.
    PlayHere,
    /// Sets up colour reversi.
    PlayColour,
    /// Begins a match with the current choices.
    Start,
    /// Begins a quest, by its number, against this opponent.
    StartQuest {
        number: usize,
        opponent: CpuPlayer,
    },
    /// Puts a game on the board. If a link names a position before the end, its review shows that one. In an unfinished
    /// game, players with neither name nor seat get those of the setup.
    Load(Box<OpenedGame>),
}

pub(in crate::game) fn handle_setup_commands(
    mut requests: MessageReader<SetupCommand>,
    time: Res<Time<Real>>,
    game: Option<Res<Match>>,
    mut setup: ResMut<MatchSetup>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
    (mut offer, mut shown_first): (ResMut<LessonOffer>, ResMut<ShownFirst>),
    mut notices: MessageWriter<Notice>,
) {
    let fresh_seed = fresh_seed(&time);
    for request in requests.read() {
        match request {
            SetupCommand::ChooseVariant(choice) => {
                if let Err(reason) = setup.choose(choice.clone()) {
                    warn!("that board cannot be played: {reason}");
                }
            }
            SetupCommand::DrawBoard(kind) => {
                if let Err(reason) = setup.choose(VariantChoice::drawn(*kind, fresh_seed)) {
                    warn!("that board cannot be played: {reason}");
                }
            }
            SetupCommand::ChooseGoal(goal) => setup.goal = *goal,
            SetupCommand::ChooseSeat(player, seat) => {
                setup.seats[*player] = Some(*seat);
                navigate.write(Navigate::Close);
            }
            SetupCommand::SeatEverybody(seating) => seat_everybody(&mut setup, *seating),
            SetupCommand::ChooseClock(clock) => {
                setup.clock = *clock;
                setup.own_clock.is_chosen = false;
            }
            SetupCommand::ChangeOwnClock(change) => {
                setup.own_clock.apply(*change);
                setup.clock = Some(setup.own_clock.control());
            }
            SetupCommand::PlayAs(player) => {
                setup.terms.sides = ColourAssignment::AsSeated;
                setup.play_as(*player);
            }
            SetupCommand::AssignColours(sides) => setup.terms.sides = *sides,
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
                    offer.0 = Some(game.id);
                    put_on_board(game, Screen::Match, &mut matches, &mut navigate);
                }
            }
            SetupCommand::PlayComputer => {
                setup.choose_played(fresh_seed);
                seat_everybody(&mut setup, Seating::OneHuman);
                navigate.write(Navigate::To(Screen::NewGame));
            }
            SetupCommand::PlayHere => {
                setup.choose_played(fresh_seed);
                seat_everybody(&mut setup, Seating::AllHumans);
                navigate.write(Navigate::To(Screen::NewGame));
            }
            SetupCommand::PlayColour => {
                if let Err(reason) = setup.choose(VariantChoice::BuiltIn(COLOUR.to_owned())) {
                    warn!("that board cannot be played: {reason}");
                }
                navigate.write(Navigate::To(Screen::NewGame));
            }
            SetupCommand::Start => start(&mut setup, fresh_seed, game.as_deref(), &mut matches, &mut navigate),
            SetupCommand::StartQuest { number, opponent } => {
                if let Some(quest) = Quest::all().iter().find(|quest| quest.number == *number) {
                    setup.choose_quest(quest, *opponent);
                    start(&mut setup, fresh_seed, game.as_deref(), &mut matches, &mut navigate);
                    let goal = quest_goal_words(quest.goal);
                    notices.write(Notice::news(say!("quest-begun", number = *number, goal = goal)));
                }
            }
            SetupCommand::Load(opened) => {
                let game = opened_match(opened.game.clone(), &setup, fresh_seed);
                let shown = opened.shown.filter(|shown| *shown < game.record.ply());
                shown_first.0 = shown.map(|shown| (game.id, shown));
                let screen = if shown.is_some() { Screen::Review } else { Screen::Match };
                put_on_board(game, screen, &mut matches, &mut navigate);
                if !opened.comment.is_empty() {
                    notices.write(Notice::message(say!("link-comment", comment = opened.comment.as_str())));
                }
            }
        }
    }
}

/// Key of the built-in colour variant.
const COLOUR: &str = "colour";

fn seat_everybody(setup: &mut MatchSetup, seating: Seating) {
    if let Err(reason) = setup.seat_everybody(seating) {
        warn!("nobody can be seated: {reason}");
    }
}

/// Begins a match with the choices of the setup.
fn start(
    setup: &mut MatchSetup,
    fresh_seed: u64,
    before: Option<&Match>,
    matches: &mut MessageWriter<MatchCommand>,
    navigate: &mut MessageWriter<Navigate>,
) {
    let Ok(variant) = setup.variant() else { return };
    setup.played = Some((setup.choice.clone(), setup.goal));
    let next = setup.new_match(variant, fresh_seed, before);
    put_on_board(next, Screen::Match, matches, navigate);
    setup.draw_again(fresh_seed);
}

/// The match of a game that was opened.
fn opened_match(game: GameRecord, setup: &MatchSetup, seed: u64) -> Match {
    let goes_on = game.ending().is_none();
    let is_unnamed =
        ByPlayer::from_fn(|player| goes_on && game.seats()[player].is_none() && game.names()[player].is_empty());
    // Only a human can replace a CPU player that this version does not know.
    let mut game = Match::of(game, seed, |_| Seat::Human);
    game.marks.imported = game.record.ply() > 0;
    game.marks.ended_elsewhere = !goes_on;
    for (player, _) in is_unnamed.iter().filter(|(_, is_unnamed)| **is_unnamed) {
        game.seats[player] = setup.seat(player, game.record.variant());
        game.names[player].clone_from(&setup.names[player]);
    }
    game
}

fn put_on_board(
    game: Match,
    screen: Screen,
    matches: &mut MessageWriter<MatchCommand>,
    navigate: &mut MessageWriter<Navigate>,
) {
    matches.write(MatchCommand::now(MatchChange::Replace(Box::new(game))));
    navigate.write(Navigate::To(screen));
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariantChoice {
    /// Key of a built-in variant.
    BuiltIn(String),
    /// Text of an own board.
    Own(String),
}

impl VariantChoice {
    /// A board of this kind, drawn by any random number.
    #[must_use]
    pub fn drawn(kind: DrawnBoard, lot: u64) -> Self {
        Self::BuiltIn(kind.key_of(DrawnBoard::seed_from(lot)))
    }

    /// Kind and seed, if the board was drawn.
    #[must_use]
    pub fn draw(&self) -> Option<(DrawnBoard, u32)> {
        match self {
            Self::BuiltIn(key) => DrawnBoard::read_key(key),
            Self::Own(_) => None,
        }
    }

    /// # Errors
    /// If the key is unknown or the text is invalid.
    pub fn variant(&self) -> Result<Variant, ChoiceError> {
        match self {
            Self::BuiltIn(key) => Variant::built_in(key).ok_or_else(|| ChoiceError::NoSuchBoard(key.clone())),
            Self::Own(text) => Ok(text.parse()?),
        }
    }
}

/// Reason why a choice cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    #[error("no board is called \"{0}\"")]
    NoSuchBoard(String),
    /// The text of an own board is invalid.
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

/// Choices of the new-game screen.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSetup {
    pub choice: VariantChoice,
    pub goal: Goal,
    /// Chosen seats. [`MatchSetup::seat`] fills the gaps and replaces seats that do not suit the variant.
    pub seats: ByPlayer<Option<Seat>>,
    /// Player names; an empty name stands for the colour.
    pub names: ByPlayer<String>,
    /// Time control; `None` plays without a clock.
    pub clock: Option<TimeControl>,
    /// The time control that the player composes. If chosen, `clock` is the same.
    #[serde(default)]
    pub own_clock: OwnClock,
    /// Further terms. The variant decides which of them apply, see [`Terms::for_variant`].
    #[serde(default)]
    pub terms: Terms,
    /// Board and goal of the last match that began from here. Boards that were only looked at do not count.
    #[serde(default)]
    pub played: Option<(VariantChoice, Goal)>,
}

impl Default for MatchSetup {
    /// Ordinary reversi against the proposed CPU player.
    fn default() -> Self {
        let choice = VariantChoice::BuiltIn("classic-8".to_owned());
        let (seats, names) = (ByPlayer::default(), ByPlayer::default());
        let (own_clock, terms) = (OwnClock::default(), Terms::default());
        Self { choice, goal: Goal::default(), seats, names, clock: None, own_clock, terms, played: None }
    }
}

impl MatchSetup {
    /// The chosen variant with the chosen goal.
    ///
    /// # Errors
    /// If the choice is not a valid variant.
    pub fn variant(&self) -> Result<Variant, ChoiceError> {
        Ok(self.choice.variant()?.with_goal(self.goal))
    }

    /// The measured card of the chosen board; `None` for own and drawn boards, and with another goal than the board's.
    #[must_use]
    pub fn card(&self) -> Option<BoardCard> {
        let VariantChoice::BuiltIn(key) = &self.choice else { return None };
        BoardCard::of(key).filter(|_| self.choice.variant().is_ok_and(|variant| variant.goal() == self.goal))
    }

    /// Chooses a variant and resets the goal to that of the variant. An invalid choice changes nothing.
    ///
    /// # Errors
    /// If the choice is not a valid variant.
    pub fn choose(&mut self, choice: VariantChoice) -> Result<(), ChoiceError> {
        if self.choice != choice {
            self.goal = choice.variant()?.goal();
            self.choice = choice;
        }
        Ok(())
    }

    /// Chooses board, goal and seats of a quest, without a clock and further terms.
    fn choose_quest(&mut self, quest: &Quest, opponent: CpuPlayer) {
        self.choice = VariantChoice::BuiltIn(quest.board.clone());
        self.goal = quest.variant.goal();
        (self.clock, self.terms) = (None, Terms::default());
        for player in quest.variant.everybody() {
            self.seats[player] = Some(if player == quest.player { Seat::Human } else { Seat::Cpu(opponent) });
        }
    }

    /// Chooses the board and goal of the last match; before the first match, those of ordinary reversi. A drawn board
    /// gives way to another one of its kind.
    fn choose_played(&mut self, lot: u64) {
        let Self { choice, goal, .. } = Self::default();
        (self.choice, self.goal) = self.played.clone().unwrap_or((choice, goal));
        self.draw_again(lot);
    }

    /// Replaces a drawn board by another one of its kind.
    fn draw_again(&mut self, lot: u64) {
        if let Some((kind, seed)) = self.choice.draw() {
            // A match may begin in the nanosecond in which its board was drawn.
            let next = DrawnBoard::seed_from(lot);
            let next = if next == seed { DrawnBoard::seed_from(lot.wrapping_add(1)) } else { next };
            self.choice = VariantChoice::BuiltIn(kind.key_of(next));
        }
    }

    /// The seat of a player in this variant: the chosen one if it suits, otherwise the proposed one.
    #[must_use]
    pub fn seat(&self, player: Player, variant: &Variant) -> Seat {
        match self.seats[player] {
            Some(seat) if seat.suits(variant) && !self.rules_out(seat, variant) => seat,
            None if variant.players().first() == Some(&player) => Seat::Human,
            _ => Seat::Cpu(proposed_cpu(variant)),
        }
    }

    /// Returns whether the terms keep a seat from playing: programs do not know of given corners.
    #[must_use]
    pub fn rules_out(&self, seat: Seat, variant: &Variant) -> bool {
        matches!(seat, Seat::Program(_)) && self.terms.for_variant(variant).corners > 0
    }

    #[must_use]
    pub fn seats_in(&self, variant: &Variant) -> ByPlayer<Seat> {
        ByPlayer::from_fn(|player| self.seat(player, variant))
    }

    /// The CPU player of this seat, or the one that would replace its human.
    #[must_use]
    pub fn cpu(&self, player: Player, variant: &Variant) -> CpuPlayer {
        match self.seat(player, variant) {
            Seat::Cpu(cpu) => cpu,
            Seat::Human | Seat::Program(_) | Seat::Remote => proposed_cpu(variant),
        }
    }

    /// The CPU player or program of this seat, or the CPU player that would replace its human.
    #[must_use]
    pub fn cpu_seat(&self, player: Player, variant: &Variant) -> Seat {
        match self.seat(player, variant) {
            seat @ (Seat::Cpu(_) | Seat::Program(_)) => seat,
            Seat::Human | Seat::Remote => Seat::Cpu(proposed_cpu(variant)),
        }
    }

    /// Creates the match. `last` is the match on the board, after which colours may alternate.
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
        // The last match was played as seated, so this one swaps colours.
        let changes = match terms.sides {
            ColourAssignment::Alternate => last
                .filter(|last| last.terms.sides == ColourAssignment::Alternate)
                .is_some_and(|last| sits_alike(&last)),
            _ => terms.swaps_colours(seed),
        };
        if changes {
            next.swap_seats();
        }
        next
    }

    /// The only human in a match of two players.
    #[must_use]
    pub fn only_human(&self, variant: &Variant) -> Option<Player> {
        let everybody = variant.everybody();
        let mut humans = everybody.iter().copied().filter(|player| self.seat(*player, variant) == Seat::Human);
        humans.next().filter(|_| humans.next().is_none() && everybody.len() == 2)
    }

    /// Gives this colour to the only human by swapping the two seats.
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

    /// Seats all players at once. CPU players already chosen keep their seats where possible.
    ///
    /// # Errors
    /// If the choice is not a valid variant.
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
            let cpu = self.cpu_seat(player, &variant);
            self.seats[player] = Some(if human_stays { Seat::Human } else { cpu });
        }
        Ok(())
    }
}

/// Seats of all players at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// One human against CPU players.
    OneHuman,
    /// CPU players only.
    Watch,
    /// Humans only, all at this screen.
    AllHumans,
}

impl Seating {
    pub const ALL: [Self; 3] = [Self::OneHuman, Self::Watch, Self::AllHumans];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::OneHuman => say!("seating-one-human"),
            Self::Watch => say!("seating-watch"),
            Self::AllHumans => say!("seating-all-human"),
        }
    }
}
