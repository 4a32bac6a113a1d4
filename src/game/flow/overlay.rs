//! What lies over a screen until it is answered or closed.

use bevy::prelude::*;

use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Overlay>();
}

/// What lies over the screen. Only the door for screens and overlays, [`Navigate`](super::navigate::Navigate), changes
/// it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// Whether to lose the running game by a restart.
    RestartQuestion,
    /// Whether all players agree that advice is shown.
    AdviceQuestion,
    /// The lesson, offered to whoever plays colour reversi for the first time. The match goes on behind it.
    LessonOffer,
    /// The player's own boards, and in the editor all others.
    BoardLibrary,
    /// The CPU players among whom there is a choice for a player.
    CpuPicker(Player),
    /// What keys do on this screen, and which they are.
    KeySheet,
    /// What can be said to the others in the room.
    Reactions,
    /// Whether to give up.
    ResignQuestion,
    /// Asks before a link leads to another server.
    ServerQuestion,
    /// Whether to forget all settings.
    ResetQuestion,
    /// The menu of a match.
    MatchMenu,
    /// Where a game is pasted that cannot be read from the clipboard.
    PasteGame,
}

impl Overlay {
    /// Whether something is open that Escape closes.
    #[must_use]
    pub fn is_open(self) -> bool {
        self != Self::None
    }

    /// Whether something is open to which arrows, letters and Enter belong.
    #[must_use]
    pub const fn takes_keys(self) -> bool {
        !matches!(self, Self::None | Self::LessonOffer)
    }

    /// Whether letters are still shortcuts of the match: a question must be answered.
    #[must_use]
    pub const fn allows_shortcuts(self) -> bool {
        matches!(self, Self::None | Self::LessonOffer)
    }
}
