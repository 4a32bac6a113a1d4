//! The threads on which CPU players think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use tokio::sync::mpsc;

use super::RoomMessage;
use super::turn_queue::{TurnLimits, TurnQueue};
use crate::online::CpuTurn;
use crate::rules::Position;
use crate::server::limits::AddressKey;
use crate::server::metrics::Metrics;
use crate::server::options::CpuOptions;

/// A turn that is to be thought about, and the room that waits for the move.
struct Task {
    turn: CpuTurn,
    position: Position,
    room: mpsc::Sender<RoomMessage>,
    wanted: Weak<()>,
}

/// The threads on which CPU players think, and the queue before them, in which networks are served in turn.
pub struct Thinkers {
    desk: Arc<Desk>,
    metrics: Arc<Metrics>,
}

/// State shared by the threads and their callers.
struct Desk {
    state: Mutex<State>,
    has_changed: Condvar,
}

struct State {
    queue: TurnQueue<AddressKey, Task>,
    is_closed: bool,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next turn; `None` once nobody can ask any more.
    fn next(&self) -> Option<(AddressKey, Task)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(next) = state.queue.pop() {
                return Some(next);
            }
            state = self.has_changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Thinkers {
    /// Starts the threads.
    ///
    /// # Errors
    /// What the system says where it gives no threads.
    pub fn start(options: &CpuOptions, metrics: &Arc<Metrics>) -> Result<Self, std::io::Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = options.cpu_threads.unwrap_or(cores / 2).max(1);
        let queue = TurnQueue::new(TurnLimits {
            waiting: options.cpu_queue,
            waiting_per_key: options.cpu_queue_per_address,
            // One thread is left to everybody else.
            under_way_per_key: (threads - 1).max(1),
        });
        let state = Mutex::new(State { queue, is_closed: false });
        let desk = Arc::new(Desk { state, has_changed: Condvar::new() });
        for number in 0..threads {
            let (desk, metrics) = (desk.clone(), metrics.clone());
            let thread = std::thread::Builder::new().name(format!("cpu-player-{number}"));
            thread.spawn(move || think_all(&desk, &metrics))?;
        }
        Ok(Self { desk, metrics: metrics.clone() })
    }

    /// Has a turn thought about on behalf of an address, unless nobody holds on to the [`Thinking`] any more; the room
    /// is told the move. `None` where the queue had no place for it.
    #[must_use]
    pub fn ask(
        &self,
        asker: AddressKey,
        turn: &CpuTurn,
        position: Position,
        room: mpsc::Sender<RoomMessage>,
    ) -> Option<Thinking> {
        let thinking = Thinking { turn: turn.clone(), wanted: Arc::new(()) };
        let task = Task { turn: turn.clone(), position, room, wanted: Arc::downgrade(&thinking.wanted) };
        if !self.desk.lock().queue.push(asker.network(), task) {
            self.metrics.cpu_postponed.add(1);
            return None;
        }
        self.metrics.cpu_queue.add(1);
        self.desk.has_changed.notify_all();
        Some(thinking)
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.desk.lock().is_closed = true;
        self.desk.has_changed.notify_all();
    }
}

/// A turn that waits for a thread, or is thought about. Dropping it takes the turn out of the queue.
#[derive(Debug)]
pub struct Thinking {
    turn: CpuTurn,
    wanted: Arc<()>,
}

impl Thinking {
    /// The turn.
    #[must_use]
    pub const fn turn(&self) -> &CpuTurn {
        &self.turn
    }
}

fn think_all(desk: &Desk, metrics: &Metrics) {
    while let Some((asker, Task { turn, position, room, wanted })) = desk.next() {
        if wanted.strong_count() > 0 {
            let began = Instant::now();
            // A thought that fails must not take the thread from all other rooms.
            let action = catch_unwind(AssertUnwindSafe(|| turn.think(&position))).unwrap_or(None);
            metrics.cpu_seconds.observe(began.elapsed().as_secs_f64());
            // The room may be gone, and has no need of the move then.
            let _ = room.blocking_send(RoomMessage::Thought { turn, action });
        }
        metrics.cpu_queue.add(-1);
        desk.lock().queue.finish(asker);
        desk.has_changed.notify_all();
    }
}
