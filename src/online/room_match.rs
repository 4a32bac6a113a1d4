//! A room's match: turns, clock, forfeits and open offers.

use std::time::Duration;

use super::{Clock, DeviceId, Event, EventError, RoomSeat};
use crate::notation::RecordedSeat;
use crate::rules::{ByPlayer, Ending, Forfeit, ForfeitReason, MOVES_BEFORE_SWAP, Move, Player, Rank, Record, Series};

/// A match that is or was played in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomMatch {
    /// Number of the match in the room, from 1.
    pub number: u32,
    /// The turns.
    pub record: Record,
    /// True until the start is drawn. Nobody moves before that, and no clock runs.
    pub awaits_start: bool,
    /// Number of turns that were drawn as the start and cannot be taken back.
    pub opening: usize,
    /// True if the second player may take over the first one's side.
    pub offers_swap: bool,
    /// The second player's choice: true if the sides were swapped. `None` until then.
    pub swapped: Option<bool>,
    /// Thinking time of each turn, in milliseconds; 0 in the opening.
    pub thinking_ms: Vec<u64>,
    /// Sequence number of the event of each turn.
    pub sequences: Vec<u64>,
    /// The clock.
    pub clock: Clock,
    /// Matches that the same players played before in this room, by the colours that they have now.
    pub series: Series,
    /// Forfeits in the order in which they happened.
    pub forfeits: Vec<Forfeit>,
    /// The seats when the match began.
    pub seats: ByPlayer<Option<RecordedSeat>>,
    /// Devices of the humans when the match began.
    pub(super) devices: ByPlayer<Option<DeviceId>>,
    /// Names of the humans.
    pub names: ByPlayer<String>,
    /// Start of the match, in milliseconds since the beginning of 1970 (UTC).
    pub started_ms: u64,
    /// The ending and its time, in milliseconds since the beginning of 1970 (UTC).
    pub ended: Option<(Ending, u64)>,
    /// Open takeback request, and the number of turns that would remain.
    pub takeback: Option<(Offer, usize)>,
    /// Open draw offer.
    pub draw: Option<Offer>,
}

/// A request that everybody has to agree to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The player who asks.
    pub by: Player,
    /// The players who have agreed, without the one who asks.
    pub agreed: Vec<Player>,
}

impl Offer {
    pub(super) const fn new(by: Player) -> Self {
        Self { by, agreed: Vec::new() }
    }

    /// Returns whether a player still has to answer.
    #[must_use]
    pub fn waits_for(&self, player: Player) -> bool {
        self.by != player && !self.agreed.contains(&player)
    }
}

impl RoomMatch {
    /// The player to move; `None` when the match is over, its start is not drawn yet, or a side must be chosen first.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        let must_wait = self.ended.is_some() || self.awaits_start || self.side_question().is_some();
        self.record.position().to_move().filter(|_| !must_wait)
    }

    /// The player who must now choose a side: the second in the playing order.
    #[must_use]
    pub fn side_question(&self) -> Option<Player> {
        let is_now = self.offers_swap && self.swapped.is_none() && self.record.ply() == self.swap_ply();
        let second = self.record.variant().everybody().get(1).copied();
        second.filter(|_| is_now && !self.awaits_start && self.ended.is_none())
    }

    /// The player for whom the match waits: the one who must choose a side, otherwise the one to move.
    #[must_use]
    pub fn waits_for(&self) -> Option<Player> {
        self.side_question().or_else(|| self.to_move())
    }

    /// Number of turns before the choice of sides.
    const fn swap_ply(&self) -> usize {
        self.opening + MOVES_BEFORE_SWAP
    }

    /// Minimum number of turns that a takeback leaves: drawn moves stay, and those before a choice of sides.
    #[must_use]
    pub const fn first_free_ply(&self) -> usize {
        if self.swapped.is_some() { self.swap_ply() } else { self.opening }
    }

    /// Swaps the sides of the two players, with their time.
    pub(super) fn swap_sides(&mut self) {
        let [first, second] = self.record.variant().everybody()[..] else { return };
        self.seats.swap(first, second);
        self.devices.swap(first, second);
        self.names.swap(first, second);
        self.clock.swap(first, second);
        self.series.swap(first, second);
    }

    /// Returns whether a player has forfeited.
    #[must_use]
    pub fn has_forfeited(&self, player: Player) -> bool {
        self.forfeits.iter().any(|forfeit| forfeit.player == player)
    }

    /// Ranks of all scored players, best first; `None` while the match is running.
    #[must_use]
    pub fn ranks(&self) -> Option<Vec<Rank>> {
        let (ending, _) = self.ended?;
        Some(self.record.variant().ranks_after(&self.record.position().counts(), ending, &self.forfeits))
    }

    /// Thinking time of each turn; `None` in the opening.
    pub fn times(&self) -> impl Iterator<Item = Option<Duration>> {
        let times = self.thinking_ms.iter().enumerate();
        times.map(|(ply, time)| (ply >= self.opening).then(|| Duration::from_millis(*time)))
    }

    /// The series with this match, once it is over and unless it was abandoned.
    #[must_use]
    pub fn series_so_far(&self) -> Series {
        let counts = self.ended.is_some_and(|(ending, _)| ending != Ending::Abandoned);
        self.ranks().filter(|_| counts).map_or(self.series, |ranks| self.series.with(&ranks))
    }

    /// The series as a match of these seats continues it: empty unless everybody played this match too, in whichever
    /// seat.
    pub(super) fn series_for(&self, everybody: &[Player], seats: &ByPlayer<RoomSeat>) -> Series {
        let is_same = |then: Player, now: Player| match (&self.seats[then], &seats[now]) {
            (Some(RecordedSeat::Human), RoomSeat { human: Some(human), cpu: None }) => {
                self.devices[then] == Some(human.device)
            }
            (Some(RecordedSeat::Cpu(before)), RoomSeat { human: None, cpu: Some(cpu) }) => before == cpu,
            _ => false,
        };
        // A rematch moves everybody on by one seat. That seat is tried first, since CPU players may be alike.
        let mut before = ByPlayer::<Option<Player>>::default();
        for (index, now) in everybody.iter().enumerate() {
            let candidates = everybody.iter().cycle().skip(index + everybody.len() - 1).take(everybody.len()).copied();
            let found = candidates
                .filter(|then| before.iter().all(|(_, taken)| *taken != Some(*then)))
                .find(|then| is_same(*then, *now));
            match found {
                Some(then) => before[*now] = Some(then),
                None => return Series::default(),
            }
        }
        self.series_so_far().recoloured(|player| before[player].unwrap_or(player))
    }

    /// Number of turns that would remain if a player took back to their own last turn.
    #[must_use]
    pub fn takeback_ply(&self, player: Player) -> Option<usize> {
        (self.first_free_ply()..self.record.ply()).rev().find(|ply| self.moves_at(*ply) == Some(player))
    }

    /// The player to move after `ply` turns.
    pub(super) fn moves_at(&self, ply: usize) -> Option<Player> {
        self.record.position_at(ply)?.to_move()
    }

    /// Makes the move of an event, which stops the clock.
    pub(super) fn make_move(
        &mut self,
        event: &Event,
        player: Player,
        chosen: Move,
        thinking_ms: u64,
    ) -> Result<(), EventError> {
        let illegal = |error| EventError::Illegal { sequence: event.sequence, error };
        self.record.make(player, chosen).map_err(illegal)?;
        self.thinking_ms.push(thinking_ms);
        self.sequences.push(event.sequence);
        self.clock.stop_after_move(event.at_ms, thinking_ms);
        Ok(())
    }

    /// Records a player's forfeit, which cancels open offers.
    pub(super) fn forfeit(&mut self, player: Player, reason: ForfeitReason) {
        self.forfeits.push(Forfeit { player, ply: self.record.ply(), reason });
        (self.takeback, self.draw) = (None, None);
    }

    /// Returns whether the forfeits decide the match because at most one scored player is left.
    pub(super) fn is_decided(&self) -> bool {
        self.record.variant().is_decided_by(&self.forfeits)
    }
}
