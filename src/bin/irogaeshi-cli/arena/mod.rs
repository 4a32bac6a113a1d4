//! Games between CPU players, the engine and other programs. The module `statistics` evaluates the results.

pub(crate) mod balance;
pub(crate) mod contender;
pub(crate) mod contest;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod openings_file;
pub(crate) mod played_game;
pub(crate) mod report;
pub(crate) mod saved_games;
pub(crate) mod seats;
pub(crate) mod sequential_test;
pub(crate) mod tournament;
