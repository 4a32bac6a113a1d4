//! The match of a room: its turns, its clock, who has lost it, and what is asked of all.

use super::Clock;
use crate::notation::Seat;
use crate::rules::{ByPlayer, Ending, Forfeit, ForfeitReason, Player, Rank, Record};

/// A match that is or was played in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomMatch {
    /// Which of the room's matches it is, from 1.
    pub number: u32,
    /// The turns.
    pub record: Record,
    /// How long each turn took that is played, in milliseconds.
    pub thinking_ms: Vec<u64>,
    /// The event of each turn that is played, as its sequence number.
    pub sequences: Vec<u64>,
    /// The clock.
    pub clock: Clock,
    /// Who has lost before the end, in the order in which it happened.
    pub forfeits: Vec<Forfeit>,
    /// Who sat where when it began.
    pub seats: ByPlayer<Option<Seat>>,
    /// What the humans are called.
    pub names: ByPlayer<String>,
    /// When it began, in milliseconds since the beginning of 1970 (UTC).
    pub started_ms: u64,
    /// Why it is over, and since when, in milliseconds since the beginning of 1970 (UTC).
    pub ended: Option<(Ending, u64)>,
    /// That a player asks to take turns back, and how many would be left.
    pub takeback: Option<(Offer, usize)>,
    /// That a player offers a draw.
    pub draw: Option<Offer>,
}

/// Something that all have to agree to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Who asks.
    pub by: Player,
    /// Who has agreed; who asks does without saying so.
    pub agreed: Vec<Player>,
}

impl Offer {
    pub(super) const fn new(by: Player) -> Self {
        Self { by, agreed: Vec::new() }
    }

    /// Whether a player has still to answer.
    #[must_use]
    pub fn waits_for(&self, player: Player) -> bool {
        self.by != player && !self.agreed.contains(&player)
    }
}

impl RoomMatch {
    /// Whose turn it is; `None` when it is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        self.record.position().to_move().filter(|_| self.ended.is_none())
    }

    /// Whether a player has lost already.
    #[must_use]
    pub fn has_forfeited(&self, player: Player) -> bool {
        self.forfeits.iter().any(|forfeit| forfeit.player == player)
    }

    /// The places of all scored players, the best first; `None` while it goes on.
    #[must_use]
    pub fn ranks(&self) -> Option<Vec<Rank>> {
        let (ending, _) = self.ended?;
        Some(self.record.variant().ranks_after(&self.record.position().counts(), ending, &self.forfeits))
    }

    /// The number of turns that would be left if a player took back to their own last turn.
    #[must_use]
    pub fn takeback_ply(&self, player: Player) -> Option<usize> {
        (0..self.record.ply()).rev().find(|ply| self.moves_at(*ply) == Some(player))
    }

    /// Who was or is to move after so many turns.
    pub(super) fn moves_at(&self, ply: usize) -> Option<Player> {
        self.record.position_at(ply)?.to_move()
    }

    /// A player has lost; what was asked of all has lapsed.
    pub(super) fn forfeit(&mut self, player: Player, reason: ForfeitReason) {
        self.forfeits.push(Forfeit { player, ply: self.record.ply(), reason });
        (self.takeback, self.draw) = (None, None);
    }

    /// Whether those who have lost decide the match: of the scored players at most one is left.
    pub(super) fn is_decided(&self) -> bool {
        self.record.variant().is_decided_by(&self.forfeits)
    }
}
