//! Where the parts of the editor stand: beside the board, or below it.

use bevy::prelude::*;

use crate::game::ui::responsive::{
    Orientation, RING, Room, board_above_panel, panel, panel_beside_board, panel_width, parts_around_board, place,
    shrinking,
};
use crate::game::ui::scroll::set_scrolling;
use crate::game::ui::theme;

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub(super) enum Part {
    Root,
    Board,
    /// What is scrolled where there is no room for it.
    Panel,
    Paints,
    Sheets,
    Sheet,
    Verdict,
    Buttons,
}

/// How the parts are laid out.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Layout {
    /// Beside the board, with room for the paints and another sheet.
    #[default]
    Roomy,
    /// Beside the board, one sheet at a time.
    Beside,
    /// Below the board, one sheet at a time.
    Below,
    /// Below the board, and scrolled there.
    Scrolled,
}

/// The height of a sheet around a board that stands: enough for five players.
const SHEET_HEIGHT: f32 = 256.0;

/// As high as the interface must be to have room for the paints and another sheet beside the board.
const ROOMY: f32 = 690.0;

pub(super) fn find_layout(orientation: Res<Orientation>, room: Res<Room>, mut layout: ResMut<Layout>) {
    layout.set_if_neq(match *orientation {
        Orientation::Landscape if room.0.y >= ROOMY => Layout::Roomy,
        Orientation::Landscape | Orientation::Low => Layout::Beside,
        Orientation::Portrait => Layout::Below,
        Orientation::Small => Layout::Scrolled,
    });
}

pub(super) fn fit_parts(
    (layout, room): (Res<Layout>, Res<Room>),
    mut parts: Query<(&Part, &mut Node, Option<&Children>)>,
    mut grids: Query<&mut Node, (With<PanelGrid>, Without<Part>)>,
    panels: Query<Entity, With<PanelArea>>,
    sheets: Query<Entity, With<SheetArea>>,
    mut commands: Commands,
) {
    for (part, mut node, children) in &mut parts {
        let fitting = fitted(*part, *layout, room.0);
        let is_empty_sheet =
            matches!(part, Part::Paints | Part::Sheet) && children.is_none_or(RelationshipTarget::is_empty);
        let fitting = if is_empty_sheet { Node { display: Display::None, ..fitting } } else { fitting };
        if *node != fitting {
            *node = fitting;
        }
    }
    // Where there is little room a sheet is scrolled with everything else.
    let is_scrolled = *layout == Layout::Scrolled;
    for mut node in &mut grids {
        node.grid_template_rows = panel_rows(*layout);
        node.flex_shrink = if is_scrolled { 0.0 } else { 1.0 };
    }
    panels.iter().for_each(|area| set_scrolling(&mut commands, area, is_scrolled));
    sheets.iter().for_each(|area| set_scrolling(&mut commands, area, !is_scrolled));
}

/// The area in which all but the board is scrolled where there is little room.
#[derive(Component)]
pub(super) struct PanelArea;

/// What is in that area: it does not lay the parts out itself, since grids of the layout tell too small a size of what
/// they hold.
#[derive(Component)]
#[require(Pickable::IGNORE)]
pub(super) struct PanelGrid;

/// The area in which a sheet is scrolled where there is enough.
#[derive(Component)]
pub(super) struct SheetArea;

/// What the panel holds, one part below the other.
pub(super) fn panel_content() -> Node {
    Node {
        display: Display::Grid,
        grid_template_columns: vec![GridTrack::flex(1.0)],
        flex_grow: 1.0,
        min_height: px(0),
        row_gap: px(8),
        padding: px(RING).all(),
        ..default()
    }
}

fn fitted(part: Part, layout: Layout, room: Vec2) -> Node {
    let is_beside = matches!(layout, Layout::Roomy | Layout::Beside);
    let line = |beside, below| place(1, if is_beside { beside } else { below });
    let small_gap = px(if is_beside { 6 } else { 4 });
    match part {
        Part::Root => match layout {
            Layout::Roomy | Layout::Beside => panel_beside_board(panel_width(room), vec![GridTrack::flex(1.0)]),
            Layout::Below => parts_around_board(vec![GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto()]),
            Layout::Scrolled => board_above_panel(),
        },
        Part::Board => shrinking(if is_beside { place(1, 1) } else { place(1, 2) }),
        Part::Panel => {
            Node { flex_direction: FlexDirection::Column, ..panel(if is_beside { place(2, 1) } else { place(1, 3) }) }
        }
        Part::Paints if layout == Layout::Roomy => sheet(line(1, 1)),
        Part::Paints | Part::Sheet => {
            let place = line(3, 3);
            match layout {
                Layout::Roomy | Layout::Beside => {
                    Node { align_self: AlignSelf::Start, max_height: percent(100), ..sheet(place) }
                }
                Layout::Below => Node { height: px(SHEET_HEIGHT), ..sheet(place) },
                Layout::Scrolled => sheet(place),
            }
        }
        Part::Sheets => Node { column_gap: small_gap, ..line(2, 2) },
        Part::Verdict => Node { min_height: px(if is_beside { 44 } else { 22 }), ..verdict_line(line(4, 1)) },
        Part::Buttons => Node { column_gap: small_gap, ..line(5, 4) },
    }
}

/// The heights of the panel's parts.
fn panel_rows(layout: Layout) -> Vec<RepeatedGridTrack> {
    match layout {
        Layout::Roomy | Layout::Beside => {
            vec![GridTrack::auto(), GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto(), GridTrack::auto()]
        }
        Layout::Below => vec![GridTrack::auto(); 4],
        // A sheet that could be scrolled itself could be of any height.
        Layout::Scrolled => vec![GridTrack::max_content(); 4],
    }
}

fn sheet(place: Node) -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        min_height: px(0),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
        ..place
    }
}

/// What is in a sheet: one thing below the other, and room for the ring around what has the focus.
pub(super) fn sheet_content() -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(6), padding: px(10).all(), ..default() }
}

fn verdict_line(place: Node) -> Node {
    Node { column_gap: px(8), padding: UiRect::horizontal(px(4)), ..place }
}
