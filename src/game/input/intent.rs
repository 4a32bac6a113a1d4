//! What a human wants, from whatever device it comes. Devices write intents, and know no screen; screens read intents,
//! and know no device. Pointers are not among them: they are where they point.

use bevy::prelude::*;

use crate::game::GameSystems;
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

/// The order in which intents are passed on: they are read in the frame in which they are written.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum IntentSystems {
    /// Devices write.
    Write,
    /// Controls read, and what lies over the screen.
    Controls,
    /// The board of a match or a review reads.
    Board,
    /// The canvas of the editor reads.
    Canvas,
}

/// Something that a human wants.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To go on in one of the four directions: over the board, over choices, through the moves of a match.
    Navigate {
        /// Which.
        direction: Direction,
        /// Whether to paint what is reached, where there is a brush.
        paints: bool,
    },
    /// To go to the next control.
    Next,
    /// To go to the control before.
    Previous,
    /// To go to the beginning.
    First,
    /// To go to the end.
    Last,
    /// To press the control that has the focus. Bevy's buttons hear the keys for that by themselves, but no other
    /// device.
    Press,
    /// To choose what is pointed at.
    Choose,
    /// To go on from what is chosen or typed to what most people want next.
    Confirm,
    /// To leave, close or go back.
    Back,
    /// To see the menu of a match, or the settings where there is none.
    Menu,
    /// To forget what is typed so far.
    Erase,
    /// To take a step back.
    Undo,
    /// To take it again.
    Redo,
    /// To take in the text that was copied, in whichever program.
    Paste,
    /// A letter, a digit or another sign: a part of a square's name, or a shortcut.
    Letter(char),
    /// What there is a shortcut for, from a key that writes no sign or from a device without letters.
    Shortcut(Shortcut),
}
