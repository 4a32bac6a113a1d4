//! The list of public rooms, shared by all readers.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::online::{RoomListing, ServerMessage};
use crate::server::now::now_ms;
use crate::server::store::{Store, StoreError};

/// Minimum interval between changes of the list.
const MIN_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum rooms in the list.
const MAX_ROOMS: u32 = 100;
/// Maximum bytes of the list, since every reader gets all of it. Rooms with large boards are dropped first, so that a
/// few of them do not hide many others.
const MAX_BYTES: usize = 64 * 1024;

/// The list of public rooms. Read from the store at most once a second, regardless of the number of readers.
#[derive(Clone)]
pub struct Lobby {
    store: Arc<dyn Store>,
    list: Arc<watch::Sender<Arc<[RoomListing]>>>,
    read_at: Arc<Mutex<Option<Instant>>>,
}

impl Lobby {
    /// Starts a task that refreshes the list while somebody subscribes.
    #[must_use]
    pub fn start(store: Arc<dyn Store>) -> Self {
        let lobby = Self { store, list: Arc::new(watch::Sender::new(Arc::new([]))), read_at: Arc::default() };
        tokio::spawn(lobby.clone().follow());
        lobby
    }

    async fn follow(self) {
        let mut ticks = interval(MIN_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.list.receiver_count() > 0
                && let Err(error) = self.now().await
            {
                tracing::warn!(%error, "the public rooms could not be read");
            }
        }
    }

    /// The current rooms, at most a second old.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn now(&self) -> Result<Arc<[RoomListing]>, StoreError> {
        let mut read_at = self.read_at.lock().await;
        // Slightly less than the interval, so that each tick reads.
        if read_at.is_none_or(|at| at.elapsed() >= MIN_INTERVAL.mul_f32(0.9)) {
            let rooms = within_limit(self.store.listed(now_ms(), MAX_ROOMS).await?);
            *read_at = Some(Instant::now());
            self.list.send_if_modified(|list| {
                let is_new = **list != *rooms;
                *list = rooms.into();
                is_new
            });
        }
        Ok(self.list.borrow().clone())
    }

    /// Subscribes to changes of the list.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<Arc<[RoomListing]>> {
        self.list.subscribe()
    }
}

fn within_limit(rooms: Vec<RoomListing>) -> Vec<RoomListing> {
    let bytes_of = |room: &RoomListing| ServerMessage::Rooms { rooms: vec![room.clone()] }.write().len();
    let mut by_size: Vec<_> = rooms.into_iter().map(|room| (bytes_of(&room), room)).enumerate().collect();
    by_size.sort_by_key(|(_, (bytes, _))| *bytes);
    let mut total = 0;
    let within = by_size.into_iter().take_while(|(_, (bytes, _))| {
        total += bytes;
        total <= MAX_BYTES
    });
    let mut in_order: Vec<_> = within.collect();
    in_order.sort_by_key(|(index, _)| *index);
    in_order.into_iter().map(|(_, (_, room))| room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online::RoomCode;
    use crate::rules::{Start, Variant};

    fn room(number: u64, variant: &Arc<Variant>) -> RoomListing {
        RoomListing {
            code: RoomCode::new(number),
            variant: variant.clone(),
            clock: None,
            start: Start::Normal,
            swap: false,
            seats: Vec::new(),
        }
    }

    #[test]
    fn large_boards_do_not_hide_small_ones() {
        let small = Arc::new(Variant::classic(8).expect("a side that there is"));
        let large = Arc::new(small.renamed(&"x".repeat(64)).with_about(&"🌸".repeat(500)));
        let rooms: Vec<_> = (0..40).map(|number| room(number, if number < 35 { &large } else { &small })).collect();
        let listed = within_limit(rooms.clone());
        let small_rooms = &rooms[35..];
        assert!(small_rooms.iter().all(|room| listed.contains(room)), "{} are listed", listed.len());
        assert!(listed.len() < rooms.len());
    }
}
