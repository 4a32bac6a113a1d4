//! Tests of the texts and JSON that the program writes and reads: round trips, refusals of errors, and files of older
//! versions.

mod any_text;
mod diagrams;
mod digests;
mod game_links;
mod game_records;
mod ggf;
mod golden;
mod grids;
mod json;
mod mirrored;
mod pasted;
mod pgn;
mod positions;
mod quest;
mod sgf;
mod transcripts;
mod wthor;

#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/random_board.rs"]
mod random_board;
#[path = "../support/random_games.rs"]
mod random_games;

use proptest::prelude::ProptestConfig;

/// Configures the number of random cases. Failing cases become ordinary tests instead of seeds in a file.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
