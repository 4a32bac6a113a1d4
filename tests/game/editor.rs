//! The board editor: painting by pointer and keys, its display, and saving and playing the board.

use std::collections::HashMap;

use bevy::clipboard::Clipboard;
use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use irogaeshi::game::{
    Cell, CopyText, Draft, Edit, Editor, EditorCommand, Match, MatchSetup, Navigate, OnPress, Overlay, OwnBoards,
    PaintIntent, Pasted, Role, Screen, SetupCommand, Sheet, Stone, Symmetry, Turning, VariantChoice,
};
use irogaeshi::rules::{ByPlayer, Cell as Place, Disc, Player, Square, Variant};
use proptest::prelude::*;
use proptest::sample::select;

use crate::harness::{TestGame, classic, humans};
use crate::random_games::any_square;

/// The editor with a draft of this variant, in a window.
fn with(variant: &Variant) -> TestGame {
    in_window(variant, 1280, 800)
}

fn in_window(variant: &Variant, width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    let choice = VariantChoice::Own(variant.to_string());
    game.world_mut().resource_mut::<MatchSetup>().choose(choice).expect("it can be chosen");
    game.act(Navigate::To(Screen::Editor));
    game.steps(6);
    assert_eq!(game.screen(), Screen::Editor);
    game
}

fn small() -> Variant {
    "name: Small\nplayers: black white\nboard:\n......\n......\n..WB..\n..BW..\n......\n......\n"
        .parse()
        .expect("a variant")
}

fn draft(game: &TestGame) -> Vec<String> {
    game.report().draft.clone().expect("a draft is on the screen")
}

fn at(game: &TestGame, square: &str) -> Vec2 {
    game.report().middle(square)
}

fn click(game: &mut TestGame, square: &str) {
    let point = at(game, square);
    game.click_at(point);
    game.step();
}

/// The board as its cells and stones show it, in the letters of board texts.
fn drawn(game: &mut TestGame) -> HashMap<Square, char> {
    let world = game.world_mut();
    let mut drawn: HashMap<Square, char> =
        world.query::<&Cell>().iter(world).map(|cell| (cell.0, Place::Empty.letter())).collect();
    for stone in world.query::<&Stone>().iter(world) {
        let ground = drawn.insert(stone.square, stone.disc.letter());
        assert_eq!(ground, Some('.'), "one stone lies on {}, on a cell", stone.square);
    }
    drawn
}

fn assert_draws_draft(game: &mut TestGame) {
    let rows: Vec<String> = {
        let editor = game.world_mut().resource::<Editor>();
        editor.draft().expect("a draft").grid().row_texts().collect()
    };
    let mut expected = HashMap::new();
    for (row, text) in (0..).zip(&rows) {
        for (column, letter) in (0..).zip(text.chars()).filter(|(_, letter)| *letter != '#') {
            expected.insert(Square::new(column, row).expect("a square"), letter);
        }
    }
    assert_eq!(drawn(game), expected, "{rows:?}");
}

#[test]
fn the_editor_opens_with_the_chosen_board() {
    let mut game = with(&small());
    assert_eq!(draft(&game).join("\n"), "......\n......\n..WB..\n..BW..\n......\n......");
    assert_draws_draft(&mut game);
    assert_eq!(game.report().status, "Black begins with 4 legal moves.");
}

#[test]
fn a_click_paints_the_chosen_brush() {
    let mut game = with(&small());
    game.click_on("Paint: Green");
    click(&mut game, "b2");
    game.click_on("Paint: hole");
    click(&mut game, "a1");
    assert_eq!(draft(&game)[..2], ["#.....", ".G...."]);
    assert_draws_draft(&mut game);
    assert!(game.control("Paint: hole").chosen && !game.control("Paint: Green").chosen);
}

#[test]
fn a_hole_is_painted_over() {
    let mut game = with(&small());
    for (paint, row) in [("Paint: hole", "#....."), ("Paint: Red", "R....."), ("Paint: empty square", "......")] {
        game.click_on(paint);
        click(&mut game, "a1");
        assert_eq!(draft(&game)[0], row);
        assert_draws_draft(&mut game);
    }
}

#[test]
fn a_drag_paints_a_line_without_gaps_and_is_one_step() {
    let mut game = with(&small());
    let before = draft(&game);
    game.click_on("Paint: Red");
    let (from, to) = (at(&game, "a1"), at(&game, "e5"));
    game.drag_mouse(from, to);
    assert_eq!(draft(&game).concat().matches('R').count(), 5, "{:?}", draft(&game));
    game.click_on("Undo");
    assert_eq!(draft(&game), before);
    assert_draws_draft(&mut game);
    game.click_on("Redo");
    assert_eq!(draft(&game).concat().matches('R').count(), 5);
    assert_draws_draft(&mut game);
}

#[test]
fn a_drag_that_leaves_the_board_continues_at_its_return() {
    let mut game = with(&small());
    game.click_on("Paint: White");
    let (from, beside, to) = (at(&game, "b1"), at(&game, "b1") - Vec2::Y * 200.0, at(&game, "d1"));
    game.move_mouse(from);
    game.mouse(MouseButton::Left, ButtonState::Pressed);
    game.move_mouse(beside);
    game.move_mouse(to);
    game.mouse(MouseButton::Left, ButtonState::Released);
    assert_eq!(draft(&game)[0], ".W.W..");
    game.move_mouse(from);
    assert_eq!(draft(&game)[0], ".W.W..", "nothing is painted while nothing is held");
}

#[test]
fn a_finger_paints_like_the_mouse() {
    let mut game = in_window(&small(), 390, 844);
    game.tap(game.control("Paint: Cyan").area().center());
    game.steps(3);
    let (from, to) = (at(&game, "a6"), at(&game, "c6"));
    game.drag_finger(from, to, 4);
    game.steps(2);
    assert_eq!(draft(&game)[5], "CCC...");
    game.tap(game.control("Undo").area().center());
    game.steps(3);
    assert_eq!(draft(&game)[5], "......");
}

#[test]
fn a_lost_release_does_not_block_the_next_stroke() {
    let mut game = with(&small());
    let (first, second) = (at(&game, "a1"), at(&game, "c1"));
    game.move_mouse(first);
    game.mouse(MouseButton::Left, ButtonState::Pressed);
    game.click_at(second);
    game.step();
    assert_eq!(draft(&game)[0], "BBB...");
    game.click_on("Undo");
    click(&mut game, "e1");
    assert!(draft(&game)[0].ends_with("B."), "{:?}", draft(&game));
}

#[test]
fn the_secondary_button_erases() {
    let mut game = with(&small());
    let point = at(&game, "c3");
    game.move_mouse(point);
    game.mouse(MouseButton::Right, ButtonState::Pressed);
    game.mouse(MouseButton::Right, ButtonState::Released);
    assert_eq!(draft(&game)[2], "...B..");
}

#[test]
fn symmetric_places_are_painted_together() {
    let mut game = with(&small());
    game.click_on("Paint: Black");
    game.click_on("Symmetry: Quarter turns");
    game.click_on("Change player in each copy");
    click(&mut game, "a1");
    assert_eq!((draft(&game)[0].as_str(), draft(&game)[5].as_str()), ("B....W", "W....B"));
    game.click_on("Undo");
    assert_eq!(draft(&game)[0], "......", "in one step");
}

#[test]
fn filling_paints_the_area_of_equal_squares_in_one_step() {
    let mut game = with(&small());
    game.click_on("Paint: hole");
    let (from, to) = (at(&game, "c1"), at(&game, "c2"));
    game.drag_mouse(from, to);
    let (from, to) = (at(&game, "a3"), at(&game, "b3"));
    game.drag_mouse(from, to);
    let walled = draft(&game);
    assert_eq!(walled, ["..#...", "..#...", "##WB..", "..BW..", "......", "......"]);
    game.click_on("Fill areas (F)");
    assert!(game.control("Fill areas (F)").chosen);
    game.click_on("Paint: Green");
    click(&mut game, "b1");
    assert_eq!(draft(&game), ["GG#...", "GG#...", "##WB..", "..BW..", "......", "......"]);
    click(&mut game, "f6");
    assert_eq!(draft(&game), ["GG#GGG", "GG#GGG", "##WBGG", "GGBWGG", "GGGGGG", "GGGGGG"]);
    assert_draws_draft(&mut game);
    let point = at(&game, "f6");
    game.move_mouse(point);
    game.mouse(MouseButton::Right, ButtonState::Pressed);
    game.mouse(MouseButton::Right, ButtonState::Released);
    assert_eq!(draft(&game), ["GG#...", "GG#...", "##WB..", "..BW..", "......", "......"], "erasing fills as well");
    for expected in [["GG#GGG", "GG#GGG"], ["GG#...", "GG#..."], ["..#...", "..#..."]] {
        game.click_on("Undo");
        assert_eq!(draft(&game)[..2], expected);
    }
    assert_eq!(draft(&game), walled);
    game.type_keys("f");
    game.step();
    assert!(!game.control("Fill areas (F)").chosen, "the key turns it off again");
    game.click_on("Paint: Green");
    click(&mut game, "b1");
    assert_eq!(draft(&game)[..2], [".G#...", "..#..."]);
}

/// The tints of the draft, by the letters of board texts.
fn tints(game: &mut TestGame) -> String {
    game.world_mut().resource::<Editor>().draft().expect("a draft").tints().to_string()
}

#[test]
fn tints_are_painted_kept_and_shown_in_a_match() {
    let mut game = with(&small());
    game.act(EditorCommand::Show(Sheet::Tints));
    game.steps(3);
    game.click_on("Paint: strong orange");
    assert!(game.control("Paint: strong orange").chosen);
    game.click_on("Symmetry: Left and right");
    click(&mut game, "a1");
    click(&mut game, "c3");
    game.click_on("Symmetry: none");
    game.click_on("Paint: hole with rock");
    click(&mut game, "b2");
    assert_eq!(tints(&mut game), "b4-b/-y/2-2b");
    assert_eq!(draft(&game)[..3], ["......", ".#....", "..WB.."]);
    game.click_on("Paint: soft red");
    click(&mut game, "b2");
    assert_eq!(tints(&mut game), "b4-b/-y/2-2b", "a tint leaves a hole as it is");
    game.click_on("Paint: no tint");
    click(&mut game, "d3");
    game.click_on("Undo");
    assert_eq!(tints(&mut game), "b4-b/-y/2-2b", "in one step");
    game.act(EditorCommand::Edit(Edit::Columns(2)));
    game.act(EditorCommand::Edit(Edit::Shift(irogaeshi::rules::Direction::East)));
    assert_eq!(tints(&mut game), "2-b4-b/3-y/4-2b");
    game.act(EditorCommand::Undo);
    game.act(EditorCommand::Undo);
    game.steps(3);
    game.click_on("Paint: Red");
    click(&mut game, "b2");
    click(&mut game, "a1");
    assert_eq!(tints(&mut game), "b4-b//2-2b", "a square is no kind of hole");
    game.click_on("Save");
    game.steps(2);
    let kept = own(&mut game)[0].1.clone();
    assert_eq!(kept.tints().to_string(), "b4-b//2-2b");
    game.click_on("Play");
    game.steps(3);
    game.act(SetupCommand::Start);
    game.run_until("the match is shown", 10, |game| game.screen() == Screen::Match);
    assert_eq!(game.game().record.variant().tints(), kept.tints());
}

#[test]
fn filling_with_a_tint_stops_at_another_one_and_at_holes() {
    let mut game = with(&small());
    game.act(EditorCommand::Show(Sheet::Tints));
    game.steps(3);
    game.click_on("Paint: strong blue");
    let (from, to) = (at(&game, "b1"), at(&game, "b6"));
    game.drag_mouse(from, to);
    game.click_on("Paint: soft pink");
    game.click_on("Fill areas (F)");
    click(&mut game, "d3");
    assert_eq!(tints(&mut game), ["-f4p"; 6].join("/"));
}

#[test]
fn filling_keeps_up_the_symmetry() {
    let mut game = with(&small());
    game.click_on("Paint: hole");
    for square in ["c1", "c2", "a3", "b3", "d6", "d5", "e4", "f4"] {
        click(&mut game, square);
    }
    game.click_on("Paint: White");
    game.click_on("Symmetry: Half turn");
    game.click_on("Change player in each copy");
    game.click_on("Fill areas (F)");
    click(&mut game, "a1");
    assert_eq!(draft(&game), ["WW#...", "WW#...", "##WB..", "..BW##", "...#BB", "...#BB"]);
    game.click_on("Undo");
    assert_eq!(draft(&game)[0], "..#...", "in one step");
    // Both places lie in one area, which gets the disc of the first.
    game.click_on("Symmetry: Left and right");
    click(&mut game, "c3");
    let after = draft(&game);
    assert_eq!(after[2], "##WB..", "{after:?}");
}

/// The text that was copied last.
fn copied(game: &mut TestGame) -> Option<String> {
    let messages = game.world_mut().resource::<bevy::prelude::Messages<CopyText>>();
    let mut cursor = messages.get_cursor();
    cursor.read(messages).last().map(|CopyText(text)| text.clone())
}

#[test]
fn a_board_is_copied_as_a_line_and_pasted_in_one_step() {
    let mut game = with(&small());
    game.act(EditorCommand::Show(Sheet::Name));
    game.steps(3);
    game.write(EditorCommand::Copy);
    game.step();
    assert_eq!(copied(&mut game), Some(small().to_line()));
    let other = Variant::built_in("octagon").expect("is built in");
    let before = draft(&game);
    for text in [format!("Try this: {}", other.to_line()), other.to_string()] {
        game.write(Pasted(Some(text)));
        game.steps(3);
        assert_eq!(draft(&game), other.board().row_texts().collect::<Vec<_>>());
        assert_eq!(game.report().notice.as_deref(), Some(&*format!("“{}” was pasted.", other.name())));
        assert_eq!(game.control("Board name").text, other.name());
        assert_draws_draft(&mut game);
        game.click_on("Undo");
        game.steps(2);
        assert_eq!(draft(&game), before);
    }
    assert_eq!((own(&mut game), game.screen()), (Vec::new(), Screen::Editor), "nothing is saved or left");
}

#[test]
fn the_editor_says_why_a_text_cannot_be_pasted() {
    let mut game = with(&small());
    let before = draft(&game);
    let cut_off = small().to_line();
    let cases = [
        (None, "There is nothing to paste, or it cannot be read."),
        (Some("Good morning"), "This cannot be pasted. It is neither a board nor a game."),
        (Some(&cut_off[..cut_off.len() - 3]), "This cannot be pasted. Character"),
        (Some("name: x\nplayers: black\nboard:\n.WB\n"), "This cannot be pasted. Line 2: At least two players"),
        (Some("f5d6c3"), "This cannot be pasted. It is a game, not a board."),
    ];
    for (text, notice) in cases {
        game.write(Pasted(text.map(ToOwned::to_owned)));
        game.steps(3);
        let shown = game.report().notice.clone().unwrap_or_default();
        assert!(shown.starts_with(notice), "{text:?}: {shown}");
        assert_eq!((draft(&game), game.screen()), (before.clone(), Screen::Editor));
    }
    game.click_on("Clear discs");
    game.act(EditorCommand::Show(Sheet::Name));
    game.steps(3);
    assert!(game.control("Copy as text").disabled, "a board that cannot be played is no board");
}

#[test]
fn the_clipboard_is_asked_for_a_board() {
    let mut game = with(&small());
    let other = Variant::built_in("octagon").expect("is built in");
    let is_kept = game.world_mut().resource_mut::<Clipboard>().set_text(other.to_line()).is_ok();
    game.act(EditorCommand::Show(Sheet::Name));
    game.steps(3);
    game.click_on("Paste a board (Ctrl+V)");
    game.steps(8);
    let notice = game.report().notice.clone().unwrap_or_default();
    // Machines that run tests may have no clipboard.
    assert!(!notice.is_empty(), "{notice}");
    if is_kept && notice.ends_with("was pasted.") {
        assert_eq!(draft(&game), other.board().row_texts().collect::<Vec<_>>());
    }
}

#[test]
fn keys_move_the_focus_and_paint() {
    let mut game = with(&small());
    // The first arrow key shows the focus, in the middle.
    game.press(Key::ArrowUp);
    assert_eq!(game.focus().as_deref(), Some("c3"));
    for key in [Key::ArrowUp, Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft] {
        game.press(key);
    }
    assert_eq!(game.focus().as_deref(), Some("b1"), "there is nothing above the first row");
    game.type_keys("g");
    assert_eq!(draft(&game)[0], ".G....", "a letter is written where the keyboard is");
    game.press(Key::ArrowRight);
    game.press(Key::Space);
    game.press(Key::ArrowDown);
    game.press(Key::Enter);
    game.type_keys("#");
    game.press(Key::ArrowLeft);
    game.type_keys("R");
    game.step();
    assert_eq!(draft(&game)[..2], [".GG...", ".R#..."]);
    game.type_keys("u");
    game.step();
    assert_eq!(draft(&game)[1], "..#...");
    assert_draws_draft(&mut game);
}

#[test]
fn shift_paints_while_moving_and_control_undoes_even_with_keys_in_one_frame() {
    let mut game = with(&small());
    game.press(Key::ArrowUp);
    game.type_keys("w");
    game.press_together(&[Key::Shift, Key::ArrowUp]);
    game.press_together(&[Key::Shift, Key::ArrowUp]);
    assert_eq!(draft(&game)[..2], ["..W...", "..W..."]);
    game.press_together(&[Key::Control, Key::Character("z".into())]);
    assert_eq!(draft(&game)[..2], ["......", "..W..."]);
    game.press_together(&[Key::Control, Key::Character("y".into())]);
    assert_eq!(draft(&game)[..2], ["..W...", "..W..."]);
    game.press_together(&[Key::Control, Key::Character("z".into())]);
    game.press_together(&[Key::Control, Key::Shift, Key::Character("Z".into())]);
    assert_eq!(draft(&game)[..2], ["..W...", "..W..."]);
}

#[test]
fn a_letter_under_the_pointer_only_chooses_the_brush() {
    let mut game = with(&small());
    let before = draft(&game);
    let point = at(&game, "a1");
    game.move_mouse(point);
    game.type_keys("y");
    game.steps(2);
    assert_eq!(draft(&game), before);
    assert!(game.control("Paint: Yamabuki").chosen);
}

#[test]
fn letters_typed_into_the_name_paint_nothing() {
    let mut game = with(&small());
    let before = draft(&game);
    game.press(Key::ArrowUp);
    game.click_on("Sheet: Name");
    game.click_on("Board name");
    game.press_together(&[Key::End]);
    game.type_keys(" wrg");
    game.steps(3);
    assert_eq!(draft(&game), before);
    let name = game.control("Board name").text;
    assert!(name.contains("wrg"), "{name}");
    game.click_on("Undo");
    game.steps(3);
    assert_eq!(game.control("Board name").text, "Small", "a word is taken back at once, also in the field");
}

#[test]
fn the_size_changes_around_the_middle() {
    let mut game = with(&small());
    for label in ["Columns: one more", "Columns: one more", "Rows: one fewer"] {
        game.click_on(label);
    }
    assert_eq!(draft(&game), ["........", "...WB...", "...BW...", "........", "........"]);
    assert_draws_draft(&mut game);
    let all_seen = (1..=5).flat_map(|row| ["a", "h"].map(|column| format!("{column}{row}")));
    for square in all_seen {
        let point = at(&game, &square);
        assert!(point.cmpgt(Vec2::ZERO).all() && point.x < 1280.0 && point.y < 800.0, "{square} is at {point}");
    }
}

#[test]
fn the_editor_says_why_a_draft_cannot_be_played() {
    let mut game = with(&small());
    game.click_on("Clear discs");
    let why = "It cannot be played yet. Nobody can move. Place discs that can be captured.";
    assert_eq!(game.report().status, why);
    assert!(game.control("Play").disabled && game.control("Save").disabled);
    game.act(EditorCommand::Play);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Editor);
    assert!(game.report().notice.as_deref().is_some_and(|notice| notice.contains("Nobody can move")));
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!((game.report().notice.as_deref(), game.screen()), (None, Screen::Editor));
    game.click_on("Undo");
    assert!(!game.control("Play").disabled);
}

#[test]
fn players_who_must_pass_first_are_named() {
    let mut game = with(&small());
    game.act(EditorCommand::Edit(Edit::ToggleRole(Player::Ash, Role::TakesTurns)));
    game.act(EditorCommand::Edit(Edit::Earlier(Player::Ash)));
    game.act(EditorCommand::Edit(Edit::Earlier(Player::Ash)));
    game.steps(3);
    assert_eq!(game.report().status, "Black begins with 4 legal moves, because Ash must pass.");
}

#[test]
fn the_players_whose_discs_turn_are_chosen() {
    let mut game = with(&small());
    game.act(EditorCommand::Show(Sheet::Players));
    game.steps(3);
    let chosen = |game: &mut TestGame| Player::ALL.map(|player| game.control(&format!("{player}: discs turn")).chosen);
    assert_eq!(chosen(&mut game), [true, true, true, false, false]);
    game.click_on("Cyan: discs turn");
    game.click_on("White: discs turn");
    game.steps(3);
    assert_eq!(chosen(&mut game), [true, false, true, true, false]);
    let ringed = |game: &mut TestGame| {
        let turning = *game.world_mut().resource::<Turning>();
        Disc::ALL.map(|disc| !turning.turns(disc))
    };
    assert_eq!(ringed(&mut game), [false, true, false, false, true, true, true]);
    game.act(EditorCommand::Undo);
    game.steps(3);
    assert_eq!(chosen(&mut game), [true, true, true, true, false]);
    assert_eq!(ringed(&mut game), [false, false, false, false, true, true, true]);
    game.act(EditorCommand::Play);
    game.steps(3);
    let turning = *game.setup().variant().expect("it can be played").board().turning();
    assert_eq!(turning, ByPlayer::new([true, true, true, true, false]));
}

#[test]
fn a_draft_can_be_played_and_the_editor_keeps_it() {
    let mut game = with(&small());
    game.click_on("Paint: Green");
    click(&mut game, "a1");
    let drawn = draft(&game);
    game.click_on("Play");
    game.steps(3);
    assert_eq!(game.screen(), Screen::NewGame);
    let chosen = game.setup().variant().expect("it can be played");
    assert_eq!(chosen.board().row_texts().collect::<Vec<_>>(), drawn);
    game.act(SetupCommand::Start);
    game.run_until("the match is shown", 10, |game| game.screen() == Screen::Match);
    assert_eq!(game.position().board(), chosen.board());
    game.act(Navigate::To(Screen::Editor));
    game.steps(5);
    assert_eq!(draft(&game), drawn);
    game.click_on("Undo");
    assert_eq!(draft(&game)[0], "......", "what was done before can still be taken back");
}

#[test]
fn opening_the_editor_does_not_change_the_match() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(classic(8, humans()));
    game.play("f5");
    game.rest();
    let record = game.game().record.clone();
    game.act(Navigate::To(Screen::Editor));
    game.steps(5);
    for square in ["d6", "a1", "d4"] {
        click(&mut game, square);
    }
    game.type_keys("d6u");
    game.press(Key::ArrowUp);
    game.press(Key::Enter);
    game.act(EditorCommand::Undo);
    game.steps(3);
    assert_draws_draft(&mut game);
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 10, |game| game.screen() == Screen::Match);
    game.rest();
    assert_eq!(game.game().record, record);
    game.assert_shows_record();
}

fn own(game: &mut TestGame) -> Vec<(String, Variant)> {
    let own = game.world_mut().resource::<OwnBoards>();
    own.iter().map(|board| (board.file.clone(), board.variant.clone())).collect()
}

#[test]
fn saving_again_replaces_the_saved_board() {
    let mut game = with(&small());
    game.click_on("Save");
    game.steps(2);
    assert!(game.control("Save").disabled, "it is kept");
    assert_eq!(own(&mut game), [("Small".to_owned(), small())]);
    game.click_on("Paint: Red");
    click(&mut game, "f6");
    game.click_on("Save");
    game.steps(2);
    let kept = own(&mut game);
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].1.board().disc("f6".parse().expect("a square")), Some(Disc::Red));
}

#[test]
fn replacing_another_board_of_the_same_name_asks_first() {
    let mut game = with(&small());
    let other: Variant = "name: Small\nplayers: black white\nboard:\n.WB\n".parse().expect("a variant");
    game.world_mut().resource_mut::<OwnBoards>().add(&other);
    game.click_on("Save");
    assert!(game.report().notice.is_some(), "it asks");
    game.click_on("Cancel");
    assert_eq!(own(&mut game), [("Small".to_owned(), other)]);
    game.click_on("Save");
    game.click_on("Replace it");
    game.steps(2);
    assert_eq!(own(&mut game), [("Small".to_owned(), small())]);
    assert_eq!(game.report().notice, None);
}

#[test]
fn opening_another_board_can_be_undone() {
    let mut game = with(&small());
    click(&mut game, "a1");
    let before = draft(&game);
    game.act(Navigate::Open(Overlay::BoardLibrary));
    game.steps(4);
    game.act(EditorCommand::Open(VariantChoice::BuiltIn("classic-4".to_owned())));
    game.steps(3);
    assert_eq!(draft(&game), ["....", ".WB.", ".BW.", "...."]);
    assert!(game.report().buttons.iter().all(|button| button.label != "Close the list"), "the list is closed");
    assert_draws_draft(&mut game);
    game.click_on("Undo");
    assert_eq!(draft(&game), before);
    game.act(EditorCommand::OpenEmpty);
    game.steps(2);
    assert_eq!(draft(&game), ["......"; 6], "as large as the board before");
}

#[test]
fn leaving_removes_the_board() {
    let mut game = TestGame::in_window(1280, 800);
    game.steps(3);
    let names = game.names();
    for _ in 0..2 {
        game.act(Navigate::To(Screen::Editor));
        game.steps(4);
        click(&mut game, "a1");
        let point = at(&game, "b2");
        game.move_mouse(point);
        game.act(Navigate::To(Screen::Title));
        game.run_until("the title is shown", 10, |game| game.screen() == Screen::Title);
        game.steps(3);
        assert_eq!((game.count::<Cell>(), game.count::<Stone>()), (0, 0));
        assert_eq!(game.names(), names);
    }
}

#[test]
fn everything_fits_every_window() {
    for (width, height) in [(1280, 800), (390, 844), (844, 390), (360, 640), (2560, 1440)] {
        let mut game = in_window(&Variant::built_in("colour").expect("is built in"), width, height);
        let window = Vec2::new(width as f32, height as f32);
        for sheet in ["Paint", "Size", "Players", "Cut-ins", "Name"] {
            let label = format!("Sheet: {sheet}");
            if game.report().buttons.iter().any(|button| button.label == label) {
                game.click_on(&label);
            }
            for control in game.report().buttons.iter().chain(&game.report().fields) {
                // A scrolled control may lie partly outside of the visible area.
                let area = control.within().unwrap_or_else(|| control.area());
                let is_inside = area.min.cmpge(Vec2::ZERO).all() && area.max.cmple(window).all();
                assert!(is_inside, "{} is at {area:?} in {window}, {sheet}", control.label);
            }
            for corner in ["a1", "j10"] {
                let point = at(&game, corner);
                assert!(point.cmpgt(Vec2::ZERO).all() && point.cmplt(window).all(), "{corner} is at {point}");
            }
        }
    }
}

/// An action in the editor.
#[derive(Clone, Debug)]
enum Action {
    Paint(Square),
    Ask(OnPress),
    LeaveAndComeBack,
    Play,
}

fn action() -> impl Strategy<Value = Action> {
    let players = select(Player::ALL.to_vec());
    let edits = prop_oneof![
        (-1..=1_i8).prop_map(Edit::Columns),
        (-1..=1_i8).prop_map(Edit::Rows),
        select(vec![Edit::ClearDiscs, Edit::FillHoles]),
        players.prop_map(|player| Edit::ToggleRole(player, Role::TakesTurns)),
    ];
    let editor = prop_oneof![
        4 => select(Place::all().collect::<Vec<_>>()).prop_map(EditorCommand::ChooseCell),
        2 => select(Symmetry::ALL.to_vec()).prop_map(EditorCommand::ChooseSymmetry),
        4 => edits.prop_map(EditorCommand::Edit),
        1 => select(Variant::built_in_keys().collect::<Vec<_>>())
            .prop_map(|key| EditorCommand::Open(VariantChoice::BuiltIn(key))),
        1 => Just(EditorCommand::Save),
    ];
    prop_oneof![
        8 => any_square().prop_map(Action::Paint),
        5 => editor.prop_map(|action| Action::Ask(action.into())),
        3 => select(vec![EditorCommand::Undo, EditorCommand::Redo]).prop_map(|action| Action::Ask(action.into())),
        1 => Just(Action::LeaveAndComeBack),
        1 => Just(Action::Play),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_board_shows_the_draft_after_any_actions(actions in proptest::collection::vec(action(), 1..40)) {
        let mut game = TestGame::new();
        game.act(Navigate::To(Screen::Editor));
        game.steps(3);
        for action in actions {
            match action {
                Action::Paint(square) => game.write(PaintIntent(square)),
                Action::Ask(on_press) => game.activate(&on_press),
                Action::LeaveAndComeBack => {
                    game.act(Navigate::To(Screen::Title));
                    game.run_until("the title is shown", 5, |game| game.screen() == Screen::Title);
                    game.act(Navigate::To(Screen::Editor));
                }
                Action::Play => {
                    game.act(EditorCommand::Play);
                    game.steps(2);
                    if game.screen() == Screen::NewGame {
                        game.act(SetupCommand::Start);
                        game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
                        let played = game.world_mut().resource::<Match>().record.variant().clone();
                        let drawn = game.world_mut().resource::<Editor>().draft().map(Draft::variant);
                        prop_assert_eq!(drawn, Some(Ok(Variant::clone(&played))));
                        game.act(Navigate::To(Screen::Editor));
                    }
                }
            }
            game.steps(3);
            prop_assert_eq!(game.screen(), Screen::Editor);
            assert_draws_draft(&mut game);
        }
    }
}
