//! Notices and the offer of the lesson, in windows of every size: they cover no text and no control.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::Button;
use irogaeshi::game::{Navigate, Notice, Overlay, Screen, SetupCommand};

use super::screen_check::{enter, is_inside, over, unfinished};
use super::{review, texts_seen};
use crate::harness::{TestGame, at_once};

const SIZES: [(u32, u32); 4] = [(1280, 800), (844, 390), (390, 844), (320, 568)];

/// The area of the notice, and the areas of all other visible texts and buttons. Those below an overlay do not count.
fn notice_and_others(game: &mut TestGame) -> (Rect, Vec<(String, Rect)>) {
    let world = game.world_mut();
    let mut names = world.query::<(Entity, &Name)>();
    let notice = names.iter(world).find(|(_, name)| name.as_str() == "notice").expect("a notice").0;
    let mut groups = world.query::<(Entity, &TabGroup)>();
    let modal = groups.iter(world).find(|(_, group)| group.modal).map(|(entity, _)| entity);
    let mut parents = world.query::<&ChildOf>();
    let mut nodes = world.query_filtered::<(
        Entity,
        &ComputedNode,
        &UiGlobalTransform,
        Option<&CalculatedClip>,
        &InheritedVisibility,
        Option<&Text>,
        Option<&Name>,
    ), Or<(With<Text>, With<Button>, With<Name>)>>();
    let parents = parents.query(world);
    let is_part_of = |entity: Entity, root: Entity| parents.iter_ancestors(entity).any(|ancestor| ancestor == root);
    let mut others = Vec::new();
    let mut own = Rect::EMPTY;
    for (entity, node, at, clip, visibility, text, name) in nodes.iter(world) {
        let area = Rect::from_center_size(at.translation, node.size());
        let seen = clip.map_or(area, |clip| area.intersect(clip.clip));
        let is_read = text.is_some_and(|text| !text.0.is_empty());
        let is_button = name.is_some_and(|name| name.as_str().starts_with("button "));
        if node.is_empty() || !visibility.get() || seen.is_empty() || !is_read && !is_button {
            continue;
        }
        if is_part_of(entity, notice) {
            own = own.union(area);
        } else if modal.is_none_or(|modal| is_part_of(entity, modal)) {
            let what = text.map_or_else(|| format!("{name:?}"), |text| text.0.clone());
            others.push((what, seen));
        }
    }
    (own, others)
}

/// Shows a notice on this screen in windows of all sizes.
fn look_at_notice(name: &str, open: impl Fn(&mut TestGame)) {
    for (width, height) in SIZES {
        let place = format!("{name} in {width} x {height}");
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        open(&mut game);
        game.steps(8);
        let window = Rect::from_corners(Vec2::ZERO, Vec2::new(width as f32, height as f32));
        let is_covered = game.world_mut().resource::<Overlay>().takes_keys();
        let board = |game: &TestGame| game.report().squares().filter(|_| game.screen().has_board() && !is_covered);
        let before = board(&game);
        game.write(Notice::news("Saved to your boards, with a sentence that is as long as sentences ever are"));
        game.steps(8);
        let (notice, others) = notice_and_others(&mut game);
        assert!(is_inside(notice, window), "{place}: all of the notice is seen, at {notice:?}");
        for (what, area) in others {
            let common = notice.intersect(area);
            let is_free = common.width() < 2.0 || common.height() < 2.0;
            assert!(is_free, "{place}: the notice at {notice:?} covers {what} at {area:?}");
        }
        if let (Some((squares, cell)), Some((_, cell_before))) = (board(&game), before) {
            assert!(notice.intersect(squares).is_empty(), "{place}: the notice covers the board");
            assert!((cell - cell_before).abs() < 0.5, "{place}: the board stays as it is");
        }
    }
}

#[test]
fn notices_cover_nothing_in_a_match() {
    for variant in ["classic", "five"] {
        look_at_notice(&format!("a match of {variant}"), |game| enter(game, unfinished(variant)));
        look_at_notice(&format!("the result of {variant}"), |game| enter(game, over(variant)));
    }
}

#[test]
fn notices_cover_nothing_beside_other_boards() {
    look_at_notice("the review", review);
    look_at_notice("the editor", |game| game.act(Navigate::To(Screen::Editor)));
}

#[test]
fn notices_cover_nothing_on_other_screens() {
    use Screen::{Games, Learn, Lobby, NewGame, Settings, Statistics, Title};
    for screen in [Title, NewGame, Settings, Games, Statistics, Learn, Lobby] {
        look_at_notice(&format!("{screen:?}"), |game| game.act(Navigate::To(screen)));
    }
}

#[test]
fn notices_do_not_cover_the_menu() {
    look_at_notice("the menu of a match", |game| {
        enter(game, unfinished("classic"));
        game.act(Navigate::Open(Overlay::MatchMenu));
    });
}

#[test]
fn the_offer_of_the_lesson_covers_nothing_and_ends_with_the_first_move() {
    const OFFER: &str = "New to reversi? Learn it in a minute.";
    for (width, height) in SIZES {
        let place = format!("{width} x {height}");
        let mut game = TestGame::in_window(width, height);
        game.act(SetupCommand::PlayComputer);
        game.run_until("the board is shown", 10, |game| game.screen() == Screen::Match);
        game.steps(8);
        let seen = texts_seen(&mut game);
        let offer = seen.iter().find(|(text, _)| text == OFFER);
        let offer = offer.unwrap_or_else(|| panic!("{place}: it is offered; {seen:?}")).1;
        let learn = game.control("Learn");
        let window = Rect::from_corners(Vec2::ZERO, Vec2::new(width as f32, height as f32));
        let whole = learn.within().unwrap_or(window);
        assert!(is_inside(offer, window) && is_inside(learn.area(), whole), "{place}: {offer:?}, {learn:?}");
        let (squares, _) = game.report().squares().expect("a board");
        assert!(offer.union(learn.area()).intersect(squares).is_empty(), "{place}: it covers no square");
        for (text, area) in seen.iter().filter(|(text, _)| text != OFFER) {
            let common = area.intersect(offer);
            assert!(common.width() < 2.0 || common.height() < 2.0, "{place}: it covers {text}");
        }
        game.play("f5");
        game.steps(3);
        assert!(!texts_seen(&mut game).iter().any(|(text, _)| text == OFFER), "{place}: it goes with the first move");
    }
}
