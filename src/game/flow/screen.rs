//! Screens and their properties.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::flow::overlay::Overlay;

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>().init_resource::<NavigationStack>();
}

/// The screen that fills the window.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Screen {
    /// Name of the game and the main menu.
    #[default]
    Title,
    /// Choices of a new game.
    NewGame,
    Match,
    /// The finished match, move by move, with better moves.
    Review,
    Editor,
    /// Online lobby: opponents and open rooms.
    Lobby,
    /// Choices of a new room.
    NewRoom,
    /// A room before its match: seats and invitations.
    Room,
    /// Many games between CPU players on the board of the new game.
    Simulator,
    /// Map of quests.
    Quests,
    /// Settings. Leaving them returns to the screen from which they were opened.
    Settings,
    /// The saved games.
    Games,
    /// The library of games.
    Library,
    /// Statistics of the games.
    Statistics,
    /// Pages of the lesson. Leaving it returns to the title or the interrupted match.
    Learn,
}

/// Screens and overlays to return to, the nearest last. Empty where the way back leads to the parent. Only the handler
/// of [`Navigate`](super::navigate::Navigate) may change it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct NavigationStack(pub(in crate::game) Vec<(Screen, Overlay)>);

impl NavigationStack {
    /// The shown screen, or the one behind the settings.
    pub(in crate::game) fn screen_or_behind(&self, shown: Screen) -> Screen {
        self.0.last().filter(|_| shown == Screen::Settings).map_or(shown, |(behind, _)| *behind)
    }
}

/// The screen that the next frame opens; `None` if the screen stays.
pub(in crate::game) fn next_screen(next: &NextState<Screen>) -> Option<Screen> {
    match next {
        NextState::Unchanged => None,
        NextState::Pending(screen) | NextState::PendingIfNeq(screen) => Some(*screen),
    }
}

/// Run condition: the settings return to this screen, which goes on as it was.
pub(crate) fn comes_from_settings(mut transitions: MessageReader<StateTransitionEvent<Screen>>) -> bool {
    transitions.read().last().is_some_and(|transition| transition.exited == Some(Screen::Settings))
}

/// Run condition: the screen changes to one that cannot return straight to a match.
pub(crate) fn match_is_left(mut transitions: MessageReader<StateTransitionEvent<Screen>>) -> bool {
    let entered = transitions.read().last().and_then(|transition| transition.entered);
    entered.is_some_and(|screen| !screen.may_have_match_behind())
}

impl Screen {
    /// Returns whether it is a screen of a match, or one that may have been opened from a match.
    const fn may_have_match_behind(self) -> bool {
        match self {
            Self::Match | Self::Review | Self::Room | Self::Settings | Self::Learn | Self::Library => true,
            Self::Title
            | Self::NewGame
            | Self::Editor
            | Self::Lobby
            | Self::NewRoom
            | Self::Games
            | Self::Quests
            | Self::Simulator
            | Self::Statistics => false,
        }
    }

    /// Screen to which Escape leads, except from the settings; `None` if it leads nowhere.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Title => None,
            Self::NewGame
            | Self::Match
            | Self::Lobby
            | Self::Settings
            | Self::Games
            | Self::Quests
            | Self::Statistics
            | Self::Learn => Some(Self::Title),
            Self::Library => Some(Self::Games),
            Self::Review => Some(Self::Match),
            Self::Editor | Self::Simulator => Some(Self::NewGame),
            Self::NewRoom | Self::Room => Some(Self::Lobby),
        }
    }

    /// Returns whether it shows a board that uses the arrow keys.
    #[must_use]
    pub const fn has_board(self) -> bool {
        matches!(self, Self::Match | Self::Review | Self::Editor)
    }

    /// Returns whether its board can be zoomed.
    #[must_use]
    pub const fn can_enlarge_board(self) -> bool {
        self.has_board()
    }

    /// Returns whether one finger or the mouse paints on its board instead of panning.
    #[must_use]
    pub const fn is_painted_on(self) -> bool {
        matches!(self, Self::Editor)
    }

    /// Returns whether its board shows a position of a record; the sample beside the settings counts.
    #[must_use]
    pub const fn shows_record(self) -> bool {
        matches!(self, Self::Match | Self::Review | Self::Settings)
    }

    /// Minimum scale of the interface. Content that scrolls stays large enough for fingers; a board and its
    /// surroundings may shrink as long as text is readable.
    #[must_use]
    pub const fn min_scale(self) -> f32 {
        if self.has_board() { 0.7 } else { 1.0 }
    }
}
