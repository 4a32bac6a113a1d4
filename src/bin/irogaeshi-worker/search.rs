//! Searches for comparing machines.

use std::ops::ControlFlow;

use irogaeshi::cpu::Threads;
use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, SearchLimits, Shape};
use irogaeshi::notation::Diagram;
use serde::Deserialize;

/// A search for comparing machines.
#[derive(Deserialize)]
pub(crate) struct SearchRequest {
    /// Position in the text form of [`Diagram`].
    position: String,
    #[serde(rename = "reach")]
    limits: SearchLimits,
}

impl SearchRequest {
    /// The engine's result as JSON; null if there is no move.
    ///
    /// # Errors
    /// The reason if the position is invalid.
    pub(crate) fn answer(&self, threads: &Threads<'_>) -> Result<String, String> {
        let diagram: Diagram = self.position.parse().map_err(|error| format!("{error}"))?;
        let board = Bitboards::of(diagram.board(), diagram.to_move());
        let mut engine = Engine::new(Evaluation::built_in(), Engine::TABLE_BYTES);
        let should_stop = &mut |_| ControlFlow::Continue(());
        let found = engine.search_together(board, Shape::FULL, self.limits, &mut |_| {}, should_stop, threads);
        serde_json::to_string(&found).map_err(|error| error.to_string())
    }
}
