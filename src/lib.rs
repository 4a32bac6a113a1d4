//! Irogaeshi (色返し, "colour flipping"): reversi the way we like to play it.
//!
//! Thirteen layers. [`rules`] depends on nothing else here. [`cpu`] chooses moves by the rules. [`notation`] reads and
//! writes games as text. [`library`] holds games in memory, packed, and finds them. [`online`] holds the messages and
//! rooms shared by clients and servers, and uses rules and notation, but no CPU players. [`quests`] is a way through
//! the boards with tasks against CPU players. [`sound`] synthesises sounds and needs no other layer. [`looks`] holds
//! the colours of discs and boards. `pictures` (feature `pictures`) draws games as SVG, PNG and GIF. `programs`
//! (features `cli` and `game`, not on the web) asks other programs for moves; `files` (the same) keeps libraries on the
//! disk. `server` (feature `server`) hosts rooms for clients to play in. `game` (feature `game`) shows everything with
//! Bevy, in a window or on a web page. Only these last two know both rooms and CPU players, only these last two,
//! `programs` and `files` use clocks, threads or files, and only `game` uses Bevy.

pub mod cpu;
#[cfg(all(any(feature = "cli", feature = "game"), not(target_arch = "wasm32")))]
pub mod files;
#[cfg(feature = "game")]
pub mod game;
pub mod library;
pub mod looks;
pub mod notation;
pub mod online;
#[cfg(feature = "pictures")]
pub mod pictures;
#[cfg(all(any(feature = "cli", feature = "game"), not(target_arch = "wasm32")))]
pub mod programs;
pub mod quests;
pub mod rules;
#[cfg(feature = "server")]
pub mod server;
pub mod sound;
