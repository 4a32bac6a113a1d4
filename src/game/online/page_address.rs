//! The server that the page comes from.

use crate::online::ServerAddress;

/// The address of the folder that the page lies in: a room server serves its rooms there.
pub(super) fn server_of_page() -> Option<ServerAddress> {
    let location = web_sys::window()?.location();
    let (origin, path) = (location.origin().ok()?, location.pathname().ok()?);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{origin}{folder}").parse().ok()
}
