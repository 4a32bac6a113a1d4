//! Games as text: what is copied of one, and what is found in what somebody pastes.

use crate::game::library::board_file::{FileProblem, Opened, open};
use crate::notation::{GameRecord, TextKind, transcript_of, without_mark};
use crate::rules::Variant;

/// A game as most programs read it: the squares alone where they say all, else all that is known of it.
#[must_use]
pub(crate) fn text_of(game: &GameRecord) -> String {
    let is_usual = Variant::classic(8).is_some_and(|classic| classic.is_same_game(game.variant()));
    if is_usual && game.record().ply() > 0 { transcript_of(game.record()) } else { game.to_string() }
}

/// Reads a game, in whichever notation it is.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read_part(text: &str) -> Result<GameRecord, FileProblem> {
    match open(text.as_bytes())? {
        Opened::Match(game) => Ok(*game),
        Opened::Board(..) => Err(FileProblem::NoGame),
    }
}

/// Whether a text holds several games.
#[must_use]
pub(crate) fn holds_several(text: &str) -> bool {
    parts(text).len() > 1
}

/// The text, or its games where there are several: where it is a file of games in GGF, or has a match as JSON on each
/// line.
#[must_use]
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let text = without_mark(text);
    let several: Vec<&str> = match TextKind::of(text) {
        Some(TextKind::GameRecord) => text.lines().map(str::trim).filter(|line| !line.is_empty()).collect(),
        Some(TextKind::Ggf) => {
            let begins: Vec<usize> = text.match_indices("(;").map(|(at, _)| at).collect();
            let ends = begins.iter().skip(1).copied().chain([text.len()]);
            begins.iter().zip(ends).map(|(begin, end)| without_number(&text[*begin..end])).collect()
        }
        _ => Vec::new(),
    };
    // JSON may have a line break anywhere: then its lines are no games.
    let begins_right = |part: &&str| part.starts_with('{') || part.starts_with("(;");
    if several.len() > 1 && several.iter().all(begins_right) { several } else { vec![text] }
}

/// A game in GGF without the number of the next one.
fn without_number(text: &str) -> &str {
    text.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Record;

    fn games_in(text: &str) -> Result<Vec<GameRecord>, FileProblem> {
        parts(text).into_iter().map(read_part).collect()
    }

    fn game(key: &str, moves: &str) -> GameRecord {
        let mut record = Record::new(Variant::built_in(key).expect("is built in"));
        record.play_moves(moves).expect("legal moves");
        GameRecord::new(record)
    }

    #[test]
    fn what_is_copied_is_read_again() {
        assert_eq!(text_of(&game("classic", "f5 d6 c3")), "f5d6c3");
        for key in Variant::built_in_keys() {
            let mut record = Record::new(Variant::built_in(&key).expect("is built in"));
            for _ in 0..8 {
                let Some(player) = record.position().to_move() else { break };
                let square = record.position().legal_squares().iter().next().expect("a legal square");
                record.play(player, square).expect("it is legal");
            }
            let game = GameRecord::new(record);
            let read = games_in(&text_of(&game)).expect("it can be read");
            let squares = |game: &GameRecord| {
                game.record().played().iter().map(|turn| turn.placement.square()).collect::<Vec<_>>()
            };
            assert_eq!(read.len(), 1);
            assert_eq!(squares(&read[0]), squares(&game), "{key}");
            assert_eq!(read[0].variant().board(), game.variant().board(), "{key}");
        }
    }

    #[test]
    fn several_games_are_read_one_by_one() {
        let (first, second) = (game("classic", "f5 d6"), game("classic-6", ""));
        let lines = format!("{first}\n{second}\r\n");
        assert_eq!(games_in(&lines), Ok(vec![first.clone(), second]));
        let ggf = "(;GM[Othello]B[F5]W[D6];)\n(;GM[Othello]B[F5];)";
        let plies: Vec<usize> = games_in(ggf).expect("two games").iter().map(|game| game.record().ply()).collect();
        assert_eq!(plies, [2, 1]);
        let numbered = "2 (;GM[Othello]B[F5]W[D6];)(;GM[Othello]B[F5];)";
        assert_eq!(games_in(numbered).expect("two games").len(), 2);
        let pretty = serde_json::to_string_pretty(&first).expect("JSON");
        assert_eq!(games_in(&pretty), Ok(vec![first]));
    }

    #[test]
    fn a_text_without_a_game_says_what_is_wrong() {
        assert_eq!(games_in("name: x\nplayers: black white\nboard:\n.WB.\n"), Err(FileProblem::NoGame));
        for text in ["", "hello", "f5f5", "(;GM[Othello]B[F5];)(;GM[Othello]B[A1];)"] {
            assert!(games_in(text).is_err(), "{text}");
        }
    }
}
