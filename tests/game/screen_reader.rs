//! Screen readers on the desktop, and announcements everywhere: squares, lines, controls and requests.

use accesskit::{Action, ActionData, ActionRequest as Request, Live, Node as TreeNode, NodeId, Role, Toggled, TreeId};
use bevy::a11y::{AccessibilityNode, AccessibilityRequested, ActionRequest};
use bevy::input::keyboard::Key;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use irogaeshi::cpu::{Character, CpuPlayer};
use irogaeshi::game::{
    AccessibleSquare, AdviceCommand, AdviceKind, AskToRestart, FileOffered, Language, LessonCommand, MatchChange,
    MatchCommand, Navigate, Screen, Seat, SettingCommand, SetupCommand, VariantChoice,
};
use irogaeshi::rules::{Player, Variant};

use crate::harness::{
    MAX_MOTION_STEPS, MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans, on_board, played, random_game,
    square,
};

/// Starts a screen reader.
fn request(game: &mut TestGame) {
    game.world_mut().resource::<AccessibilityRequested>().set(true);
    game.steps(3);
}

/// A match of humans without motion, with a screen reader.
fn read_match() -> TestGame {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    request(&mut game);
    game
}

fn entity_of(game: &mut TestGame, name: &str) -> Entity {
    let mut squares = game.world_mut().query::<(Entity, &AccessibleSquare)>();
    let found = squares.iter(game.world_mut()).find(|(_, found)| found.0 == square(name));
    found.expect("the square is in the tree").0
}

fn node(game: &mut TestGame, entity: Entity) -> TreeNode {
    game.world_mut().get::<AccessibilityNode>(entity).expect("it is in the tree").0.clone()
}

fn label(game: &mut TestGame, name: &str) -> String {
    let entity = entity_of(game, name);
    node(game, entity).label().expect("it has a label").to_owned()
}

/// All visible nodes of a role.
fn nodes(game: &mut TestGame, role: Role) -> Vec<(Entity, TreeNode)> {
    let mut nodes = game.world_mut().query::<(Entity, &AccessibilityNode)>();
    let found = nodes.iter(game.world_mut()).filter(|(_, node)| node.role() == role && !node.is_hidden());
    found.map(|(entity, node)| (entity, node.0.clone())).collect()
}

/// The lines that are announced when they change.
fn live_lines(game: &mut TestGame) -> Vec<String> {
    let lines =
        nodes(game, Role::Label).into_iter().filter(|(_, node)| node.live().is_some_and(|live| live != Live::Off));
    lines.filter_map(|(_, node)| node.value().map(ToOwned::to_owned)).collect()
}

fn control(game: &mut TestGame, label: &str) -> (Entity, TreeNode) {
    let mut nodes = game.world_mut().query_filtered::<(Entity, &AccessibilityNode), With<AccessibleLabel>>();
    let found = nodes.iter(game.world_mut()).find(|(_, node)| node.label() == Some(label));
    let (entity, node) = found.unwrap_or_else(|| panic!("nothing is called \"{label}\""));
    (entity, node.0.clone())
}

fn ask(game: &mut TestGame, entity: Entity, action: Action, data: Option<ActionData>) {
    let target_node = NodeId(entity.to_bits());
    game.write(ActionRequest(Request { action, target_tree: TreeId::ROOT, target_node, data }));
    game.steps(3);
}

fn focused_square(game: &mut TestGame) -> Option<String> {
    let focused = game.world_mut().resource::<InputFocus>().get()?;
    game.world_mut().get::<AccessibleSquare>(focused).map(|found| found.0.to_string())
}

#[test]
fn the_tree_is_empty_until_a_screen_reader_asks() {
    let mut game = TestGame::with(classic(8, humans()));
    game.play("d3");
    game.rest();
    assert_eq!(game.count::<AccessibleSquare>(), 0);
    request(&mut game);
    assert_eq!(game.count::<AccessibleSquare>(), 64);
}

#[test]
fn squares_are_named_with_their_content() {
    let mut game = read_match();
    assert_eq!(label(&mut game, "a1"), "a1, empty");
    assert_eq!(label(&mut game, "d3"), "d3, empty, legal move");
    assert_eq!(label(&mut game, "d4"), "d4, White");
    game.play("d3");
    game.steps(3);
    assert_eq!(label(&mut game, "d3"), "d3, Black, last move");
    assert_eq!(label(&mut game, "d4"), "d4, Black");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(3);
    assert_eq!(label(&mut game, "d3"), "d3, empty, legal move");
}

#[test]
fn squares_are_in_rows_of_a_grid_at_their_drawn_positions() {
    let mut game = read_match();
    let [(grid, board)] = nodes(&mut game, Role::Grid).try_into().expect("one grid");
    assert_eq!((board.label(), board.row_count(), board.column_count()), (Some("Board"), Some(8), Some(8)));
    let rows = nodes(&mut game, Role::Row);
    assert_eq!(rows.len(), 8);
    for (row, _) in rows {
        assert_eq!(game.world_mut().get::<ChildOf>(row).expect("a parent").parent(), grid);
        assert_eq!(game.world_mut().get::<Children>(row).expect("squares").len(), 8);
    }
    let cell = entity_of(&mut game, "c2");
    let cell = node(&mut game, cell);
    assert_eq!((cell.column_index(), cell.row_index()), (Some(2), Some(1)));
    let report = game.report_json();
    let area = |key: &str| report["board"]["area"][key].as_f64().expect("a number");
    let bounds = cell.bounds().expect("it lies somewhere");
    let (left, top) = (area("left") + 2.0 * area("cell"), area("top") + area("cell"));
    assert!((bounds.x0 - left).abs() < 0.01 && (bounds.y0 - top).abs() < 0.01, "{bounds:?} at {left}, {top}");
    assert!(
        (bounds.width() - area("cell")).abs() < 0.01 && (bounds.height() - area("cell")).abs() < 0.01,
        "{bounds:?}"
    );
}

#[test]
fn the_grid_follows_the_board_and_is_missing_without_one() {
    let mut game = read_match();
    game.act(Navigate::To(Screen::Title));
    game.steps(5);
    assert_eq!((game.count::<AccessibleSquare>(), nodes(&mut game, Role::Grid).len()), (0, 0));
    game.enter(on_board(".WB.", "black white"));
    game.steps(5);
    assert_eq!((game.count::<AccessibleSquare>(), nodes(&mut game, Role::Row).len()), (4, 1));
    assert_eq!(label(&mut game, "a1"), "a1, empty, legal move");
}

#[test]
fn a_screen_reader_plays_and_points() {
    let mut game = read_match();
    let d3 = entity_of(&mut game, "d3");
    ask(&mut game, d3, Action::Click, None);
    assert_eq!(game.moves(), "d3");
    let c3 = entity_of(&mut game, "c3");
    ask(&mut game, c3, Action::Focus, None);
    assert_eq!(game.focus().as_deref(), Some("c3"));
    assert_eq!(focused_square(&mut game).as_deref(), Some("c3"));
    let a1 = entity_of(&mut game, "a1");
    ask(&mut game, a1, Action::Click, None);
    assert_eq!((game.moves(), game.take_messages().refusals.len()), ("d3".to_owned(), 1), "an illegal move is refused");
}

#[test]
fn a_request_for_a_removed_object_is_ignored() {
    let mut game = read_match();
    let d3 = entity_of(&mut game, "d3");
    game.act(Navigate::To(Screen::Title));
    game.steps(5);
    ask(&mut game, d3, Action::Click, None);
    ask(&mut game, Entity::PLACEHOLDER, Action::Focus, None);
    assert_eq!((game.moves(), game.screen()), (String::new(), Screen::Title));
}

#[test]
fn the_keyboard_focus_is_on_the_square_chosen_by_arrows() {
    let mut game = read_match();
    assert_eq!(focused_square(&mut game), None);
    game.press(Key::ArrowRight);
    assert_eq!(focused_square(&mut game), game.focus(), "the first step shows where the focus is");
    game.press(Key::ArrowUp);
    game.press(Key::ArrowLeft);
    game.press(Key::ArrowUp);
    assert_eq!((game.focus().as_deref(), focused_square(&mut game).as_deref()), (Some("d3"), Some("d3")));
    game.press(Key::Enter);
    assert_eq!(game.moves(), "d3", "Enter is still the board's");
    game.point_at("a1");
    game.steps(2);
    assert_eq!(focused_square(&mut game), None, "the mouse takes no focus");
}

#[test]
fn tab_leads_from_a_square_to_the_buttons_and_arrows_lead_back() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(classic(8, humans()));
    request(&mut game);
    game.press(Key::ArrowUp);
    let pointed = focused_square(&mut game).expect("a square has the focus");
    game.press_tab(false);
    let button = game.focused().expect("a button has the focus");
    game.steps(3);
    assert_eq!(game.focused().as_deref(), Some(button.as_str()), "it stays there");
    game.press(Key::ArrowDown);
    let below = focused_square(&mut game).expect("a square has the focus again");
    assert_ne!(below, pointed);
}

#[test]
fn turns_undos_and_the_end_are_spoken() {
    let mut game = TestGame::with_settings(classic(4, humans()), at_once());
    assert_eq!(game.spoken().news, "Match");
    request(&mut game);
    game.play("a2");
    game.steps(3);
    let sentence = "Black played a2 and turned 1 disc.";
    assert_eq!(game.spoken().news, sentence);
    assert!(live_lines(&mut game).contains(&sentence.to_owned()), "{:?}", live_lines(&mut game));
    let status = game.status();
    assert!(live_lines(&mut game).contains(&status), "{:?}", live_lines(&mut game));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(3);
    assert_eq!(game.spoken().news, "Undone. Move 1 is next.");
    let whole = random_game(game.game().record.variant(), 1);
    for turn in whole.played() {
        game.play(&turn.chosen().to_string());
        game.rest();
    }
    game.steps(3);
    let counts = game.counts();
    let end = format!("Final count: Black {} and White {}.", counts[Player::Black], counts[Player::White]);
    assert!(game.spoken().news.ends_with(&end), "{}", game.spoken().news);
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    assert_eq!(game.spoken().news, "Title");
    assert!(live_lines(&mut game).contains(&"Title".to_owned()));
}

#[test]
fn every_undo_and_every_new_board_is_spoken() {
    let mut game = read_match();
    for square in ["f5", "d6", "c3"] {
        game.play(square);
    }
    for number in [3, 2] {
        game.act(MatchCommand::now(MatchChange::TakeBack));
        game.steps(3);
        assert_eq!(game.spoken().news, format!("Undone. Move {number} is next."));
    }
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(3);
    assert_eq!(game.spoken().news, "The board is set up.");
    let other = played(classic(8, humans()), "d3 c3");
    game.act(MatchCommand::now(MatchChange::Replace(Box::new(other))));
    game.steps(3);
    assert_eq!(game.spoken().news, "The board is set up.", "nobody has just played");
}

#[test]
fn names_are_spoken_with_their_discs() {
    let mut game = classic(4, humans());
    game.names[Player::Black] = "Anna".to_owned();
    let mut game = TestGame::with_settings(game, at_once());
    request(&mut game);
    game.play("a2");
    game.steps(3);
    assert_eq!(game.report_json()["standing"], "Anna 4 and White 1");
}

#[test]
fn the_lesson_is_read() {
    let mut game = TestGame::with_settings(classic(4, humans()), at_once());
    request(&mut game);
    game.act(LessonCommand::Open(0));
    game.steps(5);
    assert_eq!(game.report_json()["heading"], "Your first move");
    let task = "Rules, page 1 of 4. You play Black. Place a disc";
    assert!(live_lines(&mut game).iter().any(|line| line.starts_with(task)), "{:?}", live_lines(&mut game));
    let square = game.position().legal_squares().iter().next().expect("a legal move").to_string();
    game.play(&square);
    game.rest();
    game.steps(3);
    let seen = "Rules, page 1 of 4. Well done. The white disc was caught";
    assert!(live_lines(&mut game).iter().any(|line| line.starts_with(seen)), "{:?}", live_lines(&mut game));
    game.act(LessonCommand::Next);
    game.steps(5);
    assert!(live_lines(&mut game).iter().any(|line| line.starts_with("Rules, page 2 of 4.")));
    assert!(live_lines(&mut game).iter().any(|line| line.contains("Eight directions")), "{:?}", live_lines(&mut game));
}

#[test]
fn a_question_about_a_file_is_spoken_once() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(played(classic(8, humans()), "d3"));
    request(&mut game);
    let other = played(classic(8, humans()), "f5 d6").record.to_string();
    game.write(FileOffered { name: "match.txt".to_owned(), content: Ok(other.into_bytes()) });
    game.steps(5);
    let said = live_lines(&mut game).into_iter().filter(|line| line.contains("match.txt")).count();
    assert_eq!(said, 1, "{:?}", live_lines(&mut game));
}

#[test]
fn a_pass_and_a_cut_in_are_spoken() {
    let board = "name: x\nplayers: black white\ncut-ins: 2 cyan\nboard:\n.WB.WG\n";
    let game = irogaeshi::game::Match::new(board.parse().expect("a variant"), humans(), 1);
    let mut game = TestGame::with_settings(game, at_once());
    request(&mut game);
    game.play("a1");
    game.run_until("the cut-in is announced", MAX_MOTION_STEPS, |game| {
        live_lines(game).iter().any(|line| line.contains("Cyan cuts in"))
    });
    game.play("d1");
    game.steps(3);
    assert!(game.spoken().news.starts_with("Cyan cut in on d1"), "{}", game.spoken().news);
}

#[test]
fn a_deeper_analysis_does_not_repeat_the_same_squares() {
    let game = played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6");
    let mut game = TestGame::with_settings(game, at_once());
    game.act(AdviceCommand::Toggle(AdviceKind::Analysis));
    game.run_until("there is advice", MAX_THINKING_STEPS, |game| !game.spoken().advice.is_empty());
    let said = game.spoken().advice.clone();
    let words = |game: &TestGame| game.report_json()["advice"].as_str().map(ToOwned::to_owned);
    game.run_until("it goes deeper", MAX_THINKING_STEPS, |game| words(game).is_some_and(|words| words != said));
    assert_eq!(game.spoken().advice, said);
    game.act(AdviceCommand::Toggle(AdviceKind::Analysis));
    game.steps(3);
    assert_eq!(game.spoken().advice, "");
}

#[test]
fn a_question_is_spoken_and_hides_the_board_and_the_buttons_behind_it() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(played(classic(8, humans()), "d3"));
    request(&mut game);
    game.press(Key::ArrowUp);
    assert!(focused_square(&mut game).is_some());
    let c3 = entity_of(&mut game, "c3");
    assert!(!control(&mut game, "Undo").1.is_hidden());
    game.act(AskToRestart);
    game.steps(5);
    assert_eq!(nodes(&mut game, Role::Grid).len(), 0);
    assert_eq!(focused_square(&mut game), None);
    assert!(control(&mut game, "Undo").1.is_hidden());
    assert!(!control(&mut game, "Keep playing").1.is_hidden());
    let question = game.report_json()["question"].as_str().expect("a question").to_owned();
    let words = "The match on the board ends here, and a new one begins.";
    assert!(question.ends_with(words) && !question.contains("?."), "{question}");
    assert!(live_lines(&mut game).contains(&question), "{:?}", live_lines(&mut game));
    ask(&mut game, c3, Action::Click, None);
    let (undo, _) = control(&mut game, "Undo");
    ask(&mut game, undo, Action::Click, None);
    assert_eq!(game.moves(), "d3", "what lies behind the question is not reached");
    let (keep, _) = control(&mut game, "Keep playing");
    ask(&mut game, keep, Action::Click, None);
    game.steps(3);
    assert_eq!(nodes(&mut game, Role::Grid).len(), 1);
}

#[test]
fn buttons_have_their_state_and_can_be_pressed_and_focused() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    request(&mut game);
    let (heart, node) = control(&mut game, "Board: Heart");
    assert_eq!((node.role(), node.toggled()), (Role::RadioButton, Some(Toggled::False)));
    ask(&mut game, heart, Action::Click, None);
    game.steps(5);
    assert_eq!(control(&mut game, "Board: Heart").1.toggled(), Some(Toggled::True));
    let (start, node) = control(&mut game, "Start");
    assert_eq!((node.role(), node.toggled()), (Role::Button, None), "buttons that are never chosen are not switches");
    ask(&mut game, start, Action::Focus, None);
    assert_eq!(game.focused().as_deref(), Some("Start"));
    ask(&mut game, start, Action::Click, None);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Match);
}

#[test]
fn the_strength_of_a_cpu_player_describes_its_button_and_each_choice() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    request(&mut game);
    let level = |key: &str| key.parse::<CpuPlayer>().expect("a CPU player");
    let rating = |key: &str| level(key).rating(&Variant::classic(8).expect("a side")).expect("it was measured");
    let described = |game: &mut TestGame, label: &str| {
        let (_, node) = control(game, label);
        node.description().map(ToOwned::to_owned)
    };
    let (player, seat) = (Player::White, "CPU player for White");
    game.act(SetupCommand::ChooseSeat(player, Seat::Cpu(level("child"))));
    game.steps(3);
    let strength = format!("Strength 1 of 5, {} Elo.", rating("child"));
    let about = "Knows the rules and likes to turn discs.";
    assert_eq!(described(&mut game, seat), Some(format!("Child. {strength} {about}")));
    assert_eq!(described(&mut game, "Start"), None, "what says all by its label");
    let (button, _) = control(&mut game, seat);
    ask(&mut game, button, Action::Click, None);
    game.steps(3);
    assert_eq!(described(&mut game, "White: Child"), Some(format!("{strength} {about}")));
    let club = described(&mut game, "White: Club Player").expect("a description");
    assert!(club.starts_with(&format!("Strength 3 of 5, {} Elo. ", rating("club"))), "{club}");
    let character = described(&mut game, "White: Greedy").expect("a description");
    assert!(!character.contains("Strength"), "those of one idea have no strength: {character}");
    // The page's mirror reads the same.
    let buttons = game.report_json()["buttons"].as_array().expect("buttons").clone();
    let reported = buttons.iter().find(|button| button["label"] == "White: Child").expect("a button");
    assert_eq!(reported["description"], format!("{strength} {about}"));
    game.act(SettingCommand::ChooseLanguage(Some(Language::Japanese)));
    game.steps(3);
    let in_japanese = format!("強さは5のうち1、Elo {}。ルールは知っている。石を返すのが大好き。", rating("child"));
    assert_eq!(described(&mut game, "白：こども"), Some(in_japanese));
}

#[test]
fn a_level_without_a_rating_on_a_board_is_described_by_its_strength_alone() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::NewGame));
    game.act(SetupCommand::ChooseVariant(VariantChoice::BuiltIn("classic-6".to_owned())));
    game.steps(5);
    request(&mut game);
    let (_, node) = control(&mut game, "CPU player for White");
    let described = node.description().expect("a description");
    assert!(described.contains("Strength ") && !described.contains("Elo"), "{described}");
}

#[test]
fn a_disabled_button_is_not_pressed() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(classic(8, humans()));
    request(&mut game);
    let (undo, node) = control(&mut game, "Undo");
    assert!(node.is_disabled());
    ask(&mut game, undo, Action::Click, None);
    assert_eq!(game.moves(), "");
}

#[test]
fn a_field_has_its_text_as_value_and_accepts_another() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    request(&mut game);
    let (field, node) = control(&mut game, "Black’s name");
    assert_eq!((node.role(), node.value()), (Role::TextInput, Some("")));
    ask(&mut game, field, Action::SetValue, Some(ActionData::Value("Anna".into())));
    game.steps(3);
    assert_eq!(control(&mut game, "Black’s name").1.value(), Some("Anna"));
    assert_eq!(game.setup().names[Player::Black], "Anna");
}

#[test]
fn nothing_is_updated_while_the_game_sleeps() {
    let mut game = read_match();
    game.run_until("the game sleeps", MAX_MOTION_STEPS, |game| game.sleep().is_some());
    let since = game.world_mut().change_tick();
    game.steps(5);
    let now = game.world_mut().change_tick();
    let mut nodes = game.world_mut().query::<Ref<AccessibilityNode>>();
    let written = nodes.iter(game.world_mut()).filter(|node| node.last_changed().is_newer_than(since, now)).count();
    assert_eq!((written, game.sleep().is_some()), (0, true));
}
