//! Cards of boards: complete, right, and measured again.

use irogaeshi::rules::{BoardCard, KnownGame, Outcome, Record, Variant};

use super::{printed, refused};

/// Plays a game of a card through, and checks its end.
fn record(variant: &Variant, game: &KnownGame) -> Record {
    let mut record = Record::new(variant.clone());
    record.play_moves(&game.moves).expect("legal moves");
    let outcome = game.winner.map_or(Outcome::Draw, Outcome::Win);
    assert_eq!(record.position().outcome(), Some(outcome), "{}: {}", variant.name(), game.moves);
    let counts = record.position().counts();
    let discs: Vec<u16> = variant.scored().iter().map(|player| counts[*player]).collect();
    assert_eq!(discs, game.discs, "{}: {}", variant.name(), game.moves);
    record
}

#[test]
fn every_built_in_board_has_a_card_that_is_right() {
    let keys: Vec<String> = BoardCard::all().map(|card| card.board).collect();
    assert_eq!(keys, Variant::built_in_keys().collect::<Vec<_>>());
    for (index, card) in BoardCard::all().enumerate() {
        let variant = Variant::built_in(&card.board).expect("is built in");
        assert_eq!(BoardCard::of(&card.board).as_ref(), Some(&card));
        let measures = &card.measures;
        assert_eq!((card.number as usize, measures.games), (index + 1, 10_000), "{}", card.board);
        assert_eq!(measures.squares as usize, variant.board().squares().count());
        assert_eq!(measures.empties as usize, variant.board().empties().count());
        assert_eq!(measures.wins.len(), variant.scored().len());
        assert_eq!(measures.wins.iter().sum::<u32>() + measures.draws, measures.games);
        assert_eq!(record(&variant, &measures.best).played()[0].player, measures.first);
        if let Some(widest) = &measures.widest {
            assert_eq!(
                widest.discs.iter().max(),
                Some(&record(&variant, widest).position().counts()[widest.winner.expect("a winner")])
            );
        }
        if let Some(wipe_out) = &measures.wipe_out {
            record(&variant, wipe_out);
            assert_eq!(wipe_out.discs.iter().filter(|discs| **discs > 0).count(), 1, "{}", card.board);
        }
    }
}

/// The file's own command, on a single board.
#[test]
fn a_small_card_is_measured_again_exactly() {
    let file = include_str!("../../assets/cards.txt");
    let command = file.lines().find_map(|line| line.strip_prefix("; irogaeshi-cli ")).expect("a command");
    let command: Vec<&str> = command.split(" --out").next().expect("a command").split(' ').collect();
    let output = printed(&[command.as_slice(), &["classic-4"]].concat());
    let card = output.lines().last().expect("a card");
    assert!(file.lines().any(|line| line == card), "{card}");
}

#[test]
fn unknown_boards_have_no_cards() {
    let (code, words) = refused(&["cards", "clasic"]);
    assert!(words.contains("\"clasic\" is not a built-in board"), "{code} {words}");
    assert_eq!(BoardCard::of("random-1"), None);
}
