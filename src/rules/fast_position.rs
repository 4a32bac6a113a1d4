//! A position for searches, which play many games through.

use std::sync::Arc;

use rand::Rng;

use super::fast_board::FastBoard;
use super::line_board::{Place, SeenLine};
use super::{Board, ByPlayer, Cell, Outcome, Player, Position, Square, SquareSet, Variant};

/// A faster [`Position`]: the same rules, cheap to clone, without a report of each move.
///
/// Free passes before the first position are taken into account. Nobody passes by choice afterwards, since searches and
/// random games only place discs.
///
/// Random draws are the same on every machine for the same seed.
///
/// ```
/// use irogaeshi::rules::{FastPosition, Position, Variant};
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let start = FastPosition::new(&Position::start(Variant::built_in("colour").unwrap()));
/// let mut playout = start.clone();
/// let outcome = playout.play_out(&mut Xoshiro256PlusPlus::seed_from_u64(1));
/// assert_eq!(playout.outcome(), Some(outcome));
/// ```
#[derive(Clone, Debug)]
pub struct FastPosition {
    variant: Arc<Variant>,
    board: FastBoard,
    move_number: u32,
    /// Next player of the turn order, unless somebody cuts in: an index into the variant's players.
    next_in_order: usize,
    /// Free passes since the last placement.
    free_passes: u8,
}

impl FastPosition {
    /// Converts a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let next = position.turn_in_order();
        Self {
            variant: Arc::clone(position.variant()),
            board: FastBoard::new(position.board()),
            move_number: position.move_number(),
            next_in_order: position.variant().players().iter().position(|player| *player == next).unwrap_or_default(),
            free_passes: position.free_passes(),
        }
    }

    /// Current board.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = self.variant.board().clone();
        for square in self.variant.board().squares() {
            board.set(square, self.board.disc(square).map_or(Cell::Empty, Cell::Occupied));
        }
        board
    }

    /// Variant of the game.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The line of a place from a player's view.
    pub(crate) fn seen(&self, place: Place, player: Player) -> SeenLine {
        self.board.seen(place, player.disc())
    }

    /// Next player of the turn order, unless somebody cuts in or must pass: an index into the variant's players.
    pub(crate) const fn next_in_order(&self) -> usize {
        self.next_in_order
    }

    /// Number of the next placement, from 1.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Restarts the numbering of placements at 1, so that every cut-in is still to come.
    pub const fn restart_move_number(&mut self) {
        self.move_number = 1;
        self.free_passes = 0;
    }

    /// Player to move; `None` when the game is over. Searches for a legal move on each call.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        self.find_mover().map(|(player, _)| player)
    }

    /// Legal squares of the player to move.
    #[must_use]
    pub fn legal_squares(&self) -> SquareSet {
        self.to_move().map_or(SquareSet::EMPTY, |player| self.board.legal_squares(player))
    }

    /// Number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u16 {
        self.board.empties()
    }

    /// Number of discs of each player.
    #[must_use]
    pub fn counts(&self) -> ByPlayer<u16> {
        ByPlayer::from_fn(|player| self.board.count(player.disc()))
    }

    /// Outcome of the game; `None` while it is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.to_move() {
            Some(_) => None,
            None => Some(self.variant.outcome(&self.counts())),
        }
    }

    /// Plays a square for the player to move. Returns `false` and changes nothing if it is illegal.
    #[must_use]
    pub fn play(&mut self, square: Square) -> bool {
        let Some((player, next_in_order)) = self.find_mover() else { return false };
        let legal = self.board.play(player, square);
        if legal {
            self.pass_on(next_in_order);
        }
        legal
    }

    /// Plays a legal square chosen uniformly at random and returns it; `None` when the game is over.
    pub fn play_random(&mut self, rng: &mut impl Rng) -> Option<Square> {
        if self.is_passed_out() {
            return None;
        }
        // Players without a legal square are found by drawing rather than by a check beforehand, which is faster.
        let mut found = None;
        // The closure of an iterator would not be inlined, which costs a thirtieth of the speed.
        for (player, next_in_order) in self.variant.due(self.move_number, self.next_in_order, self.free_passes) {
            if let Some(square) = self.board.play_random(player, rng) {
                found = Some((square, next_in_order));
                break;
            }
        }
        let (square, next_in_order) = found?;
        self.pass_on(next_in_order);
        Some(square)
    }

    /// Draws two legal squares at random, plays the one that `rank` puts higher for the player to move, and returns the
    /// player and the square; `None` when the game is over.
    pub fn play_better_of_two(
        &mut self,
        rng: &mut impl Rng,
        rank: impl Fn(Player, Square) -> f32,
    ) -> Option<(Player, Square)> {
        if self.is_passed_out() {
            return None;
        }
        let mut found = None;
        for (player, next_in_order) in self.variant.due(self.move_number, self.next_in_order, self.free_passes) {
            if let Some(square) = self.board.play_better_of_two(player, rng, |square| rank(player, square)) {
                found = Some((player, square, next_in_order));
                break;
            }
        }
        let (player, square, next_in_order) = found?;
        self.pass_on(next_in_order);
        Some((player, square))
    }

    /// Plays random moves to the end of the game and returns its outcome.
    pub fn play_out(&mut self, rng: &mut impl Rng) -> Outcome {
        while self.play_random(rng).is_some() {}
        self.variant.outcome(&self.counts())
    }

    /// Finds the player to move, and the next player of the turn order after that.
    fn find_mover(&self) -> Option<(Player, usize)> {
        if self.is_passed_out() {
            return None;
        }
        let mut due = self.variant.due(self.move_number, self.next_in_order, self.free_passes);
        due.find(|(player, _)| self.board.can_play(*player))
    }

    /// Returns whether everybody who could place a disc has passed.
    fn is_passed_out(&self) -> bool {
        let able = || self.variant.due(self.move_number, self.next_in_order, 0);
        self.free_passes > 0
            && able().filter(|(player, _)| self.board.can_play(*player)).count() <= usize::from(self.free_passes)
    }

    const fn pass_on(&mut self, next_in_order: usize) {
        // Saturates because a position in progress can begin at any number.
        self.move_number = self.move_number.saturating_add(1);
        self.next_in_order = next_in_order;
        self.free_passes = 0;
    }
}
