//! The record whose position the board shows: that of the match, or of its review.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{Match, Reviewing, Screen};
use crate::rules::Record;

/// What the board shows.
#[derive(SystemParam)]
pub(super) struct Shown<'w> {
    screen: Res<'w, State<Screen>>,
    game: Option<Res<'w, Match>>,
    reviewing: Option<Res<'w, Reviewing>>,
}

impl Shown<'_> {
    /// The record; `None` where a screen shows none.
    pub(super) fn record(&self) -> Option<&Record> {
        match self.screen.get() {
            Screen::Match => self.game.as_ref().map(|game| &game.record),
            Screen::Review => self.reviewing.as_ref().map(|reviewing| reviewing.record()),
            Screen::Title | Screen::NewGame | Screen::Editor => None,
        }
    }

    /// The review, where it is that which is shown.
    pub(super) fn reviewing(&self) -> Option<&Reviewing> {
        self.reviewing.as_deref().filter(|_| self.screen() == Screen::Review)
    }

    /// The screen that shows it.
    pub(super) fn screen(&self) -> Screen {
        *self.screen.get()
    }
}

/// Runs what shows a record whenever that has changed.
pub(super) fn shown_has_changed(shown: Shown) -> bool {
    match shown.screen.get() {
        Screen::Match => shown.game.is_some_and(|game| game.is_changed()),
        Screen::Review => shown.reviewing.is_some_and(|reviewing| reviewing.is_changed()),
        Screen::Title | Screen::NewGame | Screen::Editor => false,
    }
}

/// Runs on the screens that show a record.
pub(super) fn shows_record(screen: Res<State<Screen>>) -> bool {
    matches!(screen.get(), Screen::Match | Screen::Review)
}
