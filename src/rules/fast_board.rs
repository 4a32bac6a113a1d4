//! A board that finds captures by arithmetic on whole lines, fast enough for playing thousands of games.

use rand::{Rng, RngExt};

use super::{Board, Cell, Direction, Disc, Player, Square, SquareSet};

/// The four lines through a square, each in the direction from its lowest bit to its highest.
pub(crate) const LINES: [Direction; 4] =
    [Direction::East, Direction::South, Direction::SouthEast, Direction::NorthEast];

const LINE_BITS: u32 = Square::MAX_SIDE as u32;

/// Maximum number of parallel lines: 31 diagonals, rounded up.
const PARALLELS: usize = 2 * Square::MAX_SIDE as usize;

/// Increase of the square index along each line, modulo 256; on one of the lines it decreases.
const STRIDES: [u8; LINES.len()] = {
    let mut strides = [0; LINES.len()];
    let mut line = 0;
    while line < LINES.len() {
        let (columns, rows) = LINES[line].delta();
        strides[line] = (columns + rows * Square::MAX_SIDE.cast_signed()).cast_unsigned();
        line += 1;
    }
    strides
};

/// A [`Board`] with the discs of each line and the empty squares that may be legal.
#[derive(Clone, Debug)]
pub(super) struct FastBoard {
    board: Board,
    lines: [[LineDiscs; PARALLELS]; LINES.len()],
    /// Empty squares that have or had a neighbouring disc, unordered; only the first `frontier_len` are valid. No other
    /// square is legal.
    frontier: [Square; Square::COUNT],
    frontier_len: usize,
    /// The remaining empty squares by row, one bit a column. The first and the last row lie beyond the board.
    distant: [u16; Square::MAX_SIDE as usize + 2],
    /// Mask by disc: all ones if it turns, zero if not.
    turning: [u16; Disc::ALL.len()],
}

/// The discs of one line, one bit a square.
#[derive(Clone, Copy, Debug, Default)]
struct LineDiscs {
    of: [u16; Disc::ALL.len()],
    occupied: u16,
}

/// One of the lines through a square, and the square's bit in it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Direction of the line, an index into [`LINES`].
    pub(crate) direction: usize,
    /// Index of the line among those with this direction.
    pub(crate) parallel: usize,
    pub(crate) at: u32,
}

/// One line's discs from a player's view, two bits a disc. Discs of others that turn are set only in the second mask,
/// own discs only in the first, and discs of others that never turn in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeenLine {
    pub(crate) own_or_staying: u16,
    pub(crate) not_own: u16,
}

/// Squares on the four lines through a square: the bits of the lines, concatenated.
type Bits = u64;

impl LineDiscs {
    /// Squares of the discs with a property.
    fn with(&self, property: impl Fn(Disc) -> bool) -> u32 {
        let discs = Disc::ALL.into_iter().filter(|disc| property(*disc));
        u32::from(discs.fold(0, |squares, disc| squares | self.of[disc as usize]))
    }

    /// Squares of the discs that turn.
    fn turning(&self, turning: &[u16; Disc::ALL.len()]) -> u32 {
        let discs = self.of.iter().zip(turning);
        u32::from(discs.fold(0, |squares, (of, turning)| squares | of & turning))
    }

    /// Squares that a disc of kind `own` on the empty square `at` captures.
    ///
    /// On either side, it searches the unbroken run of others and the square behind it for the farthest flanker. An own
    /// disc can only lie behind the run and so takes precedence over wild discs in it.
    fn captured(&self, own: Disc, at: u32) -> u32 {
        let own = u32::from(self.of[own as usize]);
        let others = u32::from(self.occupied) & !own;
        let flankers = own | self.with(Disc::is_wild);
        let here = 1 << at;
        let before = here - 1;
        let after = !(here | before);

        // Adding the next bit carries through the run into the square behind it.
        let run = others & after;
        let searched = run ^ (run + (here << 1));
        let farthest = (flankers & searched | here).ilog2();
        let captured_after = after & ((1 << farthest) - 1);

        // Carries do not run downwards, so the end of the run is looked up.
        let end_of_run = (!others & before | 1).ilog2();
        let searched = before & u32::MAX << end_of_run;
        // Subtracting 1 flips the bits up to the farthest flanker, or all bits if there is none.
        let flankers = flankers & searched;
        let captured_before = before & !(flankers ^ flankers.wrapping_sub(1));

        captured_before | captured_after
    }
}

impl Place {
    /// A square's places on the four lines through it, in the order of [`LINES`].
    pub(crate) fn all(square: Square) -> [Self; LINES.len()] {
        let (column, row) = (usize::from(square.column()), usize::from(square.row()));
        [
            Self { direction: 0, parallel: row, at: column as u32 },
            Self { direction: 1, parallel: column, at: row as u32 },
            Self { direction: 2, parallel: (PARALLELS + column - row) % PARALLELS, at: column as u32 },
            Self { direction: 3, parallel: column + row, at: column as u32 },
        ]
    }
}

fn bits_of(lines: [u32; LINES.len()]) -> Bits {
    lines.into_iter().rev().fold(0, |bits, line| bits << LINE_BITS | Bits::from(line))
}

/// Converts bits of the lines through `square` to squares.
fn squares(square: Square, mut bits: Bits) -> impl Iterator<Item = Square> {
    let steps = |direction: usize, count: u32| STRIDES[direction].wrapping_mul(count as u8);
    let firsts =
        Place::all(square).map(|Place { direction, at, .. }| (square.index() as u8).wrapping_sub(steps(direction, at)));
    // One loop over all four lines, because the ends of four short loops would be harder to predict.
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let bit = bits.trailing_zeros();
        bits &= bits - 1;
        let direction = (bit / LINE_BITS) as usize;
        Some(Square::from_index(firsts[direction].wrapping_add(steps(direction, bit % LINE_BITS))))
    })
}

impl FastBoard {
    pub(super) fn new(board: &Board) -> Self {
        let mut fast = Self {
            board: board.clone(),
            lines: [[LineDiscs::default(); PARALLELS]; LINES.len()],
            frontier: [Square::from_index(0); Square::COUNT],
            frontier_len: 0,
            distant: [0; Square::MAX_SIDE as usize + 2],
            turning: Disc::ALL.map(|disc| if board.turns(disc) { u16::MAX } else { 0 }),
        };
        for square in board.empties() {
            fast.distant[usize::from(square.row()) + 1] |= 1 << square.column();
        }
        for square in board.squares() {
            if let Some(disc) = board.disc(square) {
                fast.put(square, disc);
            }
        }
        fast
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn count(&self, disc: Disc) -> u16 {
        let [rows, ..] = &self.lines;
        rows.iter().map(|row| row.of[disc as usize].count_ones() as u16).sum()
    }

    pub(super) fn empties(&self) -> u16 {
        self.frontier_len as u16 + self.distant.iter().map(|row| row.count_ones() as u16).sum::<u16>()
    }

    pub(super) fn can_play(&self, player: Player) -> bool {
        self.legal(player).next().is_some()
    }

    pub(super) fn legal_squares(&self, player: Player) -> SquareSet {
        self.legal(player).collect()
    }

    /// Legal squares of the player, unordered.
    fn legal(&self, player: Player) -> impl Iterator<Item = Square> {
        self.frontier().iter().copied().filter(move |square| self.captured(player, *square) != 0)
    }

    fn frontier(&self) -> &[Square] {
        &self.frontier[..self.frontier_len]
    }

    /// Squares that a disc on an empty square captures; zero if the move is illegal.
    fn captured(&self, player: Player, square: Square) -> Bits {
        bits_of(Place::all(square).map(|place| self.line(place).captured(player.disc(), place.at)))
    }

    /// The line of a place, as seen by the player of the discs `own`.
    pub(super) fn seen(&self, place: Place, own: Disc) -> SeenLine {
        let line = self.line(place);
        let own = line.of[own as usize];
        let turning = line.turning(&self.turning) as u16;
        SeenLine { own_or_staying: own | line.occupied & !turning, not_own: line.occupied & !own }
    }

    fn line(&self, place: Place) -> &LineDiscs {
        &self.lines[place.direction][place.parallel]
    }

    fn line_mut(&mut self, place: Place) -> &mut LineDiscs {
        &mut self.lines[place.direction][place.parallel]
    }

    /// Plays a square. Returns `false` and changes nothing if it is illegal.
    pub(super) fn play(&mut self, player: Player, square: Square) -> bool {
        let Some(index) = self.frontier().iter().position(|empty| *empty == square) else { return false };
        let captured = self.captured(player, square);
        if captured != 0 {
            self.place(player, index, captured);
        }
        captured != 0
    }

    /// Plays a legal square chosen uniformly at random; `None` if there is none.
    pub(super) fn play_random(&mut self, player: Player, rng: &mut impl Rng) -> Option<Square> {
        let mut undrawn = self.frontier_len;
        let (square, captured) = self.draw(player, &mut undrawn, rng)?;
        self.place(player, undrawn, captured);
        Some(square)
    }

    /// Draws two distinct legal squares, each pair equally likely, and plays the one with the higher rank; the first
    /// drawn wins ties. Plays the only legal square if there is just one; `None` if there is none.
    pub(super) fn play_better_of_two(
        &mut self,
        player: Player,
        rng: &mut impl Rng,
        rank: impl Fn(Square) -> f32,
    ) -> Option<Square> {
        let mut undrawn = self.frontier_len;
        let (first, first_captured) = self.draw(player, &mut undrawn, rng)?;
        let first_index = undrawn;
        match self.draw(player, &mut undrawn, rng) {
            Some((second, captured)) if rank(second) > rank(first) => {
                self.place(player, undrawn, captured);
                Some(second)
            }
            _ => {
                self.place(player, first_index, first_captured);
                Some(first)
            }
        }
    }

    /// Draws a legal square uniformly from the first `undrawn` of the frontier, and returns it with its captures.
    ///
    /// Drawn squares move behind the undrawn ones; the legal square ends at index `undrawn`.
    fn draw(&mut self, player: Player, undrawn: &mut usize, rng: &mut impl Rng) -> Option<(Square, Bits)> {
        // Drawing without replacement until a square is legal favours none of the legal ones.
        while *undrawn > 0 {
            // Drawn as `u32` so that 32-bit and 64-bit targets draw the same square.
            let index = rng.random_range(0..*undrawn as u32) as usize;
            *undrawn -= 1;
            self.frontier.swap(index, *undrawn);
            let square = self.frontier[*undrawn];
            let captured = self.captured(player, square);
            if captured != 0 {
                return Some((square, captured));
            }
        }
        None
    }

    /// Places a disc on the square at this frontier index, which must capture something.
    fn place(&mut self, player: Player, index: usize, captured: Bits) {
        let square = self.frontier[index];
        let places = Place::all(square);
        let bombs = bits_of(places.map(|place| self.line(place).with(Disc::is_bomb)));
        if captured & bombs != 0 {
            self.explode(square, captured);
            return;
        }
        let turning = captured & bits_of(places.map(|place| self.line(place).turning(&self.turning)));
        self.frontier_len -= 1;
        self.frontier.swap(index, self.frontier_len);
        self.put(square, player.disc());
        for turned in squares(square, turning) {
            self.turn(turned, player.disc());
        }
    }

    /// Removes all captured discs and their flankers. Rare, so kept out of the hot path.
    #[cold]
    fn explode(&mut self, square: Square, captured: Bits) {
        // The neighbours of captured bits are the flanker on one side and the played square on the other. Both lie on
        // the same line, because a disc at the end of a line is never captured.
        for cleared in squares(square, captured << 1 | captured | captured >> 1) {
            self.clear(cleared);
        }
    }

    /// Puts a disc on an empty square that is not in the frontier.
    fn put(&mut self, square: Square, disc: Disc) {
        self.board.set(square, Cell::Occupied(disc));
        for place in Place::all(square) {
            let line = self.line_mut(place);
            line.of[disc as usize] |= 1 << place.at;
            line.occupied |= 1 << place.at;
        }
        self.extend_frontier(square);
    }

    /// Changes the colour of the disc on a square.
    fn turn(&mut self, square: Square, own: Disc) {
        let Some(disc) = self.board.disc(square) else { return };
        self.board.set(square, Cell::Occupied(own));
        for place in Place::all(square) {
            let line = self.line_mut(place);
            line.of[disc as usize] ^= 1 << place.at;
            line.of[own as usize] ^= 1 << place.at;
        }
    }

    /// Removes the disc from a square, if any.
    fn clear(&mut self, square: Square) {
        let Some(disc) = self.board.disc(square) else { return };
        self.board.set(square, Cell::Empty);
        for place in Place::all(square) {
            let line = self.line_mut(place);
            line.of[disc as usize] ^= 1 << place.at;
            line.occupied ^= 1 << place.at;
        }
        self.push_frontier(square);
    }

    /// Moves the distant neighbours of a square into the frontier.
    fn extend_frontier(&mut self, square: Square) {
        let columns = (0b111 << square.column() >> 1) as u16;
        let row = usize::from(square.row());
        // `distant` has an extra row in front, so this starts with the row above.
        for index in row..row + 3 {
            let mut reached = self.distant[index] & columns;
            self.distant[index] ^= reached;
            while reached != 0 {
                let column = reached.trailing_zeros() as usize;
                reached &= reached - 1;
                self.push_frontier(Square::from_index(((index - 1) * usize::from(Square::MAX_SIDE) + column) as u8));
            }
        }
    }

    fn push_frontier(&mut self, square: Square) {
        self.frontier[self.frontier_len] = square;
        self.frontier_len += 1;
    }
}
