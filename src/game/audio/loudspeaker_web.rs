//! Loudspeakers of a page: sounds are computed here, a few per frame, and passed to the browser.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::platform::time::Instant;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::game::audio::output::{Note, Output};
use crate::sound::samples;

/// Number of sounds computed per frame; together they take less than a millisecond.
const SOUNDS_PER_FRAME: usize = 2;
/// Sounds that begin sooner than this are computed at once, whatever their number.
const COMPUTED_AT_ONCE_WITHIN: Duration = Duration::from_millis(50);

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["irogaeshi", "sound"], js_name = isAllowed)]
    fn page_may_sound() -> bool;

    #[wasm_bindgen(js_namespace = ["irogaeshi", "sound"], js_name = play)]
    fn play_on_page(samples: &[f32], begins_in: f64, gain: f32);

    #[wasm_bindgen(js_namespace = ["irogaeshi", "sound"], js_name = forget)]
    fn forget_on_page();

    #[wasm_bindgen(js_namespace = ["irogaeshi", "sound"], js_name = silence)]
    fn silence_page();
}

#[derive(Default)]
pub(super) struct Loudspeakers {
    /// Notes not yet computed, by start time, each with the moment from which its times count.
    waiting: VecDeque<(Note, Instant)>,
}

impl Output for Loudspeakers {
    fn play(&mut self, notes: Vec<Note>) {
        // Sounds that the browser does not allow yet are dropped instead of delayed.
        if !page_may_sound() {
            return;
        }
        let now = Instant::now();
        self.waiting.extend(notes.into_iter().map(|note| (note, now)));
        self.waiting.make_contiguous().sort_by_key(|(note, asked)| *asked + note.begins_in);
    }

    fn forget(&mut self) {
        self.waiting.retain(|(note, _)| note.begins_in.is_zero());
        forget_on_page();
    }

    fn silence(&mut self) {
        self.waiting.clear();
        silence_page();
    }

    fn work(&mut self) -> bool {
        let mut computed = 0;
        while let Some((note, asked)) = self.waiting.front() {
            let left = note.begins_in.saturating_sub(asked.elapsed());
            if computed >= SOUNDS_PER_FRAME && left > COMPUTED_AT_ONCE_WITHIN {
                break;
            }
            play_on_page(&samples(note.sound, note.variation), left.as_secs_f64(), note.gain);
            self.waiting.pop_front();
            computed += 1;
        }
        !self.waiting.is_empty()
    }
}
