//! The device that a client is: its secret, in a file where it is to go on after a restart.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use irogaeshi::online::{DeviceToken, NotADeviceToken};
use thiserror::Error;

use crate::failure::Failure;
use crate::out::files::{FileError, read_at_most};

/// More than a token and the end of its line.
const MOST_BYTES: usize = 1024;

/// Why there is no token.
#[derive(Debug, Error)]
pub(crate) enum DeviceError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}: {error}", path = path.display())]
    NotAToken { path: PathBuf, error: NotADeviceToken },
    #[error("this computer gives no random numbers: {0}")]
    NoRandomNumbers(getrandom::Error),
}

impl From<DeviceError> for Failure {
    fn from(error: DeviceError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// A number that nobody can guess.
///
/// # Errors
/// When the system has none.
pub(crate) fn draw() -> Result<u128, DeviceError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(DeviceError::NoRandomNumbers)?;
    Ok(u128::from_be_bytes(bytes))
}

/// The token in a file, which is made where there is none; without a file a token for this time alone.
///
/// # Errors
/// When the file holds something else, or cannot be read or written.
pub(crate) fn token(file: Option<&Path>) -> Result<DeviceToken, DeviceError> {
    let Some(path) = file else { return Ok(DeviceToken::new(draw()?)) };
    match read_at_most(path, MOST_BYTES) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            text.trim().parse().map_err(|error| DeviceError::NotAToken { path: path.to_owned(), error })
        }
        Err(FileError::Unreadable { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            let token = DeviceToken::new(draw()?);
            write_secret(path, &String::from(token.clone()))
                .map_err(|error| FileError::Unwritable { path: path.to_owned(), error })?;
            Ok(token)
        }
        Err(error) => Err(error.into()),
    }
}

/// Writes a new file that only its owner can read.
fn write_secret(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}
