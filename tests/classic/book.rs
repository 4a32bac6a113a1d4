//! The opening book: contents, legality, and the players' choices from it.

use std::collections::HashSet;
use std::sync::LazyLock;

use irogaeshi::cpu::classic::{BOOK_PARTS, Bitboards, Book, BookMove, Evaluation, Shape, bitboards, square_of};
use irogaeshi::cpu::training::{BookDraft, BookPlan, Bookmaker};
use irogaeshi::cpu::{Control, CpuPlayer, EngineLevel, Report, Thinker};
use irogaeshi::rules::{Goal, Opening, Player, Position, Record, Square, Variant};
use proptest::prelude::*;

use crate::support::dice::dice;

fn start() -> Position {
    Position::start(Variant::classic(8).expect("is played"))
}

fn board_of(position: &Position) -> Bitboards {
    bitboards(position).expect("it is ordinary reversi").0
}

fn bit_of(square: Square) -> u8 {
    square.row() * 8 + square.column()
}

fn played(board: Bitboards, square: u8) -> Bitboards {
    board.played(square.into(), board.flips(square.into()))
}

/// Canonical form: the smallest of the eight symmetric images.
fn form(board: Bitboards) -> Bitboards {
    board.symmetries().into_iter().fold(board, Ord::min)
}

/// Calls `see` for every position reached from the start by moves of the book, with these moves. Returns the number of
/// positions.
fn walk_by_the_rules(mut see: impl FnMut(&Position, &[BookMove])) -> usize {
    let (book, mut met, mut ahead) = (Book::built_in(), HashSet::new(), vec![start()]);
    while let Some(position) = ahead.pop() {
        let board = board_of(&position);
        let moves = book.moves(board);
        if moves.is_empty() || !met.insert(form(board)) {
            continue;
        }
        see(&position, &moves);
        for found in moves {
            let mut next = position.clone();
            let player = position.to_move().expect("the game goes on");
            next.play(player, square_of(found.square)).expect("the book plays legal moves");
            if next.to_move().is_some() {
                ahead.push(next);
            }
        }
    }
    met.len()
}

#[test]
fn all_of_the_book_is_reached_by_legal_moves() {
    let reached = walk_by_the_rules(|position, moves| {
        let legal: HashSet<u8> = position.legal_squares().iter().map(bit_of).collect();
        let known: HashSet<u8> = moves.iter().map(|found| found.square).collect();
        assert!(known.is_subset(&legal) && known.len() == moves.len(), "{moves:?}");
        assert!(moves.is_sorted_by_key(|found| -found.score), "{moves:?}");
    });
    assert_eq!(reached, Book::built_in().positions().len());
    assert!(reached > 1000, "{reached} positions are hardly a book");
}

#[test]
fn every_named_opening_is_in_the_book() {
    for opening in Opening::all() {
        let mut record = Record::new(Variant::classic(8).expect("is played"));
        for next in &opening.moves {
            let moves = Book::built_in().moves(board_of(record.position()));
            assert!(moves.iter().any(|found| found.square == bit_of(*next)), "{}: {next}", opening.name);
            record.play_moves(&next.to_string()).expect("openings are legal");
        }
    }
}

#[test]
fn images_of_a_position_get_the_same_answer() {
    let mut several = 0;
    let symmetries = |square: u8| Bitboards { own: 1 << square, other: 0 }.symmetries().map(|image| image.own);
    walk_by_the_rules(|position, moves| {
        let board = board_of(position);
        for (index, image) in board.symmetries().into_iter().enumerate() {
            let expected: HashSet<(u64, i32)> =
                moves.iter().map(|found| (symmetries(found.square)[index], found.score)).collect();
            let found: HashSet<(u64, i32)> =
                Book::built_in().moves(image).iter().map(|found| (1 << found.square, found.score)).collect();
            assert_eq!(found, expected, "{board:x?}");
        }
        several += usize::from(moves.len() > 1);
    });
    assert!(several > 100, "{several}");
}

#[test]
fn a_score_is_what_the_best_reply_leaves() {
    let book = Book::built_in();
    walk_by_the_rules(|position, moves| {
        for found in moves {
            if let Some(reply) = book.moves(played(board_of(position), found.square)).first() {
                assert_eq!(found.score, -reply.score, "{found:?}");
            }
        }
    });
}

#[test]
fn only_openings_are_in_the_book() {
    let book = Book::built_in();
    for board in [Bitboards { own: 1, other: 2 }, Bitboards { own: 0, other: 0 }, Bitboards { own: u64::MAX, other: 0 }]
    {
        assert_eq!(book.moves(board), []);
        assert_eq!(book.choose(board, Book::MARGIN, &mut dice(0)), None);
    }
}

/// Moves of a game in which both players choose from the book as long as it knows the position.
fn book_game(seed: u64, margin: u8) -> Vec<BookMove> {
    let (mut board, mut dice, mut game) = (Bitboards::START, dice(seed), Vec::new());
    while let Some(chosen) = Book::built_in().choose(board, margin, &mut dice) {
        board = played(board, chosen.square);
        game.push(chosen);
    }
    game
}

fn last_form(game: &[BookMove], plies: usize) -> Bitboards {
    form(game.iter().take(plies).fold(Bitboards::START, |board, found| played(board, found.square)))
}

#[test]
fn games_from_the_book_differ_and_none_is_spoiled() {
    let games: Vec<Vec<BookMove>> = (0..200).map(|seed| book_game(seed, Book::MARGIN)).collect();
    assert_eq!(games[7], book_game(7, Book::MARGIN));
    let openings: HashSet<Bitboards> = games.iter().map(|game| last_form(game, 8)).collect();
    assert!(openings.len() >= 10, "only {} openings of eight plies in 200 games", openings.len());
    let first = Book::built_in().moves(Bitboards::START)[0].score;
    for game in &games {
        assert!(game.len() >= 6, "{game:?}");
        for (ply, found) in game.iter().enumerate() {
            let fair = if ply % 2 == 0 { first } else { -first };
            let given = i32::from(Book::MARGIN) * BOOK_PARTS;
            // A player who has received something need not give it back, and nobody gives away more than the margin in
            // total.
            assert!(found.score >= fair - given, "{found:?} of {game:?}");
            assert!(found.score <= fair + given, "{found:?} of {game:?}");
        }
    }
    // Without a margin, only the best move is played.
    for seed in 0..50 {
        let mut board = Bitboards::START;
        for found in book_game(seed, 0) {
            assert_eq!(found.score, Book::built_in().moves(board)[0].score);
            board = played(board, found.square);
        }
    }
}

#[test]
fn the_better_a_move_the_likelier_it_is() {
    let book = Book::built_in();
    let is_uneven = |moves: &[BookMove]| {
        moves.len() > 1 && moves[0].score > moves[1].score && moves[0].score - moves[1].score <= BOOK_PARTS
    };
    let mut uneven = None;
    walk_by_the_rules(|position, moves| {
        let board = board_of(position);
        // The player to move is ahead, so that all moves within the margin are fair.
        if uneven.is_none() && is_uneven(moves) && moves[0].score > 2 * BOOK_PARTS {
            uneven = Some(board);
        }
    });
    let board = uneven.expect("somewhere one move is a little better than another");
    let moves = book.moves(board);
    let mut dice = dice(1);
    let mut count = |margin: u8| {
        let mut counts = [0; 64];
        for _ in 0..400 {
            counts[usize::from(book.choose(board, margin, &mut dice).expect("is known").square)] += 1;
        }
        [counts[usize::from(moves[0].square)], counts[usize::from(moves[1].square)]]
    };
    let [best, second] = count(1);
    assert!(best > second && second > 0, "{best} {second}");
    let [best, second] = count(0);
    assert!(best > 0 && second == 0, "{best} {second}");
}

/// First plies of a game that a level plays against itself.
fn level_game(level: EngineLevel, seed: u64) -> Vec<Square> {
    let (mut position, mut dice, mut squares) = (start(), dice(seed), Vec::new());
    // Few nodes, because searched moves cost time and are not tested here.
    for _ in 0..12 {
        let player = CpuPlayer::Engine(level);
        let budget = player.budget(&position).at_most(200);
        let report = Thinker::default().choose(player, &position, budget, &mut dice, &mut Control::new());
        let square = report.and_then(|report| report.square()).expect("the game goes on");
        position.play(position.to_move().expect("the game goes on"), square).expect("is legal");
        squares.push(square);
    }
    squares
}

fn form_after(squares: &[Square]) -> Bitboards {
    let board = squares.iter().fold(Bitboards::START, |board, square| played(board, bit_of(*square)));
    form(board)
}

#[test]
fn no_level_plays_one_game_only() {
    for level in EngineLevel::all() {
        let games = [1, 2, 3].map(|seed| level_game(level, seed));
        assert_eq!(games[0], level_game(level, 1), "{}", level.key());
        let forms: HashSet<Bitboards> = games.iter().map(|game| form_after(game)).collect();
        assert!(forms.len() > 1, "{} always plays {:?}", level.key(), games[0]);
    }
}

#[test]
fn only_who_knows_the_book_plays_from_it() {
    let decide = |mut thinker: Thinker, level: EngineLevel, position: &Position| -> Report {
        let player = CpuPlayer::Engine(level);
        let budget = player.budget(position).at_most(200);
        let chosen = thinker.choose(player, position, budget, &mut dice(1), &mut Control::new());
        chosen.expect("the game goes on")
    };
    let is_by_heart = |level, position: &Position| {
        let report = decide(Thinker::default(), level, position);
        report.depth == Book::built_in().depth() && report.nodes == 0
    };
    let [first, .., last] = EngineLevel::all().collect::<Vec<_>>()[..] else { panic!("there are levels") };
    assert!(!is_by_heart(first, &start()) && is_by_heart(last, &start()));
    let report = decide(Thinker::default(), last, &start());
    assert!(report.lines[0].moves.len() > 4, "{report:?}");
    // The same start on another board or for another goal is a different game.
    let octagon = Variant::built_in("octagon").expect("is built in");
    let reverse = Variant::classic(8).expect("is played").with_goal(Goal::Fewest);
    for other in [octagon, reverse] {
        assert!(!is_by_heart(last, &Position::start(other)));
    }
    assert!(decide(Thinker::default().without_books(), last, &start()).nodes > 0);
}

/// A small book made by shallow searches.
fn small_draft(positions: usize) -> BookDraft {
    let plan = BookPlan { depth: 4, plies: 8, margin: 2, positions };
    let (mut draft, mut bookmaker) = (BookDraft::new(plan), Bookmaker::new(Evaluation::built_in(), plan.depth));
    loop {
        let wanted = draft.wanted();
        if wanted.is_empty() {
            return draft;
        }
        for board in wanted {
            assert!(board.legal_moves(Shape::FULL) != 0);
            let moves = bookmaker.study(board);
            draft.learn(board, moves);
        }
    }
}

static SMALL: LazyLock<Book> = LazyLock::new(|| small_draft(40).book());

#[test]
fn a_book_grows_to_its_plan_and_begins_at_the_start() {
    assert_eq!(small_draft(0).len(), 0);
    let draft = small_draft(40);
    assert_eq!(draft.len(), 40);
    let book = draft.book();
    assert!(book.positions().len() <= 40 && book.depth() == 4);
    assert_eq!(book.moves(Bitboards::START).len(), 4);
    assert_eq!(book, *SMALL, "the same plan makes the same book");
}

#[test]
fn a_book_goes_through_its_file() {
    for book in [Book::built_in(), &SMALL] {
        let file = book.to_file();
        assert_eq!(Book::read(&file).as_ref(), Ok(book));
        assert_eq!(Book::read(&file).expect("was just read").to_file(), file);
    }
    assert!(Book::built_in().to_file() == include_bytes!("../../assets/book.bin"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused_with_a_reason(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 1..=u8::MAX), 1..4),
        length in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let whole = SMALL.to_file();
        let mut file = whole.clone();
        for (at, change) in changes {
            let at = at.index(file.len());
            file[at] ^= change;
        }
        if let Some(length) = length {
            file.truncate(length.index(whole.len()));
        }
        // The last compressed byte may contain unused bits.
        match Book::read(&file) {
            Ok(book) => prop_assert_eq!(&book, &*SMALL),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// Lookups take the side to move into account: the discs that are Black's at the start are White's a ply later.
#[test]
fn a_position_is_known_from_the_side_to_move_only() {
    let mut position = start();
    position.play(Player::Black, "f5".parse().expect("a square")).expect("is legal");
    let board = board_of(&position);
    assert!(!Book::built_in().moves(board).is_empty());
    assert_eq!(Book::built_in().moves(board.passed()), []);
}
