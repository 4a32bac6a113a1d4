//! The commands that need a file or two each. Matches and ratings live in `arena`, the protocols in `protocols`.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod boards;
pub(crate) mod openings;
pub(crate) mod position_source;
pub(crate) mod puzzle;
pub(crate) mod solve;
pub(crate) mod sounds;
pub(crate) mod trace;
