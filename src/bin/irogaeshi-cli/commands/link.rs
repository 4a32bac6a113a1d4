//! Command `link`: writes games as links.

use std::io::Write;

use irogaeshi::notation::GameLink;

use crate::commands::game_source::read_games;
use crate::failure::Failure;

#[derive(clap::Args)]
pub(crate) struct LinkArguments {
    /// Games: moves such as f5d6c3, links, or files; "-" is standard input.
    ///
    /// A file may be in any format that the game reads, and may hold several games.
    #[arg(value_name = "GAME|FILE", required = true)]
    games: Vec<String>,
    /// Address of the page that opens the links.
    ///
    /// Without it, links begin with #game=.
    #[arg(long, value_name = "ADDRESS", default_value = "", hide_default_value = true)]
    page: String,
    /// Show the position after this many turns first.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Add a comment of up to 280 characters.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    comment: String,
    /// Leave the names of the players out.
    #[arg(long)]
    no_names: bool,
}

/// Prints the link of each game.
///
/// # Errors
/// If a game cannot be read, or does not fit into a link.
pub(crate) fn run(arguments: &LinkArguments, out: &mut impl Write) -> Result<(), Failure> {
    for source in &arguments.games {
        for game in read_games(source)? {
            let game = if arguments.no_names { game.with_names(|_| String::new()) } else { game };
            let plies = game.record().ply();
            if let Some(ply) = arguments.ply.filter(|ply| *ply > plies) {
                return Err(format!("there is no ply {ply}: the game has {plies} turns").into());
            }
            let link = GameLink::new(&game, arguments.ply, &arguments.comment).map_err(|error| error.to_string())?;
            writeln!(out, "{}", link.url(&arguments.page))?;
        }
    }
    Ok(())
}
