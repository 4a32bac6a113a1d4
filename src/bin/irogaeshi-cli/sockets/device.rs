//! The client's device: its secret, in a file if it must survive a restart, and its token for a server.

use std::io;
use std::path::{Path, PathBuf};

use irogaeshi::online::{DeviceSecret, DeviceToken, ServerAddress};
use thiserror::Error;

use crate::failure::Refusal;
use crate::out::files::{FileError, create_secret, read_at_most, write_secret};

/// Maximum size of a device's file.
const MAX_BYTES: usize = 1024;

#[derive(Debug, Error)]
pub(crate) enum DeviceError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}: not a device file", path = path.display())]
    NotADevice { path: PathBuf },
    #[error("this computer provides no random numbers: {0}")]
    NoRandomNumbers(getrandom::Error),
}

impl Refusal for DeviceError {}

/// A random number that nobody can predict.
///
/// # Errors
/// If the system has no random numbers.
pub(crate) fn draw() -> Result<u128, DeviceError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(DeviceError::NoRandomNumbers)?;
    Ok(u128::from_be_bytes(bytes))
}

/// Content of a device's file.
struct KeptDevice {
    secret: DeviceSecret,
    /// The token of an older file, which was sent to all servers, and the only server that still gets it.
    former: Option<(DeviceToken, ServerAddress)>,
}

impl KeptDevice {
    const SECRET: &'static str = "secret";
    const FORMER: &'static str = "former";

    fn new(former: Option<(DeviceToken, ServerAddress)>) -> Result<Self, DeviceError> {
        Ok(Self { secret: DeviceSecret::new(draw()?), former })
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::split_whitespace);
        let mut first = lines.next()?;
        let secret = (first.next()? == Self::SECRET).then(|| first.next()?.parse().ok()).flatten()?;
        let former = match lines.next() {
            None => None,
            Some(mut second) => {
                let name = second.next()?;
                let former = (second.next()?.parse().ok()?, second.next()?.parse().ok()?);
                Some(former).filter(|_| name == Self::FORMER)
            }
        };
        Some(Self { secret, former })
    }

    fn write(&self) -> String {
        let secret = format!("{} {}\n", Self::SECRET, String::from(self.secret.clone()));
        let former = self
            .former
            .as_ref()
            .map(|(token, server)| format!("{} {} {server}\n", Self::FORMER, String::from(token.clone())));
        secret + &former.unwrap_or_default()
    }

    fn token(&self, server: &ServerAddress) -> DeviceToken {
        match &self.former {
            Some((token, seen_by)) if seen_by == server => token.clone(),
            _ => self.secret.token(server),
        }
    }
}

/// The device's token for this server. The file is created if missing. Without a file, the token is only for this run.
///
/// A file with nothing but a token is from a version that sent one token to every server. It gets a secret, and the
/// first server that it is now used with keeps the old token, so that the player keeps its seat.
///
/// # Errors
/// If the file has another content, or cannot be read or written.
pub(crate) fn token(file: Option<&Path>, server: &ServerAddress) -> Result<DeviceToken, DeviceError> {
    let Some(path) = file else { return Ok(DeviceToken::new(draw()?)) };
    let device = match read_at_most(path, MAX_BYTES) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(token) = text.trim().parse() {
                let device = KeptDevice::new(Some((token, server.clone())))?;
                write_secret(path, device.write().as_bytes())?;
                device
            } else {
                KeptDevice::read(&text).ok_or_else(|| DeviceError::NotADevice { path: path.to_owned() })?
            }
        }
        Err(FileError::Unreadable { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            let device = KeptDevice::new(None)?;
            create_secret(path, device.write().as_bytes())?;
            device
        }
        Err(error) => return Err(error.into()),
    };
    Ok(device.token(server))
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;

    /// A file that does not exist yet and is removed at the end.
    struct File(PathBuf);

    impl File {
        fn new(name: &str) -> Self {
            Self(env::temp_dir().join(format!("irogaeshi-device-{name}-{}", process::id())))
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            drop(fs::remove_file(&self.0));
        }
    }

    fn server(text: &str) -> ServerAddress {
        text.parse().expect("an address")
    }

    #[test]
    fn a_device_has_a_token_of_its_own_at_each_server_and_keeps_it() {
        let file = File::new("tokens");
        let token = |at: &str| token(Some(&file.0), &server(at)).expect("a token");
        let (home, other) = (token("127.0.0.1:7878"), token("https://play.example.org"));
        assert_ne!(home, other);
        assert_eq!((token("127.0.0.1:7878"), token("https://play.example.org/")), (home, other));
    }

    #[test]
    fn a_file_of_an_earlier_version_keeps_its_seats_at_one_server_and_shows_its_token_to_no_other() {
        let file = File::new("former");
        let former = DeviceToken::new(7);
        fs::write(&file.0, format!("{}\n", String::from(former.clone()))).expect("it can be written");
        let token = |at: &str| token(Some(&file.0), &server(at)).expect("a token");
        for _ in 0..2 {
            assert_eq!(token("https://play.example.org"), former);
            assert_ne!(token("https://hostile.example"), former);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&file.0).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_file_that_is_not_a_device_is_left_alone() {
        let file = File::new("wrong");
        for text in ["", "secret", "secret 12", "secret 0123456789abcdef0123456789abcdef\nlatter 1 2", "a novel"] {
            fs::write(&file.0, text).expect("it can be written");
            assert!(
                matches!(token(Some(&file.0), &server("localhost")), Err(DeviceError::NotADevice { .. })),
                "{text}"
            );
            assert_eq!(fs::read_to_string(&file.0).expect("it is there"), text);
        }
    }
}
