//! Which squares can be played, and what playing the pointed-at one would do.

use std::collections::HashMap;

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::board_view::board_focus::BoardFocus;
use crate::game::board_view::preview::{Preview, previews};
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::rules::{Placement, Square, SquareSet};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LegalMoves>().add_systems(
        Update,
        find_legal_moves
            .in_set(GameSystems::Look)
            .before(crate::game::board_view::cells::mark_cells)
            .run_if(in_state(Screen::Match))
            .run_if(resource_exists_and_changed::<Match>.or_else(resource_changed::<BoardFocus>)),
    );
}

/// The legal moves of the human to move; none while a CPU player is to move.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct LegalMoves {
    /// The squares that can be played.
    pub squares: SquareSet,
    /// What playing the square that is hovered or focused would do.
    pub preview: Option<Placement>,
    /// What that would do to each disc.
    pub marks: HashMap<Square, Preview>,
}

fn find_legal_moves(game: Res<Match>, focus: Res<BoardFocus>, mut legal: ResMut<LegalMoves>) {
    let position = game.record.position();
    let found = game.human_to_move().map(|player| {
        let preview = focus.square.and_then(|square| position.placement(player, square).ok());
        let marks = preview.map(|placement| previews(position.board(), &placement)).unwrap_or_default();
        LegalMoves { squares: position.legal_squares(), preview, marks }
    });
    legal.set_if_neq(found.unwrap_or_default());
}
