//! Set phrases and reactions for the others in a room, over the screen, with the choice to hide those of the others.

use bevy::prelude::*;

use crate::game::flow::overlay::Overlay;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::text::names::reaction_words;
use crate::game::text::say;
use crate::game::ui::button::{Refocus, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::Reaction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (spawn.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>.or_else(resource_changed::<Online>)),),
    );
}

#[derive(Component)]
struct ReactionsRoot;

const WIDTH: f32 = 440.0;

fn spawn(
    overlay: Res<Overlay>,
    online: Res<Online>,
    open: Query<Entity, With<ReactionsRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let is_wanted = *overlay == Overlay::Reactions;
    if is_wanted != open.is_empty() {
        return;
    }
    open.iter().for_each(|root| commands.entity(root).despawn());
    if !is_wanted {
        // Returns the focus to the button that opened the list.
        refocus.0 = Some(say!("match-say").identity());
        return;
    }
    refocus.0 = Some(reaction_words(Reaction::ALL[0]).identity());
    spawn_card_over_screen(&mut commands, (Name::new("reactions"), ReactionsRoot), WIDTH, |card| {
        spawn_card(card, online.is_muted);
    });
}

fn spawn_card(card: &mut ChildSpawnerCommands, is_muted: bool) {
    spawn_card_head(card, |head| {
        let heading = worded(say!("reactions-heading"), TextStyle::Strong, theme::TEXT);
        head.spawn((heading, Node::default().grow()));
    });
    let content = Node { row_gap: px(12), ..pane_content() };
    spawn_scroll_area(card, Node::default(), content, |area| {
        area.spawn((Pickable::IGNORE, Node::wrapping_row(8, 8).fixed())).with_children(|all| {
            for reaction in Reaction::ALL {
                let words = reaction_words(reaction);
                let say_it = OnPress::closing(OnlineCommand::React(reaction));
                all.spawn(plain_button(words, say_it)).entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
            }
        });
        let mute = if is_muted { say!("reactions-unmute") } else { say!("reactions-mute") };
        let mute = plain_button(mute, OnPress::closing(OnlineCommand::Mute(!is_muted)));
        area.spawn(mute).entry::<Node>().and_modify(|mut node| node.flex_shrink = 0.0);
    });
}
