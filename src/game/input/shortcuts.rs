//! Shortcuts: their commands, and the handling of those that work on every screen.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use crate::game::analysis::advice::{AdviceCommand, AdviceKind};
use crate::game::board_view::zoom::ZoomCommand;
use crate::game::flow::full_screen::ToggleFullScreen;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::input::ui_navigation::press_main_button;
use crate::game::play::lesson::LessonCommand;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::spoken_time::AnnounceTime;
use crate::game::play::watching::WatchCommand;
use crate::game::settings::keys::{KeyName, Keys, Shortcut};
use crate::game::settings::switch::Switch;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::question::Questions;
use crate::game::ui::text_field::TextField;
use crate::rules::Cell;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, read_intents.before(press_main_button).in_set(IntentSystems::Controls));
}

/// The command of a shortcut. Those of a match work only there.
pub(super) fn command_of(shortcut: Shortcut) -> OnPress {
    match shortcut {
        Shortcut::Undo => MatchCommand::now(MatchChange::TakeBack).into(),
        Shortcut::Redo => MatchCommand::now(MatchChange::Redo).into(),
        Shortcut::Pass => MatchCommand::now(MatchChange::Pass).into(),
        Shortcut::Hint => AdviceCommand::Toggle(AdviceKind::Hint).into(),
        Shortcut::Analysis => AdviceCommand::Toggle(AdviceKind::Analysis).into(),
        Shortcut::LegalMarks => SettingCommand::Toggle(Switch::LegalMarks).into(),
        Shortcut::Time => AnnounceTime.into(),
        Shortcut::ZoomIn => ZoomCommand::In.into(),
        Shortcut::ZoomOut => ZoomCommand::Out.into(),
        Shortcut::WholeBoard => ZoomCommand::Whole.into(),
        Shortcut::Pause => WatchCommand::TogglePause.into(),
        Shortcut::Step => WatchCommand::Step.into(),
        Shortcut::PreviousPage => LessonCommand::Previous.into(),
        Shortcut::NextPage => LessonCommand::Next.into(),
        Shortcut::NewGame => Navigate::To(Screen::NewGame).into(),
        Shortcut::Mute => SettingCommand::Toggle(Switch::Mute).into(),
        Shortcut::FullScreen => ToggleFullScreen.into(),
        Shortcut::Settings => Navigate::To(Screen::Settings).into(),
        Shortcut::KeySheet => Navigate::Open(Overlay::KeySheet).into(),
    }
}

/// The shortcut with the same effect as a button, if any.
pub(crate) fn shortcut_on(on_press: &OnPress) -> Option<Shortcut> {
    Shortcut::ALL.into_iter().find(|shortcut| command_of(*shortcut) == *on_press)
}

/// The shortcut of a character, if any.
pub(super) fn shortcut_of(character: char, keys: &Keys) -> Option<Shortcut> {
    keys.shortcut(&KeyName::character(character)?)
}

/// Handles the shortcuts that work on every screen. In a match a letter may begin a square name, so the board decides.
fn read_intents(
    mut intents: MessageReader<Intent>,
    settings: Res<Settings>,
    (screen, overlay): (Res<State<Screen>>, Res<Overlay>),
    questions: Questions,
    fields: Query<(), With<TextField>>,
    focus: Res<InputFocus>,
    mut commands: Commands,
) {
    let is_typing = focus.get().is_some_and(|focused| fields.contains(focused));
    let is_sheet = *overlay == Overlay::KeySheet;
    for intent in intents.read() {
        let shortcut = match intent {
            Intent::Shortcut(shortcut) => Some(*shortcut),
            Intent::Letter(_) if is_typing => None,
            Intent::Letter(character) if is_sheet || *screen.get() != Screen::Match => {
                shortcut_of(*character, &settings.keys)
            }
            _ => None,
        };
        // In a match the board itself handles zoom shortcuts. In the editor letters select paints first.
        let is_paint = matches!(intent, Intent::Letter(character) if Cell::from_letter(*character).is_some());
        let zooms = match screen.get() {
            Screen::Review => true,
            Screen::Editor => !is_paint,
            _ => false,
        };
        let zooms = zooms && overlay.allows_shortcuts() && !questions.are_open();
        match shortcut.filter(|shortcut| shortcut.is_everywhere() || zooms && shortcut.is_of_zoom()) {
            // The key that opened it also closes it.
            Some(Shortcut::KeySheet) if is_sheet => {
                commands.write_message(Navigate::Close);
            }
            // A question must be answered first.
            Some(Shortcut::KeySheet | Shortcut::Settings) if questions.are_open() => {}
            Some(Shortcut::Settings) if *screen.get() == Screen::Settings => {
                commands.write_message(Navigate::Back);
            }
            Some(shortcut) => command_of(shortcut).write(&mut commands),
            None => {}
        }
    }
}
