//! The solved book of the board of 6 x 6: checks by the rules every position that its reader can meet.

use std::collections::{HashMap, HashSet};

use irogaeshi::cpu::classic::{BOOK_PARTS, Bitboards, Book, BookBoard, BookMove, bitboards, square_of};
use irogaeshi::cpu::{Control, CpuPlayer, EngineLevel, MoveReview, MoveScores, Report, Score, Thinker, review};
use irogaeshi::rules::{Goal, Player, Position, Record, Square, Variant};

use crate::support::dice::{any_legal_square, dice};

/// Number of plies of the book.
const PLIES: u32 = 12;

/// Value of the start for Black, as found by J. Feinstein in 1993: White wins by 20 discs to 16.
const START: i32 = -4;

fn six() -> Variant {
    Variant::classic(6).expect("is played")
}

fn book() -> &'static Book {
    Book::built_in_for(BookBoard::SIX.shape()).expect("the game comes with it")
}

fn board_of(position: &Position) -> Bitboards {
    bitboards(position).expect("the engine knows it").0
}

fn ply_of(position: &Position) -> u32 {
    board_of(position).discs().count_ones() - 4
}

fn played(position: &Position, square: Square) -> Position {
    let mut next = position.clone();
    next.play(position.to_move().expect("the game goes on"), square).expect("is legal");
    next
}

/// Moves of the book in a position.
fn moves_in(position: &Position) -> Vec<BookMove> {
    book().moves(board_of(position))
}

/// Moves that players choose from: all that equal the best.
fn best_in(position: &Position) -> Vec<BookMove> {
    let moves = moves_in(position);
    let best = moves.first().map(|found| found.score);
    moves.into_iter().filter(|found| Some(found.score) == best).collect()
}

/// Canonical form of a position: the smallest image, as placed in the book, from the side to move.
fn form(position: &Position) -> Bitboards {
    let Bitboards { own, other } = board_of(position);
    let board = Bitboards { own: own << 9, other: other << 9 };
    board.symmetries().into_iter().fold(board, Ord::min)
}

/// Calls `see` for every position that the reader of the book can meet on this side, against any moves of the other
/// side, with a flag whether the reader is to move. Returns the number of positions.
fn meet_everything(reader: Player, mut see: impl FnMut(&Position, bool)) -> usize {
    let (mut met, mut ahead) = (HashSet::new(), vec![Position::start(six())]);
    while let Some(position) = ahead.pop() {
        let Some(player) = position.to_move().filter(|_| ply_of(&position) < PLIES) else { continue };
        let reads = player == reader;
        if !met.insert((form(&position), reads)) {
            continue;
        }
        see(&position, reads);
        if reads {
            ahead.extend(best_in(&position).iter().map(|found| played(&position, square_of(found.square))));
        } else {
            ahead.extend(position.legal_squares().iter().map(|square| played(&position, square)));
        }
    }
    met.len()
}

/// Score of a position in the book, from a player's side; `None` if unknown.
fn score_for(player: Player, position: &Position) -> Option<i32> {
    let score = moves_in(position).first()?.score;
    Some(if position.to_move() == Some(player) { score } else { -score })
}

#[test]
fn the_book_has_a_best_move_against_any_play() {
    let mut last = 0;
    for reader in [Player::Black, Player::White] {
        let met = meet_everything(reader, |position, reads| {
            let player = position.to_move().expect("the game goes on");
            let moves = moves_in(position);
            if reads {
                assert!(!moves.is_empty(), "{reader} knows no move:\n{position:?}");
            } else if ply_of(position) + 1 < PLIES {
                assert_eq!(moves.len(), position.legal_squares().iter().count(), "{position:?}");
            }
            // Scores are even, so that only the best moves lie within a level's margin.
            assert!(moves.iter().all(|found| found.score % (2 * BOOK_PARTS) == 0), "{moves:?}");
            for found in moves {
                let next = played(position, square_of(found.square));
                if let Some(score) = score_for(player, &next) {
                    assert_eq!(found.score, score, "{found:?} of {position:?}");
                }
            }
            last += u32::from(reads && ply_of(position) + 2 >= PLIES);
        });
        assert!(met > 1000, "{reader} met {met} positions");
    }
    assert!(last > 1000, "only {last} positions at the end of the book");
}

#[test]
fn the_first_player_loses_by_four() {
    let moves = moves_in(&Position::start(six()));
    assert_eq!(moves.len(), 4);
    assert!(moves.iter().all(|found| found.lead() == START), "{moves:?}");
    assert!(book().is_solved() && book().depth() == 32);
}

#[test]
fn all_of_it_is_met_by_somebody_who_plays_from_it() {
    let mut met = HashSet::new();
    for reader in [Player::Black, Player::White] {
        meet_everything(reader, |position, _| {
            if !moves_in(position).is_empty() {
                met.insert(form(position));
            }
        });
    }
    assert_eq!(met, book().positions().collect());
}

#[test]
fn it_goes_through_its_file() {
    let file = include_bytes!("../../assets/book-6.bin");
    assert_eq!(Book::read(file).as_ref(), Ok(book()));
    assert!(book().to_file() == file);
    assert!(file.len() < 60_000, "{} bytes", file.len());
}

/// Move of a level, and whether it came from the book.
fn choice(level: EngineLevel, position: &Position, seed: u64) -> (Square, bool) {
    let player = CpuPlayer::Engine(level);
    let budget = player.budget(position).at_most(200);
    let report = Thinker::default().choose(player, position, budget, &mut dice(seed), &mut Control::new());
    let report = report.expect("the game goes on");
    (report.square().expect("there is a move"), report.nodes == 0 && report.depth > 0)
}

#[test]
fn the_top_levels_play_it_to_its_end_and_keep_what_they_have() {
    let well_read = EngineLevel::all().rev().take(5);
    for (level, seed) in well_read.zip(0..) {
        for reader in [Player::Black, Player::White] {
            let mut dice = dice(seed);
            let mut position = Position::start(six());
            let mut least = if reader == Player::Black { START } else { -START };
            while ply_of(&position) < PLIES {
                let Some(player) = position.to_move() else { break };
                let square = if player == reader {
                    let (square, is_from_book) = choice(level, &position, seed);
                    assert!(is_from_book, "{}: {position:?}", level.key());
                    square
                } else {
                    any_legal_square(&position, &mut dice).expect("the game goes on")
                };
                position = played(&position, square);
                if let Some(score) = score_for(reader, &position) {
                    assert!(score / BOOK_PARTS >= least, "{} gave discs away: {position:?}", level.key());
                    least = score / BOOK_PARTS;
                }
            }
        }
    }
}

#[test]
fn levels_know_as_many_plies_of_it_as_of_the_other() {
    let first = Position::start(six());
    let knows: HashMap<&str, bool> =
        EngineLevel::all().map(|level| (level.key(), choice(level, &first, 1).1)).collect();
    assert!(!knows["club-novice"] && knows["club"] && knows["oracle"]);
    let mut fifth = first;
    for _ in 0..4 {
        let square = square_of(best_in(&fifth).first().expect("is known").square);
        fifth = played(&fifth, square);
    }
    let club = EngineLevel::all().find(|level| level.key() == "club").expect("is a level");
    assert!(!choice(club, &fifth, 1).1);
    assert!(choice(EngineLevel::STRONGEST_QUICK, &fifth, 1).1);
}

#[test]
fn other_games_on_the_board_are_not_in_it() {
    let strongest = EngineLevel::all().next_back().expect("there are levels");
    let reverse = Position::start(six().with_goal(Goal::Fewest));
    assert!(!choice(strongest, &reverse, 1).1);
    let start = |board: &str| {
        let text = format!("name: x\nplayers: black white\nboard:\n{board}\n");
        Position::start(text.parse::<Variant>().expect("is a variant"))
    };
    let parallel = start("......\n......\n..BB..\n..WW..\n......\n......");
    assert!(!choice(strongest, &parallel, 1).1 && moves_in(&parallel).is_empty());
    let holes = start("#.....\n......\n..WB..\n..BW..\n......\n......");
    assert!(!choice(strongest, &holes, 1).1);
    assert_eq!(book().moves(Bitboards::START), [], "that one is on 8 x 8");
}

#[test]
fn an_analysis_knows_the_value_of_the_start() {
    let reports_about = |position: &Position| {
        let mut reports: Vec<Report> = Vec::new();
        let mut on_report = |report: &Report| reports.push(report.clone());
        let last = Thinker::default().analyse(position, 1000, &mut Control::new().on_report(&mut on_report));
        assert_eq!(last.as_ref(), reports.last());
        reports
    };
    let mut position = Position::start(six());
    let reports = reports_about(&position);
    let [analysis] = &reports[..] else { panic!("it is known at once: {reports:?}") };
    assert!(analysis.is_exact && analysis.depth == 32 && analysis.nodes == 0);
    assert_eq!(analysis.lines.len(), 4);
    for line in &analysis.lines {
        assert_eq!(line.score, Some(Score::Lead(START)));
        assert!(line.moves.len() as u32 >= PLIES, "{line:?}");
    }
    for square in &analysis.lines[0].moves {
        position = played(&position, *square);
    }
    // The book does not apply to the fewest discs.
    let reverse = Position::start(six().with_goal(Goal::Fewest));
    let reports = reports_about(&reverse);
    assert!(reports.iter().all(|analysis| !analysis.is_exact), "{reports:?}");
}

#[test]
fn a_review_knows_the_values_of_the_first_moves() {
    let mut record = Record::new(six());
    for _ in 0..6 {
        let square = record.position().legal_squares().iter().last().expect("the game goes on");
        record.play_squares(&[square]).expect("is legal");
    }
    let last = review(&record, Some(200), &mut Control::new());
    assert_eq!(last.moves.len(), 6);
    let first = last.of(0).expect("was reviewed");
    assert!(first.is_exact && first.scores == MoveScores::Lead { played: START, best: START }, "{first:?}");
    let second = last.of(1).expect("was reviewed");
    assert!(second.is_exact && matches!(second.scores, MoveScores::Lead { best, .. } if best == -START), "{second:?}");
    let is_sound = |found: &MoveReview| matches!(found.scores, MoveScores::Lead { played, best } if best >= played);
    assert!(last.moves.iter().all(is_sound), "{last:?}");
}
