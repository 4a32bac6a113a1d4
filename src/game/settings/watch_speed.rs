//! How fast a match of computers goes for whoever watches it.

use crate::game::text::{Phrase, say};

/// How fast it goes, beside how fast anything goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchSpeed {
    /// Half as fast.
    Half,
    /// As fast as anything.
    #[default]
    Usual,
    /// Twice as fast.
    Double,
    /// Four times as fast.
    Fourfold,
}

impl WatchSpeed {
    /// The speed that is offered after this one: faster ones, then the slowest.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Half => Self::Usual,
            Self::Usual => Self::Double,
            Self::Double => Self::Fourfold,
            Self::Fourfold => Self::Half,
        }
    }

    /// In percent of the usual speed.
    #[must_use]
    pub const fn percent(self) -> u16 {
        match self {
            Self::Half => 50,
            Self::Usual => 100,
            Self::Double => 200,
            Self::Fourfold => 400,
        }
    }

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        say!("watch-times", times = (f32::from(self.percent()) / 100.0).to_string())
    }
}
