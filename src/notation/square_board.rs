//! Ordinary reversi of Black and White on full square boards, from any start.

use crate::rules::{Board, Disc, Goal, Player, Record, Square, Variant};

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
    let empties = board.squares().map(|_| 1).sum::<i32>() - black - white;
    black - white + empties * (black - white).signum()
}

/// Reversi on 8 x 8 with the starting discs of White on e4 and d5, as some programs begin.
pub(super) fn mirrored_start() -> Variant {
    const ROWS: [&str; 8] =
        ["........", "........", "........", "...BW...", "...WB...", "........", "........", "........"];
    variant_from(Board::from_rows(ROWS).expect("8 rows of 8 squares"), Player::Black)
}

/// Turns a game from the mirrored start by 90°, so that it begins as usual; `None` if it begins otherwise.
pub(super) fn turned_to_usual(record: &Record) -> Option<Record> {
    if !record.variant().is_same_game(&mirrored_start()) {
        return None;
    }
    let squares: Option<Vec<Square>> = record.played().iter().map(|turn| turned(turn.square()?)).collect();
    Record::from_squares(Variant::classic(8)?, &squares?).ok()
}

/// Turns a square of the 8 x 8 board by 90° clockwise.
const fn turned(square: Square) -> Option<Square> {
    const LAST: u8 = 7;
    match LAST.checked_sub(square.row()) {
        Some(column) => Square::new(column, square.column()),
        None => None,
    }
}
