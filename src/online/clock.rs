//! The clock of a match as a value: who has how much time left, and who runs out when.

use serde::{Deserialize, Serialize};

use crate::notation::TimeControl;
use crate::rules::{ByPlayer, Player};

/// A running clock for any number of players, with whatever [`TimeControl`] or none. All times are in milliseconds;
/// moments count from whatever beginning the caller has, and the clock never asks what time it is.
///
/// A move that comes over a network is given back part of the measured round trip: up to
/// [`Clock::MOST_ALLOWANCE_MS`] a move, from a small quota that each move fills up again. A move may come so much later
/// than the player's time lasts, so that one slow packet costs no one a match.
///
/// ```
/// use irogaeshi::notation::TimeControl;
/// use irogaeshi::online::Clock;
/// use irogaeshi::rules::Player::Black;
///
/// let mut clock = Clock::new(Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 1_000 }));
/// clock.start(Black, 5_000);
/// assert_eq!(clock.remaining(Black, 15_000), Some(50_000));
/// let thinking = clock.thinking(15_000, 200);
/// clock.stop_after_move(15_000, thinking);
/// assert_eq!(clock.remaining(Black, 99_000), Some(51_200));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: Option<TimeControl>,
    /// What each player has left, while their clock stands.
    remaining_ms: ByPlayer<u64>,
    /// What each player can still be given back.
    quota_ms: ByPlayer<u64>,
    running: Option<Running>,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Running {
    player: Player,
    /// `None` while it is paused.
    since_ms: Option<u64>,
    /// How much of the turn had passed before it was last paused.
    before_ms: u64,
    /// Whether the player's time runs down; that of a CPU player in a room does not.
    is_timed: bool,
}

impl Running {
    /// How much of the turn has passed.
    fn elapsed(self, now_ms: u64) -> u64 {
        self.since_ms.map_or(0, |since_ms| now_ms.saturating_sub(since_ms)).saturating_add(self.before_ms)
    }
}

/// Who runs out of time, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// Whose time runs down.
    pub player: Player,
    /// The first moment at which it is up and no move counts any more, what can be given back included.
    pub at_ms: u64,
}

impl Clock {
    /// The most that is given back for a move.
    pub const MOST_ALLOWANCE_MS: u64 = 500;
    /// What a player can be given back at the beginning, and at most at any time.
    pub const MOST_QUOTA_MS: u64 = 1_000;
    /// By how much each move fills the quota up again.
    pub const QUOTA_A_MOVE_MS: u64 = 100;

    /// A clock that stands, with this time for each player; `None` for a match without time.
    #[must_use]
    pub fn new(control: Option<TimeControl>) -> Self {
        let begin_ms = match control {
            None => 0,
            Some(TimeControl::PerMove { limit_ms }) => limit_ms,
            Some(TimeControl::Fischer { base_ms, .. }) => base_ms,
        };
        Self {
            control,
            remaining_ms: ByPlayer::from_fn(|_| begin_ms),
            quota_ms: ByPlayer::from_fn(|_| Self::MOST_QUOTA_MS),
            running: None,
        }
    }

    /// The time control.
    #[must_use]
    pub const fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Whose turn it is, and since when it runs; `None` while it stands.
    #[must_use]
    pub fn running(&self) -> Option<(Player, u64)> {
        self.running.and_then(|running| Some((running.player, running.since_ms?)))
    }

    /// A player's turn begins. A clock that still ran for somebody is stopped.
    pub fn start(&mut self, player: Player, now_ms: u64) {
        self.begin(player, now_ms, true);
    }

    /// The turn of a player begins whose time does not run down.
    pub fn start_untimed(&mut self, player: Player, now_ms: u64) {
        self.begin(player, now_ms, false);
    }

    /// The turn stops to pass until it is resumed.
    pub fn pause(&mut self, now_ms: u64) {
        if let Some(running) = &mut self.running {
            running.before_ms = running.elapsed(now_ms);
            running.since_ms = None;
        }
    }

    /// The turn goes on that was paused; whether there is one of this player.
    pub fn resume(&mut self, player: Player, now_ms: u64) -> bool {
        let paused = self.running.as_mut().filter(|running| running.player == player && running.since_ms.is_none());
        paused.map(|running| running.since_ms = Some(now_ms)).is_some()
    }

    /// Gives back `stood_ms` milliseconds of the running turn, in which nobody could move.
    pub fn stand(&mut self, stood_ms: u64) {
        if let Some(since_ms) = self.running.as_mut().and_then(|running| running.since_ms.as_mut()) {
            *since_ms = since_ms.saturating_add(stood_ms);
        }
    }

    /// The same clock for a caller whose moments count from a beginning that is so much earlier; later where that is
    /// negative.
    #[must_use]
    pub fn counted_from_earlier(&self, by_ms: i64) -> Self {
        let moved = |running: Running| Running {
            since_ms: running.since_ms.map(|since_ms| since_ms.saturating_add_signed(by_ms)),
            ..running
        };
        Self { running: self.running.map(moved), ..self.clone() }
    }

    fn begin(&mut self, player: Player, now_ms: u64, is_timed: bool) {
        self.stop(now_ms);
        if let Some(TimeControl::PerMove { limit_ms }) = self.control {
            self.remaining_ms[player] = limit_ms;
        }
        self.running = Some(Running { player, since_ms: Some(now_ms), before_ms: 0, is_timed });
    }

    /// How long a move took that arrives now, after such a round trip: what is given back is not counted. 0 while the
    /// clock stands.
    #[must_use]
    pub fn thinking(&self, now_ms: u64, round_trip_ms: u64) -> u64 {
        let Some(running) = self.running else { return 0 };
        running.elapsed(now_ms).saturating_sub(round_trip_ms.min(self.allowance(running.player)))
    }

    /// The most that can be given back to a player now.
    fn allowance(&self, player: Player) -> u64 {
        self.quota_ms[player].min(Self::MOST_ALLOWANCE_MS)
    }

    /// The turn ends with a move that took so long, as [`Clock::thinking`] said; what the time control grants for a
    /// move is added. Nothing happens while the clock stands.
    pub fn stop_after_move(&mut self, now_ms: u64, thinking_ms: u64) {
        let Some(running) = self.running.take().filter(|running| running.is_timed) else { return };
        let player = running.player;
        // What came late without a round trip that explains it is taken from the quota as well.
        let overrun = thinking_ms.saturating_sub(self.remaining_ms[player]);
        let given_back = running.elapsed(now_ms).saturating_sub(thinking_ms).saturating_add(overrun);
        let quota = self.quota_ms[player].saturating_sub(given_back).saturating_add(Self::QUOTA_A_MOVE_MS);
        self.quota_ms[player] = quota.min(Self::MOST_QUOTA_MS);
        self.spend(player, thinking_ms);
        self.grant(player);
    }

    /// Adds what the time control grants for a move: one that was made, or was taken back and is played again.
    pub fn grant(&mut self, player: Player) {
        self.remaining_ms[player] = self.remaining_ms[player].saturating_add(self.increment());
    }

    /// A move of a player is taken back, and with it what the time control granted for it, or moves that are taken back
    /// and made again would be a source of time. The time that it took is not given back. Nobody is left with less than
    /// a move grants for that.
    pub fn take_back(&mut self, player: Player) {
        let (left, increment) = (self.remaining_ms[player], self.increment());
        self.remaining_ms[player] = left.saturating_sub(increment).max(left.min(increment));
    }

    /// What is granted for a move.
    fn increment(&self) -> u64 {
        match self.control {
            Some(TimeControl::Fischer { increment_ms, .. }) => increment_ms,
            Some(TimeControl::PerMove { .. }) | None => 0,
        }
    }

    /// The turn ends without a move, as when moves are taken back; the time until now is spent. Nothing happens while
    /// the clock stands.
    pub fn stop(&mut self, now_ms: u64) {
        if let Some(running) = self.running.take().filter(|running| running.is_timed) {
            self.spend(running.player, running.elapsed(now_ms));
        }
    }

    fn spend(&mut self, player: Player, spent_ms: u64) {
        if self.control.is_some() {
            self.remaining_ms[player] = self.remaining_ms[player].saturating_sub(spent_ms);
        }
    }

    /// What a player has left now; `None` in a match without time.
    #[must_use]
    pub fn remaining(&self, player: Player, now_ms: u64) -> Option<u64> {
        self.control?;
        let running = self.running.filter(|running| running.is_timed && running.player == player);
        let spent = running.map_or(0, |running| running.elapsed(now_ms));
        Some(self.remaining_ms[player].saturating_sub(spent))
    }

    /// The same clock as it stood when it was last started: what can be told of it without knowing what time it is.
    #[must_use]
    pub fn at_rest(&self) -> Self {
        Self { running: self.running.map(|running| Running { since_ms: None, ..running }), ..self.clone() }
    }

    /// Who runs out when, if nobody moves; `None` while nobody's time runs down.
    #[must_use]
    pub fn deadline(&self) -> Option<Deadline> {
        self.control?;
        let Running { player, since_ms, before_ms, .. } = self.running.filter(|running| running.is_timed)?;
        let lasts_ms = self.remaining_ms[player].saturating_add(self.allowance(player)).saturating_sub(before_ms);
        Some(Deadline { player, at_ms: since_ms?.saturating_add(lasts_ms) })
    }
}
