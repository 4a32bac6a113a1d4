//! The endgame solver: finds the score with perfect play.
//!
//! All functions here search a null window: whether the score is greater than `alpha`. They return a bound of the score
//! on the same side of `alpha` as the score.

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};
use crate::cpu::classic::board::stability::stable_discs;
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::moves::{Move, Moves};
use crate::cpu::classic::search::state::Search;
use crate::cpu::classic::search::table::{Found, Key, NO_MOVE};

/// Maximum number of empties for the endgame solver, which does without the evaluation.
pub const FASTEST_FIRST_FROM: u32 = 12;

/// Quadrant of each square.
///
/// The last move in a region is an advantage. With an odd number of empties it goes to the player who moves there first
/// (parity).
pub(crate) static QUADRANTS: [u64; 64] = quadrants();

const fn quadrants() -> [u64; 64] {
    let mut quadrants = [0; 64];
    let mut square = 0;
    while square < 64 {
        quadrants[square] = 0x0F0F_0F0F << (square / 32 * 32 + square % 8 / 4 * 4);
        square += 1;
    }
    quadrants
}

/// Quadrants with an odd number of these squares.
pub(crate) const fn odd_quadrants(squares: u64) -> u64 {
    let mut odd = 0;
    let mut square = 0;
    while square < 64 {
        if (squares & QUADRANTS[square]).count_ones() % 2 == 1 {
            odd |= QUADRANTS[square];
        }
        square += 4;
    }
    odd
}

static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (columns, here) = (0x7F7F_7F7F_7F7F_7F7F_u64, 1_u64 << square);
        let row = here | (here & columns) << 1 | here >> 1 & columns;
        neighbours[square] = (row | row << 8 | row >> 8) ^ here;
        square += 1;
    }
    neighbours
}

/// Number of discs that flip on a line when the mover plays a square of it, by square and by the mover's discs; all
/// other squares hold the opponent's discs.
static LAST_FLIPS: [[u8; 256]; 8] = last_flips();

const fn last_flips() -> [[u8; 256]; 8] {
    let mut counts = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> (square + 1);
            if above != 0 {
                counts[square][own] += above.trailing_zeros() as u8;
            }
            let below = own & ((1 << square) - 1);
            if below != 0 {
                counts[square][own] += (square as u32 - 1 - below.ilog2()) as u8;
            }
            own += 1;
        }
        square += 1;
    }
    counts
}

/// Diagonals through each square: from the upper left, and from the upper right.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0_i32;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (columns, rows) = (other % 8 - square % 8, other / 8 - square / 8);
            if columns == rows {
                diagonals[square as usize][0] |= 1 << other;
            }
            if columns == -rows {
                diagonals[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
}

/// Number of discs that flip when the last empty square of a board without holes is played; all squares not in `own`
/// are the opponent's.
#[inline(always)]
fn last_flip_count(own: u64, square: usize) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    // A multiplication gathers the bits of a line in the highest byte.
    let (column, row) = (square % 8, square / 8);
    let in_row = own >> (row * 8) & 0xFF;
    let in_column = (own >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let [down, up] = DIAGONALS[square];
    let in_down = (own & down).wrapping_mul(COLUMN) >> 56;
    let in_up = (own & up).wrapping_mul(COLUMN) >> 56;
    let by_column = &LAST_FLIPS[column];
    let count = by_column[in_row as usize]
        + by_column[in_down as usize]
        + by_column[in_up as usize]
        + LAST_FLIPS[row][in_column as usize];
    i32::from(count)
}

/// The alpha for which [`last_score`] is exact.
const NO_BOUND: i32 = -128;

/// Score of a board without holes and with one empty square, if the most discs win.
#[inline(always)]
fn last_score(own: u64, other: u64, square: usize, alpha: i32) -> i32 {
    // The lead if nobody could play the square; odd, because 63 squares are filled.
    let lead = 2 * own.count_ones() as i32 - 63;
    let flips = last_flip_count(own, square);
    if flips > 0 {
        return lead + 1 + 2 * flips;
    }
    // The player cannot move. If the opponent leads, the score is at most `lead - 1`, which may be all that this alpha
    // asks.
    if lead < 0 && lead - 1 <= alpha {
        return lead - 1;
    }
    let flips = last_flip_count(other, square);
    if flips > 0 {
        return lead - 1 - 2 * flips;
    }
    if lead > 0 { lead + 1 } else { lead - 1 }
}

/// Maximum number of empties of positions in the small table, which stays in the processor's cache.
const SMALL_TABLE_UP_TO: u32 = 11;

/// Minimum number of empties for probing the small table with the positions after each move.
const TRANSPOSITION_CUTOFF_FROM: u32 = 8;

const _: () = assert!(FASTEST_FIRST_FROM <= SMALL_TABLE_UP_TO + 1, "what moves lead to is in the small table");

/// Minimum alpha at which counting stable discs pays off, by empties: it takes time, and rarely proves much early on.
const STABILITY_PAYS: [i32; 64] = stability_pays();

const fn stability_pays() -> [i32; 64] {
    let mut least = [64; 64];
    let mut empties = 5;
    while empties < 64 {
        least[empties] = match empties as i32 {
            few @ ..=8 => 24 - 4 * few,
            many @ ..=24 => 2 * many - 24,
            _ => 40,
        };
        empties += 1;
    }
    least
}

impl<M: Machine> Search<'_, '_, M> {
    #[inline(always)]
    fn one_empty(&mut self, own: u64, other: u64, square: usize, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.is_usual { last_score(own, other, square, alpha) } else { self.one_unusual_empty(own, other, square) }
    }

    #[cold]
    fn one_unusual_empty(&self, own: u64, other: u64, square: usize) -> i32 {
        if self.shape == Shape::FULL {
            return -last_score(own, other, square, NO_BOUND);
        }
        let board = Bitboards { own, other };
        let flips = self.machine.flips(own, other, square);
        if flips != 0 {
            return -self.final_score(board.played(square, flips));
        }
        let flips = self.machine.flips(other, own, square);
        if flips != 0 {
            return self.final_score(board.passed().played(square, flips));
        }
        self.final_score(board)
    }

    #[inline(always)]
    fn flips_at(&self, own: u64, other: u64, square: usize) -> u64 {
        if NEIGHBOURS[square] & other == 0 { 0 } else { self.machine.flips(own, other, square) }
    }

    #[inline(always)]
    fn two_empties(&mut self, own: u64, other: u64, squares: [usize; 2], alpha: i32) -> i32 {
        self.nodes += 1;
        let [first, second] = squares;
        let mut best = i32::MIN;
        let flips = self.flips_at(own, other, first);
        if flips != 0 {
            best = -self.one_empty(other ^ flips, own ^ flips ^ 1 << first, second, -alpha - 1);
            if best > alpha {
                return best;
            }
        }
        let flips = self.flips_at(own, other, second);
        if flips != 0 {
            let score = -self.one_empty(other ^ flips, own ^ flips ^ 1 << second, first, -alpha - 1);
            return best.max(score);
        }
        if best != i32::MIN {
            return best;
        }
        // The player passes.
        let flips = self.flips_at(other, own, first);
        if flips != 0 {
            best = self.one_empty(own ^ flips, other ^ flips ^ 1 << first, second, alpha);
            if best <= alpha {
                return best;
            }
        }
        let flips = self.flips_at(other, own, second);
        if flips != 0 {
            let score = self.one_empty(own ^ flips, other ^ flips ^ 1 << second, first, alpha);
            return if best == i32::MIN { score } else { best.min(score) };
        }
        if best != i32::MIN {
            return best;
        }
        self.final_score(Bitboards { own, other })
    }

    #[inline(always)]
    fn three_empties(&mut self, own: u64, other: u64, empties: u64, odd: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        // Of three squares, one is alone in its quadrant, all three share one, or each is alone; so one is always odd.
        let first = (empties & odd).trailing_zeros() as usize;
        let rest = empties & !(1 << first);
        let (second, third) = (rest.trailing_zeros() as usize, rest.ilog2() as usize);
        let orders = [[first, second, third], [second, first, third], [third, first, second]];
        let mut best = i32::MIN;
        for [square, next, last] in orders {
            let flips = self.flips_at(own, other, square);
            if flips != 0 {
                let score = -self.two_empties(other ^ flips, own ^ flips ^ 1 << square, [next, last], -alpha - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best != i32::MIN {
            return best;
        }
        for [square, next, last] in orders {
            let flips = self.flips_at(other, own, square);
            if flips != 0 {
                let score = self.two_empties(own ^ flips, other ^ flips ^ 1 << square, [next, last], alpha);
                if score <= alpha {
                    return score;
                }
                best = if best == i32::MIN { score } else { best.min(score) };
            }
        }
        if best != i32::MIN {
            return best;
        }
        self.final_score(Bitboards { own, other })
    }

    #[inline(always)]
    fn four_empties(&mut self, own: u64, other: u64, odd: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let empties = self.shape.0 & !(own | other);
        let mut best = i32::MIN;
        for group in [empties & odd, empties & !odd] {
            for square in Squares(group) {
                let flips = self.flips_at(own, other, square);
                if flips != 0 {
                    let (own, other) = (own ^ flips ^ 1 << square, other ^ flips);
                    let (empties, odd) = (empties ^ 1 << square, odd ^ QUADRANTS[square]);
                    let score = -self.three_empties(other, own, empties, odd, -alpha - 1);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        if best != i32::MIN {
            return best;
        }
        // The player passes.
        for group in [empties & odd, empties & !odd] {
            for square in Squares(group) {
                let flips = self.flips_at(other, own, square);
                if flips != 0 {
                    let (own, other) = (own ^ flips, other ^ flips ^ 1 << square);
                    let (empties, odd) = (empties ^ 1 << square, odd ^ QUADRANTS[square]);
                    let score = self.three_empties(own, other, empties, odd, alpha);
                    if score <= alpha {
                        return score;
                    }
                    best = if best == i32::MIN { score } else { best.min(score) };
                }
            }
        }
        if best != i32::MIN {
            return best;
        }
        self.final_score(Bitboards { own, other })
    }

    /// Upper bound from the opponent's stable discs, if it is not greater than alpha. If the fewest discs win, the
    /// player's own stable discs give the bound.
    #[inline(always)]
    fn stability_bound(&self, board: Bitboards, alpha: i32) -> Option<i32> {
        let Bitboards { own, other } = if self.is_reversed { board.passed() } else { board };
        let squares = self.shape.0.count_ones() as i32;
        // Counted only if the result could be low enough.
        if squares - 2 * other.count_ones() as i32 > alpha {
            return None;
        }
        let stable = stable_discs(self.edges, other, own, self.shape).count_ones() as i32;
        let bound = squares - 2 * stable;
        (bound <= alpha).then_some(bound)
    }

    /// Like [`Self::stability_bound`], but only if it may pay off.
    #[inline(always)]
    pub(crate) fn stability_cutoff(&self, board: Bitboards, empties: u32, alpha: i32) -> Option<i32> {
        if alpha < STABILITY_PAYS[empties as usize] { None } else { self.stability_bound(board, alpha) }
    }

    /// Score with at most four empty squares, by plain minimax without a window.
    pub(crate) fn last_empties(&mut self, board: Bitboards) -> i32 {
        let moves = self.machine.reached(board.own, board.other) & board.empties(self.shape);
        if moves == 0 {
            let passed = board.passed();
            let is_over = self.machine.reached(passed.own, passed.other) & board.empties(self.shape) == 0;
            return if is_over { self.final_score(board) } else { -self.last_empties(passed) };
        }
        let mut best = i32::MIN;
        for square in Squares(moves) {
            self.nodes += 1;
            let flips = self.machine.flips(board.own, board.other, square);
            best = best.max(-self.last_empties(board.played(square, flips)));
        }
        best
    }

    /// Score with five empty squares. From here on, squares are tested for legality one by one, because in most
    /// positions one or two moves are enough.
    #[inline(always)]
    pub(crate) fn five_empties_here(&mut self, board: Bitboards, odd: u64, alpha: i32) -> i32 {
        let Bitboards { own, other } = board;
        self.nodes += 1;
        if let Some(bound) = self.stability_cutoff(board, 5, alpha) {
            return bound;
        }
        let empties = board.empties(self.shape);
        let mut best = i32::MIN;
        for group in [empties & odd, empties & !odd] {
            for square in Squares(group) {
                let flips = self.flips_at(own, other, square);
                if flips != 0 {
                    let next = board.played(square, flips);
                    let score = -self.four_empties(next.own, next.other, odd ^ QUADRANTS[square], -alpha - 1);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        if best != i32::MIN {
            return best;
        }
        let is_over = self.machine.reached(other, own) & empties == 0;
        if is_over { self.final_score(board) } else { -M::five_empties(self, board.passed(), odd, -alpha - 1) }
    }

    /// Score with six empty squares, with moves ordered by parity alone. `moves` are the legal moves.
    #[inline(always)]
    pub(crate) fn six_empties_here(&mut self, board: Bitboards, moves: u64, odd: u64, alpha: i32) -> i32 {
        let Bitboards { own, other } = board;
        if moves == 0 {
            let replies = self.machine.reached(other, own) & board.empties(self.shape);
            return if replies == 0 {
                self.nodes += 1;
                self.final_score(board)
            } else {
                -M::six_empties(self, board.passed(), replies, odd, -alpha - 1)
            };
        }
        self.nodes += 1;
        if let Some(bound) = self.stability_cutoff(board, 6, alpha) {
            return bound;
        }
        let mut best = i32::MIN;
        for group in [moves & odd, moves & !odd] {
            for square in Squares(group) {
                let flips = self.machine.flips(own, other, square);
                let next = board.played(square, flips);
                let score = -M::five_empties(self, next, odd ^ QUADRANTS[square], -alpha - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Score with seven to [`FASTEST_FIRST_FROM`] empty squares. Moves that leave the opponent the fewest replies are
    /// searched first. `moves` are the legal moves.
    #[inline(always)]
    pub(crate) fn fastest_first_here(&mut self, board: Bitboards, moves: u64, odd: u64, alpha: i32) -> i32 {
        let Bitboards { own, other } = board;
        let empties = board.empties(self.shape);
        let count = empties.count_ones();
        if moves == 0 {
            let replies = self.machine.reached(other, own) & empties;
            return if replies == 0 {
                self.nodes += 1;
                self.final_score(board)
            } else {
                -M::fastest_first(self, board.passed(), replies, odd, -alpha - 1)
            };
        }
        self.nodes += 1;
        if let Some(bound) = self.stability_cutoff(board, count, alpha) {
            return bound;
        }
        let key = Key::of(board);
        let before = self.nodes;
        let table = if count <= SMALL_TABLE_UP_TO { &self.small } else { self.table };
        let found = table.get(key);
        if let Some(found) = found.filter(|found| u32::from(found.depth) >= count) {
            if i32::from(found.lower) > alpha {
                return found.lower.into();
            }
            if i32::from(found.upper) <= alpha {
                return found.upper.into();
            }
        }
        let best_moves = found.map_or([NO_MOVE; 2], |found| found.best);

        let mut list = Moves::<{ FASTEST_FIRST_FROM as usize }>::new();
        let mut best = (i32::MIN, NO_MOVE);
        for square in Squares(moves) {
            let flips = self.machine.flips(own, other, square);
            let next = board.played(square, flips);
            if count >= TRANSPOSITION_CUTOFF_FROM
                && let Some(found) = self.small.get(Key::of(next)).filter(|found| u32::from(found.depth) + 1 >= count)
            {
                let (least, most) = (-i32::from(found.upper), -i32::from(found.lower));
                if least > alpha {
                    return least;
                }
                if most <= alpha {
                    best = best.max((most, square as u8));
                    continue;
                }
            }
            let empties = empties & !(1 << square);
            let replies = self.machine.reached(next.own, next.other) & empties;
            let order = if square == usize::from(best_moves[0]) {
                1 << 20
            } else if square == usize::from(best_moves[1]) {
                1 << 19
            } else {
                let mobility = (replies.count_ones() + (replies & self.corners).count_ones()) as i32;
                let here = 1 << square;
                (if here & odd != 0 { 8 } else { 0 }) + (if here & self.corners != 0 { 8 } else { 0 }) - mobility * 16
            };
            list.push(Move { square: square as u8, board: next, replies }, order);
        }

        let mut taken = 0;
        while let Some(number) = list.take_best(taken) {
            taken += 1;
            let candidate = &list[number];
            let odd = odd ^ QUADRANTS[usize::from(candidate.square)];
            let score = if count == 7 {
                -M::six_empties(self, candidate.board, candidate.replies, odd, -alpha - 1)
            } else {
                -M::fastest_first(self, candidate.board, candidate.replies, odd, -alpha - 1)
            };
            if score > best.0 {
                best = (score, candidate.square);
                if score > alpha {
                    break;
                }
            }
        }
        let (score, square) = best;
        let (lower, upper) = if score > alpha { (score as i8, 64) } else { (-64, score as i8) };
        let found =
            Found { lower, upper, depth: count as u8, selectivity: Budget::FULL_WIDTH, best: [square, NO_MOVE] };
        let table = if count <= SMALL_TABLE_UP_TO { &self.small } else { self.table };
        table.put(key, found, self.nodes - before);
        score
    }
}
