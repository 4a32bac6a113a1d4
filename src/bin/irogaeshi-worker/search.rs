//! Searches for comparing machines.

use std::ops::ControlFlow;

use irogaeshi::cpu::Crew;
use irogaeshi::cpu::classic::{Engine, Evaluation, Reach, Shape};
use irogaeshi::notation::Diagram;
use serde::Deserialize;

/// A search for comparing machines.
#[derive(Deserialize)]
pub(crate) struct Search {
    /// Position in the text form of [`Diagram`].
    position: String,
    reach: Reach,
}

impl Search {
    /// The engine's finding as JSON; null if there is no move.
    ///
    /// # Errors
    /// The reason if the position is invalid.
    pub(crate) fn answer(&self, crew: &Crew<'_>) -> Result<String, String> {
        let diagram: Diagram = self.position.parse().map_err(|error| format!("{error}"))?;
        let mut engine = Engine::new(Evaluation::built_in(), Engine::TABLE_BYTES);
        let look = &mut |_| ControlFlow::Continue(());
        let found = engine.search_together(diagram.bitboards, Shape::FULL, self.reach, &mut |_| {}, look, crew);
        serde_json::to_string(&found).map_err(|error| error.to_string())
    }
}
