//! Buttons of an online match, in groups. Takebacks and hints need the consent of the others, so they become requests.
//! Rarer commands are in the menu.

use bevy::prelude::*;

use crate::game::analysis::advice::{AdviceCommand, AdviceKind};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;
use crate::game::screens::match_screen::tool::{Tool, spawn_groups};
use crate::game::screens::{Containers, respawn};
use crate::game::settings::Settings;
use crate::game::text::{Phrase, say};
use crate::game::ui::icon::Icon;
use crate::game::ui::on_press::OnPress;
use crate::online::{Action, Human, Phase, Room};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(GameSystems::Look).before(super::mark_buttons).run_if(in_state(Screen::Match)));
}

/// The row of these buttons.
#[derive(Component)]
pub(super) struct RoomTools;

fn ask(action: Action) -> OnPress {
    OnPress::new(OnlineCommand::Ask(action))
}

fn menu() -> Tool {
    Tool::plain(Icon::Menu, say!("match-menu"), Navigate::Open(Overlay::MatchMenu))
}

fn leave() -> Tool {
    Tool::new(Icon::Leave, say!("room-leave"), say!("room-leave-label"), Navigate::To(Screen::Lobby))
}

fn say_something() -> Tool {
    Tool::plain(Icon::Say, say!("match-say"), Navigate::Open(Overlay::Reactions))
}

fn groups(online: &Online, game: &Match) -> Vec<Vec<Tool>> {
    let room = online.room().filter(|room| game.room.is_some_and(|shown| shown.code == room.code()));
    let Some(room) = room else { return vec![vec![menu()]] };
    let own = online.own_seat().and_then(|player| Some((player, room.seats()[player].human.as_ref()?)));
    match (room.phase(), own) {
        (Phase::Playing, Some((player, human))) if room.seats()[player].mover().is_some() => {
            groups_of_player(room, player, human)
        }
        // The result has buttons for a rematch and for leaving the room.
        (Phase::Over, Some(_)) => vec![vec![say_something()], vec![menu()]],
        // The line about the room, or later the result, has the button that leaves the room.
        (Phase::Playing, _) | (Phase::Over, None) => vec![vec![menu()]],
        _ => vec![vec![leave()], vec![menu()]],
    }
}

fn groups_of_player(room: &Room, player: Player, human: &Human) -> Vec<Vec<Tool>> {
    let game = room.game();
    let to_ply = game.and_then(|game| game.takeback_ply(player));
    let may_ask_takeback = to_ply.is_some() && game.is_some_and(|game| game.takeback.is_none());
    let takeback = ask(Action::AskTakeback { to_ply: to_ply.unwrap_or_default() });
    let advice = |icon, caption: Phrase, label: Phrase, kind| {
        if room.allows_advice() {
            Tool::plain(icon, caption, AdviceCommand::Toggle(kind))
        } else {
            Tool::new(icon, caption, label, ask(Action::SetAdvice { agree: true })).only_if(!human.advice)
        }
    };
    let undo = Tool::new(Icon::Undo, say!("match-undo"), say!("match-take-back"), takeback).only_if(may_ask_takeback);
    let pass = room.options().variant.free_pass().then(Tool::pass);
    vec![
        pass.into_iter().chain([undo, say_something()]).collect(),
        vec![
            advice(Icon::Hint, say!("match-hint"), say!("match-ask-hint"), AdviceKind::Hint),
            advice(Icon::Analysis, say!("match-analysis"), say!("match-ask-analysis"), AdviceKind::Analysis),
        ],
        vec![menu()],
    ]
}

/// Spawns the buttons, and respawns them when they change.
fn show(
    online: Res<Online>,
    game: Res<Match>,
    settings: Res<Settings>,
    places: Containers<RoomTools>,
    mut shown: Local<Vec<Vec<Tool>>>,
    mut commands: Commands,
) {
    let is_unfilled = places.iter().any(|(_, is_filled)| !is_filled);
    if !is_unfilled && !online.is_changed() && !game.is_changed() {
        return;
    }
    let wanted = groups(&online, &game);
    respawn(places, &mut *shown, wanted, &mut commands, |row, wanted| spawn_groups(row, wanted.clone(), &settings));
}
