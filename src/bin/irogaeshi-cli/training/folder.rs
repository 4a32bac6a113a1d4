//! Folder of a training. Each file in it is complete; missing ones are made.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use irogaeshi::cpu::classic::{Evaluation, EvaluationError};
use irogaeshi::cpu::training::Sample;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::failure::Refusal;
use crate::out::files::{FileError, PART, read_bytes, write_whole};
use crate::training::recipe::is_held_out;

#[derive(Debug, Error)]
pub(crate) enum FolderError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}: neither empty nor a training folder; give another folder", path = path.display())]
    NoTraining { path: PathBuf },
    #[error("{path}: belongs to another training: it has \"{found}\" instead of \"{wanted}\"; give another folder", path = path.display())]
    OtherTraining { path: PathBuf, found: String, wanted: String },
    #[error("{path}: in use by another process", path = path.display())]
    Busy { path: PathBuf },
    #[error("{path}: {bytes} bytes are not a whole number of samples; delete the file to replay its games", path = path.display())]
    NotWhole { path: PathBuf, bytes: usize },
    #[error("{path}: sample {number} is invalid; delete the file to replay its games", path = path.display())]
    NoSample { path: PathBuf, number: usize },
    #[error("{path}: {error}", path = path.display())]
    NoEvaluation { path: PathBuf, error: EvaluationError },
    #[error("{path}: cannot be read: {error}; delete the file to make it again", path = path.display())]
    NoData { path: PathBuf, error: serde_json::Error },
    #[error("{path}: no samples are held out", path = path.display())]
    NothingHeldOut { path: PathBuf },
}

impl Refusal for FolderError {}

/// File with the description of the training. A training continues only with the same description.
const MANIFEST: &str = "training.txt";

/// File with the time that each shard's games took.
const TIMES: &str = "times.txt";

/// A training's folder on disk, locked against other processes.
pub(crate) struct Folder {
    path: PathBuf,
    /// Holds the lock of the folder.
    _manifest: File,
}

impl Folder {
    /// Opens the folder of the training with this manifest, or creates one.
    ///
    /// # Errors
    /// If the folder belongs to something else, is in use, or cannot be written.
    pub(crate) fn open(path: &Path, manifest: &str) -> Result<Self, FolderError> {
        let path = path.to_owned();
        fs::create_dir_all(&path).map_err(|error| FileError::Unwritable { path: path.clone(), error })?;
        let file = path.join(MANIFEST);
        if !file.exists() {
            let other = entries(&path)?.into_iter().find(|entry| entry.extension().is_none_or(|end| end != PART));
            if other.is_some() {
                return Err(FolderError::NoTraining { path });
            }
            write_whole(&file, manifest.as_bytes())?;
        }
        let found = fs::read_to_string(&file).map_err(|error| FileError::Unreadable { path: file.clone(), error })?;
        if let Some((found, wanted)) = first_difference(&found, manifest) {
            return Err(FolderError::OtherTraining { path, found, wanted });
        }
        let manifest = File::open(&file).map_err(|error| FileError::Unreadable { path: file, error })?;
        // On a file system without locks, nothing keeps another process out.
        match manifest.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy { path }),
            Ok(()) => remove_parts(&path)?,
            Err(TryLockError::Error(_)) => {}
        }
        Ok(Self { path, _manifest: manifest })
    }

    /// Path of a file of the whole training.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Path of a file of a generation.
    pub(crate) fn generation_file(&self, generation: usize, name: &str) -> PathBuf {
        generation_folder(&self.path, generation).join(name)
    }

    /// Path of a shard's samples.
    pub(crate) fn shard(&self, generation: usize, shard: usize) -> PathBuf {
        shard_file(&generation_folder(&self.path, generation), shard)
    }

    /// Creates the folder of a generation.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub(crate) fn begin_generation(&self, generation: usize) -> Result<(), FileError> {
        let path = generation_folder(&self.path, generation);
        fs::create_dir_all(&path).map_err(|error| FileError::Unwritable { path, error })
    }

    /// Records the time of a shard, so that the total is known even after an interruption.
    ///
    /// # Errors
    /// If the time cannot be written.
    pub(crate) fn note_time(&self, generation: usize, shard: usize, time: Duration) -> Result<(), FileError> {
        let path = self.file(TIMES);
        let line = format!("{generation} {shard} {}\n", time.as_secs_f64());
        let file = OpenOptions::new().create(true).append(true).open(&path);
        // A single write, so that lines of several threads do not mix.
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| FileError::Unwritable { path, error })
    }

    /// Total time recorded for a generation's shards.
    pub(crate) fn noted_time(&self, generation: usize) -> Duration {
        total_time(&fs::read_to_string(self.file(TIMES)).unwrap_or_default(), generation)
    }
}

/// Sums the times recorded for a generation. Ignores an incomplete line, left by an interruption.
fn total_time(notes: &str, generation: usize) -> Duration {
    let times = notes.lines().filter_map(|line| {
        let [of, _, seconds] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
        let seconds = seconds.parse().ok().filter(|_| of.parse() == Ok(generation))?;
        Duration::try_from_secs_f64(seconds).ok()
    });
    times.sum()
}

/// Removes unfinished files, which a killed process has left in the folder or in one of its generations.
fn remove_parts(path: &Path) -> Result<(), FileError> {
    for entry in entries(path)? {
        if entry.is_dir() {
            remove_parts(&entry)?;
        } else if entry.extension().is_some_and(|end| end == PART) {
            // A file that stays does no harm.
            fs::remove_file(&entry).ok();
        }
    }
    Ok(())
}

fn entries(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let unreadable = |error| FileError::Unreadable { path: path.to_owned(), error };
    let entries = fs::read_dir(path).map_err(unreadable)?;
    entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>().map_err(unreadable)
}

fn generation_folder(path: &Path, generation: usize) -> PathBuf {
    path.join(format!("generation-{generation}"))
}

fn shard_file(generation: &Path, shard: usize) -> PathBuf {
    generation.join(format!("shard-{shard:04}.samples"))
}

/// The first line in which two texts differ, from each text.
fn first_difference(first: &str, second: &str) -> Option<(String, String)> {
    let (mut first, mut second) = (first.lines(), second.lines());
    loop {
        match (first.next(), second.next()) {
            (None, None) => return None,
            (first, second) if first == second => {}
            (first, second) => return Some([first, second].map(|line| line.unwrap_or_default().to_owned()).into()),
        }
    }
}

/// Writes samples to a file.
///
/// # Errors
/// If the samples cannot be written.
pub(crate) fn write_samples(path: &Path, samples: &[Sample]) -> Result<(), FileError> {
    let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_bytes()).collect();
    write_whole(path, &bytes)
}

/// Reads samples from a file.
///
/// # Errors
/// If the file cannot be read, or has another content.
pub(crate) fn read_samples(path: &Path) -> Result<Vec<Sample>, FolderError> {
    let bytes = read_bytes(path)?;
    let (samples, rest) = bytes.as_chunks();
    if samples.is_empty() || !rest.is_empty() {
        return Err(FolderError::NotWhole { path: path.to_owned(), bytes: bytes.len() });
    }
    let sample = |(index, bytes)| {
        Sample::from_bytes(bytes).ok_or_else(|| FolderError::NoSample { path: path.to_owned(), number: index + 1 })
    };
    samples.iter().enumerate().map(sample).collect()
}

/// Reads an evaluation from a file.
///
/// # Errors
/// If the file cannot be read, or has another content.
pub(crate) fn read_evaluation(path: &Path) -> Result<Evaluation, FolderError> {
    let bytes = read_bytes(path)?;
    Evaluation::read(&bytes).map_err(|error| FolderError::NoEvaluation { path: path.to_owned(), error })
}

/// Writes data as JSON.
///
/// # Errors
/// If the data cannot be written.
pub(crate) fn write_data(path: &Path, data: &impl Serialize) -> Result<(), FileError> {
    let text = serde_json::to_vec_pretty(data)
        .map_err(|error| FileError::Unwritable { path: path.to_owned(), error: error.into() })?;
    write_whole(path, &text)
}

/// Reads data from JSON.
///
/// # Errors
/// If the file cannot be read, or has another content.
pub(crate) fn read_data<T: DeserializeOwned>(path: &Path) -> Result<T, FolderError> {
    serde_json::from_slice(&read_bytes(path)?).map_err(|error| FolderError::NoData { path: path.to_owned(), error })
}

/// The games of a training's last generation.
pub(crate) struct LastGeneration {
    /// Folder of the training.
    training: PathBuf,
    shards: Vec<PathBuf>,
}

impl LastGeneration {
    /// Finds the last generation of the training in a folder.
    ///
    /// # Errors
    /// If the folder has no generation.
    pub(crate) fn of(training: &Path) -> Result<Self, FolderError> {
        let folders = (0..).map(|generation| generation_folder(training, generation));
        let generations = folders.take_while(|folder| shard_file(folder, 0).exists());
        let last = generations.last().ok_or_else(|| FolderError::NothingHeldOut { path: training.to_owned() })?;
        let shards = (0..).map(|shard| shard_file(&last, shard)).take_while(|path| path.exists());
        Ok(Self { training: training.to_owned(), shards: shards.collect() })
    }

    /// The samples that the fits have used.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn fitted(&self) -> Result<Vec<Sample>, FolderError> {
        self.samples(false)
    }

    /// The samples that the fits have not used.
    ///
    /// # Errors
    /// If there are none, or a file cannot be read.
    pub(crate) fn held_out(&self) -> Result<Vec<Sample>, FolderError> {
        let samples = self.samples(true)?;
        if samples.is_empty() { Err(FolderError::NothingHeldOut { path: self.training.clone() }) } else { Ok(samples) }
    }

    fn samples(&self, held_out: bool) -> Result<Vec<Sample>, FolderError> {
        let mut samples = Vec::new();
        for (_, path) in self.shards.iter().enumerate().filter(|(shard, _)| is_held_out(*shard) == held_out) {
            samples.extend(read_samples(path)?);
        }
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_told() {
        assert_eq!(first_difference("a\nb\n", "a\nb"), None);
        assert_eq!(first_difference("a\nb", "a\nc\nd"), Some(("b".to_owned(), "c".to_owned())));
        assert_eq!(first_difference("a", "a\nc"), Some((String::new(), "c".to_owned())));
    }

    #[test]
    fn times_are_summed_by_generation() {
        let notes = "0 0 1.5\n1 0 20\n0 7 2.25\n0 8\n0 9 -1\n1 2 0.5";
        assert_eq!(total_time(notes, 0), Duration::from_millis(3750));
        assert_eq!(total_time(notes, 1), Duration::from_millis(20_500));
        assert_eq!(total_time("", 0), Duration::ZERO);
    }
}
