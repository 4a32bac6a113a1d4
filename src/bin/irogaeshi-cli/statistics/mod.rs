//! What results of games prove: intervals, differences and ratings. Who plays them lives in `arena`.

pub(crate) mod bradley_terry;
pub(crate) mod elo;
pub(crate) mod interval;
pub(crate) mod pentanomial;
pub(crate) mod sprt;
