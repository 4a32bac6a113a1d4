//! Syncs of folders.

use std::io;
use std::path::Path;

/// Makes the names in a folder survive a power cut.
///
/// # Errors
/// If the folder cannot be synced, though its file system can sync folders.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    match std::fs::File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot sync folders, and a folder may be writable without being readable.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Does nothing, because Windows makes names survive a power cut by itself.
///
/// # Errors
/// Never here.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
