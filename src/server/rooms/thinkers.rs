//! The threads on which CPU players think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;

use super::RoomMessage;
use crate::online::CpuTurn;
use crate::rules::Position;
use crate::server::metrics::Metrics;

/// A turn that is to be thought about, and the room that waits for the move.
struct Task {
    turn: CpuTurn,
    position: Position,
    room: mpsc::Sender<RoomMessage>,
}

/// The threads on which CPU players think, and the queue before them.
pub struct Thinkers {
    queue: SyncSender<Task>,
    metrics: Arc<Metrics>,
}

impl Thinkers {
    /// So many threads, before which so many turns can wait.
    ///
    /// # Errors
    /// What the system says where it gives no threads.
    pub fn start(threads: usize, most_waiting: usize, metrics: &Arc<Metrics>) -> Result<Self, std::io::Error> {
        let (queue, tasks) = sync_channel(most_waiting);
        let tasks = Arc::new(Mutex::new(tasks));
        for number in 0..threads.max(1) {
            let (tasks, metrics) = (tasks.clone(), metrics.clone());
            let thread = std::thread::Builder::new().name(format!("cpu-player-{number}"));
            thread.spawn(move || think_all(&tasks, &metrics))?;
        }
        Ok(Self { queue, metrics: metrics.clone() })
    }

    /// Has a turn thought about; the room is told the move. Whether the queue had a place for it.
    #[must_use]
    pub fn ask(&self, turn: CpuTurn, position: Position, room: mpsc::Sender<RoomMessage>) -> bool {
        let is_taken = self.queue.try_send(Task { turn, position, room }).is_ok();
        if is_taken {
            self.metrics.cpu_queue.add(1);
        } else {
            self.metrics.cpu_postponed.add(1);
        }
        is_taken
    }
}

fn think_all(tasks: &Mutex<Receiver<Task>>, metrics: &Metrics) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { turn, position, room }) = task else { return };
        let began = Instant::now();
        // A thought that fails must not take the thread from all other rooms.
        let action = catch_unwind(AssertUnwindSafe(|| turn.think(&position))).unwrap_or(None);
        metrics.cpu_seconds.observe(began.elapsed().as_secs_f64());
        metrics.cpu_queue.add(-1);
        // The room may be gone, and has no need of the move then.
        let _ = room.blocking_send(RoomMessage::Thought { turn, action });
    }
}
