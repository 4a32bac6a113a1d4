//! The game: what the rules and the CPU players say, as Bevy entities, screens and input.
//!
//! The truth is the plain [`Record`](crate::rules::Record) in [`Match`]. Cells and stones are entities that show it;
//! no system asks an entity what the board is. A move comes in as a [`MoveIntent`] and nowhere else, whoever plays.
//! [`GamePlugin`] runs without a window; [`DrawingPlugin`] gives its entities a look.

mod action;
mod advice;
mod banner;
mod blast;
mod board;
mod board_file;
mod board_picture;
mod cells;
mod choice_grid;
mod cpu_thinking;
#[cfg(not(target_arch = "wasm32"))]
mod demo;
mod disc_icon;
mod drawing;
mod editor;
#[cfg(not(target_arch = "wasm32"))]
mod eyes;
#[cfg(not(target_arch = "wasm32"))]
mod first_frame;
mod flip_plan;
mod focus;
mod idle;
mod keys;
mod legal_moves;
mod lesson;
mod notice;
mod own_boards;
#[cfg(target_arch = "wasm32")]
mod page;
mod palette;
mod phase;
mod pointer_pace;
mod pose;
mod preview;
mod report;
mod reviewing;
#[cfg(not(target_arch = "wasm32"))]
mod scene;
mod score_graph;
mod screens;
mod scroll;
mod seats;
mod settings;
mod shake;
#[cfg_attr(target_arch = "wasm32", path = "shelf_web.rs")]
mod shelf;
#[cfg(not(target_arch = "wasm32"))]
mod showcase;
mod shown;
mod sound;
mod stones;
mod storage;
mod text_field;
mod theme;
#[cfg_attr(target_arch = "wasm32", path = "thinker_web.rs")]
mod thinker;
mod turn;
mod widget;
mod words;
mod worth;

use bevy::prelude::*;
use bevy_tweening::{AnimationSystem, TweeningPlugin};

pub use action::Action;
pub use advice::{Advice, AdviceKind, score_text};
pub use blast::{Blast, Scorch};
pub use board::BoardArea;
pub use board_file::{FileOffered, FileProblem, MOST_BYTES};
pub use board_picture::BoardPicture;
pub use cells::{Cell, Ghost, Judged, Marks};
pub use cpu_thinking::{CpuNews, ThinkingProgress};
#[cfg(not(target_arch = "wasm32"))]
pub use demo::DemoPlugin;
pub use disc_icon::DiscIcon;
pub use drawing::DrawingPlugin;
pub use editor::{
    Brush, Draft, DraftProblem, Edit, Editor, EditorAction, Grid, History, NobodyCanMove, PaintIntent, Role, Sheet,
    Symmetry,
};
#[cfg(not(target_arch = "wasm32"))]
pub use eyes::Eyes;
#[cfg(not(target_arch = "wasm32"))]
pub use first_frame::FirstFramePlugin;
pub use focus::BoardFocus;
pub use legal_moves::LegalMoves;
pub use notice::{Notice, Notices};
pub use own_boards::{OwnBoard, OwnBoards, OwnBoardsChanged};
#[cfg(target_arch = "wasm32")]
pub use page::panic_on_page;
pub use palette::{DiscLook, Palette, Symbol};
pub use phase::Phase;
pub use preview::Preview;
pub use report::{Report, ReportChanged, ReportPlugin, ReportSystems};
pub use reviewing::{ReviewStep, Reviewing};
pub use score_graph::ScoreGraph;
pub use screens::{Choices, Screen};
pub use seats::{Match, MatchSetup, Seat, Seating, VariantChoice};
pub use settings::{Pace, Settings};
#[cfg(not(target_arch = "wasm32"))]
pub use showcase::ShowcasePlugin;
pub use sound::SoundCue;
pub use stones::{Motion, ShownCounts, Stone};
pub use storage::StoragePlugin;
pub use turn::{MoveIntent, MoveRefused, TurnPlayed};

/// The order of a frame. Put a new system into the set whose sentence it fits.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSystems {
    /// Turns pointers, keys and CPU replies into actions and intents.
    Input,
    /// Changes the match: the door for moves, undo and redo, whose turn it is.
    Play,
    /// Brings entities in line with the match and starts their tweens. It comes after the tweens are stepped, so that
    /// a tween never sees the long frame in which the game woke up.
    Show,
    /// Derives what is seen from the entities: counts, marks, texts.
    Look,
}

/// The whole game, without a window or anything drawn.
pub struct GamePlugin;

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(TweeningPlugin).configure_sets(
            Update,
            (
                GameSystems::Input,
                GameSystems::Play,
                AnimationSystem::AnimationUpdate,
                GameSystems::Show,
                GameSystems::Look,
            )
                .chain(),
        );
        app.add_plugins((
            (action::plugin, seats::plugin, settings::plugin, screens::plugin, phase::plugin, turn::plugin),
            (board::plugin, cells::plugin, stones::plugin, shake::plugin, blast::plugin),
            (banner::plugin, sound::plugin, choice_grid::plugin),
            (board_file::plugin, own_boards::plugin, notice::plugin, editor::plugin),
            (cpu_thinking::plugin, advice::plugin, reviewing::plugin, legal_moves::plugin, lesson::plugin),
            (focus::plugin, keys::plugin),
            (widget::plugin, scroll::plugin, text_field::plugin, idle::plugin, pointer_pace::plugin, report::plugin),
        ));
        #[cfg(target_arch = "wasm32")]
        app.add_plugins(page::plugin);
    }
}
