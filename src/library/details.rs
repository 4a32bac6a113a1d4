//! Properties that only some games of a library have.

use serde::{Deserialize, Serialize};

use super::boards::StoredBoard;
use super::bytes::{Bytes, push_number, push_slice};
use crate::notation::{RecordedSeat, TimeControl};
use crate::rules::{Forfeit, Move, Player};

/// Properties that only some games have. Each is a key, a length and a value, so that later versions can add some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Details {
    /// First player's discs after perfect play.
    pub(super) perfect_discs: Option<u8>,
    pub(super) year: Option<u16>,
    /// Seconds since 1970.
    pub(super) started: Option<u64>,
    pub(super) ended: Option<u64>,
    /// Milliseconds of each turn, or empty.
    pub(super) times: Vec<Option<u64>>,
    pub(super) undone: Vec<Move>,
    pub(super) setting: Setting,
}

/// Rare properties, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Setting {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) seats: Vec<(Player, RecordedSeat)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) forfeits: Vec<Forfeit>,
}

const PERFECT_DISCS: u64 = 1;
const YEAR: u64 = 2;
const STARTED: u64 = 3;
const ENDED: u64 = 4;
const TIMES: u64 = 5;
const UNDONE: u64 = 6;
const SETTING: u64 = 7;

impl Details {
    pub(super) fn push(&self, bytes: &mut Vec<u8>, board: &StoredBoard) {
        let numbers = [
            (PERFECT_DISCS, self.perfect_discs.map(u64::from)),
            (YEAR, self.year.map(u64::from)),
            (STARTED, self.started),
            (ENDED, self.ended),
        ];
        for (key, number) in numbers {
            if let Some(number) = number {
                let mut value = Vec::new();
                push_number(&mut value, number);
                push(bytes, key, &value);
            }
        }
        if !self.times.is_empty() {
            let known = |times: &[Option<u64>]| {
                let bits = times.iter().zip(0..).filter(|(time, _)| time.is_some());
                bits.fold(0_u8, |byte, (_, bit)| byte | 1 << bit)
            };
            let mut value: Vec<u8> = self.times.chunks(8).map(known).collect();
            self.times.iter().flatten().for_each(|time| push_number(&mut value, *time));
            push(bytes, TIMES, &value);
        }
        if !self.undone.is_empty() {
            push(bytes, UNDONE, &board.codes(&self.undone));
        }
        if self.setting != Setting::default()
            && let Ok(json) = serde_json::to_vec(&self.setting)
        {
            push(bytes, SETTING, &json);
        }
    }

    /// Reads the properties of a game of this number of plies; `None` if they are invalid.
    pub(super) fn read(bytes: &[u8], board: &StoredBoard, plies: usize) -> Option<Self> {
        let mut details = Self::default();
        for property in Properties(Bytes(bytes)) {
            let (key, value) = property?;
            let number = || Bytes(value).number();
            match key {
                PERFECT_DISCS => details.perfect_discs = Some(number()?.try_into().ok()?),
                YEAR => details.year = Some(number()?.try_into().ok()?),
                STARTED => details.started = Some(number()?),
                ENDED => details.ended = Some(number()?),
                TIMES => {
                    let mut rest = Bytes(value);
                    let known = rest.take(plies.div_ceil(8))?;
                    let is_known = |ply: usize| known[ply / 8] >> (ply % 8) & 1 == 1;
                    let read = |ply| if is_known(ply) { rest.number().map(Some) } else { Some(None) };
                    details.times = (0..plies).map(read).collect::<Option<_>>()?;
                }
                UNDONE => details.undone = board.moves(value)?,
                SETTING => details.setting = serde_json::from_slice(value).ok()?,
                _ => {}
            }
        }
        Some(details)
    }

    /// Day of a game whose other properties nobody has asked for; `None` if they are invalid.
    pub(super) fn read_when(bytes: &[u8]) -> Option<When> {
        let mut when = When::default();
        for property in Properties(Bytes(bytes)) {
            let (key, value) = property?;
            let number = || Bytes(value).number();
            match key {
                PERFECT_DISCS => when.perfect_discs = Some(number()?.try_into().ok()?),
                YEAR => when.year = Some(number()?.try_into().ok()?),
                STARTED => when.started = Some(number()?),
                ENDED => when.ended = Some(number()?),
                _ => {}
            }
        }
        Some(when)
    }
}

/// Properties by which games are sorted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct When {
    pub(super) perfect_discs: Option<u8>,
    pub(super) year: Option<u16>,
    pub(super) started: Option<u64>,
    pub(super) ended: Option<u64>,
}

fn push(bytes: &mut Vec<u8>, key: u64, value: &[u8]) {
    push_number(bytes, key);
    push_slice(bytes, value);
}

/// Keys and values; `None` where they are invalid.
struct Properties<'a>(Bytes<'a>);

impl<'a> Iterator for Properties<'a> {
    type Item = Option<(u64, &'a [u8])>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_at_end() {
            return None;
        }
        let read = self.0.number().and_then(|key| Some((key, self.0.slice()?)));
        if read.is_none() {
            self.0 = Bytes(&[]);
        }
        Some(read)
    }
}
