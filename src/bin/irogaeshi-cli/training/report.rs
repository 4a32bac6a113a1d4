//! Report of a training, as Markdown.

use std::fmt;
use std::time::Duration;

use crate::out::table::{Column, Table};
use crate::training::fitting::{GenerationFit, PhaseFit};
use crate::training::plan::{Census, Training};

pub(crate) struct Report<'a> {
    pub(crate) training: &'a Training,
    pub(crate) generations: Vec<GenerationReport>,
    /// Size of the evaluation's file.
    pub(crate) bytes: usize,
}

/// Report of one generation.
pub(crate) struct GenerationReport {
    pub(crate) games: usize,
    pub(crate) census: Census,
    /// Total time of the games, each played on one thread.
    pub(crate) playing: Duration,
    pub(crate) fit: GenerationFit,
}

/// Maximum size of an evaluation's file in bytes, since the web page has to load it.
const MAX_BYTES: usize = 2_500_000;

/// Size of an evaluation, with a warning if it is too large.
pub(crate) fn size_text(bytes: usize) -> String {
    let size = format!("{bytes} bytes, {:.2} MB", bytes as f64 / 1e6);
    let bound = MAX_BYTES as f64 / 1e6;
    if bytes > MAX_BYTES { format!("{size}: above the limit of {bound} MB") } else { size }
}

fn discs(error: Option<f32>) -> String {
    error.map_or_else(|| "–".to_owned(), |error| format!("{error:.3}"))
}

fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 60.0 => format!("{seconds:.1} s"),
        _ if seconds < 3600.0 => format!("{:.1} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

impl GenerationReport {
    fn fitting(&self) -> Duration {
        Duration::try_from_secs_f64(self.fit.seconds).unwrap_or_default()
    }
}

impl fmt::Display for GenerationReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, census: Census { samples, solved }, .. } = self;
        write!(
            formatter,
            "{games} games, {samples} samples ({solved} solved); error {} fitted, {} held out; {} and {}",
            discs(self.fit.fitted().1),
            discs(self.fit.held_out().1),
            duration(self.playing),
            duration(self.fitting()),
        )
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { training, generations, bytes } = self;
        let Training { recipe, seed, scale, threads, .. } = training;
        writeln!(
            formatter,
            "`irogaeshi-cli train`, version {}, seed {seed}, scale {scale}, threads: {threads}; the file: {}.\n",
            env!("CARGO_PKG_VERSION"),
            size_text(*bytes)
        )?;
        for line in recipe.to_string().lines() {
            writeln!(formatter, "* {line}")?;
        }
        let columns = |headings: &[&'static str]| Table::new(headings.iter().map(|heading| (*heading, Column::Number)));
        let mut table = columns(&[
            "generation",
            "games",
            "samples",
            "solved",
            "playing, all threads",
            "fitting",
            "samples fitted",
            "error",
            "samples held out",
            "error held out",
        ]);
        for (index, generation) in generations.iter().enumerate() {
            let GenerationReport { games, census, playing, fit } = generation;
            let [(fitted, error), (held_out, held_out_error)] = [fit.fitted(), fit.held_out()];
            table.push([
                index.to_string(),
                games.to_string(),
                census.samples.to_string(),
                census.solved.to_string(),
                duration(*playing),
                duration(generation.fitting()),
                fitted.to_string(),
                discs(error),
                held_out.to_string(),
                discs(held_out_error),
            ]);
        }
        writeln!(formatter, "\n{table}")?;
        let Some(last) = generations.last() else { return Ok(()) };
        writeln!(formatter, "The last generation by phase:\n")?;
        let mut table = columns(&["phase", "samples", "samples held out", "steps", "error", "error held out"]);
        for (phase, how) in last.fit.phases.iter().enumerate() {
            table.push(match how {
                PhaseFit::Fitted { samples, held_out, steps, error, held_out_error } => [
                    phase.to_string(),
                    samples.to_string(),
                    held_out.to_string(),
                    steps.to_string(),
                    discs(Some(*error)),
                    discs(*held_out_error),
                ],
                PhaseFit::TakenFrom(from) => {
                    let none = String::new;
                    [phase.to_string(), format!("as phase {from}"), none(), none(), none(), none()]
                }
            });
        }
        writeln!(formatter, "{table}")?;
        writeln!(
            formatter,
            "Errors are root mean square errors in discs. The samples held out decide when the fit of a phase \
             stops."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excessive_sizes_are_reported() {
        assert_eq!(size_text(1_377_184), "1377184 bytes, 1.38 MB");
        assert_eq!(size_text(2_500_000), "2500000 bytes, 2.50 MB");
        assert_eq!(size_text(2_500_001), "2500001 bytes, 2.50 MB: above the limit of 2.5 MB");
    }

    #[test]
    fn durations_are_read_at_a_glance() {
        let text = |seconds| duration(Duration::from_secs_f64(seconds));
        assert_eq!([0.25, 59.0, 90.0, 5400.0].map(text), ["0.2 s", "59.0 s", "1.5 min", "1.5 h"]);
    }
}
