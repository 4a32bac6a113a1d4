//! A game between contenders: its result and course.

use std::sync::Arc;
use std::time::{Duration, Instant};

use irogaeshi::cpu::Character;
use irogaeshi::programs::ProgramError;
use irogaeshi::rules::{ByPlayer, Outcome, Player, Position, Square, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::arena::seats::{Party, Seating};

/// Start of a game, before the contenders choose.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opening<'a> {
    /// A number of random plies.
    Random(u32),
    Moves(&'a [Square]),
}

/// Seeds of one game, which depend only on the match's seed and the game's number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameSeeds {
    opening: u64,
    play: u64,
}

/// Result and statistics of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlayedGame {
    pub(crate) outcome: Outcome,
    pub(crate) counts: ByPlayer<u16>,
    pub(crate) plies: u32,
    /// Number of passes.
    pub(crate) passes: u32,
    /// Share of squares with a disc at the end.
    pub(crate) filled: f64,
    /// Number of times that the lead changed from one scored player to another.
    pub(crate) lead_changes: u32,
    /// True if the winner was not leading after three quarters of the plies.
    pub(crate) won_late: bool,
    /// True if a scored player has no disc at the end.
    pub(crate) wiped_out: bool,
    pub(crate) thoughts: ByPlayer<Thoughts>,
    /// The squares played. Empty in files of earlier versions.
    #[serde(default)]
    pub(crate) moves: Vec<Square>,
}

/// Number of a seat's moves in a game, and the time they took.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Thoughts {
    pub(crate) moves: u32,
    pub(crate) time: Duration,
}

impl GameSeeds {
    /// Draws the seeds of all games. Each `same_opening` consecutive games share their random plies.
    pub(crate) fn of_match(seed: u64, games: u32, same_opening: u32) -> Vec<Self> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut seeds: Vec<Self> = (0..games).map(|_| Self { opening: rng.random(), play: rng.random() }).collect();
        for games in seeds.chunks_mut(same_opening as usize) {
            let first = games[0].opening;
            for seeds in games {
                seeds.opening = first;
            }
        }
        seeds
    }
}

impl PlayedGame {
    /// Plays a complete game.
    ///
    /// # Errors
    /// If a program fails.
    ///
    /// # Panics
    /// If a CPU player names no legal square, or the opening cannot be played.
    pub(crate) fn play(
        variant: &Arc<Variant>,
        party: &mut Party,
        seating: Seating,
        opening: Opening,
        seeds: GameSeeds,
    ) -> Result<Self, ProgramError> {
        let mut position = Position::start(Arc::clone(variant));
        let mut opening_rng = Xoshiro256PlusPlus::seed_from_u64(seeds.opening);
        let mut play = Xoshiro256PlusPlus::seed_from_u64(seeds.play);
        let mut moves: Vec<(Player, Square)> = Vec::new();
        let mut leaders = Vec::new();
        let mut passes = 0;
        let mut thoughts = ByPlayer::<Thoughts>::default();
        party.begin();
        while let Some(player) = position.to_move() {
            let square = match opening {
                Opening::Random(plies) if moves.len() < plies as usize => {
                    Character::Random.choose(&position, &mut opening_rng)
                }
                Opening::Moves(squares) if moves.len() < squares.len() => Some(squares[moves.len()]),
                _ => {
                    let start = Instant::now();
                    let square = party.seated(seating, player).choose(&position, &moves, None, &mut play)?;
                    thoughts[player].moves += 1;
                    thoughts[player].time += start.elapsed();
                    square
                }
            };
            let square = square.expect("a CPU player and an opening find a square");
            let turn = position.play(player, square).expect("a CPU player and an opening play legal squares");
            moves.push((player, square));
            passes += turn.passes.len() as u32;
            leaders.push(leader(&position));
        }
        let counts = position.counts();
        let outcome = variant.outcome(&counts);
        let squares = position.board().squares().count() as f64;
        Ok(Self {
            outcome,
            counts,
            plies: leaders.len() as u32,
            passes,
            filled: 1.0 - position.board().empties().count() as f64 / squares,
            lead_changes: lead_changes(&leaders),
            won_late: matches!(outcome, Outcome::Win(winner) if leaders.get(leaders.len() * 3 / 4) != Some(&Some(winner))),
            wiped_out: variant.scored().iter().any(|player| counts[*player] == 0),
            thoughts,
            moves: moves.into_iter().map(|(_, square)| square).collect(),
        })
    }
}

/// The player who would win if the game ended now.
fn leader(position: &Position) -> Option<Player> {
    match position.variant().outcome(&position.counts()) {
        Outcome::Win(player) => Some(player),
        Outcome::Draw => None,
    }
}

fn lead_changes(leaders: &[Option<Player>]) -> u32 {
    let leaders: Vec<Player> = leaders.iter().copied().flatten().collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_in_between_is_no_change_of_the_lead() {
        let (black, white) = (Some(Player::Black), Some(Player::White));
        assert_eq!(lead_changes(&[]), 0);
        assert_eq!(lead_changes(&[None, black, None, black, white, None, white, black]), 2);
    }
}
