//! Places on the screen: the board, its squares, and the panel beside it.

use irogaeshi::rules::{Board, Square};

/// Sizes of a square in columns and rows, largest first. Characters are about twice as high as wide.
const SQUARE_SIZES: [(u16, u16); 7] = [(13, 6), (11, 5), (9, 4), (7, 3), (5, 2), (3, 1), (2, 1)];

/// Columns of the frame on the left, with the numbers of rows; the right side has one column.
pub(crate) const LEFT_FRAME: u16 = 3;
const RIGHT_FRAME: u16 = 1;
/// Row of the frame above, with the letters of columns.
const UPPER_FRAME: u16 = 1;

/// Width of the panel beside the board.
const MAX_PANEL_WIDTH: u16 = 40;
const MIN_PANEL_WIDTH: u16 = 24;
const GAP: u16 = 2;

/// The smallest screen on which a game can be played.
pub(crate) const MIN_SCREEN: (u16, u16) = (20, 7);

/// A rectangle on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

/// Places of everything on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Width and height of a square.
    pub(crate) square: (u16, u16),
    /// The board with its frame.
    pub(crate) board: Area,
    /// First column and row shown, from 0.
    pub(crate) first: (u8, u8),
    /// Numbers of columns and rows shown.
    pub(crate) shown: (u8, u8),
    pub(crate) has_lower_frame: bool,
    pub(crate) has_title: bool,
    /// Panel beside the board, if there is space.
    pub(crate) panel: Option<Area>,
    /// Rows of help at the bottom.
    pub(crate) help_rows: u16,
    /// Row of the counts, if they are not in the panel.
    pub(crate) counts_row: Option<u16>,
    /// First row of the status, and the number of its rows.
    pub(crate) status_row: u16,
    pub(crate) status_rows: u16,
}

impl Layout {
    /// Arranges a screen of this size; `None` if it is too small. `help` is the number of rows that the help takes.
    pub(crate) fn of(width: u16, height: u16, board: &Board, cursor: Square, help: u16) -> Option<Self> {
        if width < MIN_SCREEN.0 || height < MIN_SCREEN.1 {
            return None;
        }
        let (columns, rows) = (u16::from(board.columns()), u16::from(board.rows()));
        let needed = |(square_width, square_height): (u16, u16)| {
            (columns * square_width + LEFT_FRAME + RIGHT_FRAME, rows * square_height + UPPER_FRAME)
        };
        // The panel needs the smallest board beside it.
        let smallest = needed(SQUARE_SIZES[SQUARE_SIZES.len() - 1]);
        let has_panel = width >= smallest.0 + GAP + MIN_PANEL_WIDTH;
        let counts_rows = u16::from(!has_panel);
        let rows_of = |(title, status, help): (u16, u16, u16)| title + counts_rows + status + help;
        // Without space for all of these, the board comes first.
        let choices = [(1, 2, help), (1, 2, 1), (1, 1, 1), (0, 1, 1)];
        let fits_board = |choice: &(u16, u16, u16)| height >= rows_of(*choice) + smallest.1;
        let (title_rows, status_rows, help_rows) = choices.into_iter().find(fits_board).unwrap_or((0, 1, 1));
        let free_height = height - rows_of((title_rows, status_rows, help_rows));
        let free_width = if has_panel { width - GAP - MIN_PANEL_WIDTH } else { width };
        let fits = |size: &(u16, u16)| {
            let (needed_width, needed_height) = needed(*size);
            needed_width <= free_width && needed_height <= free_height
        };
        let square = SQUARE_SIZES.into_iter().find(fits).unwrap_or(SQUARE_SIZES[SQUARE_SIZES.len() - 1]);
        let shown_columns = ((free_width - LEFT_FRAME - RIGHT_FRAME) / square.0).min(columns) as u8;
        let shown_rows = ((free_height - UPPER_FRAME) / square.1).min(rows) as u8;
        let (board_width, board_height) =
            (u16::from(shown_columns) * square.0 + LEFT_FRAME + RIGHT_FRAME, u16::from(shown_rows) * square.1);
        let has_lower_frame = board_height + UPPER_FRAME < free_height;
        let board_height = board_height + UPPER_FRAME + u16::from(has_lower_frame);
        let panel_width = width.saturating_sub(board_width + GAP).min(MAX_PANEL_WIDTH);
        let whole_width = if has_panel { board_width + GAP + panel_width } else { board_width };
        let area = Area {
            x: (width.saturating_sub(whole_width)) / 2,
            y: title_rows + counts_rows + (free_height - board_height) / 2,
            width: board_width,
            height: board_height,
        };
        let panel = Area { x: area.x + board_width + GAP, width: panel_width, ..area };
        Some(Self {
            square,
            board: area,
            first: (
                first_shown(cursor.column(), shown_columns, board.columns()),
                first_shown(cursor.row(), shown_rows, board.rows()),
            ),
            shown: (shown_columns, shown_rows),
            has_lower_frame,
            panel: has_panel.then_some(panel),
            help_rows,
            has_title: title_rows > 0,
            counts_row: (!has_panel).then_some(title_rows),
            status_rows,
            status_row: height - help_rows - status_rows,
        })
    }

    /// Returns whether the board has more squares than are shown.
    pub(crate) fn is_scrolled(&self, board: &Board) -> bool {
        self.shown != (board.columns(), board.rows())
    }

    /// Place of a square; `None` if it is not shown.
    pub(crate) fn area_of(&self, square: Square) -> Option<Area> {
        let place = |place: u8, first: u8, shown: u8| place.checked_sub(first).filter(|place| *place < shown);
        let column = place(square.column(), self.first.0, self.shown.0)?;
        let row = place(square.row(), self.first.1, self.shown.1)?;
        let (width, height) = self.square;
        Some(Area {
            x: self.board.x + LEFT_FRAME + u16::from(column) * width,
            y: self.board.y + UPPER_FRAME + u16::from(row) * height,
            width,
            height,
        })
    }

    /// The square at a place of the screen, which may be a hole.
    pub(crate) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        let column = x.checked_sub(self.board.x + LEFT_FRAME)? / self.square.0;
        let row = y.checked_sub(self.board.y + UPPER_FRAME)? / self.square.1;
        if column >= self.shown.0.into() || row >= self.shown.1.into() {
            return None;
        }
        Square::new(self.first.0 + column as u8, self.first.1 + row as u8)
    }
}

/// First place shown, so that the cursor is as near to the middle as possible.
fn first_shown(cursor: u8, shown: u8, of: u8) -> u8 {
    cursor.saturating_sub(shown / 2).min(of - shown)
}

#[cfg(test)]
mod tests {
    use irogaeshi::rules::Variant;

    use super::*;

    fn layout(width: u16, height: u16, board: &str, cursor: &str) -> Layout {
        let variant = Variant::built_in(board).expect("a board");
        Layout::of(width, height, variant.board(), cursor.parse().expect("a square"), 2).expect("it fits")
    }

    #[test]
    fn squares_are_as_large_as_the_screen_allows() {
        for (width, height, board, expected, has_panel) in [
            (80, 24, "classic", (5, 2), true),
            (200, 60, "classic", (13, 6), true),
            (40, 20, "classic", (3, 1), false),
            (80, 24, "classic-16", (3, 1), true),
            (40, 20, "classic-16", (2, 1), false),
            (200, 60, "classic-16", (7, 3), true),
        ] {
            let layout = layout(width, height, board, "d4");
            assert_eq!((layout.square, layout.panel.is_some()), (expected, has_panel), "{width} x {height}, {board}");
        }
    }

    #[test]
    fn everything_lies_within_the_screen() {
        for key in ["classic", "classic-16", "classic-4", "rectangle"] {
            let variant = Variant::built_in(key).expect("a board");
            for width in (MIN_SCREEN.0..120).chain([500]) {
                for height in (MIN_SCREEN.1..60).chain([200]) {
                    let cursor = "b3".parse().expect("a square");
                    let layout = Layout::of(width, height, variant.board(), cursor, 2).expect("it fits");
                    let Area { x, y, width: board_width, height: board_height } = layout.board;
                    assert!(x + board_width <= width && y + board_height <= layout.status_row, "{layout:?}");
                    assert!(layout.panel.is_none_or(|panel| panel.x + panel.width <= width && panel.width >= 24));
                    assert!(layout.area_of(cursor).is_some(), "{key}, {width} x {height}: {layout:?}");
                    assert_eq!(layout.status_row + layout.status_rows + layout.help_rows, height);
                }
            }
        }
        let variant = Variant::classic(8).expect("a board");
        assert_eq!(Layout::of(19, 24, variant.board(), Square::A1, 2), None);
    }

    #[test]
    fn squares_are_found_where_they_are_shown() {
        for layout in [layout(80, 24, "classic", "d4"), layout(30, 10, "classic-16", "p16")] {
            for square in Square::all() {
                let Some(area) = layout.area_of(square) else { continue };
                for (x, y) in [(area.x, area.y), (area.x + area.width - 1, area.y + area.height - 1)] {
                    assert_eq!(layout.square_at(x, y), Some(square));
                }
            }
            assert_eq!(layout.square_at(layout.board.x, layout.board.y), None);
        }
    }

    #[test]
    fn a_board_that_is_too_large_is_shown_around_the_cursor() {
        assert_eq!(layout(30, 10, "classic-16", "a1").first, (0, 0));
        let last = layout(30, 10, "classic-16", "p16");
        assert_eq!((last.first.0 + last.shown.0, last.first.1 + last.shown.1), (16, 16));
    }
}
