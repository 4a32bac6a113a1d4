//! Identities in a room: secrets, tokens and public ids of devices, and the server.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{CommandId, RoomCode, ServerAddress};

/// A device's secret: 128 random bits that never leave the device. Each server gets a different token derived from it.
///
/// Its text form, for the file that stores it, is 32 hexadecimal digits. Its debug form is hidden.
///
/// ```
/// use irogaeshi::online::DeviceSecret;
///
/// let secret = DeviceSecret::new(7);
/// let [home, other] = ["192.168.1.20:7878", "https://play.example.org"].map(|at| secret.token(&at.parse().unwrap()));
/// assert_ne!(home, other);
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DeviceSecret([u8; 16]);

/// The text is not a [`DeviceSecret`]. The error does not quote it, since it may be somebody's secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a device's secret: a secret has 32 hexadecimal digits")]
pub struct NotADeviceSecret;

impl DeviceSecret {
    /// Prefix of the hash, so that no hash of the secret made for another purpose equals a token.
    const PURPOSE: &'static [u8] = b"irogaeshi token for the server at ";

    /// Makes a secret from random bits, which must come from a cryptographically secure generator.
    #[must_use]
    pub const fn new(random: u128) -> Self {
        Self(random.to_be_bytes())
    }

    /// The token for a server: the first half of the SHA-256 of the secret and the server's address. Other servers
    /// cannot use it, and it does not reveal the secret.
    #[must_use]
    pub fn token(&self, server: &ServerAddress) -> DeviceToken {
        let hash = Sha256::new().chain_update(Self::PURPOSE).chain_update(self.0).chain_update(server.to_string());
        let digest: [u8; 32] = hash.finalize().into();
        let mut token = [0; 16];
        token.copy_from_slice(&digest[..16]);
        DeviceToken(token)
    }
}

impl fmt::Debug for DeviceSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DeviceSecret(hidden)")
    }
}

impl FromStr for DeviceSecret {
    type Err = NotADeviceSecret;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_hex(text).map(Self).ok_or(NotADeviceSecret)
    }
}

impl TryFrom<String> for DeviceSecret {
    type Error = NotADeviceSecret;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<DeviceSecret> for String {
    fn from(secret: DeviceSecret) -> Self {
        hex(&secret.0)
    }
}

/// A secret of 128 bits shared by a device and a server. A client that knows it can play the seats that its
/// [`DeviceId`] has taken there.
///
/// A device derives one for each server from its [`DeviceSecret`].
///
/// Its text form is 32 hexadecimal digits. Its debug form is hidden, so that it is not printed by accident.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DeviceToken([u8; 16]);

/// The text is not a [`DeviceToken`]. The error does not quote it, since it may be somebody's secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a device's token: a token has 32 hexadecimal digits")]
pub struct NotADeviceToken;

impl DeviceToken {
    /// Makes a token from random bits, which must come from a cryptographically secure generator.
    #[must_use]
    pub const fn new(random: u128) -> Self {
        Self(random.to_be_bytes())
    }

    /// The device's id in rooms of earlier versions, the same in each room. It does not reveal the token.
    #[must_use]
    pub fn id(&self) -> DeviceId {
        DeviceId(Sha256::digest(self.0).into())
    }

    /// The device's ids in a room. The current one differs between rooms, so that nobody can follow a player.
    #[must_use]
    pub fn ids(&self, room: RoomCode) -> DeviceIds {
        let in_room = Sha256::new().chain_update(self.0).chain_update(room.to_string()).finalize();
        DeviceIds { in_room: DeviceId(in_room.into()), everywhere: self.id() }
    }

    /// The name of the room that the device requests under this number.
    ///
    /// The same request always gives the same name, so that a server recognises a repetition, and only the token's
    /// owner can predict it. If another room already has that name, use the next `attempt`.
    #[must_use]
    pub fn room_code(&self, wish: CommandId, attempt: u64) -> RoomCode {
        let parts = [wish.0, attempt].map(u64::to_le_bytes).concat();
        let digest: [u8; 32] = Sha256::new().chain_update(self.0).chain_update(parts).finalize().into();
        RoomCode::new(digest.iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
    }
}

impl fmt::Debug for DeviceToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DeviceToken(hidden)")
    }
}

impl FromStr for DeviceToken {
    type Err = NotADeviceToken;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_hex(text).map(Self).ok_or(NotADeviceToken)
    }
}

impl TryFrom<String> for DeviceToken {
    type Error = NotADeviceToken;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<DeviceToken> for String {
    fn from(token: DeviceToken) -> Self {
        hex(&token.0)
    }
}

/// Public id of a device: the SHA-256 of its token and, in rooms of the current version, the room's code.
///
/// Its text form is 64 hexadecimal digits.
///
/// ```
/// use irogaeshi::online::DeviceToken;
///
/// let id = DeviceToken::new(7).id();
/// assert_eq!(id.to_string().parse(), Ok(id));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DeviceId([u8; 32]);

/// A device's ids in one room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceIds {
    /// The id used in this room alone.
    pub in_room: DeviceId,
    /// The id in all rooms of earlier versions, also used by clients of those versions.
    pub everywhere: DeviceId,
}

/// The text is not a [`DeviceId`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a device id: an id has 64 hexadecimal digits")]
pub struct NotADeviceId;

impl fmt::Display for DeviceId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for DeviceId {
    /// Writes the first digits, enough to tell devices apart.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex(&self.0[..4]))
    }
}

impl FromStr for DeviceId {
    type Err = NotADeviceId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_hex(text).map(Self).ok_or(NotADeviceId)
    }
}

impl TryFrom<String> for DeviceId {
    type Error = NotADeviceId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<DeviceId> for String {
    fn from(id: DeviceId) -> Self {
        id.to_string()
    }
}

/// The author of an event. Its text form is `server` or the device's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Who {
    /// The server: it moves for CPU players and reports absences and expired time.
    Server,
    /// The human at this device.
    Device(DeviceId),
}

impl Who {
    const SERVER: &'static str = "server";

    /// The device; `None` for the server.
    #[must_use]
    pub const fn device(self) -> Option<DeviceId> {
        match self {
            Self::Server => None,
            Self::Device(device) => Some(device),
        }
    }
}

impl TryFrom<String> for Who {
    type Error = NotADeviceId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text == Self::SERVER { Ok(Self::Server) } else { text.parse().map(Self::Device) }
    }
}

impl From<Who> for String {
    fn from(who: Who) -> Self {
        who.device().map_or_else(|| Who::SERVER.to_owned(), Self::from)
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Reads exactly `BYTES` bytes from lower-case hexadecimal digits. Each value has exactly one text.
fn read_hex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != 2 * BYTES || !text.as_bytes().iter().all(is_digit) {
        return None;
    }
    let mut bytes = [0; BYTES];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_known_by_the_sha_256_of_its_token() {
        // Output of `printf '\0...\0' | sha256sum` for sixteen zero bytes.
        let id = "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb";
        assert_eq!(DeviceToken::new(0).id().to_string(), id);
    }

    #[test]
    fn each_server_gets_a_token_of_its_own() {
        let secret = DeviceSecret::new(0);
        let token = |secret: &DeviceSecret, server: &str| secret.token(&server.parse().expect("an address"));
        // First half of `printf 'irogaeshi token for the server at \0...\0https://play.example.org' | sha256sum`.
        let expected = "dac76fbdb052dae0945a14a9e5fa4827";
        assert_eq!(String::from(token(&secret, "https://play.example.org")), expected);
        let mut tokens: Vec<String> = ["https://play.example.org", "http://play.example.org", "https://example.org"]
            .map(|server| token(&secret, server).into())
            .into();
        tokens.push(token(&DeviceSecret::new(1), "https://play.example.org").into());
        tokens.push(String::from(secret));
        tokens.sort();
        tokens.dedup();
        assert_eq!(tokens.len(), 5);
    }

    #[test]
    fn one_server_gets_one_token_however_its_address_is_written() {
        let secret = DeviceSecret::new(7);
        let token = |server: &str| secret.token(&server.parse().expect("an address"));
        for (one, other) in [
            ("https://play.example.org", "HTTPS://Play.Example.ORG:443/"),
            ("10.0.0.7", "http://10.0.0.7:80"),
            ("http://[::1]:7878", "[0:0:0:0:0:0:0:1]:7878"),
        ] {
            assert_eq!(token(one), token(other), "{one} {other}");
        }
    }

    #[test]
    fn a_secret_hides_itself_and_reads_back() {
        let secret = DeviceSecret::new(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF);
        assert_eq!(format!("{secret:?}"), "DeviceSecret(hidden)");
        assert_eq!(String::from(secret.clone()).parse(), Ok(secret));
        assert_eq!("0123".parse::<DeviceSecret>(), Err(NotADeviceSecret));
    }

    #[test]
    fn a_device_has_another_id_in_each_room() {
        let [anna, ben] = [1, 2].map(DeviceToken::new);
        let ids = |token: &DeviceToken, room| token.ids(RoomCode::new(room));
        assert_eq!(ids(&anna, 1), ids(&anna, 1));
        let all = [ids(&anna, 1).in_room, ids(&anna, 2).in_room, ids(&ben, 1).in_room, anna.id(), ben.id()];
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), all.len());
        assert_eq!(ids(&anna, 1).everywhere, anna.id());
    }

    #[test]
    fn a_wish_names_one_room_and_others_name_others() {
        let (anna, ben) = (DeviceToken::new(1), DeviceToken::new(2));
        let code = anna.room_code(CommandId(7), 0);
        assert_eq!(anna.room_code(CommandId(7), 0), code);
        for other in [anna.room_code(CommandId(8), 0), anna.room_code(CommandId(7), 1), ben.room_code(CommandId(7), 0)]
        {
            assert_ne!(other, code);
        }
    }

    #[test]
    fn a_token_hides_itself_and_reads_back() {
        let token = DeviceToken::new(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF);
        assert_eq!(format!("{token:?}"), "DeviceToken(hidden)");
        let text = String::from(token.clone());
        assert_eq!(text, "0123456789abcdef0123456789abcdef");
        assert_eq!(text.parse(), Ok(token));
        for wrong in ["", "0123", &"g".repeat(32), &"é".repeat(16), &"A".repeat(32), &"0".repeat(33)] {
            assert_eq!(wrong.parse::<DeviceToken>(), Err(NotADeviceToken), "{wrong}");
        }
    }
}
