//! The CPU players of reversi-react: minimax over square weights and stable discs.

use std::collections::VecDeque;

use rand::{Rng, RngExt};

use crate::cpu::control::Control;
use crate::cpu::progress::Progress;
use crate::cpu::report::{self, Report, Score};
use crate::rules::{Board, Direction, Disc, Player, Position, Square, SquareSet, Variant};

/// Search depth after the player's own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weights {
    /// One ply: the reply.
    One,
    /// Two plies: the reply and its answer.
    Two,
    /// Three plies.
    Three,
}

/// Square weights of one quarter of the board, by row and column from the corner; the other quarters mirror it.
const QUARTER: [[i32; 4]; 4] = [[100, -50, 10, 0], [-50, -70, -5, -10], [10, -5, -10, -5], [0, -10, -5, 0]];
/// Weight of a stable disc.
const STABLE: i32 = 500;
/// Value of a wipe-out, more than a board full of stable discs.
const WIPE_OUT: i32 = 1_000_000;
/// Side of the board for which the weights are made.
const SIDE: u8 = 8;

impl Weights {
    /// All three, the shallowest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Search depth in plies after its own move.
    #[must_use]
    pub const fn plies(self) -> u32 {
        self as u32 + 1
    }

    /// Name in the text formats, such as `weights-1`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::One => "weights-1",
            Self::Two => "weights-2",
            Self::Three => "weights-3",
        }
    }

    /// Returns whether the variant is ordinary reversi on 8 x 8 squares, with any starting discs.
    pub(crate) fn suits(variant: &Variant) -> bool {
        let board = variant.board();
        let is_full = (board.columns(), board.rows()) == (SIDE, SIDE)
            && board.squares().count() == usize::from(SIDE) * usize::from(SIDE);
        let is_ordinary =
            |disc: Disc| board.turns(disc) && disc.player().is_some_and(|owner| variant.players().contains(&owner));
        is_full
            && variant.players().len() == 2
            && variant.cut_ins().is_empty()
            && variant.players().iter().all(|player| board.turns(player.disc()))
            && board.squares().filter_map(|square| board.disc(square)).all(is_ordinary)
    }

    /// Chooses a best move, at random among equals. If there is only one, it plays the second best one time in ten.
    pub(crate) fn choose(self, position: &Position, rng: &mut impl Rng, control: &mut Control<'_>) -> Option<Report> {
        let mut search = Search { player: position.to_move()?, nodes: 0 };
        let legal = position.legal_squares();
        let mut lines: Vec<Line> = Vec::with_capacity(legal.len());
        for square in legal {
            lines.extend(search.after(position, square, self.plies(), -Search::BOUND, Search::BOUND));
            if control.progress(Progress { done: lines.len() as u32, of: legal.len() as u32 }).is_break() {
                break;
            }
        }
        let line = lines.swap_remove(draw(&lines, rng)?);
        let line = report::Line { moves: line.squares.into(), score: Some(Score::Points(line.value)) };
        Some(Report { lines: vec![line], depth: self.plies() + 1, is_exact: false, nodes: search.nodes.into() })
    }
}

/// Draws the index of the line to play.
fn draw(lines: &[Line], rng: &mut impl Rng) -> Option<usize> {
    let indices_of = |value| (0..lines.len()).filter(move |index| lines[*index].value == value);
    let best = lines.iter().map(|line| line.value).max()?;
    let equals: Vec<usize> = indices_of(best).collect();
    let second = lines.iter().map(|line| line.value).filter(|value| *value < best).max();
    match second {
        Some(second) if equals.len() == 1 && rng.random_range(0..10_u32) == 0 => indices_of(second).next(),
        _ => equals.get(rng.random_range(0..equals.len() as u32) as usize).copied(),
    }
}

/// A line of moves and the value of the board at its end.
struct Line {
    value: i32,
    squares: VecDeque<Square>,
}

/// Minimax for one player.
struct Search {
    player: Player,
    nodes: u32,
}

impl Search {
    /// Bound outside all board values.
    const BOUND: i32 = WIPE_OUT + 1;

    /// Best line that plays this square and then searches `plies` plies; `None` if the square is illegal.
    fn after(&mut self, position: &Position, square: Square, plies: u32, alpha: i32, beta: i32) -> Option<Line> {
        let mut next = position.clone();
        // A pass counts as a ply.
        let skipped = next.play(position.to_move()?, square).ok()?.passes.len() as u32;
        let mut line = self.best(&next, plies.saturating_sub(skipped), alpha, beta);
        line.squares.push_front(square);
        Some(line)
    }

    /// Best line from this position; values up to `alpha` and from `beta` on are only bounds.
    fn best(&mut self, position: &Position, plies: u32, mut alpha: i32, mut beta: i32) -> Line {
        self.nodes += 1;
        let is_own = position.to_move() == Some(self.player);
        let mut best: Option<Line> = None;
        if plies > 0 {
            for square in position.legal_squares() {
                let Some(line) = self.after(position, square, plies - 1, alpha, beta) else { continue };
                let bound = if is_own { &mut alpha } else { &mut beta };
                *bound = if is_own { line.value.max(*bound) } else { line.value.min(*bound) };
                if best
                    .as_ref()
                    .is_none_or(|best| if is_own { line.value > best.value } else { line.value < best.value })
                {
                    best = Some(line);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        best.unwrap_or_else(|| Line { value: evaluate(position.board(), self.player), squares: VecDeque::new() })
    }
}

/// Value of a board for a player: own weights minus the other player's.
fn evaluate(board: &Board, player: Player) -> i32 {
    let stable = stable_discs(board);
    let (mut value, mut own_count, mut other_count) = (0, 0, 0);
    for square in board.squares() {
        let Some(owner) = board.disc(square).and_then(Disc::player) else { continue };
        let weight = if stable.contains(square) { STABLE } else { weight(square) };
        if owner == player {
            value += weight;
            own_count += 1;
        } else {
            value -= weight;
            other_count += 1;
        }
    }
    match (own_count, other_count) {
        (0, _) => -WIPE_OUT,
        (_, 0) => WIPE_OUT,
        _ => value,
    }
}

/// Weight of a square of the 8 x 8 board; 0 beyond it.
fn weight(square: Square) -> i32 {
    let from_rim = |place: u8| usize::from(place.min((SIDE - 1).saturating_sub(place)));
    if square.column() < SIDE && square.row() < SIDE {
        QUARTER[from_rim(square.row())][from_rim(square.column())]
    } else {
        0
    }
}

/// Finds stable discs: on each of the four lines through it, a stable disc has the edge or a stable disc of its own
/// colour beside it.
fn stable_discs(board: &Board) -> SquareSet {
    let mut stable = SquareSet::EMPTY;
    let (half, opposite) = Direction::ALL.split_at(4);
    loop {
        let is_held = |square: Square, direction: Direction| match square.step(direction) {
            Some(beside) if board.has(beside) => stable.contains(beside) && board.disc(beside) == board.disc(square),
            _ => true,
        };
        let found: Vec<Square> = board
            .squares()
            .filter(|square| board.disc(*square).is_some() && !stable.contains(*square))
            .filter(|square| {
                half.iter().zip(opposite).all(|(one, other)| is_held(*square, *one) || is_held(*square, *other))
            })
            .collect();
        if found.is_empty() {
            return stable;
        }
        for square in found {
            stable.insert(square);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    fn board(rows: &str) -> Board {
        rows.replace('/', "\n").parse().unwrap()
    }

    fn black_to_move(rows: &str) -> Position {
        Position::in_progress(Variant::classic(8).unwrap(), board(rows), 1, Player::Black).unwrap()
    }

    #[test]
    fn weights_are_symmetric() {
        let rows: Vec<Vec<i32>> =
            (0..8).map(|row| (0..8).map(|column| weight(Square::new(column, row).unwrap())).collect()).collect();
        assert_eq!(rows[0], [100, -50, 10, 0, 0, 10, -50, 100]);
        assert_eq!(rows[1], [-50, -70, -5, -10, -10, -5, -70, -50]);
        assert_eq!(rows[2], [10, -5, -10, -5, -5, -10, -5, 10]);
        assert_eq!(rows[3], [0, -10, -5, 0, 0, -5, -10, 0]);
        for row in 0..8 {
            assert_eq!(rows[row], rows[7 - row]);
        }
        assert_eq!(weight(Square::new(8, 0).unwrap()), 0);
    }

    #[test]
    fn stable_discs_grow_from_corners() {
        let names = |rows: &str| {
            let stable = stable_discs(&board(rows));
            stable.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        let empty = "/......../......../......../......../......../........";
        assert_eq!(names(&format!("BBB..W.W/BB.BBB..{empty}")), "a1 b1 c1 h1 a2 b2");
        assert_eq!(names(&format!(".BBBBBB./WWWWWWWW{empty}")), "");
        assert_eq!(names(&format!("BBBBBBBB/WWWWWWWW{empty}")), "a1 b1 c1 d1 e1 f1 g1 h1");
    }

    #[test]
    fn boards_are_worth_what_the_definition_says() {
        let value = |rows: &str| evaluate(&board(rows), Player::Black);
        let empty = "/......../......../......../......../......../........";
        // Black has a corner and its neighbour, both stable. White has two squares of -50 and -5.
        assert_eq!(value(&format!("BB....../W.W.....{empty}")), 1000 + 50 + 5);
        assert_eq!(value(&format!("WW....../B.B.....{empty}")), -1000 - 50 - 5);
        assert_eq!(value(&format!("W......./........{empty}")), -WIPE_OUT);
        assert_eq!(value(&format!("B......./........{empty}")), WIPE_OUT);
    }

    /// Plain minimax without pruning or lines.
    fn slow_value(position: &Position, plies: u32, player: Player) -> i32 {
        let mover = position.to_move().filter(|_| plies > 0);
        let Some(mover) = mover else { return evaluate(position.board(), player) };
        let values = position.legal_squares().iter().map(|square| {
            let mut next = position.clone();
            let skipped = next.play(mover, square).unwrap().passes.len() as u32;
            slow_value(&next, (plies - 1).saturating_sub(skipped), player)
        });
        if mover == player { values.max() } else { values.min() }.unwrap()
    }

    #[test]
    fn cuts_change_no_value() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..6 {
            let mut position = Position::start(Variant::classic(8).unwrap());
            let mut ply = 0;
            while let Some(player) = position.to_move() {
                if ply % 9 == 8 {
                    for square in position.legal_squares() {
                        let mut search = Search { player, nodes: 0 };
                        let line = search.after(&position, square, 2, -Search::BOUND, Search::BOUND).unwrap();
                        let mut next = position.clone();
                        let skipped = next.play(player, square).unwrap().passes.len() as u32;
                        assert_eq!(line.value, slow_value(&next, 2_u32.saturating_sub(skipped), player));
                        assert_eq!(line.squares[0], square);
                        // The line leads to a board with that value.
                        let mut end = position.clone();
                        line.squares.iter().for_each(|square| drop(end.play(end.to_move().unwrap(), *square).unwrap()));
                        assert_eq!(evaluate(end.board(), player), line.value);
                    }
                }
                let legal: Vec<Square> = position.legal_squares().iter().collect();
                position.play(player, legal[rng.random_range(0..legal.len() as u32) as usize]).unwrap();
                ply += 1;
            }
        }
    }

    #[test]
    fn a_single_best_move_gives_way_one_time_in_ten() {
        let lines = |values: &[i32]| {
            values.iter().map(|value| Line { value: *value, squares: VecDeque::new() }).collect::<Vec<_>>()
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut times = |values: &[i32]| {
            let lines = lines(values);
            let mut times = vec![0; values.len()];
            (0..5000).for_each(|_| times[draw(&lines, &mut rng).unwrap()] += 1);
            times
        };
        let one_best = times(&[3, 7, 5, 5]);
        assert_eq!((one_best[0], one_best[3]), (0, 0));
        // Expected: 500; four standard deviations are 85.
        assert!((415..=585).contains(&one_best[2]), "{one_best:?}");
        let equals = times(&[7, 3, 7]);
        // Expected: 2500; four standard deviations are 142.
        assert!(equals[1] == 0 && (2358..=2642).contains(&equals[0]), "{equals:?}");
        assert_eq!(times(&[4]), [5000]);
    }

    #[test]
    fn a_wipe_out_decides() {
        // g4 captures White's last two discs, e5 only one of them.
        let position = black_to_move("......../......../....B.../...BWW../......../......../......../........");
        for weights in Weights::ALL {
            let report =
                weights.choose(&position, &mut Xoshiro256PlusPlus::seed_from_u64(2), &mut Control::new()).unwrap();
            assert_eq!(report.lines[0].moves[0].to_string(), "g4");
            assert_eq!(report.score(), Some(Score::Points(WIPE_OUT)));
        }
    }
}
