//! A game of reversi as other programs tell it: who plays which square, and who passes.

use std::fmt;
use std::str::FromStr;

use irogaeshi::cpu::classic::{Bitboards, Diagram};
use irogaeshi::rules::{Board, ParseSquareError, PlayError, Player, Position, Record, Square, Variant};
use thiserror::Error;

/// What a player does when it is their turn. As text it is a square or a word for passing, in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToldMove {
    Square(Square),
    Pass,
}

/// The words for passing: GTP's, that of GGF and the NBoard protocol.
const PASSES: [&str; 2] = ["pass", "pa"];

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
pub(crate) enum ToldMoveError {
    #[error(transparent)]
    Square(#[from] PlayError),
    #[error("{0} can move and may not pass")]
    MustMove(Player),
}

/// Black's opponent is White, and White's is Black.
pub(crate) const fn opponent(player: Player) -> Player {
    match player {
        Player::Black => Player::White,
        _ => Player::Black,
    }
}

/// A game between Black and White on 8 x 8 squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldGame {
    record: Record,
    /// The moves as they were told: passes may be left out.
    moves: Vec<(Player, ToldMove)>,
}

impl ToldGame {
    /// The usual start.
    pub(crate) fn new() -> Self {
        Self::of(Self::start())
    }

    /// The position of the usual start.
    pub(crate) const fn start() -> Diagram {
        Diagram { bitboards: Bitboards::START, is_black_to_move: true }
    }

    /// A game that begins with this position.
    pub(crate) fn of(start: Diagram) -> Self {
        Self { record: Record::new(variant_of(start)), moves: Vec::new() }
    }

    pub(crate) fn position(&self) -> &Position {
        self.record.position()
    }

    /// All positions of the game so far, the start first, each with the number of moves told before it.
    pub(crate) fn positions(&self) -> impl DoubleEndedIterator<Item = (usize, &Position)> {
        let squares = |moves: &[(Player, ToldMove)]| moves.iter().filter(|(_, told)| *told != ToldMove::Pass).count();
        let position = move |told: usize| Some((told, self.record.position_at(squares(&self.moves[..told]))?));
        (0..=self.moves.len()).filter_map(position)
    }

    /// Whose turn it is, or would be: who has to tell a pass if they must.
    pub(crate) fn due(&self) -> Player {
        self.moves.last().map_or(self.position().variant().players()[0], |(player, _)| opponent(*player))
    }

    /// Plays what was told.
    ///
    /// # Errors
    /// Why it cannot be played; the game is then unchanged.
    pub(crate) fn play(&mut self, player: Player, told: ToldMove) -> Result<(), ToldMoveError> {
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

    /// Takes back the last move that was told; `false` if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        match self.moves.pop() {
            Some((_, ToldMove::Square(_))) => self.record.undo(),
            Some((_, ToldMove::Pass)) => true,
            None => false,
        }
    }
}

/// Reversi from this position on.
fn variant_of(start: Diagram) -> Variant {
    let players =
        if start.is_black_to_move { vec![Player::Black, Player::White] } else { vec![Player::White, Player::Black] };
    let squares: Vec<char> = start.to_string().chars().take(64).collect();
    let letter = |square: &char| match square {
        'X' => 'B',
        'O' => 'W',
        _ => '.',
    };
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().map(letter).collect()).collect();
    let board = Board::from_rows(rows.iter().map(String::as_str)).expect("8 rows of 8 squares");
    Variant::new("8 × 8", board, players.clone(), Vec::new(), players).expect("two players")
}

#[cfg(test)]
mod tests {
    use super::*;

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
