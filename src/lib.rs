//! Irogaeshi (色返し, "colour flipping"): reversi as we would choose it ourselves.
//!
//! Three layers, and the arrow of dependency points one way: [`rules`] knows only itself, [`cpu`] chooses moves and
//! knows the rules, `game` (feature `game`) shows both in a window or on a page with Bevy. Nothing in `rules` or `cpu`
//! knows a clock, a thread, a file or Bevy.

pub mod cpu;
#[cfg(feature = "game")]
pub mod game;
pub mod rules;
