//! How rooms are found, the same in every store: SQLite and PostgreSQL both read these statements.

/// After which number, in which room.
pub(super) const EVENTS_AFTER: &str =
    "SELECT format, event FROM events WHERE room = $1 AND sequence > $2 ORDER BY sequence";

/// Of which room.
pub(super) const FIRST_EVENT: &str = "SELECT format, event FROM events WHERE room = $1 AND sequence = 1";

/// Until when, how many.
pub(super) const DUE: &str =
    "SELECT code FROM rooms WHERE due_ms IS NOT NULL AND due_ms <= $1 ORDER BY due_ms LIMIT $2";

/// Since when, not by which server.
pub(super) const APPENDED_SINCE: &str = "SELECT code, sequence FROM rooms WHERE updated_ms > $1 AND server <> $2";

/// At which time, how many.
pub(super) const LISTED: &str = "
    SELECT code, listing FROM rooms WHERE listing IS NOT NULL AND EXISTS (
        SELECT 1 FROM presence JOIN servers USING (server)
        WHERE presence.room = rooms.code AND presence.device = rooms.host AND servers.until_ms > $1)
    ORDER BY created_ms DESC LIMIT $2";

/// Which wish, how many.
pub(super) const WANTED: &str =
    "SELECT code, seated FROM rooms WHERE listing IS NOT NULL AND wish = $1 ORDER BY created_ms LIMIT $2";

/// All of them.
pub(super) const OPEN_ROOMS: &str = "SELECT count(*) FROM rooms WHERE is_closed = FALSE";

/// In which room, at which time.
pub(super) const PRESENT: &str =
    "SELECT DISTINCT device FROM presence JOIN servers USING (server) WHERE room = $1 AND until_ms > $2";

/// At which time, how many.
pub(super) const ORPHANED: &str = "
    SELECT DISTINCT room FROM presence
    WHERE server NOT IN (SELECT server FROM servers WHERE until_ms > $1) LIMIT $2";

/// Since when, at which time, how many.
pub(super) const FORSAKEN: &str = "
    SELECT code FROM rooms WHERE listing IS NOT NULL AND updated_ms < $1 AND NOT EXISTS (
        SELECT 1 FROM presence JOIN servers USING (server)
        WHERE presence.room = rooms.code AND presence.device = rooms.host AND servers.until_ms > $2)
    LIMIT $3";

/// Which server, until when.
pub(super) const LIVE: &str = "
    INSERT INTO servers (server, until_ms) VALUES ($1, $2)
    ON CONFLICT (server) DO UPDATE SET until_ms = excluded.until_ms";

/// Of all servers.
pub(super) const LIVED_UNTIL: &str = "SELECT max(until_ms) FROM servers";

/// Which room, at which time.
pub(super) const FORGET_ORPHANS: &str = "
    DELETE FROM presence
    WHERE room = $1 AND server NOT IN (SELECT server FROM servers WHERE until_ms > $2)";
