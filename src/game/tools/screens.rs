//! Pictures of every screen at normal and double text size, in the system's language, for checking after changes to a
//! screen.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::cpu::Character;
use crate::game::analysis::advice::{AdviceCommand, AdviceKind};
use crate::game::analysis::review::ReviewStep;
use crate::game::analysis::simulator::SimulatorCommand;
use crate::game::cpu_seat::program_trials::TryProgram;
use crate::game::editor::{EditorCommand, Sheet};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::online::new_room::NewSeat;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::room_setup::RoomSetupCommand;
use crate::game::play::lesson::LessonCommand;
use crate::game::play::lesson::pages::Chapter;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::own_clock::OwnClockChange;
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::saves::StoragePlugin;
use crate::game::screens::new_game::{NewGameTab, ShowTab};
use crate::game::screens::overlays::program_form::ProgramFormCommand;
use crate::game::screens::settings::{SettingsSection, ShowSection};
use crate::game::settings::palette::colour_vision::ColourVision;
use crate::game::settings::programs::{Programs, RegisteredProgram};
use crate::game::settings::text_size::TextSize;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::storage::store_memory::MemoryStore;
use crate::game::text::say;
use crate::game::tools::scene::{FRAME, Moment, Scene, ScenePlugin, random_records};
use crate::game::ui::notice::{CloseNotice, Notice};
use crate::game::ui::on_press::OnPress;
use crate::notation::GameRecord;
use crate::online::Action;
use crate::rules::{DrawnBoard, Goal, Player};

/// Takes the pictures and saves them.
pub struct ScreensPlugin {
    /// Target folder, created if missing.
    pub folder: PathBuf,
    /// True if an online server is available, so that rooms can be pictured too.
    pub has_server: bool,
}

/// Text sizes in percent, and the suffixes of their pictures.
const TEXT_SIZES: [(u16, &str); 2] = [(100, ""), (200, "-large")];

impl Plugin for ScreensPlugin {
    fn build(&self, app: &mut App) {
        let scenes = TEXT_SIZES.into_iter().flat_map(|(percent, ending)| {
            let size = SettingCommand::ChooseTextSize(TextSize::from(percent));
            let mut scenes = scenes(self.has_server);
            scenes[0].opening.insert(0, OnPress::new(size));
            scenes.into_iter().map(move |scene| Scene { name: scene.name + ending, ..scene })
        });
        let scenes = scenes.collect();
        // The list of games shows the matches of earlier scenes.
        app.add_plugins(StoragePlugin::with_store(MemoryStore::default()))
            .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
            .add_plugins(ScenePlugin { scenes, folder: self.folder.clone(), visions: vec![ColourVision::AllCones] });
        // The language stays that of the system. CPU players wait, so that the next scene finds the position unchanged.
        let mut settings = app.world_mut().get_resource_or_init::<Settings>();
        settings.cpu_delay = Duration::MAX;
        settings.lesson_offered = true;
    }
}

/// Every screen and overlay, in the order in which they are visited.
fn scenes(has_server: bool) -> Vec<Scene> {
    let mut scenes = vec![
        scene("title", [OnPress::new(OnlineCommand::Leave), to(Screen::Title)]),
        scene("title-notice", [notice()]),
        scene("new-game", [OnPress::new(CloseNotice), to(Screen::NewGame), OnPress::new(ShowTab(NewGameTab::Board))]),
        scene("new-game-drawn", [OnPress::new(SetupCommand::DrawBoard(DrawnBoard::Random))]),
        scene("board-card-unmeasured", [open(Overlay::BoardCard)]),
        scene("board-card", [close(), usual_board(), open(Overlay::BoardCard)]),
        scene("new-game-players", [close(), OnPress::new(ShowTab(NewGameTab::Players))]),
        scene("new-game-clock", [OnPress::new(SetupCommand::ChangeOwnClock(OwnClockChange::Choose))]),
        scene(
            "cpu-players",
            [no_clock(), register("Edax 4.6"), register("NTest"), open(Overlay::CpuPicker(Player::White))],
        ),
        scene("match", [close(), load("classic-8", 24)]),
        scene("match-notice", [notice()]),
        awaited(
            Moment::Advised,
            scene("analysis", [OnPress::new(CloseNotice), OnPress::new(AdviceCommand::Toggle(AdviceKind::Analysis))]),
        ),
        scene("match-menu", [OnPress::new(AdviceCommand::Toggle(AdviceKind::Analysis)), open(Overlay::MatchMenu)]),
        scene("share", [open(Overlay::Share)]),
        scene("link-code", [open(Overlay::LinkCode)]),
        scene("keys", [open(Overlay::KeySheet)]),
        scene("program-trouble", [close(), give(Player::Black, "gone"), give(Player::White, "gone")]),
        scene("match-of-five", [close(), load("five", 30)]),
        scene("result-of-five", [load("five", usize::MAX)]),
        scene("result", [load("classic-6", usize::MAX)]),
        awaited(Moment::Reviewed, scene("review", [to(Screen::Review)])),
        scene("better-line", [OnPress::new(ReviewStep::To(9)), OnPress::new(ReviewStep::Better)]),
        scene("editor", [to(Screen::Editor), OnPress::new(EditorCommand::Show(Sheet::Paint))]),
        scene("editor-players", [OnPress::new(EditorCommand::Show(Sheet::Players))]),
        scene("board-library", [open(Overlay::BoardLibrary)]),
        scene("games", [close(), to(Screen::Games)]),
        scene("library", [close(), to(Screen::Library)]),
        scene("statistics", [to(Screen::Statistics)]),
        awaited(Moment::Simulated, scene("simulator", [to(Screen::Simulator), OnPress::new(SimulatorCommand::Start)])),
        scene("quests", [to(Screen::Quests)]),
        scene("quest", [open(Overlay::Quest(6))]),
        scene("learn", [close(), to(Screen::Learn)]),
        scene("lesson", [OnPress::new(LessonCommand::Open(0))]),
        placing("lesson-solved", page(Chapter::Rules, 1), "c3"),
        placing("lesson-missed", page(Chapter::Strategy, 2), "c1"),
        scene("lesson-of-colour", [page(Chapter::Colour, 2)]),
    ];
    scenes.extend(SettingsSection::ALL.into_iter().enumerate().map(|(number, section)| {
        scene(&format!("settings-{}", number + 1), [to(Screen::Settings), OnPress::new(ShowSection(section))])
    }));
    let key = Programs::default().new_key("NTest");
    scenes.extend([
        scene("programs", [OnPress::new(ShowSection(SettingsSection::Programs)), OnPress::new(TryProgram(key))]),
        scene("program-form", [OnPress::new(ProgramFormCommand::Open(None))]),
    ]);
    scenes.push(scene("lobby", [to(Screen::Title), to(Screen::Lobby)]));
    if has_server {
        let cpu = RoomSetupCommand::ChooseSeat(Player::White, NewSeat::Cpu(Character::Greedy.into()));
        scenes.extend([
            scene("new-room", [to(Screen::NewRoom), OnPress::new(ShowTab(NewGameTab::Players))]),
            awaited(Moment::On(Screen::Room), scene("room", [OnPress::new(cpu), OnPress::new(RoomSetupCommand::Make)])),
            awaited(
                Moment::On(Screen::Match),
                scene("match-in-room", [OnPress::new(OnlineCommand::Ask(Action::SetReady { ready: true }))]),
            ),
        ]);
    }
    scenes
}

fn scene<const N: usize>(name: &str, opening: [OnPress; N]) -> Scene {
    Scene { name: name.to_owned(), opening: opening.into(), turn: None, moment: Moment::Still }
}

fn no_clock() -> OnPress {
    OnPress::new(SetupCommand::ChooseClock(None))
}

fn usual_board() -> OnPress {
    OnPress::new(SetupCommand::ChooseVariant(MatchSetup::default().choice))
}

/// Opens a page of a chapter, counted from 0.
fn page(chapter: Chapter, number: usize) -> OnPress {
    OnPress::new(LessonCommand::Open(chapter.first_page() + number))
}

/// A page of the lesson after the learner's first move.
fn placing(name: &str, page: OnPress, square: &str) -> Scene {
    let square = square.parse().expect("a square");
    let turn = MatchCommand::at(0, MatchChange::Place { player: Player::Black, square });
    Scene { turn: Some(turn), ..scene(name, [page]) }
}

fn awaited(moment: Moment, scene: Scene) -> Scene {
    Scene { moment, ..scene }
}

fn to(screen: Screen) -> OnPress {
    OnPress::new(Navigate::To(screen))
}

/// A notice that belongs to no particular screen.
fn notice() -> OnPress {
    OnPress::new(Notice::trouble(say!("games-nothing-to-paste")))
}

fn open(overlay: Overlay) -> OnPress {
    OnPress::new(Navigate::Open(overlay))
}

fn close() -> OnPress {
    OnPress::new(Navigate::Close)
}

/// Registers a program that cannot be started.
fn register(name: &str) -> OnPress {
    let (key, command) = (Programs::default().new_key(name), "gtp:/opt/reversi/engine -gtp -level 21".to_owned());
    OnPress::new(SettingCommand::SetProgram(RegisteredProgram { key, name: name.to_owned(), command, seconds: 10 }))
}

/// Gives a seat to a program that is not registered.
fn give(player: Player, name: &str) -> OnPress {
    let key = Programs::default().new_key(name);
    OnPress::new(MatchCommand::now(MatchChange::Seat(player, Seat::Program(key))))
}

/// Loads a random match on a built-in board after a number of turns, or at its end.
fn load(variant: &str, ply: usize) -> OnPress {
    let mut records = random_records(variant, Goal::Most, 383);
    records.truncate(ply.saturating_add(1));
    let record = records.pop().expect("a built-in board has a start");
    OnPress::new(SetupCommand::Load(Box::new(GameRecord::new(record).into())))
}
