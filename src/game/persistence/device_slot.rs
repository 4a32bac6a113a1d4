//! Saves this device's part of online play, in one of several files that only one copy of the program uses at a time.
//!
//! Two windows on one computer are therefore two devices, which can play each other, and a window that was killed finds
//! its secret and its room again.

use serde::{Deserialize, Serialize};

use crate::game::online::device::{DeviceKeeper, FormerToken, KeptDevice};
use crate::game::persistence::store::{Entry, Hold, Kind, StoreError};
use crate::game::persistence::{Storage, checksum, sentences};
use crate::game::text::Phrase;
use crate::online::{DeviceSecret, DeviceToken, PlayerName, RoomLink, ServerAddress};

/// Version that is written.
const FORMAT: u64 = 1;
/// Maximum number of copies of the program with a device of their own.
const MOST_DEVICES: usize = 64;
/// Maximum number of attempts to save while another copy of the program writes.
const TRIES: usize = 8;

/// Saved form of a device.
#[derive(Serialize, Deserialize)]
struct SavedDevice {
    format: u64,
    /// Absent in files of versions that sent one token to every server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<DeviceSecret>,
    /// The token that those versions sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<DeviceToken>,
    /// The server that they used last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token_server: Option<ServerAddress>,
    #[serde(default)]
    name: PlayerName,
    #[serde(default)]
    server: Option<ServerAddress>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    servers: Vec<ServerAddress>,
    #[serde(default)]
    room: Option<String>,
}

impl From<SavedDevice> for KeptDevice {
    fn from(saved: SavedDevice) -> Self {
        let mut kept = Self::new();
        // A link that cannot be read leads back to no room.
        kept.room = saved.room.and_then(|link| link.parse::<RoomLink>().ok());
        kept.secret = saved.secret.unwrap_or(kept.secret);
        let last_server = kept.room.as_ref().and_then(|room| room.server.clone()).or_else(|| saved.server.clone());
        let seen_by = saved.token_server.or(last_server);
        kept.former = saved.token.zip(seen_by).map(|(token, server)| FormerToken { token, server });
        (kept.name, kept.server, kept.servers) = (saved.name, saved.server, saved.servers);
        kept
    }
}

impl From<&KeptDevice> for SavedDevice {
    fn from(kept: &KeptDevice) -> Self {
        let former = kept.former.clone();
        let (token, token_server) = former.map(|FormerToken { token, server }| (token, server)).unzip();
        Self {
            format: FORMAT,
            secret: Some(kept.secret.clone()),
            token,
            token_server,
            name: kept.name.clone(),
            server: kept.server.clone(),
            servers: kept.servers.clone(),
            room: kept.room.as_ref().map(ToString::to_string),
        }
    }
}

/// Saves a device in a store.
pub(super) struct DeviceSlot {
    storage: Storage,
    /// Number of this copy's device, held so that no other copy uses it.
    held: Option<(usize, Hold)>,
}

fn entry(number: usize) -> Entry {
    Entry::new(Kind::State, format!("device-{number}"))
}

impl DeviceSlot {
    pub(super) const fn new(storage: Storage) -> Self {
        Self { storage, held: None }
    }

    fn read(&self, number: usize) -> Option<KeptDevice> {
        let text = self.storage.read(&entry(number)).ok()??;
        serde_json::from_slice::<SavedDevice>(&text).ok().map(KeptDevice::from)
    }

    /// Claims the first free device number, and keeps it.
    fn hold(&mut self) -> Result<usize, StoreError> {
        if let Some((number, _)) = &self.held {
            return Ok(*number);
        }
        for number in 0..MOST_DEVICES {
            // A saved device that could not be held at the start belongs to another copy of the program.
            let is_taken = self.storage.read(&entry(number))?.is_some();
            if !is_taken && let Some(hold) = self.storage.hold(&entry(number))? {
                self.held = Some((number, hold));
                return Ok(number);
            }
        }
        Err(StoreError::Busy)
    }

    fn write(&mut self, device: &KeptDevice) -> Result<(), StoreError> {
        let entry = entry(self.hold()?);
        let text = checksum::sealed(serde_json::to_string(&SavedDevice::from(device))?);
        for _ in 0..TRIES {
            let before = self.storage.read(&entry)?;
            match self.storage.replace(&entry, before.as_deref(), &text) {
                Err(StoreError::Changed) => {}
                saved => return saved,
            }
        }
        Err(StoreError::Busy)
    }
}

impl DeviceKeeper for DeviceSlot {
    /// Takes a device that no other copy uses, preferably one that is in a room.
    fn load(&mut self) -> Option<KeptDevice> {
        let names = self.storage.list(Kind::State).ok()?;
        let number = |name: &String| name.strip_prefix("device-")?.parse::<usize>().ok();
        let numbers: Vec<_> = names.iter().filter_map(number).filter(|number| *number < MOST_DEVICES).collect();
        let mut found: Vec<_> = numbers.into_iter().filter_map(|number| Some((number, self.read(number)?))).collect();
        found.sort_by_key(|(number, kept)| (kept.room.is_none(), *number));
        for (number, _) in found {
            if let Ok(Some(hold)) = self.storage.hold(&entry(number)) {
                self.held = Some((number, hold));
                // Reads it again, because another copy may have written it until it was held.
                return self.read(number);
            }
        }
        None
    }

    fn save(&mut self, device: &KeptDevice) -> Result<(), Phrase> {
        self.write(device).map_err(|error| sentences::reason(&error))
    }
}
