//! Everything that goes out as text or JSON and comes in again: what is written is read, what is wrong is refused, and
//! what older versions wrote still opens.

mod any_text;
mod diagrams;
mod digests;
mod game_records;
mod ggf;
mod golden;
mod json;
mod pasted;
mod positions;
mod transcripts;

#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/random_board.rs"]
mod random_board;
#[path = "../support/random_games.rs"]
mod random_games;

use proptest::prelude::ProptestConfig;

/// How many random cases are tried; those that fail are kept as ordinary tests, not as seeds in a file.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
