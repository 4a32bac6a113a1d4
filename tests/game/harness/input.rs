//! Input of a test: steps, moves, clicks, touches and keys.

use std::fmt;
use std::time::{Duration, Instant};

use bevy::camera::NormalizedRenderTarget;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::picking::backend::HitData;
use bevy::picking::pointer::{Location, PointerId};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent, WindowFocused, WindowRef, WindowResized};
use irogaeshi::game::{Cell, MatchCommand, MatchPhase, OnPress, SetupCommand, TrackpadPinch, VariantChoice};
use irogaeshi::rules::{Player, Square};

use super::{FRAME, MAX_MOTION_STEPS, MAX_THINKING_STEPS, MIN_THINKING_TIME, TestGame, square};

impl TestGame {
    /// Runs one frame.
    pub(crate) fn step(&mut self) {
        self.app.update();
    }

    pub(crate) fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.step());
    }

    /// Runs one frame that lasts this long.
    pub(crate) fn frame_of(&mut self, duration: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(duration));
        self.step();
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    }

    /// Runs frames for this long.
    pub(crate) fn pass(&mut self, duration: Duration) {
        self.steps(duration.div_duration_f32(FRAME).ceil() as usize);
    }

    /// Steps until a condition holds, and returns the number of steps. With a limit of `MAX_THINKING_STEPS` it also
    /// waits by the clock, because a CPU player needs time even if steps are quick.
    ///
    /// # Panics
    /// If it does not hold after `limit` steps.
    pub(crate) fn run_until(&mut self, what: &str, limit: usize, is_so: impl Fn(&mut Self) -> bool) -> usize {
        let since = Instant::now();
        for taken in 0.. {
            if is_so(self) {
                return taken;
            }
            if taken >= limit && (limit != MAX_THINKING_STEPS || since.elapsed() >= MIN_THINKING_TIME) {
                break;
            }
            // Lets the CPU player's thread run even if there is only one core.
            std::thread::yield_now();
            self.step();
        }
        panic!("after {limit} steps it is still not so that {what}; {self:?}");
    }

    /// Steps until every stone is at rest.
    pub(crate) fn rest(&mut self) {
        self.run_until("every stone lies still", MAX_MOTION_STEPS, |game| !game.is_moving());
    }

    /// Steps until this many turns are played, and the stones are at rest.
    pub(crate) fn until_ply(&mut self, ply: usize) {
        self.run_until(&format!("ply {ply} is reached"), MAX_THINKING_STEPS, |game| game.ply() >= ply);
        assert_eq!(self.ply(), ply, "nothing more is played");
        self.rest();
    }

    /// Steps until the game is over.
    pub(crate) fn until_over(&mut self) {
        self.run_until("the game is over", MAX_THINKING_STEPS, |game| game.phase() == MatchPhase::Over);
    }

    /// Scrolls to a control, presses it, and runs some frames.
    pub(crate) fn press_on(&mut self, label: &str) {
        self.scroll_to(label);
        self.click_at(self.control(label).area().center());
        self.steps(4);
    }

    pub(crate) fn write<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
    }

    /// Sends a command, and runs one frame to handle it.
    pub(crate) fn act<M: Message>(&mut self, command: M) {
        self.write(command);
        self.step();
    }

    /// Sends the message of a control's press, and runs one frame to handle it.
    pub(crate) fn activate(&mut self, on_press: &OnPress) {
        on_press.write(&mut self.app.world_mut().commands());
        self.app.world_mut().flush();
        self.step();
    }

    /// Plays a square for the player to move; one frame.
    pub(crate) fn play(&mut self, name: &str) {
        let player = self.position().to_move().expect("the game goes on");
        self.intend(player, name);
    }

    /// Tries to play a square for a player; one frame.
    pub(crate) fn intend(&mut self, player: Player, name: &str) {
        self.write(MatchCommand::place(self.game(), player, square(name)));
        self.step();
    }

    /// Presses and releases a key.
    pub(crate) fn press(&mut self, key: Key) {
        let key_code = match &key {
            Key::Escape => KeyCode::Escape,
            Key::Enter => KeyCode::Enter,
            Key::Space => KeyCode::Space,
            Key::Backspace => KeyCode::Backspace,
            Key::Tab => KeyCode::Tab,
            Key::ArrowUp => KeyCode::ArrowUp,
            Key::ArrowDown => KeyCode::ArrowDown,
            Key::ArrowLeft => KeyCode::ArrowLeft,
            Key::ArrowRight => KeyCode::ArrowRight,
            // Places on the keyboard do not matter for Latin letters.
            _ => KeyCode::Unidentified(NativeKeyCode::Unidentified),
        };
        self.press_at(key, key_code);
    }

    /// Presses and releases the key at this place of the keyboard, which writes `key` or has that name.
    pub(crate) fn press_at(&mut self, key: Key, key_code: KeyCode) {
        let window = self.window();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical_key = key.clone();
            let text = match &key {
                Key::Character(text) => Some(text.clone()),
                Key::Space => Some(" ".into()),
                _ => None,
            };
            self.write(KeyboardInput { key_code, logical_key, state, text, repeat: false, window });
            self.step();
        }
    }

    /// Presses Tab or, to go backwards, Shift and Tab.
    pub(crate) fn press_tab(&mut self, backwards: bool) {
        let window = self.window();
        let key = |key_code, logical_key, state| KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        };
        let shift = |state| key(KeyCode::ShiftLeft, Key::Shift, state);
        if backwards {
            self.write(shift(ButtonState::Pressed));
        }
        self.press(Key::Tab);
        if backwards {
            self.write(shift(ButtonState::Released));
            self.step();
        }
    }

    /// Chooses a built-in board for the next match.
    pub(crate) fn choose_board(&mut self, key: &str) {
        self.act(SetupCommand::ChooseVariant(VariantChoice::BuiltIn(key.to_owned())));
    }

    /// Types letters and digits, one key after the other.
    pub(crate) fn type_keys(&mut self, text: &str) {
        text.chars().for_each(|character| self.press(Key::Character(character.to_string().into())));
    }

    pub(crate) fn point_at(&mut self, name: &str) {
        self.point(PointerId::Mouse, name, Move { hit: no_hit(), delta: Vec2::ZERO });
        self.step();
    }

    pub(crate) fn click(&mut self, name: &str) {
        self.point(PointerId::Mouse, name, click());
        self.step();
    }

    pub(crate) fn put_finger_on(&mut self, name: &str) {
        self.point(FINGER, name, Press { button: PointerButton::Primary, hit: no_hit(), count: 1 });
        self.step();
    }

    pub(crate) fn slide_finger_to(&mut self, name: &str) {
        self.point(FINGER, name, Move { hit: no_hit(), delta: Vec2::ONE });
        self.step();
    }

    pub(crate) fn lift_finger_from(&mut self, name: &str) {
        self.point(FINGER, name, click());
        self.point(FINGER, name, Release { button: PointerButton::Primary, hit: no_hit() });
        self.step();
    }

    fn point<E: fmt::Debug + Clone + Reflect>(&mut self, pointer: PointerId, name: &str, event: E)
    where
        Pointer<E>: for<'a> Event<Trigger<'a>: Default>,
    {
        let position = self.point_of(square(name));
        let window = WindowRef::Primary.normalize(Some(self.window())).expect("a window");
        let location = Location { target: NormalizedRenderTarget::Window(window), position };
        let area = self.board_area();
        self.app.world_mut().trigger(Pointer::new(pointer, location, event, area));
    }

    /// Middle of a square in the window, computed from the transform of its cell.
    pub(crate) fn point_of(&mut self, wanted: Square) -> Vec2 {
        let world = self.app.world_mut();
        let window = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).expect("one window").size();
        let mut cells = world.query::<(&Cell, &Transform, &ChildOf)>();
        let (_, cell, parent) = cells.iter(world).find(|(cell, ..)| cell.0 == wanted).expect("a cell for the square");
        let board = world.get::<Transform>(parent.parent()).expect("the board is somewhere");
        let drawn = board.transform_point(cell.translation).truncate();
        window / 2.0 + drawn * Vec2::new(1.0, -1.0)
    }

    fn write_window_event(&mut self, event: impl Into<WindowEvent>) {
        self.write::<WindowEvent>(event.into());
    }

    fn touch(&mut self, phase: TouchPhase, position: Vec2) {
        self.touch_with(7, phase, position);
    }

    /// A touch event of one of several fingers; one frame.
    pub(crate) fn touch_with(&mut self, id: u64, phase: TouchPhase, position: Vec2) {
        let touch = TouchInput { phase, position, window: self.window(), force: None, id };
        self.write(touch);
        self.write_window_event(touch);
        self.step();
    }

    /// Drags a finger from a point of the window to another in several frames, and lifts it.
    pub(crate) fn drag_finger(&mut self, from: Vec2, to: Vec2, frames: u8) {
        self.touch(TouchPhase::Started, from);
        for frame in 1..=frames {
            self.touch(TouchPhase::Moved, from.lerp(to, f32::from(frame) / f32::from(frames)));
        }
        self.touch(TouchPhase::Ended, to);
        self.step();
    }

    /// Touches a point of the window briefly.
    pub(crate) fn tap(&mut self, point: Vec2) {
        self.drag_finger(point, point, 1);
    }

    /// Presses or releases a mouse button at the current position.
    pub(crate) fn mouse(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window();
        self.write_window_event(MouseButtonInput { button, state, window });
        self.steps(2);
    }

    /// Clicks the button or field with this label.
    pub(crate) fn click_on(&mut self, label: &str) {
        self.click_at(self.control(label).area().center());
        self.steps(2);
    }

    /// Presses and releases keys together.
    pub(crate) fn press_together(&mut self, keys: &[Key]) {
        let window = self.window();
        let key_code = KeyCode::Unidentified(NativeKeyCode::Unidentified);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            for logical_key in keys.iter().cloned() {
                self.write(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
            }
        }
        self.steps(2);
    }

    /// Presses or releases a key with this name, without running a frame.
    pub(crate) fn write_key(&mut self, key: &Key, key_code: KeyCode, is_pressed: bool) {
        let state = if is_pressed { ButtonState::Pressed } else { ButtonState::Released };
        let window = self.window();
        self.write(KeyboardInput { key_code, logical_key: key.clone(), state, text: None, repeat: false, window });
    }

    /// Presses or releases a key with this name; one frame.
    pub(crate) fn turn_key(&mut self, key: &Key, key_code: KeyCode, is_pressed: bool) {
        self.write_key(key, key_code, is_pressed);
        self.step();
    }

    /// Gives the keyboard focus to another window.
    pub(crate) fn lose_keyboard(&mut self) {
        let window = self.window();
        let lost = WindowFocused { window, focused: false };
        self.write(lost.clone());
        self.write_window_event(lost);
        self.step();
    }

    /// Presses a key down or releases it, by its name alone.
    pub(crate) fn hold(&mut self, logical_key: Key, is_held: bool) {
        let state = if is_held { ButtonState::Pressed } else { ButtonState::Released };
        let key_code = KeyCode::Unidentified(NativeKeyCode::Unidentified);
        let window = self.window();
        self.write(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
        self.step();
    }

    /// Moves the mouse to a point of the window.
    pub(crate) fn move_mouse(&mut self, position: Vec2) {
        let window = self.window();
        self.write_window_event(CursorMoved { window, position, delta: None });
        self.steps(2);
    }

    /// Clicks at a point of the window with the mouse.
    pub(crate) fn click_at(&mut self, point: Vec2) {
        self.move_mouse(point);
        let window = self.window();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.write_window_event(MouseButtonInput { button: MouseButton::Left, state, window });
            self.step();
        }
        self.step();
    }

    /// Drags with the mouse from a point of the window to another.
    pub(crate) fn drag_mouse(&mut self, from: Vec2, to: Vec2) {
        self.move_mouse(from);
        let window = self.window();
        self.write_window_event(MouseButtonInput { button: MouseButton::Left, state: ButtonState::Pressed, window });
        self.step();
        self.move_mouse(from.lerp(to, 0.5));
        self.move_mouse(to);
        self.write_window_event(MouseButtonInput { button: MouseButton::Left, state: ButtonState::Released, window });
        self.steps(2);
    }

    /// Turns the wheel until a control is in sight, or as much of it as fits.
    pub(crate) fn scroll_to(&mut self, label: &str) {
        for _ in 0..100 {
            let control = self.control(label);
            let Some(within) = control.within().filter(|_| !control.is_reached()) else { return };
            let (above, below) = (within.min.y - control.area().min.y, control.area().max.y - within.max.y);
            let line = MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR * self.world_mut().resource::<UiScale>().0;
            let lines = |distance: f32| (distance / line).max(0.02);
            // Over the control's own column, because areas beside it may scroll by themselves, or not at all.
            let point = Vec2::new(control.area().center().x, within.center().y);
            self.turn_wheel(point, if above > 0.0 { lines(above) } else { -lines(below) });
        }
        let control = self.control(label);
        panic!("\"{label}\" cannot be scrolled to: {:?} within {:?}", control.area(), control.within());
    }

    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let window = self.window();
        let (width, height) = (width as f32, height as f32);
        self.app.world_mut().get_mut::<Window>(window).expect("one window").resolution.set(width, height);
        self.write(WindowResized { window, width, height });
        self.step();
    }

    /// Turns the wheel over a point of the window, by this number of clicks; positive is away from the user.
    pub(crate) fn turn_wheel(&mut self, point: Vec2, lines: f32) {
        self.move_mouse(point);
        let (unit, phase, window) = (MouseScrollUnit::Line, TouchPhase::Moved, self.window());
        self.write_window_event(MouseWheel { unit, x: 0.0, y: lines, window, phase });
        self.steps(2);
    }

    /// Pinches on a trackpad at a point of the window, by one factor after the other.
    pub(crate) fn pinch_trackpad(&mut self, point: Vec2, factors: &[f32]) {
        for factor in factors.iter().copied() {
            self.write(TrackpadPinch { point, factor });
        }
        self.steps(2);
    }
}

const FINGER: PointerId = PointerId::Touch(1);

fn no_hit() -> HitData {
    HitData::new(Entity::PLACEHOLDER, 0.0, None, None)
}

fn click() -> Click {
    Click { button: PointerButton::Primary, hit: no_hit(), duration: Duration::from_millis(80), count: 1 }
}
