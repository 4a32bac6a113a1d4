//! Widgets of all screens, such as buttons, fields, lists and notices. They depend on no match and no particular
//! screen.

pub(super) mod board_picture;
pub(super) mod button;
pub(super) mod clipboard;
pub(super) mod disc_icon;
pub(super) mod icon;
pub(super) mod layout;
pub(super) mod notice;
pub(super) mod on_press;
pub(super) mod option_grid;
pub(super) mod pointing;
pub(super) mod qr_code;
pub(super) mod question;
pub(super) mod responsive;
pub(super) mod rise;
pub(super) mod score_graph;
pub(super) mod screen_status;
pub(super) mod scroll;
pub(super) mod setting_row;
pub(in crate::game) mod share_bar;
pub(super) mod shortened_text;
pub(super) mod slider;
pub(super) mod symbols;
pub(super) mod text_field;
pub(super) mod theme;
pub(super) mod title_stone;
pub(super) mod tone;
pub(super) mod tooltip;
pub(super) mod turning_discs;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        button::plugin,
        clipboard::plugin,
        notice::plugin,
        on_press::plugin,
        option_grid::plugin,
        pointing::plugin,
        responsive::plugin,
        rise::plugin,
    ));
    app.add_plugins((
        screen_status::plugin,
        scroll::plugin,
        setting_row::plugin,
        shortened_text::plugin,
        slider::plugin,
        symbols::plugin,
        text_field::plugin,
        tone::plugin,
        tooltip::plugin,
        turning_discs::plugin,
    ));
}
