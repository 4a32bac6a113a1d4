//! Server of online play.

use std::process::ExitCode;

use clap::Parser;
use irogaeshi::server::options::ServerOptions;
use irogaeshi::server::running;

#[tokio::main]
async fn main() -> ExitCode {
    match running::run(ServerOptions::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("irogaeshi-server: {error}");
            ExitCode::FAILURE
        }
    }
}
