//! The CPU players: values and functions on top of the rules, no clock, thread, file or Bevy.

mod character;
mod thinking;

pub use character::Character;
pub use thinking::{ThinkReply, ThinkRequest, think};
