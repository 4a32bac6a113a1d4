//! Turns a room's match into a [`Match`] for the board: seats as seen from this device, turn by turn.

use crate::cpu::CpuPlayer;
use crate::game::play::match_room::MatchRoom;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::terms::{ColourAssignment, Terms};
use crate::notation::RecordedSeat;
use crate::online::{ClientRoom, Phase, Room, RoomMatch};
use crate::rules::{ByPlayer, Ending, Player, Record};

/// Maximum number of turns that are shown one by one. If the board is farther behind, it jumps ahead.
const MAX_TURNS_SHOWN: usize = 8;

/// The room's match as this device sees it, including its own unconfirmed move; `None` before the first match. `shown`
/// is the match on the board. `ahead_ms` says how far the server's time is ahead of the board's clocks.
pub(super) fn room_match(entered: &ClientRoom, shown: Option<&Match>, ahead_ms: i64) -> Option<Match> {
    let (room, record) = (entered.room()?, entered.record()?);
    let game = room.game()?;
    let tie = MatchRoom { code: room.code(), number: game.number, allows_advice: room.allows_advice() };
    let known = shown.filter(|shown| shown.room.is_some_and(|shown| shown.is_same_match(&tie)));
    let seats = match known {
        // Keeps the seats of the finished match, even if players have left the room since.
        Some(shown) if game.ended.is_some() => shown.seats,
        _ => ByPlayer::from_fn(|player| seat(entered, room, game, player)),
    };
    let ended_early = game.ended.map(|(ending, _)| ending).filter(|ending| *ending != Ending::PlayedOut);
    let mut found = Match::new((**record.variant()).clone(), seats, tie.digest());
    found.id = tie.id();
    let shows_ahead = |shown: &&Match| record.ply() > game.record.ply() && shown.record.ply() == record.ply();
    if let Some(shown) = known.filter(shows_ahead) {
        // The server has not confirmed the move yet, so this device's own clock says what it took.
        (found.clock, found.times) = (shown.clock.clone(), shown.times.clone());
    } else {
        found.clock = game.clock.counted_from_earlier(-ahead_ms);
        found.times = game.times().collect();
    }
    let seconds = |at_ms: u64| at_ms / 1000;
    (found.started, found.ended) = (Some(seconds(game.started_ms)), game.ended.map(|(_, at_ms)| seconds(at_ms)));
    let sides = if game.offers_swap { ColourAssignment::Swap } else { ColourAssignment::AsSeated };
    found.terms = Terms { start: room.options().start, sides, ..Terms::default() };
    (found.swapped, found.series) = (game.swapped, game.series);
    (found.names, found.forfeits) = (game.names.clone(), game.forfeits.clone());
    (found.ended_early, found.room) = (ended_early, Some(tie));
    found.record = record.into_owned();
    Some(found)
}

fn seat(entered: &ClientRoom, room: &Room, game: &RoomMatch, player: Player) -> Seat {
    let now = &room.seats()[player];
    let cpu = match &game.seats[player] {
        _ if room.phase() == Phase::Playing => now.cpu.clone(),
        Some(RecordedSeat::Cpu(cpu)) => Some(cpu.clone()),
        _ => None,
    };
    match cpu {
        // A CPU player that this version does not know is treated like a remote player.
        Some(cpu) => CpuPlayer::try_from(&cpu).map_or(Seat::Remote, Seat::Cpu),
        None if room.seat_of(entered.me()) == Some(player) => Seat::Human,
        None => Seat::Remote,
    }
}

/// The next state to show on the way to the room's current one. Goes turn by turn so that each is seen, unless the
/// board is far behind or turns were taken back.
pub(super) fn next_shown(shown: &Record, room: Match) -> Match {
    let behind = room.record.ply().saturating_sub(shown.ply());
    if !(2..=MAX_TURNS_SHOWN).contains(&behind) || !begins_with(&room.record, shown) {
        return room;
    }
    let mut next = room;
    next.record.jump(shown.ply() + 1);
    // The turns before a choice of sides belong to the sides as they were.
    if next.swap_ply().is_some_and(|swap| next.record.ply() < swap) {
        next.reopen_swap();
    }
    // Rebuilds the record without the later turns; `jump` would leave them as taken back.
    match Record::from_moves(next.record.variant().clone(), next.record.moves()) {
        Ok(record) => Match { record, ended_early: None, ended: None, ..next },
        Err(_) => next,
    }
}

/// Returns whether `record` begins with all turns of `beginning`.
pub(super) fn begins_with(record: &Record, beginning: &Record) -> bool {
    record.ply() >= beginning.ply() && record.moves().starts_with(&beginning.moves())
}
