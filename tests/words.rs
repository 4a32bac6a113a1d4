//! The texts that players read: that the code and the files in `assets/locales` agree, and that the code holds none.

#![cfg(feature = "game")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use irogaeshi::cpu::CpuPlayer;
use irogaeshi::game::{Achievement, Chapter, PAGES, Page};
use irogaeshi::online::RoomListing;
use irogaeshi::rules::{Disc, DrawnBoard, Opening, Variant};

/// Files without texts for players: their literals are names of entries, keys of texts and words for developers.
const NOT_SHOWN: [&str; 32] = [
    "board_view/sample.rs",
    "drawing",
    "editor/grid.rs",
    "games/achievement.rs",
    "games/totals_saving.rs",
    "games/saved_match.rs",
    "online/local_server.rs",
    "online/socket_native.rs",
    "online/socket_web.rs",
    "own_boards/boards.rs",
    "platform/file_dialog.rs",
    "platform/settings_export.rs",
    "platform/web_page.rs",
    "play/lesson/pages.rs",
    "saves/device_slot.rs",
    "saves/loading.rs",
    "saves/window_place.rs",
    "settings/board_theme/tests.rs",
    "settings/file.rs",
    "settings/keys.rs",
    "settings/palette",
    "storage/checksum.rs",
    "storage/fields.rs",
    "storage/library_web.rs",
    "storage/store_memory.rs",
    "storage/store_native.rs",
    "storage/store_web.rs",
    "storage/unsaved.rs",
    "text/catalogue.rs",
    "text/command_line.rs",
    "thinker",
    "tools",
];

/// String literals of those files that no player reads, and why.
const EXCEPTIONS: [(&str, &str, &str); 36] = [
    ("audio/loudspeaker_native.rs", "sound", "the name of a thread"),
    ("analysis/simulator.rs", "irogaeshi-simulation.csv", "the name of a file"),
    (
        "analysis/simulator.rs",
        "board,player,cpu,games,wins,win_share,low_95,high_95,draws,mean_discs",
        "the names of the columns of a file",
    ),
    ("library/collection.rs", "Mine", "the name of a collection as it is saved"),
    ("library/collection.rs", "Imported", "the name of a collection as it is saved"),
    ("library/collection.rs", "Pasted", "the name of a collection as it is saved"),
    ("library/commands.rs", "irogaeshi-library.json", "the name of a file"),
    ("library/library_row.rs", "library-game-{}", "the name of a control"),
    ("storage/library_native.rs", "library", "the name of a thread"),
    ("games/commands.rs", "irogaeshi-games.json", "the name of a file"),
    ("games/commands.rs", "irogaeshi-statistics.json", "the name of a file"),
    ("accessibility/accessible_tree.rs", "screen reader", "the name of a thread"),
    ("platform/haptics.rs", "vibrate", "the name of a function"),
    ("online/page_address.rs", "performance", "the name of an object"),
    ("online/page_address.rs", "getEntriesByType", "the name of a function"),
    ("online/page_address.rs", "navigation", "a kind of entries"),
    ("online/page_address.rs", "serverTiming", "the name of a property"),
    ("online/page_address.rs", "name", "the name of a property"),
    ("platform/pad_wake.rs", "gamepads", "the name of a thread"),
    ("platform/system_preferences.rs", "linux", "the name of a system"),
    ("play/setup.rs", "classic-8", "the key of a board"),
    ("play/setup.rs", "colour", "the key of a board"),
    ("settings/programs.rs", "program-", "the beginning of keys"),
    ("overlays/program_form.rs", "gtp:edax -gtp", "an example of a command"),
    ("overlays/program_form.rs", "Edax", "the name of a program"),
    ("screens/title/mod.rs", "色返し", "the name of the game, the same everywhere"),
    ("screens/title/mod.rs", "Irogaeshi", "the name of the game, the same everywhere"),
    ("screens/title/mod.rs", ".WB.", "a row of a board"),
    ("screens/title/mod.rs", ".BW.", "a row of a board"),
    ("screens/title/mod.rs", "BWA", "a row of a board"),
    ("screens/title/mod.rs", "GRC", "a row of a board"),
    ("screens/title/mod.rs", "YWB", "a row of a board"),
    ("screens/title/mod.rs", "BW.", "a row of a board"),
    ("ui/theme.rs", "Irogaeshi Sans", "the name of a face"),
    ("screens/new_game/board_catalogue.rs", "classic", "the key of a shelf"),
    ("ui/theme.rs", "Irogaeshi Title", "the name of a face"),
];

/// Keys that are put together from a kind and a name: `Phrase::of("disc", …)`.
fn kinds() -> BTreeMap<&'static str, Vec<String>> {
    let discs = Disc::ALL.map(|disc| disc.key().to_owned()).to_vec();
    let pages = |is_wanted: fn(&'static Page) -> bool| -> Vec<String> {
        PAGES.iter().filter(|page| is_wanted(page)).map(|page| page.name.to_owned()).collect()
    };
    let cpu_players: Vec<String> = CpuPlayer::all().map(|cpu| cpu.key().to_owned()).collect();
    let achievements: Vec<String> = Achievement::ALL.map(|achievement| achievement.key().to_owned()).to_vec();
    BTreeMap::from([
        ("achievement-about", achievements.clone()),
        ("achievement-name", achievements),
        ("cpu-about", cpu_players.clone()),
        ("cpu-name", cpu_players),
        ("disc", discs),
        ("learn-chapter", Chapter::ALL.map(|chapter| chapter.key().to_owned()).to_vec()),
        ("learn-heading", pages(|_| true)),
        ("learn-missed", pages(Page::can_be_missed)),
        ("learn-solved", pages(|_| true)),
        ("learn-task", pages(|_| true)),
        ("month", (1..=12).map(|month| month.to_string()).collect()),
        ("shelf", Variant::shelves().map(|shelf| shelf.key.to_owned()).collect()),
    ])
}

/// Keys of what has its English elsewhere: the boards that come with the game, and the openings.
fn named() -> BTreeSet<String> {
    let words = |name: &str| {
        let words = name.to_lowercase();
        let words = words.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-")
    };
    let boards = Variant::built_in_keys().filter_map(|key| Variant::built_in(&key));
    let boards = boards.map(|variant| words(variant.name()));
    let boards: Vec<String> = boards.chain(DrawnBoard::ALL.map(|kind| words(kind.name()))).collect();
    let names = boards.iter().map(|name| format!("board-name-{name}"));
    let abouts = boards.iter().map(|name| format!("board-about-{name}"));
    let mut keys: BTreeSet<String> = names.chain(abouts).collect();
    assert_eq!(keys.len(), 2 * boards.len(), "no two boards have one key");
    assert!(keys.insert(format!("board-name-{}", words(RoomListing::OWN_BOARD))), "no board has its key");
    keys.extend(Opening::all().iter().map(|opening| format!("opening-name-{}", opening.key())));
    keys
}

/// A Fluent message as the tests see it.
#[derive(Debug, Default)]
struct Message {
    /// The variables that are shown.
    shown: BTreeSet<String>,
    /// The variables that choose between texts, as between singular and plural.
    choosing: BTreeSet<String>,
    /// Text between and around the variables.
    texts: Vec<String>,
}

impl Message {
    fn read(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.texts.push((*value).to_owned()),
                PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                    self.shown.extend(variables(inline));
                }
                PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                    self.choosing.extend(variables(selector));
                    for variant in variants {
                        self.read(&variant.value);
                    }
                }
            }
        }
    }

    fn variables(&self) -> BTreeSet<String> {
        self.shown.union(&self.choosing).cloned().collect()
    }
}

fn variables(inline: &InlineExpression<&str>) -> Vec<String> {
    match inline {
        InlineExpression::VariableReference { id } => vec![id.name.to_owned()],
        InlineExpression::FunctionReference { arguments, .. } => {
            arguments.positional.iter().flat_map(variables).collect()
        }
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => Vec::new(),
        other => panic!("no text needs {other:?} yet"),
    }
}

/// The messages of a file.
type Messages = BTreeMap<String, Message>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn messages(text: &str) -> Messages {
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut messages = Messages::new();
    for entry in &resource.body {
        if let Entry::Message(message) = entry {
            let mut found = Message::default();
            found.read(message.value.as_ref().unwrap_or_else(|| panic!("{} has no text", message.id.name)));
            let former = messages.insert(message.id.name.to_owned(), found);
            assert!(former.is_none(), "{} is there twice", message.id.name);
        }
    }
    messages
}

/// The files of texts by language.
fn locales() -> BTreeMap<String, Messages> {
    let files =
        fs::read_dir(root().join("assets/locales")).expect("a folder").map(|entry| entry.expect("a file").path());
    files
        .map(|file| {
            let language = file.file_stem().expect("a name").to_string_lossy().into_owned();
            (language, messages(&fs::read_to_string(&file).expect("a text")))
        })
        .collect()
}

/// A piece of Rust: code, or what a string literal says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Code(String),
    Literal(String),
}

/// Splits a file of Rust into code and string literals. Comments, attributes and unit tests, which end a file, are left
/// out.
fn pieces(source: &str) -> Vec<Piece> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut pieces = Vec::new();
    let mut code = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("#[") || rest.starts_with("#![") {
            let mut depth = 0;
            let end = rest.find(|sign| {
                depth += i32::from(sign == '[') - i32::from(sign == ']');
                sign == ']' && depth == 0
            });
            rest = &rest[end.expect("an attribute ends") + 1..];
        } else if first == '\'' && rest.starts_with("'\\") {
            let end = 2 + rest[3..].find('\'').expect("a character ends");
            rest = &rest[end + 2..];
        } else if first == '\'' && rest.chars().nth(2) == Some('\'') {
            rest = &rest[first.len_utf8() + rest.chars().nth(1).map_or(0, char::len_utf8) + 1..];
        } else if first == '"' {
            let mut is_escaped = false;
            let end = rest[1..].find(|sign| {
                let is_end = sign == '"' && !is_escaped;
                is_escaped = sign == '\\' && !is_escaped;
                is_end
            });
            let end = end.expect("a string ends") + 1;
            pieces.push(Piece::Code(std::mem::take(&mut code)));
            pieces.push(Piece::Literal(rest[1..end].to_owned()));
            rest = &rest[end + 1..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    pieces.push(Piece::Code(code));
    pieces
}

/// All files of Rust in a folder, or the one file.
fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            sources(&entry.expect("an entry").path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        found.push(path.to_owned());
    }
}

fn game_files() -> Vec<(PathBuf, Vec<Piece>)> {
    let mut files = Vec::new();
    sources(&root().join("src/game"), &mut files);
    files.into_iter().map(|file| (file.clone(), pieces(&fs::read_to_string(file).expect("a text")))).collect()
}

/// The end of code without spaces.
fn ending(code: &str) -> String {
    code.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// The names of the arguments after the key in `say!("key", name = value, …)`, whose rest is this.
fn argument_names(after: &[Piece]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut depth = 0;
    let mut word = String::new();
    let mut is_name_due = false;
    for piece in after {
        let Piece::Code(code) = piece else { continue };
        let mut signs = code.chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => return names,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => {
                    is_name_due = true;
                    word.clear();
                }
                '=' if depth == 0 && is_name_due && !matches!(signs.peek(), Some('=' | '>')) => {
                    names.insert(word.trim().to_owned());
                    is_name_due = false;
                }
                _ => word.push(sign),
            }
        }
    }
    names
}

/// Keys used in the code, with the arguments and the file of each use.
fn uses() -> Vec<(String, BTreeSet<String>, PathBuf)> {
    let kinds = kinds();
    let mut uses = Vec::new();
    for (file, pieces) in game_files() {
        for (index, piece) in pieces.iter().enumerate() {
            let Piece::Literal(key) = piece else { continue };
            let Some(Piece::Code(before)) = index.checked_sub(1).and_then(|before| pieces.get(before)) else {
                continue;
            };
            let before = ending(before);
            if before.ends_with("say!(") {
                uses.push((key.clone(), argument_names(&pieces[index + 1..]), file.clone()));
            } else if before.ends_with("self.pair(") {
                uses.push((key.clone(), ["before", "next"].map(ToOwned::to_owned).into(), file.clone()));
            } else if before.ends_with("Phrase::of(") || before.ends_with("Self::of(") {
                let names = kinds.get(key.as_str()).unwrap_or_else(|| panic!("no test knows the kind {key}"));
                uses.extend(names.iter().map(|name| (format!("{key}-{name}"), BTreeSet::new(), file.clone())));
            }
        }
    }
    uses
}

#[test]
fn the_code_and_the_english_texts_agree() {
    let english = locales().remove("en").expect("English is there");
    let mut wrong = Vec::new();
    let uses = uses();
    for (key, arguments, file) in &uses {
        match english.get(key) {
            None => wrong.push(format!("{key} is missing; {} says it", file.display())),
            Some(message) if message.variables() != *arguments => {
                let variables = message.variables();
                wrong.push(format!("{key} has {variables:?}, but {} gives {arguments:?}", file.display()));
            }
            Some(_) => {}
        }
    }
    let known: BTreeSet<&String> = uses.iter().map(|(key, ..)| key).collect();
    // The page's own texts are looked after by what builds the page.
    let of_game = english.keys().filter(|key| !key.starts_with("page-"));
    wrong.extend(of_game.filter(|key| !known.contains(key)).map(|key| format!("nobody says {key}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known.len() > 30, "the code is read");
}

#[test]
fn keys_are_words_joined_by_hyphens() {
    for (language, messages) in locales() {
        for key in messages.keys() {
            let is_plain = key.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-');
            assert!(is_plain && key.contains('-'), "{language}: {key}");
        }
    }
}

#[test]
fn other_languages_say_what_english_says() {
    let mut locales = locales();
    let english = locales.remove("en").expect("English is there");
    assert!(locales.contains_key("ja"), "Japanese is there");
    let named = named();
    let mut wrong = Vec::new();
    for (language, messages) in &locales {
        let due = english.keys().chain(&named);
        wrong.extend(due.filter(|key| !messages.contains_key(*key)).map(|key| format!("{language}: {key} is missing")));
        for (key, message) in messages {
            let (shown, known) = match english.get(key) {
                Some(english) => (english.shown.clone(), english.variables()),
                None if named.contains(key) => Default::default(),
                None => {
                    wrong.push(format!("{language}: English has no {key}"));
                    continue;
                }
            };
            // A number that only chooses between singular and plural in English need not be used elsewhere.
            if !shown.is_subset(&message.shown) || !message.variables().is_subset(&known) {
                wrong.push(format!("{language}: {key} has {:?}, English {known:?}", message.variables()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The first typographical fault of a Japanese text. Text in quotation marks, and the character after it, may be
/// anything.
fn bad_japanese(text: &str) -> Option<String> {
    let is_japanese = |sign: char| matches!(sign, '\u{3001}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '！'..='～');
    let is_wrong_width = |sign: char| matches!(sign, '｡'..='ﾟ' | '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '\u{3000}');
    let signs: Vec<char> = text.chars().collect();
    let is_bad = |rest: &[char]| match rest {
        // Lines of a text are joined by a space.
        ['\n', ..] => true,
        [sign, ..] if is_wrong_width(*sign) => true,
        [before, ',' | '.' | ':' | ';' | '!' | '?' | '(' | ')', ..] => is_japanese(*before) && *before != '「',
        [before, ' ', next, ..] => is_japanese(*before) && is_japanese(*next),
        _ => false,
    };
    (0..signs.len()).find(|at| is_bad(&signs[*at..])).map(|at| signs[at..].iter().collect())
}

#[test]
fn japanese_has_japanese_punctuation() {
    let japanese = locales().remove("ja").expect("Japanese is there");
    // Names of openings are written as their sources write them.
    let own = japanese.iter().filter(|(key, _)| !key.starts_with("opening-name-"));
    let texts = own.flat_map(|(key, message)| message.texts.iter().map(move |text| (key, text)));
    let wrong = texts.filter_map(|(key, text)| Some(format!("{key}: {:?}", bad_japanese(text)?)));
    assert_eq!(wrong.collect::<Vec<_>>().join("\n"), "");
    for bad in ["黒,白", "黒: 白", "黒 白", "です.", "ﾊﾟｽ", "１手", "黒\n白"] {
        assert!(bad_japanese(bad).is_some(), "{bad}");
    }
    for good in ["黒、白", "「(;」で始まる", "「name: 盤」", " 3石", "WebGL 2が", "JSON, GGF"] {
        assert_eq!(bad_japanese(good), None);
    }
}

/// Returns true if the literal after this code is not a text for players.
fn is_for_nobody(before: &str) -> bool {
    const CALLS: [&str; 18] = [
        "::named(",
        "Step{name:",
        ",variant:",
        "Name::new(format!(",
        "ControlKey(format!(",
        "target_arch=",
        "say!(",
        "pair(",
        "::of(",
        "Name::new(",
        "expect(",
        "panic!(",
        "warn!(",
        "error!(",
        "info!(",
        "debug!(",
        "include_str!(",
        "include_bytes!(",
    ];
    CALLS.iter().any(|call| before.ends_with(call))
}

/// A text of `format!` without what it stands for.
fn without_placeholders(text: &str) -> String {
    let parts = text.split('{').enumerate();
    parts
        .map(|(index, part)| if index == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) })
        .collect()
}

#[test]
fn no_text_that_players_read_is_in_the_code() {
    let not_shown = NOT_SHOWN.map(|path| root().join("src/game").join(path));
    let mut found = Vec::new();
    let mut unneeded: Vec<_> = EXCEPTIONS.iter().collect();
    for (file, pieces) in game_files() {
        if not_shown.iter().any(|path| file.starts_with(path)) {
            continue;
        }
        let mut before = String::new();
        for piece in pieces {
            match piece {
                Piece::Code(code) => before = ending(&code),
                Piece::Literal(text) => {
                    let is_exception =
                        |(path, literal, _): &(&str, &str, &str)| file.ends_with(path) && *literal == text;
                    unneeded.retain(|exception| !is_exception(exception));
                    let letters = without_placeholders(&text);
                    let letters =
                        letters.split(|sign: char| !sign.is_alphabetic()).map(|word| word.chars().count()).max();
                    if letters >= Some(2) && !is_for_nobody(&before) && !EXCEPTIONS.iter().any(is_exception) {
                        found.push(format!("{}: \"{text}\"", file.display()));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "texts belong into assets/locales/en.ftl:\n{}", found.join("\n"));
    assert!(unneeded.is_empty(), "no longer there: {unneeded:?}");
}

#[test]
fn rust_is_split_into_code_and_literals() {
    let literals = |source: &str| {
        pieces(source).into_iter().filter_map(|piece| match piece {
            Piece::Literal(text) => Some(text),
            Piece::Code(_) => None,
        })
    };
    let source = "// \"no\"\n#[doc = \"no\"]\nf('\"', '\\'', \"a\\\"b\", \"c\");\n#[cfg(test)]\nmod tests { \"no\" }";
    assert_eq!(literals(source).collect::<Vec<_>>(), ["a\\\"b", "c"]);
    let call = pieces("say!(\"key\", one = f(a == b, \"x\"), two = |c| c)");
    assert_eq!(argument_names(&call[2..]), ["one", "two"].map(ToOwned::to_owned).into());
}
