//! A server's network address, and plain or encrypted streams to it.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use irogaeshi::online::ServerAddress;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::http::Uri;

use crate::failure::Refusal;
use crate::sockets::reason::Reason;

/// Maximum time to connect to a server.
const TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// Address of a server, prepared for connecting.
pub(crate) struct Endpoint {
    address: ServerAddress,
    host: String,
    port: u16,
    /// Encryption of the streams, if any.
    encryption: Option<(TlsConnector, ServerName<'static>)>,
}

#[derive(Debug, Error)]
pub(crate) enum EndpointError {
    #[error("the host of {0} cannot be looked up")]
    NoHost(ServerAddress),
    #[error("{server} cannot be reached: {reason}")]
    Unreachable { server: ServerAddress, reason: Reason },
    #[error("{server} cannot be reached: no answer for {} s", TIMEOUT.as_secs())]
    Silent { server: ServerAddress },
    #[error("this computer has no root certificates to verify {server}; install them")]
    NoCertificates { server: ServerAddress },
}

impl Refusal for EndpointError {}

impl Endpoint {
    /// # Errors
    /// If the address has no host, or certificates could not be checked.
    pub(crate) fn new(address: ServerAddress) -> Result<Self, EndpointError> {
        let uri: Option<Uri> = address.to_string().parse().ok();
        let Some(authority) = uri.as_ref().and_then(Uri::authority) else {
            return Err(EndpointError::NoHost(address));
        };
        let is_secure = uri.as_ref().and_then(Uri::scheme_str) == Some("https");
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = authority.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        let encryption = if is_secure {
            let name = ServerName::try_from(host.clone()).map_err(|_| EndpointError::NoHost(address.clone()))?;
            Some((trusting_what_the_system_trusts(&address)?, name))
        } else {
            None
        };
        Ok(Self { address, host, port, encryption })
    }

    pub(crate) const fn address(&self) -> &ServerAddress {
        &self.address
    }

    /// Opens a stream, from this local address if given.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub(crate) async fn connect(&self, from: Option<IpAddr>) -> Result<Box<dyn ByteStream>, EndpointError> {
        let reached = timeout(TIMEOUT, self.reach(from)).await;
        let reached = reached.map_err(|_| EndpointError::Silent { server: self.address.clone() })?;
        reached.map_err(|reason| EndpointError::Unreachable { server: self.address.clone(), reason })
    }

    async fn reach(&self, from: Option<IpAddr>) -> Result<Box<dyn ByteStream>, Reason> {
        let mut last = Reason::NoSuchHost;
        let targets = lookup_host((self.host.as_str(), self.port)).await.map_err(|_| Reason::NoSuchHost)?;
        for target in targets {
            match open(target, from).await {
                Ok(stream) => return self.encrypt(stream).await.map_err(|error| Reason::of_io(&error)),
                Err(error) => last = Reason::of_io(&error),
            }
        }
        Err(last)
    }

    async fn encrypt(&self, stream: TcpStream) -> io::Result<Box<dyn ByteStream>> {
        // A move is a small packet that Nagle's algorithm would delay.
        stream.set_nodelay(true)?;
        match &self.encryption {
            Some((connector, name)) => Ok(Box::new(connector.connect(name.clone(), stream).await?)),
            None => Ok(Box::new(stream)),
        }
    }
}

async fn open(target: SocketAddr, from: Option<IpAddr>) -> io::Result<TcpStream> {
    let socket = if target.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(from) = from {
        socket.bind((from, 0).into())?;
    }
    socket.connect(target).await
}

fn trusting_what_the_system_trusts(server: &ServerAddress) -> Result<TlsConnector, EndpointError> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        return Err(EndpointError::NoCertificates { server: server.clone() });
    }
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
