//! Clock of the server, the only place that reads the system time.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since the beginning of 1970 (UTC).
#[must_use]
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
