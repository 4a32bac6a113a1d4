//! Opening books and their making. The players that use them, and the number of plies that they know, are in `cpu`.

pub(crate) mod board;
pub(crate) mod draft;
pub(crate) mod graph;
pub(crate) mod solved;
