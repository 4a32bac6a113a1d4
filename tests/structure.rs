//! The shape of the code: which layer may know which, no circle of imports among folders and files, and how long lines
//! are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Layers of the library, each with the layers that it may import.
const LAYERS: [(&str, &[&str]); 12] = [
    ("rules", &[]),
    ("cpu", &["rules"]),
    ("notation", &["rules"]),
    ("library", &["rules", "notation"]),
    ("online", &["rules", "notation"]),
    ("sound", &[]),
    ("looks", &["rules"]),
    ("pictures", &["rules", "looks"]),
    ("programs", &["rules", "notation"]),
    ("files", &["library"]),
    ("server", &["rules", "cpu", "notation", "online", "pictures"]),
    ("game", &["rules", "cpu", "notation", "library", "online", "sound", "looks", "pictures", "programs", "files"]),
];

/// Layers that use the plain core, and may use clocks, threads and files.
const OUTER_LAYERS: [&str; 4] = ["programs", "files", "server", "game"];

/// Paths below `src` whose folders must not import each other, directly or through others.
const WITHOUT_CIRCLES: [&str; 5] = ["game", "server", "cpu", "cpu/classic", "bin/irogaeshi-cli"];

/// Folders whose files may not import each other in a circle: each a path below `src`.
const FILES_WITHOUT_CIRCLES: [&str; 14] = [
    "rules",
    "cpu",
    "notation",
    "library",
    "files",
    "online",
    "sound",
    "looks",
    "pictures",
    "programs",
    "server",
    "game",
    "bin/irogaeshi-cli",
    "bin/irogaeshi-worker",
];

/// Maximum width of a line in characters, as in `rustfmt.toml`. rustfmt does not wrap comments.
const WIDTH: usize = 120;

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn source(path: &str) -> PathBuf {
    root("src").join(path)
}

/// All Rust files below a folder; none if it does not exist.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    files_with(folder, "rs")
}

/// All files below a folder with this extension.
fn files_with(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths
        .flat_map(|path| if path.is_dir() { files_with(&path, extension) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|other| other == extension))
        .collect()
}

/// Numbers of the lines that are too long, from 1.
fn long_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<usize> {
    lines.enumerate().filter(|(_, line)| line.chars().count() > WIDTH).map(|(index, _)| index + 1).collect()
}

/// Lines of Markdown, with tables and code blocks, which cannot be wrapped, as empty lines.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().map(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || line.starts_with('|') { "" } else { line }
    })
}

/// The code of a file without comments and without what only tests compile, which may look at everything.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    let shipped = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    shipped
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |code, line| code + line + "\n")
}

/// The paths that begin with `crate::`, as their first names: of `crate::game::ui::{theme, scroll::Reveal}` that is
/// `game`, `ui`, `theme` and `game`, `ui`, `scroll`.
fn imports(code: &str) -> BTreeSet<Vec<String>> {
    code.split("crate::").skip(1).flat_map(|path| expand(&path.replace(char::is_whitespace, ""))).collect()
}

fn expand(path: &str) -> Vec<Vec<String>> {
    if let Some(list) = path.strip_prefix('{') {
        return members(list).flat_map(expand).collect();
    }
    let name: String = path.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect();
    let Some(rest) = path[name.len()..].strip_prefix("::") else { return vec![vec![name]] };
    let tails = rest.strip_prefix('{').map_or_else(|| expand(rest), |list| members(list).flat_map(expand).collect());
    tails.into_iter().map(|tail| [vec![name.clone()], tail].concat()).collect()
}

/// The parts of a list in braces, whose opening brace is already read.
fn members(list: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&list[begin..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.into_iter().filter(|part| !part.is_empty())
}

/// Imports between the folders and files directly below `folder`, except for the file that puts them together.
fn arrows(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let root = source(folder);
    let prefix: Vec<&str> = folder.split('/').filter(|part| LAYERS.iter().any(|(layer, _)| layer == part)).collect();
    let is_part = |name: &str| root.join(name).is_dir() || root.join(name).with_extension("rs").is_file();
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files_below(&root) {
        let below = file.strip_prefix(&root).expect("it is below the root");
        let first = below.iter().next().and_then(|name| name.to_str()).unwrap_or_default();
        let from = first.strip_suffix(".rs").unwrap_or(first).to_owned();
        if ["main", "mod"].contains(&from.as_str()) || file.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        for path in imports(&code(&file)) {
            let names: Vec<&str> = path.iter().map(String::as_str).collect();
            if let Some([to, ..]) = names.strip_prefix(prefix.as_slice())
                && is_part(to)
                && *to != from
            {
                arrows.entry(from.clone()).or_default().insert((*to).to_owned());
            }
        }
    }
    arrows
}

/// Modules of a crate with their code, by path: `["rules", "board"]` is src/rules/board.rs.
struct Modules(BTreeMap<Vec<String>, String>);

impl Modules {
    /// Reads the files of these folders, whose paths are relative to the root of the crate.
    fn read(crate_root: &Path, folders: &[&str]) -> Self {
        let files = folders.iter().flat_map(|folder| files_below(&crate_root.join(folder)));
        let modules = files.filter_map(|file| {
            let below = file.strip_prefix(crate_root).expect("it is below the root").with_extension("");
            let mut path: Vec<String> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let is_of_folder = path.last().is_some_and(|name| ["mod", "main"].contains(&name.as_str()));
            path.truncate(path.len() - usize::from(is_of_folder));
            (path.last().is_some_and(|name| name != "tests")).then(|| (path, code(&file)))
        });
        Self(modules.collect())
    }

    /// Paths in this code of a module that begin with `crate::`, `super::` or `self::`, each from the root of the
    /// crate.
    fn paths(module: &[String], code: &str) -> BTreeSet<Vec<String>> {
        let parent = &module[..module.len().saturating_sub(1)];
        let from = |keyword: &str, base: &[String]| {
            let parts = code.split(keyword).skip(1).map(|part| part.split(';').next().unwrap_or_default());
            let paths = parts.flat_map(|part| expand(&without_aliases(part)));
            paths.map(|path| [base, &path].concat()).collect::<Vec<_>>()
        };
        [from("crate::", &[]), from("super::", parent), from("self::", module)].concat().into_iter().collect()
    }

    /// Module that owns an item, found through what other modules publish by `pub use`.
    fn owner(&self, path: &[String]) -> Vec<String> {
        for at in 0..path.len() {
            let module = &path[..at];
            if self.0.contains_key(&path[..=at]) {
                continue;
            }
            return match self.published(module, &path[at]) {
                Some(elsewhere) => self.owner(&[&elsewhere, &path[at + 1..]].concat()),
                None => module.to_vec(),
            };
        }
        path.to_vec()
    }

    /// Path of an item that a module publishes from another.
    fn published(&self, module: &[String], name: &str) -> Option<Vec<String>> {
        let code = self.0.get(module)?;
        let parts = code.split("pub use ").chain(code.split("pub(crate) use ").skip(1)).skip(1);
        let paths = parts.flat_map(|part| expand(&without_aliases(part.split(';').next().unwrap_or_default())));
        // A macro is published as `use say`, from where it is.
        let is_from_elsewhere = |path: &Vec<String>| path.len() > 1 || path[0] != name;
        let mut named = paths.filter(|path| path.last().is_some_and(|last| last == name));
        let found = named.find(is_from_elsewhere)?;
        Some(match found[0].as_str() {
            "crate" => found[1..].to_vec(),
            "super" => [&module[..module.len() - 1], &found[1..]].concat(),
            "self" => [module, &found[1..]].concat(),
            _ => [module, &found].concat(),
        })
    }

    /// Module by module, the others whose items it uses. A folder's own file may know the files that it puts together.
    fn arrows(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, code) in &self.0 {
            for path in Self::paths(module, code) {
                let owner = self.owner(&path);
                if self.0.contains_key(&owner) && !owner.starts_with(module) {
                    arrows.entry(module.join("::")).or_default().insert(owner.join("::"));
                }
            }
        }
        arrows
    }
}

/// A path without whitespace and without `as …`.
fn without_aliases(path: &str) -> String {
    let mut words = path.split_whitespace();
    let mut flat = String::new();
    while let Some(word) = words.next() {
        if word == "as" {
            flat += words
                .next()
                .unwrap_or_default()
                .trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
        } else {
            flat += word;
        }
    }
    flat
}

/// A way from a folder back to itself, if there is one.
fn circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(
        arrows: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        let here = way.last()?.clone();
        for next in arrows.get(&here).into_iter().flatten() {
            if let Some(begin) = way.iter().position(|name| name == next) {
                return Some([&way[begin..], std::slice::from_ref(next)].concat());
            }
            if !done.contains(next) {
                way.push(next.clone());
                if let Some(found) = walk(arrows, way, done) {
                    return Some(found);
                }
                way.pop();
            }
        }
        done.insert(here);
        None
    }
    let mut done = BTreeSet::new();
    arrows.keys().find_map(|start| walk(arrows, &mut vec![start.clone()], &mut done))
}

#[test]
fn layers_know_only_those_below_them() {
    for (layer, below) in LAYERS {
        for file in files_below(&source(layer)) {
            for path in imports(&code(&file)) {
                let is_layer = LAYERS.iter().any(|(other, _)| *other == path[0]);
                let is_known = path[0] == layer || below.contains(&path[0].as_str());
                assert!(!is_layer || is_known, "{} knows {}", file.display(), path[0]);
            }
        }
    }
}

#[test]
fn sounds_know_no_other_layer() {
    for file in files_below(&source("sound")) {
        let known = imports(&code(&file)).into_iter().find(|path| path[0] != "sound");
        assert!(known.is_none(), "{} knows {known:?}", file.display());
    }
}

#[test]
fn only_the_game_knows_bevy() {
    for (layer, _) in LAYERS.into_iter().filter(|(layer, _)| *layer != "game") {
        for file in files_below(&source(layer)) {
            assert!(!code(&file).contains("bevy"), "{} names Bevy", file.display());
        }
    }
}

/// The plain core is the same everywhere because it asks no clock, reads nothing and waits for nobody.
#[test]
fn only_the_outer_layers_know_the_world() {
    for (layer, _) in LAYERS.into_iter().filter(|(layer, _)| !OUTER_LAYERS.contains(layer)) {
        for file in files_below(&source(layer)) {
            let code = code(&file);
            for name in ["tokio", "axum", "std::fs", "TcpStream", "Instant", "SystemTime"] {
                assert!(!code.contains(name), "{} names {name}", file.display());
            }
        }
    }
}

#[test]
fn only_devices_know_keys_and_pads() {
    let devices =
        ["held_keys.rs", "input_pace.rs", "keyboard.rs", "pad.rs"].map(|file| source(&format!("game/input/{file}")));
    for file in files_below(&source("game")).iter().filter(|file| !devices.contains(file)) {
        let code = code(file);
        let is_device =
            ["KeyCode", "KeyboardInput", "input::keyboard", "Gamepad"].iter().any(|name| code.contains(name));
        assert!(!is_device, "{} reads a device: screens read intents (input/intent.rs)", file.display());
    }
}

#[test]
fn no_folders_import_each_other() {
    for folder in WITHOUT_CIRCLES {
        if let Some(way) = circle(&arrows(folder)) {
            panic!("src/{folder}: {}", way.join(" -> "));
        }
    }
}

#[test]
fn no_files_import_each_other() {
    let (library, programs): (Vec<&str>, Vec<&str>) =
        FILES_WITHOUT_CIRCLES.iter().partition(|folder| !folder.starts_with("bin/"));
    let programs = programs.into_iter().map(|program| Modules::read(&source(program), &[""]));
    for modules in std::iter::once(Modules::read(&source(""), &library)).chain(programs) {
        assert!(modules.0.len() > 2, "files are found");
        if let Some(way) = circle(&modules.arrows()) {
            panic!("{}", way.join(" -> "));
        }
    }
}

/// A command has one door. Others listen to what was done, because a request may be refused.
#[test]
fn every_command_has_one_reader() {
    let codes: Vec<(PathBuf, String)> =
        files_below(&source("game")).into_iter().map(|file| (file.clone(), code(&file))).collect();
    let names_after = |code: &str, keyword: &str| -> Vec<String> {
        let types = code.split(keyword).skip(1).filter_map(|rest| rest.split('>').next());
        types.map(|path| path.rsplit([':', ' ']).next().unwrap_or_default().to_owned()).collect()
    };
    let commands: BTreeSet<String> = codes.iter().flat_map(|(_, code)| names_after(code, "add_command::<")).collect();
    assert!(commands.len() > 20, "they are found: {commands:?}");
    // A pasted text is the answer to a command; whichever place asked for it takes it.
    for command in commands.iter().filter(|name| *name != "Pasted" && *name != "M") {
        let readers = codes.iter().flat_map(|(file, code)| {
            let reads = names_after(code, "MessageReader<").into_iter().filter(|name| name == command);
            reads.map(move |_| file.clone())
        });
        let readers: Vec<PathBuf> = readers.collect();
        // What only the system can do is done by one reader for the desktop and one for the page.
        let is_for_each_platform =
            readers.len() == 2 && readers.iter().all(|file| file.starts_with(source("game/platform")));
        assert!(readers.len() == 1 || is_for_each_platform, "{command} is read by {readers:?}");
    }
}

#[test]
fn imports_name_the_owner() {
    for file in files_below(&source("game")) {
        let code = code(&file);
        let hub = code.lines().any(|line| line.starts_with("use super::"))
            || code.split("crate::game::").skip(1).any(|name| name.starts_with(char::is_uppercase));
        assert!(!hub, "{}: import from the file that owns the item, by its whole path", file.display());
    }
}

#[test]
fn every_file_and_folder_says_what_it_is_for() {
    for file in files_below(&source("")) {
        let text = fs::read_to_string(&file).expect("the file can be read");
        assert!(text.starts_with("//! "), "{} does not say what it is for", file.display());
    }
}

/// A test of a feature that no command turns on would be compiled to nothing and pass: the Makefile names each that
/// needs Bevy, and runs all others with the features of everything else.
#[test]
fn every_test_of_a_feature_is_run() {
    let read = |path: &Path| fs::read_to_string(path).expect("the file can be read");
    let manifest = read(&root("Cargo.toml"));
    let commands = read(&root("Makefile"));
    let plain = commands.lines().find_map(|line| line.strip_prefix("plain := ")).expect("features without Bevy");
    for tests in ["--lib --bins $(addprefix --test ,$(computing_tests))", "$(addprefix --test ,$(waiting_tests))"] {
        assert!(commands.contains(&format!("cargo test --locked $(plain) {tests}")), "all are run: {tests}");
    }
    assert!(
        commands.contains("\ncomputing_tests := $(filter-out $(waiting_tests),$(all_tests))\n"),
        "none is left out"
    );
    assert!(commands.contains("$(wildcard tests/*.rs tests/*/main.rs)"), "all are found");
    let is_named = |name: &str| {
        let mut lines = commands.lines().filter(|line| line.contains("_tests :=") || line.contains("cargo test"));
        lines.any(|line| line.split([' ', ',', ')']).any(|word| word == name))
    };
    let mut count = 0;
    for file in files_below(&root("tests")) {
        let is_folder = file.file_name().is_some_and(|name| name == "main.rs");
        let named = if is_folder { file.parent() } else { Some(file.as_path()) };
        let named = named.filter(|path| path.parent() == Some(&root("tests"))).and_then(Path::file_stem);
        let Some(name) = named.and_then(|name| name.to_str()) else { continue };
        let text = read(&file);
        let entry = manifest.split("[[").find(|entry| entry.contains(&format!("path = \"tests/{name}/")));
        let condition = text.lines().find(|line| line.starts_with("#![cfg(")).or(entry).unwrap_or_default();
        let features: Vec<&str> = ["cli", "game", "server", "worker"]
            .into_iter()
            .filter(|feature| condition.contains(&format!("\"{feature}\"")))
            .collect();
        count += usize::from(!features.is_empty());
        let is_plain = features.iter().all(|feature| plain.split([' ', ',']).any(|word| word == *feature));
        assert!(is_plain || is_named(name), "{name}: no command of the Makefile runs it");
    }
    assert!(count >= 7, "they are found");
}

#[test]
fn lines_of_words_are_no_longer_than_those_of_code() {
    let mut texts = files_with(&root("docs"), "md");
    let others = ["README.md", "README.ja.md", "CHANGELOG.md", "SECURITY.md", "web/README.md"];
    texts.extend(others.into_iter().chain(["assets/CREDITS.md", "assets/WEIGHTS.md"]).map(root));
    let folders = ["src", "tests", "benches"].map(root);
    let code: Vec<PathBuf> = folders.iter().flat_map(|folder| files_below(folder)).collect();
    assert!(texts.len() > 10 && code.len() > 100, "the files are found");
    let read = |file: &Path| fs::read_to_string(file).expect("the file can be read");
    for file in texts {
        let long = long_lines(prose(&read(&file)));
        assert!(long.is_empty(), "{}: lines {long:?} have more than {WIDTH} characters", file.display());
    }
    for file in code {
        let text = read(&file);
        let comments = text.lines().map(|line| if line.trim_start().starts_with("//") { line } else { "" });
        let long = long_lines(comments);
        assert!(long.is_empty(), "{}: lines {long:?} have more than {WIDTH} characters", file.display());
    }
}

/// Targets of a Markdown text's links and pictures that are paths, without their anchors.
fn linked_paths(text: &str) -> Vec<&str> {
    let outside_code = text.split("```").step_by(2);
    let targets = outside_code.flat_map(|part| {
        let links = part.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = part.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        links.chain(pictures)
    });
    let paths = targets.filter(|target| !target.contains("://"));
    paths.filter_map(|path| path.split('#').next()).filter(|path| !path.is_empty()).collect()
}

#[test]
fn links_between_documents_lead_to_files() {
    let mut texts = files_with(&root("docs"), "md");
    let others =
        ["README.md", "README.ja.md", "SECURITY.md", "deploy/README.md", "packaging/README.md", "web/README.md"];
    texts.extend(others.map(root));
    let has_pictures = root("docs/pictures").is_dir();
    let mut count = 0;
    for text in texts {
        let content = fs::read_to_string(&text).expect("the file can be read");
        for path in linked_paths(&content) {
            // `make pictures` takes them.
            if !has_pictures && path.contains("pictures/") {
                continue;
            }
            let target = text.with_file_name("").join(path);
            assert!(target.exists(), "{}: {path} does not exist", text.display());
            count += 1;
        }
    }
    assert!(count > 50, "links are found");
}

#[test]
fn paths_are_read_from_links_and_pictures_outside_code() {
    let text =
        "[a](b.md#c) [d](https://e.org) ![f](g.png) [h](#i)\n<img src=\"j.png\">\n```\n[k](l.md)\n```\n[m](n.md)";
    assert_eq!(linked_paths(text), ["b.md", "g.png", "j.png", "n.md"]);
}

#[test]
fn long_lines_are_counted_in_characters_and_only_among_words() {
    let (fits, long) = ("é".repeat(WIDTH), "é".repeat(WIDTH + 1));
    let text = format!("{fits}\n{long}\n| {long} |\n```\n{long}\n```\n{long}\n");
    assert_eq!(long_lines(prose(&text)), [2, 7]);
}

#[test]
fn a_circle_is_found_where_there_is_one() {
    let arrows = |pairs: &[(&str, &str)]| {
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            arrows.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        arrows
    };
    assert_eq!(circle(&arrows(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let way = circle(&arrows(&[("a", "b"), ("b", "c"), ("c", "b")])).expect("b and c know each other");
    assert_eq!(way, ["b", "c", "b"]);
}

#[test]
fn imports_are_read_as_they_are_written() {
    let read = |code: &str| imports(code).into_iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(read("use crate::rules::Square;"), ["rules::Square"]);
    assert_eq!(
        read("use crate::game::{\n    ui::theme::{self, text},\n    play::seat::Seat,\n};\n"),
        ["game::play::seat::Seat", "game::ui::theme::self", "game::ui::theme::text"]
    );
    assert_eq!(read("let cell: crate::game::Cell = x;"), ["game::Cell"]);
}

#[test]
fn a_circle_of_files_is_found_through_what_folders_publish() {
    let modules = |files: &[(&str, &str)]| {
        let path = |name: &str| name.split("::").map(str::to_owned).collect();
        Modules(files.iter().map(|(name, code)| (path(name), (*code).to_owned())).collect())
    };
    let folder = ("a", "mod b;\nmod c;\npub use b::B;\npub use c::{C, D as E};\n");
    let way = modules(&[folder, ("a::b", "use super::C;\n"), ("a::c", "use crate::a::{\n    B as Other,\n};\n")]);
    assert_eq!(circle(&way.arrows()), Some(["a::b", "a::c", "a::b"].map(str::to_owned).to_vec()));
    let way = modules(&[folder, ("a::b", "use super::{C, c::F};\n"), ("a::c", "use std::fmt;\n")]);
    assert_eq!(circle(&way.arrows()), None);
}
