//! Score bar: a strip divided among the scored players by their discs.

use bevy::prelude::*;

use crate::game::board_view::stones::{ShownCounts, count_shown_discs};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::settings::Settings;
use crate::game::ui::layout::Layout;
use crate::game::ui::theme;
use crate::game::ui::tone::Border;
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_shares
            .run_if(
                resource_changed::<ShownCounts>
                    .or_else(resource_changed::<Settings>)
                    .or_else(any_match_filter::<Added<ScoreShare>>),
            )
            .after(count_shown_discs)
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// A player's part of the bar, as wide as their share of the discs.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreShare(pub Player);

/// Height of the bar, in logical pixels.
const HEIGHT: f32 = 8.0;

/// Spawns the bar, with the players from left to right in the order of their cards.
pub(super) fn spawn(place: &mut ChildSpawnerCommands, game: &Match) {
    let bar = Node::row(1).width(percent(100)).height(px(HEIGHT)).bordered().round().clip();
    let variant = game.record.variant();
    place.spawn((Name::new("score bar"), Pickable::IGNORE, bar, Border(theme::LINE))).with_children(|bar| {
        for player in variant.everybody().into_iter().filter(|player| variant.scored().contains(player)) {
            let part = Node::default().basis(px(0));
            bar.spawn((ScoreShare(player), Pickable::IGNORE, part, BackgroundColor(Color::NONE)));
        }
    });
}

/// Updates the widths while discs turn, and the colours when the palette changes.
fn show_shares(
    counts: Res<ShownCounts>,
    settings: Res<Settings>,
    mut parts: Query<(&ScoreShare, &mut Node, &mut BackgroundColor)>,
) {
    for (ScoreShare(player), mut node, mut paint) in &mut parts {
        let share = f32::from(counts.0[*player]);
        if node.flex_grow.to_bits() != share.to_bits() {
            node.flex_grow = share;
        }
        paint.set_if_neq(BackgroundColor(settings.palette.look(player.disc()).face));
    }
}
