//! Training of the networks: samples from games, and the fit to them.

mod fit;
mod lesson;

pub use fit::{Miss, SharesFit};
pub use lesson::{Lesson, LessonError};
