//! The record whose position the board shows: that of the match, or of its review.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::analysis::review::Reviewing;
use crate::game::board_view::sample::Sample;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::rules::Record;

/// What the board shows.
#[derive(SystemParam)]
pub(crate) struct Shown<'w> {
    screen: Res<'w, State<Screen>>,
    game: Option<Res<'w, Match>>,
    reviewing: Option<Res<'w, Reviewing>>,
    sample: Res<'w, Sample>,
}

impl Shown<'_> {
    /// The record; `None` where a screen shows none.
    pub(crate) fn record(&self) -> Option<&Record> {
        match self.screen.get() {
            Screen::Match => self.game.as_ref().map(|game| &game.record),
            Screen::Review => self.reviewing.as_ref().map(|reviewing| reviewing.shown()),
            Screen::Title
            | Screen::NewGame
            | Screen::Editor
            | Screen::Lobby
            | Screen::NewRoom
            | Screen::Room
            | Screen::Games
            | Screen::Statistics
            | Screen::Learn => None,
            Screen::Settings => self.sample.game().map(|game| &game.record),
        }
    }

    /// The match; `None` where a screen shows none, or the review of one.
    pub(crate) fn game(&self) -> Option<&Match> {
        match self.screen() {
            Screen::Match => self.game.as_deref(),
            Screen::Settings => self.sample.game(),
            _ => None,
        }
    }

    /// The review, where it is that which is shown.
    pub(crate) fn reviewing(&self) -> Option<&Reviewing> {
        self.reviewing.as_deref().filter(|_| self.screen() == Screen::Review)
    }

    /// The screen that shows it.
    pub(crate) fn screen(&self) -> Screen {
        *self.screen.get()
    }
}

/// Runs what shows a record whenever that has changed.
pub(crate) fn shown_has_changed(shown: Shown) -> bool {
    match shown.screen.get() {
        Screen::Match => shown.game.is_some_and(|game| game.is_changed()),
        Screen::Review => shown.reviewing.is_some_and(|reviewing| reviewing.is_changed()),
        Screen::Title
        | Screen::NewGame
        | Screen::Editor
        | Screen::Lobby
        | Screen::NewRoom
        | Screen::Room
        | Screen::Games
        | Screen::Statistics
        | Screen::Learn => false,
        Screen::Settings => shown.sample.is_changed(),
    }
}

/// Runs on the screens that show a record.
pub(crate) fn shows_record(screen: Res<State<Screen>>) -> bool {
    screen.shows_record()
}

/// Runs on the screens on which a match is seen: that of the players, or the sample beside the settings.
pub(crate) fn shows_match(shown: Shown) -> bool {
    shown.game().is_some()
}
