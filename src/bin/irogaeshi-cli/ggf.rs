//! Games of reversi in the Generic Game Format of Othello servers: `(;GM[Othello]…BO[8 … *]B[F5]W[D6];)`.
//!
//! Source: M. Buro and I. Durdanovic, "Generic Game Format", <https://skatgame.net/mburo/ggsa/ggf>.

use std::fmt;
use std::time::Duration;

use irogaeshi::cpu::classic::{Diagram, DiagramError};
use irogaeshi::rules::{ByPlayer, ParseSquareError, Player};
use thiserror::Error;

use crate::line_reader::beginning;
use crate::told_game::{ToldGame, ToldMove, ToldMoveError};

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum GgfError {
    #[error("a game begins with \"(;\" and ends with \";)\"")]
    NotDelimited,
    #[error("\"{0}\" is no property: a property is letters and a value in brackets, such as GM[Othello]")]
    NotAProperty(String),
    #[error("it is a game of {0}, not of Othello")]
    OtherGame(String),
    #[error("{0} is given after a move or twice")]
    OutOfPlace(&'static str),
    #[error("the board is of size {0}; only 8 is played here")]
    OtherSize(String),
    #[error("the board: {0}")]
    Board(#[from] DiagramError),
    #[error("move {number}: {error}")]
    NotAMove { number: usize, error: ParseSquareError },
    #[error("move {number}, {told}: {error}")]
    Illegal { number: usize, told: ToldMove, error: ToldMoveError },
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadGame {
    pub(crate) game: ToldGame,
    /// What each player has left of the time for the whole game, where the game says so.
    pub(crate) time_left: ByPlayer<Option<Duration>>,
}

/// Reads a game. Properties that say nothing about the position or the clocks are left out.
///
/// # Errors
/// What is wrong with it, as a [`GgfError`].
pub(crate) fn read_ggf(text: &str) -> Result<ReadGame, GgfError> {
    let inside = text.trim().strip_prefix("(;").and_then(|text| text.strip_suffix(";)"));
    let mut rest = inside.ok_or(GgfError::NotDelimited)?.trim();
    let mut game: Option<ToldGame> = None;
    let mut number = 0;
    let mut time_left = ByPlayer::<Option<Duration>>::default();
    let mut used = ByPlayer::<Duration>::default();
    while !rest.is_empty() {
        let (name, value, after) = property(rest).ok_or_else(|| GgfError::NotAProperty(beginning(rest)))?;
        match name {
            "GM" if !value.eq_ignore_ascii_case("Othello") => return Err(GgfError::OtherGame(beginning(value))),
            "BO" if game.is_some() => return Err(GgfError::OutOfPlace("BO")),
            "BO" => game = Some(read_board(value)?),
            "TI" => time_left = ByPlayer::from_fn(|_| read_time(value)),
            "TB" => time_left[Player::Black] = read_time(value),
            "TW" => time_left[Player::White] = read_time(value),
            "B" | "W" => {
                number += 1;
                let player = if name == "B" { Player::Black } else { Player::White };
                let mut parts = value.split('/').map(str::trim);
                let told = parts.next().unwrap_or_default();
                used[player] = used[player].saturating_add(parts.nth(1).and_then(read_seconds).unwrap_or_default());
                let told: ToldMove = told.parse().map_err(|error| GgfError::NotAMove { number, error })?;
                let game = game.get_or_insert_with(ToldGame::new);
                game.play(player, told).map_err(|error| GgfError::Illegal { number, told, error })?;
            }
            _ => {}
        }
        rest = after.trim_start();
    }
    let time_left = ByPlayer::from_fn(|player| time_left[player].map(|time| time.saturating_sub(used[player])));
    Ok(ReadGame { game: game.unwrap_or_else(ToldGame::new), time_left })
}

/// The main time of a clock such as `15:00/00:05/02:00`: `days.hours:minutes:seconds`, from the right.
fn read_time(value: &str) -> Option<Duration> {
    const UNITS: [u64; 4] = [1, 60, 60 * 60, 24 * 60 * 60];
    let main = value.split('/').next()?.trim();
    let mut seconds = 0_u64;
    for (index, number) in main.rsplit([':', '.']).enumerate() {
        seconds = seconds.checked_add(number.parse::<u64>().ok()?.checked_mul(*UNITS.get(index)?)?)?;
    }
    Some(Duration::from_secs(seconds))
}

/// A time such as `3.5` in seconds.
pub(crate) fn read_seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// The name and the value of the first property, and what follows it.
fn property(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('[')?;
    let name = name.trim();
    let (value, after) = rest.split_once(']')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name.then_some((name, value.trim(), after))
}

fn read_board(value: &str) -> Result<ToldGame, GgfError> {
    let (size, squares) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    if size != "8" {
        return Err(GgfError::OtherSize(beginning(size)));
    }
    Ok(ToldGame::of(squares.parse::<Diagram>()?))
}

/// A game to write: the usual start, the moves, and the clock of both players.
pub(crate) struct Ggf<'a> {
    /// Each move with the seconds that it took.
    pub(crate) moves: &'a [(Player, ToldMove, f64)],
    /// The seconds that each player has for the game.
    pub(crate) seconds: u64,
}

impl fmt::Display for Ggf<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = ToldGame::start();
        let (minutes, seconds) = (self.seconds / 60, self.seconds % 60);
        write!(formatter, "(;GM[Othello]PC[Irogaeshi]PB[Black]PW[White]RE[?]TI[{minutes}:{seconds:02}]TY[8]")?;
        write!(formatter, "BO[8 {}]", start.to_string().replace('X', "*"))?;
        for (player, told, seconds) in self.moves {
            write!(formatter, "{}[{told}", player.disc().letter())?;
            if *seconds > 0.0 {
                write!(formatter, "//{seconds:.2}")?;
            }
            formatter.write_str("]")?;
        }
        formatter.write_str(";)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The game of the NBoard protocol's description.
    const PUBLISHED: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

    fn rows(game: &ToldGame) -> Vec<String> {
        game.position().board().row_texts().collect()
    }

    #[test]
    fn a_published_game_is_read() {
        let ReadGame { game, time_left } = read_ggf(PUBLISHED).expect("is a game");
        assert_eq!(time_left[Player::Black], Some(Duration::from_mins(15)));
        let mut expected = irogaeshi::rules::Record::new(irogaeshi::rules::Variant::classic(8).expect("is played"));
        expected.play_moves("f5 f6 d3 c5 e6 f7 e7 f4").expect("are legal");
        assert_eq!(game.position().board(), expected.position().board());
        assert_eq!(game.position().to_move(), Some(Player::Black));
    }

    #[test]
    fn boards_may_be_written_in_rows_and_moves_with_their_times() {
        let text = "(; GM[othello] BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- --------\n*]\n\
            B[f5/+1.20/3.5] W[d6//2];)";
        let ReadGame { game, time_left } = read_ggf(text).expect("is a game");
        assert_eq!(time_left, ByPlayer::default());
        assert_eq!(rows(&game)[4..6], ["...WBB..", "...W...."].map(str::to_owned));
        assert_eq!(read_ggf("(;;)").map(|read| read.game), Ok(ToldGame::new()));
        let white = format!("(;BO[8 {}{} O];)", "-".repeat(59), "-O*--");
        assert_eq!(read_ggf(&white).map(|read| read.game.position().to_move()), Ok(Some(Player::White)));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let why = |text: &str| read_ggf(text).expect_err("is refused").to_string();
        let board = "-".repeat(65);
        let cases = [
            (String::new(), "a game begins with"),
            ("(;".to_owned(), "a game begins with"),
            ("(;GM[Amazons];)".to_owned(), "it is a game of Amazons"),
            ("(;BO[10 ---];)".to_owned(), "the board is of size 10"),
            (format!("(;BO[8 {board} *];)"), "the board: 65 squares"),
            (format!("(;BO[8 {} *];)", &board[1..]), "the board: there is no disc"),
            ("(;BO[8];)".to_owned(), "the board: 0 squares"),
            ("(;B[F5]BO[8 ];)".to_owned(), "BO is given after a move or twice"),
            ("(;B[Z9];)".to_owned(), "move 1: \"Z9\" is not a square"),
            ("(;B[F5]W[F5];)".to_owned(), "move 2, F5: f5 is taken"),
            ("(;B[F5]B[D6];)".to_owned(), "move 2, D6: it is White's turn, not Black's"),
            ("(;B[PA];)".to_owned(), "move 1, PA: Black can move and may not pass"),
            ("(;B[F5;)".to_owned(), "\"B[F5\" is no property"),
            ("(;F5;)".to_owned(), "\"F5\" is no property"),
            ("(;1[F5];)".to_owned(), "\"1[F5]\" is no property"),
        ];
        for (text, expected) in cases {
            assert!(why(&text).starts_with(expected), "{text}: {}", why(&text));
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let told = |text: &str| text.parse::<ToldMove>().expect("a move");
        let moves = [(Player::Black, told("f5"), 0.25), (Player::White, told("d6"), 0.0)];
        let text = Ggf { moves: &moves, seconds: 65 }.to_string();
        assert!(text.contains("TI[1:05]") && text.ends_with("*]B[F5//0.25]W[D6];)"), "{text}");
        let mut game = ToldGame::new();
        for (player, told, _) in moves {
            game.play(player, told).expect("is legal");
        }
        let read = read_ggf(&text).expect("is a game");
        assert_eq!(read.game, game);
        assert_eq!(read.time_left[Player::Black], Some(Duration::from_millis(64_750)));
    }

    #[test]
    fn clocks_are_read() {
        let left = |clocks: &str, player| read_ggf(&format!("(;{clocks};)")).expect("is a game").time_left[player];
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(left("TI[01:02:03/00:05/02:00]", Player::White), seconds(3723));
        assert_eq!(left("TI[2.00:00:01]", Player::White), seconds(2 * 24 * 3600 + 1));
        assert_eq!(left("TB[7]TW[9]B[F5//2]W[D6//99]", Player::Black), seconds(5));
        assert_eq!(left("TB[7]TW[9]B[F5//2]W[D6//99]", Player::White), seconds(0));
        for nonsense in ["TI[]", "TI[-1]", "TI[1:2:3:4:5]", "TI[99999999999999999999]", "TI[99999999999999999:00:00]"] {
            assert_eq!(left(nonsense, Player::Black), None, "{nonsense}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_text_makes_it_panic(text in r"(\(;)?((GM|BO|B|W|[A-Z]{0,2})\[([A-H][0-9]|PA|8 [-*O]{60,66} [*O]|[ -~]{0,9})\]|\PC){0,9}(;\))?") {
            let _ = read_ggf(&text);
        }
    }
}
