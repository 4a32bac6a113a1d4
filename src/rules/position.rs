//! One moment of a game: the board, the player to move, and the results of moves.

use std::sync::Arc;

use thiserror::Error;

use super::{Board, ByPlayer, Cell, Move, Outcome, Placement, Player, Square, SquareSet, Turn, Variant};

/// A position in a game of some [`Variant`]. The player to move can always place a disc: forced passes are no moves of
/// their own. On boards with [free passes](Variant::free_pass), that player may [pass](Position::pass) instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    variant: Arc<Variant>,
    board: Board,
    move_number: u32,
    /// Player of the turn order after the player to move: an index into the variant's players.
    next_in_order: usize,
    to_move: Option<Player>,
    /// Free passes since the last placement.
    free_passes: u8,
}

/// Reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// It is another player's turn.
    #[error("it is {to_move}'s turn, not {player}'s")]
    NotYourTurn {
        /// Player who tried to move.
        player: Player,
        /// Player to move.
        to_move: Player,
    },
    /// The board has no such square.
    #[error("{0} is not on the board")]
    NotOnTheBoard(Square),
    /// The square has a disc.
    #[error("{0} is taken")]
    Taken(Square),
    /// The placement would capture nothing.
    #[error("a disc on {0} would capture nothing")]
    CapturesNothing(Square),
    /// The player can place a disc, and the board has no free passes.
    #[error("{0} can place a disc, and this board has no free passes")]
    MustPlace(Player),
}

impl PlayError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NotOnTheBoard(_) => "not-on-the-board",
            Self::Taken(_) => "taken",
            Self::CapturesNothing(_) => "captures-nothing",
            Self::MustPlace(_) => "must-place",
        }
    }
}

/// Reason why a position is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The given player is not in the turn order.
    #[error("{0} takes no turns")]
    TakesNoTurns(Player),
    /// The squares of the board differ from the variant's.
    #[error("the board has other squares than the variant's board")]
    OtherSquares,
    /// The move number is 0, but the first placement has number 1.
    #[error("move numbers begin at 1")]
    NoMoveNumber,
    /// More free passes in a row than players who can place a disc.
    #[error("{found} free passes in a row are impossible here; there can be {most} at most")]
    TooManyPasses {
        /// Number of passes.
        found: u8,
        /// Maximum number of passes.
        most: u8,
    },
}

impl PositionError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TakesNoTurns(_) => "takes-no-turns",
            Self::OtherSquares => "other-squares",
            Self::NoMoveNumber => "no-move-number",
            Self::TooManyPasses { .. } => "too-many-passes",
        }
    }
}

impl Position {
    /// Creates the starting position.
    ///
    /// Players without a legal move pass at once; [`Position::opening_passes`] names them.
    #[must_use]
    pub fn start(variant: impl Into<Arc<Variant>>) -> Self {
        Self::begin(variant.into()).0
    }

    /// Creates a position in the middle of a game, such as a puzzle: any discs on the variant's squares, the number of
    /// the next placement, and the player of the turn order as in [`Position::turn_in_order`]. The variant decides
    /// whose discs turn.
    ///
    /// # Errors
    /// A [`PositionError`] if the position cannot exist.
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
        let mut position = Self { variant, board, move_number, next_in_order, to_move: None, free_passes: 0 };
        position.find_mover();
        Ok(position)
    }

    /// Returns the position as it is if the last moves were this many free passes.
    ///
    /// # Errors
    /// [`PositionError::TooManyPasses`] if the rules allow fewer.
    pub fn after_free_passes(mut self, free_passes: u8) -> Result<Self, PositionError> {
        let turn = self.turn_in_order();
        let most = if self.variant.free_pass() { self.able_players() } else { 0 };
        if free_passes > most {
            return Err(PositionError::TooManyPasses { found: free_passes, most });
        }
        self.next_in_order = self.variant.players().iter().position(|player| *player == turn).unwrap_or_default();
        self.free_passes = free_passes;
        self.find_mover();
        Ok(self)
    }

    /// Players who must pass before the first placement of this variant.
    #[must_use]
    pub fn opening_passes(variant: impl Into<Arc<Variant>>) -> Vec<Player> {
        Self::begin(variant.into()).1
    }

    fn begin(variant: Arc<Variant>) -> (Self, Vec<Player>) {
        let board = variant.board().clone();
        let mut position = Self { variant, board, move_number: 1, next_in_order: 0, to_move: None, free_passes: 0 };
        let skipped = position.find_mover();
        (position, skipped)
    }

    /// Variant of the game.
    #[must_use]
    pub const fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Current board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Number of the next placement, from 1.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Number of free passes since the last placement; 0 on boards without them.
    #[must_use]
    pub const fn free_passes(&self) -> u8 {
        self.free_passes
    }

    /// Returns whether the player to move may pass.
    #[must_use]
    pub fn can_pass(&self) -> bool {
        self.to_move.is_some() && self.variant.free_pass()
    }

    /// Player to move; `None` when the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Player> {
        self.to_move
    }

    /// Upcoming placements with their players, assuming that nobody must pass. Empty when the game is over, otherwise
    /// endless.
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
            let (player, next_in_order) = self.variant.due(move_number, *next_in_order, 0).next()?;
            Some((move_number, player, next_in_order))
        })
        .map(|(move_number, player, _)| (move_number, player))
    }

    /// Player of the turn order after the player to move, if they can move; after a cut-in, the player whom it delays.
    #[must_use]
    pub fn next_in_order(&self) -> Player {
        self.variant.players()[self.next_in_order]
    }

    /// Player whose turn of the order it is: the player to move or, during a cut-in, the player whom it delays.
    ///
    /// Together with the board, the move number and the number of free passes, it recreates the position:
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

    /// Legal squares of the player to move.
    #[must_use]
    pub fn legal_squares(&self) -> SquareSet {
        self.to_move.map_or(SquareSet::EMPTY, |player| self.board.legal_squares(player))
    }

    /// Number of discs of each player.
    #[must_use]
    pub fn counts(&self) -> ByPlayer<u16> {
        ByPlayer::from_fn(|player| self.board.count(player.disc()))
    }

    /// Outcome of the game; `None` while it is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.to_move.is_none().then(|| self.variant.outcome(&self.counts()))
    }

    /// Effect of `player` placing a disc on `square`.
    ///
    /// # Errors
    /// A [`PlayError`] if the move is illegal.
    pub fn placement(&self, player: Player, square: Square) -> Result<Placement, PlayError> {
        self.check_turn(player)?;
        match self.board.cell(square) {
            Cell::Hole => Err(PlayError::NotOnTheBoard(square)),
            Cell::Occupied(_) => Err(PlayError::Taken(square)),
            Cell::Empty => self.board.placement(player, square).ok_or(PlayError::CapturesNothing(square)),
        }
    }

    /// Places a disc of `player` on `square`.
    ///
    /// # Errors
    /// A [`PlayError`] if the move is illegal; the position is then unchanged.
    pub fn play(&mut self, player: Player, square: Square) -> Result<Turn, PlayError> {
        let placement = self.placement(player, square)?;
        let move_number = self.move_number;
        self.board.place(&placement);
        // Saturates because a position in progress can begin at any number.
        self.move_number = self.move_number.saturating_add(1);
        self.free_passes = 0;
        let passes = self.find_mover();
        Ok(Turn { move_number, player, placement: Some(placement), passes, outcome: self.outcome() })
    }

    /// Passes instead of placing a disc, on a board with [free passes](Variant::free_pass), which explains the rule.
    ///
    /// ```
    /// use irogaeshi::rules::{Player, Position, Variant};
    ///
    /// let mut position = Position::start(Variant::classic(8).unwrap().with_free_pass(true));
    /// let turn = position.pass(Player::Black).unwrap();
    /// assert_eq!((turn.placement, position.to_move(), position.move_number()), (None, Some(Player::White), 1));
    /// assert!(position.pass(Player::White).unwrap().outcome.is_some(), "nobody wants to play on");
    /// ```
    ///
    /// # Errors
    /// A [`PlayError`] if the player cannot pass; the position is then unchanged.
    pub fn pass(&mut self, player: Player) -> Result<Turn, PlayError> {
        self.check_pass(player)?;
        let move_number = self.move_number;
        self.free_passes += 1;
        let passes = self.find_mover();
        Ok(Turn { move_number, player, placement: None, passes, outcome: self.outcome() })
    }

    /// Places a disc of `player`, or passes.
    ///
    /// # Errors
    /// A [`PlayError`] if the move is illegal; the position is then unchanged.
    pub fn make(&mut self, player: Player, chosen: Move) -> Result<Turn, PlayError> {
        match chosen {
            Move::Place(square) => self.play(player, square),
            Move::Pass => self.pass(player),
        }
    }

    /// Checks a move without making it.
    ///
    /// # Errors
    /// A [`PlayError`] if the move is illegal.
    pub fn check(&self, player: Player, chosen: Move) -> Result<(), PlayError> {
        match chosen {
            Move::Place(square) => self.placement(player, square).map(|_| ()),
            Move::Pass => self.check_pass(player),
        }
    }

    fn check_pass(&self, player: Player) -> Result<(), PlayError> {
        self.check_turn(player)?;
        if self.variant.free_pass() { Ok(()) } else { Err(PlayError::MustPlace(player)) }
    }

    fn check_turn(&self, player: Player) -> Result<(), PlayError> {
        let to_move = self.to_move.ok_or(PlayError::GameOver)?;
        if player == to_move { Ok(()) } else { Err(PlayError::NotYourTurn { player, to_move }) }
    }

    /// Number of players who could make the next placement if all others passed.
    fn able_players(&self) -> u8 {
        let due = self.variant.due(self.move_number, self.next_in_order, 0);
        due.filter(|(player, _)| self.board.can_play(*player)).count() as u8
    }

    /// Finds the player to move, and returns the players who must pass before them.
    fn find_mover(&mut self) -> Vec<Player> {
        let mut skipped = Vec::new();
        let is_passed_out = self.free_passes > 0 && self.free_passes >= self.able_players();
        let due = self.variant.due(self.move_number, self.next_in_order, self.free_passes);
        for (player, next_in_order) in due.filter(|_| !is_passed_out) {
            if self.board.can_play(player) {
                self.next_in_order = next_in_order;
                self.to_move = Some(player);
                return skipped;
            }
            skipped.push(player);
        }
        self.to_move = None;
        // Reset so that finished positions are equal however the game ended.
        self.next_in_order = 0;
        Vec::new()
    }
}
