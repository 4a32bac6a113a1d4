//! Setup of a new room: the board, as for any match, the seats, the clock and the visibility.

use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{Screen, comes_from_settings};
use crate::game::frame::GameSystems;
use crate::game::online::new_room::NewSeat;
use crate::game::online::room_setup::{RoomSetup, RoomSetupCommand};
use crate::game::play::setup::MatchSetup;
use crate::game::screens::new_game::seats::spawn_cpu_button;
use crate::game::screens::new_game::{
    NewGameArrangement, NewGameTab, ScreenParts, arrange, board_catalogue, clock, heading,
};
use crate::game::screens::{screen_root, window_column};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, button, mark, spawn_segments};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::theme;
use crate::rules::{Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::NewRoom), open.run_if(not(comes_from_settings))).add_systems(
        Update,
        (
            spawn_screen.in_set(GameSystems::Show).after(arrange).run_if(
                resource_changed::<NewGameArrangement>.or_else(resource_changed::<NewGameTab>).or_else(is_empty),
            ),
            show_seats.in_set(GameSystems::Show).after(spawn_screen),
            mark_choices.in_set(GameSystems::Look).run_if(
                resource_changed::<RoomSetup>
                    .or_else(resource_changed::<MatchSetup>)
                    .or_else(any_match_filter::<Added<OnPress>>),
            ),
        )
            .run_if(in_state(Screen::NewRoom)),
    );
}

#[derive(Component)]
struct NewRoomRoot;

/// Container of the rows of seats.
#[derive(Component)]
struct SeatRows;

const DISC: f32 = 34.0;

fn open(
    setup: Res<MatchSetup>,
    mut part: ResMut<NewGameTab>,
    mut refocus: ResMut<Refocus>,
    space: Res<LayoutSpace>,
    mut arrangement: ResMut<NewGameArrangement>,
) {
    part.set_if_neq(NewGameTab::Board);
    arrangement.set_if_neq(NewGameArrangement::fitting(*space));
    refocus.0 = setup.variant().ok().map(|variant| board_catalogue::label(&variant).identity());
}

fn is_empty(roots: Query<(), With<NewRoomRoot>>) -> bool {
    roots.is_empty()
}

fn spawn_screen(
    roots: Query<Entity, With<NewRoomRoot>>,
    arrangement: Res<NewGameArrangement>,
    part: Res<NewGameTab>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let parts = ScreenParts {
        heading: say!("new-room-heading"),
        rest: say!("new-room-part"),
        spawn_buttons: board_catalogue::spawn_library_button,
        spawn_rest: |pane, _| spawn_choices(pane),
    };
    commands.spawn((NewRoomRoot, screen_root(Screen::NewRoom), window_column(arrangement.gap()))).with_children(
        |screen| {
            parts.spawn(screen, *arrangement, *part);
            spawn_footer(screen, *arrangement);
        },
    );
}

/// Spawns a part of a pane with a heading.
fn spawn_part(pane: &mut ChildSpawnerCommands, title: Phrase, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    let part = Node { flex_direction: FlexDirection::Column, row_gap: px(10), flex_shrink: 0.0, ..default() };
    pane.spawn((Pickable::IGNORE, part)).with_children(|part| {
        part.spawn(heading(title));
        content(part);
    });
}

fn spawn_choices(pane: &mut ChildSpawnerCommands) {
    // The layout even wraps lines that fit exactly, so they may use the full width.
    let lines = || Node { flex_wrap: FlexWrap::Wrap, max_width: percent(100), ..default() };
    spawn_part(pane, say!("new-room-seats"), |part| {
        let rows = Node { flex_direction: FlexDirection::Column, row_gap: px(8), ..default() };
        part.spawn((SeatRows, Name::new("seats"), Pickable::IGNORE, rows));
    });
    clock::spawn_for_room(pane);
    spawn_part(pane, say!("new-room-who"), |part| {
        let choices = [(say!("new-room-by-link"), false), (say!("new-room-public"), true)];
        let choices =
            choices.map(|(caption, is_public)| (caption.clone(), caption, RoomSetupCommand::ChoosePublic(is_public)));
        spawn_segments(part, Node { align_self: AlignSelf::FlexStart, ..lines() }, choices);
    });
}

fn spawn_footer(screen: &mut ChildSpawnerCommands, arrangement: NewGameArrangement) {
    let node = Node { align_items: AlignItems::Center, column_gap: px(theme::GAP), flex_shrink: 0.0, ..default() };
    screen.spawn((Pickable::IGNORE, node)).with_children(|row| {
        let back = Navigate::To(Screen::Lobby);
        row.spawn(button(say!("new-game-back"), say!("new-game-back"), ButtonKind::Plain, px(110), back));
        let make = |width| {
            button(say!("new-room-make"), say!("new-room-make"), ButtonKind::Main, width, RoomSetupCommand::Make)
        };
        if arrangement.has_all {
            row.spawn((Pickable::IGNORE, Node { flex_grow: 1.0, ..default() }));
            row.spawn(make(px(240)));
        } else {
            row.spawn(make(Val::Auto)).entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
        }
    });
}

/// Respawns the rows when the players or the seats change.
fn show_seats(
    setup: Res<MatchSetup>,
    rooms: Res<RoomSetup>,
    arrangement: Res<NewGameArrangement>,
    places: Query<(Entity, Has<Children>), With<SeatRows>>,
    mut commands: Commands,
) {
    let is_new = setup.is_changed() || rooms.is_changed();
    let Some((place, _)) = places.iter().find(|(_, is_filled)| is_new || !is_filled) else { return };
    let Ok(variant) = setup.variant() else { return };
    commands.entity(place).despawn_children().with_children(|rows| {
        for player in variant.everybody() {
            spawn_row(rows, player, (&setup, &rooms), &variant, arrangement.is_wide);
        }
    });
}

fn spawn_row(
    rows: &mut ChildSpawnerCommands,
    player: Player,
    (setup, rooms): (&MatchSetup, &RoomSetup),
    variant: &Variant,
    is_wide: bool,
) {
    let direction = if is_wide { FlexDirection::Row } else { FlexDirection::Column };
    let row = Node { flex_direction: direction, column_gap: px(10), row_gap: px(6), ..default() };
    let seat = rooms.seat(player, variant);
    let cpu = rooms.cpu(player, setup, variant);
    rows.spawn((Pickable::IGNORE, row)).with_children(|row| {
        let line = Node { align_items: AlignItems::Center, column_gap: px(10), flex_shrink: 0.0, ..default() };
        row.spawn((Pickable::IGNORE, line)).with_children(|line| {
            line.spawn(disc_icon(player.disc(), DISC));
            let choices = [
                (say!("new-seat-open"), NewSeat::Open),
                (say!("new-seat-mine"), NewSeat::Mine),
                (say!("seat-cpu"), NewSeat::Cpu(cpu)),
            ];
            let choices = choices.map(|(caption, seat)| {
                let label = say!("seat-choice", player = player, seat = caption.clone());
                (caption, label, RoomSetupCommand::ChooseSeat(player, seat))
            });
            let grow = if is_wide { 0.0 } else { 1.0 };
            spawn_segments(line, Node { flex_grow: grow, ..default() }, choices);
        });
        if matches!(seat, NewSeat::Cpu(_)) {
            spawn_cpu_button(row, player, cpu, variant, is_wide);
        }
    });
}

/// Marks the current choices.
fn mark_choices(
    setup: Res<MatchSetup>,
    rooms: Res<RoomSetup>,
    choices: Query<(Entity, &OnPress, Has<Checked>)>,
    mut commands: Commands,
) {
    let Ok(variant) = setup.variant() else { return };
    for (entity, on_press, is_marked) in &choices {
        let is_chosen = match on_press.message() {
            Some(RoomSetupCommand::ChooseSeat(player, seat)) => rooms.seat(*player, &variant) == *seat,
            Some(RoomSetupCommand::ChooseClock(clock)) => rooms.clock == *clock,
            Some(RoomSetupCommand::ChoosePublic(is_public)) => rooms.is_public == *is_public,
            // These are commands rather than choices.
            Some(RoomSetupCommand::Make | RoomSetupCommand::PlaySomebody) | None => continue,
        };
        mark::<Checked>(&mut commands, entity, is_marked, is_chosen);
    }
}
