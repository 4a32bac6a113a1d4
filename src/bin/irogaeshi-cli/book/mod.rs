//! Makes the opening book, by the engine's own searches.

mod studies;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use irogaeshi::cpu::classic::{BookDraft, BookPlan, Bookmaker, Evaluation};

use crate::book::studies::{Studies, StudiesError, Study};
use crate::engine::budget::{Depth, NotADepth};
use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::out::parallel::{in_parallel, read_threads, usual_threads};

/// What the book is to be.
#[derive(clap::Args)]
pub(crate) struct BookArguments {
    /// Where what was found out is kept; an interrupted run goes on there, and a larger book makes use of it.
    #[arg(value_name = "FILE")]
    studies: PathBuf,
    /// Where the book is written.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many plies ahead moves are searched.
    #[arg(long, value_name = "N", default_value = "16", value_parser = read_depth)]
    depth: u32,
    /// How many positions the book knows.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// How many plies the book goes on, except where a named opening does.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=40))]
    plies: u32,
    /// How many discs worse than the best a move may be for the book to go on after it.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(i32).range(0..=64))]
    margin: i32,
    /// On how many threads; as many as there are cores where it is left out.
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

/// The least depth at which moves are searched for a book.
const LEAST_DEPTH: u32 = 4;

fn read_depth(text: &str) -> Result<u32, String> {
    let depth: Depth = text.parse().map_err(|error: NotADepth| error.to_string())?;
    let plies = depth.plies();
    if plies < LEAST_DEPTH { Err(format!("a book takes at least {LEAST_DEPTH} plies")) } else { Ok(plies) }
}

/// Studies what is not yet known, round by round, and writes the book.
///
/// The book depends on the plan and the evaluation alone, not on threads or interruptions.
///
/// # Errors
/// When the file of studies belongs to something else or is damaged, or something cannot be written.
pub(crate) fn run(arguments: &BookArguments, out: &mut impl Write) -> Result<(), Failure> {
    let BookArguments { depth, plies, margin, .. } = *arguments;
    let threads = arguments.threads.unwrap_or_else(usual_threads);
    let plan = BookPlan { depth, plies, margin, positions: arguments.positions as usize };
    // It had better be known before hours of work that it cannot be written.
    check_writable(&arguments.out)?;
    let mut studies = Studies::open(&arguments.studies, depth, Evaluation::built_in().checksum())?;
    let mut draft = BookDraft::new(plan);
    loop {
        let wanted = draft.wanted();
        if wanted.is_empty() {
            break;
        }
        let missing: Vec<_> = wanted.iter().filter(|board| !studies.contains(**board)).copied().collect();
        let title = format!("positions {} to {} of {}", draft.len() + 1, draft.len() + wanted.len(), plan.positions);
        let file = studies.file();
        let found = in_parallel(
            missing.len(),
            threads,
            &title,
            || Ok(Bookmaker::new(Evaluation::built_in(), depth)),
            |bookmaker, number| -> Result<Study, StudiesError> {
                let study = Study { board: missing[number], moves: bookmaker.study(missing[number]) };
                file.keep(&study)?;
                Ok(study)
            },
        )?;
        studies.add(found);
        for board in wanted {
            draft.learn(board, studies.moves(board).to_vec());
        }
    }
    let book = draft.book();
    let file = book.to_file();
    write_whole(&arguments.out, &file)?;
    let positions = book.positions().len();
    Ok(writeln!(out, "{}: {positions} positions, {} bytes", arguments.out.display(), file.len())?)
}
