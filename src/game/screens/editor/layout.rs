//! Layout of the editor: its panel is beside the board or below it.

use bevy::prelude::*;

use crate::game::board_view::board_root::whole_board;
use crate::game::editor::Editor;
use crate::game::settings::Settings;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::{
    BoardAndPanel, LayoutSpace, Orientation, RING, TextGrowth, board_above_panel, board_over_panel, panel, place,
    shrinking,
};
use crate::game::ui::scroll::set_scrolling;
use crate::game::ui::theme;

/// A part of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub(super) enum EditorPart {
    Root,
    Board,
    /// Scrolls if there is not enough space.
    Panel,
    Paints,
    Sheets,
    Sheet,
    Verdict,
    Buttons,
}

/// Arrangement of the parts.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EditorLayout {
    /// Beside the board, with space for the paints and another sheet.
    #[default]
    Roomy,
    /// Beside the board, one sheet at a time.
    Beside,
    /// Beside the board and scrolled, because large text leaves little width.
    Narrow,
    /// Below the board, one sheet at a time.
    Below,
    /// Below the board and scrolled.
    Scrolled,
}

impl EditorLayout {
    pub(super) const fn is_beside(self) -> bool {
        matches!(self, Self::Roomy | Self::Beside | Self::Narrow)
    }

    /// Returns true if the whole panel scrolls as one.
    const fn is_scrolled(self) -> bool {
        matches!(self, Self::Narrow | Self::Scrolled)
    }
}

/// Sizes that decide how the board and the panel share the window.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(super) struct Measures {
    /// Columns and rows of the board with its frame.
    board: Vec2,
    widths: BoardAndPanel,
    space: Vec2,
}

impl Measures {
    fn new(board: Vec2, space: Vec2, growth: TextGrowth) -> Self {
        Self { board, widths: BoardAndPanel::with_usual_panel(board, space, growth), space }
    }
}

impl Default for Measures {
    fn default() -> Self {
        Self::new(Vec2::ONE, LayoutSpace::default().0, TextGrowth::default())
    }
}

/// A line of controls that wraps only in a narrow panel.
#[derive(Component)]
pub(super) struct WholeLine;

/// A grid with this many columns, or fewer in a narrow panel.
#[derive(Component)]
pub(super) struct Columns(pub(super) u16);

/// Minimum width of a panel beside the board; below it, lines of controls would wrap.
const WHOLE_LINES: f32 = 330.0;
/// Maximum number of columns of a grid in a narrow panel.
const NARROW_COLUMNS: u16 = 3;

/// Minimum height of the panel below the board: a sheet with five players, two lines of buttons, the verdict, and the
/// gaps between them.
const MIN_PANEL_HEIGHT: f32 = 256.0 + 2.0 * theme::TOUCH + 22.0 + 3.0 * 8.0;

/// Minimum height of the interface for the paints and another sheet beside the board.
const MIN_ROOMY_HEIGHT: f32 = 690.0;

pub(super) fn find_layout(
    (orientation, space, growth): (Res<Orientation>, Res<LayoutSpace>, Res<TextGrowth>),
    (editor, settings): (Res<Editor>, Res<Settings>),
    mut layout: ResMut<EditorLayout>,
    mut measures: ResMut<Measures>,
) {
    let Some(draft) = editor.draft() else { return };
    let board = whole_board(settings.facing.size((draft.grid().columns(), draft.grid().rows())));
    let fitting = Measures::new(board, space.0, *growth);
    measures.set_if_neq(fitting);
    layout.set_if_neq(match *orientation {
        Orientation::Landscape | Orientation::Low if fitting.widths.panel < WHOLE_LINES => EditorLayout::Narrow,
        Orientation::Landscape if space.0.y >= MIN_ROOMY_HEIGHT => EditorLayout::Roomy,
        Orientation::Landscape | Orientation::Low => EditorLayout::Beside,
        Orientation::Portrait => EditorLayout::Below,
        Orientation::Small => EditorLayout::Scrolled,
    });
}

pub(super) fn fit_parts(
    (layout, measures): (Res<EditorLayout>, Res<Measures>),
    mut parts: Query<(&EditorPart, &mut Node, Option<&Children>)>,
    mut grids: Query<&mut Node, (With<PanelGrid>, Without<EditorPart>)>,
    mut lines: Query<&mut Node, (With<WholeLine>, Without<EditorPart>, Without<PanelGrid>)>,
    mut columns: Query<(&mut Node, &Columns), (Without<EditorPart>, Without<PanelGrid>, Without<WholeLine>)>,
    panels: Query<Entity, With<PanelArea>>,
    sheets: Query<Entity, With<SheetArea>>,
    mut commands: Commands,
) {
    for (part, mut node, children) in &mut parts {
        let fitting = fitted(*part, *layout, *measures);
        let is_empty_sheet =
            matches!(part, EditorPart::Paints | EditorPart::Sheet) && children.is_none_or(RelationshipTarget::is_empty);
        let fitting = if is_empty_sheet { Node { display: Display::None, ..fitting } } else { fitting };
        if *node != fitting {
            *node = fitting;
        }
    }
    // With little space, a sheet scrolls together with the rest of the panel.
    let is_scrolled = layout.is_scrolled();
    for mut node in &mut grids {
        node.grid_template_rows = panel_rows(*layout);
        node.flex_shrink = if is_scrolled { 0.0 } else { 1.0 };
    }
    let is_narrow = *layout == EditorLayout::Narrow;
    for mut node in &mut lines {
        node.flex_wrap = if is_narrow { FlexWrap::Wrap } else { FlexWrap::NoWrap };
    }
    for (mut node, Columns(usual)) in &mut columns {
        let count = if is_narrow { NARROW_COLUMNS.min(*usual) } else { *usual };
        node.grid_template_columns = RepeatedGridTrack::flex(count, 1.0);
    }
    panels.iter().for_each(|area| set_scrolling(&mut commands, area, is_scrolled));
    sheets.iter().for_each(|area| set_scrolling(&mut commands, area, !is_scrolled));
}

/// The area that scrolls the whole panel if there is little space.
#[derive(Component)]
pub(super) struct PanelArea;

/// Content of [`PanelArea`]. The area is no grid itself, because a grid would report too small a size of its content
/// for scrolling.
#[derive(Component)]
#[require(Pickable::IGNORE)]
pub(super) struct PanelGrid;

/// The area that scrolls a single sheet if there is enough space.
#[derive(Component)]
pub(super) struct SheetArea;

/// Node of [`PanelGrid`], with one part below the other.
pub(super) fn panel_content() -> Node {
    Node::grid(vec![GridTrack::flex(1.0)], 0, 8).min_height(px(0)).grow().padding(px(RING).all())
}

fn fitted(part: EditorPart, layout: EditorLayout, measures: Measures) -> Node {
    let Measures { board, widths, space } = measures;
    let is_beside = layout.is_beside();
    let is_narrow = layout == EditorLayout::Narrow;
    let line = |beside, below| place(1, if is_beside && !is_narrow { beside } else { below });
    let small_gap = if is_beside { 6 } else { 4 };
    let flex_wrap = if is_narrow { FlexWrap::Wrap } else { FlexWrap::NoWrap };
    match part {
        EditorPart::Root => match layout {
            EditorLayout::Roomy | EditorLayout::Beside | EditorLayout::Narrow => {
                widths.screen(vec![GridTrack::flex(1.0)])
            }
            EditorLayout::Below => board_over_panel(board, MIN_PANEL_HEIGHT, space),
            EditorLayout::Scrolled => board_above_panel(),
        },
        EditorPart::Board => shrinking(if is_beside { place(1, 1) } else { place(1, 2) }),
        EditorPart::Panel => panel(if is_beside { place(2, 1) } else { place(1, 3) }).stacked(0),
        EditorPart::Paints if layout == EditorLayout::Roomy => sheet(line(1, 1)),
        EditorPart::Paints | EditorPart::Sheet => match layout {
            EditorLayout::Roomy | EditorLayout::Beside => {
                Node { align_self: AlignSelf::Start, ..sheet(line(3, 3)).max_height(percent(100)) }
            }
            EditorLayout::Below | EditorLayout::Narrow | EditorLayout::Scrolled => sheet(line(3, 3)),
        },
        // Two columns, so that the longest name of a sheet fits.
        EditorPart::Sheets if is_narrow => {
            let Node { grid_column, grid_row, .. } = line(2, 2);
            Node { grid_column, grid_row, ..Node::grid(RepeatedGridTrack::flex(2, 1.0), small_gap, small_gap) }
        }
        EditorPart::Sheets => {
            Node { flex_wrap: FlexWrap::Wrap, row_gap: px(small_gap), ..line(2, 2).spaced(small_gap) }
        }
        EditorPart::Verdict => verdict_line(line(4, 1)).min_height(px(if is_beside { 44 } else { 22 })),
        EditorPart::Buttons => Node { flex_wrap, row_gap: px(small_gap), ..line(5, 4).spaced(small_gap) },
    }
}

fn panel_rows(layout: EditorLayout) -> Vec<RepeatedGridTrack> {
    match layout {
        EditorLayout::Roomy | EditorLayout::Beside => {
            vec![GridTrack::auto(), GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto(), GridTrack::auto()]
        }
        EditorLayout::Below => vec![GridTrack::auto(), GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto()],
        // As high as their content, because here the panel scrolls and not the sheet.
        EditorLayout::Narrow | EditorLayout::Scrolled => vec![GridTrack::max_content(); 4],
    }
}

fn sheet(place: Node) -> Node {
    place.min_height(px(0)).bordered().rounded(theme::CARD_RADIUS).stacked(0)
}

/// Content of a sheet, with padding for the focus ring.
pub(super) fn sheet_content() -> Node {
    Node::column(6).padding(px(10).all())
}

fn verdict_line(place: Node) -> Node {
    place.spaced(8).padding(px(4).horizontal())
}
