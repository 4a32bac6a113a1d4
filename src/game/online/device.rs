//! This device in online play: its secret, what its human is called, the server, and the room that was entered.
//!
//! It is kept before it matters, so that a program that was killed comes back to its seat.

use bevy::prelude::*;

use crate::game::online::random_bits::random_bits;
use crate::game::text::Phrase;
use crate::online::{DeviceToken, PlayerName, RoomLink, ServerAddress};

/// What a device keeps from one start of the program to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptDevice {
    /// Its secret.
    pub(crate) token: DeviceToken,
    /// What its human is called.
    pub(crate) name: PlayerName,
    /// The server that it speaks with.
    pub(crate) server: Option<ServerAddress>,
    /// The room that it is in.
    pub(crate) room: Option<RoomLink>,
}

/// Keeps a device, which no other copy of the program is meanwhile.
pub(crate) trait DeviceKeeper: Send + Sync + 'static {
    /// What is kept of a device that can be this one.
    fn load(&mut self) -> Option<KeptDevice>;

    /// Keeps it.
    ///
    /// # Errors
    /// Why it cannot be kept, in words.
    fn save(&mut self, device: &KeptDevice) -> Result<(), Phrase>;
}

/// This device.
#[derive(Resource, Default)]
pub(crate) struct Device {
    kept: Option<KeptDevice>,
    /// `None` where nothing outlives the program.
    keeper: Option<Box<dyn DeviceKeeper>>,
}

impl Device {
    /// The device that this keeper keeps.
    pub(crate) fn kept_by(mut keeper: impl DeviceKeeper) -> Self {
        Self { kept: keeper.load(), keeper: Some(Box::new(keeper)) }
    }

    /// What is kept of it; `None` before anybody wanted to play online.
    pub(crate) const fn kept(&self) -> Option<&KeptDevice> {
        self.kept.as_ref()
    }

    /// Its secret.
    pub(super) fn token(&mut self) -> DeviceToken {
        self.made().token.clone()
    }

    fn made(&mut self) -> &mut KeptDevice {
        self.kept.get_or_insert_with(|| KeptDevice {
            token: DeviceToken::new(random_bits()),
            name: PlayerName::default(),
            server: None,
            room: None,
        })
    }

    /// Changes what is kept of it.
    ///
    /// # Errors
    /// Why the change will be forgotten with the program, in words.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut KeptDevice)) -> Result<(), Phrase> {
        change(self.made());
        match (&self.kept, &mut self.keeper) {
            (Some(kept), Some(keeper)) => keeper.save(kept),
            _ => Ok(()),
        }
    }
}
