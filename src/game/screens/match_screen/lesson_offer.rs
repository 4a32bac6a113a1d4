//! Invitation to the lessons for newcomers, in place of the list of moves until the first move.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::lesson::{LessonCommand, LessonOffer};
use crate::game::play::match_state::Match;
use crate::game::screens::match_screen::MatchPart;
use crate::game::text::say;
use crate::game::ui::button::plain_button;
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_offer
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match))
            .run_if(resource_exists_and_changed::<Match>.or_else(any_match_filter::<Added<MatchPart>>)),
    );
}

/// Returns true while the lessons are offered beside this match.
pub(super) fn is_shown(offer: &LessonOffer, game: &Match) -> bool {
    offer.0 == Some(game.id) && game.record.played().is_empty() && game.record.undone().is_empty()
}

fn show_offer(
    game: Res<Match>,
    offer: Res<LessonOffer>,
    places: Query<(Entity, &MatchPart, Has<Children>)>,
    mut commands: Commands,
) {
    let is_shown = is_shown(&offer, &game);
    for (place, _, is_filled) in places.iter().filter(|(_, part, _)| **part == MatchPart::LessonOffer) {
        if is_shown && !is_filled {
            let words = worded(say!("first-match-lesson"), TextStyle::Body, theme::TEXT);
            let words = (words, Node::default().fill());
            let learn = plain_button(say!("first-match-learn"), LessonCommand::Open(0));
            commands.entity(place).insert(Children::spawn((Spawn(words), Spawn(learn))));
        } else if !is_shown && is_filled {
            commands.entity(place).despawn_children();
        }
    }
}
