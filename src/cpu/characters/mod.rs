//! Players that follow simple rules: the immediate effect of a move, or fixed square weights. Players that search to
//! the end of the game are in `playouts` and `classic`.

pub(crate) mod around;
pub(crate) mod character;
pub(crate) mod edges;
pub(crate) mod openness;
pub(crate) mod phase;
pub(crate) mod quiet;
pub(crate) mod weights;
