//! The page and its files: types, caching, compressed copies, and security headers.

use std::fs;

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
