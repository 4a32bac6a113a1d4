//! Subcommand `probcut`: measures differences between shallow and deep searches, for the pruning of unlikely moves.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Shape};
use irogaeshi::cpu::training::{FASTEST_FIRST_FROM, Sample};
use irogaeshi::cpu::{Budget, Control, Report};
use irogaeshi::programs::Depth;

use crate::failure::Failure;
use crate::out::parallel::{in_parallel, read_threads, usual_threads};
use crate::out::table::{Column, Table};
use crate::training::error_model::{Difference, Measurement, PhasedModel};
use crate::training::folder::{FolderError, LastGeneration, read_evaluation, read_samples};
use crate::training::tempo::positions_beside_games;

#[derive(clap::Args)]
pub(crate) struct ProbCutArguments {
    /// Folders of trainings, or files of samples, to take positions from.
    ///
    /// Of a training, the held-out games of the last generation are used. Without folders and files, the positions are
    /// near games that the evaluation plays against itself from XOT openings.
    #[arg(value_name = "FOLDER|SAMPLES")]
    sources: Vec<PathBuf>,
    /// Number of games to play if no folder or file is given.
    ///
    /// They are always the same games.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Evaluation to search with [default: the built-in one].
    #[arg(long, value_name = "FILE")]
    evaluation: Option<PathBuf>,
    /// Number of positions, spread evenly over those available.
    #[arg(long, value_name = "N", default_value = "2000")]
    positions: NonZeroUsize,
    /// Depth in plies of the deepest search in the middle game.
    #[arg(long, value_name = "N", default_value = "12")]
    depth: Depth,
    /// Also search to the end from this many empty squares.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=30))]
    exact_from: u32,
    /// Number of positions to search at the same time [default: number of cores].
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

/// Scores of a position by depth from 0, and at the end of the game if that is near.
struct Scores {
    empties: u32,
    phase: usize,
    by_depth: Vec<i32>,
    at_end: Option<i32>,
}

/// Table size of each engine.
const TABLE_BYTES: usize = 64 << 20;

impl Scores {
    /// Searches to all depths without pruning; `None` if the player to move has no move.
    ///
    /// Clears the table between searches, so that no search profits from another one.
    fn search(
        engine: &mut Engine,
        evaluation: &Evaluation,
        (board, shape): (Bitboards, Shape),
        arguments: &ProbCutArguments,
    ) -> Option<Self> {
        let empties = board.empties(shape).count_ones();
        let mut search = |budget: Budget, on_report: &mut dyn FnMut(&Report)| {
            engine.forget();
            engine.search(board, shape, budget, &mut Control::new().on_report(on_report))
        };
        let mut by_depth = vec![evaluation.evaluate(board, shape)];
        let depth = arguments.depth.plies().min(empties.saturating_sub(1));
        if depth > 0 {
            let budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(depth) };
            search(budget, &mut |report| by_depth.extend(report.lead()))?;
        }
        let at_end =
            if empties <= arguments.exact_from { Some(search(Budget::TO_THE_END, &mut |_| {})?.score) } else { None };
        Some(Self { empties, phase: shape.phase((board.own | board.other).count_ones()), by_depth, at_end })
    }

    /// Differences of all pairs of depths with equal parity before the end.
    fn middle_differences(&self) -> impl Iterator<Item = Difference> {
        (0..self.by_depth.len() as u32).flat_map(|deep| self.differences(deep, self.by_depth[deep as usize]))
    }

    /// Differences between the end and all depths of equal parity before it, if the evaluation guides the search to the
    /// end.
    fn end_differences(&self) -> impl Iterator<Item = Difference> {
        let at_end = self.at_end.filter(|_| self.empties > FASTEST_FIRST_FROM);
        at_end.into_iter().flat_map(|score| self.differences(self.empties, score))
    }

    fn differences(&self, deep: u32, score: i32) -> impl Iterator<Item = Difference> {
        let shallower = (0..deep).zip(&self.by_depth).filter(move |(shallow, _)| shallow % 2 == deep % 2);
        shallower.map(move |(shallow, own)| Difference {
            phase: self.phase,
            deep,
            shallow,
            discs: f64::from(score - own),
        })
    }
}

/// Measures and prints a table for the middle game and one for the end, with the constants of the models.
///
/// # Errors
/// If samples or the evaluation cannot be read, or there are no positions.
pub(crate) fn run(arguments: &ProbCutArguments, out: &mut impl Write) -> Result<(), Failure> {
    let evaluation = match &arguments.evaluation {
        Some(file) => Arc::new(read_evaluation(file)?),
        None => Evaluation::built_in(),
    };
    let mut boards = Vec::new();
    for source in &arguments.sources {
        boards.extend(samples_of(source)?.iter().map(|sample| (sample.board, sample.shape)));
    }
    if arguments.sources.is_empty() {
        boards = positions_beside_games(&evaluation, arguments.games, 0);
    }
    let boards = spread(&boards, arguments.positions);
    let scores = in_parallel(
        boards.len(),
        arguments.threads.unwrap_or_else(usual_threads),
        "positions",
        || Ok::<_, Failure>(Engine::new(Arc::clone(&evaluation), TABLE_BYTES)),
        |engine, number| Ok(Scores::search(engine, &evaluation, boards[number], arguments)),
    )?;
    let scores: Vec<Scores> = scores.into_iter().flatten().collect();
    let searched = match &arguments.evaluation {
        Some(file) => file.display().to_string(),
        None => "the built-in evaluation".to_owned(),
    };
    writeln!(out, "{} positions searched with {searched}\n", scores.len())?;
    let middle: Vec<Difference> = scores.iter().flat_map(Scores::middle_differences).collect();
    print(out, "Midgame", &middle)?;
    let end: Vec<Difference> = scores.iter().flat_map(Scores::end_differences).collect();
    print(out, "Endgame: deep is the number of empties", &end)
}

fn samples_of(source: &Path) -> Result<Vec<Sample>, FolderError> {
    if source.is_dir() { LastGeneration::of(source)?.held_out() } else { read_samples(source) }
}

/// At most this many of the positions, spread evenly.
fn spread(boards: &[(Bitboards, Shape)], count: NonZeroUsize) -> Vec<(Bitboards, Shape)> {
    let count = count.get().min(boards.len());
    (0..count).map(|number| boards[number * boards.len() / count]).collect()
}

fn print(out: &mut impl Write, title: &str, differences: &[Difference]) -> Result<(), Failure> {
    let measured = Measurement::measure(differences.iter().copied());
    let fitted = PhasedModel::fit(differences);
    writeln!(out, "{title}\n")?;
    let headings = ["deep", "shallow", "positions", "mean difference", "deviation", "by the model"];
    let mut table = Table::new(headings.map(|heading| (heading, Column::Number)));
    for Measurement { deep, shallow, positions, mean, deviation } in &measured {
        let modelled = fitted
            .as_ref()
            .map_or_else(String::new, |fitted| format!("{:.2}", fitted.model.deviation(*deep, *shallow)));
        table.push([
            deep.to_string(),
            shallow.to_string(),
            positions.to_string(),
            format!("{mean:+.2}"),
            format!("{deviation:.2}"),
            modelled,
        ]);
    }
    writeln!(out, "{table}")?;
    let Some(PhasedModel { model, phases }) = fitted else {
        return Ok(writeln!(out, "Too few positions to fit a model.\n")?);
    };
    let shares: Vec<String> =
        phases.iter().map(|share| share.map_or_else(|| "-".to_owned(), |share| format!("{share:.2}"))).collect();
    Ok(writeln!(out, "deviation = {model}, by phase times {}\n", shares.join(", "))?)
}
