//! When discs have symbols.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// When discs have symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolUse {
    /// On every board.
    #[default]
    Always,
    /// Where there are more than two colours.
    ManyColours,
    /// On no board.
    Never,
}

impl SymbolUse {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Always, Self::ManyColours, Self::Never];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Always => say!("symbols-always"),
            Self::ManyColours => say!("symbols-many-colours"),
            Self::Never => say!("symbols-never"),
        }
    }

    /// Whether discs have symbols where there are so many colours.
    #[must_use]
    pub const fn shows(self, colours: usize) -> bool {
        match self {
            Self::Always => true,
            Self::ManyColours => colours > 2,
            Self::Never => false,
        }
    }
}
