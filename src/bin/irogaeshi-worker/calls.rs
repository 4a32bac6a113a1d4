//! What the worker's script calls where its program runs in the worker itself, on one thread.

use std::cell::RefCell;
use std::time::Duration;

use irogaeshi::cpu::{KeptEngine, ThinkRequest, alone};
use js_sys::{Date, Function};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::search::Search;
use crate::thought;

thread_local! {
    static KEPT: RefCell<KeptEngine> = RefCell::default();
}

/// What the network is called that the answer to a request would go by if it were [brought](bring_network).
#[expect(unreachable_pub, reason = "the worker's script calls it")]
#[must_use]
#[wasm_bindgen]
pub fn missing_network(request: &str) -> Option<String> {
    // What is wrong with a request says its answer.
    let request: ThinkRequest = serde_json::from_str(request).ok()?;
    request.missing_network().map(str::to_owned)
}

/// Takes in a network.
///
/// # Errors
/// Why it cannot be used.
#[expect(unreachable_pub, reason = "the worker's script calls it")]
#[wasm_bindgen]
pub fn bring_network(name: &str, file: &[u8]) -> Result<(), String> {
    irogaeshi::cpu::shares::bring(name, file).map_err(|error| error.to_string())
}

/// Answers one request with its reply; `tell` is called with each other news on the way. All are the JSON of the
/// types in `cpu::thinking`.
///
/// # Errors
/// What is wrong with a request that cannot be read.
#[expect(unreachable_pub, reason = "the worker's script calls it")]
#[wasm_bindgen]
pub fn answer(request: &str, tell: &Function) -> Result<String, String> {
    let request: ThinkRequest = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let start = Date::now();
    // The system's clock may be put back.
    let clock = || Duration::from_secs_f64((Date::now() - start).max(0.0) / 1000.0);
    let tell = |json: &str| {
        // Whoever cannot be told how far it is can still be told the end.
        let _ = tell.call1(&JsValue::UNDEFINED, &json.into());
    };
    // A thought that has failed has left nothing behind.
    let mut kept = KEPT.take();
    let reply = thought::answer(&request, &clock, &tell, &alone, &mut kept);
    KEPT.set(kept);
    reply
}

/// Searches a position, for those who compare machines: the JSON of a [`Search`] in, that of a `Finding` out.
///
/// # Errors
/// What is wrong with a request that cannot be read.
#[expect(unreachable_pub, reason = "scripts call it")]
#[wasm_bindgen]
pub fn search(request: &str) -> Result<String, String> {
    serde_json::from_str::<Search>(request).map_err(|error| error.to_string())?.answer(&alone)
}
