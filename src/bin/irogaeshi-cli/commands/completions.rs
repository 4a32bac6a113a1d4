//! Scripts by which shells complete the tool's commands and options.

use std::io::{self, Write};

use clap::Command;
use clap_complete::{Shell, generate};

/// Prints the script for a shell.
pub(crate) fn print(mut command: Command, shell: Shell, out: &mut impl Write) -> io::Result<()> {
    let name = command.get_name().to_owned();
    // The generator panics where it cannot write.
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    out.write_all(&script)
}
