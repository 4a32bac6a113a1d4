//! Bitboards compared with the plain rules, over random games on boards of any shape within 8 x 8, and with published
//! counts.

use irogaeshi::cpu::classic::{Bitboards, Shape, perft};
use irogaeshi::rules::{PassCounting, Position, Variant};
use proptest::prelude::*;

use crate::support::dice::{any_legal_square, dice};
use crate::support::final_score::{final_score, opponent};
use crate::support::two_players::{any_board, bit_of, bitboards_of, game_from, square_of, word_of};

/// Fewer games than texts, because games are slow in unoptimised code.
const GAMES: u32 = 384;
const TEXTS: u32 = 2048;

/// Deepest published count to check.
const DEEPEST: u32 = if cfg!(debug_assertions) { 8 } else { 10 };

fn cases(cases: u32) -> ProptestConfig {
    // Failing cases become ordinary tests instead of seeds in a file.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Compares all queries of a position, for both players.
fn check_same(position: &Position, bitboards: Bitboards, shape: Shape) -> Result<(), TestCaseError> {
    let board = position.board();
    let player = position.to_move().expect("the game goes on");
    prop_assert_eq!((bitboards, shape), bitboards_of(board, player));
    for (player, bitboards) in [(player, bitboards), (opponent(player), bitboards.passed())] {
        prop_assert_eq!(bitboards.legal_moves(shape), word_of(board.legal_squares(player).iter()), "{}", board);
        prop_assert_eq!(bitboards.empties(shape), word_of(board.empties()));
        for square in board.empties() {
            let captured = board.placement(player, square).map_or(0, |placement| word_of(placement.captured()));
            prop_assert_eq!(bitboards.flips(bit_of(square).into()), captured, "{} on\n{}", square, board);
        }
        prop_assert_eq!(
            bitboards.discs().count_ones(),
            u32::from(position.counts().iter().map(|(_, count)| count).sum::<u16>())
        );
    }
    prop_assert!(!bitboards.is_over(shape), "{}", board);
    Ok(())
}

/// Plays a random game with both implementations, and compares them at every turn.
fn check_game(mut position: Position, seed: u64) -> Result<(), TestCaseError> {
    let mut dice = dice(seed);
    let Some(mut player) = position.to_move() else {
        let (bitboards, shape) = bitboards_of(position.board(), position.variant().players()[0]);
        prop_assert!(bitboards.is_over(shape), "{}", position.board());
        return Ok(());
    };
    let (mut bitboards, shape) = bitboards_of(position.board(), player);
    while let Some(square) = any_legal_square(&position, &mut dice) {
        check_same(&position, bitboards, shape)?;
        let bit = bit_of(square).into();
        bitboards = bitboards.played(bit, bitboards.flips(bit));
        let passes = position.play(player, square).expect("the square is legal").passes.len();
        if bitboards.legal_moves(shape) == 0 && !bitboards.is_over(shape) {
            prop_assert_eq!(passes, 1);
            bitboards = bitboards.passed();
        } else {
            prop_assert_eq!(passes, 0);
            player = opponent(player);
        }
        prop_assert_eq!(position.to_move(), (!bitboards.is_over(shape)).then_some(player), "{}", position.board());
    }
    prop_assert_eq!((bitboards, shape), bitboards_of(position.board(), player));
    let score = final_score(&position, player);
    prop_assert_eq!(bitboards.final_score(shape), score, "{}", position.board());
    prop_assert_eq!(bitboards.passed().final_score(shape), -score, "{}", position.board());
    Ok(())
}

/// The squares of a word under each symmetry, computed one by one: identity, top to bottom, left to right, both; then
/// the same with columns and rows swapped.
fn images(word: u64) -> [u64; 8] {
    let image = |to: fn(u32, u32) -> (u32, u32)| {
        (0..64).filter(|square| word >> square & 1 == 1).fold(0, |image, square| {
            let (column, row) = to(square % 8, square / 8);
            image | 1 << (row * 8 + column)
        })
    };
    [
        image(|column, row| (column, row)),
        image(|column, row| (column, 7 - row)),
        image(|column, row| (7 - column, row)),
        image(|column, row| (7 - column, 7 - row)),
        image(|column, row| (row, column)),
        image(|column, row| (row, 7 - column)),
        image(|column, row| (7 - row, column)),
        image(|column, row| (7 - row, 7 - column)),
    ]
}

fn any_bitboards() -> impl Strategy<Value = Bitboards> {
    any::<(u64, u64, u64)>().prop_map(|(discs, own, empty)| {
        let discs = discs | !empty;
        Bitboards { own: discs & own, other: discs & !own }
    })
}

proptest! {
    #![proptest_config(cases(GAMES))]

    #[test]
    fn a_game_goes_the_same_way_in_both(board in any_board(), seed: u64) {
        check_game(game_from(board), seed)?;
    }

    #[test]
    fn an_ordinary_game_goes_the_same_way_in_both(seed: u64) {
        check_game(Position::start(Variant::classic(8).expect("is played")), seed)?;
    }

    #[test]
    fn lines_of_play_are_as_many_as_in_the_rules(board in any_board(), seed: u64, plies in 0..40_usize) {
        let mut position = game_from(board);
        let mut dice = dice(seed);
        for _ in 0..plies {
            let Some(square) = any_legal_square(&position, &mut dice) else { break };
            let player = position.to_move().expect("a square is legal");
            position.play(player, square).expect("the square is legal");
        }
        let player = position.to_move().unwrap_or(position.variant().players()[0]);
        let (bitboards, shape) = bitboards_of(position.board(), player);
        for depth in 0..=3 {
            let plain = irogaeshi::rules::perft(&position, depth, PassCounting::Ply);
            prop_assert_eq!(perft(bitboards, shape, depth), plain, "{} plies from\n{}", depth, position.board());
        }
    }
}

proptest! {
    #![proptest_config(cases(TEXTS))]

    #[test]
    fn symmetries_are_those_of_the_square(board in any_bitboards()) {
        let (own, other) = (images(board.own), images(board.other));
        for (index, image) in board.symmetries().into_iter().enumerate() {
            prop_assert_eq!((image.own, image.other), (own[index], other[index]), "symmetry {}", index);
        }
    }

    #[test]
    fn legal_moves_turn_with_the_board(board in any_bitboards()) {
        let legal = images(board.legal_moves(Shape::FULL));
        for (image, legal) in board.symmetries().into_iter().zip(legal) {
            prop_assert_eq!(image.legal_moves(Shape::FULL), legal);
        }
    }
}

#[test]
fn lines_of_play_are_as_many_as_published() {
    let mut lines = include_str!("../data/perft_start.csv").lines();
    assert!(lines.next().is_some_and(|header| header.starts_with("depth,perft_pass_counts_as_ply,")));
    for depth in 1..=DEEPEST {
        let fields: Vec<u64> = lines
            .next()
            .expect("the table goes deeper")
            .split(',')
            .take(2)
            .map(|field| field.parse().expect("a number"))
            .collect();
        assert_eq!(fields, [depth.into(), perft(Bitboards::START, Shape::FULL, depth)]);
    }
}

#[test]
fn squares_have_the_same_names_in_both() {
    for bit in 0..64 {
        assert_eq!(bit_of(square_of(bit)), bit);
    }
    assert_eq!(["a1", "h1", "a2", "h8"].map(|name| bit_of(name.parse().expect("a square"))), [0, 7, 8, 63]);
}
