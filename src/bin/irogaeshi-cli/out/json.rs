//! JSON output, one object a line.

use std::io::{self, Write};

use serde::Serialize;

pub(crate) fn print_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}
