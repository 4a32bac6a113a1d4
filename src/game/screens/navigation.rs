//! Opens and closes screens and overlays; nothing else writes them.

use bevy::prelude::*;

use crate::game::analysis::review::can_be_reviewed;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::{BehindSettings, Screen};
use crate::game::frame::GameSystems;
use crate::game::online::online_state::Online;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_state::Match;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, handle_navigate.in_set(GameSystems::Navigate));
}

/// Returns false for screens that would be empty, such as a match before one was started.
fn can_be_shown(screen: Screen, game: Option<&Match>, online: &Online) -> bool {
    match screen {
        Screen::Title
        | Screen::NewGame
        | Screen::Editor
        | Screen::Lobby
        | Screen::NewRoom
        | Screen::Settings
        | Screen::Games
        | Screen::Statistics
        | Screen::Learn => true,
        Screen::Room => online.room().is_some(),
        Screen::Match => game.is_some(),
        Screen::Review => game.is_some_and(can_be_reviewed),
    }
}

/// The screen to return to from the lesson index. `None` leaves it unchanged, because the lesson was begun from the
/// index itself.
fn behind_pages(shown: Screen, lesson: Option<&Lesson>) -> Option<Screen> {
    match (shown, lesson) {
        (Screen::Match, Some(lesson)) => lesson.is_from_match().then_some(Screen::Match),
        (Screen::Match, None) => Some(Screen::Match),
        _ => Some(Screen::Title),
    }
}

fn handle_navigate(
    mut requests: MessageReader<Navigate>,
    (game, lesson): (Option<Res<Match>>, Option<Res<Lesson>>),
    online: Res<Online>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    (mut overlay, mut below): (ResMut<Overlay>, Local<Overlay>),
    mut behind_learn: Local<Screen>,
    mut behind: ResMut<BehindSettings>,
    mut exit: MessageWriter<AppExit>,
) {
    let is_there = |wanted: &Screen| can_be_shown(*wanted, game.as_deref(), &online);
    for request in requests.read() {
        let shown = *screen.get();
        match request {
            Navigate::To(wanted) if is_there(wanted) => {
                if *wanted == Screen::Settings && shown != Screen::Settings {
                    *behind = BehindSettings { screen: shown, overlay: *overlay };
                }
                if *wanted == Screen::Learn {
                    *behind_learn = behind_pages(shown, lesson.as_deref()).unwrap_or(*behind_learn);
                }
                next.set(*wanted);
                *below = Overlay::None;
                overlay.set_if_neq(Overlay::None);
            }
            Navigate::To(_) => {}
            Navigate::Back => {
                let is_settings = shown == Screen::Settings;
                let nearest = match shown {
                    Screen::Settings => Some(behind.screen),
                    Screen::Learn => Some(*behind_learn),
                    Screen::Match if lesson.is_some() => {
                        *behind_learn = behind_pages(shown, lesson.as_deref()).unwrap_or(*behind_learn);
                        Some(Screen::Learn)
                    }
                    _ => shown.parent(),
                };
                // The screen behind the settings may no longer exist, such as a room that was closed.
                if let Some(there) = std::iter::successors(nearest, |screen| screen.parent()).find(is_there) {
                    next.set(there);
                    let is_as_left = is_settings && there == behind.screen;
                    overlay.set_if_neq(if is_as_left { behind.overlay } else { Overlay::None });
                }
            }
            Navigate::Open(wanted) => {
                // The key sheet can open over another overlay, and closing it returns there.
                let is_sheet = *wanted == Overlay::KeySheet && *overlay != Overlay::KeySheet;
                *below = if is_sheet { *overlay } else { Overlay::None };
                overlay.set_if_neq(*wanted);
            }
            Navigate::Close => {
                overlay.set_if_neq(std::mem::take(&mut *below));
            }
            Navigate::Quit => {
                exit.write(AppExit::Success);
            }
        }
    }
}
