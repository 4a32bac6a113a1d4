//! Searches, compared with a slow second implementation that replays everything.

use std::collections::BTreeMap;

use irogaeshi::library::{Found, Library, NewGame, Query, Search, Term};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Disc, Opening, Outcome, Player, Position, Record, Square, Variant};
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::dice::dice;
use crate::random_games::{any_variant, random_record};
use crate::{Kept, any_game, cases, shelved};

/// Discs of a position under one of the eight symmetries, with the mapping of its squares.
fn image(
    position: &Position,
    symmetry: u8,
) -> Option<(BTreeMap<Square, Option<Disc>>, impl Fn(Square) -> Square + use<>)> {
    let board = position.board();
    let (columns, rows) = (board.columns(), board.rows());
    if symmetry >= 4 && columns != rows {
        return None;
    }
    // Reflections by hand: symmetry 1 left-right, 2 up-down, 4 along the diagonal first.
    let map = move |square: Square| {
        let (mut column, mut row) = (square.column(), square.row());
        if symmetry & 4 != 0 {
            std::mem::swap(&mut column, &mut row);
        }
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        Square::new(column, row).expect("is on the board")
    };
    board.squares().all(|square| board.has(map(square))).then_some(())?;
    Some((board.squares().map(|square| (map(square), board.disc(square))).collect(), map))
}

fn discs(position: &Position) -> BTreeMap<Square, Option<Disc>> {
    position.board().squares().map(|square| (square, position.board().disc(square))).collect()
}

/// First ply at which a game reached a position, by comparing every image with every position.
fn slow_ply(game: &GameRecord, wanted: &Position) -> Option<usize> {
    if !game.variant().is_played_alike(wanted.variant()) {
        return None;
    }
    let images: Vec<_> = (0..8).filter_map(|symmetry| Some(image(wanted, symmetry)?.0)).collect();
    (0..=game.record().ply()).find(|ply| {
        let position = game.record().position_at(*ply).expect("it was played");
        position.to_move() == wanted.to_move()
            && position.free_passes() == wanted.free_passes()
            && (wanted.variant().cut_ins().is_empty() || position.move_number() == wanted.move_number())
            && images.contains(&discs(position))
    })
}

/// Squares of the wanted position that a move of a game stands for.
fn slow_moves(position: &Position, wanted: &Position, square: Square) -> Vec<Square> {
    let mut squares: Vec<Square> = (0..8)
        .filter_map(|symmetry| image(position, symmetry))
        .filter(|(discs_of, _)| *discs_of == discs(wanted))
        .map(|(_, map)| map(square))
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// A library of games that begin alike, so that positions occur often.
fn sample(dice: &mut Xoshiro256PlusPlus, variant: &Variant, count: usize) -> Kept {
    let mut kept = Kept::new();
    let mut games: Vec<NewGame> = Vec::new();
    for _ in 0..count {
        let seed = dice.random_range(0..6);
        let mut record = random_record(variant.clone(), seed, dice.random_range(0..12));
        for _ in 0..dice.random_range(0..30) {
            let Some(player) = record.position().to_move() else { break };
            let Some(square) = crate::dice::any_legal_square(record.position(), dice) else { break };
            record.play(player, square).expect("is legal");
        }
        games.push(shelved(&crate::dressed(record, dice), dice));
        games.push(shelved(&any_game(dice), dice));
    }
    kept.add(games);
    kept
}

fn check_positions(dice: &mut Xoshiro256PlusPlus, variant: &Variant) {
    let kept = sample(dice, variant, 25);
    let records: Vec<GameRecord> = kept.library.games().map(|game| game.to_record().expect("is readable")).collect();
    for _ in 0..12 {
        let game = &records[dice.random_range(0..records.len())];
        let ply = dice.random_range(0..=game.record().ply());
        let wanted = game.record().position_at(ply).expect("it was played").clone();
        let query = Query { terms: vec![Term::Position(Box::new(wanted.clone()))], ..Query::default() };
        let search = Search::whole(&kept.library, query);
        let expected: Vec<Found> = kept
            .library
            .games()
            .zip(&records)
            .filter_map(|(game, record)| Some(Found { id: game.id(), ply: Some(slow_ply(record, &wanted)? as u16) }))
            .collect();
        assert_eq!(search.found(), expected, "{wanted:?}");
        // Every game is in one tally, under a move that it can stand for.
        let tallies = search.continuations();
        assert_eq!(tallies.iter().map(|tally| tally.games).sum::<usize>(), expected.len());
        for tally in &tallies {
            let counted = expected.iter().filter(|found| {
                let record = kept.library.game(found.id).and_then(|game| game.to_record().ok()).expect("is there");
                let ply = usize::from(found.ply.expect("it reached the position"));
                match (record.record().played().get(ply), tally.chosen) {
                    (None, None) => true,
                    (Some(turn), Some(chosen)) => match (turn.square(), chosen.square()) {
                        (Some(square), Some(_)) => {
                            let position = record.record().position_at(ply).expect("it was played");
                            slow_moves(position, &wanted, square) == tally.equal
                        }
                        (None, None) => true,
                        _ => false,
                    },
                    _ => false,
                }
            });
            assert_eq!(counted.count(), tally.games, "{tally:?}");
            let wins: usize = Player::ALL.iter().map(|player| tally.wins[*player]).sum();
            assert!(wins + tally.draws <= tally.games);
        }
    }
}

#[test]
fn positions_are_found_in_every_symmetry_on_usual_boards() {
    for (key, seed) in ["classic-8", "classic-6", "octagon", "rectangle", "t", "classic-18"].iter().zip(0..) {
        check_positions(&mut dice(seed), &Variant::built_in(key).expect("is built in"));
    }
}

#[test]
fn positions_are_found_where_discs_vanish_and_players_pass_or_cut_in() {
    for (key, seed) in ["colour", "five", "colour-4", "gogyo"].iter().zip(10..) {
        check_positions(&mut dice(seed), &Variant::built_in(key).expect("is built in"));
    }
    check_positions(&mut dice(20), &Variant::classic(8).expect("is a side").with_free_pass(true));
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn positions_of_any_board_are_found(variant in any_variant(), seed: u64) {
        check_positions(&mut dice(seed), &variant);
    }

    #[test]
    fn a_search_in_steps_finds_the_same(seed: u64, step in 1..30_usize) {
        let mut dice = dice(seed);
        let mut kept = sample(&mut dice, &Variant::classic(8).expect("is a side"), 30);
        let words = ["player:anna", "won:black", "pos:f5", "in:mine sort:-date", "opening:f5 sort:player", "plies:5..20"];
        for words in words {
            let query: Query = words.parse().expect("is a query");
            let mut search = Search::new(query.clone());
            search.advance(&kept.library, step);
            let change = kept.library.marking(kept.library.games().map(|game| game.id()).take(1), dice.random());
            kept.change(&change);
            while !search.advance(&kept.library, step) {}
            let whole = Search::whole(&kept.library, query);
            prop_assert_eq!(search.found(), whole.found());
            prop_assert_eq!(search.continuations(), whole.continuations());
        }
    }
}

/// Searches for a word and checks each game by a condition.
fn check(library: &Library, text: &str, is_met: impl Fn(&irogaeshi::library::Game<'_>, &GameRecord) -> bool) -> usize {
    let query: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(query.to_string().parse(), Ok(query.clone()), "{text}");
    let found = Search::whole(library, query);
    let mut ids: Vec<_> = found.found().iter().map(|found| found.id).collect();
    ids.sort_unstable();
    let expected: Vec<_> = library
        .games()
        .filter(|game| is_met(game, &game.to_record().expect("is readable")))
        .map(|game| game.id())
        .collect();
    assert_eq!(ids, expected, "{text}");
    expected.len()
}

#[test]
fn every_condition_finds_what_it_says() {
    let mut dice = dice(3);
    let mut kept = Kept::new();
    let games: Vec<NewGame> = (0..400).map(|_| shelved(&any_game(&mut dice), &mut dice)).collect();
    kept.add(games);
    let library = &kept.library;
    let has = |record: &GameRecord, part: &str| record.names().iter().any(|(_, name)| name.contains(part));
    let won = |record: &GameRecord, player: Player| {
        let ranks = record.ranks().filter(|_| record.ending() != Some(irogaeshi::rules::Ending::Abandoned));
        let best = |rank: &&irogaeshi::rules::Rank| rank.place == 1;
        ranks.is_some_and(|ranks| ranks.iter().filter(best).map(|rank| rank.player).collect::<Vec<_>>() == [player])
    };
    let mut counts = Vec::new();
    counts.push(check(library, "player:tamenori", |_, record| has(record, "Tamenori")));
    counts.push(check(library, "player:ANNA player:ozturk", |_, record| has(record, "Anna") && has(record, "Öztürk")));
    counts.push(check(library, "black:zoe", |_, record| record.names()[Player::Black].contains("Zoë")));
    counts.push(check(library, "won:white", |_, record| won(record, Player::White)));
    counts.push(check(library, "won:nobody", |game, _| game.outcome() == Some(Outcome::Draw)));
    counts.push(check(library, "player:anna won:player", |_, record| {
        record.names().iter().any(|(player, name)| name.contains("Anna") && won(record, player))
    }));
    counts.push(check(library, "player:anna opponent:bright won:opponent", |game, record| {
        record.names().iter().any(|(player, name)| {
            let against = |(other, name): (Player, &String)| other != player && name.contains("Bright");
            let lost = matches!(game.outcome(), Some(Outcome::Win(winner)) if winner != player);
            name.contains("Anna") && record.names().iter().any(against) && lost
        })
    }));
    counts.push(check(library, "ending:resigned", |_, record| {
        record.ending().is_some_and(|ending| ending.key() == "resigned")
    }));
    counts.push(check(library, "ending:open", |_, record| record.ending().is_none()));
    counts.push(check(library, "date:1999", |game, record| {
        // 930,000,000 is in June 1999.
        record.started().or(record.ended()).map_or(game.date().is_some(), |seconds| seconds == 930_000_000)
    }));
    counts.push(check(library, "date:2000-01..", |_, record| {
        record.started().or(record.ended()).is_some_and(|seconds| seconds > 946_684_800)
    }));
    counts.push(check(library, "board:classic-8", |_, record| record.variant().is_ordinary()));
    counts.push(check(library, "board:octa", |game, _| game.board_key() == Some("octagon")));
    counts.push(check(library, "plies:10..20", |_, record| (10..=20).contains(&record.record().ply())));
    counts.push(check(library, "tag:STUDY", |game, _| game.tags().any(|tag| tag == "study")));
    counts.push(check(library, "in:\"wthor 1999\"", |game, _| game.collection() == "WTHOR 1999"));
    counts.push(check(library, "event:paris", |game, _| game.event().contains("París")));
    counts.push(check(library, "title:練", |game, _| game.title() == "練習"));
    counts.push(check(library, "favourite", |game, _| game.is_favourite()));
    counts.push(check(library, "anna wthor", |game, record| {
        let texts = [game.collection(), game.event(), game.title()];
        let tagged =
            |part: &str| texts.iter().any(|text| text.contains(part)) || game.tags().any(|tag| tag.contains(part));
        (has(record, "Anna") || tagged("Anna")) && tagged("WTHOR")
    }));
    counts.push(check(library, "opening:f5", |_, record| {
        let square = |record: &GameRecord| record.record().played().first().and_then(irogaeshi::rules::Turn::square);
        let wanted: Square = "f5".parse().expect("is a square");
        let board = record.variant().board();
        let reached = |symmetry| Some(image(record.record().position_at(0)?, symmetry)?.1(wanted));
        board.has(wanted) && (0..8).filter_map(reached).any(|image| square(record) == Some(image))
    }));
    counts.push(check(library, "opening:diagonal", |_, record| {
        let diagonal = Opening::all().iter().find(|opening| opening.key() == "diagonal").expect("is named");
        let start = Variant::classic(8).expect("is a side");
        let wanted = Record::from_squares(start, &diagonal.moves).expect("is legal");
        slow_ply(record, wanted.position()).is_some()
    }));
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    assert_eq!(check(library, "", |_, _| true), 400);
}

#[test]
fn games_are_sorted_with_those_without_the_property_last() {
    let mut dice = dice(5);
    let mut kept = Kept::new();
    let games: Vec<NewGame> = (0..200).map(|_| shelved(&any_game(&mut dice), &mut dice)).collect();
    kept.add(games);
    let library = &kept.library;
    let sorted = |text: &str| {
        let search = Search::whole(library, text.parse().expect("is a query"));
        assert_eq!(search.found().len(), 200);
        search.found().iter().map(|found| library.game(found.id).expect("is there")).collect::<Vec<_>>()
    };
    assert!(sorted("sort:length").is_sorted_by_key(irogaeshi::library::Game::plies));
    assert!(sorted("sort:-length").is_sorted_by_key(|game| std::cmp::Reverse(game.plies())));
    assert!(sorted("sort:-added").is_sorted_by_key(|game| std::cmp::Reverse(game.id())));
    let when = |game: &irogaeshi::library::Game<'_>| {
        game.date().map(|date| match date {
            irogaeshi::library::GameDate::Time(seconds) => seconds,
            irogaeshi::library::GameDate::Year(_) => 915_148_800,
        })
    };
    assert!(sorted("sort:date").is_sorted_by_key(|game| when(game).map_or((1, 0), |when| (0, when))));
    assert!(sorted("sort:-date").is_sorted_by_key(|game| when(game).map_or((1, 0), |when| (0, u64::MAX - when))));
    let first = |game: &irogaeshi::library::Game<'_>| game.names().next().expect("somebody plays").1.to_lowercase();
    let players: Vec<String> = sorted("sort:player").iter().map(first).collect();
    let named = players.iter().position(String::is_empty).expect("some have no name");
    assert!(players[named..].iter().all(String::is_empty));
}

#[test]
fn words_that_mean_nothing_are_named() {
    for (text, why) in [
        ("player:", "player:: after the colon comes what to search for"),
        ("player:\"anna", "player:\"anna: the quotation mark at its beginning has no second one"),
        ("won:green", "won:green: the winner is a colour such as black, or player, opponent or nobody"),
        ("won:player", "won:player: this needs a name, such as player:anna"),
        (
            "ending:mate",
            "ending:mate: the endings are open, played-out, resigned, out-of-time, draw-agreed and abandoned",
        ),
        (
            "date:1969",
            "date:1969: \"1969\" is not a date from 1970 on, such as 1999, 1999-05, 1999-05-31 or 1999..2005",
        ),
        ("plies:x", "plies:x: the number of plies is a number or a range, such as 60, 40..50 or ..30"),
        ("opening:hippo", "opening:hippo: an opening is a list of moves such as f5d6c3, or a name such as tiger"),
        ("pos:f5f5", "pos:f5f5: move 2, f5: f5 is taken"),
        (
            "sort:size",
            "sort:size: games are sorted by added, date, player, result or length, or by -date and so on the other way",
        ),
    ] {
        let error = text.parse::<Query>().expect_err(text);
        assert_eq!(error.to_string(), why);
        assert!(text.starts_with(error.word()));
    }
    let unknown = "anna elo:5".parse::<Query>().expect_err("is unknown").to_string();
    assert!(unknown.starts_with("elo:5: \"elo:\" is unknown; there are player, opponent, black,"), "{unknown}");
    assert_eq!("\"elo:5\"".parse::<Query>().expect("is a word").terms, [Term::Word("elo:5".to_owned())]);
    assert_eq!("\"a \"\"b\"\"\"".parse::<Query>().expect("is a word").terms, [Term::Word("a \"b\"".to_owned())]);
    for date in ["1999-02-29", "2000-13", "2000-1-1-1", "..", "10000", "-5", "1999..x"] {
        assert!(format!("date:{date}").parse::<Query>().is_err(), "{date}");
    }
    let diagram = "pos:\"---------------------------OX------XO--------------------------- X\"";
    let query: Query = diagram.parse().expect("is a position");
    assert_eq!(query.to_string(), diagram);
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn no_query_makes_it_panic(text in r#"((player|won|date|plies|pos|opening|sort|in|x)?:?["a-z0-9.é：\- ]{0,9} ?){0,6}"#) {
        if let Ok(query) = text.parse::<Query>() {
            prop_assert_eq!(query.to_string().parse::<Query>().map(|query| query.to_string()), Ok(query.to_string()));
            let _ = Search::whole(&Library::default(), query);
        }
    }
}
