//! Motion of the discs: off, or with a speed and a style.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// Pace of the discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedPace", into = "SavedPace")]
pub enum Pace {
    /// No motion, for people whom it disturbs.
    Still,
    At(Speed),
}

impl Default for Pace {
    fn default() -> Self {
        Self::CALM
    }
}

impl Pace {
    /// Slow enough to follow every disc.
    pub const CALM: Self = Self::At(Speed::CALM);
    /// Twice as fast as calm.
    pub const BRISK: Self = Self::At(Speed::BRISK);

    /// Scales a duration in seconds at the calm pace; `None` if motion is off.
    #[must_use]
    pub fn scale(self, seconds: f32) -> Option<Duration> {
        match self {
            Self::Still => None,
            Self::At(speed) => Some(Duration::from_secs_f32(seconds / speed.factor())),
        }
    }

    /// `None` if motion is off.
    #[must_use]
    pub const fn speed(self) -> Option<Speed> {
        match self {
            Self::Still => None,
            Self::At(speed) => Some(speed),
        }
    }
}

/// Speed of the discs, in percent of the calm pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(u16);

impl Speed {
    pub const MIN: Self = Self(25);
    /// Slow enough to follow every disc.
    pub const CALM: Self = Self(100);
    /// Twice as fast as calm.
    pub const BRISK: Self = Self(200);
    pub const MAX: Self = Self(300);

    /// Distance between the speeds to choose from, in percent of the calm pace.
    pub const STEP: u16 = 25;

    #[must_use]
    pub fn name(self) -> Phrase {
        say!("speed-percent", percent = usize::from(self.0))
    }

    /// Clamps to 25–300 %.
    #[must_use]
    pub fn of_percent(percent: u16) -> Self {
        Self(percent).clamp(Self::MIN, Self::MAX)
    }

    #[must_use]
    pub const fn percent(self) -> u16 {
        self.0
    }

    /// Speed as a factor of the calm pace.
    #[must_use]
    pub fn factor(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

/// Saved form of a pace: by the names that older versions know, otherwise in percent.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SavedPace {
    Named(PaceName),
    Percent(u16),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PaceName {
    Calm,
    Brisk,
    Still,
}

impl From<SavedPace> for Pace {
    fn from(saved: SavedPace) -> Self {
        match saved {
            SavedPace::Named(PaceName::Calm) => Self::CALM,
            SavedPace::Named(PaceName::Brisk) => Self::BRISK,
            SavedPace::Named(PaceName::Still) => Self::Still,
            SavedPace::Percent(percent) => Self::At(Speed::of_percent(percent)),
        }
    }
}

impl From<Pace> for SavedPace {
    fn from(pace: Pace) -> Self {
        match pace {
            Pace::Still => Self::Named(PaceName::Still),
            Pace::CALM => Self::Named(PaceName::Calm),
            Pace::BRISK => Self::Named(PaceName::Brisk),
            Pace::At(speed) => Self::Percent(speed.percent()),
        }
    }
}

/// Style of the discs' motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MotionStyle {
    /// Discs fall onto the board and turn over in the air.
    #[default]
    Turn,
    /// Discs slide onto the board, and new faces slide over old ones.
    Slide,
    /// Discs and faces fade in and out in place.
    Fade,
}

impl MotionStyle {
    pub const ALL: [Self; 3] = [Self::Turn, Self::Slide, Self::Fade];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Turn => say!("motion-turn"),
            Self::Slide => say!("motion-slide"),
            Self::Fade => say!("motion-fade"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Pace {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn paces_saved_by_older_versions_are_read() {
        assert_eq!([r#""calm""#, r#""brisk""#, r#""still""#].map(read), [Pace::CALM, Pace::BRISK, Pace::Still]);
        assert_eq!(Pace::CALM.scale(3.0), Some(Duration::from_secs(3)));
        assert_eq!(Pace::BRISK.scale(3.0), Some(Duration::from_millis(1500)));
        assert_eq!(Pace::Still.scale(3.0), None);
        for pace in [Pace::CALM, Pace::BRISK, Pace::Still] {
            assert!(serde_json::to_value(pace).unwrap().is_string(), "older versions read {pace:?}");
        }
    }

    #[test]
    fn every_speed_is_saved_and_clamped() {
        for percent in Speed::MIN.percent()..=Speed::MAX.percent() {
            let pace = Pace::At(Speed::of_percent(percent));
            assert_eq!(read(&serde_json::to_string(&pace).unwrap()), pace);
        }
        assert_eq!([read("0"), read("65535")], [Pace::At(Speed::MIN), Pace::At(Speed::MAX)]);
    }
}
