//! The CPU players among whom there is a choice for a player, over the screen.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::GameSystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::screens::new_game::{heading, pane_content, seats};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Refocus, Weight, bare_button, button, button_node, card_paint, over_everything};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::{Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        spawn.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>).run_if(in_state(Screen::NewGame)),
    );
}

/// The root of the list.
#[derive(Component)]
struct ListRoot;

/// What a CPU player is called among the choices for a player.
fn label(player: Player, seat: Seat) -> Phrase {
    say!("seat-choice", player = player, seat = seat)
}

fn spawn(
    overlay: Res<Overlay>,
    setup: Res<MatchSetup>,
    open: Query<Entity, With<ListRoot>>,
    mut shown: Local<Option<Player>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    open.iter().for_each(|root| commands.entity(root).despawn());
    let wanted = match *overlay {
        Overlay::CpuPicker(player) => Some(player),
        _ => None,
    };
    let closed = std::mem::replace(&mut *shown, wanted);
    let (Some(player), Ok(variant)) = (wanted, setup.variant()) else {
        // The focus goes back to where it came from.
        refocus.0 = closed.map(|player| seats::cpu_label(player).identity());
        return;
    };
    refocus.0 = Some(label(player, setup.seat(player, &variant)).identity());
    commands
        .spawn((
            Name::new("cpu players"),
            ListRoot,
            DespawnOnExit(Screen::NewGame),
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
        .with_children(|veil| spawn_card(veil, player, &variant));
}

fn spawn_card(veil: &mut ChildSpawnerCommands, player: Player, variant: &Variant) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        width: percent(100),
        max_width: px(520),
        max_height: percent(100),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
        ..default()
    };
    veil.spawn((node, card_paint())).with_children(|card| {
        let head = Node {
            align_items: AlignItems::Center,
            column_gap: px(10),
            padding: UiRect::new(px(16), px(8), px(8), px(4)),
            flex_shrink: 0.0,
            ..default()
        };
        card.spawn((Pickable::IGNORE, head)).with_children(|head| {
            head.spawn(disc_icon(player.disc(), 28.0));
            head.spawn((
                worded(say!("picker-heading", player = player), TextStyle::Strong, theme::TEXT),
                Node { flex_grow: 1.0, ..default() },
            ));
            head.spawn(button(say!("picker-close"), say!("picker-close"), Weight::Plain, Val::Auto, Navigate::Close));
        });
        let is_level = |cpu: &CpuPlayer| matches!(cpu, CpuPlayer::Tree(_) | CpuPlayer::Engine(_));
        let (levels, characters): (Vec<_>, Vec<_>) = CpuPlayer::offered(variant).partition(is_level);
        let groups = [(say!("picker-levels"), levels), (say!("picker-characters"), characters)];
        let content = Node { row_gap: px(6), ..pane_content() };
        spawn_scroll_area(card, Node { flex_shrink: 1.0, ..default() }, content, |rows| {
            for (title, players) in groups {
                rows.spawn(heading(title));
                for cpu in players {
                    spawn_choice(rows, player, cpu);
                }
            }
        });
    });
}

fn spawn_choice(rows: &mut ChildSpawnerCommands, player: Player, cpu: CpuPlayer) {
    let seat = Seat::Cpu(cpu);
    let node = Node { justify_content: JustifyContent::FlexStart, flex_shrink: 0.0, ..button_node() };
    let button = bare_button(label(player, seat), Weight::Plain, SetupCommand::ChooseSeat(player, seat), node);
    rows.spawn(button).with_children(|row| seats::spawn_cpu_words(row, cpu));
}
