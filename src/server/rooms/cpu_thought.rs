//! The answer that a room's CPU player is computing, or has computed.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::room_log::RoomLog;
use super::{PendingTask, RoomMessage};
use crate::online::{Action, CpuTask, CpuTaskKind};
use crate::server::limits::AddressKey;
use crate::server::now::now_ms;

/// Delay before a task is queued again, after the queue was full.
const RETRY_FULL: Duration = Duration::from_secs(1);
/// Delay before a task is queued again, after the CPU player found no answer.
const RETRY_NO_ANSWER: Duration = Duration::from_mins(1);

/// A task of a room's CPU player, from the queue to the action.
#[derive(Default)]
pub(super) struct CpuThought {
    /// The task that a CPU player is computing.
    pending: Option<PendingTask>,
    /// A CPU player's finished action and the time to perform it.
    finished: Option<(Instant, CpuTask, Action)>,
    /// Time of the next attempt to queue a task.
    retry_at: Option<Instant>,
}

impl CpuThought {
    /// True while an answer is computed, or an action waits for its time.
    pub(super) const fn is_under_way(&self) -> bool {
        self.pending.is_some() || self.finished.is_some()
    }

    /// Time of the finished action.
    pub(super) fn finished_at(&self) -> Option<Instant> {
        self.finished.as_ref().map(|(at, ..)| *at)
    }

    /// Time of the next attempt to queue a task.
    pub(super) const fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    /// Queues the task of the room, charged to the address of somebody who is connected to see the result. Withdraws it
    /// without such an address.
    pub(super) fn queue(&mut self, log: &RoomLog, address: Option<AddressKey>, inbox: &mpsc::WeakSender<RoomMessage>) {
        let task = log.room.cpu_task().filter(|_| address.is_some());
        self.pending.take_if(|pending| Some(pending.task()) != task.as_ref());
        let (Some(task), Some(address)) = (task, address) else { return };
        let is_known =
            self.pending.is_some() || self.finished.as_ref().is_some_and(|(_, finished, _)| *finished == task);
        let (Some(game), Some(inbox)) = (log.room.game(), inbox.upgrade()) else { return };
        if is_known || self.retry_at.is_some() {
            return;
        }
        self.pending = log.shared.cpu_pool.submit(address, &task, game.record.clone(), inbox);
        if self.pending.is_none() {
            self.retry_at = Some(Instant::now() + RETRY_FULL);
        }
    }

    /// Takes a computed action, to be performed after a pause.
    pub(super) fn finish(&mut self, task: CpuTask, action: Option<Action>, log: &RoomLog) {
        self.pending.take_if(|pending| *pending.task() == task);
        if log.room.cpu_task().as_ref() != Some(&task) {
            return;
        }
        let Some(action) = action else {
            tracing::error!(room = %log.code, task = ?task.kind, "a CPU player found no answer");
            self.retry_at = Some(Instant::now() + RETRY_NO_ANSWER);
            return;
        };
        // Players wait for a start, so only moves and choices come after a pause.
        let draws_start = matches!(task.kind, CpuTaskKind::DrawStart { .. });
        let pause_ms = if draws_start { 0 } else { log.shared.options.cpu.cpu_pause.as_millis() as u64 };
        let wait_ms = (log.room.at_ms() + pause_ms).saturating_sub(now_ms()).min(pause_ms);
        self.finished = Some((Instant::now() + Duration::from_millis(wait_ms), task, action));
    }

    /// Lets the next attempt to queue a task begin, if its time has come.
    pub(super) fn retry(&mut self, now: Instant) {
        self.retry_at.take_if(|at| *at <= now);
    }

    /// Takes the finished action whose time has come.
    pub(super) fn take_finished(&mut self, now: Instant) -> Option<(CpuTask, Action)> {
        self.finished.take_if(|(at, ..)| *at <= now).map(|(_, task, action)| (task, action))
    }

    /// Puts a finished action back, to be performed at another time.
    pub(super) fn postpone(&mut self, at: Instant, task: CpuTask, action: Action) {
        self.finished = Some((at, task, action));
    }
}
