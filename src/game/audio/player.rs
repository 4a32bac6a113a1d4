//! Plays the notes of the cues at the chosen volume.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::audio::cue::SoundCue;
use crate::game::audio::output::{Note, SoundOutput};
use crate::game::audio::polyphony::Polyphony;
use crate::game::audio::score::notes;
use crate::game::audio::visibility::GameHidden;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::settings::sound::SoundSettings;

pub(super) fn plugin(app: &mut App) {
    // Runs after all systems that write cues.
    app.init_resource::<Voices>().add_systems(PostUpdate, play);
}

#[derive(Resource, Debug, Default)]
struct Voices {
    polyphony: Polyphony,
    /// Number of cues played, mixed into the seed so that no two sound alike.
    cues: u64,
}

fn play(
    mut cues: MessageReader<SoundCue>,
    output: Option<NonSendMut<SoundOutput>>,
    settings: Res<Settings>,
    hidden: Res<GameHidden>,
    time: Res<Time<Real>>,
    mut voices: ResMut<Voices>,
    mut frames: ResMut<Frames>,
    mut was_muted: Local<bool>,
) {
    let Some(mut output) = output else {
        cues.clear();
        return;
    };
    let sound = &settings.sound;
    let settings = SoundSettings { muted: sound.muted || sound.muted_out_of_sight && hidden.0, ..*sound };
    if settings.muted && !*was_muted {
        voices.polyphony.clear();
        output.0.silence();
    }
    *was_muted = settings.muted;
    let now = time.elapsed();
    let mut asked = Vec::new();
    for cue in cues.read() {
        if *cue == SoundCue::DiscsStopped {
            asked.retain(|note: &Note| note.begins_in.is_zero());
            voices.polyphony.forget(now);
            output.0.forget();
        }
        voices.cues += 1;
        let seed = (now.as_nanos() as u64).wrapping_add(voices.cues);
        asked.extend(notes(cue, seed, settings));
    }
    asked.retain(|note| {
        let begin = now + note.begins_in;
        voices.polyphony.admit(now, begin, begin + Duration::from_secs_f32(note.sound.seconds()))
    });
    if !asked.is_empty() {
        output.0.play(asked);
    }
    if output.0.work() {
        frames.keep_drawing();
    }
}
