//! The clipboard: what is copied there for other programs, and what they have copied.

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

/// Copies a text, for other programs.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CopyText(pub String);

/// Asks for the text that other programs have copied; [`Pasted`] is the answer.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasteText;

/// The text that was copied, or pasted by hand; `None` where there is none, or where it cannot be read.
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

/// Browsers ask the player first, so the answer may take a while.
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
