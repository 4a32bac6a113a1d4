//! Carries out the commands for the library, and goes on with searches, imports and exports step by step.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::platform::time::Instant;
use bevy::prelude::*;

use crate::game::board_view::shown_record::ShownRecord;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::save_file::SaveFile;
use crate::game::flow::screen::{Screen, next_screen};
use crate::game::games::games_text::text_of;
use crate::game::games::match_slots::MatchSlots;
use crate::game::games::saved_match::SavedMatch;
use crate::game::library::collection::MINE;
use crate::game::library::filter::LibraryFilter;
use crate::game::library::game_library::{GameLibrary, LibraryState};
use crate::game::library::imports::Imports;
use crate::game::library::library_command::LibraryCommand;
use crate::game::library::own_games::OwnGames;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::{Match, MatchMarks};
use crate::game::redraw::Frames;
use crate::game::storage::library_store::{LibraryAnswer, LibraryProblem, LibraryStore};
use crate::game::storage::{SaveSystems, Storage};
use crate::game::text::{Phrase, say};
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::notice::Notice;
use crate::library::{Change, Edit, GameId, Library, Search};
use crate::notation::GameRecord;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LibraryWork>()
        .add_systems(Last, (open_library, handle_library_commands, go_on).chain().in_set(SaveSystems::Library));
}

/// Time for one frame's share of long work.
const STEP_TIME: Duration = Duration::from_millis(8);
/// Games that one step of a search looks at, about 3 ms.
const SEARCH_STEP: usize = if cfg!(target_arch = "wasm32") { 5_000 } else { 20_000 };
/// Games that one step of an export writes.
const EXPORT_STEP: usize = 20;
/// Name of an exported file.
const GAMES_FILE: &str = "irogaeshi-library.json";

/// Work that takes more than a frame.
#[derive(Resource, Debug, Default)]
struct LibraryWork {
    /// Edits of the player, not begun.
    edits: VecDeque<PlayersEdit>,
    /// The edit whose answer is still out.
    pending: Option<Pending>,
    search: Option<Search>,
    imports: Imports,
    own_games: OwnGames,
    export: Option<Export>,
    /// Set if the library has changed since the last search.
    is_stale: bool,
    /// Set if the library is to be opened, or what others have changed is to be taken over.
    is_refresh_wanted: bool,
}

/// An edit of the player, with what is said once it is saved.
#[derive(Debug)]
struct PlayersEdit {
    edit: Edit,
    /// Command to offer again if it fails.
    command: LibraryCommand,
    notice: Option<Notice>,
}

/// Origin of an edit.
#[derive(Debug)]
enum Pending {
    Player(LibraryCommand, Option<Notice>),
    Import,
    OwnGames,
}

/// Games on their way into a file.
#[derive(Debug)]
struct Export {
    games: Vec<GameId>,
    done: usize,
    text: String,
}

/// Messages that the systems send.
#[derive(SystemParam)]
struct Outgoing<'w> {
    matches: MessageWriter<'w, MatchCommand>,
    navigate: MessageWriter<'w, Navigate>,
    copies: MessageWriter<'w, CopyText>,
    files: MessageWriter<'w, SaveFile>,
    notices: MessageWriter<'w, Notice>,
}

impl LibraryWork {
    fn is_idle(&self) -> bool {
        self.edits.is_empty()
            && self.pending.is_none()
            && self.search.is_none()
            && self.imports.is_done()
            && !self.imports.has_report()
            && self.own_games.is_done()
            && self.export.is_none()
            && !self.is_stale
    }

    fn percent(&self) -> Option<usize> {
        let export = self.export.as_ref().map(|export| 100 * export.done / export.games.len().max(1));
        self.imports.percent().or(export)
    }

    /// Begins to search for the games of the filter.
    fn search_again(&mut self, library: &mut GameLibrary) {
        match library.filter.query() {
            Ok(query) => {
                library.problem = None;
                self.search = Some(Search::new(query));
            }
            Err(problem) => library.problem = Some(problem),
        }
    }

    fn edit(&mut self, edit: Edit, command: &LibraryCommand, notice: Option<Notice>) {
        self.edits.push_back(PlayersEdit { edit, command: command.clone(), notice });
    }
}

/// Opens the library with its screen, and takes over what has changed since: finished matches, and what another copy of
/// the program has done.
fn open_library(
    next: Res<NextState<Screen>>,
    storage: Res<Storage>,
    mut library: ResMut<GameLibrary>,
    mut work: ResMut<LibraryWork>,
) {
    if next_screen(&next) == Some(Screen::Library) {
        open(&storage, &mut library, &mut work);
    }
}

fn open(storage: &Storage, library: &mut GameLibrary, work: &mut LibraryWork) {
    let store = library.store.get_or_insert_with(|| storage.library());
    work.is_refresh_wanted = true;
    if store.library().is_none() {
        library.state = LibraryState::Opening;
    }
    work.own_games.look_again(&*storage.0);
}

fn handle_library_commands(
    mut commands: MessageReader<LibraryCommand>,
    (screen, board): (Res<State<Screen>>, ShownRecord),
    storage: Res<Storage>,
    mut library: ResMut<GameLibrary>,
    mut work: ResMut<LibraryWork>,
    mut slots: ResMut<MatchSlots>,
    mut outgoing: Outgoing,
) {
    for command in commands.read() {
        let library = &mut *library;
        let filter = library.filter.clone();
        match command {
            LibraryCommand::Search(text) => library.filter.text.clone_from(text),
            LibraryCommand::Sort(key) => library.filter.sort(*key),
            LibraryCommand::ToggleFavourites => library.filter.favourites ^= true,
            LibraryCommand::ShowCollection(name) => library.filter.collection.clone_from(name),
            LibraryCommand::FindShown => {
                if let Some(record) = board.record() {
                    library.filter.text.clear();
                    library.filter.positions = vec![record.position().clone()];
                    outgoing.navigate.write(Navigate::To(Screen::Library));
                }
            }
            LibraryCommand::PlayOn(chosen) => library.filter.play_on(*chosen),
            LibraryCommand::TakeBack => library.filter.positions.truncate(library.filter.moves_made().max(1)),
            LibraryCommand::ForgetPosition => library.filter.positions.clear(),
            LibraryCommand::ShowAll => library.filter = LibraryFilter::default(),
            LibraryCommand::Open(id) => put_on_board(library, *id, &mut slots, &mut outgoing, Screen::Match),
            LibraryCommand::Review(id) => put_on_board(library, *id, &mut slots, &mut outgoing, Screen::Review),
            LibraryCommand::Copy(id) => {
                let text = record_of(library, *id).map(|record| CopyText(text_of(&record)));
                outgoing.copies.write_batch(text);
            }
            LibraryCommand::Remove(ids) => {
                let undo = LibraryCommand::Restore(ids.clone());
                let notice = Notice::news(say!("game-library-removed", count = ids.len()));
                let notice = notice.offering(say!("games-undo"), undo);
                work.edit(Edit::Remove(ids.clone()), command, Some(notice));
            }
            LibraryCommand::Restore(ids) => work.edit(Edit::Restore(ids.clone()), command, None),
            LibraryCommand::Mark(id) => {
                let game = library.library().and_then(|library| library.game(*id));
                let is_favourite = game.is_some_and(|game| game.is_favourite());
                work.edit(Edit::Mark(vec![*id], !is_favourite), command, None);
            }
            LibraryCommand::Name(id, title) => work.edit(Edit::Name(vec![*id], title.clone()), command, None),
            LibraryCommand::Tag(id, tag, is_added) => {
                work.edit(Edit::Tag(vec![*id], tag.clone(), *is_added), command, None);
            }
            LibraryCommand::RemoveFound => {
                let ids = library.results.found.iter().map(|found| found.id).collect();
                outgoing.navigate.write(Navigate::Close);
                let notice = Notice::trouble(say!("game-library-remove-question", count = library.results.found.len()));
                outgoing.notices.write(notice.offering(say!("games-delete"), LibraryCommand::Remove(ids)));
            }
            LibraryCommand::SaveFound => {
                let games = library.results.found.iter().map(|found| found.id).collect();
                work.export = Some(Export { games, done: 0, text: String::new() });
                outgoing.navigate.write(Navigate::Close);
            }
            LibraryCommand::Import { name, bytes } => work.imports.add_file(name, bytes.clone()),
            LibraryCommand::Paste(text) => work.imports.add_text(text.clone()),
            LibraryCommand::Stop => {
                work.imports.stop();
                work.export = None;
            }
            LibraryCommand::TryAgain => open(&storage, library, &mut work),
        }
        if library.filter != filter {
            library.results.choice += 1;
            work.search_again(library);
        }
        if matches!(command, LibraryCommand::Import { .. } | LibraryCommand::Paste(_)) && *screen != Screen::Library {
            outgoing.navigate.write(Navigate::To(Screen::Library));
        }
    }
}

fn record_of(library: &GameLibrary, id: GameId) -> Option<GameRecord> {
    library.library()?.game(id)?.to_record().ok()
}

/// Puts a game on the board. It stays as it is in the library: what is played on becomes another match.
fn put_on_board(library: &GameLibrary, id: GameId, slots: &mut MatchSlots, outgoing: &mut Outgoing, screen: Screen) {
    let Some(record) = record_of(library, id) else {
        outgoing.notices.write(Notice::trouble(say!("game-library-unreadable")));
        return;
    };
    let game = library.library().and_then(|library| library.game(id));
    let is_mine = game.is_some_and(|game| game.collection() == MINE);
    let seed = u64::from(id.0);
    let saved =
        if is_mine { SavedMatch::of(record, seed, MatchMarks::default()) } else { SavedMatch::imported(record, seed) };
    let game = Match::from(saved);
    if game.ending().is_some() {
        slots.expect_copy(&game);
    }
    outgoing.matches.write(MatchCommand::now(MatchChange::Replace(Box::new(game))));
    outgoing.navigate.write(Navigate::To(screen));
}

fn go_on(
    storage: Res<Storage>,
    mut library: ResMut<GameLibrary>,
    mut work: ResMut<LibraryWork>,
    mut outgoing: Outgoing,
    mut frames: ResMut<Frames>,
) {
    // Nothing is shown anew while nothing happens.
    let shown = library.bypass_change_detection();
    let Some(mut store) = shown.store.take() else { return };
    let began = Instant::now();
    let mut is_changed = false;
    let mut is_working = false;
    loop {
        if let Some(answer) = store.advance() {
            is_changed |= work.take_answer(answer, shown, &mut outgoing);
        } else if store.is_busy() {
            is_working = true;
            break;
        } else if std::mem::take(&mut work.is_refresh_wanted) {
            store.refresh();
        } else {
            let Some(news) = work.begin_next(&mut *store, shown, &storage, &mut outgoing) else { break };
            is_changed |= news;
            is_working = true;
        }
        if began.elapsed() > STEP_TIME {
            break;
        }
    }
    let percent = work.percent();
    is_changed |= shown.progress != percent;
    shown.progress = percent;
    shown.store = Some(store);
    if is_changed {
        library.set_changed();
    }
    if is_working || is_changed {
        frames.keep_drawing();
    }
}

impl LibraryWork {
    /// Takes an answer of the store, and returns whether something else is to be shown.
    fn take_answer(&mut self, answer: LibraryAnswer, shown: &mut GameLibrary, outgoing: &mut Outgoing) -> bool {
        match answer {
            LibraryAnswer::Opened { damaged } => {
                if damaged > 0 {
                    outgoing.notices.write(Notice::trouble(say!("game-library-damaged", count = damaged)));
                }
                shown.state = LibraryState::Open;
                self.is_stale = true;
                true
            }
            LibraryAnswer::Changed(change) => {
                self.note_saved(&change, outgoing);
                false
            }
            LibraryAnswer::Failed(problem) => {
                match self.pending.take() {
                    None => {
                        // A library that was open before stays open.
                        if shown.state == LibraryState::Opening {
                            shown.state = LibraryState::Failed(problem);
                            self.imports.stop();
                        } else {
                            outgoing.notices.write(Notice::trouble(failed(&problem)));
                        }
                    }
                    Some(Pending::Player(command, _)) => {
                        let notice = Notice::trouble(failed(&problem));
                        outgoing.notices.write(notice.offering(say!("games-try-again"), command));
                    }
                    Some(Pending::Import) => {
                        self.imports.stop();
                        outgoing.notices.write(Notice::trouble(failed(&problem)));
                    }
                    // They are tried again whenever the library is opened.
                    Some(Pending::OwnGames) => self.own_games = OwnGames::default(),
                }
                true
            }
        }
    }

    fn note_saved(&mut self, change: &Change, outgoing: &mut Outgoing) {
        match self.pending.take() {
            Some(Pending::Player(_, notice)) => {
                outgoing.notices.write_batch(notice);
                self.is_stale = true;
            }
            Some(Pending::Import) => {
                self.imports.count(change);
                self.is_stale |= self.imports.is_done();
            }
            Some(Pending::OwnGames) => self.is_stale |= !change.is_empty(),
            None => {}
        }
    }

    /// Begins the next piece of work. Returns whether something else is to be shown, or `None` if nothing is left to
    /// do.
    fn begin_next(
        &mut self,
        store: &mut dyn LibraryStore,
        shown: &mut GameLibrary,
        storage: &Storage,
        outgoing: &mut Outgoing,
    ) -> Option<bool> {
        if self.is_idle() || store.library().is_none() {
            return None;
        }
        if let Some(PlayersEdit { edit, command, notice }) = self.edits.pop_front() {
            self.pending = Some(Pending::Player(command, notice));
            store.change(edit);
            return Some(false);
        }
        if std::mem::take(&mut self.is_stale) && self.search.is_none() {
            self.search_again(shown);
        }
        if let (Some(search), Some(library)) = (&mut self.search, store.library()) {
            if !search.advance(library, SEARCH_STEP) {
                return Some(false);
            }
            shown.results.found = search.found().to_vec();
            shown.results.continuations = search.continuations();
            shown.results.number += 1;
            shown.now_ms = storage.now();
            self.search = None;
            return Some(true);
        }
        if let Some(edit) = self.imports.next_edit() {
            self.pending = Some(Pending::Import);
            store.change(edit);
            return Some(true);
        }
        if self.imports.has_report() {
            outgoing.notices.write_batch(self.imports.take_report());
            self.is_stale = true;
            return Some(true);
        }
        if !self.own_games.is_done() {
            if let Some(edit) = self.own_games.next_edit(&*storage.0) {
                self.pending = Some(Pending::OwnGames);
                store.change(edit);
            }
            return Some(false);
        }
        if let (Some(export), Some(library)) = (&mut self.export, store.library())
            && export.write_next(library)
        {
            let text = std::mem::take(&mut export.text);
            self.export = None;
            outgoing.files.write(SaveFile::text(GAMES_FILE, text));
        }
        Some(true)
    }
}

impl Export {
    /// Writes the next games, and returns whether all are written.
    fn write_next(&mut self, library: &Library) -> bool {
        let end = (self.done + EXPORT_STEP).min(self.games.len());
        for id in &self.games[self.done..end] {
            if let Some(Ok(record)) = library.game(*id).map(|game| game.to_record()) {
                self.text += &record.to_string();
                self.text.push('\n');
            }
        }
        self.done = end;
        end == self.games.len()
    }
}

fn failed(problem: &LibraryProblem) -> Phrase {
    Phrase::sentences([say!("games-failed"), problem.into()])
}
