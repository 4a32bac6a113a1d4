//! Who comes first, second and so on.

use std::cmp::Ordering;

use super::{ByPlayer, Ending, Forfeit, Player, Variant};

/// The place of one scored player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The place, from 1. Players who are equal share the better place, and the next place is then left out: 1, 2, 2,
    /// 4.
    pub place: u8,
    /// Who has it.
    pub player: Player,
    /// How many discs the player has.
    pub discs: u16,
}

impl Variant {
    /// The places of all scored players with these numbers of discs, the best first; players who are equal come in the
    /// order of [`Variant::scored`].
    ///
    /// The player who resigned or ran out of time is last, alone, however many discs they have. Players who agreed on a
    /// draw are equal. An abandoned match is ranked as it stands.
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

    /// The places as [`Variant::ranks`] gives them, in a match that some players lost before its end. `forfeits` come
    /// in the order in which they happened: the player who lost first is last, and each of them is alone in
    /// their place.
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
        // Higher for a player who lost earlier; the player whose loss ended the match was the last to lose.
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
