//! A match between humans from its first move to its last, and the motion of the stones.

use irogaeshi::cpu::Character;
use irogaeshi::game::{
    MatchChange, MatchCommand, MatchPhase, MatchSetup, Motion, Navigate, Pace, Screen, Settings, VariantChoice,
};
use irogaeshi::rules::{ByPlayer, Disc, Player, Variant};

use crate::harness::{TestGame, classic, cpu_plays, humans, played, random_game};

/// The counts of both players in every frame until the stones are at rest.
fn counts_of_a_wave(game: &mut TestGame) -> Vec<ByPlayer<u16>> {
    let mut counts = vec![game.counts()];
    while game.is_moving() {
        game.step();
        counts.push(game.counts());
    }
    counts
}

/// Plays a whole game. After each turn calls `check` with the game, the counts before the turn, and all counts during
/// it.
fn play_whole_game(side: u8, seed: u64, mut check: impl FnMut(&mut TestGame, ByPlayer<u16>, &[ByPlayer<u16>])) {
    let record = random_game(&Variant::classic(side).expect("a side"), seed);
    let mut game = TestGame::with(classic(side, humans()));
    for turn in record.played() {
        let before = game.counts();
        game.play(&turn.chosen().to_string());
        let counts = counts_of_a_wave(&mut game);
        check(&mut game, before, &counts);
    }
    assert_eq!(game.game().record, record);
}

#[test]
fn a_whole_game_shows_the_record_after_every_turn() {
    play_whole_game(8, 1, |game, _, _| game.assert_shows_record());
}

#[test]
fn counts_change_with_the_wave_and_never_back() {
    play_whole_game(6, 2, |game, before, counts| {
        let after = game.position().counts();
        let mover = game.game().record.last_turn().expect("a turn was played").player;
        assert_eq!(counts.last(), Some(&after), "after {}", game.moves());
        for (player, _) in after.iter() {
            let of_player: Vec<u16> = counts.iter().map(|counts| counts[player]).collect();
            let is_rolling = if player == mover {
                of_player.is_sorted()
            } else {
                of_player.is_sorted_by(|earlier, later| earlier >= later)
            };
            assert!(is_rolling, "{player} jumps back: {of_player:?} after {}", game.moves());
            let change = before[player].abs_diff(after[player]);
            let largest = of_player.windows(2).map(|pair| pair[0].abs_diff(pair[1])).max().unwrap_or(0);
            assert!(change < 3 || largest < change, "{player} jumps: {of_player:?} after {}", game.moves());
        }
    });
}

#[test]
fn after_the_stones_have_turned_the_game_waits_for_the_next_human() {
    let record = random_game(&Variant::classic(4).expect("a side"), 3);
    let mut game = TestGame::with(classic(4, humans()));
    assert_eq!(game.phase(), MatchPhase::Waiting);
    for (index, turn) in record.played().iter().enumerate() {
        game.play(&turn.chosen().to_string());
        assert_eq!(game.phase(), MatchPhase::Flipping);
        let mut phases = vec![game.phase()];
        while game.is_moving() {
            game.step();
            phases.push(game.phase());
        }
        phases.dedup();
        let is_last = index + 1 == record.ply();
        assert_eq!(phases, [MatchPhase::Flipping, if is_last { MatchPhase::Over } else { MatchPhase::Waiting }]);
    }
}

#[test]
fn the_placed_stone_is_the_movers_and_at_the_played_square() {
    let mut game = TestGame::with(classic(8, humans()));
    game.play("f5");
    game.rest();
    assert_eq!(game.shown()[4].chars().nth(5), Some(Disc::Black.letter()));
    assert_eq!(game.take_messages().sounds(), ["Placed", "Turned"]);
}

#[test]
fn nothing_moves_without_motion() {
    let record = random_game(&Variant::classic(6).expect("a side"), 4);
    let settings = Settings { pace: Some(Pace::Still), ..Settings::default() };
    let mut game = TestGame::with_settings(classic(6, humans()), settings);
    for turn in record.played() {
        game.play(&turn.chosen().to_string());
        assert_eq!(game.count::<Motion>(), 0, "after {}", game.moves());
        game.assert_shows_record();
    }
    assert_eq!(game.phase(), MatchPhase::Over);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.play(&record.last_turn().expect("a turn").chosen().to_string());
    assert_eq!(game.count::<Motion>(), 0, "nor when turns are taken back");
}

#[test]
fn a_brisk_wave_is_over_sooner_than_a_calm_one() {
    let frames = |pace: Pace| {
        let mut game =
            TestGame::with_settings(classic(8, humans()), Settings { pace: Some(pace), ..Settings::default() });
        game.play("f5");
        game.run_until("the wave is over", 1_000, |game| !game.is_moving())
    };
    let (calm, brisk) = (frames(Pace::CALM), frames(Pace::BRISK));
    assert!(brisk > 0 && brisk < calm, "{brisk} frames, and calm {calm}");
}

#[test]
fn a_match_starts_with_the_choices_of_the_new_game() {
    let mut game = TestGame::new();
    for (action, screen) in
        [(Navigate::To(Screen::NewGame), Screen::NewGame), (Navigate::To(Screen::Title), Screen::Title)]
    {
        game.act(action);
        game.run_until("the screen has changed", 5, |game| game.screen() == screen);
    }
    let seats = cpu_plays(Player::White, Character::Random);
    let chosen = ByPlayer::from_fn(|player| Some(seats[player]));
    let choice = VariantChoice::BuiltIn("classic-10".to_owned());
    game.start(MatchSetup { choice, seats: chosen, ..MatchSetup::default() });
    assert_eq!(game.position().board().columns(), 10);
    assert_eq!(game.game().seats, seats);
    game.assert_shows_record();
}

#[test]
fn a_match_put_on_the_screen_is_at_rest() {
    let mut game = TestGame::new();
    game.enter(played(classic(8, humans()), "f5 d6 c3 d3 c4"));
    assert!(!game.is_moving());
    game.assert_shows_record();
}

#[test]
fn boards_of_every_size_are_shown() {
    for side in Variant::classic_sides() {
        let mut game = TestGame::with(classic(side, humans()));
        game.assert_shows_record();
        assert_eq!(game.shown().len(), usize::from(side));
    }
}
