//! Rotated and mirrored boards: input reaches the square that is displayed.

use bevy::input::keyboard::Key;
use irogaeshi::game::{Facing, Match, MatchChange, MatchCommand, Rotation, SettingCommand, Settings, Switch};
use irogaeshi::rules::Variant;

use crate::harness::{TestGame, at_once, classic, humans, on_board, random_game, square};

fn facing(facing: Facing) -> Settings {
    Settings { facing, ..at_once() }
}

/// Reported positions of squares match the drawn ones.
fn assert_told_where_drawn(game: &mut TestGame, why: &str) {
    let report = game.report_json();
    let number = |value: &serde_json::Value| value.as_f64().expect("a number") as f32;
    let area = &report["board"]["area"];
    for cell in report["board"]["cells"].as_array().expect("cells") {
        let name = cell["square"].as_str().expect("a name");
        let drawn = game.point_of(square(name));
        let side = number(&area["cell"]);
        let reported =
            [("left", "x"), ("top", "y")].map(|(edge, way)| (number(&cell[way]) + 0.5) * side + number(&area[edge]));
        assert!(drawn.distance(reported.into()) < 0.1, "{why}: {name} is drawn at {drawn}, reported at {reported:?}");
    }
}

#[test]
fn whole_games_are_played_by_pointer_on_every_facing() {
    // Includes boards that are not square, and boards with holes.
    let boards = ["classic", "colour", "five", "classic-6", "five-published", "colour", "classic", "five"];
    for (seed, (facing_now, key)) in Facing::all().zip(boards).enumerate() {
        let variant = Variant::built_in(key).unwrap_or_else(|| Variant::classic(6).expect("a board of 6 x 6"));
        let record = random_game(&variant, seed as u64);
        let mut game = TestGame::with_settings(Match::new(variant, humans(), 1), facing(facing_now));
        game.step();
        for turn in record.played() {
            game.click(&turn.chosen().to_string());
            game.rest();
        }
        assert_eq!(game.game().record.played(), record.played(), "{facing_now:?}");
        game.assert_shows_record();
        assert_told_where_drawn(&mut game, &format!("{facing_now:?}"));
    }
}

#[test]
fn boards_that_are_not_square_swap_their_sides() {
    for facing_now in Facing::all() {
        let game = on_board("......../...WB.../...BW.../........", "black white");
        let mut game = TestGame::with_settings(game, facing(facing_now));
        game.rest();
        let report = game.report_json();
        let size =
            [&report["board"]["columns"], &report["board"]["rows"]].map(|count| count.as_u64().expect("a count"));
        assert_eq!(size, if facing_now.swaps_sides() { [4, 8] } else { [8, 4] }, "{facing_now:?}");
        assert_told_where_drawn(&mut game, &format!("{facing_now:?}"));
        let places: Vec<_> = report["board"]["cells"]
            .as_array()
            .expect("cells")
            .iter()
            .map(|cell| (cell["y"].as_u64(), cell["x"].as_u64()))
            .collect();
        assert!(places.is_sorted(), "they are read as they are seen");
        game.click("d1");
        game.rest();
        assert_eq!(game.moves(), "d1", "{facing_now:?}");
    }
}

#[test]
fn arrows_move_in_the_displayed_direction() {
    for facing_now in Facing::all() {
        let mut game = TestGame::with_settings(classic(8, humans()), facing(facing_now));
        game.rest();
        game.press(Key::ArrowUp);
        let mut at = game.point_of(square(&game.focus().expect("a focus")));
        for (key, way) in [
            (Key::ArrowRight, (1.0, 0.0)),
            (Key::ArrowDown, (0.0, 1.0)),
            (Key::ArrowLeft, (-1.0, 0.0)),
            (Key::ArrowUp, (0.0, -1.0)),
        ] {
            game.press(key.clone());
            let now = game.point_of(square(&game.focus().expect("a focus")));
            let step = (now - at).normalize();
            assert!(step.distance(way.into()) < 1e-3, "{facing_now:?}: {key:?} leads {step}");
            at = now;
        }
    }
}

#[test]
fn a_board_can_be_rotated_during_a_match() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.play("f5");
    game.rest();
    game.press(Key::ArrowUp);
    let focus = game.focus();
    for rotation in Rotation::ALL {
        game.act(SettingCommand::ChooseRotation(rotation));
        game.act(SettingCommand::Toggle(Switch::Mirror));
        game.rest();
        game.assert_shows_record();
        assert_told_where_drawn(&mut game, &format!("{rotation:?}"));
        assert_eq!(game.focus(), focus, "the keyboard points at the same square");
    }
    game.click("f6");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    assert_eq!(game.moves(), "f5");
    game.assert_shows_record();
}
