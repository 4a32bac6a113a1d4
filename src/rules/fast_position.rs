//! One moment of a game, for playing many games through: the rules as a search needs them.

use std::sync::Arc;

use rand::Rng;

use super::fast_board::{FastBoard, Place, SeenLine};
use super::{Board, ByPlayer, Outcome, Player, Position, Square, SquareSet, Variant};

/// A [`Position`] that plays fast: the same rules, without the account of each move, and quick to clone.
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
    /// Whose turn of the order it is, unless somebody cuts in: an index into the variant's players.
    next_in_order: usize,
}

impl FastPosition {
    /// The same moment of the same game.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let next = position.turn_in_order();
        Self {
            variant: Arc::clone(position.variant()),
            board: FastBoard::new(position.board()),
            move_number: position.move_number(),
            next_in_order: position.variant().players().iter().position(|player| *player == next).unwrap_or_default(),
        }
    }

    /// The board now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.board.board()
    }

    /// What is played.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The line of a place as a player sees it.
    pub(crate) fn seen(&self, place: Place, player: Player) -> SeenLine {
        self.board.seen(place, player.disc())
    }

    /// Whose turn of the order it is, unless somebody cuts in or is skipped: an index into the variant's players.
    pub(crate) const fn next_in_order(&self) -> usize {
        self.next_in_order
    }

    /// The number of the placement about to be made, counted from 1.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Numbers the placements from 1 again, so that the cut-ins are all to come.
    pub const fn restart_move_number(&mut self) {
        self.move_number = 1;
    }

    /// Whose turn it is; `None` when the game is over. Each call finds it anew.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        self.find_mover().map(|(player, _)| player)
    }

    /// The squares that can be played now.
    #[must_use]
    pub fn legal_squares(&self) -> SquareSet {
        self.to_move().map_or(SquareSet::EMPTY, |player| self.board.legal_squares(player))
    }

    /// How many squares are empty.
    #[must_use]
    pub fn empties(&self) -> u16 {
        self.board.empties()
    }

    /// How many discs each player has.
    #[must_use]
    pub fn counts(&self) -> ByPlayer<u16> {
        ByPlayer::from_fn(|player| self.board.count(player.disc()))
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.to_move() {
            Some(_) => None,
            None => Some(self.variant.outcome(&self.counts())),
        }
    }

    /// Plays a square for whoever is to move; returns whether it is legal, and changes nothing where it is not.
    #[must_use]
    pub fn play(&mut self, square: Square) -> bool {
        let Some((player, next_in_order)) = self.find_mover() else { return false };
        let legal = self.board.play(player, square);
        if legal {
            self.pass_on(next_in_order);
        }
        legal
    }

    /// Plays any of the legal squares, all equally likely, and says which; `None` when the game is over.
    pub fn play_random(&mut self, rng: &mut impl Rng) -> Option<Square> {
        // Whoever has no legal square to draw is skipped: that is found by drawing, not beforehand.
        let (square, next_in_order) = self
            .variant
            .due(self.move_number, self.next_in_order)
            .find_map(|(player, next_in_order)| Some((self.board.play_random(player, rng)?, next_in_order)))?;
        self.pass_on(next_in_order);
        Some(square)
    }

    /// Draws two of the legal squares at random, plays the one that `rank` puts higher for whoever is to move, and says
    /// who played what; `None` when the game is over.
    pub fn play_better_of_two(
        &mut self,
        rng: &mut impl Rng,
        rank: impl Fn(Player, Square) -> f32,
    ) -> Option<(Player, Square)> {
        let (player, square, next_in_order) =
            self.variant.due(self.move_number, self.next_in_order).find_map(|(player, next_in_order)| {
                let square = self.board.play_better_of_two(player, rng, |square| rank(player, square))?;
                Some((player, square, next_in_order))
            })?;
        self.pass_on(next_in_order);
        Some((player, square))
    }

    /// Plays random moves to the end of the game, and says how it ended.
    pub fn play_out(&mut self, rng: &mut impl Rng) -> Outcome {
        while self.play_random(rng).is_some() {}
        self.variant.outcome(&self.counts())
    }

    /// Who is to move, and whose turn of the order it is after that.
    fn find_mover(&self) -> Option<(Player, usize)> {
        self.variant.due(self.move_number, self.next_in_order).find(|(player, _)| self.board.can_play(*player))
    }

    const fn pass_on(&mut self, next_in_order: usize) {
        // A position in progress can begin at any number.
        self.move_number = self.move_number.saturating_add(1);
        self.next_in_order = next_in_order;
    }
}
