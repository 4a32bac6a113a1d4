//! Reasons for failed connections, in the tool's own words instead of each library's.

use std::fmt;
use std::io;

use tokio_rustls::rustls;
use tokio_tungstenite::tungstenite;

/// A reason, worded as the end of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The name has no address.
    NoSuchHost,
    NobodyListens,
    NoWay,
    CutOff,
    NoAnswer,
    NotAllowed,
    OwnAddress,
    Untrusted,
    NotEncrypted,
    /// A system error known only by its number.
    System(Option<i32>),
    /// Something other than a server of online play answered.
    NoServer,
    /// It answered by HTTP with this status.
    Status(u16),
    /// The server sent more than allowed.
    TooMuch,
    /// The server does not read what it is sent.
    NotReading,
    /// The server broke the WebSocket protocol.
    Garbled,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoSuchHost => "the host name is unknown",
            Self::NobodyListens => "nothing listens at this address",
            Self::NoWay => "the network cannot reach it",
            Self::CutOff => "the connection was cut off",
            Self::NoAnswer => "no answer arrived in time",
            Self::NotAllowed => "this computer does not permit it",
            Self::OwnAddress => "this computer cannot connect from this address",
            Self::Untrusted => "its certificate is not trusted",
            Self::NotEncrypted => "no common encryption was found",
            Self::System(None) => "the network failed",
            Self::System(Some(number)) => return write!(formatter, "the network failed with error {number}"),
            Self::NoServer => "this is not a server of online play",
            Self::Status(status) => {
                return write!(formatter, "this is not a server of online play: it answered with HTTP status {status}");
            }
            Self::TooMuch => "the server sent too much",
            Self::NotReading => "the server does not read what it is sent",
            Self::Garbled => "the server sent an invalid message",
        })
    }
}

impl Reason {
    /// Reason for a failure to read, write or connect.
    pub(crate) fn of_io(error: &io::Error) -> Self {
        if let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            return if matches!(error, rustls::Error::InvalidCertificate(_)) {
                Self::Untrusted
            } else {
                Self::NotEncrypted
            };
        }
        match error.kind() {
            io::ErrorKind::ConnectionRefused => Self::NobodyListens,
            io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable | io::ErrorKind::NetworkDown => {
                Self::NoWay
            }
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::NotConnected
            | io::ErrorKind::UnexpectedEof => Self::CutOff,
            io::ErrorKind::TimedOut => Self::NoAnswer,
            io::ErrorKind::PermissionDenied => Self::NotAllowed,
            io::ErrorKind::AddrInUse | io::ErrorKind::AddrNotAvailable => Self::OwnAddress,
            io::ErrorKind::NotFound => Self::NoSuchHost,
            _ => Self::System(error.raw_os_error()),
        }
    }

    /// Reason for a failed WebSocket handshake.
    pub(crate) fn of_greeting(error: &tungstenite::Error) -> Self {
        match error {
            tungstenite::Error::Io(error) => Self::of_io(error),
            tungstenite::Error::Http(response) => Self::Status(response.status().as_u16()),
            tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed => Self::CutOff,
            tungstenite::Error::Tls(_) => Self::NotEncrypted,
            tungstenite::Error::AttackAttempt | tungstenite::Error::Capacity(_) => Self::TooMuch,
            _ => Self::NoServer,
        }
    }

    /// Reason for the end of a WebSocket.
    pub(crate) fn of_socket(error: &tungstenite::Error) -> Self {
        match error {
            tungstenite::Error::Io(error) => Self::of_io(error),
            tungstenite::Error::Tls(_) => Self::NotEncrypted,
            tungstenite::Error::AttackAttempt | tungstenite::Error::Capacity(_) => Self::TooMuch,
            tungstenite::Error::WriteBufferFull(_) => Self::NotReading,
            tungstenite::Error::ConnectionClosed
            | tungstenite::Error::AlreadyClosed
            | tungstenite::Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
                Self::CutOff
            }
            _ => Self::Garbled,
        }
    }
}
