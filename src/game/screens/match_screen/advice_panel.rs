//! The advice beside the board: the best square, its value, and the expected line of play.

use bevy::prelude::*;

use crate::cpu::Line;
use crate::game::analysis::advice::{Advice, AdviceCommand};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::screens::match_screen::{MatchPart, NarrowPanel, fit_parts};
use crate::game::text::say;
use crate::game::text::worded::{Labelled, Worded};
use crate::game::ui::button::{ButtonKind, button, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::{LayoutSpace, Orientation};
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            write_panel.run_if(
                resource_changed::<Advice>
                    .or_else(resource_exists_and_changed::<Match>)
                    .or_else(any_match_filter::<Added<MatchPart>>),
            ),
            wrap_detail.after(fit_parts).run_if(
                resource_changed::<LayoutSpace>
                    .or_else(resource_changed::<NarrowPanel>)
                    .or_else(any_match_filter::<Added<MatchPart>>),
            ),
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// Minimum height of the window for a second line of detail, with the panel beside and below the board, in logical
/// pixels of the interface.
const MIN_HEIGHT_TO_WRAP: (f32, f32) = (520.0, 720.0);

/// A line of text beside the button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum AdviceLine {
    Best,
    Detail,
}

#[derive(Component)]
struct PlayButton;

/// The button for a deeper search.
#[derive(Component)]
struct DeeperButton;

pub(super) fn spawn_words(panel: &mut ChildSpawnerCommands) {
    panel.spawn((Pickable::IGNORE, Node::column(2).min_width(px(0)).fill().clip())).with_children(|words| {
        // Only as wide as its text, so that overflow can be detected and the text shortened.
        let line = Node { align_self: AlignSelf::FlexStart, ..default() };
        words.spawn((shortened_text("", TextStyle::Strong, theme::TEXT), line.clone(), AdviceLine::Best));
        words.spawn((shortened_text("", TextStyle::Small, theme::QUIET_TEXT), line, AdviceLine::Detail));
    });
}

fn write_panel(
    advice: Res<Advice>,
    game: Res<Match>,
    panels: Query<(Entity, &MatchPart)>,
    mut lines: Query<(&mut Worded, &AdviceLine)>,
    mut buttons: Query<(Entity, &mut Labelled, &Children), With<PlayButton>>,
    mut captions: Query<&mut Worded, Without<AdviceLine>>,
    deeper: Query<Entity, With<DeeperButton>>,
    mut commands: Commands,
) {
    let panels = || panels.iter().filter(|(_, part)| **part == MatchPart::Advice).map(|(panel, _)| panel);
    if advice.can_look_deeper() == deeper.is_empty() {
        deeper.iter().for_each(|button| commands.entity(button).despawn());
        if deeper.is_empty() {
            for panel in panels() {
                let (caption, label) = (say!("advice-deeper"), say!("advice-deeper-label"));
                let button = button(caption, label, ButtonKind::Plain, Val::Auto, AdviceCommand::LookDeeper);
                commands.spawn((button, DeeperButton, ChildOf(panel)));
            }
        }
    }
    let [best, detail] = advice.words(&game);
    for (mut text, line) in &mut lines {
        let words = match line {
            AdviceLine::Best => &best,
            AdviceLine::Detail => &detail,
        };
        text.set_if_neq(Worded(words.clone()));
    }
    let playable = advice.best().filter(|_| game.human_to_move().is_some()).and_then(Line::square);
    let Some(square) = playable else {
        return buttons.iter().for_each(|(button, ..)| commands.entity(button).despawn());
    };
    let caption = say!("advice-play", square = square);
    if buttons.is_empty() {
        for panel in panels() {
            let button = plain_button(caption.clone(), AdviceCommand::PlayBest);
            let mut spawned = commands.spawn((button, PlayButton, ChildOf(panel)));
            spawned.entry::<Node>().and_modify(|mut node| node.flex_shrink = 0.0);
        }
    }
    // The button is updated, not respawned, because it may be pressed or focused right now.
    for (_, mut label, children) in &mut buttons {
        label.set_if_neq(Labelled(caption.clone()));
        if let Some(mut shown) = captions.iter_many_mut(children).fetch_next() {
            shown.set_if_neq(Worded(caption.clone()));
        }
    }
}

/// Shows the whole expected line, on a second row if necessary, where there is space for that; elsewhere it is
/// shortened.
fn wrap_detail(
    (orientation, space, narrow): (Res<Orientation>, Res<LayoutSpace>, Res<NarrowPanel>),
    mut lines: Query<(&mut TextLayout, &AdviceLine)>,
) {
    let least = if orientation.is_beside() { MIN_HEIGHT_TO_WRAP.0 } else { MIN_HEIGHT_TO_WRAP.1 };
    let wanted = if narrow.0 || space.0.y >= least { LineBreak::WordBoundary } else { LineBreak::NoWrap };
    for (mut layout, line) in &mut lines {
        if *line == AdviceLine::Detail && layout.linebreak != wanted {
            layout.linebreak = wanted;
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::cpu::Score;
    use crate::rules::{ByPlayer, Variant};

    #[test]
    fn the_play_button_stays_when_another_square_is_best() {
        let mut world = World::new();
        world.insert_resource(Match::new(Variant::classic(8).expect("a side"), ByPlayer::default(), 1));
        world.spawn(MatchPart::Advice);
        let mut shown = |best: &str| {
            world.insert_resource(Advice::stopped(best, Score::Lead(2), false));
            world.run_system_once(write_panel).expect("it runs");
            let mut buttons = world.query_filtered::<(Entity, &Labelled, &Children), With<PlayButton>>();
            let (button, label, children) = buttons.single(&world).expect("there is one button");
            let caption = world.get::<Worded>(children[0]).expect("it has a caption");
            let says = say!("advice-play", square = best);
            assert_eq!((&label.0, &caption.0), (&says, &says));
            button
        };
        assert_eq!(shown("d3"), shown("f5"));
    }
}
