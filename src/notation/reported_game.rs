//! Games of reversi as other programs report them: squares and explicit passes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::Diagram;
use crate::rules::{Goal, ParseSquareError, PlayError, Player, Position, Record, Square, Variant};

/// A reported move. The text form is a square or a word for a pass, in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedMove {
    /// A square is played.
    Square(Square),
    /// A pass.
    Pass,
}

/// Words for a pass: of GTP, of GGF and the NBoard protocol, and of web sites.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "パス"];

impl FromStr for ReportedMove {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if PASSES.iter().any(|word| word.eq_ignore_ascii_case(text)) {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Square)
    }
}

impl fmt::Display for ReportedMove {
    /// Writes the two letters of GGF and the NBoard protocol, such as `F5` and `PA`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(formatter, "{}", square.to_string().to_ascii_uppercase()),
            Self::Pass => formatter.write_str("PA"),
        }
    }
}

/// Reason why a reported move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReportedMoveError {
    /// The square cannot be played.
    #[error(transparent)]
    Square(#[from] PlayError),
    /// The player can move, so a pass is illegal.
    #[error("{0} has a legal move and must not pass")]
    MustMove(Player),
}

impl ReportedMoveError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Square(error) => error.code(),
            Self::MustMove(_) => "must-move",
        }
    }
}

/// Opponent in a game of Black against White.
#[must_use]
pub const fn opponent(player: Player) -> Player {
    match player {
        Player::Black => Player::White,
        _ => Player::Black,
    }
}

/// A game between Black and White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedGame {
    record: Record,
    /// Moves as reported, in which passes may be left out.
    moves: Vec<(Player, ReportedMove)>,
}

impl ReportedGame {
    /// Starts a game from the usual position.
    #[must_use]
    pub fn new() -> Self {
        Self::of(&Diagram::start())
    }

    /// Starts a game from this position.
    #[must_use]
    pub fn of(start: &Diagram) -> Self {
        Self::for_goal(start, Goal::default())
    }

    /// Starts a game from this position with this goal.
    #[must_use]
    pub fn for_goal(start: &Diagram, goal: Goal) -> Self {
        Self::on(start.variant().with_goal(goal))
    }

    /// Starts a game of this variant of Black and White.
    pub(super) fn on(variant: impl Into<Arc<Variant>>) -> Self {
        Self { record: Record::new(variant), moves: Vec::new() }
    }

    /// Current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// All positions of the game so far, from the start on, each with the number of moves reported before it.
    #[must_use]
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = (usize, &Position)> {
        let squares = |moves: &[(Player, ReportedMove)]| {
            moves.iter().filter(|(_, reported)| *reported != ReportedMove::Pass).count()
        };
        let position =
            move |reported: usize| Some((reported, self.record.position_at(squares(&self.moves[..reported]))?));
        (0..=self.moves.len()).filter_map(position)
    }

    /// Record of the squares played.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Player whose turn it is, including a player who still has to report a pass.
    #[must_use]
    pub fn due(&self) -> Player {
        self.moves.last().map_or(self.position().variant().players()[0], |(player, _)| opponent(*player))
    }

    /// Plays a reported move.
    ///
    /// # Errors
    /// A [`ReportedMoveError`] if the move is illegal; the game is then unchanged.
    pub fn play(&mut self, player: Player, reported: ReportedMove) -> Result<(), ReportedMoveError> {
        match reported {
            ReportedMove::Square(square) => {
                self.record.play(player, square)?;
            }
            ReportedMove::Pass if self.position().board().can_play(player) => {
                return Err(ReportedMoveError::MustMove(player));
            }
            ReportedMove::Pass => {}
        }
        self.moves.push((player, reported));
        Ok(())
    }

    /// Replays the squares of a record of Black against White without free passes, and inserts the passes.
    ///
    /// # Errors
    /// A [`ReportedMoveError`] if a move is illegal; the moves before it are played.
    pub(super) fn from_record(record: &Record) -> Result<Self, ReportedMoveError> {
        let mut game = Self::on(Arc::clone(record.variant()));
        for turn in record.played() {
            let player = turn.player;
            let Some(square) = turn.square() else { continue };
            if game.due() != player {
                game.play(game.due(), ReportedMove::Pass)?;
            }
            game.play(player, ReportedMove::Square(square))?;
        }
        Ok(game)
    }

    /// Moves as reported, with their players.
    #[must_use]
    pub fn moves(&self) -> &[(Player, ReportedMove)] {
        &self.moves
    }

    /// Undoes the last reported move; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        match self.moves.pop() {
            Some((_, ReportedMove::Square(_))) => self.record.undo(),
            Some((_, ReportedMove::Pass)) => true,
            None => false,
        }
    }
}

impl Default for ReportedGame {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(text: &str) -> ReportedMove {
        text.parse().expect("a move")
    }

    #[test]
    fn moves_are_read_in_any_case() {
        assert_eq!([reported("PA"), reported("pass"), reported("Pass")], [ReportedMove::Pass; 3]);
        assert_eq!(reported("F5"), reported("f5"));
        assert_eq!([reported("f5").to_string(), reported("pass").to_string()], ["F5", "PA"]);
        assert!("passing".parse::<ReportedMove>().is_err() && "".parse::<ReportedMove>().is_err());
    }

    #[test]
    fn the_usual_start_is_that_of_the_rules() {
        let classic = Variant::classic(8).expect("is played");
        assert_eq!(ReportedGame::new().position().board(), classic.board());
        assert_eq!(ReportedGame::new().position().to_move(), Some(Player::Black));
    }

    #[test]
    fn passes_may_be_told_or_not_and_are_taken_back_like_moves() {
        // White can never move.
        let row = "XO------";
        let mut game = ReportedGame::of(&format!("{row}{}{row} X", "-".repeat(48)).parse().expect("a diagram"));
        assert_eq!(game.play(Player::Black, reported("pa")), Err(ReportedMoveError::MustMove(Player::Black)));
        let why = game.play(Player::White, reported("c1")).expect_err("is refused").to_string();
        assert_eq!(why, "it is Black's turn, not White's");
        game.play(Player::Black, reported("c1")).expect("is legal");
        let mut without = game.clone();
        game.play(Player::White, reported("pass")).expect("cannot move");
        assert_eq!(game.position(), without.position());
        let numbers = |game: &ReportedGame| -> Vec<(usize, u32)> {
            game.positions().map(|(reported, position)| (reported, position.move_number())).collect()
        };
        assert_eq!(numbers(&game), [(0, 1), (1, 2), (2, 2)]);
        game.play(Player::Black, reported("c8")).expect("is legal");
        without.play(Player::Black, reported("c8")).expect("is legal");
        assert_eq!(game.position(), without.position());
        assert_eq!((numbers(&game).len(), numbers(&without).len()), (4, 3));
        assert!(game.undo() && game.undo() && without.undo());
        assert_eq!(game, without);
        assert!(game.undo() && !game.undo());
    }
}
