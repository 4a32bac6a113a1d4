//! The list of games, which is read in parts, and the part of it that is shown.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::games::listed_game::ListedGame;
use crate::game::games::removed_totals::RemovedTotals;
use crate::game::games::statistics::Statistics;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GamesList>()
        .add_command::<GamesListCommand>()
        .add_systems(Update, handle_list_commands.in_set(PlaySystems::Games));
}

/// A command for the list that is shown.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum GamesListCommand {
    /// Selects a game, by the name of its entry, to show its actions, or deselects it.
    Choose(String),
    /// Shows the part of the list from this index on.
    ShowFrom(usize),
}

/// The list of games, as far as it was read.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GamesList {
    /// Newest first.
    games: Vec<ListedGame>,
    /// Number of games that were not read yet, all of them older.
    unread: usize,
    /// Number of games that cannot be read, such as those of a later version.
    unreadable: usize,
    /// Places of saved texts with a wrong checksum; not only games.
    damaged: Vec<String>,
    /// Totals of games that are no longer in the list.
    removed: RemovedTotals,
    /// Time when the list was opened, in milliseconds since 1970 (UTC).
    now_ms: u64,
    /// Name of the selected game, whose actions are shown.
    chosen: Option<String>,
    /// Index of the first shown game.
    first: usize,
    /// Import progress in percent; `None` when idle.
    import_progress: Option<usize>,
}

impl GamesList {
    /// Number of games shown at once.
    pub const PAGE_SIZE: usize = 20;

    /// Begins to read the list anew.
    pub(in crate::game) fn begin_reading(&mut self, unread: usize, removed: RemovedTotals, now_ms: u64) {
        self.games.clear();
        self.damaged.clear();
        (self.unread, self.unreadable, self.removed, self.now_ms) = (unread, 0, removed, now_ms);
    }

    /// Adds the next game that was read; `None` for one that cannot be read.
    pub(in crate::game) fn add_read(&mut self, game: Option<ListedGame>) {
        self.unread = self.unread.saturating_sub(1);
        match game {
            Some(game) => self.games.push(game),
            None => self.unreadable += 1,
        }
    }

    /// Notes that the checksum of the saved text at this place is wrong.
    pub(in crate::game) fn note_damaged(&mut self, place: String) {
        self.damaged.push(place);
    }

    /// Adds a game that was just saved or restored.
    pub(in crate::game) fn put(&mut self, game: ListedGame) {
        let place = self.games.partition_point(|other| other.name > game.name);
        // A game among the unread ones is added when it is read.
        if place < self.games.len() || self.unread == 0 {
            self.games.retain(|other| other.name != game.name);
            self.games.insert(place.min(self.games.len()), game);
        }
    }

    pub(in crate::game) fn remove(&mut self, name: &str) {
        self.games.retain(|game| game.name != name);
        if self.first >= self.games.len() {
            self.first = self.games.len().saturating_sub(1) / Self::PAGE_SIZE * Self::PAGE_SIZE;
        }
    }

    /// Selects a game, and shows the part of the list that holds it.
    pub(in crate::game) fn choose(&mut self, name: &str) {
        if let Some(place) = self.games.iter().position(|game| game.name == name) {
            self.chosen = Some(name.to_owned());
            self.first = place / Self::PAGE_SIZE * Self::PAGE_SIZE;
        }
    }

    /// Updates the totals of games that are no longer in the list.
    pub(in crate::game) fn set_removed_totals(&mut self, removed: RemovedTotals) {
        self.removed = removed;
    }

    /// Sets the import progress in percent; `None` when idle.
    pub(in crate::game) const fn set_import_progress(&mut self, percent: Option<usize>) {
        self.import_progress = percent;
    }

    /// Import progress in percent; `None` when idle.
    #[must_use]
    pub const fn import_progress(&self) -> Option<usize> {
        self.import_progress
    }

    /// The games that were read, newest first.
    #[must_use]
    pub fn games(&self) -> &[ListedGame] {
        &self.games
    }

    /// Number of games, read or not.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.games.len() + self.unread
    }

    /// Returns whether all games were read.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.unread == 0
    }

    /// Number of games that cannot be read.
    #[must_use]
    pub const fn unreadable(&self) -> usize {
        self.unreadable
    }

    /// Places of saved texts whose checksum is wrong: the games that were read, and everything else.
    #[must_use]
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// Time when the list was opened, in milliseconds since 1970 (UTC).
    #[must_use]
    pub const fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Name of the selected game, whose actions are shown.
    #[must_use]
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// Index of the first shown game.
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first
    }

    #[must_use]
    pub fn shown(&self) -> &[ListedGame] {
        let first = self.first.min(self.games.len());
        &self.games[first..(first + Self::PAGE_SIZE).min(self.games.len())]
    }

    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let mut games: Vec<&ListedGame> = self.games.iter().collect();
        games.sort_by_key(|game| game.changed_ms);
        self.removed.with(games)
    }
}

fn handle_list_commands(mut commands: MessageReader<GamesListCommand>, mut list: ResMut<GamesList>) {
    for command in commands.read() {
        match command {
            GamesListCommand::Choose(name) => {
                let is_chosen = list.chosen.as_ref() == Some(name);
                list.chosen = (!is_chosen).then(|| name.clone());
            }
            GamesListCommand::ShowFrom(first) => (list.first, list.chosen) = (*first, None),
        }
    }
}
