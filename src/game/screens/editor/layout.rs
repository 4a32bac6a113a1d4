//! Where the parts of the editor stand: beside the board, or below it.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::game::screens::layout::{Orientation, panel_beside_board, parts_around_board, place};
use crate::game::theme;

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub(super) enum Part {
    Root,
    Board,
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
}

const PANEL_WIDTH: f32 = 384.0;
/// The height of a sheet around a board that stands: enough for five players.
const SHEET_HEIGHT: f32 = 256.0;

/// As high as the interface must be to have room for the paints and another sheet beside the board.
const ROOMY: f32 = 690.0;

pub(super) fn find_layout(
    orientation: Res<Orientation>,
    scale: Res<UiScale>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut layout: ResMut<Layout>,
) {
    layout.set_if_neq(match *orientation {
        Orientation::Landscape if window.height() / scale.0 >= ROOMY => Layout::Roomy,
        Orientation::Landscape => Layout::Beside,
        Orientation::Portrait => Layout::Below,
    });
}

pub(super) fn fit_parts(layout: Res<Layout>, mut parts: Query<(&Part, &mut Node, Option<&Children>)>) {
    for (part, mut node, children) in &mut parts {
        let fitting = match *layout {
            Layout::Roomy => beside_board(*part, true),
            Layout::Beside => beside_board(*part, false),
            Layout::Below => below_board(*part),
        };
        let is_empty_sheet =
            matches!(part, Part::Paints | Part::Sheet) && children.is_none_or(RelationshipTarget::is_empty);
        let fitting = if is_empty_sheet { Node { display: Display::None, ..fitting } } else { fitting };
        if *node != fitting {
            *node = fitting;
        }
    }
}

fn beside_board(part: Part, is_roomy: bool) -> Node {
    let panel = |row| place(2, row);
    match part {
        Part::Root => panel_beside_board(
            PANEL_WIDTH,
            vec![GridTrack::auto(), GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto(), GridTrack::auto()],
        ),
        Part::Board => Node {
            grid_column: GridPlacement::start(1),
            grid_row: GridPlacement::start_span(1, 5),
            min_width: px(0),
            min_height: px(0),
            ..default()
        },
        Part::Paints if is_roomy => sheet(panel(1)),
        Part::Sheets => Node { column_gap: px(6), ..panel(2) },
        Part::Paints | Part::Sheet => Node { align_self: AlignSelf::Start, ..sheet(panel(3)) },
        Part::Verdict => Node { min_height: px(44), ..verdict_line(panel(4)) },
        Part::Buttons => Node { column_gap: px(6), ..panel(5) },
    }
}

fn below_board(part: Part) -> Node {
    let row = |row| place(1, row);
    match part {
        Part::Root => Node {
            row_gap: px(6),
            ..parts_around_board(vec![
                GridTrack::flex(1.0),
                GridTrack::auto(),
                GridTrack::auto(),
                GridTrack::px(SHEET_HEIGHT),
                GridTrack::auto(),
            ])
        },
        Part::Board => Node { min_width: px(0), min_height: px(0), ..row(1) },
        Part::Verdict => Node { min_height: px(22), ..verdict_line(row(2)) },
        Part::Sheets => Node { column_gap: px(4), ..row(3) },
        Part::Paints | Part::Sheet => sheet(row(4)),
        Part::Buttons => Node { column_gap: px(4), ..row(5) },
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
