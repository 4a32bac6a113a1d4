//! Speech bubbles with the reactions of the humans in a room, shown at their cards for a few seconds.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_state::{Online, RoomReaction};
use crate::game::redraw::Frames;
use crate::game::screens::match_screen::players::PlayerCard;
use crate::game::text::names::reaction_words;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::{LayoutSpace, Orientation};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Fill;
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (show, place).chain().in_set(GameSystems::Look).run_if(in_state(Screen::Match)));
}

#[derive(Component, Clone, Copy, PartialEq)]
#[require(Node)]
struct Bubble(RoomReaction);

const DISPLAY_TIME: Duration = Duration::from_secs(5);
const WIDTH: f32 = 128.0;
const GAP: f32 = 6.0;

/// The last reaction of each player, unless it is too old to show.
fn fresh(online: &Online, now: Duration) -> Vec<RoomReaction> {
    let is_fresh = |said: &&RoomReaction| now < said.at + DISPLAY_TIME;
    let is_last = |said: &&RoomReaction| {
        let later = online.reactions.iter().rev().find(|other| other.player == said.player);
        later == Some(said)
    };
    online.reactions.iter().filter(is_fresh).filter(is_last).copied().collect()
}

fn show(
    online: Res<Online>,
    time: Res<Time<Real>>,
    bubbles: Query<(Entity, &Bubble)>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    let now = time.elapsed();
    let wanted = fresh(&online, now);
    for (entity, _) in bubbles.iter().filter(|(_, bubble)| !wanted.contains(&bubble.0)) {
        commands.entity(entity).despawn();
        frames.keep_drawing();
    }
    for said in wanted {
        frames.wake_in((said.at + DISPLAY_TIME).saturating_sub(now));
        if bubbles.iter().any(|(_, bubble)| bubble.0 == said) {
            continue;
        }
        commands.spawn((
            Name::new(format!("bubble {}", said.player.key())),
            Bubble(said),
            DespawnOnExit(Screen::Match),
            Pickable::IGNORE,
            GlobalZIndex(2),
            Fill(theme::TEXT),
            BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.4), px(0), px(3), px(0), px(10)),
            // Hidden until [`place`] has run.
            Visibility::Hidden,
            children![(
                worded(reaction_words(said.reaction), TextStyle::Small, theme::BACKGROUND),
                TextLayout::justify(Justify::Center),
            )],
        ));
        frames.keep_drawing();
    }
}

/// Places bubbles left of their cards in landscape, otherwise below them.
fn place(
    orientation: Res<Orientation>,
    space: Res<LayoutSpace>,
    cards: Query<(&PlayerCard, &ComputedNode, &UiGlobalTransform)>,
    mut bubbles: Query<(&Bubble, &mut Node, &mut Visibility)>,
) {
    for (Bubble(said), mut node, mut visibility) in &mut bubbles {
        let Some(card) = area_of(said.player, &cards) else { continue };
        let around = Node::default().justify(JustifyContent::Center).inset(9, 5).rounded(12).absolute();
        let wanted = if *orientation == Orientation::Landscape {
            let right = space.0.x - card.min.x + GAP;
            Node { right: px(right), top: px(card.center().y - 15.0), max_width: px(WIDTH * 1.5), ..around }
        } else {
            let left = (card.center().x - WIDTH / 2.0).clamp(GAP, (space.0.x - WIDTH - GAP).max(GAP));
            Node { left: px(left), top: px(card.max.y + GAP), width: px(WIDTH), ..around }
        };
        if *node != wanted {
            *node = wanted;
        }
        visibility.set_if_neq(Visibility::Inherited);
    }
}

/// Area of a player's card, in logical pixels of the interface.
fn area_of(player: Player, cards: &Query<(&PlayerCard, &ComputedNode, &UiGlobalTransform)>) -> Option<Rect> {
    let (_, node, at) = cards.iter().find(|(card, node, _)| card.0 == player && !node.is_empty())?;
    let scale = node.inverse_scale_factor;
    Some(Rect::from_center_size(at.translation * scale, node.size() * scale))
}
