//! List of CPU players for a seat, over the screen.

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::new_room::NewSeat;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::online::room_setup::{RoomSetup, RoomSetupCommand};
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::screens::new_game::{heading, pane_content, seats};
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
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

/// A seat that is to be given to a CPU player, and the screen that asks for it.
#[derive(Clone)]
struct SeatInQuestion {
    screen: Screen,
    player: Player,
    variant: Variant,
    /// The current CPU player.
    now: Option<CpuPlayer>,
}

impl SeatInQuestion {
    /// CPU players to choose from.
    fn offered(&self) -> Vec<CpuPlayer> {
        match self.screen {
            Screen::Room | Screen::NewRoom => RoomSetup::offered(&self.variant).collect(),
            _ => CpuPlayer::offered(&self.variant).collect(),
        }
    }

    /// Message that gives the seat to a CPU player.
    fn give_to(&self, cpu: CpuPlayer) -> OnPress {
        match self.screen {
            Screen::Room => {
                OnPress::closing(OnlineCommand::Ask(Action::SeatCpu { player: self.player, cpu: cpu.into() }))
            }
            Screen::NewRoom => RoomSetupCommand::ChooseSeat(self.player, NewSeat::Cpu(cpu)).into(),
            _ => SetupCommand::ChooseSeat(self.player, Seat::Cpu(cpu)).into(),
        }
    }
}

#[derive(Component)]
struct CpuPickerRoot;

const WIDTH: f32 = 520.0;

/// Accessible label of a choice.
fn label(player: Player, seat: Seat) -> Phrase {
    say!("seat-choice", player = player, seat = seat)
}

fn spawn(
    overlay: Res<Overlay>,
    screen: Res<State<Screen>>,
    (setup, rooms, online): (Res<MatchSetup>, Res<RoomSetup>, Res<Online>),
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
    let variant = match (screen.get(), online.room()) {
        (Screen::Room, Some(room)) => (*room.options().variant).clone(),
        _ => match setup.variant() {
            Ok(variant) => variant,
            Err(_) => return,
        },
    };
    let now = match screen.get() {
        Screen::Room => None,
        Screen::NewRoom => Some(rooms.cpu(player, &setup, &variant)),
        _ => Some(setup.cpu(player, &variant)),
    };
    let seat = SeatInQuestion { screen: *screen.get(), player, variant, now };
    let first = seat.now.or_else(|| seat.offered().first().copied());
    refocus.0 = first.map(|cpu| label(player, Seat::Cpu(cpu)).identity());
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
    let groups = [
        (say!("picker-levels"), are_rated.then(|| say!("picker-elo")), levels),
        (say!("picker-characters"), None, characters),
    ];
    let content = Node { row_gap: px(6), ..pane_content() };
    spawn_scroll_area(card, Node::default(), content, |rows| {
        for (title, about, players) in groups {
            rows.spawn(heading(title));
            if let Some(about) = about {
                rows.spawn(worded(about, TextStyle::Small, theme::QUIET_TEXT));
            }
            for cpu in players {
                spawn_choice(rows, seat, cpu);
            }
        }
    });
}

fn spawn_choice(rows: &mut ChildSpawnerCommands, seat: &SeatInQuestion, cpu: CpuPlayer) {
    let node = button_node().justify(JustifyContent::FlexStart).fixed();
    let label = label(seat.player, Seat::Cpu(cpu));
    let button = bare_button(label, ButtonKind::Plain, seat.give_to(cpu), node);
    let described = Described(seats::cpu_described(cpu, &seat.variant));
    rows.spawn((button, described)).with_children(|row| seats::spawn_cpu_words(row, cpu, &seat.variant));
}
