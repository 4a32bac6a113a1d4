//! Reviews by the tree search, in shares of the win, for any number of players on any board.

use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cpu::budget::Budget;
use crate::cpu::control::{Control, Threads};
use crate::cpu::playouts::payoffs::Aim;
use crate::cpu::playouts::tree::{Expected, Plan, expect};
use crate::cpu::progress::Progress;
use crate::cpu::shares::built_in::network_for;
use crate::cpu::thinking::review::{MoveReview, MoveScores, Review};
use crate::rules::{Player, Position, Record, Square};

/// Visits of each search, chosen so that the review of a five-player game takes some seconds.
const BUDGET: Budget = Budget::positions(1 << 12);

/// Smallest difference in shares that counts as a loss, because searches cannot resolve smaller ones.
const MIN_LOSS: f32 = 0.03;

/// Like [`super::review`].
pub(super) fn review(record: &Record, max_nodes: Option<u64>, control: &mut Control<'_, Review>) -> Review {
    let mut review = Review::default();
    let of = record.ply() as u32;
    let budget = max_nodes.map_or(BUDGET, |max_nodes| BUDGET.at_most(max_nodes));
    let plan = Plan { aim: Aim::Win, budget, network: network_for(record.variant()) };
    let reviewer = Reviewer { plan, threads: control.threads() };
    let end = reviewer.expect(record.position(), &mut || control.progress(Progress { done: 0, of }));
    let Some(mut after) = end else { return review };
    for (ply, turn) in record.played().iter().enumerate().rev() {
        let progress = Progress { done: of - 1 - ply as u32, of };
        let mut on_progress = || control.progress(progress);
        let Some(position) = record.position_at(ply) else { break };
        let Some(before) = reviewer.expect(position, &mut on_progress) else { break };
        if let Some(square) = turn.square() {
            let found = reviewer.review(ply, position, (turn.player, square), &before, &after, &mut on_progress);
            let Some(found) = found else { break };
            review.moves.push(found);
            control.report(&review);
        }
        after = before;
    }
    review
}

struct Reviewer<'a> {
    plan: Plan,
    threads: &'a Threads<'a>,
}

impl Reviewer<'_> {
    /// Reviews a move, given the expected course of the game before and after it; `None` if stopped.
    fn review(
        &self,
        ply: usize,
        position: &Position,
        (mover, square): (Player, Square),
        before: &Expected,
        after: &Expected,
        on_progress: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<MoveReview> {
        let played = begun_with(square, after.clone());
        // The best move is undefined for players who cannot win.
        let can_win = position.variant().scored().contains(&mover);
        let best = match before.line.first() {
            Some(best) if can_win && *best != square => {
                let mut position = position.clone();
                position.play(mover, *best).ok()?;
                // Searched in the same way as the position after the played move.
                begun_with(*best, self.expect(&position, on_progress)?)
            }
            _ => played.clone(),
        };
        let is_exact = played.is_exact && best.is_exact;
        let least = if is_exact { 0.0 } else { MIN_LOSS };
        let is_better = best.shares[mover] - played.shares[mover] > least;
        let best = if is_better { best } else { played.clone() };
        Some(MoveReview {
            ply,
            player: mover,
            square,
            scores: MoveScores::Shares { played: played.shares, best: best.shares },
            best_line: if can_win { best.line } else { Vec::new() },
            is_exact,
            faults: Vec::new(),
        })
    }

    /// Expected course of the game from a position; `None` if stopped.
    fn expect(&self, position: &Position, on_progress: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Expected> {
        // A fixed seed, so that the same game always gets the same review.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut is_stopped = on_progress().is_break();
        let mut should_stop = |_| {
            let flow = on_progress();
            is_stopped |= flow.is_break();
            flow
        };
        let control = &mut Control::new().on_progress(&mut should_stop).with_threads(self.threads);
        let expected = expect(position, self.plan, &mut rng, control);
        expected.filter(|_| !is_stopped)
    }
}

fn begun_with(square: Square, expected: Expected) -> Expected {
    Expected { line: [&[square], expected.line.as_slice()].concat(), ..expected }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::cpu::control::single_thread;
    use crate::cpu::thinking::review::Loss;
    use crate::cpu::thinking::review::tests::random_game;
    use crate::rules::{ByPlayer, Variant};

    fn reviewed(record: &Record, visits: u64) -> Review {
        review(record, Some(visits), &mut Control::new())
    }

    fn shares(found: &MoveReview) -> [ByPlayer<f32>; 2] {
        match found.scores {
            MoveScores::Shares { played, best } => [played, best],
            MoveScores::Lead { .. } => panic!("the tree search reports shares: {found:?}"),
        }
    }

    /// Share of the win of one of two players with perfect play, by exhaustive search with the rules.
    fn share(position: &Position, player: Player) -> f32 {
        let Some(to_move) = position.to_move() else {
            return position.variant().share_of_win(player, &position.counts());
        };
        let shares = position.legal_squares().iter().map(|square| {
            let mut after = position.clone();
            after.play(to_move, square).expect("is legal");
            share(&after, player)
        });
        let best = if to_move == player { shares.max_by(f32::total_cmp) } else { shares.min_by(f32::total_cmp) };
        best.expect("whoever is to move can move")
    }

    #[test]
    fn shares_near_the_end_are_those_of_trying_everything() {
        let reviewer =
            Reviewer { plan: Plan { aim: Aim::Win, budget: BUDGET, network: None }, threads: &single_thread };
        let mut go_on = || ControlFlow::Continue(());
        let (mut exact, mut lossy) = (0, 0);
        for (key, seed) in (0..3).flat_map(|seed| [("kingyo", seed), ("classic-10", seed)]) {
            let record = random_game(key, seed);
            for ply in record.ply() - 5..record.ply() {
                let [before, after] = [ply, ply + 1].map(|ply| record.position_at(ply).expect("is in the record"));
                let [expected_before, expected_after] =
                    [before, after].map(|position| reviewer.expect(position, &mut go_on).expect("is not stopped"));
                let turn = &record.played()[ply];
                let made = (turn.player, turn.square().expect("a placement"));
                let found = reviewer.review(ply, before, made, &expected_before, &expected_after, &mut go_on);
                let found = found.expect("is not stopped");
                let expected = [after, before].map(|position| share(position, found.player));
                let reported = shares(&found).map(|shares| shares[found.player]);
                let most = if found.is_exact { f32::EPSILON } else { 0.05 };
                let is_close = |(reported, expected): (f32, f32)| (reported - expected).abs() < most;
                assert!(reported.into_iter().zip(expected).all(is_close), "{key} {seed}: {expected:?}, {found:?}");
                exact += u32::from(found.is_exact);
                lossy += u32::from(found.is_lossy());
            }
        }
        assert!(exact > 20 && lossy > 0, "{exact} of 30 are certain, and {lossy} random moves lose something");
    }

    #[test]
    fn every_move_of_a_game_of_many_is_reviewed_and_shares_add_up() {
        for (key, seed) in [("colour", 5), ("five", 6), ("uzu", 7), ("classic-10", 8)] {
            let record = random_game(key, seed);
            let review = reviewed(&record, 20);
            let plies: Vec<usize> = review.moves.iter().map(|found| found.ply).collect();
            assert_eq!(plies, (0..record.ply()).rev().collect::<Vec<_>>(), "{key}");
            for found in &review.moves {
                let turn = &record.played()[found.ply];
                assert_eq!((found.player, found.square), (turn.player, turn.square().expect("a placement")));
                let scored = record.variant().scored();
                for shares in shares(found) {
                    let sum: f32 = scored.iter().map(|player| shares[*player]).sum();
                    assert!((sum - 1.0).abs() < 1e-3, "{key}: {found:?}");
                }
                let [played, best] = shares(found).map(|shares| shares[found.player]);
                assert!(best >= played && (scored.contains(&found.player) || best <= played), "{key}: {found:?}");
                assert_eq!(best > played, found.best() != found.square, "{key}: {found:?}");
                assert!(found.is_exact || !matches!(found.loss(), Loss::Percent(1..3)), "{key}: {found:?}");
                let mut position = record.position_at(found.ply).expect("is in the record").clone();
                for square in &found.best_line {
                    let to_move = position.to_move().expect("the line is no longer than the game");
                    position.play(to_move, *square).expect("the line is legal");
                }
            }
        }
    }

    #[test]
    fn random_moves_lose_more_than_searched_ones() {
        let mut record = Record::new(Variant::built_in("colour-1").expect("is built in"));
        let first = record.variant().players()[0];
        let plan = Plan { aim: Aim::Win, budget: Budget::positions(200), network: None };
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
        while let Some(player) = record.position().to_move() {
            let legal: Vec<Square> = record.position().legal_squares().iter().collect();
            let searched = || {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(record.ply() as u64);
                Some(*expect(record.position(), plan, &mut rng, &mut Control::new())?.line.first()?)
            };
            let by_chance = legal[dice.random_range(0..legal.len())];
            let square = if player == first { by_chance } else { searched().expect("somebody is to move") };
            record.play(player, square).expect("is legal");
        }
        let review = reviewed(&record, 400);
        let lost = |is_first: bool| -> u32 {
            let moves = review.moves.iter().filter(|found| (found.player == first) == is_first);
            moves.map(|found| found.loss().amount()).sum()
        };
        assert!(lost(true) > 2 * lost(false), "{} and {}", lost(true), lost(false));
    }
}
