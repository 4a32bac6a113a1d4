//! Imports games from text: reads them, skips duplicates and saves the rest, a part in each frame.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::*;

use crate::game::games::games_command::GamesCommand;
use crate::game::games::games_list::GamesList;
use crate::game::games::games_text::read_part;
use crate::game::games::problems::games_failed;
use crate::game::games::saved_match::{SavedMatch, read, record_of};
use crate::game::own_boards::board_file::FileProblem;
use crate::game::redraw::Frames;
use crate::game::storage::entry_slot::{ChangeOrder, EntrySlot};
use crate::game::storage::store::{Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::{SaveSystems, Storage};
use crate::game::text::{Phrase, say};
use crate::game::ui::notice::Notice;
use crate::notation::{AnyTextError, GameRecord, Remark, games_in};
use crate::rules::Move;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Imports>().add_systems(Last, continue_import.in_set(SaveSystems::Games));
}

/// Games that are read or compared in a frame. Each is replayed, which takes time.
const GAMES_PER_FRAME: usize = 200;
/// Cost of saving a game, in games that are read: saving waits for the disk.
const SAVE_COST: usize = 10;

/// The import in progress, and those that follow.
#[derive(Resource, Default)]
pub(super) struct Imports {
    now: Option<Import>,
    /// Texts to import next.
    waiting: VecDeque<String>,
}

impl Imports {
    /// Imports the games of a text that are readable and not in the list yet.
    pub(crate) fn add(&mut self, text: &str) {
        self.waiting.push_back(text.to_owned());
    }
}

/// Import of one text, and its progress.
struct Import {
    /// The text, split into games: the line on which each begins, and its text.
    parts: Vec<(usize, String)>,
    /// Number of parts that were read.
    read: usize,
    /// The games that were read.
    games: Vec<GameRecord>,
    /// For each game, the index of its part.
    part_of: Vec<usize>,
    /// Parts without a readable game: index and reason.
    left_out: Vec<(usize, FileProblem)>,
    /// A caution, if the text is a single game.
    remark: Option<Remark>,
    /// Indices of the games with the same moves.
    by_moves: HashMap<Vec<Move>, Vec<usize>>,
    /// For each game, whether it is a duplicate: another game in the list, or earlier in this text, has the same moves
    /// and everything else that this one says. Bare moves say nothing of dates, but a dated game is a duplicate only of
    /// one with the same dates.
    is_duplicate: Vec<bool>,
    /// Names of listed games that are still to be compared; `None` until all parts are read.
    to_compare: Option<Vec<String>>,
    /// Number of games in the list.
    listed: usize,
    /// Number of games that still fit into the store.
    capacity: usize,
    /// Number of games that did not fit.
    not_saved: usize,
    /// Number of games that were saved or skipped.
    done: usize,
    added: usize,
    /// Name of the entry that was added last.
    last: Option<String>,
}

impl Import {
    fn new(text: &str) -> Self {
        Self {
            parts: games_in(text).into_iter().map(|part| (part.line, part.text.to_owned())).collect(),
            read: 0,
            games: Vec::new(),
            part_of: Vec::new(),
            left_out: Vec::new(),
            remark: None,
            by_moves: HashMap::new(),
            is_duplicate: Vec::new(),
            to_compare: None,
            listed: 0,
            capacity: usize::MAX,
            not_saved: 0,
            done: 0,
            added: 0,
            last: None,
        }
    }

    /// Does the next step: reads a part, compares a listed game, or saves a game. Returns whether the import is
    /// finished.
    ///
    /// # Errors
    /// If a game cannot be saved. Those before it are.
    fn step(&mut self, store: &dyn Store, list: &mut GamesList) -> Result<bool, StoreError> {
        if let Some((_, part)) = self.parts.get(self.read) {
            match read_part(part) {
                // Text whose last moves cannot be played is accepted on its own, up to them. In an archive such a game
                // counts as unreadable.
                Ok((_, Some(Remark::Stopped(error)))) if self.parts.len() > 1 => {
                    self.left_out.push((self.read, AnyTextError::from(error).into()));
                }
                Ok((game, remark)) => {
                    self.add_game(game);
                    self.remark = remark.filter(|_| self.parts.len() == 1);
                }
                Err(problem) => self.left_out.push((self.read, problem)),
            }
            self.read += 1;
            return Ok(false);
        }
        if self.games.is_empty() {
            return Ok(true);
        }
        let to_compare = if let Some(to_compare) = &mut self.to_compare {
            to_compare
        } else {
            let names = store.list(Kind::Match)?;
            self.listed = names.len();
            self.capacity = store.max_matches().map_or(usize::MAX, |most| most.saturating_sub(self.listed));
            self.to_compare.insert(names)
        };
        if let Some(name) = to_compare.pop() {
            if let Ok((_, saved)) = read(store, &name) {
                let listed = record_of(&name, &saved);
                for index in self.by_moves.get(&listed.record().moves()).into_iter().flatten() {
                    self.is_duplicate[*index] |= self.games[*index].is_contained_in(&listed);
                }
            }
            return Ok(false);
        }
        if self.done < self.games.len() {
            if self.is_duplicate[self.done] {
                // Skips the duplicate.
            } else if self.added == self.capacity {
                self.not_saved += 1;
            } else {
                self.save_next(store, list)?;
            }
            self.done += 1;
        }
        Ok(self.done == self.games.len())
    }

    /// Adds the game of the part that is being read.
    fn add_game(&mut self, game: GameRecord) {
        let before = self.by_moves.entry(game.record().moves()).or_default();
        self.is_duplicate.push(before.iter().any(|earlier| game.is_contained_in(&self.games[*earlier])));
        before.push(self.games.len());
        self.games.push(game);
        self.part_of.push(self.read);
    }

    fn save_next(&mut self, store: &dyn Store, list: &mut GamesList) -> Result<(), StoreError> {
        let mut hasher = DefaultHasher::new();
        (&self.parts[self.part_of[self.done]].1, self.done, store.now()).hash(&mut hasher);
        let saved = SavedMatch::imported(self.games[self.done].clone(), hasher.finish());
        let mut slot = EntrySlot::default();
        slot.save(store, Kind::Match, &saved, &mut ChangeOrder::default())?;
        self.added += 1;
        if let Some(name) = slot.name() {
            list.put(saved.listed(name.to_owned(), store.now()));
            self.last = Some(name.to_owned());
        }
        Ok(())
    }

    /// Cost of the next step, in games that are read.
    fn next_cost(&self) -> usize {
        let is_save = self.to_compare.as_ref().is_some_and(Vec::is_empty)
            && self.is_duplicate.get(self.done).is_some_and(|is_duplicate| !is_duplicate);
        if is_save { SAVE_COST } else { 1 }
    }

    /// Progress in percent.
    fn percent(&self) -> usize {
        let to_compare = self.to_compare.as_ref().map_or(0, Vec::len);
        let done = self.read + (self.listed - to_compare) + self.done;
        100 * done / (2 * self.parts.len() + self.listed).max(1)
    }

    fn notice(&self) -> Notice {
        let duplicates = self.is_duplicate.iter().filter(|is_duplicate| **is_duplicate).count();
        let added = match (self.added, duplicates) {
            (0, _) if self.not_saved > 0 => Phrase::nothing(),
            (0, 1..) => say!("games-all-there", count = duplicates),
            (_, 0) => say!("games-added", count = self.added),
            _ => say!("games-added-others", count = self.added, doubles = duplicates),
        };
        let mut messages = vec![added];
        if self.not_saved > 0 {
            let most = self.listed + self.capacity;
            messages.push(say!("games-without-room", count = self.not_saved, most = most));
        }
        match (self.left_out.first(), &self.remark) {
            (Some((_, problem)), _) if self.games.is_empty() => {
                return Notice::trouble(say!("games-not-added", problem = problem));
            }
            (Some((index, problem)), _) => {
                let (count, line) = (self.left_out.len(), self.parts[*index].0);
                messages.push(say!("games-left-out", count = count, number = index + 1, line = line));
                messages.push(problem.into());
            }
            (None, Some(remark)) => messages.push(remark.into()),
            (None, None) => {}
        }
        let is_all_well = messages.len() == 1;
        let sentences = Phrase::sentences(messages);
        if is_all_well { Notice::news(sentences) } else { Notice::trouble(sentences) }
    }

    /// The notice for a game that cannot be saved. It offers to import that game and the following ones again.
    fn notice_of(&self, error: &StoreError) -> Notice {
        let left = self.part_of.get(self.done).map_or(&[][..], |part| &self.parts[*part..]);
        let left: Vec<&str> = left.iter().map(|(_, text)| text.as_str()).collect();
        let again = GamesCommand::Import(left.join("\n"));
        Notice::trouble(games_failed(error)).offering(say!("games-try-again"), again)
    }
}

/// Continues the import of the first text.
pub(crate) fn continue_import(
    storage: Res<Storage>,
    mut imports: ResMut<Imports>,
    mut list: ResMut<GamesList>,
    mut notices: MessageWriter<Notice>,
    mut frames: ResMut<Frames>,
) {
    if imports.now.is_none() && imports.waiting.is_empty() {
        return;
    }
    let store: &dyn Store = &*storage.0;
    let mut left = GAMES_PER_FRAME;
    while left > 0 {
        let next = |waiting: &mut VecDeque<String>| waiting.pop_front().map(|text| Import::new(&text));
        let Some(mut import) = imports.now.take().or_else(|| next(&mut imports.waiting)) else { break };
        left = left.saturating_sub(import.next_cost());
        match import.step(store, &mut list) {
            Ok(false) => imports.now = Some(import),
            Ok(true) => {
                if let Some(name) = &import.last {
                    list.choose(name);
                }
                notices.write(import.notice());
            }
            Err(error) => {
                notices.write(import.notice_of(&error));
            }
        }
    }
    list.set_import_progress(imports.now.as_ref().map(Import::percent));
    frames.keep_drawing();
}
