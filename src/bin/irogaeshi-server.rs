//! Server of online play.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Arg, ArgAction, CommandFactory, FromArgMatches};
use clap_mangen::Man;
use irogaeshi::server::options::ServerOptions;
use irogaeshi::server::running;

/// Name of the flag that prints the manual page.
const MAN: &str = "man";

#[tokio::main]
async fn main() -> ExitCode {
    let man = Arg::new(MAN).long(MAN).action(ArgAction::SetTrue).exclusive(true).help("Print the manual page");
    let mut command = ServerOptions::command().arg(man.help_heading(None::<&str>));
    // The variables are for the long help: the short one has a line for each option.
    if env::args_os().any(|argument| argument == "-h") {
        command = command.mut_args(|argument| argument.hide_env(true));
    }
    let matches = command.get_matches_mut();
    if matches.get_flag(MAN) {
        return print_manual(command);
    }
    let options = ServerOptions::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match running::run(options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("irogaeshi-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print_manual(command: clap::Command) -> ExitCode {
    let mut page = Vec::new();
    let printed = Man::new(command).render(&mut page).and_then(|()| io::stdout().write_all(&page));
    if printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
