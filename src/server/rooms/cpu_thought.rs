//! The move that a room's CPU player is computing, or has computed.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::room_log::RoomLog;
use super::{PendingMove, RoomMessage};
use crate::online::{Action, CpuTurn};
use crate::server::limits::AddressKey;
use crate::server::now::now_ms;

/// Delay before a turn is queued again, after the queue was full.
const RETRY_FULL: Duration = Duration::from_secs(1);
/// Delay before a turn is queued again, after the CPU player found no move.
const RETRY_NO_MOVE: Duration = Duration::from_mins(1);

/// The turn of a room's CPU player, from the queue to the move.
#[derive(Default)]
pub(super) struct CpuThought {
    /// The turn that a CPU player is computing.
    pending: Option<PendingMove>,
    /// A CPU player's finished move and the time to play it.
    finished: Option<(Instant, CpuTurn, Action)>,
    /// Time of the next attempt to queue a CPU player's turn.
    retry_at: Option<Instant>,
}

impl CpuThought {
    /// True while a move is computed or waits to be played.
    pub(super) const fn is_under_way(&self) -> bool {
        self.pending.is_some() || self.finished.is_some()
    }

    /// Time to play the finished move.
    pub(super) fn finished_at(&self) -> Option<Instant> {
        self.finished.as_ref().map(|(at, ..)| *at)
    }

    /// Time of the next attempt to queue a turn.
    pub(super) const fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    /// Queues the turn of the CPU player to move, charged to the address of somebody who is connected to see the move.
    /// Withdraws it without such an address.
    pub(super) fn queue(&mut self, log: &RoomLog, address: Option<AddressKey>, inbox: &mpsc::WeakSender<RoomMessage>) {
        let turn = log.room.cpu_turn().filter(|_| address.is_some());
        self.pending.take_if(|pending| Some(pending.turn()) != turn.as_ref());
        let (Some(turn), Some(address)) = (turn, address) else { return };
        let is_known =
            self.pending.is_some() || self.finished.as_ref().is_some_and(|(_, finished, _)| *finished == turn);
        let (Some(game), Some(inbox)) = (log.room.game(), inbox.upgrade()) else { return };
        if is_known || self.retry_at.is_some() {
            return;
        }
        self.pending = log.shared.cpu_pool.submit(address, &turn, game.record.position().clone(), inbox);
        if self.pending.is_none() {
            self.retry_at = Some(Instant::now() + RETRY_FULL);
        }
    }

    /// Takes a computed move, to be played after a pause.
    pub(super) fn finish(&mut self, turn: CpuTurn, action: Option<Action>, log: &RoomLog) {
        self.pending.take_if(|pending| *pending.turn() == turn);
        if log.room.cpu_turn().as_ref() != Some(&turn) {
            return;
        }
        let Some(action) = action else {
            tracing::error!(room = %log.code, cpu = turn.cpu.as_str(), "a CPU player found no move");
            self.retry_at = Some(Instant::now() + RETRY_NO_MOVE);
            return;
        };
        let pause_ms = log.shared.options.cpu.cpu_pause.as_millis() as u64;
        let wait_ms = (log.room.at_ms() + pause_ms).saturating_sub(now_ms()).min(pause_ms);
        self.finished = Some((Instant::now() + Duration::from_millis(wait_ms), turn, action));
    }

    /// Lets the next attempt to queue a turn begin, if its time has come.
    pub(super) fn retry(&mut self, now: Instant) {
        self.retry_at.take_if(|at| *at <= now);
    }

    /// Takes the finished move whose time has come.
    pub(super) fn take_finished(&mut self, now: Instant) -> Option<(CpuTurn, Action)> {
        self.finished.take_if(|(at, ..)| *at <= now).map(|(_, turn, action)| (turn, action))
    }

    /// Puts a finished move back, to be played at another time.
    pub(super) fn postpone(&mut self, at: Instant, turn: CpuTurn, action: Action) {
        self.finished = Some((at, turn, action));
    }
}
