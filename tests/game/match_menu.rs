//! The menu of a match: its entries, copying and pasting, and the words over its button.

use std::time::Duration;

use bevy::clipboard::Clipboard;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    CopyLink, CopyMoves, CopyText, FileOffered, Match, MatchChange, MatchCommand, Navigate, Notices, Online, Overlay,
    Pasted, Screen,
};
use irogaeshi::notation::{AnyText, TimeControl};
use irogaeshi::online::Clock;
use irogaeshi::rules::{Ending, Player, Variant};

use crate::harness::{TestGame, at_once, classic, cpu_plays, humans, played, random_game};

fn with_menu(on_board: Match) -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(on_board);
    game.steps(5);
    game.act(Navigate::Open(Overlay::MatchMenu));
    game.steps(5);
    game
}

fn overlay(game: &mut TestGame) -> Overlay {
    *game.world_mut().resource::<Overlay>()
}

/// The text that was copied last.
fn copied(game: &mut TestGame) -> Option<String> {
    let messages = game.world_mut().resource::<bevy::prelude::Messages<CopyText>>();
    let mut cursor = messages.get_cursor();
    cursor.read(messages).last().map(|CopyText(text)| text.clone())
}

#[test]
fn the_moves_are_copied_as_text_that_can_be_pasted_again() {
    let variant = Variant::built_in("five").expect("is built in");
    let mut five = Match::new(variant.clone(), humans(), 1);
    five.record = random_game(&variant, 4);
    five.record.jump(20);
    for (on_board, text) in [(played(classic(8, humans()), "f5 d6 c3"), Some("f5d6c3")), (five, None)] {
        let mut game = with_menu(on_board);
        game.write(CopyMoves);
        game.step();
        let copied = copied(&mut game).expect("something is copied");
        assert!(text.is_none_or(|text| text == copied), "{copied}");
        game.steps(3);
        assert_eq!(overlay(&mut game), Overlay::None);
        let read = AnyText::read(&copied).expect("it can be read");
        let AnyText::Game(read) = read else { panic!("{copied} is a game") };
        assert_eq!(read.record().played(), game.game().record.played());
    }
}

#[test]
fn a_copied_link_opens_the_whole_match() {
    let mut on_board = played(classic(8, humans()), "f5 d6 c3");
    on_board.names[Player::Black] = "Anna".to_owned();
    let mut game = with_menu(on_board);
    let server = "https://play.example.org/reversi".parse().expect("an address");
    game.world_mut().resource_mut::<Online>().server = Some(server);
    assert!(game.labels().iter().any(|label| label == "Copy link"));
    game.write(CopyLink);
    game.step();
    let link = copied(&mut game).expect("a link is copied");
    game.steps(3);
    assert_eq!(overlay(&mut game), Overlay::None);
    assert!(link.starts_with("https://play.example.org/reversi/#game="), "{link}");

    let mut other = TestGame::in_window(1280, 800);
    other.act(FileOffered::link(&link));
    other.steps(5);
    assert_eq!((other.screen(), other.moves().as_str()), (Screen::Match, "f5 d6 c3"));
    assert_eq!(other.game().names[Player::Black], "Anna");
    let cut: String = link.chars().take(link.len() - 3).collect();
    other.act(FileOffered::link(&cut));
    other.steps(5);
    assert!(other.notice().is_some_and(|notice| notice.contains("link")), "{:?}", other.notice());
    assert_eq!(other.moves(), "f5 d6 c3", "the match goes on");
}

#[test]
fn a_pasted_game_is_opened_and_other_text_is_refused_with_a_reason() {
    let mut game = with_menu(classic(8, humans()));
    game.act(Pasted(Some("f5d6c3d3c4".to_owned())));
    game.steps(5);
    assert_eq!(game.screen(), Screen::Match);
    assert!(game.moves().starts_with("f5 d6 c3 d3 c4"), "{}", game.moves());
    let moves = game.moves();
    game.act(Pasted(Some("good morning".to_owned())));
    game.steps(5);
    let notices = game.world_mut().resource::<Notices>();
    assert!(notices.shown().is_some(), "it names the error");
    assert!(game.moves().starts_with(&moves), "the match goes on");
}

#[test]
fn without_a_readable_clipboard_a_field_is_shown() {
    let mut game = with_menu(classic(8, humans()));
    game.act(Pasted(None));
    game.steps(5);
    assert_eq!(overlay(&mut game), Overlay::PasteGame);
    assert_eq!(game.focused().as_deref(), Some("Game to open"));
    game.type_keys("f5d6c3");
    game.steps(3);
    game.click_on("Open it");
    game.steps(6);
    assert_eq!(overlay(&mut game), Overlay::None);
    assert!(game.moves().starts_with("f5 d6 c3"), "{}", game.moves());
}

#[test]
fn a_human_against_the_computer_can_resign() {
    let mut game = with_menu(played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"));
    game.click_on("Resign");
    game.steps(5);
    assert_eq!(overlay(&mut game), Overlay::ResignQuestion);
    game.click_on("Resign");
    game.steps(5);
    assert_eq!(game.game().ending(), Some(Ending::Resigned(Player::Black)));
    assert_eq!(overlay(&mut game), Overlay::None);
    assert!(game.text_below("result").is_some_and(|shown_text| shown_text.contains("You resigned")));
}

#[test]
fn humans_at_one_screen_can_agree_on_a_draw_and_take_it_back() {
    let mut game = with_menu(played(classic(8, humans()), "f5 d6"));
    game.click_on("Agree on a draw");
    game.steps(5);
    assert_eq!(overlay(&mut game), Overlay::DrawQuestion);
    game.click_on("All agree");
    game.steps(5);
    assert_eq!((game.game().ending(), overlay(&mut game)), (Some(Ending::DrawAgreed), Overlay::None));
    assert!(game.text_below("result").is_some_and(|shown_text| shown_text.contains("by agreement")));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(5);
    assert_eq!((game.game().ending(), game.ply()), (None, 2));
}

#[test]
fn nobody_agrees_on_a_draw_with_the_computer_or_before_the_first_move() {
    for on_board in [played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"), classic(8, humans())] {
        let mut game = with_menu(on_board);
        assert!(game.text_below("match menu").is_some_and(|shown_text| !shown_text.contains("draw")));
        game.act(MatchCommand::now(MatchChange::AgreeDraw));
        assert_eq!(game.game().ending(), None);
    }
}

#[test]
fn everyone_gets_a_minute_more() {
    let mut on_board = played(classic(8, humans()), "f5 d6");
    on_board.clock = Clock::new(Some(TimeControl::Fischer { base_ms: 300_000, increment_ms: 0 }));
    let mut game = with_menu(on_board);
    let left = |game: &mut TestGame| {
        [Player::Black, Player::White].map(|player| game.game().clock.at_rest().remaining(player, 0).expect("a clock"))
    };
    let before = left(&mut game);
    game.click_on("One minute more for everyone");
    game.steps(5);
    assert_eq!((left(&mut game), overlay(&mut game)), (before.map(|left| left + 60_000), Overlay::None));
    let mut game = with_menu(played(classic(8, humans()), "f5 d6"));
    let shown_text = game.text_below("match menu").expect("the menu is open");
    assert!(!shown_text.contains("minute"), "there is no clock: {shown_text}");
}

#[test]
fn the_menu_hides_the_disc_counts() {
    let mut game = with_menu(played(classic(8, humans()), "f5"));
    assert!(game.text_below("card of black").is_some_and(|card| card.contains('4')));
    game.click_on("Show disc counts");
    game.steps(5);
    assert!(game.text_below("card of black").is_some_and(|card| !card.contains('4')));
}

/// Colour of the button with this name.
fn fill(game: &mut TestGame, name: &str) -> Color {
    let world = game.world_mut();
    let mut buttons = world.query::<(&Name, &BackgroundColor)>();
    buttons.iter(world).find(|(other, _)| other.as_str() == name).map(|(_, paint)| paint.0).expect("it is there")
}

#[test]
fn the_safe_answer_to_a_question_is_the_default() {
    for (entry, safe, dangerous) in [
        ("Resign", "button restart-keep-playing", "button resign-answer"),
        ("Restart", "button restart-keep-playing", "button restart-start-again"),
    ] {
        let mut game = with_menu(played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"));
        let main = fill(&mut game, "button menu-continue");
        assert_ne!(fill(&mut game, "button match-resign"), main);
        game.click_on(entry);
        game.move_mouse(Vec2::ZERO);
        game.steps(5);
        assert_eq!(fill(&mut game, safe), main, "{entry}");
        assert_ne!(fill(&mut game, dangerous), main, "{entry}");
    }
}

#[test]
fn the_menu_fits_a_phone_and_shows_keys_beside_entries() {
    for (width, height, has_keys) in [(1280, 800, true), (844, 390, true), (390, 844, false), (320, 568, false)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        game.enter(played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"));
        game.steps(5);
        game.act(Navigate::Open(Overlay::MatchMenu));
        game.steps(5);
        for label in [
            "Continue",
            "Restart",
            "Resign",
            "Copy moves",
            "Paste a game",
            "Share",
            "Review",
            "New game",
            "Games",
            "Learn",
            "Settings",
            "Main menu",
            "Show moves",
            "Mute",
        ] {
            assert!(game.control(label).is_seen(), "{label} at {width} x {height}");
        }
        let words = game.text_below("match menu").expect("it is open");
        for heading in ["This match", "The game", "Elsewhere"] {
            assert!(words.contains(heading), "{heading} in {words}");
        }
        assert_eq!(words.contains("Esc"), has_keys, "{words}");
        assert!(game.control("Review").disabled, "the match goes on");
    }
}

#[test]
fn a_control_shows_its_key_under_a_resting_pointer_or_with_the_focus() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(classic(8, humans()));
    game.steps(8);
    let hint = game.control("Hint").area().center();
    game.move_mouse(hint);
    game.steps(3);
    assert_eq!(game.text_below("tooltip"), None, "passing over it shows no tooltip");
    game.pass(Duration::from_millis(500));
    game.steps(4);
    assert_eq!(game.text_below("tooltip").as_deref().map(str::trim), Some("Hint · H"));
    game.move_mouse(hint - bevy::prelude::Vec2::new(600.0, 300.0));
    game.steps(4);
    assert_eq!(game.text_below("tooltip"), None);
    game.press(Key::Tab);
    game.steps(4);
    assert!(game.text_below("tooltip").is_some(), "{:?}", game.focused_button());
}

#[test]
fn a_control_that_moves_under_a_resting_pointer_does_not_show_its_key() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(classic(8, humans()));
    game.steps(8);
    let hint = game.control("Hint").area().center();
    game.act(Navigate::To(Screen::Title));
    game.steps(8);
    game.move_mouse(hint);
    game.pass(Duration::from_secs(1));
    game.act(Navigate::To(Screen::Match));
    game.pass(Duration::from_secs(2));
    assert_eq!(game.text_below("tooltip"), None, "the pointer has not moved to it");
    game.move_mouse(hint + bevy::prelude::Vec2::ONE);
    game.pass(Duration::from_secs(1));
    assert_eq!(game.text_below("tooltip").as_deref().map(str::trim), Some("Hint · H"));
}

#[test]
fn the_clipboard_is_asked_for_a_game() {
    let mut game = with_menu(classic(8, humans()));
    let is_kept = game.world_mut().resource_mut::<Clipboard>().set_text("f5d6").is_ok();
    game.click_on("Paste a game");
    game.steps(8);
    // On a machine without a clipboard, the text field opens instead.
    if is_kept && overlay(&mut game) == Overlay::None {
        assert!(game.moves().starts_with("f5 d6"), "{}", game.moves());
    } else {
        assert_eq!(overlay(&mut game), Overlay::PasteGame);
    }
}
