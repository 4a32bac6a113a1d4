//! Library of games in a database of numbered chunks, which answers later.

use std::collections::VecDeque;
use std::fmt;
use std::mem;

use crate::game::storage::library_store::{LibraryAnswer, LibraryProblem, LibraryStore};
use crate::library::{Change, Edit, Library, Loading};

/// Bytes that are read in a step. A step takes about 5 ms.
const STEP_BYTES: usize = 150_000;

/// A list of chunks that only grows, and is shared with other copies of the program. The first chunk is the header of a
/// library's file, each further one a change. One request is made at a time.
pub(super) trait Chunks: fmt::Debug + Send + Sync + 'static {
    /// Asks for all chunks from a number on.
    fn read(&mut self, from: u32);

    /// Asks to append chunks, all or none, if the first of them gets this number. Otherwise the answer is as to
    /// [`Self::read`].
    fn append(&mut self, number: u32, chunks: &[&[u8]]);

    /// The answer, once it has arrived.
    fn answer(&mut self) -> Option<Result<ChunksAnswer, LibraryProblem>>;

    /// The place of the chunks, for display.
    fn place(&self) -> String;
}

/// Answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ChunksAnswer {
    /// Nothing was written.
    Read {
        /// Number of the first chunk, which is 0 if the chunks may be others than before.
        first: u32,
        /// Number of the next chunk to append.
        next: u32,
        /// The chunks, joined.
        bytes: Vec<u8>,
    },
    /// The chunks were appended, and survive the end of the program.
    Appended,
}

/// A library in chunks. Other copies of the program may append to them at any time: a change that comes too late is
/// made again, of the newest state.
#[derive(Debug, Default)]
pub(crate) struct ChunkedLibrary<C> {
    chunks: C,
    library: Option<Library>,
    /// Number of the first chunk that the library has not applied.
    next: u32,
    /// Damaged places found since the last answer.
    damaged: usize,
    /// Requests without an answer, the current one first.
    requests: VecDeque<Request>,
    work: Work,
}

#[derive(Debug)]
enum Request {
    Refresh,
    Change(Edit),
}

/// Work on the current request.
#[derive(Debug, Default)]
enum Work {
    #[default]
    None,
    /// Waits for chunks.
    Reading,
    /// Reads all chunks step by step.
    Loading { loading: Box<Loading>, bytes: Vec<u8> },
    /// Waits until the change is written.
    Appending { change: Change, chunks: u32 },
}

impl<C: Chunks> ChunkedLibrary<C> {
    /// Goes on with the current request. The library is as new as possible after chunks were read.
    fn proceed(&mut self, is_newest: bool) -> Option<LibraryAnswer> {
        let change = match (self.requests.front()?, &self.library) {
            (Request::Refresh, Some(_)) if is_newest => {
                let damaged = mem::take(&mut self.damaged);
                return Some(self.finish(LibraryAnswer::Opened { damaged }));
            }
            (Request::Change(edit), Some(library)) => edit.of(library),
            _ => return self.read(),
        };
        if change.is_empty() {
            // Something is left to do if another copy of the program has undone the change.
            return if is_newest { Some(self.finish(LibraryAnswer::Changed(change))) } else { self.read() };
        }
        let header = self.library.as_ref().filter(|_| self.next == 0).map(Library::empty_file);
        let chunks: Vec<&[u8]> = header.as_deref().into_iter().chain([change.bytes()]).collect();
        self.chunks.append(self.next, &chunks);
        self.work = Work::Appending { chunks: chunks.len() as u32, change };
        None
    }

    fn read(&mut self) -> Option<LibraryAnswer> {
        self.chunks.read(if self.library.is_some() { self.next } else { 0 });
        self.work = Work::Reading;
        None
    }

    fn finish(&mut self, answer: LibraryAnswer) -> LibraryAnswer {
        self.work = Work::None;
        self.requests.pop_front();
        answer
    }

    /// Applies chunks that were read.
    fn take_over(&mut self, first: u32, next: u32, bytes: Vec<u8>) -> Option<LibraryAnswer> {
        self.next = next;
        match &mut self.library {
            Some(library) if first > 0 => {
                let opening = library.read_on(&bytes);
                self.damaged += opening.damaged.len() + usize::from(!opening.unfinished.is_empty());
            }
            library if next == 0 => *library = Some(Library::default()),
            library => match Loading::new(&bytes) {
                Ok(loading) => {
                    self.work = Work::Loading { loading: Box::new(loading), bytes };
                    return None;
                }
                Err(problem) => {
                    *library = None;
                    return Some(self.fail(problem));
                }
            },
        }
        self.proceed(true)
    }

    fn fail(&mut self, problem: impl Into<LibraryProblem>) -> LibraryAnswer {
        self.finish(LibraryAnswer::Failed(problem.into()))
    }
}

impl<C: Chunks> LibraryStore for ChunkedLibrary<C> {
    fn refresh(&mut self) {
        self.requests.push_back(Request::Refresh);
    }

    fn change(&mut self, edit: Edit) {
        self.requests.push_back(Request::Change(edit));
    }

    fn advance(&mut self) -> Option<LibraryAnswer> {
        match mem::take(&mut self.work) {
            Work::None => self.proceed(false),
            Work::Loading { mut loading, bytes } => {
                if !loading.advance(&bytes, STEP_BYTES) {
                    self.work = Work::Loading { loading, bytes };
                    return None;
                }
                let (library, opening) = loading.finish();
                self.library = Some(library);
                // A change is written whole or not at all, so that bytes at the end are damage too.
                self.damaged = opening.damaged.len() + usize::from(!opening.unfinished.is_empty());
                self.proceed(true)
            }
            waiting => match (self.chunks.answer(), waiting) {
                (None, waiting) => {
                    self.work = waiting;
                    None
                }
                (Some(Err(problem)), _) => Some(self.fail(problem)),
                (Some(Ok(ChunksAnswer::Read { first, next, bytes })), _) => self.take_over(first, next, bytes),
                (Some(Ok(ChunksAnswer::Appended)), Work::Appending { change, chunks }) => {
                    self.next += chunks;
                    // Nothing can have changed it since.
                    self.library.get_or_insert_default().apply(&change).ok();
                    Some(self.finish(LibraryAnswer::Changed(change)))
                }
                (Some(Ok(ChunksAnswer::Appended)), _) => self.proceed(false),
            },
        }
    }

    fn is_busy(&self) -> bool {
        !self.requests.is_empty()
    }

    fn library(&self) -> Option<&Library> {
        self.library.as_ref()
    }

    fn place(&self) -> String {
        self.chunks.place()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::game::storage::store_error::StoreError;
    use crate::library::{GameId, LibraryError, NewGame};
    use crate::notation::GameRecord;
    use crate::rules::{Record, Variant};

    /// A database that several tabs share.
    #[derive(Clone, Debug, Default)]
    struct Database(Arc<Mutex<Vec<Vec<u8>>>>);

    impl Database {
        fn chunks(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }

        fn bytes(&self) -> Vec<u8> {
            self.chunks().concat()
        }

        fn tab(&self) -> Tab {
            ChunkedLibrary { chunks: Connection { database: self.clone(), ..Connection::default() }, ..Tab::default() }
        }
    }

    type Tab = ChunkedLibrary<Connection>;

    /// A connection that carries out its request when it is asked for the answer the second time.
    #[derive(Debug, Default)]
    struct Connection {
        database: Database,
        asked: Option<Asked>,
        is_under_way: bool,
        /// Lets the next request fail.
        refusal: Option<StoreError>,
        /// Reads all chunks next, as after the browser has closed the connection.
        is_new: bool,
        reads: usize,
    }

    #[derive(Debug)]
    enum Asked {
        Read(u32),
        Append(u32, Vec<Vec<u8>>),
    }

    impl Chunks for Connection {
        fn read(&mut self, from: u32) {
            assert!(self.asked.replace(Asked::Read(from)).is_none(), "one request at a time");
            self.reads += 1;
        }

        fn append(&mut self, number: u32, chunks: &[&[u8]]) {
            let chunks = chunks.iter().map(|chunk| chunk.to_vec()).collect();
            assert!(self.asked.replace(Asked::Append(number, chunks)).is_none(), "one request at a time");
        }

        fn answer(&mut self) -> Option<Result<ChunksAnswer, LibraryProblem>> {
            self.is_under_way = !self.is_under_way;
            if self.is_under_way {
                return None;
            }
            let asked = self.asked.take()?;
            if let Some(refusal) = self.refusal.take() {
                return Some(Err(refusal.into()));
            }
            let mut chunks = self.database.chunks();
            let next = chunks.len() as u32;
            let from = match asked {
                Asked::Append(number, added) if number == next && !(self.is_new && next > 0) => {
                    chunks.extend(added);
                    return Some(Ok(ChunksAnswer::Appended));
                }
                Asked::Read(from) | Asked::Append(from, _) => from,
            };
            let first = if mem::take(&mut self.is_new) || from > next { 0 } else { from };
            Some(Ok(ChunksAnswer::Read { first, next, bytes: chunks[first as usize..].concat() }))
        }

        fn place(&self) -> String {
            "a test".to_owned()
        }
    }

    /// Advances until the answer.
    fn answer(tab: &mut Tab) -> LibraryAnswer {
        for _ in 0..10_000 {
            assert!(tab.is_busy());
            if let Some(answer) = tab.advance() {
                return answer;
            }
        }
        panic!("no answer")
    }

    fn refresh(tab: &mut Tab) -> LibraryAnswer {
        tab.refresh();
        answer(tab)
    }

    #[track_caller]
    fn change(tab: &mut Tab, edit: Edit) -> Change {
        tab.change(edit);
        match answer(tab) {
            LibraryAnswer::Changed(change) => change,
            other => panic!("{other:?}"),
        }
    }

    const WHOLE: LibraryAnswer = LibraryAnswer::Opened { damaged: 0 };

    /// A game that differs from those of other numbers.
    fn game(number: u64) -> NewGame {
        let record = GameRecord::new(Record::new(Variant::classic(8).expect("is a board")));
        NewGame::of(&record.with_dates(Some(number * 1000), None)).with_title(&number.to_string())
    }

    fn add(number: u64) -> Edit {
        Edit::Add(vec![game(number)])
    }

    fn contents(library: &Library) -> Vec<String> {
        library.games().map(|game| format!("{:?} {} {}", game.id(), game.title(), game.is_favourite())).collect()
    }

    fn titles(tab: &Tab) -> Vec<String> {
        tab.library().expect("is open").games().map(|game| game.title().to_owned()).collect()
    }

    #[test]
    fn nothing_is_written_before_the_first_change() {
        let database = Database::default();
        let mut tab = database.tab();
        assert!(!tab.is_busy() && tab.library().is_none());
        assert_eq!(refresh(&mut tab), WHOLE);
        assert!(change(&mut tab, Edit::Remove(Vec::new())).is_empty());
        assert!(database.chunks().is_empty());
        let change = change(&mut tab, add(1));
        assert_eq!(*database.chunks(), [Library::default().empty_file(), change.bytes().to_vec()]);
        assert!(!tab.is_busy());
        let mut other = database.tab();
        assert_eq!(refresh(&mut other), WHOLE);
        assert_eq!(titles(&other), ["1"]);
    }

    #[test]
    fn a_change_is_applied_once_it_is_written() {
        let database = Database::default();
        let mut tab = database.tab();
        refresh(&mut tab);
        tab.change(add(1));
        while database.chunks().is_empty() {
            assert_eq!(titles(&tab), [""; 0]);
            if tab.advance().is_some() {
                break;
            }
        }
        assert_eq!((titles(&tab).len(), database.chunks().len()), (1, 2));
    }

    #[test]
    fn a_change_of_an_old_state_is_made_again() {
        let database = Database::default();
        let (mut one, mut other) = (database.tab(), database.tab());
        refresh(&mut one);
        refresh(&mut other);
        change(&mut one, add(1));
        let late = change(&mut other, Edit::AddNew(vec![game(1), game(2)]));
        assert_eq!((late.added().len(), late.known()), (1, 1));
        assert_eq!(titles(&other), ["1", "2"]);
        assert_eq!(titles(&one), ["1"]);
        assert_eq!(refresh(&mut one), WHOLE);
        assert_eq!(titles(&one), ["1", "2"]);

        // A change that another tab has made already is empty. One that it has undone is not.
        let ids: Vec<GameId> = one.library().into_iter().flat_map(Library::games).map(|game| game.id()).collect();
        assert!(!change(&mut one, Edit::Mark(ids.clone(), true)).is_empty());
        assert!(change(&mut other, Edit::Mark(ids.clone(), true)).is_empty());
        assert!(!change(&mut one, Edit::Mark(ids.clone(), false)).is_empty());
        assert!(!change(&mut other, Edit::Mark(ids, true)).is_empty());
        assert_eq!(database.chunks().len(), 6);
    }

    #[test]
    fn tabs_that_take_turns_at_random_lose_nothing() {
        for seed in 0..100 {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let database = Database::default();
            let mut tabs = [database.tab(), database.tab(), database.tab()];
            let (mut asked, mut added) = (0, 0);
            for _ in 0..300 {
                let tab = &mut tabs[dice.random_range(0..3)];
                let ids: Vec<GameId> =
                    tab.library().into_iter().flat_map(Library::games).map(|game| game.id()).collect();
                match dice.random_range(0..20) {
                    0 => tab.refresh(),
                    1 => {
                        asked += 1;
                        tab.change(add(asked));
                    }
                    2 => tab.change(Edit::Mark(ids, dice.random())),
                    3 => tab.change(Edit::Name(ids, asked.to_string())),
                    4 => tab.chunks.is_new = true,
                    _ => match tab.advance() {
                        Some(LibraryAnswer::Changed(change)) => added += change.added().len(),
                        Some(answer) => assert_eq!(answer, WHOLE),
                        None => {}
                    },
                }
            }
            for tab in &mut tabs {
                while tab.is_busy() {
                    if let Some(LibraryAnswer::Changed(change)) = tab.advance() {
                        added += change.added().len();
                    }
                }
                refresh(tab);
            }
            let (whole, opening) = Library::open(&database.bytes()).expect("is a library");
            assert!(opening.is_whole());
            assert_eq!((added as u64, whole.len() as u64), (asked, asked), "seed {seed}");
            for tab in &mut tabs {
                refresh(tab);
                assert_eq!(contents(tab.library().expect("is open")), contents(&whole), "seed {seed}");
                assert_eq!(tab.next as usize, database.chunks().len());
            }
        }
    }

    #[test]
    fn requests_wait_for_each_other() {
        let database = Database::default();
        let mut tab = database.tab();
        tab.change(add(1));
        tab.refresh();
        tab.change(add(2));
        assert!(matches!(answer(&mut tab), LibraryAnswer::Changed(_)));
        assert_eq!(answer(&mut tab), WHOLE);
        assert!(matches!(answer(&mut tab), LibraryAnswer::Changed(_)));
        assert!(!tab.is_busy() && tab.advance().is_none());
        assert_eq!(titles(&tab), ["1", "2"]);
    }

    #[test]
    fn a_failure_changes_nothing_and_the_next_request_may_succeed() {
        let database = Database::default();
        let mut tab = database.tab();
        let failed = |error: StoreError| LibraryAnswer::Failed(error.into());
        tab.chunks.refusal = Some(StoreError::SwitchedOff);
        assert_eq!(refresh(&mut tab), failed(StoreError::SwitchedOff));
        assert!(tab.library().is_none() && !tab.is_busy());
        assert_eq!(refresh(&mut tab), WHOLE);
        tab.chunks.refusal = Some(StoreError::Full);
        tab.change(add(1));
        assert_eq!(answer(&mut tab), failed(StoreError::Full));
        assert!(titles(&tab).is_empty() && database.chunks().is_empty());
        change(&mut tab, add(1));
        assert_eq!(titles(&tab), ["1"]);
    }

    #[test]
    fn damage_is_counted_and_changes_after_it_are_read() {
        let database = Database::default();
        let mut tab = database.tab();
        for number in 1..=4 {
            change(&mut tab, add(number));
        }
        // In the header, in the middle of a change, and at its end.
        for (chunk, damage) in [(0, 3), (2, 30), (4, 1)] {
            let damaged = Database(Arc::new(Mutex::new(database.chunks().clone())));
            let at = damaged.chunks()[chunk].len() - damage;
            damaged.chunks()[chunk][at] ^= 1;
            let before = damaged.bytes();
            let mut tab = damaged.tab();
            assert_eq!(refresh(&mut tab), LibraryAnswer::Opened { damaged: 1 }, "chunk {chunk}");
            assert_eq!(refresh(&mut tab), WHOLE, "reported once");
            let left = if chunk == 0 { 4 } else { 3 };
            assert_eq!(titles(&tab).len(), left);
            change(&mut tab, add(9));
            assert_eq!(titles(&tab).len(), left + 1);
            assert!(damaged.bytes().starts_with(&before), "the damage stays");
            let mut again = damaged.tab();
            assert_eq!(refresh(&mut again), LibraryAnswer::Opened { damaged: 1 });
            assert_eq!(titles(&again), titles(&tab));
        }
        // A change that is cut off, seen by a tab that has the library open.
        let whole = database.chunks().pop().expect("is there");
        let mut other = database.tab();
        refresh(&mut other);
        database.chunks().push(whole[..whole.len() / 2].to_vec());
        assert_eq!(refresh(&mut other), LibraryAnswer::Opened { damaged: 1 });
        change(&mut other, add(9));
        assert_eq!(titles(&other), ["1", "2", "3", "9"]);
        let mut again = database.tab();
        assert_eq!(refresh(&mut again), LibraryAnswer::Opened { damaged: 1 });
        assert_eq!(titles(&again), titles(&other));
    }

    #[test]
    fn nothing_is_written_to_a_library_of_a_later_version_or_to_other_bytes() {
        let mut newer = Library::default().empty_file();
        newer[8] = 2;
        let check = crate::rules::fnv_1a(&newer[..16]).to_le_bytes();
        newer[16..].copy_from_slice(&check);
        for (chunk, problem) in
            [(newer, LibraryError::NewerFormat(2)), (b"something else".to_vec(), LibraryError::NotALibrary)]
        {
            let database = Database::default();
            database.chunks().push(chunk);
            let before = database.bytes();
            let mut tab = database.tab();
            let failed = LibraryAnswer::Failed(problem.into());
            assert_eq!(refresh(&mut tab), failed);
            tab.change(add(1));
            assert_eq!(answer(&mut tab), failed);
            assert_eq!(database.bytes(), before);
            assert!(tab.library().is_none());
        }
    }

    #[test]
    fn a_library_is_opened_step_by_step() {
        let database = Database::default();
        let mut tab = database.tab();
        for batch in 0..4 {
            let long = |number: u64| game(batch * 1000 + number).with_title(&format!("{batch}{number:099}"));
            change(&mut tab, Edit::Add((0..1000).map(long).collect()));
        }
        let bytes = database.bytes().len();
        assert!(bytes > 2 * STEP_BYTES, "{bytes} bytes");
        let mut other = database.tab();
        other.refresh();
        let mut steps = 0;
        while other.advance().is_none() {
            steps += usize::from(matches!(other.work, Work::Loading { .. }));
            assert!(other.is_busy() && other.library().is_none());
        }
        assert!(steps > 1, "{steps} steps");
        assert_eq!(contents(other.library().expect("is open")), contents(tab.library().expect("is open")));
        assert_eq!(other.library().map(Library::len), Some(4000));
    }

    #[test]
    fn a_database_that_was_emptied_is_begun_again() {
        let database = Database::default();
        let mut tab = database.tab();
        change(&mut tab, add(1));
        change(&mut tab, add(2));
        database.chunks().clear();
        change(&mut tab, add(3));
        assert_eq!(titles(&tab), ["3"]);
        // As large as before, but another one. Connections to the old one are closed.
        database.chunks().clear();
        let mut other = database.tab();
        change(&mut other, add(4));
        tab.chunks.is_new = true;
        change(&mut tab, add(5));
        assert_eq!(titles(&tab), ["4", "5"]);
        assert_eq!(contents(&Library::open(&database.bytes()).expect("is a library").0).len(), 2);
    }
}
