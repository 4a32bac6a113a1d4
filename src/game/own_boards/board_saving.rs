//! Loads and saves the player's own boards: one text file each, which players may copy, send or add by hand.

use std::collections::HashMap;

use bevy::prelude::*;

use crate::game::flow::overlay::Overlay;
use crate::game::own_boards::board_file::{self, FileProblem, Opened};
use crate::game::own_boards::board_notices;
use crate::game::own_boards::boards::{OwnBoard, OwnBoards, OwnBoardsChanged, OwnBoardsCommand, numbered};
use crate::game::redraw::Frames;
use crate::game::storage::retry::Retry;
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::{SaveSystems, Storage};
use crate::game::text::{Phrase, say};
use crate::game::ui::notice::{Notice, Notices};
use crate::notation::AnyTextError;
use crate::rules::Variant;

pub(crate) fn plugin(app: &mut App) {
    let systems = (handle_board_changes, save_boards, look_for_boards.run_if(resource_changed::<Overlay>)).chain();
    app.init_resource::<UnsavedBoards>()
        .add_message::<BoardFileMoved>()
        .add_systems(Last, systems.in_set(SaveSystems::Boards));
}

/// A board was saved under another file name than its own. `None`: another program has changed or removed its file.
#[derive(Message, Clone, Debug)]
pub(crate) struct BoardFileMoved {
    pub(crate) from: String,
    pub(crate) to: Option<String>,
}

/// Maximum number of boards that are read and shown, in the order of their names.
pub const MAX_BOARDS: usize = 500;

/// Text of each board as this copy of the program last read or wrote it, by file name.
#[derive(Resource, Default)]
pub(crate) struct KnownBoards(HashMap<String, Vec<u8>>);

#[derive(Resource, Default)]
struct UnsavedBoards {
    waiting: Vec<UnsavedBoard>,
    retry: Retry,
}

struct UnsavedBoard {
    file: String,
    text: String,
    /// The notice of the last failure, to be withdrawn once saving works.
    notice: Option<Phrase>,
}

/// Reads all saved boards.
pub(crate) fn read(store: &dyn Store) -> (OwnBoards, KnownBoards) {
    let names = store.list(Kind::Board).unwrap_or_default();
    let left_out = names.len().saturating_sub(MAX_BOARDS);
    let mut boards = Vec::new();
    let mut unreadable = Vec::new();
    let mut known = KnownBoards::default();
    for file in names.into_iter().take(MAX_BOARDS) {
        let bytes = match store.read(&Entry::new(Kind::Board, &file)) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => continue,
            Err(error) => {
                unreadable.push((file, problem(error)));
                continue;
            }
        };
        match read_board(&bytes) {
            Ok(variant) => {
                known.0.insert(file.clone(), bytes);
                boards.push(OwnBoard { file, variant });
            }
            Err(problem) => unreadable.push((file, problem)),
        }
    }
    (OwnBoards::new(boards, unreadable, Some(store.folder(Kind::Board))).leaving_out(left_out), known)
}

fn problem(error: StoreError) -> FileProblem {
    match error {
        StoreError::TooLarge => AnyTextError::TooLarge.into(),
        StoreError::NotAFile => FileProblem::NotAFile,
        error => FileProblem::Unreadable(error.to_string()),
    }
}

/// Reads a board, or the board of a match that a player has put among the boards.
fn read_board(bytes: &[u8]) -> Result<Variant, FileProblem> {
    match board_file::open(bytes)? {
        Opened::Board(variant, _) => Ok(*variant),
        Opened::Match(opened, _) => Ok(Variant::clone(opened.game.variant())),
    }
}

fn handle_board_changes(
    mut changes: MessageReader<OwnBoardsChanged>,
    storage: Res<Storage>,
    mut known: ResMut<KnownBoards>,
    mut unsaved: ResMut<UnsavedBoards>,
    mut own: ResMut<OwnBoards>,
    mut moved: MessageWriter<BoardFileMoved>,
    mut notices: MessageWriter<Notice>,
) {
    for change in changes.read() {
        match change {
            OwnBoardsChanged::Put { file, text } => {
                unsaved.waiting.retain(|board| board.file != *file);
                unsaved.waiting.push(UnsavedBoard { file: file.clone(), text: text.clone(), notice: None });
                unsaved.retry.reset();
            }
            OwnBoardsChanged::Removed { file } => {
                unsaved.waiting.retain(|board| board.file != *file);
                let removed = match known.0.get(file) {
                    Some(text) => storage.remove(&Entry::new(Kind::Board, file), text),
                    None => Ok(()),
                };
                notices.write(match removed {
                    Ok(()) => {
                        known.0.remove(file);
                        Notice::news(board_notices::board_removed(file))
                    }
                    Err(error) => {
                        read_again(&*storage.0, &unsaved.waiting, &mut known, &mut own, &mut moved);
                        Notice::trouble(board_notices::board_not_removed(file, &error))
                    }
                });
            }
        }
    }
}

/// Saves boards, and shows where, because players may want to copy or send them.
fn save_boards(
    storage: Res<Storage>,
    time: Res<Time<Real>>,
    exits: MessageReader<AppExit>,
    mut known: ResMut<KnownBoards>,
    mut unsaved: ResMut<UnsavedBoards>,
    mut own: ResMut<OwnBoards>,
    mut moved: MessageWriter<BoardFileMoved>,
    (mut notices, mut shown): (MessageWriter<Notice>, ResMut<Notices>),
    mut frames: ResMut<Frames>,
) {
    if unsaved.waiting.is_empty() || !unsaved.retry.is_due(&time, &exits, &mut frames) {
        return;
    }
    let store: &dyn Store = &*storage.0;
    let mut waiting = std::mem::take(&mut unsaved.waiting);
    unsaved.retry.reset();
    let mut has_found_others = false;
    waiting.retain_mut(|board| {
        let file = match save_board(store, &mut known, board) {
            Ok(file) => file,
            Err(error) => {
                unsaved.retry.fail(&time, &mut frames);
                if board.notice.is_none() {
                    let sentence = board_notices::board_not_saved(&board.file, &error);
                    notices.write(Notice::trouble(sentence.clone()));
                    board.notice = Some(sentence);
                }
                return true;
            }
        };
        // The notice of the failure is no longer true.
        if let Some(sentence) = board.notice.take() {
            shown.withdraw(&sentence, time.elapsed());
        }
        let place = store.place(&Entry::new(Kind::Board, &file));
        let sentence = if file == board.file {
            board_notices::board_saved(&place)
        } else {
            moved.write(BoardFileMoved { from: board.file.clone(), to: Some(file.clone()) });
            has_found_others = true;
            board_notices::board_saved_beside(&board.file, &place)
        };
        frames.keep_drawing();
        let notice = Notice::news(sentence);
        notices.write(if cfg!(target_arch = "wasm32") {
            notice.offering(say!("library-download"), OwnBoardsCommand::Download(file))
        } else {
            notice
        });
        false
    });
    unsaved.waiting = waiting;
    if has_found_others {
        read_again(store, &unsaved.waiting, &mut known, &mut own, &mut moved);
    }
}

/// Saves a board under its name, or under a numbered one if another program has taken that. Returns the name.
fn save_board(store: &dyn Store, known: &mut KnownBoards, board: &UnsavedBoard) -> Result<String, StoreError> {
    let entry = Entry::new(Kind::Board, &board.file);
    match store.replace(&entry, known.0.get(&board.file).map(Vec::as_slice), &board.text) {
        // Another copy of the program may have saved the very same board.
        Err(StoreError::Changed)
            if store.read(&entry).is_ok_and(|there| there.as_deref() == Some(board.text.as_bytes())) => {}
        Err(StoreError::Changed) => {
            for file in numbered(&board.file).skip(1) {
                match store.replace(&Entry::new(Kind::Board, &file), None, &board.text) {
                    Err(StoreError::Changed) => {}
                    saved => return saved.map(|()| file),
                }
            }
        }
        saved => saved?,
    }
    known.0.insert(board.file.clone(), board.text.clone().into_bytes());
    Ok(board.file.clone())
}

/// Reads the boards again whenever the list opens, because players may add files by hand while the program runs.
fn look_for_boards(
    overlay: Res<Overlay>,
    storage: Res<Storage>,
    unsaved: Res<UnsavedBoards>,
    mut known: ResMut<KnownBoards>,
    mut own: ResMut<OwnBoards>,
    mut moved: MessageWriter<BoardFileMoved>,
) {
    if *overlay == Overlay::BoardLibrary {
        read_again(&*storage.0, &unsaved.waiting, &mut known, &mut own, &mut moved);
    }
}

/// Reads all boards again, because others may have changed them. Boards that wait to be saved stay in the list, and
/// still replace only the text that was known when they were drawn. Reports boards that have changed.
fn read_again(
    store: &dyn Store,
    waiting: &[UnsavedBoard],
    known: &mut KnownBoards,
    own: &mut ResMut<OwnBoards>,
    moved: &mut MessageWriter<BoardFileMoved>,
) {
    let (mut found, mut texts) = read(store);
    for UnsavedBoard { file, text, .. } in waiting {
        match known.0.get(file) {
            Some(text) => texts.0.insert(file.clone(), text.clone()),
            None => texts.0.remove(file),
        };
        if let Ok(variant) = text.parse() {
            found.put(file.clone(), variant);
        }
    }
    for (file, _) in known.0.iter().filter(|(file, text)| texts.0.get(*file) != Some(*text)) {
        moved.write(BoardFileMoved { from: file.clone(), to: None });
    }
    *known = texts;
    own.set_if_neq(found);
}
