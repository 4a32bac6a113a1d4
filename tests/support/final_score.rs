//! Final scores of games of two players, by the plain rules.

use irogaeshi::rules::{Player, Position};

pub(crate) fn opponent(player: Player) -> Player {
    if player == Player::Black { Player::White } else { Player::Black }
}

/// Usual score of a finished game: a player's lead, with the empty squares added to the winner's discs.
pub(crate) fn final_score(position: &Position, player: Player) -> i32 {
    let count = |player| i32::from(position.counts()[player]);
    let lead = count(player) - count(opponent(player));
    let empties = i32::try_from(position.board().empties().count()).expect("a board is small");
    lead + lead.signum() * empties
}
