//! The buttons of a match of a room: what is asked of the others takes the place of what one does alone.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use crate::game::GameSystems;
use crate::game::analysis::advice::{AdviceCommand, AdviceKind};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;
use crate::game::text::{Phrase, say};
use crate::game::ui::on_press::OnPress;
use crate::online::{Action, Human, Phase, Room};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(GameSystems::Look).before(super::mark_buttons).run_if(in_state(Screen::Match)));
}

/// Where the buttons of a match of a room are.
#[derive(Component)]
pub(super) struct RoomButtons;

/// One of them.
#[derive(Clone, Debug, PartialEq)]
struct RoomButton {
    caption: Phrase,
    label: Phrase,
    on_press: OnPress,
    is_disabled: bool,
}

impl RoomButton {
    fn new(caption: Phrase, label: Phrase, on_press: impl Into<OnPress>) -> Self {
        Self { caption, label, on_press: on_press.into(), is_disabled: false }
    }

    fn only_if(self, is_possible: bool) -> Self {
        Self { is_disabled: !is_possible, ..self }
    }
}

fn ask(action: Action) -> OnPress {
    OnPress::new(OnlineCommand::Ask(action))
}

/// What else there is.
fn menu() -> RoomButton {
    RoomButton::new(say!("match-menu"), say!("match-menu"), Navigate::Open(Overlay::MatchMenu))
}

fn leave() -> RoomButton {
    RoomButton::new(say!("room-leave"), say!("room-leave-label"), Navigate::To(Screen::Lobby))
}

fn say_something() -> RoomButton {
    RoomButton::new(say!("match-say"), say!("match-say"), Navigate::Open(Overlay::Reactions))
}

fn buttons(online: &Online, game: &Match) -> Vec<RoomButton> {
    let room = online.room().filter(|room| game.room.is_some_and(|shown| shown.code == room.code()));
    let Some(room) = room else { return vec![menu()] };
    let own = online.own_seat().and_then(|player| Some((player, room.seats()[player].human.as_ref()?)));
    match (room.phase(), own) {
        (Phase::Playing, Some((player, human))) if room.seats()[player].mover().is_some() => {
            buttons_of_player(room, player, human)
        }
        (Phase::Over, Some((_, human))) => {
            let rematch = ask(Action::SetRematch { agree: !human.rematch });
            let caption = if human.rematch { say!("rematch-withdraw") } else { say!("rematch-ask") };
            vec![RoomButton::new(caption.clone(), caption, rematch), say_something(), leave(), menu()]
        }
        // The line about the room leads out of it.
        (Phase::Playing, _) => vec![menu()],
        _ => vec![leave(), menu()],
    }
}

fn buttons_of_player(room: &Room, player: Player, human: &Human) -> Vec<RoomButton> {
    let game = room.game();
    let to_ply = game.and_then(|game| game.takeback_ply(player));
    let may_ask_takeback = to_ply.is_some() && game.is_some_and(|game| game.takeback.is_none());
    let may_offer_draw = room.movers().count() > 1 && game.is_some_and(|game| game.draw.is_none());
    let takeback = ask(Action::AskTakeback { to_ply: to_ply.unwrap_or_default() });
    let advice = |caption: Phrase, label: Phrase, kind| {
        if room.allows_advice() {
            RoomButton::new(caption.clone(), caption, AdviceCommand::Toggle(kind))
        } else {
            RoomButton::new(caption, label, ask(Action::SetAdvice { agree: true })).only_if(!human.advice)
        }
    };
    vec![
        RoomButton::new(say!("match-undo"), say!("match-take-back"), takeback).only_if(may_ask_takeback),
        RoomButton::new(say!("match-draw"), say!("match-draw-label"), ask(Action::OfferDraw)).only_if(may_offer_draw),
        RoomButton::new(say!("match-resign"), say!("match-resign"), Navigate::Open(Overlay::ResignQuestion)),
        say_something(),
        advice(say!("match-hint"), say!("match-ask-hint"), AdviceKind::Hint),
        advice(say!("match-analysis"), say!("match-ask-analysis"), AdviceKind::Analysis),
        menu(),
    ]
}

/// Shows the buttons, anew when they are others.
fn show(
    online: Res<Online>,
    game: Res<Match>,
    places: Query<(Entity, Has<Children>), With<RoomButtons>>,
    mut shown: Local<Vec<RoomButton>>,
    mut commands: Commands,
) {
    let is_unfilled = places.iter().any(|(_, is_filled)| !is_filled);
    if !is_unfilled && !online.is_changed() && !game.is_changed() {
        return;
    }
    let wanted = buttons(&online, &game);
    for (place, is_filled) in &places {
        if is_filled && *shown == wanted {
            continue;
        }
        commands.entity(place).despawn_children().with_children(|place| {
            for RoomButton { caption, label, on_press, is_disabled } in wanted.clone() {
                let mut button = super::spawn_button(place, caption, label, on_press);
                if is_disabled {
                    button.insert(InteractionDisabled);
                }
            }
        });
    }
    *shown = wanted;
}
