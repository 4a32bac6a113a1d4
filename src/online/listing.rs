//! Entries of the list of public rooms.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::options::{is_normal, variant_text, version};
use super::{Phase, PlayerName, Room, RoomCode};
use crate::notation::TimeControl;
use crate::rules::{CpuKey, DrawnBoard, Player, Start, Variant};

/// A public room that waits for players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomListing {
    /// The room.
    pub code: RoomCode,
    /// The board and its rules.
    #[serde(with = "variant_text")]
    pub variant: Arc<Variant>,
    /// Time control of the humans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Starting position of each match.
    #[serde(default, skip_serializing_if = "is_normal")]
    pub start: Start,
    /// True if the second player may take over the first one's side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swap: bool,
    /// The seats in playing order.
    pub seats: Vec<ListedSeat>,
}

/// A seat of a listed room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSeat {
    /// The player of this seat.
    pub player: Player,
    /// Its occupant.
    pub taken: Taken,
}

/// Occupant of a listed seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// Nobody.
    No,
    /// A human with this name.
    Human(#[serde(deserialize_with = "PlayerName::of_event")] PlayerName),
    /// A CPU player.
    Cpu(CpuKey),
}

impl RoomListing {
    /// Name shown for boards that do not come with the game. Their own names are hidden, since strangers could see
    /// anything there.
    pub const OWN_BOARD: &str = "Custom board";

    /// Version of clients that the room needs, as [`RoomOptions::version`](super::RoomOptions::version).
    #[must_use]
    pub fn version(&self) -> u32 {
        version(&self.variant, self.clock, self.start, self.swap)
    }

    /// Number of seats without a human or CPU player.
    #[must_use]
    pub fn free_seats(&self) -> usize {
        self.seats.iter().filter(|seat| seat.taken == Taken::No).count()
    }
}

impl Room {
    /// The room's entry in the list of public rooms. `None` if it is private, locked, full, or not waiting for players.
    #[must_use]
    pub fn listing(&self) -> Option<RoomListing> {
        if !self.options().is_public || self.is_locked() || self.phase() != Phase::Waiting {
            return None;
        }
        let seats = self.players().into_iter().map(|player| {
            let seat = &self.seats()[player];
            let taken = match (&seat.human, &seat.cpu) {
                (Some(human), _) => Taken::Human(human.name.clone()),
                (None, Some(cpu)) => Taken::Cpu(cpu.clone()),
                (None, None) => Taken::No,
            };
            ListedSeat { player, taken }
        });
        let options = self.options();
        let listing = RoomListing {
            code: self.code(),
            variant: named_for_strangers(&options.variant),
            clock: options.clock,
            start: options.start,
            swap: options.swap,
            seats: seats.collect(),
        };
        (listing.free_seats() > 0).then_some(listing)
    }
}

/// Renames the variant: to the game's own name if it comes with the game, otherwise to a neutral one.
fn named_for_strangers(variant: &Arc<Variant>) -> Arc<Variant> {
    static BUILT_IN: LazyLock<Vec<Variant>> =
        LazyLock::new(|| Variant::built_in_keys().filter_map(|key| Variant::built_in(&key)).collect());
    let with_rules = |known: Variant| known.with_goal(variant.goal()).with_free_pass(variant.free_pass());
    let drawn = DrawnBoard::read_name(variant.name()).map(|(kind, seed)| kind.variant(seed));
    let given = variant.given_corners().filter(|corners| *corners > 0);
    let given = given.and_then(|corners| Some(Variant::classic(8)?.with_given_corners(corners)));
    let mut known = BUILT_IN.iter().cloned().chain(drawn).chain(given).map(with_rules);
    let known = known.find(|known| known.is_same_game(variant));
    Arc::new(known.unwrap_or_else(|| variant.renamed(RoomListing::OWN_BOARD)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuPlayer;
    use crate::online::{DeviceToken, Moment, RoomOptions, Who};
    use crate::rules::{Board, Goal};

    /// The variant of a public room's entry in the list.
    fn listed(variant: Variant) -> Arc<Variant> {
        let options = RoomOptions {
            variant: variant.into(),
            clock: None,
            start: Start::Normal,
            swap: false,
            is_public: true,
            absence_s: 60,
            substitute: "minimum".parse().expect("a key"),
            seed: 1,
        };
        let host = Who::Device(DeviceToken::new(1).id());
        let created = Room::create(RoomCode::new(1), options, host, Moment::at(0), CpuPlayer::may_sit_in_room)
            .expect("it can be made");
        Room::new(&created).expect("it is the first event").listing().expect("it is listed").variant
    }

    #[test]
    fn boards_that_come_with_the_game_are_listed_by_their_own_names() {
        let names: Vec<String> = Variant::built_in_keys()
            .filter_map(|key| Variant::built_in(&key))
            .map(|variant| variant.name().to_owned())
            .collect();
        for key in Variant::built_in_keys() {
            let variant = Variant::built_in(&key).expect("it is built in");
            for goal in [Goal::Most, Goal::Fewest] {
                let variant = variant.clone().with_goal(goal);
                let listed = listed(variant.renamed("buy gold at evil.example"));
                assert!(listed.is_same_game(&variant) && names.iter().any(|name| name == listed.name()), "{key}");
            }
        }
    }

    #[test]
    fn boards_of_ones_own_are_listed_by_a_neutral_name() {
        let classic = Variant::classic(8).expect("a side that there is");
        let rows: Vec<String> = classic.board().row_texts().collect();
        let mirrored = Board::from_rows(rows.iter().rev().map(String::as_str)).expect("a board");
        let own = classic.with_board(mirrored).renamed("buy gold at evil.example").with_about("and silver");
        let listed = listed(own.clone());
        assert_eq!((listed.name(), listed.about()), (RoomListing::OWN_BOARD, ""));
        assert!(listed.is_same_game(&own));
    }
}
