//! Notices for players who forfeit a match that goes on without them.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_command::PlayerLost;
use crate::game::play::match_state::Match;
use crate::game::text::say;
use crate::game::ui::notice::Notice;
use crate::rules::ForfeitReason;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, report_losses.in_set(GameSystems::Show).run_if(in_state(Screen::Match)));
}

/// Says which CPU player takes over. If the match is over, its result says enough.
fn report_losses(mut losses: MessageReader<PlayerLost>, game: Res<Match>, mut notices: MessageWriter<Notice>) {
    for PlayerLost(forfeit) in losses.read() {
        if game.ending().is_none() {
            let (player, seat) = (game.called(forfeit.player), game.seats[forfeit.player]);
            notices.write(Notice::news(match forfeit.reason {
                ForfeitReason::Resigned => say!("match-resigned", player = player, cpu = seat),
                ForfeitReason::OutOfTime => say!("match-out-of-time", player = player, cpu = seat),
            }));
        }
    }
}
