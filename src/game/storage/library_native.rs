//! Library of games on the desktop: a file in the user's data folder.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::files::{LibraryFile, LibraryFileError, Opened};
use crate::game::storage::library_store::{LibraryAnswer, LibraryProblem, LibraryStore};
use crate::game::storage::store_error::StoreError;
use crate::library::{Edit, Library};

/// A library in a file. A thread opens it, which takes 75 ms with 127,000 games; later changes are small.
#[derive(Debug)]
pub(crate) struct FileLibrary {
    /// `None` if the user has no data folder.
    path: Option<PathBuf>,
    /// Makes the folder of the file.
    make_folder: fn(&Path) -> Result<(), StoreError>,
    state: State,
    answers: VecDeque<LibraryAnswer>,
}

type OpenedFile = Result<(LibraryFile, Opened), LibraryFileError>;

#[derive(Debug)]
enum State {
    Closed,
    Opening(Mutex<Receiver<OpenedFile>>),
    Open(Box<LibraryFile>),
}

impl FileLibrary {
    pub(crate) const fn new(path: Option<PathBuf>, make_folder: fn(&Path) -> Result<(), StoreError>) -> Self {
        Self { path, make_folder, state: State::Closed, answers: VecDeque::new() }
    }

    fn begin_opening(&mut self) -> Result<(), LibraryProblem> {
        let path = self.path.clone().ok_or(StoreError::NoFolder)?;
        let (sender, receiver) = channel();
        let open = move || {
            // Fails only if the game has ended.
            sender.send(LibraryFile::open(path)).ok();
        };
        thread::Builder::new().name("library".to_owned()).spawn(open).map_err(StoreError::from)?;
        self.state = State::Opening(Mutex::new(receiver));
        Ok(())
    }

    /// Takes the file over from the thread that has opened it.
    fn finish_opening(&mut self) {
        let State::Opening(receiver) = &mut self.state else { return };
        let opened = match receiver.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err(StoreError::from(io::Error::from(io::ErrorKind::BrokenPipe)).into()),
            Ok(opened) => opened.map_err(LibraryProblem::from),
        };
        match opened {
            Ok((file, report)) => {
                self.state = State::Open(Box::new(file));
                self.answers.push_back(LibraryAnswer::Opened { damaged: report.damaged.len() });
            }
            Err(problem) => {
                self.state = State::Closed;
                self.answers.push_back(LibraryAnswer::Failed(problem));
            }
        }
    }
}

impl LibraryStore for FileLibrary {
    fn refresh(&mut self) {
        let problem = match &mut self.state {
            State::Opening(_) => None,
            State::Closed => self.begin_opening().err(),
            State::Open(file) => {
                let refreshed = file.refresh().map_err(LibraryProblem::from);
                let answer = refreshed.map(|_| LibraryAnswer::Opened { damaged: 0 });
                self.answers.push_back(answer.unwrap_or_else(LibraryAnswer::Failed));
                None
            }
        };
        self.answers.extend(problem.map(LibraryAnswer::Failed));
    }

    fn change(&mut self, edit: Edit) {
        let State::Open(file) = &mut self.state else { return };
        let made = file.path().parent().map_or(Ok(()), self.make_folder);
        let changed = made.map_err(LibraryProblem::from);
        let changed = changed.and_then(|()| file.change(|library| edit.of(library)).map_err(LibraryProblem::from));
        self.answers.push_back(changed.map_or_else(LibraryAnswer::Failed, LibraryAnswer::Changed));
    }

    fn advance(&mut self) -> Option<LibraryAnswer> {
        self.finish_opening();
        self.answers.pop_front()
    }

    fn is_busy(&self) -> bool {
        matches!(self.state, State::Opening(_)) || !self.answers.is_empty()
    }

    fn library(&self) -> Option<&Library> {
        match &self.state {
            State::Open(file) => Some(file.library()),
            State::Closed | State::Opening(_) => None,
        }
    }

    fn place(&self) -> String {
        self.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default()
    }
}

impl From<LibraryFileError> for LibraryProblem {
    fn from(error: LibraryFileError) -> Self {
        match error {
            LibraryFileError::Library { error, .. } => Self::Library(error),
            LibraryFileError::Busy(_) => Self::Store(StoreError::Busy),
            LibraryFileError::NotAFile(_) => Self::Store(StoreError::NotAFile),
            LibraryFileError::TooLarge(_) => Self::Store(StoreError::TooLarge),
            LibraryFileError::Io { error, .. } => Self::Store(error.into()),
        }
    }
}
