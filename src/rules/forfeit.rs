//! Who lost a match before its end, while the others played on.

use serde::{Deserialize, Serialize};

use super::{Ending, Player, Variant};

/// A player who resigned or ran out of time in a match that others went on with: another seat plays their discs from
/// then on, and they count as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who.
    pub player: Player,
    /// How many turns were played then.
    pub ply: usize,
    /// Why.
    pub reason: ForfeitReason,
}

/// Why a player lost a match before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitReason {
    /// The player resigned.
    Resigned,
    /// The player used up their time, or was away for too long.
    OutOfTime,
}

impl Forfeit {
    /// The ending of a match that this decides.
    #[must_use]
    pub const fn ending(self) -> Ending {
        match self.reason {
            ForfeitReason::Resigned => Ending::Resigned(self.player),
            ForfeitReason::OutOfTime => Ending::OutOfTime(self.player),
        }
    }
}

impl Variant {
    /// Whether those who have lost decide a match: of the scored players at most one is left who has not.
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
