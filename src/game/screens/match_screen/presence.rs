//! Presence in an online match: the cards show the own seat, who is away and for how long, and which CPU player took
//! over; the heading shows the number of spectators.

use std::time::Duration;

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::screens::match_screen::players::{NameText, SeatText};
use crate::game::text::clock_face::ClockFace;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::responsive::Orientation;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Ink;
use crate::online::Room;
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (show_presence, count_watching).in_set(GameSystems::Look).run_if(in_state(Screen::Match)));
}

/// Number of spectators.
#[derive(Component)]
pub(super) struct WatchingText;

pub(super) fn watching_text() -> impl Bundle {
    (WatchingText, worded("", TextStyle::Small, theme::QUIET_TEXT))
}

/// The room of the match on screen, with its current state.
fn room_of<'a>(online: &'a Online, game: &Match) -> Option<&'a Room> {
    online.room().filter(|room| game.room.is_some_and(|shown| shown.code == room.code()))
}

fn show_presence(
    online: Res<Online>,
    game: Res<Match>,
    time: Res<Time<Real>>,
    mut names: Query<(&NameText, &mut Ink)>,
    mut seats: Query<(&SeatText, &mut Worded)>,
    mut frames: ResMut<Frames>,
) {
    let Some(room) = room_of(&online, &game) else { return };
    let own = online.own_seat();
    let is_away = |player: Player| room.seats()[player].mover().is_some_and(|human| human.away_since_ms.is_some());
    for (NameText(player), mut ink) in &mut names {
        ink.set_if_neq(Ink(match own == Some(*player) {
            true => theme::ACCENT,
            false if is_away(*player) => theme::QUIET_TEXT,
            false => theme::TEXT,
        }));
    }
    for (SeatText(player), mut text) in &mut seats {
        let seat = seat_words(&online, room, *player, time.elapsed(), &mut frames);
        let is_scored = game.record.variant().scored().contains(player);
        let seat = if is_scored { seat } else { say!("match-not-scored", seat = seat) };
        text.set_if_neq(Worded(seat));
    }
}

/// The occupant of a seat and their presence.
fn seat_words(online: &Online, room: &Room, player: Player, now: Duration, frames: &mut Frames) -> Phrase {
    let seat = &room.seats()[player];
    if let Some(cpu) = &seat.cpu {
        let cpu = CpuPlayer::try_from(cpu).map_or_else(|_| say!("seat-cpu"), Phrase::from);
        return if seat.human.is_some() { say!("seat-cpu-plays-on", cpu = cpu) } else { cpu };
    }
    let Some(human) = &seat.human else { return say!("seat-left") };
    if online.own_seat() == Some(player) {
        // The name above says "You", so the seat says the colour.
        return player.into();
    }
    match (human.away_since_ms, online.server_ms(now)) {
        (Some(since_ms), Some(now_ms)) => {
            let away_ms = now_ms.saturating_sub(since_ms);
            frames.wake_in(Duration::from_millis(1000 - away_ms % 1000));
            say!("seat-away-for", time = ClockFace::of_seconds(away_ms / 1000))
        }
        (Some(_), None) => say!("room-seat-away"),
        (None, _) => say!("seat-online"),
    }
}

/// Shows the number of spectators, in layouts with a heading.
fn count_watching(
    online: Res<Online>,
    game: Res<Match>,
    orientation: Res<Orientation>,
    mut texts: Query<&mut Worded, With<WatchingText>>,
) {
    let count = online.presence.spectators;
    let is_shown = room_of(&online, &game).is_some() && count > 0 && *orientation != Orientation::Small;
    let words = if is_shown { say!("room-watching", count = count) } else { Phrase::nothing() };
    for mut text in &mut texts {
        text.set_if_neq(Worded(words.clone()));
    }
}
