//! Drafts of boards as plain values: every change can be undone, and every accepted draft can be played.

use irogaeshi::game::{Brush, Draft, DraftProblem, Edit, History, Paint, Role, Symmetry};
use irogaeshi::rules::{
    Board, BoardError, ByPlayer, Cell, CutIn, Direction, Goal, Player, Square, Tint, Variant, VariantProblem,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::random_games::{any_square, any_variant, random_record};

/// An action in the editor.
#[derive(Clone, Debug)]
enum Action {
    Edit(Edit),
    Stroke(Brush, Vec<Square>),
}

fn any_cell() -> impl Strategy<Value = Cell> {
    select(Cell::all().collect::<Vec<_>>())
}

fn any_player() -> impl Strategy<Value = Player> {
    select(Player::ALL.to_vec())
}

fn edit() -> impl Strategy<Value = Edit> {
    let open = any_variant().prop_map(|variant| Edit::Open(Box::new(variant), None));
    prop_oneof![
        2 => (-2..=2_i8).prop_map(Edit::Columns),
        2 => (-2..=2_i8).prop_map(Edit::Rows),
        2 => select(Direction::ALL.to_vec()).prop_map(Edit::Shift),
        1 => select(vec![Edit::ClearDiscs, Edit::FillHoles]),
        4 => (any_player(), select(vec![Role::TakesTurns, Role::CutsIn, Role::StaysOut]))
            .prop_map(|(player, role)| Edit::ToggleRole(player, role)),
        2 => any_player().prop_map(Edit::Earlier),
        2 => any_player().prop_map(Edit::ToggleScored),
        1 => any_player().prop_map(Edit::ToggleTurning),
        1 => select(Goal::ALL.to_vec()).prop_map(Edit::Goal),
        2 => any_player().prop_map(Edit::AddCutIn),
        1 => (0..4_usize).prop_map(Edit::RemoveCutIn),
        3 => (0..4_usize, prop_oneof![-12..=12_i32, any::<i32>()]).prop_map(|(index, by)| Edit::MoveCutIn(index, by)),
        2 => "\\PC{0,50}".prop_map(Edit::Name),
        2 => "\\PC{0,130}".prop_map(Edit::About),
        1 => "\\PC{1,9}".prop_map(Edit::Empty),
        1 => open,
        1 => (any_variant(), "\\PC{1,9}").prop_map(|(variant, name)| Edit::Copy(Box::new(variant), name)),
    ]
}

fn stroke() -> impl Strategy<Value = Action> {
    let tint = select([None].into_iter().chain(Tint::all().map(Some)).collect::<Vec<_>>());
    let paint = prop_oneof![3 => any_cell().prop_map(Paint::Cell), 1 => tint.prop_map(Paint::Tint)];
    let brush = (paint, select(Symmetry::ALL.to_vec()), any::<bool>(), any::<bool>())
        .prop_map(|(paint, symmetry, changes_players, fills)| Brush { paint, symmetry, changes_players, fills });
    let places = proptest::collection::vec(any_square(), 0..6);
    (brush, places).prop_map(|(brush, places)| Action::Stroke(brush, places))
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    proptest::collection::vec(prop_oneof![edit().prop_map(Action::Edit), stroke()], 0..24)
}

fn perform(history: &mut History, action: &Action) {
    match action {
        Action::Edit(edit) => {
            history.edit(edit.clone());
        }
        Action::Stroke(brush, places) => {
            history.begin_stroke();
            for place in places {
                let cells = brush.painted_places(*place, history.draft());
                history.paint(cells);
            }
            history.end_stroke();
        }
    }
}

/// Letters typed in a row into the same field are one step.
fn goes_on_typing(before: Option<&Action>, action: &Action) -> bool {
    matches!(
        (before, action),
        (Some(Action::Edit(Edit::Name(_))), Action::Edit(Edit::Name(_)))
            | (Some(Action::Edit(Edit::About(_))), Action::Edit(Edit::About(_)))
    )
}

fn begin(variant: &Variant) -> History {
    History::new(Draft::of(variant, None))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_and_redo_restore_drafts_exactly(variant in any_variant(), actions in actions()) {
        let mut history = begin(&variant);
        // The drafts that undo must restore, computed without it.
        let mut expected = vec![history.draft().clone()];
        let mut last_change = None;
        for action in &actions {
            perform(&mut history, action);
            if expected.last() != Some(history.draft()) {
                if goes_on_typing(last_change, action) {
                    expected.pop();
                }
                expected.push(history.draft().clone());
                last_change = Some(action);
            }
        }
        for draft in expected.iter().rev().skip(1) {
            prop_assert!(history.can_undo());
            prop_assert!(history.undo());
            prop_assert_eq!(history.draft(), draft);
        }
        prop_assert!(!history.can_undo() && !history.undo());
        for draft in expected.iter().skip(1) {
            prop_assert!(history.can_redo());
            prop_assert!(history.redo());
            prop_assert_eq!(history.draft(), draft);
        }
        prop_assert!(!history.can_redo() && !history.redo());
    }

    #[test]
    fn accepted_drafts_read_back_equal_and_can_be_played_to_the_end(
        variant in any_variant(),
        actions in actions(),
        seed in any::<u64>(),
    ) {
        let mut history = begin(&variant);
        for action in &actions {
            perform(&mut history, action);
        }
        match history.draft().variant() {
            Ok(variant) => {
                prop_assert_eq!(variant.to_string().parse::<Variant>(), Ok(variant.clone()));
                prop_assert_eq!(Draft::of(&variant, None).variant(), Ok(variant.clone()));
                let record = random_record(variant, seed, usize::MAX);
                prop_assert!(record.ply() > 0, "there is a first move");
                prop_assert!(record.position().outcome().is_some(), "the game ends");
            }
            // No other problem can be drawn.
            Err(problem) => prop_assert!(matches!(
                problem,
                DraftProblem::NoSquares
                    | DraftProblem::Board(BoardError::TooManyBombs { .. })
                    | DraftProblem::NobodyCanMove(_)
                    | DraftProblem::NoName
                    | DraftProblem::Variant(VariantProblem::TooFewPlayers | VariantProblem::NobodyScored)
            ), "{problem:?}"),
        }
    }

    #[test]
    fn every_draft_can_be_saved(variant in any_variant(), actions in actions()) {
        let mut history = begin(&variant);
        for action in &actions {
            perform(&mut history, action);
        }
        let text = serde_json::to_string(history.draft()).expect("a draft is plain data");
        let again: Draft = serde_json::from_str(&text).expect("what was written can be read");
        prop_assert_eq!(&again, history.draft());
    }
}

fn after(edits: impl IntoIterator<Item = Edit>) -> Draft {
    let mut draft = Draft::of(&Variant::built_in("classic").expect("is built in"), None);
    edits.into_iter().for_each(|edit| draft.apply(edit));
    draft
}

#[test]
fn unplayable_drafts_are_refused_with_a_reason() {
    let refused = |edits: Vec<Edit>| after(edits).variant().expect_err("cannot be played").to_string();
    let out = |player| Edit::ToggleRole(player, Role::TakesTurns);
    let nobody = "nobody can move; place discs that can be captured";
    assert_eq!(refused(vec![Edit::ClearDiscs]), nobody);
    assert_eq!(refused(vec![Edit::Empty("New".to_owned())]), nobody);
    assert_eq!(refused(vec![Edit::Name(" ".to_owned())]), "the board has no name");
    assert_eq!(refused(vec![out(Player::White)]), "at least two players must take turns");
    let unscored = [Player::Black, Player::White].map(Edit::ToggleScored);
    assert_eq!(refused(unscored.to_vec()), "nobody is scored");
    let mut holes = after([]);
    holes.grid().clone().places().for_each(|place| holes.paint(place, Paint::Cell(Cell::Hole)));
    assert_eq!(holes.variant().expect_err("no squares").to_string(), "there is nothing to play on; paint some squares");
}

#[test]
fn an_opened_variant_is_unchanged() {
    for key in Variant::built_in_keys() {
        let variant = Variant::built_in(&key).expect("is built in");
        assert_eq!(Draft::of(&variant, None).variant(), Ok(variant), "{key}");
    }
}

#[test]
fn roles_exclude_each_other() {
    let cut_in = |move_number, player| CutIn { move_number, player };
    let cyan_cuts_in = Edit::ToggleRole(Player::Cyan, Role::CutsIn);
    let draft = after([cyan_cuts_in.clone(), Edit::AddCutIn(Player::Cyan), Edit::AddCutIn(Player::Black)]);
    assert_eq!(draft.cut_ins(), [cut_in(10, Player::Cyan), cut_in(20, Player::Cyan)], "Black takes turns");
    assert_eq!((draft.role(Player::Cyan), draft.scored()), (Role::CutsIn, [Player::Black, Player::White].as_slice()));

    let draft = after([cyan_cuts_in.clone(), Edit::ToggleRole(Player::Cyan, Role::TakesTurns)]);
    assert_eq!(
        (draft.players(), draft.cut_ins()),
        ([Player::Black, Player::White, Player::Cyan].as_slice(), [].as_slice())
    );
    assert_eq!(draft.scored(), draft.players(), "who takes turns is scored");

    let draft = after([cyan_cuts_in.clone(), Edit::ToggleScored(Player::Cyan), cyan_cuts_in]);
    assert_eq!(
        (draft.role(Player::Cyan), draft.scored().len()),
        (Role::StaysOut, 2),
        "who does not play is not scored"
    );
}

#[test]
fn the_players_whose_discs_turn_are_chosen_and_saved() {
    let turning = |draft: &Draft| draft.variant().expect("it can be played").board().turning().to_owned();
    let usual = after([]);
    assert_eq!(turning(&usual), Board::TURNING_BY_DEFAULT);
    let draft = after([Edit::ToggleTurning(Player::Cyan), Edit::ToggleTurning(Player::Ash)]);
    assert_eq!(turning(&draft), ByPlayer::new([true, true, false, true, false]));
    assert_eq!(Draft::of(&draft.variant().expect("it can be played"), None).turning(), draft.turning());
    let back = after([Edit::ToggleTurning(Player::Cyan), Edit::ToggleTurning(Player::Cyan)]);
    assert_eq!(back, usual);

    let kept = serde_json::to_value(&draft).expect("plain data");
    assert_eq!(serde_json::from_value::<Draft>(kept.clone()).ok(), Some(draft));
    let mut older = kept;
    older.as_object_mut().expect("an object").remove("turning");
    assert_eq!(serde_json::from_value::<Draft>(older).ok(), Some(usual), "what an older version kept does not say it");
}

#[test]
fn players_can_be_moved_earlier_in_the_turn_order() {
    let ash = Edit::ToggleRole(Player::Ash, Role::TakesTurns);
    let draft = after([ash.clone(), Edit::Earlier(Player::Ash)]);
    assert_eq!(draft.players(), [Player::Black, Player::Ash, Player::White]);
    assert_eq!(draft.scored(), draft.players(), "the score lists players in turn order");
    let draft = after([ash, Edit::Earlier(Player::Black)]);
    assert_eq!(draft.players(), [Player::White, Player::Ash, Player::Black], "the first becomes the last");
}

#[test]
fn two_cut_ins_never_have_the_same_move_number() {
    let yamabuki = Edit::ToggleRole(Player::Yamabuki, Role::CutsIn);
    let cyan = Edit::ToggleRole(Player::Cyan, Role::CutsIn);
    let numbers = |edits: &[Edit]| {
        let draft = after([cyan.clone(), yamabuki.clone()].into_iter().chain(edits.iter().cloned()));
        draft.cut_ins().iter().map(|cut_in| cut_in.move_number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&[]), [10, 20]);
    assert_eq!(numbers(&[Edit::MoveCutIn(0, 10)]), [21, 20], "the next free move");
    assert_eq!(numbers(&[Edit::MoveCutIn(1, -10)]), [10, 9]);
    assert_eq!(numbers(&[Edit::MoveCutIn(0, -100)]), [1, 20]);
    assert_eq!(
        numbers(&[Edit::MoveCutIn(0, -100), Edit::MoveCutIn(1, -100)]),
        [1, 20],
        "there is none before the first"
    );
    assert_eq!(numbers(&[Edit::MoveCutIn(7, 1)]), [10, 20], "there is no eighth");
}
