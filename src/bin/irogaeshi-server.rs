//! Server of online play.

use std::env;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use irogaeshi::server::options::ServerOptions;
use irogaeshi::server::running;

#[tokio::main]
async fn main() -> ExitCode {
    let mut command = ServerOptions::command();
    // The variables are for the long help: the short one has a line for each option.
    if env::args_os().any(|argument| argument == "-h") {
        command = command.mut_args(|argument| argument.hide_env(true));
    }
    let matches = command.get_matches();
    let options = ServerOptions::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match running::run(options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("irogaeshi-server: {error}");
            ExitCode::FAILURE
        }
    }
}
