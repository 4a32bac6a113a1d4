//! Command `sounds`: writes the game's sounds to files, for listening and inspection.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use irogaeshi::sound::{FLIP_STEPS, SAMPLE_RATE, Sound, Variation, flip_run, samples};

use crate::failure::Failure;
use crate::out::files::{FileError, write_whole};
use crate::out::table::{Column, Table};

#[derive(clap::Args)]
pub(crate) struct SoundsArguments {
    /// Folder to write to; created if missing.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Seed of the variations [default: none, every sound without variation].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Numbers of turning discs in the sample turns.
const TURNED: [u32; 4] = [1, 4, 10, 18];

/// Seconds until a placed disc lies, about as in the game at its calm pace.
const PLACE_SECONDS: f32 = 0.18;
/// Seconds between two discs of a line.
const STEP_SECONDS: f32 = 0.085;
/// Seconds for a disc to turn over.
const TURN_SECONDS: f32 = 0.44;

/// Writes each sound to a file, some at several strengths, and whole turns.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn run(arguments: &SoundsArguments, out: &mut impl Write) -> Result<(), Failure> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).map_err(|error| FileError::Unwritable { path: folder.clone(), error })?;
    let columns = [("file", Column::Text), ("ms", Column::Number), ("peak dB", Column::Number)];
    let mut table = Table::new(columns);
    for (name, sound) in sounds(arguments.seed) {
        let file = format!("{name}.wav");
        write_whole(&folder.join(&file), &wav(&sound))?;
        let peak = sound.iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        let milliseconds = sound.len() as f32 * 1000.0 / SAMPLE_RATE as f32;
        table.push([file, format!("{milliseconds:.0}"), format!("{:.1}", 20.0 * peak.log10())]);
    }
    Ok(write!(out, "{table}")?)
}

/// Names and samples of all sounds.
fn sounds(seed: Option<u64>) -> Vec<(String, Vec<f32>)> {
    let variation = seed.map_or_else(Variation::default, Variation::from_seed);
    let placed = TURNED.map(|turned| (format!("place-{turned}"), Sound::Place { turned }));
    let flipped = [0, FLIP_STEPS / 2, FLIP_STEPS - 1].map(|step| (format!("flip-{step}"), Sound::Flip { step }));
    let is_single = |sound: &Sound| !matches!(sound, Sound::Place { .. } | Sound::Flip { .. });
    let others = Sound::KINDS.into_iter().filter(is_single).map(|sound| (sound.key().to_owned(), sound));
    let single = placed.into_iter().chain(flipped).chain(others);
    let turns = TURNED.map(|turned| (format!("turn-{turned}"), turn(turned, seed.unwrap_or_default())));
    single.map(|(name, sound)| (name, samples(sound, variation))).chain(turns).collect()
}

/// Mixes a placed disc and a line of turning discs. Each is heard when it lies again.
fn turn(turned: u32, seed: u64) -> Vec<f32> {
    let lies = |index: u32| PLACE_SECONDS + STEP_SECONDS * index as f32 + TURN_SECONDS;
    let times: Vec<f32> = (0..turned).map(lies).collect();
    let mut mixed = vec![0.0; (lies(turned) * SAMPLE_RATE as f32) as usize];
    let mut mix = |start: f32, sound: Vec<f32>| {
        let place = mixed.iter_mut().skip((start * SAMPLE_RATE as f32) as usize);
        place.zip(sound).for_each(|(sample, added)| *sample += added);
    };
    mix(PLACE_SECONDS, samples(Sound::Place { turned }, Variation::from_seed(seed)));
    for voice in flip_run(&times, seed) {
        mix(voice.start, samples(voice.sound, voice.variation));
    }
    mixed
}

/// Encodes a WAV file with one channel of 16-bit samples.
fn wav(samples: &[f32]) -> Vec<u8> {
    const SAMPLE_BYTES: u16 = 2;
    let size = samples.len() as u32 * u32::from(SAMPLE_BYTES);
    let mut file = Vec::with_capacity(size as usize + 44);
    file.extend(b"RIFF");
    file.extend((size + 36).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    // PCM, one channel.
    file.extend(1u16.to_le_bytes());
    file.extend(1u16.to_le_bytes());
    file.extend(SAMPLE_RATE.to_le_bytes());
    file.extend((SAMPLE_RATE * u32::from(SAMPLE_BYTES)).to_le_bytes());
    file.extend(SAMPLE_BYTES.to_le_bytes());
    file.extend((8 * SAMPLE_BYTES).to_le_bytes());
    file.extend(b"data");
    file.extend(size.to_le_bytes());
    let whole = f32::from(i16::MAX);
    file.extend(samples.iter().flat_map(|sample| ((sample * whole).round() as i16).to_le_bytes()));
    file
}
