//! Splits the moves of a position among the threads of a team.

use crate::cpu::classic::search::moves::Moves;
use crate::cpu::classic::search::table::Key;
use crate::cpu::classic::search::team::Team;

/// Iterates over the moves of a list, the best first. Defers moves that other threads are searching until the rest is
/// done, because the table will most likely know their results by then.
pub(crate) struct Shares<'a> {
    /// `None` if the moves are not split.
    team: Option<&'a Team>,
    taken: usize,
    put_off: u64,
}

/// A move to search.
pub(crate) struct Share {
    /// Number of the move in its list.
    pub(crate) number: usize,
    /// True for the first move, which is never deferred.
    pub(crate) is_first: bool,
    /// Mark that tells other threads that the move is being searched.
    mark: Option<u64>,
}

impl<'a> Shares<'a> {
    #[inline(always)]
    pub(crate) const fn new(team: Option<&'a Team>) -> Self {
        Self { team, taken: 0, put_off: 0 }
    }

    /// Next move, marked as being searched; `None` when all are done.
    #[inline(always)]
    pub(crate) fn next<const MOST: usize>(&mut self, list: &mut Moves<MOST>) -> Option<Share> {
        loop {
            let untaken = list.take_best(self.taken);
            let number = match untaken {
                Some(number) => number,
                None if self.put_off == 0 => return None,
                None => self.put_off.trailing_zeros() as usize,
            };
            self.put_off &= !(1 << number);
            let is_first = self.taken == 0;
            self.taken += 1;
            let Some(team) = self.team.filter(|_| !is_first) else {
                return Some(Share { number, is_first, mark: None });
            };
            let mark = Key::of(list[number].board).mark();
            if untaken.is_some() && team.is_busy(mark) {
                self.put_off |= 1 << number;
                continue;
            }
            team.enter(mark);
            return Some(Share { number, is_first, mark: Some(mark) });
        }
    }

    /// Removes the mark of a move.
    #[inline(always)]
    pub(crate) fn leave(&self, share: &Share) {
        if let (Some(team), Some(mark)) = (self.team, share.mark) {
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

    fn numbers(shares: &mut Shares<'_>, list: &mut Moves<8>) -> Vec<usize> {
        std::iter::from_fn(|| shares.next(list).inspect(|share| shares.leave(share)).map(|share| share.number))
            .collect()
    }

    #[test]
    fn alone_the_best_come_first() {
        assert_eq!(numbers(&mut Shares::new(None), &mut list()), [3, 2, 1, 0]);
        assert_eq!(numbers(&mut Shares::new(Some(&Team::new())), &mut list()), [3, 2, 1, 0]);
    }

    #[test]
    fn what_another_is_at_comes_last_but_the_first_of_all() {
        let (team, mut list) = (Team::new(), list());
        for number in [3, 2] {
            team.enter(Key::of(list[number].board).mark());
        }
        assert_eq!(numbers(&mut Shares::new(Some(&team)), &mut list), [3, 1, 0, 2]);
    }

    #[test]
    fn two_of_a_team_take_different_moves() {
        let team = Team::new();
        let (mut one, mut other) = ((Shares::new(Some(&team)), list()), (Shares::new(Some(&team)), list()));
        let next = |(shares, list): &mut (Shares<'_>, Moves<8>)| shares.next(list).map(|share| share.number);
        assert_eq!([next(&mut one), next(&mut other)], [Some(3); 2]);
        assert_eq!([next(&mut one), next(&mut other), next(&mut one)], [Some(2), Some(1), Some(0)]);
    }
}
