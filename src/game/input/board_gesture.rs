//! Looking closer at the board: two fingers, on the screen or on a trackpad, or a wheel with Ctrl enlarge it, and a
//! finger or the mouse moves what is enlarged. What has done that plays nothing where it is lifted. Where a finger
//! paints, two move the board.

use std::time::Duration;

use bevy::input::mouse::MouseScrollUnit;
use bevy::input::touch::Touches;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::board_view::board_focus::{BoardFocus, FocusSource};
use crate::game::board_view::place::{BoardArea, BoardPlace};
use crate::game::board_view::zoom::{TOUCHABLE, ZoomCommand};
use crate::game::flow::screen::Screen;
use crate::game::input::input_pace::CommandKeys;
use crate::game::ui::question::Questions;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardGesture>()
        .add_observer(put_down.run_if(on_screen_that_zooms))
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

/// How far a finger or the mouse goes before it moves the board, in logical pixels.
const SLOP: f32 = 10.0;
/// Whoever holds a finger so long has seen which square it is on.
const HELD: Duration = Duration::from_millis(300);
/// How much one click of the wheel enlarges.
const CLICK: f32 = 1.15;

/// The fingers on the board, and the button of the mouse.
#[derive(Resource, Debug, Default)]
pub(crate) struct BoardGesture {
    fingers: Vec<(PointerId, Vec2)>,
    /// When the first of them was put down, since the start of the game.
    since: Duration,
    /// Whether they have enlarged or moved the board since the first of them was put down.
    is_spent: bool,
}

/// Two fingers on a trackpad went apart. They are no pointers, and the mouse need not have moved before them, so this
/// says where they are.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TrackpadPinch {
    /// In logical pixels of the window.
    pub point: Vec2,
    /// More than 1 enlarges.
    pub factor: f32,
}

/// What a click or a tap on the board means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tap {
    /// The end of a look about.
    Nothing,
    /// A closer look, where a quick finger would have to guess the square.
    Closer(ZoomCommand),
    /// The square that it is on.
    Square,
}

impl BoardGesture {
    /// Whether those that are down look about, and point at nothing.
    pub(crate) fn is_looking(&self) -> bool {
        self.is_spent && !self.fingers.is_empty()
    }

    /// Those that are down besides this one.
    pub(crate) fn others_than(&self, pointer: PointerId) -> impl Iterator<Item = PointerId> {
        self.fingers.iter().map(|(finger, _)| *finger).filter(move |finger| *finger != pointer)
    }

    /// What a click or a tap on the board means.
    pub(super) fn meaning_of(&self, click: &Pointer<Click>, place: &BoardPlace, now: Duration) -> Tap {
        let is_quick = now.saturating_sub(self.since) < HELD;
        let is_guess = click.pointer_id.is_touch() && place.cell < TOUCHABLE && is_quick;
        match (self.is_spent, is_guess) {
            (true, _) => Tap::Nothing,
            (_, true) => Tap::Closer(ZoomCommand::Magnify(click.pointer_location.position)),
            _ => Tap::Square,
        }
    }
}

fn put_down(
    press: On<Pointer<Press>>,
    areas: Query<(), With<BoardArea>>,
    (touches, time): (Option<Res<Touches>>, Res<Time<Real>>),
    mut gesture: ResMut<BoardGesture>,
    mut focus: ResMut<BoardFocus>,
) {
    // Not what lies over the board.
    if press.entity != press.original_event_target() || !areas.contains(press.entity) {
        return;
    }
    let pointer = press.pointer_id;
    let is_there = |finger: PointerId| match (finger, &touches) {
        (PointerId::Touch(id), Some(touches)) => touches.get_pressed(id).is_some(),
        _ => finger != pointer,
    };
    // The end of a touch gets lost where something comes to lie over the board.
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
        forget_pointed(&mut focus);
    }
}

fn forget_pointed(focus: &mut ResMut<BoardFocus>) {
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
        // In this order: a board of which all is seen cannot be moved.
        let factor = to.distance(other).max(1.0) / from.distance(other).max(1.0);
        commands.write(ZoomCommand::Around { point: from.midpoint(other), factor });
        commands.write(ZoomCommand::Move((to - from) / 2.0));
    } else if *is_spent {
        commands.write(ZoomCommand::Move(to - from));
    } else if place.is_enlarged() && !screen.is_painted_on() && drag.distance.length() > SLOP {
        *is_spent = true;
        forget_pointed(&mut focus);
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
