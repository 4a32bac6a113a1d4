//! Texts that many games share, each kept once: names, events, collections, tags and titles.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::folding::folded;

/// Number of a text; 0 is the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TextId(pub(super) u32);

impl TextId {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[derive(Clone, Debug)]
struct Text {
    written: Box<str>,
    /// `None` if it is the text itself.
    folded: Option<Box<str>>,
    hash: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Texts {
    all: Vec<Text>,
    by_text: HashMap<Box<str>, TextId>,
}

impl Default for Texts {
    fn default() -> Self {
        let mut texts = Self { all: Vec::new(), by_text: HashMap::new() };
        texts.intern("");
        texts
    }
}

impl Texts {
    pub(super) fn intern(&mut self, text: &str) -> TextId {
        if let Some(id) = self.by_text.get(text) {
            return *id;
        }
        let id = TextId(self.all.len() as u32);
        let spelling = folded(text);
        let hash = Self::hash_of(text);
        let folded = (spelling != text).then(|| spelling.into_boxed_str());
        self.all.push(Text { written: text.into(), folded, hash });
        self.by_text.insert(text.into(), id);
        id
    }

    pub(super) fn find(&self, text: &str) -> Option<TextId> {
        self.by_text.get(text).copied()
    }

    pub(super) fn get(&self, id: TextId) -> &str {
        &self.all[id.0 as usize].written
    }

    /// Number that differs between texts, for digests in memory.
    pub(super) fn hash(&self, id: TextId) -> u64 {
        self.all[id.0 as usize].hash
    }

    pub(super) fn hash_of(text: &str) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
    }

    /// Spelling by which a text is compared.
    pub(super) fn folded(&self, id: TextId) -> &str {
        let text = &self.all[id.0 as usize];
        text.folded.as_deref().unwrap_or(&text.written)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// For each text, whether its spelling fulfils a condition.
    pub(super) fn which(&self, is_met: impl Fn(&str) -> bool) -> Vec<bool> {
        self.ids().map(|id| is_met(self.folded(id))).collect()
    }

    /// For each text, its place in alphabetical order.
    pub(super) fn places(&self) -> Vec<u32> {
        let mut ids: Vec<TextId> = self.ids().collect();
        ids.sort_unstable_by_key(|id| self.folded(*id));
        let mut places = vec![0; ids.len()];
        for (id, place) in ids.into_iter().zip(0..) {
            places[id.0 as usize] = place;
        }
        places
    }

    fn ids(&self) -> impl Iterator<Item = TextId> + use<> {
        (0..self.all.len() as u32).map(TextId)
    }

    /// Approximate number of bytes in memory.
    pub(super) fn bytes(&self) -> usize {
        let one = |text: &Text| 2 * text.written.len() + text.folded.as_ref().map_or(0, |folded| folded.len()) + 80;
        self.all.iter().map(one).sum()
    }
}
