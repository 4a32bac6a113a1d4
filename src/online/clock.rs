//! Match clock as a value: each player's remaining time, and the next deadline.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::notation::TimeControl;
use crate::rules::{ByPlayer, Player};

/// A clock for any number of players, with or without a [`TimeControl`].
///
/// All times are in milliseconds. Moments count from any origin that the caller chooses, because the clock never reads
/// the system time.
///
/// To compensate for network delay, each move gets back part of the measured round trip: up to
/// [`Clock::MAX_ALLOWANCE_MS`] a move, from a small quota that every move refills a little. A move may arrive that
/// much after the player's time is up, so that one slow packet costs no one a match.
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
    /// Time left for each player, without deducting the current turn. With byo-yomi it includes the next period.
    remaining_ms: ByPlayer<u64>,
    /// Network delay that can still be given back to each player.
    quota_ms: ByPlayer<u64>,
    running: Option<Running>,
}

/// The current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Running {
    player: Player,
    /// Start of the current stretch; `None` while paused.
    since_ms: Option<u64>,
    /// Time used in this turn before it was last paused.
    before_ms: u64,
    /// True if the player's time runs down. False for a CPU player in a room.
    is_timed: bool,
}

impl Running {
    /// Time used in this turn so far.
    fn elapsed(self, now_ms: u64) -> u64 {
        self.since_ms.map_or(0, |since_ms| now_ms.saturating_sub(since_ms)).saturating_add(self.before_ms)
    }
}

/// The next player to run out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// The player whose time runs down.
    pub player: Player,
    /// First moment at which a move no longer counts, after the network allowance.
    pub at_ms: u64,
}

impl Clock {
    /// Maximum given back for one move.
    pub const MAX_ALLOWANCE_MS: u64 = 500;
    /// Network quota of each player at the start, and its upper limit.
    pub const MAX_QUOTA_MS: u64 = 1_000;
    /// Refill of the quota with each move.
    pub const QUOTA_A_MOVE_MS: u64 = 100;

    /// Time that players of a match can add to a clock at once.
    pub const GIVEN_MS: u64 = 60_000;

    /// A stopped clock. `None` stands for a match without time.
    #[must_use]
    pub fn new(control: Option<TimeControl>) -> Self {
        let begin_ms = control.map_or(0, TimeControl::first_ms);
        Self {
            control,
            remaining_ms: ByPlayer::from_fn(|_| begin_ms),
            quota_ms: ByPlayer::from_fn(|_| Self::MAX_QUOTA_MS),
            running: None,
        }
    }

    /// The time control.
    #[must_use]
    pub const fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// The player to move and the start of their turn; `None` while stopped or paused.
    #[must_use]
    pub fn running(&self) -> Option<(Player, u64)> {
        self.running.and_then(|running| Some((running.player, running.since_ms?)))
    }

    /// Starts a player's turn. Ends the previous turn first if it is still running.
    pub fn start(&mut self, player: Player, now_ms: u64) {
        self.begin(player, now_ms, true);
    }

    /// Starts a turn in which no time runs down.
    pub fn start_untimed(&mut self, player: Player, now_ms: u64) {
        self.begin(player, now_ms, false);
    }

    /// Pauses the turn until it is resumed.
    pub fn pause(&mut self, now_ms: u64) {
        if let Some(running) = &mut self.running {
            running.before_ms = running.elapsed(now_ms);
            running.since_ms = None;
        }
    }

    /// Resumes a player's paused turn. Returns false if that player has none.
    pub fn resume(&mut self, player: Player, now_ms: u64) -> bool {
        let paused = self.running.as_mut().filter(|running| running.player == player && running.since_ms.is_none());
        paused.map(|running| running.since_ms = Some(now_ms)).is_some()
    }

    /// Gives back `outage_ms` milliseconds of the current turn because no server could take a move then.
    pub fn exclude_outage(&mut self, outage_ms: u64) {
        if let Some(since_ms) = self.running.as_mut().and_then(|running| running.since_ms.as_mut()) {
            *since_ms = since_ms.saturating_add(outage_ms);
        }
    }

    /// The same clock for a caller whose time origin is `by_ms` milliseconds earlier, or later if negative.
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

    /// Thinking time of a move that arrives now, less the part of the round trip that is given back. 0 while the clock
    /// is stopped.
    #[must_use]
    pub fn thinking(&self, now_ms: u64, round_trip_ms: u64) -> u64 {
        let Some(running) = self.running else { return 0 };
        running.elapsed(now_ms).saturating_sub(round_trip_ms.min(self.allowance(running.player)))
    }

    /// Maximum that can be given back to a player now.
    fn allowance(&self, player: Player) -> u64 {
        self.quota_ms[player].min(Self::MAX_ALLOWANCE_MS)
    }

    /// Ends the turn with a move that took `thinking_ms`, as computed by [`Clock::thinking`], and adds the increment.
    /// Does nothing while the clock is stopped.
    pub fn stop_after_move(&mut self, now_ms: u64, thinking_ms: u64) {
        let Some(running) = self.running.take().filter(|running| running.is_timed) else { return };
        let player = running.player;
        // An overrun without a round trip to explain it also uses up the quota.
        let overrun = thinking_ms.saturating_sub(self.remaining_ms[player]);
        let given_back = running.elapsed(now_ms).saturating_sub(thinking_ms).saturating_add(overrun);
        let quota = self.quota_ms[player].saturating_sub(given_back).saturating_add(Self::QUOTA_A_MOVE_MS);
        self.quota_ms[player] = quota.min(Self::MAX_QUOTA_MS);
        self.spend(player, thinking_ms);
        self.grant(player);
    }

    /// Adds the increment for a move, also when a move that was taken back is played again.
    pub fn grant(&mut self, player: Player) {
        self.remaining_ms[player] = self.remaining_ms[player].saturating_add(self.increment());
    }

    /// Adds time to a player's clock. Does nothing without a time control.
    pub fn add(&mut self, player: Player, added: Duration) {
        if self.control.is_some() {
            let added_ms = u64::try_from(added.as_millis()).unwrap_or(u64::MAX);
            self.remaining_ms[player] = self.remaining_ms[player].saturating_add(added_ms);
        }
    }

    /// Swaps the time of two players who swap their sides.
    pub const fn swap(&mut self, one: Player, other: Player) {
        self.remaining_ms.swap(one, other);
        self.quota_ms.swap(one, other);
    }

    /// Takes the increment of a move back, because otherwise taking back and replaying moves would gain time.
    ///
    /// The time spent on the move stays spent. Nobody is left with less than one increment because of this.
    pub fn take_back(&mut self, player: Player) {
        let (left, increment) = (self.remaining_ms[player], self.increment());
        self.remaining_ms[player] = left.saturating_sub(increment).max(left.min(increment));
    }

    /// Time added after each move.
    fn increment(&self) -> u64 {
        match self.control {
            Some(TimeControl::Fischer { increment_ms, .. }) => increment_ms,
            Some(TimeControl::PerMove { .. } | TimeControl::ByoYomi { .. }) | None => 0,
        }
    }

    /// Least time left to a player between turns: with byo-yomi a whole period.
    const fn least(&self) -> u64 {
        match self.control {
            Some(TimeControl::ByoYomi { period_ms, .. }) => period_ms,
            _ => 0,
        }
    }

    /// Ends the turn without a move, as when moves are taken back. The time until now is spent. Does nothing while the
    /// clock is stopped.
    pub fn stop(&mut self, now_ms: u64) {
        if let Some(running) = self.running.take().filter(|running| running.is_timed) {
            self.spend(running.player, running.elapsed(now_ms));
        }
    }

    fn spend(&mut self, player: Player, spent_ms: u64) {
        if self.control.is_some() {
            self.remaining_ms[player] = self.remaining_ms[player].saturating_sub(spent_ms).max(self.least());
        }
    }

    /// A player's remaining time, with byo-yomi including the current period; `None` in a match without time.
    #[must_use]
    pub fn remaining(&self, player: Player, now_ms: u64) -> Option<u64> {
        self.control?;
        let running = self.running.filter(|running| running.is_timed && running.player == player);
        let spent = running.map_or(0, |running| running.elapsed(now_ms));
        Some(self.remaining_ms[player].saturating_sub(spent))
    }

    /// The clock as of the start of the current turn, which does not depend on the current time.
    #[must_use]
    pub fn at_rest(&self) -> Self {
        Self { running: self.running.map(|running| Running { since_ms: None, ..running }), ..self.clone() }
    }

    /// The player who runs out of time if nobody moves, and when; `None` while no time runs down.
    #[must_use]
    pub fn deadline(&self) -> Option<Deadline> {
        self.control?;
        let Running { player, since_ms, before_ms, .. } = self.running.filter(|running| running.is_timed)?;
        let lasts_ms = self.remaining_ms[player].saturating_add(self.allowance(player)).saturating_sub(before_ms);
        Some(Deadline { player, at_ms: since_ms?.saturating_add(lasts_ms) })
    }
}
