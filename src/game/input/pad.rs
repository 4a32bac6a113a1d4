//! Gamepads: translates buttons to intents and names their labels. A leaning stick and a pressed D-pad repeat like held
//! keys.

use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::gamepad::{
    Gamepad, GamepadAxis, GamepadAxisChangedEvent, GamepadButton, GamepadButtonStateChangedEvent,
};
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::WindowEvent;

use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::input::key_capture::KeyCapture;
use crate::game::input::keyboard::read_keyboard;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::settings::keys::{Keys, PadButton, Shortcut};
use crate::game::text::{Phrase, say};
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PadInUse>()
        .init_resource::<HeldDirection>()
        .add_message::<GamepadButtonStateChangedEvent>()
        .add_message::<GamepadAxisChangedEvent>()
        .add_systems(
            Update,
            (notice_other_devices, read_pads, repeat_direction)
                .chain()
                .after(read_keyboard)
                .in_set(IntentSystems::Write),
        );
}

/// Kind of the gamepad used last, until another device is used.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PadInUse {
    #[default]
    None,
    /// Letters, with A as the lower button.
    Letters,
    /// Letters in Nintendo's order, with B as the lower button.
    SwappedLetters,
    /// Shapes, as on Sony gamepads.
    Shapes,
}

impl PadInUse {
    /// Guesses the labels from the USB vendor: Sony has shapes, Nintendo the swapped letters.
    const fn of(vendor: Option<u16>) -> Self {
        match vendor {
            Some(0x054c) => Self::Shapes,
            Some(0x057e) => Self::SwappedLetters,
            _ => Self::Letters,
        }
    }

    /// Labels of the four buttons on the right: lower, right, left, upper.
    pub(crate) fn labels(self) -> [Phrase; 4] {
        match self {
            Self::None | Self::Letters => [say!("pad-a"), say!("pad-b"), say!("pad-x"), say!("pad-y")],
            Self::SwappedLetters => [say!("pad-b"), say!("pad-a"), say!("pad-y"), say!("pad-x")],
            Self::Shapes => [say!("pad-cross"), say!("pad-circle"), say!("pad-square"), say!("pad-triangle")],
        }
    }

    /// Label or usual name of an assignable button.
    pub(crate) fn label(self, button: PadButton) -> Phrase {
        let [_, _, left, upper] = self.labels();
        match button {
            PadButton::Left => left,
            PadButton::Upper => upper,
            PadButton::LeftShoulder => say!("pad-left-shoulder"),
            PadButton::RightShoulder => say!("pad-right-shoulder"),
            PadButton::Select => say!("pad-select"),
            PadButton::LeftStick => say!("pad-left-stick"),
            PadButton::RightStick => say!("pad-right-stick"),
        }
    }
}

/// Lean of a stick along an axis. Hysteresis keeps a trembling stick from leaning twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StickLean {
    #[default]
    Centred,
    /// Right or up.
    Ahead,
    /// Left or down.
    Back,
}

impl StickLean {
    /// Deflection at which a lean begins, and below which it ends.
    const LIMITS: (f32, f32) = (0.6, 0.4);

    /// The lean for a deflection, given the lean before.
    pub(crate) fn after(self, value: f32) -> Self {
        let limit = if self == Self::Centred { Self::LIMITS.0 } else { Self::LIMITS.1 };
        match value {
            value if value >= limit => Self::Ahead,
            value if value <= -limit => Self::Back,
            _ => Self::Centred,
        }
    }
}

/// Delay before a held direction repeats, and the interval between repeats.
const REPEAT: (Duration, Duration) = (Duration::from_millis(400), Duration::from_millis(130));

/// Held direction.
#[derive(Resource, Default)]
struct HeldDirection {
    /// Direction and time of its next repeat, since the start of the game.
    direction: Option<(Direction, Duration)>,
    /// Lean of the left stick, horizontally and vertically.
    stick: (StickLean, StickLean),
}

impl HeldDirection {
    fn stick_direction(&self) -> Option<Direction> {
        Some(match self.stick {
            (_, StickLean::Ahead) => Direction::North,
            (_, StickLean::Back) => Direction::South,
            (StickLean::Ahead, _) => Direction::East,
            (StickLean::Back, _) => Direction::West,
            (StickLean::Centred, StickLean::Centred) => return None,
        })
    }
}

const fn cross(button: GamepadButton) -> Option<Direction> {
    Some(match button {
        GamepadButton::DPadUp => Direction::North,
        GamepadButton::DPadRight => Direction::East,
        GamepadButton::DPadDown => Direction::South,
        GamepadButton::DPadLeft => Direction::West,
        _ => return None,
    })
}

/// The button if it can be assigned to a shortcut.
const fn choosable(button: GamepadButton) -> Option<PadButton> {
    Some(match button {
        GamepadButton::West => PadButton::Left,
        GamepadButton::North => PadButton::Upper,
        GamepadButton::LeftTrigger => PadButton::LeftShoulder,
        GamepadButton::RightTrigger => PadButton::RightShoulder,
        GamepadButton::Select => PadButton::Select,
        GamepadButton::LeftThumb => PadButton::LeftStick,
        GamepadButton::RightThumb => PadButton::RightStick,
        _ => return None,
    })
}

fn intents_of(button: GamepadButton, keys: &Keys) -> Vec<Intent> {
    match button {
        GamepadButton::South => vec![Intent::Press, Intent::Choose, Intent::Confirm],
        GamepadButton::East => vec![Intent::Back],
        GamepadButton::LeftTrigger2 => vec![Intent::Previous],
        GamepadButton::RightTrigger2 => vec![Intent::Next],
        GamepadButton::Start => vec![Intent::Menu],
        other => {
            let shortcut = choosable(other).and_then(|button| keys.shortcut(&button.into()));
            shortcut.map(intent_of).into_iter().collect()
        }
    }
}

/// Undo and redo also work on screens without a match, where they step back and forth.
const fn intent_of(shortcut: Shortcut) -> Intent {
    match shortcut {
        Shortcut::Undo => Intent::Undo,
        Shortcut::Redo => Intent::Redo,
        other => Intent::Shortcut(other),
    }
}

const fn navigate(direction: Direction) -> Intent {
    Intent::Navigate { direction, paints: false }
}

/// Hides the gamepad's labels when another device is used.
fn notice_other_devices(
    mut keys: MessageReader<KeyboardInput>,
    mut events: MessageReader<WindowEvent>,
    mut pad: ResMut<PadInUse>,
) {
    let is_hand = |event: &WindowEvent| {
        matches!(event, WindowEvent::CursorMoved(_) | WindowEvent::MouseButtonInput(_) | WindowEvent::TouchInput(_))
    };
    if keys.read().count() > 0 || events.read().any(is_hand) {
        pad.set_if_neq(PadInUse::None);
    }
}

fn read_pads(
    mut buttons: MessageReader<GamepadButtonStateChangedEvent>,
    mut axes: MessageReader<GamepadAxisChangedEvent>,
    pads: Query<&Gamepad>,
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut held: ResMut<HeldDirection>,
    mut pad: ResMut<PadInUse>,
    mut frames: ResMut<Frames>,
    mut capture: KeyCapture,
    mut intents: MessageWriter<Intent>,
) {
    let mut used = None;
    let repeats_at = time.elapsed() + REPEAT.0;
    for event in buttons.read() {
        let direction = cross(event.button);
        if event.state == ButtonState::Pressed {
            used = Some(event.entity);
            if capture.is_waiting() {
                match event.button {
                    GamepadButton::East => capture.give_up(),
                    other => {
                        let button = choosable(other);
                        capture.take(button.map(|button| (button.into(), pad.label(button))), &settings.keys);
                    }
                }
                continue;
            }
            intents.write_batch(intents_of(event.button, &settings.keys));
            if let Some(direction) = direction {
                intents.write(navigate(direction));
                held.direction = Some((direction, repeats_at));
            }
        } else if direction.is_some() && direction == held.direction.map(|(direction, _)| direction) {
            held.direction = None;
        }
    }
    for event in axes.read() {
        let before = held.stick_direction();
        match event.axis {
            GamepadAxis::LeftStickX => held.stick.0 = held.stick.0.after(event.value),
            GamepadAxis::LeftStickY => held.stick.1 = held.stick.1.after(event.value),
            _ => continue,
        }
        let now = held.stick_direction();
        if now != before && !capture.is_waiting() {
            used = Some(event.entity);
            intents.write_batch(now.map(navigate));
            held.direction = now.map(|direction| (direction, repeats_at));
        }
    }
    if let Some(used) = used {
        // The effects may take more than the frame that the event woke.
        frames.keep_drawing();
        pad.set_if_neq(PadInUse::of(pads.get(used).ok().and_then(Gamepad::vendor_id)));
    }
}

/// Repeats a held direction.
fn repeat_direction(
    time: Res<Time<Real>>,
    pads: Query<(), With<Gamepad>>,
    mut held: ResMut<HeldDirection>,
    mut frames: ResMut<Frames>,
    mut intents: MessageWriter<Intent>,
) {
    // A disconnected gamepad holds nothing.
    if pads.is_empty() {
        *held = HeldDirection::default();
    }
    let Some((direction, at)) = held.direction else { return };
    if time.elapsed() >= at {
        intents.write(navigate(direction));
        held.direction = Some((direction, time.elapsed() + REPEAT.1));
        frames.keep_drawing();
    }
    if let Some((_, at)) = held.direction {
        frames.wake_in(at.saturating_sub(time.elapsed()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_that_trembles_at_the_limit_leans_once() {
        let mut lean = StickLean::default();
        let mut changes = 0;
        for value in [0.0, 0.58, 0.61, 0.59, 0.61, 0.45, 0.6, 0.39, 0.45, -0.5, -0.7, -0.3] {
            let next = lean.after(value);
            changes += u8::from(next != lean);
            lean = next;
        }
        assert_eq!((changes, lean), (4, StickLean::Centred));
    }

    #[test]
    fn labels_follow_the_maker_of_the_gamepad() {
        assert_eq!(PadInUse::of(Some(0x045e)), PadInUse::Letters);
        assert_eq!(PadInUse::of(Some(0x057e)), PadInUse::SwappedLetters);
        assert_eq!(PadInUse::of(Some(0x054c)), PadInUse::Shapes);
        assert_eq!(PadInUse::of(None), PadInUse::Letters);
    }
}
