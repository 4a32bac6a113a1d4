//! Games of reversi in the Generic Game Format (GGF) of Othello servers: `(;GM[Othello]…BO[8 … *]B[F5]W[D6];)`.
//!
//! Source: M. Buro and I. Durdanovic, "Generic Game Format", <https://skatgame.net/mburo/ggsa/ggf>.

use std::time::Duration;

use thiserror::Error;

use super::date::read_date;
use super::{Diagram, DiagramError, GameRecord, ReportedGame, ReportedMove, ReportedMoveError, TimeControl, beginning};
use crate::rules::{ByPlayer, Ending, Goal, ParseSquareError, Player};

/// Error from reading a game in GGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GgfError {
    /// The beginning or the end is missing.
    #[error("a game begins with \"(;\" and ends with \";)\"")]
    NotDelimited,
    /// There is something other than a property.
    #[error("\"{0}\" is not a property: a property is letters and a value in brackets, such as GM[Othello]")]
    NotAProperty(String),
    /// The game is not reversi.
    #[error("a game of {0}, not of Othello")]
    OtherGame(String),
    /// A property comes too late or twice.
    #[error("{0} is given after a move or twice")]
    OutOfPlace(&'static str),
    /// The size of the board is not 8.
    #[error("the board has size {0}; only 8 is supported")]
    OtherSize(String),
    /// The type of the game is unknown.
    #[error("the game has type {0}; only types such as 8 and 8a are supported")]
    OtherType(String),
    /// The starting position is invalid.
    #[error("the board: {0}")]
    Board(#[from] DiagramError),
    /// A move is neither a square nor a pass.
    #[error("move {number}: {error}")]
    NotAMove {
        /// Number of the move, from 1, passes included.
        number: usize,
        /// Problem with its text.
        error: ParseSquareError,
    },
    /// A move is illegal.
    #[error("move {number}, {reported}: {error}")]
    Illegal {
        /// Number of the move, from 1, passes included.
        number: usize,
        /// The illegal move.
        reported: ReportedMove,
        /// Reason why it is illegal.
        error: ReportedMoveError,
    },
}

impl GgfError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotDelimited => "not-delimited",
            Self::NotAProperty(_) => "not-a-property",
            Self::OtherGame(_) => "other-game",
            Self::OutOfPlace(_) => "out-of-place",
            Self::OtherSize(_) => "other-size",
            Self::OtherType(_) => "other-type",
            Self::Board(error) => error.code(),
            Self::NotAMove { .. } => "not-a-square",
            Self::Illegal { error, .. } => error.code(),
        }
    }
}

/// A game read from GGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfGame {
    /// Moves.
    pub game: ReportedGame,
    /// Names of the players; empty where not given.
    pub names: ByPlayer<String>,
    /// Clock of each player, where given.
    pub clocks: ByPlayer<Option<TimeControl>>,
    /// Each player's remaining time for the whole game, where given.
    pub time_left: ByPlayer<Option<Duration>>,
    /// Time of each square played, where given.
    pub times: Vec<Option<Duration>>,
    /// Date, in seconds since 1970 (UTC), where given.
    pub date: Option<u64>,
    /// Ending of a game that was not played out, where given.
    pub ending: Option<Ending>,
}

impl GgfGame {
    /// Converts the game to this program's record. Passes follow from the rules, and comments are dropped.
    #[must_use]
    pub fn to_game_record(&self) -> GameRecord {
        let clock =
            if self.clocks[Player::Black] == self.clocks[Player::White] { self.clocks[Player::Black] } else { None };
        let named = GameRecord::new(self.game.record().clone())
            .with_names(|player| self.names[player].clone())
            .with_clock(clock)
            .with_dates(self.date, None);
        let timed = named.clone().with_times(self.times.iter().copied()).unwrap_or(named);
        match self.ending {
            // If nobody can move, the game is played out, whatever the text says.
            Some(ending) => timed.clone().with_ending(ending).unwrap_or(timed),
            None => timed,
        }
    }
}

/// Reads a game, and ignores everything after it, such as further games. Ignores properties that do not concern the
/// position, the players, the clocks or the ending.
///
/// # Errors
/// A [`GgfError`] if the text is not a game.
pub fn read_ggf(text: &str) -> Result<GgfGame, GgfError> {
    // Files of several games begin with the number of games.
    let text = text.trim().trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
    let mut rest = text.strip_prefix("(;").ok_or(GgfError::NotDelimited)?.trim_start();
    let mut start = None;
    let mut goal = None;
    let mut game: Option<ReportedGame> = None;
    let mut number = 0;
    let mut names = ByPlayer::<String>::default();
    let mut clocks = ByPlayer::<Option<TimeControl>>::default();
    let mut used = ByPlayer::<Duration>::default();
    let mut made = ByPlayer::<u32>::default();
    let mut times = Vec::new();
    let mut date = None;
    let mut ending = None;
    loop {
        // Some programs separate the moves by semicolons, as in SGF, and omit the last one.
        rest = rest.trim_start_matches(|letter: char| letter == ';' || letter.is_whitespace());
        if rest.starts_with(')') {
            break;
        }
        if rest.is_empty() {
            return Err(GgfError::NotDelimited);
        }
        let (name, value, after) = property(rest).ok_or_else(|| not_a_property(rest))?;
        // Programs write properties in either case.
        match name.to_ascii_uppercase().as_str() {
            "GM" if !GAMES.iter().any(|game| value.eq_ignore_ascii_case(game)) => {
                return Err(GgfError::OtherGame(beginning(value)));
            }
            "BO" if start.is_some() || game.is_some() => return Err(GgfError::OutOfPlace("BO")),
            "BO" => start = Some(read_board(value)?),
            "TY" if goal.is_some() || game.is_some() => return Err(GgfError::OutOfPlace("TY")),
            "TY" => goal = Some(read_type(value)?),
            "PB" => value.clone_into(&mut names[Player::Black]),
            "PW" => value.clone_into(&mut names[Player::White]),
            "DT" => date = read_date(value),
            "RE" => ending = read_ending(value),
            "TI" => clocks = ByPlayer::from_fn(|_| read_clock(value)),
            "TB" => clocks[Player::Black] = read_clock(value),
            "TW" => clocks[Player::White] = read_clock(value),
            player @ ("B" | "W") => {
                number += 1;
                let player = if player == "B" { Player::Black } else { Player::White };
                let mut parts = value.split('/').map(str::trim);
                let reported = parts.next().unwrap_or_default();
                let time = parts.nth(1).and_then(read_seconds);
                used[player] = used[player].saturating_add(time.unwrap_or_default());
                made[player] = made[player].saturating_add(1);
                let reported: ReportedMove = reported.parse().map_err(|error| GgfError::NotAMove { number, error })?;
                let game = game.get_or_insert_with(|| begin(start.as_ref(), goal));
                game.play(player, reported).map_err(|error| GgfError::Illegal { number, reported, error })?;
                if reported != ReportedMove::Pass {
                    times.push(time);
                }
            }
            _ => {}
        }
        rest = after;
    }
    let time_left =
        ByPlayer::from_fn(|player| Some(clocks[player]?.whole_time(made[player]).saturating_sub(used[player])));
    Ok(GgfGame {
        game: game.unwrap_or_else(|| begin(start.as_ref(), goal)),
        names,
        clocks,
        time_left,
        times,
        date,
        ending,
    })
}

/// Names of reversi in GGF.
const GAMES: [&str; 2] = ["Othello", "Reversi"];

/// Reads a clock such as `15:00/00:05/02:00`: the main time and the increment. The third part, an extension, has no
/// equivalent here.
fn read_clock(value: &str) -> Option<TimeControl> {
    let mut parts = value.split('/').map(str::trim);
    let base_ms = read_time(parts.next()?)?;
    let increment_ms = parts.next().and_then(read_time).unwrap_or_default();
    Some(TimeControl::Fischer { base_ms, increment_ms })
}

/// Milliseconds of a time such as `2.01:15:00`: `days.hours:minutes:seconds`, read from the right.
fn read_time(text: &str) -> Option<u64> {
    const UNITS: [u64; 4] = [1, 60, 60 * 60, 24 * 60 * 60];
    let mut seconds = 0_u64;
    for (index, number) in text.rsplit([':', '.']).enumerate() {
        seconds = seconds.checked_add(number.parse::<u64>().ok()?.checked_mul(*UNITS.get(index)?)?)?;
    }
    seconds.checked_mul(1000)
}

/// Reads a time in seconds such as `3.5`.
#[must_use]
pub fn read_seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// Ending of a game that was not played out, from a result such as `-64.000:r`: Black's lead in discs, and `r` for
/// resignation, `t` for timeout or `s` for an agreement.
///
/// A lead without a letter, or by agreement, counts as a resignation, because the game ended with moves left.
fn read_ending(value: &str) -> Option<Ending> {
    let (score, how) = value.split_once(':').unwrap_or((value, ""));
    let how = how.trim().chars().next().map(|letter| letter.to_ascii_lowercase());
    let score: f64 = score.trim().parse().ok()?;
    let loser = if score < 0.0 { Player::Black } else { Player::White };
    match how {
        Some('t') => Some(Ending::OutOfTime(loser)),
        Some('s') if score == 0.0 => Some(Ending::DrawAgreed),
        None if score == 0.0 => None,
        Some('r' | 's') | None => Some(Ending::Resigned(loser)),
        Some(_) => None,
    }
}

/// Splits off the first property: its name, its value, and the rest.
fn property(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('[')?;
    let name = name.trim();
    let (value, after) = rest.split_once(']')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name.then_some((name, value.trim(), after))
}

fn not_a_property(rest: &str) -> GgfError {
    GgfError::NotAProperty(beginning(rest.split(";)").next().unwrap_or_default()))
}

fn read_board(value: &str) -> Result<Diagram, GgfError> {
    let (size, squares) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    check_size(size)?;
    Ok(squares.parse()?)
}

fn check_size(size: &str) -> Result<(), GgfError> {
    if size == "8" { Ok(()) } else { Err(GgfError::OtherSize(beginning(size))) }
}

/// Goal of a game of a type such as `s8r18`: the size of the board, and letters. With `a`, the fewest discs win. Other
/// letters tell how start and colours were chosen: `s` (two games at once), `r` with a number of discs (random start),
/// `b` and `w` (preferred colour). `k` (komi, discs that are not on the board) is not supported.
fn read_type(value: &str) -> Result<Goal, GgfError> {
    let text = value.to_ascii_lowercase();
    let text = text.strip_prefix('s').unwrap_or(&text);
    let (size, letters) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()));
    let is_known = |letter: char| "abrw".contains(letter) || letter.is_ascii_digit();
    if size.is_empty() || !letters.chars().all(is_known) {
        return Err(GgfError::OtherType(beginning(value)));
    }
    check_size(size)?;
    Ok(if letters.contains('a') { Goal::Fewest } else { Goal::Most })
}

fn begin(start: Option<&Diagram>, goal: Option<Goal>) -> ReportedGame {
    let usual = Diagram::start();
    ReportedGame::for_goal(start.unwrap_or(&usual), goal.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The game in the description of the NBoard protocol.
    const PUBLISHED: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

    fn rows(game: &ReportedGame) -> Vec<String> {
        game.position().board().row_texts().collect()
    }

    #[test]
    fn a_published_game_is_read() {
        let GgfGame { game, time_left, .. } = read_ggf(PUBLISHED).expect("is a game");
        assert_eq!(time_left[Player::Black], Some(Duration::from_mins(15)));
        let mut expected = crate::rules::Record::new(crate::rules::Variant::classic(8).expect("is played"));
        expected.play_moves("f5 f6 d3 c5 e6 f7 e7 f4").expect("are legal");
        assert_eq!(game.position().board(), expected.position().board());
        assert_eq!(game.position().to_move(), Some(Player::Black));
    }

    #[test]
    fn boards_may_be_written_in_rows_and_moves_with_their_times() {
        let text = "(; GM[othello] BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- --------\n*]\n\
            B[f5/+1.20/3.5] W[d6//2];)";
        let GgfGame { game, time_left, .. } = read_ggf(text).expect("is a game");
        assert_eq!(time_left, ByPlayer::default());
        assert_eq!(rows(&game)[4..6], ["...WBB..", "...W...."].map(str::to_owned));
        assert_eq!(read_ggf("(;;)").map(|read| read.game), Ok(ReportedGame::new()));
        let white = format!("(;BO[8 {}{} O];)", "-".repeat(59), "-O*--");
        assert_eq!(read_ggf(&white).map(|read| read.game.position().to_move()), Ok(Some(Player::White)));
    }

    #[test]
    fn the_type_says_what_wins() {
        let goal = |text: &str| read_ggf(text).map(|read| read.game.record().variant().goal());
        for usual in ["8", "s8", "8r4", "s8r18", "8b", "8w", "S8R18", " 8 "] {
            assert_eq!(goal(&format!("(;TY[{usual}]B[F5];)")), Ok(Goal::Most), "{usual}");
        }
        let board = format!("BO[8 {}]", Diagram::start().to_string().replace('X', "*"));
        for text in ["(;TY[8a]B[F5];)", "(;TY[s8ar20];)", &format!("(;TY[8a]{board};)"), &format!("(;{board}TY[8a];)")]
        {
            assert_eq!(goal(text), Ok(Goal::Fewest), "{text}");
        }
    }

    #[test]
    fn invalid_games_are_refused() {
        let why = |text: &str| read_ggf(text).expect_err("is refused").to_string();
        let board = "-".repeat(65);
        let cases = [
            (String::new(), "a game begins with"),
            ("(;".to_owned(), "a game begins with"),
            ("(;GM[Amazons];)".to_owned(), "a game of Amazons"),
            ("(;BO[10 ---];)".to_owned(), "the board has size 10"),
            (format!("(;BO[8 {board} *];)"), "the board: 65 squares"),
            (format!("(;BO[8 {} *];)", &board[1..]), "the board: there is no disc"),
            ("(;BO[8];)".to_owned(), "the board: 0 squares"),
            ("(;B[F5]BO[8 ];)".to_owned(), "BO is given after a move or twice"),
            ("(;TY[8]TY[8a];)".to_owned(), "TY is given after a move or twice"),
            ("(;B[F5]TY[8a];)".to_owned(), "TY is given after a move or twice"),
            ("(;TY[10];)".to_owned(), "the board has size 10"),
            ("(;TY[88];)".to_owned(), "the board has size 88"),
            ("(;TY[8k];)".to_owned(), "the game has type 8k"),
            ("(;TY[8x];)".to_owned(), "the game has type 8x"),
            ("(;TY[];)".to_owned(), "the game has type "),
            ("(;B[Z99];)".to_owned(), "move 1: \"Z99\" is not a square"),
            ("(;B[F5]W[F5];)".to_owned(), "move 2, F5: f5 is taken"),
            ("(;B[F5]B[D6];)".to_owned(), "move 2, D6: it is White's turn, not Black's"),
            ("(;B[PA];)".to_owned(), "move 1, PA: Black has a legal move and must not pass"),
            ("(;B[F5;)".to_owned(), "\"B[F5\" is not a property"),
            ("(;GM[Othello]B[F5]W[D6".to_owned(), "\"W[D6\" is not a property"),
            ("(;F5;)".to_owned(), "\"F5\" is not a property"),
            ("(;1[F5];)".to_owned(), "\"1[F5]\" is not a property"),
        ];
        for (text, expected) in cases {
            assert!(why(&text).starts_with(expected), "{text}: {}", why(&text));
        }
    }

    #[test]
    fn clocks_are_read() {
        let left = |clocks: &str, player| read_ggf(&format!("(;{clocks};)")).expect("is a game").time_left[player];
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(left("TI[01:02:03/00:05/02:00]", Player::White), seconds(3723));
        assert_eq!(left("TI[2.00:00:01]", Player::White), seconds(2 * 24 * 3600 + 1));
        assert_eq!(left("TB[7]TW[9]B[F5//2]W[D6//99]", Player::Black), seconds(5));
        assert_eq!(left("TB[7]TW[9]B[F5//2]W[D6//99]", Player::White), seconds(0));
        assert_eq!(left("TI[7/5]B[F5//2]W[D6//99]", Player::Black), seconds(10));
        assert_eq!(left("TI[7/5]B[F5//2]W[D6//99]", Player::White), seconds(0));
        assert_eq!(left("TI[7/5]B[F5//2]W[D6//9]B[C3]W[D3]", Player::White), seconds(8));
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
