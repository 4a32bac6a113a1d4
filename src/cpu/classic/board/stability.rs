//! Stable discs, which can never flip again: enough of them to bound the score of a position.

use std::sync::LazyLock;

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::board::geometry::transposed;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const ROW_1: u64 = 0xFF;
const ROW_8: u64 = ROW_1 << 56;

impl Bitboards {
    /// Stable discs of the player to move. May miss some.
    #[must_use]
    pub fn stable(self, shape: Shape) -> u64 {
        stable_discs(edge_stability(), self.own, self.other, shape)
    }
}

/// Table of edge stability, indexed by `own << 8 | other`: discs of `own` that keep their colour whatever either player
/// places on this edge.
pub(crate) type EdgeStability = [u8; 1 << 16];

static EDGES: LazyLock<Box<EdgeStability>> = LazyLock::new(stable_on_edges);

/// Table for [`stable_discs`].
pub(crate) fn edge_stability() -> &'static EdgeStability {
    &EDGES
}

fn stable_on_edges() -> Box<EdgeStability> {
    let mut stable = vec![0; 1 << 16].into_boxed_slice();
    // An edge depends on the edges that it can become, which have one disc more, so full edges come first.
    let mut edges: Vec<(u8, u8)> = (0..=u8::MAX)
        .flat_map(|own| (0..=u8::MAX).map(move |other| (own, other)))
        .filter(|(own, other)| own & other == 0)
        .collect();
    edges.sort_by_key(|(own, other)| (own | other).count_zeros());
    for (own, other) in edges {
        let mut stays = own;
        for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
            // Discs that flip nothing on the edge are possible too, because they may flip discs elsewhere.
            let (mine, theirs) = (edge_flips(own, other, square), edge_flips(other, own, square));
            stays &= stable[edge_index(own | mine | 1 << square, other & !mine)];
            stays &= stable[edge_index(own & !theirs, other | theirs | 1 << square)];
        }
        stable[edge_index(own, other)] = stays;
    }
    stable.try_into().expect("it was made with this length")
}

const fn edge_index(own: u8, other: u8) -> usize {
    (own as usize) << 8 | other as usize
}

/// Discs that flip along an edge when `own` places a disc on an empty square of it.
fn edge_flips(own: u8, other: u8, square: usize) -> u8 {
    let bits = |walk: &mut dyn Iterator<Item = usize>| {
        let mut run = 0;
        for square in walk {
            match (own >> square & 1, other >> square & 1) {
                (_, 1) => run |= 1 << square,
                (1, _) => return run,
                _ => return 0,
            }
        }
        0
    };
    bits(&mut (square + 1..8)) | bits(&mut (0..square).rev())
}

/// Stable discs of `own`. May miss some.
///
/// A disc cannot flip along an axis if it has the edge of the board or a stable disc of its own colour beside it there,
/// or if the whole line is full. It is stable if it cannot flip along any of the four axes.
pub(crate) fn stable_discs(edges: &EdgeStability, own: u64, other: u64, shape: Shape) -> u64 {
    let mut stable = stable_edge_discs(edges, own, other);
    let full = full_lines(!shape.0 | own | other);
    let outside = Outside::of(shape);
    stable |= full.iter().fold(own, |stable, line| stable & line);
    loop {
        // Squares next to a stable disc or the edge, or on a full line, for each axis.
        let beside = [
            full[0] | outside.0[0] | (stable << 1 & !COLUMN_A) | (stable >> 1 & !COLUMN_H),
            full[1] | outside.0[1] | stable << 8 | stable >> 8,
            full[2] | outside.0[2] | (stable << 9 & !COLUMN_A) | (stable >> 9 & !COLUMN_H),
            full[3] | outside.0[3] | (stable << 7 & !COLUMN_H) | (stable >> 7 & !COLUMN_A),
        ];
        let grown = beside.iter().fold(own, |stable, axis| stable & axis) | stable;
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Squares next to the end of the board, for each axis.
struct Outside([u64; 4]);

impl Outside {
    #[inline(always)]
    const fn of(shape: Shape) -> Self {
        let hole = !shape.0;
        let sides = COLUMN_A | COLUMN_H;
        let ends = ROW_1 | ROW_8;
        Self([
            sides | (hole << 1) | (hole >> 1),
            ends | (hole << 8) | (hole >> 8),
            sides | ends | (hole << 9) | (hole >> 9),
            sides | ends | (hole << 7) | (hole >> 7),
        ])
    }
}

/// Discs on the four edges of the square that no move along their edge can flip. Holes count as empty squares, which
/// can only make fewer discs stable.
#[inline(always)]
fn stable_edge_discs(edges: &EdgeStability, own: u64, other: u64) -> u64 {
    let stable = |own: u64, other: u64| u64::from(edges[((own & 0xFF) << 8 | other & 0xFF) as usize]);
    let (own_across, other_across) = (transposed(own), transposed(other));
    stable(own, other)
        | stable(own >> 56, other >> 56) << 56
        | transposed(stable(own_across, other_across))
        | transposed(stable(own_across >> 56, other_across >> 56) << 56)
}

/// Squares whose whole line is full, for each axis.
#[inline(always)]
fn full_lines(full: u64) -> [u64; 4] {
    let gaps = !full;
    // Gaps spread along the line until they fill it.
    let mut row = gaps | (gaps >> 1 & 0x7F7F_7F7F_7F7F_7F7F);
    row |= row >> 2 & 0x3F3F_3F3F_3F3F_3F3F;
    row |= row >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    let row = (row & COLUMN_A) * 0xFF;
    let mut column = gaps | gaps.rotate_left(8);
    column |= column.rotate_left(16);
    column |= column.rotate_left(32);
    [!row, !column, !spread_diagonally(gaps), !spread_diagonally(gaps.swap_bytes()).swap_bytes()]
}

/// Fills the diagonals from the upper left to the lower right that contain one of these squares.
#[inline(always)]
const fn spread_diagonally(squares: u64) -> u64 {
    const fn columns_up_to(count: u32) -> u64 {
        COLUMN_A * ((1 << count) - 1)
    }
    let (mut down, mut up) = (squares, squares);
    down |= (down & columns_up_to(7)) << 9;
    down |= (down & columns_up_to(6)) << 18;
    down |= (down & columns_up_to(4)) << 36;
    up |= (up & !columns_up_to(1)) >> 9;
    up |= (up & !columns_up_to(2)) >> 18;
    up |= (up & !columns_up_to(4)) >> 36;
    down | up
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::{Bitboards, Squares};

    const PLAYERS: [char; 2] = ['X', 'O'];

    /// The edge after placing a disc: discs between it and the next disc of its colour turn.
    fn placed(edge: &[char; 8], square: usize, disc: char) -> [char; 8] {
        let mut after = *edge;
        after[square] = disc;
        for direction in [-1, 1] {
            let walk: Vec<usize> =
                (1..8).map_while(|step| square.checked_add_signed(step * direction)).take_while(|at| *at < 8).collect();
            let run = walk.iter().take_while(|at| edge[**at] != disc && edge[**at] != '.').count();
            if walk.get(run).is_some_and(|at| edge[*at] == disc) {
                walk[..run].iter().for_each(|at| after[*at] = disc);
            }
        }
        after
    }

    /// Squares where X remains on every edge that this one can become.
    fn lasting(edge: [char; 8]) -> u8 {
        let (mut seen, mut open) = (HashSet::from([edge]), vec![edge]);
        while let Some(edge) = open.pop() {
            for square in (0..8).filter(|square| edge[*square] == '.') {
                open.extend(
                    PLAYERS.map(|disc| placed(&edge, square, disc)).into_iter().filter(|next| seen.insert(*next)),
                );
            }
        }
        (0..8)
            .filter(|square| seen.iter().all(|edge| edge[*square] == 'X'))
            .fold(0, |lasting, square| lasting | 1 << square)
    }

    #[test]
    fn a_disc_is_stable_on_an_edge_if_it_outlasts_all_that_can_be_played_there() {
        let table = edge_stability();
        // Mostly empty edges become nearly every edge, so a sample of them is enough.
        for index in 0..3_usize.pow(8) {
            let edge: [char; 8] = std::array::from_fn(|square| ['.', 'X', 'O'][index / 3_usize.pow(square as u32) % 3]);
            let empties = edge.iter().filter(|square| **square == '.').count();
            if empties > 5 && index % 61 != 0 {
                continue;
            }
            let discs =
                |disc| (0..8).filter(|square| edge[*square] == disc).fold(0, |discs, square| discs | 1 << square);
            assert_eq!(table[edge_index(discs('X'), discs('O'))], lasting(edge), "{edge:?}");
        }
    }

    /// Plays a random game to its end, and checks that stable discs never flip.
    fn check_game(shape: Shape, mut board: Bitboards, dice: &mut Xoshiro256PlusPlus) -> u32 {
        let edges = edge_stability();
        // Swapped after each ply, since the board is always seen from the mover's side.
        let (mut own_stable, mut other_stable) = (0, 0);
        while !board.is_over(shape) {
            let Bitboards { own, other } = board;
            let found = (stable_discs(edges, own, other, shape), stable_discs(edges, other, own, shape));
            assert_eq!((found.0 & !own, found.1 & !other), (0, 0), "{board:x?} of {shape:x?}");
            own_stable |= found.0;
            other_stable |= found.1;
            assert_eq!((own_stable & !own, other_stable & !other), (0, 0), "{board:x?} of {shape:x?}");
            let moves: Vec<usize> = Squares(board.legal_moves(shape)).collect();
            if moves.is_empty() {
                board = board.passed();
            } else {
                let square = moves[dice.random_range(0..moves.len())];
                board = board.played(square, board.flips(square));
            }
            (own_stable, other_stable) = (other_stable, own_stable);
        }
        assert_eq!((own_stable & !board.own, other_stable & !board.other), (0, 0), "{board:x?} of {shape:x?}");
        (own_stable | other_stable).count_ones()
    }

    #[test]
    fn stable_discs_never_flip() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut stable = 0;
        for game in 0..1500 {
            let (shape, board) = if game % 3 == 0 {
                (Shape::FULL, Bitboards::START)
            } else {
                // A few or many holes, and random discs.
                let (mut holes, own) = (dice.random::<u64>() & dice.random::<u64>(), dice.random::<u64>());
                if game % 3 == 1 {
                    holes &= dice.random::<u64>() & dice.random::<u64>();
                }
                let discs = dice.random::<u64>() & dice.random::<u64>() & !holes;
                (Shape(!holes), Bitboards { own: discs & own, other: discs & !own })
            };
            stable += check_game(shape, board, &mut dice);
        }
        assert!(stable > 1500, "hardly anything was found stable: {stable}");
    }

    #[test]
    fn known_stable_discs_are_found() {
        let edges = edge_stability();
        let cases = [
            // A corner alone; a whole edge; a row along an edge with its corner; a C square alone.
            (0x01, 0, Shape::FULL, 0x01),
            (0xFF, 0, Shape::FULL, 0xFF),
            (0x0F, 0xF0, Shape::FULL, 0x0F),
            (0x02, 0, Shape::FULL, 0),
            // A wedge in a full edge is stable.
            (0x10, 0xEF, Shape::FULL, 0x10),
            // A corner with its neighbours, and the disc behind them.
            (0x0307, 0, Shape::FULL, 0x0307),
            // A board of two squares: neither can be flanked.
            (0x0800_0000, 0, Shape(0x1800_0000), 0x0800_0000),
            // A full board.
            (0xAAAA_AAAA_AAAA_AAAA, 0x5555_5555_5555_5555, Shape::FULL, 0xAAAA_AAAA_AAAA_AAAA),
        ];
        for (own, other, shape, stable) in cases {
            assert_eq!(stable_discs(edges, own, other, shape), stable, "{own:#x} {other:#x}");
        }
    }
}
