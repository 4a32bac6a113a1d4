//! List of CPU players and other programs for a seat, over the screen.

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::new_room::NewSeat;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::online::room_setup::{RoomSetup, RoomSetupCommand};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::screens::new_game::{heading, pane_content, seats};
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::settings::Settings;
use crate::game::settings::programs::Programs;
use crate::game::text::worded::Described;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, bare_button, button_node};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::Action;
use crate::rules::{Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>),));
}

/// A seat that is to be given to a CPU player or program, and the screen that asks for it.
struct SeatInQuestion<'a> {
    screen: Screen,
    player: Player,
    variant: Variant,
    /// The current holder of the seat, if on the list.
    now: Option<Seat>,
    programs: &'a Programs,
    /// Set if the terms of the match keep programs from playing.
    rules_out_programs: bool,
}

impl SeatInQuestion<'_> {
    /// CPU players to choose from.
    fn offered(&self) -> Vec<CpuPlayer> {
        match self.screen {
            Screen::Room | Screen::NewRoom => RoomSetup::offered(&self.variant).collect(),
            _ => CpuPlayer::offered(&self.variant).collect(),
        }
    }

    /// Programs to choose from.
    fn offered_programs(&self) -> Vec<Seat> {
        let seats = self.programs.iter().map(|program| Seat::Program(program.key));
        seats.filter(|seat| self.allows_programs() && seat.suits(&self.variant)).collect()
    }

    /// Returns whether programs may sit there at all. They play neither in rooms nor in the simulator.
    fn allows_programs(&self) -> bool {
        matches!(self.screen, Screen::NewGame | Screen::Match) && !self.rules_out_programs
    }

    /// Message that gives the seat to a CPU player or program.
    fn give_to(&self, seat: Seat) -> OnPress {
        match (self.screen, seat) {
            (Screen::Room, Seat::Cpu(cpu)) => {
                OnPress::closing(OnlineCommand::Ask(Action::SeatCpu { player: self.player, cpu: cpu.into() }))
            }
            (Screen::NewRoom, Seat::Cpu(cpu)) => RoomSetupCommand::ChooseSeat(self.player, NewSeat::Cpu(cpu)).into(),
            // The match has changed, which closes the list.
            (Screen::Match, _) => MatchCommand::now(MatchChange::Seat(self.player, seat)).into(),
            _ => SetupCommand::ChooseSeat(self.player, seat).into(),
        }
    }

    /// Accessible label of a choice.
    fn label(&self, seat: Seat) -> Phrase {
        say!("seat-choice", player = self.player, seat = seats::seat_name(seat, self.programs))
    }
}

#[derive(Component)]
struct CpuPickerRoot;

const WIDTH: f32 = 520.0;

fn spawn(
    overlay: Res<Overlay>,
    screen: Res<State<Screen>>,
    (setup, rooms, online): (Res<MatchSetup>, Res<RoomSetup>, Res<Online>),
    (settings, game): (Res<Settings>, Option<Res<Match>>),
    open: Query<Entity, With<CpuPickerRoot>>,
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
    let Some(player) = wanted else {
        // Returns the focus to the button that opened the list.
        if let Some(player) = closed {
            refocus.0 = Some(seats::cpu_label(player).identity());
        }
        return;
    };
    let game = game.as_deref().filter(|_| *screen.get() == Screen::Match);
    let variant = match (screen.get(), online.room(), game) {
        (Screen::Room, Some(room), _) => (*room.options().variant).clone(),
        (_, _, Some(game)) => (**game.record.variant()).clone(),
        _ => match setup.variant() {
            Ok(variant) => variant,
            Err(_) => return,
        },
    };
    let now = match screen.get() {
        Screen::Room => None,
        Screen::Match => game.map(|_| Seat::Human),
        Screen::NewRoom => Some(Seat::Cpu(rooms.cpu(player, &setup, &variant))),
        _ => Some(setup.cpu_seat(player, &variant)),
    };
    let corners = setup.terms.for_variant(&variant).corners;
    let rules_out_programs = *screen.get() == Screen::NewGame && corners > 0;
    let programs = &settings.programs;
    let seat = SeatInQuestion { screen: *screen.get(), player, variant, now, programs, rules_out_programs };
    let first = seat.now.or_else(|| seat.offered().first().copied().map(Seat::Cpu));
    refocus.0 = first.map(|first| seat.label(first).identity());
    let root = (Name::new("cpu players"), CpuPickerRoot, DespawnOnExit(*screen.get()));
    spawn_card_over_screen(&mut commands, root, WIDTH, |card| spawn_card(card, &seat));
}

fn spawn_card(card: &mut ChildSpawnerCommands, seat: &SeatInQuestion) {
    spawn_card_head(card, |head| {
        head.spawn(disc_icon(seat.player.disc(), 28.0));
        let heading = worded(say!("picker-heading", player = seat.player), TextStyle::Strong, theme::TEXT);
        head.spawn((heading, Node::default().grow()));
    });
    let is_level = |cpu: &CpuPlayer| matches!(cpu, CpuPlayer::Tree(_) | CpuPlayer::Engine(_));
    let (levels, characters): (Vec<_>, Vec<_>) = seat.offered().into_iter().partition(is_level);
    let are_rated = levels.iter().any(|cpu| cpu.rating(&seat.variant).is_some());
    let seats = |cpus: Vec<CpuPlayer>| cpus.into_iter().map(Seat::Cpu).collect::<Vec<_>>();
    let humans = if seat.screen == Screen::Match { vec![Seat::Human] } else { Vec::new() };
    let groups = [
        (say!("picker-here"), None, humans),
        (say!("picker-programs"), None, seat.offered_programs()),
        (say!("picker-levels"), are_rated.then(|| say!("picker-elo")), seats(levels)),
        (say!("picker-characters"), None, seats(characters)),
    ];
    let content = Node { row_gap: px(6), ..pane_content() };
    spawn_scroll_area(card, Node::default(), content, |rows| {
        for (title, about, players) in groups.into_iter().filter(|(.., players)| !players.is_empty()) {
            rows.spawn(heading(title));
            if let Some(about) = about {
                rows.spawn(worded(about, TextStyle::Small, theme::QUIET_TEXT));
            }
            for player in players {
                spawn_choice(rows, seat, player);
            }
        }
        if seat.screen == Screen::NewGame && seat.variant.is_ordinary() && seat.programs.is_empty() {
            let words = if cfg!(target_arch = "wasm32") { say!("programs-on-desktop") } else { say!("programs-none") };
            rows.spawn(heading(say!("picker-programs")));
            rows.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
        }
    });
}

fn spawn_choice(rows: &mut ChildSpawnerCommands, seat: &SeatInQuestion, choice: Seat) {
    let node = button_node().justify(JustifyContent::FlexStart).fixed();
    let button = bare_button(seat.label(choice), ButtonKind::Plain, seat.give_to(choice), node);
    let described = Described(seats::seat_described(choice, &seat.variant, seat.programs));
    rows.spawn((button, described))
        .with_children(|row| seats::spawn_seat_words(row, choice, &seat.variant, seat.programs));
}
