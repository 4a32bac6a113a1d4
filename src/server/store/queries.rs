//! SQL queries that find rooms, shared by the SQLite and PostgreSQL stores.

/// Events after a number. Parameters: room, number.
pub(super) const EVENTS_AFTER: &str =
    "SELECT format, event FROM events WHERE room = $1 AND sequence > $2 ORDER BY sequence";

/// First event. Parameter: room.
pub(super) const FIRST_EVENT: &str = "SELECT format, event FROM events WHERE room = $1 AND sequence = 1";

/// Rooms with due tasks. Parameters: time, limit.
pub(super) const DUE: &str =
    "SELECT code FROM rooms WHERE due_ms IS NOT NULL AND due_ms <= $1 ORDER BY due_ms LIMIT $2";

/// Rooms appended to. Parameters: start time, server to exclude.
pub(super) const APPENDED_SINCE: &str = "SELECT code, sequence FROM rooms WHERE updated_ms > $1 AND server <> $2";

/// Listed rooms. Parameters: time, limit. Above the limit, takes the oldest and the newest, so that a flood of new
/// rooms does not hide older ones and rooms that stay do not keep new ones out. Of one network, takes the two oldest.
pub(super) const LISTED: &str = "
    WITH there AS (
        SELECT rooms.code, rooms.listing, rooms.created_ms, min(presence.network) AS network
        FROM rooms JOIN presence ON presence.room = rooms.code AND presence.device = rooms.host
            JOIN servers ON servers.server = presence.server
        WHERE rooms.listing IS NOT NULL AND servers.until_ms > $1
        GROUP BY rooms.code, rooms.listing, rooms.created_ms
    ), numbered AS (
        SELECT code, listing, created_ms, row_number() OVER (
            PARTITION BY network, CASE WHEN network = 0 THEN code END ORDER BY created_ms, code) AS of_network
        FROM there
    ), ranked AS (
        SELECT code, listing, created_ms, row_number() OVER (ORDER BY created_ms, code) AS from_oldest,
            row_number() OVER (ORDER BY created_ms DESC, code DESC) AS from_newest
        FROM numbered WHERE of_network <= 2
    )
    SELECT code, listing FROM ranked WHERE from_oldest <= $2 / 2 OR from_newest <= $2 - $2 / 2
    ORDER BY created_ms DESC, code DESC";

/// Rooms with a board and clock. Parameters: key, limit.
pub(super) const MATCHING: &str =
    "SELECT code, seated FROM rooms WHERE listing IS NOT NULL AND wish = $1 ORDER BY created_ms LIMIT $2";

/// Connected devices. Parameters: room, time, server to exclude.
pub(super) const PRESENT: &str = "
    SELECT DISTINCT device FROM presence JOIN servers USING (server)
    WHERE room = $1 AND until_ms > $2 AND server <> $3";

/// Rooms of servers that are gone. Parameters: time, limit.
pub(super) const OF_GONE_SERVERS: &str = "
    SELECT DISTINCT room FROM presence
    WHERE server NOT IN (SELECT server FROM servers WHERE until_ms > $1) LIMIT $2";

/// Abandoned rooms. Parameters: time, limit. Devices count until their departure is stored, even if their server is
/// gone.
pub(super) const ABANDONED: &str = "
    SELECT code FROM rooms WHERE is_waiting = TRUE AND updated_ms < $1 AND left_ms < $1 AND NOT EXISTS (
        SELECT 1 FROM presence
        WHERE presence.room = rooms.code AND (rooms.listing IS NULL OR presence.device = rooms.host))
    ORDER BY updated_ms LIMIT $2";

/// Sign of life. Parameters: server, end of its lease.
pub(super) const RENEW_LEASE: &str = "
    INSERT INTO servers (server, until_ms) VALUES ($1, $2)
    ON CONFLICT (server) DO UPDATE SET until_ms = excluded.until_ms";

/// End of the latest lease of any server.
pub(super) const LATEST_LEASE: &str = "SELECT max(until_ms) FROM servers";

/// Deletes the presence of servers that are gone. Parameters: room, time.
pub(super) const FORGET_GONE_SERVERS: &str = "
    DELETE FROM presence
    WHERE room = $1 AND server NOT IN (SELECT server FROM servers WHERE until_ms > $2)";
