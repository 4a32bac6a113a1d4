//! The book of the board of 6 x 6 compared with the solver.
//!
//! The positions are solved with the board in a corner of the 64 squares, as in the game and unlike in the book, and
//! one after the other with a shared table. The search therefore takes other paths than when the book was made.

use irogaeshi::cpu::classic::{BOOK_PARTS, Bitboards, Book, BookBoard, Engine, bitboards};
use irogaeshi::cpu::{Budget, Control, CpuPlayer, EngineLevel, Thinker};
use irogaeshi::rules::{Goal, Player, Position, Variant};

use crate::support::dice::{any_legal_square, dice};
use crate::support::final_score::final_score;

const TABLE_BYTES: usize = 64 << 20;

/// Number of positions to solve, from the end of the book.
const SAMPLE: usize = 40;

/// Positions of the book as placed in the game, those with the fewest empties first, otherwise in an order that is
/// independent of their scores.
fn positions(book: &Book) -> Vec<Bitboards> {
    let in_game = |board: Bitboards| Bitboards { own: board.own >> 9, other: board.other >> 9 };
    let mut positions: Vec<Bitboards> = book.positions().map(in_game).collect();
    positions.sort_by_key(|board| (32 - board.discs().count_ones(), board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    positions
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn the_last_positions_have_the_scores_of_the_book() {
    let shape = BookBoard::SIX.shape();
    let book = Book::built_in_for(shape).expect("the game comes with it");
    let mut engine = Engine::built_in(Goal::Most, shape, TABLE_BYTES);
    let mut score = |board: Bitboards| {
        let found = engine.search_or_pass(board, shape, Budget::TO_THE_END, &mut Control::new());
        assert!(found.is_exact);
        found.score * BOOK_PARTS
    };
    for board in positions(book).into_iter().take(SAMPLE) {
        let moves = book.moves(board);
        assert_eq!(score(board), moves[0].score, "{board:x?}");
        for found in moves {
            let square = usize::from(found.square);
            let after = board.played(square, board.flips(square));
            assert_eq!(-score(after), found.score, "{found:?} of {board:x?}");
        }
    }
}

/// Last score in the book during a game that a level plays for these players against random moves, and the final lead,
/// both from the side of the first of the players.
fn game(level: EngineLevel, readers: &[Player], seed: u64) -> (i32, i32) {
    let book = Book::built_in_for(BookBoard::SIX.shape()).expect("the game comes with it");
    let mut dice = dice(seed);
    let mut position = Position::start(Variant::classic(6).expect("is played"));
    let mut known = 0;
    while let Some(player) = position.to_move() {
        let (board, _) = bitboards(&position).expect("the engine knows it");
        if let Some(best) = book.moves(board).first() {
            known = if player == readers[0] { best.lead() } else { -best.lead() };
        }
        let square = if readers.contains(&player) {
            let cpu = CpuPlayer::Engine(level);
            let budget = cpu.budget(&position);
            let report = Thinker::default().choose(cpu, &position, budget, &mut dice, &mut Control::new());
            report.and_then(|report| report.square()).expect("the game goes on")
        } else {
            any_legal_square(&position, &mut dice).expect("the game goes on")
        };
        position.play(player, square).expect("is legal");
    }
    (known, final_score(&position, readers[0]))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn the_top_levels_keep_to_the_end_what_the_book_gave_them() {
    for level in EngineLevel::all().rev().take(3) {
        for (reader, least) in [(Player::Black, -4), (Player::White, 4)] {
            for seed in 0..4 {
                let (known, in_the_end) = game(level, &[reader], seed);
                assert!(known >= least && in_the_end >= known, "{}, {reader}, {seed}", level.key());
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn among_themselves_the_second_player_wins_by_four() {
    for level in EngineLevel::all().rev().take(3) {
        for seed in 0..4 {
            assert_eq!(game(level, &[Player::Black, Player::White], seed), (-4, -4), "{}", level.key());
        }
    }
}
