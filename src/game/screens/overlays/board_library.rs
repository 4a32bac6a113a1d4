//! List of boards over a screen: the player's own, and in the editor all others to start from. It also says how to
//! import boards.

use bevy::prelude::*;

use crate::game::editor::EditorCommand;
use crate::game::flow::choose_file::ChooseFile;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::own_boards::boards::{OwnBoards, OwnBoardsCommand};
use crate::game::play::setup::{SetupCommand, VariantChoice};
use crate::game::screens::overlays::veil::veil;
use crate::game::text::names::{board_name, shelf_title};
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::variant_picture;
use crate::game::ui::button::{ButtonKind, bare_button, button, button_node, card, card_paint, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::pointing::Pointing;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (show.in_set(GameSystems::Look).run_if(is_out_of_date),));
}

fn is_out_of_date(overlay: Res<Overlay>, own: Res<OwnBoards>) -> bool {
    overlay.is_changed() || own.is_changed()
}

#[derive(Component)]
struct BoardListRoot;

const WIDTH: f32 = 560.0;
const PICTURE_SIDE: f32 = 60.0;

fn show(
    overlay: Res<Overlay>,
    own: Res<OwnBoards>,
    screen: Res<State<Screen>>,
    (pointing, orientation): (Res<Pointing>, Res<Orientation>),
    shown: Query<Entity, With<BoardListRoot>>,
    mut commands: Commands,
) {
    shown.iter().for_each(|root| commands.entity(root).despawn());
    if *overlay != Overlay::BoardLibrary {
        return;
    }
    let in_editor = *screen.get() == Screen::Editor;
    commands.spawn((Name::new("list of boards"), BoardListRoot, veil())).with_children(|root| {
        let frame = card().width(percent(94)).max_width(px(WIDTH)).max_height(percent(94));
        root.spawn((frame, card_paint())).with_children(|card| {
            let heading = if in_editor { say!("library-open-heading") } else { say!("library-heading") };
            card.spawn(worded(heading, TextStyle::Heading, theme::TEXT));
            card.spawn(worded(
                how_to_open(&own, pointing.is_finger(*orientation)),
                TextStyle::Small,
                theme::QUIET_TEXT,
            ));
            let frame = Node::default();
            let content = Node::column(8).padding(UiRect { left: px(3), right: px(16), top: px(3), bottom: px(3) });
            spawn_scroll_area(card, frame, content, |area| spawn_boards(area, &own, in_editor));
            card.spawn((Pickable::IGNORE, Node::row(theme::GAP).justify(JustifyContent::FlexEnd))).with_children(
                |row| {
                    row.spawn(plain_button(say!("library-from-file"), ChooseFile));
                    let label = say!("library-close-label");
                    row.spawn(button(say!("library-close"), label, ButtonKind::Main, px(120), Navigate::Close));
                },
            );
        });
    });
}

/// Explains how to import boards, and names the folder of imported ones.
fn how_to_open(own: &OwnBoards, by_finger: bool) -> Phrase {
    let way = match () {
        () if by_finger => say!("library-how-by-touch"),
        () if cfg!(target_arch = "wasm32") => say!("library-how-on-page"),
        () => say!("library-how-in-window"),
    };
    let place = own.place().map(|place| match () {
        () if cfg!(target_arch = "wasm32") => say!("library-place-browser"),
        () => say!("library-place", place = place),
    });
    Phrase::sentences([Some(way), place].into_iter().flatten())
}

fn spawn_boards(area: &mut ChildSpawnerCommands, own: &OwnBoards, in_editor: bool) {
    if in_editor {
        area.spawn(plain_button(say!("library-empty-board"), EditorCommand::OpenEmpty));
        area.spawn(worded(say!("new-game-yours"), TextStyle::Strong, theme::TEXT));
    }
    let mut is_empty = true;
    for board in own.iter() {
        is_empty = false;
        let choice = VariantChoice::Own(board.variant.to_string());
        spawn_row(area, &board.variant, choice, in_editor, |row| {
            let name = board_name(&board.variant);
            if cfg!(target_arch = "wasm32") {
                let download = OwnBoardsCommand::Download(board.file.clone());
                let label = say!("library-download-board", name = name.clone());
                row.spawn(button(say!("library-download"), label, ButtonKind::Plain, Val::Auto, download));
            }
            let remove = OwnBoardsCommand::AskToRemove(board.file.clone());
            let label = say!("library-remove-board", name = name);
            row.spawn(button(say!("library-remove"), label, ButtonKind::Plain, Val::Auto, remove));
        });
    }
    for (file, problem) in own.unreadable() {
        let sentence = say!("library-unreadable", file = file.as_str(), problem = problem);
        area.spawn(worded(sentence, TextStyle::Small, theme::TEXT));
    }
    if own.left_out() > 0 {
        let sentence = say!("library-more", count = own.left_out());
        area.spawn(worded(sentence, TextStyle::Small, theme::TEXT));
    }
    if is_empty {
        area.spawn(worded(say!("library-none"), TextStyle::Body, theme::QUIET_TEXT));
    }
    if in_editor {
        for shelf in Variant::shelves() {
            area.spawn(worded(shelf_title(&shelf), TextStyle::Strong, theme::TEXT));
            for key in shelf.keys {
                if let Some(variant) = Variant::built_in(&key) {
                    spawn_row(area, &variant, VariantChoice::BuiltIn(key), in_editor, |_| {});
                }
            }
        }
    }
}

/// Spawns a board's picture, its name, which opens it, and further buttons.
fn spawn_row(
    area: &mut ChildSpawnerCommands,
    variant: &Variant,
    choice: VariantChoice,
    in_editor: bool,
    spawn_more: impl FnOnce(&mut ChildSpawnerCommands),
) {
    area.spawn((Pickable::IGNORE, Node::row(theme::GAP).centred())).with_children(|row| {
        row.spawn(variant_picture(variant, Vec2::splat(PICTURE_SIDE)));
        let open = if in_editor {
            EditorCommand::Open(choice).into()
        } else {
            OnPress::closing(SetupCommand::ChooseVariant(choice))
        };
        let label = say!("library-open-board", name = board_name(variant));
        let node = button_node().justify(JustifyContent::FlexStart).min_width(px(0)).fill().clip();
        row.spawn(bare_button(label, ButtonKind::Plain, open, node)).with_children(|button| {
            button.spawn(shortened_text(board_name(variant), TextStyle::Body, theme::TEXT));
        });
        spawn_more(row);
    });
}
