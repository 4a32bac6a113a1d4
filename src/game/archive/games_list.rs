//! The list of games: as much of it as was read, and what is shown of it.

use bevy::prelude::*;

use crate::game::PlaySystems;
use crate::game::archive::games_command::GamesCommand;
use crate::game::archive::listed_game::ListedGame;
use crate::game::archive::statistics::{KeptCounts, Statistics};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GamesList>().add_systems(Update, turn.in_set(PlaySystems::Games));
}

/// The games that were played, as far as they were read.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GamesList {
    /// Those that were read, the newest first.
    games: Vec<ListedGame>,
    /// How many were not read yet: all of them older.
    unread: usize,
    /// How many cannot be read, such as those of a later version.
    hidden: usize,
    /// Places of saved texts, of games and others, whose checksum is wrong.
    damaged: Vec<String>,
    /// What is kept of games that are no longer in the list.
    kept: KeptCounts,
    /// What time it was when the list was opened, in milliseconds since the beginning of 1970 (UTC).
    now_ms: u64,
    /// The game of which it is shown what can be done with it.
    chosen: Option<String>,
    /// The first game that is shown, counted from 0.
    first: usize,
    /// How much is done of what is being added, in hundredths.
    adding: Option<usize>,
}

impl GamesList {
    /// How many games are shown at once.
    pub const PART: usize = 20;

    /// Begins to read the list anew.
    pub(in crate::game) fn begin(&mut self, unread: usize, kept: KeptCounts, now_ms: u64) {
        self.games.clear();
        self.damaged.clear();
        (self.unread, self.hidden, self.kept, self.now_ms) = (unread, 0, kept, now_ms);
    }

    /// Takes in the next game that was read, or notes that it cannot be read.
    pub(in crate::game) fn take(&mut self, game: Option<ListedGame>) {
        self.unread = self.unread.saturating_sub(1);
        match game {
            Some(game) => self.games.push(game),
            None => self.hidden += 1,
        }
    }

    /// Notes that the saved text at this place is not as the game has written it.
    pub(in crate::game) fn note_damaged(&mut self, place: String) {
        self.damaged.push(place);
    }

    /// A game that was just kept, or put back.
    pub(in crate::game) fn put(&mut self, game: ListedGame) {
        let place = self.games.partition_point(|other| other.name > game.name);
        // Further down it comes when it is read.
        if place < self.games.len() || self.unread == 0 {
            self.games.retain(|other| other.name != game.name);
            self.games.insert(place.min(self.games.len()), game);
        }
    }

    /// A game is there no more.
    pub(in crate::game) fn remove(&mut self, name: &str) {
        self.games.retain(|game| game.name != name);
        if self.first >= self.games.len() {
            self.first = self.games.len().saturating_sub(1) / Self::PART * Self::PART;
        }
    }

    /// Shows what can be done with a game.
    pub(in crate::game) fn choose(&mut self, name: &str) {
        if let Some(place) = self.games.iter().position(|game| game.name == name) {
            self.chosen = Some(name.to_owned());
            self.first = place / Self::PART * Self::PART;
        }
    }

    /// The counts that are kept are others now.
    pub(in crate::game) fn keep(&mut self, kept: KeptCounts) {
        self.kept = kept;
    }

    /// So much is done of what is being added, in hundredths; nothing where nothing is.
    pub(in crate::game) const fn tell_adding(&mut self, percent: Option<usize>) {
        self.adding = percent;
    }

    /// How much is done of what is being added, in hundredths, while something is.
    #[must_use]
    pub const fn adding(&self) -> Option<usize> {
        self.adding
    }

    /// The games that were read, the newest first.
    #[must_use]
    pub fn games(&self) -> &[ListedGame] {
        &self.games
    }

    /// How many there are, whether they were read or not.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.games.len() + self.unread
    }

    /// Whether all were read.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.unread == 0
    }

    /// How many cannot be read.
    #[must_use]
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// Places of saved texts whose checksum is wrong: of the games that were read, and of everything else.
    #[must_use]
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// What time it was when the list was opened.
    #[must_use]
    pub const fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// The game of which it is shown what can be done with it.
    #[must_use]
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// The first game that is shown, counted from 0.
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first
    }

    /// The games that are shown.
    #[must_use]
    pub fn shown(&self) -> &[ListedGame] {
        let first = self.first.min(self.games.len());
        &self.games[first..(first + Self::PART).min(self.games.len())]
    }

    /// What all games add up to.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let mut games: Vec<&ListedGame> = self.games.iter().collect();
        games.sort_by_key(|game| game.changed_ms);
        self.kept.with(games)
    }
}

/// What is shown of the list.
fn turn(mut wishes: MessageReader<GamesCommand>, mut list: ResMut<GamesList>) {
    for wish in wishes.read() {
        match wish {
            GamesCommand::Choose(name) => {
                let is_chosen = list.chosen.as_ref() == Some(name);
                list.chosen = (!is_chosen).then(|| name.clone());
            }
            GamesCommand::Turn(first) => (list.first, list.chosen) = (*first, None),
            // Whoever keeps the games does these.
            GamesCommand::Open(_)
            | GamesCommand::Review(_)
            | GamesCommand::Copy(_)
            | GamesCommand::CopyAll
            | GamesCommand::SaveAll
            | GamesCommand::Delete(_)
            | GamesCommand::Restore(_)
            | GamesCommand::Add(_)
            | GamesCommand::AskToReset
            | GamesCommand::Reset
            | GamesCommand::CopyStatistics
            | GamesCommand::SaveStatistics => {}
        }
    }
}
