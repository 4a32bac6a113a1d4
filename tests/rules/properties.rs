//! Invariants of every game, tested on random games of all built-in and many made-up variants. A second implementation
//! of the rules must agree at every turn.

use irogaeshi::rules::{
    Board, Cell, Disc, Goal, Move, Outcome, Placement, PlayError, Player, Position, Record, Square, Turn, Variant,
    parse_moves,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::dice::dice;
use crate::support::random_games::{any_move, any_square, any_variant, made_up_variant, random_record};
use crate::support::reference;

/// Fewer games than texts, because games are slow in unoptimised code.
const GAMES: u32 = 384;
const TEXTS: u32 = 1024;

pub(crate) fn cases(cases: u32) -> ProptestConfig {
    // Failing cases become ordinary tests instead of seeds in a file.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn letter(player: Player) -> char {
    player.disc().letter()
}

/// Colours that turn.
fn turning(variant: &Variant) -> Vec<char> {
    variant.board().turning().iter().filter(|(_, turns)| **turns).map(|(player, _)| letter(player)).collect()
}

fn letters(players: &[Player]) -> Vec<char> {
    players.iter().copied().map(letter).collect()
}

fn place(square: Square) -> reference::Place {
    (usize::from(square.row()), usize::from(square.column()))
}

fn places(squares: impl Iterator<Item = Square>) -> Vec<reference::Place> {
    squares.map(place).collect()
}

fn rows(board: &Board) -> Vec<Vec<char>> {
    board.row_texts().map(|row| row.chars().collect()).collect()
}

fn every_square() -> impl Iterator<Item = Square> {
    Square::all()
}

fn discs(board: &Board) -> u16 {
    Disc::ALL.iter().map(|disc| board.count(*disc)).sum()
}

/// Plays a random game, and calls `check` for each turn with the positions before and after it.
fn for_each_turn(
    variant: Variant,
    seed: u64,
    mut check: impl FnMut(&Position, &Turn, &Position) -> Result<(), TestCaseError>,
) -> Result<Position, TestCaseError> {
    let mut dice = dice(seed);
    let mut position = Position::start(variant);
    while let Some(player) = position.to_move() {
        let before = position.clone();
        let chosen = any_move(&position, &mut dice).expect("whoever is to move has a legal square");
        let turn = position.make(player, chosen).expect("the move is legal");
        check(&before, &turn, &position)?;
    }
    Ok(position)
}

/// Start of a variant by the second implementation, with the players who pass before the first placement.
pub(crate) fn reference_game(variant: &Variant) -> (reference::Game, Vec<char>) {
    let cut_ins = variant.cut_ins().iter().map(|cut_in| (cut_in.move_number, letter(cut_in.player))).collect();
    reference::Game::start(
        rows(variant.board()),
        letters(variant.players()),
        cut_ins,
        letters(variant.scored()),
        turning(variant),
        variant.goal() == Goal::Fewest,
    )
}

proptest! {
    #![proptest_config(cases(GAMES))]

    #[test]
    fn the_second_implementation_agrees_at_every_turn(variant in any_variant(), seed: u64) {
        let (mut game, skipped) = reference_game(&variant);
        prop_assert_eq!(letters(&Position::opening_passes(variant.clone())), skipped);
        prop_assert_eq!(Position::start(variant.clone()).to_move().map(letter), game.mover);

        let last = for_each_turn(variant, seed, |before, turn, after| {
            let mover = letter(turn.player);
            prop_assert_eq!(Some(mover), game.mover);
            prop_assert_eq!(turn.move_number, game.move_number);
            prop_assert_eq!(places(before.legal_squares().iter()), game.legal(mover));
            let skipped = if let Some(square) = turn.square() {
                let expected = game.sandwiched(mover, place(square));
                prop_assert_eq!(places(turn.captured()), &expected.captured[..]);
                prop_assert_eq!(places(turn.flankers()), expected.flankers);
                prop_assert_eq!(turn.explodes(), game.has_bomb(&expected.captured));
                game.play(place(square))
            } else {
                prop_assert!(before.variant().free_pass());
                prop_assert_eq!(before.board(), after.board());
                game.pass()
            };
            prop_assert_eq!(rows(after.board()), &game.rows[..]);
            prop_assert_eq!(letters(&turn.passes), skipped);
            prop_assert_eq!(after.to_move().map(letter), game.mover);
            prop_assert_eq!(after.move_number(), game.move_number);
            prop_assert_eq!(turn.outcome, after.outcome());
            prop_assert_eq!(turn.outcome.is_some(), game.mover.is_none());
            Ok(())
        })?;

        prop_assert_eq!(game.mover, None);
        let outcome = last.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) => Some(letter(winner)),
            Outcome::Draw => None,
        });
        prop_assert_eq!(outcome, Some(game.winner()));
        for (player, count) in last.counts().iter() {
            prop_assert_eq!(usize::from(*count), game.count(letter(player)));
        }
    }

    #[test]
    fn an_ordinary_move_adds_one_disc_and_recolours_only_those_that_turn(variant in any_variant(), seed: u64) {
        for_each_turn(variant, seed, |before, turn, after| {
            let Some(placement) = turn.placement.filter(|placement| !placement.explodes()) else { return Ok(()) };
            let own = placement.player().disc();
            let captured: Vec<Square> = placement.captured().collect();
            prop_assert_eq!(discs(after.board()), discs(before.board()) + 1);
            for square in every_square() {
                let (old, new) = (before.board().cell(square), after.board().cell(square));
                if square == placement.square() {
                    prop_assert_eq!((old, new), (Cell::Empty, Cell::Occupied(own)));
                } else if old != new {
                    prop_assert!(captured.contains(&square));
                    let turns = |disc: Disc| turning(before.variant()).contains(&disc.letter());
                    prop_assert!(matches!(old, Cell::Occupied(disc) if turns(disc)), "{} changed at {}", before.board(), square);
                    prop_assert_eq!(new, Cell::Occupied(own));
                }
            }
            let turned = captured.iter().filter(|square| before.board().cell(**square) != after.board().cell(**square));
            let gained = 1 + turned.count() as u16;
            let stay = Disc::ALL.into_iter().filter(|disc| !turning(before.variant()).contains(&disc.letter()));
            for disc in stay {
                let gained = if disc == own { gained } else { 0 };
                prop_assert_eq!(after.board().count(disc), before.board().count(disc) + gained);
            }
            Ok(())
        })?;
    }

    #[test]
    fn an_explosion_clears_what_it_captured_and_recolours_nothing(variant in any_variant(), seed: u64) {
        let bombs = usize::from(variant.board().count(Disc::Red));
        let mut explosions = 0;
        for_each_turn(variant, seed, |before, turn, after| {
            prop_assert!(after.board().count(Disc::Red) <= before.board().count(Disc::Red));
            prop_assert!(after.board().count(Disc::Green) <= before.board().count(Disc::Green));
            let Some(placement) = turn.placement.filter(Placement::explodes) else { return Ok(()) };
            explosions += 1;
            let cleared: Vec<Square> = placement.captured().chain(placement.flankers()).collect();
            prop_assert!(discs(after.board()) + 2 <= discs(before.board()));
            prop_assert!(after.board().count(Disc::Red) < before.board().count(Disc::Red));
            for square in every_square() {
                let expected =
                    if cleared.contains(&square) { Cell::Empty } else { before.board().cell(square) };
                prop_assert_eq!(after.board().cell(square), expected);
            }
            prop_assert_eq!(after.board().cell(placement.square()), Cell::Empty);
            Ok(())
        })?;
        prop_assert!(explosions <= bombs);
    }

    #[test]
    fn legal_squares_depend_on_the_board_and_the_player_alone(variant in any_variant(), seed: u64) {
        for_each_turn(variant.clone(), seed, |before, turn, _| {
            let player = turn.player;
            let others = Variant::new("Others", variant.board().clone(), Player::ALL.to_vec(), Vec::new(), vec![player])
                .expect("five players can play");
            let elsewhere = Position::in_progress(others, before.board().clone(), 77, player).expect("plays there");
            prop_assert_eq!(elsewhere.to_move(), Some(player));
            prop_assert_eq!(elsewhere.legal_squares(), before.legal_squares());
            Ok(())
        })?;
    }

    #[test]
    fn every_position_can_be_made_again(variant in any_variant(), seed: u64) {
        let again = |position: &Position| {
            let (variant, board) = (position.variant().clone(), position.board().clone());
            let anew = Position::in_progress(variant, board, position.move_number(), position.turn_in_order());
            anew.and_then(|anew| anew.after_free_passes(position.free_passes()))
        };
        let last = for_each_turn(variant, seed, |before, _, _| {
            prop_assert_eq!(again(before), Ok(before.clone()));
            Ok(())
        })?;
        prop_assert_eq!(again(&last), Ok(last));
    }

    #[test]
    fn move_numbers_count_placements_and_cut_ins_come_on_their_number(variant in any_variant(), seed: u64) {
        let mut placements = 0;
        for_each_turn(variant.clone(), seed, |before, turn, after| {
            prop_assert_eq!(turn.move_number, placements + 1);
            prop_assert_eq!(before.move_number(), placements + 1);
            placements += u32::from(turn.placement.is_some());
            prop_assert_eq!(after.move_number(), placements + 1);
            let due = variant.cut_ins().iter().find(|cut_in| cut_in.move_number == turn.move_number);
            // A cut-in that was passed does not come up again.
            let due = due.filter(|_| before.free_passes() == 0);
            match due.map(|cut_in| cut_in.player) {
                Some(player) if before.board().can_play(player) => prop_assert_eq!(turn.player, player),
                _ => prop_assert!(variant.players().contains(&turn.player)),
            }
            for skipped in &turn.passes {
                prop_assert!(!after.board().can_play(*skipped));
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_schedule_comes_true_while_nobody_passes(variant in any_variant(), seed: u64) {
        let mut expected: Vec<(u32, Player)> = Vec::new();
        let last = for_each_turn(variant, seed, |before, turn, after| {
            let now = (turn.move_number, turn.player);
            prop_assert_eq!(before.schedule().next(), Some(now));
            if !expected.is_empty() {
                prop_assert_eq!(expected.remove(0), now);
            }
            if turn.placement.is_none() {
                expected.clear();
            } else if turn.passes.is_empty() && turn.outcome.is_none() && expected.is_empty() {
                expected = after.schedule().take(5).collect();
            } else if !turn.passes.is_empty() || turn.outcome.is_some() {
                expected.clear();
            }
            Ok(())
        })?;
        prop_assert_eq!(last.schedule().next(), None);
    }

    #[test]
    fn illegal_moves_leave_the_position_unchanged(variant in any_variant(), seed: u64, ply in 0..40_usize) {
        let position = random_record(variant, seed, ply).position().clone();
        let legal = position.legal_squares();
        for (player, square) in Player::ALL.into_iter().flat_map(|player| every_square().map(move |at| (player, at))) {
            let expected = match (position.to_move(), position.board().cell(square)) {
                (None, _) => PlayError::GameOver,
                (Some(to_move), _) if to_move != player => PlayError::NotYourTurn { player, to_move },
                (_, Cell::Hole) => PlayError::NotOnTheBoard(square),
                (_, Cell::Occupied(_)) => PlayError::Taken(square),
                (_, Cell::Empty) if legal.contains(square) => continue,
                (_, Cell::Empty) => PlayError::CapturesNothing(square),
            };
            let mut after = position.clone();
            prop_assert_eq!(after.play(player, square), Err(expected));
            prop_assert_eq!(&after, &position);
        }
        for player in Player::ALL {
            let expected = match position.to_move() {
                None => PlayError::GameOver,
                Some(to_move) if to_move != player => PlayError::NotYourTurn { player, to_move },
                Some(_) if position.variant().free_pass() => continue,
                Some(_) => PlayError::MustPlace(player),
            };
            let mut after = position.clone();
            prop_assert_eq!(after.pass(player), Err(expected));
            prop_assert_eq!(&after, &position);
        }
    }

    #[test]
    fn a_game_is_over_once_everybody_who_could_play_has_passed(
        variant in any_variant(), seed: u64, plies in 0..40_usize,
    ) {
        let mut position = random_record(variant.with_free_pass(true), seed, plies).position().clone();
        let board = position.board().clone();
        let passed_before = usize::from(position.free_passes());
        let able: Vec<Player> =
            position.variant().everybody().into_iter().filter(|player| board.can_play(*player)).collect();
        let mut passed = Vec::new();
        while let Some(player) = position.to_move() {
            prop_assert!(able.contains(&player) && !passed.contains(&player), "{:?} after {:?}", player, passed);
            position.pass(player).expect("may pass");
            passed.push(player);
        }
        let in_order = |player: &&Player| position.variant().players().contains(player);
        prop_assert_eq!(position.board(), &board);
        if passed_before == 0 {
            // Everybody in the order who could play, and at most one who cut in.
            prop_assert_eq!(passed.iter().filter(in_order).count(), able.iter().filter(in_order).count());
            prop_assert!(passed.iter().filter(|player| !in_order(player)).count() <= 1);
        }
    }

    #[test]
    fn a_record_reads_back_from_its_text(variant in any_variant(), seed: u64, back in any::<Index>()) {
        let mut record = random_record(variant, seed, usize::MAX);
        let turns = record.ply();
        prop_assert_eq!(record.to_string().parse(), Ok(record.clone()));
        prop_assert!(record.jump(back.index(turns + 1)));
        let text = record.to_string();
        prop_assert_eq!(text.contains("\nundone:"), record.ply() < turns);
        prop_assert_eq!(text.parse(), Ok(record));
    }

    #[test]
    fn undo_redo_and_jump_go_through_the_history(
        variant in any_variant(), seed: u64, steps in proptest::collection::vec((0..6_u8, any::<Index>()), 1..40),
    ) {
        let mut dice = dice(seed);
        let mut record = Record::new(variant.clone());
        // The same history as a plain list of moves.
        let (mut moves, mut ply) = (Vec::new(), 0_usize);
        for (step, index) in steps {
            match step {
                0 => {
                    prop_assert_eq!(record.undo(), ply > 0);
                    ply = ply.saturating_sub(1);
                }
                1 => {
                    prop_assert_eq!(record.redo(), ply < moves.len());
                    ply = moves.len().min(ply + 1);
                }
                2 => {
                    let target = index.index(moves.len() + 3);
                    let possible = target <= moves.len();
                    prop_assert_eq!(record.jump(target), possible);
                    ply = if possible { target } else { ply };
                }
                _ => {
                    let Some(chosen) = any_move(record.position(), &mut dice) else { continue };
                    let player = record.position().to_move().expect("there are legal squares");
                    prop_assert_eq!(record.make(player, chosen).map(Turn::chosen), Ok(chosen));
                    moves.truncate(ply);
                    moves.push(chosen);
                    ply += 1;
                }
            }
            prop_assert_eq!(record.ply(), ply);
            prop_assert_eq!(record.played().len() + record.undone().len(), moves.len());
            let mut replayed = Position::start(variant.clone());
            for chosen in &moves[..ply] {
                let player = replayed.to_move().expect("the game goes on");
                replayed.make(player, *chosen).expect("the move was legal then");
            }
            prop_assert_eq!(record.position(), &replayed);
            prop_assert_eq!(record.last_turn().map(Turn::chosen), moves[..ply].last().copied());
            prop_assert_eq!(record.last_square(), moves[..ply].iter().rev().find_map(|chosen| chosen.square()));
        }
    }
}

#[test]
fn made_up_games_meet_everything_that_can_happen() {
    let mut runner = TestRunner::deterministic();
    let (mut passes, mut explosions, mut cut_ins, mut lost_cut_ins, mut draws, mut wins) = (0, 0, 0, 0, 0, 0);
    for seed in 0..u64::from(GAMES) {
        let variant = made_up_variant().new_tree(&mut runner).expect("no case is rejected").current();
        let record = random_record(variant.clone(), seed, usize::MAX);
        for turn in record.played() {
            passes += turn.passes.len();
            explosions += usize::from(turn.explodes());
            cut_ins += usize::from(!variant.players().contains(&turn.player));
            lost_cut_ins += turn.passes.iter().filter(|skipped| !variant.players().contains(skipped)).count();
        }
        match record.position().outcome() {
            Some(Outcome::Draw) => draws += 1,
            Some(Outcome::Win(_)) => wins += 1,
            None => panic!("the game was not played to its end"),
        }
    }
    let met = [passes, explosions, cut_ins, lost_cut_ins, draws, wins];
    assert!(met.iter().all(|times| *times >= 10), "{met:?}");
}

/// Damages to a text: a place in it, a kind and a character.
fn blows() -> impl Strategy<Value = Vec<(Index, u8, char)>> {
    let character =
        prop_oneof![any::<char>(), proptest::sample::select("#.BWAG:;,\n 019apz".chars().collect::<Vec<_>>())];
    proptest::collection::vec((any::<Index>(), 0..4_u8, character), 1..6)
}

fn damaged(text: &str, blows: &[(Index, u8, char)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (index, kind, character) in blows {
        let at = index.index(characters.len() + 1);
        match kind {
            0 => characters.insert(at, *character),
            1 => characters.truncate(at),
            _ if at == characters.len() => {}
            2 => characters[at] = *character,
            _ => {
                characters.remove(at);
            }
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(cases(TEXTS))]

    #[test]
    fn a_variant_reads_back_from_its_text(
        variant in made_up_variant(),
        name in "(?s).{0,100}",
        about in "(?s).{0,50}|(?s).{450,600}",
    ) {
        prop_assert_eq!(variant.to_string().parse(), Ok(variant.clone()));
        let renamed = Variant::new(
            name.as_str(), variant.board().clone(), variant.players().to_vec(), variant.cut_ins().to_vec(),
            variant.scored().to_vec(),
        );
        let is_blank = |character: char| character.is_whitespace() || character.is_control();
        // Names of nothing but marks may go either way, because only some of the marks are left out.
        prop_assert!(renamed.is_err() || !name.chars().all(is_blank));
        prop_assert!(renamed.is_ok() || !name.chars().any(char::is_alphanumeric));
        if let Ok(renamed) = renamed {
            let renamed = renamed.with_about(&about);
            let texts = renamed.name().chars().chain(renamed.about().chars());
            prop_assert_eq!(texts.filter(|character| character.is_control()).count(), 0);
            prop_assert_eq!(renamed.to_string().parse(), Ok(renamed.clone()));
            let record = Record::new(renamed);
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }
    }

    #[test]
    fn a_damaged_variant_is_refused_or_reads_back(variant in any_variant(), blows in blows()) {
        let text = damaged(&variant.to_string(), &blows);
        match text.parse::<Variant>() {
            Ok(variant) => prop_assert_eq!(variant.to_string().parse(), Ok(variant)),
            Err(error) => prop_assert!((1..=text.lines().count().max(1)).contains(&error.line), "{}", error),
        }
    }

    #[test]
    fn a_damaged_record_is_refused_or_reads_back(seed: u64, back in 0..9_usize, blows in blows()) {
        let mut record = random_record(Variant::built_in("classic-4").expect("is built in"), seed, 8);
        record.jump(record.ply().saturating_sub(back));
        if let Ok(record) = damaged(&record.to_string(), &blows).parse::<Record>() {
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }
    }

    #[test]
    fn a_board_is_refused_or_reads_back(text in "[#.BWACYGRbwacygr\n]{0,80}", any in "(?s).*") {
        for text in [text, any] {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.to_string(), text.lines().map(|row| row.to_uppercase() + "\n").collect::<String>());
            }
        }
    }

    #[test]
    fn only_the_name_of_a_square_is_a_square(name in "[a-zA-Z]?[0-9]{0,3}", any in "(?s).*") {
        for text in [name, any] {
            let named = every_square().find(|square| square.to_string() == text.to_ascii_lowercase());
            prop_assert_eq!(text.parse().ok(), named);
        }
    }

    #[test]
    fn moves_read_the_same_with_and_without_spaces(
        moves in proptest::collection::vec(prop_oneof![any_square().prop_map(Move::from), Just(Move::Pass)], 0..20),
    ) {
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        prop_assert_eq!(parse_moves(&names.join(" ")), Ok(moves.clone()));
        prop_assert_eq!(parse_moves(&names.concat().to_uppercase()), Ok(moves));
    }

    #[test]
    fn a_list_of_moves_is_refused_or_names_every_move(text in "([a-z0-9 ]|pass){0,20}", any in "(?s).*") {
        for text in [text, any] {
            if let Ok(moves) = parse_moves(&text) {
                let written: String = text.split_whitespace().collect::<String>().to_ascii_lowercase();
                prop_assert_eq!(moves.iter().map(Move::to_string).collect::<String>(), written);
            }
        }
    }
}

#[test]
fn every_square_has_a_name_that_reads_back() {
    for square in every_square() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        assert_eq!(Square::new(square.column(), square.row()), Some(square));
    }
    let names: Vec<Option<String>> =
        [0, 25, 26, 675].map(|index| every_square().nth(index).map(|square| square.to_string())).into();
    assert_eq!(names, ["a1", "z1", "a2", "z26"].map(|name| Some(name.to_owned())));
}
