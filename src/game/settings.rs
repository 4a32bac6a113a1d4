//! What a person chooses once, not for each match.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Palette;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>();
}

/// The settings.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// What an older version kept lacks the newer choices.
#[serde(default)]
pub struct Settings {
    /// Whether legal squares are marked.
    #[serde(alias = "hints")]
    pub legal_marks: bool,
    /// How fast discs turn.
    pub pace: Pace,
    /// The colours of the discs.
    pub palette: Palette,
    /// How long a CPU player waits, after the discs have turned, before it plays.
    pub cpu_delay: Duration,
    /// Whether the lesson was offered or taken: it is offered once.
    pub lesson_offered: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            legal_marks: true,
            pace: Pace::default(),
            palette: Palette::default(),
            cpu_delay: Self::CPU_DELAYS[2],
            lesson_offered: false,
        }
    }
}

impl Settings {
    /// The delays that can be chosen.
    pub const CPU_DELAYS: [Duration; 4] =
        [Duration::ZERO, Duration::from_millis(300), Duration::from_millis(600), Duration::from_millis(1500)];
}

/// How fast discs turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// So that every disc can be followed.
    #[default]
    Calm,
    /// Half as long.
    Brisk,
    /// Nothing moves: for those whom motion disturbs.
    Still,
}

impl Pace {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Calm, Self::Brisk, Self::Still];

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Calm => "Calm",
            Self::Brisk => "Brisk",
            Self::Still => "No motion",
        }
    }

    /// How long something lasts that takes `seconds` at the calm pace; `None` where nothing moves.
    #[must_use]
    pub fn scale(self, seconds: f32) -> Option<Duration> {
        match self {
            Self::Calm => Some(Duration::from_secs_f32(seconds)),
            Self::Brisk => Some(Duration::from_secs_f32(seconds / 2.0)),
            Self::Still => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_version_kept_is_still_read() {
        let kept = r#"{"hints": false, "pace": "brisk", "cpu_delay": {"secs": 1, "nanos": 500000000}}"#;
        let settings: Settings = serde_json::from_str(kept).unwrap();
        let expected = Settings {
            legal_marks: false,
            pace: Pace::Brisk,
            cpu_delay: Duration::from_millis(1500),
            ..Settings::default()
        };
        assert_eq!(settings, expected);
    }
}
