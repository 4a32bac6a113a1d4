//! Files on their way into the library, and the report about them.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use crate::game::library::collection::PASTED;
use crate::game::own_boards::board_file::FileProblem;
use crate::game::text::{Phrase, say};
use crate::game::ui::notice::Notice;
use crate::library::{Change, Edit, Import, ImportNote, WthorTables};
use crate::notation::{AnyText, WthorError, WthorKind, WthorNames};

/// Games that are read for one edit. Those of the WTHOR database are read fast, others are replayed.
const WTHOR_GAMES: usize = if cfg!(target_arch = "wasm32") { 200 } else { 1000 };
const TEXT_GAMES: usize = 20;

/// Files whose games are added, one after the other.
#[derive(Debug, Default)]
pub(super) struct Imports {
    waiting: VecDeque<ImportFile>,
    current: Option<(String, Import, usize)>,
    /// Names of the WTHOR database, for its files of games. They are kept until the program ends.
    names: WthorTables,
    report: Report,
}

#[derive(Debug)]
struct ImportFile {
    name: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Games(Vec<u8>),
    Text(String),
}

/// Results since the last report.
#[derive(Debug, Default)]
struct Report {
    /// Number of games of all files, and of those that were read.
    total: usize,
    done: usize,
    added: usize,
    known: usize,
    unread: usize,
    /// File and note of the first game with a note.
    first: Option<(String, ImportNote)>,
    /// Names and problems of files that cannot be read.
    refused: Vec<(String, Phrase)>,
}

impl Imports {
    /// Adds a file. A file of names is read at once, because games that came earlier may need it.
    pub(super) fn add_file(&mut self, name: &str, bytes: Vec<u8>) {
        let refused = match WthorKind::of(name) {
            Some(WthorKind::Players) => keep(&mut self.names.players, WthorNames::read_players(&bytes)),
            Some(WthorKind::Tournaments) => keep(&mut self.names.tournaments, WthorNames::read_tournaments(&bytes)),
            Some(WthorKind::Games) => {
                self.push(name, Content::Games(bytes));
                None
            }
            Some(_) => Some(say!("game-library-solitaires")),
            None => match AnyText::decode_list(&bytes) {
                Ok(text) => {
                    self.push(name, Content::Text(text.to_owned()));
                    None
                }
                Err(error) => Some(Phrase::from(&FileProblem::from(error))),
            },
        };
        self.report.refused.extend(refused.map(|problem| (name.to_owned(), problem)));
    }

    /// Adds a pasted text.
    pub(super) fn add_text(&mut self, text: String) {
        self.push("", Content::Text(text));
    }

    fn push(&mut self, name: &str, content: Content) {
        self.waiting.push_back(ImportFile { name: name.to_owned(), content });
    }

    /// Returns whether no games are left to add.
    pub(super) fn is_done(&self) -> bool {
        self.current.is_none() && self.waiting.is_empty()
    }

    /// Leaves out all games that were not read yet.
    pub(super) fn stop(&mut self) {
        self.waiting.clear();
        self.current = None;
    }

    /// Progress in percent; `None` when idle.
    pub(super) fn percent(&self) -> Option<usize> {
        let Report { total, done, .. } = self.report;
        (!self.is_done()).then(|| 100 * done / total.max(1))
    }

    /// Reads the next games, and returns the edit that adds them.
    pub(super) fn next_edit(&mut self) -> Option<Edit> {
        if self.current.is_none() {
            let ImportFile { name, content } = self.waiting.pop_front()?;
            let opened = match content {
                Content::Games(bytes) => {
                    Import::of_wthor(bytes, self.names.clone()).map(|import| (import, WTHOR_GAMES))
                }
                Content::Text(text) => {
                    let stem = Path::new(&name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
                    let collection = stem.unwrap_or_else(|| PASTED.to_owned());
                    Ok((Import::of_text(text).into_collection(&collection), TEXT_GAMES))
                }
            };
            match opened {
                Ok((import, games)) => {
                    self.report.total += import.total();
                    self.current = Some((name, import, games));
                }
                Err(error) => self.report.refused.push((name, wthor_words(&error))),
            }
        }
        let (name, import, games) = self.current.as_mut()?;
        let before = (import.done(), import.unread());
        let new = import.next_games(*games);
        self.report.done += import.done() - before.0;
        self.report.unread += import.unread() - before.1;
        if self.report.first.is_none() {
            self.report.first = import.notes().first().map(|note| (name.clone(), note.clone()));
        }
        if import.is_done() {
            self.current = None;
        }
        Some(Edit::Add(new))
    }

    /// Counts the games of an edit that was saved.
    pub(super) fn count(&mut self, change: &Change) {
        self.report.added += change.added().len();
        self.report.known += change.known();
    }

    /// Takes the report about everything since the last one; `None` if nothing was added.
    pub(super) fn take_report(&mut self) -> Option<Notice> {
        let Report { total, added, known, unread, first, refused, .. } = std::mem::take(&mut self.report);
        let mut sentences = Vec::new();
        if added > 0 {
            sentences.push(say!("games-added", count = added));
        }
        if known > 0 {
            sentences.push(say!("game-library-known", count = known));
        }
        let is_all_well = unread == 0 && first.is_none() && refused.is_empty() && added + known > 0;
        if unread > 0 {
            sentences.push(say!("game-library-unread", count = unread));
        }
        sentences.extend(first.map(|(name, note)| note_words(&name, &note)));
        for (name, problem) in &refused {
            sentences.push(say!("file-cannot-be-opened", name = name.as_str(), problem = problem.clone()));
        }
        if sentences.is_empty() {
            return (total > 0).then(|| Notice::trouble(say!("game-library-nothing-added")));
        }
        let said = Phrase::sentences(sentences);
        Some(if is_all_well { Notice::news(said) } else { Notice::trouble(said) })
    }

    /// Returns whether all files are done and a report is due.
    pub(super) fn has_report(&self) -> bool {
        self.is_done() && (self.report.total > 0 || !self.report.refused.is_empty())
    }
}

/// Keeps a table of names, or returns the problem with it.
fn keep(table: &mut Option<Arc<WthorNames>>, read: Result<WthorNames, WthorError>) -> Option<Phrase> {
    match read {
        Ok(names) => {
            *table = Some(Arc::new(names));
            None
        }
        Err(error) => Some(wthor_words(&error)),
    }
}

fn wthor_words(error: &WthorError) -> Phrase {
    match error {
        WthorError::TooShort(_) => say!("game-library-wthor-short"),
        _ => say!("game-library-wthor-size"),
    }
}

fn note_words(name: &str, note: &ImportNote) -> Phrase {
    let place = |line: usize| match name {
        "" => say!("game-library-line", line = line),
        name => say!("game-library-file-line", name = name, line = line),
    };
    match note {
        ImportNote::Unread { line, error } => {
            say!("game-library-note", place = place(*line), problem = &FileProblem::from(error.clone()))
        }
        ImportNote::Remark { line, remark } => {
            say!("game-library-note", place = place(*line), problem = Phrase::from(remark))
        }
        ImportNote::Stopped { number, error } => {
            let place = say!("game-library-file-game", name = name, number = *number);
            say!("game-library-note", place = place, problem = error)
        }
    }
}
