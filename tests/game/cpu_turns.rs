//! Turns of CPU players: when they move, what they play, and replies that come too late.

use std::time::Duration;

use bevy::prelude::Text;
use irogaeshi::cpu::{Answer, Character, CpuPlayer, NoAnswer, Progress, Report, ThinkNews, ThinkReply, TreeLevel};
use irogaeshi::game::{
    CpuNews, Match, MatchChange, MatchCommand, MatchPhase, MatchSetup, Navigate, NetworkFetched, Screen, Seat,
    Settings, ThinkingProgress, VariantChoice,
};
use irogaeshi::rules::{ByPlayer, Player, Position, Record, Square, Variant};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::harness::{FRAME, MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, played};

/// The move of a character that makes no random choice.
fn choice(character: Character, position: &Position) -> Square {
    assert_ne!(character, Character::Random, "its choice follows from a seed");
    character.choose(position, &mut Xoshiro256PlusPlus::seed_from_u64(0)).expect("the game goes on")
}

/// A legal square that the character does not play.
fn other_choice(character: Character, position: &Position) -> Square {
    let chosen = choice(character, position);
    position.legal_squares().iter().find(|square| *square != chosen).expect("there is a choice")
}

/// Replies to every request up to the newest, all with this square.
fn replies(newest: u64, square: Square) -> impl Iterator<Item = CpuNews> {
    let reply = move |id| ThinkReply { id, answer: Ok(Answer::Move(Report::from(square))) };
    (0..=newest).map(move |id| CpuNews(ThinkNews::Reply(reply(id))))
}

/// Time that the CPU player waits after the stones have come to rest.
fn waiting_time(game: &mut TestGame) -> Duration {
    game.rest();
    assert_eq!(game.phase(), MatchPhase::Thinking);
    let ply = game.ply();
    let frames = game.run_until("the CPU player has played", MAX_THINKING_STEPS, |game| game.ply() > ply);
    FRAME * u32::try_from(frames).expect("few frames")
}

#[test]
fn the_cpu_waits_for_its_delay_after_the_stones_are_at_rest() {
    for cpu_delay in [Duration::from_millis(300), Duration::from_millis(600), Duration::from_millis(1500)] {
        let settings = Settings { cpu_delay, ..Settings::default() };
        let seats = cpu_plays(Player::White, Character::Greedy);
        let mut game = TestGame::with_settings(classic(8, seats), settings);
        game.play("f5");
        assert!(waiting_time(&mut game) >= cpu_delay, "after {cpu_delay:?}");
    }
}

#[test]
fn the_default_delay_is_600_ms() {
    assert_eq!(Settings::default().cpu_delay, Duration::from_millis(600));
}

#[test]
fn the_cpu_waits_as_long_before_the_first_move() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::Black, Character::Maximum)));
    // The frames before the test reached the match count as well.
    let arrived = FRAME * 4;
    assert!(waiting_time(&mut game) + arrived >= Settings::default().cpu_delay);
    game.until_ply(1);
    game.assert_shows_record();
    let position = Position::start(Variant::classic(8).expect("a side"));
    assert_eq!(game.moves(), choice(Character::Maximum, &position).to_string());
}

#[test]
fn completing_the_motions_does_not_shorten_the_delay() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    assert!(game.is_moving());
    game.click("a1");
    game.step();
    assert!(!game.is_moving());
    assert!(waiting_time(&mut game) + FRAME * 2 >= Settings::default().cpu_delay);
}

#[test]
fn the_cpu_plays_its_characters_move() {
    for character in [Character::Minimum, Character::Maximum, Character::Greedy] {
        let mut game = TestGame::with_settings(classic(8, cpu_plays(Player::White, character)), at_once());
        game.play("f5");
        let expected = choice(character, game.position());
        game.until_ply(2);
        assert_eq!(game.moves(), format!("f5 {expected}"));
    }
}

/// The game of two characters that make no random choices.
fn expected_game(side: u8, black: Character, white: Character) -> Record {
    let mut record = Record::new(Variant::classic(side).expect("a side"));
    while let Some(player) = record.position().to_move() {
        let character = if player == Player::Black { black } else { white };
        let square = choice(character, record.position());
        record.play(player, square).expect("characters play legal moves");
    }
    record
}

#[test]
fn two_cpu_players_play_a_whole_game_on_every_board_and_with_every_character() {
    for side in [4, 6, 8] {
        for black in Character::ALL {
            let white = Character::Greedy;
            let seats =
                ByPlayer::from_fn(|player| Seat::Cpu(if player == Player::Black { black } else { white }.into()));
            let mut game = TestGame::with_settings(classic(side, seats), at_once());
            game.until_over();
            game.assert_shows_record();
            assert_eq!(game.position().to_move(), None);
            if black != Character::Random {
                assert_eq!(game.game().record, expected_game(side, black, white), "{black:?} on {side} x {side}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let whole_game = |seed| {
        let seats = ByPlayer::from_fn(|_| Seat::Cpu(Character::Random.into()));
        let start = Match::new(Variant::classic(6).expect("a side"), seats, seed);
        let mut game = TestGame::with_settings(start, at_once());
        game.until_over();
        game.moves()
    };
    assert_eq!(whole_game(7), whole_game(7));
    assert_ne!(whole_game(7), whole_game(8));
}

/// Shows that the tests of late replies prove something: a reply in time is played, whatever square it names.
#[test]
fn a_reply_in_time_is_played() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    let named = other_choice(Character::Greedy, game.position());
    // The first request is sent in the next frame, and no thread can answer it sooner than this.
    for reply in replies(1, named) {
        game.write(reply);
    }
    game.until_ply(2);
    assert_eq!(game.moves(), format!("f5 {named}"));
}

#[test]
fn a_reply_to_an_undone_turn_is_ignored() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    game.rest();
    let late = choice(Character::Greedy, game.position());
    game.act(MatchCommand::now(MatchChange::TakeBack));
    for reply in replies(3, late) {
        game.write(reply);
    }
    game.steps(300);
    assert_eq!((game.moves().as_str(), game.phase()), ("", MatchPhase::Waiting));
    assert_eq!(game.take_messages().refusals, [], "it is not even tried");
    game.assert_shows_record();
}

#[test]
fn a_reply_from_before_a_restart_is_ignored() {
    let character = Character::Greedy;
    let mut game = TestGame::with(classic(8, cpu_plays(Player::Black, character)));
    assert_eq!(game.phase(), MatchPhase::Thinking);
    let (fresh, late) = (choice(character, game.position()), other_choice(character, game.position()));
    game.act(MatchCommand::now(MatchChange::Restart));
    // The first request was sent on entering the match, the second one by the restart.
    for reply in replies(1, late) {
        game.write(reply);
    }
    game.until_ply(1);
    assert_eq!(game.moves(), fresh.to_string());
    assert_eq!(game.take_messages().refusals, []);
}

#[test]
fn a_repeated_reply_is_played_once() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    game.until_ply(2);
    let late = other_choice(Character::Greedy, game.position());
    for reply in replies(3, late) {
        game.write(reply);
    }
    game.steps(300);
    assert_eq!((game.ply(), game.phase()), (2, MatchPhase::Waiting));
}

#[test]
fn a_reply_after_leaving_the_match_is_ignored() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    game.rest();
    let late = other_choice(Character::Greedy, game.position());
    game.act(Navigate::To(Screen::Title));
    for reply in replies(1, late) {
        game.write(reply);
    }
    game.steps(200);
    assert_eq!((game.screen(), game.moves().as_str()), (Screen::Title, "f5"));
}

#[test]
fn the_cpu_moves_in_a_match_continued_at_its_turn() {
    let character = Character::Minimum;
    let game = played(classic(8, cpu_plays(Player::White, character)), "f5");
    let expected = choice(character, game.record.position());
    let mut game = TestGame::with(game);
    game.steps(5);
    game.act(Navigate::To(Screen::Title));
    game.run_until("the title is shown", 5, |game| game.screen() == Screen::Title);
    let continued = game.game().clone();
    game.enter(continued);
    game.until_ply(2);
    assert_eq!(game.moves(), format!("f5 {expected}"));
}

#[test]
fn a_human_cannot_play_for_the_cpu() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    game.rest();
    game.click("d6");
    game.type_keys("d6");
    assert_eq!(game.moves(), "f5");
    assert_eq!(game.take_messages().refusals, []);
}

#[test]
fn a_cpu_player_gives_up_its_seat_on_a_board_that_does_not_suit_it() {
    let weights = Seat::Cpu("weights-2".parse().expect("a CPU player"));
    let seats = ByPlayer::from_fn(|player| Some(if player == Player::White { weights } else { Seat::Human }));
    let mut setup = MatchSetup { seats, ..MatchSetup::default() };
    for (key, keeps_it) in [("classic", true), ("classic-6", false)] {
        setup.choose(VariantChoice::BuiltIn(key.to_owned())).expect("a board");
        let variant = setup.variant().expect("a variant");
        let seats = setup.seats_in(&variant);
        assert_eq!((seats[Player::Black], seats[Player::White] == weights), (Seat::Human, keeps_it), "{key}");
        assert!(seats[Player::White].suits(&variant));
    }
}

#[test]
fn an_unavailable_network_is_reported_on_the_card_and_once_in_a_notice() {
    let five = Variant::built_in("five").expect("is built in");
    let seats = cpu_plays(Player::White, CpuPlayer::Tree(TreeLevel::Expert));
    let mut game = TestGame::with_settings(Match::new(five, seats, 1), at_once());
    let cards = |game: &mut TestGame| -> Vec<String> {
        let texts = game.all::<Text>().into_iter().map(|text| text.0);
        texts.filter(|text| text.starts_with("Expert")).collect()
    };
    let mut fetch = |name: &str, is_there| {
        game.write(NetworkFetched { name: name.to_owned(), is_there });
        game.steps(3);
        (cards(&mut game), game.notice())
    };
    assert_eq!(fetch("uzu", false).0, ["Expert"], "another board's");
    let (card, notice) = fetch("five", false);
    assert_eq!(card, ["Expert, weaker for now"]);
    assert!(notice.is_some_and(|notice| notice.contains("could not be loaded")));
    assert_eq!(fetch("five", false).0, ["Expert, weaker for now"]);
    assert_eq!(fetch("five", true).0, ["Expert"]);
}

/// A CPU player that thinks for longer than a test waits.
const LONG_THINKER: CpuPlayer = CpuPlayer::Tree(TreeLevel::Master);

fn thinking_about_the_first_move() -> TestGame {
    let mut game = TestGame::with(classic(16, cpu_plays(Player::White, LONG_THINKER)));
    game.play("h7");
    assert_eq!(game.moves(), "h7");
    game.rest();
    game
}

/// Reports progress for every request up to the newest.
fn say_progress(game: &mut TestGame, newest: u64) {
    for id in 0..=newest {
        game.write(CpuNews(ThinkNews::Progress(id, Progress { done: 3, of: 12 })));
    }
    game.step();
}

#[test]
fn progress_is_shown_while_the_cpu_thinks() {
    let mut game = thinking_about_the_first_move();
    game.run_until("progress is shown", MAX_THINKING_STEPS, |game| game.thinking() != ThinkingProgress::default());
    assert!(game.thinking().playouts > 0 && (0.0..1.0).contains(&game.thinking().share), "{:?}", game.thinking());
    assert_eq!((game.phase(), game.moves().as_str()), (MatchPhase::Thinking, "h7"));
}

#[test]
fn progress_is_cleared_with_the_reply_and_with_the_match() {
    let ends: [fn(&mut TestGame); 4] = [
        |game| replies(3, other_choice(Character::Greedy, game.position())).for_each(|reply| game.write(reply)),
        |game| game.act(MatchCommand::now(MatchChange::TakeBack)),
        |game| game.act(MatchCommand::now(MatchChange::Restart)),
        |game| game.act(Navigate::To(Screen::Title)),
    ];
    for end in ends {
        let mut game = thinking_about_the_first_move();
        say_progress(&mut game, 3);
        assert_ne!(game.thinking(), ThinkingProgress::default());
        end(&mut game);
        game.steps(2);
        assert_eq!(game.thinking(), ThinkingProgress::default());
        // Progress of a request that nobody waits for any more.
        say_progress(&mut game, 3);
        assert_eq!(game.thinking(), ThinkingProgress::default());
    }
}

#[test]
fn thinking_is_shown_with_a_few_frames_a_second() {
    let mut game = thinking_about_the_first_move();
    let sleep = |game: &mut TestGame| {
        game.run_until("the game sleeps", 60, |game| game.sleep().is_some());
        game.step();
        game.sleep()
    };
    assert_eq!(sleep(&mut game), Some(Duration::from_millis(100)));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    assert_eq!(sleep(&mut game), Some(Duration::from_mins(1)));
}

#[test]
fn a_failed_cpu_player_is_reported_and_its_seat_can_be_taken_over() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    let failed = |id| CpuNews(ThinkNews::Reply(ThinkReply { id, answer: Err(NoAnswer::Failed) }));
    (0..5).for_each(|id| game.write(failed(id)));
    game.steps(3);
    assert_eq!(game.notice().as_deref(), Some("White could not choose a move. Its program has failed."));
    game.click_on("Take over");
    game.steps(3);
    assert_eq!(game.game().to_move(), Some((Player::White, Seat::Human)));
    assert_eq!(game.notice(), None);
    game.play("d6");
    assert_eq!(game.moves(), "f5 d6");
}
