//! Achievements that players reach once, announced without interrupting a game.

use crate::cpu::{CpuPlayer, EngineLevel};
use crate::game::games::listed_game::{ListedGame, Mode, Outcome};
use crate::game::games::statistics::Statistics;
use crate::rules::{Goal, Player, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Achievement {
    /// Win against a CPU player.
    FirstWin,
    /// Win with both colours of ordinary reversi.
    BothColours,
    /// Win five times in a row, without a loss or a draw between.
    FiveInARow,
    /// Win with all four corners.
    FourCorners,
    /// Win without a corner.
    NoCorner,
    /// Win by one or two discs.
    Narrowly,
    /// Leave the opponents without a disc.
    Sweep,
    /// Win against two or more opponents.
    Crowd,
    /// Win a game in which the fewest discs win.
    Fewest,
    /// Win on five different boards.
    FiveBoards,
    /// Win against the level "club" or a stronger one.
    Club,
    /// Finish a hundred games.
    Hundred,
}

impl Achievement {
    /// All achievements, in display order.
    pub const ALL: [Self; 12] = [
        Self::FirstWin,
        Self::BothColours,
        Self::FiveInARow,
        Self::FourCorners,
        Self::NoCorner,
        Self::Narrowly,
        Self::Sweep,
        Self::Crowd,
        Self::Fewest,
        Self::FiveBoards,
        Self::Club,
        Self::Hundred,
    ];

    /// Name in files and in the keys of its texts, so it must never change.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::FirstWin => "first-win",
            Self::BothColours => "both-colours",
            Self::FiveInARow => "five-in-a-row",
            Self::FourCorners => "four-corners",
            Self::NoCorner => "no-corner",
            Self::Narrowly => "narrowly",
            Self::Sweep => "sweep",
            Self::Crowd => "crowd",
            Self::Fewest => "fewest",
            Self::FiveBoards => "five-boards",
            Self::Club => "club",
            Self::Hundred => "hundred",
        }
    }

    /// Returns whether this game reaches the achievement. `counted` already includes the game. Wins with help count for
    /// nothing but the number of games.
    #[must_use]
    pub fn is_reached(self, game: &ListedGame, counted: &Statistics) -> bool {
        let has_won = game.outcome() == Some(Outcome::Won) && !game.marks.has_help();
        let (mine, others) = game.discs().unwrap_or_default();
        match self {
            Self::Hundred => counted.games >= 100,
            _ if !has_won => false,
            Self::FirstWin => game.mode == Mode::Computer,
            Self::BothColours => {
                let wins = |player| counted.ordinary_wins.contains(&player);
                wins(Player::Black) && wins(Player::White)
            }
            Self::FiveInARow => counted.streak >= 5,
            Self::FourCorners => corners_of(game).is_some_and(|count| count == 4),
            Self::NoCorner => corners_of(game).is_some_and(|count| count == 0),
            Self::Narrowly => mine.abs_diff(others) <= 2,
            Self::Sweep => game.variant.goal() == Goal::Most && others == 0,
            Self::Crowd => game.ranks.len() > 2,
            Self::Fewest => game.variant.goal() == Goal::Fewest,
            Self::FiveBoards => counted.boards.iter().filter(|board| board.tally.wins > 0).count() >= 5,
            Self::Club => game.variant.is_ordinary() && game.opponent().is_some_and(is_club_player),
        }
    }
}

/// Key of the weakest level that counts as a club player.
const CLUB: &str = "club";

fn is_club_player(cpu: CpuPlayer) -> bool {
    let club = EngineLevel::all().find(|level| level.key() == CLUB);
    matches!(cpu, CpuPlayer::Engine(level) if club.is_some_and(|club| level >= club))
}

/// Number of corners that the human holds in ordinary reversi.
fn corners_of(game: &ListedGame) -> Option<usize> {
    let disc = game.you?.disc();
    let corners = ["a1", "h1", "a8", "h8"].map(str::parse::<Square>);
    let has = |square: &Square| game.board.disc(*square) == Some(disc);
    game.variant.is_ordinary().then(|| corners.iter().flatten().filter(|square| has(square)).count())
}

/// Notes the achievements that the last counted game has reached.
pub(super) fn note_achievements(counted: &mut Statistics, game: &ListedGame) {
    for achievement in Achievement::ALL {
        if !counted.achievements.contains_key(achievement.key()) && achievement.is_reached(game, counted) {
            counted.achievements.insert(achievement.key().to_owned(), game.changed_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_never_change_and_are_unique() {
        let keys = Achievement::ALL.map(Achievement::key);
        let expected = [
            "first-win",
            "both-colours",
            "five-in-a-row",
            "four-corners",
            "no-corner",
            "narrowly",
            "sweep",
            "crowd",
            "fewest",
            "five-boards",
            "club",
            "hundred",
        ];
        assert_eq!(keys, expected);
    }

    #[test]
    fn club_players_are_those_from_the_level_of_that_name_on() {
        let is_club = |key: &str| is_club_player(key.parse().expect("a CPU player"));
        assert!(["club", "club-captain", "oracle"].map(is_club).iter().all(|is| *is));
        assert!(["club-novice", "first-steps", "expert", "greedy"].map(is_club).iter().all(|is| !is));
    }
}
