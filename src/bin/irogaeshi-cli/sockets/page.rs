//! Small text files of a server, read over HTTP.

use std::time::Duration;

use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::sockets::endpoint::{Endpoint, EndpointError};
use crate::sockets::reason::Reason;

/// Maximum time for the answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum bytes of an answer.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

#[derive(Debug, Error)]
pub(crate) enum PageError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error("{path} cannot be read: {reason}")]
    Unreadable { path: &'static str, reason: Reason },
    #[error("{path} has not arrived after {} s", TIMEOUT.as_secs())]
    Silent { path: &'static str },
    #[error("{path} was not found: the server answered \"{status}\"")]
    Refused { path: &'static str, status: String },
}

/// The text at this path below the server's address.
///
/// # Errors
/// If the text cannot be read.
pub(crate) async fn read_page(server: &Endpoint, path: &'static str) -> Result<String, PageError> {
    let answer = timeout(TIMEOUT, ask(server, path)).await.map_err(|_| PageError::Silent { path })??;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) == Some("200") {
        Ok(body.to_owned())
    } else {
        Err(PageError::Refused { path, status: status.to_owned() })
    }
}

async fn ask(server: &Endpoint, path: &'static str) -> Result<String, PageError> {
    let mut stream = server.connect(None).await?;
    let address = server.address().to_string();
    let place = address.split_once("://").map_or(address.as_str(), |(_, place)| place);
    let (host, folder) =
        place.split_once('/').map_or((place, String::new()), |(host, rest)| (host, format!("/{rest}")));
    // HTTP 1.0 has no chunks, and the answer ends with the connection.
    let request = format!("GET {folder}{path} HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let unreadable = |error| PageError::Unreadable { path, reason: Reason::of_io(&error) };
    stream.write_all(request.as_bytes()).await.map_err(unreadable)?;
    let mut answer = Vec::new();
    stream.take(MAX_BYTES).read_to_end(&mut answer).await.map_err(unreadable)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
