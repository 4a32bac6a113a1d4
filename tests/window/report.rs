//! Reads the game's `--report` output, which is a line of JSON for every change.

use std::collections::BTreeMap;

use bevy::math::Vec2;
use irogaeshi::rules::{Disc, Player, Record, Square};
use serde::Deserialize;

#[derive(Deserialize, Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) screen: String,
    pub(crate) status: String,
    pub(crate) phase: Option<String>,
    pub(crate) board: Option<BoardReport>,
    pub(crate) counts: BTreeMap<Player, u16>,
    pub(crate) to_move: Option<Player>,
    record: Option<String>,
    /// The rows of the board in the editor.
    pub(crate) draft: Option<Vec<String>>,
    pub(crate) notice: Option<String>,
    pub(crate) buttons: Vec<ButtonReport>,
    pub(crate) fields: Vec<FieldReport>,
    sliders: Vec<SliderReport>,
}

#[derive(Deserialize, Clone, Debug)]
pub(crate) struct BoardReport {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) cells: Vec<CellReport>,
    pub(crate) focus: Option<Square>,
    pub(crate) area: BoardAreaReport,
}

#[derive(Deserialize, Clone, Debug)]
pub(crate) struct CellReport {
    pub(crate) square: Square,
    pub(crate) disc: Option<Disc>,
    pub(crate) legal: bool,
    pub(crate) last: bool,
}

#[derive(Deserialize, Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoardAreaReport {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) cell: f32,
}

#[derive(Deserialize, Clone, Debug)]
pub(crate) struct FieldReport {
    pub(crate) label: String,
    pub(crate) text: String,
    pub(crate) area: AreaReport,
}

#[derive(Deserialize, Clone, Debug)]
pub(crate) struct SliderReport {
    label: String,
    least: u16,
    most: u16,
    /// The value in words.
    pub(crate) text: String,
    area: AreaReport,
}

/// Distance of the rail's ends from the edges of the slider.
const RAIL_INSET: f32 = 21.0;
/// Distance of the rail from the lower edge.
const RAIL_RISE: f32 = 14.0;

impl SliderReport {
    /// Point to press for choosing a number.
    pub(crate) fn place_of(&self, number: u16) -> Vec2 {
        let share = f32::from(number - self.least) / f32::from(self.most - self.least);
        let (left, right) = (self.area.left + RAIL_INSET, self.area.left + self.area.width - RAIL_INSET);
        Vec2::new(left + (right - left) * share, self.area.bottom() - RAIL_RISE)
    }
}

#[derive(Deserialize, Clone, Debug)]
pub(crate) struct ButtonReport {
    pub(crate) label: String,
    pub(crate) disabled: bool,
    pub(crate) chosen: bool,
    pub(crate) area: AreaReport,
    /// Visible part of the window, for a button inside a scrolling area.
    pub(crate) within: Option<AreaReport>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
pub(crate) struct AreaReport {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

/// Minimum distance from the edge of a scrolling area at which buttons are clicked.
const EDGE: f32 = 8.0;

impl ButtonReport {
    /// Distance by which the button would have to move down for its middle to be in sight; negative is up. Only the
    /// middle counts, because a wheel click may scroll further than a low area is high, so that a button may never be
    /// visible whole.
    pub(crate) fn distance_to_sight(&self) -> f32 {
        let Some(within) = self.within else { return 0.0 };
        let middle = self.area.middle().y;
        middle.clamp(within.top + EDGE, within.bottom() - EDGE) - middle
    }

    /// Returns whether the whole button is in a window of this size, or can be scrolled there.
    pub(crate) fn is_in_reach(&self, window: Vec2) -> bool {
        let is_at_home = |area: AreaReport| area.left >= 0.0 && area.left + area.width <= window.x;
        self.within.unwrap_or(self.area).is_inside(window) && is_at_home(self.area)
    }
}

impl AreaReport {
    fn bottom(self) -> f32 {
        self.top + self.height
    }

    pub(crate) fn middle(self) -> Vec2 {
        Vec2::new(self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// Corner and size of the strip above the control, where only the focus ring appears and nothing else changes.
    pub(crate) fn ring(self) -> (Vec2, Vec2) {
        let width = 6.0;
        (Vec2::new(self.left - width, self.top - width), Vec2::new(self.width + 2.0 * width, width))
    }

    /// Returns whether the whole area is in a window of this size.
    pub(crate) fn is_inside(self, window: Vec2) -> bool {
        self.left >= 0.0 && self.top >= 0.0 && self.left + self.width <= window.x && self.top + self.height <= window.y
    }
}

impl BoardReport {
    /// Middle of a square in the window.
    pub(crate) fn middle(&self, square: Square) -> Vec2 {
        self.corner(square) + self.area.cell / 2.0
    }

    /// Upper left corner of a square in the window.
    pub(crate) fn corner(&self, square: Square) -> Vec2 {
        let place = Vec2::new(f32::from(square.column()), f32::from(square.row()));
        Vec2::new(self.area.left, self.area.top) + place * self.area.cell
    }

    pub(crate) fn legal(&self) -> impl Iterator<Item = Square> {
        self.cells.iter().filter(|cell| cell.legal).map(|cell| cell.square)
    }

    /// Returns whether all squares are in a window of this size.
    pub(crate) fn is_inside(&self, window: Vec2) -> bool {
        let size = Vec2::new(f32::from(self.columns), f32::from(self.rows)) * self.area.cell;
        let end = Vec2::new(self.area.left, self.area.top) + size;
        self.area.cell > 1.0 && self.area.left >= 0.0 && self.area.top >= 0.0 && end.cmple(window).all()
    }
}

impl Report {
    /// The board.
    ///
    /// # Panics
    /// If no match is on the screen.
    pub(crate) fn board(&self) -> &BoardReport {
        self.board.as_ref().expect("a match is on the screen")
    }

    /// The record, parsed by the rules.
    ///
    /// # Panics
    /// If no match is on the screen, or its record breaks the rules.
    pub(crate) fn record(&self) -> Record {
        let text = self.record.as_ref().expect("a match is on the screen");
        text.parse().expect("the record follows the rules")
    }

    pub(crate) fn ply(&self) -> usize {
        self.record().ply()
    }

    pub(crate) fn is_in_phase(&self, phase: &str) -> bool {
        self.phase.as_deref() == Some(phase)
    }

    pub(crate) fn field(&self, label: &str) -> Option<&FieldReport> {
        self.fields.iter().find(|field| field.label == label)
    }

    pub(crate) fn slider(&self, label: &str) -> Option<&SliderReport> {
        self.sliders.iter().find(|slider| slider.label == label)
    }

    pub(crate) fn button(&self, label: &str) -> Option<&ButtonReport> {
        self.buttons.iter().find(|button| button.label == label)
    }
}
