//! Previews of games in links: a title and a picture for chat programs, and the way to the page for people.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::notation::GameLink;
use crate::online::ServerAddress;
use crate::pictures::{PictureOptions, Typefaces, png};

/// A link always leads to the same game, but its picture may change with the version.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=86400");
/// The preview needs nothing but its picture.
const POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'");

/// Pictures of games, drawn one at a time and kept for a while.
pub struct GamePreviews {
    drawing: Semaphore,
    /// Pictures by the text of their link, the latest last.
    drawn: Mutex<VecDeque<(String, Bytes)>>,
}

impl Default for GamePreviews {
    fn default() -> Self {
        Self { drawing: Semaphore::new(1), drawn: Mutex::default() }
    }
}

impl GamePreviews {
    /// Maximum number of pictures that are kept, of 10 to 30 kB each.
    const MAX_DRAWN: usize = 200;

    /// The picture of the position that a link shows; `None` if it could not be drawn.
    pub(super) async fn picture(&self, link: GameLink) -> Option<Response> {
        let _turn = self.drawing.acquire().await.ok()?;
        let text = link.text().to_owned();
        let known = self.drawn().iter().find(|(other, _)| *other == text).map(|(_, picture)| picture.clone());
        let picture = if let Some(picture) = known {
            picture
        } else {
            let picture = Bytes::from(spawn_blocking(move || draw(&link)).await.ok()?);
            let mut drawn = self.drawn();
            if drawn.len() == Self::MAX_DRAWN {
                drawn.pop_front();
            }
            drawn.push_back((text, picture.clone()));
            picture
        };
        Some(([(CONTENT_TYPE, HeaderValue::from_static("image/png")), (CACHE_CONTROL, CACHE)], picture).into_response())
    }

    fn drawn(&self) -> std::sync::MutexGuard<'_, VecDeque<(String, Bytes)>> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn draw(link: &GameLink) -> Vec<u8> {
    let game = link.game();
    let options = PictureOptions { names: game.names().clone(), ..PictureOptions::default() };
    png(game.record(), shown(link), &options, &Typefaces::bundled())
}

/// Number of turns after which the game is shown.
fn shown(link: &GameLink) -> usize {
    link.shown().unwrap_or_else(|| link.game().record().ply())
}

/// The page of a preview, for a server at this address. Browsers go on to the game at once.
pub(super) fn preview_page(link: &GameLink, server: Option<&ServerAddress>) -> Response {
    let path = link.preview_url(&server.map_or_else(String::new, ToString::to_string));
    let (title, about) = (escaped(&title(link)), escaped(&about(link)));
    let text = link.text();
    let html = format!(
        r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title} · Irogaeshi</title>
<meta http-equiv="refresh" content="0; url=../#game={text}">
<meta name="viewport" content="width=device-width">
<meta name="description" content="{about}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Irogaeshi">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:url" content="{path}">
<meta property="og:image" content="{path}.png">
<meta property="og:image:alt" content="{title}">
<meta name="twitter:card" content="summary_large_image">
<p><a href="../#game={text}">{title}</a></p>
<p>{about}</p>
<p><img src="{text}.png" alt=""></p>
"#
    );
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, CACHE),
        (CONTENT_SECURITY_POLICY, POLICY),
    ];
    (headers, html).into_response()
}

/// The players with their discs, such as "Anna 37 – Ben 27".
fn title(link: &GameLink) -> String {
    let game = link.game();
    let position = game.record().position_at(shown(link)).unwrap_or_else(|| game.record().position());
    let counts = position.counts();
    let players = game.variant().everybody().into_iter().map(|player| {
        let name = &game.names()[player];
        let name = if name.is_empty() { player.to_string() } else { name.clone() };
        format!("{name} {}", counts[player])
    });
    players.collect::<Vec<_>>().join(" – ")
}

/// The board, the number of moves, and the comment.
fn about(link: &GameLink) -> String {
    let moves = link.game().record().ply();
    let board = link.game().variant().name();
    let comment = if link.comment().is_empty() { String::new() } else { format!(": {}", link.comment()) };
    format!("{board}, {moves} {}{comment}", if moves == 1 { "move" } else { "moves" })
}

/// A text for the content of an element or attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_leave_their_attribute() {
        assert_eq!(escaped("\"><script>a&b"), "&quot;&gt;&lt;script&gt;a&amp;b");
    }
}
