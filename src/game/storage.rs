//! What outlives the program: the match on the board, what was chosen, the draft in the editor, and boards of one's own.
//!
//! All is kept in files on the desktop and in the browser's storage on the page: boards as their texts, the rest as
//! JSON. What cannot be read is put aside under another name, or left alone, never overwritten.

use bevy::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::board_file::{self, Opened};
use super::lesson::Lesson;
use super::shelf::{self, Entry};
use super::{
    Action, Draft, Editor, FileProblem, Match, MatchSetup, Notice, OwnBoard, OwnBoards, OwnBoardsChanged, Seat,
    Settings,
};
use crate::rules::{ByPlayer, Variant};

/// Keeps the match, the choices, the draft and the user's own boards from one start of the program to the next.
pub struct StoragePlugin;

impl Plugin for StoragePlugin {
    fn build(&self, app: &mut App) {
        // Now, as the first screen is built before the first startup schedule runs.
        load(app.world_mut());
        app.add_systems(
            Last,
            (
                // The match of a lesson is nobody's.
                save_match.run_if(resource_exists_and_changed::<Match>.and_then(not(resource_exists::<Lesson>))),
                save_choices.run_if(resource_changed::<Settings>.or_else(resource_changed::<MatchSetup>)),
                save_draft.run_if(resource_changed::<Editor>),
                keep_boards,
                look_for_boards,
            ),
        );
    }
}

const MATCH: &str = "match";
const CHOICES: &str = "choices";
const DRAFT: &str = "draft";

/// A match as it is kept.
#[derive(Serialize, Deserialize)]
struct SavedMatch {
    /// In the text notation of the rules.
    record: String,
    seats: ByPlayer<Seat>,
    #[serde(default)]
    names: ByPlayer<String>,
    seed: u64,
}

/// What was chosen, as it is kept.
#[derive(Serialize, Deserialize)]
struct SavedChoices {
    settings: Settings,
    setup: MatchSetup,
}

fn load(world: &mut World) {
    let game = |saved: SavedMatch| match saved.record.parse() {
        Ok(record) => Ok(Match { record, seats: saved.seats, names: saved.names, seed: saved.seed }),
        Err(error) => Err(format!("{error}")),
    };
    if let Some(game) = read(MATCH, game) {
        world.insert_resource(game);
    }
    let choices = |saved: SavedChoices| saved.setup.variant().map(|_| saved);
    if let Some(saved) = read(CHOICES, choices) {
        world.insert_resource(saved.settings);
        world.insert_resource(saved.setup);
    }
    if let Some(draft) = read(DRAFT, Ok::<Draft, String>) {
        world.insert_resource(Editor::with(draft));
    }
    world.insert_resource(own_boards());
}

/// The boards that are kept.
fn own_boards() -> OwnBoards {
    let kept = shelf::boards().unwrap_or_else(|error| {
        warn!("the boards that were kept could not be read: {error}");
        Vec::new()
    });
    let mut boards = Vec::new();
    let mut unreadable = Vec::new();
    for (file, content) in kept {
        match content.and_then(|bytes| read_board(&bytes)) {
            Ok(variant) => boards.push(OwnBoard { file, variant }),
            Err(problem) => unreadable.push((file, problem)),
        }
    }
    OwnBoards::new(boards, unreadable, shelf::boards_place().ok())
}

/// A board, or the board of a match that somebody put among the boards.
fn read_board(bytes: &[u8]) -> Result<Variant, FileProblem> {
    match board_file::open(bytes)? {
        Opened::Board(variant, _) => Ok(*variant),
        Opened::Match(record) => Ok(Variant::clone(record.variant())),
    }
}

/// Reads what is kept under a name, and puts aside what cannot be understood.
fn read<Kept: DeserializeOwned, Meant>(name: &str, mean: impl Fn(Kept) -> Result<Meant, String>) -> Option<Meant> {
    let text = match shelf::read(Entry::State(name)) {
        Ok(text) => text?,
        Err(error) => {
            warn!("what was kept as \"{name}\" could not be read: {error}");
            return None;
        }
    };
    match serde_json::from_str(&text).map_err(|error| error.to_string()).and_then(mean) {
        Ok(meant) => Some(meant),
        Err(reason) => {
            let aside = format!("{name}.unreadable");
            warn!("what was kept as \"{name}\" is put aside as \"{aside}\": {reason}");
            report_failure(&aside, shelf::write(Entry::State(&aside), &text));
            None
        }
    }
}

fn save_match(game: Res<Match>) {
    if game.is_running() {
        let Match { record, seats, names, seed } = game.clone();
        keep(MATCH, &SavedMatch { record: record.to_string(), seats, names, seed });
    } else {
        report_failure(MATCH, shelf::remove(Entry::State(MATCH)));
    }
}

fn save_choices(settings: Res<Settings>, setup: Res<MatchSetup>) {
    keep(CHOICES, &SavedChoices { settings: settings.clone(), setup: setup.clone() });
}

fn save_draft(editor: Res<Editor>) {
    if let Some(draft) = editor.draft() {
        keep(DRAFT, draft);
    }
}

/// Keeps boards, and says where: people may want to copy or send them.
fn keep_boards(mut changes: MessageReader<OwnBoardsChanged>, mut notices: MessageWriter<Notice>) {
    for change in changes.read() {
        let notice = match change {
            OwnBoardsChanged::Kept { file, text } => {
                let entry = Entry::Board(file);
                match shelf::write(entry, text).and_then(|()| shelf::place(entry)) {
                    Ok(place) => {
                        let notice = Notice::news(format!("Kept among your boards: {place}"));
                        if cfg!(target_arch = "wasm32") {
                            notice.offering("Download", Action::DownloadBoard(file.clone()))
                        } else {
                            notice
                        }
                    }
                    Err(error) => Notice::trouble(format!("The board could not be kept: {error}")),
                }
            }
            OwnBoardsChanged::Removed { file } => match shelf::remove(Entry::Board(file)) {
                Ok(()) => Notice::news(format!("“{file}” is no longer among your boards.")),
                Err(error) => Notice::trouble(format!("“{file}” could not be removed: {error}")),
            },
        };
        notices.write(notice);
    }
}

/// People put boards into the folder by hand while the program runs: whoever asks for the list sees them.
fn look_for_boards(mut actions: MessageReader<Action>, mut own: ResMut<OwnBoards>) {
    if actions.read().any(|action| *action == Action::ShowBoards) {
        own.set_if_neq(own_boards());
    }
}

fn keep(name: &str, kept: &impl Serialize) {
    match serde_json::to_string(kept) {
        Ok(text) => report_failure(name, shelf::write(Entry::State(name), &text)),
        Err(error) => warn!("\"{name}\" could not be kept: {error}"),
    }
}

/// A game that cannot be kept can still be played: the failure is told, nothing more.
fn report_failure(name: &str, result: Result<(), shelf::ShelfError>) {
    if let Err(error) = result {
        warn!("\"{name}\" could not be kept: {error}");
    }
}
