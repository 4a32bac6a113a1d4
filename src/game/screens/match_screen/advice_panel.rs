//! What the advice says beside the board: the best square, what it is worth, and how the game would go on.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::analysis::advice::{Advice, AdviceCommand};
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::game::screens::match_screen::Part;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write_panel
            .run_if(
                resource_changed::<Advice>
                    .or_else(resource_exists_and_changed::<Match>)
                    .or_else(any_match_filter::<Added<Part>>),
            )
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

/// The button that looks deeper.
#[derive(Component)]
struct DeeperButton;

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
        words.spawn((worded(Phrase::nothing(), TextStyle::Strong, theme::TEXT), TextLayout::no_wrap(), Line::Best));
        words.spawn((
            worded(Phrase::nothing(), TextStyle::Small, theme::QUIET_TEXT),
            TextLayout::no_wrap(),
            Line::Detail,
        ));
    });
}

fn write_panel(
    advice: Res<Advice>,
    game: Res<Match>,
    panels: Query<(Entity, &Part)>,
    mut lines: Query<(&mut Worded, &Line)>,
    buttons: Query<(Entity, &PlayButton)>,
    deeper: Query<Entity, With<DeeperButton>>,
    mut commands: Commands,
) {
    let panels = || panels.iter().filter(|(_, part)| **part == Part::Advice).map(|(panel, _)| panel);
    if advice.can_look_deeper() == deeper.is_empty() {
        deeper.iter().for_each(|button| commands.entity(button).despawn());
        if deeper.is_empty() {
            let label = say!("advice-deeper-label");
            for panel in panels() {
                let button =
                    button(say!("advice-deeper"), label.clone(), Weight::Plain, Val::Auto, AdviceCommand::LookDeeper);
                commands.spawn((button, DeeperButton, ChildOf(panel)));
            }
        }
    }
    let [best, detail] = advice.words(&game);
    for (mut text, line) in &mut lines {
        let words = match line {
            Line::Best => &best,
            Line::Detail => &detail,
        };
        text.set_if_neq(Worded(words.clone()));
    }
    let playable = advice.best().filter(|_| game.human_to_move().is_some()).map(|best| best.square);
    if buttons.iter().any(|(_, button)| Some(button.0) == playable) {
        return;
    }
    buttons.iter().for_each(|(button, _)| commands.entity(button).despawn());
    if let Some(square) = playable {
        for panel in panels() {
            let caption = say!("advice-play", square = square);
            let button = button(caption.clone(), caption, Weight::Plain, Val::Auto, AdviceCommand::PlayBest);
            commands.spawn((button, PlayButton(square), ChildOf(panel)));
        }
    }
}
