//! Error messages for texts, boards and moves. The rules report errors as data.

use crate::cpu::NoAnswer;
use crate::game::text::{Phrase, say};
use crate::library::QueryError;
use crate::notation::{
    DiagramError, Foreign, GameLinkError, GameRecordError, GgfError, ObfError, PgnError, QuestError, Remark,
    ReportedMoveError, SgfError, TranscriptError,
};
use crate::rules::{
    BoardError, Disc, MoveListError, PlayError, Player, RecordError, Square, Variant, VariantError, VariantProblem,
};

impl From<Player> for Phrase {
    /// The name of the player's colour.
    fn from(player: Player) -> Self {
        player.disc().into()
    }
}

impl From<Disc> for Phrase {
    /// The name of the disc's colour.
    fn from(disc: Disc) -> Self {
        Self::of("disc", disc.key())
    }
}

impl From<Square> for Phrase {
    fn from(square: Square) -> Self {
        Self::verbatim(square.to_string())
    }
}

impl From<&VariantError> for Phrase {
    fn from(error: &VariantError) -> Self {
        match &error.problem {
            // All of the variant is on one line.
            problem @ VariantProblem::AtCharacter { .. } => problem.into(),
            problem => say!("variant-in-line", line = error.line, problem = problem),
        }
    }
}

impl From<&VariantProblem> for Phrase {
    fn from(problem: &VariantProblem) -> Self {
        match problem {
            VariantProblem::TooLong => say!("variant-too-long", most = Variant::MAX_BYTES / 1024),
            VariantProblem::NewerFormat(format) => say!("variant-newer-format", format = format.as_str()),
            VariantProblem::NotAFormat(text) => say!("variant-not-a-format", text = text.as_str()),
            VariantProblem::NotAField(text) => say!("variant-not-a-field", text = text.as_str()),
            VariantProblem::UnknownKey(text) => say!("variant-unknown-key", text = text.as_str()),
            VariantProblem::GivenTwice(key) => say!("variant-given-twice", key = key.as_str()),
            VariantProblem::Missing(key) => say!("variant-missing", key = *key),
            VariantProblem::UnknownPlayer(error) => {
                say!("variant-unknown-player", text = error.0.as_str())
            }
            VariantProblem::PlayerTwice(player) => say!("variant-player-twice", player = *player),
            VariantProblem::TooFewPlayers => say!("variant-too-few-players"),
            VariantProblem::NotACutIn(text) => say!("variant-not-a-cut-in", text = text.as_str()),
            VariantProblem::CutInTwice(number) => say!("variant-cut-in-twice", number = *number),
            VariantProblem::TooManyCutIns => say!("variant-too-many-cut-ins", most = Variant::MAX_CUT_INS),
            VariantProblem::CutInTakesTurns(player) => say!("variant-cut-in-takes-turns", player = *player),
            VariantProblem::UnknownPasses(text) => say!("variant-unknown-passes", text = text.as_str()),
            VariantProblem::UnknownGoal(error) => say!("variant-unknown-goal", text = error.0.as_str()),
            VariantProblem::NobodyScored => say!("variant-nobody-scored"),
            VariantProblem::ScoredDoesNotPlay(player) => say!("variant-scored-does-not-play", player = *player),
            VariantProblem::BoardOnSameLine => say!("variant-board-on-same-line"),
            VariantProblem::Board(error) => error.into(),
            VariantProblem::AtCharacter { character, problem } => {
                say!("variant-at-character", character = *character, problem = &**problem)
            }
            VariantProblem::NotAFieldOfALine(text) => say!("variant-not-a-field-of-a-line", text = text.as_str()),
            VariantProblem::NotEncoded(text) => say!("variant-not-encoded", text = text.as_str()),
            VariantProblem::NotARun(text) => say!("variant-not-a-run", text = text.as_str()),
            VariantProblem::LineCutOff => say!("variant-line-cut-off"),
            VariantProblem::TextAfterLine => say!("variant-text-after-line"),
        }
    }
}

impl From<&BoardError> for Phrase {
    fn from(error: &BoardError) -> Self {
        match error {
            BoardError::NoRows => say!("board-no-rows"),
            BoardError::TooManyRows => say!("board-too-many-rows", most = Square::MAX_SIDE),
            BoardError::RowTooLong { row } => say!("board-row-too-long", row = *row, most = Square::MAX_SIDE),
            BoardError::RowLength { row, found, expected } => {
                say!("board-row-length", row = *row, found = *found, expected = *expected)
            }
            BoardError::UnknownLetter { row, column, letter } => {
                say!("board-unknown-letter", row = *row, column = *column, letter = letter.to_string())
            }
            BoardError::NoSquares => say!("board-no-squares"),
            BoardError::TooManyBombs { most } => say!("board-too-many-bombs", most = *most),
        }
    }
}

impl From<&RecordError> for Phrase {
    fn from(error: &RecordError) -> Self {
        match error {
            RecordError::TooLong => say!("variant-too-long", most = Variant::MAX_BYTES / 1024),
            RecordError::Variant(error) => error.into(),
            RecordError::Moves(error) => error.into(),
            RecordError::NoMoves => say!("record-no-moves"),
            RecordError::GivenTwice(key) => say!("variant-given-twice", key = *key),
        }
    }
}

impl From<&MoveListError> for Phrase {
    fn from(error: &MoveListError) -> Self {
        match error {
            MoveListError::NotASquare { number, error } => {
                say!("moves-not-a-square", number = *number, text = error.0.as_str())
            }
            MoveListError::Illegal { number, square, error } => {
                say!("moves-illegal", number = *number, square = *square, reason = error)
            }
            MoveListError::IllegalPass { number, error } => say!("moves-must-move", number = *number, reason = error),
        }
    }
}

impl From<&GameRecordError> for Phrase {
    fn from(error: &GameRecordError) -> Self {
        match error {
            // The details of broken JSON help only programmers.
            GameRecordError::Json(_) => say!("match-damaged"),
            GameRecordError::NoFormat => say!("match-no-format"),
            GameRecordError::NewerFormat(format) => say!("variant-newer-format", format = format.to_string()),
            GameRecordError::Variant(error) => error.into(),
            GameRecordError::Moves(error) => error.into(),
            GameRecordError::Undone(error) => say!("match-undone", problem = error),
            GameRecordError::TimeCount { times, moves } => say!("match-time-count", times = *times, moves = *moves),
            GameRecordError::DoesNotPlay(player) => say!("match-does-not-play", player = *player),
            GameRecordError::ForfeitsTwice(player) => say!("match-forfeits-twice", player = *player),
            GameRecordError::NotPlayedOut(player) => say!("match-not-played-out", player = *player),
            GameRecordError::PlayedOut => say!("match-played-out"),
        }
    }
}

impl From<&GgfError> for Phrase {
    fn from(error: &GgfError) -> Self {
        match error {
            GgfError::NotDelimited => say!("ggf-not-delimited"),
            GgfError::NotAProperty(text) => say!("ggf-not-a-property", text = text.as_str()),
            GgfError::OtherGame(game) => say!("ggf-other-game", game = game.as_str()),
            GgfError::OutOfPlace(name) => say!("ggf-out-of-place", name = *name),
            GgfError::OtherSize(size) => say!("ggf-other-size", size = size.as_str()),
            GgfError::OtherType(name) => say!("ggf-other-type", name = name.as_str()),
            GgfError::Board(error) => error.into(),
            GgfError::NotAMove { number, error } => {
                say!("moves-not-a-square", number = *number, text = error.0.as_str())
            }
            GgfError::Illegal { number, reported, error } => {
                say!("moves-illegal", number = *number, square = reported.to_string(), reason = error)
            }
        }
    }
}

impl From<&Foreign> for Phrase {
    /// A sentence that says what a file seems to be.
    fn from(kind: &Foreign) -> Self {
        match kind {
            Foreign::Compressed => say!("file-compressed"),
            Foreign::Picture => say!("file-picture"),
            Foreign::Book => say!("file-book"),
            Foreign::Wthor => say!("file-wthor"),
        }
    }
}

impl From<&SgfError> for Phrase {
    fn from(error: &SgfError) -> Self {
        match error {
            SgfError::NotDelimited => say!("sgf-not-delimited"),
            SgfError::OtherGame(number) => say!("sgf-other-game", number = number.as_str()),
            SgfError::OtherSize(size) => say!("sgf-other-size", size = size.as_str()),
            SgfError::NotASquare(error) => say!("obf-not-a-square", text = error.0.as_str()),
            SgfError::OutOfPlace(name) => say!("sgf-out-of-place", name = name.as_str()),
            SgfError::Moves(error) => error.into(),
        }
    }
}

impl From<&QuestError> for Phrase {
    fn from(error: &QuestError) -> Self {
        match error {
            QuestError::Json(_) => say!("othello-quest-damaged"),
            QuestError::NoGames => say!("othello-quest-no-games"),
            QuestError::Moves(error) => error.into(),
        }
    }
}

impl From<&ReportedMoveError> for Phrase {
    fn from(error: &ReportedMoveError) -> Self {
        match error {
            ReportedMoveError::Square(error) => error.into(),
            ReportedMoveError::MustMove(player) => say!("play-must-move", player = *player),
        }
    }
}

impl From<&TranscriptError> for Phrase {
    fn from(error: &TranscriptError) -> Self {
        match error {
            TranscriptError::Move(error) => error.into(),
            TranscriptError::MustMove { number, player } => {
                say!("moves-must-move", number = *number, reason = say!("play-must-move", player = *player))
            }
            TranscriptError::Words { number, text } => {
                say!("moves-words", number = *number, text = text.as_str())
            }
            TranscriptError::NoMoves => say!("moves-none"),
            TranscriptError::Missing { number } => say!("moves-missing", number = *number),
            TranscriptError::Twice { number } => say!("moves-twice", number = *number),
        }
    }
}

impl From<&PgnError> for Phrase {
    fn from(error: &PgnError) -> Self {
        match error {
            PgnError::OwnStart(_) => say!("pgn-own-start"),
            PgnError::Chess => say!("pgn-chess"),
            PgnError::Moves(error) => error.into(),
        }
    }
}

impl From<&GameLinkError> for Phrase {
    fn from(error: &GameLinkError) -> Self {
        match error {
            GameLinkError::NotALink => say!("link-not-a-link"),
            GameLinkError::TooLong | GameLinkError::BoardTooLarge { .. } => say!("link-too-long"),
            GameLinkError::NewerVersion | GameLinkError::UnknownBoard(_) => say!("link-newer-version"),
            GameLinkError::CutOff => say!("link-cut-off"),
            GameLinkError::Damaged => say!("link-damaged"),
            GameLinkError::Board(error) => error.into(),
        }
    }
}

impl From<&Remark> for Phrase {
    fn from(remark: &Remark) -> Self {
        match remark {
            Remark::Stopped(error) => say!("text-stopped", problem = error),
            Remark::NobodyToMove => say!("text-nobody-to-move"),
            Remark::Turned => say!("text-turned"),
            Remark::VariationsLeftOut => say!("text-variations-left-out"),
        }
    }
}

impl From<&DiagramError> for Phrase {
    fn from(error: &DiagramError) -> Self {
        match error {
            DiagramError::SquareCount(count) => say!("diagram-square-count", count = *count),
            DiagramError::UnknownSquare(letter) => say!("diagram-unknown-square", letter = letter.to_string()),
            DiagramError::NobodyToMove => say!("diagram-nobody-to-move"),
            DiagramError::NoDiscs => say!("diagram-no-discs"),
        }
    }
}

impl From<&ObfError> for Phrase {
    fn from(error: &ObfError) -> Self {
        match error {
            ObfError::Diagram(error) => error.into(),
            ObfError::NotAScoredMove(text) => say!("obf-not-a-scored-move", text = text.as_str()),
            ObfError::Square(error) => say!("obf-not-a-square", text = error.0.as_str()),
            ObfError::Score(error) => say!("obf-not-a-score", text = error.0.as_str()),
        }
    }
}

impl From<&NoAnswer> for Phrase {
    /// A sentence that says why the CPU has no answer.
    fn from(reason: &NoAnswer) -> Self {
        match reason {
            NoAnswer::GameOver => say!("play-game-over"),
            NoAnswer::Unsuited(cpu) => say!("cpu-unsuited", cpu = *cpu),
            NoAnswer::NobodyBeside => say!("cpu-nobody-beside"),
            NoAnswer::Unreadable(_) => say!("cpu-unreadable"),
            NoAnswer::Failed => say!("cpu-failed"),
            NoAnswer::NoThread(reason) => say!("cpu-no-thread", reason = reason.as_str()),
        }
    }
}

impl From<&PlayError> for Phrase {
    fn from(error: &PlayError) -> Self {
        match error {
            PlayError::GameOver => say!("play-game-over"),
            PlayError::NotYourTurn { player, to_move } => {
                say!("play-not-your-turn", player = *player, mover = *to_move)
            }
            PlayError::NotOnTheBoard(square) => say!("play-not-on-the-board", square = *square),
            PlayError::Taken(square) => say!("play-taken", square = *square),
            PlayError::CapturesNothing(square) => say!("play-captures-nothing", square = *square),
            PlayError::MustPlace(player) => say!("play-must-place", player = *player),
        }
    }
}

impl From<&QueryError> for Phrase {
    fn from(error: &QueryError) -> Self {
        let word = error.word();
        match error {
            QueryError::NotClosed(_) => say!("query-not-closed", word = word),
            QueryError::UnknownKey { key, .. } => say!("query-unknown-key", key = key.as_str()),
            QueryError::NoValue(_) => say!("query-no-value", word = word),
            QueryError::NotAWinner(_) => say!("query-not-a-winner", word = word),
            QueryError::NeedsPlayer(_) => say!("query-needs-player", word = word),
            QueryError::NotAnEnding(_) => say!("query-not-an-ending", word = word),
            QueryError::NotADate { .. } => say!("query-not-a-date", word = word),
            QueryError::NotANumber(_) => say!("query-not-a-number", word = word),
            QueryError::NotAnOpening(_) => say!("query-not-an-opening", word = word),
            QueryError::NotAPosition { .. } => say!("query-not-a-position", word = word),
            QueryError::NotAnOrder(_) => say!("query-not-an-order", word = word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::Catalogue;

    #[test]
    fn the_problem_of_a_file_of_holes_does_not_mention_painting() {
        let error = "name: x\nplayers: black white\nboard:\n##\n".parse::<Variant>().expect_err("only holes");
        assert_eq!(Catalogue::default().words(&Phrase::from(&error)), "Line 3: The board has no squares.");
    }
}
