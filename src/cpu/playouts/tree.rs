//! Monte Carlo tree search for any number of players: each mover goes for what the end is worth to itself.
//!
//! A playout goes down the tree by what earlier ones found (UCT, with the all-moves-as-first values of RAVE while
//! little is known), plays on at random to the end, and adds what that end is worth along its way. The random moves
//! prefer squares that have been worth more to their player in this search (MAST). Where a part of the tree has been
//! played out completely its worth is known and not asked again, so that the end of a game is played exactly.
//!
//! Several threads search by root parallelisation (Chaslot, Winands and van den Herik, Parallel Monte-Carlo Tree
//! Search, Computers and Games 2008, section 3.2): each grows a tree of its own, and what they found of the moves at
//! the root is added up.
//!
//! All arithmetic is of the kind that every machine rounds alike: a seed leads to the same move everywhere.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use crate::cpu::analysis::{AnalysedMove, Analysis};
use crate::cpu::crew::Crew;
use crate::cpu::decision::{Decision, Outlook, Score};
use crate::cpu::effort::PLAYOUTS_PER_LOOK;
use crate::cpu::effort::{Progress, Watch};
use crate::cpu::playouts::square_worth::SquareWorth;
use crate::cpu::playouts::stakes::{Aim, Stakes};
use crate::rules::{ByPlayer, FastPosition, Player, Position, Square, SquareSet};

/// How much a move is tried that has been tried little.
const EXPLORATION: f32 = 0.2;
/// From how many playouts on what followed a move says more than what followed the same move played later.
const LATER_WEIGHT: f32 = 100.0;
/// How often a position is reached before its moves become part of the tree.
const VISITS_TO_EXPAND: u32 = 2;
/// How often a position is reached before it is told as part of the line ahead.
const VISITS_TO_TELL: u32 = 8;
/// How many nodes a tree has at most, some 50 MB; it then grows no more.
const MAX_NODES: usize = 1 << 20;

/// Searches for the best of these moves, which are legal; `None` when there are none. A move without choice is played
/// at once. With a crew each of its threads makes as many playouts, unless the watch ends the thought before that.
pub(crate) fn choose(
    position: &Position,
    moves: SquareSet,
    aim: Aim,
    playouts: u32,
    rng: &mut impl Rng,
    watch: &mut Watch<'_>,
    crew: Option<&Crew<'_>>,
) -> Option<Decision> {
    let searcher = position.to_move()?;
    if moves.len() < 2 {
        return moves.iter().next().map(Decision::from);
    }
    let stakes = Stakes::new(position, searcher, aim);
    let mut search = Search::new(position, moves, stakes);
    let Some(crew) = crew else {
        search.grow(playouts, rng, watch);
        return search.decision();
    };
    let seeds = AtomicU64::new(rng.random());
    let is_over = AtomicBool::new(false);
    let others = Mutex::new(Vec::new());
    let help = || {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seeds.fetch_add(1, Ordering::Relaxed));
        let mut other = Search::new(position, moves, stakes);
        other.grow(playouts, &mut rng, &mut |_| {
            if is_over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        others.lock().unwrap_or_else(PoisonError::into_inner).push(other.into_root());
    };
    crew(&help, &mut || {
        search.grow(playouts, rng, watch);
        is_over.store(true, Ordering::Relaxed);
    });
    for other in others.into_inner().unwrap_or_else(PoisonError::into_inner) {
        search.add(other);
    }
    search.decision()
}

/// Ranks the legal moves by ever more playouts, up to this many, and tells the ranking whenever their number has
/// doubled, and at the end.
pub(crate) fn rank(
    position: &Position,
    playouts: u32,
    rng: &mut impl Rng,
    tell: &mut dyn FnMut(&Analysis),
    watch: &mut Watch<'_>,
) {
    let Some(searcher) = position.to_move() else { return };
    let mut search = Search::new(position, position.legal_squares(), Stakes::new(position, searcher, Aim::Win));
    while search.playouts() < playouts && search.nodes[ROOT].known.is_none() {
        search.play_one(rng);
        let done = search.playouts();
        if done.is_multiple_of(PLAYOUTS_PER_LOOK) && watch(Progress { done, of: playouts }).is_break() {
            return;
        }
        if done >= LEAST_TO_RANK && done.is_power_of_two() {
            tell(&search.analysis());
        }
    }
    tell(&search.analysis());
}

/// How many playouts there are before the moves are ranked for the first time.
const LEAST_TO_RANK: u32 = 512;

/// A position of the tree, and what is known of the move that leads to it.
struct Node {
    /// The move.
    square: Square,
    visits: u32,
    /// The sum of what those playouts were worth to whoever made the move.
    worth: f64,
    /// Playouts through the position before the move in which the same player made it then or later.
    later_visits: u32,
    later_worth: f64,
    /// Who moves here; nobody where the moves are not part of the tree.
    mover: Option<Player>,
    /// Where its moves are among the nodes, in reading order.
    first_child: u32,
    child_count: u16,
    /// How the game ends from here, if that is known: an index into [`Search::known`].
    known: Option<u32>,
}

/// How a game ends.
#[derive(Clone, Copy)]
struct End {
    worth: ByPlayer<f32>,
    /// What the searcher is told: its share of the win, or of the discs.
    score: f32,
}

/// One game from the root to its end.
struct Playout {
    position: FastPosition,
    /// The nodes on its way through the tree.
    path: Vec<usize>,
    /// What each player has played.
    played: ByPlayer<SquareSet>,
}

/// What a search found of the moves at its root.
struct Root {
    nodes: Vec<Node>,
    /// How the game ends after each, where that is known.
    ends: Vec<Option<End>>,
    scores: Vec<f64>,
    depth: u32,
}

struct Search<'a> {
    stakes: Stakes<'a>,
    start: FastPosition,
    nodes: Vec<Node>,
    /// How those positions end that are played out completely.
    known: Vec<End>,
    square_worth: SquareWorth,
    /// The sums of the scores of the playouts that began with each move.
    scores: Vec<f64>,
    /// The longest way through the tree, in plies.
    depth: u32,
}

/// The index of the position that is searched.
const ROOT: usize = 0;

impl Playout {
    /// Where it leaves the tree.
    fn leaf(&self) -> usize {
        self.path.last().copied().unwrap_or(ROOT)
    }
}

impl Node {
    const fn new(square: Square) -> Self {
        Self {
            square,
            visits: 0,
            worth: 0.0,
            later_visits: 0,
            later_worth: 0.0,
            mover: None,
            first_child: 0,
            child_count: 0,
            known: None,
        }
    }

    const fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.child_count as usize
    }

    /// How good the move looks to whoever makes it; best as long as nothing is known of it.
    fn mean_worth(&self) -> f32 {
        let mean = |sum: f64, count: u32| (sum / f64::from(count)) as f32;
        match (self.visits, self.later_visits) {
            (0, 0) => 1.0,
            (0, later) => mean(self.later_worth, later),
            (visits, 0) => mean(self.worth, visits),
            (visits, later) => {
                let (now, then) = (visits as f32, later as f32);
                let share = then / (then + now + then * now / LATER_WEIGHT);
                (1.0 - share) * mean(self.worth, visits) + share * mean(self.later_worth, later)
            }
        }
    }
}

impl<'a> Search<'a> {
    fn new(position: &Position, moves: SquareSet, stakes: Stakes<'a>) -> Self {
        let start = FastPosition::new(position);
        // No move leads to the root: its square means nothing.
        let root = Node::new(Square::from_index(0));
        let mut search = Self {
            stakes,
            start,
            nodes: vec![root],
            known: Vec::new(),
            square_worth: SquareWorth::new(),
            scores: vec![0.0; moves.len()],
            depth: 0,
        };
        search.expand(ROOT, position.to_move(), moves);
        search
    }

    /// How many playouts there have been.
    fn playouts(&self) -> u32 {
        self.nodes[ROOT].visits
    }

    /// Makes as many playouts, at least one, until they could not change the move any more, or the watch says so.
    fn grow(&mut self, playouts: u32, rng: &mut impl Rng, watch: &mut Watch<'_>) {
        let playouts = playouts.max(1);
        while self.playouts() < playouts && !self.is_decided(playouts - self.playouts()) {
            self.play_one(rng);
            let progress = Progress { done: self.playouts(), of: playouts };
            if progress.done.is_multiple_of(PLAYOUTS_PER_LOOK) && watch(progress).is_break() {
                break;
            }
        }
    }

    fn into_root(mut self) -> Root {
        let children = self.nodes[ROOT].children();
        let ends = children.clone().map(|index| self.known_end(index)).collect();
        let nodes = self.nodes.drain(children).collect();
        Root { nodes, ends, scores: self.scores, depth: self.depth }
    }

    /// Adds what another search found of the same moves.
    fn add(&mut self, other: Root) {
        let children = self.nodes[ROOT].children();
        for (index, (found, end)) in children.zip(other.nodes.iter().zip(other.ends)) {
            self.nodes[ROOT].visits += found.visits;
            let node = &mut self.nodes[index];
            node.visits += found.visits;
            node.worth += found.worth;
            node.later_visits += found.later_visits;
            node.later_worth += found.later_worth;
            if let Some(end) = end.filter(|_| node.known.is_none()) {
                self.know(index, end);
            }
        }
        for (score, found) in self.scores.iter_mut().zip(other.scores) {
            *score += found;
        }
        self.depth = self.depth.max(other.depth);
    }

    fn play_one(&mut self, rng: &mut impl Rng) {
        let mut playout = self.go_down();
        let end = self.known_end(playout.leaf()).unwrap_or_else(|| {
            let rank = |player, square| self.square_worth.of(player, square);
            while let Some((player, square)) = playout.position.play_better_of_two(rng, rank) {
                playout.played[player].insert(square);
            }
            self.end(&playout.position)
        });
        self.learn(&playout, &end);
        self.know_what_leads_to(&playout.path);
    }

    /// Follows the most promising moves to where the tree ends.
    fn go_down(&mut self) -> Playout {
        let position = self.start.clone();
        let mut playout = Playout { position, path: vec![ROOT], played: ByPlayer::default() };
        loop {
            let leaf = playout.leaf();
            let node = &self.nodes[leaf];
            let is_new = node.mover.is_none() && node.known.is_none();
            if is_new && node.visits >= VISITS_TO_EXPAND && self.nodes.len() < MAX_NODES {
                match playout.position.to_move() {
                    None => self.know(leaf, self.end(&playout.position)),
                    mover => self.expand(leaf, mover, playout.position.legal_squares()),
                }
            }
            let node = &self.nodes[leaf];
            let Some(mover) = node.mover.filter(|_| node.known.is_none()) else { return playout };
            let next = self.most_promising(node, mover);
            let square = self.nodes[next].square;
            let is_legal = playout.position.play(square);
            debug_assert!(is_legal, "the tree holds only legal moves");
            playout.played[mover].insert(square);
            playout.path.push(next);
        }
    }

    /// Makes the moves on these squares part of the tree.
    fn expand(&mut self, index: usize, mover: Option<Player>, squares: SquareSet) {
        let first = self.nodes.len();
        self.nodes.extend(squares.iter().map(Node::new));
        let node = &mut self.nodes[index];
        (node.mover, node.first_child, node.child_count) = (mover, first as u32, squares.len() as u16);
    }

    /// The move with the most hope: what it is worth, and more the less it was tried (UCT).
    fn most_promising(&self, node: &Node, mover: Player) -> usize {
        let exploration = EXPLORATION * log2(node.visits + 1).sqrt();
        let promise = |index: usize| {
            let after = &self.nodes[index];
            match self.known_end(index) {
                Some(end) => end.worth[mover],
                None => after.mean_worth() + exploration / (after.visits as f32 + 1.0).sqrt(),
            }
        };
        first_highest(node.children(), promise)
    }

    /// Adds a playout to the nodes it came through, and to those of moves that were made later in it.
    fn learn(&mut self, playout: &Playout, end: &End) {
        let mut mover = None;
        for index in &playout.path {
            let node = &mut self.nodes[*index];
            node.visits += 1;
            node.worth += mover.map_or(0.0, |mover| f64::from(end.worth[mover]));
            mover = node.mover;
            if let Some(mover) = mover {
                let children = node.children();
                for after in &mut self.nodes[children] {
                    if playout.played[mover].contains(after.square) {
                        after.later_visits += 1;
                        after.later_worth += f64::from(end.worth[mover]);
                    }
                }
            }
        }
        for player in Player::ALL {
            for square in playout.played[player] {
                self.square_worth.learn(player, square, end.worth[player]);
            }
        }
        if let Some(first) = playout.path.get(ROOT + 1) {
            self.scores[first - self.nodes[ROOT].children().start] += f64::from(end.score);
        }
        self.depth = self.depth.max(playout.path.len() as u32 - 1);
    }

    /// Works out which positions on a way to a known end are known through it: those of which every move is known.
    fn know_what_leads_to(&mut self, path: &[usize]) {
        for (before, after) in path.iter().zip(&path[1..]).rev() {
            let children = self.nodes[*before].children();
            if self.nodes[*after].known.is_none() || !children.clone().all(|index| self.nodes[index].known.is_some()) {
                return;
            }
            if let Some(end) = self.best_move(*before).and_then(|best| self.known_end(best)) {
                self.know(*before, end);
            }
        }
    }

    fn know(&mut self, index: usize, end: End) {
        self.nodes[index].known = Some(self.known.len() as u32);
        self.known.push(end);
    }

    fn known_end(&self, index: usize) -> Option<End> {
        self.nodes[index].known.map(|known| self.known[known as usize])
    }

    fn end(&self, position: &FastPosition) -> End {
        let counts = position.counts();
        End { worth: self.stakes.worth(&counts), score: self.stakes.score(&counts) }
    }

    /// The move to be made in a position: the best where all are known, otherwise the one most tried.
    fn best_move(&self, index: usize) -> Option<usize> {
        let node = &self.nodes[index];
        let mover = node.mover?;
        let children = node.children();
        Some(if children.clone().all(|after| self.nodes[after].known.is_some()) {
            first_highest(children, |after| self.known_end(after).map(|end| end.worth[mover]))
        } else {
            first_highest(children, |after| (self.nodes[after].visits, self.nodes[after].mean_worth()))
        })
    }

    /// Whether this many more playouts could not change the move.
    fn is_decided(&self, more: u32) -> bool {
        let root = &self.nodes[ROOT];
        let (mut most, mut second) = (0, 0);
        for after in &self.nodes[root.children()] {
            (most, second) = (most.max(after.visits), second.max(most.min(after.visits)));
        }
        root.known.is_some() || most - second > more
    }

    fn decision(&self) -> Option<Decision> {
        let best = self.best_move(ROOT)?;
        Some(Decision {
            square: self.nodes[best].square,
            outlook: Some(Outlook {
                score: self.score(best),
                depth: self.depth,
                nodes: self.playouts(),
                line: self.line(best),
            }),
        })
    }

    /// The moves at the root: by what they lead to where that is known of all, otherwise the most tried first.
    fn analysis(&self) -> Analysis {
        let root = &self.nodes[ROOT];
        let is_exact = root.known.is_some();
        let mut moves: Vec<usize> = root.children().collect();
        let worth = |index: usize| root.mover.zip(self.known_end(index)).map_or(0.0, |(mover, end)| end.worth[mover]);
        if is_exact {
            moves.sort_by(|one, other| worth(*other).total_cmp(&worth(*one)));
        } else {
            moves.sort_by_key(|index| Reverse(self.nodes[*index].visits));
        }
        let told = |index: usize| AnalysedMove {
            square: self.nodes[index].square,
            score: self.score(index),
            line: self.line(index),
        };
        Analysis {
            depth: self.depth,
            is_exact,
            moves: moves.into_iter().map(told).collect(),
            nodes: self.playouts().into(),
        }
    }

    /// What a move at the root is worth to the searcher.
    fn score(&self, index: usize) -> Score {
        let mean = self.scores[index - self.nodes[ROOT].children().start] / f64::from(self.nodes[index].visits.max(1));
        self.stakes.told(self.known_end(index).map_or(mean as f32, |end| end.score))
    }

    /// How the game is expected to go on, this move first.
    fn line(&self, index: usize) -> Vec<Square> {
        let next = |index: &usize| self.best_move(*index).filter(|next| self.nodes[*next].visits >= VISITS_TO_TELL);
        std::iter::successors(Some(index), next).map(|index| self.nodes[index].square).collect()
    }
}

/// The first of the indices whose key no other's exceeds.
fn first_highest<K: PartialOrd>(indices: Range<usize>, key: impl Fn(usize) -> K) -> usize {
    let mut best = indices.start;
    let mut highest = key(best);
    for index in indices.skip(1) {
        let key = key(index);
        if key > highest {
            (best, highest) = (index, key);
        }
    }
    best
}

/// The logarithm to base 2 of a number above 0, along straight lines between the powers of two: one that is exact to
/// the last bit differs from machine to machine.
fn log2(number: u32) -> f32 {
    let exponent = number.ilog2();
    exponent as f32 + (number as f32 / (1_u64 << exponent) as f32 - 1.0)
}
