//! Online play: games that meet in a room of a server, over a network that the test controls.

use std::time::Duration;

use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceCommand, AdviceKind, AdvicePermission, Catalogue, ConnectionStatus, Entry, Kind, MatchChange, MatchCommand,
    MemoryStore, Navigate, NewRoom, NewSeat, Online, OnlineCommand, Overlay, Phrase, Screen, Seat, SetupCommand, Store,
    ThinkingProgress,
};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{Action, Change, Phase, Reaction, RoomLink};
use irogaeshi::rules::{ByPlayer, Ending, Player, Start, Variant, XOT_PLIES};

use crate::dice::{any_legal_square, dice};
use crate::harness::network::{Answers, Network, name};
use crate::harness::{TestGame, at_once, classic, humans, played};

/// Maximum number of steps for anything that goes over the network.
const SOON: usize = 2_000;

/// A room for two on the smallest board.
pub(crate) fn for_two() -> NewRoom {
    let mut seats = ByPlayer::default();
    seats[Player::Black] = NewSeat::Mine;
    NewRoom {
        variant: Variant::classic(4).expect("a side").into(),
        clock: None,
        start: Start::Normal,
        swap: false,
        is_public: true,
        seats,
    }
}

/// A game at the title that knows the server and its player's name.
fn somebody(network: &Network, store: &MemoryStore, called: &str) -> TestGame {
    let mut game = network.game(store);
    game.world_mut().insert_resource(at_once());
    game.write(OnlineCommand::UseServer("server.test".parse().expect("an address")));
    game.write(OnlineCommand::Rename(name(called)));
    game.step();
    game
}

impl TestGame {
    fn online(&mut self) -> &Online {
        self.world_mut().resource::<Online>()
    }

    fn ask(&mut self, action: Action) {
        self.act(OnlineCommand::Ask(action));
    }

    fn trouble(&mut self) -> Option<String> {
        let trouble = self.online().trouble.clone()?;
        Some(self.words(&trouble))
    }

    fn words(&mut self, phrase: &Phrase) -> String {
        self.world_mut().resource::<Catalogue>().words(phrase)
    }
}

/// Steps all games until a condition holds.
fn until(games: &mut [&mut TestGame], what: &str, is_so: impl Fn(&mut [&mut TestGame]) -> bool) {
    for _ in 0..SOON {
        if is_so(games) {
            return;
        }
        for game in games.iter_mut() {
            game.step();
        }
    }
    panic!("timed out waiting until {what}: {:?}", games.iter_mut().map(|game| game.online()).collect::<Vec<_>>());
}

/// Returns whether every game knows the room as the server does, and shows its match.
fn all_agree(network: &Network, games: &mut [&mut TestGame]) -> bool {
    let room = network.server(|server| server.room(server.codes()[0]).clone());
    games.iter_mut().all(|game| {
        let is_known = game.online().room() == Some(&room);
        let record = room.game().map(|game| game.record.to_string());
        is_known && record.is_none_or(|record| game.game().record.to_string() == record)
    })
}

/// Two games in a room for two with a match begun: Anna plays Black, Ben White.
fn two_play(network: &Network, stores: &[MemoryStore; 2]) -> [TestGame; 2] {
    two_in(for_two(), network, stores)
}

/// Two games in a room with a match begun.
fn two_in(room: NewRoom, network: &Network, stores: &[MemoryStore; 2]) -> [TestGame; 2] {
    let mut anna = somebody(network, &stores[0], "Anna");
    let mut ben = somebody(network, &stores[1], "Ben");
    anna.act(OnlineCommand::Make(Box::new(room)));
    until(&mut [&mut anna], "Anna sits in her room", |games| games[0].online().own_seat() == Some(Player::Black));
    ben.act(OnlineCommand::Join(RoomLink { server: None, code: network.only_room() }));
    until(&mut [&mut ben], "Ben is in the room", |games| games[0].online().room().is_some());
    ben.ask(Action::TakeSeat { player: Player::White, name: name("Ben") });
    until(&mut [&mut anna, &mut ben], "Ben sits", |games| games[1].online().own_seat().is_some());
    anna.ask(Action::SetReady { ready: true });
    ben.ask(Action::SetReady { ready: true });
    until(&mut [&mut anna, &mut ben], "the match has begun", |games| {
        games.iter_mut().all(|game| game.screen() == Screen::Match && game.online().plays())
    });
    let mut both = [anna, ben];
    for game in &mut both {
        game.steps(3);
    }
    both
}

/// Begins a match in a room on a board with free passes, in which both pass.
pub(crate) fn two_pass(room: NewRoom) {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_in(room, &network, &stores);
    anna.act(MatchCommand::now(MatchChange::Pass));
    until(&mut [&mut anna, &mut ben], "Ben sees it", |games| all_agree(&network, games) && games[1].ply() == 1);
    assert_eq!(ben.game().human_to_move(), Some(Player::White));
    assert!(!anna.game().permissions().pass && ben.game().permissions().pass);
    ben.act(MatchCommand::now(MatchChange::Pass));
    until(&mut [&mut anna, &mut ben], "both know that it is over", |games| {
        all_agree(&network, games) && games.iter_mut().all(|game| game.game().ending() == Some(Ending::PlayedOut))
    });
    let is_pass = |change: &Change| matches!(change, Change::Passed { .. });
    let events = network.server(|server| server.events(server.codes()[0]).to_vec());
    assert_eq!(events.iter().filter(|event| is_pass(&event.change)).count(), 2);
}

/// Makes a legal move for the player to move, chosen by the seed.
fn move_on(games: &mut [&mut TestGame], seed: u64) {
    for game in games {
        if let Some(player) = game.game().human_to_move() {
            let square = any_legal_square(game.position(), &mut dice(seed)).expect("the game goes on");
            game.write(MatchCommand::place(game.game(), player, square));
            game.step();
            return;
        }
    }
    panic!("nobody here is to move");
}

/// Plays the match to its end.
fn play_out(network: &Network, games: &mut [&mut TestGame]) {
    let code = network.only_room();
    for seed in 0..200 {
        until(games, "all agree", |games| all_agree(network, games));
        if network.server(|server| server.room(code).phase()) == Phase::Over {
            return;
        }
        move_on(games, seed);
    }
    panic!("the match never ends");
}

#[test]
fn two_games_play_a_whole_match_and_have_the_same_record() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    assert_eq!((anna.game().seats[Player::Black], anna.game().seats[Player::White]), (Seat::Human, Seat::Remote));
    assert_eq!((ben.game().seats[Player::Black], ben.game().seats[Player::White]), (Seat::Remote, Seat::Human));
    assert_eq!(ben.game().names[Player::Black], "Anna");
    assert_eq!(anna.game().permissions().advice, AdvicePermission::No, "not unless all agree");
    play_out(&network, &mut [&mut anna, &mut ben]);
    assert_eq!(anna.game().record, ben.game().record);
    assert_eq!(anna.game().ending(), Some(Ending::PlayedOut));
}

#[test]
fn a_move_is_shown_at_once_and_reaches_the_others_soon() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    network.answers(Answers::Wait);
    move_on(&mut [&mut anna], 1);
    assert_eq!(anna.ply(), 1);
    network.answers(Answers::Arrive);
    until(&mut [&mut anna, &mut ben], "Ben sees it", |games| games[1].ply() == 1);
    assert_eq!(network.count_sent("\"do\":\"move\""), 1);
}

#[test]
fn a_click_during_another_players_turn_does_nothing() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [_anna, mut ben] = two_play(&network, &stores);
    let square = any_legal_square(ben.position(), &mut dice(1)).expect("Black can move");
    ben.write(MatchCommand::place(ben.game(), Player::Black, square));
    ben.steps(5);
    assert_eq!((ben.ply(), network.count_sent("\"do\":\"move\"")), (0, 0));
}

/// Number of stored moves of the room's match.
fn moves_stored(network: &Network) -> usize {
    let code = network.only_room();
    network.server(|server| {
        server.events(code).iter().filter(|event| matches!(event.change, Change::Moved { .. })).count()
    })
}

#[test]
fn a_refused_move_is_undone_with_a_message() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    network.answers(Answers::Wait);
    ben.ask(Action::Resign);
    move_on(&mut [&mut anna], 1);
    anna.steps(5);
    assert_eq!(anna.ply(), 1, "she cannot know yet");
    network.answers(Answers::Arrive);
    until(&mut [&mut anna, &mut ben], "the match is over", |games| {
        games.iter_mut().all(|game| game.game().ending() == Some(Ending::Resigned(Player::White)))
    });
    anna.steps(3);
    assert_eq!((anna.ply(), anna.game().forfeits.len()), (0, 1));
    assert_eq!(anna.notice().as_deref(), Some("Your move was taken back. No match is being played."));
}

#[test]
fn all_devices_have_the_same_record_despite_network_failures() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    network.answers(Answers::ArriveTwice);
    let code = network.only_room();
    for seed in 0_u64.. {
        let games = &mut [&mut anna, &mut ben];
        until(games, "all agree", |games| all_agree(&network, games));
        if network.server(|server| server.room(code).phase()) == Phase::Over {
            break;
        }
        // The request is lost on its way, or its answer is, or nothing is.
        network.set_down(seed % 3 == 0);
        network.answers(if seed % 3 == 1 { Answers::GetLost } else { Answers::ArriveTwice });
        move_on(games, seed);
        for game in games.iter_mut() {
            game.steps(3);
        }
        let is_cut = seed % 3 < 2;
        network.set_down(is_cut);
        for game in games.iter_mut() {
            game.steps(2);
        }
        if is_cut {
            let is_lost = |game: &mut TestGame| matches!(game.online().connection, ConnectionStatus::Lost { .. });
            assert!(games.iter_mut().all(|game| is_lost(game)));
        }
        network.set_down(false);
        network.answers(Answers::ArriveTwice);
    }
    assert_eq!(anna.game().record, ben.game().record);
    assert_eq!(moves_stored(&network), anna.ply());
}

#[test]
fn a_reloaded_game_returns_to_its_seat() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    move_on(&mut [&mut anna], 1);
    until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
    drop(anna);
    until(&mut [&mut ben], "Ben sees that Anna is gone", |games| games[0].online().presence.players == [Player::White]);
    let mut anna = network.game(&stores[0]);
    anna.world_mut().insert_resource(at_once());
    until(&mut [&mut anna, &mut ben], "Anna is back", |games| {
        games[0].screen() == Screen::Match && all_agree(&network, games)
    });
    assert_eq!(anna.online().name, name("Anna"));
    assert_eq!(anna.game().seats[Player::Black], Seat::Human);
    play_out(&network, &mut [&mut anna, &mut ben]);
    assert_eq!(moves_stored(&network), anna.ply());
}

#[test]
fn two_windows_on_one_computer_are_different_players_even_after_a_restart() {
    let (network, store) = (Network::default(), MemoryStore::default());
    let [anna, mut ben] = two_play(&network, &[store.clone(), store.clone()]);
    let devices = [anna, network.game(&MemoryStore::default())]
        .map(|mut game| game.online().room.as_ref().map(irogaeshi::online::ClientRoom::me));
    assert!(devices[0].is_some());
    let mut anna = network.game(&store);
    until(&mut [&mut anna, &mut ben], "Anna is back", |games| games[0].online().own_seat().is_some());
    assert_eq!(anna.online().own_seat(), Some(Player::Black));
    assert_eq!(anna.online().room.as_ref().map(irogaeshi::online::ClientRoom::me), devices[0]);
    assert_eq!(ben.online().own_seat(), Some(Player::White));
}

#[test]
fn only_the_server_moves_for_cpu_players() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let cpu = NewSeat::Cpu(Character::Minimum.into());
    let mut seats = ByPlayer::from_fn(|_| cpu);
    (seats[Player::Black], seats[Player::White]) = (NewSeat::Mine, NewSeat::Open);
    let variant = Variant::built_in("five").expect("is built in").into();
    let room = NewRoom { variant, clock: None, start: Start::Normal, swap: false, is_public: false, seats };
    let [mut anna, mut ben] = two_in(room, &network, &stores);
    let code = network.only_room();
    for seed in 0..40 {
        let games = &mut [&mut anna, &mut ben];
        until(games, "all agree", |games| all_agree(&network, games));
        assert!(
            games
                .iter_mut()
                .all(|game| { *game.world_mut().resource::<ThinkingProgress>() == ThinkingProgress::default() })
        );
        if !network.server(|server| server.let_cpu_move(code)) {
            move_on(games, seed);
        }
    }
    assert!(anna.ply() >= 39);
    assert_eq!(anna.game().seats[Player::Ash], Seat::Cpu(Character::Minimum.into()));

    // A player who resigns is replaced by a CPU player, and everybody sees that.
    ben.ask(Action::Resign);
    until(&mut [&mut anna, &mut ben], "a CPU player plays for Ben", |games| {
        games.iter_mut().all(|game| matches!(game.game().seats[Player::White], Seat::Cpu(_)))
    });
    assert!(anna.game().has_lost(Player::White) && anna.game().ending().is_none());
    assert_eq!(ben.game().human_to_move(), None);
}

#[test]
fn turns_that_arrive_together_are_shown_in_order() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let cpu = NewSeat::Cpu(Character::Minimum.into());
    let mut seats = ByPlayer::from_fn(|_| cpu);
    (seats[Player::Black], seats[Player::White]) = (NewSeat::Mine, NewSeat::Open);
    let variant = Variant::built_in("five").expect("is built in").into();
    let [mut anna, mut ben] = two_in(
        NewRoom { variant, clock: None, start: Start::Normal, swap: false, is_public: false, seats },
        &network,
        &stores,
    );
    anna.world_mut().insert_resource(irogaeshi::game::Settings::default());
    let code = network.only_room();
    for seed in 0.. {
        until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
        anna.rest();
        let before = anna.ply();
        let played = network.server(|server| (0..3).filter(|_| server.let_cpu_move(code)).count());
        if played < 2 {
            move_on(&mut [&mut anna, &mut ben], seed);
            continue;
        }
        anna.steps(3);
        assert_eq!(anna.ply(), before + 1);
        assert!(anna.is_moving());
        anna.rest();
        anna.steps(3);
        assert_eq!(anna.ply(), before + 2);
        return;
    }
}

#[test]
fn advice_is_offered_when_all_agree() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    anna.ask(Action::SetAdvice { agree: true });
    until(&mut [&mut anna, &mut ben], "it is known", |games| all_agree(&network, games));
    assert_eq!(anna.game().permissions().advice, AdvicePermission::No, "Ben does not agree");
    ben.ask(Action::SetAdvice { agree: true });
    until(&mut [&mut anna, &mut ben], "it may be asked for", |games| {
        games.iter_mut().all(|game| game.game().permissions().advice == AdvicePermission::Yes)
    });
    anna.act(AdviceCommand::Toggle(AdviceKind::Analysis));
    assert_eq!(anna.advice().kind(), Some(AdviceKind::Analysis));
    ben.ask(Action::SetAdvice { agree: false });
    until(&mut [&mut anna, &mut ben], "it is over for all", |games| games[0].advice().kind().is_none());
}

#[test]
fn takebacks_draws_and_another_match_reach_the_boards() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    move_on(&mut [&mut anna], 1);
    until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
    assert!(!anna.game().permissions().take_back && !anna.game().may_restart());
    anna.act(MatchCommand::now(MatchChange::TakeBack));
    assert_eq!(anna.ply(), 1, "not without the others");
    let is_asked = |game: &mut TestGame| {
        let room = game.online().room().and_then(|room| room.game());
        room.is_some_and(|game| game.takeback.is_some())
    };
    until(&mut [&mut anna, &mut ben], "Ben is asked", |games| is_asked(games[1]));
    ben.ask(Action::AnswerTakeback { agree: true });
    until(&mut [&mut anna, &mut ben], "it is taken back", |games| games.iter_mut().all(|game| game.ply() == 0));

    ben.ask(Action::OfferDraw);
    until(&mut [&mut anna, &mut ben], "Anna is asked", |games| all_agree(&network, games));
    anna.ask(Action::AnswerDraw { agree: true });
    until(&mut [&mut anna, &mut ben], "it is a draw", |games| {
        games.iter_mut().all(|game| game.game().ending() == Some(Ending::DrawAgreed))
    });

    anna.ask(Action::SetRematch { agree: true });
    ben.ask(Action::SetRematch { agree: true });
    until(&mut [&mut anna, &mut ben], "another match has begun", |games| {
        games.iter_mut().all(|game| game.game().ending().is_none())
    });
    assert_eq!(anna.game().seats[Player::White], Seat::Human, "the seats have moved on");
    assert_eq!(anna.game().room.map(|room| room.number), Some(2));
}

#[test]
fn a_local_match_can_be_continued_after_leaving_the_room() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let offline = played(classic(8, humans()), "f5d6");
    let mut anna = somebody(&network, &stores[0], "Anna");
    anna.enter(offline.clone());
    anna.act(Navigate::To(Screen::Title));
    anna.step();
    drop(anna);
    let [mut anna, mut ben] = two_play(&network, &stores);
    assert!(anna.game().room.is_some());
    move_on(&mut [&mut anna], 1);
    until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));

    // After a restart Anna is back in the room, and the local match that waits is still saved.
    drop(anna);
    assert_eq!(stores[0].list(Kind::Match).expect("a list").len(), 1);
    let mut anna = network.game(&stores[0]);
    anna.world_mut().insert_resource(at_once());
    until(&mut [&mut anna, &mut ben], "Anna is back", |games| games[0].screen() == Screen::Match);
    play_out(&network, &mut [&mut anna, &mut ben]);
    anna.steps(3);
    let saved = |store: &MemoryStore| store.list(Kind::Match).expect("a list");
    assert_eq!(saved(&stores[0]).len(), 2, "the match of the room is over, and saved");
    let texts = saved(&stores[0]).into_iter().map(|saved| stores[0].text(&Entry::new(Kind::Match, saved)));
    assert!(texts.flatten().any(|text| text.contains("Anna") && text.contains("Ben")));

    anna.act(OnlineCommand::Leave);
    anna.steps(5);
    assert!(anna.game().room.is_some(), "the result can be looked at");
    anna.act(Navigate::To(Screen::Title));
    anna.steps(3);
    assert_eq!(anna.game().record.to_string(), offline.record.to_string());
    assert!(anna.game().room.is_none() && anna.game().is_unfinished());
    assert_eq!(saved(&stores[0]).len(), 2);
}

#[test]
fn players_return_to_the_match_of_the_room_after_playing_something_else() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    anna.act(Navigate::To(Screen::Title));
    anna.act(SetupCommand::Start);
    anna.run_until("a match at this screen begins", 20, |game| game.screen() == Screen::Match);
    assert_eq!(anna.game().room, None);
    anna.act(Navigate::To(Screen::Title));
    anna.act(OnlineCommand::Return);
    anna.run_until("Anna is back", 20, |game| game.screen() == Screen::Match && game.game().room.is_some());
    play_out(&network, &mut [&mut anna, &mut ben]);
    anna.act(OnlineCommand::Leave);
    anna.act(Navigate::To(Screen::Title));
    anna.act(OnlineCommand::Return);
    anna.steps(5);
    assert_eq!(anna.screen(), Screen::Title, "there is nothing to come back to");
}

#[test]
fn looking_for_players_while_disconnected_keeps_seats() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [anna, mut ben] = two_play(&network, &stores);
    drop(anna);
    network.set_down(true);
    let mut anna = network.game(&stores[0]);
    anna.world_mut().insert_resource(at_once());
    for screen in [Screen::Lobby, Screen::Title, Screen::Lobby] {
        anna.act(Navigate::To(screen));
        anna.steps(5);
    }
    network.set_down(false);
    until(&mut [&mut anna, &mut ben], "Anna is back", |games| {
        games[0].screen() == Screen::Match && all_agree(&network, games)
    });
    assert_eq!(anna.online().own_seat(), Some(Player::Black));
}

#[test]
fn going_to_the_title_makes_spectators_leave() {
    let (network, stores) = (Network::default(), <[MemoryStore; 3]>::default());
    let [mut anna, mut ben] = two_play(&network, &[stores[0].clone(), stores[1].clone()]);
    let mut cleo = somebody(&network, &stores[2], "Cleo");
    cleo.act(OnlineCommand::Join(RoomLink { server: None, code: network.only_room() }));
    until(&mut [&mut anna, &mut ben, &mut cleo], "Cleo watches", |games| games[2].screen() == Screen::Match);
    cleo.act(Navigate::To(Screen::Title));
    cleo.steps(5);
    assert!(cleo.online().room.is_none());
    anna.act(Navigate::To(Screen::Title));
    anna.steps(5);
    assert_eq!(anna.online().own_seat(), Some(Player::Black), "a seat is kept");
}

#[test]
fn a_match_that_was_left_online_is_not_offered_again() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, _ben] = two_play(&network, &stores);
    anna.act(OnlineCommand::Leave);
    anna.act(Navigate::To(Screen::Title));
    anna.steps(3);
    assert!(!anna.world_mut().contains_resource::<irogaeshi::game::Match>());
    assert_eq!(anna.online().connection, ConnectionStatus::Off);
    drop(anna);
    let mut anna = network.game(&stores[0]);
    anna.steps(100);
    assert_eq!(anna.screen(), Screen::Title, "a room that was left is not entered again");
}

#[test]
fn a_move_of_another_player_does_not_close_a_question() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    for overlay in [Overlay::ResignQuestion, Overlay::Reactions] {
        ben.act(Navigate::Open(overlay));
        let before = ben.ply();
        until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
        move_on(&mut [&mut anna], 1);
        until(&mut [&mut anna, &mut ben], "Ben sees it", |games| games[1].ply() > before);
        ben.steps(3);
        assert_eq!(*ben.world_mut().resource::<Overlay>(), overlay);
        ben.act(Navigate::Close);
        move_on(&mut [&mut ben], 1);
    }
}

#[test]
fn the_reason_of_a_failure_is_shown() {
    let (network, store) = (Network::default(), MemoryStore::default());
    let mut anna = network.game(&store);
    let link = RoomLink { server: None, code: "KQ7M2XRT".parse().expect("a code") };
    anna.act(OnlineCommand::Join(link.clone()));
    assert_eq!(anna.trouble().as_deref(), Some("Choose a server first."));

    anna.write(OnlineCommand::UseServer("server.test".parse().expect("an address")));
    anna.act(OnlineCommand::Join(link));
    until(&mut [&mut anna], "there is no such room", |games| games[0].online().trouble.is_some());
    assert_eq!(anna.trouble().as_deref(), Some("There is no such room any more. Ask for a new link."));
    assert!(anna.online().room.is_none());

    network.set_down(true);
    anna.act(OnlineCommand::Browse);
    assert_eq!(anna.trouble(), None);
    until(&mut [&mut anna], "it was tried some times", |games| {
        matches!(games[0].online().connection, ConnectionStatus::Lost { attempts: 3.., .. })
    });
    assert_eq!(anna.trouble().as_deref(), Some("The server does not answer. The game keeps trying."));
    network.set_down(false);
    until(&mut [&mut anna], "the rooms are known", |games| games[0].online().rooms.is_some());
    assert_eq!((anna.trouble(), anna.online().connection), (None, ConnectionStatus::Open));
}

#[test]
fn a_deleted_room_causes_no_message_at_the_start() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [anna, _ben] = two_play(&network, &stores);
    drop(anna);
    let code = network.only_room();
    network.server(|server| server.forget(code));
    let mut anna = network.game(&stores[0]);
    until(&mut [&mut anna], "it is known that the room is gone", |games| games[0].online().room.is_none());
    assert_eq!((anna.trouble(), anna.screen()), (None, Screen::Title));
}

#[test]
fn early_and_double_clicks_are_harmless() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let mut anna = somebody(&network, &stores[0], "Anna");
    anna.ask(Action::SetReady { ready: true });
    anna.act(OnlineCommand::React(Reaction::Hello));
    anna.act(OnlineCommand::Leave);
    anna.act(OnlineCommand::Make(Box::new(for_two())));
    until(&mut [&mut anna], "Anna sits in her room", |games| games[0].online().own_seat().is_some());
    for _ in 0..3 {
        anna.write(OnlineCommand::Ask(Action::SetReady { ready: true }));
    }
    anna.steps(5);
    assert_eq!(anna.trouble(), None);
}

#[test]
fn reactions_arrive_unless_they_are_muted() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    ben.act(OnlineCommand::React(Reaction::GoodLuck));
    until(&mut [&mut anna, &mut ben], "both hear it", |games| {
        games.iter_mut().all(|game| game.online().reactions.len() == 1)
    });
    assert_eq!(
        (anna.online().reactions[0].player, anna.online().reactions[0].reaction),
        (Player::White, Reaction::GoodLuck)
    );
    anna.act(OnlineCommand::Mute(true));
    ben.act(OnlineCommand::React(Reaction::Hello));
    until(&mut [&mut anna, &mut ben], "Ben hears himself", |games| games[1].online().reactions.len() == 2);
    anna.steps(5);
    assert_eq!(anna.online().reactions.len(), 1);
}

#[test]
fn the_board_shows_the_servers_clock() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    network.server(|server| server.now_ms = 1_700_000_000_000);
    let clock = Some(TimeControl::Fischer { base_ms: 20_000, increment_ms: 1_000 });
    let [mut anna, mut ben] = two_in(NewRoom { clock, ..for_two() }, &network, &stores);
    let left = |game: &mut TestGame, player| {
        let now_ms = game.world_mut().resource::<irogaeshi::game::MatchTime>().now_ms;
        game.game().time_left(player, Some(now_ms)).expect("there is a clock")
    };
    anna.pass(Duration::from_secs(2));
    assert!((17_000..=18_100).contains(&left(&mut anna, Player::Black)), "{}", left(&mut anna, Player::Black));
    network.server(|server| server.now_ms += 5_000);
    move_on(&mut [&mut anna], 1);
    until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
    anna.steps(3);
    assert_eq!(left(&mut anna, Player::Black), 16_000, "as the server has it");
    assert_eq!(anna.game().time_of(0), Some(Duration::from_secs(5)));

    // Only the server declares that time is up. With long frames the game reconnects meanwhile, and receives the
    // server's time anew.
    network.server(|server| server.now_ms += 21_000);
    ben.pass(Duration::from_secs(21));
    assert_eq!((left(&mut ben, Player::White), ben.game().ending()), (0, None));
}

#[test]
fn a_match_with_byo_yomi_and_an_opening_is_played_and_time_is_given() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let clock = Some(TimeControl::ByoYomi { base_ms: 0, period_ms: 30_000 });
    let variant = Variant::classic(8).expect("a side").into();
    let room = NewRoom { variant, clock, start: Start::Xot, ..for_two() };
    let [mut anna, mut ben] = two_in(room, &network, &stores);
    until(&mut [&mut anna, &mut ben], "both see the opening", |games| {
        games.iter_mut().all(|game| game.ply() == XOT_PLIES)
    });
    let shown = |game: &mut TestGame, player| {
        let now_ms = game.world_mut().resource::<irogaeshi::game::MatchTime>().now_ms;
        let time = game.game().shown_time(player, Some(now_ms)).expect("there is a clock");
        (time.left_ms, time.is_period)
    };
    network.server(|server| server.now_ms += 10_000);
    move_on(&mut [&mut anna], 1);
    until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
    anna.steps(3);
    assert_eq!(shown(&mut anna, Player::Black), (30_000, true), "nothing is carried over");
    ben.act(OnlineCommand::Ask(Action::GiveTime));
    until(&mut [&mut anna, &mut ben], "Anna hears of it", |games| {
        games[0].notice().as_deref() == Some("Ben gives you a minute.")
    });
    anna.steps(3);
    assert_eq!((shown(&mut anna, Player::Black), ben.notice()), ((60_000, false), None));
}

#[test]
fn the_second_player_takes_over_the_first_side_in_a_room() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_in(NewRoom { swap: true, ..for_two() }, &network, &stores);
    for seed in [1, 2] {
        move_on(&mut [&mut anna, &mut ben], seed);
        until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
    }
    for game in [&mut anna, &mut ben] {
        game.rest();
        game.steps(3);
    }
    assert_eq!(anna.status(), "Ben may take over Black’s side");
    assert!(anna.game().human_to_move().is_none() && ben.game().human_to_move().is_none());
    ben.ask(Action::ChooseSide { player: Player::White, takes_over: true });
    until(&mut [&mut anna, &mut ben], "Anna hears of it", |games| {
        games[0].notice().as_deref() == Some("Your opponent takes over Black. You play White now")
    });
    until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
    assert_eq!((ben.online().own_seat(), anna.online().own_seat()), (Some(Player::Black), Some(Player::White)));
    anna.steps(3);
    ben.steps(3);
    assert_eq!((ben.game().human_to_move(), ben.notice()), (Some(Player::Black), None));
    assert_eq!(anna.game().names[Player::Black], "Ben");
    move_on(&mut [&mut ben], 4);
    until(&mut [&mut anna, &mut ben], "all agree", |games| all_agree(&network, games));
}

#[test]
fn a_match_of_a_room_waits_for_its_even_start() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let variant = Variant::classic(6).expect("a side").into();
    let [mut anna, mut ben] = two_in(NewRoom { variant, start: Start::Even, ..for_two() }, &network, &stores);
    assert_eq!((anna.status(), anna.game().human_to_move()), ("Drawing a start …".to_owned(), None));
    anna.steps(30);
    assert_eq!(anna.ply(), 0, "the server draws it");
    network.server(|server| {
        let code = server.codes()[0];
        assert!(server.let_cpu_move(code));
    });
    until(&mut [&mut anna, &mut ben], "both see the start", |games| {
        all_agree(&network, games) && games.iter_mut().all(|game| game.ply() == 4)
    });
    anna.rest();
    anna.steps(3);
    assert_eq!(anna.game().human_to_move(), Some(Player::Black));
}

#[test]
fn the_clock_runs_for_the_player_to_move_while_discs_turn() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let clock = Some(TimeControl::Fischer { base_ms: 20_000, increment_ms: 0 });
    let [mut anna, mut ben] = two_in(NewRoom { clock, ..for_two() }, &network, &stores);
    anna.world_mut().insert_resource(irogaeshi::game::Settings::default());
    move_on(&mut [&mut anna], 1);
    until(&mut [&mut ben], "Ben knows it", |games| games[0].ply() == 1);
    move_on(&mut [&mut ben], 2);
    anna.steps(5);
    assert!(anna.is_moving() && anna.ply() == 1, "Ben's move is not shown yet");
    assert_eq!(anna.online().room().and_then(|room| room.game()).map(|game| game.record.ply()), Some(2));
    assert_eq!(anna.game().clock.running().map(|(player, _)| player), Some(Player::Black));
    anna.rest();
    anna.steps(3);
    assert_eq!((anna.ply(), anna.game().clock.running().map(|(player, _)| player)), (2, Some(Player::Black)));
}

#[test]
fn a_waiting_player_in_the_list_can_be_joined() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let mut anna = somebody(&network, &stores[0], "Anna");
    let mut ben = somebody(&network, &stores[1], "Ben");
    ben.act(OnlineCommand::Browse);
    anna.act(OnlineCommand::PlaySomebody(Box::new(for_two())));
    until(&mut [&mut anna, &mut ben], "Ben sees that Anna waits", |games| {
        games[1].online().rooms.as_ref().is_some_and(|rooms| rooms.len() == 1)
    });
    ben.act(OnlineCommand::PlaySomebody(Box::new(for_two())));
    until(&mut [&mut anna, &mut ben], "they play", |games| games.iter_mut().all(|game| game.online().plays()));
}
