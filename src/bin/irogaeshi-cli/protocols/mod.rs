//! The engine as a server of text protocols on stdin and stdout. The library's `programs` calls other programs.

pub(crate) mod gtp;
pub(crate) mod nboard;
pub(crate) mod server;
