//! A key, or a button of a gamepad, that is chosen by pressing it.

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
        // Enter, which pressed the button, is read before.
        (begin, give_up.run_if(resource_changed::<Overlay>.or_else(state_changed::<Screen>)))
            .chain()
            .in_set(IntentSystems::Controls),
    );
}

/// The next key that is pressed is to be that of a shortcut.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureKey(pub Shortcut);

/// Which key is waited for, and what became of the last one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CapturedKey {
    /// What a key is chosen for now.
    pub(crate) waiting: Option<Shortcut>,
    /// Why the last key was not taken, or nothing.
    pub(crate) refusal: Phrase,
}

fn begin(mut wishes: MessageReader<CaptureKey>, mut captured: ResMut<CapturedKey>) {
    for CaptureKey(shortcut) in wishes.read() {
        // Enter presses the button once more, and is refused.
        if captured.waiting != Some(*shortcut) {
            *captured = CapturedKey { waiting: Some(*shortcut), ..CapturedKey::default() };
        }
    }
}

/// Nobody waits for a key where it cannot be seen what it is for.
fn give_up(mut captured: ResMut<CapturedKey>) {
    captured.set_if_neq(CapturedKey::default());
}

/// The way of a pressed key to the settings.
#[derive(SystemParam)]
pub(super) struct KeyCapture<'w> {
    captured: ResMut<'w, CapturedKey>,
    settings: MessageWriter<'w, SettingCommand>,
}

impl KeyCapture<'_> {
    /// Whether the next key is chosen, and does nothing else.
    pub(super) fn is_waiting(&self) -> bool {
        self.captured.waiting.is_some()
    }

    /// The shortcut keeps what it has.
    pub(super) fn give_up(&mut self) {
        *self.captured = CapturedKey::default();
    }

    /// Takes a key or a button with the sign that it bears, or says why not. One that cannot be chosen for anything has
    /// no name.
    pub(super) fn take(&mut self, key: Option<(KeyName, Phrase)>, keys: &Keys) {
        let Some(shortcut) = self.captured.waiting else { return };
        self.captured.refusal = match key {
            None => say!("keys-has-use"),
            Some((key, sign)) => match keys.refusal(shortcut, &key) {
                Some(KeyRefusal::Digit) => say!("keys-digit"),
                Some(KeyRefusal::Taken(other)) => say!("keys-taken", key = sign, shortcut = other.name()),
                None => {
                    self.settings.write(SettingCommand::ChooseKey(shortcut, key));
                    self.captured.waiting = None;
                    Phrase::nothing()
                }
            },
        };
    }
}
