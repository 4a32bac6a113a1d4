//! Link to the game of the screen.

use crate::game::online::online_state::Online;
use crate::game::screens::overlays::share::shown_game::ShownGame;
use crate::notation::{GameLink, GameLinkError};

/// The link of the shown game, on the page of the server in use; without a server, it is the part that every page and
/// program opens. `None` without a game.
pub(super) fn link_of(game: &ShownGame, online: &Online) -> Option<Result<String, GameLinkError>> {
    let link = GameLink::new(&game.whole()?.to_game_record(), None, "");
    let page = online.server.as_ref().map_or_else(String::new, |server| format!("{server}/"));
    Some(link.map(|link| link.url(&page)))
}
