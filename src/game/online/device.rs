//! This device in online play: its secret, player name, server and current room.
//!
//! It is saved on every change, so that a killed program can return to its seat.

use bevy::prelude::*;

use crate::game::online::random_bits::random_bits;
use crate::game::text::Phrase;
use crate::online::{DeviceSecret, DeviceToken, PlayerName, RoomLink, ServerAddress};

/// The part of the device that outlives the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptDevice {
    /// Each server's token is derived from it, so no server learns the token for another one.
    pub(crate) secret: DeviceSecret,
    /// Token that an earlier version of the program has used.
    pub(crate) former: Option<FormerToken>,
    pub(crate) name: PlayerName,
    /// Server in use.
    pub(crate) server: Option<ServerAddress>,
    /// Servers used before, latest first.
    pub(crate) servers: Vec<ServerAddress>,
    /// Current room, which the program returns to when it starts.
    pub(crate) room: Option<RoomLink>,
}

/// The token that an earlier version of the program sent to every server. Only the last server used with it still sees
/// it, and only for seats that were taken with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormerToken {
    pub(crate) token: DeviceToken,
    pub(crate) server: ServerAddress,
}

impl KeptDevice {
    /// Creates a device with a new random secret.
    pub(crate) fn new() -> Self {
        let secret = DeviceSecret::new(random_bits());
        Self { secret, former: None, name: PlayerName::default(), server: None, servers: Vec::new(), room: None }
    }
}

/// Loads and saves a device, and keeps other copies of the program from using it meanwhile.
pub(crate) trait DeviceKeeper: Send + Sync + 'static {
    /// Loads a saved device that no other copy uses.
    fn load(&mut self) -> Option<KeptDevice>;

    /// Saves the device.
    ///
    /// # Errors
    /// The reason, in words, if it cannot be saved.
    fn save(&mut self, device: &KeptDevice) -> Result<(), Phrase>;
}

#[derive(Resource, Default)]
pub(crate) struct Device {
    kept: Option<KeptDevice>,
    /// `None` where nothing outlives the program.
    keeper: Option<Box<dyn DeviceKeeper>>,
}

impl Device {
    /// Loads the device from this keeper.
    pub(crate) fn kept_by(mut keeper: impl DeviceKeeper) -> Self {
        Self { kept: keeper.load(), keeper: Some(Box::new(keeper)) }
    }

    /// The saved part; `None` until somebody wants to play online.
    pub(crate) const fn kept(&self) -> Option<&KeptDevice> {
        self.kept.as_ref()
    }

    /// The token that this device uses at a server.
    pub(super) fn token(&mut self, server: &ServerAddress) -> DeviceToken {
        self.made().secret.token(server)
    }

    /// The token for seats that an earlier version of the program has taken at this server.
    pub(super) fn former_token(&self, server: &ServerAddress) -> Option<&DeviceToken> {
        let former = self.kept.as_ref()?.former.as_ref()?;
        (former.server == *server).then_some(&former.token)
    }

    fn made(&mut self) -> &mut KeptDevice {
        self.kept.get_or_insert_with(KeptDevice::new)
    }

    /// Changes the device and saves it.
    ///
    /// # Errors
    /// The reason, in words, if it cannot be saved. The change then lasts only until the program ends.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut KeptDevice)) -> Result<(), Phrase> {
        change(self.made());
        match (&self.kept, &mut self.keeper) {
            (Some(kept), Some(keeper)) => keeper.save(kept),
            _ => Ok(()),
        }
    }
}
