//! The game in words and numbers: what the page's accessible mirror shows, and what tests of the real window read.

use std::collections::BTreeMap;

use bevy::a11y::AccessibilityRequested;
use bevy::ecs::query::QueryData;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, Checked, ComputedNode, ComputedStackIndex, InteractionDisabled, UiGlobalTransform};
use bevy::window::PrimaryWindow;
use serde::Serialize;

use crate::game::analysis::advice::{Advice, score_text};
use crate::game::archive::games_list::GamesList;
use crate::game::board_view::banner::Announcement;
use crate::game::board_view::board_focus::BoardFocus;
use crate::game::board_view::legal_moves::LegalMoves;
use crate::game::board_view::phase::Phase;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::square_values::{ToldWorths, Worth};
use crate::game::board_view::stones::ShownCounts;
use crate::game::editor::Editor;
use crate::game::editor::draft::Draft;
use crate::game::flow::come_back::KeptAs;
use crate::game::flow::screen::Screen;
use crate::game::online::online_state::Online;
use crate::game::platform::shown_texts::{ShownTexts, TextReport, without_told};
use crate::game::platform::speech::{Spoken, SquareWords, board_name, screen_name, sentence, shown_sentence, standing};
use crate::game::play::lesson::Lesson;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::LowTime;
use crate::game::play::told_time::ToldTime;
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
        .add_systems(Last, describe.in_set(ReportSystems).run_if(is_wanted));
}

/// Writes [`ReportChanged`] whenever something that a human could notice has changed.
pub struct ReportPlugin;

impl Plugin for ReportPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<JsonWanted>()
            .add_systems(Last, tell.in_set(ReportSystems).after(describe).run_if(resource_changed::<CurrentReport>));
    }
}

/// Somebody reads [`ReportChanged`].
#[derive(Resource, Default)]
struct JsonWanted;

/// Whether anybody reads the report: a program outside, or a screen reader.
fn is_wanted(json: Option<Res<JsonWanted>>, requested: Res<AccessibilityRequested>) -> bool {
    json.is_some() || requested.get()
}

/// What the game shows now; `None` as long as nobody wants to know.
#[derive(Resource, Default)]
pub(super) struct CurrentReport(pub(super) Option<Report>);

/// When reports are written; whoever reads them in the same frame comes after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReportSystems;

/// Something changed; the report, as JSON.
#[derive(Message, Clone, Debug)]
pub struct ReportChanged(pub String);

/// Everything a human can see.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub struct Report {
    /// The code of the language that everything is said in.
    language: &'static str,
    pub(super) screen: Screen,
    /// What the screen is called.
    pub(super) heading: String,
    /// Whether there is a screen to go back to.
    can_go_back: bool,
    /// What was announced, and what happens now.
    pub(super) status: String,
    pub(super) phase: Option<Phase>,
    /// The question that has to be answered before anything else, in all its words.
    pub(super) question: Option<String>,
    pub(super) board: Option<BoardReport>,
    /// How many discs were placed; less than before when a move was taken back.
    pub(super) ply: Option<usize>,
    /// What tells the match from others: its seed, and what its variant is called.
    #[serde(skip)]
    pub(super) match_id: Option<(u64, String)>,
    /// The name by which the match that is shown is kept; nothing where it is not.
    kept_as: Option<String>,
    /// What was played last.
    pub(super) played: Option<PlayedReport>,
    /// Discs of each player of the match, as they are shown now.
    counts: BTreeMap<&'static str, u16>,
    /// The same in words, in a match.
    pub(super) standing: String,
    /// What is said of what has happened.
    pub(super) spoken: Spoken,
    /// The opening that the match followed, in English.
    opening: Option<&'static str>,
    /// What the advice says, while somebody wants it.
    pub(super) advice: Option<String>,
    to_move: Option<Player>,
    /// What everybody had left when the turn began, in whole seconds, in a match with time.
    clocks: BTreeMap<&'static str, u64>,
    /// The player to move, while they have little time left, and how many seconds that is at most.
    #[serde(skip)]
    pub(super) low_time: Option<(String, u64)>,
    /// The turn now and the next ones, as long as nobody must pass.
    coming: Vec<ComingReport>,
    /// The match in the text notation of the rules.
    record: Option<String>,
    /// The rows of the board in the editor, in the letters of board texts.
    draft: Option<Vec<String>>,
    /// What has happened last in the room, or with the connection to it.
    #[serde(skip)]
    pub(super) room_news: String,
    /// How often something has.
    #[serde(skip)]
    pub(super) room_news_number: u32,
    /// How much time is left, as somebody asked last.
    #[serde(skip)]
    pub(super) told_time: String,
    /// How often somebody has.
    #[serde(skip)]
    pub(super) told_time_number: u32,
    /// The other texts of a screen without a board, in reading order.
    pub(super) texts: Vec<TextReport>,
    /// What is said over whatever screen is shown.
    pub(super) notice: Option<String>,
    /// What can be pressed, in the order in which it is read.
    pub(super) buttons: Vec<ButtonReport>,
    /// What can be typed into, in the order in which it is read.
    pub(super) fields: Vec<FieldReport>,
    /// What can be slid, in the order in which it is read.
    pub(super) sliders: Vec<SliderReport>,
}

impl Report {
    /// All told lines besides the texts.
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

/// A turn, as it is told to whoever does not see it.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct PlayedReport {
    player: Player,
    square: Square,
    /// How many discs have turned.
    turned: u32,
    /// Whether everything involved vanished instead.
    exploded: bool,
    cut_in: bool,
    /// Who has no move after it and must pass.
    passes: Vec<Player>,
    /// All of that but the passes, which the status tells.
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
    /// What it is called.
    pub(super) label: String,
    /// Its size as it is shown.
    pub(super) columns: u8,
    pub(super) rows: u8,
    /// In reading order.
    pub(super) cells: Vec<CellReport>,
    focus: Option<Square>,
    pub(super) area: BoardAreaReport,
}

impl BoardReport {
    /// The squares of which is said what they are worth.
    pub(super) fn squares_with_worth(&self) -> Vec<Square> {
        self.cells.iter().filter(|cell| cell.worth.is_some()).map(|cell| cell.square).collect()
    }
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct CellReport {
    pub(super) square: Square,
    /// Where it is shown, in squares from the left,
    pub(super) x: u8,
    /// and in squares from above.
    pub(super) y: u8,
    /// Whether there is no square: only the editor shows such places.
    pub(super) hole: bool,
    pub(super) disc: Option<Disc>,
    pub(super) legal: bool,
    pub(super) last: bool,
    /// What it is worth to play there, while somebody wants to know.
    pub(super) worth: Option<String>,
    /// All of that in words.
    pub(super) label: String,
}

impl CellReport {
    fn labelled(self, words: &SquareWords) -> Self {
        Self { label: words.label(&self), ..self }
    }
}

/// Where the squares lie, in logical pixels of the window.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
pub(super) struct BoardAreaReport {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) cell: f32,
    /// Where squares are seen: some are not while the board is enlarged.
    pub(super) within: AreaReport,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct ButtonReport {
    #[serde(flatten)]
    pub(super) control: ControlReport,
    pub(super) disabled: bool,
    /// Whether what it chooses is chosen.
    pub(super) chosen: bool,
    /// The choices that it is one of: Tab stops once at them, arrows walk over them.
    pub(super) grid: Option<String>,
    /// Whether Tab stops here.
    stop: bool,
    /// What it is to whoever does not see it.
    pub(super) kind: ButtonKind,
}

/// What a button is.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ButtonKind {
    /// Does something, or chooses.
    Button,
    /// Turns something on and off, and is on while it is chosen.
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
    /// The number in words.
    pub(super) text: String,
}

/// What buttons, fields and sliders have in common.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub(super) struct ControlReport {
    #[serde(skip)]
    pub(super) entity: Entity,
    id: String,
    /// What it is known by in every language.
    key: String,
    label: String,
    /// What else is said of it; empty where its label says all.
    pub(super) description: String,
    area: AreaReport,
    /// The part of the window outside of which nothing of it is seen, where it lies in something that scrolls.
    within: Option<AreaReport>,
}

/// Where something lies, in logical pixels of the window.
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

/// What is asked of the entities that can be pressed or typed into.
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

    /// The report of a button, described by the words on it unless something else describes it.
    fn report_with_words(&self, window: &Window, catalogue: &Catalogue, texts: &ShownTexts) -> ControlReport {
        let mut control = self.report(window, catalogue);
        if self.described.is_none() {
            let words = without_told(texts.inside(self.entity), &[control.label.as_str()]);
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

/// Texts as they are spoken, one sentence after the other.
fn in_sentences(texts: &[TextReport], catalogue: &Catalogue) -> String {
    catalogue.words(&Phrase::sentences(texts.iter().map(|found| shown_sentence(&found.text))))
}

fn tell(report: Res<CurrentReport>, mut changes: MessageWriter<ReportChanged>) {
    let Some(report) = &report.0 else { return };
    match serde_json::to_string(report) {
        Ok(text) => {
            changes.write(ReportChanged(text));
        }
        Err(error) => error!("the report could not be written: {error}"),
    }
}

/// The controls that can be used, in the order in which they are drawn. Behind a question only its own can.
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
    phase: Res<Phase>,
    (status, announcement, verdict, reviewed): (Res<Status>, Res<Announcement>, Res<Verdict>, Res<Sentence>),
    (told, kept_as): (ToldWorths, Res<KeptAs>),
    (editor, notices, catalogue, games): (Res<Editor>, Res<Notices>, Res<Catalogue>, Res<GamesList>),
    (game, lesson, low): (Option<Res<Match>>, Option<Res<Lesson>>, Res<LowTime>),
    (online, room_news, told_time): (Res<Online>, Res<RoomNews>, Res<ToldTime>),
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
    // The sample beside the settings is no board that anybody plays on.
    let record = told.shown().record().filter(|_| *screen.get() != Screen::Settings);
    let game = game.filter(|_| is_match);
    let draft = editor.draft().filter(|_| *screen.get() == Screen::Editor);
    let counted = record.map_or_else(Vec::new, |record| {
        record.variant().everybody().into_iter().map(|player| (player, counts.0[player])).collect()
    });
    let happens = match screen.get() {
        Screen::Match => {
            let taught = lesson.iter().zip(&game).flat_map(|(lesson, game)| {
                [sentence(lesson.place_words()), lesson.words(game, *phase != Phase::Flipping)]
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
    let adding = games.adding().map(|_| say!("games-adding"));
    let mut report = Report {
        language: catalogue.language().code(),
        screen: *screen.get(),
        heading: catalogue.words(&heading),
        can_go_back: screen.get().parent().is_some(),
        status: catalogue.words(&Phrase::sentences([Some(happens), adding].into_iter().flatten())),
        phase: game.as_ref().map(|_| *phase),
        question: question.map(|(entity, _)| in_sentences(&texts.below(entity), &catalogue)),
        ply: game.as_ref().map(|game| game.record.ply()),
        kept_as: kept_as.0.clone().filter(|_| record.is_some()),
        match_id: game.as_ref().map(|game| (game.seed, game.record.variant().name().to_owned())),
        played: game.as_ref().and_then(|game| PlayedReport::of(game, &catalogue)),
        board: match (record, draft) {
            (Some(record), _) => Some(board_report(record, &legal, &told.worths(), *focus, *place, &catalogue)),
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
        opening: game.as_ref().and_then(|game| Opening::of(&game.record)).map(|opening| opening.english),
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
        told_time: catalogue.words(&told_time.sentences),
        told_time_number: told_time.number,
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
        report.texts = without_told(texts.all(), &report.lines());
    }
    report.spoken = Spoken::of(current.0.as_ref(), &report, &catalogue);
    if current.0.as_ref() != Some(&report) {
        current.0 = Some(report);
    }
}

/// What a player had left when the turn began: a report that counts seconds would never come to an end.
fn seconds_left(game: &Match, player: Player) -> Option<u64> {
    game.time_left(player, None).filter(|_| game.ending().is_none()).map(|left_ms| left_ms / 1000)
}

fn board_report(
    record: &Record,
    legal: &LegalMoves,
    worths: &[Worth],
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
    fn a_turn_is_told_whose_where_and_how_many() {
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
    fn a_cut_in_is_told_as_one() {
        let board = "name: x\nplayers: black white\ncut-ins: 2 cyan\nboard:\n.WB.WG\n";
        let text = sentence(board, "a1 d1");
        assert!(text.starts_with("Cyan cut in on d1"), "{text}");
    }
}
