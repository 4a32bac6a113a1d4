//! The door for screens and for what lies over them: the only writer of both.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::analysis::review::can_be_reviewed;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, navigate.in_set(GameSystems::Navigate));
}

/// Whether there is anything to see on a screen.
fn can_be_shown(screen: Screen, game: Option<&Match>, online: &Online) -> bool {
    match screen {
        Screen::Title | Screen::NewGame | Screen::Editor | Screen::Lobby | Screen::NewRoom => true,
        Screen::Room => online.room().is_some(),
        Screen::Match => game.is_some(),
        Screen::Review => game.is_some_and(can_be_reviewed),
    }
}

fn navigate(
    mut wishes: MessageReader<Navigate>,
    game: Option<Res<Match>>,
    online: Res<Online>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut overlay: ResMut<Overlay>,
    mut exit: MessageWriter<AppExit>,
) {
    for wish in wishes.read() {
        match wish {
            Navigate::To(wanted) => {
                if can_be_shown(*wanted, game.as_deref(), &online) {
                    next.set(*wanted);
                    // Who comes back from the review comes back to the result.
                    let from_review = (*screen.get(), *wanted) == (Screen::Review, Screen::Match);
                    overlay.set_if_neq(if from_review { Overlay::Result } else { Overlay::None });
                }
            }
            Navigate::Open(wanted) => {
                overlay.set_if_neq(*wanted);
            }
            Navigate::Close => {
                overlay.set_if_neq(Overlay::None);
            }
            Navigate::Quit => {
                exit.write(AppExit::Success);
            }
        }
    }
}
