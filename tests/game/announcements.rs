//! Announcements of a match: passes and cut-ins by a banner that disappears, the end by a result.

use bevy::prelude::*;
use irogaeshi::cpu::Character;
use irogaeshi::game::{Match, MatchChange, MatchCommand, MatchPhase, Navigate, Screen};
use irogaeshi::rules::{Player, Turn, Variant};

use crate::harness::{
    MAX_MOTION_STEPS, TestGame, at_once, before_turn, classic, cpu_plays, humans, on_board, random_game,
};

/// Three players on a board so small that two of them often have no move.
const THREE_PLAYERS: &str = "
name: Three on sixteen
players: black white ash
board:
....
.WB.
.BA.
....
";

fn three_players() -> Variant {
    THREE_PLAYERS.parse().expect("a variant")
}

fn passes_and_goes_on(count: usize) -> impl Fn(&Turn) -> bool {
    move |turn| turn.passes.len() == count && turn.outcome.is_none()
}

/// A match right before a turn after which this many players must pass, and that turn's square.
fn match_before_passes(variant: &Variant, count: usize) -> (Match, String) {
    let (record, square) = before_turn(variant, passes_and_goes_on(count));
    let mut game = Match::new(variant.clone(), humans(), 1);
    game.record = record;
    (game, square.to_string())
}

fn banner(game: &mut TestGame) -> Option<String> {
    game.text_below("banner")
}

#[test]
fn a_banner_announces_a_pass_once_the_stones_are_at_rest() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    let mover = game.position().to_move();
    game.play(&square);
    while game.is_moving() {
        assert_eq!(banner(&mut game), None, "the stones still turn");
        game.step();
    }
    game.step();
    let shown_text = banner(&mut game).expect("a banner");
    let skipped = game.game().record.last_turn().expect("a turn").passes[0];
    assert!(shown_text.starts_with(&format!("{skipped} ")), "{shown_text}");
    assert_eq!(game.position().to_move(), mover, "the same player moves again");
    assert_eq!(game.take_messages().sounds(), ["Placed", "Turned", "Passed"]);
}

#[test]
fn the_banner_disappears_by_itself() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", MAX_MOTION_STEPS, |game| banner(game).is_some());
    let shown = game.run_until("the banner is gone", MAX_MOTION_STEPS, |game| banner(game).is_none());
    assert!(shown > 50, "it was shown long enough to be read, and not for {shown} frames");
    game.steps(300);
    assert_eq!(banner(&mut game), None, "it does not come back");
}

#[test]
fn moves_can_be_played_while_the_banner_is_shown() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", MAX_MOTION_STEPS, |game| banner(game).is_some());
    let ply = game.ply();
    let next = game.position().legal_squares().iter().next().expect("a legal move").to_string();
    game.click(&next);
    game.step();
    assert_eq!(game.ply(), ply + 1);
}

#[test]
fn several_passes_are_announced_in_turn_order() {
    let (game, square) = match_before_passes(&three_players(), 2);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", MAX_MOTION_STEPS, |game| banner(game).is_some());
    let shown_text = banner(&mut game).expect("a banner");
    let passes = game.game().record.last_turn().expect("a turn").passes.clone();
    let places: Vec<_> = passes.iter().map(|player| shown_text.find(&player.to_string())).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{passes:?} in \"{shown_text}\"");
    game.assert_shows_record();
}

#[test]
fn an_undone_pass_is_no_longer_announced() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", MAX_MOTION_STEPS, |game| banner(game).is_some());
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.step();
    assert_eq!(banner(&mut game), None);
    game.rest();
    game.steps(10);
    assert_eq!(banner(&mut game), None);
}

#[test]
fn a_pass_that_is_undone_while_stones_turn_is_never_announced() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.steps(5);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    for _ in 0..50 {
        assert_eq!(banner(&mut game), None);
        game.step();
    }
    assert_eq!(game.take_messages().sounds(), ["Placed", "Turned", "DiscsStopped"]);
}

#[test]
fn a_banner_does_not_outlive_the_match_screen() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", MAX_MOTION_STEPS, |game| banner(game).is_some());
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    assert_eq!(banner(&mut game), None);
    let continued = game.game().clone();
    game.enter(continued);
    game.steps(10);
    assert_eq!(banner(&mut game), None, "what was announced once is not announced again");
}

/// A match in which Cyan cuts in after the first move.
fn match_with_cut_in(rows: &str) -> Match {
    let board = rows.replace('/', "\n");
    let text = format!("name: Cut in\nplayers: black white\ncut-ins: 2 cyan\nboard:\n{board}\n");
    Match::new(text.parse().expect("a variant"), humans(), 1)
}

#[test]
fn a_cut_in_is_announced_before_it_happens_once_the_stones_are_at_rest() {
    let mut cut_in = match_with_cut_in(".WB.WG");
    cut_in.seats = cpu_plays(Player::Cyan, Character::Random);
    let mut game = TestGame::with_settings(cut_in, at_once());
    game.settings().pace = Some(irogaeshi::game::Pace::CALM);
    game.play("a1");
    while game.is_moving() {
        assert_eq!(banner(&mut game), None, "the stones still turn");
        game.step();
    }
    game.step();
    assert_eq!(banner(&mut game).as_deref(), Some("Cyan cuts in"));
    assert_eq!(game.take_messages().sounds(), ["Placed", "Turned", "CutIn"]);
    let frames = game.run_until("Cyan has played", MAX_MOTION_STEPS, |game| game.ply() == 2);
    assert!(frames > 50, "there was time to read it, and not only {frames} frames");
    game.until_ply(2);
    game.assert_shows_record();
    assert_eq!(game.moves(), "a1 d1");
}

#[test]
fn a_cut_in_is_announced_again_after_returning_to_the_match() {
    let mut cut_in = match_with_cut_in(".WB.WG");
    cut_in.record.play_moves("a1").expect("a legal move");
    let mut game = TestGame::with(cut_in);
    game.step();
    assert_eq!(banner(&mut game).as_deref(), Some("Cyan cuts in"), "a match that is taken up");
    game.play("d1");
    game.rest();
    game.run_until("the banner is gone", MAX_MOTION_STEPS, |game| banner(game).is_none());
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    game.step();
    assert_eq!(banner(&mut game).as_deref(), Some("Cyan cuts in"), "a turn that is taken back");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    game.step();
    assert_eq!(banner(&mut game), None);
}

#[test]
fn a_human_can_cut_in_at_once() {
    let mut game = TestGame::with(match_with_cut_in(".WB.WG"));
    game.play("a1");
    game.rest();
    game.step();
    game.click("d1");
    game.step();
    assert_eq!(game.moves(), "a1 d1");
}

#[test]
fn a_lost_cut_in_is_announced_before_the_passes() {
    let mut game = TestGame::with(match_with_cut_in(".WB/.WB"));
    game.play("a1");
    game.run_until("the banner is shown", MAX_MOTION_STEPS, |game| banner(game).is_some());
    let shown_text = banner(&mut game).expect("a banner");
    assert_eq!(shown_text, "Cyan cannot cut in\nWhite has no move and must pass");
    assert_eq!(game.take_messages().sounds(), ["Placed", "Turned", "Passed"]);
    assert_eq!(game.position().to_move(), Some(Player::Black));
}

#[test]
fn passes_before_the_first_move_are_announced_at_every_beginning() {
    // F2 of the colour rules.
    let mut game = TestGame::with(on_board(".AB#.AB", "ash white black"));
    let shown_text = "Ash and White have no move and must pass";
    assert_eq!(banner(&mut game).as_deref(), Some(shown_text));
    assert_eq!(game.take_messages().sounds(), ["Passed"]);
    game.run_until("the banner is gone", MAX_MOTION_STEPS, |game| banner(game).is_none());
    game.play("a1");
    game.run_until("the banner is shown", MAX_MOTION_STEPS, |game| banner(game).is_some());
    game.run_until("the banner is gone", MAX_MOTION_STEPS, |game| banner(game).is_none());
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    game.steps(10);
    assert_eq!(banner(&mut game), None, "undone cut-ins are not announced again");
    game.act(MatchCommand::now(MatchChange::Restart));
    game.rest();
    game.steps(3);
    assert_eq!(banner(&mut game).as_deref(), Some(shown_text));
}

#[test]
fn screen_readers_get_the_text_of_the_banner() {
    let mut game = TestGame::with(match_with_cut_in(".WB/.WB"));
    game.play("a1");
    assert_eq!(game.status(), "Black to move");
    game.rest();
    game.steps(2);
    assert_eq!(game.status(), "Cyan cannot cut in. White has no move and must pass. Black to move");
    game.run_until("the banner is gone", MAX_MOTION_STEPS, |game| banner(game).is_none());
    assert_eq!(game.status(), "Cyan cannot cut in. White has no move and must pass. Black to move");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    game.steps(2);
    assert_eq!(game.status(), "Black to move");
}

/// A match right before its last move, and that move's square.
fn match_before_the_end(seed: u64) -> (Match, String) {
    let mut game = classic(4, humans());
    game.record = random_game(&Variant::classic(4).expect("a side"), seed);
    let last = game.record.last_turn().expect("a turn").chosen().to_string();
    game.record.undo();
    (game, last)
}

#[test]
fn the_result_is_shown_once_the_stones_are_at_rest() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    while game.is_moving() {
        assert_eq!(game.text_below("result"), None, "the stones still turn");
        game.step();
    }
    game.step();
    let shown_text = game.text_below("result").expect("a result");
    let counts = game.position().counts();
    for player in [Player::Black, Player::White] {
        assert!(shown_text.contains(&counts[player].to_string()), "the score is in \"{shown_text}\"");
    }
    game.assert_shows_record();
}

#[test]
fn the_result_names_the_winner_or_a_draw() {
    let mut said = Vec::new();
    for seed in 0..12 {
        let (game, last) = match_before_the_end(seed);
        let mut game = TestGame::with_settings(game, at_once());
        game.play(&last);
        game.steps(3);
        let shown_text = game.text_below("result").expect("a result");
        let counts = game.position().counts();
        let first_line = shown_text.lines().next().expect("a line").to_owned();
        let (black, white) = (counts[Player::Black], counts[Player::White]);
        let (expected, outcome) = match black.cmp(&white) {
            std::cmp::Ordering::Greater => (format!("Black wins {black}–{white}"), "Black"),
            std::cmp::Ordering::Less => (format!("White wins {white}–{black}"), "White"),
            std::cmp::Ordering::Equal => (format!("Draw, {black}–{white}"), "nobody"),
        };
        assert_eq!(first_line, expected);
        said.push(outcome);
    }
    said.sort_unstable();
    said.dedup();
    assert!(said.len() > 1, "the games end in different ways, not all in {said:?}");
}

#[test]
fn the_end_sounds_once() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.take_messages();
    game.play(&last);
    game.rest();
    game.steps(300);
    assert_eq!(game.take_messages().sounds(), ["Placed", "Turned", "Won"]);
}

#[test]
fn play_again_starts_a_new_match() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    game.rest();
    game.step();
    game.act(MatchCommand::now(MatchChange::Restart));
    game.rest();
    game.step();
    assert_eq!((game.text_below("result"), game.phase(), game.ply()), (None, MatchPhase::Waiting, 0));
    game.assert_shows_record();
    game.play("a2");
    game.rest();
    game.assert_shows_record();
    assert_eq!(game.moves(), "a2");
}

#[test]
fn discs_are_counted_before_the_winner_is_announced_and_at_once_without_motion() {
    let is_announced = |game: &mut TestGame| {
        let is_told = game.text_below("winner").is_some_and(|text| text.contains("wins "));
        let world = game.world_mut();
        let mut named = world.query::<(&Name, &Visibility)>();
        let hidden =
            |(name, visibility): (&Name, &Visibility)| name.as_str() == "winner" && *visibility == Visibility::Hidden;
        is_told && !named.iter(world).any(hidden)
    };
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    game.rest();
    game.steps(2);
    assert!(!is_announced(&mut game), "they are still being counted");
    let counts = game.position().counts();
    game.run_until("the winner is announced", 400, is_announced);
    let shown_text = game.text_below("result").expect("a result");
    for player in [Player::Black, Player::White] {
        assert!(shown_text.lines().any(|line| line == counts[player].to_string()), "{shown_text}");
    }
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with_settings(game, at_once());
    game.play(&last);
    game.steps(4);
    assert!(is_announced(&mut game));
}

#[test]
fn the_only_human_is_called_you() {
    let seats = cpu_plays(Player::White, Character::Greedy);
    let mut game = TestGame::with_settings(classic(4, seats), at_once());
    game.steps(3);
    assert_eq!(game.status(), "Your move");
    let (mut over, last) = match_before_the_end(9);
    over.seats = seats;
    let mut game = TestGame::with_settings(over, at_once());
    if game.position().to_move() == Some(Player::Black) {
        game.play(&last);
    }
    game.run_until("it is over", 2_000, |game| game.phase() == MatchPhase::Over);
    game.steps(3);
    let counts = game.position().counts();
    let (own, other) = (counts[Player::Black], counts[Player::White]);
    let shown_text = game.text_below("result").expect("a result");
    let verb = if own > other { "win" } else { "lose" };
    assert!(shown_text.starts_with(&format!("You {verb} {own}–{other}")), "{shown_text}");
}

#[test]
fn a_rematch_goes_on_with_the_series_and_perfect_wins_are_named() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    for (round, expected) in [(1, None), (2, Some("2 games: Black 2 and White 0"))] {
        for (index, name) in "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').enumerate() {
            let player = if index % 2 == 0 { Player::Black } else { Player::White };
            game.intend(player, name);
            game.rest();
        }
        let shown_text = game.text_below("result").expect("a result");
        assert!(shown_text.contains("A perfect win"), "{shown_text}");
        assert!(expected.is_none_or(|expected| shown_text.contains(expected)), "{round}: {shown_text}");
        assert_eq!(shown_text.contains("games:"), expected.is_some(), "{round}: {shown_text}");
        game.act(MatchCommand::now(MatchChange::Restart));
        game.rest();
    }
}

#[test]
fn an_undo_of_the_last_move_hides_the_result_and_a_redo_shows_it_again() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    game.rest();
    game.step();
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    game.step();
    assert_eq!((game.text_below("result"), game.phase()), (None, MatchPhase::Waiting));
    game.act(MatchCommand::now(MatchChange::Redo));
    game.rest();
    game.step();
    assert!(game.text_below("result").is_some());
}

#[test]
fn a_new_match_after_a_finished_one_shows_no_result() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with_settings(game, at_once());
    game.play(&last);
    game.steps(3);
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    game.enter(classic(4, humans()));
    for _ in 0..10 {
        assert_eq!(game.text_below("result"), None);
        game.step();
    }
    assert_eq!(game.phase(), MatchPhase::Waiting);
}

#[test]
fn no_banner_covers_a_result() {
    let variant = Variant::classic(4).expect("a side");
    // The turn before the last one leaves a player without a move.
    let record = (0..1_000)
        .map(|seed| random_game(&variant, seed))
        .find(|record| record.ply() > 1 && !record.played()[record.ply() - 2].passes.is_empty())
        .expect("such a game");
    let (plies, last) = (record.ply(), record.last_square().expect("a last move").to_string());
    let mut game = Match::new(variant, humans(), 1);
    game.record = record;
    game.record.jump(plies - 2);
    let mut game = TestGame::with_settings(game, at_once());
    let before_last = game.game().record.undone()[0].chosen().to_string();
    game.play(&before_last);
    game.steps(3);
    assert!(banner(&mut game).is_some_and(|words| words.contains("must pass")));
    game.play(&last);
    game.steps(3);
    assert_eq!(game.phase(), MatchPhase::Over);
    assert_eq!(banner(&mut game), None);
}

/// Icons of the entry with this index in the list of moves.
fn icons_of(game: &mut TestGame, index: usize) -> Vec<String> {
    let world = game.world_mut();
    let mut named = world.query::<(&Name, &Children)>();
    let (_, entries) = named.iter(world).find(|(name, _)| name.as_str() == "moves").expect("a list of moves");
    let mut to_visit = vec![entries[index]];
    let mut signs = Vec::new();
    while let Some(entity) = to_visit.pop() {
        let name = world.get::<Name>(entity).and_then(|name| name.as_str().strip_prefix("icon ").map(str::to_owned));
        signs.extend(name);
        to_visit.extend(world.get::<Children>(entity).into_iter().flat_map(|children| children.iter().rev()));
    }
    signs
}

/// A match right before a turn that fulfils `wanted`, in a window, and that turn's square.
fn before(variant: &Variant, wanted: impl Fn(&Turn) -> bool) -> (TestGame, String) {
    let (record, square) = before_turn(variant, wanted);
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(Match { record, ..Match::new(variant.clone(), humans(), 1) });
    game.steps(5);
    (game, square.to_string())
}

#[test]
fn an_explosion_is_announced_in_panel_list_and_screen_reader() {
    let variant = Variant::built_in("colour").expect("is built in");
    let plain = |turn: &Turn| turn.explodes() && turn.passes.is_empty() && turn.outcome.is_none();
    let (mut game, square) = before(&variant, |turn| plain(turn) && variant.cut_in_at(turn.move_number).is_none());
    let discs = |game: &TestGame| game.position().board().squares().count() - game.position().board().empties().count();
    let before = discs(&game);
    game.play(&square);
    game.rest();
    game.steps(5);
    let gone = before + 1 - discs(&game);
    let shown_text = format!("{square} exploded: {gone} discs gone");
    let status = game.text_below("status").expect("it is shown");
    assert!(status.starts_with(&format!("{shown_text}. ")), "{status}");
    let index = game.ply() - 1;
    assert_eq!(icons_of(&mut game, index), ["Explosion"]);
    let ends = format!("{square}, exploded: {gone} discs gone");
    assert!(game.report().buttons.iter().any(|button| button.label.ends_with(&ends)), "{ends}");
    let spoken = &game.spoken().news;
    assert!(spoken.ends_with(&format!("a bomb exploded: {gone} discs gone.")), "{spoken}");
    assert_eq!(game.game().record.last_turn().expect("a turn").vanished(), gone);
}

#[test]
fn cut_ins_and_passes_have_icons_and_the_panel_names_the_player() {
    let variant = Variant::built_in("colour").expect("is built in");
    let is_cut_in = |turn: &Turn| variant.cut_in_at(turn.move_number) == Some(turn.player);
    let (mut game, square) = before(&variant, |turn| is_cut_in(turn) && !turn.explodes());
    game.run_until("it is announced", MAX_MOTION_STEPS, |game| {
        game.text_below("status").is_some_and(|status| status.contains(" cuts in. "))
    });
    game.play(&square);
    game.rest();
    let index = game.ply() - 1;
    assert_eq!(icons_of(&mut game, index)[0], "CutIn");
    assert!(game.report().buttons.iter().any(|button| button.label.contains(&format!("{square}, a cut-in"))));

    let (mut game, square) = before(&Variant::classic(4).expect("a side"), passes_and_goes_on(1));
    game.play(&square);
    game.rest();
    game.steps(5);
    let index = game.ply() - 1;
    assert_eq!(icons_of(&mut game, index), ["Pass"]);
    let passing = game.game().record.last_turn().expect("a turn").passes[0];
    let status = game.text_below("status").expect("it is shown");
    assert!(status.contains(&format!("{passing} has no move and must pass. ")), "{status}");
}
