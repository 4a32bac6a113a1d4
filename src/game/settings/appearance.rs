//! Light or dark interface.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// Appearance of everything around the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Appearance {
    /// As in the system; dark if unknown.
    #[default]
    System,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

impl Appearance {
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::System => say!("option-as-system"),
            Self::Light => say!("appearance-light"),
            Self::Dark => say!("appearance-dark"),
        }
    }
}
