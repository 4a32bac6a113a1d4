//! Command `analyse`: prints a score for every legal square, depth by depth.

use std::io::{self, Write};
use std::time::Duration;

use irogaeshi::cpu::{Budget, Line, Report};
use irogaeshi::programs::{Depth, ThinkingTime};
use irogaeshi::rules::Square;
use serde::Serialize;

use crate::commands::position_source::{Source, read_position};
use crate::engine::session::{EngineArguments, EngineSession};
use crate::failure::Failure;
use crate::out::json::print_line;
use crate::out::line::say;

#[derive(clap::Args)]
pub(crate) struct AnalyseArguments {
    /// Position to analyse: a diagram, moves such as f5d6c3, or a file.
    ///
    /// A diagram is 64 squares and the side to move. A file holds a position, moves, a GGF game or a record.
    #[arg(value_name = "POSITION|FILE", allow_hyphen_values = true)]
    position: String,
    /// Maximum depth in plies.
    #[arg(long, value_name = "N")]
    depth: Option<Depth>,
    /// Stop after this time, such as 500ms or 10s.
    #[arg(long, value_name = "TIME")]
    time: Option<ThinkingTime>,
    /// Stop after this many nodes.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Print one JSON object a depth.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

/// One depth of an analysis, for output.
#[derive(Serialize)]
struct Ply {
    depth: u32,
    exact: bool,
    nodes: u64,
    seconds: f64,
    /// Best first.
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    square: Square,
    score: i32,
    line: Vec<Square>,
}

impl Ply {
    fn new(report: &Report, time: Duration) -> Self {
        let scored = |line: &Line| Some(Move { square: line.square()?, score: line.lead()?, line: line.moves.clone() });
        Self {
            depth: report.depth,
            exact: report.is_exact,
            nodes: report.nodes,
            seconds: time.as_secs_f64(),
            moves: report.lines.iter().filter_map(scored).collect(),
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { depth, nodes, seconds, .. } = self;
        let depth = if self.exact { "end".to_owned() } else { depth.to_string() };
        let scores: Vec<String> =
            self.moves.iter().map(|scored| format!("{} {:+}", scored.square, scored.score)).collect();
        writeln!(out, "{depth:>5} {nodes:>13} {seconds:>8.3}  {}", scores.join("  "))
    }
}

/// Analyses the position and prints each depth as soon as it is known.
///
/// # Errors
/// If the position cannot be read, or nobody can move.
pub(crate) fn run(arguments: &AnalyseArguments, out: &mut impl Write) -> Result<(), Failure> {
    let Source { board, shape, remark } = read_position(&arguments.position)?;
    if let Some(remark) = remark {
        say(&remark.to_string());
    }
    let budget = arguments.depth.map_or(Budget::TO_THE_END, |depth| Budget::plies(depth.plies()));
    let (nodes, time) = (arguments.nodes.unwrap_or(budget.nodes), arguments.time.map(|ThinkingTime(time)| time));
    let budget = Budget { nodes, time, ..budget };
    if !arguments.json {
        writeln!(out, "{:>5} {:>13} {:>8}  scores, best first", "depth", "nodes", "seconds")?;
    }
    let mut last = None;
    // Remember a write error until the end, since the engine's callback cannot return one.
    let mut written = Ok(());
    let mut session = EngineSession::new(arguments.engine.clone().for_one_position());
    session.rank(board, shape, budget, &mut |report, time| {
        let depth = Ply::new(report, time);
        let print = |out: &mut dyn Write| {
            let mut out = out;
            if arguments.json {
                print_line(&mut out, &depth)?;
            } else {
                depth.print(&mut out)?;
            }
            out.flush()
        };
        if written.is_ok() {
            written = print(out);
        }
        last = Some(depth);
    });
    written?;
    match last.as_ref().and_then(|depth| depth.moves.first()) {
        Some(best) if !arguments.json => {
            let line: Vec<String> = best.line.iter().map(Square::to_string).collect();
            Ok(writeln!(out, "\nbest line: {}", line.join(" "))?)
        }
        Some(_) => Ok(()),
        None => Err(Failure::Refused("the limit is too short even for depth 1".to_owned())),
    }
}
