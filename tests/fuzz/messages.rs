//! Messages of clients and servers, and links to rooms.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use irogaeshi::online::{ClientMessage, RoomCode, RoomLink, ServerAddress, ServerMessage};

use crate::mutation::try_texts;

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn messages_of_clients_read_back() {
    let seeds = owned(&[
        r#"{"v":1,"type":"list"}"#,
        r#"{"v":1,"type":"hello","room":"KQ7M2XRT","token":"00112233445566778899aabbccddeeff","seen":3}"#,
        r#"{"v":1,"type":"command","id":4,"seen":12,"action":{"do":"move","player":"black","square":"f5","ply":3}}"#,
        r#"{"v":1,"type":"command","id":5,"seen":12,"action":{"do":"resign","player":"black"}}"#,
        r#"{"v":1,"type":"react","reaction":"good_game"}"#,
        r#"{"v":1,"type":"pong","ping":1}"#,
    ]);
    try_texts("messages of clients", &seeds, |bytes| {
        let Ok(message) = ClientMessage::read(&String::from_utf8_lossy(bytes)) else { return false };
        assert_eq!(ClientMessage::read(&message.write()), Ok(message));
        true
    });
}

#[test]
fn messages_of_servers_read_back() {
    let seeds = owned(&[
        r#"{"v":1,"type":"done","id":1,"sequence":4}"#,
        r#"{"v":1,"type":"presence","players":["black"],"spectators":2}"#,
        r#"{"v":1,"type":"ping","ping":1,"at_ms":2}"#,
        r#"{"v":1,"type":"refused","id":4,"refusal":{"code":"other_ply","meant":3,"now":5}}"#,
        r#"{"v":1,"type":"failed","code":"room_full"}"#,
        r#"{"v":1,"type":"rooms","rooms":[]}"#,
        r#"{"v":1,"type":"events","events":[]}"#,
        r#"{"v":1,"type":"reaction","player":"white","reaction":"applause"}"#,
    ]);
    try_texts("messages of servers", &seeds, |bytes| {
        let Ok(message) = ServerMessage::read(&String::from_utf8_lossy(bytes)) else { return false };
        // Additions of later versions are skipped and cannot be written again.
        if !format!("{message:?}").contains("Unknown") && !format!("{message:?}").contains("Other") {
            assert_eq!(ServerMessage::read(&message.write()), Ok(message));
        }
        true
    });
}

/// Returns whether a text can be parsed, and checks that its written form parses to the same value.
fn reads<T: FromStr + Display + PartialEq + Debug>(bytes: &[u8]) -> bool {
    let Ok(value) = String::from_utf8_lossy(bytes).parse::<T>() else { return false };
    let again = value.to_string().parse::<T>().ok();
    assert_eq!(again, Some(value));
    true
}

#[test]
fn links_read_back() {
    let code = RoomCode::new(9);
    let seeds = [
        format!("https://play.example.org/#/room/{code}"),
        format!("http://127.0.0.1:7878/#/room/{code}"),
        format!("http://[::1]:7878/reversi/#/room/{code}"),
        format!("#/room/{code}"),
        "https://play.example.org".to_owned(),
        "192.168.1.2:7878".to_owned(),
        code.to_string(),
    ];
    try_texts("links to rooms", &seeds, reads::<RoomLink>);
    try_texts("addresses of servers", &seeds, reads::<ServerAddress>);
    try_texts("room codes", &seeds, reads::<RoomCode>);
}
