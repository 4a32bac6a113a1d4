//! Flips and moves by plain arithmetic on words: for every machine, and the definition that the others are tested by.

/// The squares on the rays from each square towards higher bits, and those towards lower bits, a ray for each axis:
/// row, column, diagonal, antidiagonal.
pub(crate) static RAYS: [Rays; 64] = rays();

/// The rays from one square, aligned for vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Rays {
    pub(crate) up: [u64; 4],
    pub(crate) down: [u64; 4],
}

/// The distance between the bits of neighbours along each axis.
pub(crate) const STEPS: [u64; 4] = [1, 8, 9, 7];

/// Where a disc can lie between two others along each axis: not on the edges that the axis meets.
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

/// The discs of `other` that flip when the mover's disc is placed on this empty square.
#[inline(always)]
pub(crate) const fn flips(own: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let mut flips = 0;
    let mut axis = 0;
    while axis < 4 {
        // The first square along the ray that is not the opponent's: if it is the mover's, all before it flip.
        let ray = rays.up[axis];
        let end = !other & ray;
        let flank = end & end.wrapping_neg() & own;
        flips |= flank.wrapping_sub((flank != 0) as u64) & ray;

        let ray = rays.down[axis];
        // Where nothing ends the run, bit 0 is the opponent's or not on the ray.
        let end = !other & ray | 1;
        let flank = (1 << 63 >> end.leading_zeros()) & own & ray;
        flips |= (flank.wrapping_neg() << 1) & ray;
        axis += 1;
    }
    flips
}

/// Where the mover's discs reach over discs of `other`: the legal moves are those of them that are empty.
#[inline(always)]
pub(crate) const fn reached(own: u64, other: u64) -> u64 {
    let mut reached = 0;
    let mut axis = 0;
    while axis < 4 {
        let step = STEPS[axis] as u32;
        let between = other & BETWEEN[axis];
        // Runs of one, two, four, six discs (parallel prefix).
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
