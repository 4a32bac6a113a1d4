//! Section for the settings themselves: reset, and export or import as a file.

use bevy::prelude::*;

use crate::game::flow::choose_file::ChooseFile;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::screens::overlays::veil::veil;
use crate::game::settings::file::ExportSettings;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::say;
use crate::game::ui::button::{card, card_paint, main_button, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::setting_row::{explanation, spawn_action};
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, _: &Settings) {
    rows.spawn(explanation(say!("settings-data-about")));
    spawn_action(rows, say!("settings-export"), ExportSettings);
    spawn_action(rows, say!("settings-import"), ChooseFile);
    if cfg!(not(target_arch = "wasm32")) {
        rows.spawn(explanation(say!("settings-import-in-window")));
    }
    spawn_action(rows, say!("settings-reset"), Navigate::Open(Overlay::ResetQuestion));
}

#[derive(Component)]
pub(super) struct ResetQuestionRoot;

/// Asks before all settings are reset.
pub(super) fn ask_to_reset(
    overlay: Res<Overlay>,
    open: Query<Entity, With<ResetQuestionRoot>>,
    mut commands: Commands,
) {
    open.iter().for_each(|question| commands.entity(question).despawn());
    if *overlay != Overlay::ResetQuestion {
        return;
    }
    commands.spawn((Name::new("question"), ResetQuestionRoot, DespawnOnExit(Screen::Settings), veil())).with_children(
        |veil| {
            veil.spawn((card().width(px(340)).max_width(percent(96)), card_paint())).with_children(|card| {
                card.spawn(worded(say!("settings-reset-heading"), TextStyle::Heading, theme::TEXT));
                card.spawn(worded(say!("settings-reset-words"), TextStyle::Body, theme::QUIET_TEXT));
                let row = Node::wrapping_row(theme::GAP, theme::GAP).margin(px(6).top());
                card.spawn((Pickable::IGNORE, row)).with_children(|row| {
                    let (keep, reset) = (say!("settings-reset-keep"), say!("settings-reset-all"));
                    row.spawn(main_button(keep, Navigate::Close));
                    row.spawn(plain_button(reset, OnPress::closing(SettingCommand::Reset)));
                });
            });
        },
    );
}
