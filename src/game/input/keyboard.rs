//! Keyboard: translates keys to intents. Together with Ctrl, Alt or the system key, a key belongs to the system or the
//! browser, except for undo, redo and paste.
//!
//! A key counts as the ASCII character that it writes: A is where the player's layout has it, on QWERTY and on
//! AZERTY. Where the layout writes another script, or an input method holds the key, its position counts, as on a US
//! keyboard.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use crate::game::input::input_pace::{CommandKeys, is_modifier};
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::input::key_capture::KeyCapture;
use crate::game::settings::Settings;
use crate::game::settings::keys::{KeyName, Keys};
use crate::game::text::Phrase;
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, read_keyboard.in_set(IntentSystems::Write));
}

pub(super) fn read_keyboard(
    mut keys: MessageReader<KeyboardInput>,
    (held, commands): (Res<ButtonInput<Key>>, CommandKeys),
    settings: Res<Settings>,
    mut capture: KeyCapture,
    mut intents: MessageWriter<Intent>,
) {
    // `input_pace` ensures that modifiers do not change within a frame in which other keys are pressed.
    let shift = held.pressed(Key::Shift);
    let (command, alt) = (commands.are_held(), held.pressed(Key::Alt));
    for key in keys.read().filter(|key| key.state.is_pressed() && !alt) {
        if capture.is_waiting() {
            match &key.logical_key {
                _ if key.repeat || command => {}
                Key::Escape => capture.give_up(),
                _ if is_modifier(key) => {}
                other => {
                    let name = name_of(other, character_of(key));
                    capture.take(name.map(|key| (key.clone(), Phrase::verbatim(key.shown()))), &settings.keys);
                }
            }
        } else if command {
            intents.write_batch(command_intent(character_of(key), shift));
        } else {
            intents.write_batch(plain_intents(key, shift, &settings.keys));
        }
    }
}

/// The character that a key counts as; `None` if it writes none.
fn character_of(key: &KeyboardInput) -> Option<char> {
    let mut written = match &key.logical_key {
        Key::Character(text) => text.chars(),
        // Held by an input method, a dead key, or unknown to the system.
        Key::Process | Key::Dead(_) | Key::Unidentified(_) => "".chars(),
        _ => return None,
    };
    let character = written.next().filter(char::is_ascii_graphic);
    let placed = character_at(key.key_code);
    match character {
        // The upper row of AZERTY writes digits only with Shift, but square names need digits.
        Some(character) if !character.is_ascii_alphanumeric() && character != '?' => {
            placed.filter(char::is_ascii_digit).or(Some(character))
        }
        Some(character) => Some(character),
        None => placed,
    }
}

/// The character at this position of a US keyboard.
fn character_at(code: KeyCode) -> Option<char> {
    Some(match code {
        KeyCode::KeyA => 'a',
        KeyCode::KeyB => 'b',
        KeyCode::KeyC => 'c',
        KeyCode::KeyD => 'd',
        KeyCode::KeyE => 'e',
        KeyCode::KeyF => 'f',
        KeyCode::KeyG => 'g',
        KeyCode::KeyH => 'h',
        KeyCode::KeyI => 'i',
        KeyCode::KeyJ => 'j',
        KeyCode::KeyK => 'k',
        KeyCode::KeyL => 'l',
        KeyCode::KeyM => 'm',
        KeyCode::KeyN => 'n',
        KeyCode::KeyO => 'o',
        KeyCode::KeyP => 'p',
        KeyCode::KeyQ => 'q',
        KeyCode::KeyR => 'r',
        KeyCode::KeyS => 's',
        KeyCode::KeyT => 't',
        KeyCode::KeyU => 'u',
        KeyCode::KeyV => 'v',
        KeyCode::KeyW => 'w',
        KeyCode::KeyX => 'x',
        KeyCode::KeyY => 'y',
        KeyCode::KeyZ => 'z',
        KeyCode::Digit0 | KeyCode::Numpad0 => '0',
        KeyCode::Digit1 | KeyCode::Numpad1 => '1',
        KeyCode::Digit2 | KeyCode::Numpad2 => '2',
        KeyCode::Digit3 | KeyCode::Numpad3 => '3',
        KeyCode::Digit4 | KeyCode::Numpad4 => '4',
        KeyCode::Digit5 | KeyCode::Numpad5 => '5',
        KeyCode::Digit6 | KeyCode::Numpad6 => '6',
        KeyCode::Digit7 | KeyCode::Numpad7 => '7',
        KeyCode::Digit8 | KeyCode::Numpad8 => '8',
        KeyCode::Digit9 | KeyCode::Numpad9 => '9',
        KeyCode::Minus => '-',
        KeyCode::Equal => '=',
        KeyCode::Comma => ',',
        KeyCode::Period => '.',
        KeyCode::Slash => '/',
        KeyCode::Semicolon => ';',
        KeyCode::Quote => '\'',
        KeyCode::BracketLeft => '[',
        KeyCode::BracketRight => ']',
        _ => return None,
    })
}

/// Name of the key if it can be assigned to a shortcut.
fn name_of(key: &Key, character: Option<char>) -> Option<KeyName> {
    // Bevy's names for these keys are the usual ones.
    character.map_or_else(|| KeyName::read(&format!("{key:?}")), KeyName::character)
}

fn command_intent(character: Option<char>, shift: bool) -> Option<Intent> {
    match (character?.to_ascii_lowercase(), shift) {
        ('z', false) => Some(Intent::Undo),
        ('z', true) | ('y', _) => Some(Intent::Redo),
        ('v', false) => Some(Intent::Paste),
        _ => None,
    }
}

/// Held keys repeat moves and erasing, but not choices, leaving or shortcuts.
fn plain_intents(key: &KeyboardInput, shift: bool, keys: &Keys) -> Vec<Intent> {
    let navigate = |direction| vec![Intent::Navigate { direction, paints: shift }];
    match &key.logical_key {
        Key::ArrowUp => navigate(Direction::North),
        Key::ArrowRight => navigate(Direction::East),
        Key::ArrowDown => navigate(Direction::South),
        Key::ArrowLeft => navigate(Direction::West),
        Key::Home => vec![Intent::First],
        Key::End => vec![Intent::Last],
        Key::Backspace => vec![Intent::Erase],
        _ if key.repeat => Vec::new(),
        Key::Tab if shift => vec![Intent::Previous],
        Key::Tab => vec![Intent::Next],
        Key::Enter => vec![Intent::Choose, Intent::Confirm],
        Key::Space => vec![Intent::Choose],
        Key::Escape => vec![Intent::Back],
        // Browsers handle full screen themselves with this key.
        Key::F11 if cfg!(target_arch = "wasm32") => Vec::new(),
        other => match character_of(key) {
            Some(character) => vec![Intent::Letter(character)],
            None => {
                name_of(other, None).and_then(|key| keys.shortcut(&key)).map(Intent::Shortcut).into_iter().collect()
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;
    use bevy::input::keyboard::NativeKey;

    use super::*;
    use crate::game::settings::keys::Shortcut;

    fn pressed(logical_key: Key, key_code: KeyCode) -> KeyboardInput {
        let (state, window) = (ButtonState::Pressed, Entity::PLACEHOLDER);
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }
    }

    fn written(text: &str, code: KeyCode) -> KeyboardInput {
        pressed(Key::Character(text.into()), code)
    }

    fn intents(key: &KeyboardInput) -> Vec<Intent> {
        plain_intents(key, false, &Keys::default())
    }

    #[test]
    fn held_keys_repeat_moves_but_no_other_commands() {
        let held = |key| KeyboardInput { repeat: true, ..pressed(key, KeyCode::F24) };
        let east = Intent::Navigate { direction: Direction::East, paints: false };
        assert_eq!(intents(&held(Key::ArrowRight)), [east]);
        assert_eq!(intents(&pressed(Key::Enter, KeyCode::Enter)), [Intent::Choose, Intent::Confirm]);
        for key in [Key::Enter, Key::Space, Key::Escape, Key::Tab, Key::F1, Key::Character("m".into())] {
            assert_eq!(intents(&held(key.clone())), [], "{key:?}");
        }
    }

    #[test]
    fn only_undo_redo_and_paste_are_handled_with_a_command_key() {
        assert_eq!(command_intent(Some('z'), false), Some(Intent::Undo));
        assert_eq!(command_intent(Some('Z'), true), Some(Intent::Redo));
        assert_eq!(command_intent(Some('y'), false), Some(Intent::Redo));
        assert_eq!(command_intent(Some('v'), false), Some(Intent::Paste));
        for character in [Some('u'), Some('n'), None] {
            assert_eq!(command_intent(character, false), None, "{character:?}");
        }
    }

    #[test]
    fn letters_follow_the_keyboard_layout() {
        assert_eq!(character_of(&written("a", KeyCode::KeyA)), Some('a'));
        assert_eq!(character_of(&written("a", KeyCode::KeyQ)), Some('a'), "AZERTY");
        assert_eq!(character_of(&written("z", KeyCode::KeyY)), Some('z'), "QWERTZ");
    }

    #[test]
    fn in_other_scripts_the_position_of_the_key_counts() {
        for (text, code, character) in [
            ("ф", KeyCode::KeyA, 'a'),
            ("ち", KeyCode::KeyA, 'a'),
            ("υ", KeyCode::KeyY, 'y'),
            ("ə", KeyCode::KeyH, 'h'),
        ] {
            assert_eq!(character_of(&written(text, code)), Some(character), "{text}");
        }
    }

    #[test]
    fn keys_held_by_an_input_method_still_count() {
        for key in [Key::Process, Key::Dead(None), Key::Unidentified(NativeKey::Unidentified)] {
            assert_eq!(character_of(&pressed(key.clone(), KeyCode::KeyH)), Some('h'), "{key:?}");
            assert_eq!(character_of(&pressed(key, KeyCode::Digit3)), Some('3'));
        }
        // An input method's own keys are not letters.
        assert_eq!(character_of(&pressed(Key::KanaMode, KeyCode::KanaMode)), None);
        assert_eq!(character_of(&pressed(Key::Process, KeyCode::Convert)), None);
    }

    #[test]
    fn the_upper_row_counts_as_digits_even_where_they_need_shift() {
        assert_eq!(character_of(&written("\"", KeyCode::Digit3)), Some('3'), "AZERTY without Shift");
        assert_eq!(character_of(&written("3", KeyCode::Digit3)), Some('3'), "AZERTY with Shift");
        assert_eq!(character_of(&written("é", KeyCode::Digit2)), Some('2'));
        assert_eq!(character_of(&written("?", KeyCode::KeyM)), Some('?'), "AZERTY");
        assert_eq!(character_of(&written("?", KeyCode::Minus)), Some('?'), "QWERTZ");
        assert_eq!(character_of(&written("?", KeyCode::Slash)), Some('?'), "QWERTY");
    }

    #[test]
    fn keys_without_a_character_can_be_shortcuts() {
        assert_eq!(intents(&pressed(Key::F1, KeyCode::F1)), [Intent::Shortcut(Shortcut::KeySheet)]);
        assert_eq!(intents(&pressed(Key::F2, KeyCode::F2)), [], "nobody has chosen it");
        assert_eq!(name_of(&Key::PageDown, None), KeyName::read("PageDown"));
        assert_eq!(name_of(&Key::Enter, None), None);
    }
}
