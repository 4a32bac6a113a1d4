//! Overlays, which lie over a screen until they are answered or closed.

use bevy::prelude::*;

use crate::library::GameId;
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Overlay>();
}

/// The open overlay. Only the handler of [`Navigate`](super::navigate::Navigate) may change it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    #[default]
    None,
    /// Asks whether to lose the running game by restarting.
    RestartQuestion,
    /// Asks whether all players agree to advice.
    AdviceQuestion,
    /// Offers the lesson to first-time players of colour reversi. The match goes on behind it.
    LessonOffer,
    /// The player's own boards; in the editor, also all others.
    BoardLibrary,
    /// The CPU players to choose from for a player.
    CpuPicker(Player),
    /// Facts and measured games of the chosen board.
    BoardCard,
    /// A quest of the map, by its number.
    Quest(usize),
    /// Registers a program, or changes a registered one.
    ProgramForm,
    /// Asks how to go on when a program does not work.
    ProgramTrouble,
    /// The shortcuts of this screen and their keys.
    KeySheet,
    /// Set phrases to send to the others in the room.
    Reactions,
    ResignQuestion,
    /// Asks whether all players at this screen agree on a draw.
    DrawQuestion,
    /// Asks before following a link to another server.
    ServerQuestion,
    /// Asks whether to reset all settings.
    ResetQuestion,
    MatchMenu,
    /// Field to paste a game into, where the clipboard cannot be read.
    PasteGame,
    /// Ways to hand the game on.
    Share,
    /// Order and collections of the library, and what is done with all games found.
    LibraryFilter,
    /// A game of the library.
    LibraryGame(GameId),
    /// The game's link as a QR code.
    LinkCode,
}

impl Overlay {
    /// Returns whether something is open that Escape closes.
    #[must_use]
    pub fn is_open(self) -> bool {
        self != Self::None
    }

    /// Returns whether arrows, letters and Enter belong to the overlay.
    #[must_use]
    pub const fn takes_keys(self) -> bool {
        !matches!(self, Self::None | Self::LessonOffer)
    }

    /// Returns whether letters are still shortcuts of the match.
    #[must_use]
    pub const fn allows_shortcuts(self) -> bool {
        matches!(self, Self::None | Self::LessonOffer)
    }
}
