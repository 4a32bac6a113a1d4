//! The screens of online play, as they stand in each state of what is known: what they say, what each button asks for,
//! where the keyboard goes. There is no network: rooms are built by their events.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use irogaeshi::game::{
    Connection, MatchSetup, Navigate, NewSeat, Notice, OnPress, Online, OnlineCommand, Overlay, RoomSetup,
    RoomSetupCommand, Screen,
};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{Action, ListedSeat, Phase, PlayerName, RoomLink, RoomListing, Taken};
use irogaeshi::rules::{Player, Variant};

use crate::harness::{ANNA, BEN, ME, TestGame, TestRoom, at_once, connected};

const FISCHER: Option<TimeControl> = Some(TimeControl::Fischer { base_ms: 180_000, increment_ms: 2_000 });

/// Two public rooms.
pub(crate) fn listed() -> Vec<RoomListing> {
    let room = |board: &str, code: &str, clock, taken: Vec<Taken>| {
        let variant = Variant::built_in(board).expect("is built in");
        let players = variant.everybody().into_iter();
        let seats = players.zip(taken).map(|(player, taken)| ListedSeat { player, taken }).collect();
        RoomListing { code: code.parse().expect("a code"), variant: variant.into(), clock, seats }
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

/// A game in a window, on the screen where players find each other, that knows this.
pub(crate) fn lobby(width: u32, height: u32, online: Online) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    *game.settings() = at_once();
    open_lobby(&mut game, online);
    game
}

pub(crate) fn open_lobby(game: &mut TestGame, online: Online) {
    game.act(Navigate::To(Screen::Lobby));
    game.steps(3);
    game.know(online);
    assert_eq!(game.screen(), Screen::Lobby);
}

/// A room of this device in which Anna sits, and waits for nobody else to be seen.
pub(crate) fn waiting_room(board: &str) -> TestRoom {
    let mut room = TestRoom::new(ME, board, FISCHER);
    room.sit(ME, Player::Black, "Mia").sit(ANNA, Player::White, "Anna");
    room
}

fn in_room(room: &TestRoom, device: u128) -> TestGame {
    let mut game = lobby(1280, 800, connected());
    game.know(room.known_at(device));
    game.run_until("the room is seen", 10, |game| game.screen() == Screen::Room);
    game.steps(5);
    game
}

/// What a button writes.
fn asks(game: &mut TestGame, label: &str) -> OnlineCommand {
    on_press(game, label).message::<OnlineCommand>().expect("it asks something of online play").clone()
}

fn on_press(game: &mut TestGame, label: &str) -> OnPress {
    let world = game.world_mut();
    let mut buttons = world.query::<(&AccessibleLabel, &OnPress)>();
    let found: Vec<OnPress> =
        buttons.iter(world).filter(|(found, _)| found.0 == label).map(|(_, on_press)| on_press.clone()).collect();
    assert_eq!(found.len(), 1, "one button is called \"{label}\"; {:?}", labels(game));
    found[0].clone()
}

fn labels(game: &TestGame) -> Vec<String> {
    game.told().buttons.iter().map(|button| button.label.clone()).collect()
}

fn has_button(game: &TestGame, label: &str) -> bool {
    game.told().buttons.iter().any(|button| button.label == label)
}

/// What was asked of online play since this was last looked at.
fn asked(game: &mut TestGame) -> Vec<OnlineCommand> {
    game.heard().online
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
fn the_title_leads_to_where_players_find_each_other_and_escape_leads_back() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.steps(5);
    game.click_on("Play online");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Lobby);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn each_state_of_the_list_has_words_that_say_what_to_do() {
    let mut game = lobby(1280, 800, Online::default());
    assert_says(&mut game, "Without a server there are no rooms.");
    assert!(game.control("Play somebody").disabled);
    game.know(Online { connection: Connection::Opening, rooms: None, ..connected() });
    assert_says(&mut game, "Looking for rooms …");
    assert_says(&mut game, "Connecting …");
    game.know(connected());
    assert_says(&mut game, "Nobody is waiting now. Play somebody, and your room is listed here for others.");
    assert!(!game.control("Play somebody").disabled);
    let retry_at = game.world_mut().resource::<Time<Real>>().elapsed() + std::time::Duration::from_secs(5);
    game.know(Online { connection: Connection::Lost { attempts: 1, retry_at }, rooms: None, ..connected() });
    assert_says(&mut game, "The rooms are listed here once the connection is back.");
    assert_says(&mut game, "No connection. Next try in 5 s.");
    game.pass(std::time::Duration::from_secs(2));
    assert_says(&mut game, "No connection. Next try in 3 s.");
}

#[test]
fn rooms_are_listed_with_who_waits_and_pressing_one_joins_it() {
    let mut game = lobby(1280, 800, Online { rooms: Some(listed()), ..connected() });
    assert_says(&mut game, "Anna is waiting");
    let join = asks(&mut game, "Join Classic 8 × 8, 3 min + 2 s: Anna is waiting, 1 seat free");
    assert_eq!(join, OnlineCommand::Join(RoomLink { server: None, code: "KQ7M2XRT".parse().expect("a code") }));
    assert_says(&mut game, "Wilhelmina Marie and Greedy are there");
}

#[test]
fn the_big_button_plays_what_is_chosen() {
    let mut game = lobby(1280, 800, connected());
    game.choose_board("five");
    game.act(RoomSetupCommand::ChooseClock(FISCHER));
    game.steps(5);
    assert_says(&mut game, "Five");
    assert_says(&mut game, "3 min + 2 s");
    asked(&mut game);
    game.act(RoomSetupCommand::PlaySomebody);
    let wishes = asked(&mut game);
    let [OnlineCommand::PlaySomebody(room)] = &wishes[..] else { panic!("it plays somebody: {wishes:?}") };
    assert_eq!((room.variant.name(), room.clock), ("Five", FISCHER));
}

#[test]
fn a_code_or_a_link_is_typed_and_a_wrong_one_is_told() {
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
fn a_name_is_passed_on_once_nothing_more_is_typed() {
    let mut game = lobby(1280, 800, connected());
    game.click_on("Your name");
    asked(&mut game);
    game.type_keys("x");
    assert_eq!(asked(&mut game), []);
    game.pass(std::time::Duration::from_secs(1));
    let renamed = asked(&mut game);
    assert!(matches!(&renamed[..], [OnlineCommand::Rename(name)] if name.as_str().contains('x')), "{renamed:?}");
}

#[test]
fn a_room_is_made_with_the_seats_the_clock_and_the_visitors_that_are_chosen() {
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
    let wishes = asked(&mut game);
    let [OnlineCommand::Make(room)] = &wishes[..] else { panic!("it is made: {wishes:?}") };
    assert!(room.is_public && room.clock == FISCHER);
    assert!(matches!(room.seats[Player::White], NewSeat::Cpu(_)));
    assert_eq!(room.seats[Player::Black], NewSeat::Mine);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Lobby);
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
fn whoever_comes_into_a_room_sees_it_and_who_leaves_is_back_among_the_rooms() {
    let mut game = in_room(&waiting_room("classic-8"), ME);
    assert_says(&mut game, "KQ7M 2XRT");
    assert_says(&mut game, "https://play.example.org/#/room/KQ7M2XRT");
    assert_eq!(game.text_below("seat black").as_deref(), Some("Mia\nYou · Host · not ready"));
    assert_eq!(game.text_below("seat white").as_deref(), Some("Anna\nnot ready"));
    assert_eq!(asks(&mut game, "Leave the room"), OnlineCommand::Leave);
    asked(&mut game);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Lobby);
    assert_eq!(asked(&mut game), [OnlineCommand::Leave, OnlineCommand::Browse]);
}

#[test]
fn the_title_leads_back_to_a_room_that_was_not_left() {
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
    assert_eq!(asks(&mut game, "Free the seat of White"), ask(free));
    assert_eq!(asks(&mut game, "Lock"), ask(Action::SetLocked { locked: true }));
    assert_eq!(asks(&mut game, "Close the room"), ask(Action::Close));
    let sit = Action::TakeSeat { player: Player::Ash, name: PlayerName::nearest("Mia") };
    assert_eq!(asks(&mut game, "Sit down as Ash"), ask(sit));
    asked(&mut game);
    let fill = on_press(&mut game, "Fill with CPU players");
    game.activate(&fill);
    let filled = asked(&mut game);
    let seats = filled.iter().map(|wish| match wish {
        OnlineCommand::Ask(Action::SeatCpu { player, .. }) => *player,
        other => panic!("{other:?}"),
    });
    assert_eq!(seats.collect::<Vec<_>>(), [Player::Ash, Player::Cyan, Player::Yamabuki]);
    game.scroll_to("CPU player for Cyan");
    game.click_on("CPU player for Cyan");
    game.steps(5);
    let quiet = asks(&mut game, "Cyan: Quiet");
    assert_eq!(quiet, ask(Action::SeatCpu { player: Player::Cyan, cpu: "quiet".parse().expect("a key") }));
    game.act(quiet);
    game.steps(3);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
}

#[test]
fn a_guest_takes_changes_and_leaves_a_seat_and_decides_nothing_else() {
    let mut room = waiting_room("five");
    let mut game = in_room(&room, BEN);
    let sit = Action::TakeSeat { player: Player::Cyan, name: PlayerName::nearest("Mia") };
    assert_eq!(asks(&mut game, "Sit down as Cyan"), ask(sit));
    assert!(!has_button(&game, "Ready") && !has_button(&game, "Lock") && !has_button(&game, "CPU player for Cyan"));
    assert_eq!(game.status(), "Take a seat, or watch.");
    room.sit(BEN, Player::Cyan, "Ben");
    game.know(room.known_at(BEN));
    assert_eq!(asks(&mut game, "Get up"), ask(Action::Leave));
    assert!(has_button(&game, "Sit down as Ash"));
    assert!(!has_button(&game, "Free the seat of White"));
}

#[test]
fn what_is_waited_for_is_said_and_the_large_button_says_that_one_is_ready() {
    let mut room = waiting_room("classic-8");
    let mut game = in_room(&room, ME);
    assert_eq!(game.status(), "Press Ready to begin.");
    assert_eq!(game.focused().as_deref(), Some("Ready"));
    assert_eq!(asks(&mut game, "Ready"), ask(Action::SetReady { ready: true }));
    room.ready(ME);
    game.know(room.known_at(ME));
    assert_eq!(game.status(), "Waiting for Anna");
    assert_eq!(asks(&mut game, "Not ready"), ask(Action::SetReady { ready: false }));
    room.ask(ANNA, Action::Leave);
    game.know(room.known_at(ME));
    assert_eq!(game.status(), "Waiting for 1 more player");
    assert_eq!(game.spoken().news, "Anna has left.");
    room.sit(ANNA, Player::White, "Anna");
    game.know(room.known_at(ME));
    assert_eq!(game.spoken().news, "Anna sits down as White.");
    room.server(Action::SetAway { player: Player::White, away: true });
    game.know(room.known_at(ME));
    assert_eq!(game.spoken().news, "Anna is away.");
    assert_eq!(game.text_below("seat white").as_deref(), Some("Anna\naway"));
    room.ask(ME, Action::Close);
    game.know(room.known_at(ME));
    assert_eq!(game.status(), "The room is closed.");
    assert_eq!(room.room().phase(), Phase::Closed);
}

#[test]
fn a_connection_that_is_lost_and_comes_back_is_told() {
    let room = waiting_room("classic-8");
    let mut game = in_room(&room, ME);
    let retry_at = game.world_mut().resource::<Time<Real>>().elapsed() + std::time::Duration::from_secs(9);
    game.know(Online { connection: Connection::Lost { attempts: 2, retry_at }, ..room.known_at(ME) });
    assert_eq!(game.spoken().news, "The connection is lost. The game tries to get it back.");
    assert_eq!(game.screen(), Screen::Room);
    game.know(room.known_at(ME));
    assert_eq!(game.spoken().news, "The connection is back.");
}

#[test]
fn tab_walks_through_a_room_from_above_to_below() {
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
    let mut there = labels(&game);
    there.extend(game.told().fields.iter().map(|field| field.label.clone()));
    there.sort();
    assert_eq!(walked, there);
}

#[test]
fn a_link_is_copied() {
    let mut game = in_room(&waiting_room("classic-8"), ME);
    game.click_on("Copy the link");
    game.steps(3);
    // There may be no clipboard here, which is told as well.
    assert!(game.told().notice.is_some());
}
