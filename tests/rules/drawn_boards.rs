//! Boards drawn by a seed: valid, playable and fair for thousands of seeds, and the same for ever.

use std::collections::BTreeSet;

use irogaeshi::rules::{Board, Cell, Direction, Disc, DrawnBoard, Goal, Player, Position, Square, Variant};
use rand::RngExt;

use crate::support::dice::dice;

const SEEDS: u32 = 2000;

fn all() -> impl Iterator<Item = (DrawnBoard, u32, Variant)> {
    // Small numbers, as people type them, and numbers spread over the whole range.
    let seeds = (0..SEEDS / 2).chain((1..=SEEDS / 2).map(|index| index.wrapping_mul(2_654_435_769)));
    seeds.flat_map(|seed| DrawnBoard::ALL.map(|kind| (kind, seed, kind.variant(seed))))
}

fn neighbours(board: &Board, square: Square) -> Vec<Square> {
    let steps = Direction::ALL.into_iter().filter_map(|direction| square.step(direction));
    steps.filter(|neighbour| board.has(*neighbour)).collect()
}

/// Squares reached from the first one by steps from neighbour to neighbour.
fn reached(board: &Board) -> BTreeSet<Square> {
    let mut ahead: Vec<Square> = board.squares().take(1).collect();
    let mut reached = BTreeSet::new();
    while let Some(square) = ahead.pop() {
        if reached.insert(square) {
            ahead.extend(neighbours(board, square));
        }
    }
    reached
}

#[test]
fn drawn_boards_can_be_played_by_everybody_on_every_square() {
    for (kind, seed, variant) in all() {
        let board = variant.board();
        assert!(board.empties().count() >= DrawnBoard::MIN_EMPTIES, "{kind:?} {seed}");
        for player in variant.players() {
            assert!(board.legal_squares(*player).len() >= 3, "{kind:?} {seed}: {player}");
        }
        assert_eq!(reached(board).len(), board.squares().count(), "{kind:?} {seed}");
        for square in board.squares() {
            let has_line = Direction::ALL.into_iter().any(|direction| {
                let next = square.step(direction);
                let after = next.and_then(|next| next.step(direction));
                next.zip(after).is_some_and(|(next, after)| board.has(next) && board.has(after))
            });
            assert!(has_line, "{kind:?} {seed}: nothing can be captured from {square}");
        }
        // Files, records and rooms carry the whole board as text.
        assert_eq!(variant.to_string().parse(), Ok(variant.clone()), "{kind:?} {seed}");
        assert_eq!(Variant::built_in(&kind.key_of(seed)), Some(variant.clone()));
        assert_eq!(DrawnBoard::read_name(variant.name()), Some((kind, seed)));
    }
}

#[test]
fn random_is_fair_by_its_symmetry() {
    let exchanged = |cell| match cell {
        Cell::Occupied(Disc::Black) => Cell::Occupied(Disc::White),
        Cell::Occupied(Disc::White) => Cell::Occupied(Disc::Black),
        other => other,
    };
    let mut times = [0; 3];
    for seed in 0..SEEDS {
        let variant = DrawnBoard::Random.variant(seed);
        assert!(variant.is_for_two(), "{seed}");
        assert_eq!((variant.players(), variant.goal()), ([Player::Black, Player::White].as_slice(), Goal::Most));
        let board = variant.board();
        let (columns, rows) = (board.columns(), board.rows());
        let images: [fn(u8, u8, u8, u8) -> (u8, u8); 3] = [
            |column, row, columns, _| (columns - 1 - column, row),
            |column, row, _, rows| (column, rows - 1 - row),
            |column, row, columns, rows| (columns - 1 - column, rows - 1 - row),
        ];
        let is_kept = images.map(|image| {
            board.squares().all(|square| {
                let (column, row) = image(square.column(), square.row(), columns, rows);
                let image = Square::new(column, row).expect("on the grid");
                board.cell(image) == exchanged(board.cell(square))
            })
        });
        assert!(is_kept.contains(&true), "{seed}:\n{board}");
        times.iter_mut().zip(is_kept).for_each(|(times, is_kept)| *times += u32::from(is_kept));
    }
    assert!(times.iter().all(|times| *times > SEEDS / 5), "{times:?}");
}

#[test]
fn chaos_has_everything_sometimes() {
    let (mut players, mut cut_ins, mut fixed, mut holes, mut bombs, mut wild) = ([0; 6], 0, 0, 0, 0, 0);
    for seed in 0..SEEDS {
        let variant = DrawnBoard::Chaos.variant(seed);
        let board = variant.board();
        players[variant.players().len()] += 1;
        cut_ins += usize::from(!variant.cut_ins().is_empty());
        assert!(variant.players().iter().all(|player| board.turns(player.disc())), "{seed}");
        fixed += usize::from(variant.everybody().iter().any(|player| !board.turns(player.disc())));
        holes += usize::from(board.cells().any(|cell| cell == Cell::Hole));
        bombs += usize::from(board.count(Disc::Red) > 0);
        wild += usize::from(board.count(Disc::Green) > 0);
    }
    assert!(players[2..].iter().all(|times| *times > SEEDS / 10), "{players:?}");
    for times in [cut_ins, fixed, holes, bombs, wild] {
        assert!(times > SEEDS as usize / 10, "{:?}", [cut_ins, fixed, holes, bombs, wild]);
    }
}

#[test]
fn seeds_give_different_boards() {
    for kind in DrawnBoard::ALL {
        let boards: BTreeSet<String> = (0..SEEDS).map(|seed| kind.variant(seed).board().to_string()).collect();
        assert!(boards.len() as u32 > SEEDS * 99 / 100, "{kind:?}: {}", boards.len());
    }
}

#[test]
fn random_games_on_drawn_boards_go_on_for_long() {
    // Bombs empty squares, and chaos may wipe somebody out.
    for (kind, percent) in [(DrawnBoard::Random, 95), (DrawnBoard::Chaos, 75)] {
        let (mut filled, mut squares) = (0, 0);
        for seed in 0..200 {
            let mut position = Position::start(kind.variant(seed));
            let mut rng = dice(seed.into());
            while let Some(player) = position.to_move() {
                let legal: Vec<Square> = position.legal_squares().iter().collect();
                let square = legal[rng.random_range(0..legal.len() as u32) as usize];
                position.play(player, square).expect("a legal square");
            }
            squares += position.board().squares().count();
            filled += position.board().squares().count() - position.board().empties().count();
        }
        assert!(filled * 100 > squares * percent, "{kind:?}: {filled} of {squares}");
    }
}

#[test]
fn keys_are_a_kind_and_a_number() {
    assert_eq!(DrawnBoard::read_key("random-0"), Some((DrawnBoard::Random, 0)));
    assert_eq!(DrawnBoard::read_key("chaos-4294967295"), Some((DrawnBoard::Chaos, u32::MAX)));
    for wrong in ["random", "chaos-", "random-+7", "random--7", "random-4294967296", "random-7x", "Random-7", "five-7"]
    {
        assert_eq!(DrawnBoard::read_key(wrong), None, "{wrong}");
        assert_eq!(Variant::built_in(wrong), None, "{wrong}");
    }
    for wrong in ["Random", "random 7", "Random 07", "Random  7", "Chaos 7 b"] {
        assert_eq!(DrawnBoard::read_name(wrong), None, "{wrong}");
    }
}

/// A kind and a seed name a board in links, records and talk, so they must never change.
#[test]
fn boards_of_three_seeds_are_known() {
    let known = [
        (
            "random-1",
            "players: black white / scored: black white / board: / #......# / .WB..B.. / \
             ...BW... / ...WB... / .BW..W.. / #......#",
        ),
        (
            "random-12345",
            "players: black white / scored: black white / board: / ...... / ...... / ..BW.. / \
             ..BW.. / ..WB.. / ......",
        ),
        (
            "chaos-1",
            "players: black cyan / cut-ins: 23 ash, 25 yamabuki, 35 white, 40 ash / \
             turns: black white cyan yamabuki / scored: black cyan / board: / ...G..#.. / \
             G.C.#.... / .BB..#... / R.BBC#... / CYG#RB... / .C.AC#... / .#R...... / \
             ......... / .#......# / #...#.... / ....#....",
        ),
        (
            "chaos-2026",
            "players: white ash / \
             cut-ins: 8 black, 14 black, 23 cyan, 26 yamabuki, 32 yamabuki, 39 cyan / \
             turns: white ash yamabuki / scored: white ash / board: / ...... / ...... / \
             ....#A / ...#WW / ...GG. / AB.WCR / ..ARGC / ##.#.. / #.....",
        ),
    ];
    for (key, expected) in known {
        let text = Variant::built_in(key).expect("a key").to_string();
        let is_kept = |line: &&str| !["format", "name", "about"].iter().any(|field| line.starts_with(field));
        assert_eq!(text.lines().filter(is_kept).collect::<Vec<_>>().join(" / "), expected, "{key}");
    }
}
