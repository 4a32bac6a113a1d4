//! Load tests: measurements are consistent and nothing is lost.

use serde_json::{Value, json};

use crate::cutting_proxy::CuttingProxy;
use crate::processes::{Folder, Server, printed, refused};

fn load(server: &Server, arguments: &[&str]) -> Value {
    load_all(&[&server.address], arguments)
}

fn load_all(servers: &[&str], arguments: &[&str]) -> Value {
    let all = [&["load", "--json"], servers, arguments].concat();
    serde_json::from_str(&printed(&all)).expect("one JSON object")
}

/// Asserts that all rooms played on and that everybody has the same events.
fn assert_whole(report: &Value) {
    let games = &report["games"];
    assert!(games["moves"].as_u64() > Some(10), "{report}");
    for nothing in ["differences", "lost", "doubled"] {
        assert_eq!(games[nothing], 0, "{report}");
    }
    assert_eq!(games["errors"], json!({}), "{report}");
    assert_eq!(games["everybody"]["samples"], games["moves"]);
}

#[test]
fn matches_are_the_same_for_everybody() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    for players in ["2", "3", "4", "5"] {
        let report = load(&server, &["--rooms", "3", "--players", players, "--for", "1s"]);
        let games = &report["games"];
        assert_eq!(games["players"].to_string(), players);
        assert_whole(&report);
        assert_eq!(games["reconnects"], 0, "{report}");
        let (some, all) = (&games["acknowledgement"], &games["everybody"]);
        assert!(some["p50_ms"].as_f64() <= all["p50_ms"].as_f64() && all["p50_ms"].as_f64() <= all["max_ms"].as_f64());
    }
    let report = load(&server, &["--rooms", "2", "--board", "classic-4", "--for", "1s"]);
    assert!(report["games"]["matches"].as_u64() > Some(2), "one follows the other: {report}");
}

#[test]
fn a_rate_is_kept() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let report = load(&server, &["--rooms", "5", "--rate", "40", "--for", "2s"]);
    let moves = report["games"]["moves"].as_u64().expect("a number");
    // A busy computer may be late but never early.
    assert!((20..=80).contains(&moves), "{report}");
}

#[test]
fn idle_connections_stand() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let report = load(&server, &["--idle", "25", "--lobby", "5", "--for", "100ms"]);
    let idle = report["idle"].as_array().expect("a list");
    let standing: Vec<u64> = idle.iter().filter_map(|place| place["standing"].as_u64()).collect();
    assert_eq!(standing, [25, 5], "{report}");
    if cfg!(target_os = "linux") {
        assert!(report["servers"][0]["memory_idle_bytes"].as_f64() > Some(1_000_000.0), "{report}");
    }
    let table = printed(&["load", server.place(), "--idle", "10", "--rooms", "1", "--for", "200ms"]);
    assert!(table.contains("| watch rooms      |     10 |     10 |         10 |          0 |"), "{table}");
    assert!(table.contains("everybody has received it"), "{table}");
}

#[test]
fn connections_that_are_cut_are_made_again() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let (proxy, _) = CuttingProxy::start(server.place());
    let report = load_all(&[proxy.address()], &["--rooms", "2", "--players", "3", "--for", "3s"]);
    assert_whole(&report);
    assert!(report["games"]["reconnects"].as_u64() > Some(0), "{report}");
}

#[test]
fn a_server_that_is_killed_and_started_again_is_loaded_on() {
    let folder = Folder::new();
    let mut server = Server::start(&folder);
    // Only some players connect through the proxy, which shows the test when they are playing.
    let (proxy, busy) = CuttingProxy::start(server.place());
    let servers = [server.address.clone(), proxy.address().to_owned()];
    let load = std::thread::spawn(move || {
        let servers: Vec<&str> = servers.iter().map(String::as_str).collect();
        load_all(&servers, &["--rooms", "2", "--idle", "20", "--lobby", "2", "--for", "6s"])
    });
    busy.recv().expect("players come through the proxy");
    server.kill_and_restart();
    let report = load.join().expect("it ends well");
    assert_whole(&report);
    assert!(report["games"]["reconnects"].as_u64() > Some(3), "{report}");
    let places = report["idle"].as_array().expect("a list");
    let numbers = |key: &str| places.iter().map(|place| place[key].clone()).collect::<Vec<_>>();
    assert_eq!(numbers("standing"), [json!(20), json!(2)], "{report}");
    assert_eq!(numbers("reconnects"), [json!(20), json!(2)], "{report}");
}

#[test]
fn impossible_loads_are_refused() {
    assert_eq!(refused(&["load", "127.0.0.1:1"]), "nothing to do: give --idle, --lobby or --rooms");
    let why = refused(&["load", "127.0.0.1:1", "--idle", "1"]);
    assert!(why.starts_with("http://127.0.0.1:1 cannot be reached: "), "{why}");
}
