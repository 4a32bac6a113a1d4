//! Control of a running search: progress, preliminary results, an early end, and extra threads.

use std::ops::ControlFlow;

use crate::cpu::progress::Progress;
use crate::cpu::report::Report;

/// Runs work on several threads, because `cpu` itself starts none. Calls the first function on each extra thread and
/// the second on the calling thread, and returns when all have finished.
pub type Threads<'a> = dyn Fn(&(dyn Fn() + Sync), &mut dyn FnMut()) + 'a;

type OnProgress<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;
type OnReport<'a, R> = dyn FnMut(&R) + 'a;

/// Control of a running search. By default it runs to its end, on one thread, and reports nothing on the way. `R` is
/// the type of its preliminary results.
///
/// Clocks and stop buttons belong into [`Self::on_progress`], because a search has neither.
///
/// ```
/// use irogaeshi::cpu::{Control, Report, Thinker};
/// use irogaeshi::rules::{Position, Variant};
///
/// let start = Position::start(Variant::classic(8).unwrap());
/// let mut depths = Vec::new();
/// let mut on_report = |report: &Report| depths.push(report.depth);
/// let mut control = Control::new().on_report(&mut on_report);
/// let report = Thinker::default().analyse(&start, 10_000, &mut control).unwrap();
/// assert_eq!(depths.last(), Some(&report.depth));
/// ```
pub struct Control<'a, R = Report> {
    pub(crate) on_progress: Option<&'a mut OnProgress<'a>>,
    pub(crate) on_report: Option<&'a mut OnReport<'a, R>>,
    threads: Option<&'a Threads<'a>>,
}

impl<R> Default for Control<'_, R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a, R> Control<'a, R> {
    /// Lets a search run to its end, on one thread.
    #[must_use]
    pub const fn new() -> Self {
        Self { on_progress: None, on_report: None, threads: None }
    }

    /// Calls `on_progress` often during the search, every few hundred microseconds. It can stop the search, whose best
    /// result so far then counts.
    #[must_use]
    pub fn on_progress(self, on_progress: &'a mut (dyn FnMut(Progress) -> ControlFlow<()> + 'a)) -> Self {
        Self { on_progress: Some(on_progress), ..self }
    }

    /// Calls `on_report` with each better preliminary result.
    #[must_use]
    pub fn on_report(self, on_report: &'a mut (dyn FnMut(&R) + 'a)) -> Self {
        Self { on_report: Some(on_report), ..self }
    }

    /// Lets the search use several threads. The choice among equally good moves and the number of nodes then vary from
    /// run to run.
    #[must_use]
    pub fn with_threads(self, threads: &'a Threads<'a>) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// Reports progress; breaks if the search must stop.
    pub(crate) fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.on_progress.as_mut().map_or(ControlFlow::Continue(()), |on_progress| on_progress(progress))
    }

    /// Reports a preliminary result.
    pub(crate) fn report(&mut self, report: &R) {
        if let Some(on_report) = &mut self.on_report {
            on_report(report);
        }
    }

    /// Threads for the search; only the calling one by default.
    pub(crate) fn threads(&self) -> &'a Threads<'a> {
        self.threads.unwrap_or(&single_thread)
    }

    /// The same control for a search on the calling thread alone.
    pub(crate) fn single_threaded(&mut self) -> Control<'_, R> {
        let on_report = self.on_report.as_mut().map(|on_report| &mut **on_report as &mut OnReport<'_, R>);
        Control { on_progress: reborrowed(&mut self.on_progress), on_report, threads: None }
    }

    /// The same control for a search whose preliminary results nobody needs.
    pub(crate) fn without_reports<S>(&mut self) -> Control<'_, S> {
        Control { on_progress: reborrowed(&mut self.on_progress), on_report: None, threads: self.threads }
    }

    /// Runs a search with results of another type under the same control. `convert` turns them into results to report.
    pub(crate) fn converting<S, T>(
        &mut self,
        convert: impl Fn(&S) -> R,
        search: impl FnOnce(&mut Control<'_, S>) -> T,
    ) -> T {
        let on_report = &mut self.on_report;
        let mut report = |found: &S| {
            if let Some(on_report) = on_report {
                on_report(&convert(found));
            }
        };
        let on_progress = reborrowed(&mut self.on_progress);
        search(&mut Control { on_progress, on_report: Some(&mut report), threads: self.threads })
    }
}

fn reborrowed<'b>(on_progress: &'b mut Option<&mut OnProgress<'_>>) -> Option<&'b mut OnProgress<'b>> {
    match on_progress {
        Some(on_progress) => Some(&mut **on_progress),
        None => None,
    }
}

/// Runs the work on the calling thread alone.
pub(crate) fn single_thread(_: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    work();
}
