//! Static evaluation: patterns, their values and the correcting network. `training` makes the values.

mod any_board;
mod full_board;
pub(crate) mod layout;
pub(crate) mod network;
pub(crate) mod node;
pub(crate) mod parity;
pub(crate) mod pattern;
pub(crate) mod phase;
pub(crate) mod places;
pub(crate) mod values;
