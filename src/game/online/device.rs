//! This device in online play: its secret, player name, server and current room.
//!
//! It is saved on every change, so that a killed program can return to its seat.

use bevy::prelude::*;

use crate::game::online::random_bits::random_bits;
use crate::game::text::Phrase;
use crate::online::{DeviceSecret, DeviceToken, PlayerName, RoomLink, ServerAddress};

/// The part of the device that outlives the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedDevice {
    /// Each server's token is derived from it, so no server learns the token for another one.
    pub(crate) secret: DeviceSecret,
    /// Token that an earlier version of the program has used.
    pub(crate) former: Option<FormerToken>,
    pub(crate) name: PlayerName,
    /// Server in use.
    pub(crate) server: Option<ServerAddress>,
    /// The last server found to have previews of games.
    pub(crate) preview_server: Option<ServerAddress>,
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

impl SavedDevice {
    /// Creates a device with a new random secret.
    pub(crate) fn new() -> Self {
        let secret = DeviceSecret::new(random_bits());
        Self {
            secret,
            former: None,
            name: PlayerName::default(),
            server: None,
            preview_server: None,
            servers: Vec::new(),
            room: None,
        }
    }
}

/// Loads and saves a device, and keeps other copies of the program from using it meanwhile.
pub(crate) trait DeviceStorage: Send + Sync + 'static {
    /// Loads a saved device that no other copy uses.
    fn load(&mut self) -> Option<SavedDevice>;

    /// Saves the device.
    ///
    /// # Errors
    /// The reason, in words, if it cannot be saved.
    fn save(&mut self, device: &SavedDevice) -> Result<(), Phrase>;
}

#[derive(Resource, Default)]
pub(crate) struct Device {
    saved: Option<SavedDevice>,
    /// `None` where nothing outlives the program.
    storage: Option<Box<dyn DeviceStorage>>,
}

impl Device {
    /// Loads the device from this storage.
    pub(crate) fn loaded_from(mut storage: impl DeviceStorage) -> Self {
        Self { saved: storage.load(), storage: Some(Box::new(storage)) }
    }

    /// The saved part; `None` until somebody wants to play online.
    pub(crate) const fn saved(&self) -> Option<&SavedDevice> {
        self.saved.as_ref()
    }

    /// The token that this device uses at a server.
    pub(super) fn token(&mut self, server: &ServerAddress) -> DeviceToken {
        self.get_or_create().secret.token(server)
    }

    /// The token for seats that an earlier version of the program has taken at this server.
    pub(super) fn former_token(&self, server: &ServerAddress) -> Option<&DeviceToken> {
        let former = self.saved.as_ref()?.former.as_ref()?;
        (former.server == *server).then_some(&former.token)
    }

    fn get_or_create(&mut self) -> &mut SavedDevice {
        self.saved.get_or_insert_with(SavedDevice::new)
    }

    /// Changes the device and saves it.
    ///
    /// # Errors
    /// The reason, in words, if it cannot be saved. The change then lasts only until the program ends.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut SavedDevice)) -> Result<(), Phrase> {
        change(self.get_or_create());
        match (&self.saved, &mut self.storage) {
            (Some(saved), Some(storage)) => storage.save(saved),
            _ => Ok(()),
        }
    }
}
