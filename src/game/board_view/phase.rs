//! The phase of the match, for the interface.

use bevy::prelude::*;
use serde::Serialize;

use crate::game::board_view::motion::Motion;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchPhase>().add_systems(
        Update,
        find_phase.before(GameSystems::Look).after(GameSystems::Show).run_if(in_state(Screen::Match)),
    );
}

/// Current activity of the match, derived every frame from the match and the stones.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchPhase {
    /// A human at this screen is to move.
    #[default]
    Waiting,
    /// A CPU player or a human at another device is to move.
    Thinking,
    Flipping,
    /// The game is over and the discs lie still.
    Over,
}

fn find_phase(game: Res<Match>, motions: Query<(), With<Motion>>, mut phase: ResMut<MatchPhase>) {
    phase.set_if_neq(match game.to_move() {
        _ if !motions.is_empty() => MatchPhase::Flipping,
        None => MatchPhase::Over,
        Some(_) if game.awaits_start() => MatchPhase::Thinking,
        // A new try or page is up to the learner.
        Some(_) if game.is_exercise_over() => MatchPhase::Waiting,
        Some(_) if matches!(game.swap_question(), Some((_, Seat::Human))) => MatchPhase::Waiting,
        Some(_) if game.swap_question().is_some() => MatchPhase::Thinking,
        Some((_, Seat::Human)) => MatchPhase::Waiting,
        Some((_, Seat::Cpu(_) | Seat::Program(_) | Seat::Remote)) => MatchPhase::Thinking,
    });
}
