//! Numbers of games by collection, tag, event and player.

use super::game::Game;
use super::game_library::Library;
use super::texts::TextId;

impl Library {
    /// Collections with the number of their games, in alphabetical order.
    #[must_use]
    pub fn collections(&self) -> Vec<(&str, usize)> {
        self.counted(|game, count| count(game.entry.collection))
    }

    /// Tags with the number of their games, in alphabetical order.
    #[must_use]
    pub fn tags(&self) -> Vec<(&str, usize)> {
        self.counted(|game, count| self.tags_of(game.entry).iter().copied().for_each(count))
    }

    /// Events with the number of their games, in alphabetical order.
    #[must_use]
    pub fn events(&self) -> Vec<(&str, usize)> {
        self.counted(|game, count| count(game.entry.event))
    }

    /// Names of players with the number of their seats, in alphabetical order.
    #[must_use]
    pub fn players(&self) -> Vec<(&str, usize)> {
        self.counted(|game, count| game.name_ids().map(|(_, name)| name).for_each(count))
    }

    fn counted(&self, texts_of: impl Fn(&Game<'_>, &mut dyn FnMut(TextId))) -> Vec<(&str, usize)> {
        let mut counts = vec![0; self.texts.len()];
        for game in self.games() {
            texts_of(&game, &mut |text| counts[text.0 as usize] += 1);
        }
        let found = (0..).map(TextId).zip(counts).filter(|(text, count)| !text.is_empty() && *count > 0);
        let mut found: Vec<(TextId, usize)> = found.collect();
        found.sort_unstable_by_key(|(text, _)| self.texts.folded(*text));
        found.into_iter().map(|(text, count)| (self.texts.get(text), count)).collect()
    }
}
