//! Irogaeshi (色返し, "colour flipping"): reversi the way we like to play it.
//!
//! Seven layers, and the arrow of dependency points one way: [`rules`] knows only itself, [`cpu`] chooses moves and
//! knows the rules, [`notation`] reads and writes games as text and knows both, [`online`] is what clients and servers
//! of online play share, [`sound`] makes what is heard and knows none of them. `server` (feature `server`) keeps rooms
//! and lets clients play in them; `game` (feature `game`) shows all of it in a window or on a page with Bevy. Nothing
//! but these two knows a clock, a thread or a file, and nothing but `game` knows Bevy.

pub mod cpu;
#[cfg(feature = "game")]
pub mod game;
pub mod notation;
pub mod online;
pub mod rules;
#[cfg(feature = "server")]
pub mod server;
pub mod sound;
