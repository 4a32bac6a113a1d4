//! This device in online play: its secret, what its human is called, the server, and the room that was entered.
//!
//! It is kept before it matters, so that a program that was killed comes back to its seat.

use bevy::prelude::*;

use crate::game::online::random_bits::random_bits;
use crate::game::text::Phrase;
use crate::online::{DeviceSecret, DeviceToken, PlayerName, RoomLink, ServerAddress};

/// What a device keeps from one start of the program to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptDevice {
    /// Its secret, from which the token for each server follows.
    pub(crate) secret: DeviceSecret,
    /// Its token at the server that an earlier version of the program has used.
    pub(crate) former: Option<FormerToken>,
    /// What its human is called.
    pub(crate) name: PlayerName,
    /// The server that it speaks with.
    pub(crate) server: Option<ServerAddress>,
    /// Servers that it has used, the last one first.
    pub(crate) servers: Vec<ServerAddress>,
    /// The room that it is in.
    pub(crate) room: Option<RoomLink>,
}

/// The token that an earlier version of the program sent to every server. Only the server that it was used with last
/// still sees it, and only for seats that were taken with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormerToken {
    pub(crate) token: DeviceToken,
    pub(crate) server: ServerAddress,
}

impl KeptDevice {
    /// A device that nobody knows yet.
    pub(crate) fn new() -> Self {
        let secret = DeviceSecret::new(random_bits());
        Self { secret, former: None, name: PlayerName::default(), server: None, servers: Vec::new(), room: None }
    }
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

    /// Its token at a server.
    pub(super) fn token(&mut self, server: &ServerAddress) -> DeviceToken {
        self.made().secret.token(server)
    }

    /// Its token at a server for seats that an earlier version of the program has taken there.
    pub(super) fn former_token(&self, server: &ServerAddress) -> Option<&DeviceToken> {
        let former = self.kept.as_ref()?.former.as_ref()?;
        (former.server == *server).then_some(&former.token)
    }

    fn made(&mut self) -> &mut KeptDevice {
        self.kept.get_or_insert_with(KeptDevice::new)
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
