//! Random variants and random games for property tests.

use irogaeshi::rules::{Board, ByPlayer, CutIn, Goal, Move, Player, Position, Record, Square, Tint, Tints, Variant};
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::dice::{any_legal_square, dice};
use super::random_board::random_board;

/// Mixes of holes, empty squares and discs for random boards: crowded, wide, full of greens, full of bombs, full of
/// discs that never turn, full of holes.
const MIXES: [&str; 6] =
    ["#..BWABWACYGR", "......#BWABWACYGR", "....BWAGGGG", "....BWAGRRRR", "....BWACCYYG", "####....BWAGR"];

/// Move numbers of cut-ins: early, so that short games have them, and two of them consecutive.
const CUT_IN_NUMBERS: [u32; 4] = [7, 4, 1, 3];

/// Any built-in variant of at most 16 x 16, or one from [`made_up_variant`]. A game on 26 x 26 takes a hundred times as
/// long as one on 8 x 8.
pub(crate) fn any_variant() -> impl Strategy<Value = Variant> {
    let built_in = Variant::built_in_keys().filter_map(|key| Variant::built_in(&key));
    let built_in: Vec<Variant> = built_in.filter(|variant| variant.board().columns() <= 16).collect();
    prop_oneof![select(built_in), made_up_variant(), made_up_variant()]
}

/// Random variants: boards of any shape, two to five players in random order, random cut-ins, a random subset of scored
/// players, either goal, free passes in a third, and any players' discs turning.
pub(crate) fn made_up_variant() -> impl Strategy<Value = Variant> {
    let board = (board(), turning()).prop_map(|(board, turning)| board.with_turning(turning));
    (board, 2..=5_usize, Just(Player::ALL.to_vec()).prop_shuffle(), 0..=4_usize, any::<[Index; 4]>())
        .prop_flat_map(|(board, player_count, everyone, cut_in_count, picks)| {
            let (players, others) = everyone.split_at(player_count);
            let cut_in_count = if others.is_empty() { 0 } else { cut_in_count };
            let cut_ins: Vec<CutIn> = CUT_IN_NUMBERS
                .into_iter()
                .zip(picks)
                .take(cut_in_count)
                .map(|(move_number, pick)| CutIn { move_number, player: *pick.get(others) })
                .collect();
            let (players, mut who_plays) = (players.to_vec(), players.to_vec());
            who_plays.extend(others.iter().filter(|other| cut_ins.iter().any(|cut_in| cut_in.player == **other)));
            let count = who_plays.len();
            (
                Just((board, players, cut_ins)),
                subsequence(who_plays, 1..=count),
                select(Goal::ALL.to_vec()),
                proptest::bool::weighted(0.3),
            )
        })
        .prop_flat_map(|((board, players, cut_ins), scored, goal, free_pass)| {
            let variant = Variant::new("Made up", board, players, cut_ins, scored);
            let variant = variant.expect("everything was chosen to fit").with_goal(goal).with_free_pass(free_pass);
            tints().prop_map(move |tints| variant.clone().with_tints(&tints))
        })
}

/// No tints in half of the cases, otherwise any on some places.
fn tints() -> impl Strategy<Value = Tints> {
    let tint = select(Tint::all().collect::<Vec<_>>());
    let some = proptest::collection::vec((any_square(), tint), 1..60).prop_map(|places| {
        let mut tints = Tints::default();
        for (place, tint) in places {
            tints.set(place, Some(tint));
        }
        tints
    });
    prop_oneof![Just(Tints::default()), some]
}

/// Players whose discs turn: the usual ones in half of the cases, otherwise any.
fn turning() -> impl Strategy<Value = ByPlayer<bool>> {
    prop_oneof![Just(Board::TURNING_BY_DEFAULT), any::<[bool; 5]>().prop_map(ByPlayer::new)]
}

/// Any square of the grid.
pub(crate) fn any_square() -> impl Strategy<Value = Square> {
    select(Square::all().collect::<Vec<_>>())
}

/// A random board of up to 16 x 16, or a strip of up to 26 x 6; at least its first place is a square.
fn board() -> impl Strategy<Value = Board> {
    let side = || prop_oneof![4 => 1..=8_usize, 1 => 9..=16_usize];
    let sides =
        prop_oneof![30 => (side(), side()), 1 => (17..=26_usize, 1..=6_usize), 1 => (1..=6_usize, 17..=26_usize)];
    (sides, select(MIXES.to_vec())).prop_flat_map(|((columns, rows), mix)| random_board(columns, rows, mix))
}

/// Random move; `None` at the end of the game. On boards with free passes, one in eight is a pass.
pub(crate) fn any_move(position: &Position, dice: &mut Xoshiro256PlusPlus) -> Option<Move> {
    if position.can_pass() && dice.random_range(0..8) == 0 {
        return Some(Move::Pass);
    }
    any_legal_square(position, dice).map(Move::Place)
}

/// A game of random moves to its end, or to `plies` turns if it lasts that long.
pub(crate) fn random_record(variant: Variant, seed: u64, plies: usize) -> Record {
    let mut dice = dice(seed);
    let mut record = Record::new(variant);
    while record.ply() < plies
        && let Some(player) = record.position().to_move()
        && let Some(chosen) = any_move(record.position(), &mut dice)
    {
        record.make(player, chosen).expect("the move is legal");
    }
    record
}
