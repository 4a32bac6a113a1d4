//! Legal moves, and the preview of the pointed-at one.

use std::collections::HashMap;

use bevy::prelude::*;

use crate::game::board_view::board_focus::BoardFocus;
use crate::game::board_view::preview::{Preview, previews};
use crate::game::board_view::shown_record::{ShownRecord, shown_has_changed, shows_match};
use crate::game::frame::GameSystems;
use crate::game::settings::{Marking, Settings};
use crate::rules::{Placement, Square, SquareSet};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LegalMoves>().add_systems(
        Update,
        find_legal_moves
            .in_set(GameSystems::Look)
            .run_if(shows_match)
            .run_if(shown_has_changed.or_else(resource_changed::<BoardFocus>).or_else(resource_changed::<Settings>)),
    );
}

/// Legal moves of the human to move; empty while anybody else is to move.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct LegalMoves {
    pub squares: SquareSet,
    /// The placement on the pointed-at square, if previews are on.
    pub preview: Option<Placement>,
    /// Effect of that placement on each disc.
    pub marks: HashMap<Square, Preview>,
}

pub(super) fn find_legal_moves(
    shown: ShownRecord,
    settings: Res<Settings>,
    focus: Res<BoardFocus>,
    mut legal: ResMut<LegalMoves>,
) {
    let Some(game) = shown.game() else { return };
    let position = game.record.position();
    let found = game.human_to_move().map(|player| {
        let pointed = focus.square.filter(|_| settings.marks.has(Marking::Previews));
        let preview = pointed.and_then(|square| position.placement(player, square).ok());
        let marks = preview.map(|placement| previews(position.board(), &placement)).unwrap_or_default();
        LegalMoves { squares: position.legal_squares(), preview, marks }
    });
    legal.set_if_neq(found.unwrap_or_default());
}
