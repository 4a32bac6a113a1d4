//! A variant, which fixes the board, players, turn order and scoring of a game, and its text format.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::format::{self, TEXT_FORMAT};
use super::label::{label, one_line};
use super::{Board, BoardError, ByPlayer, Goal, Outcome, ParseGoalError, ParsePlayerError, Player};

/// A placement made out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutIn {
    /// Number of the placement, from 1.
    pub move_number: u32,
    /// Player who makes it.
    pub player: Player,
}

/// The fixed rules of a game: board, starting discs, turn order, cut-ins, scored players and goal.
///
/// The text form has a few `key: value` lines and ends with the board; lines that begin with `;` are comments:
///
/// ```
/// # use irogaeshi::rules::Variant;
/// let variant: Variant = "
/// ; the smallest board
/// name: Four by four
/// players: black white
/// board:
/// ....
/// .WB.
/// .BW.
/// ....
/// ".parse().unwrap();
/// assert_eq!(variant.scored(), variant.players());
/// assert_eq!(variant.to_string().parse(), Ok(variant));
/// ```
///
/// `scored:` names the players who can win; by default, all of `players:`. `cut-ins: 10 cyan, 30 yamabuki` names
/// placements out of turn. `turns:` names the players whose discs turn when captured; by default, black, white and ash.
/// With `goal: fewest`, the fewest discs win. `about:` explains the variant to players in one line. `format: 1` is the
/// version of the format. Keys that begin with `x-` are reserved for other programs and ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Variant {
    name: String,
    about: String,
    board: Board,
    players: Vec<Player>,
    cut_ins: Vec<CutIn>,
    scored: Vec<Player>,
    goal: Goal,
}

/// Error from parsing a [`Variant`], with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct VariantError {
    /// Line of the problem, from 1; the last line if a key is missing.
    pub line: usize,
    /// Problem in this line.
    pub problem: VariantProblem,
}

/// Problem with a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariantProblem {
    /// The text is larger than [`Variant::MAX_BYTES`].
    #[error("the text is larger than {} KiB", Variant::MAX_BYTES / 1024)]
    TooLong,
    /// The format belongs to a later version of the game.
    #[error("the text has format {0}, but this version reads formats up to {TEXT_FORMAT}; update the program")]
    NewerFormat(String),
    /// The format is not a number.
    #[error("\"{0}\" is not a format; the format is a number from 1, such as {TEXT_FORMAT}")]
    NotAFormat(String),
    /// A line is neither a comment nor `key: value`.
    #[error("expected \"key: value\", found \"{0}\"")]
    NotAField(String),
    /// Unknown key.
    #[error("unknown key \"{0}\"; the keys are format, name, about, players, cut-ins, turns, scored, goal and board")]
    UnknownKey(String),
    /// A key occurs twice.
    #[error("\"{0}\" is given twice")]
    GivenTwice(String),
    /// A required key is missing.
    #[error("there is no \"{0}:\" line")]
    Missing(&'static str),
    /// Unknown player.
    #[error(transparent)]
    UnknownPlayer(#[from] ParsePlayerError),
    /// A player is named twice in one list.
    #[error("{0} is named twice")]
    PlayerTwice(Player),
    /// Fewer than two players take turns.
    #[error("at least two players must take turns")]
    TooFewPlayers,
    /// A cut-in is not a move number and a player.
    #[error("\"{0}\" is not a cut-in; a cut-in is a move number and a player, such as \"10 cyan\"")]
    NotACutIn(String),
    /// Two cut-ins have the same move number.
    #[error("two cut-ins are due at move {0}")]
    CutInTwice(u32),
    /// There are more than [`Variant::MAX_CUT_INS`] cut-ins.
    #[error("there are more than {} cut-ins", Variant::MAX_CUT_INS)]
    TooManyCutIns,
    /// A player cuts in but takes turns anyway.
    #[error("{0} cannot cut in and take turns as well")]
    CutInTakesTurns(Player),
    /// Unknown goal.
    #[error(transparent)]
    UnknownGoal(#[from] ParseGoalError),
    /// No player is scored.
    #[error("nobody is scored")]
    NobodyScored,
    /// A scored player neither takes turns nor cuts in.
    #[error("{0} is scored but does not play")]
    ScoredDoesNotPlay(Player),
    /// The `board:` line contains more text.
    #[error("the rows of the board begin on the line after \"board:\"")]
    BoardOnSameLine,
    /// The board is invalid.
    #[error("{0}")]
    Board(#[from] BoardError),
}

impl VariantProblem {
    /// Stable key of the problem, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "too-long",
            Self::NewerFormat(_) => "newer-format",
            Self::NotAFormat(_) => "not-a-format",
            Self::NotAField(_) => "not-a-field",
            Self::UnknownKey(_) => "unknown-key",
            Self::GivenTwice(_) => "given-twice",
            Self::Missing(_) => "missing",
            Self::UnknownPlayer(_) => "unknown-player",
            Self::PlayerTwice(_) => "player-twice",
            Self::TooFewPlayers => "too-few-players",
            Self::NotACutIn(_) => "not-a-cut-in",
            Self::CutInTwice(_) => "cut-in-twice",
            Self::TooManyCutIns => "too-many-cut-ins",
            Self::CutInTakesTurns(_) => "cut-in-takes-turns",
            Self::UnknownGoal(_) => "unknown-goal",
            Self::NobodyScored => "nobody-scored",
            Self::ScoredDoesNotPlay(_) => "scored-does-not-play",
            Self::BoardOnSameLine => "board-on-same-line",
            Self::Board(error) => error.code(),
        }
    }
}

impl Variant {
    /// Maximum size in bytes of the text of a variant or record, which bounds the time to read it.
    ///
    /// The limits below keep the text of every valid variant, and of every record of it, under this size.
    pub const MAX_BYTES: usize = 64 * 1024;

    /// Maximum number of characters of a name; longer names are cut.
    pub const MAX_NAME_LETTERS: usize = 64;

    /// Maximum number of characters of an explanation; longer ones are cut.
    pub const MAX_ABOUT_LETTERS: usize = 500;

    /// Maximum number of cut-ins.
    pub const MAX_CUT_INS: usize = 256;

    /// Creates a variant after checking that it can be played.
    ///
    /// # Errors
    /// A [`VariantProblem`] if it cannot be played.
    pub fn new(
        name: impl Into<String>,
        board: Board,
        players: Vec<Player>,
        cut_ins: Vec<CutIn>,
        scored: Vec<Player>,
    ) -> Result<Self, VariantProblem> {
        if players.len() < 2 {
            return Err(VariantProblem::TooFewPlayers);
        }
        check_distinct(&players)?;
        check_distinct(&scored)?;
        if cut_ins.len() > Self::MAX_CUT_INS {
            return Err(VariantProblem::TooManyCutIns);
        }
        for (index, cut_in) in cut_ins.iter().enumerate() {
            if cut_in.move_number == 0 {
                return Err(VariantProblem::NotACutIn(format!("0 {}", cut_in.player.key())));
            }
            if players.contains(&cut_in.player) {
                return Err(VariantProblem::CutInTakesTurns(cut_in.player));
            }
            if cut_ins[..index].iter().any(|earlier| earlier.move_number == cut_in.move_number) {
                return Err(VariantProblem::CutInTwice(cut_in.move_number));
            }
        }
        if scored.is_empty() {
            return Err(VariantProblem::NobodyScored);
        }
        let plays = |player: &Player| players.contains(player) || cut_ins.iter().any(|cut_in| cut_in.player == *player);
        if let Some(idle) = scored.iter().copied().find(|player| !plays(player)) {
            return Err(VariantProblem::ScoredDoesNotPlay(idle));
        }
        // Accepts names that [`label`] would refuse, because older versions saved boards under such names.
        let name = one_line(&name.into(), Self::MAX_NAME_LETTERS);
        if name.is_empty() {
            return Err(VariantProblem::Missing("name"));
        }
        Ok(Self { name, about: String::new(), board, players, cut_ins, scored, goal: Goal::default() })
    }

    /// Returns the variant with an explanation for players, which may be empty.
    #[must_use]
    pub fn with_about(self, about: &str) -> Self {
        Self { about: label(about, Self::MAX_ABOUT_LETTERS), ..self }
    }

    /// Returns the variant under another name, cut after [`Variant::MAX_NAME_LETTERS`], and without its explanation.
    /// Keeps the old name if nothing in the new one is visible.
    #[must_use]
    pub fn renamed(&self, name: &str) -> Self {
        let name = label(name, Self::MAX_NAME_LETTERS);
        let name = if name.is_empty() { self.name.clone() } else { name };
        Self { name, about: String::new(), ..self.clone() }
    }

    /// Returns the variant on another board.
    #[must_use]
    pub fn with_board(self, board: Board) -> Self {
        Self { board, ..self }
    }

    /// Returns the variant with another goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// Name, on one line of at most [`Variant::MAX_NAME_LETTERS`] characters.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Explanation for players, in one line; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Board at the start of the game.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Players who take turns, in turn order.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Placements made out of turn.
    #[must_use]
    pub fn cut_ins(&self) -> &[CutIn] {
        &self.cut_ins
    }

    /// Players whose discs count.
    #[must_use]
    pub fn scored(&self) -> &[Player] {
        &self.scored
    }

    /// Goal of the game.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns whether two variants are the same game, whatever their names.
    ///
    /// ```
    /// # use irogaeshi::rules::{Goal, Variant};
    /// let classic = Variant::classic(8).unwrap();
    /// assert!(classic.is_same_game(&classic.clone().with_about("Another text.")));
    /// assert!(!classic.is_same_game(&classic.clone().with_goal(Goal::Fewest)));
    /// ```
    #[must_use]
    pub fn is_same_game(&self, other: &Self) -> bool {
        self.board == other.board && self.is_played_alike(other)
    }

    /// Returns whether two variants have the same squares and rules, whatever discs they start with.
    ///
    /// ```
    /// # use irogaeshi::rules::Variant;
    /// let [ash, green, cut_ins] = ["colour-2", "colour-3", "colour-4"].map(|key| Variant::built_in(key).unwrap());
    /// assert!(ash.is_played_alike(&green) && !ash.is_same_game(&green));
    /// assert!(!ash.is_played_alike(&cut_ins));
    /// ```
    #[must_use]
    pub fn is_played_alike(&self, other: &Self) -> bool {
        let Self { name: _, about: _, board, players, cut_ins, scored, goal } = self;
        board.has_squares_of(&other.board)
            && board.turning() == other.board.turning()
            && *players == other.players
            && *cut_ins == other.cut_ins
            && *scored == other.scored
            && *goal == other.goal
    }

    /// Returns whether this is ordinary reversi: 8 x 8 with the usual discs, two players, and the most discs win.
    ///
    /// ```
    /// # use irogaeshi::rules::{Goal, Variant};
    /// let classic = Variant::classic(8).unwrap();
    /// assert!(classic.is_ordinary() && !classic.with_goal(Goal::Fewest).is_ordinary());
    /// ```
    #[must_use]
    pub fn is_ordinary(&self) -> bool {
        let is_usual = Self::classic(8).is_some_and(|classic| classic.board == self.board);
        is_usual && self.goal == Goal::Most && self.everybody().len() == 2
    }

    /// Returns whether two players, whose discs turn, play all by themselves for the most or the fewest discs: no other
    /// discs, no cut-ins.
    ///
    /// ```
    /// # use irogaeshi::rules::Variant;
    /// let [octagon, colour] = ["octagon", "colour"].map(|key| Variant::built_in(key).unwrap());
    /// assert!(octagon.is_for_two() && !colour.is_for_two());
    /// ```
    #[must_use]
    pub fn is_for_two(&self) -> bool {
        let belongs = |player: &Player| self.players.contains(player) && self.board.turns(player.disc());
        let discs = || self.board.squares().filter_map(|square| self.board.disc(square));
        self.players.len() == 2
            && self.scored.len() == 2
            && self.cut_ins.is_empty()
            && self.players.iter().all(belongs)
            && discs().all(|disc| disc.player().is_some_and(|player| belongs(&player)))
    }

    /// Outcome of a game with these disc counts.
    ///
    /// ```
    /// # use irogaeshi::rules::{ByPlayer, Outcome, Player, Variant};
    /// let colour = Variant::built_in("colour").unwrap();
    /// let mut counts = ByPlayer::default();
    /// (counts[Player::Black], counts[Player::White], counts[Player::Cyan]) = (12, 9, 20);
    /// assert_eq!(colour.outcome(&counts), Outcome::Win(Player::Black));
    /// counts[Player::White] = 12;
    /// assert_eq!(colour.outcome(&counts), Outcome::Draw);
    /// ```
    #[must_use]
    pub fn outcome(&self, counts: &ByPlayer<u16>) -> Outcome {
        let best = self.goal.best(self.scored.iter().map(|player| counts[*player]));
        let mut leaders = self.scored.iter().filter(|player| Some(counts[**player]) == best);
        match (leaders.next(), leaders.next()) {
            (Some(winner), None) => Outcome::Win(*winner),
            _ => Outcome::Draw,
        }
    }

    /// A player's share of the win with these final counts: 1 for a sole winner, an equal part if several win, 0 for
    /// everyone else.
    ///
    /// ```
    /// # use irogaeshi::rules::{ByPlayer, Player, Variant};
    /// let colour = Variant::built_in("colour").unwrap();
    /// let counts = ByPlayer::new([12, 12, 9, 20, 0]);
    /// assert_eq!(colour.share_of_win(Player::White, &counts), 0.5);
    /// assert_eq!(colour.share_of_win(Player::Cyan, &counts), 0.0);
    /// ```
    #[must_use]
    pub fn share_of_win(&self, player: Player, counts: &ByPlayer<u16>) -> f32 {
        let best = self.goal.best(self.scored.iter().map(|player| counts[*player]));
        let winners = || self.scored.iter().filter(|player| Some(counts[**player]) == best);
        if winners().any(|winner| *winner == player) { 1.0 / winners().count() as f32 } else { 0.0 }
    }

    /// All players: first in turn order, then those who only cut in.
    #[must_use]
    pub fn everybody(&self) -> Vec<Player> {
        let mut everybody = self.players.clone();
        for cut_in in &self.cut_ins {
            if !everybody.contains(&cut_in.player) {
                everybody.push(cut_in.player);
            }
        }
        everybody
    }

    /// Player who cuts in at this move number.
    #[must_use]
    pub fn cut_in_at(&self, move_number: u32) -> Option<Player> {
        self.cut_ins.iter().find(|cut_in| cut_in.move_number == move_number).map(|cut_in| cut_in.player)
    }

    /// Players who may make the placement with this number, by precedence: a player who cuts in, then the turn order
    /// from `next_in_order` on. Each comes with the next index of the turn order after the move; a cut-in leaves it
    /// unchanged, because it only delays the others.
    pub(super) fn due(&self, move_number: u32, next_in_order: usize) -> impl Iterator<Item = (Player, usize)> {
        let cut_in = self.cut_in_at(move_number).map(|player| (player, next_in_order));
        let order = (next_in_order..self.players.len()).chain(0..next_in_order);
        let after = |index: usize| if index + 1 == self.players.len() { 0 } else { index + 1 };
        cut_in.into_iter().chain(order.map(move |index| (self.players[index], after(index))))
    }
}

fn check_distinct(players: &[Player]) -> Result<(), VariantProblem> {
    match players.iter().enumerate().find(|(index, player)| players[..*index].contains(player)) {
        Some((_, player)) => Err(VariantProblem::PlayerTwice(*player)),
        None => Ok(()),
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > Self::MAX_BYTES {
            return Err(VariantError { line: 1, problem: VariantProblem::TooLong });
        }
        check_format(text)?;
        VariantText::read(text.lines().enumerate().map(|(index, line)| (index + 1, line)))
    }
}

impl TryFrom<String> for Variant {
    type Error = VariantError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.to_string()
    }
}

/// Refuses a text of a newer format before reading the rest, because a newer text may contain anything.
///
/// # Errors
/// [`VariantProblem::NewerFormat`] or [`VariantProblem::NotAFormat`].
pub(super) fn check_format(text: &str) -> Result<(), VariantError> {
    let value = |line: &str| {
        line.split_once(':').filter(|(key, _)| key.trim() == format::KEY).map(|(_, value)| read_format(value.trim()))
    };
    let mut formats = text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, value(line)?)));
    formats.try_for_each(|(line, format)| format.map_err(|problem| VariantError { line, problem }))
}

/// Checks a version.
fn read_format(text: &str) -> Result<(), VariantProblem> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(1..=TEXT_FORMAT) => Ok(()),
        // A number too large for `u32` is a newer format too.
        Ok(1..) | Err(_) if is_number => Err(VariantProblem::NewerFormat(text.to_owned())),
        _ => Err(VariantProblem::NotAFormat(text.to_owned())),
    }
}

/// Fields of a variant's text as they are read, each with its line.
#[derive(Default)]
struct VariantText<'a> {
    has_format: bool,
    name: Option<(usize, &'a str)>,
    about: Option<&'a str>,
    players: Option<(usize, Vec<Player>)>,
    cut_ins: Option<(usize, Vec<CutIn>)>,
    turns: Option<Vec<Player>>,
    scored: Option<(usize, Vec<Player>)>,
    goal: Option<Goal>,
    board: Option<(usize, Board)>,
}

impl<'a> VariantText<'a> {
    fn read(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Variant, VariantError> {
        let mut fields = Self::default();
        let mut last_line = 1;
        let mut lines = lines.map(|(line, text)| (line, text.trim())).peekable();
        while let Some((line, text)) = lines.next() {
            last_line = line;
            if text.is_empty() || text.starts_with(';') {
                continue;
            }
            let at = |problem| VariantError { line, problem };
            let (key, value) = text
                .split_once(':')
                .map(|(key, value)| (key.trim(), value.trim()))
                .ok_or_else(|| at(VariantProblem::NotAField(text.to_owned())))?;
            let twice = match key {
                // The version is already checked.
                format::KEY => std::mem::replace(&mut fields.has_format, true),
                foreign if foreign.starts_with(format::FOREIGN_KEYS) => false,
                "name" => fields.name.replace((line, value)).is_some(),
                "about" => fields.about.replace(value).is_some(),
                "players" => fields.players.replace((line, read_players(value).map_err(at)?)).is_some(),
                "cut-ins" => fields.cut_ins.replace((line, read_cut_ins(value).map_err(at)?)).is_some(),
                "turns" => fields.turns.replace(read_players(value).map_err(at)?).is_some(),
                "scored" => fields.scored.replace((line, read_players(value).map_err(at)?)).is_some(),
                "goal" => {
                    let goal = value.parse().map_err(|error: ParseGoalError| at(error.into()))?;
                    fields.goal.replace(goal).is_some()
                }
                "board" if !value.is_empty() => return Err(at(VariantProblem::BoardOnSameLine)),
                "board" => {
                    let mut rows = Vec::new();
                    while let Some((row_line, row)) = lines.next_if(|(_, text)| is_row(text)) {
                        last_line = row_line;
                        rows.push(row);
                    }
                    let board = Board::from_rows(rows).map_err(|error| VariantError {
                        line: line + error_row(&error).unwrap_or(0),
                        problem: error.into(),
                    })?;
                    fields.board.replace((line, board)).is_some()
                }
                unknown => return Err(at(VariantProblem::UnknownKey(unknown.to_owned()))),
            };
            if twice {
                return Err(at(VariantProblem::GivenTwice(key.to_owned())));
            }
        }
        fields.finish(last_line)
    }

    fn finish(self, last_line: usize) -> Result<Variant, VariantError> {
        let missing = |key| VariantError { line: last_line, problem: VariantProblem::Missing(key) };
        let (name_line, name) = self.name.ok_or_else(|| missing("name"))?;
        let (players_line, players) = self.players.ok_or_else(|| missing("players"))?;
        let (_, board) = self.board.ok_or_else(|| missing("board"))?;
        let turns = self.turns.map(|turns| ByPlayer::from_fn(|player| turns.contains(&player)));
        let board = board.with_turning(turns.unwrap_or(Board::TURNING_BY_DEFAULT));
        let (cut_ins_line, cut_ins) = self.cut_ins.unwrap_or((players_line, Vec::new()));
        let (scored_line, scored) = self.scored.unwrap_or_else(|| (players_line, players.clone()));
        let variant = Variant::new(name, board, players, cut_ins, scored).map_err(|problem| {
            let line = match problem {
                VariantProblem::Missing(_) => name_line,
                VariantProblem::NobodyScored | VariantProblem::ScoredDoesNotPlay(_) => scored_line,
                VariantProblem::NotACutIn(_)
                | VariantProblem::CutInTwice(_)
                | VariantProblem::TooManyCutIns
                | VariantProblem::CutInTakesTurns(_) => cut_ins_line,
                _ => players_line,
            };
            VariantError { line, problem }
        })?;
        Ok(variant.with_about(self.about.unwrap_or_default()).with_goal(self.goal.unwrap_or_default()))
    }
}

/// Rows end at an empty line, a comment or the next field.
fn is_row(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(';') && !text.contains(':')
}

fn error_row(error: &BoardError) -> Option<usize> {
    match error {
        BoardError::RowTooLong { row } | BoardError::RowLength { row, .. } | BoardError::UnknownLetter { row, .. } => {
            Some(*row)
        }
        BoardError::TooManyRows => Some(usize::from(super::Square::MAX_SIDE) + 1),
        BoardError::NoRows | BoardError::NoSquares => None,
    }
}

fn read_players(text: &str) -> Result<Vec<Player>, VariantProblem> {
    let players = text.split_whitespace().map(str::parse).collect::<Result<Vec<Player>, ParsePlayerError>>()?;
    check_distinct(&players)?;
    Ok(players)
}

fn read_cut_ins(text: &str) -> Result<Vec<CutIn>, VariantProblem> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let read_one = |part: &str| {
        let not_a_cut_in = || VariantProblem::NotACutIn(part.trim().to_owned());
        let (number, name) = part.trim().split_once(char::is_whitespace).ok_or_else(not_a_cut_in)?;
        let move_number = number.parse().map_err(|_| not_a_cut_in())?;
        Ok(CutIn { move_number, player: name.trim().parse()? })
    };
    text.split(',').map(read_one).collect()
}

impl fmt::Display for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |players: &[Player]| players.iter().map(|player| player.key()).collect::<Vec<_>>().join(" ");
        writeln!(formatter, "{}: {TEXT_FORMAT}", format::KEY)?;
        writeln!(formatter, "name: {}", self.name)?;
        if !self.about.is_empty() {
            writeln!(formatter, "about: {}", self.about)?;
        }
        writeln!(formatter, "players: {}", join(&self.players))?;
        if !self.cut_ins.is_empty() {
            let cut_ins = self
                .cut_ins
                .iter()
                .map(|cut_in| format!("{} {}", cut_in.move_number, cut_in.player.key()))
                .collect::<Vec<_>>()
                .join(", ");
            writeln!(formatter, "cut-ins: {cut_ins}")?;
        }
        if *self.board.turning() != Board::TURNING_BY_DEFAULT {
            formatter.write_str("turns:")?;
            for (player, _) in self.board.turning().iter().filter(|(_, turns)| **turns) {
                write!(formatter, " {}", player.key())?;
            }
            writeln!(formatter)?;
        }
        writeln!(formatter, "scored: {}", join(&self.scored))?;
        if self.goal != Goal::default() {
            writeln!(formatter, "goal: {}", self.goal.key())?;
        }
        writeln!(formatter, "board:")?;
        write!(formatter, "{}", self.board)
    }
}
