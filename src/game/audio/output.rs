//! What sounds are played on: loudspeakers, or what takes their place in a test.

use std::time::Duration;

use crate::sound::{Sound, Variation};

/// One sound that is to be heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// What sounds.
    pub sound: Sound,
    /// How it differs from the others.
    pub variation: Variation,
    /// How long it takes until it begins.
    pub begins_in: Duration,
    /// The factor of all samples, from 0 to 1.
    pub gain: f32,
}

/// What plays notes. Nothing here waits, and nothing is held open while there is nothing to hear.
pub trait Output: 'static {
    /// Plays these notes, at times that count from now.
    fn play(&mut self, notes: Vec<Note>);
    /// Plays no note that has not begun.
    fn forget(&mut self);
    /// Falls silent at once.
    fn silence(&mut self);
    /// Does a small part of what is left to be done in frames; whether more is left.
    fn work(&mut self) -> bool {
        false
    }
}

/// What the game plays its sounds on.
pub struct SoundOutput(pub Box<dyn Output>);
