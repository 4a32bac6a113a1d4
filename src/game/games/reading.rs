//! Reads the list of games from the store, a part in each frame, and handles its commands.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::save_file::SaveFile;
use crate::game::flow::screen::Screen;
use crate::game::games::games_command::GamesCommand;
use crate::game::games::games_list::GamesList;
use crate::game::games::games_text::text_of;
use crate::game::games::imports::{Imports, continue_import};
use crate::game::games::listed_game::ListedGame;
use crate::game::games::saved_match::{self, SavedMatch};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::saves::saving::{LastSaved, MatchSlot};
use crate::game::saves::{removed_totals, sentences};
use crate::game::storage::entry_slot::{EntrySlot, Saved, Unusable};
use crate::game::storage::store::{Entry, Kind, Store, StoreError};
use crate::game::storage::{SaveSystems, Storage, checksum};
use crate::game::text::say;
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::notice::Notice;
use crate::notation::GameRecord;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Reading>().init_resource::<Imports>().add_systems(
        Last,
        (handle_games_commands, continue_import, begin_reading, read_next).chain().in_set(SaveSystems::Games),
    );
}

/// Games that are read in a frame. Each is replayed, so ten thousand take fifty frames.
const GAMES_PER_FRAME: usize = 200;

/// File names for exported games and statistics.
const GAMES_FILE: &str = "irogaeshi-games.json";
const STATISTICS_FILE: &str = "irogaeshi-statistics.json";

/// Progress of reading the list.
#[derive(Resource, Default)]
struct Reading {
    /// Names still to be read, newest last.
    left: Vec<String>,
    /// Games read before, each with a digest of its text, so that only changed games are replayed.
    known: HashMap<String, (u64, ListedGame)>,
    /// Name and text of the last deleted game, for undo.
    deleted: Option<(String, String)>,
}

/// Reads the list anew whenever the games or their statistics are opened.
fn begin_reading(
    mut commands: MessageReader<Navigate>,
    storage: Res<Storage>,
    mut reading: ResMut<Reading>,
    mut list: ResMut<GamesList>,
    mut notices: MessageWriter<Notice>,
) {
    let is_wanted = |command: &Navigate| matches!(command, Navigate::To(Screen::Games | Screen::Statistics));
    if !commands.read().any(is_wanted) {
        return;
    }
    let store: &dyn Store = &*storage.0;
    reading.left = store.list(Kind::Match).unwrap_or_else(|error| {
        notices.write(Notice::trouble(sentences::games_not_read(&error)));
        Vec::new()
    });
    let removed = removed_totals::read(store).unwrap_or_default().0;
    list.begin_reading(reading.left.len(), removed, store.now());
    for entry in other_texts(store).unwrap_or_default() {
        let is_damaged = match store.read(&entry) {
            Ok(Some(text)) => checksum::is_damaged(&text),
            Ok(None) => false,
            Err(error) => error.is_lasting(),
        };
        if is_damaged {
            list.note_damaged(store.place(&entry));
        }
    }
}

/// Saved texts other than games that have a checksum.
fn other_texts(store: &dyn Store) -> Result<Vec<Entry>, StoreError> {
    let mut entries = Vec::new();
    for kind in [Kind::State, Kind::Draft] {
        // On the page, other kinds share the prefix of state entries, and their names contain a full stop.
        let names = store.list(kind)?.into_iter().filter(|name| !name.contains('.'));
        entries.extend(names.map(|name| Entry::new(kind, name)));
    }
    Ok(entries)
}

/// Reads the next part of the list, newest first.
fn read_next(
    storage: Res<Storage>,
    mut reading: ResMut<Reading>,
    mut list: ResMut<GamesList>,
    mut frames: ResMut<Frames>,
) {
    if reading.left.is_empty() {
        return;
    }
    for _ in 0..GAMES_PER_FRAME {
        let Some(name) = reading.left.pop() else { break };
        let (game, is_damaged) = read_listed(&*storage.0, &mut reading.known, &name);
        list.add_read(game);
        if is_damaged {
            list.note_damaged(storage.place(&Entry::new(Kind::Match, name)));
        }
    }
    if reading.left.is_empty() {
        let Reading { known, .. } = &mut *reading;
        let there: HashSet<&str> = list.games().iter().map(|game| game.name.as_str()).collect();
        known.retain(|name, _| there.contains(name.as_str()));
    }
    frames.keep_drawing();
}

/// Reads a game for the list. Returns it if it is readable, and whether its text is damaged.
fn read_listed(
    store: &dyn Store,
    known: &mut HashMap<String, (u64, ListedGame)>,
    name: &str,
) -> (Option<ListedGame>, bool) {
    let text = match store.read(&Entry::new(Kind::Match, name)) {
        Ok(Some(text)) => text,
        Ok(None) => return (None, false),
        Err(error) => return (None, error.is_lasting()),
    };
    let is_damaged = checksum::is_damaged(&text);
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let digest = hasher.finish();
    if let Some((_, game)) = known.get(name).filter(|(known, _)| *known == digest) {
        return (Some(game.clone()), is_damaged);
    }
    match saved_match::parse::<SavedMatch>(&text) {
        Ok(saved) => {
            let game = saved.content.listed(name.to_owned(), saved.changed);
            known.insert(name.to_owned(), (digest, game.clone()));
            (Some(game), is_damaged)
        }
        Err(unusable) => (None, is_damaged || unusable == Unusable::Broken),
    }
}

/// Messages that the handler of commands sends.
#[derive(SystemParam)]
struct Outgoing<'w> {
    matches: MessageWriter<'w, MatchCommand>,
    navigate: MessageWriter<'w, Navigate>,
    copies: MessageWriter<'w, CopyText>,
    files: MessageWriter<'w, SaveFile>,
    notices: MessageWriter<'w, Notice>,
}

fn handle_games_commands(
    mut commands: MessageReader<GamesCommand>,
    storage: Res<Storage>,
    game: Option<Res<Match>>,
    mut last_saved: ResMut<LastSaved>,
    (mut reading, mut imports): (ResMut<Reading>, ResMut<Imports>),
    mut list: ResMut<GamesList>,
    mut outgoing: Outgoing,
    mut frames: ResMut<Frames>,
) {
    let store: &dyn Store = &*storage.0;
    for command in commands.read() {
        let done = match command {
            GamesCommand::Choose(_) | GamesCommand::ShowFrom(_) => continue,
            GamesCommand::Open(name) => {
                open(store, name, game.as_deref(), &mut last_saved, &mut outgoing, Screen::Match)
            }
            GamesCommand::Review(name) => {
                open(store, name, game.as_deref(), &mut last_saved, &mut outgoing, Screen::Review)
            }
            GamesCommand::Copy(name) => read(store, name).map(|(_, saved)| {
                outgoing.copies.write(CopyText(text_of(&record_of(name, &saved))));
            }),
            GamesCommand::CopyAll => all_games(store).map(|text| {
                outgoing.copies.write(CopyText(text));
            }),
            GamesCommand::SaveAll => all_games(store).map(|text| {
                outgoing.files.write(SaveFile { name: GAMES_FILE, text });
            }),
            GamesCommand::Delete(name) => delete(store, name, &mut reading, &mut list, &mut outgoing),
            GamesCommand::Restore(name) => restore(store, name, &mut reading, &mut list),
            GamesCommand::Import(text) => {
                imports.add(text);
                Ok(())
            }
            GamesCommand::AskToReset => {
                let question = Notice::trouble(say!("statistics-reset-question"));
                outgoing.notices.write(question.offering(say!("statistics-reset"), GamesCommand::Reset));
                Ok(())
            }
            GamesCommand::Reset => {
                let now_ms = store.now();
                removed_totals::change(store, |totals| totals.reset(now_ms))
                    .map(|totals| list.set_removed_totals(totals))
            }
            GamesCommand::CopyStatistics => statistics_text(&list).map(|text| {
                outgoing.copies.write(CopyText(text));
            }),
            GamesCommand::SaveStatistics => statistics_text(&list).map(|text| {
                outgoing.files.write(SaveFile { name: STATISTICS_FILE, text: text + "\n" });
            }),
        };
        if let Err(error) = done {
            let again = command.clone();
            let sentence = sentences::games_failed(&error);
            outgoing.notices.write(Notice::trouble(sentence).offering(say!("games-try-again"), again));
        }
        frames.keep_drawing();
    }
}

/// Reads a game, along with its saved text.
pub(crate) fn read(store: &dyn Store, name: &str) -> Result<(Vec<u8>, Saved<SavedMatch>), StoreError> {
    let text = store.read(&Entry::new(Kind::Match, name))?.ok_or(StoreError::Changed)?;
    let saved = saved_match::parse::<SavedMatch>(&text).map_err(|_| StoreError::Changed)?;
    Ok((text, saved))
}

/// The record of a game, with dates.
pub(crate) fn record_of(name: &str, saved: &Saved<SavedMatch>) -> GameRecord {
    let listed = saved.content.listed(name.to_owned(), saved.changed);
    saved.content.dated(listed.began_ms, listed.changed_ms)
}

/// Puts a game on the board. An unfinished game continues in its own entry. A finished one stays unchanged there:
/// taking back turns starts a new entry.
fn open(
    store: &dyn Store,
    name: &str,
    on_board: Option<&Match>,
    last: &mut LastSaved,
    outgoing: &mut Outgoing,
    screen: Screen,
) -> Result<(), StoreError> {
    let is_saved_there = |slot: &&MatchSlot| slot.slot.name() == Some(name);
    let saved = last.on_board.as_ref().filter(is_saved_there).map(|slot| slot.id);
    if saved.is_none() || saved != on_board.map(|game| game.id) {
        let (text, saved) = read(store, name)?;
        let game = Match::from(saved.content);
        let content = SavedMatch::from(&game);
        let (slot, original) = if game.ending().is_none() {
            (EntrySlot::of(name.to_owned(), text, &content), None)
        } else {
            (EntrySlot::for_copy(&content), Some(name.to_owned()))
        };
        last.opened = Some(MatchSlot { id: game.id, slot, original });
        outgoing.matches.write(MatchCommand::now(MatchChange::Replace(Box::new(game))));
    }
    outgoing.navigate.write(Navigate::To(screen));
    Ok(())
}

/// All games as text, oldest first, one a line.
fn all_games(store: &dyn Store) -> Result<String, StoreError> {
    let mut text = String::new();
    for name in store.list(Kind::Match)? {
        if let Ok((_, saved)) = read(store, &name) {
            text += &record_of(&name, &saved).to_string();
            text.push('\n');
        }
    }
    Ok(text)
}

fn statistics_text(list: &GamesList) -> Result<String, StoreError> {
    serde_json::to_string_pretty(&list.statistics()).map_err(StoreError::from)
}

fn delete(
    store: &dyn Store,
    name: &str,
    reading: &mut Reading,
    list: &mut GamesList,
    outgoing: &mut Outgoing,
) -> Result<(), StoreError> {
    let entry = Entry::new(Kind::Match, name);
    if let Some(text) = store.read(&entry)? {
        store.remove(&entry, &text)?;
        reading.deleted = Some((name.to_owned(), String::from_utf8_lossy(&text).into_owned()));
    }
    list.remove(name);
    let undo = GamesCommand::Restore(name.to_owned());
    outgoing.notices.write(Notice::news(say!("games-deleted")).offering(say!("games-undo"), undo));
    Ok(())
}

fn restore(store: &dyn Store, name: &str, reading: &mut Reading, list: &mut GamesList) -> Result<(), StoreError> {
    let Some((_, text)) = reading.deleted.as_ref().filter(|(deleted, _)| deleted == name) else { return Ok(()) };
    match store.replace(&Entry::new(Kind::Match, name), None, text) {
        // Another copy of the program has restored it, or has continued the match.
        Ok(()) | Err(StoreError::Changed) => reading.deleted = None,
        Err(error) => return Err(error),
    }
    if let (Some(game), _) = read_listed(store, &mut reading.known, name) {
        list.put(game);
        list.choose(name);
    }
    Ok(())
}
