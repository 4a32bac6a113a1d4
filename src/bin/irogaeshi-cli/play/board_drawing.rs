//! The board on a canvas: frame, squares, discs and marks, at any size of a square.

use std::sync::LazyLock;

use irogaeshi::looks::{BoardColours, DiscColours};
use irogaeshi::rules::{Cell, Disc, Square, SquareSet};

use crate::play::canvas::{Canvas, Rgb, Style, brightened, mixed};
use crate::play::layout::{Area, LEFT_FRAME, Layout};
use crate::play::screen_state::ScreenState;

/// Means to draw a board with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    /// Round discs in their colours; those of more than two colours also with their letters.
    Blocks,
    /// Squares in the colours of their discs, with letters, for terminals without block characters.
    Letters,
    /// Letters without colours.
    Monochrome,
}

const BOARD: BoardColours = BoardColours::CLOTH;

/// Radius of discs and of marks, as a share of half a square.
const DISC: f32 = 0.94;
const MARK: f32 = 0.36;
const SMALL_MARK: f32 = 0.24;

/// Mark on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// The last move.
    Last,
    /// A disc that the last move has turned.
    Flipped,
    /// A legal move.
    Choice,
    Hint,
}

/// Everything to see on a square.
struct View {
    cell: Cell,
    is_cursor: bool,
    mark: Option<Mark>,
    ground: Rgb,
}

impl Drawing {
    pub(crate) fn has_colours(self) -> bool {
        self != Self::Monochrome
    }

    /// Returns whether a disc needs its letter: all but black and white ones, and all without round shapes.
    fn shows_letter(self, disc: Disc) -> bool {
        self != Self::Blocks || !matches!(disc, Disc::Black | Disc::White)
    }

    /// A small picture of a disc for lists, three columns wide.
    pub(crate) fn swatch(self, canvas: &mut Canvas, x: u16, y: u16, disc: Disc) {
        let area = Area { x, y, width: 3, height: 1 };
        let view = View { cell: Cell::Occupied(disc), is_cursor: false, mark: None, ground: BOARD.ground };
        self.draw_square(canvas, area, &view);
    }

    /// Draws the board as arranged.
    pub(crate) fn draw_board(self, canvas: &mut Canvas, layout: &Layout, state: &ScreenState) {
        self.draw_frame(canvas, layout, state);
        let position = state.game.position();
        let (choices, flipped) = (state.choices(), state.game.flipped());
        for square in position.board().squares() {
            if let Some(area) = layout.area_of(square) {
                let view = Self::view(state, square, choices, flipped);
                self.draw_square(canvas, area, &view);
            }
        }
    }

    fn view(state: &ScreenState, square: Square, choices: SquareSet, flipped: SquareSet) -> View {
        let is_even = (square.column() + square.row()).is_multiple_of(2);
        let is_cursor = square == state.cursor;
        // Different colours also in a palette of 256.
        let checkered = brightened(BOARD.ground, if is_even { 1.12 } else { 0.94 });
        let mark = match () {
            () if state.hint == Some(square) => Some(Mark::Hint),
            () if choices.contains(square) => Some(Mark::Choice),
            () if state.game.record().last_square() == Some(square) => Some(Mark::Last),
            () if flipped.contains(square) => Some(Mark::Flipped),
            () => None,
        };
        View {
            cell: state.game.position().board().cell(square),
            is_cursor,
            mark,
            ground: if is_cursor { mixed(checkered, BOARD.accent, 0.55) } else { checkered },
        }
    }

    fn draw_frame(self, canvas: &mut Canvas, layout: &Layout, state: &ScreenState) {
        let Area { x, y, width, height } = layout.board;
        let style = if self.has_colours() { Style::PLAIN.ink(BOARD.frame_text).on(BOARD.frame) } else { Style::PLAIN };
        canvas.fill(x, y, width, height, style);
        let at_cursor = |is_at: bool| if is_at { style.bold().reversed(!self.has_colours()) } else { style };
        let (square_width, square_height) = layout.square;
        for column in 0..layout.shown.0 {
            let at = x + LEFT_FRAME + u16::from(column) * square_width + (square_width - 1) / 2;
            let letter = Square::column_letter(layout.first.0 + column).to_string();
            let style = at_cursor(layout.first.0 + column == state.cursor.column());
            canvas.write(at, y, &letter, style);
            if layout.has_lower_frame {
                canvas.write(at, y + height - 1, &letter, style);
            }
        }
        for row in 0..layout.shown.1 {
            let at = y + 1 + u16::from(row) * square_height + (square_height - 1) / 2;
            let style = at_cursor(layout.first.1 + row == state.cursor.row());
            canvas.write(x, at, &format!("{:>2}", layout.first.1 + row + 1), style);
        }
        // Holes show what is behind the board.
        let board = state.game.position().board();
        for row in 0..layout.shown.1 {
            for column in 0..layout.shown.0 {
                let square = Square::new(layout.first.0 + column, layout.first.1 + row);
                let hole = square.filter(|square| !board.has(*square)).and_then(|square| layout.area_of(square));
                if let Some(area) = hole {
                    canvas.fill(area.x, area.y, area.width, area.height, Style::PLAIN);
                }
            }
        }
    }

    fn draw_square(self, canvas: &mut Canvas, area: Area, view: &View) {
        match self {
            Self::Blocks => draw_blocks(canvas, area, view),
            Self::Letters => draw_letters(canvas, area, view),
            Self::Monochrome => draw_monochrome(canvas, area, view),
        }
    }
}

/// Column and row of the middle.
const fn middle(area: Area) -> (u16, u16) {
    (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2)
}

fn draw_blocks(canvas: &mut Canvas, area: Area, view: &View) {
    let ground = Style::PLAIN.on(view.ground);
    canvas.fill(area.x, area.y, area.width, area.height, ground);
    let (x, y) = middle(area);
    let is_small = area.height == 1;
    let Cell::Occupied(disc) = view.cell else {
        let is_hint = view.mark == Some(Mark::Hint);
        let ink = match view.is_cursor {
            true => BOARD.plain,
            false if is_hint => BOARD.accent,
            false => mixed(view.ground, BOARD.plain, 0.6),
        };
        match view.mark {
            Some(mark) if is_small => {
                let sign = match mark {
                    Mark::Hint => "◆",
                    Mark::Choice => "•",
                    // The disc has vanished.
                    Mark::Last | Mark::Flipped => "×",
                };
                canvas.write(x, y, sign, ground.ink(ink));
            }
            Some(_) => draw_round(canvas, area, if is_hint { 1.5 * MARK } else { MARK }, ground.ink(ink)),
            None => {}
        }
        return;
    };
    let DiscColours { face, ink, .. } = DiscColours::usual(disc);
    let on_face = Style::PLAIN.on(face);
    if is_small {
        // Half blocks leave a gap to the next square.
        let edge = ground.ink(face);
        let text = if area.width == 2 { ["", "█", "▌"] } else { ["▐", "█", "▌"] };
        canvas.write(area.x, y, &text.concat(), edge);
    } else {
        draw_round(canvas, area, DISC, ground.ink(face));
    }
    let accent = mixed(ink, BOARD.accent, 0.8);
    let quiet = mixed(face, ink, 0.45);
    if Drawing::Blocks.shows_letter(disc) {
        let style = match view.mark {
            Some(Mark::Last) => Style::PLAIN.ink(face).on(ink).bold(),
            Some(_) => on_face.ink(ink).bold(),
            None => on_face.ink(mixed(face, ink, 0.75)),
        };
        canvas.write(x, y, &disc.letter().to_string(), style);
        return;
    }
    match (view.mark, is_small) {
        (Some(Mark::Last), true) => drop(canvas.write(x, y, "•", on_face.ink(accent))),
        (Some(Mark::Last), false) => draw_round(canvas, area, MARK, on_face.ink(accent)),
        (Some(_), true) => drop(canvas.write(x, y, "·", on_face.ink(quiet))),
        (Some(_), false) => draw_round(canvas, area, SMALL_MARK, on_face.ink(quiet)),
        (None, _) => {}
    }
}

/// Draws a disc around the middle of a square out of blocks. `size` is its radius as a share of half a square. Places
/// that it does not touch stay.
fn draw_round(canvas: &mut Canvas, area: Area, size: f32, style: Style) {
    // In units of a column; a row is two of them.
    let (width, height) = (f32::from(area.width), 2.0 * f32::from(area.height));
    let radius = (width.min(height) / 2.0 * size).max(0.6);
    let inverse = Style { ink: style.ground, ground: style.ink, ..style };
    for row in 0..area.height {
        for column in 0..area.width {
            let is_inside = |right: f32, down: f32| {
                let x = f32::from(column) + right - width / 2.0;
                let y = 2.0 * (f32::from(row) + down) - height / 2.0;
                x * x + y * y <= radius * radius
            };
            let shape = Shape::new(is_inside);
            let (block, is_inverse) = shape.nearest_block();
            if block == ' ' {
                continue;
            }
            canvas.write(area.x + column, area.y + row, &block.to_string(), if is_inverse { inverse } else { style });
        }
    }
}

/// Part of a character that is filled: 8 x 8 points, a bit each.
#[derive(Clone, Copy)]
struct Shape(u64);

impl Shape {
    /// Calls `is_inside` with the place of each point, from 0 to 1.
    fn new(is_inside: impl Fn(f32, f32) -> bool) -> Self {
        let place = |index: u32| (index as f32 + 0.5) / 8.0;
        let points = (0..64).filter(|point| is_inside(place(point % 8), place(point / 8)));
        Self(points.fold(0, |shape, point| shape | 1 << point))
    }

    /// Block character that is most similar, and whether its colours are swapped.
    fn nearest_block(self) -> (char, bool) {
        let difference = |(_, _, shape): &(char, bool, Self)| (self.0 ^ shape.0).count_ones();
        BLOCKS.iter().min_by_key(|block| difference(block)).map_or((' ', false), |(block, swaps, _)| (*block, *swaps))
    }
}

/// Block characters with their shapes: none, whole, quarters, and eighths from below and from the left. Those from
/// above and from the right are the others with their colours swapped.
static BLOCKS: LazyLock<Vec<(char, bool, Shape)>> = LazyLock::new(|| {
    const QUARTERS: [char; 15] = ['▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
    const FROM_BELOW: [char; 7] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    const FROM_LEFT: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let quarters = (1..).zip(QUARTERS).map(|(quarters, block)| {
        let is_filled = |right, down| quarters >> (u32::from(right > 0.5) + 2 * u32::from(down > 0.5)) & 1 == 1;
        (block, false, Shape::new(is_filled))
    });
    let eighths = (1_u8..).zip(FROM_BELOW.into_iter().zip(FROM_LEFT)).flat_map(|(eighths, (from_below, from_left))| {
        let share = f32::from(eighths) / 8.0;
        let below = Shape::new(|_, down| down > 1.0 - share);
        let left = Shape::new(|right, _| right < share);
        [
            (from_below, false, below),
            (from_below, true, Shape(!below.0)),
            (from_left, false, left),
            (from_left, true, Shape(!left.0)),
        ]
    });
    std::iter::once((' ', false, Shape(0))).chain(quarters).chain(eighths).collect()
});

fn draw_letters(canvas: &mut Canvas, area: Area, view: &View) {
    // The ground stays the terminal's, since few colours would make it like that of a disc.
    let ground = if view.is_cursor { Style::PLAIN.ink(BOARD.plain).on(view.ground) } else { Style::PLAIN };
    canvas.fill(area.x, area.y, area.width, area.height, ground);
    let Cell::Occupied(disc) = view.cell else {
        let is_hint = view.mark == Some(Mark::Hint);
        return write_letter(canvas, area, view, if is_hint { ground.ink(BOARD.accent).bold() } else { ground });
    };
    let DiscColours { face, ink, .. } = DiscColours::usual(disc);
    let style = Style::PLAIN.ink(ink).on(face);
    // A column and a row are left free, so that discs are told apart.
    let (width, height) = (area.width - u16::from(area.width > 2), area.height - u16::from(area.height > 2));
    canvas.fill(area.x, area.y, width, height, style);
    write_letter(canvas, area, view, style);
}

fn draw_monochrome(canvas: &mut Canvas, area: Area, view: &View) {
    let style = Style::PLAIN.reversed(view.is_cursor);
    canvas.fill(area.x, area.y, area.width, area.height, style);
    write_letter(canvas, area, view, if view.mark == Some(Mark::Last) { style.bold() } else { style });
}

/// Writes the letter of a disc, with angle brackets around the last move and round ones around flipped discs; `*` for a
/// legal move, `!` for a hint, `-` for any other empty square.
fn write_letter(canvas: &mut Canvas, area: Area, view: &View, style: Style) {
    let letter = match view.cell {
        Cell::Occupied(disc) => disc.letter(),
        Cell::Empty | Cell::Hole => match view.mark {
            Some(Mark::Hint) => '!',
            Some(Mark::Choice) => '*',
            Some(Mark::Last | Mark::Flipped) | None => '-',
        },
    };
    let (before, after) = match view.mark {
        Some(Mark::Last) => ("<", ">"),
        Some(Mark::Flipped) => ("(", ")"),
        Some(Mark::Choice | Mark::Hint) | None => (" ", " "),
    };
    let (x, y) = middle(area);
    canvas.write(x, y, &letter.to_string(), style);
    canvas.write(x + 1, y, after, style);
    if area.width > 2 {
        canvas.write(x - 1, y, before, style);
    }
}
