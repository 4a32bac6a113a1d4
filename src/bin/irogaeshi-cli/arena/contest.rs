//! Matches: many games between the same contenders, and the results of each.

use std::ops::ControlFlow;
use std::sync::Arc;

use indicatif::ProgressBar;
use irogaeshi::rules::{Outcome, Player, Variant};

use crate::arena::games::GamesArguments;
use crate::arena::openings_file::Openings;
use crate::arena::played_game::{GameSeeds, Opening, PlayedGame};
use crate::arena::saved_games::{MatchKey, SavedGames};
use crate::arena::seats::{Seating, Seats};
use crate::failure::Failure;
use crate::out::parallel::in_parallel_until;

/// Setup of a match, except for the number of games.
pub(crate) struct Contest {
    pub(crate) variant: Arc<Variant>,
    pub(crate) seats: Seats,
    /// Makes the contenders on scored seats take each of these seats in turn.
    pub(crate) rotate: bool,
    /// Openings of the games; random plies if `None`.
    pub(crate) openings: Option<Openings>,
}

impl Contest {
    /// Plays all games. `title` is shown beside the progress bar.
    ///
    /// # Errors
    /// If the number of games cannot be shared evenly among rotating contenders, or a program fails.
    pub(crate) fn play(&self, arguments: &GamesArguments, title: &str) -> Result<Vec<PlayedGame>, Failure> {
        self.play_until(arguments, title, &SavedGames::default(), |_, _| ControlFlow::Continue(()))
    }

    /// Like [`Contest::play`], but reuses stored games and stops when `on_game` breaks. `on_game` receives the games in
    /// order of their numbers.
    ///
    /// # Errors
    /// As for [`Contest::play`], and if a game cannot be stored.
    pub(crate) fn play_until(
        &self,
        arguments: &GamesArguments,
        title: &str,
        kept: &SavedGames,
        on_game: impl FnMut(&PlayedGame, &ProgressBar) -> ControlFlow<()>,
    ) -> Result<Vec<PlayedGame>, Failure> {
        let scored = self.variant.scored();
        let (games, round) = (arguments.games, self.round());
        if !games.is_multiple_of(round) {
            let fitting = games.next_multiple_of(round);
            return Err(Failure::Refused(format!(
                "--rotate: {games} games cannot be divided evenly over {round} seats; play {fitting}"
            )));
        }
        let seeds = GameSeeds::of_match(arguments.seed, games, round);
        let openings = self.openings.as_ref().map(|list| list.pick(arguments.seed, games.div_ceil(round) as usize));
        let opening = |number: usize| match &openings {
            Some(openings) => Opening::Moves(openings[number / round as usize]),
            None => Opening::Random(arguments.opening_plies),
        };
        let seatings: Vec<Seating> = (0..round as usize).map(|by| Seating::rotated(scored, by)).collect();
        in_parallel_until(
            games as usize,
            arguments.threads(),
            title,
            || Ok(self.seats.sit_down(&self.variant, arguments)?),
            |party, number| {
                if let Some(game) = kept.get(number) {
                    return Ok(game.clone());
                }
                let seating = seatings[number % seatings.len()];
                let game = PlayedGame::play(&self.variant, party, seating, opening(number), seeds[number])?;
                kept.keep(number, &game)?;
                Ok(game)
            },
            on_game,
        )
    }

    /// Everything that its games depend on.
    pub(crate) fn key(&self, arguments: &GamesArguments) -> MatchKey {
        MatchKey {
            variant: self.variant.to_string(),
            seats: self.variant.everybody().iter().map(|seat| self.seats.contender(*seat).to_string()).collect(),
            rotated: self.rotate,
            seed: arguments.seed,
            opening_plies: arguments.opening_plies,
            openings: self.openings.as_ref().map(|list| (list.file().to_owned(), list.count())),
            knows_book: arguments.knows_book(),
        }
    }

    /// Number of games after which each contender has had each scored seat.
    fn round(&self) -> u32 {
        if self.rotate { self.variant.scored().len() as u32 } else { 1 }
    }

    /// Number of games won by the contender of the scored seat with this index.
    pub(crate) fn wins_of(&self, index: usize, games: &[PlayedGame]) -> u32 {
        let won = |(number, game): &(usize, &PlayedGame)| game.outcome == Outcome::Win(self.seat_in(index, *number));
        games.iter().enumerate().filter(won).count() as u32
    }

    /// Seat in a game of the contender whose own scored seat has this index.
    pub(crate) fn seat_in(&self, index: usize, game: usize) -> Player {
        let scored = self.variant.scored();
        scored[(index + if self.rotate { game } else { 0 }) % scored.len()]
    }
}

/// Number of games that this player won.
pub(crate) fn wins(games: &[PlayedGame], player: Player) -> u32 {
    games.iter().filter(|game| game.outcome == Outcome::Win(player)).count() as u32
}

/// Mean of the values; 0 if there are none.
pub(crate) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// Formats a share as a percentage, without the sign.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}
