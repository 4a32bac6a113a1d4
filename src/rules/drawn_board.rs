//! Boards drawn by a seed: Random, which is fair to two players, and Chaos, which may have anything.

use super::{Board, ByPlayer, Cell, CutIn, Direction, Disc, Player, Position, Square, Variant};

/// A kind of board that is drawn anew for each match.
///
/// The plain core knows no chance, so the caller draws the seed. A kind and a seed give the same board for ever, and a
/// key such as `random-12345` names it.
///
/// ```
/// use irogaeshi::rules::{DrawnBoard, Variant};
///
/// let board = DrawnBoard::Random.variant(12_345);
/// assert_eq!(Variant::built_in("random-12345"), Some(board));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnBoard {
    /// For Black and White; a mirror or a half turn that also exchanges the colours leaves the board as it is.
    Random,
    /// For two to five players, perhaps with holes, bombs, wild discs and cut-ins.
    Chaos,
}

/// Smallest side of a drawn board.
const MIN_SIDE: u32 = 6;
/// Largest side of a Random board.
const MAX_SIDE: u32 = 10;
/// Largest side of a Chaos board.
const MAX_CHAOS_SIDE: u32 = 12;
/// Minimum number of legal moves of each player at the start.
const MIN_MOVES: usize = 3;
/// Last move number of a cut-in.
const LAST_CUT_IN: u32 = 40;

impl DrawnBoard {
    /// Both kinds, in display order.
    pub const ALL: [Self; 2] = [Self::Random, Self::Chaos];

    /// Minimum number of empty squares at the start.
    pub const MIN_EMPTIES: usize = 24;

    /// Name of the kind in keys.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Chaos => "chaos",
        }
    }

    /// Key of a board for [`Variant::built_in`], such as `random-12345`.
    #[must_use]
    pub fn key_of(self, seed: u32) -> String {
        format!("{}-{seed}", self.key())
    }

    /// Reads the key of a board.
    ///
    /// ```
    /// # use irogaeshi::rules::DrawnBoard;
    /// assert_eq!(DrawnBoard::read_key("chaos-7"), Some((DrawnBoard::Chaos, 7)));
    /// assert_eq!(DrawnBoard::read_key("chaos"), None);
    /// ```
    #[must_use]
    pub fn read_key(key: &str) -> Option<(Self, u32)> {
        let (kind, seed) = key.split_once('-')?;
        let kind = Self::ALL.into_iter().find(|known| known.key() == kind)?;
        // The number's parser would also accept a sign.
        let is_number = seed.bytes().all(|byte| byte.is_ascii_digit());
        Some((kind, seed.parse().ok().filter(|_| is_number)?))
    }

    /// Reads the name of a board, such as "Random 12345".
    #[must_use]
    pub fn read_name(name: &str) -> Option<(Self, u32)> {
        Self::read_key(&name.to_lowercase().replacen(' ', "-", 1)).filter(|(kind, seed)| kind.name_of(*seed) == name)
    }

    /// Name of the kind for players; the boards' names add the seed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "Random",
            Self::Chaos => "Chaos",
        }
    }

    fn name_of(self, seed: u32) -> String {
        format!("{} {seed}", self.name())
    }

    /// Seed for a board from any random number; it has at most six digits, so that people can pass it on.
    #[must_use]
    pub const fn seed_from(lot: u64) -> u32 {
        // Mixed, since a clock's last digits may all be zeros.
        (Draws(lot).next() % 1_000_000) as u32
    }

    /// Explanation of the kind for players.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "Drawn by chance, and the same for both players.",
            Self::Chaos => "Drawn by chance: anything may lie on it, and anybody may play.",
        }
    }

    /// The board with this seed.
    #[must_use]
    pub fn variant(self, seed: u32) -> Variant {
        let mut draws = Draws(u64::from(seed) | (self as u64) << u32::BITS);
        loop {
            let found = match self {
                Self::Random => draw_random(&mut draws, self.name_of(seed)),
                Self::Chaos => draw_chaos(&mut draws, self.name_of(seed)),
            };
            if let Some(variant) = found.filter(is_playable) {
                return variant.with_about(self.about());
            }
        }
    }
}

/// Returns whether the board is in one piece and has room, everybody who takes turns has a choice, and no two moves end
/// the game.
fn is_playable(variant: &Variant) -> bool {
    let board = variant.board();
    let has_choice = |player: &Player| board.legal_squares(*player).len() >= MIN_MOVES;
    is_connected(board)
        && board.empties().count() >= DrawnBoard::MIN_EMPTIES
        && variant.players().iter().all(has_choice)
        && goes_on(&Position::start(variant.clone()), 2)
}

/// Returns whether no line of this many plies ends the game.
fn goes_on(position: &Position, plies: u32) -> bool {
    let Some(player) = position.to_move() else { return false };
    plies == 0
        || position.legal_squares().iter().all(|square| {
            let mut next = position.clone();
            next.play(player, square).is_ok() && goes_on(&next, plies - 1)
        })
}

/// Numbers that follow from a seed, by `SplitMix64`. Crates of random numbers change theirs between versions.
struct Draws(u64);

impl Draws {
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    const fn between(&mut self, least: u32, most: u32) -> u32 {
        let count = (most - least + 1) as u64;
        least + (((self.next() >> 32) * count) >> 32) as u32
    }

    const fn is_heads(&mut self) -> bool {
        self.between(0, 1) == 1
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let last = (items.len() as u32).checked_sub(1)?;
        Some(items[self.between(0, last) as usize])
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.between(0, last as u32) as usize);
        }
    }
}

/// Move of the plane that leaves a Random board as it is, but for the colours.
#[derive(Clone, Copy)]
enum Symmetry {
    LeftRight,
    TopBottom,
    HalfTurn,
}

impl Symmetry {
    const ALL: [Self; 3] = [Self::LeftRight, Self::TopBottom, Self::HalfTurn];

    fn image(self, board: &Board, square: Square) -> Option<Square> {
        let (column, row) = (square.column(), square.row());
        let (across, down) = (board.columns() - 1 - column, board.rows() - 1 - row);
        match self {
            Self::LeftRight => Square::new(across, row),
            Self::TopBottom => Square::new(column, down),
            Self::HalfTurn => Square::new(across, down),
        }
    }
}

fn empty_board(columns: u32, rows: u32) -> Option<Board> {
    let row = ".".repeat(columns as usize);
    Board::from_rows(std::iter::repeat_n(row.as_str(), rows as usize)).ok()
}

fn draw_random(draws: &mut Draws, name: String) -> Option<Variant> {
    let symmetry = draws.pick(&Symmetry::ALL)?;
    let (columns, rows) = (draws.between(MIN_SIDE, MAX_SIDE), draws.between(MIN_SIDE, MAX_SIDE));
    // Sides that the symmetry turns round are even, so that discs can touch their images.
    let (columns, rows) = match symmetry {
        Symmetry::LeftRight => (columns & !1, rows),
        Symmetry::TopBottom => (columns, rows & !1),
        Symmetry::HalfTurn => (columns & !1, rows & !1),
    };
    let mut board = empty_board(columns, rows)?;
    cut_corners(draws, &mut board);
    // Holes in all four quarters suit every symmetry.
    for _ in 0..draws.between(0, 2) {
        let hole = Square::new(draws.between(0, columns / 2 - 1) as u8, draws.between(0, rows / 2 - 1) as u8)?;
        let images = Symmetry::ALL.map(|symmetry| symmetry.image(&board, hole));
        images.into_iter().flatten().chain([hole]).for_each(|square| board.set(square, Cell::Hole));
    }
    prune(&mut board, None);
    let middle = |draws: &mut Draws, side: u32| (side / 2 - draws.between(0, 1)) as u8;
    let mut square = Square::new(middle(draws, columns), middle(draws, rows))?;
    for _ in 0..draws.between(3, 5) {
        let image = symmetry.image(&board, square).filter(|image| *image != square)?;
        if board.cell(square) != Cell::Empty || board.cell(image) != Cell::Empty {
            return None;
        }
        let (one, other) = if draws.is_heads() { (Disc::Black, Disc::White) } else { (Disc::White, Disc::Black) };
        board.set(square, Cell::Occupied(one));
        board.set(image, Cell::Occupied(other));
        square = draws.pick(&beside_discs(&board))?;
    }
    let players = vec![Player::Black, Player::White];
    Variant::new(name, board, players.clone(), Vec::new(), players).ok()
}

/// Cuts equal corners off the board, or none.
fn cut_corners(draws: &mut Draws, board: &mut Board) {
    let size = draws.between(0, u32::from(board.columns().min(board.rows())) / 3) as u8;
    let cut: Vec<Square> = board
        .squares()
        .filter(|square| {
            let from_side = square.column().min(board.columns() - 1 - square.column());
            let from_end = square.row().min(board.rows() - 1 - square.row());
            from_side + from_end < size
        })
        .collect();
    for square in cut {
        board.set(square, Cell::Hole);
    }
}

fn draw_chaos(draws: &mut Draws, name: String) -> Option<Variant> {
    let (columns, rows) = (draws.between(MIN_SIDE, MAX_CHAOS_SIDE), draws.between(MIN_SIDE, MAX_CHAOS_SIDE));
    let mut board = empty_board(columns, rows)?;
    let mut squares: Vec<Square> = board.squares().collect();
    draws.shuffle(&mut squares);
    let holes = draws.between(0, squares.len() as u32 / 6) as usize;
    squares.iter().take(holes).for_each(|square| board.set(*square, Cell::Hole));
    prune(&mut board, squares.last().copied());

    let mut players = Player::ALL;
    draws.shuffle(&mut players);
    let (players, others) = players.split_at(draws.between(2, 5) as usize);
    let mut turning = ByPlayer::new([false; 5]);
    let own = draws.between(3, 5) as usize;
    let mut discs = Vec::new();
    for player in players {
        turning[*player] = true;
        discs.extend(std::iter::repeat_n(player.disc(), own));
    }
    let mut cut_ins: Vec<CutIn> = Vec::new();
    for player in others {
        for _ in 0..draws.between(0, 3) {
            let move_number = draws.between(3, LAST_CUT_IN);
            if !cut_ins.iter().any(|earlier| earlier.move_number == move_number) {
                cut_ins.push(CutIn { move_number, player: *player });
            }
        }
        turning[*player] = draws.is_heads();
        discs.extend(std::iter::repeat_n(player.disc(), draws.between(0, 2) as usize));
    }
    cut_ins.sort_by_key(|cut_in| cut_in.move_number);
    for disc in [Disc::Green, Disc::Red] {
        discs.extend(std::iter::repeat_n(disc, draws.between(0, 4) as usize));
    }
    draws.shuffle(&mut discs);
    let mut board = board.with_turning(turning);
    for disc in discs {
        let square = draws.pick(&beside_discs(&board))?;
        board.set(square, Cell::Occupied(disc));
    }
    Variant::new(name, board, players.to_vec(), cut_ins, players.to_vec()).ok()
}

/// Empty squares beside a disc; on a board without discs, those in the middle.
fn beside_discs(board: &Board) -> Vec<Square> {
    let is_beside = |square: &Square| neighbours(board, *square).any(|neighbour| board.disc(neighbour).is_some());
    let beside: Vec<Square> = board.empties().filter(is_beside).collect();
    let is_central = |square: &Square| {
        let is_middle = |place: u8, side: u8| (side / 2).abs_diff(place) <= 1;
        is_middle(square.column(), board.columns()) && is_middle(square.row(), board.rows())
    };
    if beside.is_empty() { board.empties().filter(is_central).collect() } else { beside }
}

fn neighbours(board: &Board, square: Square) -> impl Iterator<Item = Square> {
    let steps = Direction::ALL.into_iter().filter_map(move |direction| square.step(direction));
    steps.filter(|neighbour| board.has(*neighbour))
}

/// Squares that a path of neighbours joins with this one.
fn joined(board: &Board, from: Square) -> Vec<Square> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(square) = found.get(next).copied() {
        next += 1;
        for neighbour in neighbours(board, square) {
            if !found.contains(&neighbour) {
                found.push(neighbour);
            }
        }
    }
    found
}

fn is_connected(board: &Board) -> bool {
    board.squares().next().is_some_and(|first| joined(board, first).len() == board.squares().count())
}

/// Makes holes of squares on which nobody could ever place a disc, since no line from them has two squares, and of all
/// squares that are not joined with `keep`.
fn prune(board: &mut Board, keep: Option<Square>) {
    loop {
        let joined = keep.map(|square| joined(board, square));
        let is_useless = |square: &Square| {
            let has_line = Direction::ALL.into_iter().any(|direction| {
                let mut line = std::iter::successors(square.step(direction), |next| next.step(direction));
                let mut is_square = || line.next().is_some_and(|next| board.has(next));
                is_square() && is_square()
            });
            !has_line || joined.as_ref().is_some_and(|joined| !joined.contains(square))
        };
        let useless: Vec<Square> = board.squares().filter(is_useless).collect();
        if useless.is_empty() {
            return;
        }
        for square in useless {
            board.set(square, Cell::Hole);
        }
    }
}
