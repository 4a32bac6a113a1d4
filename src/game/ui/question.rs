//! Questions that must be answered before anything below them can be used.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

/// The open questions: all modal tab groups.
#[derive(SystemParam)]
pub(crate) struct Questions<'w, 's> {
    groups: Query<'w, 's, (Entity, &'static TabGroup)>,
}

impl Questions<'_, '_> {
    /// The topmost question, which is answered first.
    pub(crate) fn uppermost(&self) -> Option<(Entity, &TabGroup)> {
        self.groups.iter().filter(|(_, group)| group.modal).max_by_key(|(_, group)| group.order)
    }

    /// Returns true if a question blocks the board for keys, pointers and screen readers.
    pub(crate) fn are_open(&self) -> bool {
        self.uppermost().is_some()
    }
}
