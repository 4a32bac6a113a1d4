//! A line of text, whatever it quotes.

use std::io::{self, Write};

/// The text on one line, without what would command a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Says something on stderr, in one line. A closed stderr leaves the exit code to say it.
pub(crate) fn say(what: &str) {
    let _ = writeln!(io::stderr(), "irogaeshi-cli: {}", one_line(what));
}
