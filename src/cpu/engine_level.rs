//! The levels of the engine, from one that a child beats to the engine without limits.

use std::ops::ControlFlow;

use rand::{Rng, RngExt};

use super::classic::{Bitboards, Engine, Evaluation, Finding, Reach, Shape, bitboards, square_of};
use super::{Decision, Limit, Outlook, Progress, Score, Watch};
use crate::rules::Position;

/// How strong the engine plays: how far it looks, what it overlooks, and how roughly it judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineLevel(usize);

/// What makes a level.
struct Strength {
    key: &'static str,
    name: &'static str,
    description: &'static str,
    /// How many plies it looks ahead, its own move included.
    depth: u32,
    /// From how many empties on it plays perfectly.
    exact_from: u32,
    /// How likely it overlooks the quietest move, in per cent.
    overlooks: f32,
    /// The standard deviation of its judgement of a move, in discs.
    roughness: f32,
}

/// The levels, the weakest first. `irogaeshi-cli elo` measured how far apart they are.
const STRENGTHS: [Strength; 12] = [
    Strength::weak(
        "first-steps",
        "First Steps",
        "For a first game: takes what it sees, and sees little",
        1,
        0,
        70.0,
        14.0,
    ),
    Strength::weak("child", "Child", "Knows the rules and likes to turn discs", 1, 0, 55.0, 9.0),
    Strength::weak("pupil", "Pupil", "Has heard that corners are good", 1, 0, 40.0, 6.0),
    Strength::weak("hobby", "Hobby Player", "Plays now and then, and looks at the reply", 2, 4, 30.0, 4.5),
    Strength::weak("regular", "Regular", "Plays every week; misses quiet moves", 2, 6, 20.0, 3.0),
    Strength::weak("club", "Club Player", "Knows why few moves are bad", 3, 8, 12.0, 2.0),
    Strength::weak("club-champion", "Club Champion", "Counts the end of the game", 4, 10, 6.0, 1.2),
    Strength::weak("tournament", "Tournament Player", "Sees six plies and rarely errs", 6, 12, 2.0, 0.6),
    Strength::sure("champion", "Champion", "Beats nearly everybody", 8, 16),
    Strength::sure("grandmaster", "Grandmaster", "Plays the last twenty squares perfectly", 10, 20),
    Strength::sure("sage", "Sage", "Looks deeper than any person", 14, 22),
    Strength::sure("oracle", "Oracle", "The engine without limits but the clock", 60, 60),
];

impl Strength {
    const fn weak(
        key: &'static str,
        name: &'static str,
        description: &'static str,
        depth: u32,
        exact_from: u32,
        overlooks: f32,
        roughness: f32,
    ) -> Self {
        Self { key, name, description, depth, exact_from, overlooks, roughness }
    }

    const fn sure(
        key: &'static str,
        name: &'static str,
        description: &'static str,
        depth: u32,
        exact_from: u32,
    ) -> Self {
        Self::weak(key, name, description, depth, exact_from, 0.0, 0.0)
    }

    const fn errs(&self) -> bool {
        self.overlooks > 0.0 || self.roughness > 0.0
    }
}

/// What is likely enough to be left out by levels that look ahead.
const CERTAINTY: u8 = 1;

/// The bytes of the table of a level that looks far, and of the others.
const TABLES: [usize; 2] = [Engine::TABLE_BYTES, 1 << 20];

impl EngineLevel {
    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..STRENGTHS.len()).map(Self)
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0]
    }

    /// The name in the text formats, such as `club`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.strength().key
    }

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.strength().name
    }

    /// Whom it suits, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.strength().description
    }

    fn reach(self, limit: Limit) -> Reach {
        let Strength { depth, exact_from, .. } = *self.strength();
        let nodes = match limit {
            Limit::Own => u64::MAX,
            Limit::AtMost(nodes) | Limit::Exactly(nodes) => nodes.into(),
        };
        Reach { depth, exact_from, certainty: CERTAINTY, nodes }
    }

    /// What it plays; `None` where the engine does not know the variant, or the game is over.
    pub(super) fn choose(
        self,
        position: &Position,
        limit: Limit,
        rng: &mut impl Rng,
        watch: &mut Watch<'_>,
    ) -> Option<Decision> {
        let (board, shape) = bitboards(position)?;
        let strength = self.strength();
        let table = TABLES[usize::from(strength.depth <= 8)];
        let mut engine = Engine::new(Evaluation::built_in(), table);
        let reach = self.reach(limit);
        if !strength.errs() {
            let found = think(&mut engine, board, shape, reach, watch)?;
            return Some(decision(&found));
        }
        let mut best: Option<(f32, Decision)> = None;
        let legal = board.legal_moves(shape);
        let of = legal.count_ones();
        let mut unseen = legal;
        for (done, square) in (0..64).filter(|square| legal >> square & 1 == 1).enumerate() {
            unseen &= !(1 << square);
            let flips = board.flips(square);
            let is_seen = rng.random_range(0.0..100.0) >= strength.overlooks * quietness(square, flips);
            // It plays something, in the end.
            if !(is_seen || unseen == 0 && best.is_none()) {
                continue;
            }
            if watch(Progress { done: done as u32, of }).is_break() && best.is_some() {
                break;
            }
            let found = after(&mut engine, board.played(square, flips), shape, reach);
            let felt = found.score as f32 + strength.roughness * bell(rng);
            if best.as_ref().is_none_or(|(most, _)| felt > *most) {
                let line = [&[square as u8], found.line.as_slice()].concat();
                best = Some((felt, decision(&Finding { line, depth: found.depth + 1, ..found })));
            }
        }
        best.map(|(_, decision)| decision)
    }
}

/// How hard a move is to see, from 0 to 1: what flips little is quiet, a corner never is.
fn quietness(square: usize, flips: u64) -> f32 {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    if CORNERS >> square & 1 == 1 { 0.2 } else { 1.0 / (flips.count_ones() as f32).sqrt() }
}

/// A number of mean 0 and standard deviation 1, nearly normally distributed: the sum of three even ones.
fn bell(rng: &mut impl Rng) -> f32 {
    let sum: f32 = (0..3).map(|_| rng.random_range(-1.0..1.0_f32)).sum();
    sum
}

/// What a position is worth to the player who has just moved, one ply less far ahead than the level looks.
fn after(engine: &mut Engine, board: Bitboards, shape: Shape, reach: Reach) -> Finding {
    let mut unwatched = |_| ControlFlow::Continue(());
    let reach = Reach { depth: reach.depth.saturating_sub(1), exact_from: reach.exact_from.saturating_sub(1), ..reach };
    let glance = |board: Bitboards, sign: i32| {
        let score = if board.is_over(shape) { board.final_score(shape) } else { Evaluation::built_in().glance(board) };
        Finding { line: Vec::new(), score: sign * score, depth: 0, is_exact: false, nodes: 1 }
    };
    if reach.depth == 0 && board.empties(shape).count_ones() > reach.exact_from {
        return glance(board, -1);
    }
    let found = engine.search(board, shape, reach, &mut |_| {}, &mut unwatched);
    if let Some(found) = found {
        return Finding { score: -found.score, ..found };
    }
    // The opponent passes.
    let found = engine.search(board.passed(), shape, reach, &mut |_| {}, &mut unwatched);
    found.unwrap_or_else(|| glance(board, -1))
}

fn think(engine: &mut Engine, board: Bitboards, shape: Shape, reach: Reach, watch: &mut Watch<'_>) -> Option<Finding> {
    let of = reach.depth.min(board.empties(shape).count_ones());
    let done = std::cell::Cell::new(0);
    let mut tell = |found: &Finding| done.set(found.depth);
    let mut look = |_| watch(Progress { done: done.get(), of });
    engine.search(board, shape, reach, &mut tell, &mut look)
}

fn decision(found: &Finding) -> Decision {
    let line: Vec<_> = found.line.iter().map(|bit| square_of(*bit)).collect();
    let outlook = Outlook {
        score: Score::Lead(found.score),
        depth: found.depth,
        nodes: u32::try_from(found.nodes).unwrap_or(u32::MAX),
        line: line.clone(),
    };
    Decision { square: line.first().copied().unwrap_or(square_of(0)), outlook: Some(outlook) }
}
