//! Seats of a room: a row for each with its actions, and the actions of the host.

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::online::room_setup::RoomSetup;
use crate::game::play::setup::MatchSetup;
use crate::game::screens::new_game::heading;
use crate::game::screens::new_game::seats::cpu_label;
use crate::game::screens::online::RequestSystems;
use crate::game::screens::{Containers, respawn};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, button, plain_button};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Fill, Tone};
use crate::online::{self, Action, Phase, PlayerName, Presence, RoomSeat};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<FillSeats>()
        .add_systems(Update, handle_fill_seats.in_set(RequestSystems::Seats))
        .add_systems(Update, show.in_set(GameSystems::Look).run_if(in_state(Screen::Room)));
}

/// Gives every free seat to a CPU player.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
struct FillSeats;

/// Container of the rows of seats.
#[derive(Component)]
struct SeatRows;

const DISC: f32 = 34.0;
/// Minimum width of a name, in logical pixels; below it, the buttons wrap.
const NAME: f32 = 84.0;

pub(super) fn spawn(pane: &mut ChildSpawnerCommands) {
    pane.spawn((SeatRows, Name::new("seats"), Pickable::IGNORE, Node::column(10).fixed()));
}

/// Everything that the rows show.
#[derive(Clone, PartialEq)]
struct ShownSeats {
    room: online::Room,
    presence: Presence,
    own: Option<Player>,
    is_host: bool,
    name: PlayerName,
}

/// Respawns the rows when the room changes.
fn show(
    online: Res<Online>,
    places: Containers<SeatRows>,
    mut shown: Local<Option<ShownSeats>>,
    mut commands: Commands,
) {
    let Some(room) = online.room() else { return };
    let is_unfilled = places.iter().any(|(_, is_filled)| !is_filled);
    if !is_unfilled && !online.is_changed() {
        return;
    }
    let now = Some(ShownSeats {
        room: room.clone(),
        presence: online.presence.clone(),
        own: online.own_seat(),
        is_host: online.is_host(),
        name: online.name.clone(),
    });
    respawn(places, &mut *shown, now, &mut commands, |rows, now| now.iter().for_each(|now| spawn_rows(rows, now)));
}

fn spawn_rows(rows: &mut ChildSpawnerCommands, shown: &ShownSeats) {
    rows.spawn((Pickable::IGNORE, Node::row(12).centred())).with_children(|head| {
        head.spawn(heading(say!("new-room-seats")));
        if shown.presence.spectators > 0 {
            let watching = say!("room-watching", count = shown.presence.spectators);
            head.spawn(worded(watching, TextStyle::Small, theme::QUIET_TEXT));
        }
    });
    for player in shown.room.players() {
        spawn_row(rows, player, shown);
    }
    let waits = shown.room.phase() == Phase::Waiting;
    if !(shown.is_host && waits) {
        return;
    }
    rows.spawn((Pickable::IGNORE, Node::wrapping_row(8, 8))).with_children(|line| {
        let locked = shown.room.is_locked();
        let lock = if locked { say!("room-unlock") } else { say!("room-lock") };
        let has_free = shown.room.players().iter().any(|player| shown.room.seats()[*player].is_empty());
        let fill = has_free.then(|| (say!("room-fill"), OnPress::new(FillSeats)));
        let buttons = fill.into_iter().chain([
            (lock, OnlineCommand::Ask(Action::SetLocked { locked: !locked }).into()),
            (say!("room-close"), OnlineCommand::Ask(Action::Close).into()),
        ]);
        for (caption, on_press) in buttons {
            line.spawn(plain_button(caption, on_press));
        }
    });
}

fn spawn_row(rows: &mut ChildSpawnerCommands, player: Player, shown: &ShownSeats) {
    let seat = &shown.room.seats()[player];
    let is_own = shown.own == Some(player);
    let row = Node::wrapping_row(10, 6).centred().inset(10, 8).bordered().rounded(theme::BUTTON_RADIUS);
    let edge = if is_own { theme::ACCENT } else { theme::LINE };
    rows.spawn((Pickable::IGNORE, row, Fill(theme::SUNKEN), Border(edge))).with_children(|row| {
        row.spawn(disc_icon(player.disc(), DISC));
        let words = Node::column(2).min_width(px(NAME)).grow().basis(px(NAME));
        let (name, ink) = match seat_name(player, seat) {
            _ if is_own => (say!("room-seat-you"), theme::TEXT),
            name if name.is_nothing() => (say!("room-seat-free", player = player), theme::QUIET_TEXT),
            name => (name, theme::TEXT),
        };
        row.spawn((Name::new(format!("seat {}", player.key())), Pickable::IGNORE, words)).with_children(|words| {
            // In a container of its own, because texts are shortened to the width of their parent.
            let line = || (Pickable::IGNORE, Node::default().clip());
            words.spawn((line(), children![shortened_text(name, TextStyle::Strong, ink)]));
            let (state, ink) = state_of(player, seat, shown);
            if !state.is_nothing() {
                words.spawn((line(), children![shortened_text(state, TextStyle::Small, ink)]));
            }
        });
        // One container, so that the buttons wrap together.
        row.spawn((Pickable::IGNORE, Node::row(8))).with_children(|together| {
            for (caption, label, on_press) in buttons(player, seat, shown) {
                together.spawn(button(caption, label, ButtonKind::Plain, Val::Auto, on_press));
            }
        });
    });
}

/// State of a seat: host, ready, away or CPU player.
fn state_of(player: Player, seat: &RoomSeat, shown: &ShownSeats) -> (Phrase, Tone) {
    let Some(human) = &seat.human else {
        let state = if seat.cpu.is_some() { say!("room-seat-cpu") } else { Phrase::nothing() };
        return (state, theme::QUIET_TEXT);
    };
    let is_away = human.away_since_ms.is_some() || !shown.presence.players.contains(&player);
    let is_you = shown.own == Some(player);
    let is_host = human.device == shown.room.host();
    let state = match (is_away && !is_you, human.ready) {
        (true, _) => say!("room-seat-away"),
        (false, true) => say!("room-seat-ready"),
        (false, false) => say!("room-seat-not-ready"),
    };
    let parts = [is_you.then(|| seat_name(player, seat)), is_host.then(|| say!("room-seat-host")), Some(state)];
    let mut parts = parts.into_iter().flatten();
    let first = parts.next().unwrap_or_default();
    let words = parts.fold(first, |before, next| say!("room-seat-parts", before = before, next = next));
    (words, if human.ready { theme::ACCENT } else { theme::QUIET_TEXT })
}

/// Actions on a seat: caption, accessible label and message.
fn buttons(player: Player, seat: &RoomSeat, shown: &ShownSeats) -> Vec<(Phrase, Phrase, OnPress)> {
    if shown.room.phase() != Phase::Waiting {
        return Vec::new();
    }
    let ask = |action| OnPress::new(OnlineCommand::Ask(action));
    let mut buttons = Vec::new();
    let may_sit = shown.own.is_some() || !shown.room.is_locked() || shown.is_host;
    if seat.is_empty() {
        if may_sit {
            let sit = ask(Action::TakeSeat { player, name: shown.name.clone() });
            buttons.push((say!("room-sit"), say!("room-sit-label", player = player), sit));
        }
        if shown.is_host {
            let pick = OnPress::new(Navigate::Open(Overlay::CpuPicker(player)));
            buttons.push((say!("seat-cpu"), cpu_label(player), pick));
        }
    } else if shown.own == Some(player) {
        // Players who get up can watch. A host cannot get up, because that would hand over or close the room; hosts
        // only leave.
        if !shown.is_host {
            buttons.push((say!("room-get-up"), say!("room-get-up"), ask(Action::Leave)));
        }
    } else if shown.is_host {
        let free = ask(Action::FreeSeat { player });
        buttons.push((say!("room-remove"), say!("room-remove-label", player = player), free));
    }
    buttons
}

/// Gives every free seat to the CPU player that would have it in an offline match.
fn handle_fill_seats(
    mut requests: MessageReader<FillSeats>,
    online: Res<Online>,
    (setup, rooms): (Res<MatchSetup>, Res<RoomSetup>),
    mut commands: MessageWriter<OnlineCommand>,
) {
    let Some(room) = online.room().filter(|_| requests.read().count() > 0) else { return };
    for player in room.players().into_iter().filter(|player| room.seats()[*player].is_empty()) {
        let cpu = rooms.cpu(player, &setup, &room.options().variant);
        commands.write(OnlineCommand::Ask(Action::SeatCpu { player, cpu: cpu.into() }));
    }
}

/// Name of a seat's human or CPU player; empty for a free seat.
pub(in crate::game) fn seat_name(player: Player, seat: &RoomSeat) -> Phrase {
    match (&seat.human, &seat.cpu) {
        (Some(human), _) if human.name.as_str().is_empty() => player.into(),
        (Some(human), _) => Phrase::verbatim(human.name.as_str()),
        (None, Some(cpu)) => CpuPlayer::try_from(cpu).map_or_else(|_| say!("seat-cpu"), Phrase::from),
        (None, None) => Phrase::nothing(),
    }
}
