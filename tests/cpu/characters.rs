//! The characters compared with their definitions and with published results.

use std::cmp::Reverse;

use irogaeshi::cpu::Character;
use irogaeshi::rules::{Board, Cell, Direction, Outcome, Player, Position, Record, Square, SquareSet, Variant};

use crate::support::dice::dice;

use Player::{Ash, Black, Cyan, White, Yamabuki};

fn built_in(key: &str) -> Variant {
    Variant::built_in(key).expect("is built in")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// A position on this board with Black to move.
fn black_to_move(rows: &[&str]) -> Position {
    let board = Board::from_rows(rows.iter().copied()).expect("a board");
    let everybody = Player::ALL.to_vec();
    let variant = Variant::new("Five", board, everybody.clone(), Vec::new(), everybody).expect("a variant");
    Position::start(variant)
}

/// The legal squares in reading order, with the number of discs that each captures.
fn sizes(position: &Position) -> Vec<(Square, u32)> {
    let Some(player) = position.to_move() else { return Vec::new() };
    let size = |square| position.placement(player, square).expect("a legal square").size();
    position.legal_squares().iter().map(|square| (square, size(square))).collect()
}

fn names(position: &Position) -> Vec<String> {
    position.legal_squares().iter().map(|square| square.to_string()).collect()
}

fn chosen(character: Character, position: &Position) -> String {
    character.choose(position, &mut dice(0)).expect("the game goes on").to_string()
}

/// Calls `check` for every position of some random games.
fn for_each_position(key: &str, games: u64, mut check: impl FnMut(&Position)) {
    for seed in 0..games {
        let mut rng = dice(seed);
        let mut position = Position::start(built_in(key));
        while let Some(player) = position.to_move() {
            check(&position);
            let square = Character::Random.choose(&position, &mut rng).expect("the game goes on");
            position.play(player, square).expect("a legal square");
        }
    }
}

/// Example M1: C1 captures two discs and D6 three.
#[test]
fn minimum_takes_the_smallest_and_maximum_the_largest_capture() {
    let position = black_to_move(&["##.WWB##", "########", "########", "########", "########", "###.WAWB"]);
    assert_eq!(sizes(&position), [(square("C1"), 2), (square("D6"), 3)]);
    assert_eq!(chosen(Character::Minimum, &position), "c1");
    assert_eq!(chosen(Character::Maximum, &position), "d6");
}

/// Example M2: A1, A3 and A5 capture one disc each.
#[test]
fn minimum_and_maximum_take_the_last_of_equals() {
    let position = black_to_move(&[".WB", "###", ".WB", "###", ".WB"]);
    assert_eq!(sizes(&position), [(square("A1"), 1), (square("A3"), 1), (square("A5"), 1)]);
    assert_eq!(chosen(Character::Minimum, &position), "a5");
    assert_eq!(chosen(Character::Maximum, &position), "a5");
}

#[test]
fn discs_that_do_not_turn_and_bombs_count_as_captured() {
    let position = black_to_move(&["..CYCB", "######", ".RRRRB", "######", ".WWB##"]);
    assert_eq!(sizes(&position), [(square("B1"), 3), (square("A3"), 4), (square("A5"), 2)]);
    assert_eq!(chosen(Character::Maximum, &position), "a3");
    assert_eq!(chosen(Character::Minimum, &position), "a5");
}

#[test]
fn minimum_and_maximum_keep_to_their_definition_in_every_game() {
    for key in ["classic", "colour", "five", "five-published"] {
        for_each_position(key, 10, |position| {
            let sizes = sizes(position);
            let last_of =
                |wanted| sizes.iter().rev().find(|(_, size)| Some(*size) == wanted).map(|(square, _)| *square);
            let all = || sizes.iter().map(|(_, size)| *size);
            assert_eq!(Character::Minimum.choose(position, &mut dice(0)), last_of(all().min()));
            assert_eq!(Character::Maximum.choose(position, &mut dice(0)), last_of(all().max()));
        });
    }
}

#[test]
fn greedy_takes_a_corner_before_many_discs() {
    let position = black_to_move(&[
        "...WB...", "........", "..WWWWWB", "........", "B.......", "W.......", "W.......", "........",
    ]);
    let sizes = sizes(&position);
    assert_eq!(sizes, [(square("C1"), 1), (square("B3"), 5), (square("A8"), 2)]);
    assert_eq!(chosen(Character::Greedy, &position), "a8");
}

#[test]
fn greedy_takes_the_corner_that_captures_most_and_the_first_of_equals() {
    let larger_last = black_to_move(&[".WB...BW.", "#########", "#########", ".WWB.BWW."]);
    assert_eq!(chosen(Character::Greedy, &larger_last), "a4");
    let equals = black_to_move(&[".WB...BW.", "#########", "#########", ".WB...BW."]);
    assert_eq!(chosen(Character::Greedy, &equals), "a1");
}

#[test]
fn greedy_keeps_to_its_definition_in_every_classic_game() {
    let corners: SquareSet = ["A1", "H1", "A8", "H8"].into_iter().map(square).collect();
    let (mut corner_choices, mut other_choices) = (0, 0);
    for_each_position("classic", 30, |position| {
        let sizes = sizes(position);
        let at_corners: Vec<_> = sizes.iter().filter(|(square, _)| corners.contains(*square)).collect();
        let candidates = if at_corners.is_empty() { sizes.iter().collect() } else { at_corners };
        *if candidates.len() == sizes.len() { &mut other_choices } else { &mut corner_choices } += 1;
        // A stable sort leaves equals in reading order.
        let mut by_size = candidates;
        by_size.sort_by_key(|(_, size)| Reverse(*size));
        assert_eq!(Character::Greedy.choose(position, &mut dice(0)), by_size.first().map(|(square, _)| *square));
    });
    assert!(corner_choices >= 30 && other_choices >= 30, "{corner_choices} and {other_choices}");
}

#[test]
fn quiet_and_openness_play_as_worked_out() {
    assert_eq!(chosen(Character::Quiet, &Position::start(built_in("classic"))), "d3");
    let mut record = Record::new(built_in("classic"));
    record.play_moves("f5 d6 c3 d3 c4 f4 f6 f3").expect("legal");
    // e3 and e6 are equally quiet; c5 and e6 have the same openness and capture one disc each.
    assert_eq!(chosen(Character::Quiet, record.position()), "e3");
    assert_eq!(chosen(Character::Openness, record.position()), "c5");
}

#[test]
fn openness_captures_fewest_among_equals() {
    let position = black_to_move(&["#.WCB", "#####", "#.WB#"]);
    assert_eq!(sizes(&position), [(square("B1"), 2), (square("B3"), 1)]);
    assert_eq!(chosen(Character::Openness, &position), "b3");
}

#[test]
fn quiet_takes_a_corner_and_keeps_away_from_the_squares_beside_it() {
    let corner = black_to_move(&[
        "........", "..WB....", "...WB...", "........", "........", "........", "........", ".....BW.",
    ]);
    assert_eq!(names(&corner), ["b2", "c3", "d4", "h8"]);
    assert_eq!(chosen(Character::Quiet, &corner), "h8");
    let beside = black_to_move(&[
        "........", "..WB....", "...WB...", "........", "........", "........", "........", "........",
    ]);
    assert_eq!(names(&beside), ["b2", "c3", "d4"]);
    assert_eq!(chosen(Character::Quiet, &beside), "c3");
}

#[test]
fn first_plays_the_first_legal_square_in_every_game() {
    for key in ["classic", "colour", "five"] {
        for_each_position(key, 5, |position| {
            assert_eq!(Character::First.choose(position, &mut dice(0)), position.legal_squares().iter().next());
        });
    }
}

/// Number of discs captured by the choice of a character, and by those of Minimum and Maximum.
fn captures(character: Character, position: &Position) -> [u32; 3] {
    [character, Character::Minimum, Character::Maximum].map(|character| {
        let square = character.choose(position, &mut dice(0)).expect("the game goes on");
        position.placement(position.to_move().expect("the game goes on"), square).expect("a legal square").size()
    })
}

/// Squares that hold discs but were empty at the start, in percent.
fn filled(position: &Position) -> usize {
    let at_start = position.variant().board().empties().count();
    100 * at_start.saturating_sub(position.board().empties().count()) / at_start
}

#[test]
fn the_slow_starter_takes_few_until_a_tenth_is_filled_and_then_many() {
    for key in ["classic", "classic-12", "colour", "five"] {
        for_each_position(key, 5, |position| {
            let [taken, fewest, most] = captures(Character::SlowStarter, position);
            assert_eq!(taken, if filled(position) < 10 { fewest } else { most }, "{key}, {} %", filled(position));
        });
    }
    let mut record = Record::new(built_in("classic"));
    record.play_moves("f5 d6 c3 d3 c4").expect("legal");
    assert_eq!(captures(Character::SlowStarter, record.position()), [1, 1, 2]);
    record.play_moves("f4").expect("legal");
    assert_eq!(captures(Character::SlowStarter, record.position()), [2, 1, 2]);
}

#[test]
fn edges_plays_corners_then_edges_and_squares_beside_empty_corners_last() {
    let empty = "........";
    // h8 is a corner, a4 on the edge, c3 inside, and b2 beside the empty corner a1.
    let mut rows = [empty, "..WB....", "...WB...", ".WB.....", empty, empty, empty, ".....BW."];
    for (expected, row) in [("h8", 7), ("a4", 3), ("c3", 2), ("b2", 1)] {
        assert_eq!(chosen(Character::Edges, &black_to_move(&rows)), expected);
        rows[row] = empty;
    }
}

#[test]
fn phases_seeks_moves_then_squares_then_discs() {
    let mut seen = [0; 3];
    for key in ["classic", "classic-6", "colour", "five"] {
        for_each_position(key, 5, |position| {
            let square = Character::Phases.choose(position, &mut dice(0)).expect("the game goes on");
            match filled(position) {
                ..30 => {
                    seen[0] += 1;
                    let is_good = |square: &Square| !is_beside_an_empty_corner(position.board(), *square);
                    let lead = |square| lead_in_moves(position, square);
                    let best_of = |squares: &mut dyn Iterator<Item = Square>| squares.map(lead).max();
                    let legal = || position.legal_squares().iter();
                    let best = best_of(&mut legal().filter(is_good)).or_else(|| best_of(&mut legal()));
                    assert_eq!(Some(lead(square)), best);
                }
                30..90 => {
                    seen[1] += 1;
                    assert_eq!(Character::Edges.choose(position, &mut dice(0)), Some(square));
                }
                _ => {
                    seen[2] += 1;
                    let [taken, _, most] = captures(Character::Phases, position);
                    assert_eq!(taken, most);
                }
            }
        });
    }
    assert!(seen.iter().all(|positions| *positions > 50), "{seen:?}");
}

fn is_beside_an_empty_corner(board: &Board, square: Square) -> bool {
    let neighbours = |square: Square| {
        let steps = Direction::ALL.into_iter().filter_map(move |direction| square.step(direction));
        steps.filter(|neighbour| board.has(*neighbour)).collect::<Vec<_>>()
    };
    let is_corner = |square: &Square| {
        let around = neighbours(*square);
        Direction::ALL.into_iter().all(|direction| {
            let opposite = Direction::ALL
                .into_iter()
                .find(|other| square.step(direction).and_then(|next| next.step(*other)) == Some(*square));
            let has = |direction: Option<Direction>| {
                direction.and_then(|direction| square.step(direction)).is_some_and(|next| around.contains(&next))
            };
            !(has(Some(direction)) && has(opposite))
        })
    };
    !is_corner(&square) && neighbours(square).iter().any(|next| board.cell(*next) == Cell::Empty && is_corner(next))
}

/// Own legal moves after this one minus those of each other player, summed up.
fn lead_in_moves(position: &Position, square: Square) -> i32 {
    let player = position.to_move().expect("the game goes on");
    let mut next = position.clone();
    next.play(player, square).expect("a legal square");
    let count = |player| {
        let legal = |square: &Square| next.board().placement(player, *square).is_some();
        i32::try_from(next.board().squares().filter(legal).count()).expect("few")
    };
    let everybody = position.variant().everybody();
    everybody.iter().map(|other| count(player) - count(*other)).sum()
}

#[test]
fn random_plays_every_legal_square_equally_often() {
    let position = Position::start(built_in("colour"));
    let legal: Vec<Square> = position.legal_squares().iter().collect();
    let mut rng = dice(2024);
    let mut times = vec![0_u32; legal.len()];
    for _ in 0..200 * legal.len() {
        let square = Character::Random.choose(&position, &mut rng).expect("the game goes on");
        times[legal.iter().position(|other| *other == square).expect("a legal square")] += 1;
    }
    let chi_square: f64 = times.iter().map(|times| (f64::from(*times) - 200.0).powi(2) / 200.0).sum();
    // 17 degrees of freedom: a fair generator exceeds 40.8 once in a thousand runs.
    assert_eq!(legal.len(), 18);
    assert!(chi_square < 40.8, "chi-square {chi_square}: {times:?}");
}

#[test]
fn random_games_follow_from_their_seed() {
    let game = |seed| {
        let mut rng = dice(seed);
        let mut record = Record::new(built_in("colour"));
        while let Some(player) = record.position().to_move() {
            let square = Character::Random.choose(record.position(), &mut rng).expect("the game goes on");
            record.play(player, square).expect("a legal square");
        }
        record
    };
    assert_eq!(game(7), game(7));
    assert_ne!(game(7).to_string(), game(8).to_string());
}

#[test]
fn nobody_chooses_when_the_game_is_over() {
    let over = black_to_move(&["BW", "WB"]);
    for character in Character::ALL {
        assert_eq!(character.choose(&over, &mut dice(0)), None);
    }
}

/// In 20,000 games of the original, with three RANDOM scored players, Cyan MINIMUM and Yamabuki MAXIMUM, Black won
/// 6362, White 6254, Ash 6224, and 1160 were drawn; a game took 64.7 placements.
#[test]
fn random_games_with_cut_ins_end_as_often_as_published() {
    const GAMES: u32 = 2000;
    let colour = std::sync::Arc::new(built_in("colour"));
    let mut rng = dice(20_000);
    let (mut black, mut white, mut ash, mut drawn, mut placements, mut squares) = (0, 0, 0, 0, 0, 0);
    for _ in 0..GAMES {
        let mut position = Position::start(colour.clone());
        while let Some(player) = position.to_move() {
            let character = match player {
                Black | White | Ash => Character::Random,
                Cyan => Character::Minimum,
                Yamabuki => Character::Maximum,
            };
            let square = character.choose(&position, &mut rng).expect("the game goes on");
            position.play(player, square).expect("a legal square");
        }
        let length = position.move_number() - 1;
        placements += length;
        squares += length * length;
        match position.outcome() {
            Some(Outcome::Win(Black)) => black += 1,
            Some(Outcome::Win(White)) => white += 1,
            Some(Outcome::Win(Ash)) => ash += 1,
            other => {
                assert_eq!(other, Some(Outcome::Draw));
                drawn += 1;
            }
        }
    }
    let games = f64::from(GAMES);
    for (won, published) in [(black, 6362.0), (white, 6254.0), (ash, 6224.0), (drawn, 1160.0)] {
        let share = published / 20_000.0;
        let deviation = (games * share * (1.0 - share)).sqrt();
        let sigmas = (f64::from(won) - games * share) / deviation;
        assert!(sigmas.abs() < 4.0, "{won} of {games} games, {sigmas:.1} standard deviations off");
    }
    let mean = f64::from(placements) / games;
    let deviation = (f64::from(squares) / games - mean * mean).sqrt();
    // Four standard errors, plus the rounding of the published figure.
    let tolerance = 4.0 * deviation / games.sqrt() + 0.05;
    assert!((mean - 64.7).abs() < tolerance, "{mean} placements a game, tolerance {tolerance}");
}
