//! Log output: text for people or JSON for programs. Never contains tokens or addresses.

use std::io::stderr;

use tracing::Level;

use super::options::LogFormat;

/// Starts logging to standard error, from this level up.
pub fn start(format: LogFormat, level: Level) {
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(stderr);
    match format {
        LogFormat::Text => log.init(),
        // The event's own fields stand beside the time and the level.
        LogFormat::Json => {
            log.json().flatten_event(true).with_current_span(false).with_span_list(false).init();
        }
    }
}
