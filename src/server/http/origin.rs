//! Check of the `Origin` header: which pages may open a socket.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::online::ServerAddress;

/// Returns whether a request comes from this server's page, from the page at its public address, or from no page.
pub(super) fn is_own(headers: &HeaderMap, public_url: Option<&ServerAddress>) -> bool {
    // Programs other than browsers send no origin, and could forge any.
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Some((scheme, host)) = origin.to_str().ok().and_then(|origin| origin.split_once("://")) else { return false };
    let is_of_page = matches!(scheme, "http" | "https");
    let own_host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let public = public_url.map(ToString::to_string);
    let public = public.as_deref().map(origin_of);
    let is_host = own_host.is_some_and(|own| own.eq_ignore_ascii_case(host));
    let is_public = public.is_some_and(|public| public.eq_ignore_ascii_case(&format!("{scheme}://{host}")));
    is_of_page && (is_host || is_public)
}

/// Strips the path from an address.
fn origin_of(address: &str) -> &str {
    let host_at = address.find("://").map_or(0, |at| at + 3);
    address[host_at..].find('/').map_or(address, |at| &address[..host_at + at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_origins_are_recognised() {
        let public: ServerAddress = "https://play.example.org/reversi".parse().expect("an address");
        for (origin, is_ours) in [
            (None, true),
            (Some("http://localhost:7878"), true),
            (Some("HTTP://LOCALHOST:7878"), false),
            (Some("https://play.example.org"), true),
            (Some("http://play.example.org"), false),
            (Some("https://play.example.org.evil.example"), false),
            (Some("http://localhost:7879"), false),
            (Some("null"), false),
            (Some("file://localhost:7878"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, "localhost:7878".parse().expect("a value"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().expect("a value"));
            }
            assert_eq!(is_own(&headers, Some(&public)), is_ours, "{origin:?}");
        }
    }
}
