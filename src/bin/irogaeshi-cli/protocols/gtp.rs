//! The engine as a server of the Go Text Protocol (GTP), version 2, for reversi.
//!
//! Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002. `list_games` and `set_game`
//! are common extensions for games other than Go. Squares are named as in reversi: a1 is at the upper left.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use irogaeshi::cpu::Budget;
use irogaeshi::cpu::classic::bitboards;
use irogaeshi::notation::{Diagram, ReportedGame, ReportedMove, ReportedMoveError, read_seconds};
use irogaeshi::programs::LineError;
use irogaeshi::rules::{ByPlayer, Player};
use thiserror::Error;

use crate::engine::budget::to_depth;
use crate::engine::clock::Clock;
use crate::engine::interrupt::Interrupt;
use crate::engine::session::EngineSession;
use crate::protocols::server::Server;

/// State of a GTP session.
pub(crate) struct Gtp {
    session: EngineSession,
    game: ReportedGame,
    /// Limits of a search, besides the clock.
    budget: Budget,
    clocks: ByPlayer<Option<Clock>>,
}

/// Error of a command. The messages begin with the words that the specification requires.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: {0}")]
    Syntax(&'static str),
    #[error("unacceptable size")]
    Size,
    #[error("illegal move: {0}")]
    IllegalMove(#[from] ReportedMoveError),
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score: the game is not over")]
    CannotScore,
    #[error("unsupported game: there is only {GAME}")]
    UnsupportedGame,
}

type Handler = fn(&mut Gtp, &[&str]) -> Result<String, GtpError>;

/// Name of the game in `list_games`, and its other name.
const GAME: &str = "Othello";
const GAME_ALIAS: &str = "Reversi";

/// Command that ends the session.
const QUIT: &str = "quit";

/// All commands in the order of `list_commands`.
const COMMANDS: [(&str, Handler); 20] = [
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Irogaeshi".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, arguments| knows(arguments)),
    ("list_commands", |_, _| Ok(list_commands())),
    (QUIT, |_, _| Ok(String::new())),
    ("list_games", |_, _| Ok(GAME.to_owned())),
    ("set_game", Gtp::set_game),
    ("boardsize", Gtp::set_size),
    ("clear_board", |gtp, _| Ok(gtp.clear())),
    // Reversi has no komi, but programs for Go set it all the same.
    ("komi", |_, arguments| check_komi(arguments)),
    ("play", Gtp::play),
    ("genmove", |gtp, arguments| gtp.generate(arguments, true)),
    ("reg_genmove", |gtp, arguments| gtp.generate(arguments, false)),
    ("undo", Gtp::undo),
    ("showboard", |gtp, _| Ok(gtp.board())),
    ("final_score", Gtp::score),
    ("time_settings", Gtp::set_time),
    ("time_left", Gtp::set_time_left),
    // GNU Go's command for its strength. Here it sets the search depth in plies.
    ("level", Gtp::set_level),
];

fn find(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, handler)| *handler)
}

fn knows(arguments: &[&str]) -> Result<String, GtpError> {
    let [name] = arguments else { return Err(GtpError::Syntax("known_command NAME")) };
    Ok(find(name).is_some().to_string())
}

fn list_commands() -> String {
    COMMANDS.map(|(name, _)| name).join("\n")
}

fn check_komi(arguments: &[&str]) -> Result<String, GtpError> {
    const USAGE: GtpError = GtpError::Syntax("komi NUMBER");
    let [komi] = arguments else { return Err(USAGE) };
    komi.parse::<f64>().map(|_| String::new()).map_err(|_| USAGE)
}

impl Gtp {
    /// A session that begins with the usual start. The budget is for each move.
    pub(crate) fn new(session: EngineSession, budget: Budget) -> Self {
        Self { session, game: ReportedGame::new(), budget, clocks: ByPlayer::default() }
    }

    fn set_game(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        let [name] = arguments else { return Err(GtpError::Syntax("set_game NAME")) };
        if [GAME, GAME_ALIAS].iter().any(|game| game.eq_ignore_ascii_case(name)) {
            Ok(self.clear())
        } else {
            Err(GtpError::UnsupportedGame)
        }
    }

    fn set_size(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        let [size] = arguments else { return Err(GtpError::Syntax("boardsize 8")) };
        let size: u32 = size.parse().map_err(|_| GtpError::Syntax("boardsize 8"))?;
        if size == 8 { Ok(self.clear()) } else { Err(GtpError::Size) }
    }

    fn clear(&mut self) -> String {
        self.game = ReportedGame::new();
        self.session.forget();
        String::new()
    }

    fn play(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        const USAGE: GtpError = GtpError::Syntax("play COLOR VERTEX, such as play black f5");
        let [player, reported] = arguments else { return Err(USAGE) };
        let (player, reported) = (read_player(player).ok_or(USAGE)?, reported.parse().map_err(|_| USAGE)?);
        self.game.play(player, reported)?;
        Ok(String::new())
    }

    fn generate(&mut self, arguments: &[&str], plays: bool) -> Result<String, GtpError> {
        const USAGE: GtpError = GtpError::Syntax("genmove COLOR");
        let [player] = arguments else { return Err(USAGE) };
        let player = read_player(player).ok_or(USAGE)?;
        let start = Instant::now();
        let reported = self.choose(player);
        if let Some(clock) = &mut self.clocks[player] {
            clock.spend(start.elapsed());
        }
        if plays {
            self.game.play(player, reported)?;
        } else if reported == ReportedMove::Pass && self.game.position().board().can_play(player) {
            return Err(ReportedMoveError::MustMove(player).into());
        }
        Ok(match reported {
            ReportedMove::Square(_) => reported.to_string(),
            ReportedMove::Pass => "PASS".to_owned(),
        })
    }

    /// The engine's move; a pass if it is not this player's turn.
    fn choose(&mut self, player: Player) -> ReportedMove {
        let position = self.game.position();
        if position.to_move() != Some(player) {
            return ReportedMove::Pass;
        }
        let Some((board, shape)) = bitboards(position) else { return ReportedMove::Pass };
        let clock = self.clocks[player].map(|clock| clock.allotment(board.empties(shape).count_ones()));
        let time = self.budget.time.into_iter().chain(clock).min();
        let result = self.session.choose(board, shape, self.budget.within(time), &mut |_, _| {});
        result.found.line.first().map_or(ReportedMove::Pass, |square| ReportedMove::Square(*square))
    }

    fn undo(&mut self, _: &[&str]) -> Result<String, GtpError> {
        if self.game.undo() { Ok(String::new()) } else { Err(GtpError::CannotUndo) }
    }

    fn board(&self) -> String {
        let position = self.game.position();
        let mut shown = "\n  A B C D E F G H\n".to_owned();
        for (index, row) in position.board().row_texts().enumerate() {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            // Writing to a string never fails.
            let _ = writeln!(shown, "{} {}", index + 1, cells.join(" "));
        }
        let counts = position.counts();
        let turn = position.to_move().map_or_else(|| "nobody".to_owned(), |player| player.to_string());
        let _ = write!(shown, "B {}, W {}, to move: {turn}", counts[Player::Black], counts[Player::White]);
        shown
    }

    /// Empty squares count for the winner.
    fn score(&mut self, _: &[&str]) -> Result<String, GtpError> {
        let position = self.game.position();
        let end = Diagram::of(position).filter(|_| position.to_move().is_none()).ok_or(GtpError::CannotScore)?;
        Ok(match end.final_lead() {
            0 => "0".to_owned(),
            lead @ 1.. => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        })
    }

    fn set_time(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        const USAGE: GtpError = GtpError::Syntax("time_settings MAIN_SECONDS PERIOD_SECONDS MOVES");
        let [main, period, moves] = arguments else { return Err(USAGE) };
        let (main, period) = (read_seconds(main).ok_or(USAGE)?, read_seconds(period).ok_or(USAGE)?);
        let clock = Clock::with_overtime(main, period, moves.parse().map_err(|_| USAGE)?);
        self.clocks = ByPlayer::from_fn(|_| clock);
        Ok(String::new())
    }

    fn set_time_left(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        const USAGE: GtpError = GtpError::Syntax("time_left COLOR SECONDS MOVES");
        let [player, left, moves] = arguments else { return Err(USAGE) };
        let player = read_player(player).ok_or(USAGE)?;
        let (left, moves) = (read_seconds(left).ok_or(USAGE)?, moves.parse().map_err(|_| USAGE)?);
        let clock = self.clocks[player].unwrap_or(Clock::of_game(left));
        self.clocks[player] = Some(clock.showing(left, (moves > 0).then_some(moves)));
        Ok(String::new())
    }

    fn set_level(&mut self, arguments: &[&str]) -> Result<String, GtpError> {
        const USAGE: GtpError = GtpError::Syntax("level PLIES, from 1 to 60");
        let [depth] = arguments else { return Err(USAGE) };
        let depth = depth.parse().map_err(|_| USAGE)?;
        self.budget = to_depth(depth);
        Ok(String::new())
    }
}

impl Server for Gtp {
    fn answer(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default().to_owned();
        let Some(name) = words.next() else {
            if !id.is_empty() {
                say_failure(&id, &GtpError::UnknownCommand, say);
            }
            return ControlFlow::Continue(());
        };
        let arguments: Vec<&str> = words.collect();
        let handler = find(name).ok_or(GtpError::UnknownCommand);
        match handler.and_then(|handler| handler(self, &arguments)) {
            Ok(result) => say(format!("={id} {result}").trim_end()),
            Err(error) => {
                say_failure(&id, &error, say);
                return ControlFlow::Continue(());
            }
        }
        say("");
        if name == QUIT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn answer_unreadable(&mut self, error: LineError, say: &mut dyn FnMut(&str)) {
        say_failure("", &error, say);
    }

    /// GTP clients wait for an answer before the next command.
    fn interrupts(_: &str) -> bool {
        false
    }

    fn interrupt(&self) -> Interrupt {
        self.session.interrupt()
    }
}

fn say_failure(id: &str, why: &dyn std::fmt::Display, say: &mut dyn FnMut(&str)) {
    say(&format!("?{id} {why}"));
    say("");
}

fn read_player(text: &str) -> Option<Player> {
    [(Player::Black, 'b'), (Player::White, 'w')].into_iter().find_map(|(player, letter)| {
        let is_letter = text.len() == 1 && text.starts_with([letter, letter.to_ascii_uppercase()]);
        (is_letter || text.eq_ignore_ascii_case(player.key())).then_some(player)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::session::EngineArguments;

    fn gtp() -> Gtp {
        Gtp::new(EngineSession::new(EngineArguments::with_table(1)), Budget::plies(1))
    }

    /// The answer to a line, with line ends.
    fn answer(gtp: &mut Gtp, line: &str) -> String {
        let mut answer = String::new();
        let _ = gtp.answer(line, &mut |line| answer.extend([line, "\n"]));
        answer
    }

    fn conversation(lines: &[(&str, &str)]) {
        let mut gtp = gtp();
        for (line, expected) in lines {
            assert_eq!(answer(&mut gtp, line), format!("{expected}\n\n"), "{line}");
        }
    }

    #[test]
    fn a_program_is_asked_who_it_is() {
        let version = concat!("= ", env!("CARGO_PKG_VERSION"));
        conversation(&[
            ("protocol_version", "= 2"),
            ("name", "= Irogaeshi"),
            ("version", version),
            ("12 known_command genmove", "=12 true"),
            ("known_command gen", "= false"),
            ("list_games", "= Othello"),
            ("set_game reversi", "="),
            ("set_game Go", "? unsupported game: there is only Othello"),
            ("komi 6.5", "="),
            ("boardsize 8", "="),
            ("3 boardsize 9", "?3 unacceptable size"),
            ("7 quit", "=7"),
        ]);
        let list = answer(&mut gtp(), "list_commands");
        let names: Vec<&str> = list.trim_start_matches("= ").split_whitespace().collect();
        assert!(names.len() == COMMANDS.len() && names.iter().all(|name| find(name).is_some()), "{list}");
    }

    #[test]
    fn moves_are_played_generated_and_taken_back() {
        let board = "= \n  A B C D E F G H\n1 . . . . . . . .\n2 . . . . . . . .\n3 . . . . . . . .\n4 . . . W B . . .\n\
            5 . . . B B B . .\n6 . . . . . . . .\n7 . . . . . . . .\n8 . . . . . . . .\nB 4, W 1, to move: White";
        conversation(&[
            ("undo", "? cannot undo"),
            ("1 play B F5", "=1"),
            ("showboard", board),
            ("play black d6", "? illegal move: it is White's turn, not Black's"),
            ("play w a1", "? illegal move: a disc on a1 would capture nothing"),
            ("play White pass", "? illegal move: White has a legal move and must not pass"),
            ("play w f6 # a comment", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("genmove white", "? illegal move: White has a legal move and must not pass"),
            ("play w f6", "? illegal move: it is Black's turn, not White's"),
            ("final_score", "? cannot score: the game is not over"),
        ]);
        let mut gtp = gtp();
        let reply = answer(&mut gtp, "genmove b");
        assert!(["= D3\n\n", "= C4\n\n", "= F5\n\n", "= E6\n\n"].contains(&reply.as_str()), "{reply}");
        assert_eq!(gtp.game.position().move_number(), 2);
        assert!(answer(&mut gtp, "reg_genmove w").starts_with("= "));
        assert_eq!(gtp.game.position().move_number(), 2);
    }

    #[test]
    fn a_whole_game_is_played_with_its_passes_and_scored() {
        // The shortest possible game: White has no discs after nine moves.
        let mut gtp = gtp();
        for (number, square) in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"].iter().enumerate() {
            let player = ["b", "w"][number % 2];
            assert_eq!(answer(&mut gtp, &format!("play {player} {square}")), "=\n\n", "{square}");
        }
        assert_eq!(answer(&mut gtp, "final_score"), "= B+64\n\n");
        assert_eq!(answer(&mut gtp, "genmove w"), "= PASS\n\n");
        assert_eq!(answer(&mut gtp, "genmove b"), "= PASS\n\n");
        assert_eq!(answer(&mut gtp, "play w pass"), "=\n\n");
    }

    #[test]
    fn clocks_and_levels_are_set() {
        conversation(&[
            ("time_settings 0 1 1", "="),
            ("time_left b 0 0", "="),
            ("time_left W 1.5 2", "="),
            ("time_settings 1 2", "? syntax error: time_settings MAIN_SECONDS PERIOD_SECONDS MOVES"),
            ("time_settings -1 0 0", "? syntax error: time_settings MAIN_SECONDS PERIOD_SECONDS MOVES"),
            ("time_left red 1 1", "? syntax error: time_left COLOR SECONDS MOVES"),
            ("level 3", "="),
            ("level 0", "? syntax error: level PLIES, from 1 to 60"),
        ]);
        let mut gtp = Gtp::new(EngineSession::new(EngineArguments::with_table(1)), Budget::TO_THE_END);
        // Without a limit the first move would be searched to the end of the game.
        for line in ["time_settings 0 0 0", "time_left b 0 1", "genmove b"] {
            assert!(answer(&mut gtp, line).starts_with('='), "{line}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        conversation(&[
            ("5", "?5 unknown command"),
            ("12345678901234567890 name", "=12345678901234567890 Irogaeshi"),
            ("frobnicate", "? unknown command"),
            ("GENMOVE b", "? unknown command"),
            ("genmove", "? syntax error: genmove COLOR"),
            ("play b i9", "? illegal move: i9 is not on the board"),
            ("play b f55", "? syntax error: play COLOR VERTEX, such as play black f5"),
            ("play blue f5", "? syntax error: play COLOR VERTEX, such as play black f5"),
            ("1\tname\u{7}", "=1 Irogaeshi"),
        ]);
        for silent in ["", "   ", "# a comment", "\u{1}\r"] {
            assert_eq!(answer(&mut gtp(), silent), "");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_lines_are_answered_in_the_form_of_the_protocol(
            lines in prop::collection::vec(
                "(([0-9]{1,12} )?(play (b|W|black|ash) [a-i][0-9]|genmove [bw]|undo|showboard|final_score|clear_board\
                 |boardsize [0-9]{1,9}|level 1|time_settings [0-9] [0-9] [0-9]|time_left [bw] -?[0-9.]{1,3} [0-9]\
                 |known_command \\PC{0,5}|play \\PC{0,9})|\\PC{0,40}|[\u{0}-\u{20}a-z]{0,20})",
                0..30,
            ),
        ) {
            let mut gtp = gtp();
            for line in lines {
                let answer = answer(&mut gtp, &line);
                prop_assert!(answer.is_empty() || answer.starts_with(['=', '?']), "{line:?}: {answer:?}");
                prop_assert!(answer.is_empty() || answer.find("\n\n") == Some(answer.len() - 2), "{line:?}: {answer:?}");
            }
        }
    }
}
