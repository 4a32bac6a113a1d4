//! Irogaeshi (色返し, "colour flipping"): reversi the way we like to play it.
//!
//! Four layers, and the arrow of dependency points one way: [`rules`] knows only itself, [`cpu`] chooses moves and
//! knows the rules, [`notation`] reads and writes games as text and knows both, `game` (feature `game`) shows all of it
//! in a window or on a page with Bevy. Nothing in `rules`, `cpu` or `notation` knows a clock, a thread, a file or Bevy.

pub mod cpu;
#[cfg(feature = "game")]
pub mod game;
pub mod notation;
pub mod rules;
