//! Exports settings and other files to the downloads folder, on the desktop.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use crate::game::flow::save_file::SaveFile;
use crate::game::frame::PlaySystems;
use crate::game::platform::file_import::open_files;
use crate::game::settings::Settings;
use crate::game::settings::file::{ExportSettings, FILE_NAME};
use crate::game::text::say;
use crate::game::ui::notice::Notice;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ExportFolder>()
        .add_systems(Update, (export_settings, save_files).chain().in_set(PlaySystems::Files).after(open_files));
}

/// Folder for exported files; `None` if there is none.
#[derive(Resource, Clone, Debug)]
pub struct ExportFolder(pub Option<PathBuf>);

impl Default for ExportFolder {
    /// The user's downloads folder, or else the home folder.
    fn default() -> Self {
        let home = ["HOME", "USERPROFILE"].iter().find_map(std::env::var_os).map(PathBuf::from);
        Self(home.map(|home| Some(home.join("Downloads")).filter(|folder| folder.is_dir()).unwrap_or(home)))
    }
}

/// Maximum number of file names to try.
const MAX_TRIES: u32 = 1000;

fn export_settings(
    mut commands: MessageReader<ExportSettings>,
    settings: Res<Settings>,
    folder: Res<ExportFolder>,
    mut notices: MessageWriter<Notice>,
) {
    for ExportSettings in commands.read() {
        let written = write_new(folder.0.as_deref(), FILE_NAME, settings.to_file().as_bytes());
        notices.write(match written {
            Ok(path) => Notice::news(say!("settings-exported", place = path.display().to_string())),
            Err(error) => Notice::trouble(say!("settings-not-exported", reason = error.to_string())),
        });
    }
}

fn save_files(mut commands: MessageReader<SaveFile>, folder: Res<ExportFolder>, mut notices: MessageWriter<Notice>) {
    for SaveFile { name, bytes } in commands.read() {
        notices.write(match write_new(folder.0.as_deref(), name, bytes) {
            Ok(path) => Notice::news(say!("file-saved", place = path.display().to_string())),
            Err(error) => Notice::trouble(say!("file-not-saved", reason = error.to_string())),
        });
    }
}

/// Writes a new file, and adds a number to its name if that is taken. Never overwrites anything.
fn write_new(folder: Option<&Path>, name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let folder = folder.ok_or(ErrorKind::NotFound)?;
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    for number in 1..=MAX_TRIES {
        let path = folder.join(if number == 1 { name.to_owned() } else { format!("{stem}-{number}.{ending}") });
        match File::create_new(&path) {
            Ok(mut file) => return file.write_all(bytes).map(|()| path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}
