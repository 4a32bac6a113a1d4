//! Programs as players.

use crate::processes::{Bot, Folder, Server, printed, refused};

/// The tool itself, used as another program.
const TOOL: &str = env!("CARGO_BIN_EXE_irogaeshi-cli");

#[test]
fn two_programs_play_as_many_matches_as_they_want() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let usual = ["--player", "random", "--rematches", "1"];
    let mut host = Bot::start(&[&["--server", &server.address, "--make", "classic-4"], &usual[..]].concat());
    let link = host.link();
    let mut guest = Bot::start(&[&[link.as_str(), "--name", "Anna"], &usual[..]].concat());
    host.finish();
    guest.finish();
    assert_eq!(host.results().len(), 2);
    assert_eq!(guest.results(), host.results());
    assert_eq!((guest.moves(), host.moves().len() > 10), (host.moves(), true));
}

#[test]
fn words_tell_what_happens() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let mut host = Bot::start(&["--server", server.place(), "--make", "classic-4", "--player", "greedy", "--public"]);
    let link = host.link();
    let told = printed(&["online", &link, "--player", "random", "--seat", "white", "--name", "Anna"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], format!("room {link}"));
    assert!(lines.contains(&"match 1 begins: Black greedy, White Anna"), "{told}");
    assert!(lines.iter().any(|line| line.starts_with("Black ") && line.ends_with(" s")), "{told}");
    assert!(lines.iter().any(|line| line.starts_with("result: 1. ")), "{told}");
    assert_eq!(lines.last(), Some(&"finished"));
    host.finish();
}

#[test]
fn five_play_on_a_clock() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    // Random players move at once. The one that would think for minutes must keep to the clock.
    let made = ["--server", &server.address, "--make", "five", "--clock", "2s", "--player", "tree:3600s"];
    let mut host = Bot::start(&made);
    let link = host.link();
    let mut guests: Vec<Bot> = (0..4).map(|_| Bot::start(&[&link, "--player", "random"])).collect();
    host.wait_for_moves(11);
    for bot in guests.iter_mut().chain([&mut host]) {
        bot.wait_for_moves(11);
        assert!(bot.heard.iter().all(|news| news["event"]["change"]["kind"] != "time_ran_out"));
    }
}

#[test]
fn a_program_that_is_killed_plays_on_with_its_token() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let token = folder.path("token");
    let mut host = Bot::start(&["--server", &server.address, "--make", "classic", "--player", "random"]);
    let link = host.link();
    let guest = [link.as_str(), "--player", "random", "--token-file", &token];
    let mut first = Bot::start(&guest);
    first.wait_for_moves(7);
    first.kill();
    let mut second = Bot::start(&guest);
    assert_eq!(second.wait_for("joined")["seat"], "white");
    second.finish();
    host.finish();
    assert_eq!(second.results(), host.results());
    // The second player reports events only from its arrival.
    let (all, rest) = (host.moves(), second.moves());
    assert!(all.starts_with(&first.moves()) && all.ends_with(&rest) && rest.len() < all.len(), "{all:?} {rest:?}");
}

#[test]
fn a_seat_that_is_left_goes_to_a_cpu_player_after_the_time_of_the_room() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let made = ["--server", &server.address, "--make", "classic-16", "--absence", "15", "--player", "random"];
    let mut host = Bot::start(&made);
    let link = host.link();
    let mut guest = Bot::start(&[&link, "--player", "random"]);
    guest.wait_for_moves(5);
    guest.kill();
    host.finish();
    assert_eq!(host.results()[0]["ending"], "out-of-time");
    let changes = || host.heard.iter().map(|news| &news["event"]["change"]);
    assert!(changes().any(|change| change["kind"] == "seat_given_to_cpu" && change["player"] == "white"));
}

#[test]
fn a_server_that_is_killed_loses_and_doubles_no_move() {
    let folder = Folder::new();
    let mut server = Server::start(&folder);
    let mut host = Bot::start(&["--server", &server.address, "--make", "classic", "--player", "random"]);
    let link = host.link();
    let mut guest = Bot::start(&[&link, "--player", "random"]);
    for moves in [5, 20, 40] {
        guest.wait_for_moves(moves);
        server.kill_and_restart();
    }
    guest.finish();
    host.finish();
    assert_eq!((guest.moves(), guest.results()), (host.moves(), host.results()));
    let squares: std::collections::BTreeSet<String> =
        host.moves().iter().filter_map(|made| made.split("\"square\":").nth(1).map(str::to_owned)).collect();
    assert_eq!(squares.len(), host.moves().len(), "no square is taken twice");
}

#[test]
fn engines_and_other_programs_play() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let other = format!("gtp:{TOOL} gtp --depth 1 --table-mib 1");
    let clock = ["--clock", "60s+1s"];
    let made = [&["--server", &server.address, "--make", "classic", "--player", "engine:d1"], &clock[..]].concat();
    let mut host = Bot::start(&made);
    let link = host.link();
    let mut guest = Bot::start(&[&link, "--player", &other]);
    guest.finish();
    host.finish();
    assert_eq!(host.results()[0]["ending"], "played-out");
}

#[test]
fn unplayable_matches_are_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let mut host = Bot::start(&["--server", &server.address, "--make", "classic-10", "--player", "random"]);
    let link = host.link();
    host.wait_for("event");
    let (_, code) = link.rsplit_once('/').expect("a code");
    let why = refused(&["online", code, "--server", server.place(), "--player", "random", "--seat", "black"]);
    assert_eq!(why, "the seat of Black cannot be taken: the seat of Black is taken");
    assert!(refused(&["online", &link, "--player", "random", "--seat", "ash"]).contains("cannot be taken"));
    assert!(refused(&["online", &link, "--player", "engine:d1"]).starts_with("engine:d1 cannot play "));
    let nowhere = format!("{}/#/room/22222222", server.address);
    let why = refused(&["online", &nowhere, "--player", "random"]);
    assert_eq!(why, "the server refused the connection: there is no such room");
    let token = folder.path("token");
    std::fs::write(&token, "no token\n").expect("it can be written");
    let why = refused(&["online", &link, "--player", "random", "--token-file", &token]);
    assert_eq!(why, format!("{token}: not a device file"));
}
