//! Entries of the lists of moves. Icons and words tell turns that are more than a plain move: cut-ins, explosions and
//! passes.

use bevy::prelude::*;

use crate::game::play::match_state::Match;
use crate::game::text::{Phrase, say};
use crate::game::ui::disc_icon::printed_disc;
use crate::game::ui::icon::{Icon, icon};
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::rules::{Cell, Turn, Variant};

/// Side of an icon, in logical pixels.
const SIDE: f32 = 12.0;

/// Returns true if turns of this variant can need more room than usual: for icons other than the one for passes, or for
/// the word for a free pass.
pub(super) fn has_wide_turns(variant: &Variant) -> bool {
    let has_bombs = variant.board().cells().any(|cell| matches!(cell, Cell::Occupied(disc) if disc.is_bomb()));
    has_bombs || variant.free_pass() || !variant.cut_ins().is_empty()
}

fn is_cut_in(variant: &Variant, turn: &Turn) -> bool {
    variant.cut_in_at(turn.move_number) == Some(turn.player)
}

/// Spawns the number, the disc with this side, the square or the word for a pass, and the icons of a turn.
pub(super) fn spawn_turn(entry: &mut ChildSpawnerCommands, variant: &Variant, turn: &Turn, disc: f32) {
    // In a node of its own, because buttons recolour their texts; as wide as two digits, so that the discs are aligned.
    let place = Node::default().justify(JustifyContent::FlexEnd).min_width(px(17));
    let number = text(turn.move_number.to_string(), TextStyle::Small, theme::QUIET_TEXT);
    entry.spawn((Pickable::IGNORE, place, children![(number, TextLayout::no_wrap())]));
    entry.spawn(printed_disc(turn.player.disc(), disc));
    let chosen = turn.square().map_or_else(|| say!("move-pass"), |square| Phrase::verbatim(square.to_string()));
    entry.spawn((worded(chosen, TextStyle::Body, theme::TEXT), TextLayout::no_wrap()));
    spawn_icons(entry, variant, turn);
}

/// Spawns the icons of a turn.
fn spawn_icons(entry: &mut ChildSpawnerCommands, variant: &Variant, turn: &Turn) {
    let icons = [
        (is_cut_in(variant, turn), Icon::CutIn, theme::ACCENT),
        (turn.explodes(), Icon::Explosion, theme::BAD_MOVE),
        (!turn.passes.is_empty(), Icon::Pass, theme::QUIET_TEXT),
    ];
    let shown = icons.into_iter().filter(|(is_shown, ..)| *is_shown);
    let place = Node::row(1).fixed();
    // Not directly on the button, because buttons recolour the icons that are their children.
    let mut shown = shown.peekable();
    if shown.peek().is_some() {
        entry.spawn((Pickable::IGNORE, place)).with_children(|place| {
            shown.for_each(|(_, picture, ink)| {
                place.spawn(icon(picture, SIDE, ink));
            });
        });
    }
}

pub(super) fn with_turn_words(game: &Match, turn: &Turn, called: Phrase) -> Phrase {
    let vanished = turn.vanished();
    let passing = Phrase::list(turn.passes.iter().map(|player| game.called(*player)));
    let parts = [
        is_cut_in(game.record.variant(), turn).then(|| say!("move-cut-in")),
        (vanished > 0).then(|| say!("move-exploded", count = vanished)),
        (!turn.passes.is_empty()).then(|| say!("move-passes", count = turn.passes.len(), passing = passing)),
    ];
    parts.into_iter().flatten().fold(called, |before, part| say!("move-and", before = before, part = part))
}
