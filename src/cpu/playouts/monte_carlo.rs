//! Flat Monte Carlo, the original game's MCS: plays every legal move to the end many times at random.

use rand::Rng;

use crate::cpu::budget::Budget;
use crate::cpu::control::Control;
use crate::cpu::progress::{PLAYOUTS_PER_CHECK, Progress};
use crate::cpu::report::{Line, Report, Score};
use crate::rules::{FastPosition, Outcome, Position, Square};

/// Number of playouts for each legal move, by the number of empties before the move.
const fn playouts_per_square(empties: usize) -> u32 {
    match empties {
        0..=6 => 800,
        7..=10 => 400,
        11..=13 => 200,
        14..=16 => 120,
        17..=22 => 80,
        23..=28 => 60,
        29..=34 => 40,
        35..=40 => 20,
        _ => 10,
    }
}

/// Number of playouts for a move in this position.
pub(crate) fn playouts(position: &Position) -> u32 {
    playouts_per_square(position.board().empties().count()) * position.legal_squares().len() as u32
}

/// A legal move, the position after it, and the number of playouts that its player won alone.
struct Candidate {
    square: Square,
    next: FastPosition,
    wins: u32,
}

/// Plays the move with the most won playouts; the first on ties.
pub(crate) fn choose(
    position: &Position,
    budget: Budget,
    rng: &mut impl Rng,
    control: &mut Control<'_>,
) -> Option<Report> {
    let win = Outcome::Win(position.to_move()?);
    let before = FastPosition::new(position);
    let candidate = |square| {
        let mut next = before.clone();
        // The original restarts each playout's move numbers at 1, so all its cut-ins are still to come.
        next.play(square).then(|| next.restart_move_number());
        Candidate { square, next, wins: 0 }
    };
    let mut candidates: Vec<Candidate> = position.legal_squares().iter().map(candidate).collect();
    let width = candidates.len() as u32;
    let rounds = (budget.playouts() / width).max(1);
    let of = rounds.saturating_mul(width);
    let mut done: u32 = 0;
    'thought: for _ in 0..rounds {
        for candidate in &mut candidates {
            let outcome = candidate.next.clone().play_out(rng);
            candidate.wins += u32::from(outcome == win);
            done += 1;
            if done.is_multiple_of(PLAYOUTS_PER_CHECK) && control.progress(Progress { done, of }).is_break() {
                break 'thought;
            }
        }
    }
    let best = candidates.iter().rev().max_by_key(|candidate| candidate.wins)?;
    let score = Score::Wins(best.wins as f32 / done.div_ceil(width) as f32);
    let lines = vec![Line { moves: vec![best.square], score: Some(score) }];
    Some(Report { lines, depth: 1, is_exact: false, nodes: done.into() })
}
