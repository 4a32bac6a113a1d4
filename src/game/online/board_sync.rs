//! Puts the room's match on the board, keeps it up to date, and restores the local match afterwards.

use bevy::prelude::*;

use crate::game::board_view::motion::Motion;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{NavigationStack, Screen};
use crate::game::online::client::OnlineClient;
use crate::game::online::connection_state::ConnectionState;
use crate::game::online::online_state::Online;
use crate::game::online::room_match::{begins_with, next_shown, room_match};
use crate::game::online::waiting_match::WaitingMatch;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_command::{CommandRefused, MatchChange, MatchChanged, MatchCommand};
use crate::game::play::match_state::Match;
use crate::online::{Action, ClientRoom, Phase, Room};

/// Puts the room's match on the board when it begins or when the player returns to it.
pub(super) fn put_on_board(
    online: Res<Online>,
    mut state: ResMut<ConnectionState>,
    mut waiting: ResMut<WaitingMatch>,
    game: Option<Res<Match>>,
    lesson: Option<Res<Lesson>>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    // A lesson keeps the board until it ends.
    let Some(entered) = online.room.as_ref().filter(|_| lesson.is_none()) else { return };
    let Some(number) = entered.room().and_then(Room::game).map(|game| game.number) else { return };
    let Some(code) = entered.room().map(Room::code) else { return };
    if state.on_board == Some((code, number)) {
        return;
    }
    let Some(room) = room_match(entered, game.as_deref(), online.ahead_ms()) else { return };
    if let Some(game) = game.filter(|game| game.room.is_none()) {
        waiting.0 = game.is_unfinished().then(|| game.clone());
    }
    state.on_board = Some((code, number));
    matches.write(MatchCommand::now(MatchChange::Replace(Box::new(room))));
    if online.plays() {
        navigate.write(Navigate::To(Screen::Match));
    }
}

/// Clears the board once the room has been left and its match is no longer on screen, and restores the local match.
pub(super) fn restore_local_match(
    online: Res<Online>,
    mut state: ResMut<ConnectionState>,
    mut waiting: ResMut<WaitingMatch>,
    game: Option<Res<Match>>,
    (screen, stack): (Res<State<Screen>>, Res<NavigationStack>),
    mut matches: MessageWriter<MatchCommand>,
    mut commands: Commands,
) {
    let looks_at_match = matches!(stack.screen_or_behind(*screen.get()), Screen::Match | Screen::Review);
    if online.room.is_some() || state.on_board.is_none() || looks_at_match {
        return;
    }
    state.on_board = None;
    match (game.filter(|game| game.room.is_some()), waiting.0.take()) {
        (Some(_), Some(local)) => {
            matches.write(MatchCommand::now(MatchChange::Replace(Box::new(local))));
        }
        // An unfinished match cannot go on without its room.
        (Some(game), None) if game.ending().is_none() => commands.remove_resource::<Match>(),
        // A finished match stays, and so does one that was started here meanwhile.
        _ => {}
    }
}

/// Turns an undo into a takeback request, because in a room the other players must agree.
pub(super) fn ask_takeback(mut refused: MessageReader<CommandRefused>, game: Res<Match>, mut client: OnlineClient) {
    let is_wanted = refused.read().filter(|refused| refused.change == MatchChange::TakeBack).count() > 0;
    if !is_wanted || game.room.is_none() {
        return;
    }
    let room = client.online.room().filter(|room| room.phase() == Phase::Playing);
    let asked = client.online.own_seat().zip(room.and_then(Room::game)).filter(|(_, game)| game.takeback.is_none());
    if let Some(to_ply) = asked.and_then(|(player, game)| game.takeback_ply(player)) {
        client.ask(Action::AskTakeback { to_ply });
    }
}

/// Notes that a player at this screen has placed a disc or passed.
pub(super) fn note_placing(mut changes: MessageReader<MatchChanged>, mut state: ResMut<ConnectionState>) {
    let is_move = |change: &&MatchChanged| matches!(change.0, MatchChange::Place { .. } | MatchChange::Pass);
    state.has_placed |= changes.read().filter(is_move).count() > 0;
}

/// Sends the move that was made here to the server, and brings the match on the board up to date with its room.
pub(super) fn follow_room(
    game: Option<Res<Match>>,
    motions: Query<(), With<Motion>>,
    mut client: OnlineClient,
    mut matches: MessageWriter<MatchCommand>,
) {
    let has_placed = std::mem::take(&mut client.state.has_placed);
    let Some(game) = game else { return };
    if !game.is_changed() && !client.online.is_changed() && !client.state.is_behind {
        return;
    }
    let ahead_ms = client.online.ahead_ms();
    let follows = |entered: &ClientRoom| {
        let found = room_match(entered, Some(&game), ahead_ms)?;
        game.room?.is_same_match(&found.room?).then_some(found)
    };
    let Some(mut room) = client.online.room.as_ref().and_then(follows) else { return };
    if has_placed && let Some(action) = own_move(&game, &room) {
        client.ask(action);
        room = client.online.room.as_ref().and_then(follows).unwrap_or(room);
    }
    let is_behind = *game != room;
    if client.state.is_behind != is_behind {
        client.state.is_behind = is_behind;
    }
    // Each turn is seen to its end before the next. A turn that was played in this frame has no `Motion` yet, but is
    // not seen yet either.
    let is_seen = motions.is_empty() && !game.is_changed();
    let goes_on = room.record.ply() > game.record.ply() && begins_with(&room.record, &game.record);
    let waits = goes_on && !is_seen;
    let next = if is_behind && !waits {
        next_shown(&game.record, room)
    } else if waits && game.clock != room.clock {
        // The board lags behind, but the clock must not: the next player's time already runs.
        Match { clock: room.clock, ..game.clone() }
    } else {
        return;
    };
    matches.write(MatchCommand::now(MatchChange::Follow(Box::new(next))));
}

/// The move that is on the board but not yet in the room.
fn own_move(game: &Match, room: &Match) -> Option<Action> {
    let last = game.record.last_turn().filter(|_| game.record.ply() == room.record.ply() + 1)?;
    let action = Action::of_move(last.player, last.chosen(), room.record.ply());
    begins_with(&game.record, &room.record).then_some(action)
}
