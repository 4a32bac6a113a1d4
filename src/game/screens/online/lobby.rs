//! The lobby: quick play, a new room, joining by link, and the list of public rooms.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::{EndSystems, GameSystems};
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::{LocalServer, Online};
use crate::game::online::room_setup::{RoomSetup, RoomSetupCommand};
use crate::game::play::setup::MatchSetup;
use crate::game::play::terms::ColourAssignment;
use crate::game::screens::new_game::{fill, heading, pane_content, spawn_scrolling_pane};
use crate::game::screens::online::connection_line::connection_line;
use crate::game::screens::online::join::TypedLink;
use crate::game::screens::online::server_field::TypedServer;
use crate::game::screens::online::{join, local_server, own_name, room_list, server_field};
use crate::game::screens::pictured_row::spawn_pictured;
use crate::game::screens::{Containers, is_missing, part, respawn, row_of_panes, screen_root, window_column};
use crate::game::text::names::{played_name, room_terms};
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, button, captioned_button, mark};
use crate::game::ui::layout::{Layout, show_if};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::screen_status::ScreenStatus;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::ServerAddress;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LobbyArrangement>().add_systems(OnEnter(Screen::Lobby), focus_first);
    app.add_systems(
        Update,
        (
            (
                arrange,
                spawn_screen.run_if(resource_changed::<LobbyArrangement>.or_else(is_missing::<LobbyRoot>)),
                show_play,
            )
                .chain()
                .in_set(GameSystems::Show),
            (show_trouble, show_servers, show_offers).in_set(GameSystems::Look),
        )
            .run_if(in_state(Screen::Lobby)),
    );
    app.add_systems(Last, report_status.in_set(EndSystems::Status).run_if(in_state(Screen::Lobby)));
}

/// Focuses quick play. Without a server, the focus stays at the top, where the address is asked for.
fn focus_first(online: Res<Online>, mut refocus: ResMut<Refocus>) {
    refocus.0 = online.server.is_some().then(|| say!("lobby-play").identity());
}

fn report_status(online: Res<Online>, mut status: ResMut<ScreenStatus>) {
    status.set_if_neq(online.trouble.clone().unwrap_or_default().into());
}

/// Arrangement of the screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LobbyArrangement {
    /// Set if the list of rooms is beside the rest.
    is_wide: bool,
    server: ServerChoice,
    /// Set if a local server was asked for; its state is then shown first.
    has_local: bool,
    /// Set during the player's own match; nothing else can be started before it is over.
    is_playing: bool,
}

/// The connection to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ServerChoice {
    /// No server is chosen, so the screen asks for one first.
    #[default]
    None,
    /// Nobody in between can read the traffic.
    Private,
    /// Others can read the traffic, so the screen warns.
    Open,
}

impl ServerChoice {
    fn of(online: &Online) -> Self {
        match &online.server {
            None => Self::None,
            Some(server) if server.is_private() => Self::Private,
            Some(_) => Self::Open,
        }
    }
}

#[derive(Component)]
struct LobbyRoot;

/// Container of the buttons for servers used before.
#[derive(Component)]
struct ServersContainer;

/// Container of the board for quick play.
#[derive(Component)]
struct PlayedContainer;

/// Text that says why the last request failed.
#[derive(Component)]
struct TroubleText;

/// Minimum width for two panes side by side; below it, everything is in one column.
const MIN_WIDTH_FOR_PANES: f32 = 760.0;
const PICTURE: f32 = 84.0;

fn arrange(space: Res<LayoutSpace>, online: Res<Online>, mut arrangement: ResMut<LobbyArrangement>) {
    let (is_wide, server) = (space.0.x >= MIN_WIDTH_FOR_PANES, ServerChoice::of(&online));
    let is_playing = online.plays() && online.own_seat().is_some();
    let has_local = online.local != LocalServer::Off;
    arrangement.set_if_neq(LobbyArrangement { is_wide, server, has_local, is_playing });
}

fn spawn_screen(
    roots: Query<Entity, With<LobbyRoot>>,
    online: Res<Online>,
    arrangement: Res<LobbyArrangement>,
    (typed_link, typed_server): (Res<TypedLink>, Res<TypedServer>),
    mut commands: Commands,
) {
    let typed = Typed { link: &typed_link, server: &typed_server };
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let gap = 12.0;
    commands.spawn((LobbyRoot, screen_root(Screen::Lobby), window_column(gap))).with_children(|screen| {
        screen.spawn(heading(say!("lobby-heading")));
        let content = || Node { row_gap: px(20), ..pane_content() };
        screen.spawn((Pickable::IGNORE, row_of_panes(gap))).with_children(|body| {
            if arrangement.is_wide {
                let narrow = Node::default().width(percent(42)).max_width(px(480));
                spawn_scrolling_pane(body, narrow, content(), |pane| spawn_buttons(pane, &online, typed));
                spawn_scrolling_pane(body, Node::default().fill(), content(), room_list::spawn);
            } else {
                spawn_scrolling_pane(body, fill(), content(), |pane| {
                    spawn_buttons(pane, &online, typed);
                    room_list::spawn(pane);
                });
            }
        });
        screen.spawn((Pickable::IGNORE, Node::row(theme::GAP).centred().fixed())).with_children(|footer| {
            let back = Navigate::To(Screen::Title);
            footer.spawn(captioned_button(say!("new-game-back"), ButtonKind::Plain, px(110), back));
            let line = Node::default().justify(JustifyContent::FlexEnd).fill();
            footer.spawn((Pickable::IGNORE, line, children![connection_line()]));
        });
    });
}

/// Text typed so far, which must survive a rearrangement of the screen.
#[derive(Clone, Copy)]
struct Typed<'a> {
    link: &'a TypedLink,
    server: &'a TypedServer,
}

fn spawn_buttons(pane: &mut ChildSpawnerCommands, online: &Online, typed: Typed) {
    pane.spawn((TroubleText, worded("", TextStyle::Body, theme::BAD_MOVE)));
    if online.plays() && online.own_seat().is_some() {
        pane.spawn(part()).with_children(|part| {
            part.spawn(heading(say!("lobby-match-goes-on")));
            let back = say!("title-back-to-room");
            part.spawn(captioned_button(back, ButtonKind::Main, percent(100), OnlineCommand::Return));
        });
        return;
    }
    let is_asked_first = online.server.is_none();
    let is_local_first = is_asked_first || online.local != LocalServer::Off;
    if is_local_first {
        local_server::spawn(pane);
    }
    if is_asked_first {
        spawn_server(pane, online, typed.server);
    }
    pane.spawn(part()).with_children(|part| {
        part.spawn((PlayedContainer, Name::new("what is played"), Pickable::IGNORE, Node::row(14).centred()));
        part.spawn((Pickable::IGNORE, Node::wrapping_row(8, 8))).with_children(|row| {
            for (caption, kind, width, on_press) in [
                (say!("lobby-play"), ButtonKind::Main, percent(100), OnPress::new(RoomSetupCommand::PlaySomebody)),
                (say!("lobby-make"), ButtonKind::Plain, Val::Auto, Navigate::To(Screen::NewRoom).into()),
            ] {
                let mut button = row.spawn(captioned_button(caption, kind, width, on_press));
                button.entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
            }
        });
    });
    pane.spawn(part()).with_children(|part| {
        part.spawn(heading(say!("join-heading")));
        join::spawn(part, typed.link);
    });
    pane.spawn(part()).with_children(|part| {
        part.spawn(heading(say!("online-your-name")));
        own_name::spawn(part, online, percent(100));
    });
    if !is_asked_first {
        spawn_server(pane, online, typed.server);
    }
    if !is_local_first {
        local_server::spawn(pane);
    }
    if ServerChoice::of(online) == ServerChoice::Open {
        pane.spawn(worded(say!("server-not-private"), TextStyle::Body, theme::BAD_MOVE));
    }
}

/// Spawns the field for the server. The web page needs none: it uses the server that it was loaded from.
fn spawn_server(pane: &mut ChildSpawnerCommands, online: &Online, typed: &TypedServer) {
    if cfg!(not(target_arch = "wasm32")) {
        pane.spawn(part()).with_children(|part| {
            part.spawn(heading(say!("server-address")));
            if online.server.is_none() {
                part.spawn(worded(say!("server-needed"), TextStyle::Body, theme::QUIET_TEXT));
            }
            server_field::spawn(part, online, typed);
            let row = Node::wrapping_row(8, 8);
            part.spawn((ServersContainer, Name::new("servers used before"), Pickable::IGNORE, row));
        });
    }
}

/// Offers servers used before; updated when they change.
fn show_servers(
    online: Res<Online>,
    places: Containers<ServersContainer>,
    mut shown: Local<Vec<ServerAddress>>,
    mut commands: Commands,
) {
    if !online.is_changed() && places.iter().all(|(_, is_filled)| is_filled) {
        return;
    }
    let others = online.servers.iter().filter(|server| online.server.as_ref() != Some(server));
    let wanted: Vec<ServerAddress> = others.cloned().collect();
    respawn(places, &mut *shown, wanted, &mut commands, |row, servers| {
        for server in servers {
            let label = say!("server-use-again", server = server.place());
            let request = OnlineCommand::UseServer(server.clone());
            row.spawn(button(Phrase::verbatim(server.place()), label, ButtonKind::Plain, Val::Auto, request));
        }
    });
}

/// Shows the board and the clock of quick play; updated when they change.
fn show_play(
    setup: Res<MatchSetup>,
    rooms: Res<RoomSetup>,
    places: Query<(Entity, Has<Children>), With<PlayedContainer>>,
    mut commands: Commands,
) {
    let is_new = setup.is_changed() || rooms.is_changed();
    let Some((place, _)) = places.iter().find(|(_, is_filled)| is_new || !is_filled) else { return };
    let Ok(variant) = setup.variant() else { return };
    commands.entity(place).despawn_children().with_children(|row| {
        let terms = rooms.terms(&variant);
        let variant = terms.variant(variant);
        spawn_pictured(row, (variant.board(), variant.tints()), PICTURE, |words| {
            words.spawn(worded(played_name(&variant), TextStyle::Strong, theme::TEXT));
            let terms = room_terms(rooms.clock, terms.start, terms.sides == ColourAssignment::Swap, &variant);
            words.spawn(worded(terms, TextStyle::Small, theme::QUIET_TEXT));
            let change = Navigate::To(Screen::NewRoom);
            let change = button(say!("lobby-change"), say!("lobby-change-label"), ButtonKind::Plain, Val::Auto, change);
            // Only as wide as its caption.
            words.spawn(change).entry::<Node>().and_modify(|mut node| node.align_self = AlignSelf::FlexStart);
        });
    });
}

fn show_trouble(online: Res<Online>, mut texts: Query<(&mut Worded, &mut Node), With<TroubleText>>) {
    let is_entering = online.room.is_some() && online.room().is_none();
    let words = match &online.trouble {
        Some(trouble) => trouble.clone(),
        None if is_entering => say!("lobby-entering"),
        None => Phrase::nothing(),
    };
    for (mut text, mut node) in &mut texts {
        show_if(!words.is_nothing(), &mut node);
        text.set_if_neq(Worded(words.clone()));
    }
}

/// Disables quick play and new rooms without a server.
fn show_offers(
    online: Res<Online>,
    buttons: Query<(Entity, &OnPress, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, on_press, is_disabled) in &buttons {
        let plays = on_press.message() == Some(&RoomSetupCommand::PlaySomebody);
        if plays || on_press.message() == Some(&Navigate::To(Screen::NewRoom)) {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, online.server.is_none());
        }
    }
}
