//! Discs and boards in the interface, and the choice of their colours.

use bevy::prelude::*;
use bevy::ui::ComputedNode;
use irogaeshi::game::{BoardPicture, DiscIcon, Match, Navigate, Palette, ScoreShare, Screen, SettingCommand, Turning};
use irogaeshi::rules::{Board, ByPlayer, Disc, DrawnBoard, Player, Variant};

use crate::harness::{TestGame, classic, humans, played};

#[test]
fn every_player_is_shown_with_their_disc() {
    let colour = Variant::built_in("colour").expect("the variant is built in");
    let mut game = TestGame::with(Match::new(colour, humans(), 1));
    let mut discs: Vec<Disc> = game.all::<DiscIcon>().into_iter().map(|icon| icon.0).collect();
    discs.sort_by_key(|disc| disc.letter());
    discs.dedup();
    assert_eq!(discs, [Disc::Ash, Disc::Black, Disc::Cyan, Disc::White, Disc::Yamabuki]);
}

#[test]
fn pictures_of_discs_that_never_turn_follow_the_shown_board() {
    let find = |key| Variant::built_in(key).expect("the variant is built in");
    let turning = |game: &mut TestGame| game.world_mut().resource::<Turning>().0;
    let mut game = TestGame::with(Match::new(find("five"), humans(), 1));
    assert_eq!(turning(&mut game), ByPlayer::new([true; 5]));
    game.enter(Match::new(find("colour"), humans(), 1));
    game.step();
    assert_eq!(turning(&mut game), Board::TURNING_BY_DEFAULT);
    game.act(Navigate::To(Screen::NewGame));
    game.run_until("the choices are shown", 5, |game| game.screen() == Screen::NewGame);
    for (key, expected) in [("gorin", ByPlayer::new([true; 5])), ("five-published", Board::TURNING_BY_DEFAULT)] {
        game.choose_board(key);
        game.steps(2);
        assert_eq!(turning(&mut game), expected, "{key}");
    }
}

#[test]
fn every_board_is_pictured_and_the_chosen_one_once_more() {
    let mut game = TestGame::new();
    game.act(Navigate::To(Screen::NewGame));
    game.run_until("the choices are shown", 5, |game| game.screen() == Screen::NewGame);
    let find = |key: &String| Variant::built_in(key).expect("is built in").board().clone();
    let mut all: Vec<String> = Variant::built_in_keys().map(|key| find(&key).to_string()).collect();
    // Tiles of drawn boards show an example of each kind.
    all.extend(DrawnBoard::ALL.map(|kind| kind.variant(1).board().to_string()));
    for key in Variant::built_in_keys() {
        game.choose_board(&key);
        game.step();
        let mut pictured: Vec<String> =
            game.all::<BoardPicture>().into_iter().map(|picture| picture.0.to_string()).collect();
        all.push(find(&key).to_string());
        pictured.sort();
        all.sort();
        assert_eq!(pictured, all, "{key}");
        let once_more = all.iter().position(|board| *board == find(&key).to_string());
        all.remove(once_more.expect("it was just put there"));
    }
}

#[test]
fn colours_are_chosen() {
    let mut game = TestGame::new();
    for palette in Palette::ALL {
        game.act(SettingCommand::ChoosePalette(palette));
        assert_eq!(game.settings().palette, palette);
    }
}

/// The players of the score bar from left to right, with the widths and colours of their parts.
fn shares(game: &mut TestGame) -> Vec<(Player, f32, Color)> {
    let world = game.world_mut();
    let mut parts = world.query::<(&ScoreShare, &ComputedNode, &BackgroundColor)>();
    parts.iter(world).map(|(share, node, paint)| (share.0, node.size().x, paint.0)).collect()
}

#[test]
fn parts_of_the_score_bar_are_proportional_to_discs() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(played(classic(8, humans()), "f5"));
    game.steps(3);
    let [(left, black, black_paint), (right, white, white_paint)] = shares(&mut game)[..] else {
        panic!("two players")
    };
    assert_eq!((left, right), (Player::Black, Player::White));
    assert!((black / white - 4.0).abs() < 0.1 && black > 200.0, "{black} and {white} pixels");
    let faces = |palette: Palette| [Disc::Black, Disc::White].map(|disc| palette.look(disc).face);
    assert_eq!([black_paint, white_paint], faces(Palette::Default));
    game.act(SettingCommand::ChoosePalette(Palette::HighContrast));
    game.step();
    assert_eq!(shares(&mut game).into_iter().map(|part| part.2).collect::<Vec<_>>(), faces(Palette::HighContrast));
}

#[test]
fn the_score_bar_shows_only_scored_players_and_none_if_counts_are_hidden() {
    let mut game = TestGame::in_window(1280, 800);
    let variant = Variant::built_in("colour").expect("the variant is built in");
    game.enter(Match::new(variant.clone(), humans(), 1));
    game.steps(3);
    let players: Vec<Player> = shares(&mut game).into_iter().map(|part| part.0).collect();
    assert_eq!(players, variant.scored());
    let width = |game: &mut TestGame| shares(game).into_iter().map(|part| part.1).sum::<f32>();
    assert!(width(&mut game) > 200.0);
    game.settings().counts = false;
    game.steps(3);
    assert!(width(&mut game) < 1.0);
}
