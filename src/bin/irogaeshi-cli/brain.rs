//! The engine as the terminal tool uses it: how it is set up, and how long it may think.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use irogaeshi::cpu::classic::{Bitboards, Book, Engine, Evaluation, Finding, Ranking, Reach, Shape};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use thiserror::Error;

/// How the engine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct EngineArguments {
    /// How many MiB of positions the engine remembers.
    #[arg(long, value_name = "N", default_value_t = Self::USUAL_TABLE_MIB, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table_mib: u32,
    /// On how many threads the engine searches.
    #[arg(long = "threads", value_name = "N", default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
}

impl EngineArguments {
    const USUAL_TABLE_MIB: u32 = 256;

    /// One thread and a table of this size.
    pub(crate) const fn with_table(table_mib: u32) -> Self {
        Self { table_mib, threads: NonZeroUsize::MIN }
    }
}

/// What bounds a thought; without any bound it goes to the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Plies.
    pub(crate) depth: Option<u32>,
    /// From how many empties on it thinks to the end of the game, whatever the depth.
    pub(crate) exact_from: u32,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
}

impl Budget {
    /// So many plies; half as many more, at most eight, where that is the end of the game.
    pub(crate) fn to_depth(depth: Depth) -> Self {
        let depth = depth.plies();
        Self { depth: Some(depth), exact_from: depth + (depth / 2).min(8), ..Self::default() }
    }

    fn reach(&self) -> Reach {
        let end = Reach::TO_THE_END;
        Reach {
            depth: self.depth.unwrap_or(end.depth),
            exact_from: if self.depth.is_some() { self.exact_from } else { end.exact_from },
            certainty: if self.depth.is_some() { SELECTIVE } else { end.certainty },
            nodes: self.nodes.unwrap_or(end.nodes),
        }
    }

    /// Whether a thought that began then may go on.
    fn look(&self, start: Instant, interrupt: &Interrupt) -> ControlFlow<()> {
        let is_late = self.time.is_some_and(|time| start.elapsed() >= time);
        if is_late || interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A time such as `200ms` or `1.5s`, more than none and at most a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThinkingTime(pub(crate) Duration);

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a time, such as 200ms or 1.5s, of at most a day")]
pub(crate) struct NotATime(String);

impl FromStr for ThinkingTime {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const LONGEST: Duration = Duration::from_hours(24);
        let is_plain = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let seconds = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(number), _) if is_plain(number) => number.parse::<f64>().ok().map(|time| time / 1000.0),
            (None, Some(number)) if is_plain(number) => number.parse::<f64>().ok(),
            _ => None,
        };
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.filter(|time| !time.is_zero() && *time <= LONGEST).map(Self).ok_or_else(|| NotATime(text.to_owned()))
    }
}

/// A number of plies to look ahead, from 1 to as many as a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depth(u32);

/// A text that is not a depth.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a depth, a number of plies from 1 to {most}", most = Depth::MOST.0)]
pub(crate) struct NotADepth(String);

impl Depth {
    /// No game on 64 squares, four of them taken, is longer.
    pub(crate) const MOST: Self = Self(60);

    pub(crate) const fn plies(self) -> u32 {
        self.0
    }
}

impl FromStr for Depth {
    type Err = NotADepth;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let depth = text.parse().ok().filter(|depth| (1..=Self::MOST.0).contains(depth));
        depth.map(Self).ok_or_else(|| NotADepth(text.to_owned()))
    }
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    /// How it expects the game to go on, by the engine's numbers of the squares; empty where the player to move must
    /// pass and at the end of the game.
    pub(crate) line: Vec<u8>,
    /// The discs by which the player to move is expected to win.
    pub(crate) score: i32,
    pub(crate) depth: u32,
    pub(crate) is_exact: bool,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Thought {
    fn new(finding: &Finding, start: Instant) -> Self {
        Self {
            line: finding.line.clone(),
            score: finding.score,
            depth: finding.depth,
            is_exact: finding.is_exact,
            nodes: finding.nodes,
            time: start.elapsed(),
        }
    }
}

/// Says from elsewhere that a thought is not wanted any more, for as long as it is raised once or more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    pub(crate) fn raise(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes back that it was raised once.
    pub(crate) fn lower(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

/// The engine, set up.
pub(crate) struct Brain {
    engine: Engine,
    threads: NonZeroUsize,
    interrupt: Interrupt,
    /// Chooses among the moves of the opening book, if it knows that.
    book_dice: Option<Xoshiro256PlusPlus>,
}

impl Brain {
    pub(crate) fn new(arguments: EngineArguments) -> Self {
        let engine = Engine::new(Evaluation::built_in(), (arguments.table_mib as usize) << 20);
        Self { engine, threads: arguments.threads, interrupt: Interrupt::default(), book_dice: None }
    }

    /// Knows the opening book, and chooses among its moves by this seed.
    pub(crate) fn with_book(self, seed: u64) -> Self {
        Self { book_dice: Some(Xoshiro256PlusPlus::seed_from_u64(seed)), ..self }
    }

    /// What it knows by heart, if it knows the position.
    pub(crate) fn recall(&mut self, board: Bitboards, shape: Shape) -> Option<Thought> {
        let dice = self.book_dice.as_mut().filter(|_| shape == Shape::FULL)?;
        let book = Book::built_in();
        let chosen = book.choose(board, Book::MARGIN, dice)?;
        Some(Thought {
            line: book.line(board, chosen.square),
            score: chosen.lead(),
            depth: book.depth(),
            is_exact: false,
            nodes: 0,
            time: Duration::ZERO,
        })
    }

    /// What cuts its thoughts short.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Forgets what it learned of earlier positions.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Thinks about a position within its budget, and tells what it thinks so far with every ply.
    pub(crate) fn think(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let start = Instant::now();
        let Self { engine, threads, interrupt, .. } = self;
        let mut tell = |finding: &Finding| tell(&Thought::new(finding, start));
        let mut look = |_| budget.look(start, interrupt);
        let crew = crew_of(*threads);
        Thought::new(&engine.judge(board, shape, budget.reach(), &mut tell, &mut look, &crew), start)
    }

    /// Ranks the legal moves within a budget, and tells every depth that it has finished with the time that it took.
    pub(crate) fn rank(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: &Budget,
        tell: &mut dyn FnMut(&Ranking, Duration),
    ) {
        let start = Instant::now();
        let Self { engine, threads, interrupt, .. } = self;
        let mut tell = |ranking: &Ranking| tell(ranking, start.elapsed());
        let mut look = |_| budget.look(start, interrupt);
        engine.rank(board, shape, budget.reach(), &mut tell, &mut look, &crew_of(*threads));
    }
}

/// How many nodes a second these were. What took no time that a clock can tell took a nanosecond.
pub(crate) fn nodes_a_second(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(Duration::from_nanos(1).as_secs_f64())
}

/// Lends all but one of so many threads.
fn crew_of(threads: NonZeroUsize) -> impl Fn(&(dyn Fn() + Sync), &mut dyn FnMut()) {
    move |help, work| {
        thread::scope(|scope| {
            for _ in 1..threads.get() {
                scope.spawn(help);
            }
            work();
        });
    }
}

/// How sure a search to a depth is: what is unlikely enough is left out.
const SELECTIVE: u8 = 1;

#[cfg(test)]
mod tests {
    use irogaeshi::cpu::classic::Diagram;

    use super::*;

    fn think(diagram: &str, budget: &Budget) -> Thought {
        let diagram: Diagram = diagram.parse().expect("a diagram");
        Brain::new(EngineArguments::with_table(1)).think(diagram.bitboards, Shape::FULL, budget, &mut |_| {})
    }

    #[test]
    fn a_pass_and_the_end_have_a_score_and_no_move() {
        // Nobody can move: 63 discs, and the empty square goes to the winner.
        let over = think(&format!("{}- O", "X".repeat(63)), &Budget::default());
        assert_eq!((over.score, over.line.len(), over.is_exact), (-64, 0, true));
        // White cannot move; Black turns the last of White's discs on the last square.
        let pass = think(&format!("{}O- O", "X".repeat(62)), &Budget::default());
        assert_eq!((pass.score, pass.line.len(), pass.is_exact), (-64, 0, true));
    }

    #[test]
    fn a_budget_is_kept() {
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(think(start, &Budget { depth: Some(3), ..Budget::default() }).depth, 3);
        let few = think(start, &Budget { nodes: Some(2000), ..Budget::default() });
        assert!(few.depth >= 1 && few.nodes < 4000, "{few:?}");
    }

    #[test]
    fn depths_are_read() {
        assert_eq!("60".parse(), Ok(Depth::MOST));
        for bad in ["", "0", "61", "-1", "d3", "99999999999"] {
            assert_eq!(bad.parse::<Depth>(), Err(NotADepth(bad.to_owned())));
        }
    }

    #[test]
    fn times_are_read() {
        let time = |text: &str| text.parse().map(|ThinkingTime(time)| time);
        assert_eq!(time("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("86400s"), Ok(Duration::from_hours(24)));
        for bad in [
            "",
            "s",
            "ms",
            "0ms",
            "-1s",
            "+1s",
            "1",
            "1m",
            "infs",
            "nans",
            "1e3s",
            "99999999999999999999999s",
            "86400.1s",
            "1.2.3s",
        ] {
            assert_eq!(time(bad), Err(NotATime(bad.to_owned())));
        }
    }
}
