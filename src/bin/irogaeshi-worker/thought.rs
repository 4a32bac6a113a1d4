//! Answers to requests, with progress reports and a time limit.

use std::ops::ControlFlow;
use std::time::Duration;

use irogaeshi::cpu::{Answer, Control, Progress, ThinkNews, ThinkRequest, Thinker, Threads};

/// Interval of progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Answers a request with its reply. Calls `report` with all other news on the way. Everything is JSON. `clock` returns
/// the time since the request.
///
/// # Errors
/// The reason if the reply cannot be written as JSON.
pub(crate) fn answer(
    request: &ThinkRequest,
    clock: &dyn Fn() -> Duration,
    report: &dyn Fn(&str),
    threads: Option<&Threads<'_>>,
    thinker: &mut Thinker,
) -> Result<String, String> {
    let most = request.question.time();
    let mut said = Duration::ZERO;
    let say = |news: &ThinkNews| {
        if let Ok(json) = serde_json::to_string(news) {
            report(&json);
        }
    };
    let mut on_progress = |progress: Progress| {
        let now = clock();
        // Fraction of the time that has passed.
        let gone = most.map_or(0.0, |most| now.as_secs_f32() / most.as_secs_f32());
        if gone >= 1.0 {
            return ControlFlow::Break(());
        }
        if now.saturating_sub(said) >= PROGRESS_INTERVAL {
            said = now;
            say(&ThinkNews::Progress(request.id, progress.by_the_clock(gone)));
        }
        ControlFlow::Continue(())
    };
    let mut on_answer = |answer: &Answer| say(&ThinkNews::SoFar(request.id, answer.clone()));
    let control = Control::new().on_progress(&mut on_progress).on_report(&mut on_answer);
    let mut control = match threads {
        Some(threads) => control.with_threads(threads),
        None => control,
    };
    let reply = thinker.answer(request, None, &mut control);
    serde_json::to_string(&ThinkNews::Reply(reply)).map_err(|error| error.to_string())
}
