//! Link to the game of the screen.

use crate::game::online::online_state::Online;
use crate::game::screens::overlays::share::shown_game::ShownGame;
use crate::notation::{GameLink, GameLinkError};

/// Maximum length of the game in a link to a preview. Chat programs and proxies cut or refuse longer addresses, but
/// servers never see what follows the mark of the usual link.
const MAX_PREVIEW_LETTERS: usize = 2000;

/// The link of the shown game at the shown position; `None` without a game.
pub(super) fn link_of(game: &ShownGame, online: &Online) -> Option<Result<String, GameLinkError>> {
    let (game, shown) = game.linked()?;
    Some(GameLink::new(&game, shown, "").map(|link| address_of(&link, online)))
}

/// The address of the preview if the server in use is known to have one, otherwise of the page there; without a server,
/// the part that every page and program opens.
fn address_of(link: &GameLink, online: &Online) -> String {
    let Some(server) = &online.server else { return link.to_string() };
    let has_preview = online.preview_server.as_ref() == Some(server) && link.text().len() <= MAX_PREVIEW_LETTERS;
    if has_preview { link.preview_url(&server.to_string()) } else { link.url(&format!("{server}/")) }
}
