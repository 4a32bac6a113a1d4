//! The page as built by `web/build`: read once into memory and served compressed, with its headers.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::online::ServerAddress;

/// Header with metrics of a server.
pub(super) const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
/// File served at the root.
const INDEX: &str = "index.html";
/// Number of hash digits in the names of immutable files.
const HASH_DIGITS: usize = 12;
/// Encodings of the compressed copies beside each file, smallest first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The files of the page, held in memory so that a rebuild does not change a page being served.
pub struct Page {
    files: HashMap<String, File>,
    policy: HeaderValue,
}

struct File {
    kind: &'static str,
    cache: &'static str,
    plain: Copy,
    /// Compressed copies by encoding, smallest first.
    compressed: Vec<(&'static str, Copy)>,
}

struct Copy {
    content: Bytes,
    tag: HeaderValue,
}

impl Page {
    /// Reads the page from a folder.
    ///
    /// # Errors
    /// An I/O error if a file cannot be read, or `index.html` is missing or has no content security policy.
    pub fn read(folder: &Path, public_url: Option<&ServerAddress>) -> io::Result<Self> {
        let mut files = HashMap::new();
        read_below(folder, "", &mut files)?;
        let index = files.get(INDEX).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "index.html is missing"))?;
        let html = String::from_utf8_lossy(&index.plain.content);
        let policy = content_policy(&html, public_url).ok_or_else(|| {
            io::Error::other("index.html has no content security policy; rebuild the page with web/build")
        })?;
        let policy = HeaderValue::from_str(&policy).map_err(io::Error::other)?;
        Ok(Self { files, policy })
    }

    /// The response for a path; the empty path is the page itself. `None` if there is no such file.
    #[must_use]
    pub fn answer(&self, path: &str, request_headers: &HeaderMap) -> Option<Response> {
        let name = if path.is_empty() { INDEX } else { path };
        let file = self.files.get(name)?;
        let accepted = file.compressed.iter().find(|(encoding, _)| accepts(request_headers, encoding));
        let (encoding, copy) = accepted.map_or((None, &file.plain), |(encoding, copy)| (Some(*encoding), copy));
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(file.cache));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(ETAG, copy.tag.clone());
        headers.insert(CONTENT_SECURITY_POLICY, self.policy.clone());
        if name == INDEX {
            headers.insert(SERVER_TIMING, HeaderValue::from_static(ServerAddress::PREVIEWS));
        }
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        if request_headers.get(IF_NONE_MATCH) == Some(&copy.tag) {
            return Some((StatusCode::NOT_MODIFIED, headers).into_response());
        }
        Some((headers, Body::from(copy.content.clone())).into_response())
    }
}

fn read_below(folder: &Path, prefix: &str, files: &mut HashMap<String, File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, name) = (entry.path(), format!("{prefix}{name}"));
        if path.is_dir() {
            read_below(&path, &format!("{name}/"), files)?;
        } else if !ENCODINGS.iter().any(|(_, suffix)| name.ends_with(suffix)) {
            files.insert(name.clone(), read_file(&path, &name)?);
        }
    }
    Ok(())
}

fn read_file(path: &Path, name: &str) -> io::Result<File> {
    let mut compressed = Vec::new();
    for (encoding, suffix) in ENCODINGS {
        let mut beside = path.as_os_str().to_owned();
        beside.push(suffix);
        match fs::read(beside) {
            Ok(content) => compressed.push((encoding, copy(content))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    let cache = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    Ok(File { kind: kind(name), cache, plain: copy(fs::read(path)?), compressed })
}

fn copy(content: Vec<u8>) -> Copy {
    let digest = BASE64_STANDARD.encode(&Sha256::digest(&content)[..12]);
    let tag = HeaderValue::from_str(&format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""));
    Copy { content: content.into(), tag }
}

/// Returns whether the name contains a hash of the content, such as `loader-0123456789ab.js`.
fn is_hashed(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map_or("", |(_, hash)| hash);
    hash.len() == HASH_DIGITS && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "otc" => "font/collection",
        "ogg" => "audio/ogg",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

fn accepts(request_headers: &HeaderMap, encoding: &str) -> bool {
    let offers = request_headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|value| value.split(',')).any(|offer| {
        let (name, quality) = offer.split_once(';').unwrap_or((offer, ""));
        let is_refused = quality.trim().strip_prefix("q=").is_some_and(|value| value.parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case(encoding) && !is_refused
    })
}

/// The content security policy of the page, restricted to this server's sockets.
fn content_policy(html: &str, public_url: Option<&ServerAddress>) -> Option<String> {
    const NAMED: &str = "http-equiv=\"Content-Security-Policy\" content=\"";
    let (_, rest) = html.split_once(NAMED)?;
    let (own, _) = rest.split_once('"')?;
    let directives = own.split(';').map(str::trim).filter(|directive| !directive.starts_with("connect-src"));
    // Some browsers do not count sockets of the same host as `'self'`, so they are listed.
    let sockets = public_url.map_or_else(String::new, |url| {
        let url = url.sockets();
        format!(" {url}")
    });
    let directives = directives.collect::<Vec<_>>().join("; ");
    Some(format!("{directives}; connect-src 'self'{sockets}; frame-ancestors 'none'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_names_are_recognised() {
        assert!(is_hashed("loader-0123456789ab.js"));
        assert!(is_hashed("snippets/a-0123456789ab.js"));
        for name in ["index.html", "icon.svg", "loader-0123456789AB.js", "loader-012345678.js", "0123456789ab.js"] {
            assert!(!is_hashed(name), "{name}");
        }
    }

    #[test]
    fn only_accepted_encodings_are_used() {
        let request_headers = |value: &str| HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().expect("a value"))]);
        assert!(accepts(&request_headers("gzip, deflate, br"), "br"));
        assert!(accepts(&request_headers("br;q=0.5"), "br"));
        assert!(!accepts(&request_headers("br;q=0"), "br"));
        assert!(!accepts(&request_headers("gzip"), "br"));
        assert!(!accepts(&HeaderMap::new(), "br"));
    }

    #[test]
    fn the_policy_of_the_page_allows_only_sockets_of_this_server() {
        let html = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; connect-src https: wss:; \
                    script-src 'self' 'sha256-abc='\">";
        let public = "https://play.example.org".parse().expect("an address");
        assert_eq!(
            content_policy(html, Some(&public)).as_deref(),
            Some(
                "default-src 'none'; script-src 'self' 'sha256-abc='; \
                 connect-src 'self' wss://play.example.org/socket; frame-ancestors 'none'"
            )
        );
        assert_eq!(content_policy("<p>", Some(&public)), None);
    }
}
