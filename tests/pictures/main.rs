//! Pictures of games: pixels have the colours of the discs, in PNG and at the end of an animation.
#![cfg(feature = "pictures")]

#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/picture.rs"]
mod picture;
#[path = "../support/random_board.rs"]
mod random_board;
#[path = "../support/random_games.rs"]
mod random_games;

use std::time::Duration;

use irogaeshi::looks::{BoardColours, DiscColours};
use irogaeshi::pictures::{
    Animation, AnimationProgress, Note, NoteTone, PictureOptions, PictureSize, Typefaces, middle_of, png, svg,
};
use irogaeshi::rules::{Cell, Player, Position, Record, Square, Variant};
use proptest::prelude::*;

use crate::picture::{Picture, colour, read_png};
use crate::random_games::{any_variant, random_record};

static FONT: &[u8] = include_bytes!("../../assets/fonts/ui-medium.otf");
static JAPANESE: &[u8] = include_bytes!("../../assets/fonts/japanese.otc");

impl Picture {
    /// Number of pixels of a colour in the square of this width around a place.
    fn count(&self, [x, y]: [u32; 2], width: u32, colour: u32) -> usize {
        let around = |place: u32| place - width / 2..place + width / 2;
        around(y).map(|y| around(x).filter(|x| self.at([*x, y]) == colour).count()).sum()
    }
}

/// An animation: its last picture, the number of its pictures, and the number of all their pixels.
struct Film {
    last: Picture,
    pictures: usize,
    pixels: usize,
}

/// Reads an animation as viewers do.
fn read_gif(file: &[u8]) -> Film {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF file");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut last = Picture { width, pixels: vec![0; width * height] };
    let (mut pictures, mut pixels) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().expect("a whole picture") {
        pictures += 1;
        pixels += frame.buffer.len() / 4;
        for (index, bytes) in frame.buffer.chunks(4).enumerate().filter(|(_, bytes)| bytes[3] > 0) {
            let across = usize::from(frame.left) + index % usize::from(frame.width);
            let down = usize::from(frame.top) + index / usize::from(frame.width);
            last.pixels[down * width + across] = colour(bytes);
        }
    }
    Film { last, pictures, pixels }
}

/// Checks the middle of each square that has a disc, and of those without tints and discs.
fn check(picture: &Picture, position: &Position, record: &Record, options: &PictureOptions) {
    for square in position.board().squares() {
        let expected = match position.board().cell(square) {
            Cell::Occupied(disc) => DiscColours::usual(disc).face,
            _ if position.variant().tints().get(square).is_none() => BoardColours::CLOTH.ground,
            _ => continue,
        };
        let found = picture.at(middle_of(square, record, options));
        assert_eq!(format!("{found:06x}"), format!("{expected:06x}"), "{square}");
    }
}

fn typefaces() -> Typefaces<'static> {
    Typefaces::new(&[FONT, JAPANESE])
}

fn plain() -> PictureOptions {
    PictureOptions { symbols: false, ..PictureOptions::default() }
}

fn game(key: &str, seed: u64) -> Record {
    random_record(Variant::built_in(key).expect("is built in"), seed, usize::MAX)
}

/// A game of 60 moves on 8 × 8.
fn usual_game() -> Record {
    (1..100).map(|seed| game("classic", seed)).find(|game| game.ply() == 60).expect("most games are")
}

fn film(record: &Record, options: &PictureOptions) -> Vec<u8> {
    let typefaces = typefaces();
    let mut animation = Animation::new(record.clone(), options.clone(), Duration::from_millis(900));
    while animation.step(&typefaces).is_some() {}
    animation.finish()
}

#[test]
fn each_square_of_a_png_has_the_colour_of_its_disc() {
    for (key, size) in ["classic", "colour", "five", "octagon"].into_iter().zip(PictureSize::ALL.into_iter().cycle()) {
        let record = game(key, 5);
        for (ply, coordinates) in [(0, true), (record.ply() / 2, false), (record.ply() + 9, true)] {
            let options = PictureOptions { size, coordinates, caption: coordinates, ..plain() };
            let picture = read_png(&png(&record, ply, &options, &typefaces()));
            let position = record.position_at(ply.min(record.ply())).expect("was played");
            check(&picture, position, &record, &options);
            let width = match size {
                PictureSize::Small => 280..=325,
                PictureSize::Medium => 420..=485,
                PictureSize::Large => 850..=965,
            };
            assert!(width.contains(&picture.width), "{key}: {} pixels wide", picture.width);
        }
    }
}

#[test]
fn an_animation_ends_with_the_last_position_and_is_small() {
    let record = usual_game();
    let names = irogaeshi::rules::ByPlayer::from_fn(|player| format!("{player} 色返し"));
    let options = PictureOptions { names, ..plain() };
    let file = film(&record, &options);
    println!("{} bytes for 60 moves", file.len());
    assert!(file.len() < 1_000_000, "{} bytes", file.len());
    let Film { last, pictures, pixels } = read_gif(&file);
    check(&last, record.position(), &record, &options);
    assert_eq!(pictures, 1 + 60 * 5);
    assert!(pixels * 2 < pictures * last.pixels.len(), "only what changes is written");
}

/// Explosions, cut-ins, five players.
#[test]
fn animations_show_every_kind_of_game() {
    for key in ["colour", "hanabi"] {
        let record = random_record(Variant::built_in(key).expect("is built in"), 3, 25);
        let options = PictureOptions { size: PictureSize::Small, ..plain() };
        check(&read_gif(&film(&record, &options)).last, record.position(), &record, &options);
    }
}

#[test]
fn an_animation_reports_its_progress_and_can_be_stopped() {
    let mut record = Record::new(Variant::classic(8).expect("is played"));
    record.play_moves("f5 d6 c3").expect("are legal");
    let (options, typefaces) = (plain(), typefaces());
    let mut animation = Animation::new(record.clone(), options.clone(), Duration::from_millis(500));
    assert_eq!(animation.progress(), AnimationProgress { done: 0, all: 16 });
    assert_eq!(animation.step(&typefaces), Some(AnimationProgress { done: 1, all: 16 }));
    for _ in 0..5 {
        animation.step(&typefaces);
    }
    assert_eq!(animation.progress(), AnimationProgress { done: 6, all: 16 });
    let Film { last, pictures, .. } = read_gif(&animation.finish());
    assert_eq!(pictures, 6);
    check(&last, record.position_at(1).expect("was played"), &record, &options);
}

#[test]
fn the_last_move_numbers_and_notes_are_drawn() {
    let mut record = Record::new(Variant::classic(8).expect("is played"));
    record.play_moves("f5 d6 c3").expect("are legal");
    let square = |name: &str| name.parse::<Square>().expect("a square");
    let note = |name: &str, tone, text: &str| Note { square: square(name), tone, text: text.to_owned() };
    let notes =
        vec![note("d3", NoteTone::Alarm, ""), note("f6", NoteTone::Plain, "+4"), note("e5", NoteTone::Accent, "")];
    let options = PictureOptions { numbers: true, notes, ..PictureOptions::default() };
    let drawn = read_png(&png(&record, 3, &options, &typefaces()));
    let bare = PictureOptions { last_move: false, ..PictureOptions::default() };
    let bare = read_png(&png(&record, 3, &bare, &typefaces()));
    let count =
        |picture: &Picture, name: &str, colour| picture.count(middle_of(square(name), &record, &options), 50, colour);
    let BoardColours { accent, plain, alarm, .. } = BoardColours::CLOTH;
    let ink = DiscColours::usual(Player::Black.disc()).ink;
    for (name, colour) in [("c3", accent), ("d3", alarm), ("f6", plain), ("e5", accent), ("f5", ink), ("c3", ink)] {
        let (with, without) = (count(&drawn, name, colour), count(&bare, name, colour));
        assert!(with > 8 && without == 0, "{name}: {with} and {without} pixels of {colour:06x}");
    }
    assert_eq!(count(&drawn, "e4", ink), 0, "discs of the start have no number");
    let without_fonts = read_png(&png(&record, 3, &options, &Typefaces::new(&[b"nonsense"])));
    assert_eq!(count(&without_fonts, "f5", ink), 0);
}

#[test]
fn discs_of_colour_have_their_symbols() {
    let record = Record::new(Variant::built_in("colour").expect("is built in"));
    let options = PictureOptions::default();
    let picture = read_png(&png(&record, 0, &options, &typefaces()));
    let board = record.position().board();
    let discs: Vec<_> = board.squares().filter_map(|square| Some((square, board.disc(square)?))).collect();
    assert!(discs.len() > 4);
    for (square, disc) in discs {
        let colours = DiscColours::usual(disc);
        let is_bare = matches!(disc.player(), Some(Player::Black | Player::White));
        let found = picture.at(middle_of(square, &record, &options));
        assert_eq!(found, if is_bare { colours.face } else { colours.ink }, "{square}");
    }
}

#[test]
fn svg_has_each_disc_and_survives_every_name() {
    let mut record = Record::new(Variant::classic(8).expect("is played"));
    record.play_moves("f5 d6 c3").expect("are legal");
    let names = irogaeshi::rules::ByPlayer::from_fn(|_| "<A> & \"B\" ".repeat(5));
    let options = PictureOptions { names, ..PictureOptions::default() };
    let text = svg(&record, 2, &options);
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && text.ends_with("</svg>\n"));
    // Two ellipses for each disc, and for each player's disc below the board.
    assert_eq!(text.matches("<ellipse ").count(), 2 * (6 + 2));
    assert!(text.contains("&lt;A&gt; &amp; &quot;B&quot; ") && text.contains('…'), "{text}");
    assert!(!text.contains("<A>") && text.contains(">a</text>") && text.contains(">8</text>"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_board_can_be_drawn(variant in any_variant(), seed: u64, plies in 0..6_usize, numbers: bool) {
        let record = random_record(variant, seed, plies);
        let size = PictureSize::Small;
        let options = PictureOptions { size, ..plain() };
        check(&read_png(&png(&record, plies, &options, &typefaces())), record.position(), &record, &options);
        check(&read_gif(&film(&record, &options)).last, record.position(), &record, &options);
        let options = PictureOptions { size, numbers, ..PictureOptions::default() };
        prop_assert!(svg(&record, plies, &options).ends_with("</svg>\n"));
    }
}
