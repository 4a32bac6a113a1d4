//! Metrics of the server in the Prometheus text format.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use super::process;

/// A number that only increases.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds to the number.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// Adds a number, which may be negative.
    pub fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// The current value.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counters by reason. Reasons are few, so a list is enough.
#[derive(Debug, Default)]
pub struct CountersByReason(Mutex<Vec<(&'static str, u64)>>);

impl CountersByReason {
    /// Increments the counter of a reason.
    pub fn count(&self, reason: &'static str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, count)) => *count += 1,
            None => counts.push((reason, 1)),
        }
    }
}

/// A histogram with fixed upper bounds.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [f64],
    counts: Vec<AtomicU64>,
    /// Sum of all values, in millionths.
    sum: AtomicU64,
}

impl Histogram {
    fn new(bounds: &'static [f64]) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self { bounds, counts, sum: AtomicU64::new(0) }
    }

    /// Records a value.
    pub fn observe(&self, value: f64) {
        let at = self.bounds.iter().position(|bound| value <= *bound).unwrap_or(self.bounds.len());
        self.counts[at].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add((value * 1e6) as u64, Ordering::Relaxed);
    }
}

const SECONDS: &[f64] = &[0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];
const SIZES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1_024.0];

/// All metrics of the server.
#[derive(Debug)]
pub struct Metrics {
    /// Open sockets.
    pub connections: Gauge,
    /// Rooms in memory.
    pub rooms: Gauge,
    /// Open rooms with at least one connection.
    pub occupied_rooms: Gauge,
    /// Commands by result.
    pub commands: CountersByReason,
    /// Rejected or closed connections and requests, by reason.
    pub refused: CountersByReason,
    /// Time to store events durably, in seconds.
    pub append_seconds: Histogram,
    /// Time of a commit, in seconds.
    pub commit_seconds: Histogram,
    /// Number of appends in a commit.
    pub commit_size: Histogram,
    /// Appends that failed because another server was first.
    pub conflicts: Counter,
    /// Errors of the store.
    pub store_errors: Counter,
    /// CPU players' moves waiting or being computed.
    pub cpu_queue: Gauge,
    /// Time a CPU player takes to compute a move, in seconds.
    pub cpu_seconds: Histogram,
    /// CPU players' moves postponed because the queue was full.
    pub cpu_postponed: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            connections: Gauge::default(),
            rooms: Gauge::default(),
            occupied_rooms: Gauge::default(),
            commands: CountersByReason::default(),
            refused: CountersByReason::default(),
            append_seconds: Histogram::new(SECONDS),
            commit_seconds: Histogram::new(SECONDS),
            commit_size: Histogram::new(SIZES),
            conflicts: Counter::default(),
            store_errors: Counter::default(),
            cpu_queue: Gauge::default(),
            cpu_seconds: Histogram::new(SECONDS),
            cpu_postponed: Counter::default(),
        }
    }
}

impl Metrics {
    /// All metrics in the Prometheus text format.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = Text(String::new());
        text.gauge("connections", "Open sockets.", self.connections.get());
        text.gauge("rooms_in_memory", "Rooms in memory.", self.rooms.get());
        text.gauge("rooms_occupied", "Open rooms with at least one connection.", self.occupied_rooms.get());
        text.gauge("cpu_queue", "Moves of CPU players being computed or waiting.", self.cpu_queue.get());
        text.by_reason("commands_total", "Commands by result.", "result", &self.commands);
        text.by_reason("refused_total", "Refused connections and requests, by reason.", "reason", &self.refused);
        text.counter(
            "conflicts_total",
            "Appends that failed because another server appended first.",
            self.conflicts.get(),
        );
        text.counter("store_errors_total", "Errors of the store.", self.store_errors.get());
        text.counter(
            "cpu_postponed_total",
            "Moves of CPU players postponed because the queue was full.",
            self.cpu_postponed.get(),
        );
        text.histogram("append_seconds", "Time to store events durably, in seconds.", &self.append_seconds);
        text.histogram("commit_seconds", "Time of a commit, in seconds.", &self.commit_seconds);
        text.histogram("commit_appends", "Number of appends in a commit.", &self.commit_size);
        text.histogram("cpu_seconds", "Time to compute a move of a CPU player, in seconds.", &self.cpu_seconds);
        text.process();
        text.0
    }
}

/// Writer of the text format; prefixes the server's metric names.
struct Text(String);

impl Text {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.0, "irogaeshi_{line}").expect("writing to a string cannot fail");
    }

    fn head(&mut self, name: &str, help: &str, kind: &str) {
        writeln!(self.0, "# HELP irogaeshi_{name} {help}\n# TYPE irogaeshi_{name} {kind}")
            .expect("writing to a string cannot fail");
    }

    fn gauge(&mut self, name: &str, help: &str, value: i64) {
        self.head(name, help, "gauge");
        self.line(format_args!("{name} {value}"));
    }

    fn counter(&mut self, name: &str, help: &str, value: u64) {
        self.head(name, help, "counter");
        self.line(format_args!("{name} {value}"));
    }

    fn by_reason(&mut self, name: &str, help: &str, label: &str, counts: &CountersByReason) {
        self.head(name, help, "counter");
        for (reason, count) in counts.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            self.line(format_args!("{name}{{{label}=\"{reason}\"}} {count}"));
        }
    }

    /// Writes metrics of the process, under the names that Prometheus clients commonly use.
    fn process(&mut self) {
        let mut write = |name: &str, help: &str, kind: &str, value: Option<String>| {
            let Some(value) = value else { return };
            writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}")
                .expect("writing to a string cannot fail");
        };
        let (memory, cpu) = (process::resident_memory_bytes(), process::cpu_seconds());
        let (memory, cpu) = (memory.map(|bytes| bytes.to_string()), cpu.map(|seconds| seconds.to_string()));
        write("process_resident_memory_bytes", "Resident memory of the process, in bytes.", "gauge", memory);
        write("process_cpu_seconds_total", "CPU time of the process, in seconds.", "counter", cpu);
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.head(name, help, "histogram");
        let mut total = 0;
        for (at, count) in histogram.counts.iter().enumerate() {
            total += count.load(Ordering::Relaxed);
            match histogram.bounds.get(at) {
                Some(bound) => self.line(format_args!("{name}_bucket{{le=\"{bound}\"}} {total}")),
                None => self.line(format_args!("{name}_bucket{{le=\"+Inf\"}} {total}")),
            }
        }
        let sum = histogram.sum.load(Ordering::Relaxed) as f64 / 1e6;
        self.line(format_args!("{name}_sum {sum}"));
        self.line(format_args!("{name}_count {total}"));
    }
}
