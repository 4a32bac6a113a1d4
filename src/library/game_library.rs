//! A library of games: the sum of the changes in its file.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use thiserror::Error;

use super::boards::{Boards, StoredBoard};
use super::bytes::{Bytes, push_number, push_slice};
use super::change::{Change, StaleChange};
use super::entry::{
    BatchWriter, Entry, FAVOURITE, Parts, REMOVED, Shelves, digest, ending_code, outcome_code, read_batch, when,
};
use super::frame::{self, Frames, HEADER_BYTES, Header, Part};
use super::game_id::GameId;
use super::new_game::{MAX_TAGS, NewGame, shortened};
use super::texts::{TextId, Texts};
use crate::rules::Player;

/// A library of games, kept in memory as packed bytes.
///
/// Its file is a list of changes. A method such as [`Library::adding`] makes a [`Change`]; its bytes are appended to
/// the file, and then [`Library::apply`] carries it out. Opening a file applies all of its changes in the same way.
///
/// ```
/// use irogaeshi::library::{Library, NewGame};
/// use irogaeshi::notation::GameRecord;
/// use irogaeshi::rules::{Record, Variant};
///
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_moves("f5 d6 c3").unwrap();
/// let game = GameRecord::new(record);
///
/// let mut library = Library::default();
/// let mut file = library.empty_file();
/// let change = library.adding([NewGame::of(&game)]);
/// file.extend(change.bytes());
/// library.apply(&change).unwrap();
///
/// let (again, report) = Library::open(&file).unwrap();
/// assert!(report.is_whole());
/// assert_eq!(again.games().next().unwrap().to_record(), Ok(game));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    pub(super) generation: u32,
    /// Number of frames applied.
    revision: u64,
    pub(super) boards: Boards,
    pub(super) texts: Texts,
    tag_sets: TagSets,
    /// Moves, names, discs and details of the games.
    bytes: Vec<u8>,
    /// Sorted by id.
    pub(super) entries: Vec<Entry>,
    /// Indices of entries by the digests of their games.
    by_digest: HashMap<u64, u32>,
    /// Number of games that are not removed.
    count: usize,
    pub(super) last_id: u32,
    /// Frames that this version cannot read, to be kept.
    pub(super) unknown: Vec<u8>,
}

/// Error from opening a library.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The file is no library.
    #[error("not a library of games")]
    NotALibrary,
    /// The format is newer than this program.
    #[error(
        "the library has format {0}, but this version reads formats up to {newest}; update the program",
        newest = frame::VERSION
    )]
    NewerFormat(u32),
}

impl LibraryError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotALibrary => "not-a-library",
            Self::NewerFormat(_) => "newer-format",
        }
    }
}

/// Report about bytes of a file that were read. Places are counted in bytes from their beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// End of the last whole frame. Changes are to be appended here, once the bytes behind it were put aside.
    pub end: usize,
    /// Damaged places before the end, whose changes are lost. The caller keeps the bytes.
    pub damaged: Vec<Range<usize>>,
    /// Bytes behind the end: a change whose writing was interrupted, or damage.
    pub unfinished: Range<usize>,
    /// Number of changes that only a later version can read. They are kept.
    pub unknown: usize,
}

impl Opening {
    /// Returns whether everything was read.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.unfinished.is_empty() && self.unknown == 0
    }
}

/// Opening of a file step by step, so that it never delays a frame.
///
/// ```
/// use irogaeshi::library::{Library, Loading};
///
/// let file = Library::default().empty_file();
/// let mut loading = Loading::new(&file).unwrap();
/// while !loading.advance(&file, 100_000) {}
/// let (library, opening) = loading.finish();
/// assert!(library.is_empty() && opening.is_whole());
/// ```
#[derive(Clone, Debug)]
pub struct Loading {
    library: Library,
    opening: Opening,
    /// Bytes read.
    at: usize,
}

impl Loading {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// A [`LibraryError`] if it is no library, or of a later version; then nothing must be written to it.
    pub fn new(bytes: &[u8]) -> Result<Self, LibraryError> {
        let mut library = Library::default();
        let mut opening = Opening { end: HEADER_BYTES, ..Opening::default() };
        match frame::read_header(bytes) {
            Header::Known(generation) => library.generation = generation,
            Header::Damaged => opening.damaged.push(0..HEADER_BYTES),
            Header::Newer(version) => return Err(LibraryError::NewerFormat(version)),
            Header::Other => return Err(LibraryError::NotALibrary),
        }
        library.bytes.reserve(bytes.len());
        Ok(Self { library, opening, at: HEADER_BYTES })
    }

    /// Reads about this number of bytes more of the same file, and returns whether it is read.
    pub fn advance(&mut self, bytes: &[u8], most: usize) -> bool {
        self.at = self.library.read_frames(bytes, self.at, most, &mut self.opening);
        self.at >= bytes.len()
    }

    /// Number of bytes read.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.at
    }

    /// The library, as far as it was read.
    #[must_use]
    pub fn finish(self) -> (Library, Opening) {
        (self.library, self.opening)
    }
}

/// Kinds of frames.
pub(super) const GAMES: u8 = 1;
const REMOVE: u8 = 2;
const RESTORE: u8 = 3;
const TITLE: u8 = 4;
const FAVOURITES: u8 = 5;
const TAG: u8 = 6;
const COLLECTION: u8 = 7;
/// Last number that was given, after a compaction that may have left its game out.
pub(super) const LAST_ID: u8 = 8;

/// Number of games that a frame changes at most.
const MAX_IDS: usize = 100_000;

impl Library {
    /// File of a library without games, of the generation of this one.
    #[must_use]
    pub fn empty_file(&self) -> Vec<u8> {
        frame::header(self.generation)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// A [`LibraryError`] if it is no library, or of a later version; then nothing must be written to it.
    pub fn open(bytes: &[u8]) -> Result<(Self, Opening), LibraryError> {
        let mut loading = Loading::new(bytes)?;
        while !loading.advance(bytes, usize::MAX) {}
        Ok(loading.finish())
    }

    /// Applies bytes that another program has appended to the file.
    pub fn read_on(&mut self, bytes: &[u8]) -> Opening {
        let mut opening = Opening::default();
        self.read_frames(bytes, 0, usize::MAX, &mut opening);
        opening
    }

    /// Applies frames from a place on, until this number of bytes is passed, and returns the place after them.
    fn read_frames(&mut self, bytes: &[u8], from: usize, most: usize, opening: &mut Opening) -> usize {
        let mut at = from;
        opening.unfinished = from..from;
        for part in Frames::new(bytes, from) {
            match part {
                Part::Frame(range, kind, content) => {
                    at = range.end;
                    opening.end = at;
                    opening.unfinished = at..at;
                    if !self.apply_frame(kind, content) {
                        opening.unknown += 1;
                        self.unknown.extend_from_slice(&bytes[range]);
                    }
                }
                Part::Damage(range) => {
                    at = range.end;
                    opening.damaged.push(range);
                }
                Part::Unfinished(range) => {
                    at = range.end;
                    opening.unfinished = range;
                }
            }
            if at - from >= most {
                break;
            }
        }
        at
    }

    /// Number of compactions that the file went through.
    #[must_use]
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// Number that grows with each change.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Number of games that are not removed.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are no games, or all are removed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Number of removed games, which compaction leaves out.
    #[must_use]
    pub const fn removed(&self) -> usize {
        self.entries.len() - self.count
    }

    /// Approximate number of bytes in memory.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.bytes.capacity()
            + self.entries.capacity() * size_of::<Entry>()
            + self.by_digest.capacity() * (size_of::<(u64, u32)>() + 1)
            + self.texts.bytes()
    }

    pub(super) fn index(&self, id: GameId) -> Option<usize> {
        self.entries.binary_search_by_key(&id.0, |entry| entry.id).ok()
    }

    pub(super) fn tags_of(&self, entry: &Entry) -> &[TextId] {
        self.tag_sets.get(entry.tags)
    }

    /// Adds games that are not there. The same game has the same board, moves, names and date.
    #[must_use]
    pub fn adding(&self, games: impl IntoIterator<Item = NewGame>) -> Change {
        self.adding_unless(games, |entry| entry.flags & REMOVED == 0)
    }

    /// Adds games that are not there and were not removed either.
    #[must_use]
    pub fn adding_new(&self, games: impl IntoIterator<Item = NewGame>) -> Change {
        self.adding_unless(games, |_| true)
    }

    /// Adds games, except those whose entries say that they are known.
    fn adding_unless(&self, games: impl IntoIterator<Item = NewGame>, is_known: impl Fn(&Entry) -> bool) -> Change {
        let mut writer = BatchWriter::default();
        let mut own_boards: Vec<StoredBoard> = Vec::new();
        let mut seen = HashSet::new();
        let mut known = 0;
        let first = self.last_id + 1;
        let mut next = first;
        for game in games {
            let board = if let Some(id) = self.boards.find(&game.variant) {
                self.boards.get(id)
            } else {
                let is_it = |board: &StoredBoard| board.variant == game.variant;
                let at = own_boards.iter().position(is_it).unwrap_or_else(|| {
                    own_boards.push(StoredBoard::new(game.variant.clone()));
                    own_boards.len() - 1
                });
                &own_boards[at]
            };
            let codes = board.codes(&game.moves);
            let names: Vec<&str> = board.everybody.iter().map(|player| game.names[*player].as_str()).collect();
            let details = &game.details;
            let when = when(details.year, details.started, details.ended);
            let digest = digest(board.digest, &codes, names.iter().map(|name| Texts::hash_of(name)), when);
            let index = self.by_digest.get(&digest);
            if index.is_some_and(|index| is_known(&self.entries[*index as usize])) || !seen.insert(digest) {
                known += 1;
                continue;
            }
            let mut detail_bytes = Vec::new();
            details.push(&mut detail_bytes, board);
            writer.push(&Parts {
                id: next,
                board,
                codes: &codes,
                names,
                discs: board.everybody.iter().map(|player| game.discs[*player].into()).collect(),
                ending: ending_code(game.ending),
                outcome: outcome_code(game.outcome),
                collection: &game.collection,
                event: &game.event,
                title: &game.title,
                tags: game.tags.iter().map(String::as_str).collect(),
                is_favourite: game.is_favourite,
                details: &detail_bytes,
            });
            next += 1;
        }
        let bytes = writer.finish().iter().flat_map(|content| frame::frame(GAMES, content)).collect();
        Change { bytes, revision: self.revision, added: first..next, known }
    }

    /// Removes games. They can be restored until the library is compacted.
    #[must_use]
    pub fn removing(&self, games: impl IntoIterator<Item = GameId>) -> Change {
        self.changing(REMOVE, &[], games, |entry| entry.flags & REMOVED == 0)
    }

    /// Restores removed games.
    #[must_use]
    pub fn restoring(&self, games: impl IntoIterator<Item = GameId>) -> Change {
        self.changing(RESTORE, &[], games, |entry| entry.flags & REMOVED != 0)
    }

    /// Gives games a title; an empty one takes it away.
    #[must_use]
    pub fn naming(&self, games: impl IntoIterator<Item = GameId>, title: &str) -> Change {
        let title = shortened(title);
        let now = self.texts.find(&title);
        self.changing(TITLE, &with_text(&[], &title), games, |entry| Some(entry.title) != now)
    }

    /// Moves games into a collection.
    #[must_use]
    pub fn moving(&self, games: impl IntoIterator<Item = GameId>, collection: &str) -> Change {
        let name = shortened(collection);
        let now = self.texts.find(&name);
        self.changing(COLLECTION, &with_text(&[], &name), games, |entry| Some(entry.collection) != now)
    }

    /// Makes games favourites, or takes that away.
    #[must_use]
    pub fn marking(&self, games: impl IntoIterator<Item = GameId>, is_favourite: bool) -> Change {
        let other = |entry: &Entry| (entry.flags & FAVOURITE != 0) != is_favourite;
        self.changing(FAVOURITES, &[u8::from(is_favourite)], games, other)
    }

    /// Adds a tag to games, or takes it away. Games with 50 tags stay as they are.
    #[must_use]
    pub fn tagging(&self, games: impl IntoIterator<Item = GameId>, tag: &str, is_added: bool) -> Change {
        let tag = shortened(tag);
        let now = self.texts.find(&tag);
        let differs = |entry: &Entry| {
            let tags = self.tags_of(entry);
            let has = now.is_some_and(|now| tags.contains(&now));
            !tag.is_empty() && has != is_added && (!is_added || tags.len() < MAX_TAGS)
        };
        self.changing(TAG, &with_text(&[u8::from(is_added)], &tag), games, differs)
    }

    /// A change of the games that it makes a difference for.
    fn changing(
        &self,
        kind: u8,
        value: &[u8],
        games: impl IntoIterator<Item = GameId>,
        differs: impl Fn(&Entry) -> bool,
    ) -> Change {
        let is_there = |id: &GameId| self.index(*id).is_some_and(|index| differs(&self.entries[index]));
        let mut ids: Vec<u32> = games.into_iter().filter(is_there).map(|id| id.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut bytes = Vec::new();
        for ids in ids.chunks(MAX_IDS) {
            let mut content = value.to_vec();
            let mut last = 0;
            for id in ids {
                push_number(&mut content, u64::from(id - last));
                last = *id;
            }
            bytes.extend(frame::frame(kind, &content));
        }
        Change { bytes, revision: self.revision, added: 0..0, known: 0 }
    }

    /// Carries out a change, once its bytes are kept.
    ///
    /// # Errors
    /// [`StaleChange`] if the library has changed since the change was made.
    pub fn apply(&mut self, change: &Change) -> Result<(), StaleChange> {
        if change.revision != self.revision {
            return Err(StaleChange);
        }
        self.read_on(&change.bytes);
        Ok(())
    }

    /// Applies the content of a frame. Returns `false` and changes nothing if this version cannot read it.
    fn apply_frame(&mut self, kind: u8, content: &[u8]) -> bool {
        self.revision += 1;
        let mut rest = Bytes(content);
        let applied = match kind {
            GAMES => self.add(content),
            REMOVE => self.change_entries(rest, |library, index| library.set_removed(index, true)),
            RESTORE => self.change_entries(rest, |library, index| library.set_removed(index, false)),
            TITLE => rest.text().and_then(|title| {
                let title = self.texts.intern(title);
                self.change_entries(rest, |library, index| library.entries[index].title = title)
            }),
            COLLECTION => rest.text().and_then(|name| {
                let name = self.texts.intern(name);
                self.change_entries(rest, |library, index| library.entries[index].collection = name)
            }),
            FAVOURITES => rest.byte().and_then(|is_favourite| {
                self.change_entries(rest, |library, index| {
                    let flags = &mut library.entries[index].flags;
                    *flags = *flags & !FAVOURITE | if is_favourite == 0 { 0 } else { FAVOURITE };
                })
            }),
            TAG => rest.byte().and_then(|is_added| {
                let tag = self.texts.intern(rest.text()?);
                self.change_entries(rest, |library, index| {
                    let tags = &mut library.entries[index].tags;
                    *tags = library.tag_sets.changed(*tags, tag, is_added != 0, &library.texts);
                })
            }),
            LAST_ID => rest.number().and_then(|last| {
                self.last_id = self.last_id.max(last.try_into().ok()?);
                Some(())
            }),
            _ => None,
        };
        applied.is_some()
    }

    fn add(&mut self, content: &[u8]) -> Option<()> {
        let mut shelves = Shelves { boards: &mut self.boards, texts: &mut self.texts, bytes: &mut self.bytes };
        for (mut entry, tags) in read_batch(content, &mut shelves)? {
            // Numbers only fail to grow in files that were put together by hand.
            entry.id = entry.id.max(self.last_id.checked_add(1)?);
            self.last_id = entry.id;
            let mut set = 0;
            for tag in tags {
                set = self.tag_sets.changed(set, tag, true, &self.texts);
            }
            entry.tags = set;
            self.entries.push(entry);
            self.count += 1;
            let index = self.entries.len() - 1;
            let digest = self.digest_at(index);
            self.by_digest.insert(digest, index as u32);
        }
        Some(())
    }

    fn digest_at(&self, index: usize) -> u64 {
        let entry = &self.entries[index];
        let board = self.boards.get(entry.board);
        let (codes, mut rest) = self.parts_of(entry);
        let name = |_: &Player| self.texts.hash(TextId(rest.number().unwrap_or_default() as u32));
        digest(board.digest, codes, board.everybody.iter().map(name), entry.when)
    }

    /// Codes of the moves of a game, and its names, discs and details.
    pub(super) fn parts_of(&self, entry: &Entry) -> (&[u8], Bytes<'_>) {
        let bytes = &self.bytes[entry.at as usize..][..entry.length as usize];
        let (codes, rest) = bytes.split_at(usize::from(entry.plies) * self.boards.get(entry.board).width);
        (codes, Bytes(rest))
    }

    fn set_removed(&mut self, index: usize, is_removed: bool) {
        let flags = &mut self.entries[index].flags;
        if (*flags & REMOVED != 0) == is_removed {
            return;
        }
        *flags ^= REMOVED;
        if is_removed {
            self.count -= 1;
        } else {
            self.count += 1;
            let digest = self.digest_at(index);
            self.by_digest.insert(digest, index as u32);
        }
    }

    /// Changes the entries of a list of games, as far as they are there; their frame may be damaged.
    fn change_entries(&mut self, mut ids: Bytes<'_>, mut change: impl FnMut(&mut Self, usize)) -> Option<()> {
        let mut found = Vec::new();
        let mut id = 0_u32;
        while !ids.is_at_end() {
            id = id.checked_add(ids.number()?.try_into().ok()?)?;
            found.extend(self.index(GameId(id)));
        }
        for index in found {
            change(self, index);
        }
        Some(())
    }
}

fn with_text(before: &[u8], text: &str) -> Vec<u8> {
    let mut bytes = before.to_vec();
    push_slice(&mut bytes, text.as_bytes());
    bytes
}

/// Sets of tags, each kept once. The first is empty.
#[derive(Clone, Debug)]
struct TagSets {
    all: Vec<Vec<TextId>>,
    numbers: HashMap<Vec<TextId>, u32>,
}

impl Default for TagSets {
    fn default() -> Self {
        Self { all: vec![Vec::new()], numbers: HashMap::from([(Vec::new(), 0)]) }
    }
}

impl TagSets {
    fn get(&self, number: u32) -> &[TextId] {
        &self.all[number as usize]
    }

    /// The set with a tag more or less, in alphabetical order.
    fn changed(&mut self, number: u32, tag: TextId, is_added: bool, texts: &Texts) -> u32 {
        let mut tags = self.get(number).to_vec();
        tags.retain(|other| *other != tag);
        if is_added {
            tags.push(tag);
            tags.sort_unstable_by_key(|tag| texts.get(*tag));
        }
        if let Some(known) = self.numbers.get(&tags) {
            return *known;
        }
        let number = self.all.len() as u32;
        self.all.push(tags.clone());
        self.numbers.insert(tags, number);
        number
    }
}
