//! What a position is worth without searching: the patterns and their values. How the values are made lives in
//! `training`.

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
