//! Checks of a screen: every control can be reached, every text is whole, and nothing overlaps.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use bevy::ui::{CalculatedClip, ComputedNode, UiGlobalTransform};
use irogaeshi::game::{DiscIcon, Language, Match, Settings, TextSize};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::Clock;
use irogaeshi::rules::{ByPlayer, Variant};

use crate::harness::{Control, TestGame, at_once, humans, random_game};

/// Window sizes: tiny ones, upright and lying phones, a page zoomed to 200 %, desktops.
pub(super) const SIZES: [(u32, u32); 9] =
    [(320, 320), (320, 568), (360, 560), (390, 844), (568, 320), (667, 375), (844, 390), (1280, 800), (3840, 2160)];

/// Sizes in which screens with several parts show one at a time, or look different from neighbouring sizes.
pub(super) const SAMPLE_SIZES: [(u32, u32); 4] = [(320, 320), (320, 568), (568, 320), (844, 390)];

/// Minimum side of a square of the board, so that it can be hit.
const MIN_SQUARE: f32 = 12.0;

/// Checks a screen in windows of every size.
pub(super) fn check_screen(name: &str, open: impl Fn(&mut TestGame)) {
    check_screen_in(&SIZES, name, open);
}

/// Checks a screen in windows of these sizes, with texts of the default size.
pub(super) fn check_screen_in(sizes: &[(u32, u32)], name: &str, open: impl Fn(&mut TestGame)) {
    let game = TestGame::in_window(sizes[0].0, sizes[0].1);
    check_screen_of(game, TextSize::default(), sizes, name, open);
}

/// Checks a screen in the sizes where large texts matter, with the largest texts.
pub(super) fn check_large_texts(name: &str, open: impl Fn(&mut TestGame)) {
    let sizes = [(320, 568), (390, 844), (844, 390), (1280, 800), (2560, 1440), (3840, 2160)];
    let game = TestGame::in_window(sizes[0].0, sizes[0].1);
    check_screen_of(game, TextSize::from(200), &sizes, &format!("{name} at 200 %"), open);
}

/// Checks a screen of this game in windows of these sizes, with texts of this size.
pub(super) fn check_screen_of(
    mut game: TestGame,
    text_size: TextSize,
    sizes: &[(u32, u32)],
    name: &str,
    open: impl Fn(&mut TestGame),
) {
    *game.settings() = Settings { text_size, ..at_once() };
    open(&mut game);
    let views = Language::ALL.into_iter().flat_map(|language| sizes.iter().map(move |size| (language, *size)));
    for (language, (width, height)) in views {
        game.settings().language = Some(language);
        game.resize(width, height);
        game.steps(8);
        let place = format!("{name} in {} in {width} x {height}", language.own_name());
        let window = Rect::from_corners(Vec2::ZERO, Vec2::new(width as f32, height as f32));
        assert_controls_are_apart(&game, &place);
        assert_board_is_seen(&game, window, &place);
        assert_words_are_whole(&mut game, window, &place);
        assert_discs_cover_no_words(&mut game, &place);
        assert_controls_are_reached(&mut game, window, &place);
    }
}

pub(super) fn is_inside(inner: Rect, outer: Rect) -> bool {
    let outer = outer.inflate(1.0);
    outer.union(inner) == outer
}

/// Every button and field is in the window, or can be scrolled there.
fn assert_controls_are_reached(game: &mut TestGame, window: Rect, place: &str) {
    let mut left: Vec<String> = game.report().controls().map(|control| control.label.clone()).collect();
    assert!(!left.is_empty(), "{place}: there is something to press");
    while let Some(label) = left.pop() {
        game.scroll_to(&label);
        let control = game.control(&label);
        let is_seen = |control: &Control| {
            let seen = control.within().map_or(control.area(), |within| within.intersect(control.area()));
            control.is_reached() && is_inside(seen, window)
        };
        assert!(is_seen(&control), "{place}: {label} at {:?} is cut by {:?}", control.area(), control.within());
        // Skips other controls that have come into sight, since each scrolling takes time.
        let seen = game.report().controls().filter(|control| is_seen(control));
        let seen: Vec<&str> = seen.map(|control| control.label.as_str()).collect();
        left.retain(|label| !seen.contains(&label.as_str()));
    }
}

/// No two controls overlap.
fn assert_controls_are_apart(game: &TestGame, place: &str) {
    let seen: Vec<(&str, Rect)> = game
        .report()
        .controls()
        .map(|control| {
            let area = control.area();
            (control.label.as_str(), control.within().map_or(area, |within| within.intersect(area)))
        })
        .filter(|(_, area)| !area.is_empty())
        .collect();
    for (index, (label, area)) in seen.iter().enumerate() {
        for (other_label, other) in &seen[index + 1..] {
            let common = area.intersect(*other);
            assert!(
                common.width() < 2.0 || common.height() < 2.0,
                "{place}: {label} at {area:?} and {other_label} at {other:?} overlap"
            );
        }
    }
}

/// All squares are in the window, and large enough to be hit.
fn assert_board_is_seen(game: &TestGame, window: Rect, place: &str) {
    let Some((squares, cell)) = game.report().squares() else { return };
    assert!(is_inside(squares, window), "{place}: the squares lie at {squares:?}");
    assert!(cell >= MIN_SQUARE, "{place}: a square is {cell} wide");
}

/// No text leaves its place sideways, and none is higher than its button.
fn assert_words_are_whole(game: &mut TestGame, window: Rect, place: &str) {
    let world = game.world_mut();
    let mut texts = world.query::<(
        &Text,
        &TextLayoutInfo,
        &ComputedNode,
        &UiGlobalTransform,
        Option<&CalculatedClip>,
        &InheritedVisibility,
    )>();
    for (text, layout, node, at, clip, visibility) in texts.iter(world) {
        if node.is_empty() || !visibility.get() || text.0.is_empty() {
            continue;
        }
        // A text that is wider than its node is cut off, too.
        let size = node.size().max(layout.size / node.inverse_scale_factor());
        let area = Rect::from_center_size(at.translation, size);
        let seen = clip.map_or(window, |clip| clip.clip);
        let lines = layout.glyphs.iter().map(|glyph| glyph.line_index + 1).max().unwrap_or(1);
        let is_wrapped = lines > 1;
        // The width of a wrapped text includes the space at which a line breaks: a quarter of the line's height.
        let slack = if is_wrapped { size.y / lines as f32 / 4.0 } else { 1.0 };
        let is_whole = area.min.x >= seen.min.x - slack && area.max.x <= seen.max.x + slack;
        // Old moves wrap out of sight.
        let is_out_of_sight = seen.intersect(area).is_empty();
        // Japanese may break anywhere, but texts that are short enough to be read at a glance must not break.
        let is_broken = text.0.chars().count() <= 5 && is_wrapped;
        assert!(!is_broken || text.0.contains(' '), "{place}: \"{}\" is broken", text.0);
        assert!(is_whole || is_out_of_sight, "{place}: \"{}\" at {area:?} is cut by {seen:?}", text.0);
    }
    for (words, text, button) in game.words_in_buttons() {
        assert!(is_inside(text, button) || text.is_empty(), "{place}: \"{words}\" at {text:?} leaves {button:?}");
    }
}

/// No disc icon overlaps texts in the same scrolling area.
fn assert_discs_cover_no_words(game: &mut TestGame, place: &str) {
    type Laid<'a> = (&'a ComputedNode, &'a UiGlobalTransform, Option<&'a CalculatedClip>);
    let area = |(node, at, clip): Laid| {
        (Rect::from_center_size(at.translation, node.size()), clip.map(|CalculatedClip { clip }| *clip))
    };
    let world = game.world_mut();
    // An overlay may cover the screen.
    if world.query::<&TabGroup>().iter(world).any(|group| group.modal) {
        return;
    }
    let mut discs = world.query_filtered::<Laid, With<DiscIcon>>();
    let discs: Vec<_> = discs.iter(world).map(area).collect();
    let mut texts = world.query::<(&Text, &InheritedVisibility, Laid)>();
    for (text, visibility, laid) in texts.iter(world) {
        let (words, clip) = area(laid);
        let covering = discs.iter().find(|(disc, beside)| {
            let common = disc.intersect(words);
            *beside == clip && common.width() > 2.0 && common.height() > 2.0
        });
        let is_free = text.0.is_empty() || !visibility.get() || covering.is_none();
        assert!(is_free, "{place}: \"{}\" at {words:?} is under {covering:?}", text.0);
    }
}

/// Gives the players the longest possible names.
pub(super) fn with_long_names(mut game: Match) -> Match {
    game.names = ByPlayer::from_fn(|_| "Wilhelmina Marie".to_owned());
    game
}

pub(super) fn unfinished(variant: &str) -> Match {
    let variant = Variant::built_in(variant).expect("is built in");
    let mut game = Match::new(variant.clone(), humans(), 1);
    game.record = random_game(&variant, 3);
    game.record.jump(24);
    with_long_names(game)
}

pub(super) fn over(variant: &str) -> Match {
    let variant = Variant::built_in(variant).expect("is built in");
    let mut game = Match::new(variant.clone(), humans(), 1);
    game.record = random_game(&variant, 3);
    with_long_names(game)
}

pub(super) fn enter(game: &mut TestGame, on_board: Match) {
    game.enter(on_board);
    game.steps(5);
}

/// A match with a clock, after some turns.
pub(super) fn timed(variant: &str) -> Match {
    let control = TimeControl::Fischer { base_ms: 15 * 60_000, increment_ms: 10_000 };
    Match { clock: Clock::new(Some(control)), ..unfinished(variant) }
}
