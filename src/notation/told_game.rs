//! A game of reversi as other programs tell it: who plays which square, and who passes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Diagram;
use crate::rules::{Goal, ParseSquareError, PlayError, Player, Position, Record, Square};

/// What a player does when it is their turn. As text it is a square or a word for passing, in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldMove {
    /// Plays a square.
    Square(Square),
    /// Passes.
    Pass,
}

/// The words for passing: GTP's, that of GGF and the NBoard protocol, and those of sites.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "パス"];

impl FromStr for ToldMove {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if PASSES.iter().any(|word| word.eq_ignore_ascii_case(text)) {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Square)
    }
}

impl fmt::Display for ToldMove {
    /// The two letters of GGF and the NBoard protocol, such as `F5` and `PA`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(formatter, "{}", square.to_string().to_ascii_uppercase()),
            Self::Pass => formatter.write_str("PA"),
        }
    }
}

/// Why a move that was told is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ToldMoveError {
    /// The square cannot be played.
    #[error(transparent)]
    Square(#[from] PlayError),
    /// Only who cannot move passes.
    #[error("{0} can move and may not pass")]
    MustMove(Player),
}

impl ToldMoveError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Square(error) => error.code(),
            Self::MustMove(_) => "must-move",
        }
    }
}

/// Black's opponent is White, and White's is Black.
#[must_use]
pub const fn opponent(player: Player) -> Player {
    match player {
        Player::Black => Player::White,
        _ => Player::Black,
    }
}

/// A game between Black and White on 8 x 8 squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldGame {
    record: Record,
    /// The moves as they were told: passes may be left out.
    moves: Vec<(Player, ToldMove)>,
}

impl ToldGame {
    /// A game from the usual start.
    #[must_use]
    pub fn new() -> Self {
        Self::of(Diagram::START)
    }

    /// A game that begins with this position.
    #[must_use]
    pub fn of(start: Diagram) -> Self {
        Self::for_goal(start, Goal::default())
    }

    /// A game that begins with this position and has this goal.
    #[must_use]
    pub fn for_goal(start: Diagram, goal: Goal) -> Self {
        Self { record: Record::new(start.variant().with_goal(goal)), moves: Vec::new() }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// All positions of the game so far, the start first, each with the number of moves told before it.
    #[must_use]
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = (usize, &Position)> {
        let squares = |moves: &[(Player, ToldMove)]| moves.iter().filter(|(_, told)| *told != ToldMove::Pass).count();
        let position = move |told: usize| Some((told, self.record.position_at(squares(&self.moves[..told]))?));
        (0..=self.moves.len()).filter_map(position)
    }

    /// The squares that were played, as a record.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Whose turn it is, or would be: who has to tell a pass if they must.
    #[must_use]
    pub fn due(&self) -> Player {
        self.moves.last().map_or(self.position().variant().players()[0], |(player, _)| opponent(*player))
    }

    /// Plays what was told.
    ///
    /// # Errors
    /// Why it cannot be played; the game is then unchanged.
    pub fn play(&mut self, player: Player, told: ToldMove) -> Result<(), ToldMoveError> {
        match told {
            ToldMove::Square(square) => {
                self.record.play(player, square)?;
            }
            ToldMove::Pass if self.position().board().can_play(player) => return Err(ToldMoveError::MustMove(player)),
            ToldMove::Pass => {}
        }
        self.moves.push((player, told));
        Ok(())
    }

    /// Plays the squares of a record in which Black and White alone played, with a pass wherever somebody was skipped.
    ///
    /// # Errors
    /// Why it cannot be played; the moves before are then played.
    pub(super) fn retell(record: &Record, start: Diagram) -> Result<Self, ToldMoveError> {
        let mut game = Self::of(start);
        for turn in record.played() {
            let player = turn.placement.player();
            if game.due() != player {
                game.play(game.due(), ToldMove::Pass)?;
            }
            game.play(player, ToldMove::Square(turn.placement.square()))?;
        }
        Ok(game)
    }

    /// The moves as they were told, with who made them.
    #[must_use]
    pub fn moves(&self) -> &[(Player, ToldMove)] {
        &self.moves
    }

    /// Takes back the last move that was told; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        match self.moves.pop() {
            Some((_, ToldMove::Square(_))) => self.record.undo(),
            Some((_, ToldMove::Pass)) => true,
            None => false,
        }
    }
}

impl Default for ToldGame {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn told(text: &str) -> ToldMove {
        text.parse().expect("a move")
    }

    #[test]
    fn moves_are_read_in_any_case() {
        assert_eq!([told("PA"), told("pass"), told("Pass")], [ToldMove::Pass; 3]);
        assert_eq!(told("F5"), told("f5"));
        assert_eq!([told("f5").to_string(), told("pass").to_string()], ["F5", "PA"]);
        assert!("passing".parse::<ToldMove>().is_err() && "".parse::<ToldMove>().is_err());
    }

    #[test]
    fn the_usual_start_is_that_of_the_rules() {
        let classic = Variant::classic(8).expect("is played");
        assert_eq!(ToldGame::new().position().board(), classic.board());
        assert_eq!(ToldGame::new().position().to_move(), Some(Player::Black));
    }

    #[test]
    fn passes_may_be_told_or_not_and_are_taken_back_like_moves() {
        // White can never move.
        let row = "XO------";
        let mut game = ToldGame::of(format!("{row}{}{row} X", "-".repeat(48)).parse().expect("a diagram"));
        assert_eq!(game.play(Player::Black, told("pa")), Err(ToldMoveError::MustMove(Player::Black)));
        let why = game.play(Player::White, told("c1")).expect_err("is refused").to_string();
        assert_eq!(why, "it is Black's turn, not White's");
        game.play(Player::Black, told("c1")).expect("is legal");
        let mut without = game.clone();
        game.play(Player::White, told("pass")).expect("cannot move");
        assert_eq!(game.position(), without.position());
        let numbers = |game: &ToldGame| -> Vec<(usize, u32)> {
            game.positions().map(|(told, position)| (told, position.move_number())).collect()
        };
        assert_eq!(numbers(&game), [(0, 1), (1, 2), (2, 2)]);
        game.play(Player::Black, told("c8")).expect("is legal");
        without.play(Player::Black, told("c8")).expect("is legal");
        assert_eq!(game.position(), without.position());
        assert_eq!((numbers(&game).len(), numbers(&without).len()), (4, 3));
        assert!(game.undo() && game.undo() && without.undo());
        assert_eq!(game, without);
        assert!(game.undo() && !game.undo());
    }
}
