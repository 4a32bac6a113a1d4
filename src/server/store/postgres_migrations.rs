//! Schema of the PostgreSQL store and its migrations.

use tokio_postgres::Client;

use super::StoreError;
use super::postgres_connector::Connector;
use super::postgres_session::Session;

/// Number of the advisory lock that servers take before they migrate.
const LOCK: i64 = 0x6972_6f67_6165_7368;

/// SQL that upgrades the tables to each version from the previous one. Never change a released step.
///
/// Codes use the collation "C", which is faster and the same everywhere.
const MIGRATIONS: [&str; 2] = [
    r#"
    CREATE TABLE rooms (
        code TEXT COLLATE "C" PRIMARY KEY,
        -- The number of its last event.
        sequence BIGINT NOT NULL,
        created_ms BIGINT NOT NULL,
        updated_ms BIGINT NOT NULL,
        -- The server that appended last.
        server TEXT NOT NULL,
        due_ms BIGINT,
        host TEXT NOT NULL,
        -- The devices of the humans who sit there, with spaces between.
        seated TEXT NOT NULL,
        -- As JSON, while the room stands in the public list.
        listing TEXT,
        wish TEXT NOT NULL,
        is_closed BOOLEAN NOT NULL
    );
    CREATE INDEX rooms_due ON rooms (due_ms) WHERE due_ms IS NOT NULL;
    CREATE INDEX rooms_updated ON rooms (updated_ms);
    CREATE INDEX rooms_listed ON rooms (created_ms) WHERE listing IS NOT NULL;
    CREATE INDEX rooms_wanted ON rooms (wish, created_ms) WHERE listing IS NOT NULL;
    CREATE INDEX rooms_open ON rooms (code) WHERE NOT is_closed;

    CREATE TABLE events (
        room TEXT COLLATE "C" NOT NULL,
        sequence BIGINT NOT NULL,
        format INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (room, sequence)
    );

    CREATE TABLE servers (
        server TEXT COLLATE "C" PRIMARY KEY,
        until_ms BIGINT NOT NULL
    );

    CREATE TABLE presence (
        room TEXT COLLATE "C" NOT NULL,
        device TEXT COLLATE "C" NOT NULL,
        server TEXT COLLATE "C" NOT NULL,
        PRIMARY KEY (room, device, server)
    );
    CREATE INDEX presence_server ON presence (server, room);
"#,
    r#"
    -- Whether humans can take seats there.
    ALTER TABLE rooms ADD COLUMN is_waiting BOOLEAN NOT NULL DEFAULT FALSE;
    -- When a device was last noted as gone from there.
    ALTER TABLE rooms ADD COLUMN left_ms BIGINT NOT NULL DEFAULT 0;
    UPDATE rooms SET is_waiting = TRUE WHERE is_closed = FALSE AND NOT EXISTS (
        SELECT 1 FROM events WHERE room = code AND event LIKE '%"kind":"started"%');
    CREATE INDEX rooms_waiting ON rooms (updated_ms) WHERE is_waiting = TRUE;
    DROP INDEX rooms_open;
    -- A number for the network that the device came from; 0 where an earlier version has noted it.
    ALTER TABLE presence ADD COLUMN network BIGINT NOT NULL DEFAULT 0;
"#,
];

/// Upgrades the tables, all steps or none, while other starting servers wait.
pub(super) async fn migrate(connector: &Connector) -> Result<(), StoreError> {
    let session = Session::open(connector, |_| {}).await?;
    let client = &*session.client;
    // Waiting for another server's migration must not time out.
    client.batch_execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; BEGIN").await?;
    // The lock lasts until COMMIT. A session that ends without COMMIT changes nothing.
    client.batch_execute(&format!("SELECT pg_advisory_xact_lock({LOCK})")).await?;
    let (known, found) = (MIGRATIONS.len() as u32, version(client).await?);
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for step in &MIGRATIONS[found as usize..] {
        client.batch_execute(step).await?;
    }
    client.batch_execute(&format!("UPDATE store_version SET version = {known}; COMMIT")).await?;
    Ok(())
}

/// Version of the existing tables; 0 for none.
async fn version(client: &Client) -> Result<u32, StoreError> {
    client
        .batch_execute(
            "CREATE TABLE IF NOT EXISTS store_version (version INTEGER NOT NULL);
             INSERT INTO store_version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM store_version)",
        )
        .await?;
    let row = client.query_typed_one("SELECT version FROM store_version", &[]).await?;
    let version: i32 = row.try_get(0)?;
    u32::try_from(version).map_err(|_| StoreError::Unfit { reason: format!("its tables have version {version}") })
}
