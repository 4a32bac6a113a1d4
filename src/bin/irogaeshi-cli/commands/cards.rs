//! Command `cards`: measures the cards of built-in boards.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use irogaeshi::cpu::{Control, MeasuringEffort, Thinker};
use irogaeshi::rules::{BoardCard, Position, Variant};

use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::out::json::print_line;
use crate::out::parallel::{in_parallel, read_threads, usual_threads};

#[derive(clap::Args)]
pub(crate) struct CardsArguments {
    /// Boards to measure [default: all built-in boards].
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,
    /// Number of random games on each board.
    #[arg(long, value_name = "N", default_value_t = MeasuringEffort::FULL.games, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = MeasuringEffort::FULL.seed)]
    seed: u64,
    /// Positions for each move of the engine.
    #[arg(long, value_name = "N", default_value_t = MeasuringEffort::FULL.positions, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Visits for each move of the tree search.
    #[arg(long, value_name = "N", default_value_t = MeasuringEffort::FULL.visits, value_parser = clap::value_parser!(u64).range(1..))]
    visits: u64,
    /// File to write instead of printing.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of boards to measure at the same time [default: number of cores].
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

/// Measures cards and prints or writes them. The same arguments give the same cards on every machine.
///
/// # Errors
/// If a board is unknown, or the file cannot be written.
pub(crate) fn run(arguments: &CardsArguments, out: &mut impl Write) -> Result<(), Failure> {
    let keys: Vec<String> = Variant::built_in_keys().collect();
    let chosen = if arguments.boards.is_empty() { &keys } else { &arguments.boards };
    let numbers = chosen.iter().map(|board| {
        let unknown =
            || Failure::Refused(format!("\"{board}\" is not a built-in board; `irogaeshi-cli boards` lists them"));
        keys.iter().position(|key| key == board).ok_or_else(unknown)
    });
    let numbers = numbers.collect::<Result<Vec<usize>, Failure>>()?;
    if let Some(path) = &arguments.out {
        check_writable(path)?;
    }
    let measure = |(): &mut (), index: usize| card(&keys[numbers[index]], numbers[index], arguments);
    let threads = arguments.threads.unwrap_or_else(usual_threads);
    let cards = in_parallel(numbers.len(), threads, "cards", || Ok(()), measure)?;
    let mut text = Vec::new();
    let CardsArguments { games, seed, positions, visits, .. } = arguments;
    writeln!(
        text,
        "; Cards of the built-in boards, one line of JSON each; `BoardCard` in src/rules explains the fields."
    )?;
    writeln!(
        text,
        "; irogaeshi-cli cards --games {games} --seed {seed} --positions {positions} --visits {visits} --out \
         assets/cards.txt"
    )?;
    cards.iter().try_for_each(|card| print_line(&mut text, card))?;
    match &arguments.out {
        Some(path) => Ok(write_whole(path, &text)?),
        None => Ok(out.write_all(&text)?),
    }
}

fn card(key: &str, index: usize, arguments: &CardsArguments) -> Result<BoardCard, Failure> {
    let missing = || Failure::Refused(format!("{key} is not a built-in board"));
    let start = Position::start(Variant::built_in(key).ok_or_else(missing)?);
    let CardsArguments { games, seed, positions, visits, .. } = *arguments;
    let effort = MeasuringEffort { games, seed, positions, visits };
    let measures = Thinker::default().measure(&start, effort, &mut Control::new());
    let measures = measures.map_err(|reason| Failure::Wrong(format!("{key} cannot be measured: {reason}")))?;
    Ok(BoardCard {
        board: key.to_owned(),
        number: index as u32 + 1,
        author: author(key).to_owned(),
        measures: measures.ok_or_else(missing)?,
    })
}

fn author(key: &str) -> &'static str {
    let shelf = Variant::shelves().find(|shelf| shelf.keys.iter().any(|other| other == key));
    match shelf.map(|shelf| shelf.key) {
        Some("classic") => BoardCard::TRADITIONAL,
        Some("own") => "Irogaeshi",
        _ if key == "five" => "Irogaeshi",
        _ => "y-tetsu",
    }
}
