//! CPU players by the keys that records and rooms name them with.

use crate::cpu::cpu_player::{CpuPlayer, UnknownCpuPlayer};
use crate::rules::{CpuKey, Variant};

impl CpuPlayer {
    /// Returns whether a room may seat the CPU player with this key for matches of a variant: this version knows it, it
    /// plays the variant, and it [is quick](Self::is_quick).
    #[must_use]
    pub fn may_sit_in_room(key: &CpuKey, variant: &Variant) -> bool {
        Self::try_from(key).is_ok_and(|player| player.suits(variant) && player.is_quick())
    }
}

impl TryFrom<&CpuKey> for CpuPlayer {
    type Error = UnknownCpuPlayer;

    fn try_from(key: &CpuKey) -> Result<Self, UnknownCpuPlayer> {
        key.as_str().parse()
    }
}

impl From<CpuPlayer> for CpuKey {
    fn from(player: CpuPlayer) -> Self {
        player.key().parse().expect("every CPU player's key is one, as a test checks")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cpu_player_is_found_by_its_key() {
        for player in CpuPlayer::all() {
            let key = CpuKey::from(player);
            assert_eq!(key.to_string().parse(), Ok(key.clone()), "{player}");
            assert_eq!(CpuPlayer::try_from(&key), Ok(player));
        }
    }

    #[test]
    fn nobody_has_an_unknown_key() {
        let key: CpuKey = "magician-7".parse().expect("could be one");
        assert!(CpuPlayer::try_from(&key).is_err());
    }
}
