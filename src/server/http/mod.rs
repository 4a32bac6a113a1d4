//! Everything that is asked by HTTP: the page, the rooms as JSON, the state of the server, and the way to a socket.

mod origin;
mod page;
mod refused;
mod routes;

pub use page::Page;
pub use routes::{Site, router};
