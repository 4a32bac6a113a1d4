//! How networks of shares are made: what games teach, and the fit to it.

mod fit;
mod lesson;

pub use fit::{Miss, SharesFit};
pub use lesson::{Lesson, LessonError};
