//! The review of a game: what each move was worth, what was better, and why.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::cpu::classic::{Bitboards, Book, Engine, Finding, Reach, Shape, bit_of, bitboards, square_of};
use crate::cpu::crew::Crew;
use crate::cpu::effort::{Limit, Progress, Watch};
use crate::cpu::thinking::fault::{Fault, faults};
use crate::rules::{Player, Position, Record, Square, Turn};

/// A game, as far as it is reviewed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Each reviewed move, the last one of the game first.
    pub moves: Vec<MoveReview>,
}

/// A move that was played, beside the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Which turn of the record it was, counted from 0.
    pub ply: usize,
    /// Who played it.
    pub player: Player,
    /// Where.
    pub square: Square,
    /// The discs by which its player wins with best play after it.
    pub score: i32,
    /// The same for the best move: never less.
    pub best_score: i32,
    /// The best move, and how the game would have gone on. It is the played move where none is better.
    pub best_line: Vec<Square>,
    /// Whether the scores are certain.
    pub is_exact: bool,
    /// What the best move would have kept, the heaviest first; nothing where the move was the best.
    pub faults: Vec<Fault>,
}

impl MoveReview {
    /// How many discs the move lost.
    #[must_use]
    pub const fn loss(&self) -> u32 {
        (self.best_score - self.score).unsigned_abs()
    }

    /// Whether it is the same mistake as another move: the same player loses the same corner or edge, and shortly
    /// before or after. A corner that is left is left again with every move until somebody takes it.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.player == other.player
            && self.ply.abs_diff(other.ply) <= ONE_MISTAKE
            && self.subject().zip(other.subject()).is_some_and(|(fault, other)| fault.is_about_the_same(other))
    }

    /// The heaviest of its faults that are about a corner or an edge.
    fn subject(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.is_about_the_same(fault))
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Square {
        self.best_line.first().copied().unwrap_or(self.square)
    }
}

/// Losing the same thing again within this many plies is not another mistake.
const ONE_MISTAKE: usize = 8;

impl Review {
    /// The review of the turn with this index, if it is known already.
    #[must_use]
    pub fn of(&self, ply: usize) -> Option<&MoveReview> {
        self.moves.iter().find(|found| found.ply == ply)
    }

    /// The moves that lost the most, the worst first; none that lost nothing. Of moves that are
    /// [one mistake](MoveReview::repeats) only the worst is among them.
    #[must_use]
    pub fn worst(&self, count: usize) -> Vec<&MoveReview> {
        let mut moves: Vec<&MoveReview> = self.moves.iter().filter(|found| found.loss() > 0).collect();
        moves.sort_by_key(|found| (std::cmp::Reverse(found.loss()), found.ply));
        let mut worst: Vec<&MoveReview> = Vec::new();
        for found in moves {
            if worst.len() < count && !worst.iter().any(|other| found.repeats(other)) {
                worst.push(found);
            }
        }
        worst
    }
}

/// How far a review looks: a whole game within a few seconds.
const REACH: Reach = Reach { depth: 12, exact_from: 20, certainty: 1, nodes: u64::MAX };

/// Reviews the moves of a game that were played, from the last to the first, and tells the review after each.
///
/// Nothing is told where the engine does not know the variant. The limit is one of each search. It ends before the
/// first move when the watch says so.
pub fn review(record: &Record, limit: Limit, tell: &mut dyn FnMut(&Review), watch: &mut Watch<'_>, crew: &Crew<'_>) {
    review_within(record, Reach { nodes: limit.positions(), ..REACH }, tell, watch, crew);
}

fn review_within(record: &Record, reach: Reach, tell: &mut dyn FnMut(&Review), watch: &mut Watch<'_>, crew: &Crew<'_>) {
    let of = record.ply() as u32;
    let Some((_, shape)) = bitboards(record.position()) else { return };
    let engine = Engine::built_in(record.variant().goal(), shape, Engine::TABLE_BYTES);
    let mut reviewer = Reviewer { engine, reach, crew };
    let mut review = Review::default();
    for (ply, turn) in record.played().iter().enumerate().rev() {
        let done = of - 1 - ply as u32;
        let mut watch = || watch(Progress { done, of });
        let Some(position) = record.position_at(ply) else { return };
        let Some(found) = reviewer.review(ply, position, turn, &mut watch) else { return };
        review.moves.push(found);
        tell(&review);
    }
}

/// What reviews one move after the other.
struct Reviewer<'a> {
    engine: Engine,
    reach: Reach,
    crew: &'a Crew<'a>,
}

impl Reviewer<'_> {
    /// Reviews a move; `None` if it was stopped or the engine does not know the variant.
    fn review(
        &mut self,
        ply: usize,
        position: &Position,
        turn: &Turn,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<MoveReview> {
        let (board, shape) = bitboards(position)?;
        // All searches end with the same player to move: the evaluation is not the same for both.
        let depth = self.reach.depth + ply as u32 % 2;
        let reach = Reach { depth, ..self.reach };
        if board.empties(shape).count_ones() > reach.exact_from {
            // What is known of the game after the played move would have that looked at more deeply than the others.
            self.engine.forget();
        }
        let found = self.judge(board, shape, reach, watch)?;
        let mut best = Judged { line: found.line, score: found.score, is_exact: found.is_exact };
        let square = turn.placement.square();
        let bit = bit_of(square);
        let mut played = best.clone();
        if best.line.first() != Some(&bit) {
            // As deep as the others were looked at.
            let depth = reach.depth.saturating_sub(1);
            let reach = Reach { depth, exact_from: reach.exact_from.saturating_sub(1), ..reach };
            let after = board.played(bit.into(), board.flips(bit.into()));
            let reply = self.judge(after, shape, reach, watch)?;
            let line = [&[bit], reply.line.as_slice()].concat();
            // What is proved of the best move holds for the others.
            let most = if best.is_exact { best.score } else { i32::MAX };
            played = Judged { line, score: most.min(-reply.score), is_exact: best.is_exact && reply.is_exact };
            if played.score >= best.score {
                best = played.clone();
            }
        }
        let faults =
            if best.score > played.score { faults(board, shape, &played.line, &best.line) } else { Vec::new() };
        Some(MoveReview {
            ply,
            player: turn.placement.player(),
            square,
            score: played.score,
            best_score: best.score,
            best_line: best.line.iter().map(|bit| square_of(*bit)).collect(),
            is_exact: played.is_exact,
            faults,
        })
    }

    /// What a position is worth to whoever is to move; `None` if it was stopped.
    fn judge(
        &mut self,
        board: Bitboards,
        shape: Shape,
        reach: Reach,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Finding> {
        if let Some(proved) = Book::built_in_for(shape).and_then(|book| book.judge(board)) {
            return watch().is_continue().then_some(proved);
        }
        let mut is_stopped = false;
        let mut look = |_| {
            let flow = watch();
            is_stopped |= flow.is_break();
            flow
        };
        let found = self.engine.judge(board, shape, reach, &mut |_| {}, &mut look, self.crew);
        (!is_stopped).then_some(found)
    }
}

/// A move, how the game would go on after it, and what that is worth to its player.
#[derive(Clone, Debug)]
struct Judged {
    line: Vec<u8>,
    score: i32,
    is_exact: bool,
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::crew::alone;
    use crate::cpu::effort::unwatched;
    use crate::rules::Variant;

    /// A game of random moves.
    fn random_game(key: &str, seed: u64) -> Record {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut record = Record::new(Variant::built_in(key).expect("is built in"));
        while let Some(player) = record.position().to_move() {
            let legal: Vec<Square> = record.position().legal_squares().iter().collect();
            record.play(player, legal[dice.random_range(0..legal.len())]).expect("is legal");
        }
        record
    }

    /// What a debug build reaches without being waited for.
    const NEAR: Reach = Reach { depth: 3, exact_from: 9, ..REACH };

    fn reviewed(record: &Record, reach: Reach) -> Review {
        let mut last = Review::default();
        review_within(record, reach, &mut |review| last = review.clone(), &mut unwatched, &alone);
        last
    }

    /// The lead of this player at the end of the game, empty squares counted for the winner, when both play best: found
    /// by trying everything by the rules.
    fn lead(position: &Position, player: Player) -> i32 {
        let Some(to_move) = position.to_move() else {
            let counts = position.counts();
            let others: i32 = position.variant().players().iter().map(|other| i32::from(counts[*other])).sum();
            let lead = 2 * i32::from(counts[player]) - others;
            let empties = i32::try_from(position.board().empties().count()).expect("at most 64");
            return lead + lead.signum() * empties;
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
        for (key, seed) in [("classic", 1), ("classic", 2), ("classic-6", 3), ("octagon", 4)] {
            let record = random_game(key, seed);
            for found in &reviewed(&record, NEAR).moves {
                let before = record.position_at(found.ply).expect("is in the record");
                if before.board().empties().count() > 7 {
                    continue;
                }
                assert!(found.is_exact, "{key} {seed}: {found:?}");
                let after = record.position_at(found.ply + 1).expect("is in the record");
                assert_eq!(found.best_score, lead(before, found.player), "{key} {seed}: {found:?}");
                assert_eq!(found.score, lead(after, found.player), "{key} {seed}: {found:?}");
                lossy += u32::from(found.loss() > 0);
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
                assert_eq!((found.player, found.square), (turn.placement.player(), turn.placement.square()));
                assert!(found.best_score >= found.score, "{found:?}");
                assert_eq!(found.loss() == 0, found.best() == found.square, "{found:?}");
                assert!(found.loss() > 0 || found.faults.is_empty(), "{found:?}");
            }
        }
    }

    /// Each position has one worth: what the move before led to is what the next one could have.
    #[test]
    fn what_a_move_leads_to_is_what_the_next_one_begins_with() {
        let record = random_game("classic", 9);
        let review = reviewed(&record, NEAR);
        let exact = || review.moves.iter().filter(|found| found.is_exact);
        assert!(exact().count() >= 9);
        for (next, found) in exact().zip(exact().skip(1)) {
            let sign = if next.player == found.player { 1 } else { -1 };
            assert_eq!(found.score, sign * next.best_score, "{found:?}, {next:?}");
            assert_eq!(found.best_score, found.score + found.loss().cast_signed());
        }
        // The first one told, as nothing is left after it.
        let last = exact().next().expect("the last move");
        let end = record.position();
        assert_eq!(last.score, lead(end, last.player));
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

    /// A move that lost so much, with these faults.
    fn lossy(ply: usize, player: Player, loss: i32, faults: Vec<Fault>) -> MoveReview {
        let square: Square = "c4".parse().expect("a square");
        MoveReview { ply, player, square, score: -loss, best_score: 0, best_line: Vec::new(), is_exact: true, faults }
    }

    #[test]
    fn the_worst_moves_are_those_that_lost_the_most() {
        let review = reviewed(&random_game("classic-6", 11), NEAR);
        let worst = review.worst(3);
        assert!(worst.is_sorted_by_key(|found| std::cmp::Reverse(found.loss())) && worst.len() == 3, "{worst:?}");
        for found in &review.moves {
            let is_told = worst.contains(&found) || worst.iter().any(|other| found.repeats(other));
            assert!(is_told || found.loss() <= worst[2].loss(), "{found:?}");
        }
        assert!(Review::default().worst(3).is_empty());
    }

    #[test]
    fn one_mistake_is_told_once() {
        let corner = |name: &str| name.parse::<Square>().expect("a square");
        let gave = |name| vec![Fault::GaveCorner { corners: vec![corner(name)] }];
        let left = |name| vec![Fault::LeftCorner { corner: corner(name) }];
        let (black, white) = (Player::Black, Player::White);
        let moves = vec![
            lossy(40, black, 1, left("a1")),
            // The same corner again, much later.
            lossy(36, black, 6, left("a1")),
            // White loses it as well.
            lossy(27, white, 7, left("a1")),
            lossy(24, black, 9, left("a1")),
            lossy(22, black, 11, gave("a1")),
            // The heavier fault is about moves, but the corner is the same.
            lossy(20, black, 10, [vec![Fault::LostMobility { moves: 1, instead_of: 9 }], gave("a1")].concat()),
            lossy(18, black, 8, gave("h8")),
            lossy(16, black, 3, vec![Fault::LostMobility { moves: 1, instead_of: 9 }]),
            lossy(14, black, 2, vec![Fault::LostMobility { moves: 2, instead_of: 9 }]),
        ];
        let plies =
            |count| Review { moves: moves.clone() }.worst(count).iter().map(|found| found.ply).collect::<Vec<_>>();
        assert_eq!(plies(3), [22, 18, 27]);
        assert_eq!(plies(9), [22, 18, 27, 36, 16, 14]);
    }

    #[test]
    fn a_review_that_is_stopped_tells_nothing_more() {
        let record = random_game("classic", 12);
        let told = std::cell::Cell::new(0);
        let mut watch = |progress: Progress| {
            assert_eq!((progress.done, progress.of), (told.get(), record.ply() as u32));
            if told.get() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        review_within(&record, NEAR, &mut |review| told.set(review.moves.len() as u32), &mut watch, &alone);
        assert_eq!(told.get(), 5);
    }

    #[test]
    fn what_the_engine_does_not_know_is_not_reviewed() {
        let record = random_game("classic-10", 13);
        assert_eq!(reviewed(&record, NEAR), Review::default());
    }

    #[test]
    fn limited_to_few_nodes_it_ends_soon() {
        let record = random_game("classic", 14);
        let mut last = Review::default();
        review(&record, Limit::AtMost(50), &mut |review| last = review.clone(), &mut unwatched, &alone);
        assert_eq!(last.moves.len(), record.ply());
    }
}
