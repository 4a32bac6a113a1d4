//! A board that finds captures by arithmetic on whole lines, fast enough for playing thousands of games.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Shl, Shr};

use rand::{Rng, RngExt};

use super::{Board, Direction, Disc, Player, Square, SquareSet};

/// The four lines through a square, each in the direction from its lowest bit to its highest.
pub(crate) const LINES: [Direction; 4] =
    [Direction::East, Direction::South, Direction::SouthEast, Direction::NorthEast];

/// Squares of one line, one bit each.
pub(super) trait LineWord:
    Copy
    + fmt::Debug
    + Default
    + Into<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// Number of a place: its row times [`Self::STRIDE`], plus its column.
    type Code: Copy + fmt::Debug + Default + PartialEq;

    /// Squares on the four lines through a square: the bits of the lines, concatenated.
    type Bits: Copy
        + PartialEq
        + BitAnd<Output = Self::Bits>
        + BitOr<Output = Self::Bits>
        + Shl<u32, Output = Self::Bits>
        + Shr<u32, Output = Self::Bits>;

    /// Number of bits.
    const BITS: u32;
    /// All bits.
    const ALL: Self;
    /// No square of any line.
    const NONE: Self::Bits;
    /// Distance of the codes of two rows: a power of two, so that column and row are found without division.
    const STRIDE: u32;
    /// Increase of the code along each line, modulo the number of codes; on one of the lines it decreases.
    const STRIDES: [u32; LINES.len()] = {
        let mut strides = [0; LINES.len()];
        let mut line = 0;
        while line < LINES.len() {
            let (columns, rows) = LINES[line].delta();
            strides[line] = (columns as i32 + rows as i32 * Self::STRIDE.cast_signed()).cast_unsigned();
            line += 1;
        }
        strides
    };

    /// Code with this number, modulo the number of codes.
    fn code(number: u32) -> Self::Code;

    /// Number of a code, less than the number of codes.
    fn number(code: Self::Code) -> usize;

    /// Keeps the lowest bits.
    fn truncate(bits: u32) -> Self;

    /// Concatenates the bits of four lines, the first lowest.
    fn join(lines: [u32; LINES.len()]) -> Self::Bits;

    /// Removes the lowest bit and returns its index; `None` if there is none.
    fn pop(bits: &mut Self::Bits) -> Option<u32>;
}

macro_rules! impl_line_word {
    ($word:ty, $bits:ty, $code:ty, $stride:literal) => {
        impl LineWord for $word {
            type Code = $code;
            type Bits = $bits;

            const BITS: u32 = <$word>::BITS;
            const ALL: Self = <$word>::MAX;
            const NONE: Self::Bits = 0;
            const STRIDE: u32 = $stride;

            fn code(number: u32) -> Self::Code {
                number as $code
            }

            fn number(code: Self::Code) -> usize {
                usize::from(code) % ($stride * $stride)
            }

            fn truncate(bits: u32) -> Self {
                bits as Self
            }

            fn join(lines: [u32; LINES.len()]) -> Self::Bits {
                let [first, second, third, fourth] = lines.map(Self::Bits::from);
                first | second << Self::BITS | third << (2 * Self::BITS) | fourth << (3 * Self::BITS)
            }

            fn pop(bits: &mut Self::Bits) -> Option<u32> {
                if *bits == 0 {
                    return None;
                }
                let lowest = bits.trailing_zeros();
                *bits &= *bits - 1;
                Some(lowest)
            }
        }
    };
}

impl_line_word!(u16, u64, u8, 16);
impl_line_word!(u32, u128, u16, 32);

/// A [`Board`] of at most 16 x 16.
pub(super) type SmallBoard = LineBoard<u16, 32, 18, 256>;
/// A [`Board`] of any size.
pub(super) type LargeBoard = LineBoard<u32, 64, { Square::MAX_SIDE as usize + 2 }, 1024>;

/// A [`Board`] with the discs of each line and the empty squares that may be legal.
///
/// As small as the largest board of its type allows, because a search copies it for each game. `PARALLELS` is a power
/// of two, at least twice the side; `ROWS` is the side and two more; `CODES` is the number of codes of places.
#[derive(Clone, Debug)]
pub(super) struct LineBoard<W: LineWord, const PARALLELS: usize, const ROWS: usize, const CODES: usize> {
    /// Disc by code.
    discs: [Option<Disc>; CODES],
    lines: [[LineDiscs<W>; PARALLELS]; LINES.len()],
    /// Empty squares that have or had a neighbouring disc, unordered; only the first `frontier_len` are valid. No other
    /// square is legal.
    frontier: [W::Code; CODES],
    frontier_len: usize,
    /// The remaining empty squares by row, one bit a column. The first and the last row lie beyond the board.
    distant: [W; ROWS],
    /// Mask by disc: all ones if it turns, zero if not.
    turning: [W; Disc::ALL.len()],
}

/// The discs of one line, one bit a square.
#[derive(Clone, Copy, Debug, Default)]
struct LineDiscs<W> {
    of: [W; Disc::ALL.len()],
    occupied: W,
}

/// One of the lines through a square, and the square's bit in it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Direction of the line, an index into [`LINES`].
    pub(crate) direction: usize,
    /// Index of the line among those with this direction, modulo twice the side of the board or more.
    pub(crate) parallel: usize,
    pub(crate) at: u32,
}

/// One line's discs from a player's view, two bits a disc. Discs of others that turn are set only in the second mask,
/// own discs only in the first, and discs of others that never turn in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeenLine {
    pub(crate) own_or_staying: u32,
    pub(crate) not_own: u32,
}

impl<W: LineWord> LineDiscs<W> {
    /// Squares of the discs with a property.
    fn with(&self, property: impl Fn(Disc) -> bool) -> u32 {
        let discs = Disc::ALL.into_iter().filter(|disc| property(*disc));
        discs.fold(W::default(), |squares, disc| squares | self.of[disc as usize]).into()
    }

    /// Squares of the discs that turn.
    fn turning(&self, turning: &[W; Disc::ALL.len()]) -> u32 {
        let discs = self.of.iter().zip(turning);
        discs.fold(W::default(), |squares, (of, turning)| squares | *of & *turning).into()
    }

    /// Squares that a disc of kind `own` on the empty square `at` captures.
    ///
    /// On either side, it searches the unbroken run of others and the square behind it for the farthest flanker. An own
    /// disc can only lie behind the run and so takes precedence over wild discs in it.
    fn captured(&self, own: Disc, at: u32) -> u32 {
        let own: u32 = self.of[own as usize].into();
        let others = self.occupied.into() & !own;
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

fn count<W: LineWord>(squares: W) -> u16 {
    squares.into().count_ones() as u16
}

impl Place {
    /// A square's places on the four lines through it, in the order of [`LINES`].
    pub(crate) fn all(square: Square) -> [Self; LINES.len()] {
        Self::at(square.column().into(), square.row().into())
    }

    fn at(column: usize, row: usize) -> [Self; LINES.len()] {
        [
            Self { direction: 0, parallel: row, at: column as u32 },
            Self { direction: 1, parallel: column, at: row as u32 },
            Self { direction: 2, parallel: column.wrapping_sub(row), at: column as u32 },
            Self { direction: 3, parallel: column + row, at: column as u32 },
        ]
    }
}

fn column<W: LineWord>(code: W::Code) -> usize {
    W::number(code) % W::STRIDE as usize
}

fn row<W: LineWord>(code: W::Code) -> usize {
    W::number(code) / W::STRIDE as usize
}

fn places<W: LineWord>(code: W::Code) -> [Place; LINES.len()] {
    Place::at(column::<W>(code), row::<W>(code))
}

fn square<W: LineWord>(code: W::Code) -> Square {
    Square::at(column::<W>(code) as u8, row::<W>(code) as u8)
}

fn code<W: LineWord>(square: Square) -> W::Code {
    W::code(u32::from(square.row()) * W::STRIDE + u32::from(square.column()))
}

/// Converts bits of the lines through a place to codes.
fn codes<W: LineWord>(code: W::Code, mut bits: W::Bits) -> impl Iterator<Item = W::Code> {
    let steps = |direction: usize, count: u32| W::STRIDES[direction].wrapping_mul(count);
    let number = W::number(code) as u32;
    let firsts = places::<W>(code).map(|Place { direction, at, .. }| number.wrapping_sub(steps(direction, at)));
    // One loop over all four lines, because the ends of four short loops would be harder to predict.
    std::iter::from_fn(move || {
        let bit = W::pop(&mut bits)?;
        let direction = (bit / W::BITS) as usize;
        Some(W::code(firsts[direction].wrapping_add(steps(direction, bit % W::BITS))))
    })
}

impl<W: LineWord, const PARALLELS: usize, const ROWS: usize, const CODES: usize> LineBoard<W, PARALLELS, ROWS, CODES> {
    pub(super) fn new(board: &Board) -> Self {
        let mut fast = Self {
            discs: [None; CODES],
            lines: [[LineDiscs::default(); PARALLELS]; LINES.len()],
            frontier: [W::Code::default(); CODES],
            frontier_len: 0,
            distant: [W::default(); ROWS],
            turning: Disc::ALL.map(|disc| if board.turns(disc) { W::ALL } else { W::default() }),
        };
        for square in board.empties() {
            fast.distant[usize::from(square.row()) + 1] |= W::truncate(1 << square.column());
        }
        for square in board.squares() {
            if let Some(disc) = board.disc(square) {
                fast.put(code::<W>(square), disc);
            }
        }
        fast
    }

    /// Maximum side of a board.
    pub(super) const MAX_SIDE: u8 = ROWS as u8 - 2;

    pub(super) fn disc(&self, square: Square) -> Option<Disc> {
        self.discs[W::number(code::<W>(square))]
    }

    pub(super) fn count(&self, disc: Disc) -> u16 {
        let [rows, ..] = &self.lines;
        rows.iter().map(|row| count(row.of[disc as usize])).sum()
    }

    pub(super) fn empties(&self) -> u16 {
        self.frontier_len as u16 + self.distant.into_iter().map(count).sum::<u16>()
    }

    pub(super) fn can_play(&self, player: Player) -> bool {
        self.legal(player).next().is_some()
    }

    pub(super) fn legal_squares(&self, player: Player) -> SquareSet {
        self.legal(player).collect()
    }

    /// Legal squares of the player, unordered.
    fn legal(&self, player: Player) -> impl Iterator<Item = Square> {
        let legal = self.frontier().iter().copied().filter(move |code| self.captured(player, *code) != W::NONE);
        legal.map(square::<W>)
    }

    fn frontier(&self) -> &[W::Code] {
        &self.frontier[..self.frontier_len]
    }

    /// Squares that a disc on an empty square captures; zero if the move is illegal.
    fn captured(&self, player: Player, code: W::Code) -> W::Bits {
        W::join(places::<W>(code).map(|place| self.line(place).captured(player.disc(), place.at)))
    }

    /// The line of a place, as seen by the player of the discs `own`.
    pub(super) fn seen(&self, place: Place, own: Disc) -> SeenLine {
        let line = self.line(place);
        let own: u32 = line.of[own as usize].into();
        let occupied: u32 = line.occupied.into();
        let turning = line.turning(&self.turning);
        SeenLine { own_or_staying: own | occupied & !turning, not_own: occupied & !own }
    }

    fn line(&self, place: Place) -> &LineDiscs<W> {
        &self.lines[place.direction][place.parallel % PARALLELS]
    }

    fn line_mut(&mut self, place: Place) -> &mut LineDiscs<W> {
        &mut self.lines[place.direction][place.parallel % PARALLELS]
    }

    /// Plays a square. Returns `false` and changes nothing if it is illegal.
    pub(super) fn play(&mut self, player: Player, square: Square) -> bool {
        // Other squares have the codes of places on the board.
        if u32::from(square.column().max(square.row())) >= W::STRIDE {
            return false;
        }
        let code = code::<W>(square);
        let Some(index) = self.frontier().iter().position(|empty| *empty == code) else { return false };
        let captured = self.captured(player, code);
        if captured != W::NONE {
            self.place(player, index, captured);
        }
        captured != W::NONE
    }

    /// Plays a legal square chosen uniformly at random; `None` if there is none.
    pub(super) fn play_random(&mut self, player: Player, rng: &mut impl Rng) -> Option<Square> {
        let mut undrawn = self.frontier_len;
        let (code, captured) = self.draw(player, &mut undrawn, rng)?;
        self.place(player, undrawn, captured);
        Some(square::<W>(code))
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
        let (first, first_index) = (square::<W>(first), undrawn);
        if let Some((second, captured)) = self.draw(player, &mut undrawn, rng) {
            let second = square::<W>(second);
            if rank(second) > rank(first) {
                self.place(player, undrawn, captured);
                return Some(second);
            }
        }
        self.place(player, first_index, first_captured);
        Some(first)
    }

    /// Draws a legal square uniformly from the first `undrawn` of the frontier, and returns it with its captures.
    ///
    /// Drawn squares move behind the undrawn ones; the legal square ends at index `undrawn`.
    fn draw(&mut self, player: Player, undrawn: &mut usize, rng: &mut impl Rng) -> Option<(W::Code, W::Bits)> {
        // Drawing without replacement until a square is legal favours none of the legal ones.
        while *undrawn > 0 {
            // Drawn as `u32` so that 32-bit and 64-bit targets draw the same square.
            let index = rng.random_range(0..*undrawn as u32) as usize;
            *undrawn -= 1;
            self.frontier.swap(index, *undrawn);
            let code = self.frontier[*undrawn];
            let captured = self.captured(player, code);
            if captured != W::NONE {
                return Some((code, captured));
            }
        }
        None
    }

    /// Places a disc on the square at this frontier index, which must capture something.
    fn place(&mut self, player: Player, index: usize, captured: W::Bits) {
        let code = self.frontier[index];
        let places = places::<W>(code);
        let bombs = W::join(places.map(|place| self.line(place).with(Disc::is_bomb)));
        if captured & bombs != W::NONE {
            self.explode(code, captured);
            return;
        }
        let turning = captured & W::join(places.map(|place| self.line(place).turning(&self.turning)));
        self.frontier_len -= 1;
        self.frontier.swap(index, self.frontier_len);
        self.put(code, player.disc());
        for turned in codes::<W>(code, turning) {
            self.turn(turned, player.disc());
        }
    }

    /// Removes all captured discs and their flankers. Rare, so kept out of the hot path.
    #[cold]
    fn explode(&mut self, code: W::Code, captured: W::Bits) {
        // The neighbours of captured bits are the flanker on one side and the played square on the other. Both lie on
        // the same line, because a disc at the end of a line is never captured.
        for cleared in codes::<W>(code, captured << 1 | captured | captured >> 1) {
            self.clear(cleared);
        }
    }

    /// Puts a disc on an empty square that is not in the frontier.
    fn put(&mut self, code: W::Code, disc: Disc) {
        self.discs[W::number(code)] = Some(disc);
        for place in places::<W>(code) {
            let line = self.line_mut(place);
            line.of[disc as usize] |= W::truncate(1 << place.at);
            line.occupied |= W::truncate(1 << place.at);
        }
        self.extend_frontier(code);
    }

    /// Changes the colour of the disc on a square.
    fn turn(&mut self, code: W::Code, own: Disc) {
        let Some(disc) = self.discs[W::number(code)].replace(own) else { return };
        for place in places::<W>(code) {
            let line = self.line_mut(place);
            line.of[disc as usize] ^= W::truncate(1 << place.at);
            line.of[own as usize] ^= W::truncate(1 << place.at);
        }
    }

    /// Removes the disc from a square, if any.
    fn clear(&mut self, code: W::Code) {
        let Some(disc) = self.discs[W::number(code)].take() else { return };
        for place in places::<W>(code) {
            let line = self.line_mut(place);
            line.of[disc as usize] ^= W::truncate(1 << place.at);
            line.occupied ^= W::truncate(1 << place.at);
        }
        self.push_frontier(code);
    }

    /// Moves the distant neighbours of a square into the frontier.
    fn extend_frontier(&mut self, code: W::Code) {
        let columns = W::truncate(0b111 << column::<W>(code) >> 1);
        let row = row::<W>(code);
        // `distant` has an extra row in front, so this starts with the row above.
        for index in row..row + 3 {
            let reached = self.distant[index] & columns;
            self.distant[index] ^= reached;
            let mut reached: u32 = reached.into();
            while reached != 0 {
                let column = reached.trailing_zeros();
                reached &= reached - 1;
                self.push_frontier(W::code((index as u32 - 1) * W::STRIDE + column));
            }
        }
    }

    fn push_frontier(&mut self, code: W::Code) {
        self.frontier[self.frontier_len] = code;
        self.frontier_len += 1;
    }
}
