//! Catalogue of boards, grouped by shelf, with pictures.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::own_boards::boards::OwnBoards;
use crate::game::play::setup::{MatchSetup, SetupCommand, VariantChoice};
use crate::game::screens::new_game::{a_board_is_chosen, fill, heading};
use crate::game::screens::{Containers, respawn};
use crate::game::text::names::{board_name, drawn_name, shelf_title};
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::variant_picture;
use crate::game::ui::button::{ButtonKind, bare_button, plain_button};
use crate::game::ui::layout::{Layout, fitting_columns};
use crate::game::ui::option_grid::ChoiceGrid;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::{DrawnBoard, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        fill_shelves
            .in_set(GameSystems::Show)
            .after(super::spawn_screen)
            .run_if(
                resource_changed::<MatchSetup>
                    .or_else(resource_changed::<OwnBoards>)
                    .or_else(any_match_filter::<Added<Shelves>>),
            )
            .run_if(a_board_is_chosen),
    );
}

/// Accessible label of a board's tile.
pub(in crate::game::screens) fn label(variant: &Variant) -> Phrase {
    let name = DrawnBoard::read_name(variant.name()).map_or_else(|| board_name(variant), |(kind, _)| drawn_name(kind));
    say!("new-game-choose-board", board = name)
}

/// Container of the shelves.
#[derive(Component)]
struct Shelves;

struct Section {
    title: Phrase,
    /// Set if tiles show the size only, because the title says the rest.
    has_sizes: bool,
    boards: Vec<(VariantChoice, Variant)>,
}

/// Key of the shelf whose boards differ only in size.
const CLASSIC: &str = "classic";
/// Side of a board's picture, in logical pixels.
const PICTURE: f32 = 74.0;
/// Minimum width of a tile, in logical pixels.
const TILE: f32 = 92.0;
const GAP: f32 = 5.0;

fn sections(own: Vec<(VariantChoice, Variant)>) -> impl Iterator<Item = Section> {
    let built_in = Variant::shelves().map(|shelf| Section {
        title: shelf_title(&shelf),
        has_sizes: shelf.key == CLASSIC,
        boards: shelf
            .keys
            .into_iter()
            .filter_map(|key| Variant::built_in(&key).map(|variant| (VariantChoice::BuiltIn(key), variant)))
            .collect(),
    });
    let own = Section { title: say!("new-game-yours"), has_sizes: false, boards: own };
    std::iter::once(own).chain(built_in).filter(|section| !section.boards.is_empty())
}

/// Spawns a scroll area with the shelves between other content.
pub(in crate::game::screens) fn spawn(
    parent: &mut ChildSpawnerCommands,
    spawn_above: impl FnOnce(&mut ChildSpawnerCommands),
    spawn_below: impl FnOnce(&mut ChildSpawnerCommands),
) {
    spawn_scroll_area(parent, fill(), Node::column(0).padding(UiRect::new(px(10), px(14), px(10), px(16))), |area| {
        spawn_above(area);
        area.spawn((Shelves, Name::new("shelves"), ChoiceGrid, Pickable::IGNORE, Node::column(6).fixed()));
        spawn_below(area);
    });
}

/// Spawns the buttons to the player's own boards: the library and the editor.
pub(super) fn spawn_own_board_buttons(parent: &mut ChildSpawnerCommands) {
    spawn_buttons(parent, [library_button(), (say!("new-game-editor"), Navigate::To(Screen::Editor))]);
}

/// Spawns the button to the library alone.
pub(in crate::game::screens) fn spawn_library_button(parent: &mut ChildSpawnerCommands) {
    spawn_buttons(parent, [library_button()]);
}

fn library_button() -> (Phrase, Navigate) {
    (say!("library-heading"), Navigate::Open(Overlay::BoardLibrary))
}

fn spawn_buttons(parent: &mut ChildSpawnerCommands, buttons: impl IntoIterator<Item = (Phrase, Navigate)>) {
    let row = Node::row(GAP).padding(UiRect::new(px(10), px(10), px(10), px(0)));
    parent.spawn((Pickable::IGNORE, row)).with_children(|row| {
        for (caption, navigate) in buttons {
            let mut button = row.spawn(plain_button(caption, navigate));
            button.entry::<Node>().and_modify(|mut node| {
                node.flex_grow = 1.0;
                node.flex_basis = px(0);
            });
        }
    });
}

/// Spawns the tiles, and respawns them when the player's own boards change.
fn fill_shelves(
    setup: Res<MatchSetup>,
    own_boards: Res<OwnBoards>,
    places: Containers<Shelves>,
    mut shown: Local<Vec<(VariantChoice, Variant)>>,
    mut commands: Commands,
) {
    let own = own_boards.choices(&setup.choice);
    respawn(places, &mut *shown, own, &mut commands, |shelves, own| spawn_shelves(shelves, own.clone()));
}

fn spawn_shelves(shelves: &mut ChildSpawnerCommands, own: Vec<(VariantChoice, Variant)>) {
    for (index, Section { title, has_sizes, boards }) in sections(own).enumerate() {
        spawn_heading(shelves, title, if index == 0 { 0 } else { 12 });
        spawn_tiles(shelves, |shelf| {
            for (choice, variant) in boards {
                let caption = if has_sizes {
                    Phrase::verbatim(format!("{} × {}", variant.board().columns(), variant.board().rows()))
                } else {
                    board_name(&variant)
                };
                spawn_tile(shelf, SetupCommand::ChooseVariant(choice), &variant, caption);
            }
        });
    }
    spawn_heading(shelves, say!("new-game-drawn"), 12);
    spawn_tiles(shelves, |shelf| {
        for kind in DrawnBoard::ALL {
            let example = kind.variant(EXAMPLE_SEED);
            spawn_tile(shelf, SetupCommand::DrawBoard(kind), &example, drawn_name(kind));
        }
    });
}

/// Seed of the pictures of drawn boards.
const EXAMPLE_SEED: u32 = 1;

fn spawn_heading(shelves: &mut ChildSpawnerCommands, title: Phrase, margin_above: i32) {
    let margin = UiRect { left: px(4), top: px(margin_above), ..default() };
    shelves.spawn((Pickable::IGNORE, Node::default().margin(margin), children![heading(title)]));
}

fn spawn_tiles(shelves: &mut ChildSpawnerCommands, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    let tiles = Node::grid(fitting_columns(TILE), GAP, GAP).fixed();
    shelves.spawn((Pickable::IGNORE, tiles)).with_children(content);
}

fn spawn_tile(shelf: &mut ChildSpawnerCommands, command: SetupCommand, variant: &Variant, caption: Phrase) {
    let node = Node::column(4).centred().inset(1, 7).rounded(theme::BUTTON_RADIUS);
    let node = Node { border: px(2).all(), ..node };
    let button = bare_button(label(variant), ButtonKind::Tile, command, node);
    shelf.spawn(button).with_children(|tile| {
        tile.spawn(variant_picture(variant, Vec2::splat(PICTURE)));
        tile.spawn((worded(caption, TextStyle::Small, theme::TEXT), TextLayout::justify(Justify::Center)));
    });
}
