//! What a server does again and again: it looks for rooms in which something is due, and hears what others appended.

use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use super::{OpenRooms, RoomMessage};
use crate::online::RoomCode;
use crate::server::now::now_ms;
use crate::server::store::{Notice, StoreError};

/// The most rooms of each kind that are looked at in one round.
const MOST_A_ROUND: u32 = 1_000;
/// The most rooms that are removed at once, as nothing else is written meanwhile.
const MOST_PRUNED: u32 = 100;
/// How often it is looked for lost notices.
const HEAL_EVERY: Duration = Duration::from_secs(10);
/// How much farther back that looks, as the clocks of servers differ, in milliseconds.
const HEAL_BACK_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Looks for what is due, as long as the server runs.
pub async fn make_rounds(rooms: OpenRooms) {
    let mut ticks = interval(rooms.shared.options.times.round.max(Duration::from_millis(20)));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = make_round(&rooms).await {
            tracing::warn!(%error, "the store did not say what is due");
        }
    }
}

async fn make_round(rooms: &OpenRooms) -> Result<(), StoreError> {
    let (store, times) = (&rooms.shared.store, &rooms.shared.options.times);
    let now = now_ms();
    for room in store.due(now, MOST_A_ROUND).await? {
        // A room in memory does by itself what is due.
        drop(rooms.open(room));
    }
    for room in store.orphaned(now, MOST_A_ROUND).await? {
        send(rooms, room, RoomMessage::Orphaned).await;
    }
    let patience_ms = times.forsaken.as_millis() as u64;
    for room in store.forsaken(now.saturating_sub(patience_ms), MOST_A_ROUND).await? {
        send(rooms, room, RoomMessage::Forsaken).await;
    }
    if times.keep_days > 0 {
        let removed = store.prune(now.saturating_sub(u64::from(times.keep_days) * DAY_MS), MOST_PRUNED).await?;
        if removed > 0 {
            tracing::info!(removed, "old rooms are removed");
        }
    }
    Ok(())
}

/// Passes on what other servers say, as long as this one runs.
pub async fn follow_notices(rooms: OpenRooms) {
    let (store, server) = (rooms.shared.store.clone(), rooms.shared.server);
    let mut notices = store.notices();
    let mut heal = interval(HEAL_EVERY);
    heal.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut healed_ms = now_ms();
    loop {
        let notice = tokio::select! {
            notice = notices.recv() => notice,
            _ = heal.tick() => {
                heal_lost(&rooms, &mut healed_ms).await;
                continue;
            }
        };
        match notice {
            // One's own appends too: the answer to one may have been lost.
            Ok(Notice::Appended { room, sequence, .. }) => {
                tell_if_open(&rooms, room, RoomMessage::Appended { sequence: Some(sequence) }).await;
            }
            Ok(Notice::Presence { room, by }) if by != server => {
                tell_if_open(&rooms, room, RoomMessage::PresenceChanged).await;
            }
            Ok(Notice::Said(said)) if said.by != server => {
                let message = RoomMessage::Said { player: said.player, reaction: said.reaction };
                tell_if_open(&rooms, said.room, message).await;
            }
            Ok(Notice::Missed) | Err(RecvError::Lagged(_)) => {
                heal_lost(&rooms, &mut healed_ms).await;
                for inbox in rooms.all_in_memory() {
                    let _ = inbox.send(RoomMessage::PresenceChanged).await;
                }
            }
            Ok(_) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Asks what others have appended since this was last known, which is long ago if the store was away.
async fn heal_lost(rooms: &OpenRooms, healed_ms: &mut u64) {
    let (now, since) = (now_ms(), healed_ms.saturating_sub(HEAL_BACK_MS));
    match rooms.shared.store.appended_since(since, rooms.shared.server).await {
        Ok(appended) => {
            *healed_ms = now;
            for (room, sequence) in appended {
                tell_if_open(rooms, room, RoomMessage::Appended { sequence: Some(sequence) }).await;
            }
        }
        Err(error) => tracing::warn!(%error, "the store did not say what others have appended"),
    }
}

async fn tell_if_open(rooms: &OpenRooms, room: RoomCode, message: RoomMessage) {
    if let Some(inbox) = rooms.in_memory(room) {
        // A room that has just been forgotten reads all of it when it is needed again.
        let _ = inbox.send(message).await;
    }
}

async fn send(rooms: &OpenRooms, room: RoomCode, message: RoomMessage) {
    let _ = rooms.open(room).send(message).await;
}
