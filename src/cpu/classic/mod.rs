//! The engine for two players on boards of up to 8 x 8: bitboards, an exact solver, a trained evaluation.

mod bitboards;
mod endgame;
mod engine;
mod evaluation;
mod machine;
mod midgame;
mod pattern;
mod probcut;
mod search;
mod stability;
mod table;
mod team;
pub mod training;

pub use bitboards::{Bitboards, Diagram, DiagramError, Shape};

pub use machine::MachineKind;
pub use search::Look;
pub use team::{Crew, alone};

pub use engine::{Engine, Finding, Reach, Tell};
pub use evaluation::{Evaluation, EvaluationError, PARTS, PHASES};

