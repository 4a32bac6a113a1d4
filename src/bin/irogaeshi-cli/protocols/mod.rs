//! The engine as a server of protocols on stdin and stdout. Programs that are asked live in `programs`.

pub(crate) mod gtp;
pub(crate) mod line_reader;
pub(crate) mod nboard;
pub(crate) mod server;
