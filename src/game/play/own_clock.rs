//! A time control that a player composes: a main time, and a time for each move.

use serde::{Deserialize, Serialize};

use crate::notation::TimeControl;

/// The parts of the time control, in seconds. [`OwnClock::control`] clamps them to the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnClock {
    /// Set if it is used instead of a preset.
    pub is_chosen: bool,
    pub main_s: u16,
    pub move_s: u16,
    pub kind: MoveTime,
}

/// Meaning of the time for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveTime {
    /// Added after each move.
    #[default]
    Increment,
    /// Available for each move once the main time is used up.
    ByoYomi,
}

/// A number of an own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnClockPart {
    MainTime,
    MoveTime,
}

/// A change of an own clock, which also chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnClockChange {
    Choose,
    Kind(MoveTime),
    /// Sets a number to the entry with this index in its table.
    Set(OwnClockPart, u16),
}

impl Default for OwnClock {
    fn default() -> Self {
        Self { is_chosen: false, main_s: 600, move_s: 30, kind: MoveTime::ByoYomi }
    }
}

impl OwnClockPart {
    pub const ALL: [Self; 2] = [Self::MainTime, Self::MoveTime];

    /// Seconds to choose from: up to three hours for the match, up to five minutes for a move.
    const fn table(self) -> &'static [u16] {
        match self {
            Self::MainTime => &[
                0, 15, 30, 60, 90, 120, 180, 240, 300, 360, 420, 480, 540, 600, 720, 900, 1200, 1500, 1800, 2400, 2700,
                3000, 3600, 5400, 7200, 10_800,
            ],
            Self::MoveTime => {
                &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 45, 50, 60, 90, 120, 180, 240, 300]
            }
        }
    }
}

impl OwnClock {
    /// Minimum and maximum index of a part in its table. A match needs a main time unless byo-yomi follows, which in
    /// turn needs a time for each move.
    #[must_use]
    pub const fn range(self, part: OwnClockPart) -> (u16, u16) {
        let least = match (part, self.kind) {
            (OwnClockPart::MainTime, MoveTime::Increment) | (OwnClockPart::MoveTime, MoveTime::ByoYomi) => 1,
            (OwnClockPart::MainTime, MoveTime::ByoYomi) | (OwnClockPart::MoveTime, MoveTime::Increment) => 0,
        };
        (least, part.table().len() as u16 - 1)
    }

    /// Index of a part in its table: of the largest entry that is not above it.
    #[must_use]
    pub fn index(self, part: OwnClockPart) -> u16 {
        let seconds = match part {
            OwnClockPart::MainTime => self.main_s,
            OwnClockPart::MoveTime => self.move_s,
        };
        let (least, most) = self.range(part);
        let above = part.table().partition_point(|entry| *entry <= seconds);
        u16::try_from(above.saturating_sub(1)).unwrap_or(most).clamp(least, most)
    }

    /// A part in seconds.
    #[must_use]
    pub fn seconds(self, part: OwnClockPart) -> u16 {
        part.table().get(usize::from(self.index(part))).copied().unwrap_or_default()
    }

    #[must_use]
    pub fn control(self) -> TimeControl {
        let milliseconds = |part| u64::from(self.seconds(part)) * 1000;
        let (base_ms, move_ms) = (milliseconds(OwnClockPart::MainTime), milliseconds(OwnClockPart::MoveTime));
        match self.kind {
            MoveTime::Increment => TimeControl::Fischer { base_ms, increment_ms: move_ms },
            MoveTime::ByoYomi if base_ms == 0 => TimeControl::PerMove { limit_ms: move_ms },
            MoveTime::ByoYomi => TimeControl::ByoYomi { base_ms, period_ms: move_ms },
        }
    }

    pub fn apply(&mut self, change: OwnClockChange) {
        self.is_chosen = true;
        let entry = |part: OwnClockPart, index: u16| part.table().get(usize::from(index)).copied();
        match change {
            OwnClockChange::Choose => {}
            OwnClockChange::Kind(kind) => self.kind = kind,
            OwnClockChange::Set(OwnClockPart::MainTime, index) => {
                self.main_s = entry(OwnClockPart::MainTime, index).unwrap_or(self.main_s);
            }
            OwnClockChange::Set(OwnClockPart::MoveTime, index) => {
                self.move_s = entry(OwnClockPart::MoveTime, index).unwrap_or(self.move_s);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuPlayer;
    use crate::online::RoomOptions;
    use crate::rules::{Start, Variant};

    #[test]
    fn every_choice_is_a_clock_that_rooms_allow() {
        let options = |clock| RoomOptions {
            variant: Variant::classic(8).expect("a side").into(),
            clock: Some(clock),
            start: Start::Normal,
            swap: false,
            is_public: false,
            absence_s: 60,
            substitute: "minimum".parse().expect("a key"),
            seed: 0,
        };
        for kind in [MoveTime::Increment, MoveTime::ByoYomi] {
            let any = OwnClock { kind, ..OwnClock::default() };
            let indices = |part| any.range(part).0..=any.range(part).1;
            for (main, of_move) in indices(OwnClockPart::MainTime)
                .flat_map(|main| indices(OwnClockPart::MoveTime).map(move |of_move| (main, of_move)))
            {
                let mut own = any;
                own.apply(OwnClockChange::Set(OwnClockPart::MainTime, main));
                own.apply(OwnClockChange::Set(OwnClockPart::MoveTime, of_move));
                assert_eq!((own.index(OwnClockPart::MainTime), own.index(OwnClockPart::MoveTime)), (main, of_move));
                let control = own.control();
                assert_eq!(options(control).check(CpuPlayer::may_sit_in_room), Ok(()), "{control:?}");
                assert!(control.first_ms() >= 1_000, "{control:?}");
            }
        }
    }

    #[test]
    fn times_out_of_range_become_the_nearest_allowed_ones() {
        let own = |main_s, move_s, kind| OwnClock { is_chosen: true, main_s, move_s, kind }.control();
        let fischer = |base_ms, increment_ms| TimeControl::Fischer { base_ms, increment_ms };
        assert_eq!(own(0, 0, MoveTime::Increment), fischer(15_000, 0));
        assert_eq!(own(u16::MAX, u16::MAX, MoveTime::Increment), fischer(10_800_000, 300_000));
        assert_eq!(own(0, 0, MoveTime::ByoYomi), TimeControl::PerMove { limit_ms: 1_000 });
        assert_eq!(own(61, 31, MoveTime::ByoYomi), TimeControl::ByoYomi { base_ms: 60_000, period_ms: 30_000 });
        assert_eq!(serde_json::from_str::<OwnClock>("{}").expect("is read"), OwnClock::default());
    }
}
