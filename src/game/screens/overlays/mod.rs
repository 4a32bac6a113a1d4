//! Overlays over a screen, such as questions and lists.

pub(in crate::game) mod board_card;
pub(in crate::game) mod board_library;
pub(in crate::game) mod cpu_picker;
pub(in crate::game) mod dialog;
pub(in crate::game) mod key_sheet;
pub(in crate::game) mod library_card;
pub(in crate::game) mod library_filter;
pub(in crate::game) mod match_menu;
pub(in crate::game) mod program_form;
pub(in crate::game) mod quest_card;
pub(in crate::game) mod reactions;
pub(in crate::game) mod server_question;
pub(in crate::game) mod share;
pub(in crate::game::screens) mod veil;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((board_card::plugin, board_library::plugin, cpu_picker::plugin, dialog::plugin, key_sheet::plugin));
    app.add_plugins((
        library_card::plugin,
        library_filter::plugin,
        match_menu::plugin,
        program_form::plugin,
        quest_card::plugin,
        reactions::plugin,
        server_question::plugin,
        share::plugin,
    ));
}
