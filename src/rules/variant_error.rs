//! Errors of variants and of their texts.

use thiserror::Error;

use super::format::{MAX_BYTES, MAX_CUT_INS, TEXT_FORMAT};
use super::{BoardError, ParseGoalError, ParsePlayerError, Player};

/// Error from parsing a [`Variant`](super::Variant), with its line.
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
    /// The text is larger than [`Variant::MAX_BYTES`](super::Variant::MAX_BYTES).
    #[error("the text is larger than {} KiB", MAX_BYTES / 1024)]
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
    #[error(
        "unknown key \"{0}\"; the keys are format, name, about, players, cut-ins, turns, scored, goal, passes and board"
    )]
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
    /// There are more than [`Variant::MAX_CUT_INS`](super::Variant::MAX_CUT_INS) cut-ins.
    #[error("there are more than {} cut-ins", MAX_CUT_INS)]
    TooManyCutIns,
    /// A player cuts in but takes turns anyway.
    #[error("{0} cannot cut in and take turns as well")]
    CutInTakesTurns(Player),
    /// Unknown goal.
    #[error(transparent)]
    UnknownGoal(#[from] ParseGoalError),
    /// Unknown rule of passes.
    #[error("\"{0}\" is not a rule of passes; passes are \"free\" or \"forced\"")]
    UnknownPasses(String),
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
    /// A problem in a variant on one line.
    #[error("character {character}: {problem}")]
    AtCharacter {
        /// Number of its first character, from 1, without blanks.
        character: usize,
        /// The problem.
        problem: Box<VariantProblem>,
    },
    /// A part of a variant on one line is not `key=value`.
    #[error("expected \"key=value;\", found \"{0};\"")]
    NotAFieldOfALine(String),
    /// A value of a variant on one line has a percent sign without two hexadecimal digits, or bytes of no character.
    #[error("\"{0}\" is not a text; a percent sign is written as %25")]
    NotEncoded(String),
    /// A number in a row of a variant on one line is 0, or no letter follows it.
    #[error("\"{0}\" repeats nothing; a number from 1 repeats the letter after it")]
    NotARun(String),
    /// A variant on one line does not end with its board and a semicolon.
    #[error("the rest is missing; a board on one line ends with \"board=\", its rows and \";\"")]
    LineCutOff,
    /// There is text after a variant on one line.
    #[error("nothing but comments may follow a board on one line")]
    TextAfterLine,
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
            Self::UnknownPasses(_) => "unknown-passes",
            Self::NobodyScored => "nobody-scored",
            Self::ScoredDoesNotPlay(_) => "scored-does-not-play",
            Self::BoardOnSameLine => "board-on-same-line",
            Self::Board(error) => error.code(),
            Self::AtCharacter { problem, .. } => (**problem).code(),
            Self::NotAFieldOfALine(_) => "not-a-field-of-a-line",
            Self::NotEncoded(_) => "not-encoded",
            Self::NotARun(_) => "not-a-run",
            Self::LineCutOff => "line-cut-off",
            Self::TextAfterLine => "text-after-line",
        }
    }
}
