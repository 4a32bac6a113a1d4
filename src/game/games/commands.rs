//! Carries out the commands for saved games: opens, copies, deletes and imports them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::save_file::SaveFile;
use crate::game::flow::screen::Screen;
use crate::game::games::games_command::GamesCommand;
use crate::game::games::games_list::GamesList;
use crate::game::games::games_text::text_of;
use crate::game::games::imports::{Imports, continue_import};
use crate::game::games::match_slots::{MatchSlot, MatchSlots};
use crate::game::games::problems::games_failed;
use crate::game::games::reading::Reading;
use crate::game::games::saved_match::{SavedMatch, read, record_of};
use crate::game::games::totals_saving;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::storage::entry_slot::EntrySlot;
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::{SaveSystems, Storage};
use crate::game::text::say;
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::notice::Notice;

/// Handles the commands if there is a store.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DeletedGame>()
        .add_systems(Last, handle_games_commands.in_set(SaveSystems::Games).before(continue_import));
}

/// File names for exported games and statistics.
const GAMES_FILE: &str = "irogaeshi-games.json";
const STATISTICS_FILE: &str = "irogaeshi-statistics.json";

/// Name and text of the game that was deleted last, for undo.
#[derive(Resource, Default)]
struct DeletedGame(Option<(String, String)>);

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
    mut slots: ResMut<MatchSlots>,
    (mut reading, mut deleted, mut imports): (ResMut<Reading>, ResMut<DeletedGame>, ResMut<Imports>),
    mut list: ResMut<GamesList>,
    mut outgoing: Outgoing,
    mut frames: ResMut<Frames>,
) {
    let store: &dyn Store = &*storage.0;
    for command in commands.read() {
        let done = match command {
            GamesCommand::Open(name) => open(store, name, game.as_deref(), &mut slots, &mut outgoing, Screen::Match),
            GamesCommand::Review(name) => open(store, name, game.as_deref(), &mut slots, &mut outgoing, Screen::Review),
            GamesCommand::Copy(name) => read(store, name).map(|(_, saved)| {
                outgoing.copies.write(CopyText(text_of(&record_of(name, &saved))));
            }),
            GamesCommand::CopyAll => all_games(store).map(|text| {
                outgoing.copies.write(CopyText(text));
            }),
            GamesCommand::SaveAll => all_games(store).map(|text| {
                outgoing.files.write(SaveFile::text(GAMES_FILE, text));
            }),
            GamesCommand::Delete(name) => delete(store, name, &mut deleted, &mut list, &mut outgoing),
            GamesCommand::Restore(name) => restore(store, name, &mut deleted, &mut reading, &mut list),
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
                totals_saving::change(store, |totals| totals.reset(now_ms))
                    .map(|totals| list.set_removed_totals(totals))
            }
            GamesCommand::CopyStatistics => statistics_text(&list).map(|text| {
                outgoing.copies.write(CopyText(text));
            }),
            GamesCommand::SaveStatistics => statistics_text(&list).map(|text| {
                outgoing.files.write(SaveFile::text(STATISTICS_FILE, text + "\n"));
            }),
        };
        if let Err(error) = done {
            let again = command.clone();
            let sentence = games_failed(&error);
            outgoing.notices.write(Notice::trouble(sentence).offering(say!("games-try-again"), again));
        }
        frames.keep_drawing();
    }
}

/// Puts a game on the board. An unfinished game continues in its own entry. A finished one stays unchanged there:
/// taking back turns starts a new entry.
fn open(
    store: &dyn Store,
    name: &str,
    on_board: Option<&Match>,
    slots: &mut MatchSlots,
    outgoing: &mut Outgoing,
    screen: Screen,
) -> Result<(), StoreError> {
    let is_saved_there = |slot: &&MatchSlot| slot.slot.name() == Some(name);
    let saved = slots.on_board.as_ref().filter(is_saved_there).map(|slot| slot.id);
    if saved.is_none() || saved != on_board.map(|game| game.id) {
        let (text, saved) = read(store, name)?;
        let game = Match::from(saved.content);
        let content = SavedMatch::from(&game);
        let (slot, original) = if game.ending().is_none() {
            (EntrySlot::of(name.to_owned(), text, &content), None)
        } else {
            (EntrySlot::for_copy(&content), Some(name.to_owned()))
        };
        slots.opened = Some(MatchSlot { id: game.id, slot, original });
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
    deleted: &mut DeletedGame,
    list: &mut GamesList,
    outgoing: &mut Outgoing,
) -> Result<(), StoreError> {
    let entry = Entry::new(Kind::Match, name);
    if let Some(text) = store.read(&entry)? {
        store.remove(&entry, &text)?;
        deleted.0 = Some((name.to_owned(), String::from_utf8_lossy(&text).into_owned()));
    }
    list.remove(name);
    let undo = GamesCommand::Restore(name.to_owned());
    outgoing.notices.write(Notice::news(say!("games-deleted")).offering(say!("games-undo"), undo));
    Ok(())
}

fn restore(
    store: &dyn Store,
    name: &str,
    deleted: &mut DeletedGame,
    reading: &mut Reading,
    list: &mut GamesList,
) -> Result<(), StoreError> {
    let Some((_, text)) = deleted.0.as_ref().filter(|(deleted, _)| deleted == name) else { return Ok(()) };
    match store.replace(&Entry::new(Kind::Match, name), None, text) {
        // Another copy of the program has restored it, or has continued the match.
        Ok(()) | Err(StoreError::Changed) => deleted.0 = None,
        Err(error) => return Err(error),
    }
    if let Some(game) = reading.read_again(store, name) {
        list.put(game);
        list.choose(name);
    }
    Ok(())
}
