//! The tours in which the game takes pictures of itself: their names, contents and players.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageSampler, ImageType};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use irogaeshi::game::{
    Catalogue, DemoPlugin, Language, LegalMoves, MatchPhase, Motion, Overlay, Screen, ScreensPlugin, ShowcasePlugin,
    TextSize,
};
use irogaeshi::rules::{Goal, Player, Record};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::harness::{MAX_THINKING_STEPS, TestGame};

/// A picture of one pixel whose colour looks different to colour-blind eyes.
const PIXEL: [u8; 4] = [139, 4, 4, 255];

/// A folder for pictures, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pictures-{}-{name}", std::process::id())))
    }

    /// Names of the files, without those in subfolders.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().map(|entry| entry.expect("the folder can be read"));
        let files = entries.filter(|entry| entry.path().is_file());
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect()
    }

    /// First pixel of a picture.
    fn pixel(&self, name: &str) -> Vec<u8> {
        let bytes = fs::read(self.0.join(name)).expect("there is such a picture");
        let (kind, formats) = (ImageType::Extension("png"), CompressedImageFormats::NONE);
        let picture =
            Image::from_buffer(&bytes, kind, formats, true, ImageSampler::Default, RenderAssetUsages::default());
        picture.expect("the picture is a PNG").data.expect("the picture has pixels")[..3].to_vec()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// Takes all pictures of a tour, and calls `look` at each. Returns the results by the names of the pictures.
fn take_all<T>(game: &mut TestGame, folder: &Folder, look: impl Fn(&mut TestGame) -> T) -> BTreeMap<String, T> {
    let mut seen = BTreeMap::new();
    let has_ended = |game: &mut TestGame| !game.world_mut().resource::<Messages<AppExit>>().is_empty();
    loop {
        game.run_until("a picture is taken", MAX_THINKING_STEPS, |game| {
            game.count::<Screenshot>() > 0 || has_ended(game)
        });
        if has_ended(game) {
            return seen;
        }
        let looked = look(game);
        let before = folder.files();
        let world = game.world_mut();
        let mut screenshots = world.query_filtered::<Entity, With<Screenshot>>();
        let entity = screenshots.single(world).expect("one picture at a time");
        let extent = Extent3d { width: 1, height: 1, depth_or_array_layers: 1 };
        let (format, usages) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default());
        let image = Image::new(extent, TextureDimension::D2, PIXEL.to_vec(), format, usages);
        world.trigger(ScreenshotCaptured { entity, image });
        world.despawn(entity);
        let mut new = folder.files();
        new.retain(|file| Path::new(file).extension().is_some_and(|kind| kind == "png") && !before.contains(file));
        let [name] = &new[..] else { panic!("one picture is kept each time, not {new:?}") };
        seen.insert(name.trim_end_matches(".png").to_owned(), looked);
    }
}

/// The state of the board in a picture.
#[derive(Debug)]
struct Moment {
    variant: String,
    goal: Goal,
    ply: usize,
    /// Progress of each moving stone.
    progress: Vec<f32>,
    scorched: usize,
    legal: usize,
    banner: Option<String>,
    phase: MatchPhase,
}

impl Moment {
    fn of(game: &mut TestGame) -> Self {
        let variant = game.game().record.variant().clone();
        Self {
            variant: variant.name().to_owned(),
            goal: variant.goal(),
            ply: game.ply(),
            progress: game.all::<Motion>().into_iter().map(Motion::progress).collect(),
            scorched: game.scorched().len(),
            legal: game.world_mut().resource::<LegalMoves>().squares.len(),
            banner: game.text_below("banner"),
            phase: game.phase(),
        }
    }
}

#[test]
fn the_showcase_has_a_picture_of_every_moment_of_a_match() {
    let folder = Folder::new("showcase");
    let mut game = TestGame::with_plugin(ShowcasePlugin { folder: folder.0.clone() });
    let moments = take_all(&mut game, &folder, Moment::of);
    let of = |name: &str| moments.get(name).unwrap_or_else(|| panic!("there is a picture {name}"));
    for (name, variant, goal, has_bombs) in [
        ("classic", "Classic 8 × 8", Goal::Most, false),
        ("reverse", "Classic 8 × 8", Goal::Fewest, false),
        ("green", "Colour 3: green", Goal::Most, false),
        ("colour", "Colour (3+2)", Goal::Most, true),
        ("five", "Five", Goal::Most, true),
    ] {
        let moment = |moment: &str| of(&format!("{name}-{moment}"));
        let [start, middle, turning, over] = ["start", "middle", "turning", "over"].map(moment);
        assert_eq!((start.variant.as_str(), start.goal), (variant, goal));
        assert_eq!((start.ply, start.phase), (0, MatchPhase::Waiting));
        assert!(middle.ply > 0 && middle.legal > 0 && middle.phase == MatchPhase::Waiting, "{middle:?}");
        assert!(
            turning.ply == middle.ply + 1 && turning.progress.iter().any(|progress| *progress > 0.4),
            "{turning:?}"
        );
        assert_eq!((over.phase, over.progress.len()), (MatchPhase::Over, 0));
        assert_eq!(moments.contains_key(&format!("{name}-exploding")), has_bombs);
        if has_bombs {
            let exploding = moment("exploding");
            assert!(exploding.scorched > 2 && !exploding.progress.is_empty(), "{exploding:?}");
        }
    }
    assert!(moments.values().all(|moment| moment.banner.is_none() || moment.progress.is_empty()));
    assert_eq!(of("colour-telling").banner.as_deref(), Some("Cyan cuts in"));
    assert!(of("five-telling").banner.as_deref().is_some_and(|shown_text| shown_text.ends_with("must pass")));
    // Each picture is saved as every kind of eye sees it.
    for name in moments.keys() {
        for (eyes, pixel) in [
            (".", [139, 4, 4]),
            ("protanopia", [57, 49, 1]),
            ("deuteranopia", [87, 76, 0]),
            ("greyscale", [67, 67, 67]),
        ] {
            assert_eq!(folder.pixel(&format!("{eyes}/{name}.png")), pixel, "{eyes}/{name}");
        }
    }
}

#[test]
fn the_film_shows_a_wave_of_discs_frame_by_frame() {
    let folder = Folder::new("film");
    let mut game = TestGame::with_plugin(ShowcasePlugin { folder: folder.0.clone() });
    let moments = take_all(&mut game, &folder, Moment::of);
    for turn in 0..4 {
        let prefix = format!("film-{turn}-");
        let frames: Vec<&Moment> =
            moments.iter().filter(|(name, _)| name.starts_with(&prefix)).map(|(_, at)| at).collect();
        let moving = frames.iter().filter(|frame| !frame.progress.is_empty()).count();
        assert!(moving > 8, "{moving} of {} frames of turn {turn} show motion", frames.len());
        assert!(frames.last().is_some_and(|frame| frame.progress.is_empty()), "it ends when everything lies still");
        assert!(frames.iter().all(|frame| frame.ply == frames[0].ply), "one turn");
    }
}

/// File with a digest of each picture in the documentation: what it showed when it was taken.
fn digests_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/digests.txt")
}

/// A report without ids of entities and the name of the saved match, which differ between runs.
fn without_identities(report: Value) -> Value {
    match report {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, _)| !["id", "grid", "kept_as"].contains(&name.as_str()))
            .map(|(name, value)| (name, without_identities(value)))
            .collect(),
        Value::Array(values) => values.into_iter().map(without_identities).collect(),
        value => value,
    }
}

/// Digests of the reports of some pictures of a tour, by name. A report holds all texts and where they are.
fn digests<P: Plugin>(size: (u32, u32), plugin: impl FnOnce(PathBuf) -> P, names: &[&str]) -> BTreeMap<String, String> {
    let folder = Folder::new(&format!("digests-{}x{}-{}", size.0, size.1, names[0]));
    let mut game = TestGame::in_window_with(size.0, size.1, plugin(folder.0.clone()));
    let mut seen = take_all(&mut game, &folder, |game| {
        let hash = Sha256::digest(without_identities(game.report_json()).to_string());
        hash.iter().take(8).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    });
    names.iter().map(|name| seen.remove_entry(*name).expect("the tour has this picture")).collect()
}

/// The look of these pictures is compared by their reports, not by pixels, which differ between drivers.
#[test]
fn the_pictures_of_the_documentation_show_the_current_game() {
    let mut current = digests((1280, 800), |folder| ShowcasePlugin { folder }, &["classic-middle", "five-middle"]);
    current.extend(digests((390, 844), |folder| ShowcasePlugin { folder }, &["colour-middle"]));
    current.extend(digests((1280, 800), |folder| ScreensPlugin { folder, has_server: false }, &["review", "editor"]));
    let text = current.iter().fold(String::new(), |text, (name, digest)| text + name + " " + digest + "\n");
    if std::env::var_os("IROGAESHI_NEW_PICTURES").is_some() {
        fs::write(digests_file(), text).expect("the documentation can be written");
        return;
    }
    let taken = fs::read_to_string(digests_file()).expect("the documentation has digests");
    assert_eq!(text, taken, "the game looks different now: take the pictures again with `make pictures`");
}

#[test]
fn the_demonstration_saves_pictures_and_its_record() {
    let folder = Folder::new("demo");
    fs::create_dir_all(&folder.0).expect("cargo's folder for tests can be written");
    let mut game = TestGame::with_plugin(DemoPlugin { folder: folder.0.clone() });
    let seen = take_all(&mut game, &folder, |game| (game.screen(), game.count::<Motion>()));
    assert_eq!(seen["title"].0, Screen::Title);
    assert_eq!(seen["new-game"].0, Screen::NewGame);
    assert!(seen["match"].1 > 0, "discs turn");
    assert_eq!((seen["result"], seen.len()), ((Screen::Match, 0), 4));
    let record = fs::read_to_string(folder.0.join("record.txt")).expect("the record is there");
    let record: Record = record.parse().expect("the record can be read");
    assert!(record.position().to_move().is_none(), "it was played to its end");
}

#[test]
fn every_screen_is_pictured_with_texts_of_two_sizes() {
    let folder = Folder::new("screens");
    let mut game = TestGame::with_plugin(ScreensPlugin { folder: folder.0.clone(), has_server: false });
    game.settings().system_language = Language::Japanese;
    let seen = take_all(&mut game, &folder, |game| {
        let overlay = *game.world_mut().resource::<Overlay>();
        assert_eq!(game.world_mut().resource::<Catalogue>().language(), Language::Japanese);
        (game.screen(), overlay, game.settings().text_size)
    });
    for (ending, percent) in [("", 100), ("-large", 200)] {
        for (name, screen, overlay) in [
            ("title", Screen::Title, Overlay::None),
            ("new-game-players", Screen::NewGame, Overlay::None),
            ("cpu-players", Screen::NewGame, Overlay::CpuPicker(Player::White)),
            ("analysis", Screen::Match, Overlay::None),
            ("match-menu", Screen::Match, Overlay::MatchMenu),
            ("share", Screen::Match, Overlay::Share),
            ("link-code", Screen::Match, Overlay::LinkCode),
            ("keys", Screen::Match, Overlay::KeySheet),
            ("result-of-five", Screen::Match, Overlay::None),
            ("better-line", Screen::Review, Overlay::None),
            ("editor", Screen::Editor, Overlay::None),
            ("board-library", Screen::Editor, Overlay::BoardLibrary),
            ("games", Screen::Games, Overlay::None),
            ("statistics", Screen::Statistics, Overlay::None),
            ("learn", Screen::Learn, Overlay::None),
            ("lesson-missed", Screen::Match, Overlay::None),
            ("settings-7", Screen::Settings, Overlay::None),
            ("lobby", Screen::Lobby, Overlay::None),
        ] {
            assert_eq!(seen[&format!("{name}{ending}")], (screen, overlay, TextSize::from(percent)), "{name}{ending}");
        }
    }
}

#[test]
fn a_picture_that_cannot_be_saved_ends_the_game_with_an_error() {
    let folder = Folder::new("nowhere");
    fs::write(&folder.0, "not a folder").expect("cargo's folder for tests can be written");
    let mut game = TestGame::with_plugin(ShowcasePlugin { folder: folder.0.join("below") });
    game.run_until("a picture is taken", MAX_THINKING_STEPS, |game| game.count::<Screenshot>() > 0);
    let world = game.world_mut();
    let mut screenshots = world.query_filtered::<Entity, With<Screenshot>>();
    let entity = screenshots.single(world).expect("one picture at a time");
    world.trigger(ScreenshotCaptured { entity, image: Image::default() });
    let exits: Vec<AppExit> = world.resource_mut::<Messages<AppExit>>().drain().collect();
    fs::remove_file(&folder.0).ok();
    assert_eq!(exits, [AppExit::error()]);
}
