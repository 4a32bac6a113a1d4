//! The screens, and the actions that lead from one to another.

mod boards;
mod dialog;
mod editor;
mod layout;
mod match_screen;
mod new_game;
mod review;
mod title;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use serde::Serialize;

pub(super) use boards::BoardList;
pub(super) use dialog::Dialog;
pub(super) use editor::Verdict;
pub(super) use match_screen::{Status, coming_turns};
pub use new_game::Choices;
pub(super) use review::Sentence;

use super::reviewing::can_be_reviewed;
use super::{Action, GameSystems, Match, MatchSetup, Settings};

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .add_plugins((
            boards::plugin,
            dialog::plugin,
            editor::plugin,
            layout::plugin,
            match_screen::plugin,
            new_game::plugin,
            review::plugin,
            title::plugin,
        ))
        .add_systems(Update, (change_screen, change_settings).in_set(GameSystems::Play));
}

/// What fills the window.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Screen {
    /// The name of the game and the way in.
    #[default]
    Title,
    /// The choices of a new game.
    NewGame,
    /// The board.
    Match,
    /// What could have been better in the match that is over.
    Review,
    /// The board editor.
    Editor,
}

/// The root of a screen: all of the window, gone with the screen, and no obstacle for pointers.
fn screen_root(screen: Screen) -> impl Bundle {
    (
        Name::new(format!("screen {screen:?}")),
        DespawnOnExit(screen),
        TabGroup::default(),
        Pickable::IGNORE,
        GlobalZIndex(1),
    )
}

fn change_screen(
    mut actions: MessageReader<Action>,
    setup: Res<MatchSetup>,
    time: Res<Time<Real>>,
    game: Option<ResMut<Match>>,
    mut next: ResMut<NextState<Screen>>,
    mut exit: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    // The moment of a click, in nanoseconds, is random enough for a game.
    let fresh_seed = || time.elapsed().as_nanos() as u64;
    let mut game = game;
    for action in actions.read() {
        match action {
            Action::ShowTitle => next.set(Screen::Title),
            Action::ShowNewGame => next.set(Screen::NewGame),
            Action::ShowEditor => next.set(Screen::Editor),
            Action::ShowReview if game.as_deref().is_some_and(can_be_reviewed) => next.set(Screen::Review),
            Action::Continue if game.is_some() => next.set(Screen::Match),
            Action::Start => {
                if let Ok(variant) = setup.variant() {
                    let (seats, names) = (setup.seats_in(&variant), setup.names.clone());
                    commands.insert_resource(Match { names, ..Match::new(variant, seats, fresh_seed()) });
                    next.set(Screen::Match);
                }
            }
            Action::PlayRecord(record) => {
                let (record, names) = ((**record).clone(), setup.names.clone());
                let seats = setup.seats_in(record.variant());
                commands.insert_resource(Match { record, seats, names, seed: fresh_seed() });
                next.set(Screen::Match);
            }
            Action::RestartNow => {
                if let Some(game) = &mut game {
                    **game = game.again(fresh_seed());
                }
            }
            Action::Quit => {
                exit.write(AppExit::Success);
            }
            _ => {}
        }
    }
}

fn change_settings(mut actions: MessageReader<Action>, mut setup: ResMut<MatchSetup>, mut settings: ResMut<Settings>) {
    for action in actions.read().cloned() {
        match action {
            Action::ChooseVariant(choice) => {
                if let Err(reason) = setup.choose(choice) {
                    warn!("that board cannot be played: {reason}");
                }
            }
            Action::ChooseGoal(goal) => setup.goal = goal,
            Action::ChooseSeat(player, seat) => setup.seats[player] = Some(seat),
            Action::SeatEverybody(seating) => {
                if let Err(reason) = setup.seat_everybody(seating) {
                    warn!("nobody can be seated: {reason}");
                }
            }
            Action::NamePlayer(player, name) => setup.names[player] = name,
            Action::ChoosePace(pace) => settings.pace = pace,
            Action::ChoosePalette(palette) => settings.palette = palette,
            Action::ChooseCpuDelay(delay) => settings.cpu_delay = delay,
            Action::ToggleLegalMarks => settings.legal_marks = !settings.legal_marks,
            _ => {}
        }
    }
}
