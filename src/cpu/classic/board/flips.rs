//! Flips and moves by plain arithmetic on words: works on every machine, and serves as the reference for the vector
//! versions.

/// Squares on the rays from each square, towards higher and towards lower bits. One ray for each axis: row, column,
/// diagonal, antidiagonal.
pub(crate) static RAYS: [Rays; 64] = rays();

/// Rays from one square, aligned for vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Rays {
    pub(crate) up: [u64; 4],
    pub(crate) down: [u64; 4],
}

/// Distance between the bits of neighbours along each axis.
pub(crate) const STEPS: [u64; 4] = [1, 8, 9, 7];

/// Squares that can lie between two others along each axis: all but the edges across the axis.
pub(crate) const BETWEEN: [u64; 4] =
    [0x7E7E_7E7E_7E7E_7E7E, 0x00FF_FFFF_FFFF_FF00, 0x007E_7E7E_7E7E_7E00, 0x007E_7E7E_7E7E_7E00];

const fn rays() -> [Rays; 64] {
    const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (columns, rows) = AXES[axis];
            rays[square].up[axis] = ray(square, columns, rows);
            rays[square].down[axis] = ray(square, -columns, -rows);
            axis += 1;
        }
        square += 1;
    }
    rays
}

const fn ray(square: usize, columns: i32, rows: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + columns, square as i32 / 8 + rows);
    let mut ray = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    ray
}

/// Discs of `other` that flip when the mover places a disc on this empty square.
#[inline(always)]
pub(crate) const fn flips(own: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let mut flips = 0;
    let mut axis = 0;
    while axis < 4 {
        // First square along the ray without an opponent's disc. If it holds a disc of the mover, all discs before it
        // flip.
        let ray = rays.up[axis];
        let end = !other & ray;
        let flank = end & end.wrapping_neg() & own;
        flips |= flank.wrapping_sub((flank != 0) as u64) & ray;

        let ray = rays.down[axis];
        // If nothing ends the run, bit 0 is the opponent's or not on the ray.
        let end = !other & ray | 1;
        let flank = (1 << 63 >> end.leading_zeros()) & own & ray;
        flips |= (flank.wrapping_neg() << 1) & ray;
        axis += 1;
    }
    flips
}

/// Squares that the mover's discs reach over discs of `other`; the empty ones among them are the legal moves.
#[inline(always)]
pub(crate) const fn reached(own: u64, other: u64) -> u64 {
    let mut reached = 0;
    let mut axis = 0;
    while axis < 4 {
        let step = STEPS[axis] as u32;
        let between = other & BETWEEN[axis];
        // Runs of one, two, four and six discs (parallel prefix).
        let (mut up, mut down) = (between & (own << step), between & (own >> step));
        up |= between & (up << step);
        down |= between & (down >> step);
        let (pairs_up, pairs_down) = (between & (between << step), between & (between >> step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        reached |= (up << step) | (down >> step);
        axis += 1;
    }
    reached
}
