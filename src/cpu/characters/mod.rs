//! Players by plain rules: what a move does at once, or what the squares are said to be worth. Who looks to the end of
//! the game lives in `playouts` and `classic`.

pub(crate) mod around;
pub(crate) mod character;
pub(crate) mod openness;
pub(crate) mod quiet;
pub(crate) mod weights;
