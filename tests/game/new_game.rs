//! The setup of a new game: boards and players to choose from, layout, and ways to it.

use bevy::input::keyboard::Key;
use bevy::math::{Rect, Vec2};
use bevy::prelude::*;
use irogaeshi::cpu::{Character, CpuPlayer, EngineLevel, TreeLevel};
use irogaeshi::game::{
    BoardMeasuring, Catalogue, ChoiceError, ColourAssignment, CopyText, MatchChange, MatchCommand, MatchSetup,
    Navigate, NewGameTab, OnPress, Overlay, Pace, Phrase, RoomSetup, Screen, Seat, Seating, SetupCommand, ShowTab,
    VariantChoice,
};
use irogaeshi::notation::{TimeControl, transcript_of};
use irogaeshi::rules::{BoardCard, ByPlayer, DrawnBoard, Goal, Player, Variant, VariantError, VariantProblem};

use crate::harness::{MAX_THINKING_STEPS, TestGame, classic, humans, played};

fn built_in(key: &str) -> Variant {
    Variant::built_in(key).expect("is built in")
}

fn english(phrase: &Phrase) -> String {
    Catalogue::default().words(phrase)
}

fn setup_for(key: &str) -> MatchSetup {
    MatchSetup { choice: VariantChoice::BuiltIn(key.to_owned()), ..MatchSetup::default() }
}

fn cpu(key: &str) -> Seat {
    Seat::Cpu(key.parse().expect("a CPU player"))
}

/// The seats of all players of the board.
fn seats(setup: &MatchSetup) -> Vec<Seat> {
    let variant = setup.variant().expect("can be played");
    variant.everybody().into_iter().map(|player| setup.seat(player, &variant)).collect()
}

fn choices_in(width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    game
}

// Offered boards and players.

#[test]
fn every_board_is_offered_with_a_description() {
    let mut game = choices_in(1280, 800);
    for key in Variant::built_in_keys() {
        let variant = built_in(&key);
        let label = format!("Board: {}", variant.name());
        assert!(game.labels().contains(&label), "{label}");
        game.choose_board(&key);
        game.steps(4);
        assert!(game.control(&label).chosen, "{label}");
        let shown_text = game.text_below("chosen board").expect("the chosen board is shown");
        for words in [
            variant.name().to_owned(),
            variant.about().to_owned(),
            format!("{} squares", variant.board().squares().count()),
        ] {
            assert!(shown_text.contains(&words), "\"{words}\" is in \"{shown_text}\"");
        }
    }
}

#[test]
fn colour_reversi_and_ordinary_reversi_are_visible_without_scrolling() {
    for size in [(1280, 800), (390, 844), (360, 640), (844, 390)] {
        let game = choices_in(size.0, size.1);
        for board in ["Colour (3+2)", "Five", "Classic 8 × 8"] {
            assert!(game.control(&format!("Board: {board}")).is_seen(), "{board} in {size:?}");
        }
    }
}

#[test]
fn a_match_starts_with_the_chosen_board_and_goal() {
    let mut game = choices_in(1280, 800);
    game.press_on("Board: Colour 2: ash");
    game.press_on("Fewest discs win");
    assert!(game.control("Fewest discs win").chosen && !game.control("Most discs win").chosen);
    game.press_on("Start");
    assert_eq!(game.screen(), Screen::Match);
    assert_eq!(**game.game().record.variant(), built_in("colour-2").with_goal(Goal::Fewest));
}

#[test]
fn a_board_that_cannot_be_played_is_not_chosen() {
    let mut setup = setup_for("colour");
    let choice = VariantChoice::Own("name: Nothing\nplayers: black\nboard:\n..\n".to_owned());
    let too_few = VariantError { line: 2, problem: VariantProblem::TooFewPlayers };
    assert_eq!(setup.choose(choice), Err(ChoiceError::Variant(too_few)));
    assert_eq!(setup, setup_for("colour"));
}

#[test]
fn own_boards_have_a_section_of_their_own() {
    let mut game = TestGame::in_window(1280, 800);
    let text = "name: Mine\nplayers: white ash\nboard:\n....\n.WA.\n.AW.\n....\n";
    game.act(SetupCommand::ChooseVariant(VariantChoice::Own(text.to_owned())));
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    assert!(game.control("Board: Mine").chosen && game.control("Board: Mine").is_seen());
    game.press_on("Start");
    assert_eq!(game.game().record.variant().name(), "Mine");
}

#[test]
fn against_a_cpu_player_the_board_is_the_last_played_one() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    game.choose_board("classic-6");
    game.press_on("Start");
    assert_eq!(game.screen(), Screen::Match);
    for way in [SetupCommand::PlayComputer, SetupCommand::PlayHere] {
        game.act(Navigate::To(Screen::Title));
        game.steps(5);
        game.act(Navigate::To(Screen::NewGame));
        game.steps(5);
        game.choose_board("five");
        game.press_on("Fewest discs win");
        game.act(Navigate::To(Screen::Title));
        game.steps(5);
        game.act(way);
        game.steps(5);
        assert_eq!((game.screen(), game.setup().goal), (Screen::NewGame, Goal::Most));
        assert_eq!(game.setup().choice, VariantChoice::BuiltIn("classic-6".to_owned()));
    }
}

// Seats.

#[test]
fn all_cpu_players_are_equally_strong_by_default() {
    let casual = Seat::Cpu(CpuPlayer::Tree(TreeLevel::Casual));
    let proposed = [Seat::Human, casual, casual, casual, casual];
    assert_eq!(seats(&setup_for("colour")), proposed);
    assert_eq!(seats(&setup_for("five")), proposed);
    assert_eq!(seats(&setup_for("colour-2")), proposed[..3]);
    assert_eq!(seats(&setup_for("classic-10")), proposed[..2]);
    assert_eq!(seats(&setup_for("classic")), [Seat::Human, Seat::Cpu(CpuPlayer::Engine(EngineLevel::PLEASANT))]);
}

#[test]
fn a_cpu_player_that_does_not_suit_a_board_is_replaced_and_returns() {
    let only_here = CpuPlayer::all().find(|cpu| cpu.suits(&built_in("classic")) && !cpu.suits(&built_in("colour")));
    let only_here = Seat::Cpu(only_here.expect("some play only ordinary reversi"));
    let mut setup = setup_for("classic");
    setup.seats[Player::White] = Some(only_here);
    assert_eq!(seats(&setup)[1], only_here);
    setup.choose(VariantChoice::BuiltIn("colour".to_owned())).expect("can be played");
    assert_eq!(seats(&setup)[1], Seat::Cpu(CpuPlayer::Tree(TreeLevel::Casual)));
    setup.choose(VariantChoice::BuiltIn("classic".to_owned())).expect("can be played");
    assert_eq!(seats(&setup)[1], only_here);
}

#[test]
fn all_seats_can_be_set_at_once() {
    let mut setup = setup_for("five");
    setup.seats[Player::Ash] = Some(Seat::Human);
    setup.seats[Player::Cyan] = Some(cpu("greedy"));
    let mut seated = |seating| {
        setup.seat_everybody(seating).expect("can be played");
        seats(&setup)
    };
    let casual = Seat::Cpu(CpuPlayer::Tree(TreeLevel::Casual));
    let others = [casual, casual, cpu("greedy"), casual];
    assert_eq!(seated(Seating::OneHuman), [&[Seat::Human], &others[..]].concat());
    assert_eq!(seated(Seating::Watch), [&[casual], &others[..]].concat());
    assert_eq!(seated(Seating::OneHuman)[0], Seat::Human, "a human plays again");
    assert_eq!(seated(Seating::AllHumans), [Seat::Human; 5]);
    assert_eq!(seated(Seating::Watch)[2], casual, "whom the game proposes");
}

#[test]
fn filling_with_cpu_players_keeps_the_first_human() {
    let mut setup = setup_for("colour");
    setup.seats[Player::Black] = Some(cpu("random"));
    setup.seats[Player::White] = Some(Seat::Human);
    setup.seats[Player::Yamabuki] = Some(Seat::Human);
    setup.seat_everybody(Seating::OneHuman).expect("can be played");
    let casual = Seat::Cpu(CpuPlayer::Tree(TreeLevel::Casual));
    assert_eq!(seats(&setup), [cpu("random"), Seat::Human, casual, casual, casual]);
}

#[test]
fn each_player_has_a_row_including_those_who_only_cut_in() {
    for (size, part) in [((1280, 800), NewGameTab::Board), ((390, 844), NewGameTab::Players)] {
        let mut game = choices_in(size.0, size.1);
        for (key, count) in [("classic", 2), ("colour-3", 3), ("colour", 5), ("five", 5), ("heart", 2)] {
            game.choose_board(key);
            game.act(ShowTab(part));
            game.steps(4);
            let expected: Vec<String> =
                built_in(key).everybody().iter().map(|player| format!("{player}’s name")).collect();
            let fields: Vec<String> = game.report().fields.iter().map(|field| field.label.clone()).collect();
            assert_eq!(fields.len(), count, "{key} in {size:?}");
            assert_eq!(fields, expected, "{key} in {size:?}");
        }
    }
}

#[test]
fn a_seat_is_given_to_a_human_or_to_a_cpu_player_from_a_list() {
    let mut game = choices_in(1280, 800);
    assert!(game.control("White: CPU").chosen && !game.labels().contains(&"CPU player for Black".to_owned()));
    game.press_on("White: Human");
    assert!(game.control("White: Human").chosen);
    game.press_on("White: CPU");
    game.press_on("CPU player for White");
    assert!(game.control("White: Newcomer").chosen, "the list shows who sits there");
    assert!(game.report().fields.is_empty(), "nothing behind the list is in reach");
    game.press_on("White: Maximum");
    assert!(game.text_below("seats").is_some_and(|words| words.contains("Maximum")));
    game.press_on("Start");
    assert_eq!(game.game().seats[Player::White], Seat::Cpu(Character::Maximum.into()));
}

#[test]
fn the_list_offers_cpu_players_that_suit_the_board() {
    let mut game = choices_in(1280, 800);
    for key in ["classic", "colour"] {
        game.choose_board(key);
        game.act(Navigate::Open(Overlay::CpuPicker(Player::White)));
        game.steps(4);
        let mut expected: Vec<String> =
            CpuPlayer::offered(&built_in(key)).map(|cpu| format!("White: {}", english(&cpu.into()))).collect();
        let mut offered = game.labels();
        offered.retain(|label| label != "Close");
        expected.sort();
        offered.sort();
        assert_eq!(offered, expected, "{key}");
        game.act(Navigate::Close);
        game.steps(4);
    }
}

#[test]
fn the_list_is_closed_by_its_button_escape_or_a_click_outside() {
    let mut game = choices_in(1280, 800);
    let setup = game.setup().clone();
    for way in ["button", "escape", "beside"] {
        game.press_on("CPU player for White");
        assert!(game.labels().contains(&"White: Random".to_owned()), "{way}");
        match way {
            "button" => game.press_on("Close"),
            "escape" => game.press(Key::Escape),
            _ => game.click_at(Vec2::new(20.0, 400.0)),
        }
        game.steps(4);
        assert!(!game.labels().contains(&"White: Random".to_owned()), "{way}");
        assert_eq!((game.screen(), game.setup()), (Screen::NewGame, &setup), "{way}");
    }
}

#[test]
fn a_saved_setup_reads_back_equal() {
    let mut setup = setup_for("five");
    setup.goal = Goal::Fewest;
    setup.seats[Player::Ash] = Some(cpu("expert"));
    setup.seats[Player::Black] = Some(Seat::Human);
    setup.names[Player::Cyan] = "Mori".to_owned();
    let text = serde_json::to_string(&setup).expect("JSON");
    assert_eq!(serde_json::from_str::<MatchSetup>(&text).expect("JSON"), setup);
}

// Keys.

#[test]
fn few_keys_lead_from_the_title_to_five() {
    let mut game = TestGame::in_window(1280, 800);
    game.click_on("New game");
    game.steps(5);
    assert_eq!(game.focused().as_deref(), Some("Board: Classic 8 × 8"), "the chosen board has the focus");
    // The first arrow key shows the focus.
    for (arrow, board) in [
        (Key::ArrowUp, "Classic 8 × 8"),
        (Key::ArrowUp, "Colour (3+2)"),
        (Key::ArrowUp, "Colour (3+2)"),
        (Key::ArrowRight, "Five"),
    ] {
        game.press(arrow);
        game.steps(3);
        assert!(game.control(&format!("Board: {board}")).chosen, "{board}");
    }
    game.press(Key::Enter);
    game.steps(5);
    assert_eq!((game.screen(), game.game().record.variant().name()), (Screen::Match, "Five"));
}

#[test]
fn arrows_move_over_all_boards_row_by_row() {
    let mut game = choices_in(1280, 800);
    game.choose_board("colour");
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    game.press(Key::Enter);
    game.steps(5);
    let place = |game: &TestGame| {
        let focused = game.focused().expect("a board has the focus");
        assert!(game.control(&focused).is_seen(), "{focused}");
        game.control(&focused).area().center()
    };
    game.press(Key::ArrowDown);
    let mut rows = 1;
    loop {
        let before = game.focused();
        game.press(Key::ArrowDown);
        game.steps(3);
        if game.focused() == before {
            break;
        }
        rows += 1;
    }
    assert!(rows > 8, "{rows} rows");
    let lowest = place(&game);
    game.press(Key::ArrowRight);
    game.steps(3);
    let beside = place(&game);
    assert!(beside.x > lowest.x && (beside.y - lowest.y).abs() < 2.0, "{beside} is beside {lowest}");
}

#[test]
fn tab_stops_once_at_the_boards() {
    let mut game = choices_in(1280, 800);
    let mut met = Vec::new();
    for _ in 0..60 {
        game.press_tab(false);
        met.push(game.focused().expect("something has the focus"));
    }
    let boards: Vec<&String> = met.iter().filter(|label| label.starts_with("Board:")).collect();
    assert!(!boards.is_empty() && boards.iter().all(|label| *label == "Board: Classic 8 × 8"), "{boards:?}");
    assert!(met.contains(&"Start".to_owned()) && met.contains(&"White’s name".to_owned()));
}

#[test]
fn a_focused_control_keeps_the_focus_when_it_changes() {
    let mut game = choices_in(1280, 800);
    while game.focused().as_deref() != Some("White: Human") {
        game.press_tab(false);
    }
    for label in ["White: Human", "White: CPU"] {
        assert_eq!(game.focused().as_deref(), Some(label));
        game.press(Key::Enter);
        game.steps(4);
        assert_eq!(game.focused().as_deref(), Some(label), "its row was made anew");
        assert!(game.control(label).chosen);
        game.press_tab(false);
    }
    assert_eq!(game.focused().as_deref(), Some("CPU player for White"));
    game.press(Key::Enter);
    game.steps(4);
    assert_eq!(game.focused().as_deref(), Some("White: Newcomer"), "the list opens where the choice is");
    game.press(Key::ArrowDown);
    game.steps(2);
    assert_eq!(game.focused().as_deref(), Some("White: Hobby Player"));
    game.press(Key::Enter);
    game.steps(4);
    assert_eq!(game.focused().as_deref(), Some("CPU player for White"), "and the focus comes back");
    assert_eq!(game.setup().seats[Player::White], Some(cpu("hobby")));
}

#[test]
fn keys_switch_between_the_parts_of_a_narrow_screen() {
    let mut game = choices_in(390, 844);
    game.press_tab(true);
    game.press_tab(true);
    while game.focused().as_deref() != Some("Players") {
        game.press_tab(true);
    }
    game.press(Key::Enter);
    game.steps(4);
    assert_eq!(game.focused().as_deref(), Some("Players"));
    assert!(game.report().fields.len() == 2 && game.control("Players").chosen);
}

// Layout.

const SIZES: [(u32, u32); 10] = [
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
    (390, 844),
    (360, 640),
    (360, 560),
    (844, 390),
    (768, 1024),
    (640, 360),
    (568, 320),
];

/// Calls `look` for each part of the screen.
fn for_each_part(game: &mut TestGame, mut look: impl FnMut(&mut TestGame)) {
    let has_parts = game.labels().contains(&english(&NewGameTab::Players.name()));
    for part in NewGameTab::ALL.into_iter().take(if has_parts { NewGameTab::ALL.len() } else { 1 }) {
        game.act(ShowTab(part));
        game.steps(4);
        look(game);
    }
}

#[test]
fn everything_is_reachable_and_large_enough_for_fingers() {
    for (width, height) in SIZES {
        let window = Rect::from_corners(Vec2::ZERO, Vec2::new(width as f32, height as f32));
        let mut game = choices_in(width, height);
        for key in ["classic", "colour"] {
            game.choose_board(key);
            for_each_part(&mut game, |game| {
                let report = game.report();
                for control in report.buttons.iter().chain(&report.fields) {
                    let what = format!("{} in {width} x {height}", control.label);
                    let area = control.area();
                    assert!(area.height() >= 43.5 && area.width() >= 43.5, "{what} is {} large", area.size());
                    let around = control.within().unwrap_or(window);
                    assert_eq!(around.union(window), window, "{what}");
                    assert!(area.min.x >= around.min.x && area.max.x <= around.max.x, "{what} is cut off at a side");
                    assert!(control.within().is_some() || around.union(area) == around, "{what} is cut off");
                    assert!(around.height() >= area.height().min(60.0), "{what} has no room");
                }
            });
        }
    }
}

#[test]
fn texts_stay_inside_their_containers() {
    for (width, height) in SIZES {
        let mut game = choices_in(width, height);
        for key in ["classic", "colour", "kazaguruma"] {
            game.choose_board(key);
            for_each_part(&mut game, |game| {
                for (words, text, place) in game.words_in_buttons() {
                    let is_inside = text.min.x >= place.min.x - 0.5 && text.max.x <= place.max.x + 0.5;
                    assert!(is_inside, "\"{words}\" at {text:?} runs out of {place:?} in {width} x {height}");
                }
            });
        }
    }
}

#[test]
fn all_parts_are_visible_in_a_large_window() {
    for ((width, height), has_all) in
        [((1280, 800), true), ((844, 390), true), ((390, 844), false), ((360, 640), false)]
    {
        let game = choices_in(width, height);
        let labels = game.labels();
        for label in ["Black: Human", "Clock: No clock", "Board: Five", "Start", "Back", "Settings"] {
            let is_there = has_all || !label.contains("Black") && !label.contains("Clock");
            assert_eq!(labels.iter().any(|found| found == label), is_there, "{label} in {width} x {height}");
        }
    }
}

#[test]
fn a_rotated_window_keeps_all_choices() {
    let mut game = choices_in(390, 844);
    game.choose_board("five");
    game.act(ShowTab(NewGameTab::Players));
    game.steps(4);
    game.resize(844, 390);
    game.steps(5);
    assert!(game.control("Board: Five").chosen);
    assert_eq!(game.report().fields.len(), 5);
    game.resize(390, 844);
    game.steps(5);
    assert!(game.control("Players").chosen, "and the part that was shown");
    assert_eq!(game.report().fields.len(), 5);
}

#[test]
fn a_warning_says_that_an_unfinished_match_is_replaced() {
    let mut game = TestGame::in_window(1280, 800);
    let warns = |game: &mut TestGame| {
        game.act(Navigate::To(Screen::NewGame));
        game.steps(4);
        game.text_below("screen NewGame").is_some_and(|words| words.contains("ends your unfinished game"))
    };
    assert!(!warns(&mut game));
    game.enter(classic(8, humans()));
    assert!(!warns(&mut game), "nothing was played");
    game.enter(played(classic(8, humans()), "f5"));
    assert!(warns(&mut game));
}

#[test]
fn leaving_removes_the_screen() {
    let mut game = TestGame::in_window(1280, 800);
    game.steps(5);
    let (names, entities) = (game.names(), game.entities());
    for _ in 0..2 {
        game.act(Navigate::To(Screen::NewGame));
        game.steps(4);
        game.choose_board("five");
        game.act(Navigate::Open(Overlay::CpuPicker(Player::Ash)));
        game.steps(4);
        game.act(Navigate::To(Screen::Title));
        game.steps(5);
        assert_eq!((game.names(), game.entities()), (names.clone(), entities));
    }
}

#[test]
fn choosing_a_seat_changes_only_that_player() {
    let mut game = TestGame::new();
    game.act(SetupCommand::ChooseSeat(Player::Ash, cpu("greedy")));
    game.act(SetupCommand::NamePlayer(Player::Ash, "Mori".to_owned()));
    let setup = game.setup();
    let seats = ByPlayer::from_fn(|player| (player == Player::Ash).then(|| cpu("greedy")));
    assert_eq!((&setup.seats, setup.names[Player::Ash].as_str()), (&seats, "Mori"));
}

#[test]
fn colours_are_chosen_for_the_only_human_or_change_from_match_to_match() {
    let mut game = choices_in(1280, 800);
    game.scroll_to("Your colour: White");
    game.click_on("Your colour: White");
    game.steps(4);
    let variant = game.setup().variant().expect("a variant");
    assert_eq!(game.setup().seats_in(&variant)[Player::White], Seat::Human);
    assert!(matches!(game.setup().seats_in(&variant)[Player::Black], Seat::Cpu(_)));
    assert!(game.control("Your colour: White").chosen);
    game.act(SetupCommand::AssignColours(ColourAssignment::Alternate));
    let mut seen = Vec::new();
    for _ in 0..3 {
        game.act(SetupCommand::Start);
        game.steps(5);
        seen.push(game.game().seats[Player::White] == Seat::Human);
        game.act(Navigate::To(Screen::NewGame));
        game.steps(4);
    }
    assert_eq!(seen, [true, false, true]);
    game.act(Navigate::To(Screen::Match));
    game.steps(4);
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(4);
    assert_eq!(game.game().seats[Player::Black], Seat::Human, "playing again changes colours too");
}

#[test]
fn starts_and_corners_are_offered_under_more_if_the_board_suits_them() {
    let mut game = choices_in(1280, 800);
    let has = |game: &TestGame, label: &str| game.report().buttons.iter().any(|button| button.label == label);
    assert!(!has(&game, "Start: XOT"));
    game.scroll_to("More choices");
    game.click_on("More choices");
    game.steps(4);
    game.scroll_to("Start: XOT");
    game.click_on("Start: XOT");
    game.steps(4);
    game.act(SetupCommand::Start);
    game.steps(5);
    assert_eq!(game.ply(), 8);
    assert!(!game.game().has_begun(), "nobody has played yet");
    assert!(!game.game().permissions().take_back);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    game.scroll_to("Corners for Black: 2");
    game.click_on("Corners for Black: 2");
    game.act(SetupCommand::Start);
    game.steps(5);
    assert_eq!((game.ply(), game.counts()[Player::Black]), (0, 4));
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    game.choose_board("heart");
    game.steps(4);
    assert!(has(&game, "Start: Random") && has(&game, "Your colour: Random"));
    assert!(!has(&game, "Start: XOT") && !has(&game, "Corners for Black: 2"));
    game.choose_board("five");
    game.steps(4);
    assert!(!has(&game, "More choices") && !has(&game, "Your colour: Random"));
}

#[test]
fn common_choices_are_visible_and_more_opens_into_view() {
    let mut game = choices_in(1280, 800);
    let choices = || ["Your colour: ", "Clock: ", "Black: ", "White: ", "Most discs win", "More choices"];
    for label in game.labels() {
        if choices().iter().any(|choice| label.starts_with(choice)) {
            assert!(game.control(&label).is_seen(), "{label}");
        }
    }
    game.click_on("More choices");
    game.steps(6);
    assert!(game.control("Start: XOT").is_seen() && game.control("Corners for Black: 2").is_seen());
}

#[test]
fn levels_show_how_strong_they_are() {
    let mut game = choices_in(1280, 800);
    game.act(Navigate::Open(Overlay::CpuPicker(Player::White)));
    game.steps(5);
    let dots = game.names().iter().filter(|name| name.as_str() == "strength").count();
    assert!(dots > 20, "each level has dots: {dots}");
}

/// Ratings shown below the entity with this name, from top to bottom.
fn ratings_below(game: &mut TestGame, name: &str) -> Vec<i32> {
    let words = game.text_below(name).unwrap_or_else(|| panic!("{name} is shown"));
    words.lines().filter_map(|line| line.strip_suffix(" Elo")?.parse().ok()).collect()
}

#[test]
fn levels_show_their_measured_elo_ratings_on_the_board() {
    let mut game = choices_in(1280, 800);
    let measured: Vec<i32> = EngineLevel::all().map(EngineLevel::rating).collect();
    for (key, goal, ratings) in [
        ("classic", Goal::Most, &measured[..]),
        ("classic", Goal::Fewest, &[]),
        ("classic-6", Goal::Most, &[]),
        ("colour", Goal::Most, &[]),
    ] {
        game.choose_board(key);
        game.act(SetupCommand::ChooseGoal(goal));
        game.steps(4);
        let of_seat = ratings_below(&mut game, "seats");
        let pleasant = (!ratings.is_empty()).then(|| EngineLevel::PLEASANT.rating());
        assert_eq!(of_seat, Vec::from_iter(pleasant), "{key}, {goal:?}");
        game.act(Navigate::Open(Overlay::CpuPicker(Player::White)));
        game.steps(4);
        assert_eq!(ratings_below(&mut game, "cpu players"), ratings, "{key}, {goal:?}");
        let words = game.text_below("cpu players").expect("the list is shown");
        assert_eq!(words.contains("Random play has 0 Elo"), !ratings.is_empty(), "{key}, {goal:?}");
        game.act(Navigate::Close);
        game.steps(4);
    }
}

/// Side of a drawn square of the board, in logical pixels.
fn drawn_side(game: &mut TestGame) -> f32 {
    let world = game.world_mut();
    let mut boards = world.query::<(&Name, &Transform)>();
    let board = boards.iter(world).find(|(name, _)| name.as_str() == "board").expect("there is a board");
    board.1.scale.x
}

#[test]
fn the_board_grows_out_of_the_chosen_picture() {
    let mut game = choices_in(1280, 800);
    game.act(SetupCommand::Start);
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    let sides: Vec<f32> = (0..60)
        .map(|_| {
            let side = drawn_side(&mut game);
            game.step();
            side
        })
        .collect();
    let whole = game.report().squares().expect("a board is shown").1;
    assert!(sides[0] < 0.5 * whole && sides.is_sorted() && sides.ends_with(&[whole]), "{sides:?}, {whole}");
}

#[test]
fn the_board_has_its_size_at_once_without_motion_or_a_chosen_picture() {
    let mut game = choices_in(1280, 800);
    game.settings().pace = Some(Pace::Still);
    game.act(SetupCommand::Start);
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    let at_once = drawn_side(&mut game);
    game.steps(60);
    assert_eq!(at_once.to_bits(), drawn_side(&mut game).to_bits());
    let mut game = choices_in(1280, 800);
    game.act(Navigate::To(Screen::Learn));
    game.steps(4);
    game.enter(played(classic(8, humans()), "f5"));
    let at_once = drawn_side(&mut game);
    game.steps(60);
    assert_eq!(at_once.to_bits(), drawn_side(&mut game).to_bits());
}

// Boards drawn anew.

/// Kind and number of the chosen board.
fn draw(game: &TestGame) -> (DrawnBoard, u32) {
    game.setup().choice.draw().expect("a drawn board")
}

#[test]
fn a_random_board_is_drawn_for_each_match() {
    let mut game = choices_in(1280, 800);
    game.activate(&OnPress::new(SetupCommand::DrawBoard(DrawnBoard::Random)));
    game.steps(4);
    let (kind, number) = draw(&game);
    assert_eq!(kind, DrawnBoard::Random);
    assert!(game.control("Board: Random").chosen && !game.control("Board: Chaos").chosen);
    let shown = game.text_below("chosen board").expect("the chosen board is shown");
    assert!(shown.contains(&format!("Random {number}")), "{shown}");
    game.act(SetupCommand::Start);
    game.steps(3);
    assert_eq!(**game.game().record.variant(), DrawnBoard::Random.variant(number));
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    let (kind, next) = draw(&game);
    assert_eq!(kind, DrawnBoard::Random);
    assert_ne!(next, number);
    game.act(SetupCommand::PlayHere);
    game.steps(3);
    let (kind, after) = draw(&game);
    assert_eq!(kind, DrawnBoard::Random);
    assert!(after != next && after != number, "{number}, {next}, {after}");
}

#[test]
fn the_number_of_a_drawn_board_can_be_typed_and_copied() {
    const FIELD: &str = "Number of the board";
    let mut game = choices_in(1280, 800);
    assert!(!game.labels().contains(&FIELD.to_owned()));
    game.act(SetupCommand::DrawBoard(DrawnBoard::Chaos));
    game.steps(4);
    assert_eq!(game.control(FIELD).text, draw(&game).1.to_string());
    game.press_on("Draw another");
    game.steps(4);
    let number = draw(&game).1;
    assert_eq!(game.control(FIELD).text, number.to_string());
    game.scroll_to("Copy number");
    game.click_at(game.control("Copy number").area().center());
    let copied = game.world_mut().resource_mut::<Messages<CopyText>>().drain().last();
    assert_eq!(copied, Some(CopyText(number.to_string())));

    game.press_on(FIELD);
    game.press_together(&[Key::Control, Key::Character("a".into())]);
    game.steps(2);
    for key in "42".chars() {
        game.press(Key::Character(key.to_string().into()));
        game.steps(2);
    }
    assert_eq!(draw(&game), (DrawnBoard::Chaos, 42));
    assert_eq!((game.control(FIELD).text, game.focused()), ("42".to_owned(), Some(FIELD.to_owned())));
    game.choose_board("classic-8");
    game.steps(4);
    assert!(!game.labels().contains(&FIELD.to_owned()));
}

// Card of the chosen board.

fn open_card(game: &mut TestGame) -> String {
    game.scroll_to("Board card");
    game.click_on("Board card");
    game.steps(3);
    game.text_below("board card").expect("a card")
}

#[test]
fn the_card_of_a_built_in_board_is_shown_with_its_games() {
    let mut game = choices_in(1280, 800);
    game.choose_board("rectangle");
    game.steps(4);
    let card = BoardCard::of("rectangle").expect("has a card");
    let shown_text = open_card(&mut game);
    for words in [
        format!("Board {}", card.number),
        format!("By {}", card.author),
        "Black moves first".to_owned(),
        "32 squares, 28 empty".to_owned(),
        "10000 random games".to_owned(),
        format!("Draws: {}", card.measures.draws),
        "Best play found".to_owned(),
        "Black wins, 30 : 0".to_owned(),
    ] {
        assert!(shown_text.contains(&words), "{words}: {shown_text}");
    }
    game.scroll_to("Look at it: Widest win");
    game.click_on("Look at it: Widest win");
    game.run_until("the game is on the board", 20, |game| game.screen() == Screen::Match);
    let widest = card.measures.widest.expect("a widest win");
    assert_eq!(transcript_of(&game.game().record), widest.moves);
    assert!(game.game().marks.ended_elsewhere, "it counts for no statistics");
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
}

#[test]
fn a_board_with_another_goal_is_measured_on_request() {
    let mut game = choices_in(1280, 800);
    game.choose_board("classic-4");
    game.act(SetupCommand::ChooseGoal(Goal::Fewest));
    game.steps(4);
    let shown_text = open_card(&mut game);
    assert!(shown_text.contains("has not been measured"), "{shown_text}");
    game.click_on("Measure this board");
    game.run_until("the board is measured", MAX_THINKING_STEPS, |game| {
        game.world_mut().resource::<BoardMeasuring>().progress().is_none()
    });
    game.steps(3);
    let shown_text = game.text_below("board card").expect("a card");
    assert!(shown_text.contains("Black moves first") && shown_text.contains("Best play found"), "{shown_text}");
    assert!(!shown_text.contains("By "), "its author is unknown: {shown_text}");
    let variant = game.setup().variant().expect("a board");
    assert_eq!(variant.goal(), Goal::Fewest);
    let measures = game.world_mut().resource::<BoardMeasuring>().measures(&variant).cloned().expect("measures");
    assert_eq!(measures.wins.iter().sum::<u32>() + measures.draws, measures.games);
    // Reopening it shows the same without measuring again.
    game.act(Navigate::Close);
    game.steps(4);
    assert_eq!(game.focused().as_deref(), Some("Board card"));
    assert!(open_card(&mut game).contains("Best play found"));
}

#[test]
fn closing_the_card_stops_the_measurement() {
    let mut game = choices_in(1280, 800);
    game.act(SetupCommand::DrawBoard(DrawnBoard::Random));
    game.steps(4);
    open_card(&mut game);
    game.click_on("Measure this board");
    game.steps(2);
    assert!(game.world_mut().resource::<BoardMeasuring>().progress().is_some());
    game.click_on("Stop measuring");
    game.steps(2);
    assert_eq!(game.world_mut().resource::<BoardMeasuring>().progress(), None);
    game.click_on("Measure this board");
    game.steps(2);
    game.act(Navigate::Close);
    game.steps(2);
    assert_eq!(game.world_mut().resource::<BoardMeasuring>(), &BoardMeasuring::default());
}

#[test]
fn an_own_clock_is_composed_by_finger_and_keys_on_the_narrowest_phone() {
    for screen in [Screen::NewGame, Screen::NewRoom] {
        let mut game = TestGame::in_window(320, 568);
        game.act(Navigate::To(screen));
        game.act(ShowTab(NewGameTab::Players));
        game.steps(5);
        let clock = |game: &mut TestGame| match screen {
            Screen::NewGame => game.setup().clock,
            _ => game.world_mut().resource::<RoomSetup>().clock,
        };
        assert!(game.report().sliders.is_empty(), "only with an own clock");
        game.scroll_to("Clock: Own…");
        game.tap(game.control("Clock: Own…").area().center());
        game.steps(3);
        assert!(game.control("Clock: Own…").chosen && game.control("Own…: Byo-yomi").chosen);
        assert!(game.control("Own…: Byo-yomi").is_seen(), "it comes into view");
        let byo_yomi = |base_ms, period_ms| Some(TimeControl::ByoYomi { base_ms, period_ms });
        assert_eq!(clock(&mut game), byo_yomi(600_000, 30_000));
        game.scroll_to("Main time");
        while game.focused().as_deref() != Some("Main time") {
            game.press_tab(false);
        }
        for (key, words, base_ms) in [(Key::ArrowLeft, "9 min", 540_000), (Key::End, "180 min", 10_800_000)] {
            game.press(key);
            game.steps(2);
            assert_eq!((game.control("Main time").text.as_str(), clock(&mut game)), (words, byo_yomi(base_ms, 30_000)));
        }
        game.press(Key::Home);
        game.steps(2);
        assert_eq!(clock(&mut game), Some(TimeControl::PerMove { limit_ms: 30_000 }), "no main time");
        game.scroll_to("For each move");
        let area = game.control("For each move").area();
        game.tap(Vec2::new(area.max.x - 24.0, area.max.y - 14.0));
        game.steps(2);
        assert_eq!(clock(&mut game), Some(TimeControl::PerMove { limit_ms: 300_000 }));
        game.press_on("Own…: Adds time");
        game.steps(3);
        let least = Some(TimeControl::Fischer { base_ms: 15_000, increment_ms: 300_000 });
        assert_eq!((clock(&mut game), game.control("Main time").text.as_str()), (least, "15 s"));
        let area = game.control("Main time").area();
        assert!(area.min.x >= 0.0 && area.max.x <= 320.0, "{area:?}");
        game.press_on("Clock: 30 s a move");
        game.steps(3);
        assert!(!game.control("Clock: Own…").chosen && game.control("Clock: 30 s a move").chosen);
        assert!(game.report().sliders.is_empty());
    }
}
