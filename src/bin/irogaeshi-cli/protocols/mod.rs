//! The engine as a server of text protocols on stdin and stdout. The module `programs` calls other programs.

pub(crate) mod gtp;
pub(crate) mod line_reader;
pub(crate) mod nboard;
pub(crate) mod server;
