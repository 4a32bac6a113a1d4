//! Tests of the engine for two players against the plain rules. Published answers of its solver are in
//! `tests/classic_endgame`.

mod bitboards;
mod book;
mod book_of_six;
mod parity;
mod reverse;
mod search;
mod tempo;

#[path = "../support"]
mod support {
    pub(crate) mod dice;
    pub(crate) mod final_score;
    pub(crate) mod random_board;
    pub(crate) mod two_players;
}
