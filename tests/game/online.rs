//! Online play: games that meet in a room of a server, over a network that does what the test says.

use std::time::Duration;

use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdvicePermission, Connection, Match, MatchCommand, MemoryStore, Navigate, NewRoom, NewSeat, Notices, Online,
    OnlineCommand, Screen, Seat,
};
use irogaeshi::online::{Action, Phase, Reaction, RoomLink};
use irogaeshi::rules::{ByPlayer, Ending, Player, Variant};

use crate::dice::{any_legal_square, dice};
use crate::harness::network::{Network, name};
use crate::harness::{FRAME, TestGame, at_once, classic, humans, played};

/// More steps than anything takes that goes over the network.
const SOON: usize = 2_000;

/// A room for two on the smallest board.
fn for_two() -> NewRoom {
    let mut seats = ByPlayer::default();
    seats[Player::Black] = NewSeat::Mine;
    NewRoom { variant: Variant::classic(4).expect("a side").into(), clock: None, is_public: true, seats }
}

/// A game at the title that knows the server and its human's name.
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

    fn words(&mut self, phrase: &irogaeshi::game::Phrase) -> String {
        self.world_mut().resource::<irogaeshi::game::Catalogue>().words(phrase)
    }
}

/// Lets everybody step until something is so.
fn until(games: &mut [&mut TestGame], what: &str, is_so: impl Fn(&mut [&mut TestGame]) -> bool) {
    for _ in 0..SOON {
        if is_so(games) {
            return;
        }
        games.iter_mut().for_each(|game| game.step());
    }
    panic!("it never comes to be that {what}: {:?}", games.iter_mut().map(|game| game.online()).collect::<Vec<_>>());
}

/// Whether a room is known to everybody as the server has it, and shown on every board.
fn all_agree(network: &Network, games: &mut [&mut TestGame]) -> bool {
    let room = network.server(|server| server.room(server.codes()[0]).clone());
    games.iter_mut().all(|game| {
        let is_known = game.online().room() == Some(&room);
        let record = room.game().map(|game| game.record.to_string());
        is_known && record.is_none_or(|record| game.game().record.to_string() == record)
    })
}

/// Two games in a room, and its match begun: Anna plays black, Ben white.
fn two_play(network: &Network, stores: &[MemoryStore; 2]) -> [TestGame; 2] {
    let mut anna = somebody(network, &stores[0], "Anna");
    let mut ben = somebody(network, &stores[1], "Ben");
    anna.act(OnlineCommand::Make(Box::new(for_two())));
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
    both.iter_mut().for_each(|game| game.steps(3));
    both
}

/// Whoever is to move does, by a legal move that the seed chooses.
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
fn two_play_a_whole_match_and_both_have_the_record() {
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
fn a_move_is_on_the_board_at_once_and_with_the_others_soon() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [mut anna, mut ben] = two_play(&network, &stores);
    network.lose_answers(true);
    move_on(&mut [&mut anna], 1);
    assert_eq!(anna.ply(), 1);
    network.lose_answers(false);
    until(&mut [&mut anna, &mut ben], "Ben sees it", |games| games[1].ply() == 1);
    assert_eq!(network.count_sent("\"do\":\"move\""), 1);
}

#[test]
fn a_click_on_a_square_of_others_is_no_move() {
    let (network, stores) = (Network::default(), <[MemoryStore; 2]>::default());
    let [_anna, mut ben] = two_play(&network, &stores);
    let square = any_legal_square(ben.position(), &mut dice(1)).expect("Black can move");
    ben.write(MatchCommand::place(ben.game(), Player::Black, square));
    ben.steps(5);
    assert_eq!((ben.ply(), network.count_sent("\"do\":\"move\"")), (0, 0));
}
