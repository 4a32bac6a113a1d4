//! Describes the board: that of a match or a review, or the draft in the editor.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::accessibility::report::{BoardAreaReport, BoardReport, CellReport};
use crate::game::accessibility::speech::{SquareWords, board_name};
use crate::game::analysis::advice::score_text;
use crate::game::board_view::board_focus::BoardFocus;
use crate::game::board_view::legal_moves::LegalMoves;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::square_values::SquareValuesParam;
use crate::game::board_view::stones::ShownCounts;
use crate::game::editor::Editor;
use crate::game::editor::draft::Draft;
use crate::game::flow::screen::Screen;
use crate::game::text::Catalogue;
use crate::rules::{Cell, Player, Record};

/// The board on the screen.
#[derive(SystemParam)]
pub(super) struct ShownBoard<'w> {
    screen: Res<'w, State<Screen>>,
    values: SquareValuesParam<'w>,
    counts: Res<'w, ShownCounts>,
    legal: Res<'w, LegalMoves>,
    focus: Res<'w, BoardFocus>,
    place: Res<'w, BoardPlace>,
    editor: Res<'w, Editor>,
}

impl ShownBoard<'_> {
    /// The shown record. The sample board beside the settings is not part of a match.
    pub(super) fn record(&self) -> Option<&Record> {
        self.values.shown().record().filter(|_| *self.screen.get() != Screen::Settings)
    }

    pub(super) fn draft(&self) -> Option<&Draft> {
        self.editor.draft().filter(|_| *self.screen.get() == Screen::Editor)
    }

    /// Discs that are shown for each player.
    pub(super) fn counts(&self) -> Vec<(Player, u16)> {
        let players = self.record().map_or_else(Vec::new, |record| record.variant().everybody());
        players.into_iter().map(|player| (player, self.counts.0[player])).collect()
    }

    pub(super) fn report(&self, catalogue: &Catalogue) -> Option<BoardReport> {
        match (self.record(), self.draft()) {
            (Some(record), _) => Some(self.record_report(record, catalogue)),
            (None, Some(draft)) => Some(self.draft_report(draft, catalogue)),
            (None, None) => None,
        }
    }

    fn record_report(&self, record: &Record, catalogue: &Catalogue) -> BoardReport {
        let words = SquareWords::new(catalogue);
        let board = record.position().board();
        let last = record.last_square();
        let values = self.values.values();
        let (facing, size) = (self.place.facing(), (board.columns(), board.rows()));
        let cell = |square| CellReport {
            square,
            x: facing.place_of(square, size).0,
            y: facing.place_of(square, size).1,
            hole: false,
            disc: board.disc(square),
            legal: self.legal.squares.contains(square),
            last: last == Some(square),
            value: values.iter().find(|value| value.square == square).map(|value| score_text(value.score)),
            label: String::new(),
        };
        let (columns, rows) = facing.size(size);
        let mut cells: Vec<CellReport> = board.squares().map(cell).map(|cell| cell.labelled(&words)).collect();
        cells.sort_by_key(|cell| (cell.y, cell.x));
        BoardReport {
            label: catalogue.words(&board_name()),
            columns,
            rows,
            cells,
            focus: self.focus.square,
            area: (*self.place).into(),
        }
    }

    fn draft_report(&self, draft: &Draft, catalogue: &Catalogue) -> BoardReport {
        let words = SquareWords::new(catalogue);
        let grid = draft.grid();
        let cell = |square| {
            let cell = grid.cell(square);
            let disc = if let Cell::Occupied(disc) = cell { Some(disc) } else { None };
            let (hole, label) = (cell == Cell::Hole, String::new());
            CellReport {
                square,
                x: square.column(),
                y: square.row(),
                hole,
                disc,
                legal: false,
                last: false,
                value: None,
                label,
            }
        };
        BoardReport {
            label: catalogue.words(&board_name()),
            columns: grid.columns(),
            rows: grid.rows(),
            cells: grid.places().map(cell).map(|cell| cell.labelled(&words)).collect(),
            focus: self.focus.square,
            area: (*self.place).into(),
        }
    }
}

impl CellReport {
    fn labelled(self, words: &SquareWords) -> Self {
        Self { label: words.label(&self), ..self }
    }
}

impl From<BoardPlace> for BoardAreaReport {
    fn from(place: BoardPlace) -> Self {
        let corner = place.corner();
        Self { left: corner.x, top: corner.y, cell: place.cell, within: place.seen().into() }
    }
}
