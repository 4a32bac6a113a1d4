//! Worked examples: the table in `data/colour_examples.txt`, the start of the colour game, and small games about turns,
//! passes, cut-ins and results.

use irogaeshi::cpu::Character;
use irogaeshi::rules::{
    Board, ByPlayer, CutIn, Disc, Goal, Outcome, PlayError, Player, Position, Square, Turn, Variant,
};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use Player::{Ash, Black, Cyan, White, Yamabuki};

/// A row of the table.
struct Example<'a> {
    id: &'a str,
    mover: Player,
    square: Square,
    before: Board,
    effect: Option<Effect>,
}

#[derive(Debug, PartialEq)]
struct Effect {
    after: Board,
    captured: Vec<Square>,
    flankers: Vec<Square>,
    explodes: bool,
}

fn board(rows: &str) -> Board {
    Board::from_rows(rows.split(" / ")).expect("a board")
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| name.parse().expect("a square")).collect()
}

fn player(letter: char) -> Player {
    Player::ALL.into_iter().find(|player| player.disc().letter() == letter).expect("a player's letter")
}

fn read_example(row: &str) -> Example<'_> {
    let fields: Vec<&str> = row.split('|').map(str::trim).collect();
    let [id, _, placement, before, after, captured, flankers, explosion] = fields[..] else {
        panic!("not the eight fields of an example: {row}");
    };
    let (mover, square) = placement.split_once(' ').expect("a mover and a square");
    let effect = (after != "illegal").then(|| Effect {
        after: board(after),
        captured: squares(captured),
        flankers: squares(flankers),
        explodes: explosion == "explosion",
    });
    Example {
        id,
        mover: player(mover.chars().next().expect("a letter")),
        square: square.parse().expect("a square"),
        before: board(before),
        effect,
    }
}

/// A game of these players in this order, all scored, without cut-ins.
fn variant(order: &[Player], rows: &str) -> Variant {
    Variant::new("Example", board(rows), order.to_vec(), Vec::new(), order.to_vec()).expect("a variant")
}

/// A game by the rules of the colour game from this board on.
fn colour_game(rows: &str, move_number: u32, next: Player) -> Position {
    let colour = Variant::built_in("colour").expect("is built in");
    let (players, cut_ins, scored) = (colour.players().to_vec(), colour.cut_ins().to_vec(), colour.scored().to_vec());
    let game = Variant::new("Colour", board(rows), players, cut_ins, scored).expect("a variant");
    Position::in_progress(game, board(rows), move_number, next).expect("takes turns")
}

/// Plays a square for the player to move.
fn play(position: &mut Position, square: &str) -> Turn {
    let player = position.to_move().expect("the game goes on");
    position.play(player, square.parse().expect("a square")).expect("a legal square")
}

/// The rules of colour reversi on this board, with free passes.
fn variant_with_free_passes(rows: &str) -> Variant {
    let cut_ins = vec![CutIn { move_number: 10, player: Cyan }];
    let players = vec![Black, White, Ash];
    let variant = Variant::new("Example", board(rows), players.clone(), cut_ins, players).expect("a variant");
    variant.with_free_pass(true)
}

#[test]
fn placements_do_what_the_examples_say() {
    let rows =
        include_str!("../data/colour_examples.txt").lines().filter(|row| !row.starts_with(';') && !row.is_empty());
    let examples: Vec<Example> = rows.map(read_example).collect();
    assert_eq!(examples.len(), 41);
    for Example { id, mover, square, before, effect } in examples {
        assert_eq!(before.is_legal(mover, square), effect.is_some(), "{id}");
        assert_eq!(before.legal_squares(mover).contains(square), effect.is_some(), "{id}");
        let found = before.placement(mover, square).map(|placement| {
            let everybody = Variant::new(id, before.clone(), Player::ALL.to_vec(), Vec::new(), vec![mover]);
            let mut position = Position::in_progress(everybody.expect("a variant"), before, 1, mover).expect("plays");
            let turn = position.play(mover, square).expect("the placement is legal");
            assert_eq!(turn.placement, Some(placement), "{id}");
            Effect {
                after: position.board().clone(),
                captured: placement.captured().collect(),
                flankers: placement.flankers().collect(),
                explodes: placement.explodes(),
            }
        });
        assert_eq!(found, effect, "{id}");
    }
}

#[test]
fn the_colour_board_has_the_published_squares_and_discs() {
    let colour = Variant::built_in("colour").expect("is built in");
    let board = colour.board();
    assert_eq!((board.columns(), board.rows(), board.squares().count(), board.empties().count()), (10, 10, 60, 44));
    assert_eq!(Disc::ALL.map(|disc| board.count(disc)), [2, 2, 0, 2, 2, 4, 4]);
    let discs_named = |disc, names: &str| {
        let found: Vec<Square> = board.squares().filter(|square| board.disc(*square) == Some(disc)).collect();
        assert_eq!(found, squares(names));
    };
    discs_named(Disc::Black, "F5 E6");
    discs_named(Disc::White, "E5 F6");
    discs_named(Disc::Cyan, "F4 E7");
    discs_named(Disc::Yamabuki, "D5 G6");
    discs_named(Disc::Green, "E4 G5 D6 F7");
    discs_named(Disc::Red, "F2 B5 I6 E9");
    assert_eq!(Variant::built_in("five-published").expect("is built in").board(), board);
}

#[test]
fn the_colour_board_has_the_published_legal_squares() {
    let colour = Variant::built_in("colour").expect("is built in");
    let published = [
        (Black, "D3 E3 F3 G3 C4 D4 G4 C5 H5 C6 H6 D7 G7 H7 D8 E8 F8 G8"),
        (White, "E3 F3 G3 C4 D4 G4 H4 C5 H5 C6 H6 C7 D7 G7 H7 D8 E8 F8"),
        (Ash, "E3 F3 G3 C4 D4 G4 C5 H5 C6 H6 D7 G7 H7 D8 E8 F8"),
        (Cyan, "E3 C4 D4 H4 C5 H5 C6 H6 C7 G7 H7 F8"),
        (Yamabuki, "D3 E3 F3 G3 G4 H5 C6 D7 D8 E8 F8 G8"),
    ];
    for (player, names) in published {
        let legal: Vec<Square> = colour.board().legal_squares(player).iter().collect();
        assert_eq!(legal, squares(names), "{player}");
    }
    assert_eq!(Position::start(colour).to_move(), Some(Black));
}

/// Example F1.
#[test]
fn without_passes_the_order_is_interrupted_by_cut_ins_alone() {
    let colour = Variant::built_in("colour").expect("is built in");
    let mut expected = Vec::new();
    let mut order = [Black, White, Ash].into_iter().cycle();
    for number in 1..=60 {
        expected.push(match number {
            10 => Cyan,
            30 | 40 => Yamabuki,
            _ => order.next().expect("it has no end"),
        });
    }
    let named = [(1, Black), (9, Ash), (10, Cyan), (11, Black), (28, Ash), (29, Black), (30, Yamabuki), (31, White)];
    let named = named.into_iter().chain([(32, Ash), (39, Black), (40, Yamabuki), (41, White), (42, Ash)]);
    for (number, player) in named {
        assert_eq!(expected[number - 1], player, "move {number}");
    }

    let mut games_past_the_cut_ins = 0;
    for seed in 0..40 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Position::start(colour.clone());
        for (index, mover) in expected.iter().enumerate() {
            assert_eq!(position.to_move(), Some(*mover), "seed {seed}, move {}", index + 1);
            let square = Character::Random.choose(&position, &mut rng).expect("the game goes on");
            let turn = position.play(*mover, square).expect("a legal square");
            games_past_the_cut_ins += u32::from(turn.move_number == 42);
            if !turn.passes.is_empty() || turn.outcome.is_some() {
                break;
            }
        }
    }
    assert!(games_past_the_cut_ins >= 5, "only {games_past_the_cut_ins} games came past move 42 without a pass");
}

/// Examples F2.
#[test]
fn players_without_a_move_are_skipped_in_turn_order() {
    let one = variant(&[White, Black, Ash], ".AB#");
    assert_eq!(Position::opening_passes(one.clone()), [White]);
    assert_eq!(Position::start(one).to_move(), Some(Black));

    let two = variant(&[Ash, White, Black], ".AB#");
    assert_eq!(Position::opening_passes(two.clone()), [Ash, White]);
    assert_eq!(Position::start(two).to_move(), Some(Black));
}

/// Example F2, the last one.
#[test]
fn the_game_ends_without_passes_when_everybody_is_stuck() {
    let stuck = variant(&[Ash, White, Black], "BAB#");
    assert_eq!(Position::opening_passes(stuck.clone()), []);
    let over = Position::start(stuck);
    assert_eq!((over.to_move(), over.outcome()), (None, Some(Outcome::Win(Black))));
    assert_eq!(over.clone().play(Black, squares("D1")[0]), Err(PlayError::GameOver));
}

/// Example F3.
#[test]
fn a_pass_takes_no_move_number() {
    let game = variant(&[Black, White, Ash], ".AW#");
    assert_eq!(Position::opening_passes(game.clone()), [Black]);
    let mut position = Position::start(game);
    assert_eq!((position.to_move(), position.move_number()), (Some(White), 1));
    let turn = play(&mut position, "A1");
    assert_eq!((turn.move_number, position.move_number()), (1, 2));
    assert_eq!((turn.outcome, turn.passes), (Some(Outcome::Win(White)), Vec::new()));
}

/// Example F5.
#[test]
fn a_cut_in_that_cannot_move_is_skipped() {
    let mut position = colour_game(".WB...", 10, Black);
    assert_eq!(position.to_move(), Some(Black));
    let turn = play(&mut position, "A1");
    assert_eq!((turn.move_number, position.move_number()), (10, 11));
    assert_eq!(position.board(), &board("BBB..."));
}

#[test]
fn a_skipped_cut_in_is_lost_and_named_and_the_delayed_player_moves() {
    let mut position = colour_game(".WA#.AB", 9, Ash);
    let turn = play(&mut position, "A1");
    assert_eq!(turn.passes, [Cyan]);
    assert_eq!((position.to_move(), position.move_number()), (Some(Black), 10));
    let turn = play(&mut position, "E1");
    assert_eq!((turn.move_number, turn.outcome), (10, Some(Outcome::Draw)));
}

#[test]
fn a_cut_in_only_delays_whose_turn_it_was() {
    let mut position = colour_game(".WC / ### / .AB / ### / .BW / ### / .WA", 10, Black);
    let movers: Vec<Player> = ["A1", "A3", "A5", "A7"].map(|square| play(&mut position, square).player).to_vec();
    assert_eq!(movers, [Cyan, Black, White, Ash]);
}

#[test]
fn a_cut_in_can_open_the_game() {
    let cut_ins = vec![CutIn { move_number: 1, player: Cyan }];
    let rows = board(".WC#.WB");
    let game = Variant::new("Example", rows, vec![Black, White], cut_ins, vec![Black, White]).expect("a variant");
    let mut position = Position::start(game);
    assert_eq!(position.to_move(), Some(Cyan));
    assert_eq!(play(&mut position, "A1").player, Cyan);
    assert_eq!(position.to_move(), Some(Black));
}

#[test]
fn a_passed_cut_in_does_not_come_up_again() {
    let colour = variant_with_free_passes(".WC / ### / .AB / ### / .BW / ### / .WA");
    let start = colour.board().clone();
    let mut position = Position::in_progress(colour, start, 10, Black).expect("takes turns");
    let mut pass = || {
        let player = position.to_move().expect("the game goes on");
        let turn = position.pass(player).expect("may pass");
        assert_eq!((turn.player, turn.move_number, turn.square()), (player, 10, None));
        (player, turn.outcome)
    };
    let movers = [Cyan, Black, White, Ash];
    let passed = [(); 4].map(|()| pass());
    assert_eq!(passed.map(|(player, _)| player), movers);
    // Everybody has passed, so that the game is over although all could play.
    assert_eq!(passed.map(|(_, outcome)| outcome.is_some()), [false, false, false, true]);
    assert_eq!((position.to_move(), position.free_passes()), (None, 4));
}

#[test]
fn a_placement_between_passes_begins_the_count_anew() {
    let mut position = Position::start(Variant::classic(8).expect("an even side").with_free_pass(true));
    position.pass(Black).expect("may pass");
    play(&mut position, "F4");
    assert_eq!((position.to_move(), position.move_number(), position.free_passes()), (Some(Black), 2, 0));
    position.pass(Black).expect("may pass");
    assert_eq!(position.outcome(), None);
    let turn = position.pass(White).expect("may pass");
    assert_eq!((turn.passes, turn.outcome), (Vec::new(), Some(Outcome::Win(White))));
}

#[test]
fn a_player_who_alone_can_play_ends_the_game_by_passing() {
    // White can never move.
    let mut position = Position::start(variant_with_free_passes(".WB"));
    assert_eq!(position.pass(Black).map(|turn| turn.outcome), Ok(Some(Outcome::Draw)));
}

/// Examples F6.
#[test]
fn the_most_discs_among_the_scored_win_and_a_shared_lead_is_a_draw() {
    let results = [
        ("BBW", Outcome::Win(Black)),
        ("BWA", Outcome::Draw),
        ("BBWWA", Outcome::Draw),
        ("BBAAW", Outcome::Draw),
        ("CCCYB", Outcome::Win(Black)),
        ("CYGR", Outcome::Draw),
        ("AAABB", Outcome::Win(Ash)),
    ];
    for (discs, outcome) in results {
        let position = colour_game(discs, 50, Black);
        assert_eq!((position.to_move(), position.outcome()), (None, Some(outcome)), "{discs}");
    }
    let counts = colour_game("BBAAW", 50, Black).counts();
    assert_eq!([Black, White, Ash].map(|player| counts[player]), [2, 1, 2]);
}

#[test]
fn the_fewest_discs_among_the_scored_win_in_reverse() {
    let results = [
        ("BBWWA", Outcome::Win(Ash)),
        ("BBWWAA", Outcome::Draw),
        ("BBWA", Outcome::Draw),
        ("BBW", Outcome::Win(Ash)),
        ("CYGR", Outcome::Draw),
    ];
    for (discs, outcome) in results {
        let position = Position::start(variant(&[Black, White, Ash], discs).with_goal(Goal::Fewest));
        assert_eq!((position.to_move(), position.outcome()), (None, Some(outcome)), "{discs}");
    }
}

#[test]
fn every_scored_player_can_win_in_five() {
    let over = Position::start(variant(&Player::ALL, "CCCYB"));
    assert_eq!(over.outcome(), Some(Outcome::Win(Cyan)));
}

/// Examples E13 and E15 again, with everybody's discs turning, and with nobody's.
#[test]
fn the_board_sets_which_discs_turn() {
    let after = |turning, rows: &str, mover: Player| {
        let board = board(rows).with_turning(ByPlayer::new([turning; 5]));
        let variant = Variant::new("Example", board, Player::ALL.to_vec(), Vec::new(), vec![mover]).expect("a variant");
        let start = variant.board().clone();
        let mut position = Position::in_progress(variant, start, 1, mover).expect("takes turns");
        let turn = play(&mut position, "A1");
        (position.board().row_texts().collect::<String>(), turn.captured().count())
    };
    assert_eq!(after(true, ".CWYB", Black), ("BBBBB".to_owned(), 3));
    assert_eq!(after(false, ".CWYB", Black), ("BCWYB".to_owned(), 3));
    assert_eq!(after(true, ".WYGBC", Cyan), ("CCCGCC".to_owned(), 4));
    assert_eq!(after(false, ".WYGBC", Cyan), ("CWYGBC".to_owned(), 4));
    // Bombs and wild discs belong to nobody, so they behave as usual.
    assert_eq!(after(true, ".CRYB", Black), (".....".to_owned(), 3));
    assert_eq!(after(true, ".CYGR", Black), ("BBBGR".to_owned(), 2));
}

/// Example F8.
#[test]
fn a_player_without_discs_is_skipped_and_comes_back_when_a_green_lets_him() {
    let game = variant(&[White, Black], ".AB.");
    assert_eq!(Position::opening_passes(game.clone()), [White]);
    assert_eq!(Position::start(game).to_move(), Some(Black));

    let mut position = Position::start(variant(&[White, Black], "..G / #A# / #B#"));
    assert_eq!(position.to_move(), Some(Black));
    assert_eq!(play(&mut position, "B1").passes, []);
    assert_eq!((position.to_move(), position.counts()[White]), (Some(White), 0));
    play(&mut position, "A1");
    assert_eq!(position.board(), &board("WWG / #B# / #B#"));
}

/// Example F9.
#[test]
fn an_explosion_counts_as_a_placement_and_leaves_its_square_free() {
    let mut position = colour_game(".RB.WB", 1, Black);
    let turn = play(&mut position, "A1");
    assert!(turn.explodes());
    assert_eq!(position.board(), &board("....WB"));
    let counts = position.counts();
    assert_eq!([Black, White, Ash].map(|player| counts[player]), [1, 1, 0]);
    assert_eq!((turn.move_number, position.move_number()), (1, 2));
    assert!(position.board().empties().any(|square| Some(square) == turn.square()));
}

#[test]
fn move_numbers_do_not_run_over() {
    let mut position = colour_game(".WB", u32::MAX, Black);
    assert_eq!(play(&mut position, "A1").move_number, u32::MAX);
}
