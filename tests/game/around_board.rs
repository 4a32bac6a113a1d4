//! Everything around the board of a match, laid out in windows of many sizes.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::Scrollbar;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceCommand, AdviceKind, DiscIcon, Match, Navigate, Pace, Reviewing, Screen, Settings, ShowMove, TextSize,
};
use irogaeshi::rules::{Player, Variant};

use crate::harness::{
    Control, MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans, on_board, played, random_game,
};

/// A match this many plies before its end.
fn near_its_end(variant: &str, width: u32, height: u32, plies_left: usize) -> TestGame {
    let variant = Variant::built_in(variant).expect("is built in");
    let mut game = Match::new(variant.clone(), humans(), 1);
    game.record = random_game(&variant, 3);
    let ply = game.record.ply() - plies_left;
    game.record.jump(ply);
    let mut test = TestGame::in_window(width, height);
    *test.settings() = at_once();
    test.enter(game);
    test.steps(5);
    test
}

fn area(node: &ComputedNode, at: &UiGlobalTransform) -> Rect {
    Rect::from_center_size(at.translation, node.size())
}

#[test]
fn the_list_of_moves_follows_the_match_and_jumps_to_each_move() {
    for (width, height) in [(1280, 800), (390, 844), (844, 390)] {
        let place = format!("{width} x {height}");
        let mut game = near_its_end("classic", width, height, 1);
        game.steps(5);
        let all: Vec<String> = {
            let record = &game.game().record;
            let turns = record.played().iter().chain(record.undone());
            turns.map(|turn| turn.chosen().to_string()).collect()
        };
        let label = |game: &TestGame, index: usize| {
            let start = format!("{}.  ", index + 1);
            let buttons = &game.report().buttons;
            buttons.iter().find(|button| button.label.starts_with(&start)).expect("it is listed").label.clone()
        };
        let last = label(&game, all.len() - 2);
        assert!(last.contains(&all[all.len() - 2]), "{place}: {last}");
        assert!(game.control(&last).is_seen(), "{place}: the last move is in sight");
        for index in [4, all.len() - 3, 0] {
            let wanted = label(&game, index);
            game.scroll_to(&wanted);
            game.click_on(&wanted);
            game.steps(5);
            assert_eq!((game.ply(), game.moves()), (index + 1, all[..=index].join(" ")), "{place}");
            let record = &game.game().record;
            assert_eq!(record.ply() + record.undone().len(), all.len(), "{place}: nothing is lost");
        }
    }
}

#[test]
fn the_last_move_is_visible_in_a_list_of_one_row() {
    let mut game = near_its_end("five", 1280, 720, 0);
    game.until_over();
    game.steps(5);
    let start = format!("{}.  ", game.ply());
    let buttons = &game.report().buttons;
    let last = buttons.iter().find(|button| button.label.starts_with(&start)).expect("it is listed").clone();
    assert!(last.within().is_some_and(|within| within.height() < 2.0 * last.area().height()), "a row alone: {last:?}");
    assert!(last.is_seen(), "{last:?}");
}

#[test]
fn a_list_in_a_scrolled_panel_does_not_scroll_by_itself() {
    for (variant, width, height, text_size) in [
        ("five", 2560, 1440, 200),
        ("five", 3840, 2160, 200),
        ("five", 844, 390, 100),
        ("five", 1280, 800, 100),
        ("classic", 2560, 1440, 200),
        ("classic", 844, 390, 100),
    ] {
        let mut game = near_its_end(variant, width, height, 20);
        *game.settings() = Settings { text_size: TextSize::from(text_size), ..at_once() };
        game.steps(8);
        let world = game.world_mut();
        let mut bars = world.query_filtered::<&InheritedVisibility, With<Scrollbar>>();
        let seen = bars.iter(world).filter(|visibility| visibility.get()).count();
        assert!(seen <= 1, "{variant} in {width} x {height} with {text_size} %: {seen} scrollbars");
    }
}

#[test]
fn the_last_move_stays_visible_when_advice_appears() {
    let mut of_two = classic(8, cpu_plays(Player::White, Character::Greedy));
    of_two.record = random_game(&Variant::classic(8).expect("a side"), 3);
    let is_blacks = |ply: &usize| {
        let position = of_two.record.position_at(*ply).expect("it was played");
        position.to_move() == Some(Player::Black)
    };
    let ply = (0..58).rev().find(is_blacks).expect("Black moves");
    of_two.record.jump(ply);
    let mut game = TestGame::in_window(1280, 720);
    *game.settings() = at_once();
    game.enter(of_two);
    game.steps(5);
    let start = format!("{}.  ", game.ply());
    let last = |game: &TestGame| {
        let buttons = &game.report().buttons;
        buttons.iter().find(|button| button.label.starts_with(&start)).expect("it is listed").clone()
    };
    assert!(last(&game).is_seen(), "{:?}", last(&game));
    let height = last(&game).within().expect("it lies in a list").height();
    game.act(AdviceCommand::Toggle(AdviceKind::Analysis));
    game.steps(5);
    let now = last(&game);
    assert!(now.within().expect("it lies in a list").height() < height, "the list is lower");
    assert!(now.is_seen(), "{now:?}");
}

#[test]
fn a_move_of_a_finished_match_opens_in_the_review() {
    let mut game = near_its_end("classic", 1280, 800, 0);
    game.until_over();
    game.steps(5);
    let fifth = game.report().buttons.iter().find(|button| button.label.starts_with("5.  ")).expect("it is listed");
    let fifth = fifth.label.clone();
    game.scroll_to(&fifth);
    game.click_on(&fifth);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Review);
    assert_eq!(game.world_mut().resource::<Reviewing>().ply(), 4, "before the move, which is judged");
}

#[test]
fn against_a_cpu_player_the_list_jumps_to_the_humans_turns() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6 c3 d3"));
    game.steps(5);
    game.act(ShowMove(0));
    game.steps(5);
    // White's answer stays as well; otherwise the CPU player would play another one at once.
    assert_eq!(game.moves(), "f5 d6");
    game.act(ShowMove(3));
    game.steps(5);
    assert_eq!(game.moves(), "f5 d6 c3 d3");
}

#[test]
fn the_board_stays_where_it_is_when_the_game_ends() {
    for (width, height) in [(390, 844), (360, 640), (1280, 800)] {
        let mut game = near_its_end("colour", width, height, 1);
        let before = game.report().middle("e5");
        let last = game.game().record.undone()[0].chosen().to_string();
        game.play(&last);
        game.steps(5);
        assert!(game.position().to_move().is_none());
        let moved = game.report().middle("e5").distance(before);
        assert!(moved < 1.0, "in {width} x {height} the board moves by {moved}");
    }
}

#[test]
fn the_result_of_five_covers_no_square_and_shows_whole_names() {
    for (width, height) in [(390, 844), (360, 640), (1280, 800)] {
        let mut game = near_its_end("five", width, height, 0);
        game.until_over();
        game.steps(5);
        let (squares, _) = game.report().squares().expect("a board");
        let world = game.world_mut();
        let mut results = world.query::<(Entity, &Name)>();
        let (card, _) = results.iter(world).find(|(_, name)| name.as_str() == "result").expect("a result");
        let mut texts = world.query::<(Entity, &Text, &ChildOf)>();
        let places = world.query::<(&ComputedNode, &UiGlobalTransform)>();
        let place = |entity| places.get_manual(world, entity).map(|(node, at)| area(node, at)).expect("it is laid out");
        assert!(place(card).intersect(squares).is_empty(), "{width} x {height}: {:?}", place(card));
        let mut count = 0;
        for (entity, text, parent) in texts.iter(world) {
            if ["Black", "White", "Ash", "Cyan", "Yamabuki"].contains(&text.0.as_str()) {
                let (name, around) = (place(entity), place(parent.parent()));
                assert!(name.width() <= around.width(), "{width} x {height}: {} is {name:?} in {around:?}", text.0);
                count += 1;
            }
        }
        assert_eq!(count, 10, "on the cards and in the result");
    }
}

/// The areas of all rows in the list of moves, and the area in which they are visible.
fn rows(game: &mut TestGame) -> (Vec<Rect>, Rect) {
    game.steps(5);
    let rows = game.report().buttons.iter().filter(|button| button.label.contains(".  ")).cloned();
    let rows: Vec<_> = rows.collect();
    let within = rows.first().and_then(Control::within).expect("the list scrolls by itself");
    (rows.iter().map(Control::area).collect(), within)
}

#[test]
fn rows_of_the_list_are_taller_for_fingers_and_never_cut_off() {
    let mut game = near_its_end("classic", 1280, 800, 1);
    game.move_mouse(Vec2::new(10.0, 10.0));
    let (under_mouse, within) = rows(&mut game);
    let scale = game.world_mut().resource::<bevy::prelude::UiScale>().0;
    assert!((under_mouse[0].height() / scale - 30.0).abs() < 0.6, "{:?}", under_mouse[0]);
    // Reports round areas to whole pixels, so that an edge may be off by up to 1.5 pixels.
    let is_cut = |row: &Rect, within: Rect| {
        let seen = row.intersect(within).height();
        seen > 1.6 && seen < row.height() - 1.6
    };
    assert!(!under_mouse.iter().any(|row| is_cut(row, within)), "{under_mouse:?} in {within:?}");
    let seen = under_mouse.iter().filter(|row| !row.intersect(within).is_empty()).count();
    game.touch_with(7, bevy::input::touch::TouchPhase::Started, Vec2::new(10.0, 10.0));
    game.touch_with(7, bevy::input::touch::TouchPhase::Ended, Vec2::new(10.0, 10.0));
    let (under_finger, within) = rows(&mut game);
    assert!(under_finger[0].height() / scale > 43.0, "{:?}", under_finger[0]);
    let fewer = under_finger.iter().filter(|row| !row.intersect(within).is_empty()).count();
    assert!(fewer < seen, "{fewer} and {seen}");
}

#[test]
fn the_winners_disc_appears_with_the_text_beside_it() {
    let mut game = near_its_end("classic", 390, 844, 1);
    game.settings().pace = Some(Pace::CALM);
    let last = game.position().legal_squares().iter().next().expect("a legal square").to_string();
    game.play(&last);
    let mut seen = Vec::new();
    for _ in 0..2_000 {
        game.step();
        let world = game.world_mut();
        let mut names = world.query::<(Entity, &Name)>();
        let Some((result, _)) = names.iter(world).find(|(_, name)| name.as_str() == "result") else { continue };
        let mut parents = world.query::<&ChildOf>();
        let mut discs = world.query_filtered::<(Entity, &InheritedVisibility, &Node), With<DiscIcon>>();
        let mut texts = world.query::<(Entity, &InheritedVisibility, &Text)>();
        let parents = parents.query(world);
        let is_below = |entity| parents.iter_ancestors(entity).any(|ancestor| ancestor == result);
        let is_large = |node: &Node| matches!(node.width, Val::Px(width) if width > 20.0);
        let disc = discs.iter(world).find(|(entity, _, node)| is_below(*entity) && is_large(node));
        let words = texts.iter(world).find(|(entity, _, text)| is_below(*entity) && text.0.contains("wins"));
        if let (Some((_, disc, _)), Some((_, words, _))) = (disc, words) {
            assert_eq!(disc.get(), words.get(), "a disc is shown with its words");
            seen.push(disc.get());
        }
    }
    assert_eq!((seen.first(), seen.last()), (Some(&false), Some(&true)), "the discs are counted, then it is announced");
}

#[test]
fn the_result_and_the_review_show_the_empties() {
    let mut game = TestGame::with_settings(on_board(".WB./....", "black white"), at_once());
    game.play("a1");
    game.until_over();
    game.steps(5);
    let result = game.text_below("result").expect("the result is shown");
    for words in ["Black wins 3–0", "5 squares stayed empty. Reviews give them to the winner: +8."] {
        assert!(result.contains(words), "{result}");
    }
    game.act(Navigate::To(Screen::Review));
    let says = |game: &mut TestGame| {
        let words = "Empties to the winner: +8.";
        game.text_below("sentence").is_some_and(|shown_text| shown_text.contains(words))
    };
    game.run_until("the review says so too", MAX_THINKING_STEPS, says);
}

#[test]
fn a_full_board_shows_no_empties() {
    let mut game = TestGame::with_settings(on_board(".WB", "black white"), at_once());
    game.play("a1");
    game.until_over();
    game.steps(5);
    let result = game.text_below("result").expect("the result is shown");
    assert!(result.contains("Black wins 3–0") && !result.contains("empty"), "{result}");
}
