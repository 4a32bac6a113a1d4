//! Text size setting.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// Text size, in percent of the usual size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u16")]
pub struct TextSize(u16);

impl TextSize {
    /// Sizes to choose from.
    pub const CHOICES: [Self; 7] = [Self(80), Self(90), Self(100), Self(125), Self(150), Self(175), Self(200)];

    /// Size as a factor of the usual one.
    #[must_use]
    pub fn factor(self) -> f32 {
        f32::from(self.0) / 100.0
    }

    #[must_use]
    pub fn name(self) -> Phrase {
        say!("sound-percent", percent = self.0)
    }
}

impl Default for TextSize {
    fn default() -> Self {
        Self(100)
    }
}

impl From<u16> for TextSize {
    /// Clamps to 80–200 %.
    fn from(percent: u16) -> Self {
        Self(percent.clamp(80, 200))
    }
}
