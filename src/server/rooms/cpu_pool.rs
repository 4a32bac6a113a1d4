//! Threads that do the tasks of CPU players: moves, choices of sides and drawn starts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use tokio::sync::mpsc;

use super::RoomMessage;
use super::turn_queue::{TurnLimits, TurnQueue};
use crate::cpu::{Answer, Control, CpuPlayer, Question, ThinkRequest, Thinker};
use crate::online::{Action, CpuTask, CpuTaskKind};
use crate::rules::Record;
use crate::server::limits::AddressKey;
use crate::server::metrics::Metrics;
use crate::server::options::CpuOptions;

/// Maximum of positions or playouts for one task.
const MAX_WORK: u64 = 2_000_000;

/// A task with its match, and the room that waits for the answer.
struct QueuedTask {
    task: CpuTask,
    record: Record,
    room: mpsc::Sender<RoomMessage>,
    wanted: Weak<()>,
}

/// The threads that do the tasks, and their queue, which serves networks in turn.
pub struct CpuPool {
    shared: Arc<SharedQueue>,
    metrics: Arc<Metrics>,
}

/// State shared by the threads and their callers.
struct SharedQueue {
    state: Mutex<State>,
    has_changed: Condvar,
}

struct State {
    queue: TurnQueue<AddressKey, QueuedTask>,
    is_closed: bool,
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next task; `None` after shutdown.
    fn next(&self) -> Option<(AddressKey, QueuedTask)> {
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

impl CpuPool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system's error if it cannot create a thread.
    pub fn start(options: &CpuOptions, metrics: &Arc<Metrics>) -> Result<Self, std::io::Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = options.cpu_threads.unwrap_or(cores / 2).max(1);
        let queue = TurnQueue::new(TurnLimits {
            waiting: options.cpu_queue,
            waiting_per_key: options.cpu_queue_per_address,
            // Leaves at least one thread for other networks.
            under_way_per_key: (threads - 1).max(1),
        });
        let state = Mutex::new(State { queue, is_closed: false });
        let shared = Arc::new(SharedQueue { state, has_changed: Condvar::new() });
        for number in 0..threads {
            let (shared, metrics) = (shared.clone(), metrics.clone());
            let thread = std::thread::Builder::new().name(format!("cpu-player-{number}"));
            thread.spawn(move || do_tasks(&shared, &metrics))?;
        }
        Ok(Self { shared, metrics: metrics.clone() })
    }

    /// Queues a task on behalf of an address. The answer is sent to the room. Dropping the returned [`PendingTask`]
    /// cancels it. `None` if the queue is full.
    #[must_use]
    pub fn submit(
        &self,
        address: AddressKey,
        task: &CpuTask,
        record: Record,
        room: mpsc::Sender<RoomMessage>,
    ) -> Option<PendingTask> {
        let pending = PendingTask { task: task.clone(), wanted: Arc::new(()) };
        let queued = QueuedTask { task: task.clone(), record, room, wanted: Arc::downgrade(&pending.wanted) };
        if !self.shared.lock().queue.push(address.network(), queued) {
            self.metrics.cpu_postponed.add(1);
            return None;
        }
        self.metrics.cpu_queue.add(1);
        self.shared.has_changed.notify_all();
        Some(pending)
    }
}

impl Drop for CpuPool {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.has_changed.notify_all();
    }
}

/// A task that is waiting or being done. Dropping it removes the task from the queue.
#[derive(Debug)]
pub struct PendingTask {
    task: CpuTask,
    wanted: Arc<()>,
}

impl PendingTask {
    /// The task.
    #[must_use]
    pub const fn task(&self) -> &CpuTask {
        &self.task
    }
}

fn do_tasks(shared: &SharedQueue, metrics: &Metrics) {
    while let Some((network, QueuedTask { task, record, room, wanted })) = shared.next() {
        if wanted.strong_count() > 0 {
            let began = Instant::now();
            // A panic must not take this thread from all other rooms.
            let action = catch_unwind(AssertUnwindSafe(|| action(&task, &record))).unwrap_or(None);
            metrics.cpu_seconds.observe(began.elapsed().as_secs_f64());
            // The room may be gone; then nobody needs the answer.
            let _ = room.blocking_send(RoomMessage::CpuAnswer { task, action });
        }
        metrics.cpu_queue.add(-1);
        shared.lock().queue.finish(network);
        shared.has_changed.notify_all();
    }
}

/// The action that answers a task in this match of a room; `None` for a CPU player of a later version. May take
/// seconds.
fn action(task: &CpuTask, record: &Record) -> Option<Action> {
    let known = |cpu| CpuPlayer::try_from(cpu).ok();
    let seed = task.seed;
    let question = match &task.kind {
        CpuTaskKind::DrawStart { plies } => Question::Start { plies: *plies, seed },
        CpuTaskKind::ChooseSide { player, cpu } => Question::SwapSides { player: known(cpu)?, own: *player, seed },
        CpuTaskKind::Move { cpu, .. } => Question::Move { player: known(cpu)?, seed, most_ms: None, per_move_ms: None },
    };
    let request = ThinkRequest { id: 0, record: record.to_string(), question };
    let answer = Thinker::default().answer(&request, Some(MAX_WORK), &mut Control::new()).answer.ok()?;
    match (&task.kind, answer) {
        (CpuTaskKind::DrawStart { .. }, Answer::Start(moves)) => Some(Action::Begin { moves }),
        (CpuTaskKind::ChooseSide { player, .. }, Answer::SwapSides(takes_over)) => {
            Some(Action::ChooseSide { player: *player, takes_over })
        }
        (CpuTaskKind::Move { player, .. }, Answer::Move(report)) => {
            Some(Action::Move { player: *player, square: report.square()?, ply: task.ply })
        }
        _ => None,
    }
}
