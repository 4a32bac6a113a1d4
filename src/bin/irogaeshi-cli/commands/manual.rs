//! Manual pages, for `man`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_mangen::{Man, generate_to};

use crate::failure::Failure;
use crate::out::files::FileError;

/// Prints the page of the tool.
pub(crate) fn print(command: Command, out: &mut impl Write) -> io::Result<()> {
    Man::new(command).render(out)
}

/// Writes a page for the tool and one for each of its commands.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) fn write(command: Command, folder: &Path) -> Result<(), Failure> {
    let written = fs::create_dir_all(folder).and_then(|()| generate_to(command, folder));
    Ok(written.map_err(|error| FileError::Unwritable { path: folder.to_owned(), error })?)
}
