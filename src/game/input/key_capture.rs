//! Choosing a key or gamepad button for a shortcut by pressing it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::input::intent::IntentSystems;
use crate::game::settings::SettingCommand;
use crate::game::settings::keys::{KeyName, KeyRefusal, Keys, Shortcut};
use crate::game::text::{Phrase, say};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CapturedKey>().add_command::<CaptureKey>().add_systems(
        Update,
        // The Enter that pressed the button is read before this and so is not captured.
        (handle_capture_key, give_up.run_if(resource_changed::<Overlay>.or_else(state_changed::<Screen>)))
            .chain()
            .in_set(IntentSystems::Controls),
    );
}

/// Assigns the next pressed key to a shortcut.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureKey(pub Shortcut);

/// State of the capture.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CapturedKey {
    /// The shortcut that waits for its key.
    pub(crate) waiting: Option<Shortcut>,
    /// Reason why the last key was refused; empty if it was not.
    pub(crate) refusal: Phrase,
}

fn handle_capture_key(mut requests: MessageReader<CaptureKey>, mut captured: ResMut<CapturedKey>) {
    for CaptureKey(shortcut) in requests.read() {
        // Enter presses the button again, and must be refused instead of starting over.
        if captured.waiting != Some(*shortcut) {
            *captured = CapturedKey { waiting: Some(*shortcut), ..CapturedKey::default() };
        }
    }
}

/// Cancels the capture when its row is no longer visible.
fn give_up(mut captured: ResMut<CapturedKey>) {
    captured.set_if_neq(CapturedKey::default());
}

/// System parameter that passes a captured key on to the settings.
#[derive(SystemParam)]
pub(super) struct KeyCapture<'w> {
    captured: ResMut<'w, CapturedKey>,
    settings: MessageWriter<'w, SettingCommand>,
}

impl KeyCapture<'_> {
    /// Returns whether the next key is captured and has no other effect.
    pub(super) fn is_waiting(&self) -> bool {
        self.captured.waiting.is_some()
    }

    /// Cancels the capture; the shortcut keeps its key.
    pub(super) fn give_up(&mut self) {
        *self.captured = CapturedKey::default();
    }

    /// Takes a key or button together with its label, or sets the reason for a refusal. `None` is a key that cannot be
    /// assigned at all.
    pub(super) fn take(&mut self, key: Option<(KeyName, Phrase)>, keys: &Keys) {
        let Some(shortcut) = self.captured.waiting else { return };
        self.captured.refusal = match key {
            None => say!("keys-has-use"),
            Some((key, label)) => match keys.refusal(shortcut, &key) {
                Some(KeyRefusal::Digit) => say!("keys-digit"),
                Some(KeyRefusal::Taken(other)) => say!("keys-taken", key = label, shortcut = other.name()),
                None => {
                    self.settings.write(SettingCommand::ChooseKey(shortcut, key));
                    self.captured.waiting = None;
                    Phrase::nothing()
                }
            },
        };
    }
}
