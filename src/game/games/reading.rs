//! Reads the list of games from the store, a part in each frame.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::*;

use crate::game::flow::screen::{Screen, next_screen};
use crate::game::games::games_list::GamesList;
use crate::game::games::imports::continue_import;
use crate::game::games::listed_game::ListedGame;
use crate::game::games::problems::games_not_read;
use crate::game::games::saved_match::{self, SavedMatch};
use crate::game::games::totals_saving;
use crate::game::redraw::Frames;
use crate::game::storage::entry_slot::Unusable;
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::{SaveSystems, Storage, checksum};
use crate::game::ui::notice::Notice;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Reading>()
        .add_systems(Last, (begin_reading, read_next).chain().in_set(SaveSystems::Games).after(continue_import));
}

/// Games that are read in a frame. Each is replayed, so ten thousand take fifty frames.
const GAMES_PER_FRAME: usize = 200;

/// Progress of reading the list.
#[derive(Resource, Default)]
pub(super) struct Reading {
    /// Names still to be read, newest last.
    left: Vec<String>,
    /// Games read before, each with a digest of its text, so that only changed games are replayed.
    known: HashMap<String, (u64, ListedGame)>,
}

/// Reads the list anew whenever the games, their statistics or the quests are opened.
fn begin_reading(
    (screen, next): (Res<State<Screen>>, Res<NextState<Screen>>),
    storage: Res<Storage>,
    mut reading: ResMut<Reading>,
    mut list: ResMut<GamesList>,
    mut notices: MessageWriter<Notice>,
) {
    // The settings return to the list as it was.
    let is_opened = matches!(next_screen(&next), Some(Screen::Games | Screen::Statistics | Screen::Quests));
    if !is_opened || *screen.get() == Screen::Settings {
        return;
    }
    let store: &dyn Store = &*storage.0;
    reading.left = store.list(Kind::Match).unwrap_or_else(|error| {
        notices.write(Notice::trouble(games_not_read(&error)));
        Vec::new()
    });
    let removed = totals_saving::read(store).unwrap_or_default().0;
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

impl Reading {
    /// Reads a game again, because its text is back.
    pub(super) fn read_again(&mut self, store: &dyn Store, name: &str) -> Option<ListedGame> {
        read_listed(store, &mut self.known, name).0
    }
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
