//! What stands around the board of a match, laid out in windows of many sizes.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use irogaeshi::game::Match;
use irogaeshi::rules::Variant;

use crate::harness::{TestGame, at_once, humans, random_game};

/// A match some plies before its end.
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

/// The list of moves, and each of its lines.
fn list_of_moves(game: &mut TestGame) -> (Rect, Vec<(String, Rect)>) {
    let world = game.world_mut();
    let mut named = world.query::<(&Name, &Children, &ComputedNode, &UiGlobalTransform)>();
    let mut texts = world.query::<(&Text, &ComputedNode, &UiGlobalTransform)>();
    let (_, lines, node, at) = named.iter(world).find(|(name, ..)| name.as_str() == "moves").expect("a list of moves");
    let lines = lines.iter().map(|line| {
        let (text, node, at) = texts.get(world, line).expect("a line of text");
        (text.0.clone(), area(node, at))
    });
    (area(node, at), lines.collect())
}

#[test]
fn no_line_of_the_list_of_moves_is_cut_through() {
    for (width, height) in [(1280, 800), (1280, 777), (1024, 700), (1920, 1080), (2560, 1440)] {
        let mut game = near_its_end("colour", width, height, 1);
        let (list, lines) = list_of_moves(&mut game);
        // Nodes lie on whole pixels.
        let is_whole = |line: &Rect| list.inflate(1.0).union(*line) == list.inflate(1.0);
        let seen: Vec<bool> = lines.iter().map(|(_, line)| is_whole(line)).collect();
        assert!(seen.iter().filter(|whole| **whole).count() > 3, "there is room for some lines in {width} x {height}");
        assert!(
            seen.is_sorted_by(|newer, older| newer >= older),
            "the last moves are seen in {width} x {height}: {seen:?}"
        );
        assert!(lines[0].0.starts_with(&format!("{}.", game.ply())), "{}", lines[0].0);
        for (text, line) in &lines {
            let is_out_of_sight = list.intersect(*line).is_empty();
            assert!(is_whole(line) || is_out_of_sight, "\"{text}\" at {line:?} is cut by {list:?}");
        }
    }
}

#[test]
fn the_board_stays_where_it_is_when_the_game_ends() {
    for (width, height) in [(390, 844), (360, 640), (1280, 800)] {
        let mut game = near_its_end("colour", width, height, 1);
        let before = game.told().middle("e5");
        let last = game.game().record.undone()[0].placement.square().to_string();
        game.play(&last);
        game.steps(5);
        assert!(game.position().to_move().is_none());
        let moved = game.told().middle("e5").distance(before);
        assert!(moved < 1.0, "in {width} x {height} the board moves by {moved}");
    }
}

#[test]
fn the_result_of_five_leaves_the_upper_rows_in_sight_and_cuts_no_name() {
    for (width, height, least_seen) in [(390, 844, "e5"), (360, 640, "e4"), (1280, 800, "e6")] {
        let mut game = near_its_end("five", width, height, 0);
        game.until_over();
        game.steps(5);
        let middle = game.told().middle(least_seen).y;
        let world = game.world_mut();
        let mut named = world.query::<(&Name, &Children)>();
        let (_, cards) = named.iter(world).find(|(name, _)| name.as_str() == "result").expect("a result");
        let card = cards[0];
        let mut texts = world.query::<(Entity, &Text, &ChildOf)>();
        let places = world.query::<(&ComputedNode, &UiGlobalTransform)>();
        let place = |entity| places.get_manual(world, entity).map(|(node, at)| area(node, at)).expect("it is laid out");
        assert!(place(card).min.y > middle, "{width} x {height}: {:?} hides {middle}", place(card));
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
