//! Notes of the cues: sounds, times and volumes.

use std::time::Duration;

use crate::game::audio::cue::SoundCue;
use crate::game::audio::output::Note;
use crate::game::settings::sound::{SoundKind, SoundSettings};
use crate::sound::{Sound, Variation, flip_run};

/// The kind of a sound, for which players choose the volume.
fn kind(sound: Sound) -> SoundKind {
    match sound {
        Sound::Place { .. } | Sound::Flip { .. } | Sound::Explosion | Sound::Wild => SoundKind::Discs,
        Sound::Pass | Sound::CutIn | Sound::Illegal | Sound::Win | Sound::Lose | Sound::Draw => SoundKind::Game,
        Sound::ClockShort => SoundKind::Clock,
        Sound::Button => SoundKind::Buttons,
    }
}

/// The notes of a cue with their volumes, without those that would be inaudible. The seed varies the sounds.
pub(super) fn notes(cue: &SoundCue, seed: u64, settings: SoundSettings) -> Vec<Note> {
    let one = |sound, begins_in| vec![Note { sound, variation: Variation::from_seed(seed), begins_in, gain: 1.0 }];
    let now = |sound| one(sound, Duration::ZERO);
    let mut notes = match cue {
        SoundCue::Placed { turned, lies_in } => one(Sound::Place { turned: *turned }, *lies_in),
        SoundCue::Turned { lie_in } => {
            let times: Vec<f32> = lie_in.iter().map(Duration::as_secs_f32).collect();
            let voices = flip_run(&times, seed).into_iter();
            let note = |voice: crate::sound::Voice| Note {
                sound: voice.sound,
                variation: voice.variation,
                begins_in: Duration::from_secs_f32(voice.start),
                gain: 1.0,
            };
            voices.map(note).collect()
        }
        SoundCue::Served { shows_in } => one(Sound::Wild, *shows_in),
        SoundCue::DiscsStopped => Vec::new(),
        SoundCue::Exploded => now(Sound::Explosion),
        SoundCue::Refused => now(Sound::Illegal),
        SoundCue::Passed => now(Sound::Pass),
        SoundCue::CutIn => now(Sound::CutIn),
        SoundCue::TimeIsShort => now(Sound::ClockShort),
        SoundCue::Won => now(Sound::Win),
        SoundCue::Lost => now(Sound::Lose),
        SoundCue::Drawn => now(Sound::Draw),
        SoundCue::Pressed => now(Sound::Button),
    };
    for note in &mut notes {
        note.gain = settings.gain(kind(note.sound));
    }
    notes.retain(|note| note.gain > 0.0);
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::settings::sound::Volume;

    const ONCE: [SoundCue; 9] = [
        SoundCue::Exploded,
        SoundCue::Refused,
        SoundCue::Passed,
        SoundCue::CutIn,
        SoundCue::TimeIsShort,
        SoundCue::Won,
        SoundCue::Lost,
        SoundCue::Drawn,
        SoundCue::Pressed,
    ];

    #[test]
    fn each_cue_has_a_sound_of_its_own_that_begins_at_once() {
        let settings = SoundSettings::default();
        let mut heard = Vec::new();
        for cue in ONCE {
            let notes = notes(&cue, 1, settings);
            let [note] = notes.as_slice() else { panic!("{cue:?} is {notes:?}") };
            assert_eq!(note.begins_in, Duration::ZERO, "{cue:?}");
            assert!(!heard.contains(&note.sound), "{cue:?}");
            heard.push(note.sound);
        }
    }

    #[test]
    fn disc_sounds_begin_when_the_discs_have_landed() {
        let millis = Duration::from_millis;
        let settings = SoundSettings::default();
        let placed = notes(&SoundCue::Placed { turned: 3, lies_in: millis(180) }, 1, settings);
        assert_eq!(placed.len(), 1);
        assert_eq!((placed[0].sound, placed[0].begins_in), (Sound::Place { turned: 3 }, millis(180)));
        let run = notes(&SoundCue::Turned { lie_in: vec![millis(500), millis(250), millis(375)] }, 1, settings);
        let times: Vec<Duration> = run.iter().map(|note| note.begins_in).collect();
        assert_eq!(times, [millis(250), millis(375), millis(500)]);
        let sounds: Vec<Sound> = run.iter().map(|note| note.sound).collect();
        assert_eq!(sounds, [0, 1, 2].map(|step| Sound::Flip { step }));
    }

    #[test]
    fn muted_kinds_are_not_computed() {
        let mut settings = SoundSettings { buttons: Volume::SILENT, ..SoundSettings::default() };
        assert!(notes(&SoundCue::Pressed, 1, settings).is_empty());
        assert_eq!(notes(&SoundCue::Refused, 1, settings).len(), 1);
        settings.muted = true;
        assert!(ONCE.iter().all(|cue| notes(cue, 1, settings).is_empty()));
    }
}
