//! Schema of the SQLite store and its migrations.

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// SQL that upgrades the tables to each version from the previous one. Never change a released step.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        -- The number of its last event.
        sequence INTEGER NOT NULL,
        created_ms INTEGER NOT NULL,
        updated_ms INTEGER NOT NULL,
        -- The server that appended last.
        server TEXT NOT NULL,
        due_ms INTEGER,
        host TEXT NOT NULL,
        -- The devices of the humans who sit there, with spaces between.
        seated TEXT NOT NULL,
        -- As JSON, while the room stands in the public list.
        listing TEXT,
        wish TEXT NOT NULL,
        is_closed INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX rooms_due ON rooms (due_ms) WHERE due_ms IS NOT NULL;
    CREATE INDEX rooms_updated ON rooms (updated_ms);
    CREATE INDEX rooms_listed ON rooms (created_ms) WHERE listing IS NOT NULL;
    CREATE INDEX rooms_wanted ON rooms (wish, created_ms) WHERE listing IS NOT NULL;
    CREATE INDEX rooms_open ON rooms (is_closed);

    CREATE TABLE events (
        room TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        format INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (room, sequence)
    ) WITHOUT ROWID;

    CREATE TABLE servers (
        server TEXT PRIMARY KEY,
        until_ms INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE presence (
        room TEXT NOT NULL,
        device TEXT NOT NULL,
        server TEXT NOT NULL,
        PRIMARY KEY (room, device, server)
    ) WITHOUT ROWID;
    CREATE INDEX presence_server ON presence (server, room);
",
    "
    -- Whether humans can take seats there.
    ALTER TABLE rooms ADD COLUMN is_waiting INTEGER NOT NULL DEFAULT FALSE;
    -- When a device was last noted as gone from there.
    ALTER TABLE rooms ADD COLUMN left_ms INTEGER NOT NULL DEFAULT 0;
    UPDATE rooms SET is_waiting = TRUE WHERE is_closed = FALSE AND NOT EXISTS (
        SELECT 1 FROM events WHERE room = code AND event LIKE '%\"kind\":\"started\"%');
    CREATE INDEX rooms_waiting ON rooms (updated_ms) WHERE is_waiting = TRUE;
    DROP INDEX rooms_open;
    -- A number for the network that the device came from; 0 where an earlier version has noted it.
    ALTER TABLE presence ADD COLUMN network INTEGER NOT NULL DEFAULT 0;
",
];

/// Upgrades the tables, all steps or none.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as u32;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for step in &MIGRATIONS[found as usize..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}
