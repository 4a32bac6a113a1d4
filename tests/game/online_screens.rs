//! The screens of online play in each state: their words, the commands of their buttons, and the keyboard focus. There
//! is no network: rooms are built by their events.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use irogaeshi::game::{
    ConnectionStatus, LocalServer, LocalServerCommand, MatchSetup, Navigate, NewGameTab, NewSeat, OnPress, Online,
    OnlineCommand, Overlay, RoomReaction, RoomSetup, RoomSetupCommand, Screen, ShowTab,
};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{Action, ListedSeat, Phase, PlayerName, Reaction, RoomLink, RoomListing, Taken};
use irogaeshi::rules::{Player, Start, Variant, XOT_PLIES};

use crate::harness::{ANNA, BEN, ME, TestGame, TestRoom, at_once, connected};

const FISCHER: Option<TimeControl> = Some(TimeControl::Fischer { base_ms: 180_000, increment_ms: 2_000 });

/// Two public rooms.
pub(crate) fn listed() -> Vec<RoomListing> {
    let room = |board: &str, code: &str, clock, taken: Vec<Taken>| {
        let variant = Variant::built_in(board).expect("is built in");
        let players = variant.everybody().into_iter();
        let seats = players.zip(taken).map(|(player, taken)| ListedSeat { player, taken }).collect();
        RoomListing {
            code: code.parse().expect("a code"),
            variant: variant.into(),
            clock,
            start: Start::Normal,
            swap: false,
            seats,
        }
    };
    let human = |name: &str| Taken::Human(PlayerName::nearest(name));
    vec![
        room("classic-8", "KQ7M2XRT", FISCHER, vec![human("Anna"), Taken::No]),
        room(
            "five",
            "ABCDEFGH",
            None,
            vec![
                human("Wilhelmina Marie"),
                Taken::No,
                Taken::Cpu("greedy".parse().expect("a key")),
                Taken::No,
                Taken::No,
            ],
        ),
    ]
}

/// A game in a window, in the lobby, with this state of online play.
pub(crate) fn lobby(width: u32, height: u32, online: Online) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    *game.settings() = at_once();
    open_lobby(&mut game, online);
    game
}

pub(crate) fn open_lobby(game: &mut TestGame, online: Online) {
    game.act(Navigate::To(Screen::Lobby));
    game.steps(3);
    game.set_online(online);
    assert_eq!(game.screen(), Screen::Lobby);
}

/// A room of this device in which Anna has a seat, too.
pub(crate) fn waiting_room(board: &str) -> TestRoom {
    let mut room = TestRoom::new(ME, board, FISCHER);
    room.sit(ME, Player::Black, "Mia").sit(ANNA, Player::White, "Anna");
    room
}

fn in_room(room: &TestRoom, device: u128) -> TestGame {
    let mut game = lobby(1280, 800, connected());
    game.set_online(room.known_at(device));
    game.run_until("the room is seen", 10, |game| game.screen() == Screen::Room);
    game.steps(5);
    game
}

/// The online command of a button.
fn asks(game: &mut TestGame, label: &str) -> OnlineCommand {
    on_press(game, label).message::<OnlineCommand>().expect("it asks something of online play").clone()
}

fn on_press(game: &mut TestGame, label: &str) -> OnPress {
    let world = game.world_mut();
    let mut buttons = world.query::<(&AccessibleLabel, &OnPress)>();
    let found: Vec<OnPress> =
        buttons.iter(world).filter(|(found, _)| found.0 == label).map(|(_, on_press)| on_press.clone()).collect();
    assert_eq!(found.len(), 1, "one button is called \"{label}\"; {:?}", game.labels());
    found[0].clone()
}

fn has_button(game: &TestGame, label: &str) -> bool {
    game.report().buttons.iter().any(|button| button.label == label)
}

/// Online commands since the last call.
fn asked(game: &mut TestGame) -> Vec<OnlineCommand> {
    game.take_messages().online
}

fn texts(game: &mut TestGame) -> Vec<String> {
    let world = game.world_mut();
    let mut texts = world.query::<(&Text, &InheritedVisibility)>();
    texts.iter(world).filter(|(_, seen)| seen.get()).map(|(text, _)| text.0.clone()).collect()
}

fn assert_says(game: &mut TestGame, words: &str) {
    let texts = texts(game);
    assert!(texts.iter().any(|text| text == words), "\"{words}\" is not among {texts:?}");
}

fn ask(action: Action) -> OnlineCommand {
    OnlineCommand::Ask(action)
}

#[test]
fn the_title_leads_to_the_lobby_and_escape_back() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.steps(5);
    game.click_on("Online");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Lobby);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn each_state_of_the_list_has_instructions() {
    let mut game = lobby(1280, 800, Online::default());
    assert_says(&mut game, "Without a server there are no rooms.");
    assert!(game.control("Play somebody").disabled);
    game.set_online(Online { connection: ConnectionStatus::Opening, rooms: None, ..connected() });
    assert_says(&mut game, "Looking for rooms …");
    assert_says(&mut game, "Connecting …");
    game.set_online(connected());
    assert_says(&mut game, "Nobody is waiting now. Play somebody, and your room is listed here for others.");
    assert!(!game.control("Play somebody").disabled);
    let retry_at = game.world_mut().resource::<Time<Real>>().elapsed() + Duration::from_secs(5);
    game.set_online(Online {
        connection: ConnectionStatus::Lost { attempts: 1, retry_at },
        rooms: None,
        ..connected()
    });
    assert_says(&mut game, "The rooms are listed here once the connection is back.");
    assert_says(&mut game, "No connection. Next try in 5 s.");
    game.pass(Duration::from_secs(2));
    assert_says(&mut game, "No connection. Next try in 3 s.");
}

#[test]
fn rooms_are_listed_with_waiting_players_and_joined_by_a_press() {
    let mut game = lobby(1280, 800, Online { rooms: Some(listed()), ..connected() });
    assert_says(&mut game, "Anna is waiting");
    let join = asks(&mut game, "Join Classic 8 × 8, 3 min + 2 s: Anna is waiting, 1 seat free");
    assert_eq!(join, OnlineCommand::Join(RoomLink { server: None, code: "KQ7M2XRT".parse().expect("a code") }));
    assert_says(&mut game, "Wilhelmina Marie and Greedy are there");
}

#[test]
fn the_large_button_looks_for_a_match_with_the_chosen_options() {
    let mut game = lobby(1280, 800, connected());
    game.choose_board("five");
    game.act(RoomSetupCommand::ChooseClock(FISCHER));
    game.steps(5);
    assert_says(&mut game, "Five");
    assert_says(&mut game, "3 min + 2 s");
    asked(&mut game);
    game.act(RoomSetupCommand::PlaySomebody);
    let commands = asked(&mut game);
    let [OnlineCommand::PlaySomebody(room)] = &commands[..] else { panic!("it looks for a match: {commands:?}") };
    assert_eq!((room.variant.name(), room.clock), ("Five", FISCHER));
}

#[test]
fn a_code_or_a_link_is_typed_and_a_wrong_one_is_refused() {
    let mut game = lobby(1280, 800, connected());
    game.click_on("Code or link");
    game.type_keys("nonsense");
    asked(&mut game);
    game.click_on("Join the room");
    assert_says(&mut game, "This is not a room. A code has eight letters and digits, and a link ends with one.");
    assert_eq!(asked(&mut game), []);
    game.click_on("Code or link");
    for _ in 0..8 {
        game.press(Key::Backspace);
    }
    game.type_keys("kq7m");
    game.press(Key::Space);
    game.type_keys("2xrt");
    game.click_on("Join the room");
    let join = OnlineCommand::Join(RoomLink { server: None, code: "KQ7M2XRT".parse().expect("a code") });
    assert_eq!(asked(&mut game), [join]);
}

#[test]
fn a_link_is_pasted_with_the_end_of_its_line() {
    let mut game = lobby(1280, 800, connected());
    game.click_on("Code or link");
    let field = game.world_mut().resource::<InputFocus>().get().expect("the field has the focus");
    let mut text = game.world_mut().get_mut::<EditableText>(field).expect("it is a field");
    text.queue_edit(TextEdit::Insert("https://play.example.org/#/room/KQ7M2XRT\r\n".into()));
    game.steps(3);
    asked(&mut game);
    game.click_on("Join the room");
    let commands = asked(&mut game);
    assert!(
        matches!(&commands[..], [OnlineCommand::Join(link)] if link.code.to_string() == "KQ7M2XRT"),
        "{commands:?}"
    );
}

#[test]
fn enter_joins_the_typed_room() {
    let mut game = lobby(1280, 800, connected());
    game.click_on("Code or link");
    game.type_keys("kq7m2xrt");
    asked(&mut game);
    game.press(Key::Enter);
    game.steps(2);
    let join = OnlineCommand::Join(RoomLink { server: None, code: "KQ7M2XRT".parse().expect("a code") });
    assert_eq!(asked(&mut game), [join]);
}

#[test]
fn without_a_server_the_choices_of_servers_come_first() {
    let servers = ["https://play.example.org", "192.168.1.20:7878"].map(|text| text.parse().expect("an address"));
    let mut game = lobby(1280, 800, Online { servers: servers.to_vec(), ..default() });
    assert_says(&mut game, "Play in this network");
    assert!(game.control("Play somebody").disabled && game.control("Make a room").disabled);
    let start = on_press(&mut game, "Start a server here");
    assert_eq!(start.message(), Some(&LocalServerCommand::Start));
    let again = asks(&mut game, "Connect to 192.168.1.20:7878 again");
    assert_eq!(again, OnlineCommand::UseServer(servers[1].clone()));
    let address = servers[1].clone();
    let local = LocalServer::Running { address: address.clone(), is_in_network: true, has_page: true };
    game.set_online(Online { local, server: Some(address), ..connected() });
    assert_says(&mut game, "Others in your network open this address in a browser, or scan the picture.");
    assert_eq!(game.text_below("link").as_deref(), Some("http://\n192.168.1.20:7878"));
    assert_eq!(on_press(&mut game, "Stop the server").message(), Some(&LocalServerCommand::Stop));
    assert!(!game.control("Make a room").disabled);
}

#[test]
fn the_title_says_what_online_play_needs() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.steps(5);
    assert_says(&mut game, "In your network, or on a server");
}

#[test]
fn an_unencrypted_connection_causes_a_warning() {
    let warning = |game: &mut TestGame| texts(game).iter().any(|text| text.contains("is not encrypted"));
    for (server, is_warned) in [
        ("http://play.example.org", true),
        ("https://play.example.org", false),
        ("http://192.168.1.20:7878", false),
        ("http://localhost:7878", false),
    ] {
        let mut game = lobby(1280, 800, Online { server: Some(server.parse().expect("an address")), ..connected() });
        assert_eq!(warning(&mut game), is_warned, "{server}");
    }
}

#[test]
fn the_field_shows_the_typed_text() {
    let mut game = lobby(1280, 800, connected());
    game.click_on("Code or link");
    game.type_keys("kq7m2xrt");
    game.resize(700, 800);
    game.steps(5);
    let typed = |game: &TestGame| game.report().fields.iter().map(|field| field.text.clone()).collect::<Vec<_>>();
    assert_eq!(typed(&game)[0], "kq7m2xrt", "the screen is arranged anew");
    game.press(Key::Escape);
    game.steps(3);
    open_lobby(&mut game, connected());
    assert_eq!(typed(&game)[0], "");
    asked(&mut game);
    game.click_on("Join the room");
    assert_eq!(asked(&mut game), [], "nothing is typed");
}

#[test]
fn a_name_is_sent_once_typing_has_stopped() {
    let mut game = lobby(1280, 800, connected());
    game.click_on("Your name");
    asked(&mut game);
    game.type_keys("x");
    assert_eq!(asked(&mut game), []);
    game.pass(Duration::from_secs(1));
    let renamed = asked(&mut game);
    assert!(matches!(&renamed[..], [OnlineCommand::Rename(name)] if name.as_str().contains('x')), "{renamed:?}");
}

#[test]
fn a_room_is_created_with_the_chosen_options() {
    let mut game = lobby(1280, 800, connected());
    game.choose_board("classic-8");
    game.click_on("Make a room");
    game.steps(5);
    assert_eq!(game.screen(), Screen::NewRoom);
    game.scroll_to("White: CPU");
    game.click_on("White: CPU");
    game.scroll_to("Clock: 3 min + 2 s");
    game.click_on("Clock: 3 min + 2 s");
    game.scroll_to("Everybody");
    game.click_on("Everybody");
    game.steps(3);
    assert!(game.control("Everybody").chosen && game.control("White: CPU").chosen);
    asked(&mut game);
    game.act(RoomSetupCommand::Make);
    let commands = asked(&mut game);
    let [OnlineCommand::Make(room)] = &commands[..] else { panic!("it is made: {commands:?}") };
    assert!(room.is_public && room.clock == FISCHER);
    assert!(matches!(room.seats[Player::White], NewSeat::Cpu(_)));
    assert_eq!(room.seats[Player::Black], NewSeat::Mine);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Lobby);
}

#[test]
fn a_new_room_offers_the_terms_that_suit_its_board() {
    let mut game = lobby(320, 568, connected());
    game.choose_board("classic-8");
    game.act(Navigate::To(Screen::NewRoom));
    game.act(ShowTab(NewGameTab::Players));
    game.steps(5);
    assert!(game.control("Start: Normal").chosen && game.control("Corners for Black: None").chosen);
    let make = |game: &mut TestGame| {
        asked(game);
        game.act(RoomSetupCommand::Make);
        let commands = asked(game);
        let [OnlineCommand::Make(room)] = &commands[..] else { panic!("it is made: {commands:?}") };
        room.clone()
    };
    game.press_on("Start: XOT");
    assert!(game.control("Start: XOT").chosen);
    assert_eq!(make(&mut game).start, Start::Xot);
    assert!(game.control("Colours: As seated").chosen);
    game.press_on("Colours: Swap after two moves");
    game.press_on("Start: Random");
    let room = make(&mut game);
    assert_eq!((room.start, room.swap), (Start::Even, true));
    game.press_on("Corners for Black: 2");
    assert!(game.control("Start: Normal").chosen, "corners are given in the usual position");
    let room = make(&mut game);
    assert_eq!(
        (room.start, room.variant.given_corners(), room.variant.name(), room.swap),
        (Start::Normal, Some(2), "Classic 8 × 8", true)
    );
    game.act(Navigate::To(Screen::Lobby));
    game.steps(5);
    assert_says(&mut game, "10 min + 5 s · 2 corners for Black · swap after two moves");
    game.choose_board("classic-10");
    game.act(Navigate::To(Screen::NewRoom));
    game.act(ShowTab(NewGameTab::Players));
    game.steps(5);
    assert!(has_button(&game, "Start: Random") && !has_button(&game, "Start: XOT"));
    assert!(!has_button(&game, "Corners for Black: 2"));
    game.choose_board("five");
    game.act(Navigate::To(Screen::NewRoom));
    game.act(ShowTab(NewGameTab::Players));
    game.steps(5);
    assert!(!has_button(&game, "Start: XOT") && !has_button(&game, "Corners for Black: 2"));
    let room = make(&mut game);
    assert!(!has_button(&game, "Colours: Swap after two moves"));
    assert_eq!((room.start, room.variant.given_corners(), room.swap), (Start::Normal, None, false));
}

#[test]
fn an_xot_match_of_a_room_begins_after_its_opening() {
    let mut room = TestRoom::with_start(ME, "classic-8", FISCHER, Start::Xot);
    room.sit(ME, Player::Black, "Mia").sit(ANNA, Player::White, "Anna");
    let mut game = in_room(&room, ME);
    assert_says(&mut game, "3 min + 2 s · XOT · Only with the link");
    room.ready(ME).ready(ANNA);
    game.set_online(room.known_at(ME));
    game.run_until("the match is shown", 20, |game| game.screen() == Screen::Match && game.ply() == XOT_PLIES);
    game.steps(5);
    assert_eq!(game.position().to_move(), Some(Player::Black));
    assert_eq!((game.game().first_ply(), game.game().time_of(0)), (XOT_PLIES, None));
    game.assert_shows_record();
}

#[test]
fn only_the_second_player_of_a_room_is_asked_about_the_swap() {
    let mut room = TestRoom::with_swap(ME, "classic-8");
    room.sit(ME, Player::White, "Mia").sit(ANNA, Player::Black, "Anna").ready(ME).ready(ANNA).play(2);
    let mut others = in_match(&room, ANNA);
    others.steps(5);
    assert!(others.text_below("swap question").is_none());
    assert_eq!(others.status(), "Mia may take over Black’s side");
    let mut game = in_match(&room, ME);
    game.steps(5);
    assert_eq!(game.status(), "Take over Black’s side?");
    asked(&mut game);
    game.press_on("Play Black");
    let action = Action::ChooseSide { player: Player::White, takes_over: true };
    assert_eq!(asked(&mut game), [OnlineCommand::Ask(action.clone())]);
    room.ask(ME, action);
    game.set_online(room.known_at(ME));
    game.steps(5);
    assert_eq!((game.game().you(), game.status()), (Some(Player::Black), "Your move".to_owned()));
}

#[test]
fn rematches_in_a_room_count_on() {
    let mut room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    for number in [1, 2] {
        assert_eq!(room.room().game().map(|game| game.number), Some(number));
        room.ask(ANNA, Action::Resign);
        game.set_online(room.known_at(ME));
        game.steps(10);
        let result = game.text_below("result").expect("the result is shown");
        assert_eq!(result.contains("2 games: ") && result.contains("Anna 0"), number == 2, "{result}");
        room.ask(ANNA, Action::SetRematch { agree: true }).ask(ME, Action::SetRematch { agree: true });
        game.set_online(room.known_at(ME));
        game.steps(10);
    }
    assert_eq!(game.game().series.games(), 2);
}

#[test]
fn a_minute_is_given_from_the_menu_on_clocks_that_grow() {
    let mut room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    asked(&mut game);
    game.act(Navigate::Open(Overlay::MatchMenu));
    game.steps(4);
    game.press_on("Give the others a minute");
    assert_eq!(asked(&mut game), [OnlineCommand::Ask(Action::GiveTime)]);
    room.ask(ME, Action::GiveTime);
    game.set_online(room.known_at(ME));
    game.steps(5);
    let left = |game: &TestGame, player| game.game().time_left(player, None).expect("there is a clock");
    assert!(left(&game, Player::White) >= left(&game, Player::Black) + 50_000);
}

#[test]
fn a_cpu_player_for_a_new_room_is_picked_from_the_list() {
    let mut game = lobby(1280, 800, connected());
    game.choose_board("classic-8");
    game.act(Navigate::To(Screen::NewRoom));
    game.steps(5);
    game.act(RoomSetupCommand::ChooseSeat(Player::White, NewSeat::Cpu("greedy".parse().expect("a CPU player"))));
    game.steps(5);
    game.click_on("CPU player for White");
    game.steps(5);
    game.scroll_to("White: Quiet");
    game.click_on("White: Quiet");
    game.steps(5);
    let variant = game.world_mut().resource::<MatchSetup>().variant().expect("a board");
    let seat = game.world_mut().resource::<RoomSetup>().seat(Player::White, &variant);
    assert_eq!(seat, NewSeat::Cpu("quiet".parse().expect("a CPU player")));
    assert_eq!(game.focused().as_deref(), Some("CPU player for White"));
}

#[test]
fn entering_shows_the_room_and_leaving_shows_the_list() {
    let mut game = in_room(&waiting_room("classic-8"), ME);
    assert_says(&mut game, "KQ7M 2XRT");
    // The code is a text of its own, so that no line breaks inside it.
    assert_eq!(game.text_below("link").as_deref(), Some("https://play.example.org/#/room/\nKQ7M2XRT"));
    assert_says(&mut game, "Room");
    assert_eq!(game.text_below("seat black").as_deref(), Some("You\nMia · Host · not ready"));
    assert_eq!(game.text_below("seat white").as_deref(), Some("Anna\nnot ready"));
    let leave = on_press(&mut game, "Leave the room");
    assert_eq!(leave.message(), Some(&Navigate::To(Screen::Lobby)), "it does what Escape does");
    asked(&mut game);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Lobby);
    assert_eq!(asked(&mut game), [OnlineCommand::Leave, OnlineCommand::Browse]);
}

#[test]
fn the_title_leads_back_to_the_current_room() {
    let mut game = in_room(&waiting_room("classic-8"), ME);
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    game.click_on("Back to the room");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Room);
}

#[test]
fn a_host_frees_seats_fills_them_and_locks_and_closes_the_room() {
    let mut room = TestRoom::new(ME, "five", None);
    room.sit(ME, Player::Black, "Mia").sit(ANNA, Player::White, "Anna");
    let mut game = in_room(&room, ME);
    let free = Action::FreeSeat { player: Player::White };
    assert_eq!(asks(&mut game, "Remove White"), ask(free));
    assert_eq!(asks(&mut game, "Lock"), ask(Action::SetLocked { locked: true }));
    assert_eq!(asks(&mut game, "Close the room"), ask(Action::Close));
    let sit = Action::TakeSeat { player: Player::Ash, name: PlayerName::nearest("Mia") };
    assert_eq!(asks(&mut game, "Sit down as Ash"), ask(sit));
    asked(&mut game);
    let fill = on_press(&mut game, "Fill with CPU players");
    game.activate(&fill);
    let filled = asked(&mut game);
    let seats = filled.iter().map(|command| match command {
        OnlineCommand::Ask(Action::SeatCpu { player, .. }) => *player,
        other => panic!("{other:?}"),
    });
    assert_eq!(seats.collect::<Vec<_>>(), [Player::Ash, Player::Cyan, Player::Yamabuki]);
    let mut after = waiting_room("five");
    for command in filled {
        let OnlineCommand::Ask(action) = command else { continue };
        after.ask(ME, action);
    }
    assert!(after.room().seats().iter().all(|(_, seat)| !seat.is_empty()), "the room takes them all");
    game.scroll_to("CPU player for Cyan");
    game.click_on("CPU player for Cyan");
    game.steps(5);
    let quiet = asks(&mut game, "Cyan: Quiet");
    assert_eq!(quiet, ask(Action::SeatCpu { player: Player::Cyan, cpu: "quiet".parse().expect("a key") }));
    game.press_on("Cyan: Quiet");
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
}

#[test]
fn a_guest_can_only_take_change_and_leave_a_seat() {
    let mut room = waiting_room("five");
    let mut game = in_room(&room, BEN);
    let sit = Action::TakeSeat { player: Player::Cyan, name: PlayerName::nearest("Mia") };
    assert_eq!(asks(&mut game, "Sit down as Cyan"), ask(sit));
    assert!(!has_button(&game, "Ready") && !has_button(&game, "Lock") && !has_button(&game, "CPU player for Cyan"));
    assert_eq!(game.status(), "Take a seat, or watch.");
    room.sit(BEN, Player::Cyan, "Ben");
    game.set_online(room.known_at(BEN));
    assert_eq!(asks(&mut game, "Get up"), ask(Action::Leave));
    assert!(has_button(&game, "Sit down as Ash"));
    assert!(!has_button(&game, "Remove White"));
}

#[test]
fn a_room_names_the_players_that_it_waits_for_and_the_large_button_reports_ready() {
    let mut alone = TestRoom::new(ME, "classic-8", FISCHER);
    alone.sit(ME, Player::Black, "Mia");
    assert_eq!(in_room(&alone, ME).status(), "Waiting for 1 more player");
    let mut room = waiting_room("classic-8");
    let mut game = in_room(&room, ME);
    assert_eq!(game.status(), "Press Ready to begin.");
    assert_eq!(game.focused().as_deref(), Some("Ready"));
    assert_eq!(asks(&mut game, "Ready"), ask(Action::SetReady { ready: true }));
    room.ready(ME);
    game.set_online(room.known_at(ME));
    assert_eq!(game.status(), "Waiting for Anna");
    assert_eq!(asks(&mut game, "Not ready"), ask(Action::SetReady { ready: false }));
    room.ask(ANNA, Action::Leave);
    game.set_online(room.known_at(ME));
    assert_eq!(game.status(), "Waiting for 1 more player");
    assert_eq!(game.spoken().news, "Anna has left.");
    room.sit(ANNA, Player::White, "Anna");
    game.set_online(room.known_at(ME));
    assert_eq!(game.spoken().news, "Anna sits down as White.");
    room.server(Action::SetAway { player: Player::White, away: true });
    game.set_online(room.known_at(ME));
    assert_eq!(game.spoken().news, "Anna is away.");
    assert_eq!(game.text_below("seat white").as_deref(), Some("Anna\naway"));
    room.ask(ME, Action::Close);
    game.set_online(room.known_at(ME));
    assert_eq!(game.status(), "The room is closed.");
    assert_eq!(room.room().phase(), Phase::Closed);
}

#[test]
fn losing_and_regaining_the_connection_is_announced() {
    let room = waiting_room("classic-8");
    let mut game = in_room(&room, ME);
    let retry_at = game.world_mut().resource::<Time<Real>>().elapsed() + Duration::from_secs(9);
    game.set_online(Online { connection: ConnectionStatus::Lost { attempts: 2, retry_at }, ..room.known_at(ME) });
    assert_eq!(game.spoken().news, "The connection is lost. The game tries to get it back.");
    assert_eq!(game.screen(), Screen::Room);
    game.set_online(room.known_at(ME));
    assert_eq!(game.spoken().news, "The connection is back.");
}

#[test]
fn tab_moves_through_a_room_from_top_to_bottom() {
    let mut game = in_room(&waiting_room("classic-8"), ME);
    let mut walked = Vec::new();
    for _ in 0..20 {
        game.press_tab(false);
        let focused = game.focused().expect("something has the focus");
        if walked.first() == Some(&focused) {
            break;
        }
        walked.push(focused);
    }
    walked.sort();
    let mut there = game.labels();
    there.extend(game.report().fields.iter().map(|field| field.label.clone()));
    there.sort();
    assert_eq!(walked, there);
}

#[test]
fn a_link_is_copied() {
    let mut game = in_room(&waiting_room("classic-8"), ME);
    game.click_on("Copy the link");
    game.steps(3);
    // There may be no clipboard here, which causes a notice as well.
    assert!(game.report().notice.is_some());
}

/// A room with a match between this device and Anna and, on a board for five, Ben and two CPU players.
pub(crate) fn playing_room(board: &str, moves: usize) -> TestRoom {
    let mut room = waiting_room(board);
    if board == "five" {
        room.sit(BEN, Player::Ash, "Ben");
        room.seat_cpu(ME, Player::Cyan, "greedy").seat_cpu(ME, Player::Yamabuki, "greedy");
        room.ready(BEN);
    }
    room.ready(ME).ready(ANNA).play(moves);
    room
}

/// Shows the match of a room as a device knows it.
pub(crate) fn open_match(game: &mut TestGame, online: Online) {
    open_lobby(game, connected());
    game.set_online(online);
    game.run_until("the match is seen", 30, |game| game.screen() == Screen::Match);
    game.steps(10);
}

fn in_match(room: &TestRoom, device: u128) -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    open_match(&mut game, room.known_at(device));
    game
}

/// All words of the line about the room.
fn line(game: &mut TestGame) -> String {
    game.text_below("room line").expect("the line has a place")
}

fn open_menu(game: &mut TestGame) {
    game.click_on("Menu");
    game.steps(5);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::MatchMenu);
}

#[test]
fn a_match_of_a_room_asks_the_other_players_instead_of_acting_alone() {
    let room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    assert_eq!(asks(&mut game, "Ask to undo"), ask(Action::AskTakeback { to_ply: 2 }));
    assert_eq!(asks(&mut game, "Ask for hints"), ask(Action::SetAdvice { agree: true }));
    assert_eq!(asks(&mut game, "Ask for analysis"), ask(Action::SetAdvice { agree: true }));
    assert!(!has_button(&game, "Undo") && !has_button(&game, "Restart"));
    open_menu(&mut game);
    asked(&mut game);
    game.click_on("Offer a draw");
    game.steps(3);
    assert_eq!(asked(&mut game), [ask(Action::OfferDraw)]);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
    open_menu(&mut game);
    game.click_on("Resign");
    game.steps(3);
    assert_says(&mut game, "Resign?");
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
    open_menu(&mut game);
    game.click_on("Resign");
    game.steps(3);
    asked(&mut game);
    game.click_on("Resign");
    game.steps(3);
    assert_eq!(asked(&mut game), [ask(Action::Resign)]);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
}

#[test]
fn requests_are_answered_in_a_line_without_the_keyboard_focus() {
    let mut room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    assert_eq!(line(&mut game), "");
    room.ask(ANNA, Action::AskTakeback { to_ply: 1 });
    game.set_online(room.known_at(ME));
    assert_eq!(line(&mut game), "Anna asks to undo back to move 2.\nAgree\nDecline");
    assert_eq!(game.spoken().news, "Anna asks to undo.");
    assert_eq!(asks(&mut game, "Agree"), ask(Action::AnswerTakeback { agree: true }));
    assert_eq!(asks(&mut game, "Decline"), ask(Action::AnswerTakeback { agree: false }));
    room.ask(ME, Action::AnswerTakeback { agree: false });
    room.ask(ANNA, Action::OfferDraw);
    game.set_online(room.known_at(ME));
    assert_eq!(line(&mut game), "Anna offers a draw.\nAgree\nDecline");
    assert_eq!(asks(&mut game, "Agree"), ask(Action::AnswerDraw { agree: true }));
    room.ask(ME, Action::AnswerDraw { agree: false });
    room.ask(ME, Action::OfferDraw);
    game.set_online(room.known_at(ME));
    assert_eq!(line(&mut game), "You offer a draw.\nWithdraw");
    assert_eq!(asks(&mut game, "Withdraw"), ask(Action::AnswerDraw { agree: false }));
    open_menu(&mut game);
    assert!(game.control("Offer a draw").disabled);
}

#[test]
fn hints_need_the_agreement_of_all_and_each_is_asked_once() {
    let mut room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    room.ask(ANNA, Action::SetAdvice { agree: true });
    game.set_online(room.known_at(ME));
    assert_eq!(line(&mut game), "Anna wants hints and analysis for everybody.\nAgree\nDecline");
    assert_eq!(asks(&mut game, "Agree"), ask(Action::SetAdvice { agree: true }));
    game.click_on("Decline");
    game.steps(5);
    assert_eq!(line(&mut game), "");
    assert!(!game.control("Ask for hints").disabled);
    room.ask(ME, Action::SetAdvice { agree: true });
    game.set_online(room.known_at(ME));
    assert!(has_button(&game, "Hint") && has_button(&game, "Analysis"));
}

#[test]
fn cards_show_the_own_seat_absences_and_replacements() {
    let mut room = playing_room("five", 3);
    let mut game = in_match(&room, ME);
    for words in ["You", "online", "Greedy"] {
        assert_says(&mut game, words);
    }
    room.now_ms += 5_000;
    room.server(Action::SetAway { player: Player::White, away: true });
    let started = game.world_mut().resource::<Time<Real>>().elapsed();
    let since = |room: &TestRoom, later_ms: u64| Online {
        server_time: Some((room.now_ms + later_ms, started)),
        ..room.known_at(ME)
    };
    let away = since(&room, 20_000);
    game.set_online(away);
    assert_says(&mut game, "away 0:20");
    assert_eq!(line(&mut game), "Anna has been away for 0:20.\nCPU in 0:40");
    assert!(game.control("Let a CPU player play on as White").disabled);
    let away = since(&room, 61_000);
    game.set_online(away);
    assert_says(&mut game, "away 1:01");
    assert_eq!(line(&mut game), "Anna has been away for 1:01.\nCPU plays on");
    assert!(!game.control("Let a CPU player play on as White").disabled);
    let give = ask(Action::GiveAbsentSeat { player: Player::White });
    assert_eq!(asks(&mut game, "Let a CPU player play on as White"), give);
    room.now_ms += 61_000;
    room.ask(ME, Action::GiveAbsentSeat { player: Player::White });
    game.set_online(room.known_at(ME));
    // Next to the clock, the card may have no space for the whole text.
    let texts = texts(&mut game);
    assert!(texts.iter().any(|text| text.starts_with("Greedy play")), "{texts:?}");
}

#[test]
fn a_lost_connection_is_shown_in_a_line() {
    let room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    let retry_at = game.world_mut().resource::<Time<Real>>().elapsed() + Duration::from_secs(4);
    game.set_online(Online { connection: ConnectionStatus::Lost { attempts: 3, retry_at }, ..room.known_at(ME) });
    assert_eq!(line(&mut game), "No connection. Next try in 4 s.");
    game.pass(Duration::from_secs(1));
    assert_eq!(line(&mut game), "No connection. Next try in 3 s.");
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
    game.set_online(room.known_at(ME));
    assert_eq!(line(&mut game), "The connection is back.");
    game.pass(Duration::from_secs(4));
    assert_eq!(line(&mut game), "");
}

#[test]
fn a_reaction_is_shown_at_the_card_briefly_and_spoken() {
    let room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    game.click_on("Say");
    game.steps(5);
    assert_eq!(asks(&mut game, "Good luck!"), OnlineCommand::React(Reaction::GoodLuck));
    assert_eq!(asks(&mut game, "Hide what others say"), OnlineCommand::Mute(true));
    asked(&mut game);
    game.click_on("Good luck!");
    game.steps(3);
    assert_eq!(asked(&mut game), [OnlineCommand::React(Reaction::GoodLuck)]);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
    let at = game.world_mut().resource::<Time<Real>>().elapsed();
    let reactions = vec![RoomReaction { player: Player::White, reaction: Reaction::Hello, at }];
    game.set_online(Online { reactions, ..room.known_at(ME) });
    assert_eq!(game.text_below("bubble white").as_deref(), Some("Hello!"));
    assert_eq!(game.spoken().news, "Anna says: Hello!");
    game.pass(Duration::from_secs(6));
    assert_eq!(game.text_below("bubble white"), None);
}

#[test]
fn spectators_are_told_that_they_watch_and_can_leave() {
    let room = playing_room("classic-8", 3);
    let mut game = in_match(&room, BEN);
    assert_eq!(line(&mut game), "You are watching.\nLeave");
    assert!(!has_button(&game, "Say"));
    open_menu(&mut game);
    assert!(!has_button(&game, "Resign") && !has_button(&game, "Offer a draw"));
    game.press(Key::Escape);
    game.steps(3);
    asked(&mut game);
    game.click_on("Leave");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Lobby);
    assert_eq!(asked(&mut game)[0], OnlineCommand::Leave);
}

#[test]
fn an_online_match_can_be_reached_again_from_the_title() {
    let room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    game.press(Key::Escape);
    game.steps(3);
    assert!(!has_button(&game, "Paste a game") && !has_button(&game, "Restart"), "a room has one match");
    game.click_on("Main menu");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title);
    assert_eq!(game.labels()[0], "Back to the room");
    assert!(!has_button(&game, "Continue"));
    game.click_on("Online");
    game.steps(5);
    assert_says(&mut game, "Your match goes on.");
    assert!(!has_button(&game, "Play somebody") && !has_button(&game, "Make a room"));
    game.press(Key::Escape);
    game.steps(3);
    game.click_on("Back to the room");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Match);
}

#[test]
fn a_rematch_starts_once_all_have_agreed() {
    let mut room = playing_room("classic-8", 3);
    let mut game = in_match(&room, ME);
    room.ask(ANNA, Action::Resign);
    game.set_online(room.known_at(ME));
    game.steps(10);
    assert_eq!(game.text_below("result").as_deref().map(|text| text.contains("Anna resigned")), Some(true));
    room.ask(ANNA, Action::SetRematch { agree: true });
    game.set_online(room.known_at(ME));
    let result = game.text_below("result").expect("the result is shown");
    assert!(result.contains("Anna wants a rematch."), "{result}");
    assert_eq!(game.spoken().news, "Anna wants another match.");
    room.ask(ME, Action::SetRematch { agree: true });
    assert_eq!(room.room().phase(), Phase::Playing, "another match has begun");
    game.set_online(room.known_at(ME));
    game.steps(10);
    assert_eq!((game.screen(), game.ply()), (Screen::Match, 0));
    assert_eq!(game.text_below("result"), None);
}
