//! Splits the moves of a position among the threads of a team.

use crate::cpu::classic::search::moves::Moves;
use crate::cpu::classic::search::table::Key;
use crate::cpu::classic::search::team::Team;

/// Iterates over the moves of a list, the best first. Defers moves that other threads are searching until the rest is
/// done, because the table will most likely know their results by then.
pub(crate) struct SplitMoves<'a> {
    /// `None` if the moves are not split.
    team: Option<&'a Team>,
    taken: usize,
    deferred: u64,
}

/// A move to search.
pub(crate) struct SplitMove {
    /// Number of the move in its list.
    pub(crate) number: usize,
    /// True for the first move, which is never deferred.
    pub(crate) is_first: bool,
    /// Mark that tells other threads that the move is being searched.
    mark: Option<u64>,
}

impl<'a> SplitMoves<'a> {
    #[inline(always)]
    pub(crate) const fn new(team: Option<&'a Team>) -> Self {
        Self { team, taken: 0, deferred: 0 }
    }

    /// Next move, marked as being searched; `None` when all are done.
    #[inline(always)]
    pub(crate) fn next<const MAX: usize>(&mut self, list: &mut Moves<MAX>) -> Option<SplitMove> {
        loop {
            let untaken = list.take_best(self.taken);
            let number = match untaken {
                Some(number) => number,
                None if self.deferred == 0 => return None,
                None => self.deferred.trailing_zeros() as usize,
            };
            self.deferred &= !(1 << number);
            let is_first = self.taken == 0;
            self.taken += 1;
            let Some(team) = self.team.filter(|_| !is_first) else {
                return Some(SplitMove { number, is_first, mark: None });
            };
            let mark = Key::of(list[number].board).mark();
            if untaken.is_some() && team.is_busy(mark) {
                self.deferred |= 1 << number;
                continue;
            }
            team.enter(mark);
            return Some(SplitMove { number, is_first, mark: Some(mark) });
        }
    }

    /// Removes the mark of a move.
    #[inline(always)]
    pub(crate) fn leave(&self, split_move: &SplitMove) {
        if let (Some(team), Some(mark)) = (self.team, split_move.mark) {
            team.leave(mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};
    use crate::cpu::classic::search::moves::Move;

    /// The moves of the starting position; higher bits have higher scores.
    fn list() -> Moves<8> {
        let (board, mut list) = (Bitboards::START, Moves::new());
        for square in Squares(board.legal_moves(Shape::FULL)) {
            let after = board.played(square, board.flips(square));
            list.push(Move { square: square as u8, board: after, replies: 0 }, square as i32);
        }
        list
    }

    fn numbers(split: &mut SplitMoves<'_>, list: &mut Moves<8>) -> Vec<usize> {
        std::iter::from_fn(|| {
            split.next(list).inspect(|split_move| split.leave(split_move)).map(|split_move| split_move.number)
        })
        .collect()
    }

    #[test]
    fn alone_the_best_come_first() {
        assert_eq!(numbers(&mut SplitMoves::new(None), &mut list()), [3, 2, 1, 0]);
        assert_eq!(numbers(&mut SplitMoves::new(Some(&Team::new())), &mut list()), [3, 2, 1, 0]);
    }

    #[test]
    fn moves_of_other_threads_come_last_except_the_first() {
        let (team, mut list) = (Team::new(), list());
        for number in [3, 2] {
            team.enter(Key::of(list[number].board).mark());
        }
        assert_eq!(numbers(&mut SplitMoves::new(Some(&team)), &mut list), [3, 1, 0, 2]);
    }

    #[test]
    fn two_of_a_team_take_different_moves() {
        let team = Team::new();
        let (mut one, mut other) = ((SplitMoves::new(Some(&team)), list()), (SplitMoves::new(Some(&team)), list()));
        let next =
            |(split, list): &mut (SplitMoves<'_>, Moves<8>)| split.next(list).map(|split_move| split_move.number);
        assert_eq!([next(&mut one), next(&mut other)], [Some(3); 2]);
        assert_eq!([next(&mut one), next(&mut other), next(&mut one)], [Some(2), Some(1), Some(0)]);
    }
}
