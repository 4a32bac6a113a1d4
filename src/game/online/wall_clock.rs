//! The wall clock, which runs on while the computer sleeps.

/// Milliseconds since 1970 (UTC).
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Milliseconds since 1970 (UTC).
#[cfg(target_arch = "wasm32")]
pub(super) fn now_ms() -> u64 {
    js_sys::Date::now() as u64
}
