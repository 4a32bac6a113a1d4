//! Speed of a match of CPU players that is being watched.

use crate::game::text::{Phrase, say};

/// Speed of a watched match, as a factor of the speed in the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchSpeed {
    Half,
    #[default]
    Usual,
    Double,
    Fourfold,
}

impl WatchSpeed {
    /// The next speed to offer: faster, and after the fastest the slowest.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Half => Self::Usual,
            Self::Usual => Self::Double,
            Self::Double => Self::Fourfold,
            Self::Fourfold => Self::Half,
        }
    }

    #[must_use]
    pub const fn percent(self) -> u16 {
        match self {
            Self::Half => 50,
            Self::Usual => 100,
            Self::Double => 200,
            Self::Fourfold => 400,
        }
    }

    #[must_use]
    pub fn name(self) -> Phrase {
        say!("watch-times", times = (f32::from(self.percent()) / 100.0).to_string())
    }
}
