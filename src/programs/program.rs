//! Other programs that play reversi by GTP, the NBoard protocol or the board alone.

use std::fmt;
use std::path::{self, Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::limit::{Depth, ThinkingTime};
use super::process::{Killer, Process, ProcessError};
use crate::notation::{Ggf, ReportedMove, opponent};
use crate::rules::{Board, Disc, Goal, Player, Position, Square, Variant};

/// Command and limits of a program. Its text form is the protocol with its limits, a colon and the command:
/// `gtp:/usr/bin/reversi --gtp`, `nboard@d12:ntest`, `nboard@100ms:ntest`, `board:python3 mine.py`. Double quotes hold
/// words with spaces together.
///
/// The time is for each move. GTP restarts its clock with each move. The NBoard protocol has one clock for the game, so
/// there the time is an average.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramCommand {
    protocol: Protocol,
    depth: Option<Depth>,
    time: Option<Duration>,
    program: String,
    arguments: Vec<String>,
    /// Set if it starts in the folder of its program instead of the current one.
    has_own_folder: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Gtp,
    NBoard,
    /// A program is started anew for each move. It reads the position and writes its move, see [`board_text`].
    Board,
}

impl Protocol {
    const ALL: [Self; 3] = [Self::Gtp, Self::NBoard, Self::Board];

    const fn key(self) -> &'static str {
        match self {
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
            Self::Board => "board",
        }
    }
}

/// Error from parsing a [`ProgramCommand`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramCommandError {
    /// There is no program after the protocol.
    #[error("\"{0}\" needs a program after it")]
    NoProgram(String),
    /// A limit is neither a time nor a depth.
    #[error("\"{0}\" is not a limit of a program; a limit is a time such as 2s or a depth such as d12")]
    NotALimit(String),
    /// GTP has no command for a depth.
    #[error("GTP cannot set a depth: pass it to the program as one of its arguments")]
    NoDepth,
    /// A program that only gets the board knows no limits.
    #[error("a program that gets the board has no limits: pass them as its arguments")]
    NoLimits,
    /// GTP has no fractions of seconds.
    #[error("GTP supports only whole seconds")]
    WholeSeconds,
}

/// Failure of a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{program}: {problem}")]
pub struct ProgramError {
    program: String,
    /// Reason of the failure.
    pub problem: ProgramProblem,
    /// Last line that the program wrote and that is no answer by its protocol.
    pub unexpected: Option<String>,
}

/// Reason why a program gives no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramProblem {
    /// Its process failed or is silent.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// It refused a command.
    #[error("\"{command}\" was refused: {answer}")]
    Refuses {
        /// The command.
        command: String,
        /// The program's answer.
        answer: String,
    },
    /// Its move is not legal.
    #[error("it played \"{0}\", which is not a legal move")]
    BadMove(String),
}

impl ProgramCommand {
    /// Names of the protocols.
    pub fn protocols() -> impl Iterator<Item = &'static str> {
        Protocol::ALL.into_iter().map(Protocol::key)
    }

    /// Parses a command if the name before the colon is that of a protocol.
    ///
    /// # Errors
    /// If there is no program or a limit cannot be parsed.
    #[must_use]
    pub fn read(name: &str, command: &str) -> Option<Result<Self, ProgramCommandError>> {
        let mut parts = name.split('@');
        let key = parts.next()?;
        let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.key().eq_ignore_ascii_case(key))?;
        Some(Self::read_limits(protocol, parts, command, name))
    }

    fn read_limits<'a>(
        protocol: Protocol,
        limits: impl Iterator<Item = &'a str>,
        command: &str,
        name: &str,
    ) -> Result<Self, ProgramCommandError> {
        let mut words = words_of(command).into_iter();
        let program = words
            .next()
            .filter(|program| !program.is_empty())
            .ok_or_else(|| ProgramCommandError::NoProgram(format!("{name}:")))?;
        let mut read =
            Self { protocol, depth: None, time: None, program, arguments: words.collect(), has_own_folder: false };
        for limit in limits {
            let depth = limit.strip_prefix('d').and_then(|depth| depth.parse().ok());
            match (depth, ThinkingTime::from_str(limit)) {
                (Some(depth), _) => read.depth = Some(depth),
                (None, Ok(ThinkingTime(time))) => read.time = Some(time),
                (None, Err(_)) => return Err(ProgramCommandError::NotALimit(limit.to_owned())),
            }
        }
        if protocol == Protocol::Board && (read.depth.is_some() || read.time.is_some()) {
            return Err(ProgramCommandError::NoLimits);
        }
        if protocol == Protocol::Gtp {
            if read.depth.is_some() {
                return Err(ProgramCommandError::NoDepth);
            }
            if read.time.is_some_and(|time| time.subsec_nanos() > 0) {
                return Err(ProgramCommandError::WholeSeconds);
            }
        }
        Ok(read)
    }

    /// The same command, started in the folder of its program, where many programs keep their data.
    #[must_use]
    pub fn in_own_folder(self) -> Self {
        Self { has_own_folder: true, ..self }
    }

    /// Time for a move, if the command has one.
    #[must_use]
    pub const fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Name of the protocol, as people write it.
    #[must_use]
    pub const fn protocol(&self) -> &'static str {
        match self.protocol {
            Protocol::Gtp => "GTP",
            Protocol::NBoard => "NBoard",
            Protocol::Board => "standard input and output",
        }
    }

    /// Path of the program, and the folder to start it in. A name without a folder is found by the system.
    fn place(&self) -> (PathBuf, Option<PathBuf>) {
        let program = Path::new(&self.program);
        let folder = program.parent().filter(|folder| self.has_own_folder && !folder.as_os_str().is_empty());
        match folder.and_then(|_| path::absolute(program).ok()) {
            Some(absolute) => {
                let folder = absolute.parent().map(Path::to_owned);
                (absolute, folder)
            }
            None => (program.to_owned(), None),
        }
    }

    fn start(&self, killer: &Killer) -> Result<Process, ProcessError> {
        let (program, folder) = self.place();
        Process::start(&program, &self.arguments, folder.as_deref(), killer)
    }

    /// Returns whether this is the variant that other programs play: ordinary reversi.
    #[must_use]
    pub fn suits(variant: &Variant) -> bool {
        Variant::classic(8).is_some_and(|classic| {
            variant.board() == classic.board()
                && variant.players() == classic.players()
                && variant.scored().len() == classic.scored().len()
                && variant.cut_ins().is_empty()
                && variant.goal() == Goal::Most
                && !variant.free_pass()
        })
    }
}

/// A running program.
pub struct Program {
    process: Process,
    /// Ends processes that are started later.
    killer: Killer,
    command: ProgramCommand,
    /// Time that it may stay silent, besides its thinking time.
    patience: Duration,
    /// Moves that the program knows, for the protocol that sends them one by one (GTP).
    reported: Vec<(Player, ReportedMove)>,
    /// Its clock in this game, for the protocol that sends it with the moves (NBoard).
    clock: Option<GameClock>,
    /// Time limit for the next move.
    time: Option<Duration>,
    /// Last line that was not an answer.
    unexpected: Option<String>,
    /// Its name, for the protocol in which it names itself (NBoard).
    own_name: Option<String>,
}

/// A program's time for a game, and the time it used for each of its moves.
#[derive(Clone, Debug, PartialEq)]
struct GameClock {
    seconds: f64,
    thoughts: Vec<(usize, f64)>,
}

impl GameClock {
    /// The clock at the start of the game in whole seconds, as GGF requires, and the time of each move.
    ///
    /// The part added by rounding up is deducted from the player's first move.
    fn reported(&self, player: Player, moves: &[(Player, ReportedMove)]) -> (u64, Vec<(Player, ReportedMove, f64)>) {
        let whole = self.seconds.ceil();
        let mut timed: Vec<(Player, ReportedMove, f64)> =
            moves.iter().map(|(by, reported)| (*by, *reported, 0.0)).collect();
        for (index, seconds) in &self.thoughts {
            timed[*index].2 = *seconds;
        }
        if let Some((.., seconds)) = timed.iter_mut().find(|(other, ..)| *other == player) {
            *seconds += whole - self.seconds;
        }
        (whole as u64, timed)
    }
}

impl Program {
    /// Starts the program and sets up a game.
    ///
    /// # Errors
    /// If the program cannot be started or refuses to play.
    pub fn start(command: &ProgramCommand, patience: Duration) -> Result<Self, ProgramError> {
        Self::start_with(command, patience, &Killer::default())
    }

    /// Like [`Self::start`], but another thread can kill it.
    ///
    /// # Errors
    /// If the program cannot be started or refuses to play.
    pub fn start_with(command: &ProgramCommand, patience: Duration, killer: &Killer) -> Result<Self, ProgramError> {
        let process = command.start(killer).map_err(|error| ProgramError {
            program: command.to_string(),
            problem: error.into(),
            unexpected: None,
        })?;
        let (command, time) = (command.clone(), command.time);
        let mut program = Self {
            process,
            killer: killer.clone(),
            command,
            patience,
            reported: Vec::new(),
            clock: None,
            time,
            unexpected: None,
            own_name: None,
        };
        match program.set_up() {
            Ok(()) => Ok(program),
            Err(problem) => Err(program.error(problem)),
        }
    }

    /// Changes the time that it may stay silent besides its thinking time.
    pub const fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The program's own name and version, if it tells them.
    ///
    /// # Errors
    /// If the program does not answer.
    pub fn name(&mut self) -> Result<Option<String>, ProgramError> {
        if self.command.protocol != Protocol::Gtp {
            return Ok(self.own_name.clone());
        }
        let mut told = |command| match self.ask(command) {
            Ok(answer) => Ok(one_line(&answer)),
            Err(ProgramProblem::Refuses { .. }) => Ok(String::new()),
            Err(problem) => Err(self.error(problem)),
        };
        let (name, version) = (told("name")?, told("version")?);
        let whole = if name.contains(&version) { name } else { format!("{name} {version}") };
        Ok(Some(whole.trim().to_owned()).filter(|name| !name.is_empty()))
    }

    fn error(&self, problem: ProgramProblem) -> ProgramError {
        ProgramError { program: self.command.to_string(), problem, unexpected: self.unexpected.clone() }
    }

    /// Asks for a move; `None` when the game is over. `moves` lead from the start to the position. `most`, if given,
    /// limits the time if the program's own limit is longer.
    ///
    /// # Errors
    /// If the program does not name a legal square.
    pub fn choose(
        &mut self,
        position: &Position,
        moves: &[(Player, Square)],
        most: Option<Duration>,
    ) -> Result<Option<Square>, ProgramError> {
        let Some(player) = position.to_move() else { return Ok(None) };
        let moves = with_passes(moves, player);
        let answer = self.allow(most).and_then(|()| match self.command.protocol {
            Protocol::Gtp => self.choose_by_gtp(player, &moves),
            Protocol::NBoard => self.choose_by_nboard(player, &moves, position.board().empties().count()),
            Protocol::Board => self.choose_by_board(player, position.board()),
        });
        let square = answer.and_then(|answer| match answer.parse() {
            Ok(ReportedMove::Square(square)) if position.legal_squares().contains(square) => Ok(Some(square)),
            _ => Err(ProgramProblem::BadMove(answer)),
        });
        square.map_err(|problem| self.error(problem))
    }

    /// Resets the clock for a new game.
    pub fn begin(&mut self) {
        self.clock = None;
    }

    fn set_up(&mut self) -> Result<(), ProgramProblem> {
        match self.command.protocol {
            Protocol::Gtp => {
                self.ask("boardsize 8")?;
                self.ask("clear_board")?;
                self.tell_time()?;
            }
            Protocol::NBoard => {
                self.process.send("nboard 2")?;
                // The protocol requires a depth.
                let depth = self.command.depth.unwrap_or(Depth::MAX);
                self.process.send(&format!("set depth {}", depth.plies()))?;
            }
            // The running process waits for the first position.
            Protocol::Board => {}
        }
        Ok(())
    }

    /// Sets the time limit of the next move, not above the program's own limit.
    fn allow(&mut self, most: Option<Duration>) -> Result<(), ProgramProblem> {
        let time = self.command.time.into_iter().chain(most).min();
        if time == self.time {
            return Ok(());
        }
        self.time = time;
        match self.command.protocol {
            Protocol::Gtp => self.tell_time(),
            // The new clock is sent with the moves.
            Protocol::NBoard => {
                self.clock = None;
                Ok(())
            }
            // The caller stops the program.
            Protocol::Board => Ok(()),
        }
    }

    /// Sends the time for a move by GTP, in whole seconds since it knows no others.
    fn tell_time(&mut self) -> Result<(), ProgramProblem> {
        let Some(time) = self.time else { return Ok(()) };
        // Overtime from the start, for one move at a time.
        self.ask(&format!("time_settings 0 {} 1", time.as_secs().max(1))).map(drop)
    }

    fn choose_by_gtp(&mut self, player: Player, moves: &[(Player, ReportedMove)]) -> Result<String, ProgramProblem> {
        if !moves.starts_with(&self.reported) {
            self.ask("clear_board")?;
            self.reported.clear();
        }
        for (player, reported) in &moves[self.reported.len()..] {
            match reported {
                ReportedMove::Square(_) => drop(self.ask(&format!("play {} {reported}", player.key()))?),
                // Programs that pass automatically refuse this, which does no harm.
                ReportedMove::Pass => match self.ask(&format!("play {} pass", player.key())) {
                    Ok(_) | Err(ProgramProblem::Refuses { .. }) => {}
                    Err(problem) => return Err(problem),
                },
            }
        }
        self.reported = moves.to_vec();
        let answer = self.ask(&format!("genmove {}", player.key()))?;
        if let Ok(reported) = answer.parse() {
            self.reported.push((player, reported));
        }
        Ok(answer)
    }

    /// Sends a GTP command and returns the answer.
    fn ask(&mut self, command: &str) -> Result<String, ProgramProblem> {
        if let Err(error) = self.process.send(command) {
            self.hear_rest();
            return Err(error.into());
        }
        let (deadline, patience) = self.deadline();
        loop {
            let line = self.process.receive(deadline, patience)?;
            // Other lines are not answers.
            if !line.starts_with(['=', '?']) {
                self.note_unexpected(line);
                continue;
            }
            let answer = line[1..].trim().to_owned();
            if line.starts_with('?') {
                return Err(ProgramProblem::Refuses { command: command.to_owned(), answer });
            }
            // An answer ends with an empty line.
            while !self.process.receive(deadline, patience)?.is_empty() {}
            return Ok(answer);
        }
    }

    fn choose_by_nboard(
        &mut self,
        player: Player,
        moves: &[(Player, ReportedMove)],
        empties: usize,
    ) -> Result<String, ProgramProblem> {
        // Time for each move that the player may still make; without a limit, more than any game takes.
        let seconds = self.time.map_or(24.0 * 60.0 * 60.0, |time| time.as_secs_f64() * empties.div_ceil(2) as f64);
        let clock = self.clock.get_or_insert(GameClock { seconds, thoughts: Vec::new() });
        // Turns that were taken back.
        clock.thoughts.retain(|(index, _)| *index < moves.len());
        let (seconds, timed) = clock.reported(player, moves);
        let start = Instant::now();
        self.process.send(&format!("set game {}", Ggf::running(timed, seconds)))?;
        self.process.send("go")?;
        let (deadline, patience) = self.deadline();
        loop {
            let line = self.process.receive(deadline, patience)?;
            if let Some(answer) = line.trim_start().strip_prefix("===") {
                if let Some(clock) = &mut self.clock {
                    clock.thoughts.push((moves.len(), start.elapsed().as_secs_f64()));
                }
                let named = answer.trim_start().split(|letter: char| letter == '/' || letter.is_whitespace()).next();
                return Ok(named.unwrap_or_default().to_owned());
            }
            self.note_unexpected(line);
        }
    }

    fn choose_by_board(&mut self, player: Player, board: &Board) -> Result<String, ProgramProblem> {
        for line in board_text(player, board) {
            if let Err(error) = self.process.send(&line) {
                self.hear_rest();
                return Err(error.into());
            }
        }
        self.process.close_input();
        let (deadline, patience) = self.deadline();
        let answer = loop {
            let line = self.process.receive(deadline, patience)?;
            if !line.trim().is_empty() {
                break line;
            }
        };
        // Another process for the next move.
        self.process = self.command.start(&self.killer)?;
        let numbers: Vec<Option<u8>> = answer.split_whitespace().map(|number| number.parse().ok()).collect();
        match numbers.as_slice() {
            [Some(column), Some(row)] => Square::new(*column, *row).map(|square| square.to_string()),
            _ => None,
        }
        .ok_or(ProgramProblem::BadMove(answer))
    }

    /// Notes the lines that a program wrote before it ended.
    fn hear_rest(&mut self) {
        const MAX_LINES: usize = 100;
        let (deadline, patience) = self.deadline();
        for _ in 0..MAX_LINES {
            let Ok(line) = self.process.receive(deadline, patience) else { return };
            self.note_unexpected(line);
        }
    }

    fn note_unexpected(&mut self, line: String) {
        if let Some(name) = line.strip_prefix("set myname ") {
            self.own_name = Some(one_line(name));
        } else if !line.trim().is_empty() {
            self.unexpected = Some(line);
        }
    }

    /// Deadline for an answer, and the time until then.
    fn deadline(&self) -> (Instant, Duration) {
        let patience = self.patience.saturating_add(self.time.unwrap_or_default());
        (Instant::now() + patience, patience)
    }
}

/// The position as lines, in the form of the Python library "reversi" by y-tetsu: the player to move, 1 for Black and
/// -1 for White; the number of rows; each row, with 0 for an empty square. The program answers with the column and the
/// row of its move, counted from 0.
fn board_text(player: Player, board: &Board) -> Vec<String> {
    let sign = |disc: Disc| if disc == Player::Black.disc() { "1" } else { "-1" };
    let mut lines = vec![sign(player.disc()).to_owned(), board.rows().to_string()];
    lines.extend((0..board.rows()).map(|row| {
        let squares = (0..board.columns()).map(|column| {
            let disc = Square::new(column, row).and_then(|square| board.disc(square));
            disc.map_or("0", sign)
        });
        squares.collect::<Vec<_>>().join(" ")
    }));
    lines
}

/// Splits a command line at spaces outside of double quotes.
fn words_of(command: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    for letter in command.chars() {
        match letter {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            _ if letter.is_whitespace() && !is_quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Beginning of a text from a program, for people to read.
fn one_line(text: &str) -> String {
    const MAX_LETTERS: usize = 60;
    text.lines()
        .next()
        .unwrap_or_default()
        .trim()
        .chars()
        .filter(|letter| !letter.is_control())
        .take(MAX_LETTERS)
        .collect()
}

/// Inserts a pass wherever a player was skipped, up to the turn of `next`.
fn with_passes(moves: &[(Player, Square)], next: Player) -> Vec<(Player, ReportedMove)> {
    let mut reported: Vec<(Player, ReportedMove)> = Vec::new();
    let players = moves.iter().map(|(player, square)| (*player, Some(*square))).chain([(next, None)]);
    for (player, square) in players {
        if reported.last().is_some_and(|(last, _)| *last == player) {
            reported.push((opponent(player), ReportedMove::Pass));
        }
        reported.extend(square.map(|square| (player, ReportedMove::Square(square))));
    }
    reported
}

impl fmt::Display for ProgramCommand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.protocol.key())?;
        if let Some(depth) = self.depth {
            write!(formatter, "@d{}", depth.plies())?;
        }
        if let Some(time) = self.time {
            write!(formatter, "@{}s", time.as_secs_f64())?;
        }
        for (place, word) in std::iter::once(&self.program).chain(&self.arguments).enumerate() {
            let before = if place == 0 { ':' } else { ' ' };
            let has_space = word.is_empty() || word.contains(char::is_whitespace);
            let quote = if has_space { "\"" } else { "" };
            write!(formatter, "{before}{quote}{word}{quote}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Record;

    #[test]
    fn passes_are_put_between_moves_of_one_player() {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        let (black, white) = (Player::Black, Player::White);
        let moves = [(black, square("a1")), (black, square("b1")), (white, square("c1"))];
        let reported: Vec<String> =
            with_passes(&moves, white).iter().map(|(by, reported)| format!("{by} {reported}")).collect();
        assert_eq!(reported, ["Black A1", "White PA", "Black B1", "White C1", "Black PA"]);
        assert_eq!(with_passes(&[], white), []);
    }

    #[test]
    fn a_clock_runs_down_by_the_moves_of_its_player() {
        let clock = GameClock { seconds: 2.9, thoughts: vec![(2, 0.25), (4, 1.5)] };
        let reported = |name: &str| name.parse::<ReportedMove>().expect("a move");
        let moves = [(Player::Black, reported("f5")), (Player::White, reported("d6")), (Player::Black, reported("c3"))];
        let moves = [&moves[..], &[(Player::White, reported("d3")), (Player::Black, reported("c4"))]].concat();
        let (seconds, reported) = clock.reported(Player::Black, &moves);
        let times: Vec<f64> = reported.iter().map(|(.., seconds)| *seconds).collect();
        assert_eq!((seconds, &times[1..]), (3, &[0.0, 0.25, 0.0, 1.5][..]));
        assert!((times[0] - 0.1).abs() < 1e-9);
    }

    #[test]
    fn commands_are_read_and_written() {
        let read = |name: &str, command: &str| ProgramCommand::read(name, command).expect("a protocol");
        for (name, command) in [
            ("gtp", "p"),
            ("gtp@2s", "/bin/p --a b"),
            ("nboard@d12", "p"),
            ("board", "python3 mine.py"),
            ("nboard@d26@0.1s", "p x"),
            ("gtp", "\"C:/My programs/p\" -x \"\" \"a b\""),
        ] {
            assert_eq!(read(name, command).map(|command| command.to_string()), Ok(format!("{name}:{command}")));
        }
        assert_eq!(read("NBoard@100ms", "p"), read("nboard@0.1s", "p"));
        assert_eq!(words_of(" a  \"b c\"d \"e"), ["a", "b cd", "e"]);
        assert!(ProgramCommand::read("tree", "p").is_none());
        let why = |name: &str, command: &str| read(name, command).expect_err("is refused");
        assert_eq!(why("gtp", " "), ProgramCommandError::NoProgram("gtp:".to_owned()));
        assert_eq!(why("gtp@d3", "p"), ProgramCommandError::NoDepth);
        assert_eq!(why("gtp@1.5s", "p"), ProgramCommandError::WholeSeconds);
        assert_eq!(why("board@2s", "p"), ProgramCommandError::NoLimits);
        for limit in ["d0", "d61", "soon", ""] {
            assert_eq!(why(&format!("nboard@{limit}"), "p"), ProgramCommandError::NotALimit(limit.to_owned()));
        }
    }

    fn after(moves: &str) -> (Position, Vec<(Player, Square)>) {
        let mut record = Record::new(Variant::classic(8).expect("a side"));
        record.play_moves(moves).expect("legal moves");
        let moves = record.played().iter().filter_map(|turn| Some((turn.player, turn.square()?))).collect();
        (record.position().clone(), moves)
    }

    #[test]
    fn the_board_is_written_row_by_row() {
        let (position, _) = after("f5");
        assert_eq!(
            board_text(Player::White, position.board()),
            [
                "-1",
                "8",
                "0 0 0 0 0 0 0 0",
                "0 0 0 0 0 0 0 0",
                "0 0 0 0 0 0 0 0",
                "0 0 0 -1 1 0 0 0",
                "0 0 0 1 1 1 0 0",
                "0 0 0 0 0 0 0 0",
                "0 0 0 0 0 0 0 0",
                "0 0 0 0 0 0 0 0"
            ]
        );
    }

    #[test]
    #[cfg(unix)]
    fn programs_that_get_the_board_are_started_for_each_move() {
        let start = |script: &str| {
            let command = ProgramCommand::read("board", &format!("sh -c \"{script}\"")).expect("a protocol");
            Program::start(&command.expect("a command"), Duration::from_mins(1)).expect("it starts")
        };
        // Answers only after the end of its input, and d6 for White, e6 for Black.
        let mut program = start("read who; cat >/dev/null; if [ $who = 1 ]; then echo 4 5; else echo; echo 3 5; fi");
        for (moves, expected) in [("f5", "d6"), ("f5 f6", "e6"), ("f5", "d6")] {
            let (position, moves) = after(moves);
            assert_eq!(program.choose(&position, &moves, None), Ok(expected.parse().ok()), "{moves:?}");
        }
        let problem = |script: &str| {
            let (position, moves) = after("f5");
            start(script).choose(&position, &moves, None).expect_err("no legal move").problem
        };
        // Numbers of a square are reported as the square, everything else as it was written.
        let corner = "a1".parse::<Square>().expect("a square").to_string();
        for (answer, reported) in
            [("0 0", corner.as_str()), ("3 5 1", "3 5 1"), ("d6", "d6"), ("-1 3", "-1 3"), ("3 99", "3 99")]
        {
            let bad = ProgramProblem::BadMove(reported.to_owned());
            assert_eq!(problem(&format!("cat >/dev/null; echo {answer}")), bad);
        }
        let ended = problem("cat >/dev/null; echo no book >&2; exit 3");
        assert!(ended.to_string().contains("no book"), "{ended}");
    }
}
