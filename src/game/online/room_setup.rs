//! The setup of a new room: its seats, its clock and whether it is public. The board comes from the [`MatchSetup`], as
//! for any other match.

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cpu::{CpuPlayer, TreeLevel};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::online::new_room::{NewRoom, NewSeat};
use crate::game::online::online_command::OnlineCommand;
use crate::game::play::own_clock::{OwnClock, OwnClockChange};
use crate::game::play::setup::{ChoiceError, MatchSetup};
use crate::game::play::terms::{ColourAssignment, Terms};
use crate::notation::TimeControl;
use crate::rules::{ByPlayer, Player, Start, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomSetup>()
        .add_command::<RoomSetupCommand>()
        .add_systems(Update, handle_room_setup_commands.in_set(PlaySystems::Rooms));
}

/// A command that changes or uses the setup of a room.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomSetupCommand {
    ChooseSeat(Player, NewSeat),
    /// Sets the time control of humans.
    ChooseClock(Option<TimeControl>),
    ChangeOwnClock(OwnClockChange),
    /// Sets the start of each match, and gives no corners.
    ChooseStart(Start),
    /// Chooses whether the second player may take over the first one's side.
    ChooseSwap(bool),
    /// Gives corners to Black, in the normal start.
    GiveCorners(u8),
    /// Chooses whether the public list shows the room.
    ChoosePublic(bool),
    /// Makes a room as chosen.
    Make,
    /// Joins a player who waits with the chosen board and clock, or waits for one.
    PlaySomebody,
}

/// The choices for a new room, other than its board.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomSetup {
    /// Chosen occupants. Ask [`RoomSetup::seat`] for the actual ones, since a choice may not suit the board.
    pub seats: ByPlayer<Option<NewSeat>>,
    /// Time control of humans; `None` for no clock.
    pub clock: Option<TimeControl>,
    /// The time control that the player composes. If chosen, `clock` is the same.
    #[serde(default)]
    pub own_clock: OwnClock,
    /// Start of each match, and given corners. Ask [`RoomSetup::terms`] for those that suit the board.
    #[serde(default)]
    pub terms: Terms,
    /// Set if the public list shows the room.
    pub is_public: bool,
}

impl Default for RoomSetup {
    /// A private room for friends, with ample time.
    fn default() -> Self {
        let clock = Some(TimeControl::PRESETS[5]);
        let (seats, own_clock) = (ByPlayer::default(), OwnClock::default());
        Self { seats, clock, own_clock, terms: Terms::default(), is_public: false }
    }
}

impl RoomSetup {
    /// Returns the occupant of a seat: the chosen one if it suits the variant. Otherwise the first player is the human
    /// who makes the room, unless they chose another seat, and the other seats are open.
    #[must_use]
    pub fn seat(&self, player: Player, variant: &Variant) -> NewSeat {
        match self.seats[player] {
            Some(NewSeat::Cpu(cpu)) if !(cpu.suits(variant) && cpu.is_quick()) => NewSeat::Open,
            Some(seat) => seat,
            None if variant.players().first() == Some(&player) && !self.has_own(variant) => NewSeat::Mine,
            None => NewSeat::Open,
        }
    }

    /// The CPU player in a seat, or the one to propose for it.
    #[must_use]
    pub fn cpu(&self, player: Player, setup: &MatchSetup, variant: &Variant) -> CpuPlayer {
        match self.seat(player, variant) {
            NewSeat::Cpu(cpu) => cpu,
            NewSeat::Open | NewSeat::Mine => match setup.cpu(player, variant) {
                cpu if cpu.is_quick() => cpu,
                _ => CpuPlayer::Tree(TreeLevel::Casual),
            },
        }
    }

    /// The CPU players to offer for a seat: those that suit the board and that a server can afford to run.
    pub fn offered(variant: &Variant) -> impl Iterator<Item = CpuPlayer> {
        CpuPlayer::offered(variant).filter(|cpu| cpu.is_quick())
    }

    /// Returns whether the human who makes the room has chosen a seat.
    fn has_own(&self, variant: &Variant) -> bool {
        variant.everybody().into_iter().any(|player| self.seats[player] == Some(NewSeat::Mine))
    }

    /// The chosen terms that suit the variant.
    #[must_use]
    pub fn terms(&self, variant: &Variant) -> Terms {
        self.terms.for_variant(variant)
    }

    /// The room as currently chosen.
    ///
    /// # Errors
    /// The reason why the chosen board cannot be played.
    pub fn new_room(&self, setup: &MatchSetup) -> Result<NewRoom, ChoiceError> {
        let variant = setup.variant()?;
        let seats = ByPlayer::from_fn(|player| self.seat(player, &variant));
        let terms = self.terms(&variant);
        Ok(NewRoom {
            variant: Arc::new(terms.variant(variant)),
            clock: self.clock,
            start: terms.start,
            swap: terms.sides == ColourAssignment::Swap,
            is_public: self.is_public,
            seats,
        })
    }

    fn choose_seat(&mut self, player: Player, seat: NewSeat) {
        if seat == NewSeat::Mine {
            // The human who makes the room has only one seat.
            for other in Player::ALL {
                if self.seats[other] == Some(NewSeat::Mine) {
                    self.seats[other] = Some(NewSeat::Open);
                }
            }
        }
        self.seats[player] = Some(seat);
    }
}

pub(in crate::game) fn handle_room_setup_commands(
    mut commands: MessageReader<RoomSetupCommand>,
    mut rooms: ResMut<RoomSetup>,
    setup: Res<MatchSetup>,
    mut online: MessageWriter<OnlineCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    for command in commands.read() {
        match *command {
            RoomSetupCommand::ChooseSeat(player, seat) => {
                rooms.choose_seat(player, seat);
                navigate.write(Navigate::Close);
            }
            RoomSetupCommand::ChooseClock(clock) => {
                rooms.clock = clock;
                rooms.own_clock.is_chosen = false;
            }
            RoomSetupCommand::ChangeOwnClock(change) => {
                rooms.own_clock.apply(change);
                rooms.clock = Some(rooms.own_clock.control());
            }
            RoomSetupCommand::ChooseStart(start) => (rooms.terms.start, rooms.terms.corners) = (start, 0),
            RoomSetupCommand::GiveCorners(corners) => {
                (rooms.terms.start, rooms.terms.corners) = (Start::Normal, corners);
            }
            RoomSetupCommand::ChooseSwap(swap) => {
                rooms.terms.sides = if swap { ColourAssignment::Swap } else { ColourAssignment::AsSeated };
            }
            RoomSetupCommand::ChoosePublic(is_public) => rooms.is_public = is_public,
            RoomSetupCommand::Make => {
                let room = rooms.new_room(&setup).map(Box::new);
                online.write_batch(room.map(OnlineCommand::Make));
            }
            RoomSetupCommand::PlaySomebody => {
                let room = rooms.new_room(&setup).map(Box::new);
                online.write_batch(room.map(OnlineCommand::PlaySomebody));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maker_of_a_room_has_one_seat_and_the_first_by_default() {
        let five = Variant::built_in("five").expect("is built in");
        let mut rooms = RoomSetup::default();
        assert_eq!(rooms.seat(Player::Black, &five), NewSeat::Mine);
        assert_eq!(rooms.seat(Player::Cyan, &five), NewSeat::Open);
        rooms.choose_seat(Player::White, NewSeat::Mine);
        assert_eq!(rooms.seat(Player::Black, &five), NewSeat::Open);
        rooms.choose_seat(Player::Ash, NewSeat::Mine);
        assert_eq!(rooms.seat(Player::White, &five), NewSeat::Open);
        assert_eq!(rooms.seat(Player::Ash, &five), NewSeat::Mine);
    }

    #[test]
    fn a_cpu_player_that_does_not_play_the_board_leaves_its_seat_open() {
        let five = Variant::built_in("five").expect("is built in");
        let classic = Variant::classic(8).expect("a side");
        let pupil: CpuPlayer = "pupil".parse().expect("a CPU player");
        let mut rooms = RoomSetup::default();
        rooms.choose_seat(Player::White, NewSeat::Cpu(pupil));
        assert_eq!(rooms.seat(Player::White, &classic), NewSeat::Cpu(pupil));
        assert_eq!(rooms.seat(Player::White, &five), NewSeat::Open);
    }

    #[test]
    fn every_seat_can_be_given_to_a_cpu_player_that_a_server_affords() {
        let (rooms, setup) = (RoomSetup::default(), MatchSetup::default());
        for variant in ["classic-8", "five", "colour"].map(|key| Variant::built_in(key).expect("is built in")) {
            for player in variant.everybody() {
                let cpu = rooms.cpu(player, &setup, &variant);
                assert!(RoomSetup::offered(&variant).any(|offered| offered == cpu), "{player}: {cpu}");
            }
        }
    }
}
