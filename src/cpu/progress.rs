//! Progress of a search.

use serde::{Deserialize, Serialize};

/// Progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Playouts made, plies of depth reached or moves examined.
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

/// Playouts between two reports of progress: less than a millisecond, even on slow machines.
pub(crate) const PLAYOUTS_PER_CHECK: u32 = 8;
