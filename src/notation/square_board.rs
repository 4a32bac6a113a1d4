//! Ordinary reversi of Black and White on full square boards, from any start.

use crate::rules::{Board, Disc, Goal, Player, Variant};

/// Game of Black and White from this board; ordinary reversi where it begins as usual.
pub(super) fn variant_from(board: Board, first: Player) -> Variant {
    if let Some(classic) = Variant::classic(board.columns())
        && first == Player::Black
        && *classic.board() == board
    {
        return classic;
    }
    let players = if first == Player::Black { [Player::Black, Player::White] } else { [Player::White, Player::Black] };
    let name = format!("{} × {}", board.columns(), board.rows());
    Variant::new(name, board, players.to_vec(), Vec::new(), players.to_vec()).expect("two players")
}

/// Side of the board, if Black and White alone play for the most discs on a full square without free passes.
pub(super) fn side_of(variant: &Variant) -> Option<u8> {
    let (board, players) = (variant.board(), variant.players());
    let side = usize::from(board.columns());
    let is_ordinary = board.rows() == board.columns()
        && board.squares().count() == side * side
        && variant.is_for_two()
        && players.contains(&Player::Black)
        && players.contains(&Player::White)
        && variant.goal() == Goal::Most
        && !variant.free_pass();
    is_ordinary.then_some(board.columns())
}

/// Black's lead in discs at the end of a game, with the empty squares added to the winner's.
pub(super) fn final_lead(board: &Board) -> i32 {
    let [black, white] = [Disc::Black, Disc::White].map(|disc| i32::from(board.count(disc)));
    let empties = board.squares().count() as i32 - black - white;
    black - white + empties * (black - white).signum()
}
