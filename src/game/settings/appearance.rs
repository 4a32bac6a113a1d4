//! Whether the interface is light or dark.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// What everything around the board looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Appearance {
    /// As the system has it; dark where it does not say.
    #[default]
    System,
    /// Dark letters on light paper.
    Light,
    /// Light letters in a dark room.
    Dark,
}

impl Appearance {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::System => say!("option-as-system"),
            Self::Light => say!("appearance-light"),
            Self::Dark => say!("appearance-dark"),
        }
    }
}
