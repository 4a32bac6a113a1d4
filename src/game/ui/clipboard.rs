//! The clipboard: what is copied there for other programs.

use bevy::clipboard::Clipboard;
use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::flow::woken::AddCommand;
use crate::game::text::say;
use crate::game::ui::notice::{Notice, take_notices};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<CopyText>()
        .init_resource::<Clipboard>()
        .add_systems(Update, copy.in_set(GameSystems::Look).before(take_notices));
}

/// Copies a text, for other programs.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CopyText(pub String);

fn copy(mut wishes: MessageReader<CopyText>, mut clipboard: ResMut<Clipboard>, mut notices: MessageWriter<Notice>) {
    for CopyText(text) in wishes.read() {
        notices.write(match clipboard.set_text(text.as_str()) {
            Ok(()) => Notice::news(say!("clipboard-copied")),
            Err(_) => Notice::trouble(say!("clipboard-failed")),
        });
    }
}
