//! The catalogue of all texts that players read, in the chosen language. The texts are in `assets/locales`.

use std::borrow::Cow;
use std::fmt;

use bevy::prelude::*;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use serde::{Deserialize, Serialize};
use unic_langid::LanguageIdentifier;

use crate::game::text::phrase::{Argument, Phrase};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// Fallback for texts that other languages lack.
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "ja")]
    Japanese,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Language code, such as `en`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.source().0
    }

    /// Name of the language in that language.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "日本語",
        }
    }

    /// Finds the first language of the game among a reader's preferred ones, such as `ja-JP` or `en`, best first.
    pub fn first_of<T: AsRef<str>>(tags: impl IntoIterator<Item = T>) -> Option<Self> {
        tags.into_iter().find_map(|tag| {
            let code = tag.as_ref().split(['-', '_', '.']).next().unwrap_or_default();
            Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
        })
    }

    /// Code and texts. A new language is a file and a line here.
    const fn source(self) -> (&'static str, &'static str) {
        match self {
            Self::English => ("en", include_str!("../../../assets/locales/en.ftl")),
            Self::Japanese => ("ja", include_str!("../../../assets/locales/ja.ftl")),
        }
    }
}

type Bundle = FluentBundle<FluentResource>;

/// The texts of a language, with English for those that it lacks.
#[derive(Resource)]
pub struct Catalogue {
    language: Language,
    /// In the order in which they are searched.
    bundles: Vec<Bundle>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Catalogue").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new(Language::default())
    }
}

impl Catalogue {
    #[must_use]
    pub fn new(language: Language) -> Self {
        let mut bundles = vec![read(language.source())];
        if language != Language::English {
            bundles.push(read(Language::English.source()));
        }
        Self { language, bundles }
    }

    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Puts a phrase into words. If no file has its message, its key is returned and a warning is logged.
    #[must_use]
    pub fn words(&self, phrase: &Phrase) -> String {
        match phrase {
            Phrase::Verbatim(text) => text.clone(),
            Phrase::Named { key, otherwise } => self.pattern(key, None).unwrap_or_else(|| otherwise.clone()),
            Phrase::Message { key, arguments } => self.message(key, arguments),
            Phrase::List(parts) => self.list(parts),
            Phrase::Sentences(parts) => {
                let mut sentences = parts.iter().map(|part| self.words(part));
                let first = sentences.next().unwrap_or_default();
                sentences.fold(first, |before, next| self.pair("sentences-next", before, next))
            }
        }
    }

    fn list(&self, parts: &[Phrase]) -> String {
        let mut words = parts.iter().map(|part| self.words(part)).collect::<Vec<_>>();
        let Some(last) = words.pop() else { return String::new() };
        let others = words.into_iter().reduce(|before, next| self.pair("list-next", before, next));
        others.map_or_else(|| last.clone(), |others| self.pair("list-last", others, last.clone()))
    }

    fn pair(&self, key: &'static str, before: String, next: String) -> String {
        self.message(key, &[("before", before.into()), ("next", next.into())])
    }

    fn message(&self, key: &str, arguments: &[(&'static str, Argument)]) -> String {
        let mut found = FluentArgs::with_capacity(arguments.len());
        for (name, argument) in arguments {
            let value: FluentValue = match argument {
                Argument::Number(number) => (*number).into(),
                Argument::Phrase(phrase) => FluentValue::String(Cow::Owned(self.words(phrase))),
            };
            found.set(*name, value);
        }
        self.pattern(key, Some(&found)).unwrap_or_else(|| {
            warn!("there is no text {key}");
            key.to_owned()
        })
    }

    /// The text of the first language that has this key. Line breaks in the file become spaces.
    fn pattern(&self, key: &str, arguments: Option<&FluentArgs>) -> Option<String> {
        let mut found = self.bundles.iter().filter_map(|bundle| Some((bundle, bundle.get_message(key)?.value()?)));
        let (bundle, pattern) = found.next()?;
        let mut errors = Vec::new();
        let words = bundle.format_pattern(pattern, arguments, &mut errors).replace('\n', " ");
        for error in errors {
            warn!("the text {key}: {error}");
        }
        Some(words)
    }
}

/// Reads a file of texts. Unreadable parts are skipped and logged; a test reads every file in full.
fn read((code, text): (&str, &str)) -> Bundle {
    let identifier: LanguageIdentifier = code.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
    // Fluent's isolation marks would be drawn as boxes. They are not needed, because no language here is written from
    // right to left.
    bundle.set_use_isolating(false);
    if let Err(error) = bundle.add_builtins() {
        warn!("texts with ordinal numbers will not be right: {error}");
    }
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(resource, errors)| {
        for error in errors {
            warn!("a file of texts: {error}");
        }
        resource
    });
    if let Err(errors) = bundle.add_resource(resource) {
        for error in errors {
            warn!("a file of texts: {error}");
        }
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::phrase::say;
    use crate::rules::Player;

    fn english(phrase: &Phrase) -> String {
        Catalogue::default().words(phrase)
    }

    #[test]
    fn the_last_name_is_joined_by_a_word() {
        assert_eq!(english(&Phrase::list([""; 0])), "");
        assert_eq!(english(&Phrase::list(["Black"])), "Black");
        assert_eq!(english(&Phrase::list(["Black", "White"])), "Black and White");
        assert_eq!(english(&Phrase::list(["10", "30", "40"])), "10, 30 and 40");
        let japanese = Catalogue::new(Language::Japanese);
        assert_eq!(japanese.words(&Phrase::list(["10", "30", "40"])), "10、30、40");
    }

    fn pass(players: &[Player]) -> Phrase {
        say!("banner-passes", count = players.len(), players = Phrase::list(players.iter().copied()))
    }

    #[test]
    fn numbers_choose_between_singular_and_plural() {
        assert_eq!(english(&pass(&[Player::White])), "White has no move and must pass");
        assert_eq!(english(&pass(&[Player::Ash, Player::White])), "Ash and White have no move and must pass");
    }

    #[test]
    fn texts_missing_in_a_language_are_shown_in_english() {
        let bundles = vec![read(("ja", "disc-black = 黒")), read(Language::English.source())];
        let japanese = Catalogue { language: Language::Japanese, bundles };
        assert_eq!(japanese.words(&Player::Black.into()), "黒");
        assert_eq!(japanese.words(&say!("play-game-over")), "The game is over.");
        let named = Phrase::Named { key: "no-such-name".to_owned(), otherwise: "Ring".to_owned() };
        assert_eq!(japanese.words(&named), "Ring");
    }

    #[test]
    fn a_text_that_takes_several_lines_of_its_file_is_one_line() {
        let words = english(&say!("file-unrecognised"));
        assert!(words.contains("moves such as f5d6c3."), "{words}");
    }

    #[test]
    fn the_first_language_that_is_spoken_here_is_taken() {
        assert_eq!(Language::first_of(["fr-FR", "ja-JP", "en"]), Some(Language::Japanese));
        assert_eq!(Language::first_of(["en-GB", "ja"]), Some(Language::English));
        assert_eq!(Language::first_of(["JA_jp.UTF-8"]), Some(Language::Japanese));
        assert_eq!(Language::first_of(["jam", "C", ""]), None);
    }

    #[test]
    fn codes_are_those_of_languages() {
        for language in Language::ALL {
            assert!(language.code().parse::<LanguageIdentifier>().is_ok());
        }
    }

    #[test]
    fn sentences_follow_each_other() {
        let sentences = Phrase::sentences(["White must pass.", "", "Black to move."]);
        assert_eq!(english(&sentences), "White must pass. Black to move.");
    }
}
