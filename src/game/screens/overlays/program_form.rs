//! Form over the settings in which a program is registered or changed.

use std::path::Path;

use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::ValueChange;

use crate::game::cpu_seat::program_trials::TryProgram;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::veil::spawn_card_over_screen;
use crate::game::settings::programs::{ProgramKey, RegisteredProgram};
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::thinker::programs::command_problem;
use crate::game::ui::button::{Refocus, main_button, mark, plain_button};
use crate::game::ui::layout::{Layout, show_if};
use crate::game::ui::notice::Notice;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::setting_row::spawn_choices;
use crate::game::ui::text_field::{OnEnterKey, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ProgramDraft>()
        .add_command::<ProgramFormCommand>()
        .add_systems(Update, handle_form_commands.in_set(PlaySystems::ProgramForm))
        .add_systems(
            Update,
            (spawn.run_if(resource_changed::<Overlay>), show_draft)
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Settings)),
        );
}

/// Commands of the form.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProgramFormCommand {
    /// Opens the form for a registered program, or for a new one.
    Open(Option<ProgramKey>),
    Name(String),
    CommandLine(String),
    /// Chooses the time limit of a move in seconds.
    Limit(u16),
    /// Registers the program and tries it.
    Save,
    /// Removes a program.
    Remove(ProgramKey),
}

/// The program as written in the form.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct ProgramDraft {
    /// `None` for a new program.
    key: Option<ProgramKey>,
    name: String,
    command: String,
    seconds: u16,
    /// Reason why it cannot be saved.
    problem: Option<Phrase>,
}

#[derive(Component)]
struct FormRoot;

#[derive(Component)]
struct ProblemText;

const WIDTH: f32 = 520.0;

fn handle_form_commands(
    mut requests: MessageReader<ProgramFormCommand>,
    settings: Res<Settings>,
    mut draft: ResMut<ProgramDraft>,
    mut changes: MessageWriter<SettingCommand>,
    mut trials: MessageWriter<TryProgram>,
    mut navigate: MessageWriter<Navigate>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        match request {
            ProgramFormCommand::Open(key) => {
                *draft = match key.and_then(|key| settings.programs.get(key)) {
                    Some(RegisteredProgram { key, name, command, seconds }) => ProgramDraft {
                        key: Some(*key),
                        name: name.clone(),
                        command: command.clone(),
                        seconds: *seconds,
                        problem: None,
                    },
                    None => ProgramDraft { seconds: RegisteredProgram::PROPOSED_LIMIT, ..ProgramDraft::default() },
                };
                navigate.write(Navigate::Open(Overlay::ProgramForm));
            }
            ProgramFormCommand::Name(name) => draft.name.clone_from(name),
            ProgramFormCommand::CommandLine(command) => {
                draft.command.clone_from(command);
                draft.problem = None;
            }
            ProgramFormCommand::Limit(seconds) => draft.seconds = *seconds,
            ProgramFormCommand::Save => {
                draft.problem = command_problem(&draft.command);
                if draft.problem.is_none() {
                    let command = draft.command.trim().to_owned();
                    let name = Some(draft.name.trim().to_owned()).filter(|name| !name.is_empty());
                    let name = name.unwrap_or_else(|| name_in(&command));
                    let key = draft.key.unwrap_or_else(|| settings.programs.new_key(&name));
                    let seconds = draft.seconds;
                    changes.write(SettingCommand::SetProgram(RegisteredProgram { key, name, command, seconds }));
                    trials.write(TryProgram(key));
                    navigate.write(Navigate::Close);
                }
            }
            ProgramFormCommand::Remove(key) => {
                if let Some(program) = settings.programs.get(*key) {
                    changes.write(SettingCommand::RemoveProgram(*key));
                    let removed = say!("program-removed", program = Phrase::verbatim(&program.name));
                    let undo = SettingCommand::SetProgram(program.clone());
                    notices.write(Notice::news(removed).offering(say!("program-undo"), undo));
                }
            }
        }
    }
}

/// Name of the program in a command: that of its file without folder and extension.
fn name_in(command: &str) -> String {
    let words = command.split_once(':').map_or(command, |(_, words)| words).trim_start();
    let program = match words.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => words.split_whitespace().next(),
    };
    let stem = Path::new(program.unwrap_or_default()).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_default().chars().take(RegisteredProgram::MAX_NAME).collect()
}

fn spawn(
    overlay: Res<Overlay>,
    draft: Res<ProgramDraft>,
    open: Query<Entity, With<FormRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    open.iter().for_each(|root| commands.entity(root).despawn());
    if *overlay != Overlay::ProgramForm {
        if !open.is_empty() {
            refocus.0 = Some(say!("programs-add").identity());
        }
        return;
    }
    refocus.0 = Some(say!("program-command").identity());
    let root = (Name::new("program form"), FormRoot, DespawnOnExit(Screen::Settings));
    spawn_card_over_screen(&mut commands, root, WIDTH, |card| {
        let content = Node { row_gap: px(theme::GAP), ..pane_content().padding(px(18).all()) };
        spawn_scroll_area(card, Node::default(), content, |area| spawn_form(area, &draft));
    });
}

fn spawn_form(area: &mut ChildSpawnerCommands, draft: &ProgramDraft) {
    let heading = if draft.key.is_some() { say!("program-change-heading") } else { say!("programs-add") };
    area.spawn(worded(heading, TextStyle::Heading, theme::TEXT));
    let mut add_field = |caption: Phrase,
                         about: Phrase,
                         content: &str,
                         example: &str,
                         most,
                         changed: fn(String) -> ProgramFormCommand| {
        area.spawn((Pickable::IGNORE, Node::column(4).fixed())).with_children(|part| {
            part.spawn(worded(caption.clone(), TextStyle::Body, theme::TEXT));
            part.spawn((
                text_field(caption, content, Phrase::verbatim(example), most, percent(100)),
                OnEnterKey(ProgramFormCommand::Save.into()),
            ))
            .observe(
                move |change: On<ValueChange<String>>, mut forms: MessageWriter<ProgramFormCommand>| {
                    forms.write(changed(change.value.clone()));
                },
            );
            part.spawn(worded(about, TextStyle::Small, theme::QUIET_TEXT));
        });
    };
    add_field(
        say!("program-command"),
        say!("program-command-about"),
        &draft.command,
        "gtp:edax -gtp",
        RegisteredProgram::MAX_COMMAND,
        ProgramFormCommand::CommandLine,
    );
    add_field(
        say!("program-name"),
        say!("program-name-about"),
        &draft.name,
        "Edax",
        RegisteredProgram::MAX_NAME,
        ProgramFormCommand::Name,
    );
    let limits = RegisteredProgram::LIMITS
        .map(|seconds| (say!("option-seconds", seconds = seconds.to_string()), ProgramFormCommand::Limit(seconds)));
    area.spawn((Pickable::IGNORE, Node::column(4).fixed().margin(px(-10).horizontal())))
        .with_children(|part| spawn_choices(part, &say!("program-limit"), limits));
    area.spawn(worded(say!("program-limit-about"), TextStyle::Small, theme::QUIET_TEXT));
    area.spawn((ProblemText, worded(Phrase::nothing(), TextStyle::Body, theme::REFUSED)));
    let row = Node::wrapping_row(theme::GAP, 6).justify(JustifyContent::FlexEnd).fixed();
    area.spawn((Pickable::IGNORE, row)).with_children(|row| {
        row.spawn(plain_button(say!("program-cancel"), Navigate::Close));
        row.spawn(main_button(say!("program-save"), ProgramFormCommand::Save));
    });
}

/// Marks the chosen limit, and shows why the program cannot be saved.
fn show_draft(
    draft: Res<ProgramDraft>,
    mut texts: Query<(&mut Worded, &mut Node), With<ProblemText>>,
    choices: Query<(Entity, &OnPress, Has<Checked>)>,
    mut commands: Commands,
) {
    for (mut words, mut node) in &mut texts {
        words.set_if_neq(Worded(draft.problem.clone().unwrap_or_default()));
        show_if(draft.problem.is_some(), &mut node);
    }
    for (entity, on_press, is_marked) in &choices {
        if let Some(ProgramFormCommand::Limit(seconds)) = on_press.message() {
            mark::<Checked>(&mut commands, entity, is_marked, *seconds == draft.seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_without_a_name_are_named_after_their_files() {
        for (command, name) in [
            ("gtp:/opt/edax/lEdax -gtp", "lEdax"),
            ("nboard: \"/My programs/ntest.exe\" x", "ntest"),
            ("gtp:edax", "edax"),
        ] {
            assert_eq!(name_in(command), name);
        }
    }
}
