//! The player's own boards: no copy of the program loses or replaces boards that another one has saved.

use irogaeshi::game::{
    Edit, EditorCommand, FileOffered, MAX_BOARDS, MemoryStore, Navigate, Overlay, OwnBoards, OwnBoardsCommand, Screen,
    StoreError, VariantChoice,
};

use super::{CROSS, board, start};
use crate::harness::TestGame;

/// File names of the player's own boards, in display order.
fn files(game: &mut TestGame) -> Vec<String> {
    game.world_mut().resource::<OwnBoards>().iter().map(|own| own.file.clone()).collect()
}

/// Saves a board, and opens it in the editor.
fn open_cross_in_editor(game: &mut TestGame, store: &MemoryStore) {
    store.put(board("Cross"), CROSS);
    game.act(Navigate::To(Screen::Editor));
    game.steps(3);
    game.act(Navigate::Open(Overlay::BoardLibrary));
    game.steps(3);
    game.act(EditorCommand::Open(VariantChoice::Own(CROSS.to_owned())));
    game.steps(3);
}

#[test]
fn a_board_never_replaces_a_new_one_of_the_same_name() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    let other = CROSS.replace("..WB..", "..BW..").replace("..BW..\n......\n#", "..WB..\n......\n#");
    store.put(board("Cross"), other.as_str());
    game.write(FileOffered { name: "cross.txt".to_owned(), content: Ok(CROSS.as_bytes().to_vec()) });
    game.steps(4);
    assert_eq!(store.text(&board("Cross")), Some(other));
    assert_eq!(store.text(&board("Cross 2")).as_deref(), Some(CROSS));
    assert_eq!(files(&mut game), ["Cross", "Cross 2"], "both are shown");
    assert!(game.notice().is_some_and(|shown_text| shown_text.contains("Both are saved")));
}

#[test]
fn a_board_that_was_changed_elsewhere_is_neither_replaced_nor_removed() {
    let store = MemoryStore::default();
    store.put(board("Cross"), CROSS);
    let mut game = start(&store);
    let mine = format!("{CROSS}; mine\n");
    store.put(board("Cross"), mine.as_str());
    game.act(OwnBoardsCommand::Remove("Cross".to_owned()));
    game.steps(3);
    assert_eq!(store.text(&board("Cross")), Some(mine.clone()));
    assert!(game.notice().is_some_and(|shown_text| shown_text.contains("was not deleted")));
    game.act(OwnBoardsCommand::Remove("Cross".to_owned()));
    game.steps(3);
    assert_eq!(store.text(&board("Cross")), None, "now it is known");
}

#[test]
fn boards_that_wait_to_be_saved_stay_in_the_list() {
    let store = MemoryStore::default();
    store.put(board("Other"), CROSS.replace("Cross", "Other").replace("#....#", "......"));
    let mut game = start(&store);
    store.refuse(Some(StoreError::Full));
    game.write(FileOffered { name: "cross.txt".to_owned(), content: Ok(CROSS.as_bytes().to_vec()) });
    game.steps(3);
    game.act(OwnBoardsCommand::Remove("Other".to_owned()));
    game.steps(3);
    assert_eq!(files(&mut game), ["Cross", "Other"]);
    store.refuse(None);
    game.steps(600);
    assert_eq!(store.text(&board("Cross")).as_deref(), Some(CROSS));
}

#[test]
fn a_delayed_save_does_not_replace_a_board_changed_meanwhile() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_cross_in_editor(&mut game, &store);
    store.refuse(Some(StoreError::Full));
    game.act(EditorCommand::Edit(Edit::About("Mine".to_owned())));
    game.act(EditorCommand::Save);
    game.steps(3);
    let theirs = CROSS.replace("name: Cross", "name: Cross\nabout: Theirs");
    store.put(board("Cross"), theirs.as_str());
    game.act(Navigate::Open(Overlay::BoardLibrary));
    game.steps(3);
    store.refuse(None);
    game.steps(600);
    assert_eq!(store.text(&board("Cross")), Some(theirs));
    assert!(store.text(&board("Cross 2")).is_some_and(|text| text.contains("Mine")));
}

#[test]
fn a_draft_asks_before_replacing_a_board_changed_meanwhile() {
    for is_taken_back in [false, true] {
        let store = MemoryStore::default();
        let mut game = start(&store);
        open_cross_in_editor(&mut game, &store);
        for about in ["Mine", "All mine"] {
            game.act(EditorCommand::Edit(Edit::About(about.to_owned())));
            game.act(EditorCommand::Edit(Edit::FillHoles));
        }
        let theirs = CROSS.replace("name: Cross", "name: Cross\nabout: Theirs");
        store.put(board("Cross"), theirs.as_str());
        game.act(Navigate::Open(Overlay::BoardLibrary));
        game.steps(3);
        game.act(Navigate::Close);
        game.steps(3);
        if is_taken_back {
            game.act(EditorCommand::Undo);
        }
        game.act(EditorCommand::Save);
        game.steps(3);
        assert_eq!(store.text(&board("Cross")).as_ref(), Some(&theirs), "taken back: {is_taken_back}");
        let shown_text = game.notice().expect("it is asked");
        assert!(shown_text.contains("Cross"), "{shown_text}");
        game.act(EditorCommand::Replace("Cross".to_owned()));
        game.steps(3);
        assert!(store.text(&board("Cross")).is_some_and(|text| text.contains("ine")), "now it is known");
    }
}

#[test]
fn an_undo_does_not_change_where_a_board_is_saved() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_cross_in_editor(&mut game, &store);
    game.act(EditorCommand::Edit(Edit::About("Mine".to_owned())));
    game.act(EditorCommand::Edit(Edit::FillHoles));
    let theirs = CROSS.replace("name: Cross", "name: Cross\nabout: Theirs");
    store.put(board("Cross"), theirs.as_str());
    game.act(EditorCommand::Save);
    game.steps(3);
    assert!(store.text(&board("Cross 2")).is_some_and(|text| text.contains("Mine")));
    game.act(EditorCommand::Undo);
    game.act(EditorCommand::Save);
    game.steps(3);
    assert_eq!(store.text(&board("Cross")), Some(theirs));
}

#[test]
fn a_limited_number_of_ten_thousand_boards_is_read_and_shown() {
    let store = MemoryStore::default();
    for number in 0..10_000 {
        store.put(board(&format!("Board {number:05}")), CROSS.replace("Cross", &format!("Board {number:05}")));
    }
    let mut game = start(&store);
    assert!(store.work().0 < MAX_BOARDS + 20, "{} texts were read", store.work().0);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    let shown = game
        .names()
        .iter()
        .filter(|name| name.starts_with("button new-game-choose-board board=board-name-board-"))
        .count();
    assert_eq!(shown, MAX_BOARDS);
    let own = game.world_mut().resource::<OwnBoards>();
    assert_eq!((own.iter().count(), own.left_out()), (MAX_BOARDS, 10_000 - MAX_BOARDS));
}
