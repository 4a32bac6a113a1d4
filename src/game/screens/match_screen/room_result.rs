//! Result of an online match: requests for a rematch, and the buttons.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::match_screen::result_button::ResultButton;
use crate::game::screens::online::room_seats::seat_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::ButtonKind;
use crate::online::{Action, Phase, Room};
use crate::rules::Player;

/// Names of the players who want a rematch.
pub(super) fn who_wants_rematch(room: &Room, online: &Online) -> Phrase {
    let own = online.own_seat();
    let others = room.humans().filter(|(player, human)| own != Some(*player) && human.rematch);
    let names: Vec<Phrase> = others.map(|(player, _)| seat_name(player, &room.seats()[player])).collect();
    let wants = own.and_then(|player| room.seats()[player].human.as_ref()).is_some_and(|human| human.rematch);
    match names.is_empty() {
        true if wants => say!("rematch-you-want"),
        true => Phrase::nothing(),
        false => say!("rematch-wanted", count = names.len(), players = Phrase::list(names)),
    }
}

/// Buttons after an online match.
pub(super) fn room_buttons(room: &Room, online: &Online) -> Vec<ResultButton> {
    let own = online.own_seat().and_then(|player| room.seats()[player].human.as_ref());
    let rematch = own.filter(|_| room.phase() == Phase::Over).map(|own| {
        let (caption, kind) = if own.rematch {
            (say!("rematch-withdraw"), ButtonKind::Plain)
        } else {
            (say!("rematch-ask"), ButtonKind::Main)
        };
        let request = OnlineCommand::Ask(Action::SetRematch { agree: !own.rematch });
        ResultButton::captioned(caption, kind, request)
    });
    let leave =
        ResultButton::new(say!("room-leave"), say!("room-leave-label"), ButtonKind::Plain, Navigate::To(Screen::Lobby));
    rematch.into_iter().chain([leave]).collect()
}

/// Run condition; true when the players who want a rematch have changed.
pub(super) fn rematch_is_wanted_by_others(online: Res<Online>, mut last: Local<Vec<Player>>) -> bool {
    let wants = online.room().into_iter().flat_map(Room::humans).filter(|(_, human)| human.rematch);
    let now: Vec<Player> = wants.map(|(player, _)| player).collect();
    std::mem::replace(&mut *last, now) != *last
}
