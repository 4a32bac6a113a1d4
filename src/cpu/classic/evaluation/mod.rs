//! Static evaluation: patterns, their values and the correcting network. `training` makes the values.

mod any_board;
pub(crate) mod boards;
pub(crate) mod correction_network;
pub(crate) mod feature_indices;
mod full_board;
pub(crate) mod layout;
pub(crate) mod node;
pub(crate) mod parity;
pub(crate) mod parts;
pub(crate) mod pattern;
pub(crate) mod phase;
pub(crate) mod values;
