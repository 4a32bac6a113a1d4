//! The game's data folder: prepared before a start, and read afterwards.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use irogaeshi::game::{MatchSetup, Pace, Seat, Settings, VariantChoice};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Record, Variant};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Prefix of temporary files.
const UNFINISHED: &str = ".irogaeshi-";

/// Saves the choice of this board for two humans, as at an earlier start.
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
        // Synced, as it would be by the game.
        file.sync_all().expect("it can be synced");
    }
}

/// Everything in a data folder.
#[derive(Debug, Default)]
pub(crate) struct SavedFiles {
    /// Matches, oldest first.
    pub(crate) matches: Vec<SavedMatch>,
    /// Settings; empty if there are none.
    pub(crate) settings: Map<String, Value>,
    /// Boards by file name.
    pub(crate) boards: BTreeMap<String, Variant>,
    /// Number of temporary files, which were being written when the game ended.
    pub(crate) unfinished: usize,
    /// Number of all other files.
    pub(crate) count: usize,
}

#[derive(Debug)]
pub(crate) struct SavedMatch {
    pub(crate) record: Record,
    /// Milliseconds since 1970 (UTC).
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
    /// Reads a whole data folder.
    ///
    /// # Panics
    /// If a file is broken, was put aside, or is not one of the game's.
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

    /// Records of the matches, oldest first.
    pub(crate) fn records(&self) -> Vec<Record> {
        self.matches.iter().map(|saved| saved.record.clone()).collect()
    }

    /// The match that the game offers to continue: the last played one that is not over.
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

/// The files in a folder and its subfolders, each with the name of its subfolder, sorted.
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
