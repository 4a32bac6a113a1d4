//! Tests of the CPU players: their moves, their outlook, and the requests to them.

mod characters;
mod engine_levels;
mod monte_carlo;
mod thinking;
mod tree;
mod weights;

#[path = "../support"]
mod support {
    pub(crate) mod dice;
    pub(crate) mod random_board;
    pub(crate) mod random_games;
}
