//! Opens files that come from the command line, by drag and drop, from the dialog or from the clipboard.

use bevy::prelude::*;

use crate::game::editor::Editor;
use crate::game::editor::draft::Edit;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::games::games_command::GamesCommand;
use crate::game::games::games_text::holds_several;
use crate::game::library::library_command::LibraryCommand;
use crate::game::own_boards::board_file::{FileProblem, Opened, open};
use crate::game::own_boards::boards::{OwnBoards, OwnBoardsChanged};
use crate::game::play::lesson::Lesson;
use crate::game::play::match_state::Match;
use crate::game::play::setup::{MatchSetup, SetupCommand, VariantChoice};
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Catalogue, Phrase, say};
use crate::game::ui::clipboard::Pasted;
use crate::game::ui::notice::Notice;
use crate::notation::{WthorKind, beginning};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<FileOffered>().add_systems(Update, (offer_pasted, open_files).chain().in_set(PlaySystems::Files));
    #[cfg(not(target_arch = "wasm32"))]
    app.add_systems(Update, offer_dropped_files.in_set(PlaySystems::Files).before(offer_pasted));
}

/// A file that should hold a board or a record.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FileOffered {
    /// File name without folder.
    pub name: String,
    pub content: Result<Vec<u8>, FileProblem>,
}

impl FileOffered {
    /// Offers a link to a game as a file.
    #[must_use]
    pub fn link(text: &str) -> Self {
        Self { name: beginning(text), content: Ok(text.into()) }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl FileOffered {
    /// Reads a file, up to `MAX_FILE_BYTES`.
    #[must_use]
    pub fn read(path: &std::path::Path) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Self { name, content: crate::game::own_boards::board_file::read_bytes(path) }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn offer_dropped_files(
    mut drops: MessageReader<bevy::window::FileDragAndDrop>,
    mut offers: MessageWriter<FileOffered>,
) {
    for drop in drops.read() {
        if let bevy::window::FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            offers.write(FileOffered::read(path_buf));
        }
    }
}

/// Opens pasted text as if it were a file; the library adds its games. The editor takes it by itself.
pub(super) fn offer_pasted(
    mut pasted: MessageReader<Pasted>,
    screen: Res<State<Screen>>,
    catalogue: Res<Catalogue>,
    mut offers: MessageWriter<FileOffered>,
    mut library: MessageWriter<LibraryCommand>,
) {
    for Pasted(text) in pasted.read().filter(|_| *screen.get() != Screen::Editor) {
        let Some(text) = text else { continue };
        if *screen.get() == Screen::Library {
            library.write(LibraryCommand::Paste(text.clone()));
        } else {
            let name = catalogue.words(&say!("paste-name"));
            offers.write(FileOffered { name, content: Ok(text.trim().into()) });
        }
    }
}

pub(super) fn open_files(
    mut offers: MessageReader<FileOffered>,
    screen: Res<State<Screen>>,
    game: Option<Res<Match>>,
    lesson: Option<Res<Lesson>>,
    mut own: ResMut<OwnBoards>,
    mut setup: ResMut<MatchSetup>,
    mut editor: ResMut<Editor>,
    mut navigate: MessageWriter<Navigate>,
    mut changes: MessageWriter<OwnBoardsChanged>,
    mut notices: MessageWriter<Notice>,
    (mut setups, mut settings, mut games, mut library): (
        MessageWriter<SetupCommand>,
        MessageWriter<SettingCommand>,
        MessageWriter<GamesCommand>,
        MessageWriter<LibraryCommand>,
    ),
) {
    for FileOffered { name, content } in offers.read() {
        if let Some(taken) = content.as_ref().ok().and_then(|bytes| Settings::of_file(bytes)) {
            notices.write(match taken {
                Ok(chosen) => {
                    settings.write(SettingCommand::Import(Box::new(chosen)));
                    Notice::news(say!("settings-imported", name = name.as_str()))
                }
                Err(problem) => Notice::trouble(say!("file-cannot-be-opened", name = name.as_str(), problem = problem)),
            });
            continue;
        }
        // Databases, and everything that comes to the library, are added to it.
        if let Ok(bytes) = content
            && (*screen.get() == Screen::Library || WthorKind::of(name).is_some())
        {
            library.write(LibraryCommand::Import { name: name.clone(), bytes: bytes.clone() });
            continue;
        }
        // Several games always go to the list of games; a single one does while the list is shown. Boards are never
        // games.
        if let Ok(text) = content.as_ref().map_or(Err(()), |bytes| str::from_utf8(bytes).map_err(|_| ()))
            && (*screen.get() == Screen::Games && !matches!(open(text.as_bytes()), Ok(Opened::Board(..)))
                || holds_several(text))
        {
            games.write(GamesCommand::Import(text.to_owned()));
            continue;
        }
        match content.as_ref().map_err(Clone::clone).and_then(|bytes| open(bytes)) {
            Ok(Opened::Board(variant, text)) => {
                let (file, is_new) = own.add(&variant);
                if is_new {
                    changes.write(OwnBoardsChanged::Put { file: file.clone(), text });
                }
                if *screen.get() == Screen::Editor {
                    editor.edit(Edit::Open(variant, Some(file)));
                } else {
                    let choice = VariantChoice::Own(variant.to_string());
                    if let Err(reason) = setup.choose(choice) {
                        let sentence = say!("file-cannot-be-chosen", name = name.as_str(), problem = &reason);
                        notices.write(Notice::trouble(sentence));
                    }
                    navigate.write(Navigate::To(Screen::NewGame));
                }
            }
            Ok(Opened::Match(opened, remark)) => {
                let play = SetupCommand::Load(opened);
                let remark = remark.as_ref().map(Phrase::from);
                if lesson.is_some() {
                    notices.write(Notice::trouble(say!("file-ends-lesson", name = name.as_str())));
                } else if game.as_ref().is_some_and(|game| game.is_unfinished()) {
                    let question = say!("file-replaces-match", name = name.as_str());
                    let said = Phrase::sentences([question].into_iter().chain(remark));
                    notices.write(Notice::trouble(said).offering(say!("file-open-it"), play));
                } else {
                    setups.write(play);
                    notices.write_batch(remark.map(Notice::trouble));
                }
            }
            Err(problem) => {
                let sentence = say!("file-cannot-be-opened", name = name.as_str(), problem = &problem);
                notices.write(Notice::trouble(sentence));
            }
        }
    }
}
