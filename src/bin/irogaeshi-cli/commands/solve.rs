//! Command `solve`: solves positions to the end of the game and checks the known answers.

use std::io::Write;
use std::path::Path;

use irogaeshi::cpu::Budget;
use irogaeshi::cpu::classic::Shape;
use irogaeshi::rules::Square;
use serde::Serialize;

use crate::commands::puzzle::{Answer, Puzzle, read_puzzles};
use crate::engine::session::{EngineArguments, EngineSession, TimedResult, nodes_a_second};
use crate::failure::Failure;
use crate::out::files::read_list;
use crate::out::json::print_line;

#[derive(clap::Args)]
pub(crate) struct SolveArguments {
    /// Files of positions, as comma-separated values or OBF lines.
    ///
    /// The header of comma-separated values names the columns.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print one JSON object a position, and one for the total.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

/// A solved position, for output.
#[derive(Serialize)]
struct Solution<'a> {
    file: &'a str,
    id: &'a str,
    empties: u32,
    /// `None` if the player to move must pass.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    square: Option<Square>,
    score: i32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

#[derive(Serialize)]
struct Expected<'a> {
    score: i32,
    best_moves: &'a [Square],
}

/// Totals of all solved positions.
#[derive(Default, Serialize)]
struct Total {
    positions: u32,
    nodes: u64,
    seconds: f64,
    nodes_a_second: f64,
    right: u32,
    wrong: u32,
}

impl<'a> Solution<'a> {
    fn new(file: &'a str, puzzle: &'a Puzzle, result: &TimedResult) -> Self {
        let square = result.found.line.first().copied();
        let is_right = |answer: &Answer| {
            let is_best = square.is_none_or(|square| answer.best.is_empty() || answer.best.contains(&square));
            answer.score == result.found.score && is_best
        };
        Self {
            file,
            id: &puzzle.name,
            empties: puzzle.bitboards().empties(Shape::FULL).count_ones(),
            square,
            score: result.found.score,
            nodes: result.found.nodes,
            seconds: result.time.as_secs_f64(),
            expected: puzzle.answer.as_ref().map(|answer| Expected { score: answer.score, best_moves: &answer.best }),
            right: puzzle.answer.as_ref().map(is_right),
        }
    }

    fn verdict(&self) -> String {
        match (&self.expected, self.right) {
            (Some(_), Some(true)) => "right".to_owned(),
            (Some(expected), _) => {
                let best: Vec<String> = expected.best_moves.iter().map(Square::to_string).collect();
                format!("wrong: {:+} {}", expected.score, best.join(" ")).trim_end().to_owned()
            }
            (None, _) => String::new(),
        }
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { id, empties, score, nodes, seconds, .. } = self;
        let square = self.square.map_or_else(|| "pass".to_owned(), |square| square.to_string());
        let line = format!(
            "{id:>6} {empties:>7} {square:>5} {score:>+6} {nodes:>15} {seconds:>9.3}  {verdict}",
            verdict = self.verdict()
        );
        writeln!(out, "{}", line.trim_end())
    }
}

impl Total {
    fn add(&mut self, solution: &Solution) {
        self.positions += 1;
        self.nodes += solution.nodes;
        self.seconds += solution.seconds;
        self.nodes_a_second = nodes_a_second(self.nodes, self.seconds);
        match solution.right {
            Some(true) => self.right += 1,
            Some(false) => self.wrong += 1,
            None => {}
        }
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { positions, nodes, seconds, nodes_a_second, right, wrong } = self;
        let millions = nodes_a_second / 1e6;
        writeln!(
            out,
            "{positions} solved, {nodes} nodes in {seconds:.3} s, {millions:.2} million/s; {right} right, {wrong} wrong"
        )
    }
}

/// Solves all positions of the files and prints each as soon as it is solved.
///
/// # Errors
/// If a file is not a list of positions, or an answer is wrong.
pub(crate) fn run(arguments: &SolveArguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut lists: Vec<(&str, Vec<Puzzle>)> = Vec::new();
    for file in &arguments.files {
        let text = read_list(Path::new(file))?;
        lists.push((file, read_puzzles(&text).map_err(|error| format!("{file}: {error}"))?));
    }
    let mut session = EngineSession::new(arguments.engine.clone());
    let mut total = Total::default();
    if !arguments.json {
        writeln!(out, "{:>6} {:>7} {:>5} {:>6} {:>15} {:>9}", "id", "empties", "move", "score", "nodes", "seconds")?;
    }
    for (file, puzzle) in lists.iter().flat_map(|(file, puzzles)| puzzles.iter().map(move |puzzle| (file, puzzle))) {
        let result = session.think(puzzle.bitboards(), Shape::FULL, Budget::TO_THE_END, &mut |_, _| {});
        let solution = Solution::new(file, puzzle, &result);
        total.add(&solution);
        if arguments.json {
            print_line(out, &solution)?;
        } else {
            solution.print(out)?;
        }
        out.flush()?;
    }
    if arguments.json {
        print_line(out, &total)?;
    } else {
        total.print(out)?;
    }
    match total.wrong {
        0 => Ok(()),
        1 => Err(Failure::Wrong("1 answer is wrong".to_owned())),
        wrong => Err(Failure::Wrong(format!("{wrong} answers are wrong"))),
    }
}
