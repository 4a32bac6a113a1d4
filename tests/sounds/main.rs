//! Tests of the computed sounds: durations, levels, spectra and variations.

mod levels;
mod runs;
mod spectra;
mod spectrum;
mod variations;

use irogaeshi::sound::Sound;

/// Every kind of sound, and several strengths of those that vary.
fn sounds() -> impl Iterator<Item = Sound> {
    let placed = [0, 4, 10, 18, u32::MAX].map(|turned| Sound::Place { turned });
    let flipped = [5, 10, u32::MAX].map(|step| Sound::Flip { step });
    Sound::KINDS.into_iter().chain(placed).chain(flipped)
}
