//! Reviews by the engine, in discs, with the faults of each worse move.

use std::ops::ControlFlow;

use crate::cpu::budget::Budget;
use crate::cpu::classic::{Bitboards, Book, Engine, SearchResult, Shape, bit_of, bitboards_for_any_goal};
use crate::cpu::control::{Control, Threads};
use crate::cpu::progress::Progress;
use crate::cpu::thinking::fault::faults;
use crate::cpu::thinking::review::{MoveReview, MoveScores, Review};
use crate::rules::{Goal, Player, Position, Record, Square};

/// Budget of each search, chosen so that the review of a game takes a few seconds.
const BUDGET: Budget = Budget { exact_from: 20, ..Budget::plies(12) };

/// Like [`super::review`]; empty if the engine cannot play the variant.
pub(super) fn review(record: &Record, max_nodes: Option<u64>, control: &mut Control<'_, Review>) -> Review {
    review_within(record, Budget { nodes: max_nodes.unwrap_or(u64::MAX), ..BUDGET }, control)
}

fn review_within(record: &Record, budget: Budget, control: &mut Control<'_, Review>) -> Review {
    let mut review = Review::default();
    let of = record.ply() as u32;
    let Some((_, shape)) = bitboards_for_any_goal(record.position()) else { return review };
    let goal = record.variant().goal();
    let engine = Engine::built_in(goal, shape, Engine::TABLE_BYTES);
    let mut reviewer = Reviewer { engine, goal, budget, threads: control.threads() };
    for (ply, turn) in record.played().iter().enumerate().rev() {
        let progress = Progress { done: of - 1 - ply as u32, of };
        let Some(position) = record.position_at(ply) else { break };
        let Some(square) = turn.square() else { continue };
        let made = (turn.player, square);
        let Some(found) = reviewer.review(ply, position, made, &mut || control.progress(progress)) else { break };
        review.moves.push(found);
        control.report(&review);
    }
    review
}

struct Reviewer<'a> {
    engine: Engine,
    goal: Goal,
    budget: Budget,
    threads: &'a Threads<'a>,
}

impl Reviewer<'_> {
    /// Reviews a move; `None` if stopped, or if the engine cannot play the variant.
    fn review(
        &mut self,
        ply: usize,
        position: &Position,
        (mover, square): (Player, Square),
        on_progress: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<MoveReview> {
        let (board, shape) = bitboards_for_any_goal(position)?;
        // All searches end with the same player to move, because the evaluation favours one side.
        let depth = self.budget.depth + ply as u32 % 2;
        let budget = Budget { depth, ..self.budget };
        if board.empties(shape).count_ones() > budget.exact_from {
            // Otherwise the entries from the previous search would make the played move searched more deeply than the
            // others.
            self.engine.forget();
        }
        let mut best = self.search(board, shape, budget, on_progress)?;
        let mut played = best.clone();
        if best.line.first() != Some(&square) {
            let bit = bit_of(square).into();
            let after = board.played(bit, board.flips(bit));
            let reply = self.search(after, shape, budget.after_a_move(), on_progress)?;
            let line = [&[square], reply.line.as_slice()].concat();
            // A proven score of the best move bounds all other moves.
            let most = if best.is_exact { best.score } else { i32::MAX };
            let is_exact = best.is_exact && reply.is_exact;
            played = SearchResult { line, score: most.min(-reply.score), is_exact, ..reply };
            if played.score >= best.score {
                best = played.clone();
            }
        }
        // In reverse reversi, corners and mobility are not advantages.
        let is_explained = self.goal == Goal::Most && best.score > played.score;
        let faults = if is_explained { faults(board, shape, &played.line, &best.line) } else { Vec::new() };
        Some(MoveReview {
            ply,
            player: mover,
            square,
            scores: MoveScores::Lead { played: played.score, best: best.score },
            best_line: best.line,
            is_exact: played.is_exact,
            faults,
        })
    }

    /// Evaluates a position for the player to move; `None` if stopped.
    fn search(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: Budget,
        on_progress: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<SearchResult> {
        let book = Book::built_in_for(shape).filter(|_| self.goal == Goal::Most);
        if let Some(proved) = book.and_then(|book| book.proven_value(board)) {
            return on_progress().is_continue().then_some(proved);
        }
        let mut is_stopped = false;
        let mut should_stop = || {
            let flow = on_progress();
            is_stopped |= flow.is_break();
            flow
        };
        self.engine.begin(shape);
        let found = self.engine.find_or_pass(board, budget, &mut |_| {}, &mut should_stop, self.threads);
        (!is_stopped).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::thinking::review::tests::{random_game, random_game_of};
    use crate::rules::{Player, Variant};

    /// Depths at which tests are fast even in debug builds.
    const NEAR: Budget = Budget { depth: 3, exact_from: 9, ..BUDGET };

    fn reviewed(record: &Record, budget: Budget) -> Review {
        review_within(record, budget, &mut Control::new())
    }

    /// Leads after the played move and after the best move.
    fn leads(found: &MoveReview) -> (i32, i32) {
        match found.scores {
            MoveScores::Lead { played, best } => (played, best),
            MoveScores::Shares { .. } => panic!("the engine reports leads: {found:?}"),
        }
    }

    /// Final lead of this player with perfect play, empty squares counted for the winner, by exhaustive search with the
    /// rules.
    fn lead(position: &Position, player: Player) -> i32 {
        let Some(to_move) = position.to_move() else {
            let counts = position.counts();
            let others: i32 = position.variant().players().iter().map(|other| i32::from(counts[*other])).sum();
            let lead = 2 * i32::from(counts[player]) - others;
            let empties = i32::try_from(position.board().empties().count()).expect("at most 64");
            let lead = lead + lead.signum() * empties;
            return if position.variant().goal() == Goal::Most { lead } else { -lead };
        };
        let scores = position.legal_squares().iter().map(|square| {
            let mut after = position.clone();
            after.play(to_move, square).expect("is legal");
            lead(&after, player)
        });
        let best = if to_move == player { scores.max() } else { scores.min() };
        best.expect("whoever is to move can move")
    }

    #[test]
    fn scores_near_the_end_are_those_of_trying_everything() {
        let mut lossy = 0;
        let reverse = Variant::built_in("classic").expect("is built in").with_goal(Goal::Fewest);
        let mut games = [("classic", 1), ("classic", 2), ("classic-6", 3), ("octagon", 4)]
            .map(|(key, seed)| random_game(key, seed))
            .to_vec();
        games.push(random_game_of(reverse, 15));
        for record in &games {
            for found in &reviewed(record, NEAR).moves {
                let before = record.position_at(found.ply).expect("is in the record");
                if before.board().empties().count() > 7 {
                    continue;
                }
                assert!(found.is_exact, "{record}: {found:?}");
                let after = record.position_at(found.ply + 1).expect("is in the record");
                let expected = (lead(after, found.player), lead(before, found.player));
                assert_eq!(leads(found), expected, "{record}: {found:?}");
                lossy += u32::from(found.is_lossy());
            }
        }
        assert!(lossy > 4, "random moves lose something: {lossy}");
    }

    #[test]
    fn every_move_is_reviewed_from_the_last_to_the_first_and_no_loss_is_negative() {
        for (key, seed) in [("classic", 5), ("classic-6", 6), ("cross", 7), ("classic-4", 8)] {
            let record = random_game(key, seed);
            let review = reviewed(&record, NEAR);
            let plies: Vec<usize> = review.moves.iter().map(|found| found.ply).collect();
            assert_eq!(plies, (0..record.ply()).rev().collect::<Vec<_>>());
            for found in &review.moves {
                let turn = &record.played()[found.ply];
                assert_eq!((found.player, found.square), (turn.player, turn.square().expect("a placement")));
                let (played, best) = leads(found);
                assert!(best >= played, "{found:?}");
                assert_eq!(found.is_lossy(), found.best() != found.square, "{found:?}");
                assert!(found.is_lossy() || found.faults.is_empty(), "{found:?}");
            }
        }
    }

    /// The value of a position is unique: a move's value equals the best value of the next one.
    #[test]
    fn each_move_ends_at_the_value_with_which_the_next_begins() {
        let record = random_game("classic", 9);
        let review = reviewed(&record, NEAR);
        let exact = || review.moves.iter().filter(|found| found.is_exact);
        assert!(exact().count() >= 9);
        for (next, found) in exact().zip(exact().skip(1)) {
            let sign = if next.player == found.player { 1 } else { -1 };
            let (played, best) = leads(found);
            assert_eq!(played, sign * leads(next).1, "{found:?}, {next:?}");
            assert_eq!(best, played + found.loss().amount().cast_signed());
        }
        // The last move of the game, which is reviewed first; after it, no search is left.
        let last = exact().next().expect("the last move");
        let end = record.position();
        assert_eq!(leads(last).0, lead(end, last.player));
    }

    #[test]
    fn the_best_line_can_be_played() {
        let record = random_game("classic", 10);
        for found in reviewed(&record, NEAR).moves {
            let mut position = record.position_at(found.ply).expect("is in the record").clone();
            for square in found.best_line {
                let player = position.to_move().expect("the line is no longer than the game");
                position.play(player, square).expect("the line is legal");
            }
        }
    }

    #[test]
    fn unknown_variants_are_not_reviewed() {
        let record = random_game("classic-10", 13);
        assert_eq!(reviewed(&record, NEAR), Review::default());
    }

    #[test]
    fn limited_to_few_nodes_it_ends_soon() {
        let record = random_game("classic", 14);
        assert_eq!(review(&record, Some(50), &mut Control::new()).moves.len(), record.ply());
    }
}
