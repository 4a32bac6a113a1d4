//! Use of symbols on discs.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// Boards on which discs have symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolUse {
    #[default]
    Always,
    /// On boards with more than two colours.
    ManyColours,
    Never,
}

impl SymbolUse {
    pub const ALL: [Self; 3] = [Self::Always, Self::ManyColours, Self::Never];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Always => say!("symbols-always"),
            Self::ManyColours => say!("symbols-many-colours"),
            Self::Never => say!("symbols-never"),
        }
    }

    /// Returns true if discs have symbols on a board with this number of colours.
    #[must_use]
    pub const fn shows(self, colours: usize) -> bool {
        match self {
            Self::Always => true,
            Self::ManyColours => colours > 2,
            Self::Never => false,
        }
    }
}
