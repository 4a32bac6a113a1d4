//! The web worker in which the CPU thinks: JSON requests in, JSON replies out, `rules` and `cpu` alone.

#[cfg(target_arch = "wasm32")]
mod web {
    use irogaeshi::cpu::{Limits, ThinkRequest, think, unwatched};
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Answers one request; both are the JSON of the types in `cpu::thinking`.
    ///
    /// # Errors
    /// What is wrong with a request that cannot be read.
    #[expect(unreachable_pub, reason = "the worker's script calls it")]
    #[wasm_bindgen]
    pub fn answer(request: &str) -> Result<String, String> {
        let request: ThinkRequest = serde_json::from_str(request).map_err(|error| error.to_string())?;
        serde_json::to_string(&think(&request, Limits::default(), &mut unwatched)).map_err(|error| error.to_string())
    }
}

fn main() {}
