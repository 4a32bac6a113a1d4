//! The engine for the fewest discs: its endgames compared with plain minimax by the rules.

use std::sync::Arc;

use irogaeshi::cpu::classic::{Bitboards, Engine, SearchResult, Shape, bitboards_for_any_goal};
use irogaeshi::cpu::{Budget, Control, CpuPlayer, Score, Thinker};
use irogaeshi::rules::{Goal, Player, Position, Square, Variant};

use crate::support::dice::{any_legal_square, dice};
use crate::support::final_score::final_score;

/// Boards with and without holes.
const BOARDS: [&str; 4] = ["classic", "classic-6", "octagon", "cross"];

fn reverse(key: &str) -> Arc<Variant> {
    Arc::new(Variant::built_in(key).expect("is built in").with_goal(Goal::Fewest))
}

/// First position of a random game with this many empties in which somebody can move, if any.
fn ending(variant: &Arc<Variant>, empties: usize, seed: u64) -> Option<Position> {
    let mut dice = dice(seed);
    let mut position = Position::start(variant.clone());
    while position.board().empties().count() > empties {
        let player = position.to_move()?;
        position.play(player, any_legal_square(&position, &mut dice)?).expect("a legal square");
    }
    position.to_move().map(|_| position)
}

/// Final lead of a player in reverse reversi, counted in fewer discs, if both play for the fewest.
fn exact(position: &Position, player: Player) -> i32 {
    let Some(mover) = position.to_move() else { return -final_score(position, player) };
    let scores = position.legal_squares().iter().map(|square| exact_after(position, square, player));
    let score = if mover == player { scores.max() } else { scores.min() };
    score.expect("whoever is to move has a move")
}

fn exact_after(position: &Position, square: Square, player: Player) -> i32 {
    let mut next = position.clone();
    next.play(position.to_move().expect("the game goes on"), square).expect("a legal square");
    exact(&next, player)
}

fn solved(board: Bitboards, shape: Shape) -> SearchResult {
    let mut engine = Engine::built_in(Goal::Fewest, shape, 1 << 20);
    engine.search(board, shape, Budget::TO_THE_END, &mut Control::new()).expect("a move is legal")
}

#[test]
fn the_end_of_the_game_is_exact() {
    let (mut count, mut decided) = (0, 0);
    for key in BOARDS {
        let variant = reverse(key);
        for (empties, seeds) in [(1, 0..6), (3, 6..16), (5, 16..28), (7, 28..38)] {
            for position in seeds.filter_map(|seed| ending(&variant, empties, seed)) {
                let player = position.to_move().expect("somebody can move");
                let (board, shape) = bitboards_for_any_goal(&position).expect("suits the engine");
                let found = solved(board, shape);
                let score = exact(&position, player);
                assert!(found.is_exact);
                assert_eq!(found.score, score, "{key}\n{}", position.board());
                assert_eq!(exact_after(&position, found.line[0], player), score, "{key}");
                count += 1;
                decided += u32::from(score.abs() > 10);
            }
        }
    }
    assert!(count > 80 && decided > 20, "{count} positions, {decided} of them clearly won or lost");
}

#[test]
fn stable_discs_spare_nothing_that_matters() {
    // Deep enough that stable discs are counted; compared with a search of each move by itself.
    let variant = reverse("classic");
    let positions: Vec<Position> = (50..56).filter_map(|seed| ending(&variant, 10, seed)).collect();
    assert!(positions.len() > 2);
    for position in positions {
        let (board, shape) = bitboards_for_any_goal(&position).expect("suits the engine");
        let score = |board: Bitboards| {
            if board.is_over(shape) {
                return -board.final_score(shape);
            }
            let passes = board.legal_moves(shape) == 0;
            let found = solved(if passes { board.passed() } else { board }, shape);
            if passes { -found.score } else { found.score }
        };
        let moves = (0..64).filter(|square| board.legal_moves(shape) >> square & 1 == 1);
        let best = moves.map(|square| -score(board.played(square, board.flips(square)))).max();
        assert_eq!(Some(score(board)), best, "{}", position.board());
    }
}

#[test]
fn the_loser_and_the_best_levels_play_the_end_of_reverse_games_exactly() {
    let mut chances = 0;
    for (key, goal) in [("classic-6", Goal::Fewest), ("classic-6", Goal::Most), ("octagon", Goal::Fewest)] {
        let variant = Arc::new(Variant::built_in(key).expect("is built in").with_goal(goal));
        let players = ["loser", "sage"].map(|key| key.parse::<CpuPlayer>().expect("a player"));
        for position in (0..12).filter_map(|seed| ending(&variant, 6, seed)) {
            let player = position.to_move().expect("somebody can move");
            let scores: Vec<i32> =
                position.legal_squares().iter().map(|square| exact_after(&position, square, player)).collect();
            let best = scores.iter().max().copied().expect("a move is legal");
            chances += usize::from(scores.iter().any(|score| *score < best));
            // A level plays for the goal of the game, and the loser for the fewest discs whatever the goal.
            for cpu in players.into_iter().take(if goal == Goal::Fewest { 2 } else { 1 }) {
                let (budget, control) = (cpu.budget(&position), &mut Control::new());
                let report = Thinker::default().choose(cpu, &position, budget, &mut dice(0), control);
                let report = report.expect("the game goes on");
                let square = report.square().expect("there is a move");
                assert_eq!(exact_after(&position, square, player), best, "{cpu} on\n{}", position.board());
                let reported = report.score();
                assert!(
                    reported.is_none_or(|reported| reported == Score::Lead(best)),
                    "{cpu} tells {reported:?}, not {best}"
                );
            }
        }
    }
    assert!(chances > 10, "only {chances} of the positions could be played wrong");
}
