//! Commands that need only one or two files each. `arena` has matches and ratings, `protocols` the engine protocols.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod boards;
pub(crate) mod cards;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod game_source;
pub(crate) mod library;
pub(crate) mod link;
pub(crate) mod manual;
pub(crate) mod openings;
pub(crate) mod picture;
pub(crate) mod players;
pub(crate) mod position_source;
pub(crate) mod puzzle;
pub(crate) mod solve;
pub(crate) mod sounds;
pub(crate) mod trace;
