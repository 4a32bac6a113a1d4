//! Subcommand `tempo`: measures an evaluation's bias for the side to move, by phase and by the parity of empty squares,
//! and writes an evaluation without it.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use irogaeshi::cpu::classic::{Bitboards, Boards, Engine, Evaluation, Shape, square_of};
use irogaeshi::cpu::training::{EmptiesParity, MeasuredParity, PhaseTempo, Tempo, positions_beside_game};
use irogaeshi::rules::{Square, xot_openings};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::out::parallel::{in_parallel, read_threads, usual_threads};
use crate::out::table::{Column, Table};
use crate::training::folder::read_evaluation;
use crate::training::recipe::starts;
use crate::training::report::size_text;

#[derive(clap::Args)]
pub(crate) struct TempoArguments {
    /// Evaluation to measure [default: the built-in one].
    #[arg(value_name = "FILE")]
    evaluation: Option<PathBuf>,
    /// Number of games that it plays against itself.
    ///
    /// Positions near them are measured. They start from XOT openings or, for an evaluation of any board, from random
    /// plies on all boards in turn.
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the games; the same seed gives the same games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of boards to measure at the same time [default: number of cores].
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// Write the corrected evaluation to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Maximum random plies of an opening, as many as XOT openings have.
const MAX_RANDOM_PLIES: u32 = 8;

/// Measures and prints tables, before and after the correction.
///
/// # Errors
/// If the evaluation cannot be read, or the corrected one cannot be written.
pub(crate) fn run(arguments: &TempoArguments, out: &mut impl Write) -> Result<(), Failure> {
    let evaluation = match &arguments.evaluation {
        Some(file) => Arc::new(read_evaluation(file)?),
        None => Evaluation::built_in(),
    };
    if let Some(path) = &arguments.out {
        check_writable(path)?;
    }
    let boards = positions_beside_games(&evaluation, arguments.games, arguments.seed);
    let before = Tempo::measure(&evaluation, boards.iter().copied());
    let level = Arc::new(before.level(&evaluation));
    let after = Tempo::measure(&level, boards.iter().copied());
    writeln!(out, "{} games of seed {}\n\n{}", arguments.games, arguments.seed, table(&before, &after))?;
    let by_shape = by_shape(&boards);
    let measured = in_parallel(
        by_shape.len(),
        arguments.threads.unwrap_or_else(usual_threads),
        "boards",
        || Ok::<_, Failure>(()),
        |(), number| Ok(MeasuredParity::measure(&level, by_shape[number].0, &by_shape[number].1)),
    )?;
    for ((shape, _), measured) in by_shape.iter().zip(&measured) {
        writeln!(out, "Board of {} squares\n\n{}", shape.0.count_ones(), parity_table(measured))?;
    }
    let parities = by_shape.iter().zip(&measured).map(|((shape, _), measured)| (*shape, measured.parity()));
    let level = level.with_parities(&parities.collect::<Vec<_>>());
    if let Some(path) = &arguments.out {
        let file = level.to_file();
        write_whole(path, &file)?;
        writeln!(out, "{}: {}", path.display(), size_text(file.len()))?;
    }
    Ok(())
}

/// Positions near games that an evaluation plays against itself, with their boards. On the full board games start from
/// XOT openings, on any other from random plies.
pub(crate) fn positions_beside_games(evaluation: &Arc<Evaluation>, games: u32, seed: u64) -> Vec<(Bitboards, Shape)> {
    let mut engine = Engine::new(Arc::clone(evaluation), 0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (starts, openings): (_, Vec<Vec<Square>>) = (starts(evaluation.boards()), xot_openings().collect());
    let mut positions = Vec::new();
    for (start, shape) in starts.into_iter().cycle().take(games as usize) {
        let opening = match evaluation.boards() {
            Boards::Full => openings[rng.random_range(0..openings.len() as u64) as usize].clone(),
            Boards::Any => random_opening(start, shape, &mut rng),
        };
        let beside = positions_beside_game(&mut engine, (start, shape), &opening, &mut rng);
        positions.extend(beside.into_iter().map(|board| (board, shape)));
    }
    positions
}

/// Groups positions by board, in order of first appearance.
fn by_shape(positions: &[(Bitboards, Shape)]) -> Vec<(Shape, Vec<Bitboards>)> {
    let mut by_shape: Vec<(Shape, Vec<Bitboards>)> = Vec::new();
    for (board, shape) in positions {
        match by_shape.iter_mut().find(|(of, _)| of == shape) {
            Some((_, boards)) => boards.push(*board),
            None => by_shape.push((*shape, vec![*board])),
        }
    }
    by_shape
}

/// Random moves, up to [`MAX_RANDOM_PLIES`] of them; fewer if a player must pass.
fn random_opening(mut board: Bitboards, shape: Shape, rng: &mut Xoshiro256PlusPlus) -> Vec<Square> {
    let mut opening = Vec::new();
    for _ in 0..rng.random_range(0..=MAX_RANDOM_PLIES) {
        let moves = board.legal_moves(shape);
        let legal: Vec<u8> = (0..64).filter(|square| moves >> square & 1 == 1).collect();
        let Some(square) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
        opening.push(square_of(*square));
        board = board.played(usize::from(*square), board.flips(usize::from(*square)));
    }
    opening
}

fn parity_table(parity: &MeasuredParity) -> Table {
    let headings = ["empties", "positions", "static", "searched", "missing", "added"];
    let mut table = Table::new(headings.map(|heading| (heading, Column::Number)));
    for (empties, measured) in parity.by_empties.iter().enumerate().filter(|(_, measured)| measured.positions > 0) {
        let EmptiesParity { positions, static_score, score, offset } = measured;
        let numbers = [*static_score, *score, score - static_score, *offset].map(|discs| format!("{discs:+.2}"));
        table.push([empties.to_string(), positions.to_string()].into_iter().chain(numbers));
    }
    table
}

fn table(before: &Tempo, after: &Tempo) -> Table {
    let headings = ["phase", "positions", "depth 0", "depth 1", "depth 2", "missing", "afterwards"];
    let mut table = Table::new(headings.map(|heading| (heading, Column::Number)));
    for (phase, (before, after)) in before.phases.iter().zip(&after.phases).enumerate() {
        let PhaseTempo { positions, means, missing } = before;
        let numbers = means.iter().chain([missing, &after.missing]).map(|discs| format!("{discs:+.2}"));
        table.push([phase.to_string(), positions.to_string()].into_iter().chain(numbers));
    }
    table
}
