//! Statistics of games. They are counted game by game, so that games which are no longer saved still count.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::cpu::CpuPlayer;
use crate::game::games::listed_game::{ListedGame, Mode, Outcome};
use crate::game::games::quest_stars::stars_of;
use crate::game::games::rating::{self, Estimate};
use crate::rules::{DrawnBoard, Goal, Player};

/// Results of the only human at this screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Number of these games with help: a hint, an analysis or an undo.
    pub helped: u32,
}

impl Tally {
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, outcome: Outcome, has_help: bool) {
        match outcome {
            Outcome::Won => self.wins += 1,
            Outcome::Drawn => self.draws += 1,
            Outcome::Lost => self.losses += 1,
        }
        self.helped += u32::from(has_help);
    }
}

/// The games on one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardCount {
    pub name: String,
    /// The goal, since boards of one name may differ in it.
    pub goal: Goal,
    #[serde(flatten)]
    pub tally: Tally,
    /// Most discs in a win, or fewest if the fewest win; `None` without a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u16>,
}

/// Totals of games. They depend only on the games and the order in which these ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    /// Finished games, whoever played.
    pub games: u32,
    /// Turns in these games.
    pub plies: u64,
    /// Games by kind.
    pub modes: BTreeMap<Mode, u32>,
    /// Results against CPU players and online.
    pub outcomes: BTreeMap<Mode, Tally>,
    /// The same by board.
    pub boards: Vec<BoardCount>,
    /// The same by the human's colour.
    pub colours: BTreeMap<Player, Tally>,
    /// Games against one CPU player, or several of the same level, by its key.
    pub levels: BTreeMap<String, Tally>,
    /// The part of `levels` that strength is estimated from: ordinary reversi without help.
    pub rated: BTreeMap<String, Tally>,
    /// Colours with which ordinary reversi was won without help.
    pub ordinary_wins: BTreeSet<Player>,
    /// Current number of wins in a row, against CPU players and online.
    pub streak: u32,
    pub longest_streak: u32,
    /// Keys of the achievements, with the time in milliseconds since 1970 (UTC).
    pub achievements: BTreeMap<String, u64>,
    /// Most stars earned in each quest with a star, by its key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub quests: BTreeMap<String, u8>,
}

impl Statistics {
    /// Counts another game, which is over and must have ended after those that are already counted.
    pub fn add(&mut self, game: &ListedGame) {
        self.games += 1;
        self.plies += game.plies as u64;
        *self.modes.entry(game.mode).or_default() += 1;
        if let (Some(outcome), Some(you)) = (game.outcome(), game.you) {
            self.add_outcome(game, outcome, you);
        }
        for (quest, stars) in stars_of(game) {
            let known = self.quests.entry(quest.key()).or_default();
            *known = stars.max(*known);
        }
    }

    fn add_outcome(&mut self, game: &ListedGame, outcome: Outcome, you: Player) {
        let has_help = game.marks.has_help();
        let goal = game.variant.goal();
        // Drawn boards are hardly ever played twice.
        let name = game.variant.name();
        let name = DrawnBoard::read_name(name).map_or(name, |(kind, _)| kind.name());
        let known = self.boards.iter().position(|board| board.name == name && board.goal == goal);
        let place = known.unwrap_or_else(|| {
            self.boards.push(BoardCount { name: name.to_owned(), goal, tally: Tally::default(), best: None });
            self.boards.len() - 1
        });
        let board = &mut self.boards[place];
        board.tally.add(outcome, has_help);
        if outcome == Outcome::Won
            && let Some((mine, _)) = game.discs()
        {
            board.best = goal.best(board.best.into_iter().chain([mine]));
        }
        self.outcomes.entry(game.mode).or_default().add(outcome, has_help);
        self.colours.entry(you).or_default().add(outcome, has_help);
        if let Some(cpu) = game.opponent() {
            self.levels.entry(cpu.key().to_owned()).or_default().add(outcome, has_help);
            if game.variant.is_ordinary() && !has_help {
                self.rated.entry(cpu.key().to_owned()).or_default().add(outcome, false);
            }
        }
        if outcome == Outcome::Won {
            self.streak += 1;
            self.longest_streak = self.longest_streak.max(self.streak);
            if game.variant.is_ordinary() && !has_help {
                self.ordinary_wins.insert(you);
            }
        } else {
            self.streak = 0;
        }
    }

    /// Estimates the human's strength from games of ordinary reversi without help, against levels of the engine.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let results = self.rated.iter().filter_map(|(key, tally)| match key.parse() {
            Ok(CpuPlayer::Engine(level)) => Some(rating::Result {
                rating: level.rating(),
                points: f64::from(tally.wins) + f64::from(tally.draws) / 2.0,
                games: f64::from(tally.games()),
            }),
            _ => None,
        });
        rating::estimate(&results.collect::<Vec<_>>())
    }

    /// Results of all games that have one.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.outcomes.values().fold(Tally::default(), |sum, tally| Tally {
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
            helped: sum.helped + tally.helped,
        })
    }
}
