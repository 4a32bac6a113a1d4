//! The opening books, and how they are made. Who plays from them, and how far, lives beside the players, in `cpu`.

pub(crate) mod board;
pub(crate) mod draft;
pub(crate) mod graph;
pub(crate) mod solved;
