//! Malicious servers: the tool ends with a reason in its own words, and tokens go only where they belong.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tungstenite::{Message, WebSocket};

use super::refused;

/// Starts a server that treats every connection in this way. Returns its address.
fn serve(answer: impl Fn(TcpStream) + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    thread::spawn(move || listener.incoming().map_while(Result::ok).for_each(answer));
    address.to_string()
}

/// Starts a server that completes the WebSocket handshake and then does this.
fn serve_sockets(answer: impl Fn(WebSocket<TcpStream>) + Send + Sync + 'static) -> String {
    serve(move |stream| {
        if let Ok(socket) = tungstenite::accept(stream) {
            answer(socket);
        }
    })
}

fn why(server: &str, more: &[&str]) -> String {
    let (_, why) = refused(&[&["online", "KQ7M2XRT", "--server", server, "--player", "random"], more].concat());
    why
}

#[test]
fn every_ending_is_told_in_words_of_its_own() {
    let read_request = |mut stream: &TcpStream| drop(stream.read(&mut [0; 4096]));
    let answers_with = |answer: &'static [u8]| {
        serve(move |mut stream| {
            read_request(&stream);
            drop(stream.write_all(answer));
        })
    };
    let endless_head = serve(move |mut stream| {
        read_request(&stream);
        drop(stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\n"));
        while stream.write_all(b"a: b\r\n").is_ok() {}
    });
    let pings = serve_sockets(|mut socket| while socket.write(Message::Ping(vec![0; 100].into())).is_ok() {});
    let large = serve_sockets(|mut socket| drop(socket.send(Message::text("x".repeat(15 << 20)))));
    let garbled = serve_sockets(|mut socket| {
        drop(socket.get_mut().write_all(&[0xFF; 64]));
        drop(socket.get_mut().read(&mut [0; 4096]));
    });
    let hasty = serve_sockets(drop);
    let nobody = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        listener.local_addr().expect("it has an address").to_string()
    };
    let page = answers_with(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    let chatter = answers_with(b"220 mail.example.org ready\r\n\r\n");
    let cases = [
        (&nobody, format!("http://{nobody} cannot be reached: nothing listens at this address")),
        (
            &page,
            format!(
                "http://{page} cannot be reached: this is not a server of online play: it answered with HTTP status 404"
            ),
        ),
        (&chatter, format!("http://{chatter} cannot be reached: this is not a server of online play")),
        (&endless_head, format!("http://{endless_head} cannot be reached: the server sent too much")),
        (&pings, "the connection is closed: the server sent too much".to_owned()),
        (&large, "the connection is closed: the server sent too much".to_owned()),
        (&garbled, "connection lost: the server sent an invalid message".to_owned()),
        (&hasty, "connection lost: the connection was cut off".to_owned()),
    ];
    for (server, expected) in &cases {
        assert_eq!(why(server, &[]), *expected);
    }
}

#[test]
fn each_server_sees_a_token_of_its_own() {
    let (seen, tokens) = channel();
    let listening = |seen: Sender<String>| {
        serve_sockets(move |mut socket| {
            let text = socket.read().ok().and_then(|message| message.into_text().ok()).unwrap_or_default();
            let hello: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            drop(seen.send(hello["token"].as_str().unwrap_or_default().to_owned()));
        })
    };
    let servers = [listening(seen.clone()), listening(seen)];
    let file = std::env::temp_dir().join(format!("irogaeshi-tokens-{}", std::process::id()));
    let path = file.to_str().expect("a path");
    let mut sent = Vec::new();
    for server in servers.iter().chain(&servers) {
        why(server, &["--token-file", path]);
        sent.push(tokens.recv().expect("it says hello"));
    }
    let kept = std::fs::read_to_string(&file).expect("the file is there");
    drop(std::fs::remove_file(&file));
    println!("{sent:?}");
    assert!(sent.iter().all(|token| token.len() == 32 && !kept.contains(token)));
    assert_eq!((&sent[0], &sent[1]), (&sent[2], &sent[3]));
    assert_ne!(sent[0], sent[1]);
}
