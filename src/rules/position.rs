//! One moment of a game: the board, whose turn it is, and what playing a square leads to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Board, ByPlayer, Cell, Placement, Player, Square, SquareSet, Variant};

/// A position in a game of some [`Variant`]. Passes are never moves: the player to move always has a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    variant: Arc<Variant>,
    board: Board,
    move_number: u32,
    /// Who of the turn order moves after the player to move: an index into the variant's players.
    next_in_order: usize,
    to_move: Option<Player>,
}

/// All that follows from one placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Which placement of the game it was, counted from 1.
    pub move_number: u32,
    /// Who placed a disc where, what it captured, and what flanked that.
    pub placement: Placement,
    /// Who must pass after it, in turn order; nobody when the game is over.
    pub passes: Vec<Player>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// One scored player alone has the most discs, or the fewest where that is the goal.
    Win(Player),
    /// Several share the best number.
    Draw,
}

/// Why a square cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// There are no more moves.
    #[error("the game is over")]
    GameOver,
    /// It is somebody else's turn.
    #[error("it is {to_move}'s turn, not {player}'s")]
    NotYourTurn {
        /// Who tried to move.
        player: Player,
        /// Whose turn it is.
        to_move: Player,
    },
    /// The board has no such square.
    #[error("{0} is not on the board")]
    NotOnTheBoard(Square),
    /// A disc lies there.
    #[error("{0} is taken")]
    Taken(Square),
    /// A placement must capture something.
    #[error("a disc on {0} would capture nothing")]
    CapturesNothing(Square),
}

impl PlayError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NotOnTheBoard(_) => "not-on-the-board",
            Self::Taken(_) => "taken",
            Self::CapturesNothing(_) => "captures-nothing",
        }
    }
}

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Whoever was named is not in the turn order.
    #[error("{0} takes no turns")]
    TakesNoTurns(Player),
    /// The board has other squares than the variant's.
    #[error("the board does not have the squares of the variant's board")]
    OtherSquares,
    /// There is no placement before the first.
    #[error("move numbers begin at 1")]
    NoMoveNumber,
}

impl PositionError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TakesNoTurns(_) => "takes-no-turns",
            Self::OtherSquares => "other-squares",
            Self::NoMoveNumber => "no-move-number",
        }
    }
}

impl Position {
    /// The beginning of a game.
    ///
    /// Players who cannot move pass at once; [`Position::opening_passes`] names them.
    #[must_use]
    pub fn start(variant: impl Into<Arc<Variant>>) -> Self {
        Self::begin(variant.into()).0
    }

    /// A game in progress, such as a puzzle: any discs on the variant's squares, the number of the next placement, and
    /// whose turn of the order it is, as [`Position::turn_in_order`] tells. Whose discs turn is the variant's matter.
    ///
    /// # Errors
    /// Why there is no such position, as a [`PositionError`].
    pub fn in_progress(
        variant: impl Into<Arc<Variant>>,
        board: Board,
        move_number: u32,
        next: Player,
    ) -> Result<Self, PositionError> {
        let variant = variant.into();
        let next_in_order = variant.players().iter().position(|player| *player == next);
        let next_in_order = next_in_order.ok_or(PositionError::TakesNoTurns(next))?;
        if move_number == 0 {
            return Err(PositionError::NoMoveNumber);
        }
        if !board.has_squares_of(variant.board()) {
            return Err(PositionError::OtherSquares);
        }
        let board = board.with_turning(*variant.board().turning());
        let mut position = Self { variant, board, move_number, next_in_order, to_move: None };
        position.find_mover();
        Ok(position)
    }

    /// Who must pass before the first placement of this variant.
    #[must_use]
    pub fn opening_passes(variant: impl Into<Arc<Variant>>) -> Vec<Player> {
        Self::begin(variant.into()).1
    }

    fn begin(variant: Arc<Variant>) -> (Self, Vec<Player>) {
        let board = variant.board().clone();
        let mut position = Self { variant, board, move_number: 1, next_in_order: 0, to_move: None };
        let skipped = position.find_mover();
        (position, skipped)
    }

    /// What is played.
    #[must_use]
    pub const fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The board now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the placement about to be made, counted from 1.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Whose turn it is; `None` when the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Player> {
        self.to_move
    }

    /// Who makes this placement and the ones to come, with their numbers, as long as nobody must pass. Ends at once
    /// when the game is over, else never.
    ///
    /// ```
    /// use irogaeshi::rules::{Player, Position, Variant};
    ///
    /// let start = Position::start(Variant::built_in("colour").unwrap());
    /// assert_eq!(start.schedule().nth(9), Some((10, Player::Cyan)));
    /// assert_eq!(start.schedule().nth(10), Some((11, Player::Black)));
    /// ```
    pub fn schedule(&self) -> impl Iterator<Item = (u32, Player)> {
        let now = self.to_move.map(|player| (self.move_number, player, self.next_in_order));
        std::iter::successors(now, |(move_number, _, next_in_order)| {
            let move_number = move_number.saturating_add(1);
            let (player, next_in_order) = self.variant.due(move_number, *next_in_order).next()?;
            Some((move_number, player, next_in_order))
        })
        .map(|(move_number, player, _)| (move_number, player))
    }

    /// Who of the turn order moves after whoever is to move, if they can: after a cut-in the player whom it delays.
    #[must_use]
    pub fn next_in_order(&self) -> Player {
        self.variant.players()[self.next_in_order]
    }

    /// Whose turn of the order it is: whoever is to move, or during a cut-in the player whom it delays.
    ///
    /// With the board and the number of the placement, this makes the same position again:
    ///
    /// ```
    /// use irogaeshi::rules::{Position, Variant};
    ///
    /// let position = Position::start(Variant::built_in("colour").unwrap());
    /// let (variant, board) = (position.variant().clone(), position.board().clone());
    /// let again = Position::in_progress(variant, board, position.move_number(), position.turn_in_order());
    /// assert_eq!(again, Ok(position));
    /// ```
    #[must_use]
    pub fn turn_in_order(&self) -> Player {
        let takes_turns = |player: &Player| self.variant.players().contains(player);
        self.to_move.filter(takes_turns).unwrap_or_else(|| self.next_in_order())
    }

    /// The squares that can be played now.
    #[must_use]
    pub fn legal_squares(&self) -> SquareSet {
        self.to_move.map_or(SquareSet::EMPTY, |player| self.board.legal_squares(player))
    }

    /// How many discs each player has.
    #[must_use]
    pub fn counts(&self) -> ByPlayer<u16> {
        ByPlayer::from_fn(|player| self.board.count(player.disc()))
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.to_move.is_none().then(|| self.variant.outcome(&self.counts()))
    }

    /// What `player` placing a disc on `square` would do.
    ///
    /// # Errors
    /// Why it cannot be done, as a [`PlayError`].
    pub fn placement(&self, player: Player, square: Square) -> Result<Placement, PlayError> {
        let to_move = self.to_move.ok_or(PlayError::GameOver)?;
        if player != to_move {
            return Err(PlayError::NotYourTurn { player, to_move });
        }
        match self.board.cell(square) {
            Cell::Hole => Err(PlayError::NotOnTheBoard(square)),
            Cell::Occupied(_) => Err(PlayError::Taken(square)),
            Cell::Empty => self.board.placement(player, square).ok_or(PlayError::CapturesNothing(square)),
        }
    }

    /// Places a disc of `player` on `square`.
    ///
    /// # Errors
    /// Why it cannot be done, as a [`PlayError`]; the position is then unchanged.
    pub fn play(&mut self, player: Player, square: Square) -> Result<Turn, PlayError> {
        let placement = self.placement(player, square)?;
        let move_number = self.move_number;
        self.board.place(&placement);
        // A position in progress can begin at any number.
        self.move_number = self.move_number.saturating_add(1);
        let passes = self.find_mover();
        Ok(Turn { move_number, placement, passes, outcome: self.outcome() })
    }

    /// Finds who is to move and returns who must pass on the way.
    fn find_mover(&mut self) -> Vec<Player> {
        let mut skipped = Vec::new();
        for (player, next_in_order) in self.variant.due(self.move_number, self.next_in_order) {
            if self.board.can_play(player) {
                self.next_in_order = next_in_order;
                self.to_move = Some(player);
                return skipped;
            }
            skipped.push(player);
        }
        self.to_move = None;
        // However the game ended, its end is the same position.
        self.next_in_order = 0;
        Vec::new()
    }
}
