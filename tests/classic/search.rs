//! The search compared with plain search by the rules, on random positions of any shape, and its documented guarantees.

use std::ops::ControlFlow;
use std::thread;

use irogaeshi::cpu::classic::{Bitboards, Boards, Engine, Evaluation, MachineKind, SearchResult, Shape};
use irogaeshi::cpu::{Budget, Control, Report};
use irogaeshi::rules::{Goal, Player, Position, Square, Variant};
use proptest::prelude::*;

use crate::support::dice::{any_legal_square, dice};
use crate::support::final_score::final_score;
use crate::support::two_players::{any_board, bit_of, bitboards_of, game_from};

const TABLE_BYTES: usize = 1 << 20;

/// Solving without bitboards is slow in unoptimised code.
const MAX_EMPTIES: usize = if cfg!(debug_assertions) { 7 } else { 9 };
const GAMES: u32 = if cfg!(debug_assertions) { 48 } else { 256 };

fn cases(cases: u32) -> ProptestConfig {
    // Failing cases become ordinary tests instead of seeds in a file.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn engine() -> Engine {
    Engine::built_in(Goal::Most, Shape::FULL, TABLE_BYTES)
}

fn found(engine: &mut Engine, board: Bitboards, shape: Shape, budget: Budget) -> Option<SearchResult> {
    engine.search(board, shape, budget, &mut Control::new())
}

/// Runs the work on one extra thread.
fn two(help: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    thread::scope(|scope| {
        scope.spawn(help);
        work();
    });
}

/// Final lead of a player with perfect play, empty squares counted for the winner, by plain minimax.
fn score_by_rules(position: &Position, player: Player) -> i32 {
    let Some(mover) = position.to_move() else {
        return final_score(position, player);
    };
    let scores = position.legal_squares().iter().map(|square| score_by_rules(&after(position, square), player));
    if mover == player { scores.max() } else { scores.min() }.expect("whoever is to move has a move")
}

fn after(position: &Position, square: Square) -> Position {
    let mut position = position.clone();
    let player = position.to_move().expect("the game goes on");
    position.play(player, square).expect("the square is legal");
    position
}

/// Plays random moves until few squares are empty.
fn near_the_end(mut position: Position, empties: usize, seed: u64) -> Position {
    let mut dice = dice(seed);
    while position.board().empties().count() > empties
        && let Some(square) = any_legal_square(&position, &mut dice)
    {
        position = after(&position, square);
    }
    position
}

/// Score of a position within a window with perfect play, by plain alpha-beta.
fn alpha_beta(board: Bitboards, shape: Shape, goal: Goal, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves(shape);
    if moves == 0 {
        let score = board.final_score(shape);
        return match goal {
            _ if !board.is_over(shape) => -alpha_beta(board.passed(), shape, goal, -beta, -alpha),
            Goal::Most => score,
            Goal::Fewest => -score,
        };
    }
    let mut best = i32::MIN;
    for square in (0..64).filter(|square| moves >> square & 1 == 1) {
        let next = board.played(square, board.flips(square));
        best = best.max(-alpha_beta(next, shape, goal, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A position of ordinary reversi after this many random moves, from the side of the player to move; `None` if the game
/// is over.
fn midgame(seed: u64, plies: usize) -> Option<Bitboards> {
    let position = near_the_end(Position::start(Variant::classic(8).expect("is played")), 60 - plies, seed);
    position.to_move().map(|player| bitboards_of(position.board(), player).0)
}

/// Checks the engine's solution of a position.
fn check_solved(engine: &mut Engine, position: &Position) -> Result<(), TestCaseError> {
    let Some(player) = position.to_move() else {
        for player in [Player::Black, Player::White] {
            let (bitboards, shape) = bitboards_of(position.board(), player);
            prop_assert_eq!(found(engine, bitboards, shape, Budget::TO_THE_END), None, "{}", position.board());
        }
        return Ok(());
    };
    let (bitboards, shape) = bitboards_of(position.board(), player);
    let result = found(engine, bitboards, shape, Budget::TO_THE_END).expect("a move is legal");
    prop_assert!(result.is_exact);
    prop_assert_eq!(result.score, score_by_rules(position, player), "{} to move\n{}", player, position.board());
    let best = result.line[0];
    prop_assert!(position.legal_squares().contains(best), "{} on\n{}", best, position.board());
    prop_assert_eq!(score_by_rules(&after(position, best), player), result.score, "{} on\n{}", best, position.board());
    Ok(())
}

proptest! {
    #![proptest_config(cases(GAMES))]

    #[test]
    fn an_ordinary_game_is_solved_as_by_the_rules(seed: u64, empties in 0..=MAX_EMPTIES) {
        let start = Position::start(Variant::classic(8).expect("is played"));
        check_solved(&mut engine(), &near_the_end(start, empties, seed))?;
    }

    #[test]
    fn a_game_on_a_smaller_board_is_solved_as_by_the_rules(side in prop_oneof![Just(4_u8), Just(6)], seed: u64, empties in 0..=MAX_EMPTIES) {
        let start = Position::start(Variant::classic(side).expect("is played"));
        check_solved(&mut engine(), &near_the_end(start, empties, seed))?;
    }

    #[test]
    fn a_game_among_holes_is_solved_as_by_the_rules(board in any_board(), seed: u64, empties in 0..=MAX_EMPTIES) {
        let position = near_the_end(game_from(board), empties, seed);
        prop_assume!(position.board().empties().count() <= MAX_EMPTIES);
        check_solved(&mut engine(), &position)?;
    }

    #[test]
    fn more_empty_squares_are_solved_as_by_alpha_beta_alone(
        board in any_board(), seed: u64, empties in 8..=MAX_EMPTIES + 3, is_reversed: bool,
    ) {
        let position = near_the_end(game_from(board), empties, seed);
        prop_assume!(position.board().empties().count() == empties);
        let Some(player) = position.to_move() else { return Ok(()) };
        let (board, shape) = bitboards_of(position.board(), player);
        let goal = if is_reversed { Goal::Fewest } else { Goal::Most };
        let score = alpha_beta(board, shape, goal, -64, 64);
        let mut engine = Engine::built_in(goal, shape, TABLE_BYTES);
        prop_assert_eq!(found(&mut engine, board, shape, Budget::TO_THE_END).map(|result| result.score), Some(score));
    }

    #[test]
    fn results_of_other_boards_and_games_do_not_mislead_an_engine(
        board in any_board(), seed: u64, holes: u64, empties in 1..=MAX_EMPTIES,
    ) {
        let mut engine = engine();
        let position = near_the_end(game_from(board), empties, seed);
        prop_assume!(position.board().empties().count() <= MAX_EMPTIES);
        let player = position.to_move().unwrap_or(Player::Black);
        let (bitboards, shape) = bitboards_of(position.board(), player);
        // The same discs on a board without some of the empty squares, and on one with more.
        let others = [Shape(shape.0 & !(bitboards.empties(shape) & holes)), Shape(shape.0 | holes & holes >> 32)];
        for other in others.into_iter().filter(|other| bitboards.empties(*other).count_ones() < 12) {
            found(&mut engine, bitboards, other, Budget::TO_THE_END);
        }
        for depth in 1..4 {
            found(&mut engine, bitboards, shape, Budget { selectivity: 0, ..Budget::plies(depth) });
        }
        check_solved(&mut engine, &position)?;
        check_solved(&mut engine, &position)?;
    }

    #[test]
    fn two_threads_find_the_same_score(seed: u64, plies in 45..=49_usize) {
        let Some(board) = midgame(seed, plies) else { return Ok(()) };
        let single_thread = found(&mut engine(), board, Shape::FULL, Budget::TO_THE_END).expect("a move is legal");
        let control = &mut Control::new().with_threads(&two);
        let together = engine().search(board, Shape::FULL, Budget::TO_THE_END, control);
        let together = together.expect("a move is legal");
        prop_assert!(together.is_exact);
        prop_assert_eq!(together.score, single_thread.score);
        // Either search may find another one of several best moves.
        let best = usize::from(bit_of(together.line[0]));
        let next = board.played(best, board.flips(best));
        let score = match found(&mut engine(), next, Shape::FULL, Budget::TO_THE_END) {
            Some(result) => -result.score,
            None if next.is_over(Shape::FULL) => -next.final_score(Shape::FULL),
            None => found(&mut engine(), next.passed(), Shape::FULL, Budget::TO_THE_END).expect("a move is legal").score,
        };
        prop_assert_eq!(score, single_thread.score);
    }

    #[test]
    fn a_position_is_worth_the_same_in_a_mirror(seed: u64, plies in 46..=54_usize) {
        let Some(board) = midgame(seed, plies) else { return Ok(()) };
        let scores = board.symmetries().map(|image| {
            found(&mut engine(), image, Shape::FULL, Budget::TO_THE_END).map(|result| result.score)
        });
        prop_assert_eq!(scores, [scores[0]; 8]);
    }

    #[test]
    fn selectivity_and_evaluation_do_not_change_what_is_solved(seed: u64, plies in 46..=54_usize, selectivity in 0..Budget::FULL_WIDTH) {
        let Some(board) = midgame(seed, plies) else { return Ok(()) };
        let sure = found(&mut engine(), board, Shape::FULL, Budget::TO_THE_END);
        let score = sure.as_ref().map(|result| (result.score, result.is_exact));
        let unsure = found(&mut engine(), board, Shape::FULL, Budget { selectivity, ..Budget::TO_THE_END });
        prop_assert_eq!(unsure.map(|result| (result.score, result.is_exact)), score);
        let mut blank = Engine::new(Evaluation::blank(Boards::Full).into(), TABLE_BYTES);
        let blank = found(&mut blank, board, Shape::FULL, Budget::TO_THE_END);
        prop_assert_eq!(blank.map(|result| (result.score, result.is_exact)), score);
    }

    #[test]
    fn the_same_number_of_nodes_finds_the_same_on_every_processor(
        seed: u64, plies in 0..54_usize, nodes in 1..40_000_u64, selectivity in 0..=Budget::FULL_WIDTH,
    ) {
        let Some(board) = midgame(seed, plies) else { return Ok(()) };
        let budget = Budget { depth: 9, exact_from: 12, selectivity, nodes, time: None };
        let mut portable = engine().on(MachineKind::Portable).expect("every processor is one");
        let result = found(&mut portable, board, Shape::FULL, budget).expect("a move is legal");
        // With an empty table, the search repeats exactly.
        found(&mut portable, board.passed(), Shape::FULL, budget);
        portable.forget();
        let again = found(&mut portable, board, Shape::FULL, budget);
        prop_assert_eq!(again.as_ref(), Some(&result));
        for kind in MachineKind::ALL {
            let Some(mut other) = engine().on(*kind) else { continue };
            let other = found(&mut other, board, Shape::FULL, budget);
            prop_assert_eq!(other.as_ref(), Some(&result), "{:?}", kind);
        }
    }

    #[test]
    fn a_search_that_is_stopped_has_a_legal_move(seed: u64, plies in 0..59_usize, looks in 0..4_u32) {
        let Some(board) = midgame(seed, plies) else { return Ok(()) };
        let (mut left, mut reports) = (looks, Vec::new());
        let mut on_progress = |_| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut on_report = |report: &Report| reports.push(report.clone());
        let control = &mut Control::new().on_progress(&mut on_progress).on_report(&mut on_report);
        let result = engine().search(board, Shape::FULL, Budget::TO_THE_END, control).expect("a move is legal");
        prop_assert!(board.legal_moves(Shape::FULL) >> bit_of(result.line[0]) & 1 == 1);
        if let Some(last) = reports.last() {
            let line = (&last.lines[0].moves, last.lead(), last.depth);
            prop_assert_eq!(line, (&result.line, Some(result.score), result.depth));
        }
        prop_assert!(reports.is_sorted_by_key(|report| (report.depth, report.nodes)));
    }
}

#[test]
fn the_same_discs_on_another_board_are_another_position() {
    let octagon = Shape(!0xC381_0000_0000_81C3);
    let budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(6) };
    let mut used = engine();
    for shape in [Shape::FULL, octagon, Shape::FULL] {
        let fresh = found(&mut engine(), Bitboards::START, shape, budget);
        assert_eq!(found(&mut used, Bitboards::START, shape, budget), fresh, "{shape:?}");
    }
}

#[test]
fn ends_that_are_seldom_are_scored_right() {
    let cases = [
        // A wipe-out wins every square.
        (".WB.....", Some(8)),
        (".WB\n...", Some(6)),
        ("#B.WB\n#####", Some(4)),
        // An odd number of squares.
        (".WBBW", Some(3)),
        (".WB\nBWW\nWWB", Some(3)),
        // Black must pass, and White plays.
        ("BWB.W", Some(3)),
        // Nobody can move, so the game is over from the start.
        ("B.W", None),
        ("BBWW", None),
        ("B", None),
    ];
    for (text, score) in cases {
        let position = game_from(text.parse().expect("a board"));
        let (bitboards, shape) = bitboards_of(position.board(), position.to_move().unwrap_or(Player::Black));
        let result = found(&mut engine(), bitboards, shape, Budget::TO_THE_END);
        assert_eq!(result.map(|result| result.score), score, "{text}");
    }
}
