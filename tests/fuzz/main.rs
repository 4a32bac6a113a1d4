//! Readers of texts from outside, with texts that are almost right: each ends without a panic, and what it has read is
//! read again from its written form.
//!
//! `make soak` tries many more texts. Changes to real examples get deeper into these readers than random strings, and
//! need nothing but the compiler of the game; fuzzers guided by coverage need a nightly one.

mod messages;
mod texts;

#[path = "../support/mutation.rs"]
mod mutation;

#[path = "../support/dice.rs"]
mod dice;
