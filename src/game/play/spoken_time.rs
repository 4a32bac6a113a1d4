//! Announces the remaining time to screen readers at the press of a key. The cards show it to everybody else.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::play::match_clock::ShownTime;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::seat::Seat;
use crate::game::text::clock_face::spoken_time;
use crate::game::text::{Phrase, say};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SpokenTime>()
        .add_command::<AnnounceTime>()
        .add_systems(Update, handle_announce_time.in_set(PlaySystems::Overlays).run_if(in_state(Screen::Match)));
}

/// Asks for the remaining time.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct AnnounceTime;

/// The last announcement. The number makes repeated equal announcements distinct.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct SpokenTime {
    pub(in crate::game) sentences: Phrase,
    pub(in crate::game) number: u32,
}

/// With more players than this, listening to everyone's time would take too long.
const MAX_FULLY_SPOKEN: usize = 2;

fn handle_announce_time(
    mut requests: MessageReader<AnnounceTime>,
    game: Res<Match>,
    now: Res<MatchTime>,
    mut spoken: ResMut<SpokenTime>,
) {
    if requests.read().count() == 0 {
        return;
    }
    let everybody = game.record.variant().everybody();
    let mover = game.to_move().map(|(player, _)| player);
    // The player to move comes first. In matches of many players, only humans at this screen follow.
    let is_spoken = |player: &Player| everybody.len() <= MAX_FULLY_SPOKEN || game.seats[*player] == Seat::Human;
    let others = everybody.iter().copied().filter(|player| Some(*player) != mover && is_spoken(player));
    let sentences = mover.into_iter().chain(others).filter_map(|player| {
        let ShownTime { left_ms, is_period } = game.shown_time(player, Some(now.now_ms))?;
        let (player, time) = (game.called(player), spoken_time(left_ms));
        Some(if is_period {
            say!("spoken-period-left", player = player, time = time)
        } else {
            say!("spoken-time-left", player = player, time = time)
        })
    });
    let sentences: Vec<Phrase> = sentences.collect();
    let sentences = if sentences.is_empty() { vec![say!("spoken-no-clock")] } else { sentences };
    *spoken = SpokenTime { sentences: Phrase::sentences(sentences), number: spoken.number.wrapping_add(1) };
}
