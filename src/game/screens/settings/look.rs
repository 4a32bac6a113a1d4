//! Section for the look of the board, the discs, texts and interface.

use bevy::prelude::*;

use crate::game::flow::full_screen::ToggleFullScreen;
use crate::game::settings::appearance::Appearance;
use crate::game::settings::board_theme::BoardTheme;
use crate::game::settings::palette::Palette;
use crate::game::settings::symbol_use::SymbolUse;
use crate::game::settings::text_size::TextSize;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::say;
use crate::game::ui::setting_row::{spawn_action, spawn_choices};

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, _: &Settings) {
    let boards = BoardTheme::ALL.map(|theme| (theme.name(), SettingCommand::ChooseBoardTheme(theme)));
    spawn_choices(rows, &say!("option-board"), boards);
    let palettes = Palette::ALL.map(|palette| (palette.name(), SettingCommand::ChoosePalette(palette)));
    spawn_choices(rows, &say!("option-colours"), palettes);
    let symbols = SymbolUse::ALL.map(|choice| (choice.name(), SettingCommand::ChooseSymbols(choice)));
    spawn_choices(rows, &say!("option-symbols"), symbols);
    let appearances =
        Appearance::ALL.map(|appearance| (appearance.name(), SettingCommand::ChooseAppearance(appearance)));
    spawn_choices(rows, &say!("option-appearance"), appearances);
    let sizes = TextSize::CHOICES.map(|size| (size.name(), SettingCommand::ChooseTextSize(size)));
    spawn_choices(rows, &say!("option-text-size"), sizes);
    spawn_action(rows, say!("full-screen"), ToggleFullScreen);
}
