//! Whole matches over real sockets.

use irogaeshi::online::{Action, ClientMessage, Command, CommandId, Phase, PlayerName, Reaction};
use irogaeshi::rules::Player::{Black, White};

use crate::running_server::RunningServer;
use crate::table::{begin, options, play_on, two_at};
use crate::test_client::TestClient;

#[test]
fn both_players_have_the_same_record_at_the_end() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 10);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_eq!(black.known().phase(), Phase::Over);
    assert_eq!(black.known(), white.known());
    let game = black.known().game().expect("a match was played");
    let record = game.to_game_record().expect("it is a record");
    assert_eq!(server.record(room), serde_json::to_string(&record).expect("records are JSON"));
    assert!(server.metric("irogaeshi_commands_total{result=\"done\"}") > 30.0);
}

#[test]
fn a_repeated_command_gets_the_same_answer_and_takes_effect_once() {
    let server = RunningServer::start(&[]);
    let mut anna = TestClient::connect(server.address(), 1);
    anna.create(options(6));
    let action = Action::TakeSeat { player: Black, name: PlayerName::nearest("Anna") };
    let command = Command { id: CommandId(77), seen: 1, action };
    for _ in 0..3 {
        anna.send(&ClientMessage::Command(command.clone()));
    }
    anna.wait("three answers", |anna| anna.done.len() == 3);
    assert_eq!(anna.done, [(CommandId(77), 2); 3]);
    assert_eq!(anna.room.seen(), 2);
}

#[test]
fn a_returning_player_gets_the_missed_events() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 20);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 4);
    white.cut();
    let seen = white.room.seen();
    black.act(black.move_now().expect("Black moves first and players alternate"));
    white.open(server.address()).expect("the server listens");
    white.hello(room);
    white.wait("the move", |white| white.room.seen() > seen);
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_eq!(black.known(), white.known());
}

#[test]
fn reactions_and_presence_reach_everybody() {
    let server = RunningServer::start(&[]);
    let (mut black, mut white, room) = two_at(&server, options(6), 30);
    let mut spectator = TestClient::connect(server.address(), 99);
    spectator.hello(room);
    for client in [&mut black, &mut white, &mut spectator] {
        client.wait("everybody", |client| client.presence.players == [Black, White] && client.presence.spectators == 1);
    }
    black.send(&ClientMessage::React { reaction: Reaction::GoodLuck });
    white.wait("a word", |white| white.reactions == [(Black, Reaction::GoodLuck)]);
    // Only players may speak.
    spectator.send(&ClientMessage::React { reaction: Reaction::Laughter });
    white.send(&ClientMessage::React { reaction: Reaction::ThankYou });
    black.wait("an answer", |black| black.reactions.len() == 2);
    assert_eq!(black.reactions[1], (White, Reaction::ThankYou));
    spectator.cut();
    black.wait("the spectator to leave", |black| black.presence.spectators == 0);
}

#[test]
fn presence_is_sent_only_when_it_changes() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, room) = two_at(&server, options(8), 50);
    begin(&mut black, &mut white);
    for client in [&mut black, &mut white] {
        client.wait("both", |client| client.presence.players == [Black, White]);
    }
    let before = black.presences;
    play_on(&mut [&mut black, &mut white], usize::MAX);
    let mut spectator = TestClient::connect(server.address(), 99);
    spectator.hello(room);
    black.wait("the spectator", |black| black.presence.spectators == 1);
    assert_eq!(black.presences, before + 1, "moves change nothing about that");
    // A second connection receives the presence, although nothing has changed for the others.
    let mut second = TestClient::connect(server.address(), 50);
    second.hello(room);
    second.wait("everybody", |second| second.presence.players == [Black, White] && second.presence.spectators == 1);
    spectator.cut();
    black.wait("the spectator to leave", |black| black.presence.spectators == 0);
    assert_eq!(black.presences, before + 2);
}

#[test]
fn cpu_players_play_their_moves() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let mut anna = TestClient::connect(server.address(), 40);
    anna.create(options(8));
    anna.sit(Black, "Anna");
    anna.act(Action::SeatCpu { player: White, cpu: "pupil".parse().expect("a key") });
    // A level too slow for servers.
    let id = anna.ask(Action::SeatCpu { player: White, cpu: "oracle".parse().expect("a key") });
    anna.wait("an answer", |anna| anna.answer(id).is_some());
    assert!(anna.answer(id).is_some_and(|answer| answer.is_err()));
    anna.ready();
    play_on(&mut [&mut anna], usize::MAX);
    assert_eq!(anna.known().phase(), Phase::Over);
}
