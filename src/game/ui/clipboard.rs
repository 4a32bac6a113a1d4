//! Clipboard: copies text for other programs, and reads theirs.

use bevy::clipboard::{Clipboard, ClipboardRead};
use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::flow::woken::AddCommand;
use crate::game::redraw::Frames;
use crate::game::text::say;
use crate::game::ui::notice::{Notice, take_notices};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<CopyText>()
        .add_command::<PasteText>()
        .add_command::<Pasted>()
        .init_resource::<Clipboard>()
        .add_systems(Update, copy.in_set(GameSystems::Look).before(take_notices))
        .add_systems(Update, paste.in_set(GameSystems::Look).after(copy));
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

fn copy(mut wishes: MessageReader<CopyText>, mut clipboard: ResMut<Clipboard>, mut notices: MessageWriter<Notice>) {
    for CopyText(text) in wishes.read() {
        notices.write(match clipboard.set_text(text.as_str()) {
            Ok(()) => Notice::news(say!("clipboard-copied")),
            Err(_) => Notice::trouble(say!("clipboard-failed")),
        });
    }
}

/// Waits for the answer over several frames, because browsers ask the player first.
fn paste(
    mut wishes: MessageReader<PasteText>,
    mut clipboard: ResMut<Clipboard>,
    mut waiting: Local<Option<ClipboardRead>>,
    mut pasted: MessageWriter<Pasted>,
    mut frames: ResMut<Frames>,
) {
    if wishes.read().last().is_some() {
        *waiting = Some(clipboard.fetch_text());
    }
    let Some(read) = waiting.as_mut() else { return };
    match read.poll_result() {
        Some(text) => {
            *waiting = None;
            pasted.write(Pasted(text.ok().filter(|text| !text.trim().is_empty())));
        }
        None => frames.look_at_thought(),
    }
}
