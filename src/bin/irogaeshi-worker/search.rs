//! Searches for comparing machines.

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Shape};
use irogaeshi::cpu::{Budget, Control, Threads};
use irogaeshi::notation::Diagram;
use serde::Deserialize;

/// A search for comparing machines.
#[derive(Deserialize)]
pub(crate) struct SearchRequest {
    /// Position in the text form of [`Diagram`].
    position: String,
    budget: Budget,
}

impl SearchRequest {
    /// The engine's result as JSON; null if there is no move.
    ///
    /// # Errors
    /// The reason if the position is invalid.
    pub(crate) fn answer(&self, threads: Option<&Threads<'_>>) -> Result<String, String> {
        let diagram: Diagram = self.position.parse().map_err(|error| format!("{error}"))?;
        let board = Bitboards::of(diagram.board(), diagram.to_move());
        let mut engine = Engine::new(Evaluation::built_in(), Engine::TABLE_BYTES);
        let control = &mut threads.map_or_else(Control::new, |threads| Control::new().with_threads(threads));
        let found = engine.search(board, Shape::FULL, self.budget, control);
        serde_json::to_string(&found).map_err(|error| error.to_string())
    }
}
