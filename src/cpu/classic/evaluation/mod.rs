//! What a position is worth without searching: the patterns and their values. How the values are made lives in
//! `training`.

pub(crate) mod node;
pub(crate) mod pattern;
pub(crate) mod values;
