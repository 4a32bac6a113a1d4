//! Opening books and their making. The players that use them, and the number of plies that they know, are in `cpu`.

pub(crate) mod board;
mod built_in;
pub(crate) mod draft;
pub(crate) mod file;
pub(crate) mod graph;
pub(crate) mod solved;
