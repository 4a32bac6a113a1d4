//! Haptic feedback: phones vibrate briefly when a disc is placed, and longer when something explodes.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::audio::cue::SoundCue;
use crate::game::frame::GameSystems;
use crate::game::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Vibrate>().add_systems(Update, vibrate_for_cues.in_set(GameSystems::Look));
    #[cfg(target_arch = "wasm32")]
    app.add_systems(Update, vibrate.in_set(GameSystems::Look).after(vibrate_for_cues));
}

/// Lets the device vibrate for this long, if it can.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vibrate(pub Duration);

/// Length of a cue's vibration; `None` for cues without one.
const fn vibration(cue: &SoundCue) -> Option<Duration> {
    match cue {
        SoundCue::Placed { .. } => Some(Duration::from_millis(12)),
        SoundCue::Refused => Some(Duration::from_millis(25)),
        SoundCue::Exploded => Some(Duration::from_millis(70)),
        _ => None,
    }
}

/// Vibrates for the longest cue of the frame, because another vibration would end the first.
fn vibrate_for_cues(
    mut cues: MessageReader<SoundCue>,
    settings: Res<Settings>,
    mut vibrations: MessageWriter<Vibrate>,
) {
    let longest = cues.read().filter_map(vibration).max();
    vibrations.write_batch(longest.filter(|_| settings.haptics.0).map(Vibrate));
}

#[cfg(target_arch = "wasm32")]
fn vibrate(mut vibrations: MessageReader<Vibrate>) {
    let Some(navigator) = web_sys::window().map(|window| window.navigator()) else { return };
    // Safari does not support vibration.
    if js_sys::Reflect::has(&navigator, &"vibrate".into()).unwrap_or(false) {
        for Vibrate(duration) in vibrations.read() {
            // The result is ignored, because browsers may be set to never vibrate.
            let _ = navigator.vibrate_with_duration(u32::try_from(duration.as_millis()).unwrap_or(0));
        }
    }
}
