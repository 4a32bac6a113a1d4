//! Returns to the screen of the last session, or to the nearest one that can still be shown.

use bevy::prelude::*;

use crate::game::flow::come_back::ComeBack;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::games::games_command::GamesCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, handle_come_back.before(GameSystems::Navigate));
}

fn handle_come_back(
    mut requests: MessageReader<ComeBack>,
    mut games: MessageWriter<GamesCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    for ComeBack { screen, match_name } in requests.read() {
        match (screen, match_name) {
            (Screen::Match, Some(name)) => {
                games.write(GamesCommand::Open(name.clone()));
            }
            (Screen::Review, Some(name)) => {
                games.write(GamesCommand::Review(name.clone()));
            }
            // Matches without a turn are not saved, but the setup is.
            (Screen::Match, None) => {
                navigate.write(Navigate::To(Screen::NewGame));
            }
            (screen, _) => {
                let nearest = match screen {
                    Screen::Review => Screen::Title,
                    Screen::NewRoom | Screen::Room => Screen::Lobby,
                    other => *other,
                };
                navigate.write(Navigate::To(nearest));
            }
        }
    }
}
