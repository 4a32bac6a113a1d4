//! Invitation to a room: its code in large letters, its link to copy, and the link as a QR code.

use bevy::prelude::*;

use crate::game::online::online_state::Online;
use crate::game::screens::new_game::heading;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::plain_button;
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::layout::Layout;
use crate::game::ui::qr_code::qr_code;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::online::RoomLink;

/// Side of the QR code, in logical pixels: a few for each module, so that phones can read it off a screen.
const CODE: f32 = 190.0;

pub(super) fn spawn(pane: &mut ChildSpawnerCommands, online: &Online) {
    let Some(room) = online.room() else { return };
    let link = RoomLink { server: online.server.clone(), code: room.code() }.to_string();
    pane.spawn((Name::new("invitation"), Pickable::IGNORE, Node::column(10).fixed())).with_children(|part| {
        part.spawn(heading(say!("invitation-heading")));
        part.spawn(worded(say!("invitation-words"), TextStyle::Small, theme::QUIET_TEXT));
        part.spawn((Pickable::IGNORE, Node::wrapping_row(18, 12).centred())).with_children(|row| {
            row.spawn(qr_code(link.clone(), CODE));
            let words = Node::column(10).align(AlignItems::FlexStart).min_width(px(0)).grow().basis(px(190));
            row.spawn((Pickable::IGNORE, words)).with_children(|words| {
                words.spawn((text(grouped(&room.code().to_string()), TextStyle::Count, theme::ACCENT), no_wrap()));
                spawn_link(words, &link);
                words.spawn(plain_button(say!("invitation-copy"), CopyText(link.clone())));
            });
        });
    });
}

/// Spawns a link. It may wrap anywhere except in the code at its end, which may be read aloud.
pub(super) fn spawn_link(words: &mut ChildSpawnerCommands, link: &str) {
    let (place, code) = link.rsplit_once('/').map_or((link, ""), |(place, _)| link.split_at(place.len() + 1));
    let row = Node::default().wrap(FlexWrap::Wrap).max_width(percent(100));
    words.spawn((Name::new("link"), Pickable::IGNORE, row)).with_children(|row| {
        row.spawn((worded(Phrase::verbatim(place), TextStyle::Small, theme::QUIET_TEXT), anywhere()));
        row.spawn((worded(Phrase::verbatim(code), TextStyle::Small, theme::QUIET_TEXT), no_wrap()));
    });
}

fn no_wrap() -> impl Bundle {
    TextLayout::no_wrap()
}

/// Wraps between any two characters, because a link has no spaces.
fn anywhere() -> impl Bundle {
    (TextLayout::linebreak(LineBreak::AnyCharacter), Node::default().max_width(percent(100)))
}

/// Splits a code into two halves, as people read codes aloud.
fn grouped(code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    format!("{first} {second}")
}
