//! A room before its match: the board, the seats, the invitation, and the status.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::{EndSystems, GameSystems};
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::new_game::{fill, heading, pane_content, spawn_scrolling_pane};
use crate::game::screens::online::connection_line::connection_line;
use crate::game::screens::online::room_seats::seat_name;
use crate::game::screens::online::{invitation, own_name, room_seats};
use crate::game::screens::pictured_row::spawn_pictured;
use crate::game::screens::{Containers, is_missing, part, respawn, row_of_panes, screen_root, window_column};
use crate::game::text::names::{board_about, played_name, room_terms};
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, button, captioned_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::screen_status::ScreenStatus;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::{Action, Phase, RoomCode, RoomSeat};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomArrangement>().add_systems(OnEnter(Screen::Room), |mut refocus: ResMut<Refocus>| {
        refocus.0 = Some(say!("room-ready").identity());
    });
    app.add_systems(
        Update,
        (
            (arrange, spawn_screen.run_if(resource_changed::<RoomArrangement>.or_else(is_missing::<RoomScreenRoot>)))
                .chain()
                .in_set(GameSystems::Show),
            (show_status, show_ready).in_set(GameSystems::Look),
        )
            .run_if(in_state(Screen::Room)),
    );
    app.add_systems(Last, report_status.in_set(EndSystems::Status).run_if(in_state(Screen::Room)));
}

/// Arrangement of the screen, and the room shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RoomArrangement {
    /// Set if the invitation is beside the seats.
    is_wide: bool,
    room: Option<RoomCode>,
}

#[derive(Component)]
struct RoomScreenRoot;

/// Text of [`room_status`].
#[derive(Component)]
struct RoomStatusText;

/// Container of the "ready" button.
#[derive(Component)]
struct ReadyContainer;

/// Minimum width for two panes side by side; below it, everything is in one column.
const MIN_WIDTH_FOR_PANES: f32 = 760.0;
const PICTURE: f32 = 96.0;

fn arrange(space: Res<LayoutSpace>, online: Res<Online>, mut arrangement: ResMut<RoomArrangement>) {
    let code = online.room().map(crate::online::Room::code);
    arrangement.set_if_neq(RoomArrangement { is_wide: space.0.x >= MIN_WIDTH_FOR_PANES, room: code });
}

fn spawn_screen(
    roots: Query<Entity, With<RoomScreenRoot>>,
    online: Res<Online>,
    arrangement: Res<RoomArrangement>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let gap = 12.0;
    commands.spawn((RoomScreenRoot, screen_root(Screen::Room), window_column(gap))).with_children(|screen| {
        screen.spawn(heading(say!("spoken-room")));
        let content = || Node { row_gap: px(20), ..pane_content() };
        screen.spawn((Pickable::IGNORE, row_of_panes(gap))).with_children(|body| {
            if arrangement.is_wide {
                spawn_scrolling_pane(body, Node::default().fill(), content(), |pane| spawn_seats(pane, &online));
                let narrow = Node::default().width(percent(42)).max_width(px(480));
                spawn_scrolling_pane(body, narrow, content(), |pane| {
                    spawn_played(pane, &online, TextStyle::Heading);
                    invitation::spawn(pane, &online);
                });
            } else {
                spawn_scrolling_pane(body, fill(), content(), |pane| {
                    spawn_played(pane, &online, TextStyle::Strong);
                    spawn_seats(pane, &online);
                    invitation::spawn(pane, &online);
                });
            }
        });
        spawn_footer(screen, arrangement.is_wide);
    });
}

fn spawn_played(pane: &mut ChildSpawnerCommands, online: &Online, style: TextStyle) {
    let Some(room) = online.room() else { return };
    let options = room.options();
    pane.spawn((Name::new("what is played"), Pickable::IGNORE, Node::row(14).centred().fixed())).with_children(|row| {
        spawn_pictured(row, (options.variant.board(), options.variant.tints()), PICTURE, |words| {
            words.spawn(worded(played_name(&options.variant), style, theme::TEXT));
            words.spawn(worded(board_about(&options.variant), TextStyle::Small, theme::TEXT));
            let found_by = if options.is_public { say!("new-room-public") } else { say!("new-room-by-link") };
            let facts = say!(
                "room-facts",
                clock = room_terms(options.clock, options.start, options.swap, &options.variant),
                found = found_by
            );
            words.spawn(worded(facts, TextStyle::Small, theme::QUIET_TEXT));
        });
    });
}

fn spawn_seats(pane: &mut ChildSpawnerCommands, online: &Online) {
    room_seats::spawn(pane);
    pane.spawn(part()).with_children(|part| {
        part.spawn(heading(say!("online-your-name")));
        own_name::spawn(part, online, percent(100));
    });
    pane.spawn(connection_line());
}

fn spawn_footer(screen: &mut ChildSpawnerCommands, is_wide: bool) {
    let footer = Node::wrapping_row(theme::GAP, 6).wrap(FlexWrap::WrapReverse).centred().fixed();
    screen.spawn((Pickable::IGNORE, footer)).with_children(|footer| {
        let status = (RoomStatusText, worded("", TextStyle::Body, theme::TEXT));
        let leave = Navigate::To(Screen::Lobby);
        footer.spawn(button(say!("room-leave"), say!("room-leave-label"), ButtonKind::Plain, px(110), leave));
        let ready = |width, grow| {
            (ReadyContainer, Pickable::IGNORE, Node { width, flex_grow: grow, height: px(theme::TOUCH), ..default() })
        };
        if is_wide {
            let place = Node::default().justify(JustifyContent::FlexEnd).min_width(px(0)).fill();
            footer.spawn((Pickable::IGNORE, place, children![status]));
            footer.spawn(ready(px(240), 0.0));
        } else {
            footer.spawn(ready(px(0), 1.0));
            // On a line of its own above the buttons.
            let place = Node::default().justify(JustifyContent::Center).width(percent(100));
            footer.spawn((Pickable::IGNORE, place, children![status]));
        }
    });
}

/// Status before the match: the reason for waiting, or a hint at what to do.
fn room_status(online: &Online) -> Phrase {
    if let Some(trouble) = &online.trouble {
        return trouble.clone();
    }
    let Some(room) = online.room() else { return say!("lobby-entering") };
    if room.phase() == Phase::Closed {
        return say!("room-closed");
    }
    let seats = || room.players().into_iter().map(|player| (player, &room.seats()[player]));
    let free = seats().filter(|(_, seat)| seat.is_empty()).count();
    let own = online.own_seat().and_then(|player| room.seats()[player].human.as_ref());
    match own {
        None if free == 0 => say!("room-seats-taken"),
        None if room.is_locked() => say!("room-is-locked"),
        None => say!("room-take-a-seat"),
        Some(_) if free > 0 => say!("room-waits-for-players", count = free),
        Some(own) if !own.ready => say!("room-press-ready"),
        Some(_) => {
            let is_not_ready = |seat: &RoomSeat| seat.human.as_ref().is_some_and(|human| !human.ready);
            let names = seats().filter(|(_, seat)| is_not_ready(seat)).map(|(player, seat)| seat_name(player, seat));
            let names: Vec<Phrase> = names.collect();
            say!("room-waits-for-ready", players = Phrase::list(names))
        }
    }
}

fn report_status(online: Res<Online>, mut status: ResMut<ScreenStatus>) {
    status.set_if_neq(room_status(&online).into());
}

fn show_status(online: Res<Online>, mut texts: Query<&mut Worded, With<RoomStatusText>>) {
    for mut text in &mut texts {
        text.set_if_neq(Worded(room_status(&online)));
    }
}

/// Shows the button with its effect as the caption: to be ready, or no longer ready.
fn show_ready(
    online: Res<Online>,
    places: Containers<ReadyContainer>,
    mut shown: Local<Option<bool>>,
    mut commands: Commands,
) {
    let own = online.own_seat().and_then(|player| online.room()?.seats()[player].human.as_ref());
    let wanted = own.filter(|_| online.room().is_some_and(|room| room.phase() == Phase::Waiting)).map(|own| own.ready);
    respawn(places, &mut *shown, wanted, &mut commands, |place, wanted| {
        if let Some(ready) = *wanted {
            let caption = if ready { say!("room-not-ready") } else { say!("room-ready") };
            let kind = if ready { ButtonKind::Plain } else { ButtonKind::Main };
            let request = OnlineCommand::Ask(Action::SetReady { ready: !ready });
            place.spawn(captioned_button(caption, kind, percent(100), request));
        }
    });
}
