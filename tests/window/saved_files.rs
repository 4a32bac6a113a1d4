//! The game's data folder: choices that are made already, and what whoever starts the game next finds.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use irogaeshi::game::{MatchSetup, Pace, Seat, Settings, VariantChoice};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Record, Variant};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What the names of files begin with that were being written.
const UNFINISHED: &str = ".irogaeshi-";

/// Chooses this board for two humans, as at an earlier start.
pub(crate) fn choose_for_persons(data: &Path, board: &str) {
    let mut setup = MatchSetup { choice: VariantChoice::BuiltIn(board.to_owned()), ..MatchSetup::default() };
    for player in setup.variant().expect("a board of the game").everybody() {
        setup.seats[player] = Some(Seat::Human);
    }
    let settings = Settings { pace: Some(Pace::BRISK), ..Settings::default() };
    fs::create_dir_all(data).expect("the folder can be made");
    for (name, text) in [("setup", serde_json::to_string(&setup)), ("settings", serde_json::to_string(&settings))] {
        let mut file = File::create(data.join(name).with_extension("json")).expect("it can be written");
        file.write_all(text.expect("JSON").as_bytes()).expect("it can be written");
        // The game has synced what it saved then.
        file.sync_all().expect("it can be synced");
    }
}

/// Everything in a data folder.
#[derive(Debug, Default)]
pub(crate) struct SavedFiles {
    /// The matches, in the order of their beginning.
    pub(crate) matches: Vec<SavedMatch>,
    /// The settings; empty where there are none.
    pub(crate) settings: Map<String, Value>,
    /// The boards, by the names of their files.
    pub(crate) boards: BTreeMap<String, Variant>,
    /// How many files were being written when the game was ended.
    pub(crate) unfinished: usize,
    /// How many files there are besides these.
    pub(crate) count: usize,
}

/// A match that is saved.
#[derive(Debug)]
pub(crate) struct SavedMatch {
    pub(crate) record: Record,
    /// Milliseconds since the beginning of 1970.
    pub(crate) changed: u64,
    pub(crate) is_over: bool,
}

#[derive(Deserialize)]
struct MatchFile {
    format: u64,
    changed: u64,
    content: MatchContent,
}

#[derive(Deserialize)]
struct MatchContent {
    game: GameRecord,
}

impl SavedFiles {
    /// Reads all of a data folder.
    ///
    /// # Panics
    /// When a file is broken, was put aside, or is none of the game's.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut found = Self::default();
        for (place, path) in files(folder) {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
            if name.starts_with(UNFINISHED) {
                found.unfinished += 1;
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.count += 1;
            match (place.as_str(), name) {
                ("", ".lock") => found.count -= 1,
                ("", "settings.json") => found.settings = parse(&path, &text),
                ("", "setup.json") => drop(parse::<Map<String, Value>>(&path, &text)),
                ("matches", name) if has_extension(name, "json") => {
                    let MatchFile { format, changed, content } = parse(&path, &text);
                    assert_eq!(format, 1, "{}", path.display());
                    let is_over = content.game.ending().is_some();
                    found.matches.push(SavedMatch { record: content.game.into_record(), changed, is_over });
                }
                ("drafts", name) if has_extension(name, "json") => drop(parse::<Map<String, Value>>(&path, &text)),
                ("boards", name) if has_extension(name, "txt") => {
                    let board = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    found.boards.insert(name.to_owned(), board);
                }
                _ => panic!("{} is none of the game's files, or was put aside", path.display()),
            }
        }
        found
    }

    /// The records of the matches, in the order of their beginning.
    pub(crate) fn records(&self) -> Vec<Record> {
        self.matches.iter().map(|saved| saved.record.clone()).collect()
    }

    /// The match that is offered to be continued: the one that was played last of those that are not over.
    pub(crate) fn to_continue(&self) -> Option<&Record> {
        let going_on = self.matches.iter().filter(|saved| !saved.is_over);
        going_on.max_by_key(|saved| saved.changed).map(|saved| &saved.record)
    }
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == extension)
}

fn parse<T: for<'text> Deserialize<'text>>(path: &Path, text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{} is broken: {error}\n{text}", path.display()))
}

/// The files in a folder and in those below it, each with the name of its folder, in order.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.extend(files(&path).into_iter().map(|(_, path)| (name.clone(), path)));
        } else {
            found.push((String::new(), path));
        }
    }
    found.sort();
    found
}
