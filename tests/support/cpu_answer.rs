//! Answers of quick CPU players to the tasks of a room.

use irogaeshi::cpu::{Answer, CpuPlayer, Question, ThinkRequest, answer_without_engine};
use irogaeshi::online::{Action, CpuTask, CpuTaskKind};
use irogaeshi::rules::{CpuKey, Record};

use crate::dice::{any_legal_square, dice};

/// Maximum number of playouts for one answer.
const MAX_PLAYOUTS: u64 = 50;

/// The action that answers a task in this match, as a server would send it. Starts are random moves, which need no
/// search.
pub(crate) fn cpu_answer(task: &CpuTask, record: &Record) -> Option<Action> {
    let player = |cpu: &CpuKey| CpuPlayer::try_from(cpu).expect("rooms seat known players");
    let (ply, seed) = (task.ply, task.seed);
    let question = match &task.kind {
        CpuTaskKind::DrawStart { plies } => return Some(random_start(record, *plies, seed)),
        CpuTaskKind::ChooseSide { player: own, cpu } => Question::SwapSides { player: player(cpu), own: *own, seed },
        CpuTaskKind::Move { cpu, .. } => Question::Move { player: player(cpu), seed, most_ms: None, per_move_ms: None },
    };
    let request = ThinkRequest { id: 0, record: record.to_string(), question };
    match (&task.kind, answer_without_engine(&request, MAX_PLAYOUTS).answer.ok()?) {
        (CpuTaskKind::ChooseSide { player, .. }, Answer::SwapSides(takes_over)) => {
            Some(Action::ChooseSide { player: *player, takes_over })
        }
        (CpuTaskKind::Move { player, .. }, Answer::Move(report)) => {
            Some(Action::Move { player: *player, square: report.square()?, ply })
        }
        _ => None,
    }
}

fn random_start(record: &Record, plies: usize, seed: u64) -> Action {
    let (mut position, mut dice) = (record.position().clone(), dice(seed));
    let moves = (0..plies).map_while(|_| {
        let square = any_legal_square(&position, &mut dice)?;
        position.play(position.to_move()?, square).ok()?;
        Some(square)
    });
    Action::Begin { moves: moves.collect() }
}
