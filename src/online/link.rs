//! Server addresses, and links to rooms.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{RoomCode, RoomOptions};

/// Address of a server, which is that of its page, such as `https://play.example.org`.
///
/// Different spellings of an address are equal: hosts become lower case, and default ports are dropped.
///
/// ```
/// use irogaeshi::online::ServerAddress;
///
/// let server: ServerAddress = "192.168.1.20:7878".parse().unwrap();
/// assert_eq!(server.to_string(), "http://192.168.1.20:7878");
/// assert_eq!(server.socket_url(), "ws://192.168.1.20:7878/socket?ids=room&rooms=3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ServerAddress {
    is_secure: bool,
    /// Host, then the port and folder if given, without a trailing slash.
    place: String,
}

/// The text is not a [`ServerAddress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a server address, such as https://play.example.org or 192.168.1.20:7878")]
pub struct NotAServerAddress;

impl ServerAddress {
    /// Maximum length of an address.
    pub const MAX_BYTES: usize = 255;
    /// Path of the server's sockets, below its address.
    pub const SOCKET: &'static str = "/socket";
    /// Metric in the header `Server-Timing` by which a server announces, with its page and its sockets, that it has
    /// previews of games. Unlike other headers, a page can read this one of itself.
    pub const PREVIEWS: &'static str = "game-previews";
    /// Query parameter by which a client announces that it uses the device id of each welcome.
    pub const IDS_OF_ROOM: &'static str = "ids=room";
    /// Query parameter by which a client announces the newest [`RoomOptions::version`](super::RoomOptions::version)
    /// that it reads; 1 without it.
    const ROOMS: &'static str = "rooms";

    /// Returns whether it uses HTTPS.
    #[must_use]
    pub const fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// Host, port and folder, without the scheme, as shown to players.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Returns whether nobody else can read or change messages: the connection is encrypted, or stays on this computer
    /// or the local network. Names without a dot count as local because they are looked up there.
    #[must_use]
    pub fn is_private(&self) -> bool {
        let authority = self.place.split('/').next().unwrap_or_default();
        let host = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((address, _)) => address,
            None => authority.split(':').next().unwrap_or_default(),
        };
        let is_near =
            host.parse::<IpAddr>().map_or_else(|_| is_near_name(host), |address| is_near(address.to_canonical()));
        self.is_secure || is_near
    }

    /// Address of its sockets without a query, as used in a page's content security policy.
    #[must_use]
    pub fn sockets(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}{}", self.place, Self::SOCKET)
    }

    /// Address at which a client opens a socket.
    #[must_use]
    pub fn socket_url(&self) -> String {
        format!("{}?{}&{}={}", self.sockets(), Self::IDS_OF_ROOM, Self::ROOMS, RoomOptions::NEWEST)
    }

    /// The newest version of rooms that a client reads, from the query of its request.
    #[must_use]
    pub fn rooms_version(query: Option<&str>) -> u32 {
        let parts = query.unwrap_or_default().split('&').filter_map(|part| part.split_once('='));
        parts.filter(|(key, _)| *key == Self::ROOMS).find_map(|(_, value)| value.parse().ok()).unwrap_or(1)
    }
}

impl FromStr for ServerAddress {
    type Err = NotAServerAddress;

    /// Reads a page's address. Without `http://` or `https://` it is assumed to be unencrypted, since addresses typed
    /// by hand usually are.
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
        let authority = read_authority(authority, if is_secure { 443 } else { 80 });
        let authority = authority.filter(|_| folder.chars().all(is_of_folder)).ok_or(NotAServerAddress)?;
        let place = if folder.is_empty() { authority } else { format!("{authority}/{folder}") };
        let address = Self { is_secure, place };
        // Lower-casing and the added scheme may make it longer than the text.
        let fits = text.len().max(address.to_string().len()) <= Self::MAX_BYTES;
        if fits { Ok(address) } else { Err(NotAServerAddress) }
    }
}

/// Reads a host with an optional port. The default port is dropped.
fn read_authority(text: &str, usual_port: u16) -> Option<String> {
    // IPv6 addresses contain colons and are therefore in brackets.
    let (host, port) = if let Some(rest) = text.strip_prefix('[') {
        let (address, rest) = rest.split_once(']')?;
        let port = if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) };
        (format!("[{}]", address.parse::<Ipv6Addr>().ok()?), port)
    } else {
        let (host, port) = text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port)));
        let is_of_host = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '.';
        // Lower-casing may split a letter such as `İ` into a letter and a combining mark, which is not allowed in a
        // host.
        let host = Some(host.to_lowercase()).filter(|host| !host.is_empty() && host.chars().all(is_of_host))?;
        (host, port)
    };
    let port = port.map(str::parse::<u16>).transpose().ok()?;
    match port {
        Some(0) => None,
        Some(port) if port != usual_port => Some(format!("{host}:{port}")),
        _ => Some(host),
    }
}

/// Returns whether an address is of this computer or the local network.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}

/// Returns whether a name can only be a local one: it has no dot, or has an ending reserved for local use by RFC 6761,
/// 6762 or 8375 or by ICANN. `1572395042` is not a name but an IPv4 address written as one number.
fn is_near_name(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    let ends = [".localhost", ".local", ".home.arpa", ".internal"];
    let is_short = !host.contains('.') && !host.starts_with(|letter: char| letter.is_ascii_digit());
    is_short || ends.iter().any(|end| host.ends_with(end))
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

/// A link to a room, such as `https://play.example.org/#/room/KQ7M2XRT`, or a bare code for a room of a known server.
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
    /// The server; `None` for a bare code.
    pub server: Option<ServerAddress>,
    /// The room.
    pub code: RoomCode,
}

/// The text is not a [`RoomLink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a link to a room: a link ends with {} and the eight letters of the room code", RoomLink::ROUTE)]
pub struct NotARoomLink;

impl RoomLink {
    /// Part between a server's address and a room's code.
    pub const ROUTE: &'static str = "/#/room/";
}

impl FromStr for RoomLink {
    type Err = NotARoomLink;

    /// Reads a link or a bare code.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (server, code) = match text.split_once('#') {
            None => (None, text),
            Some((server, route)) => {
                // Without an address, the link belongs to the page that is already open.
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
            ("https://play.example.org/", "https://play.example.org", "wss://play.example.org/socket?ids=room&rooms=3"),
            ("HTTP://localhost:7878", "http://localhost:7878", "ws://localhost:7878/socket?ids=room&rooms=3"),
            (" 10.0.0.7:80 ", "http://10.0.0.7", "ws://10.0.0.7/socket?ids=room&rooms=3"),
            (
                "HTTP://Play.Example.ORG:443",
                "http://play.example.org:443",
                "ws://play.example.org:443/socket?ids=room&rooms=3",
            ),
            ("https://[0:0::1]:443/Go", "https://[::1]/Go", "wss://[::1]/Go/socket?ids=room&rooms=3"),
            (
                "https://[::1]:7878/reversi/",
                "https://[::1]:7878/reversi",
                "wss://[::1]:7878/reversi/socket?ids=room&rooms=3",
            ),
        ] {
            let server: ServerAddress = text.parse().expect(text);
            assert_eq!((server.to_string(), server.socket_url()), (written.to_owned(), socket.to_owned()));
            assert_eq!(written.parse(), Ok(server));
        }
        let (long, longer) = ("a".repeat(256), "a".repeat(250));
        let wrong = ["", "http://", "ftp://a", "a:b", "a:0", "a:70000", "a b", "user@host", "a/?x", "[::g]", "İ"];
        for wrong in wrong.into_iter().chain([&*long, &longer]) {
            assert_eq!(wrong.parse::<ServerAddress>(), Err(NotAServerAddress), "{wrong}");
        }
    }

    #[test]
    fn only_what_is_encrypted_or_stays_near_is_private() {
        let is_private = |text: &str| text.parse::<ServerAddress>().expect(text).is_private();
        for near in [
            "https://play.example.org",
            "localhost:7878",
            "127.0.0.1:7878",
            "[::1]:7878/reversi",
            "192.168.1.20",
            "10.1.2.3",
            "172.31.0.1",
            "169.254.7.7",
            "[fe80::1]:80",
            "[fd00::1]",
            "[::ffff:192.168.1.20]:7878",
            "livingroom:7878",
            "livingroom.local",
            "play.home.arpa",
        ] {
            assert!(is_private(near), "{near}");
        }
        for far in [
            "http://play.example.org",
            "play.example.org:7878/reversi",
            "93.184.216.34",
            "172.32.0.1",
            "[2001:db8::1]:7878",
            "[::ffff:93.184.216.34]",
            "localhost.example.org",
            "192.168.1.20.example.org",
            "1572395042",
            "0x5db8d822:7878",
        ] {
            assert!(!is_private(far), "{far}");
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
