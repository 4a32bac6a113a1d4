//! Tree search for any number of players, in which each maximises their own payoff (max^n).
//!
//! A visit descends the tree by the statistics of earlier visits, lets a [`Policy`] evaluate the leaf, and adds the
//! result along its path. Completely searched parts of the tree become exact and are not evaluated again, so endgames
//! are played perfectly.
//!
//! Several threads search by root parallelisation (Chaslot, Winands and van den Herik, Parallel Monte-Carlo Tree
//! Search, Computers and Games 2008, section 3.2): each grows a tree of its own, and the statistics of the moves at the
//! root are summed.
//!
//! Uses only arithmetic that every machine rounds alike, so that a seed leads to the same move everywhere.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use crate::cpu::budget::Budget;
use crate::cpu::control::{Control, Threads};
use crate::cpu::playouts::by_network::ByNetwork;
use crate::cpu::playouts::by_playouts::ByPlayouts;
use crate::cpu::playouts::payoffs::{Aim, Payoffs};
use crate::cpu::playouts::policy::{End, Policy, TreeNode, Visit};
use crate::cpu::progress::{PLAYOUTS_PER_CHECK, Progress};
use crate::cpu::report::{Line, Report, Score};
use crate::cpu::shares::board_network::BoardNetwork;
use crate::rules::{ByPlayer, FastPosition, Player, Position, Square, SquareSet};

/// Minimum number of visits for a move in the reported line.
const VISITS_TO_REPORT: u32 = 8;
/// Maximum number of nodes of a tree, about 50 MB; a full tree stops growing.
const MAX_NODES: usize = 1 << 20;

/// Aim and means of a search.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) aim: Aim,
    /// Limits the visits; without a network, each ends in a playout.
    pub(crate) budget: Budget,
    /// Network that evaluates positions for a player who wants to win, until the endgame.
    pub(crate) network: Option<&'static BoardNetwork>,
}

/// Share of empty squares below which playouts replace the network: they are short then, and more accurate.
const NEAR_END: f32 = 0.3;

/// Searches for the best of these legal moves; `None` if there are none. Plays a forced move at once. Uses threads if
/// the budget has a time; each then makes all the visits, unless `control` stops the search first. On one thread, a
/// fixed number of visits always leads to the same move.
pub(crate) fn choose(
    position: &Position,
    moves: SquareSet,
    plan: Plan,
    rng: &mut impl Rng,
    control: &mut Control<'_>,
) -> Option<Report> {
    if moves.len() < 2 {
        return moves.iter().next().map(Report::from);
    }
    let threads = plan.budget.time.map(|_| control.threads());
    let payoffs = Payoffs::new(position, position.to_move()?, plan.aim);
    let extent = Extent { visits: plan.budget.playouts(), ends_when_decided: true };
    match plan.network_for(position, payoffs) {
        Some(network) => {
            search(position, moves, extent, &|| ByNetwork::new(payoffs, network), rng, control, threads).best()
        }
        None => search(position, moves, extent, &|| ByPlayouts::new(payoffs), rng, control, threads).best(),
    }
}

/// The expected course and result of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expected {
    /// Expected moves from here; empty when the game is over.
    pub(crate) line: Vec<Square>,
    /// Each player's share of the win, or of the discs for players who cannot win.
    pub(crate) shares: ByPlayer<f32>,
    pub(crate) is_exact: bool,
}

/// Like [`choose`], but returns the expected course of the game, in which everybody plays to win.
pub(crate) fn expect(
    position: &Position,
    plan: Plan,
    rng: &mut impl Rng,
    control: &mut Control<'_>,
) -> Option<Expected> {
    let payoffs = Payoffs::new(position, *position.variant().scored().first()?, Aim::Win);
    if position.to_move().is_none() {
        return Some(Expected { line: Vec::new(), shares: payoffs.reported(&position.counts()), is_exact: true });
    }
    let moves = position.legal_squares();
    let extent = Extent { visits: plan.budget.playouts(), ends_when_decided: false };
    let threads = Some(control.threads());
    match plan.network_for(position, payoffs) {
        Some(network) => {
            search(position, moves, extent, &|| ByNetwork::new(payoffs, network), rng, control, threads).expected()
        }
        None => search(position, moves, extent, &|| ByPlayouts::new(payoffs), rng, control, threads).expected(),
    }
}

/// Size of a search.
#[derive(Clone, Copy)]
struct Extent {
    visits: u32,
    /// Stops the search as soon as more visits cannot change the move.
    ends_when_decided: bool,
}

impl Plan {
    /// Network for the evaluation of leaves, if any.
    fn network_for(&self, position: &Position, payoffs: Payoffs<'_>) -> Option<&'static BoardNetwork> {
        let board = position.board();
        let [empties, squares] = [board.empties().count(), board.squares().count()].map(|count| count as f32);
        self.network.filter(|_| payoffs.is_about_winning() && empties > NEAR_END * squares)
    }
}

fn search<P: Policy>(
    position: &Position,
    moves: SquareSet,
    extent: Extent,
    policy: &(impl Fn() -> P + Sync),
    rng: &mut impl Rng,
    control: &mut Control<'_>,
    threads: Option<&Threads<'_>>,
) -> TreeSearch<P> {
    let mut search = TreeSearch::new(position, moves, policy(), rng);
    let Some(threads) = threads else {
        search.grow(extent, rng, control);
        return search;
    };
    let seeds = AtomicU64::new(rng.random());
    let is_over = AtomicBool::new(false);
    let others = Mutex::new(Vec::new());
    let help = || {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seeds.fetch_add(1, Ordering::Relaxed));
        let mut other = TreeSearch::new(position, moves, policy(), &mut rng);
        let mut until_over =
            |_| if is_over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        other.grow(extent, &mut rng, &mut Control::new().on_progress(&mut until_over));
        others.lock().unwrap_or_else(PoisonError::into_inner).push(other.into_root());
    };
    threads(&help, &mut || {
        search.grow(extent, rng, control);
        is_over.store(true, Ordering::Relaxed);
    });
    for other in others.into_inner().unwrap_or_else(PoisonError::into_inner) {
        search.add(other);
    }
    search
}

/// Ranks the legal moves, and reports the ranking whenever the number of visits doubles, and at the end. Returns the
/// last report; `None` when the game is over, or if stopped before the first.
pub(crate) fn rank(position: &Position, plan: Plan, rng: &mut impl Rng, control: &mut Control<'_>) -> Option<Report> {
    let payoffs = Payoffs::new(position, position.to_move()?, plan.aim);
    let visits = plan.budget.playouts();
    match plan.network_for(position, payoffs) {
        Some(network) => rank_by(position, visits, ByNetwork::new(payoffs, network), rng, control),
        None => rank_by(position, visits, ByPlayouts::new(payoffs), rng, control),
    }
}

fn rank_by(
    position: &Position,
    visits: u32,
    policy: impl Policy,
    rng: &mut impl Rng,
    control: &mut Control<'_>,
) -> Option<Report> {
    let mut last = None;
    let mut search = TreeSearch::new(position, position.legal_squares(), policy, rng);
    while search.visits() < visits && search.nodes[ROOT].known.is_none() {
        search.visit(rng);
        let done = search.visits();
        if done.is_multiple_of(PLAYOUTS_PER_CHECK) && control.progress(Progress { done, of: visits }).is_break() {
            return last;
        }
        if done >= MIN_VISITS_TO_RANK && done.is_power_of_two() {
            control.report(last.insert(search.ranking()));
        }
    }
    control.report(last.insert(search.ranking()));
    last
}

/// A move is ranked by its share only if it has at least 1 / `SURE_PART` of the visits of the most visited move.
const SURE_PART: u32 = 4;

/// Number of visits before the first ranking.
const MIN_VISITS_TO_RANK: u32 = 512;

/// Statistics of the moves at the root.
struct Root {
    nodes: Vec<TreeNode>,
    /// Proven end of the game after each move, if proven.
    ends: Vec<Option<End>>,
    reported: Vec<ByPlayer<f64>>,
    depth: u32,
}

struct TreeSearch<P> {
    policy: P,
    start: FastPosition,
    nodes: Vec<TreeNode>,
    /// Ends of the game from completely searched positions.
    known: Vec<End>,
    /// Sum of the reported results of the visits through each move at the root.
    reported: Vec<ByPlayer<f64>>,
    /// Length of the longest path through the tree, in plies.
    depth: u32,
}

/// Index of the searched position.
const ROOT: usize = 0;

impl<P: Policy> TreeSearch<P> {
    fn new(position: &Position, moves: SquareSet, policy: P, rng: &mut impl Rng) -> Self {
        // The root's square is a dummy, because no move leads to it.
        let root = TreeNode::new(Square::A1);
        let mut search = Self {
            policy,
            start: FastPosition::new(position),
            nodes: vec![root],
            known: Vec::new(),
            reported: vec![ByPlayer::default(); moves.len()],
            depth: 0,
        };
        if let Some(mover) = position.to_move() {
            let start = search.start.clone();
            search.expand(ROOT, &start, mover, moves, rng);
        }
        search
    }

    fn visits(&self) -> u32 {
        self.nodes[ROOT].visits
    }

    /// Makes at least one visit, up to the limit of the extent; stops early when the result is proven or decided, or
    /// when `control` says so.
    fn grow(&mut self, extent: Extent, rng: &mut impl Rng, control: &mut Control<'_>) {
        let visits = extent.visits.max(1);
        let is_done = |search: &Self| {
            search.nodes[ROOT].known.is_some()
                || extent.ends_when_decided && search.is_decided(visits - search.visits())
        };
        while self.visits() < visits && !is_done(self) {
            self.visit(rng);
            let progress = Progress { done: self.visits(), of: visits };
            if progress.done.is_multiple_of(PLAYOUTS_PER_CHECK) && control.progress(progress).is_break() {
                break;
            }
        }
    }

    fn into_root(mut self) -> Root {
        let children = self.nodes[ROOT].children();
        let ends = children.clone().map(|index| self.known_end(index)).collect();
        let nodes = self.nodes.drain(children).collect();
        Root { nodes, ends, reported: self.reported, depth: self.depth }
    }

    /// Adds the statistics of another search of the same moves.
    fn add(&mut self, other: Root) {
        let children = self.nodes[ROOT].children();
        for (index, (found, end)) in children.zip(other.nodes.iter().zip(other.ends)) {
            self.nodes[ROOT].visits += found.visits;
            let node = &mut self.nodes[index];
            node.visits += found.visits;
            node.payoff_sum += found.payoff_sum;
            node.later_visits += found.later_visits;
            node.later_payoff_sum += found.later_payoff_sum;
            if let Some(end) = end.filter(|_| node.known.is_none()) {
                self.know(index, end);
            }
        }
        for (reported, found) in self.reported.iter_mut().zip(other.reported) {
            *reported = ByPlayer::from_fn(|player| reported[player] + found[player]);
        }
        self.depth = self.depth.max(other.depth);
    }

    fn visit(&mut self, rng: &mut impl Rng) {
        let mut visit = self.go_down(rng);
        let end = self.known_end(visit.leaf()).unwrap_or_else(|| self.policy.evaluate_leaf(&mut visit, rng));
        self.learn(&visit, &end);
        self.know_what_leads_to(&visit.path);
    }

    /// Follows the moves with the highest selection scores to a leaf.
    fn go_down(&mut self, rng: &mut impl Rng) -> Visit {
        let position = self.start.clone();
        let mut visit = Visit { position, path: vec![ROOT], played: ByPlayer::default() };
        loop {
            let leaf = visit.leaf();
            let node = &self.nodes[leaf];
            let is_new = node.mover.is_none() && node.known.is_none();
            if is_new && node.visits >= P::VISITS_TO_EXPAND && self.nodes.len() < MAX_NODES {
                match visit.position.to_move() {
                    None => self.know(leaf, self.policy.end(&visit.position.counts())),
                    Some(mover) => {
                        self.expand(leaf, &visit.position, mover, visit.position.legal_squares(), rng);
                    }
                }
            }
            let node = &self.nodes[leaf];
            let Some(mover) = node.mover.filter(|_| node.known.is_none()) else { return visit };
            let next = self.select_child(node, mover);
            let square = self.nodes[next].square;
            let is_legal = visit.position.play(square);
            debug_assert!(is_legal, "the tree holds only legal moves");
            visit.played[mover].insert(square);
            visit.path.push(next);
        }
    }

    /// Adds the moves on these squares to the tree.
    fn expand(&mut self, index: usize, position: &FastPosition, mover: Player, squares: SquareSet, rng: &mut impl Rng) {
        let first = self.nodes.len();
        self.nodes.extend(squares.iter().map(TreeNode::new));
        self.policy.expand(position, mover, squares, &mut self.nodes[first..], rng);
        let node = &mut self.nodes[index];
        (node.mover, node.first_child, node.child_count) = (Some(mover), first as u32, squares.len() as u16);
    }

    /// Child with the highest selection score; proven children count with their exact payoff.
    fn select_child(&self, node: &TreeNode, mover: Player) -> usize {
        let selection_score = self.policy.selection_score(node, &self.nodes[node.children()]);
        first_highest(node.children(), |index| match self.known_end(index) {
            Some(end) => end.payoff[mover],
            None => selection_score(&self.nodes[index]),
        })
    }

    /// Updates the nodes on the path of a visit.
    fn learn(&mut self, visit: &Visit, end: &End) {
        let mut mover = None;
        for index in &visit.path {
            let node = &mut self.nodes[*index];
            node.visits += 1;
            node.payoff_sum += mover.map_or(0.0, |mover| f64::from(end.payoff[mover]));
            mover = node.mover;
        }
        self.policy.learn(&mut self.nodes, visit, end);
        if let Some(first) = visit.path.get(ROOT + 1) {
            let reported = &mut self.reported[first - self.nodes[ROOT].children().start];
            *reported = ByPlayer::from_fn(|player| reported[player] + f64::from(end.reported[player]));
        }
        self.depth = self.depth.max(visit.path.len() as u32 - 1);
    }

    /// Backs up a proven end: a position is proven when all its moves are.
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

    /// Best move of a position: by exact payoff if all moves are proven, otherwise the most visited.
    fn best_move(&self, index: usize) -> Option<usize> {
        let node = &self.nodes[index];
        let mover = node.mover?;
        let children = node.children();
        Some(if children.clone().all(|after| self.nodes[after].known.is_some()) {
            first_highest(children, |after| self.known_end(after).map(|end| end.payoff[mover]))
        } else {
            first_highest(children, |after| (self.nodes[after].visits, self.policy.mean(&self.nodes[after])))
        })
    }

    /// Returns whether `more` further visits cannot change the move.
    fn is_decided(&self, more: u32) -> bool {
        let root = &self.nodes[ROOT];
        let (mut most, mut second) = (0, 0);
        for after in &self.nodes[root.children()] {
            (most, second) = (most.max(after.visits), second.max(most.min(after.visits)));
        }
        most - second > more
    }

    /// Report of the best move alone.
    fn best(&self) -> Option<Report> {
        let best = self.best_move(ROOT)?;
        let line = Line { moves: self.line(best), score: Some(self.score(best)) };
        Some(self.report(vec![line]))
    }

    fn report(&self, lines: Vec<Line>) -> Report {
        let is_exact = self.nodes[ROOT].known.is_some();
        Report { lines, depth: self.depth, is_exact, nodes: self.visits().into() }
    }

    fn expected(&self) -> Option<Expected> {
        let best = self.best_move(ROOT)?;
        let is_exact = self.nodes[ROOT].known.is_some();
        Some(Expected { line: self.line(best), shares: self.reported(best), is_exact })
    }

    /// Moves at the root: by exact payoff if all are proven, otherwise by share, with rarely visited moves last.
    fn ranking(&self) -> Report {
        let root = &self.nodes[ROOT];
        let is_exact = root.known.is_some();
        let mut moves: Vec<usize> = root.children().collect();
        let payoff = |index: usize| root.mover.zip(self.known_end(index)).map_or(0.0, |(mover, end)| end.payoff[mover]);
        let payoffs = self.policy.payoffs();
        let share = |index: usize| payoffs.share(&self.reported(index));
        if is_exact {
            moves.sort_by(|one, other| payoff(*other).total_cmp(&payoff(*one)));
        } else {
            // The mean of few visits is unreliable, so such moves are ranked behind well visited ones.
            let most = moves.iter().map(|index| self.nodes[*index].visits).max().unwrap_or(0);
            let is_sure = |index: usize| {
                self.known_end(index).is_some() || self.nodes[index].visits.saturating_mul(SURE_PART) >= most
            };
            moves.sort_by(|one, other| {
                let by_visits = self.nodes[*other].visits.cmp(&self.nodes[*one].visits);
                is_sure(*other).cmp(&is_sure(*one)).then(share(*other).total_cmp(&share(*one))).then(by_visits)
            });
        }
        let best = moves.first().map_or(0.0, |index| share(*index));
        let line =
            |index: usize| Line { moves: self.line(index), score: Some(payoffs.score_of(share(index).min(best))) };
        self.report(moves.into_iter().map(line).collect())
    }

    /// Score of a move at the root for the searcher.
    fn score(&self, index: usize) -> Score {
        self.policy.payoffs().score(&self.reported(index))
    }

    /// Reported result after a move at the root.
    fn reported(&self, index: usize) -> ByPlayer<f32> {
        let visits = f64::from(self.nodes[index].visits.max(1));
        let mean = || self.reported[index - self.nodes[ROOT].children().start].map(|sum| (sum / visits) as f32);
        self.known_end(index).map_or_else(mean, |end| end.reported)
    }

    /// Expected moves, this one first.
    fn line(&self, index: usize) -> Vec<Square> {
        let next = |index: &usize| self.best_move(*index).filter(|next| self.nodes[*next].visits >= VISITS_TO_REPORT);
        std::iter::successors(Some(index), next).map(|index| self.nodes[index].square).collect()
    }
}

/// First index with the highest key.
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
