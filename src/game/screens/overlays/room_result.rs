//! The result of a match of a room: who wants another one, and the ways on.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::online::room::seat_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::{Action, Human, Phase, Room};
use crate::rules::Player;

/// The ways on from the result of a match of a room: who wants another match, and the buttons.
pub(super) fn spawn_ways(
    card: &mut ChildSpawnerCommands,
    room: &Room,
    online: &Online,
    review: Option<(Phrase, Phrase, Weight, OnPress)>,
) {
    let wants = |(player, human): (Player, &Human)| human.rematch.then(|| seat_name(player, &room.seats()[player]));
    let names: Vec<Phrase> = room.humans().filter_map(wants).collect();
    if !names.is_empty() {
        let words = say!("rematch-wanted", count = names.len(), players = Phrase::list(names));
        card.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
    }
    let own = online.own_seat().and_then(|player| room.seats()[player].human.as_ref());
    let rematch = own.filter(|_| room.phase() == Phase::Over).map(|own| {
        let (caption, weight) =
            if own.rematch { (say!("rematch-withdraw"), Weight::Plain) } else { (say!("rematch-ask"), Weight::Main) };
        let wish = OnlineCommand::Ask(Action::SetRematch { agree: !own.rematch });
        (caption.clone(), caption, weight, OnPress::new(wish))
    });
    let board = (say!("result-board"), say!("result-see-board"), Weight::Plain, OnPress::new(Navigate::Close));
    let leave =
        (say!("room-leave"), say!("room-leave-label"), Weight::Plain, OnPress::new(Navigate::To(Screen::Lobby)));
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        justify_content: JustifyContent::Center,
        column_gap: px(theme::GAP),
        row_gap: px(6),
        margin: UiRect::top(px(6)),
        ..default()
    };
    card.spawn((Pickable::IGNORE, row)).with_children(|row| {
        for (caption, label, weight, on_press) in [board, leave].into_iter().chain(review).chain(rematch) {
            row.spawn(button(caption, label, weight, Val::Auto, on_press));
        }
    });
}

/// Whether others want another match than did before.
pub(super) fn rematch_is_wanted_by_others(online: Res<Online>, mut last: Local<Vec<Player>>) -> bool {
    let wants = online.room().into_iter().flat_map(Room::humans).filter(|(_, human)| human.rematch);
    let now: Vec<Player> = wants.map(|(player, _)| player).collect();
    std::mem::replace(&mut *last, now) != *last
}
