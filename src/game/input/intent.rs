//! Intents: requests by a human, independent of the device. Devices write intents without knowing the screen; screens
//! read them without knowing the device. Pointers have no intents, because their position matters.

use bevy::prelude::*;

use crate::game::frame::GameSystems;
use crate::game::settings::keys::Shortcut;
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Intent>().configure_sets(
        Update,
        (IntentSystems::Write, IntentSystems::Controls, IntentSystems::Board, IntentSystems::Canvas)
            .chain()
            .in_set(GameSystems::Input),
    );
}

/// Order in which intents pass through the readers, within the frame in which they are written.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum IntentSystems {
    /// Devices write.
    Write,
    /// Controls and overlays read.
    Controls,
    /// The board of a match or review reads.
    Board,
    /// The canvas of the editor reads.
    Canvas,
}

/// A request by a human.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Move in one of four directions: over the board, through choices, or through the moves of a match.
    Navigate {
        direction: Direction,
        /// True to paint the square that is reached, in the editor.
        paints: bool,
    },
    /// Go to the next control.
    Next,
    /// Go to the previous control.
    Previous,
    /// Go to the beginning.
    First,
    /// Go to the end.
    Last,
    /// Press the focused control. Bevy's buttons handle keys for that themselves, but no other device.
    Press,
    /// Choose the square or item pointed at.
    Choose,
    /// Continue from a choice or a typed text to the usual next step.
    Confirm,
    /// Leave, close or go back.
    Back,
    /// Open the menu of a match, or the settings on other screens.
    Menu,
    /// Discard a partly typed square name.
    Erase,
    Undo,
    Redo,
    /// Paste text from the clipboard.
    Paste,
    /// A typed character: part of a square name, or a shortcut.
    Letter(char),
    /// A shortcut from a key that writes no character, or from a device without letters.
    Shortcut(Shortcut),
}
