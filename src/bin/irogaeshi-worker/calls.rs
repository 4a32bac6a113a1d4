//! Functions that the worker's script calls if the program runs inside the worker itself, on one thread.

use std::cell::RefCell;
use std::time::Duration;

use irogaeshi::cpu::{ThinkRequest, Thinker};
use js_sys::{Date, Function};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::search::SearchRequest;
use crate::thought;

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::default();
}

/// The network that the answer to a request would use if it had been [loaded](bring_network); `None` if none is
/// missing.
#[expect(unreachable_pub, reason = "the worker's script calls it")]
#[must_use]
#[wasm_bindgen]
pub fn missing_network(request: &str) -> Option<String> {
    // An invalid request is reported by its answer.
    let request: ThinkRequest = serde_json::from_str(request).ok()?;
    request.missing_network().map(str::to_owned)
}

/// Loads a network.
///
/// # Errors
/// The reason if the network cannot be used.
#[expect(unreachable_pub, reason = "the worker's script calls it")]
#[wasm_bindgen]
pub fn bring_network(name: &str, file: &[u8]) -> Result<(), String> {
    irogaeshi::cpu::shares::load_network(name, file).map_err(|error| error.to_string())
}

/// Answers a request with its reply. Calls `report` with all other news on the way. Everything is the JSON of the types
/// in `cpu::thinking`.
///
/// # Errors
/// The reason if the request cannot be read.
#[expect(unreachable_pub, reason = "the worker's script calls it")]
#[wasm_bindgen]
pub fn answer(request: &str, report: &Function) -> Result<String, String> {
    let request: ThinkRequest = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let start = Date::now();
    // The system's clock may be set back.
    let clock = || Duration::from_secs_f64((Date::now() - start).max(0.0) / 1000.0);
    let report = |json: &str| {
        // If progress cannot be sent, the reply still can.
        let _ = report.call1(&JsValue::UNDEFINED, &json.into());
    };
    // Taken out while thinking, so that a thought that fails leaves nothing broken behind.
    let mut thinker = THINKER.take();
    let reply = thought::answer(&request, &clock, &report, None, &mut thinker);
    THINKER.set(thinker);
    reply
}

/// Searches a position, to compare machines. Takes the JSON of a [`SearchRequest`] and returns that of a
/// `SearchResult`.
///
/// # Errors
/// The reason if the request cannot be read.
#[expect(unreachable_pub, reason = "scripts call it")]
#[wasm_bindgen]
pub fn search(request: &str) -> Result<String, String> {
    serde_json::from_str::<SearchRequest>(request).map_err(|error| error.to_string())?.answer(None)
}
