//! How much a player may think: its limit, how far it is, and who may stop it.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

/// How much work a thought may take: playouts for players who make them, positions for the engine, of each search where
/// it makes several. Players who do neither do not heed it.
///
/// A limit and a seed always lead to the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// Its own number.
    #[default]
    Own,
    /// Its own number or this, whichever is less.
    AtMost(u32),
    /// This number. [`u32::MAX`] leaves the end to the watch.
    Exactly(u32),
}

impl Limit {
    /// How many playouts that is for a player whose own number is `own`.
    pub(crate) fn playouts(self, own: u32) -> u32 {
        match self {
            Self::Own => own,
            Self::AtMost(most) => own.min(most),
            Self::Exactly(playouts) => playouts,
        }
    }

    /// How many positions that is for the engine, whose own number is none: only its depth ends its searches.
    pub(crate) const fn positions(self) -> u64 {
        match self {
            Self::Own | Self::Exactly(u32::MAX) => u64::MAX,
            Self::AtMost(positions) | Self::Exactly(positions) => positions as u64,
        }
    }
}

/// How far a thought is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Playouts so far, or for a player without playouts the moves that it has weighed.
    pub done: u32,
    /// How many there will be at most.
    pub of: u32,
}

impl Progress {
    /// How far the thought is, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f32 {
        if self.of == 0 { 0.0 } else { (self.done as f32 / self.of as f32).min(1.0) }
    }

    /// How far a thought is that a clock may end first, after so much of its time, from 0 to 1: if it goes on at its
    /// pace, there will be less than it could do.
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

/// How many playouts are made between two looks of the watch: fewer than a millisecond's worth, on slow machines too.
pub(crate) const PLAYOUTS_PER_LOOK: u32 = 8;

/// Is shown how far a thought is, every few playouts, and can stop it: the player then names the best move it knows.
///
/// Clocks and stop buttons live here, as the players know neither.
pub type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// The watch that lets a thought come to its own end.
///
/// ```
/// use irogaeshi::cpu::{CpuPlayer, Limit, alone, unwatched};
/// use irogaeshi::rules::{Position, Variant};
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let start = Position::start(Variant::classic(8).unwrap());
/// let player: CpuPlayer = "maximum".parse().unwrap();
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let decision = player.choose(&start, Limit::Own, &mut rng, &mut unwatched, &alone).unwrap();
/// assert_eq!(decision.square.to_string(), "e6");
/// ```
pub const fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_bounds_playouts_and_positions_alike() {
        let of = |limit: Limit| (limit.playouts(100), limit.positions());
        assert_eq!(of(Limit::Own), (100, u64::MAX));
        assert_eq!(of(Limit::AtMost(40)), (40, 40));
        assert_eq!(of(Limit::AtMost(200)), (100, 200));
        assert_eq!(of(Limit::Exactly(200)), (200, 200));
        // The end is left to the watch.
        assert_eq!(of(Limit::Exactly(u32::MAX)), (u32::MAX, u64::MAX));
    }
}
