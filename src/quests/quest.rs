//! A quest: board, colour, goal and opponents, and the stars that a game earns.

use std::sync::{Arc, LazyLock};

use crate::cpu::CpuPlayer;
use crate::quests::quest_goal::QuestGoal;
use crate::quests::region::Region;
use crate::rules::{Goal, Player, Rank, Variant};

/// The file of quests explains itself.
const QUESTS: &str = include_str!("../../assets/quests.txt");

/// A task on a built-in board: to reach a goal against CPU players, who all play at the same level.
///
/// ```
/// use irogaeshi::quests::{Quest, Region};
///
/// let first = &Quest::all()[0];
/// assert_eq!((first.number, first.region, first.key().as_str()), (1, Region::Meadow, "plus-black-win"));
/// ```
#[derive(Clone, Debug)]
pub struct Quest {
    /// Place on the map, from 1.
    pub number: usize,
    /// Part of the map.
    pub region: Region,
    /// Key of the built-in board.
    pub board: String,
    /// Board and goal of its games.
    pub variant: Arc<Variant>,
    /// The human's colour.
    pub player: Player,
    /// Goal.
    pub goal: QuestGoal,
    /// Opponents for one, two and three stars.
    pub opponents: [CpuPlayer; Quest::MAX_STARS as usize],
}

/// A finished game, as far as quests judge it.
#[derive(Clone, Copy, Debug)]
pub struct QuestGame<'a> {
    /// Board and goal.
    pub variant: &'a Variant,
    /// The only human.
    pub player: Player,
    /// The CPU player of all other seats.
    pub opponent: CpuPlayer,
    /// Ranks at the end of a game that was played out.
    pub ranks: &'a [Rank],
    /// Number of moves of all players.
    pub plies: usize,
    /// Set if the human used hints, analyses or undo.
    pub has_help: bool,
}

static ALL: LazyLock<Vec<Quest>> = LazyLock::new(|| read(QUESTS));

impl Quest {
    /// Number of stars that a quest can earn.
    pub const MAX_STARS: u8 = 3;
    /// Number of quests that can be played beyond those with a star.
    const OPEN: usize = 3;

    /// All quests, in the order of the map.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// Name in saved statistics, such as `diamond-white-lead-8`. It must never change.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}-{}-{}", self.board, self.player.key(), self.goal)
    }

    /// Number of stars that a game earns: one for the weakest opponent, three for the strongest; one at most with help,
    /// and none for a game on another board, in another colour, or that misses the goal.
    #[must_use]
    pub fn stars(&self, game: &QuestGame) -> u8 {
        let is_this = game.player == self.player && *game.variant == *self.variant;
        let mut first = game.ranks.iter().filter(|rank| rank.place == 1);
        let has_won = first.next().is_some_and(|rank| rank.player == self.player) && first.next().is_none();
        let level = self.opponents.iter().rposition(|opponent| *opponent == game.opponent);
        match level.filter(|_| is_this && has_won && self.goal.is_met(game)) {
            None => 0,
            Some(_) if game.has_help => 1,
            Some(level) => level as u8 + 1,
        }
    }

    /// Returns whether it can be played after this many quests have earned a star.
    #[must_use]
    pub const fn is_open(&self, starred: usize) -> bool {
        self.number <= starred + Self::OPEN
    }
}

/// Reads the quests of a text, leaving out lines that cannot be read.
fn read(text: &str) -> Vec<Quest> {
    let mut quests = Vec::new();
    let mut region = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["region", key, opponents @ ..] => {
                region = Region::read(key).zip(<[&str; Quest::MAX_STARS as usize]>::try_from(opponents).ok());
            }
            [board, player, goal] => {
                let quest = region.and_then(|region| read_quest(quests.len() + 1, region, board, player, goal));
                quests.extend(quest);
            }
            _ => {}
        }
    }
    quests
}

fn read_quest(
    number: usize,
    (region, opponents): (Region, [&str; Quest::MAX_STARS as usize]),
    board: &str,
    player: &str,
    goal: &str,
) -> Option<Quest> {
    let goal = QuestGoal::read(goal)?;
    let player = Player::ALL.into_iter().find(|known| known.key() == player)?;
    let variant = Variant::built_in(board)?;
    let variant = if goal == QuestGoal::Fewest { variant.with_goal(Goal::Fewest) } else { variant };
    let offered: Vec<CpuPlayer> = CpuPlayer::offered(&variant).collect();
    let chosen = opponents.map(|keys| {
        let mut players = keys.split('/').filter_map(|key| key.parse().ok());
        players.find(|player| offered.contains(player))
    });
    let [Some(weakest), Some(middle), Some(strongest)] = chosen else { return None };
    let opponents = [weakest, middle, strongest];
    Some(Quest { number, region, board: board.to_owned(), variant: Arc::new(variant), player, goal, opponents })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::{BoardCard, Ending, Record};

    #[test]
    fn every_line_of_the_file_is_a_quest() {
        let is_other = |line: &&str| line.is_empty() || line.starts_with(';') || line.starts_with("region ");
        let lines = QUESTS.lines().filter(|line| !is_other(line));
        let lines: Vec<String> = lines.map(|line| line.replace(' ', "-")).collect();
        let keys: Vec<String> = Quest::all().iter().map(Quest::key).collect();
        assert_eq!(keys, lines);
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len(), "each has its own key");
        let regions: Vec<Region> = Quest::all().iter().map(|quest| quest.region).collect();
        assert!(regions.is_sorted_by_key(|region| Region::ALL.iter().position(|known| known == region)));
        for quest in Quest::all() {
            assert!(quest.variant.scored().contains(&quest.player), "{}", quest.key());
            let opponents: HashSet<&str> = quest.opponents.iter().map(|opponent| opponent.key()).collect();
            assert_eq!(opponents.len(), quest.opponents.len(), "{}", quest.key());
        }
    }

    fn quest(key: &str) -> &'static Quest {
        Quest::all().iter().find(|quest| quest.key() == key).unwrap_or_else(|| panic!("no quest is called {key}"))
    }

    /// The stars of a game that White has won 16 to 0 on 4 x 4 squares, played as this player.
    fn stars(quest: &Quest, player: Player, opponent: CpuPlayer, has_help: bool) -> u8 {
        let card = BoardCard::of("classic-4").expect("has a card");
        let widest = card.measures.widest.expect("a widest win");
        let mut record = Record::new(Variant::classic(4).expect("a side"));
        record.play_moves(&widest.moves).expect("legal moves");
        let variant = record.variant();
        let ranks = variant.ranks(&record.position().counts(), Ending::PlayedOut);
        quest.stars(&QuestGame { variant, player, opponent, ranks: &ranks, plies: record.ply(), has_help })
    }

    #[test]
    fn stronger_opponents_earn_more_stars_and_help_leaves_one() {
        let quest = quest("classic-4-white-win");
        for (index, opponent) in quest.opponents.into_iter().enumerate() {
            assert_eq!(stars(quest, Player::White, opponent, false), index as u8 + 1);
            assert_eq!(stars(quest, Player::White, opponent, true), 1);
            assert_eq!(stars(quest, Player::Black, opponent, false), 0, "the other colour");
        }
        assert_eq!(stars(quest, Player::White, "monte-carlo".parse().expect("a player"), false), 0);
    }

    #[test]
    fn goals_ask_for_more_than_a_win() {
        let quest = quest("classic-4-white-win");
        let with = |goal| Quest { goal, ..quest.clone() };
        let stars = |goal| stars(&with(goal), Player::White, quest.opponents[0], false);
        for goal in [QuestGoal::All, QuestGoal::Lead(16), QuestGoal::Within(12)] {
            assert_eq!(stars(goal), 1, "{goal}");
            assert_eq!(QuestGoal::read(&goal.to_string()), Some(goal));
        }
        for goal in [QuestGoal::Lead(17), QuestGoal::Within(11)] {
            assert_eq!(stars(goal), 0, "{goal}");
        }
        for text in ["", "wins", "lead", "lead-", "lead-x", "within--1", "all-3"] {
            assert_eq!(QuestGoal::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_next_three_quests_can_be_played() {
        let open = |starred| Quest::all().iter().filter(|quest| quest.is_open(starred)).count();
        assert_eq!([open(0), open(1), open(10), open(60)], [3, 4, 13, Quest::all().len()]);
    }
}
