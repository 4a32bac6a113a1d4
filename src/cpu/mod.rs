//! The CPU players: values and functions on top of the rules, no clock, thread, file or Bevy.

mod analysis;
mod around;
mod character;
pub mod classic;
mod cpu_player;
mod decision;
mod effort;
mod engine_level;
mod fault;
mod level;
mod monte_carlo;
mod openness;
mod quiet;
mod review;
mod square_worth;
mod stakes;
mod theory;
mod thinking;
mod tree;
mod weights;

pub use analysis::{AnalysedMove, Analysis, analyse};
pub use character::Character;
pub use classic::{Crew, alone};
pub use cpu_player::{CpuPlayer, UnknownCpuPlayer};
pub use decision::{Decision, Outlook, Score};
pub use effort::{Limit, Progress, Watch, unwatched};
pub use engine_level::EngineLevel;
pub use fault::{Edge, Fault};
pub use level::Level;
pub use review::{MoveReview, Review, review};
pub use thinking::{Answer, Question, ThinkNews, ThinkReply, ThinkRequest, think, think_without_engine};
pub use weights::Weights;
