//! Totals of games that are no longer in the list, so that they count on.

use serde::{Deserialize, Serialize};

use crate::game::games::achievement::note_achievements;
use crate::game::games::listed_game::ListedGame;
use crate::game::games::statistics::Statistics;

/// Totals of games that were removed from the list to make room, and the time since which games count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RemovedTotals {
    /// Totals of the removed games.
    pub(crate) statistics: Statistics,
    /// Names of removed games whose entries may still exist because removing them failed. They must not count twice.
    pub(crate) dropped: Vec<String>,
    /// Games that ended before this time do not count, in milliseconds since 1970 (UTC).
    pub(crate) since_ms: u64,
}

impl RemovedTotals {
    /// Adds these games, sorted by the time when they ended, to the totals.
    #[must_use]
    pub(crate) fn with<'a>(&self, games: impl IntoIterator<Item = &'a ListedGame>) -> Statistics {
        let mut all = self.statistics.clone();
        for game in games.into_iter().filter(|game| self.counts(game) && !game.goes_on()) {
            all.add(game);
            note_achievements(&mut all, game);
        }
        all
    }

    /// Adds games that are about to be removed to the totals. They must be the oldest.
    pub(crate) fn add_removed(&mut self, games: &[ListedGame]) {
        self.statistics = self.with(games);
        let new = games.iter().map(|game| &game.name).filter(|name| !self.dropped.contains(name));
        let new: Vec<String> = new.cloned().collect();
        self.dropped.extend(new);
    }

    /// Forgets the names of removed games whose entries are gone.
    pub(crate) fn forget_gone(&mut self, is_there: impl Fn(&str) -> bool) {
        self.dropped.retain(|name| is_there(name));
    }

    /// Resets the totals.
    pub(crate) fn reset(&mut self, now_ms: u64) {
        self.statistics = Statistics::default();
        self.since_ms = now_ms;
    }

    fn counts(&self, game: &ListedGame) -> bool {
        game.changed_ms >= self.since_ms && !self.dropped.contains(&game.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Character, CpuPlayer, EngineLevel};
    use crate::game::games::listed_game::{against, listed, played_out};
    use crate::game::play::match_state::MatchMarks;
    use crate::game::play::terms::Terms;
    use crate::notation::{GameRecord, RecordedSeat};
    use crate::rules::{Ending, Player, Start, Variant};

    fn level(key: &str) -> CpuPlayer {
        key.parse().expect("a CPU player")
    }

    /// A won or lost game of ordinary reversi: the loser resigns.
    fn decided(number: u64, you: Player, cpu: CpuPlayer, has_won: bool) -> ListedGame {
        let mut record = crate::rules::Record::new(crate::rules::Variant::classic(8).expect("a side"));
        record.play_moves("f5 d6 c3").expect("legal moves");
        let other = if you == Player::Black { Player::White } else { Player::Black };
        let loser = if has_won { other } else { you };
        let game = GameRecord::new(record).with_seats(|player| Some(against(you, cpu)(player)));
        listed(number, &game.with_ending(Ending::Resigned(loser)).expect("it goes on"))
    }

    fn sample() -> Vec<ListedGame> {
        let mut games = Vec::new();
        for number in 0..60_u64 {
            let you = if number % 3 == 0 { Player::White } else { Player::Black };
            let cpu = level(["child", "club", "greedy", "oracle"][number as usize % 4]);
            let mut game = decided(1000 + number, you, cpu, !number.is_multiple_of(5));
            game.marks.advised = number.is_multiple_of(7);
            games.push(game);
        }
        games.push(listed(2000, &played_out("five", against(Player::Black, Character::Random.into()))));
        games.push(listed(2001, &played_out("classic-6", |_| RecordedSeat::Human)));
        games
    }

    #[test]
    fn every_game_that_ended_counts_once() {
        let games = sample();
        let counted = RemovedTotals::default().with(&games);
        assert_eq!(counted.games as usize, games.len());
        assert_eq!(counted.modes.values().sum::<u32>(), counted.games);
        let decided = games.iter().filter(|game| game.outcome().is_some()).count();
        assert_eq!(counted.tally().games() as usize, decided);
        assert_eq!(counted.boards.iter().map(|board| board.tally.games()).sum::<u32>() as usize, decided);
        assert_eq!(counted.colours.values().map(|tally| tally.games()).sum::<u32>() as usize, decided);
        let helped = games.iter().filter(|game| game.outcome().is_some() && game.marks.has_help()).count();
        assert_eq!(counted.tally().helped as usize, helped);
    }

    #[test]
    fn games_that_are_dropped_count_on_wherever_the_cut_is() {
        let games = sample();
        let whole = RemovedTotals::default().with(&games);
        for cut in 0..=games.len() {
            let mut totals = RemovedTotals::default();
            totals.add_removed(&games[..cut]);
            assert_eq!(totals.with(&games[cut..]), whole, "cut at {cut}");
            assert_eq!(totals.with(&games), whole, "those that could not be removed are not counted twice");
            let text = serde_json::to_string(&totals).expect("JSON");
            assert_eq!(serde_json::from_str::<RemovedTotals>(&text).expect("it is read again"), totals);
        }
        let mut totals = RemovedTotals::default();
        for game in &games {
            totals.add_removed(std::slice::from_ref(game));
        }
        assert_eq!(totals.with([]), whole);
    }

    #[test]
    fn games_with_help_say_nothing_of_strength_and_nothing_but_levels_does() {
        let mut games = vec![decided(1, Player::Black, level("club"), true)];
        let estimate = |games: &[ListedGame]| RemovedTotals::default().with(games).estimate();
        let alone = estimate(&games).expect("one game");
        assert_eq!(alone.games, 1);
        for (advised, taken_back) in [(true, false), (false, true)] {
            let mut helped = decided(2, Player::Black, level("sage"), true);
            helped.marks = MatchMarks { advised, taken_back, ..MatchMarks::default() };
            games.push(helped);
        }
        games.push(decided(3, Player::Black, level("greedy"), true));
        games.push(decided(4, Player::Black, level("expert"), true));
        games.push(listed(5, &played_out("classic-6", against(Player::Black, level("expert")))));
        assert_eq!(estimate(&games), Some(alone));
        assert_eq!(RemovedTotals::default().with(&games).levels["sage"].helped, 2);
        games.push(decided(6, Player::White, CpuPlayer::Engine(EngineLevel::PLEASANT), false));
        assert_eq!(estimate(&games).map(|estimate| estimate.games), Some(2));
    }

    #[test]
    fn games_with_corners_as_a_head_start_say_nothing_of_strength() {
        let seats = against(Player::Black, level("club"));
        let usual = Variant::classic(8).expect("a side");
        let counted = |corners, start| {
            let terms = Terms { start, corners, ..Terms::default() };
            let mut record = terms.record(terms.variant(usual.clone()), 1);
            while let Some(player) = record.position().to_move() {
                let square = record.position().legal_squares().iter().next().expect("a legal square");
                record.play(player, square).expect("it is legal");
            }
            let game = GameRecord::new(record).with_seats(|player| Some(seats(player)));
            RemovedTotals::default().with(&[listed(1, &game)])
        };
        for corners in 1..=Variant::MAX_GIVEN_CORNERS {
            let counted = counted(corners, Start::Normal);
            assert_eq!((counted.estimate(), counted.games), (None, 1), "{corners} corners");
        }
        for start in [Start::Normal, Start::Xot] {
            assert_eq!(counted(0, start).estimate().map(|estimate| estimate.games), Some(1), "{start:?}");
        }
    }

    #[test]
    fn streaks_end_with_a_loss_and_the_longest_stays() {
        let outcomes = [true, true, true, false, true];
        let games: Vec<_> =
            (0..).zip(outcomes).map(|(number, won)| decided(number, Player::Black, level("child"), won)).collect();
        let counted = RemovedTotals::default().with(&games);
        assert_eq!((counted.streak, counted.longest_streak), (1, 3));
    }

    #[test]
    fn after_a_reset_only_later_games_count() {
        let games = sample();
        let mut totals = RemovedTotals::default();
        totals.add_removed(&games[..10]);
        totals.reset(2001);
        let counted = totals.with(&games);
        assert_eq!((counted.games, counted.tally().games()), (1, 0));
        assert!(counted.achievements.is_empty());
    }

    #[test]
    fn achievements_come_with_the_game_that_reaches_them_and_stay() {
        let child = level("child");
        let won = |number, you| decided(number, you, child, true);
        let mut games: Vec<_> = (1..5).map(|number| won(number, Player::Black)).collect();
        let reached = |games: &[ListedGame]| RemovedTotals::default().with(games).achievements;
        assert_eq!(reached(&games[..1])["first-win"], 1);
        assert!(!reached(&games).contains_key("five-in-a-row") && !reached(&games).contains_key("both-colours"));
        games.push(won(5, Player::White));
        let after = reached(&games);
        assert_eq!((after["five-in-a-row"], after["both-colours"], after["first-win"]), (5, 5, 1));
        games.push(decided(6, Player::Black, child, false));
        assert_eq!(reached(&games), after);
        assert!(!after.contains_key("club"));
        let mut helped = decided(7, Player::Black, level("club"), true);
        helped.marks.taken_back = true;
        games.push(helped);
        assert!(!reached(&games).contains_key("club"), "with help nothing is reached");
        games.push(decided(8, Player::Black, level("club-captain"), true));
        assert_eq!(reached(&games)["club"], 8);
        games.extend((9..=101).map(|number| decided(number, Player::Black, child, false)));
        assert_eq!(reached(&games)["hundred"], 101 - 1);
    }

    #[test]
    fn counts_of_later_versions_are_read_as_far_as_they_are_known() {
        let later = r#"{"statistics":{"games":7,"dreams":3,"achievements":{"moon":12}},"since_ms":5,"colour":"blue"}"#;
        let totals: RemovedTotals = serde_json::from_str(later).expect("it is read");
        assert_eq!((totals.statistics.games, totals.since_ms), (7, 5));
        assert_eq!(totals.statistics.achievements["moon"], 12);
    }
}
