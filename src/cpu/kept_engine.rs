//! The engine that is kept from one thought to the next.

use crate::cpu::classic::{Engine, Shape};
use crate::rules::Goal;

/// Keeps the engine of analyses, and of players whose thoughts the clock ends: what its transposition table knows from
/// one position helps with the next. There is none until it is asked for.
///
/// All other players have a new engine for each move, so that a seed and a limit always lead to the same one.
pub struct KeptEngine {
    table_bytes: usize,
    engine: Option<Engine>,
}

impl KeptEngine {
    /// Keeps an engine whose transposition table takes about this many bytes.
    #[must_use]
    pub const fn new(table_bytes: usize) -> Self {
        Self { table_bytes, engine: None }
    }

    /// Forgets what the engine knows.
    pub fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// The engine for a goal, with all that it knows; a new one where there is none or it plays for another goal.
    pub(crate) fn engine(&mut self, goal: Goal, shape: Shape) -> &mut Engine {
        let kept = self.engine.take().filter(|engine| engine.goal() == goal);
        self.engine.insert(kept.unwrap_or_else(|| Engine::built_in(goal, shape, self.table_bytes)))
    }
}

impl Default for KeptEngine {
    fn default() -> Self {
        Self::new(Engine::TABLE_BYTES)
    }
}
