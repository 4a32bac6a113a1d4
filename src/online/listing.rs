//! A room as it stands in the list of public rooms.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::options::variant_text;
use super::{Phase, PlayerName, Room, RoomCode};
use crate::notation::{CpuKey, TimeControl};
use crate::rules::{Player, Variant};

/// A public room in which players are awaited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomListing {
    /// The room.
    pub code: RoomCode,
    /// What is played.
    #[serde(with = "variant_text")]
    pub variant: Arc<Variant>,
    /// How much time humans have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The seats in the order of the players.
    pub seats: Vec<ListedSeat>,
}

/// A seat of a listed room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSeat {
    /// Whose moves are made there.
    pub player: Player,
    /// Who sits there.
    pub taken: Taken,
}

/// Who sits in a seat of a listed room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// Nobody.
    No,
    /// A human of this name.
    Human(#[serde(deserialize_with = "PlayerName::of_event")] PlayerName),
    /// A CPU player.
    Cpu(CpuKey),
}

impl RoomListing {
    /// How many humans can still sit down.
    #[must_use]
    pub fn free_seats(&self) -> usize {
        self.seats.iter().filter(|seat| seat.taken == Taken::No).count()
    }
}

impl Room {
    /// The room as it stands in the list of public rooms: `None` where it is not public, is locked, or no one can sit
    /// down any more.
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
            variant: options.variant.clone(),
            clock: options.clock,
            seats: seats.collect(),
        };
        (listing.free_seats() > 0).then_some(listing)
    }
}
