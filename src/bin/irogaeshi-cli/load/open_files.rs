//! Limit on open files, of which each connection is one.

use thiserror::Error;

use crate::failure::Refusal;

#[derive(Debug, Error)]
#[cfg_attr(not(unix), expect(dead_code, reason = "fails on other systems"))]
pub(crate) enum OpenFilesError {
    #[error("{needed} files must be open at once, but the limit is {most}; raise it with `ulimit -n {needed}`")]
    TooFew { needed: u64, most: u64 },
}

impl Refusal for OpenFilesError {}

/// Raises the process's limit of open files to at least `needed`.
///
/// # Errors
/// If the system does not allow that many.
#[cfg(unix)]
pub(crate) fn allow_open_files(needed: u64) -> Result<(), OpenFilesError> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // `None` means unlimited.
    let suffices = |most: Option<u64>| most.is_none_or(|most| most >= needed);
    if suffices(limit.current) {
        return Ok(());
    }
    if !suffices(limit.maximum) {
        return Err(OpenFilesError::TooFew { needed, most: limit.maximum.unwrap_or_default() });
    }
    setrlimit(Resource::Nofile, Rlimit { current: Some(needed), maximum: limit.maximum })
        .map_err(|_| OpenFilesError::TooFew { needed, most: limit.current.unwrap_or_default() })
}

/// Other systems have no such limit.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "fails on other systems")]
pub(crate) fn allow_open_files(_needed: u64) -> Result<(), OpenFilesError> {
    Ok(())
}
