//! The engine for two against the plain rules. Its solver has published answers of its own: `tests/classic_endgame`.

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
