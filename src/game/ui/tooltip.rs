//! Tooltips: the label and the shortcut of a control, shown when the pointer rests on it or the keyboard focus reaches
//! it.

use std::time::Duration;

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::window::WindowEvent;

use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::text::Phrase;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Fill;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (show, place).chain().after(GameSystems::Look));
}

/// Text of the control's tooltip.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tooltip(pub(crate) Phrase);

/// An open tooltip, with its control.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct Plate(Entity);

/// Time for which the pointer must rest on a control.
const REST: Duration = Duration::from_millis(450);
/// Frames in which a moved pointer may reach a control; picking lags a frame behind.
const ARRIVAL: u8 = 3;
/// Distance of a tooltip from its control and from the edges of the window.
const GAP: f32 = 8.0;

fn show(
    controls: Query<(Entity, &Tooltip, &Hovered)>,
    focus: Res<InputFocus>,
    focus_visible: Res<InputFocusVisible>,
    time: Res<Time<Real>>,
    mut events: MessageReader<WindowEvent>,
    (mut since, mut arrival): (Local<Option<(Entity, Duration)>>, Local<u8>),
    plates: Query<(Entity, &Plate)>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    let now = time.elapsed();
    let hovered = controls.iter().find(|(_, _, hovered)| hovered.get()).map(|(entity, ..)| entity);
    let has_moved = events.read().filter(|event| matches!(event, WindowEvent::CursorMoved(_))).count() > 0;
    *arrival = if has_moved { ARRIVAL } else { arrival.saturating_sub(1) };
    // Not for a control that appears under a resting pointer, such as after scrolling or with a new screen.
    let start = hovered.filter(|_| *arrival > 0).map(|entity| (entity, now));
    *since = since.filter(|(entity, _)| hovered == Some(*entity)).or(start);
    let rested = since.and_then(|(entity, since)| {
        let left = (since + REST).saturating_sub(now);
        if left.is_zero() {
            return Some(entity);
        }
        frames.wake_in(left);
        None
    });
    let walked_to = focus.get().filter(|focused| focus_visible.0 && controls.contains(*focused));
    let wanted = rested.or(walked_to);
    for (entity, _) in plates.iter().filter(|(_, plate)| wanted != Some(plate.0)) {
        commands.entity(entity).despawn();
        frames.keep_drawing();
    }
    if let Some((control, tooltip, _)) = wanted.and_then(|control| controls.get(control).ok())
        && plates.iter().all(|(_, plate)| plate.0 != control)
    {
        commands.spawn((
            Name::new("tooltip"),
            Plate(control),
            Pickable::IGNORE,
            GlobalZIndex(9),
            // Hidden until [`place`] has run.
            Visibility::Hidden,
            Node::default().inset(9, 5).rounded(theme::BUTTON_RADIUS).absolute(),
            Fill(theme::TEXT),
            children![(worded(tooltip.0.clone(), TextStyle::Small, theme::BACKGROUND), TextLayout::no_wrap())],
        ));
        frames.keep_drawing();
    }
}

/// Places tooltips above their controls, or below without space above, but always inside the window.
fn place(
    space: Res<LayoutSpace>,
    controls: Query<(&ComputedNode, &UiGlobalTransform), With<Tooltip>>,
    mut plates: Query<(&Plate, &mut Node, &mut Visibility, &ComputedNode)>,
) {
    for (Plate(control), mut node, mut visibility, computed) in &mut plates {
        let Ok((around, at)) = controls.get(*control) else { continue };
        if computed.is_empty() {
            continue;
        }
        let scale = computed.inverse_scale_factor;
        let size = computed.size() * scale;
        let area = Rect::from_center_size(at.translation * scale, around.size() * scale);
        let left = (area.center().x - size.x / 2.0).clamp(GAP, (space.0.x - size.x - GAP).max(GAP));
        let above = area.min.y - size.y - GAP;
        let top = if above >= GAP { above } else { area.max.y + GAP };
        if (node.left, node.top) != (px(left), px(top)) {
            (node.left, node.top) = (px(left), px(top));
        }
        visibility.set_if_neq(Visibility::Inherited);
    }
}
