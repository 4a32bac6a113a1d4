//! Scroll areas, moved by wheel, finger, scrollbar or by the keyboard focus, which is always scrolled into view.

use bevy::input_focus::InputFocus;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, Pressed, UiGlobalTransform, UiSystems};
use bevy::ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb};

use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::ui::layout::Layout;
use crate::game::ui::slider::Slider;
use crate::game::ui::theme;
use crate::game::ui::tone::{Fill, Tone};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InputFocus>()
        .add_observer(stop_gliding)
        .add_observer(follow_finger)
        .add_observer(let_go)
        .add_systems(Update, (measure_speed, glide).in_set(GameSystems::Input))
        .add_systems(
            PostUpdate,
            (reveal_focus, reveal, show_scrollbars, show_fades, draw_scrolling).chain().after(UiSystems::Layout),
        );
}

/// Distance in logical pixels of the window that a finger moves before it scrolls instead of pressing.
const SLOP: f32 = 8.0;
/// Space above and below a revealed node, in logical pixels of the interface.
const MARGIN: f32 = 14.0;
/// Width of a scrollbar, in logical pixels of the interface.
const BAR: f32 = 6.0;
/// Rate of slowing down after a finger has let go, per second.
const FRICTION: f32 = 4.0;
/// Speed below which gliding stops, in logical pixels of the interface per second.
const MIN_GLIDING_SPEED: f32 = 24.0;
/// Time constant for averaging the speed of a finger, in seconds.
const AVERAGING_TIME: f32 = 0.05;

/// Marks an area whose content is dragged by a finger.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Dragged {
    /// Distance since the last frame.
    moved: f32,
    /// Speed per second.
    speed: f32,
}

/// Marks an area whose content glides on after a finger has let go, at this speed in logical pixels per second.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Gliding(f32);

/// Scrolls this node into view after the next layout.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Reveal;

/// Scrollbar of an area, hidden while everything fits.
#[derive(Component)]
struct Bar;

/// Spawns a scroll area and its content.
///
/// The area has the height of `frame`, or of its content if that is lower; `content` lays out the children.
pub(crate) fn spawn_scroll_area(
    parent: &mut ChildSpawnerCommands,
    frame: Node,
    content: Node,
    spawn_content: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut area = Entity::PLACEHOLDER;
    parent.spawn((Pickable::IGNORE, frame.stacked(0).min_height(px(0)))).with_children(|frame| {
        let content = Node { overflow: Overflow::scroll_y(), flex_grow: 1.0, min_height: px(0), ..content };
        area = frame.spawn((Name::new("scroll area"), ScrollArea, content)).with_children(spawn_content).id();
        frame.spawn((
            Bar,
            Scrollbar::new(area, ControlOrientation::Vertical, theme::TOUCH),
            Visibility::Hidden,
            Node {
                position_type: PositionType::Absolute,
                top: px(4),
                bottom: px(4),
                right: px(2),
                width: px(BAR),
                ..default()
            },
            children![(
                ScrollbarThumb { border_radius: BorderRadius::MAX, ..default() },
                Fill(theme::TEXT.with_alpha(0.2)),
            )],
        ));
    });
    area
}

/// Hides the scrollbar of an area that has no space for it beside its content; its edges fade instead.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct WithoutBar;

/// Strips over one edge of an area, shown while content is hidden beyond that edge.
#[derive(Component, Clone, Copy, Debug)]
struct Fade {
    area: Entity,
    is_upper: bool,
}

/// Height of each strip in logical pixels of the interface, and the strips' opacities from the edge inwards.
const STRIP: f32 = 4.0;
const COVERS: [f32; 4] = [0.9, 0.68, 0.42, 0.18];

/// Fades the edges of an area beyond which there is more content. `ground` is the colour behind the content.
pub(crate) fn fade_edges(commands: &mut Commands, area: Entity, ground: Tone) {
    commands.queue(move |world: &mut World| {
        let Some(frame) = world.get::<ChildOf>(area).map(ChildOf::parent) else { return };
        for is_upper in [true, false] {
            let place = Node {
                position_type: PositionType::Absolute,
                flex_direction: if is_upper { FlexDirection::Column } else { FlexDirection::ColumnReverse },
                left: px(0),
                right: px(BAR + 4.0),
                top: if is_upper { px(0) } else { Val::Auto },
                bottom: if is_upper { Val::Auto } else { px(0) },
                ..default()
            };
            let strips = COVERS
                .map(|cover| (Pickable::IGNORE, Node::default().height(px(STRIP)), Fill(ground.with_alpha(cover))));
            world.spawn((
                Fade { area, is_upper },
                ChildOf(frame),
                Pickable::IGNORE,
                place,
                Visibility::Hidden,
                Children::spawn(SpawnIter(strips.into_iter())),
            ));
        }
    });
}

fn show_fades(
    areas: Query<(&ComputedNode, &ScrollPosition), With<ScrollArea>>,
    mut fades: Query<(&Fade, &mut Visibility)>,
) {
    for (fade, mut visibility) in &mut fades {
        let has_more = areas.get(fade.area).is_ok_and(|(node, position)| {
            // The position is kept when the content shrinks, and the layout ignores the surplus.
            let above = position.y.min(range(node));
            let beyond = if fade.is_upper { above } else { range(node) - above };
            beyond > 1.0
        });
        visibility.set_if_neq(if has_more { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Makes an area scroll by itself, or leaves scrolling to the area around it.
pub(crate) fn set_scrolling(commands: &mut Commands, area: Entity, scrolls: bool) {
    let mut area = commands.entity(area);
    if scrolls {
        area.insert_if_new(ScrollArea);
    } else {
        area.remove::<ScrollArea>();
    }
    // Clipped content would not count for the height of the area around it.
    let overflow = if scrolls { Overflow::scroll_y() } else { Overflow::visible() };
    area.entry::<Node>().and_modify(move |mut node| node.overflow = overflow);
}

/// Maximum scroll position, in logical pixels of the interface.
fn range(node: &ComputedNode) -> f32 {
    (node.content_size().y - node.size().y).max(0.0) * node.inverse_scale_factor
}

/// Scrolls by this distance in logical pixels of the interface, and returns the distance actually moved.
fn scroll_by(position: &mut Mut<ScrollPosition>, node: &ComputedNode, distance: f32) -> f32 {
    let target = (position.y + distance).clamp(0.0, range(node));
    let moved = target - position.y;
    if moved != 0.0 {
        position.y = target;
    }
    moved
}

/// Stops gliding on the next press.
fn stop_gliding(press: On<Pointer<Press>>, gliding: Query<Entity, With<Gliding>>, mut commands: Commands) {
    if press.entity == press.original_event_target() {
        gliding.iter().for_each(|area| {
            commands.entity(area).remove::<Gliding>();
        });
    }
}

/// Scrolls the area under the finger, and cancels the press of the button under it.
fn follow_finger(
    drag: On<Pointer<Drag>>,
    mut areas: Query<(&ComputedNode, &mut ScrollPosition, Option<&mut Dragged>), With<ScrollArea>>,
    (parents, sliders): (Query<&ChildOf>, Query<(), With<Slider>>),
    pressed: Query<Entity, With<Pressed>>,
    scale: Res<UiScale>,
    mut commands: Commands,
) {
    // Handles each drag once, not again where it bubbles to. Text fields handle their own drags.
    if drag.entity != drag.original_event_target() || !matches!(drag.pointer_id, PointerId::Touch(_)) {
        return;
    }
    // A horizontal drag on a slider moves its knob.
    if sliders.contains(drag.entity) && drag.distance.x.abs() > drag.distance.y.abs() {
        return;
    }
    let mut around = std::iter::once(drag.entity).chain(parents.iter_ancestors(drag.entity));
    let Some(area) = around.find(|entity| areas.contains(*entity)) else { return };
    let Ok((node, mut position, dragged)) = areas.get_mut(area) else { return };
    if let Some(mut dragged) = dragged {
        let distance = -drag.delta.y / scale.0;
        scroll_by(&mut position, node, distance);
        dragged.moved += distance;
    } else if drag.distance.length() > SLOP {
        commands.entity(area).insert(Dragged::default());
        pressed.iter().for_each(|button| {
            commands.entity(button).remove::<Pressed>();
        });
    }
}

fn let_go(end: On<Pointer<DragEnd>>, areas: Query<(Entity, &Dragged)>, mut commands: Commands) {
    if end.entity == end.original_event_target() {
        for (area, dragged) in &areas {
            commands.entity(area).remove::<Dragged>().insert(Gliding(dragged.speed));
        }
    }
}

/// Averages the speed over time, because frames are drawn only on events: a finger that rested before letting go must
/// not fling the content.
fn measure_speed(time: Res<Time<Real>>, mut areas: Query<&mut Dragged>) {
    let seconds = time.delta_secs().max(f32::EPSILON);
    for mut dragged in &mut areas {
        let speed_now = std::mem::take(&mut dragged.moved) / seconds;
        let weight = 1.0 - (-seconds / AVERAGING_TIME).exp();
        dragged.speed += (speed_now - dragged.speed) * weight;
    }
}

fn glide(
    time: Res<Time<Real>>,
    mut areas: Query<(Entity, &ComputedNode, &mut ScrollPosition, &mut Gliding)>,
    mut commands: Commands,
) {
    for (area, node, mut position, mut speed) in &mut areas {
        let moved = scroll_by(&mut position, node, speed.0 * time.delta_secs());
        speed.0 *= (-FRICTION * time.delta_secs()).exp();
        if moved == 0.0 || speed.0.abs() < MIN_GLIDING_SPEED {
            commands.entity(area).remove::<Gliding>();
        }
    }
}

fn reveal_focus(
    focus: Res<InputFocus>,
    mut last: Local<Option<Entity>>,
    nodes: Query<(), With<Node>>,
    mut commands: Commands,
) {
    if focus.get() != *last {
        *last = focus.get();
        if let Some(entity) = focus.get().filter(|entity| nodes.contains(*entity)) {
            commands.entity(entity).insert(Reveal);
        }
    }
}

/// Scrolls the minimum distance that shows the whole node and its focus ring, for which Bevy's `ScrollIntoView` leaves
/// no space.
fn reveal(
    wanted: Query<(Entity, &ComputedNode, &UiGlobalTransform), With<Reveal>>,
    mut areas: Query<(&ComputedNode, &UiGlobalTransform, &mut ScrollPosition), With<ScrollArea>>,
    parents: Query<&ChildOf>,
    mut commands: Commands,
) {
    for (entity, node, transform) in &wanted {
        if node.is_empty() {
            continue;
        }
        commands.entity(entity).remove::<Reveal>();
        let Some(area) = parents.iter_ancestors(entity).find(|ancestor| areas.contains(*ancestor)) else { continue };
        let Ok((area_node, area_transform, mut position)) = areas.get_mut(area) else { continue };
        let middle = area_transform.inverse().transform_point2(transform.translation);
        let to_interface = node.inverse_scale_factor;
        let half_area = area_node.size().y / 2.0 * to_interface;
        let bare_half = node.size().y / 2.0 * to_interface;
        // If the area is hardly higher than the node, the node is centred.
        let half = bare_half + MARGIN.min((half_area - bare_half).max(0.0));
        let (top, bottom) = (middle.y * to_interface - half, middle.y * to_interface + half);
        let distance = if top < -half_area {
            top + half_area
        } else if bottom > half_area {
            // A node higher than the area is shown from its upper end.
            (bottom - half_area).min(top + half_area)
        } else {
            continue;
        };
        scroll_by(&mut position, area_node, distance);
    }
}

fn show_scrollbars(
    areas: Query<&ComputedNode, (With<ScrollArea>, Without<WithoutBar>)>,
    mut bars: Query<(&Scrollbar, &mut Visibility), With<Bar>>,
) {
    for (bar, mut visibility) in &mut bars {
        let is_needed = areas.get(bar.target).is_ok_and(|node| range(node) > 0.0);
        visibility.set_if_neq(if is_needed { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Requests another frame after scrolling, because layout lags by one, and while anything glides.
fn draw_scrolling(
    gliding: Query<(), With<Gliding>>,
    scrolled: Query<(), Changed<ScrollPosition>>,
    mut frames: ResMut<Frames>,
) {
    if !gliding.is_empty() || !scrolled.is_empty() {
        frames.keep_drawing();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_fade_only_where_content_is_hidden() {
        let mut world = World::new();
        let node = |content| ComputedNode {
            size: Vec2::new(100.0, 60.0),
            content_size: Vec2::new(100.0, content),
            inverse_scale_factor: 1.0,
            ..default()
        };
        let area = world.spawn((ScrollArea, node(0.0), ScrollPosition::default())).id();
        let fades = [true, false].map(|is_upper| world.spawn((Fade { area, is_upper }, Visibility::Hidden)).id());
        for (content, position, shown) in [
            (60.0, 0.0, [false, false]),
            (90.0, 0.0, [false, true]),
            (90.0, 15.0, [true, true]),
            (90.0, 30.0, [true, false]),
            // The content has shrunk since it was scrolled.
            (60.0, 30.0, [false, false]),
            (80.0, 30.0, [true, false]),
        ] {
            world.entity_mut(area).insert((node(content), ScrollPosition(Vec2::new(0.0, position))));
            world.run_system_cached(show_fades).expect("the system runs");
            let seen = fades.map(|fade| world.get::<Visibility>(fade) == Some(&Visibility::Inherited));
            assert_eq!(seen, shown, "{content} pixels of content at {position}");
        }
    }
}
