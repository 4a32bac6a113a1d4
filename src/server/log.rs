//! Log output: text for people or JSON for programs. Never contains tokens or addresses.

use std::fmt;
use std::io::stderr;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use super::now::now_ms;
use super::options::LogFormat;

/// Starts logging to standard error, from this level up.
pub fn start(format: LogFormat, level: Level) {
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.event_format(Json).init(),
    }
}

/// Writes one JSON object a line: `at_ms`, `level`, `message` and the event's fields.
struct Json;

impl<S, N> FormatEvent<S, N> for Json
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut fields = Fields(Map::new());
        fields.0.insert("at_ms".to_owned(), now_ms().into());
        fields.0.insert("level".to_owned(), event.metadata().level().as_str().into());
        event.record(&mut fields);
        writeln!(writer, "{}", Value::Object(fields.0))
    }
}

struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}
