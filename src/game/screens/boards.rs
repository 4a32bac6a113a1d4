//! The list of boards that lies over a screen: the user's own, and in the editor every other to begin with. It also says
//! how boards come in from outside.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::Screen;
use crate::game::board_picture::board_picture;
use crate::game::editor::EditorAction;
use crate::game::scroll::spawn_scroll_area;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, button, card, card_paint, over_everything};
use crate::game::{Action, GameSystems, Notice, OwnBoards, OwnBoardsChanged, VariantChoice};
use crate::rules::{Board, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardList>()
        .add_systems(OnExit(Screen::NewGame), close)
        .add_systems(OnExit(Screen::Editor), close)
        .add_systems(Update, obey.in_set(GameSystems::Play))
        .add_systems(
            Update,
            show.in_set(GameSystems::Look).run_if(resource_changed::<BoardList>.or_else(resource_changed::<OwnBoards>)),
        );
}

/// Whether the list is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct BoardList {
    pub(in crate::game) is_shown: bool,
}

/// The root of the list.
#[derive(Component)]
struct BoardListRoot;

const WIDTH: f32 = 560.0;
const PICTURE_SIDE: f32 = 60.0;

fn close(mut list: ResMut<BoardList>) {
    list.set_if_neq(BoardList::default());
}

fn obey(
    mut actions: MessageReader<Action>,
    screen: Res<State<Screen>>,
    mut list: ResMut<BoardList>,
    mut own: ResMut<OwnBoards>,
    mut changes: MessageWriter<OwnBoardsChanged>,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        match action {
            Action::ShowBoards if matches!(screen.get(), Screen::NewGame | Screen::Editor) => {
                list.set_if_neq(BoardList { is_shown: true });
            }
            Action::HideBoards
            | Action::ChooseVariant(_)
            | Action::Editor(EditorAction::Open(_) | EditorAction::OpenEmpty) => {
                list.set_if_neq(BoardList::default());
            }
            Action::AskToRemoveBoard(file) => {
                if let Some(board) = own.find(file) {
                    let question = format!("“{}” would be gone for good.", board.variant.name());
                    let remove = Action::RemoveBoard(file.clone());
                    notices.write(Notice::trouble(question).offering("Remove it", remove));
                }
            }
            Action::RemoveBoard(file) => {
                own.remove(file);
                changes.write(OwnBoardsChanged::Removed { file: file.clone() });
            }
            _ => {}
        }
    }
}

fn show(
    list: Res<BoardList>,
    own: Res<OwnBoards>,
    screen: Res<State<Screen>>,
    shown: Query<Entity, With<BoardListRoot>>,
    mut commands: Commands,
) {
    shown.iter().for_each(|root| commands.entity(root).despawn());
    if !list.is_shown {
        return;
    }
    let in_editor = *screen.get() == Screen::Editor;
    commands
        .spawn((
            Name::new("list of boards"),
            BoardListRoot,
            TabGroup::modal(),
            over_everything(AlignItems::Center),
            GlobalZIndex(3),
            Pickable::default(),
            BackgroundColor(theme::VEIL),
        ))
        .with_children(|root| {
            let frame = Node { width: percent(94), max_width: px(WIDTH), max_height: percent(94), ..card() };
            root.spawn((frame, card_paint())).with_children(|card| {
                let heading = if in_editor { "Open a board" } else { "Your boards" };
                card.spawn(text(heading, TextStyle::Heading, theme::TEXT));
                card.spawn(text(how_to_open(&own), TextStyle::Small, theme::QUIET_TEXT));
                let frame = Node { flex_shrink: 1.0, ..default() };
                let content = Node {
                    flex_direction: FlexDirection::Column,
                    row_gap: px(8),
                    padding: UiRect { left: px(3), right: px(16), top: px(3), bottom: px(3) },
                    ..default()
                };
                spawn_scroll_area(card, frame, content, |area| spawn_boards(area, &own, in_editor));
                let row = Node { column_gap: px(theme::GAP), justify_content: JustifyContent::FlexEnd, ..default() };
                card.spawn((Pickable::IGNORE, row)).with_children(|row| {
                    if cfg!(target_arch = "wasm32") {
                        let caption = "From a file";
                        row.spawn(button(caption, caption, Weight::Plain, Val::Auto, Action::ChooseFile));
                    }
                    row.spawn(button("Close", "Close the list", Weight::Main, px(120), Action::HideBoards));
                });
            });
        });
}

/// How a board comes in, and where those are kept that came in.
fn how_to_open(own: &OwnBoards) -> String {
    let way = if cfg!(target_arch = "wasm32") {
        "Drop a board's file on the page, or choose one."
    } else {
        "Drop a board's file on the window, or begin the game with it: irogaeshi FILE."
    };
    match own.place() {
        Some(place) => format!("{way} What you opened and drew is kept in {place}."),
        None => way.to_owned(),
    }
}

fn spawn_boards(area: &mut ChildSpawnerCommands, own: &OwnBoards, in_editor: bool) {
    if in_editor {
        let caption = "A board without discs";
        area.spawn(button(caption, caption, Weight::Plain, Val::Auto, Action::Editor(EditorAction::OpenEmpty)));
        area.spawn(text("Yours", TextStyle::Strong, theme::TEXT));
    }
    let mut is_empty = true;
    for board in own.iter() {
        is_empty = false;
        let choice = VariantChoice::Own(board.variant.to_string());
        spawn_row(area, &board.variant, choice, in_editor, |row| {
            let name = board.variant.name();
            if cfg!(target_arch = "wasm32") {
                let download = Action::DownloadBoard(board.file.clone());
                row.spawn(button("Download", format!("Download {name}"), Weight::Plain, Val::Auto, download));
            }
            let remove = Action::AskToRemoveBoard(board.file.clone());
            row.spawn(button("Remove", format!("Remove {name}"), Weight::Plain, Val::Auto, remove));
        });
    }
    for (file, problem) in own.unreadable() {
        let sentence = format!("✗ {file}: {problem}");
        area.spawn(text(sentence, TextStyle::Small, theme::TEXT));
    }
    if is_empty {
        area.spawn(text("There are none yet.", TextStyle::Body, theme::QUIET_TEXT));
    }
    if in_editor {
        for shelf in Variant::shelves() {
            area.spawn(text(shelf.title, TextStyle::Strong, theme::TEXT));
            for key in shelf.keys {
                if let Some(variant) = Variant::built_in(&key) {
                    spawn_row(area, &variant, VariantChoice::BuiltIn(key), in_editor, |_| {});
                }
            }
        }
    }
}

/// A board: its picture and its name, which opens it, and what else can be done with it.
fn spawn_row(
    area: &mut ChildSpawnerCommands,
    variant: &Variant,
    choice: VariantChoice,
    in_editor: bool,
    spawn_more: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = Node { column_gap: px(theme::GAP), align_items: AlignItems::Center, ..default() };
    area.spawn((Pickable::IGNORE, row)).with_children(|row| {
        row.spawn(board_picture(Board::clone(variant.board()), Vec2::splat(PICTURE_SIDE)));
        let action = if in_editor { Action::Editor(EditorAction::Open(choice)) } else { Action::ChooseVariant(choice) };
        let label = format!("Open {}", variant.name());
        row.spawn(button(variant.name(), label, Weight::Plain, Val::Auto, action)).entry::<Node>().and_modify(
            |mut node| {
                node.flex_grow = 1.0;
                node.flex_basis = px(0);
                node.justify_content = JustifyContent::FlexStart;
                node.overflow = Overflow::clip();
            },
        );
        spawn_more(row);
    });
}
