//! Tests of the rules: worked examples, published counts, a second implementation, and text formats.

mod catalogue;
mod drawn_boards;
mod examples;
mod lines;
mod openings;
mod perft;
mod properties;
mod ranks;
mod values;
mod variants;

#[path = "../support"]
mod support {
    pub(crate) mod dice;
    pub(crate) mod random_board;
    pub(crate) mod random_games;
    pub(crate) mod reference;
}
