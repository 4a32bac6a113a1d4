//! Files that survive crashes, power cuts and other copies of the program.

mod library_file;
mod sync;

pub use library_file::{LibraryFile, LibraryFileError, Opened};
pub use sync::sync_folder;
