//! The engine kept from one search to the next.

use crate::cpu::classic::{Engine, Shape};
use crate::rules::Goal;

/// Keeps the engine of analyses, and of players stopped by the clock, because entries of the transposition table help
/// with the next position. Created on first use.
pub(crate) struct KeptEngine {
    table_bytes: usize,
    engine: Option<Engine>,
}

impl KeptEngine {
    /// Keeps an engine with a transposition table of about this many bytes.
    pub(crate) const fn new(table_bytes: usize) -> Self {
        Self { table_bytes, engine: None }
    }

    /// Clears the engine's transposition table.
    pub(crate) fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// Returns the kept engine, or a new one if there is none or it plays for another goal.
    pub(crate) fn engine(&mut self, goal: Goal, shape: Shape) -> &mut Engine {
        let kept = self.engine.take().filter(|engine| engine.goal() == goal);
        self.engine.insert(kept.unwrap_or_else(|| Engine::built_in(goal, shape, self.table_bytes)))
    }
}
