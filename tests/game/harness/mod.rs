//! A game that is stepped by hand: how tests create it, and its reports.

mod input;
pub(crate) mod network;
mod output;
mod rooms;

use std::fmt;
use std::sync::Once;
use std::time::Duration;

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::asset::AssetPlugin;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::image::{CompressedImageFormatSupport, CompressedImageFormats};
use bevy::input::InputPlugin;
use bevy::input_focus::{InputDispatchPlugin, InputFocusPlugin};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::render::sync_world::SyncWorldPlugin;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::ButtonPlugin;
use bevy::window::{ExitCondition, PrimaryWindow, WindowPlugin, WindowResolution};
use bevy::winit::WinitPlugin;
use irogaeshi::cpu::CpuPlayer;
use irogaeshi::game::{
    CommandRefused, DrawingPlugin, EndSystems, GamePlugin, Match, MatchSetup, Navigate, OnlineCommand, Pace,
    ReportChanged, ReportPlugin, Screen, Seat, Settings, SetupCommand, SoundCue, TurnPlayed,
};
use irogaeshi::rules::{ByPlayer, PlayError, Player, Record, Square, Variant};
use serde::Deserialize;
use tracing::field::{Field, Visit};
use tracing::span;

pub(crate) use output::read;
pub(crate) use rooms::{ANNA, BEN, ME, TestRoom, connected};

/// Duration of each step.
pub(crate) const FRAME: Duration = Duration::from_millis(10);
/// Maximum number of steps for any motion.
pub(crate) const MAX_MOTION_STEPS: usize = 1_000;
/// Maximum number of steps for a CPU player's move, several times more than it takes. It thinks on a thread in real
/// time, which steps do not measure.
pub(crate) const MAX_THINKING_STEPS: usize = 8_000;
/// Minimum time to wait for a CPU player's move, since steps may be quick.
const MIN_THINKING_TIME: Duration = Duration::from_mins(1);

/// Only humans at this screen.
pub(crate) fn humans() -> ByPlayer<Seat> {
    ByPlayer::from_fn(|_| Seat::Human)
}

/// Humans and one CPU player.
pub(crate) fn cpu_plays(player: Player, cpu: impl Into<CpuPlayer>) -> ByPlayer<Seat> {
    let mut seats = humans();
    seats[player] = Seat::Cpu(cpu.into());
    seats
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().expect("a square's name")
}

/// A match on the ordinary board with this side.
pub(crate) fn classic(side: u8, seats: ByPlayer<Seat>) -> Match {
    Match::new(Variant::classic(side).expect("an even side from 4 to 16"), seats, 1)
}

/// A match on a board whose rows are separated by slashes.
pub(crate) fn on_board(rows: &str, players: &str) -> Match {
    let text = format!("name: A board\nplayers: {players}\nboard:\n{}\n", rows.replace('/', "\n"));
    Match::new(text.parse().expect("a variant"), humans(), 1)
}

/// Plays these moves in a match.
pub(crate) fn played(mut game: Match, moves: &str) -> Match {
    game.record.play_moves(moves).expect("legal moves");
    game
}

/// Finds a random game with a turn that fulfils `wanted`. Returns the record right before that turn, and its square.
pub(crate) fn before_turn(variant: &Variant, wanted: impl Fn(&irogaeshi::rules::Turn) -> bool) -> (Record, Square) {
    for seed in 0..10_000 {
        let mut record = random_game(variant, seed);
        if let Some(ply) = record.played().iter().position(&wanted) {
            let square = record.played()[ply].square().expect("random games have no passes by choice");
            record.jump(ply);
            return (record, square);
        }
    }
    panic!("no random game of {} has such a turn", variant.name());
}

/// A game of random moves to its end.
pub(crate) fn random_game(variant: &Variant, seed: u64) -> Record {
    let mut record = Record::new(variant.clone());
    let mut dice = seed;
    while let Some(player) = record.position().to_move() {
        let legal: Vec<Square> = record.position().legal_squares().iter().collect();
        // A step of Knuth's linear congruential generator, which is random enough, because games only have to differ.
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        record.play(player, legal[(dice >> 33) as usize % legal.len()]).expect("a legal move");
    }
    record
}

/// Messages of the game since the test last took them.
#[derive(Resource, Default, Debug)]
pub(crate) struct ReceivedMessages {
    pub(crate) cues: Vec<SoundCue>,
    pub(crate) turns: Vec<TurnPlayed>,
    pub(crate) refusals: Vec<(Square, PlayError)>,
    /// Commands for online play.
    pub(crate) online: Vec<OnlineCommand>,
    /// The latest report, as JSON.
    report: String,
}

impl ReceivedMessages {
    /// Names of the cues, in order.
    pub(crate) fn sounds(&self) -> Vec<String> {
        let name = |cue: &SoundCue| format!("{cue:?}").chars().take_while(char::is_ascii_alphabetic).collect();
        self.cues.iter().map(name).collect()
    }
}

/// The latest report, for the page and for tests.
#[derive(Resource, Deserialize, Clone, Default, Debug)]
pub(crate) struct ShownReport {
    pub(crate) status: String,
    pub(crate) spoken: ReportedSpeech,
    pub(crate) notice: Option<String>,
    /// Texts of a screen without a board.
    pub(crate) texts: Vec<ReportedText>,
    /// Rows of the board in the editor.
    pub(crate) draft: Option<Vec<String>>,
    board: Option<ReportedBoard>,
    pub(crate) buttons: Vec<Control>,
    pub(crate) fields: Vec<Control>,
    pub(crate) sliders: Vec<Control>,
}

impl ShownReport {
    /// Buttons, fields and sliders.
    pub(crate) fn controls(&self) -> impl Iterator<Item = &Control> {
        self.buttons.iter().chain(&self.fields).chain(&self.sliders)
    }
}

/// A text on the screen.
#[derive(Deserialize, Clone, Default, Debug)]
pub(crate) struct ReportedText {
    pub(crate) is_heading: bool,
    pub(crate) text: String,
}

/// Announcements for screen readers.
#[derive(Deserialize, Clone, Default, Debug)]
pub(crate) struct ReportedSpeech {
    pub(crate) news: String,
    pub(crate) advice: String,
}

/// Size and position of a board, as reported.
#[derive(Deserialize, Clone, Debug)]
struct ReportedBoard {
    columns: u8,
    rows: u8,
    area: ReportedBoardArea,
}

#[derive(Deserialize, Clone, Copy, Debug)]
struct ReportedBoardArea {
    left: f32,
    top: f32,
    cell: f32,
    within: Area,
}

impl ShownReport {
    /// Middle of a square in the window.
    pub(crate) fn middle(&self, name: &str) -> Vec2 {
        let ReportedBoardArea { left, top, cell, .. } = self.board.as_ref().expect("a board is on the screen").area;
        let square = square(name);
        Vec2::new(left, top) + (Vec2::new(f32::from(square.column()), f32::from(square.row())) + 0.5) * cell
    }
}

impl ShownReport {
    /// Area of all squares in the window, and the side of one; `None` without a board.
    pub(crate) fn squares(&self) -> Option<(Rect, f32)> {
        let ReportedBoard { columns, rows, area: ReportedBoardArea { left, top, cell, .. } } = self.board.as_ref()?;
        let size = Vec2::new(f32::from(*columns), f32::from(*rows)) * *cell;
        Some((Rect::from_corners(Vec2::new(*left, *top), Vec2::new(*left, *top) + size), *cell))
    }
}

impl ShownReport {
    /// Visible area of the squares; `None` without a board.
    pub(crate) fn seen_squares(&self) -> Option<Rect> {
        self.board.as_ref().map(|board| board.area.within.into())
    }
}

/// A button, field or slider, as reported.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct Control {
    pub(crate) label: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) placeholder: String,
    area: Area,
    within: Option<Area>,
    #[serde(default)]
    pub(crate) disabled: bool,
    #[serde(default)]
    pub(crate) chosen: bool,
    #[serde(default)]
    pub(crate) text: String,
}

#[derive(Deserialize, Clone, Copy, Debug)]
struct Area {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl From<Area> for Rect {
    fn from(area: Area) -> Self {
        Self::new(area.left, area.top, area.left + area.width, area.top + area.height)
    }
}

impl Control {
    /// Its area, which may be partly or wholly out of sight.
    pub(crate) fn area(&self) -> Rect {
        self.area.into()
    }

    /// Visible part of the window, if it is in a scrolling area.
    pub(crate) fn within(&self) -> Option<Rect> {
        self.within.map(Rect::from)
    }

    /// Returns whether all of it is visible.
    pub(crate) fn is_seen(&self) -> bool {
        self.within().is_none_or(|within| within.union(self.area()) == within)
    }

    /// Returns whether as much of it is visible as fits. A control that is larger than its scrolling area never fits
    /// whole.
    pub(crate) fn is_reached(&self) -> bool {
        self.within().is_none_or(|within| {
            let area = self.area();
            let seen = within.intersect(area).size() + 1.0;
            seen.cmpge(area.size().min(within.size())).all()
        })
    }
}

fn listen(
    mut cues: MessageReader<SoundCue>,
    mut turns: MessageReader<TurnPlayed>,
    mut refusals: MessageReader<CommandRefused>,
    mut online: MessageReader<OnlineCommand>,
    mut reports: MessageReader<ReportChanged>,
    mut messages: ResMut<ReceivedMessages>,
    mut shown: ResMut<ShownReport>,
) {
    messages.cues.extend(cues.read().cloned());
    messages.turns.extend(turns.read().cloned());
    messages.online.extend(online.read().cloned());
    let illegal = refusals.read().filter_map(CommandRefused::illegal_placement);
    messages.refusals.extend(illegal.map(|(square, reason)| (square, reason.clone())));
    if let Some(ReportChanged(report)) = reports.read().last() {
        *shown = serde_json::from_str(report).expect("a report has the known form");
        // The texts of a screen count as part of its status.
        let ends = |text: &str| text.ends_with(['.', '?', '!', '。', '？', '！']);
        let sentence = |text: &String| if ends(text) { text.clone() } else { format!("{text}.") };
        let texts = shown.texts.iter().map(|found| sentence(&found.text)).collect::<Vec<_>>();
        shown.status = std::iter::once(shown.status.clone()).chain(texts).collect::<Vec<_>>().join(" ");
        messages.report.clone_from(report);
    }
}

/// The game in a window that is never drawn.
pub(crate) struct TestGame {
    app: App,
    /// Set if interface and texts are laid out, as in a real window.
    is_laid_out: bool,
}

impl TestGame {
    /// A game at the title, without layout.
    pub(crate) fn new() -> Self {
        Self::run(Self::app(), false)
    }

    /// A game at the title, without layout and with another plugin.
    pub(crate) fn with_plugin(plugin: impl Plugin) -> Self {
        let mut app = Self::app();
        app.add_plugins(plugin);
        Self::run(app, false)
    }

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            StatesPlugin,
            AssetPlugin::default(),
            InputPlugin,
            WindowPlugin { exit_condition: ExitCondition::DontExit, ..default() },
            // Gives keys to the focused button, and lets buttons react to them.
            InputFocusPlugin,
            InputDispatchPlugin,
            ButtonPlugin,
            GamePlugin,
            ReportPlugin,
        ));
        app
    }

    /// A game at the title, laid out in a window of this size in logical pixels: everything except drawing.
    pub(crate) fn in_window(width: u32, height: u32) -> Self {
        Self::run(Self::app_in_window(width, height), true)
    }

    /// The same with another plugin.
    pub(crate) fn in_window_with(width: u32, height: u32, plugin: impl Plugin) -> Self {
        let mut app = Self::app_in_window(width, height);
        app.add_plugins(plugin);
        Self::run(app, true)
    }

    fn app_in_window(width: u32, height: u32) -> App {
        let mut app = App::new();
        // Bevy warns about the missing renderer.
        WARNINGS_ARE_FINE.set(true);
        let window = Window { resolution: WindowResolution::new(width, height), ..default() };
        let no_renderer = WgpuSettings { backends: None, ..default() };
        app.add_plugins((
            DefaultPlugins
                .build()
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>()
                .disable::<TerminalCtrlCHandlerPlugin>()
                .set(WindowPlugin {
                    primary_window: Some(window),
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                })
                .set(RenderPlugin { render_creation: no_renderer.into(), ..default() }),
            GamePlugin,
            DrawingPlugin,
            ReportPlugin,
        ))
        // The renderer would add these.
        .insert_resource(CompressedImageFormatSupport(CompressedImageFormats::NONE))
        .add_plugins(SyncWorldPlugin);
        WARNINGS_ARE_FINE.set(false);
        app
    }

    fn run(mut app: App, is_laid_out: bool) -> Self {
        fail_on_warnings();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
            .init_resource::<ReceivedMessages>()
            .init_resource::<ShownReport>()
            .add_systems(Last, listen.after(EndSystems::Report));
        app.finish();
        app.cleanup();
        // Single-threaded, because handing small systems to threads takes longer than running them.
        for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
        let mut game = Self { app, is_laid_out };
        game.step();
        game
    }

    /// A game with a match on the board and default settings.
    pub(crate) fn with(game: Match) -> Self {
        Self::with_settings(game, Settings::default())
    }

    /// A game with a match on the board.
    pub(crate) fn with_settings(game: Match, settings: Settings) -> Self {
        let mut test = Self::new();
        test.app.insert_resource(settings);
        test.enter(game);
        test
    }

    /// Puts a match on the board, from the title.
    pub(crate) fn enter(&mut self, game: Match) {
        self.app.insert_resource(game);
        self.act(Navigate::To(Screen::Match));
        self.arrive();
    }

    /// Starts a match with this setup.
    pub(crate) fn start(&mut self, setup: MatchSetup) {
        self.app.insert_resource(setup);
        self.act(SetupCommand::Start);
        self.arrive();
    }

    /// The world, for access that only one test needs.
    pub(crate) fn world_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }

    fn arrive(&mut self) {
        self.run_until("the match is on the screen", 10, |game| game.screen() == Screen::Match);
        if !self.is_laid_out {
            self.lay_out();
        }
        self.steps(2);
    }

    /// Gives the board the area that the layout would.
    fn lay_out(&mut self) {
        let mut window = self.app.world_mut().query_filtered::<&Window, With<PrimaryWindow>>();
        let size = window.single(self.app.world()).expect("one window").size();
        let area = self.board_area();
        let node = ComputedNode { size: size * 0.75, ..default() };
        self.app.world_mut().entity_mut(area).insert((node, UiGlobalTransform::from_translation(size * 0.5)));
    }
}

impl fmt::Debug for TestGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("TestGame");
        fields.field("screen", &self.screen()).field("phase", &self.phase());
        if let Some(game) = self.app.world().get_resource::<Match>() {
            fields.field("record", &game.record.to_string());
        }
        fields.finish_non_exhaustive()
    }
}

/// Settings without motion and without pauses of CPU players.
pub(crate) fn at_once() -> Settings {
    Settings { pace: Some(Pace::Still), cpu_delay: Duration::ZERO, ..default() }
}

/// Turns every logged warning or error into a failure, because no test expects one.
fn fail_on_warnings() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::subscriber::set_global_default(NoWarnings).expect("nothing else listens to the log");
    });
}

thread_local! {
    static WARNINGS_ARE_FINE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

struct NoWarnings;

struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0 = format!("{}{} = {value:?} ", self.0, field.name());
    }
}

impl tracing::Subscriber for NoWarnings {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() <= tracing::Level::WARN
    }

    fn event(&self, event: &tracing::Event<'_>) {
        if WARNINGS_ARE_FINE.get() {
            return;
        }
        let mut words = Words(String::new());
        event.record(&mut words);
        panic!("{} was logged: {}", event.metadata().level(), words.0);
    }

    // Spans are not enabled, so these functions are never called.
    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}
