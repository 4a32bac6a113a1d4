//! CPU players as plain values and functions on top of the rules, without clocks, threads, files or Bevy.
//!
//! Each of them is a [`CpuPlayer`]. A [`Thinker`] asks one for a move within a [`Budget`], under a [`Control`] that may
//! stop it, and the answer is a [`Report`]. Analyses and reviews work alike.
//!
//! ```
//! use irogaeshi::cpu::{Control, CpuPlayer, Thinker};
//! use irogaeshi::rules::{Position, Variant};
//! use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
//!
//! let position = Position::start(Variant::built_in("five").unwrap());
//! let player: CpuPlayer = "steady".parse().unwrap();
//! let budget = player.budget(&position);
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let report = Thinker::default().choose(player, &position, budget, &mut rng, &mut Control::new()).unwrap();
//! assert!(position.legal_squares().contains(report.square().unwrap()));
//! ```
//!
//! Each folder holds one kind of player, independent of the others: `characters` look at one position or a few plies by
//! simple rules, `playouts` plays games to the end at random, and [`classic`] is the engine for two players. [`shares`]
//! holds the neural networks that the playout players use, and `thinking` answers requests.

mod book_moves;
mod budget;
mod characters;
pub mod classic;
mod control;
mod cpu_player;
mod engine_level;
mod hidden_layer;
mod interval;
mod kept_engine;
mod packed_file;
mod player_key;
mod playouts;
mod progress;
mod report;
pub mod shares;
mod thinker;
mod thinking;
#[doc(hidden)]
pub mod training;

pub use budget::Budget;
pub use characters::character::Character;
pub use characters::weights::Weights;
pub use control::{Control, Threads};
pub use cpu_player::{CpuPlayer, UnknownCpuPlayer};
pub use engine_level::EngineLevel;
pub use interval::Interval;
pub use playouts::tree_level::TreeLevel;
pub use progress::Progress;
pub use report::{Line, Report, Score};
pub use thinker::Thinker;
pub use thinking::allotment::TimeLeft;
pub use thinking::balanced_opening::balanced_opening;
pub use thinking::board_measuring::MeasuringEffort;
pub use thinking::fault::{Edge, Fault};
pub use thinking::no_answer::NoAnswer;
pub use thinking::request::{Answer, Question, ThinkNews, ThinkReply, ThinkRequest, answer_without_engine};
pub use thinking::review::{Loss, Measure, MoveReview, MoveScores, Review, review};
pub use thinking::simulation::SimulatedGames;
