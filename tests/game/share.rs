//! Handing the game on: copies, files of every format, and pictures of a match and of a review.

use std::fs;
use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, ComputedNode, UiGlobalTransform};
use irogaeshi::game::{
    BoardTheme, CloseNotice, CopyLink, CopyText, ExportFolder, FileOffered, Match, MatchChange, MatchCommand, Navigate,
    Online, Overlay, Palette, ReviewStep, Reviewing, Screen, ShareCommand, TextSize,
};
use irogaeshi::looks::{BoardColours, DiscColours};
use irogaeshi::notation::{AnyText, GameFormat, GameLink, GameRecord, WthorGames};
use irogaeshi::pictures::{PictureFormat, PictureOptions, PictureSize, middle_of};
use irogaeshi::rules::{ByPlayer, Cell, Disc, Ending, Player, Position, Record, Variant};
use qrcodegen::{QrCode, QrCodeEcc};
use tempfile::TempDir;

use crate::harness::{TestGame, at_once, classic, humans, played, random_game};
use crate::picture::{Picture, colour, read_png};

const MOVES: &str = "f5 d6 c3 d3 c4";
/// Label of the button that draws an animation.
const ANIMATE: &str = "Save as Animated GIF";

fn named(mut on_board: Match) -> Match {
    for (player, name) in [(Player::Black, "Anna"), (Player::White, "Ben/Li")] {
        name.clone_into(&mut on_board.names[player]);
    }
    on_board.started = Some(951_868_799);
    on_board
}

/// A game with the overlay open, and the folder for its files.
fn sharing(on_board: Match) -> (TestGame, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.world_mut().insert_resource(ExportFolder(Some(folder.path().to_owned())));
    game.enter(on_board);
    game.steps(5);
    open(&mut game);
    (game, folder)
}

fn open(game: &mut TestGame) {
    game.act(Navigate::Open(Overlay::Share));
    game.steps(5);
}

fn overlay(game: &mut TestGame) -> Overlay {
    *game.world_mut().resource::<Overlay>()
}

/// Takes the only file out of the folder: its name and contents.
fn taken(folder: &TempDir) -> (String, Vec<u8>) {
    let paths: Vec<_> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    let [path] = &paths[..] else { panic!("one file is there: {paths:?}") };
    let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
    let bytes = fs::read(path).expect("it can be read");
    fs::remove_file(path).expect("it can be removed");
    (name, bytes)
}

fn read_back(format: GameFormat, bytes: &[u8]) -> Record {
    if format == GameFormat::Wthor {
        let file = WthorGames::read(bytes).expect("a WTHOR file");
        return file.games().next().expect("a game").to_game_record(None).0.into_record();
    }
    let text = std::str::from_utf8(bytes).expect("a text");
    match AnyText::read(text).expect("it can be read") {
        AnyText::Game(game) => game.into_record(),
        AnyText::Variant(variant) => panic!("{format:?}: {variant}"),
    }
}

#[test]
fn a_saved_file_holds_the_game_in_the_format() {
    let on_board = named(played(classic(8, humans()), MOVES));
    let expected = on_board.to_game_record();
    let (mut game, folder) = sharing(on_board);
    for (format, label) in GameFormat::ALL.into_iter().zip(["PGN", "SGF", "GGF", "JSON", "Move grid", "WTHOR"]) {
        open(&mut game);
        game.click_on(&format!("Save as {label}"));
        game.steps(5);
        assert_eq!(overlay(&mut game), Overlay::None, "{label}");
        let (name, bytes) = taken(&folder);
        assert_eq!(name, format!("irogaeshi-Anna-Ben-Li-2000-02-29.{}", format.extension()));
        assert_eq!(Some(&bytes), format.write(&expected).as_ref(), "{label}");
        assert_eq!(read_back(format, &bytes).played(), game.game().record.played(), "{label}");
        assert!(game.notice().is_some_and(|notice| notice.contains(&name)), "{:?}", game.notice());
    }
}

#[test]
fn a_file_never_replaces_another() {
    let (mut game, folder) = sharing(played(classic(8, humans()), MOVES));
    for _ in 0..2 {
        game.act(ShareCommand::Save(GameFormat::Pgn));
        game.steps(3);
    }
    let names: Vec<_> =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn formats_that_cannot_hold_a_board_are_not_lit_and_are_named() {
    let variant = Variant::built_in("five").expect("is built in");
    let mut five = Match::new(variant.clone(), humans(), 1);
    five.record = random_game(&variant, 4);
    five.record.jump(20);
    let (mut game, folder) = sharing(five);
    let words = game.text_below("share").expect("it is open");
    for (format, label) in GameFormat::ALL.into_iter().zip(["PGN", "SGF", "GGF", "JSON", "Move grid", "WTHOR"]) {
        let fits = format.write(&game.game().to_game_record()).is_some();
        assert_eq!(fits, format == GameFormat::Json, "{label}");
        assert_eq!(game.control(&format!("Save as {label}")).disabled, !fits, "{label}");
    }
    assert!(words.contains("PGN, SGF, GGF, Move grid and WTHOR cannot hold this game."), "{words}");
    game.act(ShareCommand::Save(GameFormat::Pgn));
    game.steps(3);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    game.click_on("Save as JSON");
    game.steps(3);
    assert_eq!(read_back(GameFormat::Json, &taken(&folder).1), game.game().record);
}

#[test]
fn a_copied_position_reads_back_on_every_board() {
    for key in ["classic", "five"] {
        let variant = Variant::built_in(key).expect("is built in");
        let mut on_board = Match::new(variant.clone(), humans(), 1);
        on_board.record = random_game(&variant, 4);
        on_board.record.jump(9);
        let (mut game, _folder) = sharing(on_board);
        game.write(ShareCommand::CopyPosition);
        game.step();
        let messages = game.world_mut().resource::<Messages<CopyText>>();
        let text = messages.get_cursor().read(messages).last().expect("it is copied").0.clone();
        let board = match AnyText::read(&text).expect("it can be read") {
            AnyText::Game(read) => read.record().position().board().clone(),
            AnyText::Variant(variant) => variant.board().clone(),
        };
        assert_eq!(board, *game.position().board(), "{text}");
    }
}

/// Last picture of an animation, and the number of its pictures.
fn read_gif(file: &[u8]) -> (Picture, usize) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF file");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut last = Picture { width, pixels: vec![0; width * height] };
    let mut pictures = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a whole picture") {
        pictures += 1;
        for (index, bytes) in frame.buffer.chunks(4).enumerate().filter(|(_, bytes)| bytes[3] > 0) {
            let across = usize::from(frame.left) + index % usize::from(frame.width);
            let down = usize::from(frame.top) + index / usize::from(frame.width);
            last.pixels[down * width + across] = colour(bytes);
        }
    }
    (last, pictures)
}

/// Checks the middle of each square, for black and white discs in these colours on the usual board.
fn check_board(picture: &Picture, position: &Position, record: &Record, size: PictureSize, faces: [u32; 2]) {
    check_board_on(BoardColours::CLOTH.ground, picture, position, record, size, faces);
}

fn check_board_on(
    ground: u32,
    picture: &Picture,
    position: &Position,
    record: &Record,
    size: PictureSize,
    faces: [u32; 2],
) {
    let options = PictureOptions { size, ..PictureOptions::default() };
    for square in position.board().squares() {
        let expected = match position.board().cell(square) {
            Cell::Occupied(Disc::Black) => faces[0],
            Cell::Occupied(Disc::White) => faces[1],
            _ => ground,
        };
        let found = picture.at(middle_of(square, record, &options));
        assert_eq!(format!("{found:06x}"), format!("{expected:06x}"), "{square}");
    }
}

fn usual_faces() -> [u32; 2] {
    [Disc::Black, Disc::White].map(|disc| DiscColours::usual(disc).face)
}

#[test]
fn a_picture_shows_the_board_in_the_chosen_size_and_colours() {
    let (mut game, folder) = sharing(named(played(classic(8, humans()), MOVES)));
    for (size, pixels) in [(PictureSize::Small, "320"), (PictureSize::Large, "960")] {
        open(&mut game);
        game.click_on(&format!("{pixels} pixels wide"));
        game.steps(3);
        assert!(game.control(&format!("{pixels} pixels wide")).chosen);
        game.click_on("Save as PNG");
        game.steps(5);
        assert_eq!(overlay(&mut game), Overlay::None);
        let (name, bytes) = taken(&folder);
        assert_eq!(name, "irogaeshi-Anna-Ben-Li-2000-02-29.png");
        check_board(&read_png(&bytes), game.position(), &game.game().record, size, usual_faces());
    }
    game.settings().palette = Palette::HighContrast;
    open(&mut game);
    game.click_on("Save as PNG");
    game.steps(5);
    let picture = read_png(&taken(&folder).1);
    check_board(&picture, game.position(), &game.game().record, PictureSize::Large, [0, 0x00ff_ffff]);
    open(&mut game);
    game.click_on("Save as SVG");
    game.steps(5);
    let svg = String::from_utf8(taken(&folder).1).expect("a text");
    assert!(svg.starts_with("<svg ") && svg.contains(">Anna</text>") && svg.contains("#ffffff"), "{svg}");
}

#[test]
fn pictures_and_animations_show_the_chosen_board_theme() {
    let (mut game, folder) = sharing(played(classic(8, humans()), MOVES));
    for theme in BoardTheme::ALL {
        game.settings().board_theme = theme;
        let look = theme.look();
        let [ground, frame] = [look.ground, look.frame].map(|expected| colour(&expected.to_srgba().to_u8_array()));
        open(&mut game);
        game.click_on("Save as PNG");
        game.steps(5);
        let still = read_png(&taken(&folder).1);
        open(&mut game);
        game.click_on(ANIMATE);
        game.run_until("it is drawn", 60, |game| overlay(game) == Overlay::None);
        game.steps(3);
        let (animated, _) = read_gif(&taken(&folder).1);
        for picture in [still, animated] {
            let size = PictureSize::Medium;
            check_board_on(ground, &picture, game.position(), &game.game().record, size, usual_faces());
            assert_eq!(format!("{:06x}", picture.at([1, 1])), format!("{frame:06x}"), "{theme:?}");
        }
    }
}

#[test]
fn an_animation_shows_the_whole_game_and_ends_with_the_last_position() {
    let (mut game, folder) = sharing(played(classic(8, humans()), MOVES));
    game.click_on(ANIMATE);
    game.steps(6);
    assert!(game.control("Save as PNG").disabled, "one picture at a time");
    let words = game.text_below("share").expect("it stays open");
    assert!(words.contains("Drawing the game"), "{words}");
    assert_eq!(game.focused().as_deref(), Some("Cancel"));
    game.run_until("it is drawn", 60, |game| overlay(game) == Overlay::None);
    game.steps(3);
    let (name, bytes) = taken(&folder);
    assert_eq!(name, "irogaeshi.gif");
    let (last, pictures) = read_gif(&bytes);
    // A disc turns in five pictures.
    assert_eq!(pictures, 1 + 5 * 5);
    check_board(&last, game.position(), &game.game().record, PictureSize::Medium, usual_faces());
}

#[test]
fn nothing_is_left_of_an_animation_that_is_cancelled() {
    let (mut game, folder) = sharing(played(classic(8, humans()), MOVES));
    game.act(ShareCommand::Draw(PictureFormat::Gif));
    game.steps(5);
    game.click_on("Cancel");
    game.steps(5);
    assert_eq!(overlay(&mut game), Overlay::Share);
    assert!(!game.control(ANIMATE).disabled);
    assert_eq!(game.focused().as_deref(), Some(ANIMATE));
    game.act(ShareCommand::Draw(PictureFormat::Gif));
    game.steps(5);
    game.press(Key::Escape);
    game.steps(60);
    assert_eq!(overlay(&mut game), Overlay::None);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    open(&mut game);
    assert!(!game.control(ANIMATE).disabled);
}

#[test]
fn a_review_hands_on_the_whole_game_and_the_shown_position() {
    let mut over = classic(4, humans());
    over.record = random_game(&Variant::classic(4).expect("a side"), 1);
    let (mut game, folder) = sharing(over);
    game.act(Navigate::To(Screen::Review));
    game.steps(5);
    game.act(ReviewStep::First);
    game.steps(3);
    game.press_on("Share");
    game.steps(5);
    assert_eq!(overlay(&mut game), Overlay::Share);
    game.click_on("Save as JSON");
    game.steps(5);
    assert_eq!(game.focused().as_deref(), Some("Share"));
    let record = game.game().record.clone();
    assert_eq!(read_back(GameFormat::Json, &taken(&folder).1).played(), record.played());
    game.press_on("Share");
    game.steps(5);
    game.click_on("Save as PNG");
    game.steps(5);
    let start = record.position_at(0).expect("a beginning");
    check_board(&read_png(&taken(&folder).1), start, &record, PictureSize::Medium, usual_faces());
}

#[test]
fn the_keyboard_reaches_everything_and_returns_to_the_menu() {
    let (mut game, _folder) = sharing(played(classic(8, humans()), MOVES));
    let mut seen = Vec::new();
    for _ in 0..20 {
        seen.extend(game.focused());
        game.press_tab(false);
        game.steps(2);
    }
    let wanted = ["Copy moves", "Copy link", "Copy the position", "Save as PGN", "480 pixels wide", ANIMATE, "Close"];
    for label in wanted {
        assert!(seen.iter().any(|other| other == label), "{label} in {seen:?}");
    }
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!((overlay(&mut game), game.focused().as_deref()), (Overlay::None, Some("Menu")));
}

#[test]
fn headings_and_progress_are_reported() {
    let (mut game, _folder) = sharing(played(classic(8, humans()), MOVES));
    game.act(ShareCommand::Draw(PictureFormat::Gif));
    game.steps(5);
    let report = game.report_json();
    let words = report["question"].as_str().expect("the overlay lies over the match");
    assert_eq!(words, "Share. Copy. Save as a file. Save a picture. Drawing the game. Library.");
    game.steps(3);
    assert_eq!(game.report_json()["question"], words, "it is not spoken again with every picture");
}

/// The text that was copied last.
fn copied(game: &mut TestGame) -> Option<String> {
    let messages = game.world_mut().resource::<Messages<CopyText>>();
    messages.get_cursor().read(messages).last().map(|CopyText(text)| text.clone())
}

fn use_server(game: &mut TestGame) {
    let server = "https://play.example.org".parse().expect("an address");
    game.world_mut().resource_mut::<Online>().server = Some(server);
}

/// The link that is copied, without changing the open overlay.
fn link(game: &mut TestGame) -> String {
    let open = overlay(game);
    game.write(CopyLink);
    game.step();
    let link = copied(game).expect("a link is copied");
    game.steps(3);
    game.act(CloseNotice);
    game.act(Navigate::Open(open));
    game.steps(5);
    link
}

/// Area of the shown code in the window, and its image; `None` if there is none.
fn shown_code(game: &mut TestGame) -> Option<(Rect, Image)> {
    let world = game.world_mut();
    let mut codes = world.query::<(&Name, &ComputedNode, &UiGlobalTransform, &ImageNode)>();
    let (_, node, at, image) = codes.iter(world).find(|(name, ..)| name.as_str() == "qr code")?;
    let area = Rect::from_center_size(at.translation, node.size());
    let image = image.image.clone();
    let image = world.resource::<Assets<Image>>().get(&image).expect("it is drawn").clone();
    Some((area, image))
}

/// Checks that an image shows a text as a QR code with a light border of four squares. Returns the number of squares
/// along a side.
fn check_code(image: &Image, text: &str) -> u32 {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).expect("it fits");
    let squares = u8::try_from(code.size() + 8).expect("at most 185");
    let scale = image.width() / u32::from(squares);
    assert_eq!([image.width(), image.height()], [u32::from(squares) * scale; 2]);
    let pixels = image.data.as_ref().expect("it is in memory");
    for row in 0..squares {
        for column in 0..squares {
            let [x, y] = [column, row].map(|place| u32::from(place) * scale + scale / 2);
            let is_dark = pixels[4 * (y * image.width() + x) as usize] == 0;
            let expected = code.get_module(i32::from(column) - 4, i32::from(row) - 4);
            assert_eq!(is_dark, expected, "column {column}, row {row} of {text}");
        }
    }
    squares.into()
}

#[test]
fn the_link_is_shown_as_a_qr_code_and_back() {
    let (mut game, _folder) = sharing(played(classic(8, humans()), MOVES));
    use_server(&mut game);
    game.click_on("Show the link as a QR code");
    game.steps(5);
    assert_eq!((overlay(&mut game), game.focused().as_deref()), (Overlay::LinkCode, Some("Back")));
    let words = game.report_json()["question"].as_str().expect("it lies over the match").to_owned();
    assert_eq!(words, "Link as a QR code. Scan this code with a phone to open the game there.");
    let link = link(&mut game);
    assert!(link.starts_with("https://play.example.org/"), "{link}");
    let (_, image) = shown_code(&mut game).expect("a code is shown");
    check_code(&image, &link);
    game.click_on("Back");
    game.steps(5);
    assert_eq!(overlay(&mut game), Overlay::Share);
    assert_eq!(game.focused().as_deref(), Some("Show the link as a QR code"));
    assert!(shown_code(&mut game).is_none());
    game.press(Key::Enter);
    game.steps(5);
    assert!(shown_code(&mut game).is_some());
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!((overlay(&mut game), game.focused().as_deref()), (Overlay::None, Some("Menu")));
}

#[test]
fn a_qr_code_is_whole_and_large_enough_in_every_window() {
    let sizes = [(320, 320), (320, 568), (568, 320), (390, 844), (844, 390), (1280, 800), (3840, 2160)];
    let mut large = Match::new(Variant::classic(26).expect("a side"), humans(), 1);
    large.record = random_game(large.record.variant(), 1);
    // A long link needs a large window.
    for (on_board, least) in [(played(classic(8, humans()), MOVES), 0), (large, 500)] {
        let (mut game, _folder) = sharing(on_board);
        use_server(&mut game);
        let link = link(&mut game);
        game.act(Navigate::Open(Overlay::LinkCode));
        for percent in [100, 200] {
            game.settings().text_size = TextSize::from(percent);
            for (width, height) in sizes {
                game.resize(width, height);
                game.steps(8);
                let place = format!("{width} x {height} at {percent} %: {} letters", link.len());
                let words = game.text_below("link code").expect("it is open");
                let is_too_long = words.contains("The link is too long");
                if width.min(height) >= least {
                    assert!(!is_too_long, "{place}: {words}");
                } else if width.min(height) == 320 {
                    assert!(is_too_long, "{place}: {words}");
                }
                let Some((area, image)) = shown_code(&mut game) else {
                    assert!(is_too_long, "{place}: {words}");
                    continue;
                };
                let squares = check_code(&image, &link);
                // The layout rounds to whole pixels.
                let side = area.size().min_element();
                assert!(side >= 3.0 * squares as f32 - 1.0, "{place}: {squares} squares in {area:?}");
                assert!(area.size().max_element() - side < 1.5, "{place}: {area:?}");
                let window = Rect::new(0.0, 0.0, width as f32, height as f32);
                assert_eq!(window.intersect(area), area, "{place}");
                let world = game.world_mut();
                let mut nodes = world.query::<(&Name, &CalculatedClip)>();
                let clip = nodes.iter(world).find(|(name, _)| name.as_str() == "qr code");
                if let Some((_, clip)) = clip {
                    assert_eq!(clip.clip.inflate(0.5).intersect(area), area, "{place}: nothing of it is scrolled away");
                }
            }
        }
    }
}

#[test]
fn a_link_without_a_server_has_words_instead_of_a_qr_code() {
    let (mut game, _folder) = sharing(played(classic(8, humans()), MOVES));
    game.act(Navigate::Open(Overlay::LinkCode));
    game.steps(5);
    assert!(shown_code(&mut game).is_none());
    let words = game.report_json()["question"].as_str().expect("it lies over the match").to_owned();
    assert!(words.contains("only if it names a server"), "{words}");
}

#[test]
fn the_qr_code_follows_the_game() {
    let (mut game, _folder) = sharing(played(classic(8, humans()), MOVES));
    use_server(&mut game);
    game.act(Navigate::Open(Overlay::LinkCode));
    game.steps(5);
    game.game_mut().record.play_moves("f4").expect("it is legal");
    game.steps(5);
    let link = link(&mut game);
    check_code(&shown_code(&mut game).expect("a code is shown").1, &link);
}

#[test]
fn the_link_leads_to_a_preview_where_the_server_is_known_to_have_one() {
    let (mut game, _folder) = sharing(played(classic(8, humans()), MOVES));
    use_server(&mut game);
    let usual = link(&mut game);
    assert!(usual.starts_with("https://play.example.org/#game="), "{usual}");
    let online = &mut *game.world_mut().resource_mut::<Online>();
    online.preview_server.clone_from(&online.server.clone());
    let preview = link(&mut game);
    assert!(preview.starts_with("https://play.example.org/game/"), "{preview}");
    assert_eq!(preview.parse::<GameLink>(), usual.parse::<GameLink>());
    game.world_mut().resource_mut::<Online>().server = Some("https://elsewhere.example".parse().expect("an address"));
    let elsewhere = link(&mut game);
    assert!(elsewhere.starts_with("https://elsewhere.example/#game="), "{elsewhere}");
}

#[test]
fn a_very_long_link_does_not_lead_to_a_preview() {
    let text = Variant::classic(26).expect("a side").to_string();
    let named = format!("name: Mine\nabout: {}", "あ".repeat(300));
    let lines = text.lines().filter(|line| !line.starts_with("about:"));
    let own = lines.map(|line| if line.starts_with("name:") { &named } else { line }).collect::<Vec<_>>().join("\n");
    let own: Variant = own.parse().expect("a variant");
    let mut long = Match::new(own.clone(), humans(), 1);
    long.record = random_game(&own, 1);
    long.names = ByPlayer::from_fn(|_| "あ".repeat(64));
    let (mut game, _folder) = sharing(long);
    use_server(&mut game);
    let online = &mut *game.world_mut().resource_mut::<Online>();
    online.preview_server.clone_from(&online.server.clone());
    let link = link(&mut game);
    assert!(link.len() > 2_000 && link.starts_with("https://play.example.org/#game="), "{}: {link}", link.len());
}

/// A finished game of 4 × 4.
fn finished() -> Match {
    Match { record: random_game(&Variant::classic(4).expect("a side"), 1), ..classic(4, humans()) }
}

/// Opens a link in another game, laid out in a window.
fn opened(link: &str) -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.act(FileOffered::link(link));
    game.steps(6);
    game
}

fn reviewed_ply(game: &mut TestGame) -> (usize, usize) {
    let reviewing = game.world_mut().resource::<Reviewing>();
    (reviewing.ply(), reviewing.plies())
}

#[test]
fn a_link_from_a_review_opens_at_the_shown_position() {
    let over = finished();
    let plies = over.record.ply();
    let (mut game, _folder) = sharing(over.clone());
    assert_eq!(link(&mut game).parse::<GameLink>().expect("a link").shown(), None, "the end needs no ply");
    game.act(Navigate::To(Screen::Review));
    game.steps(5);
    game.act(ReviewStep::To(3));
    game.steps(3);
    let link = link(&mut game);
    let read: GameLink = link.parse().expect("a link");
    assert_eq!((read.shown(), read.game().record().moves()), (Some(3), over.record.moves()));

    let mut other = opened(&link);
    assert_eq!((other.screen(), reviewed_ply(&mut other)), (Screen::Review, (3, plies)));
    assert_eq!(other.shown(), over.record.position_at(3).expect("a position").board().row_texts().collect::<Vec<_>>());
    other.act(ReviewStep::On);
    other.steps(3);
    assert_eq!(reviewed_ply(&mut other), (4, plies));
    other.act(Navigate::Back);
    other.steps(5);
    assert_eq!((other.screen(), other.ply(), other.game().ending()), (Screen::Match, plies, Some(Ending::PlayedOut)));
    // A later review begins at the end again.
    other.act(Navigate::To(Screen::Review));
    other.steps(5);
    assert_eq!(reviewed_ply(&mut other), (plies, plies));
    // The same link opens from there and from the settings.
    for screen in [Screen::Review, Screen::Settings, Screen::Title] {
        other.act(Navigate::To(screen));
        other.steps(5);
        other.act(FileOffered::link(&link));
        other.steps(6);
        assert_eq!((other.screen(), reviewed_ply(&mut other)), (Screen::Review, (3, plies)), "from {screen:?}");
    }
}

#[test]
fn a_link_to_a_position_of_a_running_game_is_looked_at_before_it_goes_on() {
    let on_board = played(classic(8, humans()), MOVES);
    let link = GameLink::new(&GameRecord::new(on_board.record), Some(2), "").expect("it fits");
    let mut game = opened(&link.to_string());
    game.steps(30);
    assert_eq!((game.screen(), reviewed_ply(&mut game)), (Screen::Review, (2, 5)), "no CPU player plays meanwhile");
    game.act(Navigate::Back);
    game.steps(5);
    assert!(game.moves().starts_with(MOVES), "{}", game.moves());
    // A ply that is the last one opens the match itself.
    let last = GameLink::new(link.game(), Some(5), "").expect("it fits");
    assert_eq!(opened(&last.to_string()).screen(), Screen::Match);
}

#[test]
fn stepping_back_is_part_of_the_link_only_in_a_finished_game() {
    let over = finished();
    let moves = over.record.moves();
    for (on_board, expected) in [
        (over.clone(), (moves.len(), Some(moves.len() - 1))),
        (played(classic(8, humans()), MOVES), (4, None)),
        (Match { ended_early: Some(Ending::DrawAgreed), ..played(classic(8, humans()), MOVES) }, (5, None)),
    ] {
        let (mut game, _folder) = sharing(on_board);
        game.act(Navigate::Close);
        game.act(MatchCommand::now(MatchChange::TakeBack));
        game.steps(5);
        let read: GameLink = link(&mut game).parse().expect("a link");
        assert_eq!((read.game().record().ply(), read.shown()), expected);
    }
}

#[test]
fn the_comment_of_a_link_is_shown_as_it_was_written() {
    let comment = "<b>Look</b> { $link } & é";
    let game_record = finished().to_game_record();
    for (shown, screen) in [(None, Screen::Match), (Some(3), Screen::Review)] {
        let link = GameLink::new(&game_record, shown, comment).expect("it fits");
        let mut game = opened(&link.to_string());
        let words = format!("Comment in the link: “{comment}”");
        assert_eq!((game.screen(), game.notice().as_deref()), (screen, Some(words.as_str())));
        assert_eq!(game.report_json()["notice"], words, "screen readers hear it");
        game.pass(Duration::from_secs(8));
        assert_eq!(game.notice().as_deref(), Some(words.as_str()), "it waits until it is read");
        game.click_on("OK");
        game.steps(3);
        assert_eq!(game.notice(), None);
    }
    let without = GameLink::new(&game_record, None, "").expect("it fits");
    assert_eq!(opened(&without.to_string()).notice(), None);
}

#[test]
fn a_link_that_replaces_a_running_match_is_commented_once_it_is_open() {
    let (mut game, _folder) = sharing(played(classic(8, humans()), MOVES));
    game.act(Navigate::Close);
    let link = GameLink::new(&finished().to_game_record(), Some(1), "Look").expect("it fits");
    game.act(FileOffered::link(&link.to_string()));
    game.steps(5);
    assert!(game.notice().is_some_and(|notice| !notice.contains("Look")), "{:?}", game.notice());
    game.click_on("Open it");
    game.steps(6);
    assert_eq!(game.notice().as_deref(), Some("Comment in the link: “Look”"));
    assert_eq!((game.screen(), reviewed_ply(&mut game).0), (Screen::Review, 1));
}
