//! Measures of a board: random games, counted, and a game of the strongest player against itself.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::cpu::control::Control;
use crate::cpu::cpu_player::CpuPlayer;
use crate::cpu::progress::Progress;
use crate::cpu::thinker::Thinker;
use crate::cpu::thinking::no_answer::NoAnswer;
use crate::rules::{BoardMeasures, FastPosition, KnownGame, Outcome, Position, Record, Square};

/// Number of games, and length of the searches, with which a board is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasuringEffort {
    /// Number of random games.
    pub games: u32,
    /// Seed of all randomness.
    pub seed: u64,
    /// Positions for each move of the engine.
    pub positions: u64,
    /// Visits for each move of the tree search.
    pub visits: u64,
}

impl MeasuringEffort {
    /// Effort for the cards of the built-in boards: a few seconds for each.
    pub const FULL: Self = Self { games: 10_000, seed: 1, positions: 2_000_000, visits: 4_000 };

    /// The same effort with at most this many positions or visits for each move.
    #[must_use]
    pub fn at_most(self, nodes: Option<u64>) -> Self {
        let most = nodes.unwrap_or(u64::MAX);
        Self { positions: self.positions.min(most), visits: self.visits.min(most), ..self }
    }
}

/// Number of random games between two reports of progress.
const GAMES_PER_REPORT: u32 = 50;

impl Thinker {
    /// Measures the board of a starting position. The same effort gives the same measures on every machine; `None` if
    /// `control` stops it.
    ///
    /// # Errors
    /// `NoAnswer::GameOver` if nobody can move; `NoAnswer::Failed` if a player finds no legal move.
    pub fn measure(
        &mut self,
        start: &Position,
        effort: MeasuringEffort,
        control: &mut Control<'_>,
    ) -> Result<Option<BoardMeasures>, NoAnswer> {
        let first = start.to_move().ok_or(NoAnswer::GameOver)?;
        let variant = start.variant();
        let empties = variant.board().empties().count() as u32;
        let Some(random) = RandomGames::play(start, effort, Progress { done: 0, of: empties }, control) else {
            return Ok(None);
        };
        let Some(best) = self.best_play(start, effort, empties, control)? else { return Ok(None) };
        let known = |squares: Vec<Square>| Record::from_squares(Arc::clone(variant), &squares);
        let known = |squares| known(squares).map(|record| KnownGame::of(&record)).map_err(|_| NoAnswer::Failed);
        Ok(Some(BoardMeasures {
            first,
            squares: variant.board().squares().count() as u32,
            empties,
            games: effort.games,
            wins: random.wins,
            draws: random.draws,
            best: KnownGame::of(&best),
            widest: random.widest.map(|(_, squares)| known(squares)).transpose()?,
            wipe_out: random.wipe_out.map(known).transpose()?,
        }))
    }

    /// Plays a game of the strongest player that needs no clock against itself.
    fn best_play(
        &mut self,
        start: &Position,
        effort: MeasuringEffort,
        empties: u32,
        control: &mut Control<'_>,
    ) -> Result<Option<Record>, NoAnswer> {
        let is_level = |player: &CpuPlayer| matches!(player, CpuPlayer::Engine(_) | CpuPlayer::Tree(_));
        let untimed = |player: &CpuPlayer| is_level(player) && player.time().is_none();
        let player = CpuPlayer::offered(start.variant()).filter(untimed).last().ok_or(NoAnswer::Failed)?;
        let nodes = if matches!(player, CpuPlayer::Engine(_)) { effort.positions } else { effort.visits };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(effort.seed);
        let mut record = Record::new(Arc::clone(start.variant()));
        while let Some(mover) = record.position().to_move() {
            let progress = Progress { done: (record.ply() as u32).min(empties), of: empties };
            if control.progress(progress).is_break() {
                return Ok(None);
            }
            let budget = player.budget(record.position()).at_most(nodes);
            // Inside a move, the progress is still that of the game.
            let mut is_stopped = false;
            let mut on_progress = |_: Progress| {
                let flow = control.progress(progress);
                is_stopped |= flow.is_break();
                flow
            };
            let searching = &mut Control::new().on_progress(&mut on_progress);
            let report = self.choose(player, record.position(), budget, &mut rng, searching);
            if is_stopped {
                return Ok(None);
            }
            let square = report.and_then(|report| report.square()).ok_or(NoAnswer::Unsuited(player))?;
            record.play(mover, square).map_err(|_| NoAnswer::Failed)?;
        }
        Ok(Some(record))
    }
}

/// Results of random games.
struct RandomGames {
    wins: Vec<u32>,
    draws: u32,
    /// The widest win and its lead; the first of equals.
    widest: Option<(u16, Vec<Square>)>,
    /// The shortest wipe-out; the first of equals.
    wipe_out: Option<Vec<Square>>,
}

impl RandomGames {
    /// Plays the games; `None` if stopped.
    fn play(start: &Position, effort: MeasuringEffort, progress: Progress, control: &mut Control<'_>) -> Option<Self> {
        let scored = start.variant().scored();
        let start = FastPosition::new(start);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(effort.seed);
        let mut played = Self { wins: vec![0; scored.len()], draws: 0, widest: None, wipe_out: None };
        for index in 0..effort.games {
            if index.is_multiple_of(GAMES_PER_REPORT) && control.progress(progress).is_break() {
                return None;
            }
            let mut position = start.clone();
            let mut squares = Vec::new();
            while let Some(square) = position.play_random(&mut rng) {
                squares.push(square);
            }
            let counts = position.counts();
            let mut discs: Vec<u16> = scored.iter().map(|player| counts[*player]).collect();
            match position.outcome() {
                Some(Outcome::Win(winner)) => {
                    if let Some(index) = scored.iter().position(|player| *player == winner) {
                        played.wins[index] += 1;
                    }
                }
                Some(Outcome::Draw) | None => played.draws += 1,
            }
            discs.sort_unstable_by(|one, other| other.cmp(one));
            let (most, second) = (discs[0], discs.get(1).copied().unwrap_or_default());
            let is_wipe_out = most > 0 && second == 0;
            if is_wipe_out && played.wipe_out.as_ref().is_none_or(|shortest| squares.len() < shortest.len()) {
                played.wipe_out = Some(squares.clone());
            }
            if most > second && played.widest.as_ref().is_none_or(|(lead, _)| most - second > *lead) {
                played.widest = Some((most - second, squares));
            }
        }
        Some(played)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::rules::Variant;

    const SMALL: MeasuringEffort = MeasuringEffort { games: 200, seed: 3, positions: 2_000, visits: 20 };

    fn measured(board: &str, stop_after: Option<u32>) -> Result<Option<BoardMeasures>, NoAnswer> {
        let start = Position::start(Variant::built_in(board).expect("is built in"));
        let mut calls = 0;
        let mut on_progress = |_: Progress| {
            calls += 1;
            if stop_after == Some(calls) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut control = Control::new().on_progress(&mut on_progress);
        Thinker::default().measure(&start, SMALL, &mut control)
    }

    #[test]
    fn games_add_up_and_lead_to_their_ends() {
        for board in ["classic-6", "five", "kingyo"] {
            let variant = Variant::built_in(board).expect("is built in");
            let measures = measured(board, None).expect("a playable board").expect("goes on to the end");
            assert_eq!(measures.wins.iter().sum::<u32>() + measures.draws, SMALL.games, "{board}");
            for game in [Some(&measures.best), measures.widest.as_ref(), measures.wipe_out.as_ref()] {
                let Some(game) = game else { continue };
                let mut record = Record::new(variant.clone());
                record.play_moves(&game.moves).expect("legal moves");
                assert_eq!(record.position().to_move(), None, "{board}");
                assert_eq!(&KnownGame::of(&record), game, "{board}");
            }
            assert_eq!(measured(board, None), Ok(Some(measures)), "the same seed, the same measures");
        }
    }

    #[test]
    fn a_stopped_measurement_gives_no_measures() {
        let games = SMALL.games / GAMES_PER_REPORT;
        for call in [1, games, games + 1, games + 2, games + 10] {
            assert_eq!(measured("classic-6", Some(call)), Ok(None), "stopped at call {call}");
        }
    }
}
