//! The server that the page comes from.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::online::ServerAddress;

/// The address of the folder that the page lies in: a room server serves its rooms there.
pub(super) fn server_of_page() -> Option<ServerAddress> {
    let location = web_sys::window()?.location();
    let (origin, path) = (location.origin().ok()?, location.pathname().ok()?);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{origin}{folder}").parse().ok()
}

/// Returns whether the server announced with the page that it has previews of games. Browsers tell only pages that are
/// secure or of this computer.
pub(super) fn has_previews() -> bool {
    let metrics = || {
        let performance = Reflect::get(&js_sys::global(), &"performance".into()).ok()?;
        let entries: Function = Reflect::get(&performance, &"getEntriesByType".into()).ok()?.dyn_into().ok()?;
        let pages: Array = entries.call1(&performance, &"navigation".into()).ok()?.dyn_into().ok()?;
        Reflect::get(&pages.get(0), &"serverTiming".into()).ok()?.dyn_into::<Array>().ok()
    };
    let is_announced = |metric: JsValue| {
        let name = Reflect::get(&metric, &"name".into()).ok().and_then(|name| name.as_string());
        name.as_deref() == Some(ServerAddress::PREVIEWS)
    };
    metrics().is_some_and(|metrics| metrics.iter().any(is_announced))
}
