//! Button over an enlarged board that shows the whole board again.

use bevy::prelude::*;

use crate::game::board_view::place::BoardPlace;

use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::zoom::ZoomCommand;
use crate::game::frame::GameSystems;
use crate::game::text::say;
use crate::game::ui::button::{ButtonKind, bare_button, button_node, over_everything};
use crate::game::ui::icon::{Icon, icon};
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        spawn
            .in_set(GameSystems::Look)
            .run_if(resource_changed::<BoardPlace>.or_else(any_match_filter::<Added<BoardArea>>)),
    );
}

/// Container of the button, over the board.
#[derive(Component)]
struct Container;

/// Distance from the lower edge of the board, in logical pixels.
const MARGIN: f32 = 10.0;
/// Side of the icon, in logical pixels.
const ICON: f32 = 20.0;

fn spawn(
    place: Res<BoardPlace>,
    area: Option<Single<Entity, With<BoardArea>>>,
    shown: Query<Entity, With<Container>>,
    mut commands: Commands,
) {
    let Some(area) = area else { return };
    if place.is_enlarged() != shown.is_empty() {
        return;
    }
    shown.iter().for_each(|place| commands.entity(place).despawn());
    if !place.is_enlarged() {
        return;
    }
    let node = button_node().spaced(8).margin(px(MARGIN).bottom());
    let label = say!("zoom-whole-board");
    let place = (Name::new("whole board"), Container, ChildOf(*area), Pickable::IGNORE);
    let button = bare_button(label.clone(), ButtonKind::Plain, ZoomCommand::Whole, node);
    let words = (worded(label, TextStyle::Body, theme::TEXT), TextLayout::no_wrap());
    commands.spawn((place, over_everything(AlignItems::FlexEnd))).with_children(|place| {
        place.spawn((button, children![icon(Icon::WholeBoard, ICON, theme::TEXT), words]));
    });
}
