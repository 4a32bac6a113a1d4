//! The page and its files: types, caching, compressed copies, and security headers.

use std::fs;

use irogaeshi::notation::{GameLink, GameRecord};
use irogaeshi::pictures::{PictureOptions, Typefaces, png};
use irogaeshi::rules::{Player, Record, Variant};

use crate::running_server::{Folder, RunningServer};

fn page() -> Folder {
    let folder = Folder::new();
    let write = |name: &str, content: &str| fs::write(folder.path().join(name), content).expect("it can be written");
    let policy =
        "default-src 'none'; script-src 'self' 'sha256-abc='; connect-src 'self' wss:; trusted-types irogaeshi";
    write("index.html", &format!("<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"));
    write("index.html.br", "brotli of the index");
    write("loader-0123456789ab.js", "plain");
    write("loader-0123456789ab.js.br", "brotli");
    write("loader-0123456789ab.js.gz", "gzip");
    write("game-0123456789ab.wasm", "wasm");
    write("service.js", "the service worker");
    write("icon-0123456789ab.png", "png");
    write("manifest-ja.webmanifest", "{}");
    folder
}

#[test]
fn the_page_is_sent_with_its_headers() {
    let page = page();
    let server = RunningServer::start(&["--page", page.path().to_str().expect("a path that is text")]);

    let index = server.get("/");
    assert_eq!((index.status, index.text().starts_with("<!doctype")), (200, true));
    assert_eq!(index.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(index.header("cache-control"), Some("no-cache"));
    assert_eq!(index.header("server-timing"), Some("game-previews"), "the page learns that links have previews");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        (
            "permissions-policy",
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), \
             microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()",
        ),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
    ] {
        assert_eq!(index.header(name), Some(value), "{name}");
    }
    assert_eq!(
        index.header("content-security-policy"),
        Some(
            "default-src 'none'; script-src 'self' 'sha256-abc='; trusted-types irogaeshi; connect-src 'self'; \
             frame-ancestors 'none'"
        )
    );

    let loader =
        |accepted: &str| server.get_with("/loader-0123456789ab.js", &format!("Accept-Encoding: {accepted}\r\n"));
    for (accepted, encoding, body) in [
        ("gzip, deflate, br", Some("br"), "brotli"),
        ("gzip", Some("gzip"), "gzip"),
        ("identity", None, "plain"),
        ("br;q=0", None, "plain"),
    ] {
        let reply = loader(accepted);
        assert_eq!((reply.header("content-encoding"), reply.text().as_str()), (encoding, body), "{accepted}");
        assert_eq!(reply.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(reply.header("vary"), Some("accept-encoding"));
        assert_eq!(reply.header("content-type"), Some("text/javascript; charset=utf-8"));
    }
    let tag = loader("br").header("etag").expect("a tag").to_owned();
    let again = server.get_with("/loader-0123456789ab.js", &format!("Accept-Encoding: br\r\nIf-None-Match: {tag}\r\n"));
    assert_eq!((again.status, again.body.len()), (304, 0));
    for (path, kind, cache) in [
        ("/game-0123456789ab.wasm", "application/wasm", "public, max-age=31536000, immutable"),
        ("/icon-0123456789ab.png", "image/png", "public, max-age=31536000, immutable"),
        ("/manifest-ja.webmanifest", "application/manifest+json", "no-cache"),
        // A cached old one would keep an old version of the page.
        ("/service.js", "text/javascript; charset=utf-8", "no-cache"),
    ] {
        let reply = server.get(path);
        assert_eq!((reply.header("content-type"), reply.header("cache-control")), (Some(kind), Some(cache)), "{path}");
    }
}

#[test]
fn only_files_of_the_page_are_sent() {
    let page = page();
    let server = RunningServer::start(&["--page", page.path().to_str().expect("a path that is text")]);
    for path in
        ["/nothing", "/../rooms.sqlite", "/%2e%2e/rooms.sqlite", "/index.html/", "//etc/passwd", "/index.html.br"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.request("POST / HTTP/1.1\r\n", "x").status, 405);
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get("/readyz").status, 200);
    let metrics = server.get("/metrics").text();
    assert!(metrics.contains("# TYPE irogaeshi_append_seconds histogram"), "{metrics}");
}

#[test]
fn browsers_are_told_to_use_https_if_the_public_address_does() {
    let header = |flags: &[&str]| {
        let server = RunningServer::start(flags);
        server.get("/healthz").header("strict-transport-security").map(ToOwned::to_owned)
    };
    let secure = header(&["--public-url", "https://play.example.org"]).expect("it is sent");
    assert!(secure.starts_with("max-age="), "{secure}");
    assert_eq!(header(&["--public-url", "http://192.168.1.20:7878"]), None);
    assert_eq!(header(&[]), None);
}

#[test]
fn without_a_page_the_root_is_not_found() {
    let server = RunningServer::start(&[]);
    assert_eq!(server.get("/").status, 404);
}

/// A link to a game of one move, with names that a page must not take for markup.
fn linked(comment: &str) -> GameLink {
    let mut record = Record::new(Variant::classic(8).expect("a board"));
    record.play_moves("f5d6c3").expect("legal moves");
    let names = |player| if player == Player::Black { "<b>\"Anna\"&".to_owned() } else { String::new() };
    GameLink::new(&GameRecord::new(record).with_names(names), Some(1), comment).expect("it fits")
}

#[test]
fn a_link_to_a_game_has_a_preview_with_a_picture() {
    let page = page();
    let folder = page.path().to_str().expect("a path that is text");
    let server = RunningServer::start(&["--page", folder, "--public-url", "https://play.example.org/reversi"]);
    let link = linked("a <good> start");

    let preview = server.get(&format!("/game/{}", link.text()));
    assert_eq!((preview.status, preview.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let html = preview.text();
    let address = link.preview_url("https://play.example.org/reversi/");
    for part in [
        "<meta property=\"og:title\" content=\"&lt;b&gt;&quot;Anna&quot;&amp; 4 – White 1\">".to_owned(),
        "content=\"Classic 8 × 8, 3 moves: a &lt;good&gt; start\"".to_owned(),
        format!("<meta property=\"og:image\" content=\"{address}.png\">"),
        format!("content=\"0; url=../#game={}\"", link.text()),
    ] {
        assert!(html.contains(&part), "{part} in {html}");
    }
    assert!(!html.contains("<b>") && !html.contains("<good>"), "{html}");
    assert_eq!(address.parse::<GameLink>().as_ref(), Ok(&link), "the address can be opened like any link");

    // Drawn, then kept.
    for _ in 0..2 {
        let picture = server.get(&format!("/game/{}.png", link.text()));
        assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
        let options = PictureOptions { names: link.game().names().clone(), ..PictureOptions::default() };
        assert_eq!(picture.body, png(link.game().record(), 1, &options, &Typefaces::bundled()), "after one move");
    }
}

#[test]
fn only_links_to_games_have_previews() {
    let page = page();
    let server = RunningServer::start(&["--page", page.path().to_str().expect("a path that is text")]);
    let link = linked("");
    for path in ["/game", "/game/", "/game/.png", "/game/!", "/game/A", "/game/A.png"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let long = "A".repeat(GameLink::MAX_LETTERS + 1);
    for text in [format!("{}x", link.text()), format!("{}.gif", link.text()), long] {
        assert_eq!(server.get(&format!("/game/{text}")).status, 404, "{text}");
    }
    // Without a public address, the picture's address is that of the request.
    let preview = server.get(&format!("/game/{}", link.text()));
    assert!(preview.text().contains(&format!("content=\"http://{}/game/", server.address())), "{}", preview.text());

    let without_page = RunningServer::start(&[]);
    assert_eq!(without_page.get(&format!("/game/{}", link.text())).status, 404);
}
