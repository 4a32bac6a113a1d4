//! Sliders: numbers chosen by dragging, with the arrow keys or through a screen reader.
//!
//! Bevy's slider is not used: it changes as soon as a finger touches it, before it is known whether the finger scrolls,
//! and measures its rail by the whole node, which here holds the caption too.

use accesskit::{Action, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::ValueChange;

use crate::game::frame::GameSystems;
use crate::game::text::worded::{Labelled, Worded};
use crate::game::text::{Catalogue, Phrase};
use crate::game::ui::button::{ControlKey, focus_ring};
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Fill, Ring, Tone};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TouchStart>()
        .add_observer(press_rail)
        .add_observer(drag_knob)
        .add_observer(tap_rail)
        .add_observer(let_go)
        .add_systems(Update, (paint_sliders, describe_sliders).after(GameSystems::Look));
}

/// A slider. It does not change itself: each change is requested with a `ValueChange<u16>` event on its entity, and the
/// observer of the event sets the value.
#[derive(Component, Clone, Debug, PartialEq)]
pub(crate) struct Slider {
    pub(crate) value: u16,
    /// Minimum and maximum.
    pub(crate) range: (u16, u16),
    /// Distance between two values.
    pub(crate) step: u16,
    /// The value in words.
    pub(crate) words: Phrase,
}

impl Slider {
    /// The valid value nearest to a number.
    #[must_use]
    pub(crate) fn nearest(&self, number: f32) -> u16 {
        let (least, most) = self.range;
        let steps = ((number - f32::from(least)) / f32::from(self.step)).round().max(0.0);
        // The cast saturates, so numbers that are too large become the maximum.
        (least.saturating_add((steps as u16).saturating_mul(self.step))).min(most)
    }

    /// Position of the value on the rail, 0 to 1.
    fn share(&self) -> f32 {
        let (least, most) = self.range;
        f32::from(self.value.saturating_sub(least)) / f32::from(most.saturating_sub(least).max(1))
    }
}

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum SliderPart {
    /// The value in words.
    Words,
    /// The line along which the knob slides.
    Rail,
    /// The part of the rail before the knob.
    Filled,
    Knob,
}

/// Diameter of the knob, and height of the rail.
const KNOB: f32 = 22.0;
const RAIL: f32 = 6.0;

/// Spawns a slider with the caption as its label. `more` holds the caller's own components.
pub(crate) fn spawn_slider(rows: &mut ChildSpawnerCommands, caption: &Phrase, slider: Slider, more: impl Bundle) {
    let key = caption.identity();
    let node = Node::column(0)
        .min_height(px(theme::TOUCH + 8.0))
        .fixed()
        .padding(UiRect::new(px(10), px(10), px(4), px(2)))
        .rounded(theme::BUTTON_RADIUS);
    let words = slider.words.clone();
    rows.spawn((
        (Name::new(format!("slider {key}")), slider, more, node),
        (ControlKey(key), Labelled(caption.clone()), AccessibilityNode(accesskit::Node::new(Role::Slider))),
        (TabIndex(0), Hovered::default(), focus_ring(0.0)),
    ))
    .with_children(|slider| {
        let line = Node::row(theme::GAP).spread();
        slider.spawn((Pickable::IGNORE, line)).with_children(|line| {
            line.spawn((worded(caption.clone(), TextStyle::Body, theme::TEXT), Node::default()));
            line.spawn((SliderPart::Words, worded(words, TextStyle::Body, theme::QUIET_TEXT), TextLayout::no_wrap()));
        });
        let place = Node::default().centred().height(px(KNOB + 4.0));
        // The margin lets the centre of the knob reach both ends of the rail.
        let rail = round().width(percent(100)).height(px(RAIL)).margin(px(KNOB / 2.0).horizontal());
        let filled = round().height(percent(100)).absolute();
        let knob =
            Node { top: px((RAIL - KNOB) / 2.0), ..round().size(KNOB, KNOB).margin(px(-KNOB / 2.0).left()).absolute() };
        slider.spawn((Pickable::IGNORE, place)).with_children(|place| {
            place.spawn((SliderPart::Rail, Pickable::IGNORE, rail, Fill(theme::RAISED_HOVERED))).with_children(
                |rail| {
                    rail.spawn((SliderPart::Filled, Pickable::IGNORE, filled, Fill(theme::ACCENT)));
                    rail.spawn((SliderPart::Knob, Pickable::IGNORE, knob, Fill(theme::TEXT)));
                },
            );
        });
    });
}

fn round() -> Node {
    Node::default().round()
}

/// The value this many steps away; `None` if it would not change.
pub(crate) fn stepped(slider: &Slider, steps: i32) -> Option<u16> {
    let wanted = f32::from(slider.value) + f32::from(slider.step) * steps as f32;
    Some(slider.nearest(wanted)).filter(|value| *value != slider.value)
}

/// Requests a value.
pub(crate) fn ask_for(source: Entity, value: u16, is_final: bool, commands: &mut Commands) {
    commands.trigger(ValueChange { source, value, is_final });
}

/// Geometry of the sliders for pointers.
#[derive(bevy::ecs::system::SystemParam)]
struct Rails<'w, 's> {
    sliders: Query<'w, 's, (Entity, &'static Slider)>,
    parts: Query<'w, 's, (&'static SliderPart, &'static ComputedNode, &'static UiGlobalTransform)>,
    children: Query<'w, 's, &'static Children>,
    scale: Res<'w, UiScale>,
}

impl Rails<'_, '_> {
    /// The value at a point of the window.
    fn value_at(&self, entity: Entity, point: Vec2) -> Option<(&Slider, u16)> {
        let (_, slider) = self.sliders.get(entity).ok()?;
        let mut parts = self.parts.iter_many(self.children.iter_descendants(entity));
        let (_, node, transform) = parts.find(|(part, ..)| **part == SliderPart::Rail)?;
        let to_logical = node.inverse_scale_factor * self.scale.0;
        let width = node.size().x * to_logical;
        let left = transform.translation.x * to_logical - width / 2.0;
        let share = ((point.x - left) / width.max(1.0)).clamp(0.0, 1.0);
        let (least, most) = slider.range;
        Some((slider, slider.nearest(f32::from(least).lerp(f32::from(most), share))))
    }

    /// Requests the value at a point of the window; the final request is sent even if the value is unchanged.
    fn slide(&self, entity: Entity, point: Vec2, is_final: bool, commands: &mut Commands) {
        if let Some((slider, value)) = self.value_at(entity, point)
            && (slider.value != value || is_final)
        {
            ask_for(entity, value, is_final, commands);
        }
    }
}

/// Position of the last touch. If the finger has moved since, it slides or scrolls and does not tap.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct TouchStart(Vec2);

/// Maximum distance that a finger may move in a tap, in logical pixels of the window.
const SLOP: f32 = 8.0;

/// Returns true if a drag moves the knob; a vertical drag of a finger scrolls instead.
fn is_slide(pointer: PointerId, button: PointerButton, distance: Vec2) -> bool {
    button == PointerButton::Primary && (!pointer.is_touch() || distance.x.abs() > distance.y.abs())
}

fn press_rail(
    press: On<Pointer<Press>>,
    rails: Rails,
    mut touch_start: ResMut<TouchStart>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
    mut commands: Commands,
) {
    if press.button != PointerButton::Primary || !rails.sliders.contains(press.entity) {
        return;
    }
    if press.pointer_id.is_touch() {
        touch_start.0 = press.pointer_location.position;
        return;
    }
    focus.set(press.entity, FocusCause::Pressed);
    visible.0 = false;
    rails.slide(press.entity, press.pointer_location.position, false, &mut commands);
}

fn drag_knob(drag: On<Pointer<Drag>>, rails: Rails, mut commands: Commands) {
    if is_slide(drag.pointer_id, drag.button, drag.distance) {
        rails.slide(drag.entity, drag.pointer_location.position, false, &mut commands);
    }
}

fn let_go(end: On<Pointer<DragEnd>>, rails: Rails, mut commands: Commands) {
    if is_slide(end.pointer_id, end.button, end.distance) {
        rails.slide(end.entity, end.pointer_location.position, true, &mut commands);
    }
}

fn tap_rail(click: On<Pointer<Click>>, rails: Rails, touch_start: Res<TouchStart>, mut commands: Commands) {
    let point = click.pointer_location.position;
    let is_tap = !click.pointer_id.is_touch() || point.distance(touch_start.0) < SLOP;
    if is_tap && click.button == PointerButton::Primary {
        rails.slide(click.entity, point, true, &mut commands);
    }
}

fn paint_sliders(
    mut sliders: Query<(Entity, Ref<Slider>, &mut Ring)>,
    children: Query<&Children>,
    mut parts: Query<(&SliderPart, &mut Node, Option<&mut Worded>)>,
    focus: Res<InputFocus>,
    focus_visible: Res<InputFocusVisible>,
) {
    for (entity, slider, mut ring) in &mut sliders {
        let is_focused = focus_visible.0 && focus.get() == Some(entity);
        ring.set_if_neq(Ring(if is_focused { theme::TEXT } else { Tone::NONE }));
        if !slider.is_changed() {
            continue;
        }
        let share = percent(slider.share() * 100.0);
        let mut parts = parts.iter_many_mut(children.iter_descendants(entity));
        while let Some((part, mut node, words)) = parts.fetch_next() {
            match part {
                SliderPart::Filled => node.width = share,
                SliderPart::Knob => node.left = share,
                SliderPart::Words => {
                    if let Some(mut words) = words {
                        words.set_if_neq(Worded(slider.words.clone()));
                    }
                }
                SliderPart::Rail => {}
            }
        }
    }
}

/// Tells screen readers the value and its range.
fn describe_sliders(
    catalogue: Res<Catalogue>,
    mut sliders: Query<(Ref<Slider>, &mut AccessibilityNode), With<Slider>>,
) {
    for (slider, mut node) in &mut sliders {
        if slider.is_changed() || catalogue.is_changed() {
            let (least, most) = slider.range;
            node.set_numeric_value(slider.value.into());
            node.set_min_numeric_value(least.into());
            node.set_max_numeric_value(most.into());
            node.set_numeric_value_step(slider.step.into());
            node.set_value(catalogue.words(&slider.words));
            for action in [Action::Focus, Action::Increment, Action::Decrement, Action::SetValue] {
                node.add_action(action);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_takes_the_nearest_of_its_values() {
        let slider = Slider { value: 100, range: (80, 200), step: 5, words: Phrase::nothing() };
        assert_eq!([0.0, 81.0, 83.0, 199.0, 1e9].map(|number| slider.nearest(number)), [80, 80, 85, 200, 200]);
        assert_eq!([-1, 1, 100].map(|steps| stepped(&slider, steps)), [Some(95), Some(105), Some(200)]);
        assert_eq!(stepped(&Slider { value: 200, ..slider }, 1), None);
    }
}
