//! Opens and closes screens and overlays; nothing else writes them.

use bevy::prelude::*;

use crate::game::analysis::review::can_be_reviewed;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::{NavigationStack, Screen};
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
        | Screen::Library
        | Screen::Quests
        | Screen::Statistics
        | Screen::Simulator
        | Screen::Learn => true,
        Screen::Room => online.room().is_some(),
        Screen::Match => game.is_some(),
        Screen::Review => game.is_some_and(can_be_reviewed),
    }
}

impl NavigationStack {
    /// Updates the stack when another screen is opened.
    fn go_to(&mut self, wanted: Screen, shown: (Screen, Overlay), lesson: Option<&Lesson>) {
        let Self(stack) = self;
        let index = (Screen::Learn, Overlay::None);
        match (wanted, shown.0) {
            (Screen::Settings, Screen::Settings) | (Screen::Library, Screen::Library) => {}
            (Screen::Settings, _) => stack.push(shown),
            // The library returns to the board whose position it was opened for.
            (Screen::Library, Screen::Match | Screen::Review) if lesson.is_none() => *stack = vec![shown],
            (Screen::Match | Screen::Review, Screen::Library) => *stack = vec![(Screen::Library, Overlay::None)],
            // A lesson lies over its index, which lies over the match that it interrupts.
            (Screen::Match, Screen::Match) if lesson.is_some_and(Lesson::goes_on) => {
                if stack.last() != Some(&index) {
                    stack.extend([(Screen::Match, Overlay::None), index]);
                }
            }
            (Screen::Match, Screen::Learn) if lesson.is_some() => stack.push(index),
            (Screen::Match, other) if lesson.is_some() && other != Screen::Match => *stack = vec![index],
            (Screen::Learn, Screen::Match) if lesson.is_some() => _ = stack.pop(),
            (Screen::Learn, Screen::Match) => stack.push((Screen::Match, Overlay::None)),
            _ => stack.clear(),
        }
    }
}

fn handle_navigate(
    mut requests: MessageReader<Navigate>,
    (game, lesson): (Option<Res<Match>>, Option<Res<Lesson>>),
    online: Res<Online>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    (mut overlay, mut stack): (ResMut<Overlay>, ResMut<NavigationStack>),
    mut exit: MessageWriter<AppExit>,
) {
    let is_there = |wanted: &Screen| can_be_shown(*wanted, game.as_deref(), &online);
    let mut shown = *screen.get();
    for request in requests.read() {
        // The key sheet can lie over another overlay of its screen, and closing it returns there.
        let below = stack.0.pop_if(|(screen, overlay)| *screen == shown && overlay.is_open());
        match request {
            Navigate::To(wanted) if is_there(wanted) => {
                stack.go_to(*wanted, (shown, *overlay), lesson.as_deref());
                shown = *wanted;
                next.set(shown);
                overlay.set_if_neq(Overlay::None);
            }
            Navigate::To(_) => {}
            Navigate::Back => {
                let behind = stack.0.pop();
                let nearest = behind.map_or(shown.parent(), |(screen, _)| Some(screen));
                // The screen behind may no longer exist, such as a room that was closed.
                if let Some(there) = std::iter::successors(nearest, |screen| screen.parent()).find(is_there) {
                    let as_left = behind.filter(|(screen, _)| *screen == there);
                    shown = there;
                    next.set(shown);
                    overlay.set_if_neq(as_left.map_or(Overlay::None, |(_, overlay)| overlay));
                }
            }
            Navigate::Open(wanted) => {
                if *wanted == Overlay::KeySheet && *overlay != Overlay::KeySheet && overlay.is_open() {
                    stack.0.push((shown, *overlay));
                }
                overlay.set_if_neq(*wanted);
            }
            Navigate::Close => {
                overlay.set_if_neq(below.map_or(Overlay::None, |(_, overlay)| overlay));
            }
            Navigate::Quit => {
                exit.write(AppExit::Success);
            }
        }
    }
}
