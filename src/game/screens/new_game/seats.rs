//! Seats of a new game: a row for each player, and presets for all seats.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, Seating, SetupCommand, VariantChoice};
use crate::game::screens::new_game::{NewGameArrangement, heading, seats_of, selected_board};
use crate::game::screens::{Containers, respawn};
use crate::game::settings::Settings;
use crate::game::settings::programs::{Programs, RegisteredProgram};
use crate::game::text::names::cpu_about;
use crate::game::text::worded::Described;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, bare_button, button_node, spawn_segments};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::text_field::text_field;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::ui::tone::Fill;
use crate::rules::{Goal, Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.in_set(GameSystems::Show)
            .after(super::spawn_screen)
            .run_if(resource_changed::<MatchSetup>.or_else(any_match_filter::<Added<SeatRows>>))
            .run_if(in_state(Screen::NewGame)),
    );
}

/// Container of the rows.
#[derive(Component)]
struct SeatRows;

/// Maximum length of a player's name in characters; longer ones would not fit on a player card.
pub(in crate::game::screens) const NAME_LENGTH: usize = 16;
const DISC: f32 = 34.0;
/// Number of dots of the strongest CPU players.
const MAX_DOTS: u8 = 5;

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, title: Option<Phrase>) {
    parent.spawn((Pickable::IGNORE, Node::column(10).fixed())).with_children(|part| {
        let head = Node::wrapping_row(12, 4).centred().spread();
        if title.is_none() {
            selected_board::spawn_facts(part);
        }
        part.spawn((Pickable::IGNORE, head)).with_children(|head| {
            head.spawn(heading(title.unwrap_or_default()));
            head.spawn((Pickable::IGNORE, Node::wrapping_row(6, 6))).with_children(|row| {
                for seating in Seating::ALL {
                    let node = button_node().inset(9, 6);
                    let command = SetupCommand::SeatEverybody(seating);
                    row.spawn(bare_button(seating.name(), ButtonKind::Plain, command, node)).with_children(|button| {
                        button.spawn((worded(seating.name(), TextStyle::Body, theme::TEXT), TextLayout::no_wrap()));
                    });
                }
            });
        });
        part.spawn((SeatRows, Name::new("seats"), Pickable::IGNORE, Node::column(6)));
    });
}

/// Respawns the rows when the players, the seats or the goal change, since ratings depend on the goal; not when a name
/// changes, because it is being typed in one of the rows.
fn show(
    setup: Res<MatchSetup>,
    (arrangement, settings): (Res<NewGameArrangement>, Res<Settings>),
    places: Containers<SeatRows>,
    mut shown: Local<Option<(VariantChoice, Goal, Vec<Seat>, bool)>>,
    mut commands: Commands,
) {
    let Ok(variant) = setup.variant() else { return };
    let is_wide = arrangement.is_wide;
    let wanted = Some((setup.choice.clone(), setup.goal, seats_of(&setup, &variant), is_wide));
    respawn(places, &mut *shown, wanted, &mut commands, |rows, _| {
        for player in variant.everybody() {
            spawn_row(rows, player, (&setup, &settings.programs), &variant, is_wide);
        }
    });
}

fn spawn_row(
    rows: &mut ChildSpawnerCommands,
    player: Player,
    (setup, programs): (&MatchSetup, &Programs),
    variant: &Variant,
    is_wide: bool,
) {
    let seat = setup.seat(player, variant);
    let row = if is_wide { Node::row(10) } else { Node::column(6) };
    let line = if is_wide { Node::row(10) } else { Node::wrapping_row(10, 6) };
    rows.spawn((Pickable::IGNORE, row)).with_children(|row| {
        row.spawn((Pickable::IGNORE, line.centred().fixed())).with_children(|line| {
            line.spawn(disc_icon(player.disc(), DISC));
            let (label, width) = (say!("seat-name", player = player), px(if is_wide { 170 } else { 150 }));
            line.spawn(text_field(label, &setup.names[player], player, NAME_LENGTH, width))
                .observe(move |change: On<ValueChange<String>>, mut setups: MessageWriter<SetupCommand>| {
                    setups.write(SetupCommand::NamePlayer(player, change.value.clone()));
                })
                .entry::<Node>()
                .and_modify(move |mut node| node.flex_grow = if is_wide { 0.0 } else { 1.0 });
            let cpu = setup.cpu_seat(player, variant);
            let choices = [(say!("seat-human"), Seat::Human), (say!("seat-cpu"), cpu)].map(|(caption, seat)| {
                let label = say!("seat-choice", player = player, seat = caption.clone());
                (caption, label, SetupCommand::ChooseSeat(player, seat))
            });
            spawn_segments(line, Node::default().grow(), choices);
        });
        if seat != Seat::Human {
            spawn_cpu_button(row, player, (seat, programs), variant, is_wide);
        }
    });
}

/// Spawns the button that shows the CPU player or program of a seat and opens the list of them.
pub(in crate::game::screens) fn spawn_cpu_button(
    row: &mut ChildSpawnerCommands,
    player: Player,
    (seat, programs): (Seat, &Programs),
    variant: &Variant,
    is_wide: bool,
) {
    let node = button_node().spaced(8).spread().inset(12, 4);
    let node = node.min_width(px(0)).grow().basis(if is_wide { px(0) } else { Val::Auto });
    let pick = Navigate::Open(Overlay::CpuPicker(player));
    // The label names the seat, which stays the same; the CPU player is in the description.
    let name = say!("spoken-sentence", words = seat_name(seat, programs));
    let described = Described(Phrase::sentences([name, seat_described(seat, variant, programs)]));
    row.spawn((bare_button(cpu_label(player), ButtonKind::Plain, pick, node), described)).with_children(|button| {
        spawn_seat_words(button, seat, variant, programs);
        button.spawn(text("▼", TextStyle::Small, theme::QUIET_TEXT));
    });
}

/// Name of the player in a seat. For a program, it is the name under which it is registered.
pub(in crate::game::screens) fn seat_name(seat: Seat, programs: &Programs) -> Phrase {
    match seat {
        Seat::Program(key) => programs.name(key),
        seat => seat.into(),
    }
}

/// One sentence about the player in a seat.
fn seat_about(seat: Seat, programs: &Programs) -> Phrase {
    match seat {
        Seat::Cpu(cpu) => cpu_about(cpu),
        Seat::Program(key) => programs.get(key).map_or_else(Phrase::nothing, program_about),
        Seat::Human | Seat::Remote => say!("seat-human-about"),
    }
}

/// Time limit and command of a program; the end of a long command is left out.
pub(in crate::game::screens) fn program_about(program: &RegisteredProgram) -> Phrase {
    const MAX_LETTERS: usize = 60;
    let mut command: String = program.command.chars().take(MAX_LETTERS).collect();
    if command.len() < program.command.len() {
        command.push('…');
    }
    say!("program-about", command = Phrase::verbatim(command), seconds = program.seconds)
}

/// Spoken description of whoever sits there: a CPU player's strength, and a sentence.
pub(in crate::game::screens) fn seat_described(seat: Seat, variant: &Variant, programs: &Programs) -> Phrase {
    let about = say!("spoken-sentence", words = seat_about(seat, programs));
    let Seat::Cpu(cpu) = seat else { return about };
    let strength = cpu.strength().map(|strength| match cpu.rating(variant) {
        Some(rating) => {
            let rating = Phrase::verbatim(rating.to_string());
            say!("seat-strength-elo", strength = strength, most = MAX_DOTS, elo = say!("seat-elo", rating = rating))
        }
        None => say!("seat-strength", strength = strength, most = MAX_DOTS),
    });
    Phrase::sentences(strength.into_iter().chain([about]))
}

/// Spawns the name of whoever sits there, a CPU player's strength in this variant, and a sentence.
pub(in crate::game::screens) fn spawn_seat_words(
    parent: &mut ChildSpawnerCommands,
    seat: Seat,
    variant: &Variant,
    programs: &Programs,
) {
    parent.spawn((Pickable::IGNORE, Node::column(0).min_width(px(0)).grow())).with_children(|words| {
        words.spawn((Pickable::IGNORE, Node::row(10).centred().wrap(FlexWrap::Wrap))).with_children(|line| {
            line.spawn(worded(seat_name(seat, programs), TextStyle::Body, theme::TEXT));
            if let Seat::Cpu(cpu) = seat
                && let Some(strength) = cpu.strength()
            {
                spawn_strength(line, strength, cpu.rating(variant));
            }
        });
        words.spawn(worded(seat_about(seat, programs), TextStyle::Small, theme::QUIET_TEXT));
    });
}

/// Spawns the strength as dots, and the rating at the end of the line. Both wrap below the name if they do not fit.
fn spawn_strength(line: &mut ChildSpawnerCommands, strength: u8, rating: Option<i32>) {
    let row = Node::row(10).centred().spread().grow();
    line.spawn((Pickable::IGNORE, row)).with_children(|row| {
        spawn_dots(row, strength);
        if let Some(rating) = rating {
            let words = say!("seat-elo", rating = Phrase::verbatim(rating.to_string()));
            row.spawn((worded(words, TextStyle::Small, theme::QUIET_TEXT), TextLayout::no_wrap()));
        }
    });
}

/// Spawns a row of dots, with the first `strength` of them filled.
fn spawn_dots(line: &mut ChildSpawnerCommands, strength: u8) {
    line.spawn((Name::new("strength"), Pickable::IGNORE, Node::row(3).fixed())).with_children(|row| {
        for place in 1..=MAX_DOTS {
            let dot = Node::default().size(7, 7).round();
            // This colour stands out from the button in all of its states.
            let paint = if place <= strength { theme::ACCENT } else { theme::QUIET_TEXT.with_alpha(0.35) };
            row.spawn((Pickable::IGNORE, dot, Fill(paint)));
        }
    });
}

/// Accessible label of the button that opens the list of CPU players for a player.
pub(in crate::game::screens) fn cpu_label(player: Player) -> Phrase {
    say!("seat-cpu-of", player = player)
}
