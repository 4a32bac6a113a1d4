//! The record shown on the board: of the match, its review, or the sample.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::analysis::review::Reviewing;
use crate::game::board_view::sample::Sample;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::rules::Record;

/// System parameter that finds the record on the board.
#[derive(SystemParam)]
pub(crate) struct ShownRecord<'w> {
    screen: Res<'w, State<Screen>>,
    game: Option<Res<'w, Match>>,
    reviewing: Option<Res<'w, Reviewing>>,
    sample: Res<'w, Sample>,
}

impl ShownRecord<'_> {
    /// The record; `None` on screens without one.
    pub(crate) fn record(&self) -> Option<&Record> {
        match self.screen.get() {
            Screen::Match => self.game.as_ref().map(|game| &game.record),
            Screen::Review => self.reviewing.as_ref().map(|reviewing| reviewing.shown()),
            Screen::Settings => self.sample.game().map(|game| &game.record),
            _ => None,
        }
    }

    /// The match or the sample; `None` on screens without one, and in a review.
    pub(crate) fn game(&self) -> Option<&Match> {
        match self.screen() {
            Screen::Match => self.game.as_deref(),
            Screen::Settings => self.sample.game(),
            _ => None,
        }
    }

    /// The review, while its screen is shown.
    pub(crate) fn reviewing(&self) -> Option<&Reviewing> {
        self.reviewing.as_deref().filter(|_| self.screen() == Screen::Review)
    }

    pub(crate) fn screen(&self) -> Screen {
        *self.screen.get()
    }
}

/// Run condition: the shown record has changed.
pub(crate) fn shown_has_changed(shown: ShownRecord) -> bool {
    match shown.screen.get() {
        Screen::Match => shown.game.is_some_and(|game| game.is_changed()),
        Screen::Review => shown.reviewing.is_some_and(|reviewing| reviewing.is_changed()),
        Screen::Settings => shown.sample.is_changed(),
        _ => false,
    }
}

/// Run condition: the screen shows a record.
pub(crate) fn shows_record(screen: Res<State<Screen>>) -> bool {
    screen.shows_record()
}

/// Run condition: the screen shows a match, of players or the sample beside the settings.
pub(crate) fn shows_match(shown: ShownRecord) -> bool {
    shown.game().is_some()
}
