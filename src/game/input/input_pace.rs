//! Spreads input over frames: at most one press or release of a pointer per frame, and no key in the same frame as a
//! later change of modifiers, so that each is handled where and how it happened.
//!
//! Bevy's picking knows one position of a pointer per frame, and looks for a click among the entities hovered in the
//! frame before. On a slow machine, or with a quick finger, a press and its release, or a click and the way to the next
//! one, fall into one frame; they would be lost or hit the wrong button. Bevy's text fields likewise know only the
//! modifiers held at the end of the frame: a quick Ctrl+A would type an "a".

use std::collections::VecDeque;

use bevy::ecs::message::{MessageCursor, MessageUpdateSystems};
use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::picking::PickingSystems;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TouchInput>().add_message::<KeyboardInput>().add_message::<WindowEvent>().add_systems(
        First,
        (pace_window_events, pace_touches, pace_keys).chain().after(MessageUpdateSystems).before(PickingSystems::Input),
    );
}

/// Messages received but not yet passed on.
struct PacedMessages<M: Message> {
    cursor: MessageCursor<M>,
    queue: VecDeque<M>,
}

impl<M: Message> Default for PacedMessages<M> {
    fn default() -> Self {
        Self { cursor: MessageCursor::default(), queue: VecDeque::new() }
    }
}

impl<M: Message + Clone> PacedMessages<M> {
    /// Passes messages on up to the first that ends a frame; the rest waits for the next frame.
    fn pace(&mut self, messages: &mut Messages<M>, ends_frame: impl Fn(&M) -> bool) {
        self.pass_on(messages, |queue| queue.iter().position(&ends_frame).map(|last| last + 1));
    }

    /// Passes on this many messages; all of them for `None`.
    fn pass_on(&mut self, messages: &mut Messages<M>, count: impl Fn(&VecDeque<M>) -> Option<usize>) {
        self.queue.extend(self.cursor.read(messages).cloned());
        if self.queue.is_empty() {
            return;
        }
        let passing = count(&self.queue).unwrap_or(self.queue.len());
        messages.clear();
        messages.write_batch(self.queue.drain(..passing));
        self.cursor.clear(messages);
    }
}

fn pace_window_events(
    mut waiting: Local<PacedMessages<WindowEvent>>,
    mut messages: ResMut<Messages<WindowEvent>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    waiting.pace(&mut messages, |event| match event {
        WindowEvent::MouseButtonInput(_) => true,
        WindowEvent::TouchInput(touch) => touch.phase != TouchPhase::Moved,
        _ => false,
    });
    if !waiting.queue.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Bevy reports touches twice, and the end of one removes its pointer. Both reports must arrive in the same frame.
fn pace_touches(mut waiting: Local<PacedMessages<TouchInput>>, mut messages: ResMut<Messages<TouchInput>>) {
    waiting.pace(&mut messages, |touch| touch.phase != TouchPhase::Moved);
}

fn pace_keys(
    mut waiting: Local<PacedMessages<KeyboardInput>>,
    mut messages: ResMut<Messages<KeyboardInput>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    waiting.pass_on(&mut messages, |queue| {
        let first = queue.iter().position(|key| !is_modifier(key))?;
        queue.iter().skip(first).position(is_modifier).map(|change| first + change)
    });
    if !waiting.queue.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Modifier keys that turn letters into commands.
#[derive(SystemParam)]
pub(super) struct CommandKeys<'w> {
    held: Res<'w, ButtonInput<Key>>,
}

impl CommandKeys<'_> {
    /// Returns whether one of them is held.
    pub(super) fn are_held(&self) -> bool {
        self.held.any_pressed([Key::Control, Key::Super, Key::Meta])
    }
}

/// Returns whether a key is a modifier, by name or by position: beside another modifier its name may differ.
pub(super) const fn is_modifier(input: &KeyboardInput) -> bool {
    let is_called_so =
        matches!(input.logical_key, Key::Shift | Key::Control | Key::Alt | Key::AltGraph | Key::Super | Key::Meta);
    let is_placed_so = matches!(
        input.key_code,
        KeyCode::ShiftLeft
            | KeyCode::ShiftRight
            | KeyCode::ControlLeft
            | KeyCode::ControlRight
            | KeyCode::AltLeft
            | KeyCode::AltRight
            | KeyCode::SuperLeft
            | KeyCode::SuperRight
    );
    is_called_so || is_placed_so
}
