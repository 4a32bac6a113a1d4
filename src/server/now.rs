//! The clock of the server: the only place that asks what time it is.

use std::time::{SystemTime, UNIX_EPOCH};

/// The time in milliseconds since the beginning of 1970 (UTC).
#[must_use]
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
