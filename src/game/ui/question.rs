//! Questions: what must be answered before anything below it is reached.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

/// The questions on the screen: all that holds the focus of the keyboard, whoever asks.
#[derive(SystemParam)]
pub(crate) struct Questions<'w, 's> {
    groups: Query<'w, 's, (Entity, &'static TabGroup)>,
}

impl Questions<'_, '_> {
    /// The one that is answered first: the uppermost.
    pub(crate) fn uppermost(&self) -> Option<(Entity, &TabGroup)> {
        self.groups.iter().filter(|(_, group)| group.modal).max_by_key(|(_, group)| group.order)
    }

    /// Whether there is one, so that neither keys nor pointers nor screen readers reach the board.
    pub(crate) fn are_open(&self) -> bool {
        self.uppermost().is_some()
    }
}
