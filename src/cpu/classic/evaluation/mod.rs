//! Static evaluation: patterns, their values and the correcting network. `training` makes the values.

mod any_board;
pub(crate) mod boards;
mod built_in;
pub(crate) mod correction_network;
pub(crate) mod feature_indices;
pub(crate) mod file;
mod full_board;
pub(crate) mod layout;
#[cfg(test)]
mod made_up;
pub(crate) mod node;
pub(crate) mod parity;
pub(crate) mod partial_evaluation;
pub(crate) mod parts;
pub(crate) mod pattern;
pub(crate) mod phase;
pub(crate) mod values;
