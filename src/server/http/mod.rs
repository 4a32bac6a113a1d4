//! HTTP routes: the page, rooms as JSON, health checks, metrics, and the WebSocket upgrade.

mod game_previews;
mod json;
mod origin;
mod page;
mod refused;
mod routes;

pub use game_previews::GamePreviews;
pub use page::Page;
pub use routes::{Site, router};
