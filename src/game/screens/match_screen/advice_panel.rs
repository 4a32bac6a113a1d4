//! What the advice says beside the board: the best square, what it is worth, and how the game would go on.

use bevy::prelude::*;

use super::{Part, on_entering};
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, button};
use crate::game::{Action, Advice, GameSystems, Match, Screen};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write_panel
            .run_if(resource_changed::<Advice>.or_else(resource_exists_and_changed::<Match>).or_else(on_entering))
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// The words beside the button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Best,
    Detail,
}

/// The button that plays the best square, and which it is.
#[derive(Component)]
struct PlayButton(Square);

pub(super) fn spawn_words(panel: &mut ChildSpawnerCommands) {
    let words = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        flex_basis: px(0),
        row_gap: px(2),
        overflow: Overflow::clip(),
        ..default()
    };
    panel.spawn((Pickable::IGNORE, words)).with_children(|words| {
        words.spawn((text("", TextStyle::Strong, theme::TEXT), TextLayout::no_wrap(), Line::Best));
        words.spawn((text("", TextStyle::Small, theme::QUIET_TEXT), TextLayout::no_wrap(), Line::Detail));
    });
}

fn write_panel(
    advice: Res<Advice>,
    game: Res<Match>,
    panels: Query<(Entity, &Part)>,
    mut lines: Query<(&mut Text, &Line)>,
    buttons: Query<(Entity, &PlayButton)>,
    mut commands: Commands,
) {
    let [best, detail] = advice.words(&game);
    for (mut text, line) in &mut lines {
        let words = match line {
            Line::Best => &best,
            Line::Detail => &detail,
        };
        if text.0 != *words {
            text.0.clone_from(words);
        }
    }
    let playable = advice.best().filter(|_| game.person_to_move().is_some()).map(|best| best.square);
    if buttons.iter().any(|(_, button)| Some(button.0) == playable) {
        return;
    }
    buttons.iter().for_each(|(button, _)| commands.entity(button).despawn());
    if let Some(square) = playable {
        for (panel, _) in panels.iter().filter(|(_, part)| **part == Part::Advice) {
            let caption = format!("Play {square}");
            let button = button(caption.clone(), caption, Weight::Plain, Val::Auto, Action::PlayAdvised);
            commands.spawn((button, PlayButton(square), ChildOf(panel)));
        }
    }
}
