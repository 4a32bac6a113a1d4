//! Keyboard and gamepad navigation through controls: focus, pressing, and going back.

use bevy::input_focus::tab_navigation::{NavAction, TabIndex, TabNavigation, TabNavigationError};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, Button};

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::play::lesson::Lesson;
use crate::game::ui::button::ButtonKind;
use crate::game::ui::notice::{CloseNotice, Notices};
use crate::game::ui::option_grid::GridWalk;
use crate::game::ui::question::Questions;
use crate::game::ui::slider::{Slider, ask_for, stepped};
use crate::game::ui::text_field::{OnEnterKey, TextField};
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(hide_ring).add_systems(
        Update,
        (press_main_button, press_focused, walk_through_controls, go_back, open_menu)
            .chain()
            .in_set(IntentSystems::Controls),
    );
}

/// Moves the focus through the controls of a screen. Directions do so only where no board, text field or grid uses
/// them.
fn walk_through_controls(
    mut intents: MessageReader<Intent>,
    screen: Res<State<Screen>>,
    overlay: Res<Overlay>,
    navigation: TabNavigation,
    grids: GridWalk,
    questions: Questions,
    parents: Query<&ChildOf>,
    (controls, sliders): (Query<(), With<TabIndex>>, Query<&Slider>),
    fields: Query<Option<&OnEnterKey>, With<TextField>>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
    mut commands: Commands,
) {
    let has_arrows = !screen.has_board() || overlay.takes_keys() || questions.are_open();
    for intent in intents.read() {
        let is_typing = focus.get().is_some_and(|focused| fields.contains(focused));
        let slider = focus.get().and_then(|focused| sliders.get(focused).ok().map(|slider| (focused, slider)));
        if let Some((entity, slider)) = slider
            && let Some(steps) = steps_along(*intent)
        {
            visible.0 = true;
            if let Some(value) = stepped(slider, steps) {
                ask_for(entity, value, true, &mut commands);
            }
            continue;
        }
        let (direction, action) = match intent {
            Intent::Navigate { direction, .. } if has_arrows => match direction {
                Direction::South => (Some(*direction), NavAction::Next),
                Direction::North => (Some(*direction), NavAction::Previous),
                // Within a text field they move the cursor.
                _ if is_typing => continue,
                Direction::East => (Some(*direction), NavAction::Next),
                _ => (Some(*direction), NavAction::Previous),
            },
            Intent::Next => (None, NavAction::Next),
            Intent::Previous => (None, NavAction::Previous),
            Intent::Confirm if is_typing => {
                if let Some(on_enter) = focus.get().and_then(|focused| fields.get(focused).ok().flatten()) {
                    on_enter.0.write(&mut commands);
                    continue;
                }
                // A finished line leads on to the next control.
                (None, NavAction::Next)
            }
            _ => continue,
        };
        // After pointer use, the first key only shows the focus.
        if !visible.0 && !is_typing && focus.get().is_some_and(|focused| controls.contains(focused)) {
            visible.0 = true;
            continue;
        }
        let grid = focus.get().and_then(|focused| grids.grid_of(focused));
        if let Some((direction, focused)) = direction.zip(focus.get()).filter(|_| grid.is_some()) {
            if let Some(entity) = grids.step(focused, direction) {
                focus.set(entity, FocusCause::Navigated);
                visible.0 = true;
                commands.trigger(Activate { entity });
            }
            continue;
        }
        // A question keeps the focus inside, but does not have it when it opens.
        let is_outside = |group: &Entity| {
            focus.get().is_none_or(|focused| parents.iter_ancestors(focused).all(|ancestor| ancestor != *group))
        };
        let question = questions.uppermost().map(|(entity, _)| entity).filter(is_outside);
        let found = match question {
            Some(question) => navigation.initialize(question, action),
            None => navigation.navigate(&focus, action),
        };
        // The window, which has the focus at first, and a removed control belong to no group.
        if let Ok(next) | Err(TabNavigationError::NoTabGroupForCurrentFocus { new_focus: next, .. }) = found {
            focus.set(next, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

/// Number of slider steps of an intent.
const fn steps_along(intent: Intent) -> Option<i32> {
    match intent {
        Intent::Navigate { direction: Direction::East, .. } => Some(1),
        Intent::Navigate { direction: Direction::West, .. } => Some(-1),
        Intent::First => Some(i32::MIN),
        Intent::Last => Some(i32::MAX),
        _ => None,
    }
}

/// Enter on a selected choice presses the screen's main button, the usual next step.
pub(super) fn press_main_button(
    mut intents: MessageReader<Intent>,
    focus: Res<InputFocus>,
    grids: GridWalk,
    choices: Query<Has<Checked>>,
    buttons: Query<(Entity, &ButtonKind), Without<InteractionDisabled>>,
    questions: Questions,
    mut commands: Commands,
) {
    let is_choice = |entity: Entity| grids.grid_of(entity).is_some() && choices.get(entity) == Ok(true);
    if intents.read().filter(|intent| **intent == Intent::Confirm).count() > 0
        // A question has its own buttons.
        && !questions.are_open()
        && focus.get().is_some_and(is_choice)
        && let Some((entity, _)) = buttons.iter().find(|(_, kind)| **kind == ButtonKind::Main)
    {
        commands.trigger(Activate { entity });
    }
}

/// Presses the focused control, if it is enabled and not behind a question.
fn press_focused(
    mut intents: MessageReader<Intent>,
    buttons: Query<(), (With<Button>, Without<InteractionDisabled>)>,
    questions: Questions,
    parents: Query<&ChildOf>,
    focus: Res<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
    mut commands: Commands,
) {
    let is_asked = intents.read().filter(|intent| **intent == Intent::Press).count() > 0;
    let Some(entity) = focus.get().filter(|focused| is_asked && buttons.contains(*focused)) else { return };
    let is_behind = |(question, _): (Entity, _)| parents.iter_ancestors(entity).all(|ancestor| ancestor != question);
    if !questions.uppermost().is_some_and(is_behind) {
        visible.0 = true;
        commands.trigger(Activate { entity });
    }
}

/// Leaves a text field, closes what is on top, or goes back; from a match, opens its menu.
fn go_back(
    mut intents: MessageReader<Intent>,
    screen: Res<State<Screen>>,
    overlay: Res<Overlay>,
    notices: Res<Notices>,
    lesson: Option<Res<Lesson>>,
    fields: Query<(), With<TextField>>,
    mut focus: ResMut<InputFocus>,
    mut navigate: MessageWriter<Navigate>,
    mut closings: MessageWriter<CloseNotice>,
) {
    if intents.read().filter(|intent| **intent == Intent::Back).count() == 0 {
        return;
    }
    let is_typing = focus.get().is_some_and(|focused| fields.contains(focused));
    if is_typing {
        focus.clear();
    } else if notices.shown().is_some() {
        closings.write(CloseNotice);
    } else if overlay.is_open() {
        navigate.write(Navigate::Close);
    } else if has_menu(*screen.get(), lesson.is_some()) {
        navigate.write(Navigate::Open(Overlay::MatchMenu));
    } else {
        navigate.write(Navigate::Back);
    }
}

/// Opens or closes the menu of a match, or the settings.
fn open_menu(
    mut intents: MessageReader<Intent>,
    screen: Res<State<Screen>>,
    overlay: Res<Overlay>,
    questions: Questions,
    lesson: Option<Res<Lesson>>,
    mut navigate: MessageWriter<Navigate>,
) {
    if intents.read().filter(|intent| **intent == Intent::Menu).count() == 0 {
        return;
    }
    if *overlay == Overlay::MatchMenu {
        navigate.write(Navigate::Close);
    } else if questions.are_open() {
        // The question must be answered first.
    } else if *screen.get() == Screen::Settings {
        navigate.write(Navigate::Back);
    } else if has_menu(*screen.get(), lesson.is_some()) {
        navigate.write(Navigate::Open(Overlay::MatchMenu));
    } else {
        navigate.write(Navigate::To(Screen::Settings));
    }
}

/// Returns whether a screen has a menu: the match does, except in a lesson.
pub(crate) fn has_menu(screen: Screen, is_lesson: bool) -> bool {
    screen == Screen::Match && !is_lesson
}

/// Hides the focus ring from pointer users, who do not need it. A match keeps it.
fn hide_ring(_: On<Pointer<Press>>, screen: Res<State<Screen>>, mut visible: ResMut<InputFocusVisible>) {
    if *screen.get() != Screen::Match {
        visible.0 = false;
    }
}
