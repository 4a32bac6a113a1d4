//! Works around stuck logical keys. A release is matched to its press by key position, because the name may change:
//! beside Shift, Alt is released as Meta, and beside Alt, Shift is released as the key that changes the keyboard
//! layout. Bevy's `ButtonInput<Key>` matches by name, so it would hold Alt for ever. Nor does Bevy 0.19.1 release names
//! when the window loses the keyboard focus, although the keys are then let go in another window.

use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode, keyboard_input_system};
use bevy::prelude::*;
use bevy::window::WindowFocused;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<WindowFocused>()
        .add_systems(PreUpdate, release_stale_keys.after(keyboard_input_system).in_set(InputSystems));
}

/// Keys that are down, each with the name under which it was last pressed.
#[derive(Default)]
struct HeldKeys(Vec<(KeyCode, Key)>);

impl HeldKeys {
    fn update(&mut self, input: &KeyboardInput) {
        self.remove(input);
        if input.state.is_pressed() {
            self.0.push((input.key_code, input.logical_key.clone()));
        }
    }

    /// Removes the key, whatever its name was when pressed.
    fn remove(&mut self, input: &KeyboardInput) {
        let same_key = |(code, key): &(KeyCode, Key)| *code == input.key_code && *key == input.logical_key;
        // All keys of an on-screen keyboard share one code.
        let is_shared = input.key_code == KeyCode::Unidentified(NativeKeyCode::Unidentified);
        if is_shared && (input.state.is_pressed() || self.0.iter().any(same_key)) {
            self.0.retain(|held| !same_key(held));
        } else {
            self.0.retain(|(code, _)| *code != input.key_code);
        }
    }

    fn has(&self, key: &Key) -> bool {
        self.0.iter().any(|(_, held)| held == key)
    }
}

/// Releases every logical key that is not held by any physical key.
fn release_stale_keys(
    mut inputs: MessageReader<KeyboardInput>,
    mut focus_changes: MessageReader<WindowFocused>,
    mut held: Local<HeldKeys>,
    mut codes: ResMut<ButtonInput<KeyCode>>,
    mut keys: ResMut<ButtonInput<Key>>,
) {
    inputs.read().for_each(|input| held.update(input));
    if focus_changes.read().filter(|change| !change.focused).count() > 0 {
        held.0.clear();
        codes.release_all();
    }
    let stale: Vec<Key> = keys.get_pressed().filter(|key| !held.has(key)).cloned().collect();
    for key in stale {
        keys.release(key);
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;

    use super::*;

    /// Keys held after presses (`true`) and releases, each with its code and its name at that moment.
    fn held_after(inputs: &[(KeyCode, Key, bool)]) -> Vec<Key> {
        let mut held = HeldKeys::default();
        for (key_code, logical_key, is_pressed) in inputs {
            held.update(&KeyboardInput {
                key_code: *key_code,
                logical_key: logical_key.clone(),
                state: if *is_pressed { ButtonState::Pressed } else { ButtonState::Released },
                text: None,
                repeat: false,
                window: Entity::PLACEHOLDER,
            });
        }
        held.0.into_iter().map(|(_, key)| key).collect()
    }

    #[test]
    fn a_key_released_under_another_name_is_not_held() {
        let (alt, shift) = (KeyCode::AltLeft, KeyCode::ShiftLeft);
        let down = [(alt, Key::Alt, true), (shift, Key::GroupNext, true)];
        assert_eq!(held_after(&down), [Key::Alt, Key::GroupNext]);
        let up = [(alt, Key::Meta, false), (shift, Key::Shift, false)];
        assert_eq!(held_after(&[down, up].concat()), []);
    }

    #[test]
    fn one_of_two_shift_keys_leaves_the_other_held() {
        let down = [(KeyCode::ShiftLeft, Key::Shift, true), (KeyCode::ShiftRight, Key::Shift, true)];
        let up = (KeyCode::ShiftLeft, Key::Shift, false);
        assert_eq!(held_after(&[&down[..], &[up]].concat()), [Key::Shift]);
    }

    #[test]
    fn keys_that_share_a_code_are_distinguished_by_name() {
        let code = KeyCode::Unidentified(NativeKeyCode::Unidentified);
        let (control, letter) = (Key::Control, Key::Character("a".into()));
        let typed = [(code, control.clone(), true), (code, letter.clone(), true), (code, letter, false)];
        assert_eq!(held_after(&typed), [control]);
        assert_eq!(held_after(&[&typed[..], &[(code, Key::Super, false)]].concat()), []);
    }
}
