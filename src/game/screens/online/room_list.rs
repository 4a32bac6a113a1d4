//! List of public rooms that wait for players: board, players present and free seats.

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::{ConnectionStatus, Online};
use crate::game::screens::new_game::heading;
use crate::game::screens::pictured_row::{line_of_parts, row_node, spawn_pictured};
use crate::game::screens::{Containers, part, respawn};
use crate::game::text::names::{played_name, room_terms};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, bare_button};
use crate::game::ui::disc_icon::printed_disc;
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::{ListedSeat, RoomLink, RoomListing, Taken};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(GameSystems::Look).run_if(in_state(Screen::Lobby)));
}

/// Container of the rooms.
#[derive(Component)]
struct RoomRows;

const PICTURE: f32 = 64.0;
const SEAT: f32 = 22.0;

pub(super) fn spawn(pane: &mut ChildSpawnerCommands) {
    pane.spawn(part()).with_children(|part| {
        part.spawn(heading(say!("rooms-heading")));
        part.spawn((RoomRows, Name::new("rooms"), Pickable::IGNORE, Node::column(8)));
    });
}

/// Content of the list.
#[derive(Clone, PartialEq)]
enum ShownRooms {
    Words(Phrase),
    Rooms(Vec<RoomListing>),
}

impl ShownRooms {
    fn of(online: &Online) -> Self {
        match (&online.rooms, online.connection) {
            // During a match, no other room can be joined.
            _ if online.plays() => Self::Words(Phrase::nothing()),
            _ if online.server.is_none() => Self::Words(say!("rooms-no-server")),
            (Some(rooms), ConnectionStatus::Open) if !rooms.is_empty() => Self::Rooms(rooms.clone()),
            (Some(_), ConnectionStatus::Open) => Self::Words(say!("rooms-none")),
            (_, ConnectionStatus::Lost { .. }) => Self::Words(say!("rooms-lost")),
            _ => Self::Words(say!("rooms-connecting")),
        }
    }
}

/// Lists the rooms; updated when they change.
fn show(
    online: Res<Online>,
    places: Containers<RoomRows>,
    mut shown: Local<Option<ShownRooms>>,
    mut commands: Commands,
) {
    let has_place_without = places.iter().any(|(_, is_filled)| !is_filled);
    if !online.is_changed() && !has_place_without {
        return;
    }
    let wanted = Some(ShownRooms::of(&online));
    respawn(places, &mut *shown, wanted, &mut commands, |rows, wanted| match wanted {
        Some(ShownRooms::Rooms(rooms)) => rooms.iter().for_each(|room| spawn_room(rows, room)),
        Some(ShownRooms::Words(words)) => {
            rows.spawn(worded(words.clone(), TextStyle::Body, theme::QUIET_TEXT));
        }
        None => {}
    });
}

fn called(seat: &ListedSeat) -> Option<Phrase> {
    match &seat.taken {
        Taken::No => None,
        Taken::Human(name) if name.as_str().is_empty() => Some(seat.player.into()),
        Taken::Human(name) => Some(Phrase::verbatim(name.as_str())),
        Taken::Cpu(cpu) => Some(CpuPlayer::try_from(cpu).map_or_else(|_| say!("seat-cpu"), Phrase::from)),
    }
}

fn spawn_room(rows: &mut ChildSpawnerCommands, room: &RoomListing) {
    let there: Vec<Phrase> = room.seats.iter().filter_map(called).collect();
    let who = if there.is_empty() {
        say!("rooms-nobody-yet")
    } else {
        say!("rooms-who", count = there.len(), players = Phrase::list(there))
    };
    let label = say!(
        "rooms-join",
        board = played_name(&room.variant),
        clock = room_terms(room.clock, room.start, room.swap, &room.variant),
        who = who.clone(),
        count = room.free_seats()
    );
    let join = OnlineCommand::Join(RoomLink { server: None, code: room.code });
    rows.spawn(bare_button(label, ButtonKind::Plain, join, row_node())).with_children(|row| {
        spawn_pictured(row, (room.variant.board(), room.variant.tints()), PICTURE, |words| {
            words.spawn(worded(played_name(&room.variant), TextStyle::Strong, theme::TEXT));
            words.spawn(worded(who, TextStyle::Small, theme::TEXT));
            words.spawn(line_of_parts(5.0)).with_children(|line| {
                let clock = worded(
                    room_terms(room.clock, room.start, room.swap, &room.variant),
                    TextStyle::Small,
                    theme::QUIET_TEXT,
                );
                line.spawn((clock, Node::default().margin(px(8).right())));
                line.spawn(worded(say!("rooms-free"), TextStyle::Small, theme::QUIET_TEXT));
                for seat in room.seats.iter().filter(|seat| seat.taken == Taken::No) {
                    line.spawn(printed_disc(seat.player.disc(), SEAT));
                }
            });
        });
    });
}
