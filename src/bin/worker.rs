//! The web worker in which the CPU thinks: JSON requests in, JSON news out, `rules` and `cpu` alone.

#[cfg(target_arch = "wasm32")]
mod web {
    use std::ops::ControlFlow;

    use irogaeshi::cpu::{Limit, Progress, ThinkNews, ThinkRequest, alone, think};
    use js_sys::{Date, Function};
    use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

    /// How often a thought says how far it is, in milliseconds.
    const PROGRESS_INTERVAL: f64 = 100.0;

    /// Answers one request with its reply; `tell` is called with each other news on the way. All are the JSON of the
    /// types in `cpu::thinking`.
    ///
    /// # Errors
    /// What is wrong with a request that cannot be read.
    #[expect(unreachable_pub, reason = "the worker's script calls it")]
    #[wasm_bindgen]
    pub fn answer(request: &str, tell: &Function) -> Result<String, String> {
        let request: ThinkRequest = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let end = request.question.time().map(|time| Date::now() + time.as_secs_f64() * 1000.0);
        let mut said = Date::now();
        let say = |news: &ThinkNews| {
            if let Ok(json) = serde_json::to_string(news) {
                // Whoever cannot be told how far it is can still be told the end.
                let _ = tell.call1(&JsValue::UNDEFINED, &json.into());
            }
        };
        let mut watch = |progress: Progress| {
            let now = Date::now();
            if end.is_some_and(|end| now >= end) {
                return ControlFlow::Break(());
            }
            if now - said >= PROGRESS_INTERVAL {
                said = now;
                say(&ThinkNews::Progress(request.id, progress));
            }
            ControlFlow::Continue(())
        };
        let mut tell = |answer| say(&ThinkNews::SoFar(request.id, answer));
        let reply = think(&request, Limit::Own, &mut tell, &mut watch, &alone);
        serde_json::to_string(&ThinkNews::Reply(reply)).map_err(|error| error.to_string())
    }
}

fn main() {}
