//! The boards there are, shelf by shelf, each with its picture.

use bevy::prelude::*;

use super::{fill, heading};
use crate::game::board_picture::board_picture;
use crate::game::choice_grid::ChoiceGrid;
use crate::game::scroll::spawn_scroll_area;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, bare_button, button};
use crate::game::{Action, MatchSetup, OwnBoards, VariantChoice};
use crate::rules::Variant;

/// What a board's tile is called.
pub(super) fn label(variant: &Variant) -> String {
    format!("Board: {}", variant.name())
}

/// Boards that are offered together.
struct Section {
    title: String,
    boards: Vec<(VariantChoice, Variant)>,
}

/// The side of a board's picture.
const PICTURE: f32 = 74.0;
/// The least width of a tile.
const TILE: f32 = 92.0;
const GAP: f32 = 5.0;

fn sections(setup: &MatchSetup, own: &OwnBoards) -> Vec<Section> {
    let built_in = Variant::shelves().map(|shelf| Section {
        title: shelf.title.to_owned(),
        boards: shelf
            .keys
            .into_iter()
            .filter_map(|key| Variant::built_in(&key).map(|variant| (VariantChoice::BuiltIn(key), variant)))
            .collect(),
    });
    let own = Section { title: "Yours".to_owned(), boards: own.choices(&setup.choice) };
    std::iter::once(own).filter(|own| !own.boards.is_empty()).chain(built_in).collect()
}

/// Spawns all shelves in a scroll area.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands, setup: &MatchSetup, own: &OwnBoards) {
    let content = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(6),
        padding: UiRect::new(px(10), px(14), px(10), px(16)),
        ..default()
    };
    let own_ways = Node { column_gap: px(GAP), padding: UiRect::new(px(10), px(10), px(10), px(0)), ..default() };
    parent.spawn((Pickable::IGNORE, own_ways)).with_children(|row| {
        for (caption, action) in [("Your boards", Action::ShowBoards), ("Board editor", Action::ShowEditor)] {
            row.spawn(button(caption, caption, Weight::Plain, Val::Auto, action)).entry::<Node>().and_modify(
                |mut node| {
                    node.flex_grow = 1.0;
                    node.flex_basis = px(0);
                },
            );
        }
    });
    let area = spawn_scroll_area(parent, fill(), content, |shelves| {
        for (index, Section { title, boards }) in sections(setup, own).into_iter().enumerate() {
            let margin = UiRect { left: px(4), top: px(if index == 0 { 0 } else { 12 }), ..default() };
            shelves.spawn((Pickable::IGNORE, Node { margin, ..default() }, children![heading(&title)]));
            // As many tiles side by side as have room, all of one width.
            let tiles = Node {
                display: Display::Grid,
                grid_template_columns: RepeatedGridTrack::minmax(
                    GridTrackRepetition::AutoFill,
                    MinTrackSizingFunction::Px(TILE),
                    MaxTrackSizingFunction::Fraction(1.0),
                ),
                column_gap: px(GAP),
                row_gap: px(GAP),
                flex_shrink: 0.0,
                ..default()
            };
            shelves.spawn((Pickable::IGNORE, tiles)).with_children(|shelf| {
                for (choice, variant) in boards {
                    spawn_tile(shelf, choice, &variant, &title);
                }
            });
        }
    });
    parent.commands().entity(area).insert(ChoiceGrid);
}

fn spawn_tile(shelf: &mut ChildSpawnerCommands, choice: VariantChoice, variant: &Variant, shelf_title: &str) {
    // What the shelf says already is not said again.
    let name = variant.name();
    let caption = name.strip_prefix(shelf_title).map_or(name, str::trim_start);
    let node = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        row_gap: px(4),
        padding: UiRect::axes(px(1), px(7)),
        border: px(2).all(),
        border_radius: BorderRadius::all(px(theme::BUTTON_RADIUS)),
        ..default()
    };
    let button = bare_button(label(variant), Weight::Tile, Action::ChooseVariant(choice), node);
    shelf.spawn(button).with_children(|tile| {
        tile.spawn(board_picture(variant.board().clone(), Vec2::splat(PICTURE)));
        tile.spawn((text(caption, TextStyle::Small, theme::TEXT), TextLayout::justify(Justify::Center)));
    });
}
