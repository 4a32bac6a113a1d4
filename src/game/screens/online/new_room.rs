//! Setup of a new room: the board, as for any match, the seats, the clock and the visibility.

use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{Screen, comes_from_settings};
use crate::game::frame::GameSystems;
use crate::game::online::new_room::NewSeat;
use crate::game::online::room_setup::{RoomSetup, RoomSetupCommand};
use crate::game::play::seat::Seat;
use crate::game::play::setup::MatchSetup;
use crate::game::play::terms::ColourAssignment;
use crate::game::screens::new_game::seats::spawn_cpu_button;
use crate::game::screens::new_game::{
    NewGameArrangement, NewGameTab, ScreenParts, arrange, board_catalogue, clock, heading, terms_choices,
};
use crate::game::screens::{Containers, is_missing, respawn, screen_root, window_column};
use crate::game::settings::programs::Programs;
use crate::game::text::names::start_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, captioned_button, mark, spawn_segments};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::{Player, Start, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::NewRoom), open.run_if(not(comes_from_settings))).add_systems(
        Update,
        (
            spawn_screen.in_set(GameSystems::Show).after(arrange).run_if(
                resource_changed::<NewGameArrangement>
                    .or_else(resource_changed::<NewGameTab>)
                    .or_else(is_missing::<NewRoomRoot>),
            ),
            (show_seats, show_starts, clock::show_own).in_set(GameSystems::Show).after(spawn_screen),
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

/// Container of the choices of the swap rule, a start and corners, which only some boards allow.
#[derive(Component)]
struct StartChoices;

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
    let root = (NewRoomRoot, screen_root(Screen::NewRoom), window_column(arrangement.gap()));
    commands.spawn(root).with_children(|screen| {
        parts.spawn(screen, *arrangement, *part);
        spawn_footer(screen, *arrangement);
    });
}

/// Spawns a part of a pane with a heading.
fn spawn_part(pane: &mut ChildSpawnerCommands, title: Phrase, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    pane.spawn((Pickable::IGNORE, Node::column(10).fixed())).with_children(|part| {
        part.spawn(heading(title));
        content(part);
    });
}

fn spawn_choices(pane: &mut ChildSpawnerCommands) {
    // The layout even wraps lines that fit exactly, so they may use the full width.
    let lines = || Node::default().wrap(FlexWrap::Wrap).max_width(percent(100));
    spawn_part(pane, say!("new-room-seats"), |part| {
        part.spawn((SeatRows, Name::new("seats"), Pickable::IGNORE, Node::column(8)));
    });
    clock::spawn_for_room(pane);
    pane.spawn((StartChoices, Pickable::IGNORE, Node::column(6).fixed()));
    spawn_part(pane, say!("new-room-who"), |part| {
        let choices = [(say!("new-room-by-link"), false), (say!("new-room-public"), true)];
        let choices =
            choices.map(|(caption, is_public)| (caption.clone(), caption, RoomSetupCommand::ChoosePublic(is_public)));
        spawn_segments(part, Node { align_self: AlignSelf::FlexStart, ..lines() }, choices);
    });
}

fn spawn_footer(screen: &mut ChildSpawnerCommands, arrangement: NewGameArrangement) {
    let node = Node::row(theme::GAP).centred().fixed();
    screen.spawn((Pickable::IGNORE, node)).with_children(|row| {
        row.spawn(captioned_button(say!("new-game-back"), ButtonKind::Plain, px(110), Navigate::To(Screen::Lobby)));
        let make = |width| captioned_button(say!("new-room-make"), ButtonKind::Main, width, RoomSetupCommand::Make);
        if arrangement.has_all {
            row.spawn((Pickable::IGNORE, Node::default().grow()));
            row.spawn(make(px(240)));
        } else {
            row.spawn(make(Val::Auto)).entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
        }
    });
}

/// Terms that a board allows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OfferedTerms {
    has_swap: bool,
    starts: Vec<Start>,
    /// Number of random plies of an even start.
    drawn_plies: usize,
    has_corners: bool,
}

impl OfferedTerms {
    fn of(variant: &Variant) -> Self {
        Self {
            has_swap: variant.has_two_players(),
            starts: Start::ALL.into_iter().filter(|start| start.suits(variant)).collect(),
            drawn_plies: Start::Even.plies(variant),
            has_corners: variant.is_classic_8(),
        }
    }
}

/// Shows the terms that the board allows.
fn show_starts(
    setup: Res<MatchSetup>,
    places: Containers<StartChoices>,
    mut shown: Local<Option<OfferedTerms>>,
    mut commands: Commands,
) {
    let wanted = setup.variant().ok().map(|variant| OfferedTerms::of(&variant));
    respawn(places, &mut *shown, wanted, &mut commands, |part, offered| {
        if let Some(offered) = offered {
            spawn_terms(part, offered);
        }
    });
}

fn spawn_terms(part: &mut ChildSpawnerCommands, offered: &OfferedTerms) {
    if offered.has_swap {
        let sides = [(say!("sides-as-seated"), false), (say!("sides-swap"), true)];
        let sides = sides.map(|(caption, swap)| (caption, RoomSetupCommand::ChooseSwap(swap)));
        terms_choices::spawn_choices(part, &say!("sides-heading"), sides);
        part.spawn(worded(say!("sides-swap-about"), TextStyle::Small, theme::QUIET_TEXT));
    }
    if offered.starts.len() > 1 {
        let starts = offered.starts.iter().map(|start| (start_name(*start), RoomSetupCommand::ChooseStart(*start)));
        terms_choices::spawn_starts(part, starts, offered.starts.contains(&Start::Xot), offered.drawn_plies);
    }
    if offered.has_corners {
        terms_choices::spawn_corners(part, RoomSetupCommand::GiveCorners);
    }
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
    let row = if is_wide { Node::row(10) } else { Node::column(6) };
    let seat = rooms.seat(player, variant);
    let cpu = rooms.cpu(player, setup, variant);
    rows.spawn((Pickable::IGNORE, row)).with_children(|row| {
        row.spawn((Pickable::IGNORE, Node::row(10).centred().fixed())).with_children(|line| {
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
            spawn_segments(line, if is_wide { Node::default() } else { Node::default().grow() }, choices);
        });
        if matches!(seat, NewSeat::Cpu(_)) {
            spawn_cpu_button(row, player, (Seat::Cpu(cpu), &Programs::default()), variant, is_wide);
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
            Some(RoomSetupCommand::ChooseClock(clock)) => rooms.clock == *clock && !rooms.own_clock.is_chosen,
            Some(RoomSetupCommand::ChangeOwnClock(change)) => match clock::is_chosen(rooms.own_clock, *change) {
                Some(is_chosen) => is_chosen,
                None => continue,
            },
            Some(RoomSetupCommand::ChooseSwap(swap)) => {
                (rooms.terms(&variant).sides == ColourAssignment::Swap) == *swap
            }
            Some(RoomSetupCommand::ChooseStart(start)) => rooms.terms(&variant).start == *start,
            Some(RoomSetupCommand::GiveCorners(corners)) => rooms.terms(&variant).corners == *corners,
            Some(RoomSetupCommand::ChoosePublic(is_public)) => rooms.is_public == *is_public,
            // These are commands rather than choices.
            Some(RoomSetupCommand::Make | RoomSetupCommand::PlaySomebody) | None => continue,
        };
        mark::<Checked>(&mut commands, entity, is_marked, is_chosen);
    }
}
