//! Games that CPU players play to the end, and their counted results.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::cpu::control::Control;
use crate::cpu::cpu_player::CpuPlayer;
use crate::cpu::progress::Progress;
use crate::cpu::thinker::Thinker;
use crate::cpu::thinking::no_answer::NoAnswer;
use crate::rules::{ByPlayer, Ending, Player, Position, Square};

/// Results of games between CPU players from one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulatedGames {
    /// Number of finished games.
    pub games: u32,
    /// Games that a player won alone.
    pub wins: ByPlayer<u32>,
    /// Games without a single winner.
    pub draws: u32,
    /// Discs at the end, added up over all games.
    pub discs: ByPlayer<u64>,
    /// Moves of the last finished game.
    pub last: Vec<Square>,
}

impl SimulatedGames {
    /// Mean number of a player's discs at the end; `None` without games.
    #[must_use]
    pub fn mean_discs(&self, player: Player) -> Option<f64> {
        (self.games > 0).then(|| self.discs[player] as f64 / f64::from(self.games))
    }

    fn count(&mut self, end: &Position, moves: Vec<Square>) {
        let counts = end.counts();
        let ranks = end.variant().ranks(&counts, Ending::PlayedOut);
        let mut first = ranks.iter().filter(|rank| rank.place == 1);
        match (first.next(), first.next()) {
            (Some(winner), None) => self.wins[winner.player] += 1,
            _ => self.draws += 1,
        }
        for (player, count) in &counts {
            self.discs[player] += u64::from(*count);
        }
        self.games += 1;
        self.last = moves;
    }
}

/// Maximum number of preliminary results, so that many short games do not flood the receiver.
const MAX_REPORTS: u32 = 200;

/// Plays games from a position, each with its own randomness: the game with index `i` is the same in any simulation
/// with this seed. If `control` stops it, only finished games count.
///
/// # Errors
/// `NoAnswer::Unsuited` for a player who cannot play the variant, or who only stops by the clock; `NoAnswer::GameOver`
/// if nobody can move.
pub(crate) fn simulate(
    thinker: &mut Thinker,
    start: &Position,
    players: ByPlayer<CpuPlayer>,
    (games, seed): (u32, u64),
    max_nodes: Option<u64>,
    control: &mut Control<'_, SimulatedGames>,
) -> Result<SimulatedGames, NoAnswer> {
    if start.to_move().is_none() {
        return Err(NoAnswer::GameOver);
    }
    let unsuited = |player: &CpuPlayer| !player.suits(start.variant()) || player.time().is_some();
    if let Some(player) = start.variant().everybody().into_iter().map(|player| players[player]).find(unsuited) {
        return Err(NoAnswer::Unsuited(player));
    }
    let mut found = SimulatedGames::default();
    let games_per_report = games.div_ceil(MAX_REPORTS).max(1);
    for index in 0..games {
        let progress = Progress { done: index, of: games };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(u64::from(index)));
        let (mut position, mut moves) = (start.clone(), Vec::new());
        while let Some(player) = position.to_move() {
            if control.progress(progress).is_break() {
                return Ok(found);
            }
            // Inside a move, the progress is still that of the games.
            let mut on_progress = |_: Progress| control.progress(progress);
            let cpu = players[player];
            let budget = cpu.budget_within(&position, max_nodes);
            let report =
                thinker.choose(cpu, &position, budget, &mut rng, &mut Control::new().on_progress(&mut on_progress));
            let square = report.and_then(|report| report.square()).ok_or(NoAnswer::Unsuited(cpu))?;
            position.play(player, square).map_err(|_| NoAnswer::Failed)?;
            moves.push(square);
        }
        found.count(&position, moves);
        if found.games.is_multiple_of(games_per_report) {
            control.report(&found);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    use super::*;
    use crate::cpu::Interval;
    use crate::rules::{Digest, Variant};

    fn players(key: &str) -> ByPlayer<CpuPlayer> {
        ByPlayer::from_fn(|_| key.parse().expect("a CPU player"))
    }

    fn simulated(board: &str, players: ByPlayer<CpuPlayer>, games: u32, seed: u64) -> Result<SimulatedGames, NoAnswer> {
        let start = Position::start(Variant::built_in(board).expect("is built in"));
        simulate(&mut Thinker::default(), &start, players, (games, seed), None, &mut Control::new())
    }

    /// Exact probability that White wins if both play at random.
    fn white_wins(position: &Position, known: &mut HashMap<Digest, f64>) -> f64 {
        if let Some(known) = known.get(&position.digest()) {
            return *known;
        }
        let share = match position.to_move() {
            None => {
                let counts = position.counts();
                f64::from(u8::from(counts[Player::White] > counts[Player::Black]))
            }
            Some(player) => {
                let legal: Vec<Square> = position.legal_squares().iter().collect();
                let after = |square: &Square| {
                    let mut next = position.clone();
                    next.play(player, *square).expect("is legal");
                    next
                };
                legal.iter().map(|square| white_wins(&after(square), known)).sum::<f64>() / legal.len() as f64
            }
        };
        known.insert(position.digest(), share);
        share
    }

    #[test]
    fn random_players_win_as_often_as_an_exact_count_says() {
        let start = Position::start(Variant::classic(4).expect("a side"));
        let exact = white_wins(&start, &mut HashMap::new());
        let found = simulated("classic-4", players("random"), 4000, 1).expect("they play");
        let interval = Interval::wilson(found.wins[Player::White], found.games);
        assert!((interval.low..=interval.high).contains(&exact), "{exact} is not in {interval:?}");
        assert_eq!(found.games, found.wins.iter().map(|(_, wins)| wins).sum::<u32>() + found.draws);
    }

    #[test]
    fn games_depend_on_the_seed_alone_and_end_with_the_counted_position() {
        for board in ["classic-6", "five"] {
            let found = simulated(board, players("greedy"), 5, 7).expect("they play");
            assert_eq!(simulated(board, players("greedy"), 5, 7), Ok(found.clone()));
            let last = simulated(board, players("greedy"), 1, 11).expect("they play");
            assert_eq!(last.last, found.last, "the fifth game has the seed 7 + 4");
            let mut position = Position::start(Variant::built_in(board).expect("is built in"));
            for square in &last.last {
                let player = position.to_move().expect("the game goes on");
                position.play(player, *square).expect("is legal");
            }
            assert_eq!(position.to_move(), None);
            assert_eq!(last.discs, position.counts().map(u64::from));
        }
    }

    #[test]
    fn a_stopped_simulation_counts_finished_games_only() {
        let start = Position::start(Variant::classic(4).expect("a side"));
        let mut on_progress = |progress: Progress| match progress.done {
            3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let mut reported = Vec::new();
        let mut on_report = |found: &SimulatedGames| reported.push(found.games);
        let mut control = Control::new().on_progress(&mut on_progress).on_report(&mut on_report);
        let found = simulate(&mut Thinker::default(), &start, players("random"), (10, 1), None, &mut control);
        assert_eq!(found.map(|found| found.games), Ok(3));
        assert_eq!(reported, [1, 2, 3]);
    }

    #[test]
    fn players_who_need_a_clock_or_another_board_are_refused() {
        let oracle: CpuPlayer = "oracle".parse().expect("a level");
        assert_eq!(simulated("classic-8", players("oracle"), 1, 1), Err(NoAnswer::Unsuited(oracle)));
        let club: CpuPlayer = "club".parse().expect("a level");
        assert_eq!(simulated("five", players("club"), 1, 1), Err(NoAnswer::Unsuited(club)));
    }
}
