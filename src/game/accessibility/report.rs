//! Describes the game in words and numbers, for the page's accessible mirror, for screen readers and for tests.

use std::collections::BTreeMap;

use bevy::a11y::AccessibilityRequested;
use bevy::ecs::query::QueryData;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, Checked, ComputedNode, ComputedStackIndex, InteractionDisabled, UiGlobalTransform};
use bevy::window::PrimaryWindow;
use serde::Serialize;

use crate::game::accessibility::shown_texts::{ShownTexts, TextReport, without_reported};
use crate::game::accessibility::speech::{
    Spoken, SquareWords, board_name, screen_name, sentence, shown_sentence, standing,
};
use crate::game::analysis::advice::{Advice, score_text};
use crate::game::archive::games_list::GamesList;
use crate::game::board_view::banner::Announcement;
use crate::game::board_view::board_focus::BoardFocus;
use crate::game::board_view::legal_moves::LegalMoves;
use crate::game::board_view::phase::MatchPhase;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::square_values::{SquareValue, SquareValuesParam};
use crate::game::board_view::stones::ShownCounts;
use crate::game::editor::Editor;
use crate::game::editor::draft::Draft;
use crate::game::flow::come_back::SavedName;
use crate::game::flow::screen::Screen;
use crate::game::frame::EndSystems;
use crate::game::online::online_state::Online;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::LowTime;
use crate::game::play::spoken_time::SpokenTime;
use crate::game::screens::editor::Verdict;
use crate::game::screens::match_screen::Status;
use crate::game::screens::match_screen::turn_list::coming_turns;
use crate::game::screens::online::room::room_status;
use crate::game::screens::online::room_news::RoomNews;
use crate::game::screens::review::Sentence;
use crate::game::text::clock_face::ClockFace;
use crate::game::text::worded::Described;
use crate::game::text::{Catalogue, Phrase, say};
use crate::game::ui::button::{ControlKey, area_of};
use crate::game::ui::notice::Notices;
use crate::game::ui::option_grid::GridWalk;
use crate::game::ui::question::Questions;
use crate::game::ui::setting_row::Switch;
use crate::game::ui::slider::Slider;
use crate::game::ui::text_field::TextField;
use crate::rules::{Cell, Disc, Opening, Player, Record, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ReportChanged>()
        .init_resource::<AccessibilityRequested>()
        .init_resource::<CurrentReport>()
        .add_systems(Last, describe.in_set(EndSystems::Report).run_if(is_wanted));
}

/// Writes [`ReportChanged`] whenever something that a human could notice has changed.
pub struct ReportPlugin;

impl Plugin for ReportPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<JsonWanted>().add_systems(
            Last,
            write_json.in_set(EndSystems::Report).after(describe).run_if(resource_changed::<CurrentReport>),
        );
    }
}

/// Present if somebody reads [`ReportChanged`].
#[derive(Resource, Default)]
struct JsonWanted;

/// Returns whether anything reads the report: another program or a screen reader.
fn is_wanted(json: Option<Res<JsonWanted>>, requested: Res<AccessibilityRequested>) -> bool {
    json.is_some() || requested.get()
}

/// The current report; `None` while nothing reads it.
#[derive(Resource, Default)]
pub(super) struct CurrentReport(pub(super) Option<Report>);

/// A changed report, as JSON.
#[derive(Message, Clone, Debug)]
pub struct ReportChanged(pub String);

/// Everything that a human can see.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub struct Report {
    /// Code of the language of all texts.
    language: &'static str,
    pub(super) screen: Screen,
    /// Name of the screen.
    pub(super) heading: String,
    /// Set if there is a screen to return to.
    can_go_back: bool,
    /// Announcements and the current state, in words.
    pub(super) status: String,
    pub(super) phase: Option<MatchPhase>,
    /// Full text of the question that must be answered before anything else.
    pub(super) question: Option<String>,
    pub(super) board: Option<BoardReport>,
    /// Number of discs that were placed. It falls when a move is taken back.
    pub(super) ply: Option<usize>,
    /// Seed and variant name, which tell the match from others.
    #[serde(skip)]
    pub(super) match_id: Option<(u64, String)>,
    /// Name of the shown match's saved entry; `None` if it is not saved.
    #[serde(rename = "kept_as")]
    saved_name: Option<String>,
    /// The last turn.
    pub(super) played: Option<PlayedReport>,
    /// Discs that are shown for each player of the match.
    counts: BTreeMap<&'static str, u16>,
    /// The same in words, during a match.
    pub(super) standing: String,
    /// Announcements for screen readers.
    pub(super) spoken: Spoken,
    /// English name of the opening that the match followed.
    opening: Option<&'static str>,
    /// Words of the hint or analysis, while it is shown.
    pub(super) advice: Option<String>,
    to_move: Option<Player>,
    /// Whole seconds that each player had left when the turn began, if the match has a clock.
    clocks: BTreeMap<&'static str, u64>,
    /// The player to move while their time is short, and the number of seconds that counts as short.
    #[serde(skip)]
    pub(super) low_time: Option<(String, u64)>,
    /// The current turn and the next ones, assuming that nobody has to pass.
    coming: Vec<ComingReport>,
    /// The match in the rules' text notation.
    record: Option<String>,
    /// The rows of the board in the editor, in the letters of board texts.
    draft: Option<Vec<String>>,
    /// The latest news of the room, or of the connection to it.
    #[serde(skip)]
    pub(super) room_news: String,
    /// Number of such news so far, so that the same words can be announced twice.
    #[serde(skip)]
    pub(super) room_news_number: u32,
    /// The remaining time, as last asked for.
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
    fn lines(&self) -> Vec<&str> {
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
    player: Player,
    square: Square,
    /// Number of discs that turned.
    turned: u32,
    /// Set if everything involved vanished instead.
    exploded: bool,
    cut_in: bool,
    /// Players who must pass because this turn left them no move.
    passes: Vec<Player>,
    /// The turn in words. Passes are left out, because the status announces them.
    pub(super) sentence: String,
}

impl PlayedReport {
    fn of(game: &Match, catalogue: &Catalogue) -> Option<Self> {
        let turn = game.record.last_turn()?;
        let (player, square) = (turn.placement.player(), turn.placement.square());
        let board = game.record.position().board();
        let has_turned = |square: &Square| board.disc(*square).and_then(Disc::player) == Some(player);
        let turned = u32::try_from(turn.placement.captured().filter(has_turned).count()).unwrap_or(u32::MAX);
        let cut_in = game.record.variant().cut_in_at(turn.move_number) == Some(player);
        let (exploded, vanished) = (turn.placement.explodes(), turn.placement.vanished());
        let name = game.called(player);
        let sentence = match (cut_in, exploded) {
            (false, false) => say!("told-played", player = name, square = square, count = turned),
            (true, false) => say!("told-cut-in", player = name, square = square, count = turned),
            (false, true) => say!("told-exploded", player = name, square = square, count = vanished),
            (true, true) => say!("told-cut-in-exploded", player = name, square = square, count = vanished),
        };
        let sentence = catalogue.words(&sentence);
        Some(Self { player, square, turned, exploded, cut_in, passes: turn.passes.clone(), sentence })
    }
}

#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
struct ComingReport {
    move_number: u32,
    player: Player,
    cut_in: bool,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct BoardReport {
    pub(super) label: String,
    /// Size as displayed, which depends on the facing of the board.
    pub(super) columns: u8,
    pub(super) rows: u8,
    /// In reading order.
    pub(super) cells: Vec<CellReport>,
    focus: Option<Square>,
    pub(super) area: BoardAreaReport,
}

impl BoardReport {
    /// The squares with a shown value.
    pub(super) fn squares_with_worth(&self) -> Vec<Square> {
        self.cells.iter().filter(|cell| cell.worth.is_some()).map(|cell| cell.square).collect()
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
    pub(super) worth: Option<String>,
    /// Full name of the square for screen readers.
    pub(super) label: String,
}

impl CellReport {
    fn labelled(self, words: &SquareWords) -> Self {
        Self { label: words.label(&self), ..self }
    }
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
    stop: bool,
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
    max_length: usize,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct SliderReport {
    #[serde(flatten)]
    pub(super) control: ControlReport,
    value: u16,
    least: u16,
    most: u16,
    step: u16,
    /// The value in words.
    pub(super) text: String,
}

/// Common parts of buttons, fields and sliders.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct ControlReport {
    #[serde(skip)]
    pub(super) entity: Entity,
    id: String,
    /// Name of the control, the same in every language.
    key: String,
    label: String,
    /// Further words about the control; empty if its label says everything.
    pub(super) description: String,
    area: AreaReport,
    /// Visible part of the window, for a control inside a scrolling area.
    within: Option<AreaReport>,
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

/// Query for everything that can be pressed, slid or typed into.
#[derive(QueryData)]
struct Control {
    entity: Entity,
    key: &'static ControlKey,
    label: &'static AccessibleLabel,
    described: Option<&'static Described>,
    node: &'static ComputedNode,
    transform: &'static UiGlobalTransform,
    clip: Option<&'static CalculatedClip>,
    order: &'static ComputedStackIndex,
    is_disabled: Has<InteractionDisabled>,
    is_chosen: Has<Checked>,
    field: Option<&'static TextField>,
    slider: Option<&'static Slider>,
    is_switch: Has<Switch>,
    stop: Option<&'static TabIndex>,
}

impl ControlItem<'_, '_> {
    fn button_report(
        &self,
        window: &Window,
        catalogue: &Catalogue,
        grids: &GridWalk,
        texts: &ShownTexts,
    ) -> Option<ButtonReport> {
        (self.field.is_none() && self.slider.is_none()).then(|| ButtonReport {
            control: self.report_with_words(window, catalogue, texts),
            disabled: self.is_disabled,
            chosen: self.is_chosen,
            grid: grids.grid_of(self.entity).map(|grid| grid.to_bits().to_string()),
            stop: self.stop.is_some_and(|stop| stop.0 >= 0),
            kind: if self.is_switch { ButtonKind::Switch } else { ButtonKind::Button },
        })
    }

    fn field_report(&self, window: &Window, catalogue: &Catalogue) -> Option<FieldReport> {
        self.field.map(|field| FieldReport {
            control: self.report(window, catalogue),
            text: field.text.clone(),
            placeholder: catalogue.words(&field.placeholder),
            max_length: field.max_characters,
        })
    }

    fn slider_report(&self, window: &Window, catalogue: &Catalogue) -> Option<SliderReport> {
        self.slider.map(|slider| SliderReport {
            control: self.report(window, catalogue),
            value: slider.value,
            least: slider.range.0,
            most: slider.range.1,
            step: slider.step,
            text: catalogue.words(&slider.words),
        })
    }

    /// Reports a button. The words on it are its description unless it has another one.
    fn report_with_words(&self, window: &Window, catalogue: &Catalogue, texts: &ShownTexts) -> ControlReport {
        let mut control = self.report(window, catalogue);
        if self.described.is_none() {
            let words = without_reported(texts.inside(self.entity), &[control.label.as_str()]);
            control.description = in_sentences(&words, catalogue);
        }
        control
    }

    fn report(&self, window: &Window, catalogue: &Catalogue) -> ControlReport {
        let scale = window.scale_factor();
        let all = Rect::from_corners(Vec2::ZERO, window.size());
        let within = self
            .clip
            .map(|CalculatedClip { clip }| Rect { min: clip.min / scale, max: clip.max / scale }.intersect(all));
        ControlReport {
            entity: self.entity,
            id: self.entity.to_bits().to_string(),
            key: self.key.0.clone(),
            label: self.label.0.clone(),
            description: self.described.map(|described| catalogue.words(&described.0)).unwrap_or_default(),
            area: area_of(self.node, self.transform, window).into(),
            within: within.map(AreaReport::from),
        }
    }
}

/// Joins texts, each ended like a sentence, for speech.
fn in_sentences(texts: &[TextReport], catalogue: &Catalogue) -> String {
    catalogue.words(&Phrase::sentences(texts.iter().map(|found| shown_sentence(&found.text))))
}

fn write_json(report: Res<CurrentReport>, mut changes: MessageWriter<ReportChanged>) {
    let Some(report) = &report.0 else { return };
    match serde_json::to_string(report) {
        Ok(text) => {
            changes.write(ReportChanged(text));
        }
        Err(error) => error!("the report could not be written: {error}"),
    }
}

/// The usable controls in the order of drawing. While a question is open, only its own can be used.
fn controls_in_reach<'a>(
    controls: &'a Query<Control>,
    question: Option<(Entity, &TabGroup)>,
    parents: &Query<&ChildOf>,
    groups: &Query<(Entity, &TabGroup)>,
) -> Vec<ControlItem<'a, 'a>> {
    let is_in_reach = |control: &ControlItem| {
        let mut around = parents.iter_ancestors(control.entity).filter_map(|ancestor| groups.get(ancestor).ok());
        !control.node.is_empty()
            && question.is_none_or(|(question, asked)| {
                around.any(|(entity, group)| entity == question || group.order > asked.order)
            })
    };
    let mut reached: Vec<ControlItem> = controls.iter().filter(is_in_reach).collect();
    reached.sort_by_key(|control| control.order.0);
    reached
}

fn describe(
    screen: Res<State<Screen>>,
    phase: Res<MatchPhase>,
    (status, announcement, verdict, reviewed): (Res<Status>, Res<Announcement>, Res<Verdict>, Res<Sentence>),
    (square_values, saved_name): (SquareValuesParam, Res<SavedName>),
    (editor, notices, catalogue, games): (Res<Editor>, Res<Notices>, Res<Catalogue>, Res<GamesList>),
    (game, lesson, low): (Option<Res<Match>>, Option<Res<Lesson>>, Res<LowTime>),
    (online, room_news, spoken_time): (Res<Online>, Res<RoomNews>, Res<SpokenTime>),
    counts: Res<ShownCounts>,
    (legal, advice): (Res<LegalMoves>, Res<Advice>),
    (focus, place): (Res<BoardFocus>, Res<BoardPlace>),
    controls: Query<Control>,
    (questions, groups): (Questions, Query<(Entity, &TabGroup)>),
    (parents, texts, grids): (Query<&ChildOf>, ShownTexts, GridWalk),
    window: Single<&Window, With<PrimaryWindow>>,
    mut current: ResMut<CurrentReport>,
) {
    let question = questions.uppermost();
    let controls = controls_in_reach(&controls, question, &parents, &groups);
    let is_match = *screen.get() == Screen::Match;
    // The sample board beside the settings is not part of a match.
    let record = square_values.shown().record().filter(|_| *screen.get() != Screen::Settings);
    let game = game.filter(|_| is_match);
    let draft = editor.draft().filter(|_| *screen.get() == Screen::Editor);
    let counted = record.map_or_else(Vec::new, |record| {
        record.variant().everybody().into_iter().map(|player| (player, counts.0[player])).collect()
    });
    let happens = match screen.get() {
        Screen::Match => {
            let taught = lesson.iter().zip(&game).flat_map(|(lesson, game)| {
                [sentence(lesson.place_words()), lesson.words(game, *phase != MatchPhase::Flipping)]
            });
            let announced = announcement.phrases().map(sentence);
            let happens = std::iter::once(status.0.clone());
            Phrase::sentences(taught.chain(announced).chain(happens))
        }
        Screen::Review => reviewed.all(),
        Screen::Editor => verdict.sentence.clone(),
        Screen::Room => room_status(&online),
        Screen::Lobby => online.trouble.clone().unwrap_or_default(),
        Screen::Title
        | Screen::NewGame
        | Screen::NewRoom
        | Screen::Settings
        | Screen::Games
        | Screen::Statistics
        | Screen::Learn => Phrase::nothing(),
    };
    let page = lesson.filter(|_| is_match).map(|lesson| lesson.page().heading());
    let heading = page.unwrap_or_else(|| screen_name(*screen.get()));
    let importing = games.import_progress().map(|_| say!("games-adding"));
    let mut report = Report {
        language: catalogue.language().code(),
        screen: *screen.get(),
        heading: catalogue.words(&heading),
        can_go_back: screen.get().parent().is_some(),
        status: catalogue.words(&Phrase::sentences([Some(happens), importing].into_iter().flatten())),
        phase: game.as_ref().map(|_| *phase),
        question: question.map(|(entity, _)| in_sentences(&texts.below(entity), &catalogue)),
        ply: game.as_ref().map(|game| game.record.ply()),
        saved_name: saved_name.0.clone().filter(|_| record.is_some()),
        match_id: game.as_ref().map(|game| (game.seed, game.record.variant().name().to_owned())),
        played: game.as_ref().and_then(|game| PlayedReport::of(game, &catalogue)),
        board: match (record, draft) {
            (Some(record), _) => {
                Some(board_report(record, &legal, &square_values.values(), *focus, *place, &catalogue))
            }
            (None, Some(draft)) => Some(draft_report(draft, *focus, *place, &catalogue)),
            (None, None) => None,
        },
        standing: game.as_ref().map_or_else(String::new, |game| {
            let standing = standing(counted.iter().map(|(player, count)| {
                let time = seconds_left(game, *player).map(|seconds| ClockFace::of_seconds(seconds).into());
                (game.called(*player), *count, time)
            }));
            catalogue.words(&standing)
        }),
        counts: counted.into_iter().map(|(player, count)| (player.key(), count)).collect(),
        spoken: Spoken::default(),
        opening: game.as_ref().and_then(|game| Opening::of(&game.record)).map(|opening| opening.name),
        advice: game.as_ref().filter(|_| advice.kind().is_some()).map(|game| catalogue.words(&advice.sentences(game))),
        to_move: game.as_ref().and_then(|game| game.to_move()).map(|(player, _)| player),
        clocks: game.as_ref().map_or_else(BTreeMap::new, |game| {
            let everybody = game.record.variant().everybody().into_iter();
            everybody.filter_map(|player| Some((player.key(), seconds_left(game, player)?))).collect()
        }),
        low_time: game.as_ref().and_then(|game| {
            let (player, control) = low.0.zip(game.clock.control())?;
            Some((catalogue.words(&game.called(player)), LowTime::limit_ms(control).div_ceil(1000)))
        }),
        coming: game.as_ref().map_or_else(Vec::new, |game| {
            coming_turns(game.record.position())
                .map(|turn| ComingReport { move_number: turn.move_number, player: turn.player, cut_in: turn.is_cut_in })
                .collect()
        }),
        record: record.map(ToString::to_string),
        draft: draft.map(|draft| draft.grid().row_texts().collect()),
        room_news: catalogue.words(&room_news.sentences),
        room_news_number: room_news.number,
        spoken_time: catalogue.words(&spoken_time.sentences),
        spoken_time_number: spoken_time.number,
        texts: Vec::new(),
        notice: notices.shown().map(|sentence| catalogue.words(sentence)),
        buttons: controls
            .iter()
            .filter_map(|control| control.button_report(&window, &catalogue, &grids, &texts))
            .collect(),
        fields: controls.iter().filter_map(|control| control.field_report(&window, &catalogue)).collect(),
        sliders: controls.iter().filter_map(|control| control.slider_report(&window, &catalogue)).collect(),
    };
    if report.question.is_none() && !report.screen.has_board() {
        report.texts = without_reported(texts.all(), &report.lines());
    }
    report.spoken = Spoken::of(current.0.as_ref(), &report, &catalogue);
    if current.0.as_ref() != Some(&report) {
        current.0 = Some(report);
    }
}

/// Time left when the turn began. The current time would change the report every second.
fn seconds_left(game: &Match, player: Player) -> Option<u64> {
    game.time_left(player, None).filter(|_| game.ending().is_none()).map(|left_ms| left_ms / 1000)
}

fn board_report(
    record: &Record,
    legal: &LegalMoves,
    worths: &[SquareValue],
    focus: BoardFocus,
    place: BoardPlace,
    catalogue: &Catalogue,
) -> BoardReport {
    let words = SquareWords::new(catalogue);
    let board = record.position().board();
    let last = record.last_square();
    let (facing, size) = (place.facing(), (board.columns(), board.rows()));
    let cell = |square| CellReport {
        square,
        x: facing.place_of(square, size).0,
        y: facing.place_of(square, size).1,
        hole: false,
        disc: board.disc(square),
        legal: legal.squares.contains(square),
        last: last == Some(square),
        worth: worths.iter().find(|worth| worth.square == square).map(|worth| score_text(worth.score)),
        label: String::new(),
    };
    let (columns, rows) = facing.size(size);
    let mut cells: Vec<CellReport> = board.squares().map(cell).map(|cell| cell.labelled(&words)).collect();
    cells.sort_by_key(|cell| (cell.y, cell.x));
    BoardReport { label: catalogue.words(&board_name()), columns, rows, cells, focus: focus.square, area: place.into() }
}

fn draft_report(draft: &Draft, focus: BoardFocus, place: BoardPlace, catalogue: &Catalogue) -> BoardReport {
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
            worth: None,
            label,
        }
    };
    BoardReport {
        label: catalogue.words(&board_name()),
        columns: grid.columns(),
        rows: grid.rows(),
        cells: grid.places().map(cell).map(|cell| cell.labelled(&words)).collect(),
        focus: focus.square,
        area: place.into(),
    }
}

impl From<BoardPlace> for BoardAreaReport {
    fn from(place: BoardPlace) -> Self {
        let corner = place.corner();
        Self { left: corner.x, top: corner.y, cell: place.cell, within: place.seen().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ByPlayer, Variant};

    fn sentence(variant: &str, moves: &str) -> String {
        let mut game = Match::new(variant.parse::<Variant>().expect("a variant"), ByPlayer::default(), 1);
        game.record.play_moves(moves).expect("moves");
        PlayedReport::of(&game, &Catalogue::default()).expect("a turn").sentence
    }

    #[test]
    fn a_turn_is_described_by_player_square_and_number_of_discs() {
        let classic = Variant::classic(8).expect("a side").to_string();
        assert_eq!(sentence(&classic, "f5"), "Black played f5 and turned 1 disc.");
        assert_eq!(sentence(&classic, "f5 f6 e6 f4"), "White played f4 and turned 2 discs.");
    }

    #[test]
    fn nothing_was_played_before_the_first_move() {
        let variant = Variant::classic(8).expect("a side");
        assert_eq!(PlayedReport::of(&Match::new(variant, ByPlayer::default(), 1), &Catalogue::default()), None);
    }

    #[test]
    fn a_cut_in_is_described_as_one() {
        let board = "name: x\nplayers: black white\ncut-ins: 2 cyan\nboard:\n.WB.WG\n";
        let text = sentence(board, "a1 d1");
        assert!(text.starts_with("Cyan cut in on d1"), "{text}");
    }
}
