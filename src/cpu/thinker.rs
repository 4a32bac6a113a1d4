//! The thinker: asks CPU players for moves, and keeps what helps with the next one.

use rand::Rng;

use crate::cpu::book_moves::book_move;
use crate::cpu::budget::Budget;
use crate::cpu::classic::Engine;
use crate::cpu::control::Control;
use crate::cpu::cpu_player::CpuPlayer;
use crate::cpu::kept_engine::KeptEngine;
use crate::cpu::report::Report;
use crate::rules::Position;

/// Asks CPU players for moves and analyses, with the opening books, the engine and the networks.
///
/// ```
/// use irogaeshi::cpu::{Control, CpuPlayer, Thinker};
/// use irogaeshi::rules::{Position, Variant};
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let start = Position::start(Variant::classic(8).unwrap());
/// let player: CpuPlayer = "club".parse().unwrap();
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let budget = player.budget(&start);
/// let report = Thinker::default().choose(player, &start, budget, &mut rng, &mut Control::new()).unwrap();
/// assert!(start.legal_squares().contains(report.square().unwrap()));
/// ```
pub struct Thinker {
    pub(crate) kept: KeptEngine,
    knows_books: bool,
}

impl Default for Thinker {
    fn default() -> Self {
        Self::new(Engine::TABLE_BYTES)
    }
}

impl Thinker {
    /// Creates a thinker whose engine has a transposition table of about this many bytes. Allocates nothing yet.
    #[must_use]
    pub const fn new(table_bytes: usize) -> Self {
        Self { kept: KeptEngine::new(table_bytes), knows_books: true }
    }

    /// The same thinker without the opening books.
    #[must_use]
    pub fn without_books(self) -> Self {
        Self { knows_books: false, ..self }
    }

    /// Forgets earlier positions.
    pub fn forget(&mut self) {
        self.kept.forget();
    }

    /// Asks a player for a move, a report with a single line; `None` when the game is over. It plays some legal move
    /// even in a variant that it does not suit.
    ///
    /// The same position, budget and generator lead to the same move on every machine, unless the budget has a time or
    /// `control` stops the search: only searches with a time use several threads and results of earlier searches.
    pub fn choose(
        &mut self,
        player: CpuPlayer,
        position: &Position,
        budget: Budget,
        rng: &mut impl Rng,
        control: &mut Control<'_>,
    ) -> Option<Report> {
        let known = if self.knows_books { book_move(player, position, rng) } else { None };
        known.or_else(|| player.choose(position, budget, rng, control, &mut self.kept))
    }
}
