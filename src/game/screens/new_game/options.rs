//! How it is shown: motion, waiting, colours, hints.

use bevy::prelude::*;

use crate::game::screens::new_game::heading;
use crate::game::settings::palette::Palette;
use crate::game::settings::sound::{SoundKind, Volume};
use crate::game::settings::{Pace, SettingCommand, Settings};
use crate::game::text::{Language, Phrase, say};
use crate::game::ui::button::spawn_segments;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, title: Option<Phrase>) {
    let part = Node { flex_direction: FlexDirection::Column, row_gap: px(10), flex_shrink: 0.0, ..default() };
    parent.spawn((Pickable::IGNORE, part)).with_children(|part| {
        if let Some(title) = title {
            part.spawn(heading(title));
        }
        let paces = Pace::ALL.map(|pace| (pace.name(), SettingCommand::ChoosePace(pace)));
        let one_line = Node::default;
        spawn_option(part, &say!("option-motion"), one_line(), paces);
        let delays = Settings::CPU_DELAYS.map(|delay| {
            (say!("option-seconds", seconds = delay.as_secs_f32().to_string()), SettingCommand::ChooseCpuDelay(delay))
        });
        spawn_option(part, &say!("option-cpu-waits"), one_line(), delays);
        let palettes = Palette::ALL.map(|palette| (palette.name(), SettingCommand::ChoosePalette(palette)));
        // On phones they need two lines. Elsewhere they have room to spare, because the layout also breaks lines that
        // fit exactly.
        let lines = || Node { flex_wrap: FlexWrap::Wrap, width: px(340), max_width: percent(100), ..default() };
        spawn_option(part, &say!("option-colours"), lines(), palettes);
        let languages = Language::ALL.map(|language| (Phrase::from(language.own_name()), Some(language)));
        let languages = std::iter::once((say!("option-as-system"), None)).chain(languages);
        let languages = languages.map(|(name, language)| (name, SettingCommand::ChooseLanguage(language)));
        spawn_option(part, &say!("option-language"), one_line(), languages);
        let mark = (say!("option-mark-legal-squares"), SettingCommand::ToggleLegalMarks);
        spawn_option(part, &say!("option-legal-squares"), one_line(), [mark]);
        let percent = |volume: Volume| say!("sound-percent", percent = usize::from(volume.percent()));
        let volumes = Volume::CHOICES.map(|volume| (percent(volume), SettingCommand::ChooseVolume(volume)));
        spawn_option(part, &say!("sound-all"), lines(), volumes);
        for kind in SoundKind::ALL {
            let volumes = Volume::CHOICES.map(|volume| (percent(volume), SettingCommand::ChooseVolumeOf(kind, volume)));
            spawn_option(part, &kind.name(), lines(), volumes);
        }
        let mutes = [
            (say!("sound-mute"), SettingCommand::ToggleMute),
            (say!("sound-mute-out-of-sight"), SettingCommand::ToggleMuteOutOfSight),
        ];
        spawn_option(part, &say!("sound-silence"), lines(), mutes);
    });
}

/// A caption, and behind it the choices, in this node: what they show and what they do.
fn spawn_option(
    parent: &mut ChildSpawnerCommands,
    caption: &Phrase,
    node: Node,
    choices: impl IntoIterator<Item = (Phrase, SettingCommand)>,
) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        column_gap: px(10),
        row_gap: px(4),
        ..default()
    };
    parent.spawn((Pickable::IGNORE, row)).with_children(|row| {
        row.spawn((
            worded(caption.clone(), TextStyle::Body, theme::QUIET_TEXT),
            TextLayout::no_wrap(),
            Node { width: px(110), flex_shrink: 0.0, ..default() },
        ));
        let choices = choices.into_iter().map(|(choice, command)| {
            let label = say!("option-choice", option = caption.clone(), choice = choice.clone());
            (choice, label, command)
        });
        spawn_segments(row, node, choices);
    });
}
