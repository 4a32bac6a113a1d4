//! Games as text, for the clipboard and for imports.

use crate::game::own_boards::board_file::{FileProblem, Opened, open};
use crate::notation::{GameRecord, Remark, games_in, transcript_of};
use crate::rules::Variant;

/// A game as most programs read it: only its squares if they say everything, otherwise all that is known of it.
#[must_use]
pub(crate) fn text_of(game: &GameRecord) -> String {
    let is_usual = Variant::classic(8).is_some_and(|classic| classic.is_same_game(game.variant()));
    if is_usual && game.record().ply() > 0 { transcript_of(game.record()) } else { game.to_string() }
}

/// Reads a game in any notation, and returns it along with a remark on its text.
///
/// # Errors
/// The reason why it is not a readable game.
pub(crate) fn read_part(text: &str) -> Result<(GameRecord, Option<Remark>), FileProblem> {
    match open(text.as_bytes())? {
        Opened::Match(opened, remark) => Ok((opened.game, remark)),
        Opened::Board(..) => Err(FileProblem::NoGame),
    }
}

/// Returns whether a text holds several games.
#[must_use]
pub(crate) fn holds_several(text: &str) -> bool {
    games_in(text).len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Record;

    fn read_all(text: &str) -> Result<Vec<GameRecord>, FileProblem> {
        games_in(text).into_iter().map(|part| read_part(part.text).map(|(game, _)| game)).collect()
    }

    fn game(key: &str, moves: &str) -> GameRecord {
        let mut record = Record::new(Variant::built_in(key).expect("is built in"));
        record.play_moves(moves).expect("legal moves");
        GameRecord::new(record)
    }

    #[test]
    fn copied_games_can_be_read_again() {
        assert_eq!(text_of(&game("classic", "f5 d6 c3")), "f5d6c3");
        for key in Variant::built_in_keys() {
            let mut record = Record::new(Variant::built_in(&key).expect("is built in"));
            for _ in 0..8 {
                let Some(player) = record.position().to_move() else { break };
                let square = record.position().legal_squares().iter().next().expect("a legal square");
                record.play(player, square).expect("it is legal");
            }
            let game = GameRecord::new(record);
            let read = read_all(&text_of(&game)).expect("it can be read");
            assert_eq!(read.len(), 1);
            assert_eq!(read[0].record().moves(), game.record().moves(), "{key}");
            assert_eq!(read[0].variant().board(), game.variant().board(), "{key}");
        }
    }

    #[test]
    fn several_games_are_read_one_by_one() {
        let (first, second) = (game("classic", "f5 d6"), game("classic-6", ""));
        let lines = format!("{first}\n{second}\r\n");
        assert_eq!(read_all(&lines), Ok(vec![first.clone(), second]));
        let ggf = "(;GM[Othello]B[F5]W[D6];)\n(;GM[Othello]B[F5];)";
        let plies: Vec<usize> = read_all(ggf).expect("two games").iter().map(|game| game.record().ply()).collect();
        assert_eq!(plies, [2, 1]);
        let numbered = "2 (;GM[Othello]B[F5]W[D6];)(;GM[Othello]B[F5];)";
        assert_eq!(read_all(numbered).expect("two games").len(), 2);
        let pretty = serde_json::to_string_pretty(&first).expect("JSON");
        assert_eq!(read_all(&pretty), Ok(vec![first]));
    }

    #[test]
    fn a_text_without_a_game_says_what_is_wrong() {
        assert_eq!(read_all("name: x\nplayers: black white\nboard:\n.WB.\n"), Err(FileProblem::NoGame));
        for text in ["", "hello", "f6f5", "(;GM[Othello]B[F5];)(;GM[Othello]B[A1];)"] {
            assert!(read_all(text).is_err(), "{text}");
        }
    }
}
