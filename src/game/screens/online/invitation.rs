//! Invitation to a room: its code in large letters, its link to copy, and the link as a QR code.

use bevy::prelude::*;

use crate::game::online::online_state::Online;
use crate::game::screens::new_game::heading;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, button};
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::qr_code::qr_code;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::online::RoomLink;

/// Side of the QR code, in logical pixels: a few for each module, so that phones can read it off a screen.
const CODE: f32 = 190.0;

pub(super) fn spawn(pane: &mut ChildSpawnerCommands, online: &Online) {
    let Some(room) = online.room() else { return };
    let link = RoomLink { server: online.server.clone(), code: room.code() }.to_string();
    let part = Node { flex_direction: FlexDirection::Column, row_gap: px(10), flex_shrink: 0.0, ..default() };
    pane.spawn((Name::new("invitation"), Pickable::IGNORE, part)).with_children(|part| {
        part.spawn(heading(say!("invitation-heading")));
        part.spawn(worded(say!("invitation-words"), TextStyle::Small, theme::QUIET_TEXT));
        let beside = Node {
            flex_wrap: FlexWrap::Wrap,
            align_items: AlignItems::Center,
            column_gap: px(18),
            row_gap: px(12),
            ..default()
        };
        part.spawn((Pickable::IGNORE, beside)).with_children(|row| {
            row.spawn(qr_code(link.clone(), CODE));
            let words = Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::FlexStart,
                flex_grow: 1.0,
                flex_basis: px(190),
                min_width: px(0),
                row_gap: px(10),
                ..default()
            };
            row.spawn((Pickable::IGNORE, words)).with_children(|words| {
                words.spawn((text(grouped(&room.code().to_string()), TextStyle::Count, theme::ACCENT), no_wrap()));
                spawn_link(words, &link);
                let copy = CopyText(link.clone());
                words.spawn(button(
                    say!("invitation-copy"),
                    say!("invitation-copy"),
                    ButtonKind::Plain,
                    Val::Auto,
                    copy,
                ));
            });
        });
    });
}

/// Spawns a link. It may wrap anywhere except in the code at its end, which may be read aloud.
pub(super) fn spawn_link(words: &mut ChildSpawnerCommands, link: &str) {
    let (place, code) = link.rsplit_once('/').map_or((link, ""), |(place, _)| link.split_at(place.len() + 1));
    let row = Node { flex_wrap: FlexWrap::Wrap, max_width: percent(100), ..default() };
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
    (TextLayout::linebreak(LineBreak::AnyCharacter), Node { max_width: percent(100), ..default() })
}

/// Splits a code into two halves, as people read codes aloud.
fn grouped(code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    format!("{first} {second}")
}
