//! Layout of the title: places and sizes of its parts, computed from the available space.

use bevy::prelude::*;

use crate::game::screens::title::{NamePart, TitlePart};
use crate::game::ui::layout::{Layout, shown_if};
use crate::game::ui::theme;

/// Padding around everything.
pub(super) const PADDING: f32 = 12.0;
/// Gap between tiles and between parts.
const GAP: f32 = 8.0;
/// Minimum width of a landscape window for the board beside the rest.
const MIN_WIDTH_SIDE_BY_SIDE: f32 = 540.0;
/// Maximum share of the width for a board beside the rest, and its maximum side.
const BOARD_SHARE: f32 = 0.47;
const MAX_BOARD: f32 = 560.0;
/// Minimum side of the board; a smaller one is left out.
const MIN_BOARD: f32 = 90.0;
/// Minimum side of a board above the rest; a smaller one goes beside the name.
const MIN_BOARD_ABOVE: f32 = 170.0;
/// Maximum side of a board beside the name.
const MAX_BOARD_BESIDE_NAME: f32 = 150.0;
/// Maximum width of the rest.
const MAX_REST: f32 = 440.0;
/// Height of the name in one line, and in large letters.
const NAME_LINE: f32 = 48.0;
const NAME_LARGE: f32 = 150.0;
/// Height of the tagline below the name, and in three lines beside a small board.
const TAGLINE: f32 = 22.0;
const BROKEN_TAGLINE: f32 = 66.0;
/// Height of a tile with its caption only, with a description, and at most.
const TILE: f32 = theme::TOUCH;
const FULL_TILE: f32 = 62.0;
const MAX_TILE: f32 = 76.0;
/// Minimum width of a tile with a description, minimum width for a caption on one line, and height of a tile with two.
const MIN_FULL_TILE_WIDTH: f32 = 270.0;
const MIN_ONE_LINE_TILE_WIDTH: f32 = 240.0;
const BROKEN_TILE: f32 = 52.0;
/// Minimum width of a tile with a picture.
const MIN_PICTURED_TILE_WIDTH: f32 = 180.0;
/// Minimum width of the rest for the lower buttons on one line.
const MIN_WIDTH_FOR_ONE_LINE: f32 = 380.0;
/// Space for a button over the corner of the screen.
const CORNER: f32 = 52.0;
/// Width of the frame around the board.
const FRAME: f32 = 8.0;

/// Place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TitleBoardPlace {
    Beside,
    /// Beside the name only, above the tiles.
    BesideName,
    Above,
}

/// Layout of the title.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TitleArrangement {
    place: TitleBoardPlace,
    columns: u16,
    board: f32,
    rest: f32,
    tile: f32,
    has_about: bool,
    has_pictures: bool,
    has_large_name: bool,
    /// Height of the tagline with the gap before it; 0 without a tagline.
    tagline: f32,
    /// Height left for a board above the rest; negative if the rest alone is too high.
    left: f32,
}

impl TitleArrangement {
    /// Lays out `tiles` tiles, the name and the board. The tagline is shown only if nothing else changes for it.
    pub(super) fn fitting(space: Vec2, tiles: usize) -> Self {
        let [without, with] = [0.0, TAGLINE + GAP].map(|tagline| Self::with_tagline(tagline, space, tiles));
        let takes_nothing = with.place == without.place
            && with.has_about == without.has_about
            && with.columns == without.columns
            && with.left >= 0.0
            && with.board >= if with.is_beside_name() { MAX_BOARD_BESIDE_NAME } else { MIN_BOARD };
        if takes_nothing { with } else { without }
    }

    fn with_tagline(tagline: f32, space: Vec2, tiles: usize) -> Self {
        let inner = space - 2.0 * PADDING;
        let is_beside = space.x >= MIN_WIDTH_SIDE_BY_SIDE && space.x > space.y;
        let beside_board = (inner.x * BOARD_SHARE).min(inner.y).min(MAX_BOARD);
        let rest = if is_beside { (inner.x - beside_board - 3.0 * GAP).min(MAX_REST) } else { inner.x.min(MAX_REST) };
        // Height of everything above and below the tiles.
        let more = if rest < MIN_WIDTH_FOR_ONE_LINE { 2.0 * theme::TOUCH + GAP } else { theme::TOUCH };
        let others = more + NAME_LINE + 2.0 * GAP + tagline;
        let tiles_height = |columns: u16, tile: f32| {
            let rows = tiles.div_ceil(usize::from(columns)) as f32;
            rows * (tile + GAP) - GAP
        };
        let columns = if is_beside && tiles_height(1, TILE) + others > inner.y { 2 } else { 1 };
        let width = (rest - f32::from(columns - 1) * GAP) / f32::from(columns);
        let least = if width < MIN_ONE_LINE_TILE_WIDTH { BROKEN_TILE } else { TILE };
        let least_board = if is_beside { 0.0 } else { MIN_BOARD_ABOVE + GAP };
        let has_about =
            width >= MIN_FULL_TILE_WIDTH && tiles_height(columns, FULL_TILE) + others + least_board <= inner.y;
        let rows = tiles.div_ceil(usize::from(columns)) as f32;
        let fitting = ((inner.y - others + GAP) / rows.max(1.0) - GAP).min(MAX_TILE);
        let wanted = if has_about { FULL_TILE } else { least };
        let tile = if is_beside { fitting.max(wanted) } else { wanted };
        let left = inner.y - tiles_height(columns, tile) - others;
        let has_large_name = is_beside && left >= NAME_LARGE - NAME_LINE;
        let above = left - GAP;
        let is_beside_name = !is_beside && above < MIN_BOARD_ABOVE && above + NAME_LINE >= MIN_BOARD;
        let place = match (is_beside, is_beside_name) {
            (true, _) => TitleBoardPlace::Beside,
            (_, true) => TitleBoardPlace::BesideName,
            _ => TitleBoardPlace::Above,
        };
        let board = match place {
            TitleBoardPlace::Beside => beside_board,
            TitleBoardPlace::BesideName => (above + NAME_LINE + tagline).min(MAX_BOARD_BESIDE_NAME),
            TitleBoardPlace::Above if above < MIN_BOARD => 0.0,
            TitleBoardPlace::Above => above.min(inner.x),
        };
        let has_pictures = width >= MIN_PICTURED_TILE_WIDTH;
        Self { place, columns, board, rest, tile, has_about, has_pictures, has_large_name, tagline, left }
    }

    fn is_beside(&self) -> bool {
        self.place == TitleBoardPlace::Beside
    }

    fn is_beside_name(&self) -> bool {
        self.place == TitleBoardPlace::BesideName
    }

    /// Left edge of the name and the tagline beside a small board.
    fn beside_name(&self) -> f32 {
        self.board + 2.0 * GAP
    }

    /// Font size of a part of the name.
    pub(super) const fn name_size(&self, part: NamePart) -> f32 {
        match (part, self.has_large_name) {
            (NamePart::Characters, true) => 76.0,
            (NamePart::Latin, true) => 36.0,
            (NamePart::Characters, false) => 28.0,
            (NamePart::Latin, false) => 20.0,
        }
    }

    /// Sets the node of a part.
    pub(super) fn lay_out(&self, part: TitlePart, node: &mut Node) {
        let column = Node::column(0).fixed();
        let row = Node::default().centred().fixed();
        match part {
            TitlePart::Whole => {
                let parts = if self.is_beside() { Node::row(3.0 * GAP) } else { Node::column(GAP) };
                // Centred; if it does not fit, it starts at the upper edge.
                *node = parts.centred().fixed().margin(UiRect::AUTO);
            }
            TitlePart::Board => {
                let frame = if self.board < MIN_BOARD_ABOVE { FRAME / 2.0 } else { FRAME };
                *node = Node::default().size(self.board, self.board).fixed().bordered().rounded(frame);
                node.padding = px(frame).all();
                node.display = shown_if(self.board > 0.0);
                if self.is_beside_name() {
                    // Absolute, because the name beside it is a part of the rest.
                    *node = Node { top: px(0), left: px(0), ..node.clone().absolute() };
                }
            }
            TitlePart::Rest => *node = Node::column(GAP).width(px(self.rest)).fixed(),
            TitlePart::Name => {
                let below = if self.tagline > 0.0 { BROKEN_TAGLINE + GAP } else { 0.0 };
                let (height, left) = match (self.has_large_name, self.is_beside_name()) {
                    (true, _) => (NAME_LARGE, 0.0),
                    (_, true) => (self.board - below, self.beside_name()),
                    _ => (NAME_LINE, 0.0),
                };
                *node = if self.is_beside_name() {
                    column.align(AlignItems::FlexStart).justify(JustifyContent::FlexEnd).padding(px(left).left())
                } else {
                    row.spaced(2.0 * GAP).padding(UiRect { left: px(left), right: px(CORNER), ..default() })
                }
                .height(px(height));
            }
            TitlePart::Stone => {
                let side = if self.has_large_name { 104.0 } else { NAME_LINE - 8.0 };
                *node = Node::default().size(side, side).fixed();
            }
            TitlePart::Words => {
                let is_stacked = self.has_large_name || self.is_beside_name();
                *node = if is_stacked { column } else { row.spaced(GAP).align(AlignItems::Baseline) };
            }
            TitlePart::Tagline => {
                let (height, left) =
                    if self.is_beside_name() { (BROKEN_TAGLINE, self.beside_name()) } else { (TAGLINE, 0.0) };
                *node = Node::default().height(px(height)).fixed().padding(px(left).left());
                node.display = shown_if(self.tagline > 0.0);
            }
            TitlePart::Tiles => {
                *node = Node::grid(RepeatedGridTrack::flex(self.columns, 1.0), GAP, GAP).fixed();
                let (least, most) = (MinTrackSizingFunction::Px(self.tile), MaxTrackSizingFunction::Auto);
                node.grid_auto_rows = vec![GridTrack::minmax(least, most)];
            }
            TitlePart::Picture => {
                let side = (self.tile - 16.0).min(48.0);
                (node.width, node.height) = (px(side), px(side));
                node.display = shown_if(self.has_pictures);
            }
            TitlePart::About => node.display = shown_if(self.has_about),
            TitlePart::More => *node = self.more_node(),
        }
    }

    /// Lower buttons, as two rows of two if they do not fit on one line.
    fn more_node(&self) -> Node {
        if self.rest < MIN_WIDTH_FOR_ONE_LINE {
            Node::grid(RepeatedGridTrack::flex(2, 1.0), GAP, GAP).fixed()
        } else {
            Node::wrapping_row(GAP, GAP).fixed()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_beside_in_landscape_and_above_in_portrait_windows() {
        let board = |width, height| {
            let arrangement = TitleArrangement::fitting(Vec2::new(width, height), 6);
            (arrangement.is_beside(), arrangement.board.round(), arrangement.has_about)
        };
        assert!(matches!(board(1184.0, 740.0), (true, 500.0.., true)), "{:?}", board(1184.0, 740.0));
        assert!(matches!(board(844.0, 390.0), (true, 350.0.., false)));
        assert!(matches!(board(376.0, 814.0), (false, 170.0.., true)), "{:?}", board(376.0, 814.0));
        assert!(matches!(board(320.0, 568.0), (false, 100.0.., false)), "{:?}", board(320.0, 568.0));
    }

    #[test]
    fn a_space_too_low_for_a_board_shows_only_the_tiles() {
        assert_eq!(TitleArrangement::fitting(Vec2::new(320.0, 320.0), 6).board.to_bits(), 0.0_f32.to_bits());
    }
}
