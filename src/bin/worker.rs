//! The web worker in which the CPU thinks: JSON requests in, JSON news out, the plain core alone.
//!
//! Built for the desktop, the same program answers on stdout what it reads on stdin, line by line: tests compare what
//! it says there and in a browser, and how fast.

use irogaeshi::cpu::classic::{Engine, Evaluation, Reach, Shape};
use irogaeshi::notation::Diagram;
use serde::Deserialize;

/// A position that is searched to compare machines.
#[derive(Deserialize)]
struct Search {
    /// As [`Diagram`] reads it.
    position: String,
    reach: Reach,
}

impl Search {
    /// What the engine finds, as JSON; null where there is no move.
    fn answer(&self) -> Result<String, String> {
        let diagram: Diagram = self.position.parse().map_err(|error| format!("{error}"))?;
        let mut engine = Engine::new(Evaluation::built_in(), Engine::TABLE_BYTES);
        let look = &mut |_| std::ops::ControlFlow::Continue(());
        let found = engine.search(diagram.bitboards, Shape::FULL, self.reach, &mut |_| {}, look);
        serde_json::to_string(&found).map_err(|error| error.to_string())
    }
}

#[cfg(target_arch = "wasm32")]
mod web {
    use std::cell::RefCell;
    use std::ops::ControlFlow;

    use irogaeshi::cpu::{KeptEngine, Limit, Progress, ThinkNews, ThinkRequest, alone, think};
    use js_sys::{Date, Function};
    use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

    /// How often a thought says how far it is, in milliseconds.
    const PROGRESS_INTERVAL: f64 = 100.0;

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
    pub fn bring_network(key: &str, file: &[u8]) -> Result<(), String> {
        irogaeshi::cpu::shares::bring(key, file).map_err(|error| error.to_string())
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
        let most_ms = request.question.time().map(|time| 1000.0 * time.as_secs_f64());
        let start = Date::now();
        let mut said = start;
        let say = |news: &ThinkNews| {
            if let Ok(json) = serde_json::to_string(news) {
                // Whoever cannot be told how far it is can still be told the end.
                let _ = tell.call1(&JsValue::UNDEFINED, &json.into());
            }
        };
        let mut watch = |progress: Progress| {
            let now = Date::now();
            // How much of the time is gone.
            let gone = most_ms.map_or(0.0, |most| (now - start) / most);
            if gone >= 1.0 {
                return ControlFlow::Break(());
            }
            if now - said >= PROGRESS_INTERVAL {
                said = now;
                say(&ThinkNews::Progress(request.id, progress.by_the_clock(gone as f32)));
            }
            ControlFlow::Continue(())
        };
        let mut tell = |answer| say(&ThinkNews::SoFar(request.id, answer));
        // A thought that has failed has left nothing behind.
        let mut kept = KEPT.take();
        let reply = think(&request, Limit::Own, &mut tell, &mut watch, &alone, &mut kept);
        KEPT.set(kept);
        serde_json::to_string(&ThinkNews::Reply(reply)).map_err(|error| error.to_string())
    }

    /// Searches a position, for those who compare machines: the JSON of a [`Search`](super::Search) in, that of a
    /// `Finding` out.
    ///
    /// # Errors
    /// What is wrong with a request that cannot be read.
    #[expect(unreachable_pub, reason = "scripts call it")]
    #[wasm_bindgen]
    pub fn search(request: &str) -> Result<String, String> {
        serde_json::from_str::<super::Search>(request).map_err(|error| error.to_string())?.answer()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod desktop {
    use std::io::{self, BufRead, Read, Write};

    use irogaeshi::cpu::{KeptEngine, Limit, ThinkNews, ThinkRequest, alone, think, unwatched};
    use serde::Deserialize;

    /// What a line asks.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Request {
        Search(super::Search),
        Think(ThinkRequest),
    }

    fn answer(line: &str) -> Result<String, String> {
        match serde_json::from_str(line).map_err(|error| error.to_string())? {
            Request::Search(search) => search.answer(),
            Request::Think(request) => {
                let kept = &mut KeptEngine::default();
                let reply = think(&request, Limit::Own, &mut |_| {}, &mut unwatched, &alone, kept);
                serde_json::to_string(&ThinkNews::Reply(reply)).map_err(|error| error.to_string())
            }
        }
    }

    /// The longest line that is read, in bytes: a request with the record of the longest game is far shorter.
    const LONGEST: usize = 1 << 20;

    /// The next line; `None` at the end of the input.
    fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
        let mut line = String::new();
        if input.by_ref().take(LONGEST as u64 + 1).read_line(&mut line)? > LONGEST {
            return Err(io::Error::other(format!("a line is longer than {LONGEST} bytes")));
        }
        Ok(Some(line).filter(|line| !line.is_empty()))
    }

    /// Answers line by line, and ends at the first line that cannot be answered.
    pub(super) fn serve() -> io::Result<()> {
        let mut input = io::stdin().lock();
        while let Some(line) = next_line(&mut input)? {
            let reply = answer(&line).map_err(io::Error::other)?;
            writeln!(io::stdout(), "{reply}")?;
        }
        Ok(())
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::io::Result<()> {
    desktop::serve()
}
