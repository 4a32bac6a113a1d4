//! Players who lost a match before its end while the others played on.

use serde::{Deserialize, Serialize};

use super::{Ending, Player, Variant};

/// The loss of a player who resigned or ran out of time in a match that went on. Another seat plays their discs from
/// then on, but they still count as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Forfeit {
    /// Player who lost.
    pub player: Player,
    /// Number of turns played before the loss.
    pub ply: usize,
    /// Reason for the loss.
    pub reason: ForfeitReason,
}

/// Reason why a player lost before the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitReason {
    /// The player resigned.
    Resigned,
    /// The player ran out of time or was away for too long.
    OutOfTime,
}

impl Forfeit {
    /// Ending of the match, if this forfeit decides it.
    #[must_use]
    pub const fn ending(self) -> Ending {
        match self.reason {
            ForfeitReason::Resigned => Ending::Resigned(self.player),
            ForfeitReason::OutOfTime => Ending::OutOfTime(self.player),
        }
    }
}

impl Variant {
    /// Returns whether these forfeits decide a match: at most one scored player has not lost.
    ///
    /// ```
    /// # use irogaeshi::rules::{Forfeit, ForfeitReason, Player, Variant};
    /// let lost = [Forfeit { player: Player::Black, ply: 7, reason: ForfeitReason::OutOfTime }];
    /// assert!(Variant::classic(8).unwrap().is_decided_by(&lost));
    /// assert!(!Variant::built_in("five").unwrap().is_decided_by(&lost));
    /// ```
    #[must_use]
    pub fn is_decided_by(&self, forfeits: &[Forfeit]) -> bool {
        let has_lost = |player: &Player| forfeits.iter().any(|forfeit| forfeit.player == *player);
        let left = self.scored().iter().filter(|player| !has_lost(player)).count();
        left < 2 && left < self.scored().len()
    }
}
