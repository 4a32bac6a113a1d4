//! Puts the room's match on the board, keeps it up to date, and restores the local match afterwards.

use bevy::prelude::*;

use crate::game::board_view::stones::Motion;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{BehindSettings, Screen};
use crate::game::online::kept_match::KeptMatch;
use crate::game::online::online_state::Online;
use crate::game::online::room_match::{begins_with, next_shown, room_match};
use crate::game::online::talk::Talk;
use crate::game::online::visit::Visit;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_command::{CommandRefused, MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::online::{Action, ClientRoom, Phase, Room};

/// Puts the room's match on the board when it begins or when the player returns to it.
pub(super) fn take_board(
    online: Res<Online>,
    mut visit: ResMut<Visit>,
    mut kept: ResMut<KeptMatch>,
    game: Option<Res<Match>>,
    lesson: Option<Res<Lesson>>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    // A lesson keeps the board until it ends.
    let Some(client) = online.room.as_ref().filter(|_| lesson.is_none()) else { return };
    let Some(number) = client.room().and_then(Room::game).map(|game| game.number) else { return };
    let Some(code) = client.room().map(Room::code) else { return };
    if visit.on_board == Some((code, number)) {
        return;
    }
    let Some(room) = room_match(client, game.as_deref(), online.ahead_ms()) else { return };
    if let Some(game) = game.filter(|game| game.room.is_none()) {
        kept.0 = game.is_unfinished().then(|| game.clone());
    }
    visit.on_board = Some((code, number));
    matches.write(MatchCommand::now(MatchChange::Replace(Box::new(room))));
    if online.plays() {
        navigate.write(Navigate::To(Screen::Match));
    }
}

/// Clears the board once the room has been left and its match is no longer on screen, and restores the local match.
pub(super) fn give_board_back(
    online: Res<Online>,
    mut visit: ResMut<Visit>,
    mut kept: ResMut<KeptMatch>,
    game: Option<Res<Match>>,
    (screen, behind): (Res<State<Screen>>, Res<BehindSettings>),
    mut matches: MessageWriter<MatchCommand>,
    mut commands: Commands,
) {
    let looks_at_match = matches!(behind.screen_or_behind(*screen.get()), Screen::Match | Screen::Review);
    if online.room.is_some() || visit.on_board.is_none() || looks_at_match {
        return;
    }
    visit.on_board = None;
    match (game.filter(|game| game.room.is_some()), kept.0.take()) {
        (Some(_), Some(kept)) => {
            matches.write(MatchCommand::now(MatchChange::Replace(Box::new(kept))));
        }
        // An unfinished match cannot go on without its room.
        (Some(game), None) if game.ending().is_none() => commands.remove_resource::<Match>(),
        // A finished match stays, and so does one that was started here meanwhile.
        _ => {}
    }
}

/// Turns an undo into a takeback request, because in a room the other players must agree.
pub(super) fn ask_takeback(mut refused: MessageReader<CommandRefused>, game: Res<Match>, mut talk: Talk) {
    let is_wanted = refused.read().filter(|refused| refused.change == MatchChange::TakeBack).count() > 0;
    if !is_wanted || game.room.is_none() {
        return;
    }
    let room = talk.online.room().filter(|room| room.phase() == Phase::Playing);
    let asked = talk.online.own_seat().zip(room.and_then(Room::game)).filter(|(_, game)| game.takeback.is_none());
    if let Some(to_ply) = asked.and_then(|(player, game)| game.takeback_ply(player)) {
        talk.ask(Action::AskTakeback { to_ply });
    }
}

/// Notes that a player at this screen tried to place a disc.
pub(super) fn note_placing(mut wishes: MessageReader<MatchCommand>, mut visit: ResMut<Visit>) {
    visit.has_placed |= wishes.read().filter(|wish| matches!(wish.change, MatchChange::Place { .. })).count() > 0;
}

/// Sends the move that was made here to the server, and brings the match on the board up to date with its room.
pub(super) fn keep_up(
    game: Option<Res<Match>>,
    motions: Query<(), With<Motion>>,
    mut talk: Talk,
    mut matches: MessageWriter<MatchCommand>,
) {
    let has_placed = std::mem::take(&mut talk.visit.has_placed);
    let Some(game) = game else { return };
    if !game.is_changed() && !talk.online.is_changed() && !talk.visit.is_behind {
        return;
    }
    let ahead_ms = talk.online.ahead_ms();
    let follows = |client: &ClientRoom| {
        let found = room_match(client, Some(&game), ahead_ms)?;
        game.room?.is_same_match(&found.room?).then_some(found)
    };
    let Some(mut room) = talk.online.room.as_ref().and_then(follows) else { return };
    if has_placed && let Some(action) = own_move(&game, &room) {
        talk.ask(action);
        room = talk.online.room.as_ref().and_then(follows).unwrap_or(room);
    }
    let is_behind = *game != room;
    if talk.visit.is_behind != is_behind {
        talk.visit.is_behind = is_behind;
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
    let action =
        Action::Move { player: last.placement.player(), square: last.placement.square(), ply: room.record.ply() };
    begins_with(&game.record, &room.record).then_some(action)
}
