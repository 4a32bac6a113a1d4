//! What there is to hear. Whatever plays sounds reads these cues.

use std::time::Duration;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SoundCue>();
}

/// Something happened that has a sound.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum SoundCue {
    /// A disc is placed.
    Placed {
        /// How many discs it turns or bursts.
        turned: u32,
        /// How long it takes until the disc lies.
        lies_in: Duration,
    },
    /// Discs turn over.
    Turned {
        /// How long it takes until each of them lies again, in any order.
        lie_in: Vec<Duration>,
    },
    /// A wild disc serves.
    Served {
        /// How long it takes until it shows the mover's face.
        shows_in: Duration,
    },
    /// What the discs were about to do does not happen: whatever has not been heard of it by now never will be.
    DiscsStopped,
    /// Discs burst.
    Exploded,
    /// A square could not be played.
    Refused,
    /// Somebody must pass.
    Passed,
    /// Somebody cuts in.
    CutIn,
    /// The player to move has little time left.
    TimeIsShort,
    /// The game ended, and whoever sits at this screen is content: one of them has won, or nobody plays here.
    Won,
    /// The game ended, and somebody has won who does not sit at this screen.
    Lost,
    /// The game ended, and nobody has won.
    Drawn,
    /// A button was pressed.
    Pressed,
}
