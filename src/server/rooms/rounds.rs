//! Periodic tasks of a server: finding rooms with overdue tasks, and following other servers' appends.

use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use super::{OpenRooms, RoomMessage};
use crate::online::RoomCode;
use crate::server::now::now_ms;
use crate::server::store::{Notice, StoreError};

/// Maximum rooms of each kind handled in one round.
const MAX_PER_ROUND: u32 = 1_000;
/// Maximum rooms deleted at once, since that blocks other writes.
const MAX_PRUNED: u32 = 100;
/// Interval between checks for lost notices.
const RECOVER_EVERY: Duration = Duration::from_secs(10);
/// Extra time to look back for lost notices, in milliseconds, since servers' clocks differ.
const LOOK_BACK_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Looks for overdue tasks while the server runs.
pub async fn make_rounds(rooms: OpenRooms) {
    let mut ticks = interval(rooms.shared.options.times.round.max(Duration::from_millis(20)));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = make_round(&rooms).await {
            tracing::warn!(%error, "rooms with due tasks could not be read");
        }
    }
}

async fn make_round(rooms: &OpenRooms) -> Result<(), StoreError> {
    let (store, times) = (&rooms.shared.store, &rooms.shared.options.times);
    let now = now_ms();
    for room in store.due(now, MAX_PER_ROUND).await? {
        // Loading a room is enough, since it then performs its overdue tasks.
        drop(rooms.open(room));
    }
    for room in store.of_gone_servers(now, MAX_PER_ROUND).await? {
        send(rooms, room, RoomMessage::ServerGone).await;
    }
    let timeout_ms = times.abandoned.as_millis() as u64;
    for room in store.abandoned(now.saturating_sub(timeout_ms), MAX_PER_ROUND).await? {
        send(rooms, room, RoomMessage::Abandoned).await;
    }
    if times.keep_days > 0 {
        let removed = store.prune(now.saturating_sub(u64::from(times.keep_days) * DAY_MS), MAX_PRUNED).await?;
        if removed > 0 {
            tracing::info!(removed, "old rooms deleted");
        }
    }
    Ok(())
}

/// Passes on notices of other servers while this one runs.
pub async fn follow_notices(rooms: OpenRooms) {
    let (store, server) = (rooms.shared.store.clone(), rooms.shared.server);
    let mut notices = store.notices();
    let mut recovery = interval(RECOVER_EVERY);
    recovery.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut recovered_ms = now_ms();
    loop {
        let notice = tokio::select! {
            notice = notices.recv() => notice,
            _ = recovery.tick() => {
                recover_lost_notices(&rooms, &mut recovered_ms).await;
                continue;
            }
        };
        match notice {
            // Includes own appends, since the answer to one may have been lost.
            Ok(Notice::Appended { room, sequence, .. }) => {
                send_if_open(&rooms, room, RoomMessage::Appended { sequence: Some(sequence) }).await;
            }
            Ok(Notice::Presence { room, by }) if by != server => {
                send_if_open(&rooms, room, RoomMessage::PresenceChanged).await;
            }
            Ok(Notice::Reaction(reaction)) if reaction.by != server => {
                let message = RoomMessage::RemoteReaction { player: reaction.player, reaction: reaction.reaction };
                send_if_open(&rooms, reaction.room, message).await;
            }
            Ok(Notice::Missed) | Err(RecvError::Lagged(_)) => {
                recover_lost_notices(&rooms, &mut recovered_ms).await;
                for inbox in rooms.all_in_memory() {
                    let _ = inbox.send(RoomMessage::PresenceChanged).await;
                }
            }
            Ok(_) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Looks for appends by others since the last check, which may be long ago after an outage of the store.
async fn recover_lost_notices(rooms: &OpenRooms, recovered_ms: &mut u64) {
    let (now, since) = (now_ms(), recovered_ms.saturating_sub(LOOK_BACK_MS));
    match rooms.shared.store.appended_since(since, rooms.shared.server).await {
        Ok(appended) => {
            *recovered_ms = now;
            for (room, sequence) in appended {
                send_if_open(rooms, room, RoomMessage::Appended { sequence: Some(sequence) }).await;
            }
        }
        Err(error) => tracing::warn!(%error, "appends of other servers could not be read"),
    }
}

async fn send_if_open(rooms: &OpenRooms, room: RoomCode, message: RoomMessage) {
    if let Some(inbox) = rooms.in_memory(room) {
        // Fails only for a room that has just been unloaded. It reads everything when loaded again.
        let _ = inbox.send(message).await;
    }
}

async fn send(rooms: &OpenRooms, room: RoomCode, message: RoomMessage) {
    let _ = rooms.open(room).send(message).await;
}
