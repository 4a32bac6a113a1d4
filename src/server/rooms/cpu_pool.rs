//! Threads that compute CPU players' moves.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tokio::sync::mpsc;

use super::RoomMessage;
use super::turn_queue::{TurnLimits, TurnQueue};
use crate::cpu::{Control, CpuPlayer, Thinker};
use crate::online::{Action, CpuTurn};
use crate::rules::Position;
use crate::server::limits::AddressKey;
use crate::server::metrics::Metrics;
use crate::server::options::CpuOptions;

/// Maximum of positions or playouts for one move.
const MAX_WORK: u64 = 2_000_000;

/// A turn to compute, and the room that waits for the move.
struct Task {
    turn: CpuTurn,
    position: Position,
    room: mpsc::Sender<RoomMessage>,
    wanted: Weak<()>,
}

/// The threads that compute CPU players' moves, and their queue, which serves networks in turn.
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
    queue: TurnQueue<AddressKey, Task>,
    is_closed: bool,
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next turn; `None` after shutdown.
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
            thread.spawn(move || compute_moves(&shared, &metrics))?;
        }
        Ok(Self { shared, metrics: metrics.clone() })
    }

    /// Queues a turn on behalf of an address. The move is sent to the room. Dropping the returned [`PendingMove`]
    /// cancels it. `None` if the queue is full.
    #[must_use]
    pub fn submit(
        &self,
        address: AddressKey,
        turn: &CpuTurn,
        position: Position,
        room: mpsc::Sender<RoomMessage>,
    ) -> Option<PendingMove> {
        let pending = PendingMove { turn: turn.clone(), wanted: Arc::new(()) };
        let task = Task { turn: turn.clone(), position, room, wanted: Arc::downgrade(&pending.wanted) };
        if !self.shared.lock().queue.push(address.network(), task) {
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

/// A turn that is waiting or being computed. Dropping it removes the turn from the queue.
#[derive(Debug)]
pub struct PendingMove {
    turn: CpuTurn,
    wanted: Arc<()>,
}

impl PendingMove {
    /// The turn.
    #[must_use]
    pub const fn turn(&self) -> &CpuTurn {
        &self.turn
    }
}

fn compute_moves(shared: &SharedQueue, metrics: &Metrics) {
    while let Some((network, Task { turn, position, room, wanted })) = shared.next() {
        if wanted.strong_count() > 0 {
            let began = Instant::now();
            // A panic must not take this thread from all other rooms.
            let action = catch_unwind(AssertUnwindSafe(|| compute_move(&turn, &position))).unwrap_or(None);
            metrics.cpu_seconds.observe(began.elapsed().as_secs_f64());
            // The room may be gone; then nobody needs the move.
            let _ = room.blocking_send(RoomMessage::CpuMove { turn, action });
        }
        metrics.cpu_queue.add(-1);
        shared.lock().queue.finish(network);
        shared.has_changed.notify_all();
    }
}

/// The CPU player's move in this position of the room's match. May take seconds. `None` for a CPU player of a later
/// version.
fn compute_move(turn: &CpuTurn, position: &Position) -> Option<Action> {
    let player = CpuPlayer::try_from(&turn.cpu).ok()?;
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(turn.seed);
    let budget = player.budget(position).at_most(MAX_WORK);
    let report = Thinker::default().choose(player, position, budget, &mut dice, &mut Control::new())?;
    Some(Action::Move { player: turn.player, square: report.square()?, ply: turn.ply })
}
