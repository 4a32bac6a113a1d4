//! Parsers of external texts, tried with almost valid input. None may panic, and everything parsed must survive writing
//! and parsing again.
//!
//! `make soak` tries many more texts. Mutations of real examples get deeper into these parsers than random strings and
//! need only a stable compiler, whereas coverage-guided fuzzers need a nightly one.

mod libraries;
mod messages;
mod texts;

#[path = "../support/mutation.rs"]
mod mutation;

#[path = "../support/dice.rs"]
mod dice;
