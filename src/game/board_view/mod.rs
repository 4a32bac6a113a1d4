//! The board as entities: cells, stones, their motions and marks, all derived from the shown record. It decides nothing
//! about the match, and is painted by `drawing`.

pub(super) mod balance;
pub(super) mod banner;
pub(super) mod blast;
pub(super) mod board_focus;
pub(super) mod board_root;
pub(super) mod cells;
pub(super) mod detail;
pub(super) mod flip_plan;
pub(super) mod growth;
pub(super) mod legal_moves;
pub(super) mod motion;
pub(super) mod move_numbers;
pub(super) mod phase;
pub(super) mod place;
pub(super) mod pose;
pub(super) mod preview;
pub(super) mod sample;
pub(super) mod shake;
pub(super) mod shown_record;
pub(super) mod square_values;
pub(super) mod stable_discs;
pub(super) mod stones;
pub(super) mod trembling;
pub(super) mod view;
pub(super) mod zoom;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        banner::plugin,
        blast::plugin,
        board_focus::plugin,
        cells::plugin,
        detail::plugin,
        growth::plugin,
        legal_moves::plugin,
        phase::plugin,
        place::plugin,
        sample::plugin,
        shake::plugin,
        stable_discs::plugin,
        stones::plugin,
        trembling::plugin,
        zoom::plugin,
    ));
}
