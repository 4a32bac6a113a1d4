//! Marks on the board, which can be turned on and off, and trembling discs.

use irogaeshi::game::{
    LegalMoves, Marking, MatchChange, MatchCommand, MatchPhase, MotionStyle, Pace, SettingCommand, Settings, Speed,
    StableDiscs, Switch, Trembling,
};

use crate::harness::{MAX_MOTION_STEPS, TestGame, at_once, classic, humans, on_board, played, square};

#[test]
fn every_mark_can_be_switched_during_a_match() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.play("f5");
    game.rest();
    game.point_at("f6");
    game.step();
    let is_previewed = |game: &TestGame| game.legal_moves().preview.is_some();
    assert!(game.marks_on("f5").last && is_previewed(&game) && game.marks_on("f6").ghost.is_some());
    game.act(SettingCommand::Toggle(Switch::Mark(Marking::LastMove)));
    game.act(SettingCommand::Toggle(Switch::Mark(Marking::Previews)));
    game.rest();
    assert!(!game.marks_on("f5").last && !is_previewed(&game) && game.marks_on("f6").ghost.is_none());
    assert!(!game.legal_moves().squares.is_empty(), "legal moves have a switch of their own");
    game.act(SettingCommand::Toggle(Switch::Mark(Marking::LastMove)));
    game.act(SettingCommand::Toggle(Switch::Mark(Marking::Previews)));
    game.rest();
    assert!(game.marks_on("f5").last && is_previewed(&game));
}

#[test]
fn stable_discs_are_updated_while_they_are_shown() {
    // Black takes the corner a1.
    let mut game = on_board(".WB...../......../......../......../......../......../......../........", "black white");
    game = played(game, "a1");
    let mut game = TestGame::with_settings(game, at_once());
    game.rest();
    let stable = |game: &mut TestGame| game.world_mut().resource::<StableDiscs>().0;
    assert!(stable(&mut game).is_empty());
    game.act(SettingCommand::Toggle(Switch::Mark(Marking::StableDiscs)));
    game.rest();
    assert!(stable(&mut game).contains(square("a1")));
    game.act(SettingCommand::Toggle(Switch::Mark(Marking::StableDiscs)));
    game.rest();
    assert!(stable(&mut game).is_empty());
}

#[test]
fn discs_that_would_explode_tremble_briefly() {
    let rows = ".RWBB/WA..A/W.GB./G...Y/WB...";
    let mut game = TestGame::with(on_board(rows, "black white ash"));
    game.rest();
    let trembling = |game: &mut TestGame| *game.world_mut().resource::<Trembling>();
    game.point_at("a1");
    let mut far = 0.0_f32;
    for _ in 0..10 {
        game.step();
        far = far.max(trembling(&mut game).offset(square("b1")).abs());
        assert!(trembling(&mut game).offset(square("e1")).abs() < f32::EPSILON, "what stays is still");
    }
    assert!(far > 0.01, "they move by {far}");
    assert_eq!(game.phase(), MatchPhase::Waiting, "nobody waits for it");
    game.steps(MAX_MOTION_STEPS);
    assert_eq!(trembling(&mut game), Trembling::default());
    assert!(game.world_mut().resource::<LegalMoves>().preview.is_some(), "the mark stays");
    assert!(game.sleep().is_some(), "and the game sleeps");

    let settings = Settings { pace: Some(Pace::Still), ..Settings::default() };
    let mut game = TestGame::with_settings(on_board(rows, "black white ash"), settings);
    game.point_at("a1");
    for _ in 0..10 {
        game.step();
        assert_eq!(trembling(&mut game), Trembling::default(), "nothing moves where no motion is chosen");
    }
}

#[test]
fn every_style_ends_with_the_same_board_forwards_and_back() {
    for style in MotionStyle::ALL {
        for rows in [".WCGB/W..../A..../G....", ".RWBB/WA..A/W.GB./G...Y/WB..."] {
            let settings = Settings { motion: style, pace: Some(Pace::At(Speed::MAX)), ..Settings::default() };
            let mut game = TestGame::with_settings(on_board(rows, "black white ash"), settings);
            game.play("a1");
            assert!(game.is_moving());
            game.rest();
            game.assert_shows_record();
            game.act(MatchCommand::now(MatchChange::TakeBack));
            game.steps(3);
            game.act(MatchCommand::now(MatchChange::Redo));
            game.rest();
            game.assert_shows_record();
        }
    }
}
