//! The lead of a player in discs, shown if the players want it and an engine can estimate it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::analysis::advice::{Advice, AdviceKind};
use crate::game::analysis::review::{Reviewing, Standing};
use crate::game::board_view::shown_record::ShownRecord;
use crate::rules::Player;

/// Estimated lead with best play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Balance {
    /// Both players in turn order.
    pub(crate) players: [Player; 2],
    /// Lead of the first player, in discs.
    pub(crate) lead: f32,
}

impl Balance {
    /// The first player's share of the balance, 0 to 1. The first discs of a lead count most.
    pub(crate) fn share(self) -> f32 {
        1.0 / (1.0 + (-self.lead / Self::DECISIVE_LEAD).exp())
    }

    /// Lead that decides most games, in discs.
    const DECISIVE_LEAD: f32 = 7.0;
}

/// System parameter that finds the [`Balance`] to show.
#[derive(SystemParam)]
pub(crate) struct BalanceParam<'w> {
    shown: ShownRecord<'w>,
    advice: Res<'w, Advice>,
}

impl BalanceParam<'_> {
    /// Balance of the position on the screen; `None` if none is to be shown.
    pub(crate) fn balance(&self) -> Option<Balance> {
        let record = self.shown.record()?;
        let players: [Player; 2] = record.variant().players().try_into().ok()?;
        if let Some(reviewing) = self.shown.reviewing() {
            return balance_of(players, reviewing);
        }
        let best = self.advice.best().filter(|_| self.advice.kind() == Some(AdviceKind::Analysis))?;
        let discs = best.lead()?;
        let sign = if record.position().to_move() == Some(players[0]) { 1.0 } else { -1.0 };
        Some(Balance { players, lead: sign * discs as f32 })
    }

    pub(crate) const fn shown(&self) -> &ShownRecord<'_> {
        &self.shown
    }
}

fn balance_of(players: [Player; 2], reviewing: &Reviewing) -> Option<Balance> {
    match reviewing.standing_here()? {
        Standing::Lead(lead) => Some(Balance { players, lead: lead as f32 }),
        Standing::Shares(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_grows_with_the_lead_and_is_even_without_one() {
        let share = |lead| Balance { players: [Player::Black, Player::White], lead }.share();
        assert!((share(0.0) - 0.5).abs() < 1e-6);
        let shares: Vec<f32> = (-64_i8..=64).map(|lead| share(f32::from(lead))).collect();
        assert!(
            shares.windows(2).all(|pair| pair[0] < pair[1]) && shares.iter().all(|share| (0.0..=1.0).contains(share))
        );
        assert!((share(5.0) + share(-5.0) - 1.0).abs() < 1e-5);
    }
}
