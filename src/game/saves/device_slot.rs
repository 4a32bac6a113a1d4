//! Saves this device's part of online play, in one of several files that only one copy of the program uses at a time.
//!
//! Two windows on one computer are therefore two devices, which can play each other, and a window that was killed finds
//! its secret and its room again.

use serde::{Deserialize, Serialize};

use crate::game::online::device::{DeviceStorage, FormerToken, SavedDevice};
use crate::game::storage::reason::reason;
use crate::game::storage::store::{Claim, Entry, Kind};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::{Storage, checksum};
use crate::game::text::Phrase;
use crate::online::{DeviceSecret, DeviceToken, PlayerName, RoomLink, ServerAddress};

/// Version that is written.
const FORMAT: u64 = 1;
/// Maximum number of copies of the program with a device of their own.
const MAX_DEVICES: usize = 64;
/// Maximum number of attempts to save while another copy of the program writes.
const MAX_TRIES: usize = 8;

/// A device as it is saved.
#[derive(Serialize, Deserialize)]
struct DeviceFile {
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preview_server: Option<ServerAddress>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    servers: Vec<ServerAddress>,
    #[serde(default)]
    room: Option<String>,
}

impl From<DeviceFile> for SavedDevice {
    fn from(file: DeviceFile) -> Self {
        let mut device = Self::new();
        // A link that cannot be read leads back to no room.
        device.room = file.room.and_then(|link| link.parse::<RoomLink>().ok());
        device.secret = file.secret.unwrap_or(device.secret);
        let last_server = device.room.as_ref().and_then(|room| room.server.clone()).or_else(|| file.server.clone());
        let seen_by = file.token_server.or(last_server);
        device.former = file.token.zip(seen_by).map(|(token, server)| FormerToken { token, server });
        (device.name, device.server, device.servers) = (file.name, file.server, file.servers);
        device.preview_server = file.preview_server;
        device
    }
}

impl From<&SavedDevice> for DeviceFile {
    fn from(device: &SavedDevice) -> Self {
        let former = device.former.clone();
        let (token, token_server) = former.map(|FormerToken { token, server }| (token, server)).unzip();
        Self {
            format: FORMAT,
            secret: Some(device.secret.clone()),
            token,
            token_server,
            name: device.name.clone(),
            server: device.server.clone(),
            preview_server: device.preview_server.clone(),
            servers: device.servers.clone(),
            room: device.room.as_ref().map(ToString::to_string),
        }
    }
}

/// Saves a device in a store.
pub(super) struct DeviceSlot {
    storage: Storage,
    /// Number of this copy's device, claimed so that no other copy uses it.
    claimed: Option<(usize, Claim)>,
}

fn entry(number: usize) -> Entry {
    Entry::new(Kind::State, format!("device-{number}"))
}

impl DeviceSlot {
    pub(super) const fn new(storage: Storage) -> Self {
        Self { storage, claimed: None }
    }

    fn read(&self, number: usize) -> Option<SavedDevice> {
        let text = self.storage.read(&entry(number)).ok()??;
        serde_json::from_slice::<DeviceFile>(&text).ok().map(SavedDevice::from)
    }

    /// Claims the first free device number, and keeps it.
    fn claim(&mut self) -> Result<usize, StoreError> {
        if let Some((number, _)) = &self.claimed {
            return Ok(*number);
        }
        for number in 0..MAX_DEVICES {
            // A saved device that could not be claimed at the start belongs to another copy of the program.
            let is_taken = self.storage.read(&entry(number))?.is_some();
            if !is_taken && let Some(claim) = self.storage.claim(&entry(number))? {
                self.claimed = Some((number, claim));
                return Ok(number);
            }
        }
        Err(StoreError::Busy)
    }

    fn write(&mut self, device: &SavedDevice) -> Result<(), StoreError> {
        let entry = entry(self.claim()?);
        let text = checksum::with_checksum(serde_json::to_string(&DeviceFile::from(device))?);
        for _ in 0..MAX_TRIES {
            let before = self.storage.read(&entry)?;
            match self.storage.replace(&entry, before.as_deref(), &text) {
                Err(StoreError::Changed) => {}
                saved => return saved,
            }
        }
        Err(StoreError::Busy)
    }
}

impl DeviceStorage for DeviceSlot {
    /// Takes a device that no other copy uses, preferably one that is in a room.
    fn load(&mut self) -> Option<SavedDevice> {
        let names = self.storage.list(Kind::State).ok()?;
        let number = |name: &String| name.strip_prefix("device-")?.parse::<usize>().ok();
        let numbers: Vec<_> = names.iter().filter_map(number).filter(|number| *number < MAX_DEVICES).collect();
        let mut found: Vec<_> = numbers.into_iter().filter_map(|number| Some((number, self.read(number)?))).collect();
        found.sort_by_key(|(number, device)| (device.room.is_none(), *number));
        for (number, _) in found {
            if let Ok(Some(claim)) = self.storage.claim(&entry(number)) {
                self.claimed = Some((number, claim));
                // Reads it again, because another copy may have written it until it was claimed.
                return self.read(number);
            }
        }
        None
    }

    fn save(&mut self, device: &SavedDevice) -> Result<(), Phrase> {
        self.write(device).map_err(|error| reason(&error))
    }
}
