//! Faults of a move: advantages that the best move keeps and this one gives up.

use serde::{Deserialize, Serialize};

use crate::cpu::classic::{Bitboards, Shape, Squares, bit_of, square_of};
use crate::rules::Square;

/// A fault of a move, compared with the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The opponent can now take these corners.
    GaveCorner {
        /// Corners that the opponent could not take after the best move.
        corners: Vec<Square>,
    },
    /// The best move takes this corner.
    LeftCorner {
        /// Corner that the played move does not take.
        corner: Square,
    },
    /// The opponent takes this corner in the expected continuation.
    LosesCorner {
        /// Corner that the opponent would not take within the horizon after the best move.
        corner: Square,
    },
    /// The player takes this corner in the best move's continuation.
    MissesCorner {
        /// Corner that the player does not take within the horizon after the played move.
        corner: Square,
    },
    /// The opponent has many more legal moves.
    GaveMobility {
        /// Number of the opponent's legal moves.
        replies: u32,
        /// Number after the best move; 0 if the opponent would have to pass.
        instead_of: u32,
    },
    /// The player has far fewer legal moves.
    LostMobility {
        /// Number of moves the player would have if it were their turn again.
        moves: u32,
        /// Number after the best move.
        instead_of: u32,
    },
    /// The player has fewer stable discs on an edge.
    LostStableEdge {
        /// Edge with the largest loss.
        edge: Edge,
        /// Difference to the best move, at most the length of the edge.
        discs: u32,
    },
    /// The opponent has more stable discs on an edge.
    GaveStableEdge {
        /// Edge with the largest gain.
        edge: Edge,
        /// Difference to the best move, at most the length of the edge.
        discs: u32,
    },
    /// The move is the first into a region with an even number of empties, so that the opponent gets the last move
    /// there; the best move enters an odd region.
    Parity {
        /// Number of connected empty squares around the move.
        region: u32,
        /// Number around the best move.
        instead_of: u32,
    },
}

impl Fault {
    /// Stable key for data and for message catalogues.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::GaveCorner { .. } => "gave-corner",
            Self::LeftCorner { .. } => "left-corner",
            Self::LosesCorner { .. } => "loses-corner",
            Self::MissesCorner { .. } => "misses-corner",
            Self::GaveMobility { .. } => "gave-mobility",
            Self::LostMobility { .. } => "lost-mobility",
            Self::LostStableEdge { .. } => "lost-stable-edge",
            Self::GaveStableEdge { .. } => "gave-stable-edge",
            Self::Parity { .. } => "parity",
        }
    }

    /// Returns whether two faults are of one kind: corners, mobility, edges or parity.
    #[must_use]
    pub fn is_of_kind_of(&self, other: &Self) -> bool {
        let kind = |fault: &Self| match fault {
            Self::GaveCorner { .. }
            | Self::LeftCorner { .. }
            | Self::LosesCorner { .. }
            | Self::MissesCorner { .. } => 0,
            Self::GaveMobility { .. } | Self::LostMobility { .. } => 1,
            Self::LostStableEdge { .. } | Self::GaveStableEdge { .. } => 2,
            Self::Parity { .. } => 3,
        };
        kind(self) == kind(other)
    }

    /// Returns whether two faults concern the same corner or edge, which a player can lose only once.
    #[must_use]
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        let corners = self.corners();
        let edge = self.edge();
        corners.iter().any(|corner| other.corners().contains(corner)) || edge.is_some() && edge == other.edge()
    }

    fn corners(&self) -> &[Square] {
        match self {
            Self::GaveCorner { corners } => corners,
            Self::LeftCorner { corner } | Self::LosesCorner { corner } | Self::MissesCorner { corner } => {
                std::slice::from_ref(corner)
            }
            _ => &[],
        }
    }

    const fn edge(&self) -> Option<Edge> {
        match self {
            Self::LostStableEdge { edge, .. } | Self::GaveStableEdge { edge, .. } => Some(*edge),
            _ => None,
        }
    }
}

/// An edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// First row.
    Top,
    /// Last column.
    Right,
    /// Last row.
    Bottom,
    /// First column.
    Left,
}

impl Edge {
    const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// Stable key for data and for message catalogues.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Left => "left",
        }
    }

    /// Squares of the edge on a board of this shape; may include holes.
    fn squares(self, shape: Shape) -> u64 {
        let used = |line: u64, step: usize| {
            (0..8).map(move |number| line << (number * step)).filter(move |line| line & shape.0 != 0)
        };
        let found = match self {
            Self::Top => used(ROW, 8).next(),
            Self::Bottom => used(ROW, 8).next_back(),
            Self::Left => used(COLUMN, 1).next(),
            Self::Right => used(COLUMN, 1).next_back(),
        };
        found.unwrap_or_default()
    }
}

const ROW: u64 = 0xFF;
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Minimum difference in mobility to mention.
const MANY_MOVES: u32 = 3;
/// Minimum difference in stable discs to mention.
const MANY_STABLE: i32 = 2;
/// Minimum number of empties for faults of mobility; with fewer, counting moves says little.
const MOBILITY_FROM: u32 = 12;
/// Maximum number of empties for faults of parity; with more, the last move in a region is unpredictable.
const PARITY_UP_TO: u32 = 20;

/// Number of plies of a line searched for corners; even, so that both players have as many moves.
const HORIZON: usize = 8;

/// Faults of the played line compared with the best one, the most serious first. Each line is a move and its expected
/// continuation, as far as known.
pub(crate) fn faults(position: Bitboards, shape: Shape, played: &[Square], best: &[Square]) -> Vec<Fault> {
    let corners = shape.corners();
    let [Some(played), Some(best)] = [played, best].map(|line| After::new(position, shape, line)) else {
        return Vec::new();
    };
    let mut faults: Vec<(u32, Fault)> = Vec::new();

    // A corner that the best move takes counts as left, not as given.
    let given = played.replies & !best.replies & corners & !best.square;
    if given != 0 {
        faults.push((10 * given.count_ones() + 2, Fault::GaveCorner { corners: squares_of(given).collect() }));
    }
    let left = best.square & corners;
    if played.square & corners == 0 {
        faults.extend(squares_of(left).map(|corner| (10, Fault::LeftCorner { corner })));
    }
    let lost = played.others & !best.others & corners & !given & !left;
    faults.extend(squares_of(lost).take(1).map(|corner| (6, Fault::LosesCorner { corner })));
    let missed = best.own & !played.own & corners & !given & !left & !lost;
    faults.extend(squares_of(missed).take(1).map(|corner| (5, Fault::MissesCorner { corner })));

    let empties = position.empties(shape).count_ones();
    let (replies, instead_of) = (played.replies.count_ones(), best.replies.count_ones());
    // Making the opponent pass is an advantage at every stage of the game.
    if replies >= instead_of + MANY_MOVES && empties >= MOBILITY_FROM || instead_of == 0 && replies > 0 {
        let pass = if instead_of == 0 { 4 } else { 0 };
        faults.push((replies - instead_of + pass, Fault::GaveMobility { replies, instead_of }));
    }
    let (moves, instead_of) = (played.moves.count_ones(), best.moves.count_ones());
    if moves + MANY_MOVES <= instead_of && empties >= MOBILITY_FROM {
        faults.push((instead_of - moves, Fault::LostMobility { moves, instead_of }));
    }

    let most = |lost: &dyn Fn(u64) -> i32| {
        let edges = Edge::ALL.into_iter().map(|edge| (lost(edge.squares(shape)), edge));
        let found = edges.max_by_key(|(discs, _)| *discs).filter(|(discs, _)| *discs >= MANY_STABLE);
        found.map(|(discs, edge)| (discs.unsigned_abs(), edge))
    };
    let lost = most(&|squares| best.own_stable(squares) - played.own_stable(squares));
    faults.extend(lost.map(|(discs, edge)| (2 * discs, Fault::LostStableEdge { edge, discs })));
    let given = most(&|squares| played.others_stable(squares) - best.others_stable(squares));
    faults.extend(given.map(|(discs, edge)| (2 * discs, Fault::GaveStableEdge { edge, discs })));

    let (region, instead_of) = (played.region.count_ones(), best.region.count_ones());
    if empties <= PARITY_UP_TO && region % 2 == 0 && instead_of % 2 == 1 {
        faults.push((3, Fault::Parity { region, instead_of }));
    }

    faults.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    faults.into_iter().map(|(_, fault)| fault).collect()
}

fn squares_of(squares: u64) -> impl Iterator<Item = Square> {
    Squares(squares).map(|bit| square_of(bit as u8))
}

/// Consequences of a move.
struct After {
    square: u64,
    /// Opponent's legal moves.
    replies: u64,
    /// Player's legal moves if it were their turn again.
    moves: u64,
    /// Stable discs after the opponent's reply: the player's and the opponent's.
    stable: [u64; 2],
    /// Region of connected empty squares around the move, before it.
    region: u64,
    /// Squares taken within the horizon, by the player and by the opponent.
    own: u64,
    others: u64,
}

impl After {
    /// Returns `None` if the line is empty.
    fn new(position: Bitboards, shape: Shape, line: &[Square]) -> Option<Self> {
        let bits = line.iter().map(|square| bit_of(*square));
        let square = bits.clone().next()?;
        let play = |board: Bitboards, square: u8| board.played(square.into(), board.flips(square.into()));
        let after = play(position, square);
        let replies = after.legal_moves(shape);
        // Seen from the player's side again.
        let reply = bits.clone().nth(1).filter(|reply| replies >> reply & 1 == 1);
        let answered = reply.map_or(after.passed(), |reply| play(after, reply));
        let (mut board, mut is_own, mut own, mut others) = (position, true, 0, 0);
        for square in bits.take(HORIZON) {
            if board.legal_moves(shape) >> square & 1 == 0 {
                (board, is_own) = (board.passed(), !is_own);
            }
            *(if is_own { &mut own } else { &mut others }) |= 1 << square;
            (board, is_own) = (play(board, square), !is_own);
        }
        Some(Self {
            square: 1 << square,
            replies,
            moves: after.passed().legal_moves(shape),
            stable: [answered.stable(shape), answered.passed().stable(shape)],
            region: region(position.empties(shape), 1 << square),
            own,
            others,
        })
    }

    /// Number of the player's stable discs on these squares.
    fn own_stable(&self, squares: u64) -> i32 {
        (self.stable[0] & squares).count_ones().cast_signed()
    }

    /// Number of the opponent's stable discs on these squares.
    fn others_stable(&self, squares: u64) -> i32 {
        (self.stable[1] & squares).count_ones().cast_signed()
    }
}

/// Squares connected with this one, including diagonally.
fn region(squares: u64, from: u64) -> u64 {
    let mut found = from;
    loop {
        let row = found | (found << 1 & !COLUMN) | (found >> 1 & !(COLUMN << 7));
        let grown = (row | row << 8 | row >> 8) & squares;
        if grown == found {
            return found;
        }
        found = grown;
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::characters::around::is_corner;
    use crate::cpu::classic::bitboards;
    use crate::rules::{Board, Direction, Player, Position, SquareSet, Variant};

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    /// Parses a line of square names such as "b2" or "b2 a1".
    fn line(names: &str) -> Vec<Square> {
        names.split(' ').map(square).collect()
    }

    /// The faults of Black's move on a board whose rows are separated by slashes.
    fn faults_of(rows: &str, played: &str, best: &str) -> Vec<Fault> {
        let text = format!("name: x\nplayers: black white\nboard:\n{}\n", rows.replace('/', "\n"));
        let position = Position::start(text.parse::<Variant>().expect("a variant"));
        let (board, shape) = bitboards(&position).expect("suits the engine");
        faults(board, shape, &line(played), &line(best))
    }

    #[test]
    fn the_square_beside_a_corner_gives_the_corner_away() {
        let rows = "......../.....W../.WB..B../.B.W..../......../......../......../........";
        assert_eq!(faults_of(rows, "b2", "f1")[0], Fault::GaveCorner { corners: vec![square("a1")] });
        assert_eq!(faults_of(rows, "f1", "b2"), []);
    }

    #[test]
    fn a_corner_that_could_be_taken_is_left() {
        let rows = ".WB...../.....W../.....B../......../......../......../......../........";
        assert_eq!(faults_of(rows, "f1", "a1")[0], Fault::LeftCorner { corner: square("a1") });
    }

    #[test]
    fn an_edge_that_could_be_made_stable_is_lost() {
        let rows = "B.WB..../......../.....WB./......../......../......../......../........";
        let found = faults_of(rows, "e3", "b1");
        assert!(found.contains(&Fault::LostStableEdge { edge: Edge::Top, discs: 3 }), "{found:?}");
        // The same board upside down.
        let rows = rows.split('/').rev().collect::<Vec<_>>().join("/");
        let found = faults_of(&rows, "e6", "b8");
        assert!(found.contains(&Fault::LostStableEdge { edge: Edge::Bottom, discs: 3 }), "{found:?}");
    }

    #[test]
    fn edges_are_where_the_board_ends() {
        let rows = ".....B/....../.WB..W/.....B/....../......";
        let found = faults_of(rows, "a3", "f2");
        assert!(found.contains(&Fault::LostStableEdge { edge: Edge::Right, discs: 3 }), "{found:?}");
    }

    #[test]
    fn no_more_discs_are_lost_on_an_edge_than_it_has() {
        // Black could make the whole edge stable, but leaves it to White.
        let rows = "BWWWWWW./......B./.....W../......../...WB.../......../......../........";
        let found = faults_of(rows, "c5 h1", "h1");
        let on_top = |fault: &&Fault| fault.edge() == Some(Edge::Top);
        let on_the_edge: Vec<&Fault> = found.iter().filter(on_top).collect();
        let lost = Fault::LostStableEdge { edge: Edge::Top, discs: 7 };
        let given = Fault::GaveStableEdge { edge: Edge::Top, discs: 7 };
        assert_eq!(on_the_edge, [&lost, &given], "{found:?}");
    }

    #[test]
    fn faults_are_called_in_words_as_in_data() {
        let corner = square("a1");
        let faults = [
            Fault::GaveCorner { corners: vec![corner] },
            Fault::LeftCorner { corner },
            Fault::LosesCorner { corner },
            Fault::MissesCorner { corner },
            Fault::GaveMobility { replies: 1, instead_of: 0 },
            Fault::LostMobility { moves: 1, instead_of: 5 },
            Fault::LostStableEdge { edge: Edge::Top, discs: 2 },
            Fault::GaveStableEdge { edge: Edge::Top, discs: 2 },
            Fault::Parity { region: 2, instead_of: 1 },
        ];
        for fault in faults {
            let data = serde_json::to_value(&fault).expect("JSON");
            assert_eq!(data.as_object().and_then(|data| data.keys().next()).map(String::as_str), Some(fault.key()));
        }
        for edge in Edge::ALL {
            assert_eq!(serde_json::to_value(edge).expect("JSON"), edge.key());
        }
    }

    #[test]
    fn discs_that_the_reply_takes_are_lost() {
        let rows = ".BW...../......../......../...WB.../......../...WB.../......../...BW...";
        let found = faults_of(rows, "c4 a1", "c6 c8");
        // White would get these discs; Black never had any.
        let edge = Fault::GaveStableEdge { edge: Edge::Top, discs: 3 };
        assert_eq!(found, [Fault::LosesCorner { corner: square("a1") }, edge]);
        assert_eq!(faults_of(rows, "c6 c8", "c4 a1"), []);
    }

    #[test]
    fn a_corner_that_waits_is_missed_only_by_whoever_does_not_get_it_before_long() {
        let rows = ".WB...../......../......../...WB.../......../...WB.../......../...BW...";
        assert_eq!(faults_of(rows, "c4", "c6 c8 a1"), [Fault::MissesCorner { corner: square("a1") }]);
        assert_eq!(faults_of(rows, "c4 c8 a1", "c6 c8 a1"), []);
    }

    #[test]
    fn entering_an_even_region_first_loses_the_last_move_there() {
        let rows = "..WBBW.B/WWBWWWWW";
        assert!(faults_of(rows, "b1", "g1").contains(&Fault::Parity { region: 2, instead_of: 1 }));
        assert!(!faults_of(rows, "g1", "b1").iter().any(|fault| matches!(fault, Fault::Parity { .. })));
    }

    /// The empty squares connected with this one, found square by square.
    fn flooded(board: &Board, from: Square) -> SquareSet {
        let (mut found, mut open) = (SquareSet::EMPTY, vec![from]);
        while let Some(square) = open.pop() {
            if board.has(square) && board.disc(square).is_none() && !found.contains(square) {
                found.insert(square);
                open.extend(Direction::ALL.into_iter().filter_map(|direction| square.step(direction)));
            }
        }
        found
    }

    /// Mobility by the rules: the opponent's moves, and the mover's if it were their turn again.
    fn mobility(position: &Position, square: Square) -> (SquareSet, SquareSet) {
        let mut after = position.clone();
        let player = position.to_move().expect("the game goes on");
        after.play(player, square).expect("is legal");
        let other = if player == Player::Black { Player::White } else { Player::Black };
        (after.board().legal_squares(other), after.board().legal_squares(player))
    }

    /// Checks the faults of one move compared with another against the rules.
    fn check(position: &Position, played: Square, best: Square) -> Vec<Fault> {
        let (bits, shape) = bitboards(position).expect("suits the engine");
        let board = position.board();
        let found = faults(bits, shape, &[played], &[best]);
        let empties = board.empties().count();
        let [played_ways, best_ways] = [played, best].map(|square| mobility(position, square));
        let (replies, fewer) = (played_ways.0.len() as u32, best_ways.0.len() as u32);
        let (moves, more) = (played_ways.1.len() as u32, best_ways.1.len() as u32);
        let regions = [played, best].map(|square| flooded(board, square).len() as u32);
        let corners: Vec<Square> = (played_ways.0.iter())
            .filter(|reply| is_corner(board, *reply) && !best_ways.0.contains(*reply) && *reply != best)
            .collect();
        let gives = (replies >= fewer + 3 && empties >= 12) || (fewer == 0 && replies > 0);
        let wanted = [
            (!corners.is_empty()).then_some(Fault::GaveCorner { corners }),
            (is_corner(board, best) && !is_corner(board, played)).then_some(Fault::LeftCorner { corner: best }),
            gives.then_some(Fault::GaveMobility { replies, instead_of: fewer }),
            (moves + 3 <= more && empties >= 12).then_some(Fault::LostMobility { moves, instead_of: more }),
            (empties <= 20 && regions[0] % 2 == 0 && regions[1] % 2 == 1)
                .then_some(Fault::Parity { region: regions[0], instead_of: regions[1] }),
        ];
        let is_edge = |fault: &Fault| fault.edge().is_some();
        let mut rest: Vec<&Fault> = found.iter().filter(|fault| !is_edge(fault)).collect();
        for fault in wanted.iter().flatten() {
            assert!(rest.contains(&fault), "{played} beside {best}: {fault:?} is missing in {found:?}");
            rest.retain(|other| *other != fault);
        }
        assert!(rest.is_empty(), "{played} beside {best}: {rest:?} is too much");
        found
    }

    #[test]
    fn faults_are_what_the_rules_say_in_random_games() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut found = Vec::new();
        for key in ["classic", "classic-6", "octagon", "cross"].repeat(3) {
            let mut position = Position::start(Variant::built_in(key).expect("is built in"));
            while let Some(player) = position.to_move() {
                let legal: Vec<Square> = position.legal_squares().iter().collect();
                let mut draw = || legal[dice.random_range(0..legal.len())];
                let (played, best) = (draw(), draw());
                found.extend(check(&position, played, best));
                position.play(player, played).expect("is legal");
            }
        }
        let kinds: std::collections::HashSet<_> = found.iter().map(std::mem::discriminant).collect();
        // A move without a reply makes none of the opponent's discs stable.
        assert_eq!(kinds.len(), 6, "every fault was committed that needs no reply");
    }
}
