//! The opening book, and how it is made. Who plays from it, and how far, lives beside the players, in `cpu`.

pub(crate) mod draft;
pub(crate) mod graph;
