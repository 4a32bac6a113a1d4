//! Command `book`: makes opening books with the engine's own searches.

mod studies;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::ArgPredicate;
use irogaeshi::cpu::classic::{Bitboards, Book, BookBoard, BookMove, Engine, Evaluation};
use irogaeshi::cpu::training::{BookDraft, BookPlan, BookSolver, Bookmaker, Contradiction, SolvedDraft};
use irogaeshi::programs::{Depth, NotADepth};

use crate::book::studies::{Studies, StudiesError, Study};
use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::out::parallel::{in_parallel, read_threads, usual_threads};

#[derive(clap::Args)]
pub(crate) struct BookArguments {
    /// File that stores the searches so far.
    ///
    /// An interrupted run continues there, and a larger book reuses them.
    #[arg(value_name = "FILE")]
    studies: PathBuf,
    /// File to write the book to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Solve the board with sides of 4 or 6 squares.
    ///
    /// The book has a best move for either side against any play.
    #[arg(
        long,
        value_name = "SIDE",
        value_parser = read_small_board,
        conflicts_with_all = ["depth", "positions", "margin"]
    )]
    solve: Option<BookBoard>,
    /// Search depth in plies.
    #[arg(long, value_name = "N", default_value = "16", value_parser = read_depth)]
    depth: u32,
    /// Number of positions in the book.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// Length of the book in plies, except along named openings.
    ///
    /// With --solve, the default is 12.
    #[arg(
        long,
        value_name = "N",
        default_value = "16",
        default_value_if("solve", ArgPredicate::IsPresent, "12"),
        value_parser = clap::value_parser!(u32).range(1..=40)
    )]
    plies: u32,
    /// Maximum loss in discs of moves that the book continues after.
    ///
    /// The loss is measured against the best move.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(i32).range(0..=64))]
    margin: i32,
    /// Number of threads [default: number of cores].
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

/// Minimum depth of the searches.
const MIN_DEPTH: u32 = 4;

fn read_depth(text: &str) -> Result<u32, String> {
    let depth: Depth = text.parse().map_err(|error: NotADepth| error.to_string())?;
    let plies = depth.plies();
    if plies < MIN_DEPTH { Err(format!("must be at least {MIN_DEPTH} plies")) } else { Ok(plies) }
}

fn read_small_board(text: &str) -> Result<BookBoard, String> {
    let board = text.parse().ok().and_then(BookBoard::of_side).filter(|board| *board != BookBoard::EIGHT);
    board.ok_or_else(|| "only boards 4 or 6 squares wide can be solved".to_owned())
}

impl From<Contradiction> for Failure {
    fn from(error: Contradiction) -> Self {
        Self::Wrong(error.to_string())
    }
}

/// A book being made.
trait Draft {
    /// The positions to study next; empty when the book is complete.
    fn wanted(&self) -> Vec<Bitboards>;

    /// Adds the result of a position's study.
    fn learn(&mut self, board: Bitboards, moves: &[BookMove]);
}

impl Draft for BookDraft {
    fn wanted(&self) -> Vec<Bitboards> {
        self.wanted()
    }

    fn learn(&mut self, board: Bitboards, moves: &[BookMove]) {
        self.learn(board, moves.to_vec());
    }
}

impl Draft for SolvedDraft {
    fn wanted(&self) -> Vec<Bitboards> {
        self.wanted()
    }

    fn learn(&mut self, board: Bitboards, moves: &[BookMove]) {
        for best in moves {
            self.learn(board, *best);
        }
    }
}

/// Makes a book and writes it to a file.
///
/// The book depends only on the plan and the evaluation, not on the number of threads or on interruptions.
///
/// # Errors
/// If the file of studies belongs to another book or is damaged, a file cannot be written, or solved positions
/// contradict each other.
pub(crate) fn run(arguments: &BookArguments, out: &mut impl Write) -> Result<(), Failure> {
    // Check this before spending hours of work.
    check_writable(&arguments.out)?;
    let book = arguments.solve.map_or_else(|| searched(arguments), |board| solved(arguments, board))?;
    let file = book.to_file();
    write_whole(&arguments.out, &file)?;
    let positions = book.positions().len();
    Ok(writeln!(out, "{}: {positions} positions, {} bytes", arguments.out.display(), file.len())?)
}

fn searched(arguments: &BookArguments) -> Result<Book, Failure> {
    let BookArguments { depth, plies, margin, .. } = *arguments;
    let plan = BookPlan { depth, plies, margin, positions: arguments.positions as usize };
    let kind = format!("depth {depth}, evaluation {:016x}", Evaluation::built_in().checksum());
    let studies = Studies::open(&arguments.studies, &kind, BookBoard::EIGHT)?;
    let mut draft = BookDraft::new(plan);
    grow(&mut draft, studies, arguments, || {
        let mut bookmaker = Bookmaker::new(Evaluation::built_in(), depth);
        move |board| bookmaker.study(board)
    })?;
    Ok(draft.book())
}

fn solved(arguments: &BookArguments, board: BookBoard) -> Result<Book, Failure> {
    let studies = Studies::open(&arguments.studies, &format!("{0} x {0} solved", board.side()), board)?;
    let mut draft = SolvedDraft::new(board, arguments.plies);
    grow(&mut draft, studies, arguments, || {
        let mut solver = BookSolver::new(board, Engine::TABLE_BYTES);
        move |board| solver.solve(board).into_iter().collect()
    })?;
    Ok(draft.book()?)
}

/// Studies positions in rounds until the book is complete.
fn grow<Student: FnMut(Bitboards) -> Vec<BookMove>>(
    draft: &mut impl Draft,
    mut studies: Studies,
    arguments: &BookArguments,
    student: impl Fn() -> Student + Sync,
) -> Result<(), StudiesError> {
    let threads = arguments.threads.unwrap_or_else(usual_threads);
    let mut learned = 0;
    loop {
        let wanted = draft.wanted();
        if wanted.is_empty() {
            return Ok(());
        }
        let missing: Vec<_> = wanted.iter().filter(|board| !studies.contains(**board)).copied().collect();
        let title = format!("positions {} to {}", learned + 1, learned + wanted.len());
        learned += wanted.len();
        let file = studies.file();
        let found = in_parallel(
            missing.len(),
            threads,
            &title,
            || Ok(student()),
            |study, number| -> Result<Study, StudiesError> {
                let study = Study { board: missing[number], moves: study(missing[number]) };
                file.keep(&study)?;
                Ok(study)
            },
        )?;
        studies.add(found);
        for board in wanted {
            draft.learn(board, studies.moves(board));
        }
    }
}
