//! The game: the rules and CPU players as Bevy entities, screens and input.
//!
//! The single source of truth is the plain [`Record`](crate::rules::Record) in [`Match`]. Cells and stones are entities
//! that show it; no system reads the board from entities. Every change of the match is a [`MatchCommand`], from
//! players, CPU players and files alike. [`GamePlugin`] runs without a window; [`DrawingPlugin`] paints its entities.

#![expect(missing_docs, reason = "a program, not a library: its comments say only what names cannot")]

mod accessibility;
mod analysis;
mod audio;
mod board_view;
mod cpu_seat;
mod drawing;
mod editor;
mod flow;
mod frame;
mod games;
mod input;
mod library;
mod online;
mod own_boards;
mod platform;
mod play;
mod redraw;
mod saves;
mod screens;
mod settings;
mod storage;
mod text;
mod thinker;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
mod tools;
mod ui;

use bevy::prelude::*;
use bevy_tweening::TweeningPlugin;

// Exports for the programs and tests outside. Inside, imports name the owner.
pub use accessibility::description::{ReportChanged, ReportPlugin};
pub use accessibility::report::Report;
pub use analysis::advice::{Advice, AdviceCommand, AdviceKind};
pub use analysis::board_measuring::{BoardMeasuring, BoardMeasuringCommand};
pub use analysis::replay::{Replay, ReplayCommand};
pub use analysis::review::{PlayOn, ReviewStep, Reviewing, Standing};
pub use analysis::simulator::{SimulatedMatch, Simulator, SimulatorCommand};
pub use audio::SoundPlugin;
pub use audio::cue::SoundCue;
pub use audio::output::{Note, Output, SoundOutput};
pub use board_view::blast::Blast;
pub use board_view::board_focus::{AccessibleSquare, BoardFocus};
pub use board_view::board_root::BoardArea;
pub use board_view::cells::{Cell, Ghost, Marks, MoveVerdict};
pub use board_view::detail::Detail;
pub use board_view::legal_moves::LegalMoves;
pub use board_view::motion::Motion;
pub use board_view::phase::MatchPhase;
pub use board_view::preview::Preview;
pub use board_view::stable_discs::StableDiscs;
pub use board_view::stones::{ShownCounts, Stone};
pub use board_view::trembling::Trembling;
pub use board_view::zoom::ZoomCommand;
pub use cpu_seat::lost_networks::NetworkFetched;
pub use cpu_seat::turns::{CpuNews, ThinkingProgress};
pub use drawing::DrawingPlugin;
pub use editor::draft::{Draft, DraftProblem, Edit, Role};
pub use editor::grid::Grid;
pub use editor::history::History;
pub use editor::paint::Paint;
pub use editor::painting::PaintIntent;
pub use editor::symmetry::{Brush, Symmetry};
pub use editor::{Editor, EditorCommand, Sheet};
pub use flow::choose_file::ChooseFile;
pub use flow::come_back::ComeBack;
pub use flow::navigate::Navigate;
pub use flow::overlay::Overlay;
pub use flow::save_file::SaveFile;
pub use flow::screen::Screen;
pub use frame::{EndSystems, GameSystems};
pub use games::achievement::Achievement;
pub use games::games_command::GamesCommand;
pub use games::games_list::{GamesList, GamesListCommand};
pub use games::listed_game::Mode;
pub use games::statistics::{Statistics, Tally};
pub use input::board_gesture::TrackpadPinch;
pub use input::intent::Intent;
pub use input::key_capture::CaptureKey;
pub use input::pad::PadInUse;
pub use library::filter::LibraryFilter;
pub use library::game_library::{GameLibrary, LibraryResults, LibraryState};
pub use library::library_command::LibraryCommand;
#[cfg(not(target_arch = "wasm32"))]
pub use online::local_server::ServerProgram;
pub use online::new_room::{NewRoom, NewSeat};
pub use online::online_command::{LocalServerCommand, OnlineCommand};
pub use online::online_state::{ConnectionStatus, LocalServer, Online, RoomReaction};
pub use online::room_setup::{RoomSetup, RoomSetupCommand};
pub use online::server_connection::{Connection, ConnectionEvent, ServerConnection, Wake};
pub use own_boards::board_file::{MAX_BYTES, NobodyCanMove};
pub use own_boards::board_saving::MAX_BOARDS;
pub use own_boards::boards::{OwnBoards, OwnBoardsCommand};
pub use platform::file_import::FileOffered;
pub use platform::haptics::Vibrate;
#[cfg(not(target_arch = "wasm32"))]
pub use platform::settings_export::ExportFolder;
pub use platform::system_language::{SystemLanguagePlugin, system_language};
#[cfg(target_arch = "wasm32")]
pub use platform::web_page::panic_on_page;
pub use play::lesson::LessonCommand;
pub use play::lesson::pages::{Chapter, PAGES, Page, Progress};
pub use play::match_command::{CommandRefused, MatchChange, MatchCommand, TurnPlayed};
pub use play::match_permissions::{AdvicePermission, Permissions};
pub use play::match_state::{Match, MatchMarks};
pub use play::match_time::MatchTime;
pub use play::own_clock::{MoveTime, OwnClock, OwnClockChange, OwnClockPart};
pub use play::seat::Seat;
pub use play::setup::{ChoiceError, MatchSetup, Seating, SetupCommand, VariantChoice};
pub use play::terms::{ColourAssignment, Terms};
pub use play::watching::{WatchCommand, Watching};
pub use saves::StoragePlugin;
#[cfg(not(target_arch = "wasm32"))]
pub use saves::window_place::WindowPlacePlugin;
pub use screens::match_screen::move_list::ShowMove;
pub use screens::match_screen::score_bar::ScoreShare;
pub use screens::new_game::{NewGameTab, ShowTab};
pub use screens::overlays::dialog::AskToRestart;
pub use screens::overlays::share::commands::{CopyLink, CopyMoves, ShareCommand};
pub use screens::settings::{SettingsSection, ShowSection};
pub use settings::board_theme::BoardTheme;
pub use settings::file::ExportSettings;
pub use settings::haptics::Haptics;
pub use settings::keys::{KeyName, Keys, PadButton, Shortcut};
pub use settings::palette::Palette;
#[cfg(any(test, feature = "tools"))]
pub use settings::palette::colour_vision::ColourVision;
pub use settings::programs::{ProgramKey, Programs, RegisteredProgram};
pub use settings::sound::{SoundKind, Volume};
pub use settings::switch::Switch;
pub use settings::symbol_use::SymbolUse;
pub use settings::text_size::TextSize;
pub use settings::watch_speed::WatchSpeed;
pub use settings::{Facing, Marking, MotionStyle, Pace, Rotation, SettingCommand, Settings, Speed};
pub use storage::library_store::{LibraryAnswer, LibraryProblem, LibraryStore};
pub use storage::store::{Entry, Kind, Store};
pub use storage::store_error::StoreError;
pub use storage::store_memory::MemoryStore;
#[cfg(not(target_arch = "wasm32"))]
pub use text::command_line::{CommandLineProblem, command_line_help};
pub use text::{Catalogue, Language, Phrase};
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
pub use tools::demo::DemoPlugin;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
pub use tools::first_frame::FirstFramePlugin;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
pub use tools::frame_count::FrameCountPlugin;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
pub use tools::screens::ScreensPlugin;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
pub use tools::showcase::ShowcasePlugin;
pub use ui::board_picture::{BoardPicture, PictureTurn};
pub use ui::clipboard::{CopyText, PasteText, Pasted};
pub use ui::disc_icon::DiscIcon;
pub use ui::notice::{CloseNotice, Notice, Notices};
pub use ui::on_press::OnPress;
pub use ui::score_graph::{Curve, ScoreGraph};
pub use ui::symbols::SymbolsShown;
pub use ui::turning_discs::Turning;

/// The whole game without a window or drawing.
pub struct GamePlugin;

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        #[cfg(target_arch = "wasm32")]
        app.add_plugins(thinker::plugin);
        app.add_plugins((
            (TweeningPlugin, frame::plugin),
            (flow::plugin, settings::plugin, play::plugin, screens::plugin),
            (board_view::plugin, audio::plugin, editor::plugin, own_boards::plugin, games::plugin, library::plugin),
            (cpu_seat::plugin, analysis::plugin, input::plugin, text::plugin, online::plugin),
            (ui::plugin, accessibility::plugin, platform::plugin, redraw::plugin),
        ));
    }
}
