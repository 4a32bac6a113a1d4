//! Sound output: loudspeakers, or a replacement in tests.

use std::time::Duration;

use crate::sound::{Sound, Variation};

/// A sound to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    pub sound: Sound,
    /// Variation that makes repeated sounds differ.
    pub variation: Variation,
    /// Time until it begins.
    pub begins_in: Duration,
    /// Factor on all samples, 0 to 1.
    pub gain: f32,
}

/// Plays notes. Implementations never block, and hold no device open while there is nothing to play.
pub trait Output: 'static {
    /// Plays notes whose times count from now.
    fn play(&mut self, notes: Vec<Note>);
    /// Cancels notes that have not begun.
    fn forget(&mut self);
    /// Falls silent at once.
    fn silence(&mut self);
    /// Does a small part of the pending work. Returns whether more is left for the next frames.
    fn work(&mut self) -> bool {
        false
    }
}

/// The output of the game.
pub struct SoundOutput(pub Box<dyn Output>);
