//! How games of two end, by the plain rules.

use irogaeshi::rules::{Player, Position};

/// The other of the two.
pub(crate) fn opponent(player: Player) -> Player {
    if player == Player::Black { Player::White } else { Player::Black }
}

/// The usual score of a finished game: by how much a player leads, the empty squares counted for whoever does.
pub(crate) fn final_score(position: &Position, player: Player) -> i32 {
    let count = |player| i32::from(position.counts()[player]);
    let lead = count(player) - count(opponent(player));
    let empties = i32::try_from(position.board().empties().count()).expect("a board is small");
    lead + lead.signum() * empties
}
