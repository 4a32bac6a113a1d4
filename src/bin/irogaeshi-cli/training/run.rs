//! Course of a training: each generation plays games and fits an evaluation to them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use irogaeshi::cpu::classic::{Engine, Evaluation};
use irogaeshi::cpu::training::Sample;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::failure::Failure;
use crate::out::files::{check_writable, read_bytes, write_whole};
use crate::out::parallel::in_parallel;
use crate::training::fitting::GenerationFit;
use crate::training::folder::{FolderError, read_data, read_evaluation, read_samples, write_data, write_samples};
use crate::training::plan::{Census, Training};
use crate::training::recipe::starts;
use crate::training::report::{GenerationReport, Report, size_text};

/// Table size of an engine that plays a shard. Small, since its searches are short.
const TABLE_BYTES: usize = 1 << 20;

/// File of a generation's evaluation.
const EVALUATION: &str = "evaluation.bin";

/// File with the results of a generation's fit.
const FIT: &str = "fit.json";

/// File with the readable report.
const LOG: &str = "log.md";

impl Training {
    /// Makes everything missing in the folder, and writes the last generation's evaluation to `target`, by default
    /// `evaluation.bin` in the folder. Also writes the log to the folder.
    ///
    /// # Errors
    /// If the folder is damaged, or a file cannot be written.
    pub(crate) fn run(&self, target: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
        let target = target.map_or_else(|| self.folder.file(EVALUATION), Path::to_owned);
        // Check this before spending days of work.
        check_writable(&target)?;
        self.check_shards()?;
        let mut evaluation = self.recipe.begin();
        let mut reports = Vec::new();
        for generation in 0..self.recipe.generations.len() {
            let census = self.play(generation, &evaluation)?;
            let (next, fit) = self.fit(generation, &evaluation)?;
            evaluation = Arc::new(next);
            let report = GenerationReport {
                games: self.shards(generation) * self.recipe.games_a_shard as usize,
                census,
                playing: self.folder.noted_time(generation),
                fit,
            };
            writeln!(out, "generation {generation}: {report}")?;
            out.flush()?;
            reports.push(report);
        }
        let file = read_bytes(&self.folder.generation_file(reports.len() - 1, EVALUATION))?;
        write_whole(&target, &file)?;
        let report = Report { training: self, generations: reports, bytes: file.len() };
        write_whole(&self.folder.file(LOG), report.to_string().as_bytes())?;
        Ok(writeln!(out, "{}: {}", target.display(), size_text(file.len()))?)
    }

    /// Reads all existing shards, so that damage is found before days of work and not after.
    fn check_shards(&self) -> Result<(), FolderError> {
        for generation in 0..self.recipe.generations.len() {
            let shards = (0..self.shards(generation)).map(|shard| self.folder.shard(generation, shard));
            shards.filter(|path| path.exists()).try_for_each(|path| read_samples(&path).map(drop))?;
        }
        Ok(())
    }

    /// Plays the missing games of a generation.
    fn play(&self, generation: usize, evaluation: &Arc<Evaluation>) -> Result<Census, FolderError> {
        self.folder.begin_generation(generation)?;
        let mut shards: Vec<usize> = (0..self.shards(generation)).collect();
        // Existing shards come first, so that the progress bar estimates the time of the others correctly.
        shards.sort_by_key(|shard| !self.folder.shard(generation, *shard).exists());
        let census = in_parallel(
            shards.len(),
            self.threads,
            &format!("generation {generation}: games"),
            || Ok(()),
            |(), number| self.shard_census(generation, shards[number], evaluation),
        )?;
        Ok(census.into_iter().fold(Census::default(), |sum, one| Census {
            samples: sum.samples + one.samples,
            solved: sum.solved + one.solved,
        }))
    }

    /// Plays the games of a shard unless they exist. They depend only on the evaluation, the seed and the numbers of
    /// generation and shard.
    fn shard_census(
        &self,
        generation: usize,
        shard: usize,
        evaluation: &Arc<Evaluation>,
    ) -> Result<Census, FolderError> {
        let path = self.folder.shard(generation, shard);
        let samples = if path.exists() {
            read_samples(&path)?
        } else {
            let start = Instant::now();
            let mut engine = Engine::new(Arc::clone(evaluation), TABLE_BYTES);
            let mut rng = shard_rng(self.seed, generation, shard);
            let plan = &self.recipe.generations[generation].play;
            let starts = starts(self.recipe.boards);
            // Each shard continues with the boards where the previous one ended, so that held-out shards cover all
            // boards too.
            let first = shard * self.recipe.games_a_shard as usize;
            let games = starts.iter().cycle().skip(first % starts.len()).take(self.recipe.games_a_shard as usize);
            let samples: Vec<Sample> =
                games.flat_map(|(start, shape)| plan.play(*start, *shape, &mut engine, &mut rng)).collect();
            write_samples(&path, &samples)?;
            self.folder.note_time(generation, shard, start.elapsed())?;
            samples
        };
        let is_solved = |sample: &&Sample| self.recipe.generations[generation].is_solved(sample);
        Ok(Census { samples: samples.len(), solved: samples.iter().filter(is_solved).count() })
    }

    /// Fits the evaluation of a generation, or reads it if it exists.
    fn fit(
        &self,
        generation: usize,
        played_with: &Arc<Evaluation>,
    ) -> Result<(Evaluation, GenerationFit), FolderError> {
        let [evaluation, fit] = [EVALUATION, FIT].map(|name| self.folder.generation_file(generation, name));
        if evaluation.exists() && fit.exists() {
            return Ok((read_evaluation(&evaluation)?, read_data(&fit)?));
        }
        let (fitted, how) = GenerationFit::run(self, generation, played_with)?;
        write_data(&fit, &how)?;
        write_whole(&evaluation, &fitted.to_file())?;
        Ok((fitted, how))
    }
}

/// Random numbers of a shard, independent of the order in which shards are played.
fn shard_rng(seed: u64, generation: usize, shard: usize) -> Xoshiro256PlusPlus {
    let key = [seed, generation as u64, shard as u64]
        .into_iter()
        .fold(0, |key, part| Xoshiro256PlusPlus::seed_from_u64(key ^ part).random());
    Xoshiro256PlusPlus::seed_from_u64(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shard_has_a_chance_of_its_own() {
        let first = |seed, generation, shard| shard_rng(seed, generation, shard).random::<u64>();
        let mut all: Vec<u64> = Vec::new();
        for seed in [0, 1, u64::MAX] {
            for generation in 0..5 {
                all.extend((0..300).map(|shard| first(seed, generation, shard)));
            }
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(first(7, 2, 3), first(7, 2, 3));
    }
}
