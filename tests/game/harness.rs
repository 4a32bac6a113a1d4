//! A game that is stepped by hand: what a test does to it, and what it sees of it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Once;
use std::time::Duration;

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::asset::AssetPlugin;
use bevy::camera::NormalizedRenderTarget;
use bevy::ecs::resource::IsResource;
use bevy::image::{CompressedImageFormatSupport, CompressedImageFormats};
use bevy::input::ButtonState;
use bevy::input::InputPlugin;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::input_focus::{InputDispatchPlugin, InputFocus, InputFocusPlugin};
use bevy::log::LogPlugin;
use bevy::picking::backend::HitData;
use bevy::picking::pointer::{Location, PointerId};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::{Button, ButtonPlugin, ScrollbarThumb};
use bevy::window::{
    CursorMoved, ExitCondition, PrimaryWindow, RequestRedraw, WindowEvent, WindowPlugin, WindowRef, WindowResized,
    WindowResolution,
};
use bevy::winit::{UpdateMode, WinitPlugin, WinitSettings};
use bevy_tweening::TweenAnim;
use irogaeshi::cpu::CpuPlayer;
use irogaeshi::game::{
    Action, Blast, BoardArea, BoardFocus, Cell, DrawingPlugin, GamePlugin, LegalMoves, Marks, Match, MatchSetup,
    Motion, MoveIntent, MoveRefused, Pace, Phase, ReportChanged, ReportPlugin, ReportSystems, Screen, Seat, Settings,
    ShownCounts, SoundCue, Stone, ThinkingProgress, TurnPlayed, VariantChoice,
};
use irogaeshi::rules::{Board, ByPlayer, Cell as Place, Disc, Player, Position, Record, Square, Variant};
use serde::Deserialize;
use tracing::field::{Field, Visit};
use tracing::span;

/// How long each step of the game lasts.
pub(crate) const FRAME: Duration = Duration::from_millis(10);
/// More steps than anything that moves by itself takes.
pub(crate) const SETTLED: usize = 1_000;
/// More steps than a thought takes: it is thought on a thread, in time that is not the test's.
pub(crate) const THOUGHT: usize = 200_000;

/// Nobody but persons at this screen.
pub(crate) fn persons() -> ByPlayer<Seat> {
    ByPlayer::from_fn(|_| Seat::Person)
}

/// Persons, and one CPU player.
pub(crate) fn cpu_plays(player: Player, cpu: impl Into<CpuPlayer>) -> ByPlayer<Seat> {
    let mut seats = persons();
    seats[player] = Seat::Cpu(cpu.into());
    seats
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().expect("a square's name")
}

/// A match on the ordinary board of this side.
pub(crate) fn classic(side: u8, seats: ByPlayer<Seat>) -> Match {
    Match::new(Variant::classic(side).expect("an even side from 4 to 16"), seats, 1)
}

/// A match on a board whose rows are separated by slashes.
pub(crate) fn on_board(rows: &str, players: &str) -> Match {
    let text = format!("name: A board\nplayers: {players}\nboard:\n{}\n", rows.replace('/', "\n"));
    Match::new(text.parse().expect("a variant"), persons(), 1)
}

/// A match in which these moves are played.
pub(crate) fn played(mut game: Match, moves: &str) -> Match {
    game.record.play_moves(moves).expect("legal moves");
    game
}

/// The first game of random moves in which a turn is as asked for, cut off right before that turn.
pub(crate) fn before_turn(variant: &Variant, wanted: impl Fn(&irogaeshi::rules::Turn) -> bool) -> (Record, Square) {
    for seed in 0..10_000 {
        let mut record = random_game(variant, seed);
        if let Some(ply) = record.played().iter().position(&wanted) {
            let square = record.played()[ply].placement.square();
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
        // A step of Knuth's generator: the games only have to differ.
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        record.play(player, legal[(dice >> 33) as usize % legal.len()]).expect("a legal move");
    }
    record
}

/// Everything the game has said since the test last asked.
#[derive(Resource, Default, Debug)]
pub(crate) struct Heard {
    pub(crate) cues: Vec<SoundCue>,
    pub(crate) turns: Vec<TurnPlayed>,
    pub(crate) refusals: Vec<MoveRefused>,
    /// The newest report, as JSON.
    report: String,
}

/// What the game last said of itself to the page and to tests.
#[derive(Resource, Deserialize, Clone, Default, Debug)]
pub(crate) struct Told {
    pub(crate) status: String,
    pub(crate) notice: Option<String>,
    /// The rows of the board in the editor.
    pub(crate) draft: Option<Vec<String>>,
    board: Option<ToldBoard>,
    pub(crate) buttons: Vec<Control>,
    pub(crate) fields: Vec<Control>,
}

/// Where a board lies, as the game reports it.
#[derive(Deserialize, Clone, Debug)]
struct ToldBoard {
    area: ToldBoardArea,
}

#[derive(Deserialize, Clone, Copy, Debug)]
struct ToldBoardArea {
    left: f32,
    top: f32,
    cell: f32,
}

impl Told {
    /// The middle of a square in the window.
    pub(crate) fn middle(&self, name: &str) -> Vec2 {
        let ToldBoardArea { left, top, cell } = self.board.as_ref().expect("a board is on the screen").area;
        let square = square(name);
        Vec2::new(left, top) + (Vec2::new(f32::from(square.column()), f32::from(square.row())) + 0.5) * cell
    }
}

/// A button or a field, as the game reports it.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct Control {
    pub(crate) label: String,
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
    /// Where it lies, also where that cannot be seen.
    pub(crate) fn area(&self) -> Rect {
        self.area.into()
    }

    /// Where it would have to lie to be seen, if it can be scrolled.
    pub(crate) fn within(&self) -> Option<Rect> {
        self.within.map(Rect::from)
    }

    /// Whether all of it is seen.
    pub(crate) fn is_seen(&self) -> bool {
        self.within().is_none_or(|within| within.union(self.area()) == within)
    }
}

fn listen(
    mut cues: MessageReader<SoundCue>,
    mut turns: MessageReader<TurnPlayed>,
    mut refusals: MessageReader<MoveRefused>,
    mut reports: MessageReader<ReportChanged>,
    mut heard: ResMut<Heard>,
    mut told: ResMut<Told>,
) {
    heard.cues.extend(cues.read().copied());
    heard.turns.extend(turns.read().cloned());
    heard.refusals.extend(refusals.read().cloned());
    if let Some(ReportChanged(report)) = reports.read().last() {
        *told = serde_json::from_str(report).expect("a report has the known form");
        heard.report.clone_from(report);
    }
}

/// The game in a window that nobody draws.
pub(crate) struct TestGame {
    app: App,
    /// Whether interface and text have their places, as in a real window.
    is_laid_out: bool,
}

impl TestGame {
    /// At the title, with nothing laid out.
    pub(crate) fn new() -> Self {
        Self::run(Self::app(), false)
    }

    /// At the title, with nothing laid out and something more plugged in.
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
            // What gives keys to the focused button, and lets buttons act on them.
            InputFocusPlugin,
            InputDispatchPlugin,
            ButtonPlugin,
            GamePlugin,
            ReportPlugin,
        ));
        app
    }

    /// At the title, laid out in a window of this size in logical pixels: everything but the pixels.
    pub(crate) fn in_window(width: u32, height: u32) -> Self {
        let mut app = App::new();
        // Bevy says what it misses without a renderer.
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
        // Asked of the renderer, were there one.
        .insert_resource(CompressedImageFormatSupport(CompressedImageFormats::NONE));
        WARNINGS_ARE_FINE.set(false);
        Self::run(app, true)
    }

    fn run(mut app: App, is_laid_out: bool) -> Self {
        fail_on_warnings();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
            .init_resource::<Heard>()
            .init_resource::<Told>()
            .add_systems(Last, listen.after(ReportSystems));
        app.finish();
        app.cleanup();
        let mut game = Self { app, is_laid_out };
        game.step();
        game
    }

    /// A match on the board, with everything at its default.
    pub(crate) fn with(game: Match) -> Self {
        Self::with_settings(game, Settings::default())
    }

    /// A match on the board.
    pub(crate) fn with_settings(game: Match, settings: Settings) -> Self {
        let mut test = Self::new();
        test.app.insert_resource(settings);
        test.enter(game);
        test
    }

    /// Puts a match onto the board, from the title.
    pub(crate) fn enter(&mut self, game: Match) {
        self.app.insert_resource(game);
        self.act(Action::Continue);
        self.arrive();
    }

    /// Chooses on the new-game screen, and starts.
    pub(crate) fn start(&mut self, setup: MatchSetup) {
        self.app.insert_resource(setup);
        self.act(Action::Start);
        self.arrive();
    }

    /// The world, for what only one test asks of it.
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

    /// Gives the board the place that a layout would give it.
    fn lay_out(&mut self) {
        let mut window = self.app.world_mut().query_filtered::<&Window, With<PrimaryWindow>>();
        let size = window.single(self.app.world()).expect("one window").size();
        let area = self.board_area();
        let node = ComputedNode { size: size * 0.75, ..default() };
        self.app.world_mut().entity_mut(area).insert((node, UiGlobalTransform::from_translation(size * 0.5)));
    }

    // What a test does.

    /// One frame.
    pub(crate) fn step(&mut self) {
        self.app.update();
    }

    /// Some frames.
    pub(crate) fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.step());
    }

    /// As many frames as this lasts.
    pub(crate) fn pass(&mut self, duration: Duration) {
        self.steps(duration.div_duration_f32(FRAME).ceil() as usize);
    }

    /// Steps until something is so; how many steps that took.
    ///
    /// # Panics
    /// When it is not so after `limit` steps.
    pub(crate) fn run_until(&mut self, what: &str, limit: usize, is_so: impl Fn(&mut Self) -> bool) -> usize {
        for taken in 0..=limit {
            if is_so(self) {
                return taken;
            }
            // Whoever thinks gets its turn also where there is only one core.
            std::thread::yield_now();
            self.step();
        }
        panic!("after {limit} steps it is still not so that {what}; {self:?}");
    }

    /// Steps until every stone lies still.
    pub(crate) fn rest(&mut self) {
        self.run_until("every stone lies still", SETTLED, |game| !game.is_moving());
    }

    /// Steps until so many turns are on the record and lie still.
    pub(crate) fn until_ply(&mut self, ply: usize) {
        self.run_until(&format!("ply {ply} is reached"), THOUGHT, |game| game.ply() >= ply);
        assert_eq!(self.ply(), ply, "nothing more is played");
        self.rest();
    }

    /// Steps until the game has ended, whoever plays.
    pub(crate) fn until_over(&mut self) {
        self.run_until("the game is over", THOUGHT, |game| game.phase() == Phase::Over);
    }

    pub(crate) fn write<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
    }

    /// Asks for something, and lets one frame obey.
    pub(crate) fn act(&mut self, action: Action) {
        self.write(action);
        self.step();
    }

    /// Whoever is to move plays; one frame.
    pub(crate) fn play(&mut self, name: &str) {
        let player = self.position().to_move().expect("the game goes on");
        self.intend(player, name);
    }

    /// Somebody wants to play; one frame.
    pub(crate) fn intend(&mut self, player: Player, name: &str) {
        self.write(MoveIntent { player, square: square(name) });
        self.step();
    }

    /// Presses and releases a key.
    pub(crate) fn press(&mut self, key: Key) {
        let key_code = match &key {
            Key::Escape => KeyCode::Escape,
            Key::Enter => KeyCode::Enter,
            Key::Space => KeyCode::Space,
            Key::Backspace => KeyCode::Backspace,
            Key::Tab => KeyCode::Tab,
            Key::ArrowUp => KeyCode::ArrowUp,
            Key::ArrowDown => KeyCode::ArrowDown,
            Key::ArrowLeft => KeyCode::ArrowLeft,
            Key::ArrowRight => KeyCode::ArrowRight,
            // Where a letter is on the keyboard means nothing to the game.
            _ => KeyCode::Unidentified(NativeKeyCode::Unidentified),
        };
        let window = self.window();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical_key = key.clone();
            let text = match &key {
                Key::Character(text) => Some(text.clone()),
                Key::Space => Some(" ".into()),
                _ => None,
            };
            self.write(KeyboardInput { key_code, logical_key, state, text, repeat: false, window });
            self.step();
        }
    }

    /// Walks on with Tab, or back with Shift and Tab.
    pub(crate) fn press_tab(&mut self, backwards: bool) {
        let window = self.window();
        let key = |key_code, logical_key, state| KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        };
        let shift = |state| key(KeyCode::ShiftLeft, Key::Shift, state);
        if backwards {
            self.write(shift(ButtonState::Pressed));
        }
        self.press(Key::Tab);
        if backwards {
            self.write(shift(ButtonState::Released));
            self.step();
        }
    }

    /// Chooses a built-in board, as if it had been chosen before.
    pub(crate) fn choose_board(&mut self, key: &str) {
        self.act(Action::ChooseVariant(VariantChoice::BuiltIn(key.to_owned())));
    }

    /// Types letters and digits, one key after the other.
    pub(crate) fn type_keys(&mut self, text: &str) {
        text.chars().for_each(|character| self.press(Key::Character(character.to_string().into())));
    }

    /// Moves the pointer over a square.
    pub(crate) fn point_at(&mut self, name: &str) {
        self.point(PointerId::Mouse, name, Move { hit: no_hit(), delta: Vec2::ZERO });
        self.step();
    }

    /// Clicks on a square.
    pub(crate) fn click(&mut self, name: &str) {
        self.point(PointerId::Mouse, name, click());
        self.step();
    }

    /// Puts a finger on a square.
    pub(crate) fn put_finger_on(&mut self, name: &str) {
        self.point(FINGER, name, Press { button: PointerButton::Primary, hit: no_hit(), count: 1 });
        self.step();
    }

    /// Moves the finger to a square.
    pub(crate) fn slide_finger_to(&mut self, name: &str) {
        self.point(FINGER, name, Move { hit: no_hit(), delta: Vec2::ONE });
        self.step();
    }

    /// Lifts the finger from the square that it is on.
    pub(crate) fn lift_finger_from(&mut self, name: &str) {
        self.point(FINGER, name, click());
        self.point(FINGER, name, Release { button: PointerButton::Primary, hit: no_hit() });
        self.step();
    }

    fn point<E: fmt::Debug + Clone + Reflect>(&mut self, pointer: PointerId, name: &str, event: E)
    where
        Pointer<E>: for<'a> Event<Trigger<'a>: Default>,
    {
        let position = self.point_of(square(name));
        let window = WindowRef::Primary.normalize(Some(self.window())).expect("a window");
        let location = Location { target: NormalizedRenderTarget::Window(window), position };
        let area = self.board_area();
        self.app.world_mut().trigger(Pointer::new(pointer, location, event, area));
    }

    /// The middle of a square in the window, worked out from where its cell is drawn.
    fn point_of(&mut self, wanted: Square) -> Vec2 {
        let world = self.app.world_mut();
        let window = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).expect("one window").size();
        let mut cells = world.query::<(&Cell, &Transform, &ChildOf)>();
        let (_, cell, parent) = cells.iter(world).find(|(cell, ..)| cell.0 == wanted).expect("a cell for the square");
        let board = world.get::<Transform>(parent.parent()).expect("the board is somewhere");
        let drawn = board.transform_point(cell.translation).truncate();
        window / 2.0 + drawn * Vec2::new(1.0, -1.0)
    }

    fn write_window_event(&mut self, event: impl Into<WindowEvent>) {
        self.write::<WindowEvent>(event.into());
    }

    fn touch(&mut self, phase: TouchPhase, position: Vec2) {
        let touch = TouchInput { phase, position, window: self.window(), force: None, id: 7 };
        self.write(touch);
        self.write_window_event(touch);
        self.step();
    }

    /// Puts a finger onto a point of the window, moves it in some frames, and lifts it, all in a frame each.
    pub(crate) fn drag_finger(&mut self, from: Vec2, to: Vec2, frames: u8) {
        self.touch(TouchPhase::Started, from);
        for frame in 1..=frames {
            self.touch(TouchPhase::Moved, from.lerp(to, f32::from(frame) / f32::from(frames)));
        }
        self.touch(TouchPhase::Ended, to);
        self.step();
    }

    /// Touches a point of the window with a finger.
    pub(crate) fn tap(&mut self, point: Vec2) {
        self.drag_finger(point, point, 1);
    }

    /// Presses or releases a button of the mouse where it is.
    pub(crate) fn mouse(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window();
        self.write_window_event(MouseButtonInput { button, state, window });
        self.steps(2);
    }

    /// Clicks on the button or field that is called this.
    pub(crate) fn click_on(&mut self, label: &str) {
        self.click_at(self.control(label).area().center());
        self.steps(2);
    }

    /// Presses and releases keys together.
    pub(crate) fn press_together(&mut self, keys: &[Key]) {
        let window = self.window();
        let key_code = KeyCode::Unidentified(NativeKeyCode::Unidentified);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            for logical_key in keys.iter().cloned() {
                self.write(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
            }
        }
        self.steps(2);
    }

    /// Moves the mouse to a point of the window, and lets that be noticed.
    pub(crate) fn move_mouse(&mut self, position: Vec2) {
        let window = self.window();
        self.write_window_event(CursorMoved { window, position, delta: None });
        self.steps(2);
    }

    /// Clicks on a point of the window with the mouse.
    pub(crate) fn click_at(&mut self, point: Vec2) {
        self.move_mouse(point);
        let window = self.window();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.write_window_event(MouseButtonInput { button: MouseButton::Left, state, window });
            self.step();
        }
        self.step();
    }

    /// Holds the mouse down at a point of the window, moves it, and lets go.
    pub(crate) fn drag_mouse(&mut self, from: Vec2, to: Vec2) {
        self.move_mouse(from);
        let window = self.window();
        self.write_window_event(MouseButtonInput { button: MouseButton::Left, state: ButtonState::Pressed, window });
        self.step();
        self.move_mouse(from.lerp(to, 0.5));
        self.move_mouse(to);
        self.write_window_event(MouseButtonInput { button: MouseButton::Left, state: ButtonState::Released, window });
        self.steps(2);
    }

    /// Turns the wheel until all of a control is seen, or as much of it as its place has room for.
    pub(crate) fn scroll_to(&mut self, label: &str) {
        for _ in 0..100 {
            let control = self.control(label);
            let Some(within) = control.within().filter(|_| !control.is_seen()) else { return };
            let is_above = control.area().min.y < within.min.y;
            self.turn_wheel(within.center(), if is_above { 0.5 } else { -0.5 });
        }
        panic!("\"{label}\" cannot be scrolled to");
    }

    /// Gives the window another size.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let window = self.window();
        let (width, height) = (width as f32, height as f32);
        self.app.world_mut().get_mut::<Window>(window).expect("one window").resolution.set(width, height);
        self.write(WindowResized { window, width, height });
        self.step();
    }

    /// Turns the wheel over a point of the window; one line is one click of it, away from the person if positive.
    pub(crate) fn turn_wheel(&mut self, point: Vec2, lines: f32) {
        self.move_mouse(point);
        let (unit, phase, window) = (MouseScrollUnit::Line, TouchPhase::Moved, self.window());
        self.write_window_event(MouseWheel { unit, x: 0.0, y: lines, window, phase });
        self.steps(2);
    }

    // What a test sees.

    /// What the game told last: buttons and fields with their places. Only in a window.
    pub(crate) fn told(&self) -> &Told {
        assert!(self.is_laid_out, "nothing has a place");
        self.app.world().resource::<Told>()
    }

    /// The button or field that is called this.
    pub(crate) fn control(&self, label: &str) -> Control {
        let Told { buttons, fields, .. } = self.told();
        let found = buttons.iter().chain(fields).find(|control| control.label == label);
        found.unwrap_or_else(|| panic!("nothing is called \"{label}\"; {self:?}")).clone()
    }

    /// The words on buttons, where they are, and where their button is, all in physical pixels.
    pub(crate) fn words_in_buttons(&mut self) -> Vec<(String, Rect, Rect)> {
        let world = self.app.world_mut();
        let area = |node: &ComputedNode, at: &UiGlobalTransform| Rect::from_center_size(at.translation, node.size());
        let mut texts = world.query::<(Entity, &Text, &ComputedNode, &UiGlobalTransform)>();
        let texts: Vec<(Entity, String, Rect)> =
            texts.iter(world).map(|(entity, text, node, at)| (entity, text.0.clone(), area(node, at))).collect();
        let mut parents = world.query::<&ChildOf>();
        let mut buttons = world.query_filtered::<(&ComputedNode, &UiGlobalTransform), With<Button>>();
        let mut words = Vec::new();
        for (entity, text, place) in texts {
            let mut above = entity;
            while let Ok(parent) = parents.get(world, above) {
                above = parent.parent();
                if let Ok((node, at)) = buttons.get(world, above) {
                    words.push((text, place, area(node, at)));
                    break;
                }
            }
        }
        words
    }

    /// The middles of the parts by which something is scrolled, where they are seen, from left to right.
    pub(crate) fn scrollbar_thumbs(&mut self) -> Vec<Vec2> {
        let world = self.app.world_mut();
        let mut thumbs = world.query_filtered::<(&UiGlobalTransform, &InheritedVisibility), With<ScrollbarThumb>>();
        let mut middles: Vec<Vec2> =
            thumbs.iter(world).filter(|(_, seen)| seen.get()).map(|(at, _)| at.translation).collect();
        middles.sort_by(|one, other| one.x.total_cmp(&other.x));
        middles
    }

    /// The choices made for the next match.
    pub(crate) fn setup(&self) -> &MatchSetup {
        self.app.world().resource::<MatchSetup>()
    }

    /// What the button or field with the focus of the keyboard is called.
    pub(crate) fn focused(&self) -> Option<String> {
        let focused = self.app.world().resource::<InputFocus>().get()?;
        self.app.world().get::<AccessibleLabel>(focused).map(|label| label.0.clone())
    }

    pub(crate) fn settings(&mut self) -> Mut<'_, Settings> {
        self.app.world_mut().resource_mut::<Settings>()
    }

    pub(crate) fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    pub(crate) fn phase(&self) -> Phase {
        *self.app.world().resource::<Phase>()
    }

    pub(crate) fn thinking(&self) -> ThinkingProgress {
        *self.app.world().resource::<ThinkingProgress>()
    }

    /// How long the game sleeps before its next frame unless something happens; `None` where it asked for one at once.
    pub(crate) fn sleep(&self) -> Option<Duration> {
        let redraws = self.app.world().resource::<Messages<RequestRedraw>>();
        match self.app.world().resource::<WinitSettings>().focused_mode {
            UpdateMode::Reactive { wait, .. } if redraws.iter_current_update_messages().count() == 0 => Some(wait),
            _ => None,
        }
    }

    pub(crate) fn game(&self) -> &Match {
        self.app.world().resource::<Match>()
    }

    /// The match, to be changed by other means than moves.
    pub(crate) fn game_mut(&mut self) -> Mut<'_, Match> {
        self.app.world_mut().resource_mut::<Match>()
    }

    pub(crate) fn position(&self) -> &Position {
        self.game().record.position()
    }

    pub(crate) fn ply(&self) -> usize {
        self.game().record.ply()
    }

    /// The squares played so far, such as "f5 d6".
    pub(crate) fn moves(&self) -> String {
        let squares = self.game().record.played().iter().map(|turn| turn.placement.square().to_string());
        squares.collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn counts(&self) -> ByPlayer<u16> {
        self.app.world().resource::<ShownCounts>().0
    }

    pub(crate) fn legal_moves(&self) -> &LegalMoves {
        self.app.world().resource::<LegalMoves>()
    }

    /// The name of the square that is pointed at.
    pub(crate) fn focus(&self) -> Option<String> {
        self.app.world().resource::<BoardFocus>().square.map(|square| square.to_string())
    }

    /// The name of the button that Enter would press.
    pub(crate) fn focused_button(&self) -> Option<String> {
        let button = self.app.world().resource::<InputFocus>().get()?;
        self.app.world().get::<Name>(button).map(ToString::to_string)
    }

    /// What was said since this was last asked.
    pub(crate) fn heard(&mut self) -> Heard {
        let mut heard = self.app.world_mut().resource_mut::<Heard>();
        let report = heard.report.clone();
        std::mem::replace(&mut *heard, Heard { report, ..default() })
    }

    /// What the game says that happens now, as screen readers are told it.
    pub(crate) fn status(&self) -> String {
        let report = &self.app.world().resource::<Heard>().report;
        let report: serde_json::Value = serde_json::from_str(report).expect("a report is JSON");
        report["status"].as_str().expect("a report has a status").to_owned()
    }

    /// Whether a stone is on its way.
    pub(crate) fn is_moving(&mut self) -> bool {
        self.count::<Motion>() > 0
    }

    /// How far the motion on a square has come; `None` where nothing moves.
    pub(crate) fn progress_on(&mut self, name: &str) -> Option<f32> {
        let world = self.app.world_mut();
        let mut moving = world.query::<(&Stone, &Motion)>();
        moving.iter(world).find(|(stone, _)| stone.square == square(name)).map(|(_, motion)| motion.progress())
    }

    /// The squares that are scorched, in reading order.
    pub(crate) fn scorched(&mut self) -> Vec<Square> {
        let blast = self.app.world().resource::<Blast>();
        let squares = self.position().board().squares();
        squares.filter(|square| blast.scorch(*square).soot > 0.0).collect()
    }

    /// What is marked on a square.
    pub(crate) fn marks_on(&mut self, name: &str) -> Marks {
        let world = self.app.world_mut();
        let mut cells = world.query::<(&Cell, &Marks)>();
        let (_, marks) = cells.iter(world).find(|(cell, _)| cell.0 == square(name)).expect("a cell for the square");
        *marks
    }

    /// How many entities have this component.
    pub(crate) fn count<C: Component>(&mut self) -> usize {
        self.app.world_mut().query_filtered::<(), With<C>>().iter(self.app.world()).count()
    }

    /// Every component of this kind.
    pub(crate) fn all<C: Component + Clone>(&mut self) -> Vec<C> {
        self.app.world_mut().query::<&C>().iter(self.app.world()).cloned().collect()
    }

    /// How many entities there are that hold no resource.
    pub(crate) fn entities(&mut self) -> usize {
        self.app.world_mut().query_filtered::<Entity, Without<IsResource>>().iter(self.app.world()).count()
    }

    /// The names of all entities, sorted.
    pub(crate) fn names(&mut self) -> Vec<String> {
        let mut names: Vec<String> =
            self.app.world_mut().query::<&Name>().iter(self.app.world()).map(ToString::to_string).collect();
        names.sort();
        names
    }

    /// The entities that a tween drives but that no longer have anything for it to drive.
    pub(crate) fn orphaned_tweens(&mut self) -> usize {
        let mut tweened = self.app.world_mut().query_filtered::<(Has<Motion>, Option<&Name>), With<TweenAnim>>();
        let is_board = |name: Option<&Name>| name.is_some_and(|name| name.as_str() == "board");
        tweened.iter(self.app.world()).filter(|(has_motion, name)| !has_motion && !is_board(*name)).count()
    }

    /// All text below the entity of this name; `None` when there is no such entity.
    pub(crate) fn text_below(&mut self, name: &str) -> Option<String> {
        let world = self.app.world_mut();
        let mut named = world.query::<(Entity, &Name)>();
        let found: Vec<Entity> =
            named.iter(world).filter(|(_, given)| given.as_str() == name).map(|(entity, _)| entity).collect();
        assert!(found.len() < 2, "there is more than one {name}");
        let root = *found.first()?;
        let mut texts = world.query::<&Text>();
        let mut children = world.query::<&Children>();
        let mut lines = Vec::new();
        let mut to_visit = vec![root];
        while let Some(entity) = to_visit.pop() {
            lines.extend(texts.get(world, entity).ok().map(|text| text.0.clone()));
            to_visit.extend(children.get(world, entity).into_iter().flat_map(|below| below.iter().rev()));
        }
        Some(lines.join("\n"))
    }

    /// Where the board is in the world, in pixels.
    pub(crate) fn board_at(&mut self) -> Vec2 {
        let world = self.app.world_mut();
        let mut named = world.query::<(&Name, &Transform)>();
        let (_, transform) = named.iter(world).find(|(name, _)| name.as_str() == "board").expect("a board");
        transform.translation.truncate()
    }

    /// The board as the stones show it, in the letters of the rules.
    ///
    /// # Panics
    /// When a stone lies on no square, on another's, or not where its cell is drawn.
    pub(crate) fn shown(&mut self) -> Vec<String> {
        let board = self.position().board().clone();
        let world = self.app.world_mut();
        let mut cells = world.query::<(&Cell, &Transform)>();
        let places: HashMap<Square, Vec2> =
            cells.iter(world).map(|(cell, at)| (cell.0, at.translation.truncate())).collect();
        assert_eq!(places.len(), board.squares().count(), "there is one cell for each square");
        let mut stones = world.query::<(&Stone, Option<&Motion>, &Transform)>();
        let mut shown: HashMap<Square, Disc> = HashMap::new();
        for (stone, motion, at) in stones.iter(world) {
            assert_eq!(places.get(&stone.square), Some(&at.translation.truncate()), "{stone:?} lies beside its cell");
            let earlier = stone.visible_disc(motion).and_then(|disc| shown.insert(stone.square, disc));
            assert_eq!(earlier, None, "two stones lie on {}", stone.square);
        }
        rows(&board, |square| shown.get(&square).copied())
    }

    /// Checks that what lies on the board is what the record says.
    pub(crate) fn assert_shows_record(&mut self) {
        let shown = self.shown();
        let board = self.position().board();
        assert_eq!(shown, rows(board, |square| board.disc(square)), "after {}", self.moves());
        assert_eq!(self.counts(), self.position().counts(), "after {}", self.moves());
    }

    pub(crate) fn window(&mut self) -> Entity {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("one window")
    }

    fn board_area(&mut self) -> Entity {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, With<BoardArea>>().single(world).expect("a place for the board")
    }
}

const FINGER: PointerId = PointerId::Touch(1);

fn no_hit() -> HitData {
    HitData::new(Entity::PLACEHOLDER, 0.0, None, None)
}

fn click() -> Click {
    Click { button: PointerButton::Primary, hit: no_hit(), duration: Duration::from_millis(80), count: 1 }
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

/// A board in the letters of the rules, with whatever discs lie on it.
fn rows(board: &Board, disc: impl Fn(Square) -> Option<Disc>) -> Vec<String> {
    let letter = |column, row| match Square::new(column, row) {
        Some(square) if board.cell(square) != Place::Hole => disc(square).map_or('.', Disc::letter),
        _ => '#',
    };
    (0..board.rows()).map(|row| (0..board.columns()).map(|column| letter(column, row)).collect()).collect()
}

/// Settings under which nothing moves and no CPU player waits.
pub(crate) fn at_once() -> Settings {
    Settings { pace: Pace::Still, cpu_delay: Duration::ZERO, ..default() }
}

/// Makes every warning and error that is logged a failure: no test expects one.
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

    // Spans are not enabled, so nothing asks for what follows to mean anything.
    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}
