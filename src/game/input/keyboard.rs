//! The keyboard: which key is which intent. A key that is pressed together with Ctrl, Alt or the key of the system is
//! the system's or the browser's, but for those that undo and redo everywhere.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use crate::game::input::intent::{Intent, IntentSystems};
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, read_keyboard.in_set(IntentSystems::Write));
}

fn read_keyboard(
    mut keys: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<Key>>,
    mut intents: MessageWriter<Intent>,
) {
    // What is held does not change within a frame in which other keys are pressed: `input_pace` sees to that.
    let shift = held.pressed(Key::Shift);
    let (command, alt) = (held.any_pressed([Key::Control, Key::Super, Key::Meta]), held.pressed(Key::Alt));
    for key in keys.read().filter(|key| key.state.is_pressed() && !alt) {
        if command {
            intents.write_batch(command_intent(&key.logical_key, shift));
        } else {
            intents.write_batch(plain_intents(&key.logical_key, shift, key.repeat));
        }
    }
}

fn command_intent(key: &Key, shift: bool) -> Option<Intent> {
    let Key::Character(text) = key else { return None };
    match (text.to_lowercase().as_str(), shift) {
        ("z", false) => Some(Intent::Undo),
        ("z", true) | ("y", _) => Some(Intent::Redo),
        _ => None,
    }
}

/// A key that is held down goes on and erases on, but chooses, leaves and is a shortcut once.
fn plain_intents(key: &Key, shift: bool, is_repeated: bool) -> Vec<Intent> {
    let navigate = |direction| vec![Intent::Navigate { direction, paints: shift }];
    match key {
        Key::ArrowUp => navigate(Direction::North),
        Key::ArrowRight => navigate(Direction::East),
        Key::ArrowDown => navigate(Direction::South),
        Key::ArrowLeft => navigate(Direction::West),
        Key::Home => vec![Intent::First],
        Key::End => vec![Intent::Last],
        Key::Backspace => vec![Intent::Erase],
        _ if is_repeated => Vec::new(),
        Key::Character(text) => text.chars().map(Intent::Letter).collect(),
        Key::Tab if shift => vec![Intent::Previous],
        Key::Tab => vec![Intent::Next],
        Key::Enter => vec![Intent::Choose, Intent::Confirm],
        Key::Space => vec![Intent::Choose],
        Key::Escape => vec![Intent::Back],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(text: &str) -> Key {
        Key::Character(text.into())
    }

    #[test]
    fn a_key_that_is_held_down_goes_on_but_does_all_else_once() {
        let east = Intent::Navigate { direction: Direction::East, paints: false };
        assert_eq!(plain_intents(&Key::ArrowRight, false, true), [east]);
        assert_eq!(plain_intents(&Key::Enter, false, false), [Intent::Choose, Intent::Confirm]);
        for key in [Key::Enter, Key::Space, Key::Escape, Key::Tab, character("m")] {
            assert_eq!(plain_intents(&key, false, true), [], "{key:?}");
        }
    }

    #[test]
    fn only_the_keys_that_undo_and_redo_mean_something_with_a_command_key() {
        assert_eq!(command_intent(&character("z"), false), Some(Intent::Undo));
        assert_eq!(command_intent(&character("Z"), true), Some(Intent::Redo));
        assert_eq!(command_intent(&character("y"), false), Some(Intent::Redo));
        for key in [character("u"), character("n"), Key::Enter, Key::Escape, Key::ArrowUp] {
            assert_eq!(command_intent(&key, false), None, "{key:?}");
        }
    }
}
