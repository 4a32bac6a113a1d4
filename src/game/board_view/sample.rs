//! The sample board beside the settings, a position in which every visual setting shows its effect.

use bevy::prelude::*;

use crate::game::board_view::board_root::BoardRoot;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::settings::{MotionStyle, Pace, Settings};
use crate::rules::{ByPlayer, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sample>().add_systems(OnEnter(Screen::Settings), begin).add_systems(
        Update,
        (replay, remove_board).chain().in_set(GameSystems::Show).run_if(in_state(Screen::Settings)),
    );
}

#[derive(Resource, Debug, Default)]
pub(crate) struct Sample {
    /// `None` only if the text below were invalid; a test rules that out.
    game: Option<Match>,
    /// True if the layout has space for it.
    is_shown: bool,
}

/// Discs of all colours, one turn to play, and legal moves afterwards.
const BOARD: &str = "name: Sample\nplayers: white black\nboard:\n......\n.CBAY.\n..WBB.\n..BW..\n.GWBR.\n......\n";
const MOVE: &str = "f3";

impl Sample {
    /// The match on the sample board; `None` if it is hidden.
    pub(crate) fn game(&self) -> Option<&Match> {
        self.game.as_ref().filter(|_| self.is_shown)
    }

    fn start() -> Option<Match> {
        let variant: Variant = BOARD.parse().ok()?;
        let mut game = Match::new(variant, ByPlayer::default(), 0);
        game.record.play_moves(MOVE).ok()?;
        Some(game)
    }
}

/// Shows or hides the sample board without triggering change detection for nothing.
pub(crate) fn show_sample(sample: &mut ResMut<Sample>, is_shown: bool) {
    if sample.is_shown != is_shown {
        sample.is_shown = is_shown;
    }
}

fn begin(mut sample: ResMut<Sample>) {
    sample.game = Sample::start();
}

/// Replays the turn when the pace or the style of motion changes.
fn replay(
    settings: Res<Settings>,
    roots: Query<Entity, With<BoardRoot>>,
    mut sample: ResMut<Sample>,
    mut last: Local<Option<(Pace, MotionStyle)>>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    let way = (settings.pace(), settings.motion);
    let is_other = last.replace(way).is_some_and(|last| last != way);
    let Some(game) = &sample.game else { return };
    if is_other && game.record.ply() > 0 {
        if let Some(game) = &mut sample.game {
            game.record.jump(0);
        }
        // The undo must not be seen: a new board shows its discs at once.
        roots.iter().for_each(|root| commands.entity(root).despawn());
        frames.keep_drawing();
    } else if game.record.ply() == 0 && !roots.is_empty() {
        if let Some(game) = &mut sample.game {
            game.record.jump(1);
        }
        frames.keep_drawing();
    }
}

pub(super) fn remove_board(sample: Res<Sample>, roots: Query<Entity, With<BoardRoot>>, mut commands: Commands) {
    if sample.game().is_none() {
        roots.iter().for_each(|root| commands.entity(root).despawn());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Disc;

    #[test]
    fn the_sample_shows_all_discs_a_turn_and_legal_moves() {
        let game = Sample::start().expect("a variant and a legal move");
        let position = game.record.position();
        for disc in Disc::ALL {
            assert!(position.board().squares().any(|square| position.board().disc(square) == Some(disc)), "{disc:?}");
        }
        assert!(game.record.last_turn().is_some_and(|turn| turn.captured().count() > 0));
        assert!(!position.legal_squares().is_empty());
    }
}
