//! The report: everything that is shown, as data for screen readers, for the page's mirror and for tests.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::Serialize;

use crate::game::accessibility::shown_texts::TextReport;
use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::screen::Screen;
use crate::game::play::match_id::MatchId;
use crate::rules::{Disc, Player, Square};

/// The current report; `None` while nothing reads it.
#[derive(Resource, Default)]
pub(super) struct CurrentReport(pub(super) Option<Report>);

/// Everything that a human can see.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub struct Report {
    /// Code of the language of all texts.
    pub(super) language: &'static str,
    pub(super) screen: Screen,
    /// Name of the screen.
    pub(super) heading: String,
    /// Set if there is a screen to return to.
    pub(super) can_go_back: bool,
    /// Announcements and the current state, in words.
    pub(super) status: String,
    pub(super) phase: Option<MatchPhase>,
    /// Full text of the question that must be answered before anything else.
    pub(super) question: Option<String>,
    pub(super) board: Option<BoardReport>,
    /// Number of turns. It falls when a move is taken back.
    pub(super) ply: Option<usize>,
    #[serde(skip)]
    pub(super) match_id: Option<MatchId>,
    /// Name of the shown match's saved entry; `None` if it is not saved.
    #[serde(rename = "kept_as")]
    pub(super) saved_name: Option<String>,
    /// The last turn.
    pub(super) played: Option<PlayedReport>,
    /// Discs that are shown for each player of the match.
    pub(super) counts: BTreeMap<&'static str, u16>,
    /// The same in words, during a match.
    pub(super) standing: String,
    /// Announcements for screen readers.
    pub(super) spoken: Spoken,
    /// English name of the opening that the match followed.
    pub(super) opening: Option<&'static str>,
    /// Words of the hint or analysis, while it is shown.
    pub(super) advice: Option<String>,
    pub(super) to_move: Option<Player>,
    /// Whole seconds that each player had left when the turn began, if the match has a clock.
    pub(super) clocks: BTreeMap<&'static str, u64>,
    /// The player to move while their time is short, and the number of seconds that counts as short.
    #[serde(skip)]
    pub(super) low_time: Option<(String, u64)>,
    /// The current turn and the next ones, assuming that nobody has to pass.
    pub(super) coming: Vec<ComingReport>,
    /// The match in the rules' text notation.
    pub(super) record: Option<String>,
    /// The rows of the board in the editor, in the letters of board texts.
    pub(super) draft: Option<Vec<String>>,
    /// The latest news of the room, or of the connection to it.
    #[serde(skip)]
    pub(super) room_news: String,
    /// Number of such news so far, so that the same words can be announced twice.
    #[serde(skip)]
    pub(super) room_news_number: u32,
    /// The remaining time, as of the last request.
    #[serde(skip)]
    pub(super) spoken_time: String,
    /// Number of times it was asked for.
    #[serde(skip)]
    pub(super) spoken_time_number: u32,
    /// The other texts of a screen without a board, in reading order.
    pub(super) texts: Vec<TextReport>,
    /// The notice that is shown above the screen.
    pub(super) notice: Option<String>,
    /// Buttons in reading order.
    pub(super) buttons: Vec<ButtonReport>,
    /// Text fields in reading order.
    pub(super) fields: Vec<FieldReport>,
    /// Sliders in reading order.
    pub(super) sliders: Vec<SliderReport>,
}

impl Report {
    /// All reported lines other than `texts`.
    pub(super) fn lines(&self) -> Vec<&str> {
        let lines = [&self.heading, &self.status, &self.standing].into_iter().chain(&self.notice).chain(&self.advice);
        let controls = self.buttons.iter().map(|button| &button.control);
        let controls = controls.chain(self.fields.iter().map(|field| &field.control));
        let controls = controls.chain(self.sliders.iter().map(|slider| &slider.control));
        let values = self.fields.iter().flat_map(|field| [&field.text, &field.placeholder]);
        let values = values.chain(self.sliders.iter().map(|slider| &slider.text));
        let said = controls.flat_map(|control| [&control.label, &control.description]).chain(values);
        lines.chain(said).map(String::as_str).collect()
    }
}

/// A turn in words and numbers.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct PlayedReport {
    pub(super) player: Player,
    /// Square of the placed disc; `None` after a free pass.
    pub(super) square: Option<Square>,
    /// Number of discs that turned.
    pub(super) turned: u32,
    /// Set if everything involved vanished instead.
    pub(super) exploded: bool,
    pub(super) cut_in: bool,
    /// Players who must pass because this turn left them no move.
    pub(super) passes: Vec<Player>,
    /// The turn in words. Forced passes are left out, because the status announces them.
    pub(super) sentence: String,
}

#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
pub(super) struct ComingReport {
    pub(super) move_number: u32,
    pub(super) player: Player,
    pub(super) cut_in: bool,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct BoardReport {
    pub(super) label: String,
    /// Size as displayed, which depends on the facing of the board.
    pub(super) columns: u8,
    pub(super) rows: u8,
    /// In reading order.
    pub(super) cells: Vec<CellReport>,
    pub(super) focus: Option<Square>,
    pub(super) area: BoardAreaReport,
}

impl BoardReport {
    /// The squares with a shown value.
    pub(super) fn squares_with_values(&self) -> Vec<Square> {
        self.cells.iter().filter(|cell| cell.value.is_some()).map(|cell| cell.square).collect()
    }
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct CellReport {
    pub(super) square: Square,
    /// Displayed column, from 0 at the left.
    pub(super) x: u8,
    /// Displayed row, from 0 at the top.
    pub(super) y: u8,
    /// Set if there is no square here; only the editor shows such places.
    pub(super) hole: bool,
    pub(super) disc: Option<Disc>,
    pub(super) legal: bool,
    pub(super) last: bool,
    /// Value of a move there, while an analysis shows it.
    #[serde(rename = "worth")]
    pub(super) value: Option<String>,
    /// Full name of the square for screen readers.
    pub(super) label: String,
}

/// Position of the squares, in logical pixels of the window.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
pub(super) struct BoardAreaReport {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) cell: f32,
    /// Visible part. An enlarged board reaches beyond it.
    pub(super) within: AreaReport,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct ButtonReport {
    #[serde(flatten)]
    pub(super) control: ControlReport,
    pub(super) disabled: bool,
    /// Set if the button's choice is in force.
    pub(super) chosen: bool,
    /// Id of the grid of choices that the button belongs to. Tab stops only once in a grid; arrow keys move within it.
    pub(super) grid: Option<String>,
    /// Set if Tab stops here.
    pub(super) stop: bool,
    /// Role for screen readers.
    pub(super) kind: ButtonKind,
}

/// Role of a button.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ButtonKind {
    /// Performs an action, or selects a choice.
    Button,
    /// Turns something on and off. It is on while it is chosen.
    Switch,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct FieldReport {
    #[serde(flatten)]
    pub(super) control: ControlReport,
    pub(super) text: String,
    pub(super) placeholder: String,
    pub(super) max_length: usize,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct SliderReport {
    #[serde(flatten)]
    pub(super) control: ControlReport,
    pub(super) value: u16,
    pub(super) least: u16,
    pub(super) most: u16,
    pub(super) step: u16,
    /// The value in words.
    pub(super) text: String,
}

/// Common parts of buttons, fields and sliders.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct ControlReport {
    #[serde(skip)]
    pub(super) entity: Entity,
    pub(super) id: String,
    /// Name of the control, the same in every language.
    pub(super) key: String,
    pub(super) label: String,
    /// Further words about the control; empty if its label says everything.
    pub(super) description: String,
    pub(super) area: AreaReport,
    /// Visible part of the window, for a control inside a scrolling area.
    pub(super) within: Option<AreaReport>,
}

/// An area, in logical pixels of the window.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
pub(super) struct AreaReport {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

impl From<Rect> for AreaReport {
    fn from(area: Rect) -> Self {
        Self { left: area.min.x, top: area.min.y, width: area.width(), height: area.height() }
    }
}

/// The last announcements. Each stays until there is a new one, because most reports come while discs still turn.
#[derive(Serialize, Clone, Debug, Default, PartialEq)]
pub(super) struct Spoken {
    /// Announcement of an event: another screen, a turn, an undo, the end.
    pub(super) news: String,
    /// Announcement of the advice. A deeper analysis of the same squares is not announced again.
    pub(super) advice: String,
}
