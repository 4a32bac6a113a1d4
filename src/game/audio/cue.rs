//! What there is to hear. Whatever plays sounds reads these cues.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SoundCue>();
}

/// Something happened that has a sound.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundCue {
    /// A disc was placed.
    Placed,
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
    /// The game ended.
    Ended,
}
