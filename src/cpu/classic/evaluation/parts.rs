//! The unit of the evaluation.

/// Value of one disc, in units of the evaluation.
pub const PARTS: i32 = 32;
