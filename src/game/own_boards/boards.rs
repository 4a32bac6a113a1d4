//! The player's own boards: opened from files or drawn in the editor.

use bevy::prelude::*;

use crate::game::flow::save_file::SaveFile;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::own_boards::board_file::FileProblem;
use crate::game::play::setup::VariantChoice;
use crate::game::text::names::board_name;
use crate::game::text::say;
use crate::game::ui::notice::Notice;
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OwnBoards>()
        .add_command::<OwnBoardsCommand>()
        .add_message::<OwnBoardsChanged>()
        .add_systems(Update, handle_library_commands.in_set(PlaySystems::Boards));
}

/// A command for the player's own boards, which are named by their file.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum OwnBoardsCommand {
    /// Asks for confirmation to remove a board.
    AskToRemove(String),
    Remove(String),
    /// Saves a board as a file. Only the page offers this; on the desktop each board is a file already.
    Download(String),
}

fn handle_library_commands(
    mut commands: MessageReader<OwnBoardsCommand>,
    mut own: ResMut<OwnBoards>,
    mut changes: MessageWriter<OwnBoardsChanged>,
    mut downloads: MessageWriter<SaveFile>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        match command {
            OwnBoardsCommand::AskToRemove(file) => {
                if let Some(board) = own.find(file) {
                    let question = say!("library-delete-question", name = board_name(&board.variant));
                    let delete = OwnBoardsCommand::Remove(file.clone());
                    notices.write(Notice::trouble(question).offering(say!("library-delete"), delete));
                }
            }
            OwnBoardsCommand::Remove(file) => {
                own.remove(file);
                changes.write(OwnBoardsChanged::Removed { file: file.clone() });
            }
            OwnBoardsCommand::Download(file) => {
                if let Some(board) = own.find(file) {
                    downloads.write(SaveFile::text(format!("{file}.txt"), board.variant.to_string()));
                }
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnBoard {
    /// File name without extension; unique.
    pub file: String,
    pub variant: Variant,
}

#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnBoards {
    boards: Vec<OwnBoard>,
    unreadable: Vec<(String, FileProblem)>,
    place: Option<String>,
    left_out: usize,
}

/// A change to the player's own boards that must be saved.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OwnBoardsChanged {
    /// Added or changed.
    Put {
        /// File name without extension.
        file: String,
        /// Its text.
        text: String,
    },
    Removed {
        /// File name without extension.
        file: String,
    },
}

impl OwnBoards {
    /// Creates the list from saved boards, unreadable files and the folder of both.
    #[must_use]
    pub fn new(mut boards: Vec<OwnBoard>, unreadable: Vec<(String, FileProblem)>, place: Option<String>) -> Self {
        boards.sort_by_key(|board| board.variant.name().to_lowercase());
        Self { boards, unreadable, place, left_out: 0 }
    }

    /// Sets the number of further boards that were not read.
    #[must_use]
    pub fn leaving_out(self, left_out: usize) -> Self {
        Self { left_out, ..self }
    }

    /// Number of further boards that were not read.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// The folder of the boards, for display; `None` if nothing outlives the program.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// The boards, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &OwnBoard> {
        self.boards.iter()
    }

    /// Files that cannot be read as boards, with reasons.
    #[must_use]
    pub fn unreadable(&self) -> &[(String, FileProblem)] {
        &self.unreadable
    }

    /// The board with this file name.
    #[must_use]
    pub fn find(&self, file: &str) -> Option<&OwnBoard> {
        self.boards.iter().find(|board| board.file == file)
    }

    /// The board with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&OwnBoard> {
        self.boards.iter().find(|board| board.variant.name() == name)
    }

    /// The boards to choose from. A chosen board that is not saved, such as one that was only drawn, comes first.
    #[must_use]
    pub fn choices(&self, chosen: &VariantChoice) -> Vec<(VariantChoice, Variant)> {
        let drawn = match chosen {
            VariantChoice::Own(_) => chosen.variant().ok(),
            VariantChoice::BuiltIn(_) => None,
        };
        let saved = self.boards.iter().map(|board| &board.variant);
        let unsaved = drawn.iter().filter(|drawn| saved.clone().all(|saved| saved != *drawn));
        let choice = |variant: &Variant| {
            // The chosen text must stay as it is, and may differ from the text that the variant would be written as.
            let text =
                if drawn.as_ref() == Some(variant) { chosen.clone() } else { VariantChoice::Own(variant.to_string()) };
            (text, variant.clone())
        };
        unsaved.chain(saved.clone()).map(choice).collect()
    }

    /// Adds a board unless it is already there. Returns its file name, and whether it is new.
    pub fn add(&mut self, variant: &Variant) -> (String, bool) {
        if let Some(known) = self.boards.iter().find(|board| board.variant == *variant) {
            return (known.file.clone(), false);
        }
        let file = self.free_file(variant.name());
        self.put(file.clone(), variant.clone());
        (file, true)
    }

    /// Adds a board under this file name, replacing any other one.
    pub fn put(&mut self, file: String, variant: Variant) {
        self.boards.retain(|board| board.file != file);
        self.boards.push(OwnBoard { file, variant });
        self.boards.sort_by_key(|board| board.variant.name().to_lowercase());
    }

    pub fn remove(&mut self, file: &str) {
        self.boards.retain(|board| board.file != file);
    }

    /// A name based on this one that no board has: "My board", "My board 2" and so on.
    #[must_use]
    pub fn free_name(&self, name: &str) -> String {
        numbered(name).find(|name| self.named(name).is_none()).unwrap_or_default()
    }

    fn free_file(&self, name: &str) -> String {
        // Ignores case, because some file systems do.
        let is_taken = |wanted: &str| {
            let others = self.boards.iter().map(|board| &board.file);
            others
                .chain(self.unreadable.iter().map(|(file, _)| file))
                .any(|file| file.to_lowercase() == wanted.to_lowercase())
        };
        numbered(&file_name(name)).find(|file| !is_taken(file)).unwrap_or_default()
    }
}

/// Yields a name, then the same name with each number from 2.
pub(in crate::game) fn numbered(name: &str) -> impl Iterator<Item = String> {
    std::iter::once(name.to_owned()).chain((2_u64..).map(move |number| format!("{name} {number}")))
}

/// Turns a board's name into a file name that every file system accepts.
fn file_name(name: &str) -> String {
    const MAX_LENGTH: usize = 40;
    let is_fit = |character: char| character.is_alphanumeric() || " -_()+".contains(character);
    let fit: String =
        name.chars().map(|character| if is_fit(character) { character } else { '-' }).take(MAX_LENGTH).collect();
    let fit = fit.trim().to_owned();
    if fit.is_empty() {
        "board".to_owned()
    } else if is_device(&fit) {
        format!("board {fit}")
    } else {
        fit
    }
}

/// Returns whether Windows treats files of this name as a device, whatever their extension.
fn is_device(name: &str) -> bool {
    let name = name.to_uppercase();
    let is_port = |kind: &str| {
        let mut rest = name.strip_prefix(kind).unwrap_or_default().chars();
        rest.next().is_some_and(|number| "123456789¹²³".contains(number)) && rest.next().is_none()
    };
    ["CON", "PRN", "AUX", "NUL"].contains(&name.as_str()) || is_port("COM") || is_port("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(name: &str, row: &str) -> Variant {
        format!("name: {name}\nplayers: black white\nboard:\n{row}\n").parse().unwrap()
    }

    #[test]
    fn a_board_is_taken_in_once_and_under_a_name_of_its_own() {
        let mut own = OwnBoards::default();
        assert_eq!(own.add(&board("Cross", ".WB")), ("Cross".to_owned(), true));
        assert_eq!(own.add(&board("Cross", ".WB")), ("Cross".to_owned(), false));
        assert_eq!(own.add(&board("cross", ".WBW")), ("cross 2".to_owned(), true));
        assert_eq!(own.iter().count(), 2);
        assert_eq!(own.free_name("Cross"), "Cross 2");
    }

    #[test]
    fn every_name_makes_a_file() {
        for (name, file) in [("Ⅳ: a/b", "Ⅳ- a-b"), ("../..", "-----"), ("…", "-"), (" ", "board"), ("十字", "十字")]
        {
            assert_eq!(file_name(name), file);
        }
        assert_eq!(file_name(&"x".repeat(500)).len(), 40);
    }

    #[test]
    fn no_file_is_named_like_a_device_of_windows() {
        for name in ["CON", "nul", "Prn", "AUX", "com1", "LPT9", "COM¹"] {
            assert_eq!(file_name(name), format!("board {name}"));
        }
        for name in ["Console", "COM", "COM0", "com10", "lpt"] {
            assert_eq!(file_name(name), name);
        }
    }

    #[test]
    fn a_board_that_is_chosen_can_be_chosen() {
        let mut own = OwnBoards::default();
        own.add(&board("Kept", ".WB"));
        let drawn = VariantChoice::Own(board("Drawn", ".WWB").to_string());
        let names = |own: &OwnBoards, chosen: &VariantChoice| {
            own.choices(chosen).iter().map(|(_, variant)| variant.name().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&own, &drawn), ["Drawn", "Kept"]);
        assert_eq!(names(&own, &VariantChoice::BuiltIn("classic".to_owned())), ["Kept"]);
        own.add(&board("Drawn", ".WWB"));
        assert_eq!(names(&own, &drawn), ["Drawn", "Kept"], "once");
        let by_hand = VariantChoice::Own("board:\n.WWB\n; by hand\nplayers: Black White\nname: Drawn\n".to_owned());
        assert!(own.choices(&by_hand).iter().any(|(choice, _)| *choice == by_hand), "also under another text");
    }
}
