//! Keeps to the screen whose discs are drawn as discs that turn.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::board_view::shown_record::Shown;
use crate::game::editor::Editor;
use crate::game::flow::screen::Screen;
use crate::game::online::online_state::Online;
use crate::game::play::setup::MatchSetup;
use crate::game::ui::turning::Turning;
use crate::rules::Board;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow_screen.in_set(GameSystems::Show));
}

fn follow_screen(
    shown: Shown,
    screen: Res<State<Screen>>,
    setup: Res<MatchSetup>,
    editor: Res<Editor>,
    online: Res<Online>,
    mut turning: ResMut<Turning>,
) {
    let is_on = match screen.get() {
        Screen::Match | Screen::Review => shown.record().map(|record| *record.position().board().turning()),
        Screen::Editor => editor.draft().map(|draft| *draft.turning()),
        // The variant is read anew each time, so only where it may be another.
        Screen::NewGame | Screen::NewRoom if setup.is_changed() || screen.is_changed() => {
            setup.variant().ok().map(|variant| *variant.board().turning())
        }
        Screen::NewGame | Screen::NewRoom => None,
        Screen::Room => online.room().map(|room| *room.options().variant.board().turning()),
        // There a disc stands for a player, whatever the board.
        Screen::Title | Screen::Lobby | Screen::Settings => Some(Board::USUALLY_TURNING),
    };
    if let Some(is_on) = is_on {
        turning.set_if_neq(Turning(is_on));
    }
}
