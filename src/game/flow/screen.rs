//! The screens there are, and what each of them is like.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::flow::overlay::Overlay;

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>().init_resource::<BehindSettings>();
}

/// What fills the window.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Screen {
    /// The name of the game and the way in.
    #[default]
    Title,
    /// The choices of a new game.
    NewGame,
    /// The board.
    Match,
    /// What could have been better in the match that is over.
    Review,
    /// The board editor.
    Editor,
    /// Where players of different computers find each other: whom to play, what rooms there are.
    Lobby,
    /// The choices of a new room.
    NewRoom,
    /// A room before its match: who sits where, and how others come in.
    Room,
    /// What is chosen once: looks, sounds, language. They lead back to the screen from which they were opened.
    Settings,
    /// The games that were played.
    Games,
    /// What they add up to.
    Statistics,
    /// The pages of the lesson. It leads back to the title, or to the match that was left for it.
    Learn,
}

/// The screen that was left for the settings, and what lay over it: they lead back there. Only the door for screens
/// changes it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BehindSettings {
    /// The screen.
    pub screen: Screen,
    /// What lay over it.
    pub overlay: Overlay,
}

impl BehindSettings {
    /// The screen that is shown, or waits behind the settings.
    pub(crate) const fn screen_or_behind(self, shown: Screen) -> Screen {
        if matches!(shown, Screen::Settings) { self.screen } else { shown }
    }
}

/// Whether the screen that is entered was left for the settings: it goes on as it was.
pub(crate) fn comes_from_settings(mut transitions: MessageReader<StateTransitionEvent<Screen>>) -> bool {
    transitions.read().last().is_some_and(|transition| transition.exited == Some(Screen::Settings))
}

/// Holds when the screen changes to one that does not lead straight back to a match.
pub(crate) fn match_is_left(mut transitions: MessageReader<StateTransitionEvent<Screen>>) -> bool {
    let entered = transitions.read().last().and_then(|transition| transition.entered);
    entered.is_some_and(|screen| !screen.may_have_match_behind())
}

impl Screen {
    /// True for the screens of a match, and for those that are left for the match they were opened from.
    const fn may_have_match_behind(self) -> bool {
        match self {
            Self::Match | Self::Review | Self::Room | Self::Settings | Self::Learn => true,
            Self::Title
            | Self::NewGame
            | Self::Editor
            | Self::Lobby
            | Self::NewRoom
            | Self::Games
            | Self::Statistics => false,
        }
    }

    /// The screen that Escape leads to, but for the settings: `None` where it leads nowhere.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Title => None,
            Self::NewGame
            | Self::Match
            | Self::Lobby
            | Self::Settings
            | Self::Games
            | Self::Statistics
            | Self::Learn => Some(Self::Title),
            Self::Review => Some(Self::Match),
            Self::Editor => Some(Self::NewGame),
            Self::NewRoom | Self::Room => Some(Self::Lobby),
        }
    }

    /// Whether a board is shown to which arrow keys belong.
    #[must_use]
    pub const fn has_board(self) -> bool {
        matches!(self, Self::Match | Self::Review | Self::Editor)
    }

    /// Whether a part of its board can be looked at more closely.
    #[must_use]
    pub const fn can_enlarge_board(self) -> bool {
        self.has_board()
    }

    /// Whether one finger, or the mouse, paints on its board: then it moves nothing.
    #[must_use]
    pub const fn is_painted_on(self) -> bool {
        matches!(self, Self::Editor)
    }

    /// Whether a board shows a position of a record, if only that of the sample beside the settings.
    #[must_use]
    pub const fn shows_record(self) -> bool {
        matches!(self, Self::Match | Self::Review | Self::Settings)
    }

    /// The least scale of the interface. What can be scrolled need not be smaller than a finger; a board and what
    /// stands around it may shrink as long as text can be read.
    #[must_use]
    pub const fn least_scale(self) -> f32 {
        if self.has_board() { 0.7 } else { 1.0 }
    }
}
