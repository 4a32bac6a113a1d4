//! How discs move: whether, how fast, and in which way.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// How fast discs move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedPace", into = "SavedPace")]
pub enum Pace {
    /// Nothing moves: for those whom motion disturbs.
    Still,
    /// This fast.
    At(Speed),
}

impl Default for Pace {
    fn default() -> Self {
        Self::CALM
    }
}

impl Pace {
    /// So that every disc can be followed.
    pub const CALM: Self = Self::At(Speed::CALM);
    /// Half as long.
    pub const BRISK: Self = Self::At(Speed::BRISK);

    /// How long something lasts that takes `seconds` at the calm pace; `None` where nothing moves.
    #[must_use]
    pub fn scale(self, seconds: f32) -> Option<Duration> {
        match self {
            Self::Still => None,
            Self::At(speed) => Some(Duration::from_secs_f32(seconds / speed.factor())),
        }
    }

    /// The speed, where anything moves.
    #[must_use]
    pub const fn speed(self) -> Option<Speed> {
        match self {
            Self::Still => None,
            Self::At(speed) => Some(speed),
        }
    }
}

/// How fast discs move, in percent of the calm pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(u16);

impl Speed {
    /// The slowest.
    pub const SLOWEST: Self = Self(25);
    /// So that every disc can be followed.
    pub const CALM: Self = Self(100);
    /// Twice as fast.
    pub const BRISK: Self = Self(200);
    /// The fastest.
    pub const FASTEST: Self = Self(300);

    /// How far apart the speeds are that are offered, in percent of the calm pace.
    pub const STEP: u16 = 25;

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        say!("speed-percent", percent = usize::from(self.0))
    }

    /// The nearest speed there is.
    #[must_use]
    pub fn of_percent(percent: u16) -> Self {
        Self(percent).clamp(Self::SLOWEST, Self::FASTEST)
    }

    /// In percent of the calm pace.
    #[must_use]
    pub const fn percent(self) -> u16 {
        self.0
    }

    /// How many times as fast as calm.
    #[must_use]
    pub fn factor(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

/// A pace as it is kept: under the names that older versions know, else in percent.
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

/// In which way discs move where they move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MotionStyle {
    /// Discs fall onto the board, and turn over in the air.
    #[default]
    Turn,
    /// Discs slide over the board, and new faces over old ones.
    Slide,
    /// Discs and faces appear and go where they are.
    Fade,
}

impl MotionStyle {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Turn, Self::Slide, Self::Fade];

    /// The name that players read.
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
    fn what_older_versions_kept_means_the_same() {
        assert_eq!([r#""calm""#, r#""brisk""#, r#""still""#].map(read), [Pace::CALM, Pace::BRISK, Pace::Still]);
        assert_eq!(Pace::CALM.scale(3.0), Some(Duration::from_secs(3)));
        assert_eq!(Pace::BRISK.scale(3.0), Some(Duration::from_millis(1500)));
        assert_eq!(Pace::Still.scale(3.0), None);
        for pace in [Pace::CALM, Pace::BRISK, Pace::Still] {
            assert!(serde_json::to_value(pace).unwrap().is_string(), "older versions read {pace:?}");
        }
    }

    #[test]
    fn every_speed_is_kept_and_none_is_out_of_bounds() {
        for percent in Speed::SLOWEST.percent()..=Speed::FASTEST.percent() {
            let pace = Pace::At(Speed::of_percent(percent));
            assert_eq!(read(&serde_json::to_string(&pace).unwrap()), pace);
        }
        assert_eq!([read("0"), read("65535")], [Pace::At(Speed::SLOWEST), Pace::At(Speed::FASTEST)]);
    }
}
