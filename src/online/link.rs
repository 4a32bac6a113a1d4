//! Where a server is, and links to its rooms.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::RoomCode;

/// Where a server is: the address of the page that it serves, such as `https://play.example.org`.
///
/// ```
/// use irogaeshi::online::ServerAddress;
///
/// let server: ServerAddress = "192.168.1.20:7878".parse().unwrap();
/// assert_eq!(server.to_string(), "http://192.168.1.20:7878");
/// assert_eq!(server.socket_url(), "ws://192.168.1.20:7878/socket");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ServerAddress {
    is_secure: bool,
    /// Host, port if one is named, and folder if there is one, without a slash at the end.
    place: String,
}

/// Why a text is no [`ServerAddress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is not the address of a server, such as https://play.example.org or 192.168.1.20:7878")]
pub struct NotAServerAddress;

impl ServerAddress {
    /// The most bytes of an address.
    pub const MOST_BYTES: usize = 255;
    /// Where a server's sockets are, below its address.
    pub const SOCKET: &'static str = "/socket";

    /// Where its sockets are.
    #[must_use]
    pub fn socket_url(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}{}", self.place, Self::SOCKET)
    }
}

impl FromStr for ServerAddress {
    type Err = NotAServerAddress;

    /// Reads the address of a page. Without `http://` or `https://` it is taken to be one without encryption, as those
    /// are that people type by hand.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (is_secure, place) = match text.split_once("://") {
            Some((scheme, place)) if scheme.eq_ignore_ascii_case("https") => (true, place),
            Some((scheme, place)) if scheme.eq_ignore_ascii_case("http") => (false, place),
            Some(_) => return Err(NotAServerAddress),
            None => (false, text),
        };
        let place = place.trim_end_matches('/');
        let (authority, folder) = place.split_once('/').unwrap_or((place, ""));
        let is_of_folder = |letter: char| letter.is_ascii_alphanumeric() || "-._~/".contains(letter);
        let fits = text.len() <= Self::MOST_BYTES && is_authority(authority) && folder.chars().all(is_of_folder);
        if fits { Ok(Self { is_secure, place: place.to_owned() }) } else { Err(NotAServerAddress) }
    }
}

/// Whether a text is a host, with a port or without.
fn is_authority(text: &str) -> bool {
    // An address with colons of its own stands in brackets.
    let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, "")) => (address.parse::<std::net::Ipv6Addr>().is_ok(), None),
        Some((address, rest)) => (address.parse::<std::net::Ipv6Addr>().is_ok(), Some(rest.strip_prefix(':'))),
        None => {
            let (host, port) = text.split_once(':').map_or((text, None), |(host, port)| (host, Some(Some(port))));
            let is_of_host = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '.';
            (!host.is_empty() && host.chars().all(is_of_host), port)
        }
    };
    let is_port = |port: Option<&str>| port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    host && port.is_none_or(is_port)
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(formatter, "{scheme}://{}", self.place)
    }
}

impl TryFrom<String> for ServerAddress {
    type Error = NotAServerAddress;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ServerAddress> for String {
    fn from(address: ServerAddress) -> Self {
        address.to_string()
    }
}

/// A link to a room, such as `https://play.example.org/#/room/KQ7M2XRT`; or only its code, for a room of a server that
/// is known already.
///
/// ```
/// use irogaeshi::online::RoomLink;
///
/// let link: RoomLink = "http://localhost:7878/#/room/kq7m2xrt".parse().unwrap();
/// assert_eq!(link.to_string(), "http://localhost:7878/#/room/KQ7M2XRT");
/// assert_eq!("KQ7M2XRT".parse::<RoomLink>().unwrap().server, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomLink {
    /// The server; `None` where only a code is given.
    pub server: Option<ServerAddress>,
    /// The room.
    pub code: RoomCode,
}

/// Why a text is no [`RoomLink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is not a link to a room: a link ends with {}, then the eight letters of the room", RoomLink::ROUTE)]
pub struct NotARoomLink;

impl RoomLink {
    /// What stands between a server's address and a room's code.
    pub const ROUTE: &'static str = "/#/room/";
}

impl FromStr for RoomLink {
    type Err = NotARoomLink;

    /// Reads a link, or only a code.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (server, code) = match text.split_once('#') {
            None => (None, text),
            Some((server, route)) => {
                // A page without a server's address is one that is open already.
                let server = if server.is_empty() { None } else { Some(server.parse().map_err(|_| NotARoomLink)?) };
                (server, route.strip_prefix("/room/").ok_or(NotARoomLink)?)
            }
        };
        Ok(Self { server, code: code.parse().map_err(|_| NotARoomLink)? })
    }
}

impl fmt::Display for RoomLink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.server {
            Some(server) => write!(formatter, "{server}{}{}", Self::ROUTE, self.code),
            None => write!(formatter, "{}", self.code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_as_people_write_them() {
        for (text, written, socket) in [
            ("https://play.example.org/", "https://play.example.org", "wss://play.example.org/socket"),
            ("HTTP://localhost:7878", "http://localhost:7878", "ws://localhost:7878/socket"),
            (" 10.0.0.7:80 ", "http://10.0.0.7:80", "ws://10.0.0.7:80/socket"),
            ("https://[::1]:7878/reversi/", "https://[::1]:7878/reversi", "wss://[::1]:7878/reversi/socket"),
        ] {
            let server: ServerAddress = text.parse().expect(text);
            assert_eq!((server.to_string(), server.socket_url()), (written.to_owned(), socket.to_owned()));
            assert_eq!(written.parse(), Ok(server));
        }
        let long = "a".repeat(256);
        for wrong in ["", "http://", "ftp://a", "a:b", "a:0", "a:70000", "a b", "user@host", "a/?x", "[::g]", &long] {
            assert_eq!(wrong.parse::<ServerAddress>(), Err(NotAServerAddress), "{wrong}");
        }
    }

    #[test]
    fn links_read_back_and_a_code_alone_is_one() {
        let code = "KQ7M2XRT".parse().expect("a code");
        for (text, server) in [
            ("https://play.example.org/#/room/KQ7M2XRT", Some("https://play.example.org")),
            ("localhost:7878/#/room/kq7m2xrt", Some("http://localhost:7878")),
            ("#/room/KQ7M2XRT", None),
            ("kq7m2xrt", None),
        ] {
            let link: RoomLink = text.parse().expect(text);
            assert_eq!(link, RoomLink { server: server.map(|server| server.parse().expect(server)), code });
            assert_eq!(link.to_string().parse(), Ok(link));
        }
        for wrong in ["", "https://play.example.org", "https://play.example.org/#/KQ7M2XRT", "#/room/", "a b#/room/x"] {
            assert_eq!(wrong.parse::<RoomLink>(), Err(NotARoomLink), "{wrong}");
        }
    }
}
