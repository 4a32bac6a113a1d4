//! Single-line output, whatever the text quotes.

use std::io::{self, Write};

/// Joins a text into one line and removes control characters, which could command the terminal.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Prints lines to stderr. If stderr is closed, the exit code must be enough.
pub(crate) fn say_lines(what: &str) {
    let lines: Vec<String> = what.trim_end().lines().map(|line| line.replace(char::is_control, " ")).collect();
    let _ = writeln!(io::stderr(), "irogaeshi-cli: {}", lines.join("\n"));
}

/// Prints one line to stderr. If stderr is closed, the exit code must be enough.
pub(crate) fn say(what: &str) {
    let _ = writeln!(io::stderr(), "irogaeshi-cli: {}", one_line(what));
}
