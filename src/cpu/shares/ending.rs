//! Final shares of the scored players, which add up to 1: the targets of training.

use crate::cpu::shares::softmax::softmax;
use crate::rules::{ByPlayer, Goal, Variant};

/// Weight of winning in the shares. The rest depends on the discs, so that narrow results differ from clear ones.
const WIN_WEIGHT: f32 = 0.75;

/// Difference in discs that multiplies a player's part of the rest by e.
const DISCS: f32 = 3.0;

/// Share of each player for these final counts; 0 for players who are not scored.
pub(crate) fn shares_at_end(variant: &Variant, counts: &ByPlayer<u16>) -> ByPlayer<f32> {
    let mut by_discs: Vec<f32> = variant
        .scored()
        .iter()
        .map(|player| match variant.goal() {
            Goal::Most => f32::from(counts[*player]) / DISCS,
            Goal::Fewest => -f32::from(counts[*player]) / DISCS,
        })
        .collect();
    softmax(&mut by_discs);
    let mut shares = ByPlayer::default();
    for (player, by_discs) in variant.scored().iter().zip(by_discs) {
        shares[*player] = WIN_WEIGHT * variant.share_of_win(*player, counts) + (1.0 - WIN_WEIGHT) * by_discs;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Player;

    #[test]
    fn shares_go_by_the_win_first_and_by_discs_then() {
        let colour = Variant::built_in("colour").expect("it is built in");
        let shares = |counts: [u16; 5]| shares_at_end(&colour, &ByPlayer::new(counts));
        let even = shares([10, 10, 10, 0, 3]);
        assert!((even[Player::Ash] - 1.0 / 3.0).abs() < 1e-3);
        let narrow = shares([12, 11, 9, 20, 0]);
        let clear = shares([20, 11, 9, 0, 0]);
        assert!(clear[Player::Black] > narrow[Player::Black] && narrow[Player::Black] > 0.75);
        assert!(narrow[Player::White] > narrow[Player::Ash] && narrow[Player::Ash] > 0.0);
        assert!(narrow[Player::Cyan] <= 0.0, "whoever cuts in cannot win");
        for shares in [even, narrow, clear] {
            assert!((shares.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn the_fewest_discs_are_worth_the_most_where_they_win() {
        let reverse = Variant::built_in("colour").expect("it is built in").with_goal(Goal::Fewest);
        let shares = shares_at_end(&reverse, &ByPlayer::new([3, 20, 10, 0, 0]));
        assert!(shares[Player::Black] > 0.75 && shares[Player::Ash] > shares[Player::White]);
    }
}
