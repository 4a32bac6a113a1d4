//! Clipboard: copies text for other programs, and reads theirs.

use bevy::clipboard::{Clipboard, ClipboardRead};
use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::text::say;
use crate::game::ui::notice::{Notice, receive_notices};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<CopyText>()
        .add_command::<PasteText>()
        .add_command::<Pasted>()
        .init_resource::<Clipboard>()
        .add_systems(Update, handle_copy_text.in_set(GameSystems::Look).before(receive_notices))
        .add_systems(Update, handle_paste_text.in_set(GameSystems::Look).after(handle_copy_text));
}

/// Copies a text to the clipboard.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CopyText(pub String);

/// Requests the text on the clipboard; [`Pasted`] is the answer.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasteText;

/// Text from the clipboard or pasted by hand; `None` if there is none or it cannot be read.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Pasted(pub Option<String>);

fn handle_copy_text(
    mut requests: MessageReader<CopyText>,
    mut clipboard: ResMut<Clipboard>,
    mut notices: MessageWriter<Notice>,
) {
    for CopyText(text) in requests.read() {
        notices.write(match clipboard.set_text(text.as_str()) {
            Ok(()) => Notice::news(say!("clipboard-copied")),
            Err(_) => Notice::trouble(say!("clipboard-failed")),
        });
    }
}

/// Waits for the answer over several frames, because browsers ask the player first.
fn handle_paste_text(
    mut requests: MessageReader<PasteText>,
    mut clipboard: ResMut<Clipboard>,
    mut waiting: Local<Option<ClipboardRead>>,
    mut pasted: MessageWriter<Pasted>,
    mut frames: ResMut<Frames>,
) {
    if requests.read().last().is_some() {
        *waiting = Some(clipboard.fetch_text());
    }
    let Some(read) = waiting.as_mut() else { return };
    match read.poll_result() {
        Some(text) => {
            *waiting = None;
            pasted.write(Pasted(text.ok().filter(|text| !text.trim().is_empty())));
        }
        None => frames.poll_soon(),
    }
}
