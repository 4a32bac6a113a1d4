//! Sound cues, written where something happens and read by the player.

use std::time::Duration;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SoundCue>();
}

/// An event with a sound.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum SoundCue {
    Placed {
        /// Number of discs it turns or bursts.
        turned: u32,
        /// Time until the disc lies.
        lies_in: Duration,
    },
    Turned {
        /// Time until each of them lies again, in any order.
        lie_in: Vec<Duration>,
    },
    /// A wild disc serves.
    Served {
        /// Time until it shows the mover's face.
        shows_in: Duration,
    },
    /// The discs do not finish their motions, so sounds that have not begun are cancelled.
    DiscsStopped,
    Exploded,
    /// A square could not be played.
    Refused,
    Passed,
    CutIn,
    /// The player to move has little time left.
    TimeIsShort,
    /// The game ended well for this screen: one of its players has won, or none plays here.
    Won,
    /// The game ended and was won by a CPU player or a human at another device.
    Lost,
    /// The game ended without a winner.
    Drawn,
    /// A button was pressed.
    Pressed,
}
