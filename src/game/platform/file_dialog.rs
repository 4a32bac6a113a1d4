//! The system's dialog in which the player chooses a file to open, on the desktop. It runs beside the game.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::prelude::*;
use bevy::tasks::block_on;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use rfd::AsyncFileDialog;

use crate::game::PlaySystems;
use crate::game::library::own_boards::LibraryCommand;
use crate::game::platform::file_import::{FileOffered, offer_pasted, open_files};
use crate::game::text::{Catalogue, say};
use crate::game::ui::notice::Notice;

pub(super) fn plugin(app: &mut App) {
    app.insert_non_send(OpenDialog::default());
    let dialog = (open, take_choice).chain().after(offer_pasted).before(open_files);
    app.add_systems(Update, dialog.in_set(PlaySystems::Files));
}

/// The dialog that is open, if one is: it sends what was chosen, once.
#[derive(Default)]
struct OpenDialog(Option<Receiver<Option<PathBuf>>>);

/// Some systems only open dialogs from the main thread, which is where this runs.
fn open(
    mut wishes: MessageReader<LibraryCommand>,
    catalogue: Res<Catalogue>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut dialog: NonSendMut<OpenDialog>,
    mut notices: MessageWriter<Notice>,
) {
    let is_wanted = wishes.read().any(|wish| *wish == LibraryCommand::ChooseFile);
    if !is_wanted || dialog.0.is_some() {
        return;
    }
    if !is_there() {
        notices.write(Notice::trouble(say!("file-dialog-none")));
        return;
    }
    let chosen = AsyncFileDialog::new().set_title(catalogue.words(&say!("library-from-file"))).pick_file();
    let proxy = proxy.map(|proxy| (**proxy).clone());
    let (sender, receiver) = channel();
    let wait = move || {
        let chosen = block_on(chosen).map(|file| file.path().to_path_buf());
        // Nobody listens any more when the game has ended.
        if sender.send(chosen).is_ok()
            && let Some(proxy) = proxy
        {
            proxy.send_event(WinitUserEvent::WakeUp).ok();
        }
    };
    match thread::Builder::new().name("file dialog".to_owned()).spawn(wait) {
        Ok(_) => dialog.0 = Some(receiver),
        Err(error) => {
            notices.write(Notice::trouble(say!("file-dialog-fails", reason = error.to_string())));
        }
    }
}

fn take_choice(mut dialog: NonSendMut<OpenDialog>, mut offers: MessageWriter<FileOffered>) {
    let Some(receiver) = &dialog.0 else { return };
    match receiver.try_recv() {
        Err(TryRecvError::Empty) => return,
        Ok(Some(path)) => {
            offers.write(FileOffered::read(&path));
        }
        // Whoever closed it wants nothing.
        Ok(None) | Err(TryRecvError::Disconnected) => {}
    }
    dialog.0 = None;
}

/// Whether there is a dialog. On Linux it belongs to the desktop's portal, or to zenity; where neither is installed
/// nothing would open, and nobody would hear why.
fn is_there() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let folders = |name: &str, usual: &str| -> Vec<PathBuf> {
        let list = env::var_os(name).filter(|list| !list.is_empty()).unwrap_or_else(|| usual.into());
        env::split_paths(&list).collect()
    };
    let has_bus = env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| Path::new(&folder).join("bus").exists());
    has_bus && holds(&folders("XDG_DATA_DIRS", "/usr/local/share:/usr/share"), PORTAL)
        || holds(&folders("PATH", ""), "zenity")
}

/// By which the session's bus finds the portal, in a folder of data.
const PORTAL: &str = "dbus-1/services/org.freedesktop.portal.Desktop.service";

/// Whether a file lies in one of these folders.
fn holds(folders: &[PathBuf], file: impl AsRef<OsStr>) -> bool {
    folders.iter().any(|folder| folder.join(file.as_ref()).is_file())
}
