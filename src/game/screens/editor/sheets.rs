//! Sheets of the editor: paints, size, players, cut-ins, and the name of the board with its goal and passes.

use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::ValueChange;

use crate::game::editor::draft::{Draft, Edit, Role};
use crate::game::editor::symmetry::Symmetry;
use crate::game::editor::{Editor, EditorCommand, Sheet};
use crate::game::screens::editor::layout::{Columns, EditorLayout, EditorPart, SheetArea, WholeLine, sheet_content};
use crate::game::screens::editor::{DraftText, cell_name, tint_name};
use crate::game::text::names::goal_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::{PictureTints, board_picture};
use crate::game::ui::button::{ButtonKind, button, card_paint};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::text_field::{TextField, text_field, type_text};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Fill};
use crate::rules::{Board, Cell, Direction, Goal, Player, Square, Tint, Tints};

fn compact(
    parent: &mut ChildSpawnerCommands,
    caption: impl Into<Phrase>,
    label: impl Into<Phrase>,
    action: EditorCommand,
) -> Entity {
    let compact = (slim_button(COMPACT), CompactButton);
    parent.spawn(button(caption, label, ButtonKind::Plain, Val::Auto, action)).insert(compact).id()
}

/// A small button, but large enough for a finger; see [`fit_buttons`].
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct CompactButton;

/// A button in a line that wraps; its width, too, must be large enough for a finger.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct BreaksLine;

/// Keeps small buttons as large as a finger needs, even where the interface is scaled down as on phones.
pub(super) fn fit_buttons(
    layout: Res<EditorLayout>,
    scale: Res<UiScale>,
    mut buttons: Query<(&mut Node, Has<BreaksLine>), With<CompactButton>>,
) {
    let least = if *layout == EditorLayout::Roomy { COMPACT } else { COMPACT.max(theme::TOUCH / scale.0) };
    for (mut node, breaks_line) in &mut buttons {
        if node.min_height != px(least) {
            node.min_height = px(least);
            node.min_width = px(if breaks_line { least } else { COMPACT });
        }
    }
}

pub(super) fn slim_button(height: f32) -> Node {
    Node::row(6)
        .middle()
        .min_width(px(height))
        .min_height(px(height))
        .grow()
        .inset(3, 4)
        .bordered()
        .rounded(theme::BUTTON_RADIUS)
}

/// Height of a small button, in logical pixels.
const COMPACT: f32 = 38.0;

fn row() -> Node {
    Node::wrapping_row(4, 6).centred()
}

/// Everything that decides which controls the sheets hold; they are respawned when it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    has_paints: bool,
    /// Set if a keyboard and a mouse with a second button are likely.
    has_keys: bool,
    pub(super) sheet: Option<Sheet>,
    sheets: Vec<Sheet>,
    /// Players who cut in, and players who could; empty unless the sheet of cut-ins is shown.
    cut_ins: Vec<Player>,
    can_cut_in: Vec<Player>,
}

impl Shape {
    pub(super) fn of(editor: &Editor, draft: &Draft, layout: EditorLayout) -> Self {
        let is_roomy = layout == EditorLayout::Roomy;
        let sheets: Vec<Sheet> = Sheet::ALL.into_iter().filter(|sheet| !is_roomy || *sheet != Sheet::Paint).collect();
        let chosen = if is_roomy && editor.sheet() == Sheet::Paint { Sheet::Size } else { editor.sheet() };
        let (cut_ins, can_cut_in) = if chosen == Sheet::CutIns {
            let takes_no_turns = |player: &Player| draft.role(*player) != Role::TakesTurns;
            let cut_ins = draft.cut_ins().iter().map(|cut_in| cut_in.player).collect();
            (cut_ins, Player::ALL.into_iter().filter(takes_no_turns).collect())
        } else {
            default()
        };
        let sheet = Some(chosen).filter(|sheet| *sheet != Sheet::Paint);
        let has_keys = layout.is_beside();
        let has_paints = is_roomy || sheet.is_none();
        Self { has_paints, has_keys, sheet, sheets, cut_ins, can_cut_in }
    }
}

pub(super) fn fill_sheets(
    editor: Res<Editor>,
    layout: Res<EditorLayout>,
    parts: Query<(Entity, &EditorPart)>,
    added: Query<(), Added<EditorPart>>,
    mut filled: Local<Option<Shape>>,
    mut commands: Commands,
) {
    let Some(draft) = editor.draft() else { return };
    let shape = Shape::of(&editor, draft, *layout);
    let before = filled.replace(shape.clone()).filter(|_| added.is_empty());
    for (area, part) in &parts {
        let is_same = |same: fn(&Shape, &Shape) -> bool| before.as_ref().is_some_and(|before| same(before, &shape));
        let mut area = commands.entity(area);
        match part {
            EditorPart::Paints
                if !is_same(|before, now| (before.has_paints, before.has_keys) == (now.has_paints, now.has_keys)) =>
            {
                area.despawn_children();
                if shape.has_paints {
                    area.insert(card_paint()).with_children(|area| {
                        spawn_sheet(area, |sheet| {
                            spawn_paints(sheet);
                            // A panel below the board means a touch screen, where the hint about keys is useless.
                            if shape.has_keys {
                                sheet.spawn(worded(say!("editor-how-to-paint"), TextStyle::Small, theme::QUIET_TEXT));
                            }
                        });
                    });
                }
            }
            EditorPart::Sheets if !is_same(|before, now| before.sheets == now.sheets) => {
                area.despawn_children().with_children(|row| {
                    for sheet in &shape.sheets {
                        let label = say!("editor-sheet", sheet = sheet.name());
                        let button = compact(row, sheet.name(), label, EditorCommand::Show(*sheet));
                        row.commands().entity(button).insert(BreaksLine);
                    }
                });
            }
            EditorPart::Sheet if !is_same(|before, now| before == now) => {
                area.despawn_children();
                if let Some(sheet) = shape.sheet {
                    area.insert(card_paint()).with_children(|area| {
                        spawn_sheet(area, |area| match sheet {
                            Sheet::Paint => {}
                            Sheet::Size => spawn_sizes(area),
                            Sheet::Players => spawn_players(area),
                            Sheet::CutIns => spawn_cut_ins(area, &shape),
                            Sheet::Tints => spawn_tints(area),
                            Sheet::Name => spawn_names(area, draft),
                        });
                    });
                }
            }
            _ => {}
        }
    }
}

/// Spawns the content of a sheet in a scroll area.
fn spawn_sheet(place: &mut ChildSpawnerCommands, spawn_content: impl FnOnce(&mut ChildSpawnerCommands)) {
    let area = spawn_scroll_area(place, Node::default(), sheet_content(), spawn_content);
    place.commands().entity(area).insert(SheetArea);
}

fn spawn_paints(sheet: &mut ChildSpawnerCommands) {
    let paints = Node::grid(RepeatedGridTrack::flex(5, 1.0), 6, 6);
    sheet.spawn((Pickable::IGNORE, Columns(5), paints)).with_children(|paints| {
        for cell in Cell::all() {
            let label = say!("editor-paint", cell = cell_name(cell));
            let paint = compact(paints, cell.letter().to_string(), label, EditorCommand::ChooseCell(cell));
            paints.commands().entity(paint).with_children(|paint| spawn_swatch(paint, cell));
        }
    });
    sheet.spawn((worded("", TextStyle::Small, theme::QUIET_TEXT), DraftText::Symmetry));
    sheet.spawn((Pickable::IGNORE, row())).with_children(|symmetries| {
        for symmetry in Symmetry::ALL {
            let label = say!("editor-symmetry", symmetry = symmetry.name());
            let button = compact(symmetries, symmetry.sign(), label, EditorCommand::ChooseSymmetry(symmetry));
            symmetries.commands().entity(button).insert(BreaksLine);
        }
    });
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        let caption = say!("editor-next-player");
        compact(row, caption.clone(), caption, EditorCommand::ToggleChangingPlayers);
        compact(row, say!("editor-fill"), say!("editor-fill-label"), EditorCommand::ToggleFilling);
    });
}

fn spawn_tints(sheet: &mut ChildSpawnerCommands) {
    let tints = Node::grid(RepeatedGridTrack::flex(5, 1.0), 6, 6);
    sheet.spawn((Pickable::IGNORE, Columns(5), tints)).with_children(|tints| {
        for tint in [None].into_iter().chain(Tint::all().map(Some)) {
            let name = tint.map_or_else(|| say!("tint-none"), tint_name);
            let label = say!("editor-paint", cell = name);
            let button = compact(tints, Phrase::nothing(), label, EditorCommand::ChooseTint(tint));
            tints.commands().entity(button).with_children(|button| spawn_tint_swatch(button, tint));
        }
    });
    sheet.spawn(worded(say!("editor-about-tints"), TextStyle::Small, theme::QUIET_TEXT));
}

/// Spawns a picture of a square with this tint. A kind of hole is shown between two squares, since no board has holes
/// alone.
fn spawn_tint_swatch(button: &mut ChildSpawnerCommands, tint: Option<Tint>) {
    let is_hole = tint.is_some_and(Tint::is_of_hole);
    let (row, column) = if is_hole { (".#.", 1) } else { (".", 0) };
    let mut tints = Tints::default();
    if let (Ok(board), Some(place)) = (Board::from_rows([row]), Square::new(column, 0)) {
        tints.set(place, tint);
        let width = if is_hole { 42.0 } else { 24.0 };
        button.spawn((board_picture(board, Vec2::new(width, 24.0)), PictureTints(tints)));
    }
}

/// Spawns a picture of a disc or an empty square; none for a hole.
fn spawn_swatch(paint: &mut ChildSpawnerCommands, cell: Cell) {
    let node = Node::default().middle().size(26, 26).fixed().bordered().rounded(4);
    let colours = (Fill(theme::BACKGROUND), Border(theme::LINE));
    paint.spawn((Pickable::IGNORE, node, colours)).with_children(|square| {
        let board = Board::from_rows([cell.letter().to_string().as_str()]);
        if let Some(board) = board.ok().filter(|_| cell != Cell::Hole) {
            square.spawn(board_picture(board, Vec2::splat(24.0)));
        }
    });
}

fn spawn_sizes(sheet: &mut ChildSpawnerCommands) {
    let sides: [(Phrase, DraftText, fn(i8) -> Edit); 2] = [
        (say!("editor-columns"), DraftText::Columns, Edit::Columns),
        (say!("editor-rows"), DraftText::Rows, Edit::Rows),
    ];
    for (name, value, edit) in sides {
        sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
            row.spawn((worded(name.clone(), TextStyle::Body, theme::TEXT), Node::default().width(px(84))));
            let fewer = say!("editor-one-fewer", of = name.clone());
            compact(row, "−", fewer, EditorCommand::Edit(edit(-1)));
            row.spawn((Pickable::IGNORE, Node::default().justify(JustifyContent::Center).width(px(44)))).with_children(
                |number| {
                    number.spawn((worded("", TextStyle::Strong, theme::TEXT), value));
                },
            );
            compact(row, "+", say!("editor-one-more", of = name), EditorCommand::Edit(edit(1)));
        });
    }
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        row.spawn((worded(say!("editor-move-all"), TextStyle::Body, theme::TEXT), Node::default().width(px(84))));
        let shifts = [
            ("←", say!("editor-move-left"), Direction::West),
            ("→", say!("editor-move-right"), Direction::East),
            ("↑", say!("editor-move-up"), Direction::North),
            ("↓", say!("editor-move-down"), Direction::South),
        ];
        for (symbol, label, direction) in shifts {
            compact(row, symbol, label, EditorCommand::Edit(Edit::Shift(direction)));
        }
    });
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        compact(row, say!("editor-no-discs"), say!("editor-no-discs"), EditorCommand::Edit(Edit::ClearDiscs));
        compact(row, say!("editor-no-holes"), say!("editor-no-holes"), EditorCommand::Edit(Edit::FillHoles));
    });
}

/// Spawns a player's name, with a text about them below it.
fn spawn_name(row: &mut ChildSpawnerCommands, player: Player, value: DraftText, width: Val) {
    row.spawn((Pickable::IGNORE, Node::column(0).width(width).fixed())).with_children(|names| {
        names.spawn(worded(player, TextStyle::Body, theme::TEXT));
        names.spawn((worded("", TextStyle::Small, theme::QUIET_TEXT), value));
    });
}

fn spawn_players(sheet: &mut ChildSpawnerCommands) {
    for player in Player::ALL {
        sheet.spawn((Pickable::IGNORE, WholeLine, row().wrap(FlexWrap::NoWrap))).with_children(|row| {
            row.spawn(disc_icon(player.disc(), 26.0));
            spawn_name(row, player, DraftText::Role(player), px(76));
            let toggles = [
                (
                    say!("editor-turns"),
                    say!("editor-takes-turns", player = player),
                    Edit::ToggleRole(player, Role::TakesTurns),
                ),
                (
                    say!("editor-cut-in"),
                    say!("editor-may-cut-in", player = player),
                    Edit::ToggleRole(player, Role::CutsIn),
                ),
                (say!("editor-scored"), say!("editor-is-scored", player = player), Edit::ToggleScored(player)),
                (Phrase::verbatim("▲"), say!("editor-earlier", player = player), Edit::Earlier(player)),
            ];
            for (caption, label, edit) in toggles {
                compact(row, caption, label, EditorCommand::Edit(edit));
            }
        });
    }
    sheet.spawn(worded(say!("editor-whose-turn"), TextStyle::Small, theme::QUIET_TEXT));
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        for player in Player::ALL {
            let label = say!("editor-discs-turn", player = player);
            compact(row, player, label, EditorCommand::Edit(Edit::ToggleTurning(player)));
        }
    });
}

fn spawn_cut_ins(sheet: &mut ChildSpawnerCommands, shape: &Shape) {
    for (index, player) in shape.cut_ins.iter().enumerate() {
        sheet.spawn((Pickable::IGNORE, WholeLine, row().wrap(FlexWrap::NoWrap))).with_children(|row| {
            row.spawn(disc_icon(player.disc(), 26.0));
            spawn_name(row, *player, DraftText::CutIn(index), px(104));
            let number = index + 1;
            for (caption, by) in [("−10", -10), ("−1", -1), ("+1", 1), ("+10", 10)] {
                let label = say!("editor-cut-in-by", number = number, by = caption);
                compact(row, caption, label, EditorCommand::Edit(Edit::MoveCutIn(index, by)));
            }
            compact(
                row,
                "✗",
                say!("editor-cut-in-remove", number = number),
                EditorCommand::Edit(Edit::RemoveCutIn(index)),
            );
        });
    }
    if shape.can_cut_in.is_empty() {
        sheet.spawn(worded(say!("editor-nobody-left"), TextStyle::Small, theme::QUIET_TEXT));
        return;
    }
    sheet.spawn(worded(say!("editor-what-cut-ins-are"), TextStyle::Small, theme::QUIET_TEXT));
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        for player in &shape.can_cut_in {
            let label = say!("editor-add-cut-in", player = *player);
            let caption = say!("editor-add", player = *player);
            let add = compact(row, caption, label, EditorCommand::Edit(Edit::AddCutIn(*player)));
            row.commands().entity(add).with_child(disc_icon(player.disc(), 24.0));
        }
    });
}

/// A text field of the draft.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DraftField {
    Name,
    About,
}

impl DraftField {
    fn of(self, draft: &Draft) -> &str {
        match self {
            Self::Name => draft.name(),
            Self::About => draft.about(),
        }
    }

    fn edit(self, content: String) -> Edit {
        match self {
            Self::Name => Edit::Name(content),
            Self::About => Edit::About(content),
        }
    }
}

fn spawn_names(sheet: &mut ChildSpawnerCommands, draft: &Draft) {
    let fields = [
        (DraftField::Name, say!("editor-name"), say!("editor-name-hint"), Draft::MAX_NAME_LENGTH),
        (DraftField::About, say!("editor-about"), say!("editor-about-hint"), Draft::MAX_ABOUT_LENGTH),
    ];
    for (line, label, placeholder, longest) in fields {
        sheet.spawn((text_field(label, line.of(draft), placeholder, longest, percent(100)), line)).observe(
            move |change: On<ValueChange<String>>, mut actions: MessageWriter<EditorCommand>| {
                actions.write(EditorCommand::Edit(line.edit(change.value.clone())));
            },
        );
    }
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        for goal in Goal::ALL {
            compact(row, goal_name(goal), goal_name(goal), EditorCommand::Edit(Edit::Goal(goal)));
        }
        let label = say!("editor-free-passes-label");
        compact(row, say!("editor-free-passes"), label, EditorCommand::Edit(Edit::ToggleFreePass));
    });
    sheet.spawn(worded(say!("editor-about-free-passes"), TextStyle::Small, theme::QUIET_TEXT));
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        compact(row, say!("editor-copy"), say!("editor-copy"), EditorCommand::Copy);
        compact(row, say!("editor-paste"), say!("editor-paste-label"), EditorCommand::Paste);
    });
}

/// Updates fields whose text differs from the draft, such as after an undo.
pub(super) fn write_fields(editor: Res<Editor>, mut fields: Query<(&TextField, &DraftField, &mut EditableText)>) {
    let Some(draft) = editor.draft() else { return };
    for (field, line, mut editable) in &mut fields {
        if field.text != line.of(draft) {
            type_text(field, &mut editable, line.of(draft));
        }
    }
}
