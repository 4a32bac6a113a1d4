//! Irogaeshi (色返し, "colour flipping"): reversi the way we like to play it.
//!
//! Five layers, and the arrow of dependency points one way: [`rules`] knows only itself, [`cpu`] chooses moves and
//! knows the rules, [`notation`] reads and writes games as text and knows both, [`online`] is what clients and servers
//! of online play share, `game` (feature `game`) shows all of it in a window or on a page with Bevy. Nothing but `game`
//! knows a clock, a thread, a file or Bevy.

pub mod cpu;
#[cfg(feature = "game")]
pub mod game;
pub mod notation;
pub mod online;
pub mod rules;
#[cfg(feature = "server")]
pub mod server;
