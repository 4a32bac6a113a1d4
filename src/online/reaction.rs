//! Set phrases and reactions, the only way for humans in a room to talk: free text would need moderators.

use serde::{Deserialize, Serialize};

/// A set phrase or a reaction. It is sent to everybody in the room but not stored. Readers see it in their own
/// language, or mute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Have fun.
    HaveFun,
    /// Well played.
    WellPlayed,
    /// Good game.
    GoodGame,
    /// Thank you.
    ThankYou,
    /// Sorry.
    Sorry,
    /// One moment, please.
    OneMoment,
    /// I must go.
    MustGo,
    /// Another match?
    AnotherMatch,
    /// Applause.
    Applause,
    /// Laughter.
    Laughter,
    /// Surprise.
    Surprise,
    /// Thinking hard.
    Thinking,
    /// Sadness.
    Sadness,
}

impl Reaction {
    /// All of them, in the order offered to players.
    pub const ALL: [Self; 15] = [
        Self::Hello,
        Self::GoodLuck,
        Self::HaveFun,
        Self::WellPlayed,
        Self::GoodGame,
        Self::ThankYou,
        Self::Sorry,
        Self::OneMoment,
        Self::MustGo,
        Self::AnotherMatch,
        Self::Applause,
        Self::Laughter,
        Self::Surprise,
        Self::Thinking,
        Self::Sadness,
    ];
}
