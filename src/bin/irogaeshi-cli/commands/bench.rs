//! Command `bench`: measures the engine's speed by counting lines of play, searching middle games and solving endgames,
//! always the same ones.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use irogaeshi::cpu::Budget;
use irogaeshi::cpu::classic::{Bitboards, MachineKind, Shape, perft};
use irogaeshi::programs::Depth;
use serde::Serialize;

use crate::commands::puzzle::{Puzzle, read_puzzles};
use crate::engine::session::{EngineArguments, EngineSession, nodes_a_second};
use crate::failure::Failure;
use crate::out::json::print_line;
use crate::out::table::{Column, Table};

#[derive(clap::Args)]
pub(crate) struct BenchArguments {
    /// Search depth in plies for the middle games.
    #[arg(long, value_name = "N", default_value = "20")]
    depth: Depth,
    /// Depth in plies for counting lines of play, on one thread.
    #[arg(long, value_name = "N", default_value = "11")]
    perft_depth: Depth,
    /// Number of positions of each kind to run, easiest first [default: all].
    #[arg(long, value_name = "N")]
    positions: Option<NonZeroUsize>,
    /// Print one JSON object a measurement.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

const MIDDLE_GAMES: &str = include_str!("bench/middle_game.obf");
const ENDS: &str = include_str!("bench/end.obf");

/// One measurement, for output.
#[derive(Serialize)]
struct Measurement {
    work: String,
    positions: usize,
    /// Positions searched, or lines of play counted.
    nodes: u64,
    seconds: f64,
    nodes_a_second: f64,
    machine: &'static str,
}

impl Measurement {
    fn new(work: String, positions: usize, nodes: u64, time: Duration) -> Self {
        Self {
            work,
            positions,
            nodes,
            seconds: time.as_secs_f64(),
            nodes_a_second: nodes_a_second(nodes, time.as_secs_f64()),
            machine: MachineKind::best().name(),
        }
    }

    fn row(&self) -> [String; 5] {
        [
            self.work.clone(),
            self.positions.to_string(),
            self.nodes.to_string(),
            format!("{:.3}", self.seconds),
            format!("{:.2}", self.nodes_a_second / 1e6),
        ]
    }
}

fn count_lines(depth: Depth) -> Measurement {
    let start = Instant::now();
    let lines = perft(Bitboards::START, Shape::FULL, depth.plies());
    Measurement::new(format!("perft of {} plies", depth.plies()), 1, lines, start.elapsed())
}

/// Searches each position with an empty table and checks known scores.
fn think(work: String, puzzles: &[Puzzle], engine: &EngineArguments, budget: Budget) -> Result<Measurement, Failure> {
    let mut session = EngineSession::new(engine.clone());
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for puzzle in puzzles {
        session.forget();
        let result = session.think(puzzle.bitboards(), Shape::FULL, budget, &mut |_, _| {});
        nodes += result.found.nodes;
        time += result.time;
        if let Some(answer) = puzzle.answer.as_ref().filter(|answer| answer.score != result.found.score) {
            let why = format!("{work}, line {}: {:+} instead of {:+}", puzzle.name, result.found.score, answer.score);
            return Err(Failure::Wrong(why));
        }
    }
    Ok(Measurement::new(work, puzzles.len(), nodes, time))
}

/// Runs all measurements.
///
/// # Errors
/// If an endgame was solved wrongly.
pub(crate) fn run(arguments: &BenchArguments, out: &mut impl Write) -> Result<(), Failure> {
    let most = arguments.positions.map_or(usize::MAX, NonZeroUsize::get);
    let first = |puzzles: Vec<Puzzle>| puzzles.into_iter().take(most).collect::<Vec<_>>();
    let read = |text| read_puzzles(text).map(first).map_err(|error| error.to_string());
    let (middle_games, ends) = (read(MIDDLE_GAMES)?, read(ENDS)?);
    let BenchArguments { depth, engine, .. } = arguments;
    let to_depth = Budget::plies(depth.plies());
    let measured = [
        count_lines(arguments.perft_depth),
        think(format!("midgames, {} plies", depth.plies()), &middle_games, engine, to_depth)?,
        think("endgames, 22 empties".to_owned(), &ends, engine, Budget::TO_THE_END)?,
    ];
    Ok(print(&measured, arguments.json, out)?)
}

fn print(measured: &[Measurement], json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        return measured.iter().try_for_each(|measurement| print_line(out, measurement));
    }
    let columns = [
        ("work", Column::Text),
        ("positions", Column::Number),
        ("nodes", Column::Number),
        ("seconds", Column::Number),
        ("million/s", Column::Number),
    ];
    let mut table = Table::new(columns);
    for measurement in measured {
        table.push(measurement.row());
    }
    writeln!(out, "{table}\ninstructions: {}", MachineKind::best().name())
}
