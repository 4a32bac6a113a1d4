//! The effort of a search: limit, progress, and the callback that can stop it.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

/// Maximum work of a search: playouts for players that make them, positions for the engine. If a player makes several
/// searches, it holds for each. Other players ignore it.
/// A limit and a seed always lead to the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkLimit {
    /// The player's own number.
    #[default]
    Own,
    /// The player's own number or this, whichever is less.
    AtMost(u32),
    /// This number. [`u32::MAX`] means that only the callback ends the search.
    Exactly(u32),
}

impl WorkLimit {
    /// Number of playouts for a player whose own number is `own`.
    pub(crate) fn playouts(self, own: u32) -> u32 {
        match self {
            Self::Own => own,
            Self::AtMost(most) => own.min(most),
            Self::Exactly(playouts) => playouts,
        }
    }

    /// Number of positions for the engine. Unlimited by default, since its depth ends its searches.
    pub(crate) const fn positions(self) -> u64 {
        match self {
            Self::Own | Self::Exactly(u32::MAX) => u64::MAX,
            Self::AtMost(positions) | Self::Exactly(positions) => positions as u64,
        }
    }
}

/// Progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Playouts made or, for a player without playouts, moves examined.
    pub done: u32,
    /// Maximum number of them.
    pub of: u32,
}

impl Progress {
    /// Progress from 0 to 1.
    #[must_use]
    pub fn share(self) -> f32 {
        if self.of == 0 { 0.0 } else { (self.done as f32 / self.of as f32).min(1.0) }
    }

    /// Adjusts the progress of a search that the clock may end first. `time` is the elapsed share of its time, from 0
    /// to 1; at its current pace, the search may get less done than the maximum.
    ///
    /// ```
    /// use irogaeshi::cpu::Progress;
    ///
    /// let progress = Progress { done: 1_000, of: 10_000 };
    /// assert_eq!(progress.by_the_clock(0.5).share(), 0.5);
    /// assert_eq!(progress.by_the_clock(0.05), progress);
    /// ```
    #[must_use]
    pub fn by_the_clock(self, time: f32) -> Self {
        let in_time = (self.done as f32 / time).ceil() as u32;
        Self { of: self.of.min(in_time), ..self }
    }
}

/// Playouts between two calls of [`OnProgress`]: less than a millisecond, even on slow machines.
pub(crate) const PLAYOUTS_PER_CHECK: u32 = 8;

/// Callback with the progress of a search, called every few playouts. It can stop the search; the player then returns
/// the best move so far.
///
/// Clocks and stop buttons are checked here, because the players have neither.
pub type OnProgress<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// An [`OnProgress`] that never stops the search.
///
/// ```
/// use irogaeshi::cpu::{CpuPlayer, WorkLimit, single_thread, never_stop};
/// use irogaeshi::rules::{Position, Variant};
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let start = Position::start(Variant::classic(8).unwrap());
/// let player: CpuPlayer = "maximum".parse().unwrap();
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let decision = player.choose(&start, WorkLimit::Own, &mut rng, &mut never_stop, &single_thread).unwrap();
/// assert_eq!(decision.square.to_string(), "e6");
/// ```
pub const fn never_stop(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_bounds_playouts_and_positions_alike() {
        let of = |limit: WorkLimit| (limit.playouts(100), limit.positions());
        assert_eq!(of(WorkLimit::Own), (100, u64::MAX));
        assert_eq!(of(WorkLimit::AtMost(40)), (40, 40));
        assert_eq!(of(WorkLimit::AtMost(200)), (100, 200));
        assert_eq!(of(WorkLimit::Exactly(200)), (200, 200));
        // Only the callback ends the search.
        assert_eq!(of(WorkLimit::Exactly(u32::MAX)), (u32::MAX, u64::MAX));
    }
}
