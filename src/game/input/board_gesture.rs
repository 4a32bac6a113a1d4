//! Zoom gestures on the board. Two fingers on a screen or trackpad, or the wheel with Ctrl, zoom; a finger or the mouse
//! pans the zoomed board. A finger that has zoomed or panned does not place a disc when it is lifted. Where one finger
//! paints, two pan.

use std::time::Duration;

use bevy::input::mouse::MouseScrollUnit;
use bevy::input::touch::Touches;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use crate::game::board_view::board_focus::{BoardFocus, FocusSource};
use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::view::MIN_TOUCHABLE;
use crate::game::board_view::zoom::ZoomCommand;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::input::input_pace::CommandKeys;
use crate::game::ui::question::Questions;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardGesture>()
        .add_observer(begin_gesture.run_if(on_screen_that_zooms))
        .add_observer(drag.run_if(on_screen_that_zooms))
        .add_observer(lift::<Release>)
        .add_observer(lift::<DragEnd>)
        .add_observer(lift::<Cancel>)
        .add_observer(turn_wheel.run_if(on_screen_that_zooms))
        .add_message::<TrackpadPinch>()
        .add_systems(Update, pinch_trackpad.in_set(GameSystems::Think).run_if(on_screen_that_zooms));
}

fn on_screen_that_zooms(screen: Res<State<Screen>>) -> bool {
    screen.can_enlarge_board()
}

/// Distance that a finger or the mouse must cover before it pans, in logical pixels.
const SLOP: f32 = 10.0;
/// A finger held at least this long has seen which square it is on.
const HOLD_TIME: Duration = Duration::from_millis(300);
/// Zoom factor of one wheel click.
const CLICK: f32 = 1.15;

/// Fingers on the board, and the mouse while its button is down.
#[derive(Resource, Debug, Default)]
pub(crate) struct BoardGesture {
    fingers: Vec<(PointerId, Vec2)>,
    /// Time at which the first was put down, since the start of the game.
    since: Duration,
    /// True once they have zoomed or panned; reset when all are lifted and a new one is put down.
    is_spent: bool,
}

/// A pinch on a trackpad. Its fingers are not pointers, and the mouse may not have moved before, so the message carries
/// the position.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TrackpadPinch {
    /// In logical pixels of the window.
    pub point: Vec2,
    /// Enlarges if greater than 1.
    pub factor: f32,
}

/// Meaning of a click or tap on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tap {
    /// End of a zoom or pan.
    Nothing,
    /// Magnify first, because a quick finger on tiny squares would have to guess.
    Closer(ZoomCommand),
    /// Choose the square under it.
    Square,
}

impl BoardGesture {
    /// Returns whether the fingers zoom or pan, and so point at nothing.
    pub(crate) fn is_looking(&self) -> bool {
        self.is_spent && !self.fingers.is_empty()
    }

    /// The fingers on the board apart from this one.
    pub(crate) fn other_fingers(&self, pointer: PointerId) -> impl Iterator<Item = PointerId> {
        self.fingers.iter().map(|(finger, _)| *finger).filter(move |finger| *finger != pointer)
    }

    pub(super) fn meaning_of(&self, click: &Pointer<Click>, place: &BoardPlace, now: Duration) -> Tap {
        let is_quick = now.saturating_sub(self.since) < HOLD_TIME;
        let is_guess = click.pointer_id.is_touch() && place.cell < MIN_TOUCHABLE && is_quick;
        match (self.is_spent, is_guess) {
            (true, _) => Tap::Nothing,
            (_, true) => Tap::Closer(ZoomCommand::Magnify(click.pointer_location.position)),
            _ => Tap::Square,
        }
    }
}

fn begin_gesture(
    press: On<Pointer<Press>>,
    areas: Query<(), With<BoardArea>>,
    (touches, time): (Option<Res<Touches>>, Res<Time<Real>>),
    mut gesture: ResMut<BoardGesture>,
    mut focus: ResMut<BoardFocus>,
) {
    // Ignore controls that lie over the board.
    if press.entity != press.original_event_target() || !areas.contains(press.entity) {
        return;
    }
    let pointer = press.pointer_id;
    let is_there = |finger: PointerId| match (finger, &touches) {
        (PointerId::Touch(id), Some(touches)) => touches.get_pressed(id).is_some(),
        _ => finger != pointer,
    };
    // A touch's end gets lost when something opens over the board, so stale fingers are removed here.
    gesture.fingers.retain(|(finger, _)| is_there(*finger) && *finger != pointer);
    if gesture.fingers.is_empty() {
        gesture.is_spent = false;
        gesture.since = time.elapsed();
    }
    if press.button == PointerButton::Primary {
        gesture.fingers.push((pointer, press.pointer_location.position));
    }
    if gesture.fingers.len() > 1 {
        gesture.is_spent = true;
        clear_pointed_square(&mut focus);
    }
}

fn clear_pointed_square(focus: &mut ResMut<BoardFocus>) {
    if focus.source == FocusSource::Pointer {
        focus.set_if_neq(BoardFocus::default());
    }
}

fn drag(
    drag: On<Pointer<Drag>>,
    areas: Query<(), With<BoardArea>>,
    (place, screen): (Res<BoardPlace>, Res<State<Screen>>),
    mut gesture: ResMut<BoardGesture>,
    mut focus: ResMut<BoardFocus>,
    mut commands: MessageWriter<ZoomCommand>,
) {
    let BoardGesture { fingers, is_spent, .. } = &mut *gesture;
    let Some(index) = fingers.iter().position(|(finger, _)| *finger == drag.pointer_id) else { return };
    if drag.button != PointerButton::Primary || !areas.contains(drag.entity) {
        return;
    }
    let to = drag.pointer_location.position;
    let from = std::mem::replace(&mut fingers[index].1, to);
    let other = fingers.iter().find(|(finger, _)| *finger != drag.pointer_id).map(|(_, at)| *at);
    if let Some(other) = other {
        // The zoom must come first, because a board shown as a whole cannot be panned.
        let factor = to.distance(other).max(1.0) / from.distance(other).max(1.0);
        commands.write(ZoomCommand::Around { point: from.midpoint(other), factor });
        commands.write(ZoomCommand::Move((to - from) / 2.0));
    } else if *is_spent {
        commands.write(ZoomCommand::Move(to - from));
    } else if place.is_enlarged() && !screen.is_painted_on() && drag.distance.length() > SLOP {
        *is_spent = true;
        clear_pointed_square(&mut focus);
        commands.write(ZoomCommand::Move(drag.distance));
    }
}

fn lift<E: std::fmt::Debug + Clone + Reflect>(end: On<Pointer<E>>, mut gesture: ResMut<BoardGesture>) {
    gesture.fingers.retain(|(finger, _)| *finger != end.pointer_id);
}

fn turn_wheel(
    scroll: On<Pointer<Scroll>>,
    areas: Query<(), With<BoardArea>>,
    keys: CommandKeys,
    place: Res<BoardPlace>,
    mut commands: MessageWriter<ZoomCommand>,
) {
    if !areas.contains(scroll.entity) {
        return;
    }
    let pixels = MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR;
    let clicks = if scroll.unit == MouseScrollUnit::Line { 1.0 } else { pixels.recip() };
    if keys.are_held() {
        let point = scroll.pointer_location.position;
        commands.write(ZoomCommand::Around { point, factor: CLICK.powf(scroll.y * clicks) });
    } else if place.is_enlarged() {
        commands.write(ZoomCommand::Move(Vec2::new(scroll.x, scroll.y) * clicks * pixels));
    }
}

fn pinch_trackpad(
    mut pinches: MessageReader<TrackpadPinch>,
    place: Res<BoardPlace>,
    questions: Questions,
    mut commands: MessageWriter<ZoomCommand>,
) {
    for TrackpadPinch { point, factor } in pinches.read().copied() {
        if place.seen().contains(point) && !questions.are_open() {
            commands.write(ZoomCommand::Around { point, factor });
        }
    }
}
