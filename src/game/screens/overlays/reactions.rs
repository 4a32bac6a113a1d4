//! What can be said to the others in a room, over the screen: set phrases and reactions, and whether theirs are seen.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::cpu_picker::close_after_choice;
use crate::game::text::names::reaction_words;
use crate::game::text::say;
use crate::game::ui::button::{Refocus, Weight, button, card_paint, over_everything};
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::{GameSystems, PlaySystems};
use crate::online::Reaction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            close_after_saying.in_set(PlaySystems::Overlays).after(close_after_choice),
            spawn.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>.or_else(resource_changed::<Online>)),
        ),
    );
}

/// The root of the list.
#[derive(Component)]
struct ListRoot;

const WIDTH: f32 = 440.0;

/// Whoever has said something, or wants to hear nothing, is done with the list.
pub(in crate::game::screens) fn close_after_saying(
    mut wishes: MessageReader<OnlineCommand>,
    overlay: Res<Overlay>,
    mut navigate: MessageWriter<Navigate>,
) {
    let is_done = wishes.read().any(|wish| matches!(wish, OnlineCommand::React(_) | OnlineCommand::Mute(_)));
    if is_done && *overlay == Overlay::Reactions {
        navigate.write(Navigate::Close);
    }
}

fn spawn(
    overlay: Res<Overlay>,
    online: Res<Online>,
    open: Query<Entity, With<ListRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let is_wanted = *overlay == Overlay::Reactions;
    if is_wanted != open.is_empty() {
        return;
    }
    open.iter().for_each(|root| commands.entity(root).despawn());
    if !is_wanted {
        // The focus goes back to where it came from.
        refocus.0 = Some(say!("match-say").identity());
        return;
    }
    refocus.0 = Some(reaction_words(Reaction::ALL[0]).identity());
    commands
        .spawn((
            Name::new("reactions"),
            ListRoot,
            TabGroup::modal(),
            Node { padding: px(12).all(), ..over_everything(AlignItems::Center) },
            GlobalZIndex(3),
            Pickable::default(),
            BackgroundColor(theme::VEIL),
        ))
        .observe(|click: On<Pointer<Click>>, mut navigate: MessageWriter<Navigate>| {
            // Beside the list.
            if click.entity == click.original_event_target() {
                navigate.write(Navigate::Close);
            }
        })
        .with_children(|veil| {
            let node = Node {
                flex_direction: FlexDirection::Column,
                width: percent(100),
                max_width: px(WIDTH),
                max_height: percent(100),
                border: px(1).all(),
                border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
                ..default()
            };
            veil.spawn((node, card_paint())).with_children(|card| spawn_card(card, online.is_muted));
        });
}

fn spawn_card(card: &mut ChildSpawnerCommands, is_muted: bool) {
    let head = Node {
        align_items: AlignItems::Center,
        column_gap: px(10),
        padding: UiRect::new(px(16), px(8), px(8), px(4)),
        flex_shrink: 0.0,
        ..default()
    };
    card.spawn((Pickable::IGNORE, head)).with_children(|head| {
        let heading = worded(say!("reactions-heading"), TextStyle::Strong, theme::TEXT);
        head.spawn((heading, Node { flex_grow: 1.0, ..default() }));
        head.spawn(button(say!("picker-close"), say!("picker-close"), Weight::Plain, Val::Auto, Navigate::Close));
    });
    let content = Node { row_gap: px(12), ..pane_content() };
    spawn_scroll_area(card, Node { flex_shrink: 1.0, ..default() }, content, |area| {
        let all = Node { flex_wrap: FlexWrap::Wrap, column_gap: px(8), row_gap: px(8), flex_shrink: 0.0, ..default() };
        area.spawn((Pickable::IGNORE, all)).with_children(|all| {
            for reaction in Reaction::ALL {
                let words = reaction_words(reaction);
                let say_it = OnlineCommand::React(reaction);
                all.spawn(button(words.clone(), words, Weight::Plain, Val::Auto, say_it))
                    .entry::<Node>()
                    .and_modify(|mut node| node.flex_grow = 1.0);
            }
        });
        let mute = if is_muted { say!("reactions-unmute") } else { say!("reactions-mute") };
        let mute = button(mute.clone(), mute, Weight::Plain, Val::Auto, OnlineCommand::Mute(!is_muted));
        area.spawn(mute).entry::<Node>().and_modify(|mut node| node.flex_shrink = 0.0);
    });
}
