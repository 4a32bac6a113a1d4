//! The engine as a server of the NBoard protocol, versions 1 and 2.
//!
//! Source: C. Welty, "NBoard Protocol", distributed with the programs NBoard and `NTest`.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use irogaeshi::cpu::classic::bitboards;
use irogaeshi::cpu::{Budget, Line, Report};
use irogaeshi::notation::{
    GgfError, ReportedGame, ReportedMove, ReportedMoveError, TimeControl, beginning, opponent, read_ggf, read_seconds,
};
use irogaeshi::programs::{Depth, LineError, NotADepth};
use irogaeshi::rules::{ByPlayer, Goal, Position, Square};
use thiserror::Error;

use crate::engine::budget::to_depth;
use crate::engine::clock::Clock;
use crate::engine::interrupt::Interrupt;
use crate::engine::session::{EngineSession, TimedResult};
use crate::out::line::one_line;
use crate::protocols::server::Server;

/// Name of the engine for the client.
const NAME: &str = "Irogaeshi";

/// State of an NBoard session.
pub(crate) struct NBoard {
    session: EngineSession,
    game: ReportedGame,
    /// Limits of a search, besides the clock.
    budget: Budget,
    time_left: ByPlayer<Option<Duration>>,
    /// Increment of each player's clock.
    increments: ByPlayer<Duration>,
}

/// Error of a command. Reported as a status, since the protocol has no error answers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum NBoardError {
    #[error("unknown command \"{0}\"")]
    UnknownCommand(String),
    #[error("\"{0}\" is not a valid argument; expected {1}")]
    Argument(String, &'static str),
    #[error(transparent)]
    Depth(#[from] NotADepth),
    #[error("the game: {0}")]
    Game(#[from] GgfError),
    #[error("the game: the engine does not play games in which the fewest discs win")]
    OtherGoal,
    #[error("the move: {0}")]
    Move(#[from] ReportedMoveError),
    #[error("the game is over")]
    GameOver,
}

type Say<'a> = dyn FnMut(&str) + 'a;

impl NBoard {
    /// A session that begins with the usual start.
    pub(crate) fn new(session: EngineSession, budget: Budget) -> Self {
        let (time_left, increments) = (ByPlayer::default(), ByPlayer::default());
        Self { session, game: ReportedGame::new(), budget, time_left, increments }
    }

    fn carry_out(&mut self, command: &str, arguments: &str, say: &mut Say) -> Result<(), NBoardError> {
        match command {
            "nboard" => {
                number(arguments, "the version, such as 2")?;
                say(&format!("set myname {NAME}"));
            }
            "set" => {
                let (what, value) = split(arguments);
                self.set(what, value, say)?;
            }
            "move" => self.play(arguments)?,
            "hint" => self.hint(number(arguments, "how many moves, such as 3")?, say)?,
            "go" => self.go(say),
            "ping" => say(&format!("pong {}", number(arguments, "a number")?)),
            // Nothing to learn, since the book is fixed.
            "learn" => say("learned"),
            "analyze" => self.analyse(say),
            // Version 1 of the protocol sends moves as bare squares.
            _ if command.len() == 2 && command.parse::<ReportedMove>().is_ok() => self.play(command)?,
            _ => return Err(NBoardError::UnknownCommand(beginning(command))),
        }
        Ok(())
    }

    fn set(&mut self, what: &str, value: &str, say: &mut Say) -> Result<(), NBoardError> {
        match what {
            "depth" => {
                let depth: Depth = value.parse()?;
                self.budget = to_depth(depth);
                say(&format!("set myname {NAME}{}", depth.plies()));
            }
            "game" => {
                let read = read_ggf(value)?;
                if read.game.record().variant().goal() != Goal::Most {
                    return Err(NBoardError::OtherGoal);
                }
                (self.game, self.time_left) = (read.game, read.time_left);
                self.increments =
                    ByPlayer::from_fn(|player| read.clocks[player].map_or(Duration::ZERO, TimeControl::increment));
            }
            // Only affects draws in a book.
            "contempt" => {
                let taken = value.parse::<f64>();
                taken.map_err(|_| NBoardError::Argument(beginning(value), "a number"))?;
            }
            _ => return Err(NBoardError::UnknownCommand(format!("set {}", beginning(what)))),
        }
        Ok(())
    }

    /// Plays a move such as `F5/1.20/3.5`.
    fn play(&mut self, text: &str) -> Result<(), NBoardError> {
        let mut parts = text.split('/').map(str::trim);
        let reported = parts.next().unwrap_or_default();
        let reported =
            reported.parse().map_err(|_| NBoardError::Argument(beginning(reported), "a square such as F5, or PA"))?;
        let player = match reported {
            // A client may omit passes.
            ReportedMove::Square(_) => self.game.position().to_move().ok_or(NBoardError::GameOver)?,
            ReportedMove::Pass => self.game.due(),
        };
        self.game.play(player, reported)?;
        let time = parts.nth(1).and_then(read_seconds).unwrap_or_default();
        let left = self.time_left[player].map(|left| left.saturating_add(self.increments[player]));
        self.time_left[player] = left.map(|left| left.saturating_sub(time));
        Ok(())
    }

    /// Sends scores of the best moves after every ply.
    fn hint(&mut self, moves: u32, say: &mut Say) -> Result<(), NBoardError> {
        let due = self.game.due();
        let position = self.game.position();
        let Some((board, shape)) = bitboards(position) else { return Ok(()) };
        if position.to_move().is_none() {
            return Err(NBoardError::GameOver);
        }
        say(&format!("status {NAME} is thinking"));
        if position.to_move() == Some(due) {
            let mut report = |report: &Report, time: Duration| {
                for line in report.lines.iter().take(moves.max(1) as usize) {
                    say_line(line, report, say);
                }
                say(&format!("nodestats {} {:.2}", report.nodes, time.as_secs_f64()));
            };
            self.session.rank(board, shape, self.budget, &mut report);
        } else {
            let found = self.session.think(board, shape, self.budget, &mut |_, _| {}).found;
            let pass = Evaluated { moves: &[], score: -found.score };
            say(&format!("search {pass} 0 {}", depth_code(found.depth, found.is_exact)));
        }
        say("status");
        Ok(())
    }

    /// Sends the engine's move.
    fn go(&mut self, say: &mut Say) {
        let due = self.game.due();
        let position = self.game.position();
        if position.to_move() != Some(due) {
            say(&format!("=== {}", ReportedMove::Pass));
            return;
        }
        let Some((board, shape)) = bitboards(position) else { return };
        say(&format!("status {NAME} is thinking"));
        let clock = self.time_left[due].map(Clock::of_game);
        let clock = clock.map(|clock| clock.allotment(board.empties(shape).count_ones()));
        let budget = self.budget.within(self.budget.time.into_iter().chain(clock).min());
        let mut report = |report: &Report, _| report.lines.iter().for_each(|line| say_line(line, report, say));
        let TimedResult { found, time } = self.session.choose(board, shape, budget, &mut report);
        let seconds = time.as_secs_f64();
        let reported = found.line.first().map_or(ReportedMove::Pass, |square| ReportedMove::Square(*square));
        say(&format!("nodestats {} {seconds:.2}", found.nodes));
        say(&format!("=== {reported}/{:.2}/{seconds:.2}", f64::from(found.score)));
        say("status");
    }

    /// Sends the score of each position of the game for its player to move, last position first.
    fn analyse(&mut self, say: &mut Say) {
        say(&format!("status {NAME} is thinking"));
        let due = self.game.due();
        let reported = self.game.positions().count();
        let positions: Vec<(usize, Position)> =
            self.game.positions().map(|(reported, position)| (reported, position.clone())).collect();
        for (number, position) in positions.into_iter().rev() {
            // Players alternate, since passes are among the moves.
            let due = if (reported - 1 - number).is_multiple_of(2) { due } else { opponent(due) };
            let Some((board, shape)) = bitboards(&position) else { continue };
            let sees = position.to_move().unwrap_or(position.variant().players()[0]);
            let score = self.session.think(board, shape, self.budget, &mut |_, _| {}).found.score;
            if self.session.interrupt().is_raised() {
                break;
            }
            let score = if sees == due { score } else { -score };
            say(&format!("analysis {number} {:.2}", f64::from(score)));
        }
        say("status");
    }
}

impl Server for NBoard {
    fn answer(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()> {
        let (command, arguments) = split(line);
        match command {
            "" => {}
            "quit" => return ControlFlow::Break(()),
            _ => {
                if let Err(error) = self.carry_out(command, arguments, say) {
                    say_failure(&error, say);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn answer_unreadable(&mut self, error: LineError, say: &mut dyn FnMut(&str)) {
        say_failure(&error, say);
    }

    /// The protocol requires this for `ping`.
    fn interrupts(line: &str) -> bool {
        ["ping", "quit"].contains(&split(line).0)
    }

    fn interrupt(&self) -> Interrupt {
        self.session.interrupt()
    }
}

fn say_line(line: &Line, report: &Report, say: &mut Say) {
    if let Some(score) = line.lead() {
        let evaluated = Evaluated { moves: &line.moves, score };
        say(&format!("search {evaluated} 0 {}", depth_code(report.depth, report.is_exact)));
    }
}

/// Moves written without spaces, and their score.
struct Evaluated<'a> {
    moves: &'a [Square],
    score: i32,
}

impl fmt::Display for Evaluated<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves.is_empty() {
            write!(formatter, "{}", ReportedMove::Pass)?;
        }
        self.moves.iter().try_for_each(|square| write!(formatter, "{}", ReportedMove::Square(*square)))?;
        write!(formatter, " {:.2}", f64::from(self.score))
    }
}

/// A depth in the protocol's form: `100%` is the end of the game.
fn depth_code(depth: u32, is_exact: bool) -> String {
    if is_exact { "100%".to_owned() } else { depth.to_string() }
}

fn say_failure(why: &dyn fmt::Display, say: &mut Say) {
    say(&format!("status Error: {}", one_line(&why.to_string())));
}

/// Splits off the first word.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

fn number(text: &str, what: &'static str) -> Result<u32, NBoardError> {
    text.parse().map_err(|_| NBoardError::Argument(beginning(text), what))
}

#[cfg(test)]
mod tests {
    use irogaeshi::rules::Player;
    use proptest::prelude::*;

    use super::*;
    use crate::engine::session::EngineArguments;

    fn nboard() -> NBoard {
        NBoard::new(EngineSession::new(EngineArguments::with_table(1)), Budget::plies(2))
    }

    fn answers(nboard: &mut NBoard, line: &str) -> Vec<String> {
        let mut answers = Vec::new();
        let _ = nboard.answer(line, &mut |line| answers.push(line.to_owned()));
        answers
    }

    /// The answers to the last of these lines.
    fn last(lines: &[&str]) -> Vec<String> {
        let mut nboard = nboard();
        lines.iter().map(|line| answers(&mut nboard, line)).last().unwrap_or_default()
    }

    const GAME: &str = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3];)";

    #[test]
    fn short_commands_are_answered() {
        assert_eq!(last(&["nboard 2"]), ["set myname Irogaeshi"]);
        assert_eq!(last(&["set depth 7"]), ["set myname Irogaeshi7"]);
        assert_eq!(last(&["ping 12"]), ["pong 12"]);
        assert_eq!(last(&["learn"]), ["learned"]);
        for silent in [GAME, "set contempt -100", "move F5/1.20/3.5", "F5", "", " "] {
            assert_eq!(last(&[silent]), [] as [&str; 0], "{silent}");
        }
        assert_eq!(nboard().answer("quit", &mut |_| {}), ControlFlow::Break(()));
    }

    #[test]
    fn a_game_that_the_engine_does_not_play_is_refused_and_the_game_before_stays() {
        let said = last(&[GAME, "set game (;TY[8a]B[F5];)"]);
        assert_eq!(said, ["status Error: the game: the engine does not play games in which the fewest discs win"]);
        let mut nboard = nboard();
        answers(&mut nboard, GAME);
        let before = nboard.game.clone();
        answers(&mut nboard, "set game (;TY[8a]B[F5];)");
        assert_eq!(nboard.game, before);
    }

    #[test]
    fn a_move_is_named_and_not_played() {
        let mut nboard = nboard();
        answers(&mut nboard, GAME);
        let before = nboard.game.clone();
        let said = answers(&mut nboard, "go");
        assert_eq!(nboard.game, before);
        let named = said.iter().find_map(|line| line.strip_prefix("=== ")).expect("a move is named");
        let parts: Vec<&str> = named.split('/').collect();
        let [square, score, seconds] = parts.as_slice() else { panic!("{named}") };
        assert!(before.position().legal_squares().contains(square.parse().expect("a square")), "{named}");
        assert!(score.parse::<f64>().is_ok() && seconds.parse::<f64>().is_ok(), "{named}");
        assert!(
            said.iter().any(|line| line.starts_with("search "))
                && said.iter().any(|line| line.starts_with("nodestats "))
        );
        assert_eq!(said.last().map(String::as_str), Some("status"));
    }

    #[test]
    fn a_hint_tells_the_best_moves_of_each_depth() {
        let said = last(&[GAME, "set depth 3", "hint 2"]);
        let found: Vec<Vec<&str>> =
            said.iter().filter(|line| line.starts_with("search ")).map(|line| line.split(' ').collect()).collect();
        let depths: Vec<&str> = found.iter().map(|words| words[4]).collect();
        assert_eq!(depths, ["2", "2", "3", "3"]);
        assert!(found.iter().all(|words| words.len() == 5 && words[3] == "0" && words[1].len() >= 2), "{said:?}");
        let exact = format!("set game (;BO[8 {}{} *];)", "-O*", "-".repeat(61));
        assert!(last(&[&exact, "hint 1"]).iter().any(|line| line.starts_with("search A1 ") && line.ends_with(" 100%")));
    }

    /// A game on whose board White can never move.
    fn with_passes() -> String {
        let row = "*O------";
        format!("set game (;BO[8 {row}{}{row} *];)", "-".repeat(48))
    }

    #[test]
    fn a_player_without_a_move_passes() {
        let board = with_passes();
        assert_eq!(last(&[&board, "move C1", "go"]), ["=== PA"]);
        assert!(last(&[&board, "move C1", "hint 1"])[1].starts_with("search PA "));
        assert_eq!(last(&[&board, "move PA"]), ["status Error: the move: Black has a legal move and must not pass"]);
        assert_eq!(last(&[&board, "C1", "PA", "C8", "hint 1"]), ["status Error: the game is over"]);
        // It also works if the client omits the pass.
        assert_eq!(last(&[&board, "C1", "C8", "go"]), ["=== PA"]);
    }

    #[test]
    fn each_position_of_a_game_is_analysed_from_the_side_to_move() {
        let said = last(&[&with_passes(), "move C1", "move PA", "move C8", "analyze"]);
        // Black captures all of White's discs.
        let expected = ["analysis 3 -64.00", "analysis 2 64.00", "analysis 1 -64.00", "analysis 0 64.00"];
        assert_eq!(said[1..5], expected);
    }

    #[test]
    fn a_clock_is_kept() {
        // Without a depth the first move would be searched to the end of the game.
        let mut nboard = NBoard::new(EngineSession::new(EngineArguments::with_table(1)), Budget::TO_THE_END);
        answers(&mut nboard, "set game (;TI[0:01]B[F5//0.3];)");
        answers(&mut nboard, "move D6/0/0.9");
        assert_eq!(nboard.time_left[Player::Black], Some(Duration::from_millis(700)));
        assert_eq!(nboard.time_left[Player::White], Some(Duration::from_millis(100)));
        answers(&mut nboard, "set game (;TI[1/5]B[F5//0.5];)");
        answers(&mut nboard, "move D6//0.9");
        answers(&mut nboard, "move C3//2");
        assert_eq!(nboard.time_left[Player::Black], Some(Duration::from_millis(8500)));
        assert_eq!(nboard.time_left[Player::White], Some(Duration::from_millis(5100)));
        assert!(answers(&mut nboard, "go").iter().any(|line| line.starts_with("=== ")));
    }

    #[test]
    fn nonsense_is_told_as_a_status() {
        let cases = [
            ("frobnicate", "unknown command \"frobnicate\""),
            ("set", "unknown command \"set \""),
            ("set depth x", "\"x\" is not a depth: a depth is a number of plies from 1 to 60"),
            ("hint", "\"\" is not a valid argument; expected how many moves, such as 3"),
            ("ping -1", "\"-1\" is not a valid argument; expected a number"),
            ("set game", "the game: a game begins with"),
            ("set game (;B[A1];)", "the game: move 1, A1: a disc on a1 would capture nothing"),
            ("move a1", "the move: a disc on a1 would capture nothing"),
            ("move", "\"\" is not a valid argument; expected a square such as F5, or PA"),
            ("A1", "the move: a disc on a1 would capture nothing"),
        ];
        for (line, expected) in cases {
            let said = last(&[line]);
            assert!(said.len() == 1 && said[0].starts_with(&format!("status Error: {expected}")), "{line}: {said:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_lines_are_answered_line_by_line(
            lines in prop::collection::vec(
                "(nboard [0-9]|set (depth [12]|contempt -?[0-9]{1,3}|game \\PC{0,20}|game \\(;([BW]\\[[A-H][1-8]\\]){0,3};\\))\
                 |move [A-Ha-h][1-8](/-?[0-9.]{0,4}){0,2}|[A-I][0-9]|PA|go|ping [0-9]{1,12}|learn|hint [0-9]|analyze\
                 |\\PC{0,40}|[\u{0}-\u{20}a-z]{0,20})",
                0..20,
            ),
        ) {
            let mut nboard = nboard();
            for line in lines {
                for answer in answers(&mut nboard, &line) {
                    prop_assert!(!answer.is_empty() && !answer.contains(char::is_control), "{line:?}: {answer:?}");
                }
            }
        }
    }
}
