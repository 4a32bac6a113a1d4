//! The system's dialog for opening a file, on the desktop. It does not block the game.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::prelude::*;
use bevy::tasks::block_on;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use rfd::AsyncFileDialog;

use crate::game::flow::choose_file::ChooseFile;
use crate::game::frame::PlaySystems;
use crate::game::platform::file_import::{FileOffered, offer_pasted, open_files};
use crate::game::text::{Catalogue, say};
use crate::game::ui::notice::Notice;

pub(super) fn plugin(app: &mut App) {
    app.insert_non_send(OpenDialog::default());
    let dialog = (open, offer_choice).chain().after(offer_pasted).before(open_files);
    app.add_systems(Update, dialog.in_set(PlaySystems::Files));
}

/// The open dialog, if there is one. It sends the choice once.
#[derive(Default)]
struct OpenDialog(Option<Receiver<Option<PathBuf>>>);

/// Opens the dialog. Runs on the main thread, because some systems allow dialogs only there.
fn open(
    mut requests: MessageReader<ChooseFile>,
    catalogue: Res<Catalogue>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut dialog: NonSendMut<OpenDialog>,
    mut notices: MessageWriter<Notice>,
) {
    if requests.read().last().is_none() || dialog.0.is_some() {
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
        // Fails only if the game has ended.
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

fn offer_choice(mut dialog: NonSendMut<OpenDialog>, mut offers: MessageWriter<FileOffered>) {
    let Some(receiver) = &dialog.0 else { return };
    match receiver.try_recv() {
        Err(TryRecvError::Empty) => return,
        Ok(Some(path)) => {
            offers.write(FileOffered::read(&path));
        }
        // The player has closed the dialog without a choice.
        Ok(None) | Err(TryRecvError::Disconnected) => {}
    }
    dialog.0 = None;
}

/// Returns whether the system has a dialog. On Linux the desktop's portal or zenity provides it; without either nothing
/// would open, and no error would say why.
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

/// File in a data folder by which the session bus finds the portal.
const PORTAL: &str = "dbus-1/services/org.freedesktop.portal.Desktop.service";

/// Returns whether one of these folders holds the file.
fn holds(folders: &[PathBuf], file: impl AsRef<OsStr>) -> bool {
    folders.iter().any(|folder| folder.join(file.as_ref()).is_file())
}
