//! Who is ahead, as long as somebody wants to know and an engine can say it in discs.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::cpu::Score;
use crate::game::analysis::advice::{Advice, AdviceKind};
use crate::game::analysis::review::{Reviewing, Standing};
use crate::game::board_view::shown_record::Shown;
use crate::rules::Player;

/// Who is ahead by how many discs with best play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Balance {
    /// The two who play, the first one of the turn order first.
    pub(crate) players: [Player; 2],
    /// By how many discs the first one leads.
    pub(crate) lead: f32,
}

impl Balance {
    /// The first player's share of what is to be won, from 0 to 1: the first discs count the most.
    pub(crate) fn share(self) -> f32 {
        1.0 / (1.0 + (-self.lead / Self::MUCH).exp())
    }

    /// A lead that decides most games, in discs.
    const MUCH: f32 = 7.0;
}

/// Knows what is told.
#[derive(SystemParam)]
pub(crate) struct ToldBalance<'w> {
    shown: Shown<'w>,
    advice: Res<'w, Advice>,
}

impl ToldBalance<'_> {
    /// Who is ahead in the position on the screen; `None` where nothing is told.
    pub(crate) fn balance(&self) -> Option<Balance> {
        let record = self.shown.record()?;
        let players: [Player; 2] = record.variant().players().try_into().ok()?;
        if let Some(reviewing) = self.shown.reviewing() {
            return balance_of(players, reviewing);
        }
        let best = self.advice.best().filter(|_| self.advice.kind() == Some(AdviceKind::Analysis))?;
        let Score::Lead(discs) = best.score else { return None };
        let sign = if record.position().to_move() == Some(players[0]) { 1.0 } else { -1.0 };
        Some(Balance { players, lead: sign * discs as f32 })
    }

    /// What the board shows.
    pub(crate) const fn shown(&self) -> &Shown<'_> {
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
    fn the_share_grows_with_the_lead_and_is_even_where_nobody_leads() {
        let share = |lead| Balance { players: [Player::Black, Player::White], lead }.share();
        assert!((share(0.0) - 0.5).abs() < 1e-6);
        let shares: Vec<f32> = (-64_i8..=64).map(|lead| share(f32::from(lead))).collect();
        assert!(
            shares.windows(2).all(|pair| pair[0] < pair[1]) && shares.iter().all(|share| (0.0..=1.0).contains(share))
        );
        assert!((share(5.0) + share(-5.0) - 1.0).abs() < 1e-5);
    }
}
