//! Status and news of the current screen in words, for screen readers. Each screen writes its own.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::EndSystems;
use crate::game::text::Phrase;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ScreenStatus>()
        .init_resource::<ScreenNews>()
        // Only the system of the current screen runs.
        .allow_ambiguous_resource::<ScreenStatus>()
        .add_systems(Last, clear.before(EndSystems::Status).run_if(state_changed::<Screen>));
}

/// Status of the current screen, written in [`EndSystems::Status`]. A screen without a status writes none.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScreenStatus {
    /// Heading in place of the screen's name.
    pub(crate) heading: Option<Phrase>,
    pub(crate) words: Phrase,
}

impl From<Phrase> for ScreenStatus {
    fn from(words: Phrase) -> Self {
        Self { heading: None, words }
    }
}

/// The latest news, with a number that changes each time because the same news can come twice.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScreenNews {
    pub(crate) sentences: Phrase,
    pub(crate) number: u32,
}

/// Removes the status of the screen that was left.
fn clear(mut status: ResMut<ScreenStatus>) {
    *status = ScreenStatus::default();
}
