//! Final ranking of the players.

use std::cmp::Ordering;

use super::{ByPlayer, Ending, Forfeit, Player, Variant};

/// Rank of one scored player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// Rank, from 1. Equal players share the better rank, and the ranks after it are skipped: 1, 2, 2, 4.
    pub place: u8,
    /// Player with this rank.
    pub player: Player,
    /// Number of discs of the player.
    pub discs: u16,
}

impl Variant {
    /// Ranks of all scored players with these disc counts, best first; ties are listed in the order of
    /// [`Variant::scored`].
    ///
    /// A player who resigned or ran out of time is last, alone, regardless of their discs. An agreed draw makes all
    /// players equal. An abandoned match is ranked by its current discs.
    ///
    /// ```
    /// # use irogaeshi::rules::{ByPlayer, Ending, Player, Variant};
    /// let variant = Variant::built_in("five").unwrap();
    /// let counts = ByPlayer::from_fn(|player| if player == Player::Ash { 16 } else { 11 });
    /// let places = |ending| variant.ranks(&counts, ending).into_iter().map(|rank| (rank.place, rank.player));
    /// assert_eq!(places(Ending::PlayedOut).take(3).collect::<Vec<_>>(), [
    ///     (1, Player::Ash),
    ///     (2, Player::Black),
    ///     (2, Player::White),
    /// ]);
    /// assert_eq!(places(Ending::Resigned(Player::Ash)).last(), Some((5, Player::Ash)));
    /// ```
    #[must_use]
    pub fn ranks(&self, counts: &ByPlayer<u16>, ending: Ending) -> Vec<Rank> {
        self.ranks_after(counts, ending, &[])
    }

    /// Ranks as in [`Variant::ranks`], in a match that some players lost before its end. `forfeits` are in the order of
    /// time: the first player to lose is last, and none of them shares a rank.
    ///
    /// ```
    /// # use irogaeshi::rules::{ByPlayer, Ending, Forfeit, ForfeitReason, Player, Variant};
    /// let variant = Variant::built_in("five").unwrap();
    /// let forfeit = |player| Forfeit { player, ply: 20, reason: ForfeitReason::Resigned };
    /// let forfeits = [forfeit(Player::Cyan), forfeit(Player::Black)];
    /// let ranks = variant.ranks_after(&ByPlayer::default(), Ending::PlayedOut, &forfeits);
    /// assert_eq!((ranks[3].player, ranks[4].player), (Player::Black, Player::Cyan));
    /// ```
    #[must_use]
    pub fn ranks_after(&self, counts: &ByPlayer<u16>, ending: Ending, forfeits: &[Forfeit]) -> Vec<Rank> {
        // Higher for earlier losses. The player whose loss ended the match was the last to lose.
        let lost = |player: &Player| {
            let forfeit = forfeits.iter().rev().position(|forfeit| forfeit.player == *player);
            let ended = ending.loser() == Some(*player);
            forfeit.map(|later| later + 2).or(ended.then_some(1)).unwrap_or(0)
        };
        let better = |one: &Player, other: &Player| -> Ordering {
            let by_discs = match ending {
                Ending::DrawAgreed => Ordering::Equal,
                _ => self.goal().compare(counts[*other], counts[*one]),
            };
            lost(one).cmp(&lost(other)).then(by_discs)
        };
        let mut players = self.scored().to_vec();
        players.sort_by(better);
        let mut ranks: Vec<Rank> = Vec::with_capacity(players.len());
        for (index, player) in players.iter().enumerate() {
            let shared = ranks.last().filter(|last| better(&last.player, player).is_eq());
            let place = shared.map_or(index as u8 + 1, |last| last.place);
            ranks.push(Rank { place, player: *player, discs: counts[*player] });
        }
        ranks
    }
}
